// SPDX-License-Identifier: BSD-3-Clause
// fdtd: 4 time steps of FDTD-2D (PolyBench). The reference does what the PTX does, in fp32: fused multiply-adds, sums from
// the left. Results are equal.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { STEPS = 4 };

typedef struct { uint32_t rows, columns; float *ex, *ey, *hz; } field;

static void step(const field *f, float source)
{
    uint32_t rows = f->rows, columns = f->columns;

    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t at = row * columns; at < (row + 1) * columns; at++)
            f->ey[at] = row == 0 ? source : fmaf(f->hz[at] - f->hz[at - columns], -0.5f, f->ey[at]);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t at = row * columns + 1; at < (row + 1) * columns; at++)
            f->ex[at] = fmaf(f->hz[at] - f->hz[at - 1], -0.5f, f->ex[at]);
    for (uint32_t row = 0; row + 1 < rows; row++) {
        for (uint32_t at = row * columns; at < (row + 1) * columns - 1; at++) {
            float curl = f->ex[at + 1] - f->ex[at] + f->ey[at + columns] - f->ey[at];

            f->hz[at] = fmaf(curl, -0.7f, f->hz[at]);
        }
    }
}

static void build(job *j, workload_size size)
{
    static const char *const names[] = { "ex", "ey", "hz" };
    uint32_t rows = size.rows, columns = size.columns;
    workload_extent grid = { (columns + 31) / 32, (rows + 7) / 8 }, block = { 32, 8 };
    const float *source = workload_reals(j, "source", SCALAR_F32, STEPS, 1, 0, 1), *initial[3];
    field f = { .rows = rows, .columns = columns };
    float **wanted[] = { &f.ex, &f.ey, &f.hz };

    for (uint32_t i = 0; i < 3; i++)
        initial[i] = workload_reals(j, names[i], SCALAR_F32, (uint64_t)rows * columns, i + 2, 0, 1);
    for (int i = 0; i < STEPS; i++) {
        workload_launch(j, &j->steps, "fdtd_ey", grid, block, "bbbiii", "source", "ey", "hz", (int)rows, (int)columns, i);
        workload_launch(j, &j->steps, "fdtd_ex", grid, block, "bbii", "ex", "hz", (int)rows, (int)columns);
        workload_launch(j, &j->steps, "fdtd_hz", grid, block, "bbbii", "ex", "ey", "hz", (int)rows, (int)columns);
    }
    for (uint32_t i = 0; i < 3; i++) {
        *wanted[i] = workload_want(j, names[i], 0, 0);
        memcpy(*wanted[i], initial[i], (uint64_t)rows * columns * sizeof(float));
    }
    for (int i = 0; i < STEPS; i++)
        step(&f, source[i]);
}

const workload workload_fdtd = {
    .name = "fdtd", .help = "FDTD-2D, PolyBench: a field in the plane, three coalesced kernels a step, many stores",
    .size_help = "rows x columns of the field", .size = { 64, 64 }, .low = { 2, 2 }, .high = { 1 << 16, 1 << 16 },
    .most = 1 << 26, .paper_size = { 512, 512 },
    .bound = "equal", .build = build, .same_run = true,
};
