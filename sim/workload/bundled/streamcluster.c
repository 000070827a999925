// SPDX-License-Identifier: BSD-3-Clause
// streamcluster: the gain of opening a centre at one point, for every point (Rodinia), with 10 centres open; a round
// for each point that is a candidate. The reference
// sums by the same fused multiply-adds in fp32: results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { CENTRES = 10, THREADS = 512 };

// As in kernels/streamcluster.cu.
typedef struct { float weight, cost; int32_t centre, unused[5]; } point;

static float uniform(uint32_t *state, float high)
{
    return high * (float)job_lcg(state) / (1 << 24);
}

// Points with random weights and costs, each at one of the centres; the table numbers the centres.
static const point *make_points(job *j, uint32_t points, uint32_t dimensions, const int32_t **centre_table)
{
    point *set = workload_data(j, "set", SCALAR_U32, (uint64_t)points * (sizeof *set / 4));
    int32_t *table = workload_data(j, "centre_table", SCALAR_S32, points);
    uint32_t state = workload_stream(j, 1), centres[CENTRES];

    for (uint32_t k = 0; k < CENTRES; k++) {
        centres[k] = job_lcg(&state) % points;
        table[centres[k]] = (int32_t)k;
    }
    for (uint32_t i = 0; i < points; i++) {
        set[i].weight = 0.5f + uniform(&state, 1);
        set[i].cost = uniform(&state, (float)dimensions / 3);
        set[i].centre = (int32_t)centres[job_lcg(&state) % CENTRES];
    }
    *centre_table = table;
    return set;
}

static float gain(const float *coordinates, uint32_t points, uint32_t dimensions, uint32_t i, uint32_t candidate,
                  const point *p)
{
    float sum = 0;

    for (uint32_t k = 0; k < dimensions; k++) {
        const float *line = &coordinates[(uint64_t)k * points];
        float difference = line[i] - line[candidate];

        sum = fmaf(difference, difference, sum);
    }
    return fmaf(sum, p->weight, -p->cost);
}

// Rounds ask points that lie evenly apart.
static uint32_t candidate_of(uint32_t points, uint32_t rounds, uint32_t round)
{
    return (uint32_t)((uint64_t)round * points / rounds);
}

static void build(job *j, workload_size size)
{
    uint32_t points = size.rows, dimensions = size.columns;
    const float *coordinates = workload_reals(j, "coordinates", SCALAR_F32, (uint64_t)points * dimensions, 2, 0, 1);
    const int32_t *centre_table;
    const point *set = make_points(j, points, dimensions, &centre_table);
    int32_t *switches;
    float *lower;

    workload_zero(j, "switches", SCALAR_S32, points);
    workload_zero(j, "lower", SCALAR_F32, (uint64_t)points * (CENTRES + 1));
    for (uint32_t round = 0; round < size.rounds; round++)
        workload_launch(j, &j->steps, "streamcluster", workload_ctas(points, THREADS), (workload_extent){ THREADS, 1 },
                        "bbbbbiiii", "set", "coordinates", "centre_table", "switches", "lower", (int)points,
                        (int)dimensions, CENTRES, (int)candidate_of(points, size.rounds, round));
    switches = workload_want(j, "switches", 0, 0);
    lower = workload_want(j, "lower", 0, 0);
    for (uint32_t round = 0; round < size.rounds; round++) {
        uint32_t candidate = candidate_of(points, size.rounds, round);

        for (uint32_t i = 0; i < points; i++) {
            float by = gain(coordinates, points, dimensions, i, candidate, &set[i]);
            float *row = &lower[(uint64_t)i * (CENTRES + 1)];

            if (by < 0) {
                switches[i] = 1;
                row[CENTRES] += by;
            } else {
                row[centre_table[set[i].centre]] -= by;
            }
        }
    }
}

const workload workload_streamcluster = {
    .name = "streamcluster", .help = "the gain of a new centre, Rodinia: coalesced coordinates, points as structs of 32 bytes",
    .size_help = "points x dimensions x candidates", .size = { 2048, 16, 1 }, .low = { 1, 1, 1 },
    .high = { 1 << 22, 256, 1024 }, .most = 1 << 26, .paper_size = { 1 << 16, 32, 1 },
    .shapes = { { "kaws", { 1 << 16, 32, 140 } }, { "kaws-few", { 1 << 16, 32, 10 } },
                { "kaws-long", { 1 << 16, 256, 3 } } },
    .bound = "equal", .build = build,
};
