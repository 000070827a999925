// SPDX-License-Identifier: BSD-3-Clause
// atax: y = At (A x), as two kernels (PolyBench). Rows are divergent, columns coalesced. The second product runs over the
// first rows of A, as many as there are terms.
#include "sim/workload/matrix.h"

static void build(job *j, workload_size size)
{
    uint32_t count = size.rows, terms = size.columns, order = matrix_order(size);
    matrix A = matrix_square(j, "A", size, 1);
    const float *x = workload_reals(j, "x", SCALAR_F32, terms, 2, 0, 1);
    float *tmp, *y;

    workload_zero(j, "tmp", SCALAR_F32, order);
    workload_zero(j, "y", SCALAR_F32, count);
    matrix_launch(j, "atax_row", (const char *[]){ "A", "x", "tmp" }, count, terms, A.pitch, count);
    matrix_launch(j, "atax_column", (const char *[]){ "A", "tmp", "y" }, terms, count, A.pitch, count);
    tmp = workload_want(j, "tmp", 0, matrix_bound(terms));
    for (uint32_t row = 0; row < count; row++)
        tmp[row] = (float)matrix_row(&A, terms, row, x);
    y = workload_want(j, "y", 0, 2 * matrix_bound(terms));
    for (uint32_t column = 0; column < count; column++)
        y[column] = (float)matrix_column(&A, terms, column, tmp);
}

const workload workload_atax = {
    .name = "atax", .help = "y = At (A x), PolyBench: a divergent kernel (32 lines a load), then a coalesced one",
    .size_help = "sums in each product x terms of a sum, of a square matrix", .size = { 512, 32 }, .low = { 1, 1 },
    .high = { 8192, 8192 }, .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "2 (terms + 1) / 2^24 relative", .build = build, .same_run = true,
};
