// SPDX-License-Identifier: BSD-3-Clause
// A kernel for each row of math.def.
#define F(name, device, reference, ulp, low, high, low_y, high_y)                                                        \
    extern "C" __global__ void k_##name(const float *xs, const float *ys, float *results, int at) {                              \
        int i = at + blockIdx.x * blockDim.x + threadIdx.x, n; float x = xs[i], y = ys[i], s, c;                              \
        results[i] = device; (void)n; (void)y; (void)s; (void)c; }
#define D(name, device, reference, ulp, low, high, low_y, high_y)                                                        \
    extern "C" __global__ void k_##name(const double *xs, const double *ys, double *results, int at) {                           \
        int i = at + blockIdx.x * blockDim.x + threadIdx.x, n; double x = xs[i], y = ys[i], s, c;                             \
        results[i] = device; (void)n; (void)y; (void)s; (void)c; }
#define A D
#include "math.def"
