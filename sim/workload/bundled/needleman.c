// SPDX-License-Identifier: BSD-3-Clause
// needleman: two random sequences of 20 letters, a symmetric table of how similar letters are (Rodinia has
// BLOSUM62), a penalty of 10 for a gap. Tables are filled up to whole tiles.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { TILE = 32, LETTERS = 20, PENALTY = 10 };

static int32_t larger(int32_t a, int32_t b)
{
    return a > b ? a : b;
}

// Similarities of a letter and another from -4 to 3, of a letter and itself from 4 to 11.
static void make_similarities(job *j, uint32_t columns, int32_t *similarities)
{
    uint32_t letters = workload_stream(j, 1), state = workload_stream(j, 2);
    int32_t of[LETTERS][LETTERS];
    uint8_t *down = malloc(columns), *across = malloc(columns);

    if (!down || !across)
        abort();
    for (uint32_t a = 0; a < LETTERS; a++)
        for (uint32_t b = 0; b <= a; b++)
            of[a][b] = of[b][a] = (int32_t)(job_lcg(&state) % 8) + (a == b ? 4 : -4);
    for (uint32_t i = 0; i < columns; i++) {
        down[i] = job_lcg(&letters) % LETTERS;
        across[i] = job_lcg(&letters) % LETTERS;
    }
    for (uint32_t row = 1; row < columns; row++)
        for (uint32_t column = 1; column < columns; column++)
            similarities[(uint64_t)row * columns + column] = of[down[row]][across[column]];
    free(down);
    free(across);
}

static void reference(uint32_t columns, const int32_t *similarities, int32_t *scores)
{
    for (uint32_t i = 1; i < columns; i++)
        scores[i] = scores[(uint64_t)i * columns] = -PENALTY * (int32_t)i;
    for (uint32_t row = 1; row < columns; row++) {
        for (uint32_t column = 1; column < columns; column++) {
            int32_t *at = &scores[(uint64_t)row * columns + column];
            int32_t both = at[-(int64_t)columns - 1] + similarities[(uint64_t)row * columns + column];

            *at = larger(both, larger(at[-1], at[-(int64_t)columns]) - PENALTY);
        }
    }
}

static void build(job *j, workload_size size)
{
    uint32_t tiles = (size.rows + TILE - 1) / TILE, columns = tiles * TILE + 1;
    int32_t *similarities = workload_data(j, "similarities", SCALAR_S32, (uint64_t)columns * columns);
    int32_t *scores = workload_data(j, "scores", SCALAR_S32, (uint64_t)columns * columns);

    make_similarities(j, columns, similarities);
    for (uint32_t i = 1; i < columns; i++)
        scores[i] = scores[(uint64_t)i * columns] = -PENALTY * (int32_t)i;
    for (uint32_t diagonal = 0; diagonal + 1 < 2 * tiles; diagonal++) {
        uint32_t first = diagonal < tiles ? 0 : diagonal + 1 - tiles;

        workload_launch(j, &j->steps, "needleman", (workload_extent){ diagonal + 1 - 2 * first, 1 },
                        (workload_extent){ TILE, 1 }, "bbiiii", "similarities", "scores", (int)columns, PENALTY,
                        (int)first, (int)diagonal);
    }
    reference(columns, similarities, workload_want(j, "scores", 0, 0));
}

const workload workload_needleman = {
    .name = "needleman", .help = "Needleman-Wunsch, Rodinia: tiles in shared memory, a launch a diagonal, single warps",
    .size_help = "letters of each sequence", .size = { 64 }, .low = { 1 }, .high = { 8192 }, .paper_size = { 1024 },
    .shapes = { { "bucl", { 512 } } },
    .bound = "equal", .build = build,
};
