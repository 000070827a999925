// SPDX-License-Identifier: BSD-3-Clause
// bicg: s = At r (coalesced) and q = A p (divergent) (PolyBench).
#include "sim/workload/matrix.h"

static void build(job *j, workload_size size)
{
    uint32_t count = size.rows, terms = size.columns;
    matrix A = matrix_square(j, "A", size, 1);
    const float *r = workload_reals(j, "r", SCALAR_F32, terms, 2, 0, 1);
    const float *p = workload_reals(j, "p", SCALAR_F32, terms, 3, 0, 1);
    float *s, *q;

    workload_zero(j, "s", SCALAR_F32, count);
    workload_zero(j, "q", SCALAR_F32, count);
    matrix_launch(j, "bicg_column", (const char *[]){ "A", "r", "s" }, terms, count, A.pitch, count);
    matrix_launch(j, "bicg_row", (const char *[]){ "A", "p", "q" }, count, terms, A.pitch, count);
    s = workload_want(j, "s", 0, matrix_bound(terms));
    q = workload_want(j, "q", 0, matrix_bound(terms));
    for (uint32_t i = 0; i < count; i++) {
        s[i] = (float)matrix_column(&A, terms, i, r);
        q[i] = (float)matrix_row(&A, terms, i, p);
    }
}

const workload workload_bicg = {
    .name = "bicg", .help = "s = At r and q = A p, PolyBench: a coalesced kernel, then a divergent one",
    .size_help = "sums in each product x terms of a sum, of a square matrix", .size = { 512, 32 }, .low = { 1, 1 },
    .high = { 8192, 8192 }, .most = 1 << 26, .paper_size = { 4096, 1024 },
    .bound = "(terms + 1) / 2^24 relative", .build = build, .same_run = true,
};
