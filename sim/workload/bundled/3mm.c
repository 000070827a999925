// SPDX-License-Identifier: BSD-3-Clause
// 3mm: G = E F with E = A B and F = C D; A and C of size rows x columns, B and D of columns x rows (PolyBench, there
// square). The bound of G is the sum of all three products'.
#include "sim/workload/product.h"

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *B = workload_reals(j, "B", SCALAR_F32, (uint64_t)columns * rows, 2, 0, 1);
    const float *C = workload_reals(j, "C", SCALAR_F32, (uint64_t)rows * columns, 3, 0, 1);
    const float *D = workload_reals(j, "D", SCALAR_F32, (uint64_t)columns * rows, 4, 0, 1);
    float *E, *F, *G;

    workload_zero(j, "E", SCALAR_F32, (uint64_t)rows * rows);
    workload_zero(j, "F", SCALAR_F32, (uint64_t)rows * rows);
    workload_zero(j, "G", SCALAR_F32, (uint64_t)rows * rows);
    product_launch(j, "A", "B", "E", rows, columns, rows);
    product_launch(j, "C", "D", "F", rows, columns, rows);
    product_launch(j, "E", "F", "G", rows, rows, rows);
    E = workload_want(j, "E", 0, matrix_bound(columns));
    product_reference(A, B, E, rows, columns, rows);
    F = workload_want(j, "F", 0, matrix_bound(columns));
    product_reference(C, D, F, rows, columns, rows);
    G = workload_want(j, "G", 0, 2 * matrix_bound(columns) + matrix_bound(rows));
    product_reference(E, F, G, rows, rows, rows);
}

const workload workload_3mm = {
    .name = "3mm", .help = "G = (A B) (C D), PolyBench: three matrix products, coalesced and uniform loads",
    .size_help = "rows x columns of A", .size = { 48, 40 }, .low = { 1, 1 }, .high = { 4096, 4096 },
    .most = 1 << 24, .paper_size = { 192, 64 },
    .shapes = { { "kaws", { 512, 512 } }, { "kaws-few", { 512, 32 } } },
    .bound = "(rows + 2 columns + 3) / 2^24 relative", .build = build, .same_run = true,
};
