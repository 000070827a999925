// SPDX-License-Identifier: BSD-3-Clause
// conv2d: a 3 x 3 stencil (PolyBench 2DCONV). The coefficients' magnitudes sum to 4.5 and pixels are below 1, so nine
// fused multiply-adds are off by at most 10 roundings of a value below 4.5.
#include "sim/workload/workload.h"

static void build(job *j, workload_size size)
{
    uint32_t rows = size.rows, columns = size.columns;
    static const double weights[3][3] = { { 0.2f, 0.5f, -0.8f }, { -0.3f, 0.6f, -0.9f }, { 0.4f, 0.7f, 0.1f } };
    const float *in = workload_reals(j, "in", SCALAR_F32, (uint64_t)rows * columns, 1, 0, 1);
    float *want;

    workload_zero(j, "out", SCALAR_F32, (uint64_t)rows * columns);
    workload_launch(j, &j->steps, "conv2d", (workload_extent){ (columns + 31) / 32, (rows + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbii", "in", "out", (int)rows, (int)columns);
    want = workload_want(j, "out", 10 * 4.5 / (1 << 24), 0);
    for (uint32_t y = 1; y + 1 < rows; y++) {
        for (uint32_t x = 1; x + 1 < columns; x++) {
            double sum = 0;

            for (uint32_t dy = 0; dy < 3; dy++)
                for (uint32_t dx = 0; dx < 3; dx++)
                    sum += weights[dy][dx] * in[(y + dy - 1) * columns + x + dx - 1];
            want[y * columns + x] = (float)sum;
        }
    }
}

const workload workload_conv2d = {
    .name = "conv2d", .help = "3 x 3 convolution of an image: coalesced, with reuse between warps",
    .size_help = "rows x columns of the image", .size = { 96, 96 }, .low = { 3, 3 }, .high = { 1 << 16, 1 << 16 },
    .most = 1 << 26, .paper_size = { 1024, 1024 },
    .shapes = { { "bucl", { 512, 512 } } },
    .bound = "2.7e-6 absolute", .build = build, .same_run = true,
};
