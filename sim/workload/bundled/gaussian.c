// SPDX-License-Identifier: BSD-3-Clause
// gaussian: forward elimination of a diagonally dominant system (Rodinia), two launches a column. Rodinia computes
// the unknowns on the host afterwards.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { DIVIDE_THREADS = 512, TILE = 16 };

static void reference(uint32_t order, float *multipliers, float *matrix, float *right)
{
    for (uint32_t pivot = 0; pivot + 1 < order; pivot++) {
        const float *from = &matrix[(uint64_t)pivot * order];

        for (uint32_t row = pivot + 1; row < order; row++) {
            float *to = &matrix[(uint64_t)row * order], multiplier = to[pivot] / from[pivot];

            multipliers[(uint64_t)row * order + pivot] = multiplier;
            for (uint32_t column = pivot; column < order; column++)
                to[column] = fmaf(-multiplier, from[column], to[column]);
            right[row] = fmaf(-multiplier, right[pivot], right[row]);
        }
    }
}

static void build(job *j, workload_size size)
{
    uint32_t order = size.rows, tiles = (order + TILE - 1) / TILE;
    uint64_t elements = (uint64_t)order * order;
    float *matrix = workload_reals(j, "matrix", SCALAR_F32, elements, 1, 0, 1), *want;
    const float *right = workload_reals(j, "right", SCALAR_F32, order, 2, 0, 1);

    for (uint32_t i = 0; i < order; i++)
        matrix[(uint64_t)i * order + i] += (float)order;
    workload_zero(j, "multipliers", SCALAR_F32, elements);
    for (uint32_t pivot = 0; pivot + 1 < order; pivot++) {
        workload_launch(j, &j->steps, "gaussian_divide", workload_ctas(order, DIVIDE_THREADS),
                        (workload_extent){ DIVIDE_THREADS, 1 }, "bbii", "multipliers", "matrix", (int)order,
                        (int)pivot);
        workload_launch(j, &j->steps, "gaussian_subtract", (workload_extent){ tiles, tiles },
                        (workload_extent){ TILE, TILE }, "bbbii", "multipliers", "matrix", "right", (int)order,
                        (int)pivot);
    }
    want = workload_want(j, "matrix", 0, 0);
    memcpy(want, matrix, elements * sizeof *want);
    reference(order, workload_want(j, "multipliers", 0, 0), want,
              memcpy(workload_want(j, "right", 0, 0), right, order * sizeof *right));
}

const workload workload_gaussian = {
    .name = "gaussian", .help = "Gaussian elimination, Rodinia: lanes go down the rows, two launches a column",
    .size_help = "unknowns", .size = { 24 }, .low = { 2 }, .high = { 2048 }, .paper_size = { 208 },
    .shapes = { { "bucl", { 128 } } },
    .bound = "equal", .build = build, .same_run = true,
};
