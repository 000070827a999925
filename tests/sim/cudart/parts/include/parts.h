// SPDX-License-Identifier: BSD-3-Clause
// What the parts of the program know of each other.
#pragma once
#include <cuda_runtime.h>

struct shape {
    float side;
    __device__ shape(float s) : side(s) {}
    __device__ virtual float area() const { return side * side; }
};

extern __device__ int counter;
extern __constant__ float table[8];
extern __managed__ int shared_count;
__device__ float far(float x, int i);
__device__ shape *make_circle(float radius);
__device__ int times(int (*f)(int), int n);

template <class T> __global__ void fill(T *to, T value) { to[threadIdx.x] = value; }    // in each part
inline __device__ int same(int x) { static __device__ int calls; return atomicAdd(&calls, 1), x + 1; }

void of_part(float *out);
int  of_library(float *out);
