// SPDX-License-Identifier: BSD-3-Clause
// lud: a matrix in place into L and U without pivots (Rodinia), by tiles of 16 x 16, three launches a tile of
// the diagonal. The reference works out an element after the other from the definition, sums of each tile's 16
// products apart as the kernels do: results are equal.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { TILE = 16 };

// a less the products of the row of L and the column of U before `end`, of which the whole tiles are summed up first.
static float less_products(const float *matrix, uint32_t order, uint32_t row, uint32_t column, uint32_t end)
{
    const uint32_t smaller = row < column ? row : column, own = smaller - smaller % TILE;
    const float *of_row = &matrix[(uint64_t)row * order], *of_column = &matrix[column];
    float value = of_row[column];

    for (uint32_t tile = 0; tile < own; tile += TILE) {
        float sum = 0;

        for (uint32_t k = tile; k < tile + TILE; k++)
            sum = fmaf(of_row[k], of_column[(uint64_t)k * order], sum);
        value -= sum;
    }
    for (uint32_t k = own; k < end; k++)
        value = fmaf(-of_row[k], of_column[(uint64_t)k * order], value);
    return value;
}

static void reference(float *matrix, uint32_t order)
{
    for (uint32_t row = 0; row < order; row++)
        for (uint32_t column = 0; column < order; column++) {
            const uint32_t end = row <= column ? row : column;
            const float value = less_products(matrix, order, row, column, end);

            matrix[(uint64_t)row * order + column] =
                row <= column ? value : value / matrix[(uint64_t)column * order + column];
        }
}

static void build(job *j, workload_size size)
{
    const uint32_t order = (size.rows + TILE - 1) / TILE * TILE;
    const uint64_t elements = (uint64_t)order * order;
    float *matrix = workload_reals(j, "matrix", SCALAR_F32, elements, 1, 0, 1);

    for (uint32_t i = 0; i < order; i++)
        matrix[(uint64_t)i * order + i] += (float)order;
    for (uint32_t corner = 0; corner < order; corner += TILE) {
        const uint32_t left = (order - corner) / TILE - 1;

        workload_launch(j, &j->steps, "lud_diagonal", (workload_extent){ 1, 1 }, (workload_extent){ TILE, 1 }, "bii",
                        "matrix", (int)order, (int)corner);
        if (left == 0)
            break;
        workload_launch(j, &j->steps, "lud_perimeter", (workload_extent){ left, 1 }, (workload_extent){ 2 * TILE, 1 },
                        "bii", "matrix", (int)order, (int)corner);
        workload_launch(j, &j->steps, "lud_internal", (workload_extent){ left, left }, (workload_extent){ TILE, TILE },
                        "bii", "matrix", (int)order, (int)corner);
    }
    reference(memcpy(workload_want(j, "matrix", 0, 0), matrix, elements * sizeof *matrix), order);
}

const workload workload_lud = {
    .name = "lud", .help = "LU decomposition, Rodinia: tiles in shared memory, three launches a tile, fewer CTAs each",
    .size_help = "unknowns, rounded up to tiles of 16", .size = { 64 }, .low = { 1 }, .high = { 4096 },
    .paper_size = { 256 },
    .bound = "equal", .build = build, .same_run = true,
};
