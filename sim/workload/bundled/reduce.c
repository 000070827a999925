// SPDX-License-Identifier: BSD-3-Clause
// reduce: sums of 512 integers a CTA, in shared memory with barriers.
#include "sim/workload/workload.h"

enum { STRETCH = 512 };

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    uint32_t ctas = (n + STRETCH - 1) / STRETCH, state = workload_stream(j, 1);
    int32_t *in = workload_data(j, "in", SCALAR_S32, n), *want;

    for (uint32_t i = 0; i < n; i++)
        in[i] = (int32_t)(job_lcg(&state) % 2001) - 1000;
    workload_zero(j, "sums", SCALAR_S32, ctas);
    workload_launch(j, &j->steps, "reduce", (workload_extent){ ctas, 1 }, (workload_extent){ 256, 1 }, "bbi", "in",
                    "sums", (int)n);
    want = workload_want(j, "sums", 0, 0);
    for (uint32_t i = 0; i < n; i++)
        want[i / STRETCH] += in[i];
}

const workload workload_reduce = {
    .name = "reduce", .help = "sums of 512 integers in shared memory, with barriers",
    .size_help = "integers", .size = { 16384 }, .low = { 1 }, .high = { 1 << 26 }, .paper_size = { 1 << 21 },
    .bound = "equal", .build = build, .same_run = true,
};
