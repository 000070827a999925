// SPDX-License-Identifier: BSD-3-Clause
// Two steps of SRAD, lambda = 0.5, as computed by srad and srad2: in fp32 with fused multiply-adds and sums from the left as in
// the PTX, so results are equal. Only the pixel order differs: column-major or row-major.
#ifndef WARPLOCK_SIM_WORKLOAD_DIFFUSION_H
#define WARPLOCK_SIM_WORKLOAD_DIFFUSION_H

#include "sim/workload/workload.h"

enum { DIFFUSION_STEPS = 2 };
enum { NORTH, SOUTH, WEST, EAST, SIDES };

// Pixel (row, column) is at row * down + column * right.
typedef struct { uint32_t rows, columns, down, right; } diffusion_shape;

// Adds the image, with pixels between 1 and e, and the kernels' buffers: `noise`, a number a step, `coefficient`,
// `d_north` to `d_east`.
void diffusion_inputs(job *, const diffusion_shape *);
// After the launches are added: the results, and the noise of each step, which Rodinia computes from the whole image.
void diffusion_reference(job *, const diffusion_shape *);

#endif
