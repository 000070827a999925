// Matrix-vector products in double for the references of atax, bicg and mvt.
//
// Their terms are not negative, so a sum of n fused multiply-adds in fp32 is off by at most n roundings of the result:
// n / 2^24 of it; one more for rounding the reference to fp32.
#ifndef WARPLOCK_SIM_WORKLOAD_MATRIX_H
#define WARPLOCK_SIM_WORKLOAD_MATRIX_H

#include <stdint.h>

static inline double matrix_row(const float *matrix, uint32_t columns, uint32_t row, const float *x)
{
    double sum = 0;

    for (uint32_t column = 0; column < columns; column++)
        sum += (double)matrix[(uint64_t)row * columns + column] * x[column];
    return sum;
}

static inline double matrix_column(const float *matrix, uint32_t rows, uint32_t columns, uint32_t column,
                                   const float *x)
{
    double sum = 0;

    for (uint32_t row = 0; row < rows; row++)
        sum += (double)matrix[(uint64_t)row * columns + column] * x[row];
    return sum;
}

static inline double matrix_bound(uint32_t terms)
{
    return (terms + 1.0) / (1 << 24);
}

#endif
