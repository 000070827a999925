// SPDX-License-Identifier: BSD-3-Clause
// Numbers of half precision, f16 and bf16, as doubles, which hold all of them, and back, rounded once.
//
// A result is rounded once because what comes to half_of is exact, or rounded to odd: where a double cannot hold it, the one of
// its two neighbours whose last bit is 1. That bit then says that something follows, and a double has far more bits than the
// 11 of f16 and 8 of bf16 and the two behind them, so no tie is seen where there is none. Products of two are exact (22 bits).
#ifndef WARPLOCK_SIM_FRONTEND_HALVES_H
#define WARPLOCK_SIM_FRONTEND_HALVES_H

#include "sim/frontend/code.h"

// Of the low 16 bits, by the type f16 or bf16, or that of their pair. A subnormal one is a zero of its sign when it is flushed.
double   half_value(uint32_t bits, ptx_type, bool flush);
// ROUND_none is ROUND_rn. A NaN is 0x7FFF.
uint32_t half_of(double, ptx_type, round_mode);
double   half_sum(double, double);                      // of halves and products of them, rounded to odd
double   half_integer(uint64_t, bool is_signed);        // rounded to odd
// HALF_SATURATES: from 0 to 1, NaN is 0; HALF_RELU: what is negative is 0; HALF_FINITE: the largest number for infinity.
uint32_t half_in_range(uint32_t bits, ptx_type, uint32_t flags);
uint32_t half_flushed(uint32_t bits, ptx_type);

#endif
