// SPDX-License-Identifier: BSD-3-Clause
// gesummv: y = 1.5 A x + 0.75 B x, both products row by row in one divergent kernel (PolyBench).
#include "sim/workload/matrix.h"

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    matrix A = matrix_square(j, "A", size, 1), B = matrix_square(j, "B", size, 2);
    const float *x = workload_reals(j, "x", SCALAR_F32, columns, 3, 0, 1);
    float *tmp, *y;

    workload_zero(j, "tmp", SCALAR_F32, rows);
    workload_zero(j, "y", SCALAR_F32, rows);
    workload_launch(j, &j->steps, "gesummv", workload_ctas(rows, MATRIX_THREADS), (workload_extent){ MATRIX_THREADS, 1 },
                    "bbbbbiii", "A", "B", "x", "tmp", "y", (int)rows, (int)columns, (int)A.pitch);
    tmp = workload_want(j, "tmp", 0, matrix_bound(columns));
    y = workload_want(j, "y", 0, matrix_bound(columns + 2));
    for (uint32_t row = 0; row < rows; row++) {
        double a = matrix_row(&A, columns, row, x), b = matrix_row(&B, columns, row, x);

        tmp[row] = (float)a;
        y[row] = (float)(1.5 * a + 0.75 * b);
    }
}

const workload workload_gesummv = {
    .name = "gesummv", .help = "y = 1.5 A x + 0.75 B x, PolyBench: two divergent loads (32 lines each) at every step",
    .size_help = "sums x terms of a sum, of square matrices", .size = { 256, 24 }, .low = { 1, 1 },
    .high = { 8192, 8192 }, .most = 1 << 26, .paper_size = { 4096, 256 },
    .bound = "(terms + 3) / 2^24 relative", .build = build, .same_run = true,
};
