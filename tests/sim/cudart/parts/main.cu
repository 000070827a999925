// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleSeparateCompilation: kernels of this file call functions of another one, and read its variables.
#include <cstdio>
#include <cstdlib>
#include "parts.h"

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s: %s\n", #x, cudaGetErrorString(e)); exit(2); } } while (0)

static __device__ int own = 5;                              // a name that the other file has, too
static __global__ void hidden(float *out) { out[0] += 100; }
static __device__ int half(int x) { return x / 2; }
__global__ void calls(float *out)
{
    int i = threadIdx.x;
    out[i] = far(i, i) + table[i] + own;
    atomicAdd(&counter, times(half, 10 + i));
}
__global__ void makes(float *out)
{
    shape *s = threadIdx.x & 1 ? make_circle(1) : new shape(3);
    out[threadIdx.x] = s->area();
    delete s;
}
__global__ void counts(int *out) { *out = same(41); shared_count += 1; }

static int check(const char *what, bool right)
{
    printf("%s: %s\n", what, right ? "right" : "WRONG");
    return !right;
}

int main()
{
    float *d, h[8];
    int *n, seven = 7, count, wrong = 0;

    shared_count = 20;
    CHECK(cudaMalloc(&d, sizeof h));
    CHECK(cudaMalloc(&n, sizeof *n));
    calls<<<1, 8>>>(d);
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    for (int i = 0; i < 8; i++) wrong += h[i] != i * 0.5f + i + 10 * i + 5;
    wrong = check("a function and a table of the other", !wrong);
    CHECK(cudaMemcpyFromSymbol(&count, counter, sizeof count));
    int want = 1000;
    for (int i = 0; i < 8; i++) want += (10 + i) / 2;
    wrong += check("a counter, and a function given to the other", count == want);
    CHECK(cudaMemcpyToSymbol(own, &seven, sizeof seven));
    calls<<<1, 8>>>(d);
    hidden<<<1, 1>>>(d);
    of_part(d);
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    wrong += check("static names of both", h[0] == 7 + 100 + 1 + 9 && h[3] == 3 * 0.5f + 3 + 30 + 7);
    makes<<<1, 8>>>(d);
    CHECK(cudaMemcpy(h, d, sizeof h, cudaMemcpyDeviceToHost));
    wrong += check("objects of the other's class", h[0] == 9 && h[1] > 3.14f && h[1] < 3.15f);
    counts<<<1, 1>>>(n);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(&count, n, sizeof count, cudaMemcpyDeviceToHost));
    wrong += check("managed, and a function in both", count == 42 && shared_count == 21);
    fill<<<1, 8>>>(d, 2.5f);
    wrong += check("a library of objects", of_library(d) == 8);
    printf(wrong ? "FAILED\n" : "PASSED\n");
    return wrong != 0;
}
