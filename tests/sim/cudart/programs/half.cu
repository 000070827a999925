// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's fp16ScalarProduct: halves in memory, products of pairs, every conversion both ways.
// plant: s/acc = __hfma2(a\[i\], b\[i\], acc)/acc = __hfma2(a[i], a[i], acc)/
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>

__global__ void scalarProduct(const half2 *a, const half2 *b, float *result, int n)
{
    half2 acc = __float2half2_rn(0.f);
    for (int i = threadIdx.x; i < n; i += blockDim.x) acc = __hfma2(a[i], b[i], acc);
    atomicAdd(result, __low2float(acc) + __high2float(acc));
}
__global__ void both(const float *f, unsigned short *h, float *back)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    half v = __float2half(f[i]);
    h[i] = __half_as_ushort(v);
    back[i] = __half2float(__ushort_as_half(i));
}

// By the definition: the nearest multiple of the last place, ties to even.
static double rounded(double x)
{
    int e;
    if (x == 0) return 0;
    frexp(x, &e);
    double place = ldexp(1, (e < -13 ? -13 : e) - 11), r = nearbyint(x / place) * place;
    return r >= 65536 ? INFINITY : r;
}
static double value(unsigned short h)
{
    int e = h >> 10 & 31, m = h & 0x3ff;
    double v = e == 31 ? (m ? NAN : INFINITY) : e ? ldexp(1024 + m, e - 25) : ldexp(m, -24);
    return h & 0x8000 ? -v : v;
}

int main()
{
    const int n = 256, all = 65536;
    static float f[all], back[all];
    static unsigned short h[all];
    half2 a[n], b[n], *d_a, *d_b;
    float *d_f, *d_back, *d_sum, sum = 0;
    unsigned short *d_h;
    double want = 0;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        a[i] = __floats2half2_rn(i % 7 * 0.25f, 1);
        b[i] = __floats2half2_rn(i % 3, 0.5f);
        want += i % 7 * 0.25 * (i % 3) + 0.5;
    }
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof b);
    cudaMalloc(&d_sum, sizeof sum);
    cudaMemcpy(d_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, b, sizeof b, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sum, &sum, sizeof sum, cudaMemcpyHostToDevice);
    scalarProduct<<<1, 32>>>(d_a, d_b, d_sum, n);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    wrong += sum != want;
    printf("product: %g %g\n", sum, want);

    for (int i = 0; i < all; i++) f[i] = (i & 1 ? -1 : 1) * ldexpf(1 + i * 37 % 8192 / 8192.0f, i / 1024 - 30);
    cudaMalloc(&d_f, sizeof f);
    cudaMalloc(&d_back, sizeof f);
    cudaMalloc(&d_h, sizeof h);
    cudaMemcpy(d_f, f, sizeof f, cudaMemcpyHostToDevice);
    both<<<all / 256, 256>>>(d_f, d_h, d_back);
    cudaMemcpy(h, d_h, sizeof h, cudaMemcpyDeviceToHost);
    cudaMemcpy(back, d_back, sizeof f, cudaMemcpyDeviceToHost);
    for (int i = 0; i < all; i++) {
        double v = value(i), r = rounded(fabs((double)f[i]));
        wrong += !(back[i] == v || (std::isnan(v) && std::isnan(back[i])));
        wrong += value(h[i]) != (f[i] < 0 ? -r : r) || __half_as_ushort(__float2half(f[i])) != h[i];
    }
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
