// SPDX-License-Identifier: BSD-3-Clause
// Parboil's sums of absolute differences, of a video encoder's search for motion: for each block of 4 x 4 pixels
// of a frame the difference from the reference frame at the places around, 33 x 33 with a range of 16, in sad_4;
// then those of larger blocks, up to the macroblock's 16 x 16, by sums. In sad_4 a CTA has a block, and a thread
// 18 places that follow one another: lanes read the reference 18 pixels apart, across its rows. Parboil reads
// it as a texture, here it is a load like any other, whose coordinates are kept inside the frame as a texture's
// are. Results are 2 bytes a place; they wait in shared memory so that stores are coalesced. The sums are streams:
// 16 planes of them are read once and 25 written.
#include "cuda.h"

enum { PLACES_MAX = 33 * 33, THREAD_PLACES = 18, SMALL_BLOCKS = 16, LARGER_PLANES = 5 };

__device__ static inline int within(int value, int end)
{
    return value < 0 ? 0 : value < end ? value : end - 1;
}

__device__ static inline int distance(int a, int b)
{
    return a < b ? b - a : a - b;
}

// Planes lie macroblock by macroblock, the 16 of a macroblock's blocks row by row, `pitch` places each.
__global__ void sad_4(const unsigned short *frame, const unsigned short *from, unsigned short *sums, int width,
                      int height, int range, int pitch)
{
    __shared__ int block[16];
    __shared__ unsigned short results[PLACES_MAX];
    int thread = threadIdx.x, side = 2 * range + 1, places = side * side, left = blockIdx.x * 4, top = blockIdx.y * 4;
    int macroblock = (blockIdx.y / 4) * (gridDim.x / 4) + blockIdx.x / 4;
    unsigned short *plane = sums + (macroblock * SMALL_BLOCKS + blockIdx.y % 4 * 4 + blockIdx.x % 4) * pitch;
    int first = thread * THREAD_PLACES, across = first % side, down = first / side;

    for (int i = thread; i < 16; i += blockDim.x)
        block[i] = frame[(top + i / 4) * width + left + i % 4];
    __syncthreads();
    for (int place = first; place < first + THREAD_PLACES && place < places; place++) {
        int x = left + across - range, y = top + down - range, sum = 0;
        int x0 = within(x, width), x1 = within(x + 1, width), x2 = within(x + 2, width), x3 = within(x + 3, width);

        for (int row = 0; row < 4; row++) {
            const unsigned short *line = from + within(y + row, height) * width;

            sum += distance(block[4 * row], line[x0]) + distance(block[4 * row + 1], line[x1]) +
                   distance(block[4 * row + 2], line[x2]) + distance(block[4 * row + 3], line[x3]);
        }
        results[place] = sum;
        if (++across == side) {
            across = 0;
            down++;
        }
    }
    __syncthreads();
    for (int place = thread; place < places; place += blockDim.x)
        plane[place] = results[place];
}

// The quarters of a macroblock, a row of 32 threads each. Five planes a quarter: two blocks of 8 x 4, two of 4
// x 8 and the one of 8 x 8.
__global__ void sad_8(const unsigned short *sums, unsigned short *larger, int places, int pitch)
{
    int macroblock = blockIdx.y * gridDim.x + blockIdx.x, quarter = threadIdx.y;
    const unsigned short *of = sums + (macroblock * SMALL_BLOCKS + quarter / 2 * 8 + quarter % 2 * 2) * pitch;
    unsigned short *to = larger + (macroblock * 4 + quarter) * LARGER_PLANES * pitch;

    for (int place = threadIdx.x; place < places; place += 32) {
        int a = of[place], b = of[place + pitch], c = of[place + 4 * pitch], d = of[place + 5 * pitch];

        to[place] = a + b;
        to[place + pitch] = c + d;
        to[place + 2 * pitch] = a + c;
        to[place + 3 * pitch] = b + d;
        to[place + 4 * pitch] = a + b + c + d;
    }
}

// The macroblock, of the last planes of its quarters: two halves of 16 x 8, two of 8 x 16, and all of it.
__global__ void sad_16(const unsigned short *sums, unsigned short *larger, int places, int pitch)
{
    int macroblock = blockIdx.y * gridDim.x + blockIdx.x;
    const unsigned short *of = sums + (macroblock * 4 * LARGER_PLANES + LARGER_PLANES - 1) * pitch;
    unsigned short *to = larger + macroblock * LARGER_PLANES * pitch;
    int next = LARGER_PLANES * pitch;

    for (int place = threadIdx.x; place < places; place += 32) {
        int a = of[place], b = of[place + next], c = of[place + 2 * next], d = of[place + 3 * next];

        to[place] = a + b;
        to[place + pitch] = c + d;
        to[place + 2 * pitch] = a + c;
        to[place + 3 * pitch] = b + d;
        to[place + 4 * pitch] = a + b + c + d;
    }
}
