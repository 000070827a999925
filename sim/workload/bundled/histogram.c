// SPDX-License-Identifier: BSD-3-Clause
// histogram: 64 bins by atomics, first in shared memory, then in global memory.
#include "sim/workload/workload.h"

enum { BINS = 64, THREADS = 256, CTAS_MAX = 64, PER_THREAD = 4 };

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    uint32_t ctas = (n + PER_THREAD * THREADS - 1) / (PER_THREAD * THREADS), state = workload_stream(j, 1);
    uint32_t *in = workload_data(j, "in", SCALAR_U32, n), *want;

    for (uint32_t i = 0; i < n; i++)
        in[i] = job_lcg(&state) >> 8;
    workload_zero(j, "bins", SCALAR_U32, BINS);
    workload_launch(j, &j->steps, "histogram", (workload_extent){ ctas < CTAS_MAX ? ctas : CTAS_MAX, 1 },
                    (workload_extent){ THREADS, 1 }, "bbi", "in", "bins", (int)n);
    want = workload_want(j, "bins", 0, 0);
    for (uint32_t i = 0; i < n; i++)
        want[in[i] % BINS]++;
}

const workload workload_histogram = {
    .name = "histogram", .help = "64 bins by atomics in shared, then in global memory",
    .size_help = "values", .size = { 8192 }, .low = { 1 }, .high = { 1 << 26 }, .paper_size = { 1 << 20 },
    .bound = "equal", .build = build,
};
