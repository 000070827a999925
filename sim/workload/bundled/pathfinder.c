// SPDX-License-Identifier: BSD-3-Clause
// pathfinder: cheapest ways through a grid (Rodinia), up to 20 columns a launch, results in two buffers by turns.
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { THREADS = 256, STEPS_MAX = 20 };

// The costs of a column from those of the one before it.
static void step(int32_t *after, const int32_t *before, const int32_t *wall, uint32_t rows)
{
    for (uint32_t row = 0; row < rows; row++) {
        int32_t best = before[row];

        if (row > 0 && before[row - 1] < best)
            best = before[row - 1];
        if (row + 1 < rows && before[row + 1] < best)
            best = before[row + 1];
        after[row] = best + wall[row];
    }
}

static void build(job *j, workload_size size)
{
    static const char *const names[] = { "costs", "others" };
    uint32_t rows = size.rows, columns = size.columns, state = workload_stream(j, 1), turn = 0;
    int32_t *wall = workload_data(j, "wall", SCALAR_S32, (uint64_t)rows * columns);
    int32_t *first = workload_data(j, "costs", SCALAR_S32, rows), *want, *before;

    for (uint64_t i = 0; i < (uint64_t)rows * columns; i++)
        wall[i] = (int32_t)(job_lcg(&state) % 10);
    memcpy(first, wall, rows * sizeof *wall);
    workload_none(j, "others", SCALAR_S32, rows);
    for (uint32_t column = 1; column < columns; column += STEPS_MAX, turn ^= 1) {
        uint32_t steps = columns - column < STEPS_MAX ? columns - column : STEPS_MAX;

        workload_launch(j, &j->steps, "pathfinder", workload_ctas(rows, THREADS - 2 * steps),
                        (workload_extent){ THREADS, 1 }, "bbbiii", "wall", names[turn], names[!turn], (int)rows,
                        (int)column, (int)steps);
    }
    want = workload_want(j, names[turn], 0, 0);
    before = malloc(rows * sizeof *before);
    if (!before)
        abort();
    memcpy(want, wall, rows * sizeof *wall);
    for (uint32_t column = 1; column < columns; column++) {
        memcpy(before, want, rows * sizeof *want);
        step(want, before, &wall[(uint64_t)column * rows], rows);
    }
    free(before);
}

const workload workload_pathfinder = {
    .name = "pathfinder", .help = "cheapest ways through a grid, Rodinia: shared memory, barriers, coalesced loads",
    .size_help = "rows x columns of the grid", .size = { 2000, 41 }, .low = { 1, 2 }, .high = { 1 << 22, 1 << 16 },
    .most = 1 << 26, .paper_size = { 50000, 101 },
    .shapes = { { "kaws", { 100000, 101 } }, { "kaws-few", { 100000, 101 } } },
    .bound = "equal", .build = build, .same_run = true,
};
