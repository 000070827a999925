// SPDX-License-Identifier: BSD-3-Clause
// A whole program: kernels with classes, templates and functions, and host code that warplock cc reads and leaves.
#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdio>
#include <cuda_runtime.h>
#include <iostream>
#include <vector>

#define PARAMETERS const float *f, const int *v, float *out, int *counts, int n
#define KERNEL(name) extern "C" __global__ void name(PARAMETERS)
#define CHECK(call) do { cudaError_t e = (call); if (e != cudaSuccess) { \
    fprintf(stderr, "%s: %s\n", #call, cudaGetErrorString(e)); exit(1); } } while (0)

class vec3 {
public:
    float x, y, z;
    __host__ __device__ vec3(float x, float y, float z) : x(x), y(y), z(z) {}
    __host__ __device__ vec3 operator-(const vec3 &o) const { return vec3(x - o.x, y - o.y, z - o.z); }
    __host__ __device__ vec3 &operator+=(const vec3 &o) { x += o.x; y += o.y; z += o.z; return *this; }
    __host__ __device__ vec3 operator*(float s) const { return vec3(x * s, y * s, z * s); }
    __host__ __device__ float square() const { return x * x + y * y + z * z; }
    static constexpr float softening = 0.01f;
};
KERNEL(nbody)
{
    __shared__ float4 body[64];
    int i = threadIdx.x;
    body[i] = make_float4(f[4 * i], f[4 * i + 1], f[4 * i + 2], f[4 * i + 3]);
    __syncthreads();
    vec3 force(0, 0, 0), here(body[i].x, body[i].y, body[i].z);
    for (int j = 0; j < 64; j++) {
        vec3 d = vec3(body[j].x, body[j].y, body[j].z) - here;
        float inverse = rsqrtf(d.square() + vec3::softening);
        force += d * (body[j].w * inverse * inverse * inverse);
    }
    out[3 * i] = force.x;
    out[3 * i + 1] = force.y;
    out[3 * i + 2] = force.z;
}
__device__ float normal(float d) { return 0.5f * erfcf(-d * 0.70710678f); }
KERNEL(blackscholes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 10 + 20 * f[i], x = 15, t = 1 + f[n - 1 - i], r = 0.02f, vol = 0.3f, root = sqrtf(t);
    float d1 = (logf(s / x) + (r + 0.5f * vol * vol) * t) / (vol * root), d2 = d1 - vol * root;
    out[i] = s * normal(d1) - x * expf(-r * t) * normal(d2);
}
KERNEL(functions)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = f[i], s, c;
    sincosf(a * 10, &s, &c);
    out[i] = s * c + tanhf(a) + std::pow(a, 1.5f) + atan2f(a, 0.5f) + cbrtf(a) + fmodf(a * 9, 0.7f) + log1p(a) + std::sqrt(a)
             + floorf(a * 5) + fabs(-a) + exp2f(a) + hypotf(a, 2);
}
KERNEL(doubles)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double a = f[i];
    out[i] = (float)(sin(a) * exp(-a) + pow(a, 3.0) + sqrt(a) / (1 + log(1 + a)) + tgamma(1 + a) + fma(a, a, 1.0));
}
KERNEL(mandelbrot)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, steps = 0;
    float cx = -2 + 3.0f * (i % 32) / 32, cy = -1 + 2.0f * (i / 32) / 32, x = 0, y = 0;
    for (; steps < 50 && __fmul_rn(x, x) + __fmul_rn(y, y) < 4; steps++) {
        float t = __fadd_rn(__fsub_rn(__fmul_rn(x, x), __fmul_rn(y, y)), cx);
        y = __fadd_rn(__fmul_rn(2 * x, y), cy);
        x = t;
    }
    counts[i] = steps;
}
template <int LANES> __device__ int vote(int x)
{
    return __any_sync(~0u, x > LANES) + 2 * __all_sync(~0u, x >= 0) + 4 * (__activemask() == ~0u);
}
KERNEL(votes)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    counts[i] = vote<32>(v[i] & 63) + 8 * __shfl_xor_sync(~0u, v[i] & 7, 5) + 64 * __shfl_sync(~0u, v[i] & 15, 3, 8);
}
template <class Functor> __device__ void for_each(Functor go, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        go(i);
}
KERNEL(strided)
{
    for_each([=] __device__ (int i) { counts[i] = (v[i] & 1023) * (v[i] & 1023) % 1000 + (i & 1 ? 7 : -7); }, n);
}
// three dimensions, bytes and shorts in vectors
KERNEL(volume)
{
    int x = threadIdx.x, y = threadIdx.y + blockIdx.y * blockDim.y, z = blockIdx.z, i = (z * 8 + y) * 16 + x;
    uchar4 b = reinterpret_cast<const uchar4 *>(v)[i];
    short2 s = make_short2((short)(b.x - b.y), (short)(b.z + b.w));
    counts[i] = s.x * 3 + s.y + (int)(gridDim.z * 100 + blockDim.y);
}
KERNEL(conversions)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = (f[i] - 0.5f) * 300;
    counts[i] = __float2int_rn(a) + 3 * __float2int_rz(a) + 5 * __float2int_rd(a) + 7 * __float2int_ru(a) + (int)lrintf(a)
                + (int)roundf(a) + (__float_as_int(a) >> 20) + __double2hiint(a) % 1000;
}

int main(int argc, char **argv)
{
    std::vector<float> in(1024, 1.0f);
    float *device_in, *device_out;
    cudaEvent_t start, stop;
    cudaStream_t stream;
    float milliseconds = 0;
    CHECK(cudaMalloc(&device_in, in.size() * sizeof(float)));
    CHECK(cudaMalloc((void **)&device_out, in.size() * sizeof(float)));
    CHECK(cudaMemcpy(device_in, in.data(), in.size() * sizeof(float), cudaMemcpyHostToDevice));
    CHECK(cudaEventCreate(&start));
    CHECK(cudaEventCreate(&stop));
    CHECK(cudaStreamCreate(&stream));
    cudaEventRecord(start, stream);
    functions<<<dim3(4), dim3(256), 0, stream>>>(device_in, nullptr, device_out, nullptr, 1024);
    cudaEventRecord(stop, stream);
    CHECK(cudaGetLastError());
    CHECK(cudaDeviceSynchronize());
    cudaEventElapsedTime(&milliseconds, start, stop);
    assert(argc >= 0);
    std::cout << argv[0] << " " << milliseconds << std::endl;
    std::sort(in.begin(), in.end());
    return cudaFree(device_in) == cudaSuccess ? 0 : 1;
}
