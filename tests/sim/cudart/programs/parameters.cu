// SPDX-License-Identifier: BSD-3-Clause
// A structure of 32,000 bytes by value, with a number on each side of it: parameters take up to 32,764 bytes.
// plant: s/s += b.v\[i\] \* left/s += b.v[i] * right/
#include <cstdio>

struct big { int v[8000]; };
__global__ void sum(int left, big b, int right, int *out)
{
    int s = threadIdx.x == 0 ? right : 0;
    for (int i = threadIdx.x; i < 8000; i += blockDim.x) s += b.v[i] * left;
    atomicAdd(out, s);
}
int main()
{
    static big b;
    int *out, got = 0, want = 5;
    for (int i = 0; i < 8000; i++) b.v[i] = i * 7 % 101, want += b.v[i] * 3;
    cudaMalloc(&out, sizeof got);
    sum<<<1, 64>>>(3, b, 5, out);
    cudaMemcpy(&got, out, sizeof got, cudaMemcpyDeviceToHost);
    if (cudaGetLastError() != cudaSuccess || got != want) fprintf(stderr, "seen %d, expected %d\n", got, want);
    printf("%s\n", got == want ? "PASSED" : "FAILED");
    return got != want;
}
