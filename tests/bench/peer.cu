// SPDX-License-Identifier: BSD-3-Clause
// peer KERNEL SIZE: one of twelve small kernels of different kinds, at a size (elements, or rows and columns), and a sum of its results: a program for
// warplock and for GPGPU-Sim alike (peer.sh). Exit status 2: no such kernel or size.
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CTA = 256, TERMS = 64, STEPS = 32 };

__global__ void vadd(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}

__global__ void conv2d(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x, x = i % n, y = i / n;
    if (x == 0 || y == 0 || x >= n - 1 || y >= n - 1) return;
    float sum = 0;
    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++) sum += a[i + dy * n + dx] * b[3 * (dy + 1) + dx + 1];
    c[i] = sum;
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x, x = i % n, y = i / n;
    if (y >= n) return;
    float sum = 0;
    for (int k = 0; k < n; k++) sum += a[y * n + k] * b[k * n + x];
    c[i] = sum;
}

__global__ void transpose(const float *a, const float *, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i < n * n) c[i % n * n + i / n] = a[i];
}

__global__ void hotspot(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x, x = i % n, y = i / n;
    if (y >= n) return;
    const float here = a[i], left = x > 0 ? a[i - 1] : here, right = x < n - 1 ? a[i + 1] : here;
    const float above = y > 0 ? a[i - n] : here, below = y < n - 1 ? a[i + n] : here;
    c[i] = here + 0.25f * (left + right + above + below - 4 * here) + 0.1f * b[i];
}

__global__ void gather(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i < n) c[i] = a[(unsigned)i * 2654435761u % (unsigned)n] + b[i];
}

// Each thread follows its own chain, a load after the other.
__global__ void chase(const float *a, const float *, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    unsigned at = (unsigned)i;
    if (i >= n) return;
    for (int step = 0; step < STEPS; step++) at = (at * 1103515245u + (unsigned)a[at % (unsigned)n]) % (unsigned)n;
    c[i] = (float)at;
}

__global__ void nbody(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i >= n) return;
    float force = 0;
    for (int j = 0; j < n; j++) {
        const float distance = a[j] - a[i];
        force += b[j] * distance * rsqrtf(distance * distance + 0.5f);
    }
    c[i] = force;
}

// Threads of a warp leave the loop at different turns.
__global__ void mandelbrot(const float *, const float *, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i >= n * n) return;
    const float re = -2 + 3.0f * (float)(i % n) / (float)n, im = -1.5f + 3.0f * (float)(i / n) / (float)n;
    float x = 0, y = 0;
    int turn = 0;
    while (turn < TERMS && x * x + y * y < 4) {
        const float next = x * x - y * y + re;
        y = 2 * x * y + im;
        x = next;
        turn++;
    }
    c[i] = (float)turn;
}

// A row a thread: the 32 loads of a warp are of 32 lines.
__global__ void atax(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i >= n) return;
    float sum = 0;
    for (int j = 0; j < TERMS; j++) sum += a[i * TERMS + j] * b[j];
    c[i] = sum;
}

__global__ void gesummv(const float *a, const float *b, float *c, int n)
{
    const int i = blockIdx.x * CTA + threadIdx.x;
    if (i >= n) return;
    float one = 0, other = 0;
    for (int j = 0; j < TERMS; j++) {
        one += a[i * TERMS + j] * b[j];
        other += b[i * TERMS + j] * b[j];
    }
    c[i] = 1.5f * one + 0.75f * other;
}

// A CTA's sum through shared memory, with barriers.
__global__ void reduce(const float *a, const float *, float *c, int n)
{
    __shared__ float part[CTA];
    const int i = blockIdx.x * CTA + threadIdx.x;
    part[threadIdx.x] = i < n ? a[i] : 0;
    for (int half = CTA / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    }
    if (threadIdx.x == 0 && i < n) c[blockIdx.x] = part[0];
}

typedef void kernel(const float *, const float *, float *, int);
// `square`: a thread for each pair of row and column; `terms`: elements a thread reads in a row of its own.
static const struct { const char *name; kernel *run; int square, terms; } kernels[] = {
    {"vadd", vadd, 0, 1},   {"conv2d", conv2d, 1, 1}, {"matmul", matmul, 1, 1},         {"transpose", transpose, 1, 1}, {"hotspot", hotspot, 1, 1},  {"gather", gather, 0, 1},
    {"chase", chase, 0, 1}, {"nbody", nbody, 0, 1},   {"mandelbrot", mandelbrot, 1, 1}, {"atax", atax, 0, TERMS},       {"gesummv", gesummv, 0, TERMS}, {"reduce", reduce, 0, 1},
};

static void must(cudaError_t error)
{
    if (error == cudaSuccess) return;
    fprintf(stderr, "peer: %s\n", cudaGetErrorString(error));
    exit(1);
}

static int run(size_t which, int n)
{
    const int threads = kernels[which].square ? n * n : n;
    const size_t elements = (size_t)threads * (size_t)kernels[which].terms, bytes = elements * sizeof(float);
    float *host = (float *)calloc(elements, sizeof *host), *a, *b, *c;
    double sum = 0;
    must(cudaMalloc((void **)&a, bytes));
    must(cudaMalloc((void **)&b, bytes));
    must(cudaMalloc((void **)&c, bytes));
    must(cudaMemcpy(c, host, bytes, cudaMemcpyHostToDevice));
    for (size_t i = 0; i < elements; i++) host[i] = (float)(i * 7 % 31) / 16;
    must(cudaMemcpy(a, host, bytes, cudaMemcpyHostToDevice));
    for (size_t i = 0; i < elements; i++) host[i] = (float)(i * 5 % 23) / 16;
    must(cudaMemcpy(b, host, bytes, cudaMemcpyHostToDevice));
    kernels[which].run<<<(threads + CTA - 1) / CTA, CTA>>>(a, b, c, n);
    must(cudaGetLastError());
    must(cudaMemcpy(host, c, bytes, cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < elements; i++) sum += host[i];
    printf("peer: %s %d: sum %.6e\n", kernels[which].name, n, sum);
    free(host);
    return 0;
}

int main(int argc, char **argv)
{
    const int n = argc == 3 ? atoi(argv[2]) : 0;
    for (size_t i = 0; n > 0 && n <= 1 << 22 && i < sizeof kernels / sizeof *kernels; i++)
        if (strcmp(argv[1], kernels[i].name) == 0) return run(i, n);
    fprintf(stderr, "peer: seen %s %s, expected a kernel and a size\n", argc > 1 ? argv[1] : "nothing", argc > 2 ? argv[2] : "");
    return 2;
}
