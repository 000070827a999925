// SPDX-License-Identifier: BSD-3-Clause
// jacobi64: one Jacobi sweep of a diagonally dominant system in fp64. Off-diagonal elements and x are below 1 and the
// diagonal is the size, so before the division the sum stays below size + 1: size + 1 roundings of that, then one more.
#include "sim/workload/workload.h"

enum { THREADS = 64 };

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    double *A = workload_reals(j, "A", SCALAR_F64, (uint64_t)n * n, 1, 0, 1);
    const double *b = workload_reals(j, "b", SCALAR_F64, n, 2, 0, 1);
    const double *x = workload_reals(j, "x", SCALAR_F64, n, 3, 0, 1);
    double *want;

    for (uint32_t i = 0; i < n; i++)
        A[(uint64_t)i * n + i] = n;
    workload_zero(j, "next", SCALAR_F64, n);
    workload_launch(j, &j->steps, "jacobi64", workload_ctas(n, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbbi", "A", "b", "x", "next", (int)n);
    want = workload_want(j, "next", (n + 3.0) * (n + 1.0) / n / 4503599627370496.0, 0);
    for (uint32_t row = 0; row < n; row++) {
        double sum = b[row];

        for (uint32_t column = 0; column < n; column++)
            if (column != row)
                sum -= A[(uint64_t)row * n + column] * x[column];
        want[row] = sum / n;
    }
}

const workload workload_jacobi64 = {
    .name = "jacobi64", .help = "a Jacobi sweep in fp64: fused multiply-adds and a division",
    .size_help = "unknowns", .size = { 96 }, .low = { 1 }, .high = { 4096 }, .paper_size = { 1920 },
    .bound = "about (size + 4) / 2^52 absolute", .build = build, .same_run = true,
};
