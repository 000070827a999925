// SPDX-License-Identifier: BSD-3-Clause
// What of decoding a JPEG file follows on the entropy decoder: coefficients times their quantisation, inverse cosine
// transforms of 8 x 8 blocks, first of their rows, then of their columns, and colours from brightness and two planes of
// colour differences of half its resolution. As in NVIDIA's sample of the transform each is a kernel of its own,
// coefficients and samples are floats that lie line by line as in the picture, and a CTA of the transform has 4 x 2
// blocks: loads and stores are coalesced, and neighbouring CTAs share the lines' DRAM rows.
#include "cuda.h"

enum { BLOCK = 8, WIDTH = 32, HEIGHT = 16, PITCH = WIDTH + 1 };

#define CENTRE 128.0f

// cos(k pi / 16) / 2.
#define COS_1 0.490392640f
#define COS_2 0.461939766f
#define COS_3 0.415734806f
#define COS_4 0.353553391f
#define COS_5 0.277785117f
#define COS_6 0.191341716f
#define COS_7 0.0975451610f

// 8 numbers that lie `step` apart, in place.
__device__ static inline void transform(float *at, int step)
{
    float f0 = at[0], f1 = at[step], f2 = at[2 * step], f3 = at[3 * step];
    float f4 = at[4 * step], f5 = at[5 * step], f6 = at[6 * step], f7 = at[7 * step];
    float sum = (f0 + f4) * COS_4, difference = (f0 - f4) * COS_4;
    float wide = f2 * COS_2 + f6 * COS_6, narrow = f2 * COS_6 - f6 * COS_2;
    float even0 = sum + wide, even1 = difference + narrow, even2 = difference - narrow, even3 = sum - wide;
    float odd0 = f1 * COS_1 + f3 * COS_3 + f5 * COS_5 + f7 * COS_7;
    float odd1 = f1 * COS_3 - f3 * COS_7 - f5 * COS_1 - f7 * COS_5;
    float odd2 = f1 * COS_5 - f3 * COS_1 + f5 * COS_7 + f7 * COS_3;
    float odd3 = f1 * COS_7 - f3 * COS_5 + f5 * COS_3 - f7 * COS_1;

    at[0] = even0 + odd0;
    at[step] = even1 + odd1;
    at[2 * step] = even2 + odd2;
    at[3 * step] = even3 + odd3;
    at[4 * step] = even3 - odd3;
    at[5 * step] = even2 - odd2;
    at[6 * step] = even1 - odd1;
    at[7 * step] = even0 - odd0;
}

__device__ static inline float within_byte(float value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

// In place, a coefficient a thread.
__global__ void jpeg_dequantise(float *coefficients, const float *quantisation, int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;

    coefficients[y * width + x] *= quantisation[y % BLOCK * BLOCK + x % BLOCK];
}

// Two rows of 32 threads: a thread loads and stores a column of a block, in between it transforms a row and a column.
__global__ void jpeg_transform(const float *coefficients, float *samples, int width)
{
    __shared__ float tile[HEIGHT * PITCH];
    int column = threadIdx.x, top = threadIdx.y * BLOCK;
    int first = (blockIdx.y * HEIGHT + top) * width + blockIdx.x * WIDTH + column;
    float *own = tile + top * PITCH + column;

    for (int line = 0; line < BLOCK; line++)
        own[line * PITCH] = coefficients[first + line * width];
    __syncthreads();
    transform(tile + (top + column % BLOCK) * PITCH + column / BLOCK * BLOCK, 1);
    __syncthreads();
    transform(own, PITCH);
    for (int line = 0; line < BLOCK; line++)
        samples[first + line * width] = within_byte(own[line * PITCH] + CENTRE);
}

__device__ static inline unsigned to_byte(float value)
{
    return (unsigned)(within_byte(value) + 0.5f);
}

// A pixel a thread: red, green and blue, a byte each of a word, by the factors of the standard (ITU-T T.871).
__global__ void jpeg_colours(const float *brightness, const float *blueness, const float *redness, unsigned *picture,
                             int width)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    int there = y / 2 * (width / 2) + x / 2;
    float light = brightness[y * width + x], blue = blueness[there] - CENTRE, red = redness[there] - CENTRE;

    picture[y * width + x] = to_byte(light + 1.402f * red) | to_byte(light - 0.344136f * blue - 0.714136f * red) << 8 |
                             to_byte(light + 1.772f * blue) << 16;
}
