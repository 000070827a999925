// SPDX-License-Identifier: BSD-3-Clause
// matmul: C = A B in tiles (Parboil), filled up to whole ones. A and C lie column by column, B row by row. No
// term is negative.
#include <stdlib.h>
#include <string.h>

#include "sim/workload/matrix.h"

enum { DOWN = 128, ACROSS = 16, STEP = 8 };             // as in kernels/matmul.cu

static uint32_t filled(uint32_t count, uint32_t unit)
{
    return (count + unit - 1) / unit * unit;
}

// Column by column of the result: what is read of A lies together.
static void reference(const float *A, const float *B, float *C, uint32_t rows, uint32_t columns, uint32_t terms)
{
    double *sums = malloc(rows * sizeof *sums);

    if (!sums)
        abort();
    for (uint32_t column = 0; column < columns; column++) {
        memset(sums, 0, rows * sizeof *sums);
        for (uint32_t k = 0; k < terms; k++)
            for (uint32_t row = 0; row < rows; row++)
                sums[row] += (double)A[(uint64_t)k * rows + row] * B[(uint64_t)k * columns + column];
        for (uint32_t row = 0; row < rows; row++)
            C[(uint64_t)column * rows + row] = (float)sums[row];
    }
    free(sums);
}

static void build(job *j, workload_size size)
{
    uint32_t rows = filled(size.rows, DOWN), columns = filled(size.columns, ACROSS), terms = filled(size.rounds, STEP);
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * terms, 1, 0, 1);
    const float *B = workload_reals(j, "B", SCALAR_F32, (uint64_t)terms * columns, 2, 0, 1);

    workload_zero(j, "C", SCALAR_F32, (uint64_t)rows * columns);
    workload_launch(j, &j->steps, "matmul", (workload_extent){ rows / DOWN, columns / ACROSS },
                    (workload_extent){ ACROSS, STEP }, "bbbiii", "A", "B", "C", (int)rows, (int)columns, (int)terms);
    reference(A, B, workload_want(j, "C", 0, matrix_bound(terms)), rows, columns, terms);
}

const workload workload_matmul = {
    .name = "matmul", .help = "C = A B, Parboil: tiles of 128 x 16, one factor in shared memory, sums in registers",
    .size_help = "rows x columns of C x terms of each sum, filled up to tiles", .size = { 256, 32, 20 },
    .low = { 1, 1, 1 }, .high = { 1 << 13, 1 << 13, 1 << 13 }, .most = 1 << 22, .paper_size = { 1024, 1056, 96 },
    .shapes = { { "owl", { 512, 1056, 64 } } },
    .bound = "(terms + 1) / 2^24 relative", .build = build, .same_run = true,
};
