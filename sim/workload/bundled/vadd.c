// SPDX-License-Identifier: BSD-3-Clause
// vadd: c = a + b. The reference adds in fp32, as the kernel does: results are equal.
#include "sim/workload/workload.h"

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    const float *a = workload_reals(j, "a", SCALAR_F32, n, 1, 0, 1);
    const float *b = workload_reals(j, "b", SCALAR_F32, n, 2, 0, 1);
    float *want;

    workload_none(j, "c", SCALAR_F32, n);
    workload_launch(j, &j->steps, "vadd", workload_ctas(n, 256), (workload_extent){ 256, 1 },
                    "bbbi", "a", "b", "c", (int)n);
    want = workload_want(j, "c", 0, 0);
    for (uint32_t i = 0; i < n; i++)
        want[i] = a[i] + b[i];
}

const workload workload_vadd = {
    .name = "vadd", .help = "c = a + b: streaming, coalesced",
    .size_help = "elements", .size = { 8192 }, .low = { 1 }, .high = { 1 << 26 }, .paper_size = { 1 << 20 },
    .bound = "equal", .build = build, .same_run = true,
};
