// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's nbody, Mandelbrot and MonteCarlo: float4 in dynamic shared memory, rsqrtf, double precision,
// a generator of random numbers in registers, uchar4 images, __fadd_rn, sincosf.
// plant: s/bj.w \* invDistCube/bj.w + invDistCube/
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <math_constants.h>

#define SOFTENING 0.01f

__device__ float3 bodyBodyInteraction(float3 ai, float4 bi, float4 bj)
{
    float3 r;
    r.x = bj.x - bi.x;
    r.y = bj.y - bi.y;
    r.z = bj.z - bi.z;
    float distSqr = r.x * r.x + r.y * r.y + r.z * r.z + SOFTENING;
    float invDist = rsqrtf(distSqr);
    float invDistCube = invDist * invDist * invDist;
    float s = bj.w * invDistCube;
    ai.x += r.x * s;
    ai.y += r.y * s;
    ai.z += r.z * s;
    return ai;
}
__global__ void forces(float4 *accelerations, const float4 *positions, int n)
{
    extern __shared__ float4 sharedPos[];
    int index = blockIdx.x * blockDim.x + threadIdx.x;
    float4 p = positions[index];
    float3 acc = { 0.0f, 0.0f, 0.0f };
    for (int tile = 0; tile < gridDim.x; tile++) {
        sharedPos[threadIdx.x] = positions[tile * blockDim.x + threadIdx.x];
        __syncthreads();
#pragma unroll 4
        for (unsigned int counter = 0; counter < blockDim.x; counter++)
            acc = bodyBodyInteraction(acc, p, sharedPos[counter]);
        __syncthreads();
    }
    accelerations[index] = make_float4(acc.x, acc.y, acc.z, 0.0f);
}

template <class T> __global__ void mandelbrot(uchar4 *dst, int w, int h, T x0, T y0, T scale)
{
    const int ix = blockDim.x * blockIdx.x + threadIdx.x, iy = blockDim.y * blockIdx.y + threadIdx.y;
    if (ix >= w || iy >= h) return;
    const T xs = x0 + scale * ix, ys = y0 + scale * iy;
    T x = 0, y = 0, xx = 0, yy = 0;
    int i = 64;
    while (--i && (xx + yy < T(4.0))) {
        y = x * y * T(2.0) + ys;
        x = xx - yy + xs;
        yy = y * y;
        xx = x * x;
    }
    dst[w * iy + ix] = make_uchar4(i, 255 - i, i ? 1 : 0, 0);
}

__device__ unsigned next(unsigned &s) { s ^= s << 13; s ^= s >> 17; s ^= s << 5; return s; }
__global__ void pi(unsigned *inside, int tries)
{
    __shared__ unsigned sum;
    unsigned s = (blockIdx.x * blockDim.x + threadIdx.x) * 2654435761u + 1, mine = 0;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    for (int i = 0; i < tries; i++) {
        float x = next(s) * 2.3283064e-10f, y = next(s) * 2.3283064e-10f;
        mine += __fadd_rn(x * x, y * y) < 1.0f;
    }
    atomicAdd(&sum, mine);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(inside, sum);
}
__global__ void circle(float2 *out)
{
    float s, c;
    sincosf(2 * CUDART_PI_F * threadIdx.x / blockDim.x, &s, &c);
    out[threadIdx.x] = make_float2(c, s);
}

int main()
{
    const int n = 128;
    int wrong = 0;
    float4 h[n], a[n], *d_p, *d_a;
    srand(4);
    for (int i = 0; i < n; i++) h[i] = make_float4(rand() % 100 / 50.0f, rand() % 100 / 50.0f, rand() % 100 / 50.0f, 1 + i % 3);
    cudaMalloc(&d_p, sizeof h);
    cudaMalloc(&d_a, sizeof h);
    cudaMemcpy(d_p, h, sizeof h, cudaMemcpyHostToDevice);
    forces<<<2, 64, 64 * sizeof(float4)>>>(d_a, d_p, n);
    cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++) {
        double x = 0, y = 0, z = 0;
        for (int j = 0; j < n; j++) {
            double dx = h[j].x - h[i].x, dy = h[j].y - h[i].y, dz = h[j].z - h[i].z, d = dx * dx + dy * dy + dz * dz + SOFTENING;
            double s = h[j].w / (d * std::sqrt(d));
            x += dx * s;
            y += dy * s;
            z += dz * s;
        }
        wrong += std::fabs(a[i].x - x) > 1e-3 * (1 + std::fabs(x)) || std::fabs(a[i].y - y) > 1e-3 * (1 + std::fabs(y)) ||
                 std::fabs(a[i].z - z) > 1e-3 * (1 + std::fabs(z));
    }
    printf("forces: %d wrong\n", wrong);

    const int w = 40, rows = 30;
    uchar4 image[w * rows], *d_image;
    cudaMalloc(&d_image, sizeof image);
    mandelbrot<double><<<dim3(3, 4), dim3(16, 8)>>>(d_image, w, rows, -2.0, -1.2, 0.08);
    cudaMemcpy(image, d_image, sizeof image, cudaMemcpyDeviceToHost);
    int apart = 0;
    for (int p = 0; p < w * rows; p++) {
        double xs = -2.0 + 0.08 * (p % w), ys = -1.2 + 0.08 * (p / w), x = 0, y = 0, xx = 0, yy = 0;
        int i = 64;
        while (--i && xx + yy < 4.0) {
            y = x * y * 2.0 + ys;
            x = xx - yy + xs;
            yy = y * y;
            xx = x * x;
        }
        apart += image[p].x != i || image[p].y != 255 - image[p].x;    // a product and a sum may be one operation
    }
    wrong += apart > 6;
    printf("mandelbrot: %s\n", apart > 6 ? "differs" : "same");

    unsigned inside, *d_inside;
    cudaMalloc(&d_inside, sizeof inside);
    cudaMemset(d_inside, 0, sizeof inside);
    pi<<<4, 64>>>(d_inside, 20);
    cudaMemcpy(&inside, d_inside, sizeof inside, cudaMemcpyDeviceToHost);
    wrong += std::fabs(4.0 * inside / (4 * 64 * 20) - 3.14159) > 0.1;
    float2 points[64], *d_points;
    cudaMalloc(&d_points, sizeof points);
    circle<<<1, 64>>>(d_points);
    cudaMemcpy(points, d_points, sizeof points, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++)
        wrong += std::fabs(points[i].x - std::cos(2 * M_PI * i / 64)) > 1e-5 || std::fabs(points[i].y - std::sin(2 * M_PI * i / 64)) > 1e-5;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
