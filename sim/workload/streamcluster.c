// streamcluster: the gain of opening a centre at one point, for every point (Rodinia), with 10 centres open. The reference
// sums by the same fused multiply-adds in fp32: results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { CENTRES = 10, CANDIDATE = 0, THREADS = 512 };

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

static float gain(const float *coordinates, uint32_t points, uint32_t dimensions, uint32_t i, const point *p)
{
    float sum = 0;

    for (uint32_t k = 0; k < dimensions; k++) {
        const float *line = &coordinates[(uint64_t)k * points];
        float difference = line[i] - line[CANDIDATE];

        sum = fmaf(difference, difference, sum);
    }
    return fmaf(sum, p->weight, -p->cost);
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
    workload_launch(j, &j->steps, "streamcluster", workload_ctas(points, THREADS), (workload_extent){ THREADS, 1 },
                    "bbbbbiiii", "set", "coordinates", "centre_table", "switches", "lower", (int)points,
                    (int)dimensions, CENTRES, CANDIDATE);
    switches = workload_want(j, "switches", 0, 0);
    lower = workload_want(j, "lower", 0, 0);
    for (uint32_t i = 0; i < points; i++) {
        float by = gain(coordinates, points, dimensions, i, &set[i]);
        float *row = &lower[(uint64_t)i * (CENTRES + 1)];

        switches[i] = by < 0;
        if (by < 0)
            row[CENTRES] += by;
        else
            row[centre_table[set[i].centre]] -= by;
    }
}

const workload workload_streamcluster = {
    .name = "streamcluster", .help = "the gain of a new centre, Rodinia: coalesced coordinates, points as structs of 32 bytes",
    .size_help = "points x dimensions", .size = { 2048, 16 }, .low = { 1, 1 }, .high = { 1 << 22, 256 },
    .most = 1 << 26, .paper_size = { 1 << 16, 32 },
    .bound = "equal", .build = build,
};
