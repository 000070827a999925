// conv2d: a 3 x 3 stencil (PolyBench 2DCONV). The coefficients' magnitudes sum to 4.5 and pixels are below 1, so nine
// fused multiply-adds are off by at most 10 roundings of a value below 4.5.
#include "sim/workload/workload.h"

static void build(job *j, uint32_t size)
{
    static const double weights[3][3] = { { 0.2f, 0.5f, -0.8f }, { -0.3f, 0.6f, -0.9f }, { 0.4f, 0.7f, 0.1f } };
    const float *in = workload_reals(j, "in", SCALAR_F32, (uint64_t)size * size, 1, 0, 1);
    float *want;

    workload_zero(j, "out", SCALAR_F32, (uint64_t)size * size);
    workload_launch(j, &j->steps, "conv2d", (workload_extent){ (size + 31) / 32, (size + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbii", "in", "out", (int)size, (int)size);
    want = workload_want(j, "out", 10 * 4.5 / (1 << 24), 0);
    for (uint32_t y = 1; y + 1 < size; y++) {
        for (uint32_t x = 1; x + 1 < size; x++) {
            double sum = 0;

            for (uint32_t dy = 0; dy < 3; dy++)
                for (uint32_t dx = 0; dx < 3; dx++)
                    sum += weights[dy][dx] * in[(y + dy - 1) * size + x + dx - 1];
            want[y * size + x] = (float)sum;
        }
    }
}

const workload workload_conv2d = {
    "conv2d", "3 x 3 convolution of an image: coalesced, with reuse between warps", "width and height of the image",
    96, 3, 8192, "2.7e-6 absolute", build,
};
