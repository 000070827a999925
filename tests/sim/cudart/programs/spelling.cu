// SPDX-License-Identifier: BSD-3-Clause
// What nvcc takes and clang does not: launches whose signs are in pieces, as formatters leave them, here and in a header; alignas
// behind a qualifier; variables of a namespace without a name, which the host sets. Messages keep their lines.
// options: -std=c++14
// plant: s/+= aligned/-= aligned/
#include <cstdio>
#include "spelling.cuh"

struct vector { float x, y, z, w; };
__device__ alignas(256) float far_apart[8];
__constant__ alignas(16) static const float fixed[4] = {1, 2, 3, 4};

__global__ void places(int *out, float *x)
{
    __shared__ alignas(128) char shared[3];
    static __shared__ alignas(vector) char as_vector[sizeof(vector)];
    if (threadIdx.x == 0) {
        int aligned = (size_t)shared % 128 == 0;
        aligned += 2 * ((size_t)as_vector % alignof(vector) == 0), aligned += 4 * ((size_t)far_apart % 256 == 0);
        *out += aligned + 10 * (int)fixed[3];
    }
    x[threadIdx.x] += fixed[threadIdx.x % 4];
}
namespace {
__constant__ float factors[2] = {1, 1};
__device__ int added = 1;
__device__ float product(float x) { return x * factors[0] * factors[1]; }
__global__ void unnamed(float *x) { *x = product(*x) + added; }
}
// None of these is a launch.
struct stream { int value; };
template <class T> stream operator<< (stream s, T v) { s.value = s.value << 1 | (v > 0); return s; }
template <class T> struct box { T value; };
static int no_launches(int a)
{
    box<box<box<int>> > nested = {{{a}}};
    const char *text = "k<< <1, 2>> >(p)";                      // k<< <1, 2>> >(p)
    stream s = operator<< <int>(stream{1}, 3);
    return (s << 2).value + nested.value.value.value + (text[1] == '<' && text[4] == '<') + (a >> 1 > 0);
}

int main()
{
    enum { N = 256 };
    int wrong = 0, *out, got = 0;
    float *x, host[N];
    cudaMalloc(&out, sizeof(int)), cudaMalloc(&x, sizeof host), cudaMemset(out, 0, sizeof(int));
    for (int i = 0; i < N; i++) host[i] = i;
    cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice);
    const int line = __LINE__ + 1;
    places<< <1,
        N>> >(out, x); const int later = __LINE__;
    scale_all(x, N, 3.f);
    scale<float><< <N / 32, N >> 3, 32 * sizeof(float) >> > (x, 2);
    scale<<<N / 128, 128, 1 << 9>> >(x, 0.5f);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (cudaMemcpy(host, x, sizeof host, cudaMemcpyDeviceToHost) != cudaSuccess) wrong++;
    for (int i = 0; i < N; i++) wrong += host[i] != (i + i % 4 + 1) * 3.f;
    const float set[2] = {3, 5};
    const int one_hundred = 100;
    wrong += cudaMemcpyToSymbol(factors, set, sizeof set) || cudaMemcpyToSymbol(added, &one_hundred, sizeof added);
    host[0] = 2;
    cudaMemcpy(x, host, sizeof *host, cudaMemcpyHostToDevice);
    unnamed<<<1, 1>>>(x);
    cudaMemcpy(host, x, sizeof *host, cudaMemcpyDeviceToHost);
    wrong += host[0] != 2 * 3 * 5 + 100;
    printf("aligned %d, line %d, %d\n", got, later - line, no_launches(4));
    if (got != 47 || later - line != 1 || no_launches(4) != 7 + 4 + 1 + 1) wrong++;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
