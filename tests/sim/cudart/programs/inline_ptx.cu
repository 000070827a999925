// SPDX-License-Identifier: BSD-3-Clause
// PTX inside CUDA: sums of differences of bytes as cuda-samples' stereoDisparity has them, sums of pairs of halves, in memory too,
// and a switch through a table, each beside what the host makes of it.
// plant: s/A: mov.u32 %0, 10/A: mov.u32 %0, 11/
#include <stdio.h>
#include <stdlib.h>
#include <cuda_runtime.h>
#include <cuda_fp16.h>

enum { N = 256 };

__device__ unsigned differences(unsigned a, unsigned b, unsigned c)
{
    unsigned r;
    asm("vabsdiff4.u32.u32.u32.add %0, %1, %2, %3;" : "=r"(r) : "r"(a), "r"(b), "r"(c));
    return r;
}

__device__ unsigned pair_of(float upper, float lower)
{
    unsigned r;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(r) : "f"(upper), "f"(lower));
    return r;
}

__device__ unsigned twice_and(unsigned a, unsigned b)
{
    unsigned r;
    asm("{ .reg .f16x2 t; add.rn.f16x2 t, %1, %1; fma.rn.f16x2 %0, %1, t, %2; }" : "=r"(r) : "r"(a), "r"(b));
    return r;
}

__device__ unsigned chosen(unsigned which)
{
    unsigned r;
    asm volatile("{ T: .branchtargets A, B, C, B; brx.idx %1, T;\n"
                 "A: mov.u32 %0, 10; bra E; B: mov.u32 %0, 20; bra E; C: mov.u32 %0, 30; E: }" : "=r"(r) : "r"(which));
    return r;
}

__global__ void compute(const unsigned *a, const unsigned *b, unsigned *out, unsigned *sum)
{
    unsigned i = threadIdx.x, pair = pair_of((float)(i % 16), 0.5f);
    out[i] = differences(a[i], b[i], 1000);
    out[N + i] = twice_and(pair, pair);
    out[2 * N + i] = chosen(i % 4);
    asm volatile("red.global.add.noftz.f16x2 [%0], %1;" :: "l"(sum), "r"(pair) : "memory");
}

static unsigned bytes(unsigned a, unsigned b)
{
    unsigned r = 1000;
    for (int k = 0; k < 32; k += 8) {
        int p = a >> k & 255, q = b >> k & 255;
        r = r + abs(p - q);
    }
    return r;
}

static unsigned bits(float upper, float lower)
{
    return (unsigned)__half_as_ushort(__float2half(upper)) << 16 | __half_as_ushort(__float2half(lower));
}

int main()
{
    unsigned *a, *b, *out, *sum, bad = 0;
    cudaMallocManaged(&a, N * sizeof *a);
    cudaMallocManaged(&b, N * sizeof *b);
    cudaMallocManaged(&out, 3 * N * sizeof *out);
    cudaMallocManaged(&sum, sizeof *sum);
    *sum = 0;
    for (unsigned i = 0; i < N; i++) {
        a[i] = i * 2654435761u;
        b[i] = i * 40503u + 77;
    }
    compute<<<1, N>>>(a, b, out, sum);
    if (cudaDeviceSynchronize() != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(cudaGetLastError()));
        return 1;
    }
    for (unsigned i = 0; i < N; i++) {
        float x = (float)(i % 16);
        bad += out[i] != bytes(a[i], b[i]) || out[N + i] != bits(2 * x * x + x, 1.0f);
        bad += out[2 * N + i] != (i % 4 == 0 ? 10 : i % 4 == 2 ? 30 : 20);
    }
    bad += *sum != bits(N / 16 * 120, N / 2);
    printf("inline PTX: %d sums of differences, pairs of halves and branches, %u wrong\n%s\n", N, bad, bad ? "FAILED" : "PASSED");
    return bad != 0;
}
