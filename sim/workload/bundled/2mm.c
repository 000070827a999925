// SPDX-License-Identifier: BSD-3-Clause
// 2mm: D = (A B) C with A of size rows x columns, B of columns x rows, C of rows x columns (PolyBench, there square).
// The bound of D is the sum of both products'.
#include "sim/workload/product.h"

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    const float *A = workload_reals(j, "A", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    const float *B = workload_reals(j, "B", SCALAR_F32, (uint64_t)columns * rows, 2, 0, 1);
    const float *C = workload_reals(j, "C", SCALAR_F32, (uint64_t)rows * columns, 3, 0, 1);
    float *E, *D;

    workload_zero(j, "E", SCALAR_F32, (uint64_t)rows * rows);
    workload_zero(j, "D", SCALAR_F32, (uint64_t)rows * columns);
    product_launch(j, "A", "B", "E", rows, columns, rows);
    product_launch(j, "E", "C", "D", rows, rows, columns);
    E = workload_want(j, "E", 0, matrix_bound(columns));
    product_reference(A, B, E, rows, columns, rows);
    D = workload_want(j, "D", 0, matrix_bound(columns) + matrix_bound(rows));
    product_reference(E, C, D, rows, rows, columns);
}

const workload workload_2mm = {
    .name = "2mm", .help = "D = (A B) C, PolyBench: two matrix products, coalesced and uniform loads",
    .size_help = "rows x columns of A", .size = { 48, 40 }, .low = { 1, 1 }, .high = { 4096, 4096 },
    .most = 1 << 24, .paper_size = { 192, 192 },
    .bound = "(rows + columns + 2) / 2^24 relative", .build = build, .same_run = true,
};
