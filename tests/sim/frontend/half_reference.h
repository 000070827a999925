// SPDX-License-Identifier: BSD-3-Clause
// Half precision in exact whole numbers, for tests: a number is a sign, a whole number and a power of two, and a result is
// shifted down bit by bit until its format holds it.
#ifndef WARPLOCK_TESTS_SIM_FRONTEND_HALF_REFERENCE_H
#define WARPLOCK_TESTS_SIM_FRONTEND_HALF_REFERENCE_H

#include <stdbool.h>
#include <stdint.h>

__extension__ typedef unsigned __int128 half_whole;

typedef enum { KIND_NUMBER, KIND_INFINITY, KIND_NAN } half_kind;
typedef struct { half_kind kind; bool negative; half_whole size; int power; } half_exact;      // size * 2^power
typedef enum { NEAREST, TO_ZERO, DOWN, UP } half_rounding;
enum { FLUSH = 1, SATURATE = 2, RELU = 4, KEEP_NAN = 8, XOR_SIGNS = 16, FINITE = 32 };
typedef enum { HALF_ADD, HALF_SUB, HALF_MUL, HALF_FMA, HALF_MIN, HALF_MAX, HALF_NEG, HALF_ABS, HALF_EX2, HALF_TANH } half_operation;

half_exact half_read(uint32_t bits, bool bfloat);
half_exact half_of_double(double);
half_exact half_of_integer(uint64_t, bool is_signed);
uint32_t   half_rounded(half_exact, bool bfloat, half_rounding, int flags);
uint32_t   half_expected(half_operation, uint32_t a, uint32_t b, uint32_t c, bool bfloat, int flags);
double     half_double(uint32_t bits, bool bfloat);

#endif
