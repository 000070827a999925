// SPDX-License-Identifier: BSD-3-Clause
// hotspot: two steps of the temperatures on a chip, by the constants that Rodinia has for 512 x 512 cells. The reference sums
// by the same fused multiply-adds in fp32: results are equal.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

// As in kernels/hotspot.cu.
enum { SIDE = 16, STEPS = 2, INNER = SIDE - 2 * STEPS };

static void step(float *after, const float *before, const float *power, uint32_t rows, uint32_t columns)
{
    for (uint32_t row = 0; row < rows; row++) {
        for (uint32_t column = 0; column < columns; column++) {
            uint32_t at = row * columns + column;
            float here = before[at], gain;
            float north = before[row > 0 ? at - columns : at], south = before[row + 1 < rows ? at + columns : at];
            float west = before[column > 0 ? at - 1 : at], east = before[column + 1 < columns ? at + 1 : at];

            gain = fmaf(fmaf(here, -2, south + north), 0.1f, power[at]);
            gain = fmaf(fmaf(here, -2, east + west), 0.1f, gain);
            gain = fmaf(80 - here, 0.0001953125f, gain);
            after[at] = fmaf(gain, 0.34133333f, here);
        }
    }
}

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns, count = rows * columns;
    const float *power = workload_reals(j, "power", SCALAR_F32, count, 1, 0, 1);
    const float *before = workload_reals(j, "before", SCALAR_F32, count, 2, 323, 343);
    float *want, *between;

    workload_none(j, "after", SCALAR_F32, count);
    workload_launch(j, &j->steps, "hotspot", (workload_extent){ (columns + INNER - 1) / INNER, (rows + INNER - 1) / INNER },
                    (workload_extent){ SIDE, SIDE }, "bbbii", "power", "before", "after", (int)rows, (int)columns);
    want = workload_want(j, "after", 0, 0);
    between = malloc(count * sizeof *between);
    if (!between)
        abort();
    memcpy(want, before, count * sizeof *want);
    for (int i = 0; i < STEPS; i++) {
        memcpy(between, want, count * sizeof *want);
        step(want, between, power, rows, columns);
    }
    free(between);
}

const workload workload_hotspot = {
    .name = "hotspot", .help = "temperatures on a chip, Rodinia: tiles of 16 x 16 in shared memory that shrink, barriers",
    .size_help = "rows x columns of the chip", .size = { 48, 48 }, .low = { 1, 1 }, .high = { 1 << 14, 1 << 14 },
    .most = 1 << 24, .paper_size = { 512, 512 },
    .bound = "equal", .build = build, .same_run = true,
};
