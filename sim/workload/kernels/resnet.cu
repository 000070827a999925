// SPDX-License-Identifier: BSD-3-Clause
// A small residual network, layer by layer as Tango's: a CTA computes a channel of its layer, a thread a pixel of it or
// several. Convolution, batch normalisation, rectification, pooling, addition of what goes around a block, averages and a
// fully connected layer are kernels of their own.
#include "cuda.h"

enum { THREADS_MAX = 256, WINDOW = 3 };

// Sums over all input channels and 3 x 3 pixels around the pixel, those of them that lie in the image.
__global__ void rn_convolve(const float *in, const float *weights, float *out, int inputs, int side, int out_side,
                            int stride)
{
    for (int pixel = threadIdx.x; pixel < out_side * out_side; pixel += blockDim.x) {
        int line = pixel / out_side * stride, column = pixel % out_side * stride;
        float sum = 0;

        for (int row = 0; row < inputs * WINDOW; row++) {
            int at = line + row % WINDOW - 1;
            int here = (row / WINDOW * side + at) * side + column, weight = (blockIdx.x * inputs * WINDOW + row) * WINDOW;

            if (at >= 0 && at < side) {
                if (column > 0)
                    sum += in[here - 1] * weights[weight];
                sum += in[here] * weights[weight + 1];
                if (column < side - 1)
                    sum += in[here + 1] * weights[weight + 2];
            }
        }
        out[blockIdx.x * out_side * out_side + pixel] = sum;
    }
}

// The same for a window of one pixel.
__global__ void rn_mix(const float *in, const float *weights, float *out, int inputs, int pixels)
{
    for (int pixel = threadIdx.x; pixel < pixels; pixel += blockDim.x) {
        const float *weight = weights + blockIdx.x * inputs;
        float sum = 0;

        for (int channel = 0; channel < inputs; channel++)
            sum += in[channel * pixels + pixel] * weight[channel];
        out[blockIdx.x * pixels + pixel] = sum;
    }
}

// By a channel's mean, variance, scale and shift, which training has left.
__global__ void rn_normalise(float *values, const float *statistics, int pixels)
{
    const float *of = statistics + 4 * blockIdx.x;
    float mean = of[0], scale = of[2] * __nvvm_rsqrt_approx_f(of[1] + 1e-5f), shift = of[3];

    for (int pixel = threadIdx.x; pixel < pixels; pixel += blockDim.x) {
        float *value = values + blockIdx.x * pixels + pixel;

        *value = (*value - mean) * scale + shift;
    }
}

__global__ void rn_rectify(float *values, int pixels)
{
    for (int pixel = threadIdx.x; pixel < pixels; pixel += blockDim.x) {
        float *value = values + blockIdx.x * pixels + pixel;

        *value = *value > 0 ? *value : 0;
    }
}

__global__ void rn_add(float *values, const float *more, int pixels)
{
    for (int pixel = threadIdx.x; pixel < pixels; pixel += blockDim.x)
        values[blockIdx.x * pixels + pixel] += more[blockIdx.x * pixels + pixel];
}

// The largest of 3 x 3 pixels, every second pixel. None is negative.
__global__ void rn_pool(const float *in, float *out, int side, int out_side)
{
    for (int pixel = threadIdx.x; pixel < out_side * out_side; pixel += blockDim.x) {
        int top = pixel / out_side * 2 - 1, left = pixel % out_side * 2 - 1;
        float most = 0;

        for (int line = top; line < top + 3; line++)
            for (int column = left; column < left + 3; column++)
                if (line >= 0 && line < side && column >= 0 && column < side) {
                    float value = in[(blockIdx.x * side + line) * side + column];

                    most = value > most ? value : most;
                }
        out[blockIdx.x * out_side * out_side + pixel] = most;
    }
}

// The sum of each thread's value in the first thread, by a tree; the threads are a power of two.
__device__ static inline float sum_of_threads(float value)
{
    __shared__ float sums[THREADS_MAX];

    sums[threadIdx.x] = value;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if ((int)threadIdx.x < half)
            sums[threadIdx.x] += sums[threadIdx.x + half];
        __syncthreads();
    }
    return sums[0];
}

__global__ void rn_average(const float *in, float *out, int pixels)
{
    float sum = 0;

    for (int pixel = threadIdx.x; pixel < pixels; pixel += blockDim.x)
        sum += in[blockIdx.x * pixels + pixel];
    sum = sum_of_threads(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = __nvvm_div_approx_f(sum, (float)pixels);
}

__global__ void rn_classify(const float *in, const float *weights, float *out, int inputs)
{
    float sum = 0;

    for (int i = threadIdx.x; i < inputs; i += blockDim.x)
        sum += in[i] * weights[blockIdx.x * inputs + i];
    sum = sum_of_threads(sum);
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
