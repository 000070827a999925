// SPDX-License-Identifier: BSD-3-Clause
// scalarprod: scalar products of pairs of random vectors (NVIDIA's samples). The reference sums in double. Terms
// are not negative: a kernel's result is off by a rounding for each of the products of one of its 1024 sums
// and for each of the 10 levels of its tree, and by one of the reference to fp32.
#include "sim/workload/workload.h"

enum { SUMS = 1024, LEVELS = 10, THREADS = 256 };

static void build(job *j, workload_size size)
{
    uint32_t pairs = size.rows, length = size.columns;
    const float *left = workload_reals(j, "left", SCALAR_F32, (uint64_t)pairs * length, 1, 0, 1);
    const float *right = workload_reals(j, "right", SCALAR_F32, (uint64_t)pairs * length, 2, 0, 1);
    float *want;

    workload_zero(j, "products", SCALAR_F32, pairs);
    workload_launch(j, &j->steps, "scalarprod", (workload_extent){ size.rounds, 1 }, (workload_extent){ THREADS, 1 },
                    "bbbii", "left", "right", "products", (int)pairs, (int)length);
    want = workload_want(j, "products", 0, ((length + SUMS - 1) / SUMS + LEVELS + 1) / (double)(1 << 24));
    for (uint64_t pair = 0; pair < pairs; pair++) {
        double sum = 0;

        for (uint64_t at = pair * length; at < (pair + 1) * length; at++)
            sum += (double)left[at] * right[at];
        want[pair] = (float)sum;
    }
}

const workload workload_scalarprod = {
    .name = "scalarprod", .help = "scalar products, NVIDIA's samples: a CTA a pair, streams, a tree in shared memory",
    .size_help = "pairs x elements of each vector x CTAs", .size = { 7, 1100, 5 }, .low = { 1, 1, 1 },
    .high = { 1 << 16, 1 << 16, 1 << 16 }, .most = 1 << 26, .paper_size = { 256, 4096, 128 },
    .shapes = { { "owl", { 512, 4096, 512 } } },
    .bound = "(elements / 1024 + 11) / 2^24 relative", .build = build, .same_run = true,
};
