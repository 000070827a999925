// SPDX-License-Identifier: BSD-3-Clause
// Converts half-precision numbers, f16 and bf16, to doubles, which hold them all, and back with one rounding.
//
// There is only one rounding because the input of half_of is exact or rounded to odd: of the two neighbouring doubles, the one
// whose last bit is 1. That bit stands for the rest, and a double has far more bits than the 11 of f16 or 8 of bf16 plus two, so
// there are no false ties. Products of two are exact (22 bits).
#ifndef WARPLOCK_SIM_FRONTEND_HALVES_H
#define WARPLOCK_SIM_FRONTEND_HALVES_H

#include "sim/frontend/code.h"

// Converts the low 16 bits by type: f16, bf16 or a pair of them. With flushing, a subnormal becomes a zero of its sign.
double   half_value(uint32_t bits, ptx_type, bool flush);
// ROUND_none is ROUND_rn. A NaN is 0x7FFF.
uint32_t half_of(double, ptx_type, round_mode);
double   half_sum(double, double);                      // of halves and products of halves, rounded to odd
double   half_integer(uint64_t, bool is_signed);        // rounded to odd
// HALF_SATURATES: clamps to 0..1, NaN is 0; HALF_RELU: negative becomes 0; HALF_FINITE: infinity becomes the largest number.
uint32_t half_in_range(uint32_t bits, ptx_type, uint32_t flags);
uint32_t half_flushed(uint32_t bits, ptx_type);

#endif
