// SPDX-License-Identifier: BSD-3-Clause
// Matrix-vector products for atax, bicg, mvt and gesummv, and their references in double.
//
// PolyBench's matrices are square and its sums run over whole rows and columns. Here matrices are as large, so row distance
// and thread count are the same, but sums stop after the first `terms` elements. Both kernels of a pair get shorter by the
// same factor.
//
// Terms are not negative, so a sum of n fused multiply-adds in fp32 is off by at most n roundings of the result:
// n / 2^24 of it; one more for rounding the reference to fp32.
#ifndef WARPLOCK_SIM_WORKLOAD_MATRIX_H
#define WARPLOCK_SIM_WORKLOAD_MATRIX_H

#include "sim/workload/workload.h"

enum { MATRIX_THREADS = 256, MATRIX_ROW_BYTES = 4096 };

// Rows lie `pitch` elements apart.
typedef struct { const float *at; uint32_t pitch; } matrix;

// The order of the square matrix for sums of size.columns terms for each of size.rows rows or columns.
static inline uint32_t matrix_order(workload_size size)
{
    return size.rows > size.columns ? size.rows : size.columns;
}

static inline matrix matrix_square(job *j, const char *name, workload_size size, uint32_t input)
{
    uint32_t order = matrix_order(size);

    return (matrix){ workload_reals(j, name, SCALAR_F32, (uint64_t)order * order, input, 0, 1), order };
}

// Rows at least 4 KB apart, and so many KB that a row of the size fits.
static inline matrix matrix_wide(job *j, const char *name, workload_size size, uint32_t input)
{
    const uint32_t unit = MATRIX_ROW_BYTES / sizeof(float);
    uint32_t pitch = (size.columns + unit - 1) / unit * unit;

    return (matrix){ workload_reals(j, name, SCALAR_F32, (uint64_t)size.rows * pitch, input, 0, 1), pitch };
}

// A kernel of a thread for each row or column: the matrix, the vector by which it is multiplied and the result, in the
// order of the kernel's parameters.
static inline void matrix_launch(job *j, const char *kernel, const char *const buffers[3], uint32_t rows, uint32_t columns,
                                 uint32_t pitch, uint32_t threads)
{
    workload_launch(j, &j->steps, kernel, workload_ctas(threads, MATRIX_THREADS), (workload_extent){ MATRIX_THREADS, 1 },
                    "bbbiii", buffers[0], buffers[1], buffers[2], (int)rows, (int)columns, (int)pitch);
}

static inline double matrix_row(const matrix *m, uint32_t columns, uint32_t row, const float *x)
{
    double sum = 0;

    for (uint32_t column = 0; column < columns; column++)
        sum += (double)m->at[(uint64_t)row * m->pitch + column] * x[column];
    return sum;
}

static inline double matrix_column(const matrix *m, uint32_t rows, uint32_t column, const float *x)
{
    double sum = 0;

    for (uint32_t row = 0; row < rows; row++)
        sum += (double)m->at[(uint64_t)row * m->pitch + column] * x[row];
    return sum;
}

static inline double matrix_bound(uint32_t terms)
{
    return (terms + 1.0) / (1 << 24);
}

#endif
