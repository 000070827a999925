// SPDX-License-Identifier: BSD-3-Clause
// lbm: 2 time steps of a D3Q19 lattice-Boltzmann flow (Parboil), walls around it and some within. The reference computes in
// fp32 with the kernel's fused multiply-adds: results are equal, also where densities leave the volume.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { CELLS = 120, ROW = 128, DENSITIES = 19, STEPS = 2, WALL_EVERY = 50 };
#define OMEGA 1.85f

// As in kernels/lbm.cu: 2 n - 1 and 2 n are opposite.
static const int8_t moves[DENSITIES][3] = {
    { 0, 0, 0 }, { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 },
    { 1, 1, 0 }, { -1, -1, 0 }, { 1, -1, 0 }, { -1, 1, 0 }, { 1, 0, 1 }, { -1, 0, -1 }, { 1, 0, -1 }, { -1, 0, 1 },
    { 0, 1, 1 }, { 0, -1, -1 }, { 0, 1, -1 }, { 0, -1, 1 },
};

typedef struct { uint32_t lines, planes, margin, cells; } lattice;

static float weight(int n)
{
    return n == 0 ? 1 / 3.f : n < 7 ? 1 / 18.f : 1 / 36.f;
}

static uint32_t cell(const lattice *l, uint32_t x, uint32_t line, uint32_t plane)
{
    return l->margin + x + ROW * (line + l->lines * plane);
}

// The cell that a density moves to: at most a plane, a row and a cell away, which the margins leave room for.
static uint32_t target(const lattice *l, int n, uint32_t at)
{
    return at + (uint32_t)(moves[n][0] + ROW * (moves[n][1] + (int)l->lines * moves[n][2]));
}

static void collide(const float f[DENSITIES], float after[DENSITIES])
{
    float density = 0, v[3] = { 0 }, rest;

    for (int n = 0; n < DENSITIES; n++) {
        density += f[n];
        for (int axis = 0; axis < 3; axis++)
            v[axis] += moves[n][axis] * f[n];
    }
    for (int axis = 0; axis < 3; axis++)
        v[axis] /= density;
    rest = fmaf(-1.5f, fmaf(v[0], v[0], fmaf(v[1], v[1], v[2] * v[2])), 1);
    for (int n = 0; n < DENSITIES; n++) {
        float along = moves[n][0] * v[0] + moves[n][1] * v[1] + moves[n][2] * v[2];
        float equal = fmaf(along, fmaf(4.5f, along, 3), rest);

        after[n] = fmaf(OMEGA, fmaf(weight(n) * density, equal, -f[n]), f[n]);
    }
}

static void step(const lattice *l, const float *from, const int32_t *wall, float *to)
{
    for (uint32_t plane = 0; plane < l->planes; plane++) {
        for (uint32_t i = 0; i < l->lines * CELLS; i++) {
            uint32_t at = cell(l, i % CELLS, i / CELLS, plane);
            float f[DENSITIES], after[DENSITIES];

            for (int n = 0; n < DENSITIES; n++)
                f[n] = from[(uint64_t)n * l->cells + at];
            if (wall[at])
                for (int n = 0; n < DENSITIES; n++)
                    after[n] = f[n == 0 ? 0 : n % 2 ? n + 1 : n - 1];
            else
                collide(f, after);
            for (int n = 0; n < DENSITIES; n++)
                to[(uint64_t)n * l->cells + target(l, n, at)] = after[n];
        }
    }
}

// Fluid near rest, walls around it and at random places.
static void make_flow(const lattice *l, float *densities, int32_t *wall, uint32_t state)
{
    for (uint32_t plane = 0; plane < l->planes; plane++) {
        for (uint32_t i = 0; i < l->lines * CELLS; i++) {
            uint32_t x = i % CELLS, line = i / CELLS, at = cell(l, x, line, plane);

            wall[at] = x == 0 || x == CELLS - 1 || line == 0 || line == l->lines - 1 || plane == 0 ||
                       plane == l->planes - 1 || job_lcg(&state) % WALL_EVERY == 0;
            for (int n = 0; n < DENSITIES; n++)
                densities[(uint64_t)n * l->cells + at] = weight(n) * (0.9f + 0.2f * (float)job_lcg(&state) / (1 << 24));
        }
    }
}

static void build(job *j, workload_size size)
{
    static const char *const names[] = { "densities", "moved" };
    const uint32_t margin = ROW * (size.rows + 2);
    const lattice l = { size.rows, size.columns, margin, 2 * margin + ROW * size.rows * size.columns };
    const uint64_t count = (uint64_t)l.cells * DENSITIES;
    float *start = workload_data(j, names[0], SCALAR_F32, count), *want[2];
    int32_t *wall = workload_data(j, "wall", SCALAR_S32, l.cells);

    make_flow(&l, start, wall, workload_stream(j, 1));
    workload_zero(j, names[1], SCALAR_F32, count);
    for (int i = 0; i < STEPS; i++)
        workload_launch(j, &j->steps, "lbm_step", (workload_extent){ l.lines, l.planes }, (workload_extent){ CELLS, 1 },
                        "bbbiii", names[i % 2], "wall", names[!(i % 2)], (int)l.lines, (int)l.margin, (int)l.cells);
    for (int i = 0; i < 2; i++)
        want[i] = workload_want(j, names[i], 0, 0);
    memcpy(want[0], start, count * sizeof *start);
    for (int i = 0; i < STEPS; i++)
        step(&l, want[i % 2], wall, want[!(i % 2)]);
}

const workload workload_lbm = {
    .name = "lbm", .help = "lattice-Boltzmann flow, Parboil: 20 coalesced loads and 19 stores a cell, branches at walls",
    .size_help = "lines x planes, of 120 cells", .size = { 3, 3 }, .low = { 1, 1 }, .high = { 512, 64 }, .most = 1 << 14,
    .paper_size = { 120, 8 },
    .bound = "equal", .build = build,
};
