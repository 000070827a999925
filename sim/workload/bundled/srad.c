// SPDX-License-Identifier: BSD-3-Clause
// srad: 2 steps of SRAD (Rodinia's first version: its kernels srad and srad2). What Rodinia's other kernels and its host
// compute from the whole image before a step, the noise, is computed here for all steps.
#include "sim/workload/diffusion.h"

enum { THREADS = 256 };

// The row or column of the neighbour on a side, for `count` rows or columns.
static void add_neighbours(job *j, const char *name, uint32_t count, bool before)
{
    int32_t *at = workload_data(j, name, SCALAR_S32, count);

    for (uint32_t i = 0; i < count; i++)
        at[i] = (int32_t)(before ? (i > 0 ? i - 1 : i) : (i + 1 < count ? i + 1 : i));
}

static void launch_step(job *j, uint32_t rows, uint32_t columns, int number)
{
    workload_extent grid = workload_ctas(rows * columns, THREADS), block = { THREADS, 1 };

    workload_launch(j, &j->steps, "srad", grid, block, "bbbbbbbbbbbiii", "north", "south", "west", "east", "image",
                    "noise", "d_north", "d_south", "d_west", "d_east", "coefficient", (int)rows, (int)columns, number);
    workload_launch(j, &j->steps, "srad2", grid, block, "bbbbbbbbii", "south", "east", "d_north", "d_south", "d_west",
                    "d_east", "coefficient", "image", (int)rows, (int)columns);
}

// Columns lie one after the other.
static void build(job *j, workload_size size)
{
    const diffusion_shape shape = { size.rows, size.columns, 1, size.rows };

    diffusion_inputs(j, &shape);
    add_neighbours(j, "north", size.rows, true);
    add_neighbours(j, "south", size.rows, false);
    add_neighbours(j, "west", size.columns, true);
    add_neighbours(j, "east", size.columns, false);
    for (int i = 0; i < DIFFUSION_STEPS; i++)
        launch_step(j, size.rows, size.columns, i);
    diffusion_reference(j, &shape);
}

const workload workload_srad = {
    .name = "srad", .help = "diffusion in an image, Rodinia: two coalesced kernels a step, divisions, many stores",
    .size_help = "rows x columns of the image", .size = { 64, 64 }, .low = { 2, 2 }, .high = { 1 << 16, 1 << 16 },
    .most = 1 << 24, .paper_size = { 512, 512 },
    .shapes = { { "owl", { 384, 384 } } },
    .bound = "equal", .build = build,
};
