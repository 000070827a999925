// SPDX-License-Identifier: BSD-3-Clause
// srad2: 2 steps of SRAD on tiles in shared memory (Rodinia's second version). The noise of a step, which Rodinia's host
// computes from the image before it, is computed here for all steps. Rows lie one after the other.
#include "sim/workload/diffusion.h"

enum { TILE = 16 };

static void build(job *j, workload_size size)
{
    const uint32_t rows = size.rows * TILE, columns = size.columns * TILE;
    const diffusion_shape shape = { rows, columns, columns, 1 };
    workload_extent grid = { size.columns, size.rows }, block = { TILE, TILE };

    diffusion_inputs(j, &shape);
    for (int i = 0; i < DIFFUSION_STEPS; i++) {
        workload_launch(j, &j->steps, "srad2_derive", grid, block, "bbbbbbbiii", "image", "noise", "d_north", "d_south",
                        "d_west", "d_east", "coefficient", (int)rows, (int)columns, i);
        workload_launch(j, &j->steps, "srad2_update", grid, block, "bbbbbbii", "d_north", "d_south", "d_west", "d_east",
                        "coefficient", "image", (int)rows, (int)columns);
    }
    diffusion_reference(j, &shape);
}

const workload workload_srad2 = {
    .name = "srad2", .help = "diffusion in an image, Rodinia's second version: tiles in shared memory, many stores",
    .size_help = "tiles down x tiles across the image, of 16 x 16 pixels", .size = { 4, 4 }, .low = { 1, 1 },
    .high = { 4096, 4096 }, .most = 1 << 16, .paper_size = { 32, 32 },
    .bound = "equal", .build = build, .same_run = true,
};
