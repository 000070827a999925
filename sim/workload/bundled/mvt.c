// SPDX-License-Identifier: BSD-3-Clause
// mvt: x1 += A y1 (divergent) and x2 += At y2 (coalesced) (PolyBench).
#include "sim/workload/matrix.h"

static void build(job *j, workload_size size)
{
    uint32_t count = size.rows, terms = size.columns;
    matrix A = matrix_square(j, "A", size, 1);
    const float *x1 = workload_reals(j, "x1", SCALAR_F32, count, 2, 0, 1);
    const float *x2 = workload_reals(j, "x2", SCALAR_F32, count, 3, 0, 1);
    const float *y1 = workload_reals(j, "y1", SCALAR_F32, terms, 4, 0, 1);
    const float *y2 = workload_reals(j, "y2", SCALAR_F32, terms, 5, 0, 1);
    float *want1, *want2;

    matrix_launch(j, "mvt_row", (const char *[]){ "A", "x1", "y1" }, count, terms, A.pitch, count);
    matrix_launch(j, "mvt_column", (const char *[]){ "A", "x2", "y2" }, terms, count, A.pitch, count);
    want1 = workload_want(j, "x1", 0, matrix_bound(terms));
    want2 = workload_want(j, "x2", 0, matrix_bound(terms));
    for (uint32_t i = 0; i < count; i++) {
        want1[i] = (float)(x1[i] + matrix_row(&A, terms, i, y1));
        want2[i] = (float)(x2[i] + matrix_column(&A, terms, i, y2));
    }
}

const workload workload_mvt = {
    .name = "mvt", .help = "x1 += A y1 and x2 += At y2, PolyBench: a divergent kernel, then a coalesced one",
    .size_help = "sums in each product x terms of a sum, of a square matrix", .size = { 160, 64 }, .low = { 1, 1 },
    .high = { 8192, 8192 }, .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "(terms + 1) / 2^24 relative", .build = build, .same_run = true,
};
