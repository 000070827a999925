// SPDX-License-Identifier: BSD-3-Clause
// maze: the state machine of kernels/maze.cu, whose control flow is irreducible: loops with two entries.
#include "sim/workload/workload.h"

enum { ROUNDS = 6, THREADS = 128 };

static uint32_t reference(uint32_t seed)
{
    enum { EVEN, ODD, FORK, JOIN } place;
    uint32_t state = seed, steps = 0, sum = 0;

    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t limit = steps + 60;

        for (place = state & 1 ? ODD : EVEN; place != JOIN;) {
            if (place == EVEN) {
                state >>= 1;
                steps++;
                place = state & 2 ? FORK : state & 1 ? ODD : state > 4 ? EVEN : JOIN;
            } else if (place == ODD) {
                state = (3 * state + 1) & 0xffff;
                steps += 2;
                place = steps > limit ? JOIN : state > 0x8000 ? FORK : state & 8 ? EVEN : JOIN;
            } else {
                sum += steps ^ state;
                state = (state >> 2) + 1;
                place = (state & 5) == 5 ? ODD : (state & 3) == 2 && state > 64 ? EVEN : JOIN;
            }
        }
        sum = sum * 31 + state;
        state += seed + round;
    }
    return sum + steps;
}

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows;
    uint32_t *seeds = workload_data(j, "seeds", SCALAR_U32, n), *want, state = workload_stream(j, 1);

    for (uint32_t i = 0; i < n; i++)
        seeds[i] = job_lcg(&state) & 0xffff;
    workload_zero(j, "out", SCALAR_U32, n);
    workload_launch(j, &j->steps, "maze", workload_ctas(n, THREADS),
                    (workload_extent){ THREADS, 1 }, "bbii", "seeds", "out", (int)n, ROUNDS);
    want = workload_want(j, "out", 0, 0);
    for (uint32_t i = 0; i < n; i++)
        want[i] = reference(seeds[i]);
}

const workload workload_maze = {
    .name = "maze", .help = "a state machine of gotos: nested divergence, loops with two entries",
    .size_help = "threads", .size = { 1024 }, .low = { 1 }, .high = { 1 << 24 }, .paper_size = { 1 << 16 },
    .bound = "equal", .build = build,
};
