// SPDX-License-Identifier: BSD-3-Clause
// conv3d: a stencil of 11 points in a volume (PolyBench 3DCONV). The coefficients' magnitudes sum to 5.3 and elements are
// below 1, so eleven fused multiply-adds are off by at most 12 roundings of a value below 5.3.
#include "sim/workload/workload.h"

typedef struct { int plane, line, column; double weight; } tap;

static const tap taps[] = {
    { -1, -1, -1, 0.2f }, { -1, -1, 1, 0.4f }, { -1, 1, -1, -0.6f }, { -1, 1, 1, 0.3f },
    { 0, -1, 0, -0.5f }, { 0, 0, 0, 0.8f }, { 0, 1, 0, 0.7f },
    { 1, -1, -1, 0.5f }, { 1, -1, 1, -0.3f }, { 1, 1, -1, 0.9f }, { 1, 1, 1, -0.1f },
};

static float stencil(const float *in, uint32_t side, uint32_t plane, uint32_t line, uint32_t column)
{
    double sum = 0;

    for (size_t i = 0; i < sizeof taps / sizeof taps[0]; i++) {
        uint64_t row = (uint64_t)(plane + (uint32_t)taps[i].plane) * side + (line + (uint32_t)taps[i].line);

        sum += taps[i].weight * in[row * side + (column + (uint32_t)taps[i].column)];
    }
    return (float)sum;
}

static void build(job *j, workload_size size)
{
    uint32_t side = size.rows, planes = size.columns;
    const uint64_t count = (uint64_t)side * side * planes;
    const float *in = workload_reals(j, "in", SCALAR_F32, count, 1, 0, 1);
    float *want;

    workload_zero(j, "out", SCALAR_F32, count);
    for (uint32_t plane = 1; plane + 1 < planes; plane++)
        workload_launch(j, &j->steps, "conv3d", (workload_extent){ (side + 31) / 32, (side + 7) / 8 },
                        (workload_extent){ 32, 8 }, "bbii", "in", "out", (int)side, (int)plane);
    want = workload_want(j, "out", 12 * 5.3 / (1 << 24), 0);
    for (uint32_t plane = 1; plane + 1 < planes; plane++)
        for (uint32_t line = 1; line + 1 < side; line++)
            for (uint32_t column = 1; column + 1 < side; column++)
                want[((uint64_t)plane * side + line) * side + column] = stencil(in, side, plane, line, column);
}

const workload workload_conv3d = {
    .name = "conv3d", .help = "3-D convolution of 11 points, PolyBench: coalesced, a launch a plane",
    .size_help = "points along the side of a plane x planes", .size = { 32, 6 }, .low = { 3, 3 }, .high = { 1024, 1024 },
    .most = 1 << 16, .paper_size = { 256, 16 },
    .shapes = { { "kaws", { 256, 256 } }, { "kaws-few", { 256, 18 } } },
    .bound = "3.8e-6 absolute", .build = build, .same_run = true,
};
