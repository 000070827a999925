// SPDX-License-Identifier: BSD-3-Clause
// gcd: greatest common divisors of pairs, of triples for odd threads, by a called device function.
#include "sim/workload/workload.h"

enum { THREADS = 128 };

static uint32_t greatest_common_divisor(uint32_t a, uint32_t b)
{
    while (b) {
        uint32_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    static const char *const names[] = { "a", "b", "c" };
    uint32_t *numbers[3], *want;

    for (uint32_t k = 0; k < 3; k++) {
        uint32_t state = workload_stream(j, k + 1);

        numbers[k] = workload_data(j, names[k], SCALAR_U32, n);
        for (uint32_t i = 0; i < n; i++)
            numbers[k][i] = (job_lcg(&state) % 10000 + 1) * (k == 2 ? 1 : 12);
    }
    workload_zero(j, "out", SCALAR_U32, n);
    workload_launch(j, &j->steps, "gcd", workload_ctas(n, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbbbi", "a", "b", "c", "out", (int)n);
    want = workload_want(j, "out", 0, 0);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t first = greatest_common_divisor(numbers[0][i], numbers[1][i]);

        want[i] = i & 1 ? greatest_common_divisor(first, numbers[2][i]) : first;
    }
}

const workload workload_gcd = {
    .name = "gcd", .help = "greatest common divisors by a device function that is really called, from two places",
    .size_help = "results", .size = { 1024 }, .low = { 1 }, .high = { 1 << 24 }, .paper_size = { 1 << 16 },
    .bound = "equal", .build = build,
};
