// SPDX-License-Identifier: BSD-3-Clause
// Parboil's FFT: many transforms of a few hundred points by Stockham's algorithm of radix 2 (Govindaraju and
// others, "High performance discrete Fourier transforms on graphics processors", 2008), a CTA a transform,
// a launch a pass. A thread takes a point of either half and turns the second; the results go where the next
// pass finds halves again. Loads are coalesced, stores are in all but the first passes.
#include "cuda.h"

typedef struct __attribute__((aligned(8))) { float real, imaginary; } point;

// `span` points of each of the transforms put together so far.
__global__ void fft_pass(const point *in, point *out, int points, int span)
{
    int thread = threadIdx.x, begin = blockIdx.x * points;
    int turn = thread % span, to = begin + thread / span * (2 * span) + turn;
    float angle = -6.2831853f * (float)turn / (float)(2 * span);
    float cosine = __nvvm_cos_approx_f(angle), sine = __nvvm_sin_approx_f(angle);
    point first = in[begin + thread], second = in[begin + points / 2 + thread];
    point turned = { second.real * cosine - second.imaginary * sine, second.real * sine + second.imaginary * cosine };

    out[to] = (point){ first.real + turned.real, first.imaginary + turned.imaginary };
    out[to + span] = (point){ first.real - turned.real, first.imaginary - turned.imaginary };
}
