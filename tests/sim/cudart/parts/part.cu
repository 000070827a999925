// SPDX-License-Identifier: BSD-3-Clause
#include "parts.h"

__device__ int counter = 1000;
__constant__ float table[8] = { 0, 10, 20, 30, 40, 50, 60, 70 };
__managed__ int shared_count = 3;

static __device__ int own = 9;
static __global__ void hidden(float *out) { out[0] += 1 + own; }
static __device__ int half(int x) { return x; }

__device__ float far(float x, int i) { return x * 0.5f + half(i); }
__device__ int times(int (*f)(int), int n) { return f(n); }

struct circle : shape {
    __device__ circle(float radius) : shape(radius) {}
    __device__ float area() const override { return 3.14159265f * side * side; }
};
__device__ shape *make_circle(float radius) { return new circle(radius); }

void of_part(float *out)
{
    int nine = 9;
    cudaMemcpyToSymbol(own, &nine, sizeof nine);
    hidden<<<1, 1>>>(out);
}
