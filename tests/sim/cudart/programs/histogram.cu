// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's histogram, scan and sortingNetworks: bytes in shared memory, a scan of blocks in three
// launches, bitonic sorts, structures of templates, volatile, launch bounds, __umul24.
// plant: s/atomicAdd(\&s_Hist\[v \& 63\], 1)/atomicAdd(\&s_Hist[v \& 31], 1)/
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
typedef unsigned int uint;
typedef unsigned char uchar;

__global__ void __launch_bounds__(128) histogram64(uint *d_Hist, const uchar *d_Data, uint n)
{
    __shared__ uint s_Hist[64];
    for (uint i = threadIdx.x; i < 64; i += blockDim.x) s_Hist[i] = 0;
    __syncthreads();
    for (uint pos = __umul24(blockIdx.x, blockDim.x) + threadIdx.x; pos < n; pos += __umul24(blockDim.x, gridDim.x)) {
        uchar v = d_Data[pos];
        atomicAdd(&s_Hist[v & 63], 1);
    }
    __syncthreads();
    for (uint i = threadIdx.x; i < 64; i += blockDim.x) atomicAdd(d_Hist + i, s_Hist[i]);
}

inline __device__ uint scan1Inclusive(uint idata, volatile uint *s_Data, uint size)
{
    uint pos = 2 * threadIdx.x - (threadIdx.x & (size - 1));
    s_Data[pos] = 0;
    pos += size;
    s_Data[pos] = idata;
    for (uint offset = 1; offset < size; offset <<= 1) {
        __syncthreads();
        uint t = s_Data[pos] + s_Data[pos - offset];
        __syncthreads();
        s_Data[pos] = t;
    }
    return s_Data[pos];
}
__global__ void scanShared(uint4 *d_Dst, const uint4 *d_Src, uint *d_Sums, uint size)
{
    __shared__ uint s_Data[2 * 64];
    uint pos = blockIdx.x * blockDim.x + threadIdx.x;
    uint4 data4 = d_Src[pos];
    data4.y += data4.x;
    data4.z += data4.y;
    data4.w += data4.z;
    uint oval = scan1Inclusive(data4.w, s_Data, size / 4) - data4.w;
    data4.x += oval;
    data4.y += oval;
    data4.z += oval;
    data4.w += oval;
    d_Dst[pos] = data4;
    if (threadIdx.x == blockDim.x - 1) d_Sums[blockIdx.x] = data4.w;
}
__global__ void uniformUpdate(uint4 *d_Data, const uint *d_Sums)
{
    __shared__ uint buf;
    uint pos = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x == 0) {
        buf = 0;
        for (uint b = 0; b < blockIdx.x; b++) buf += d_Sums[b];
    }
    __syncthreads();
    uint4 data4 = d_Data[pos];
    data4.x += buf;
    data4.y += buf;
    data4.z += buf;
    data4.w += buf;
    d_Data[pos] = data4;
}

template <class K> __device__ inline void Comparator(K &keyA, K &keyB, uint dir)
{
    if ((keyA > keyB) == dir) { K t = keyA; keyA = keyB; keyB = t; }
}
template <class K, int SIZE> __global__ void bitonicSort(K *d_Key, uint dir)
{
    __shared__ K s_key[SIZE];
    d_Key += blockIdx.x * SIZE + threadIdx.x;
    s_key[threadIdx.x] = d_Key[0];
    s_key[threadIdx.x + SIZE / 2] = d_Key[SIZE / 2];
    for (uint size = 2; size < SIZE; size <<= 1) {
        uint ddd = dir ^ ((threadIdx.x & (size / 2)) != 0);
        for (uint stride = size / 2; stride > 0; stride >>= 1) {
            __syncthreads();
            uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
            Comparator(s_key[pos], s_key[pos + stride], ddd);
        }
    }
    for (uint stride = SIZE / 2; stride > 0; stride >>= 1) {
        __syncthreads();
        uint pos = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
        Comparator(s_key[pos], s_key[pos + stride], dir);
    }
    __syncthreads();
    d_Key[0] = s_key[threadIdx.x];
    d_Key[SIZE / 2] = s_key[threadIdx.x + SIZE / 2];
}

template <class K> int sorted(const char *name)
{
    const int n = 512;
    std::vector<K> keys(n), got(n);
    for (int i = 0; i < n; i++) keys[i] = (K)(rand() % 1000) - 500;
    K *d;
    cudaMalloc(&d, n * sizeof(K));
    cudaMemcpy(d, keys.data(), n * sizeof(K), cudaMemcpyHostToDevice);
    bitonicSort<K, 256><<<2, 128>>>(d, 1);
    cudaMemcpy(got.data(), d, n * sizeof(K), cudaMemcpyDeviceToHost);
    cudaFree(d);
    std::sort(keys.begin(), keys.begin() + 256);
    std::sort(keys.begin() + 256, keys.end());
    printf("%s: %s\n", name, keys == got ? "sorted" : "not sorted");
    return keys != got;
}

int main()
{
    const uint n = 6000, scanned = 1024;
    std::vector<uchar> data(n);
    std::vector<uint> want(64), got(64), in(scanned), out(scanned);
    srand(2);
    for (uint i = 0; i < n; i++) want[(data[i] = rand()) & 63]++;
    uchar *d_data;
    uint *d_hist, *d_in, *d_out, *d_sums;
    cudaMalloc(&d_data, n);
    cudaMalloc(&d_hist, 64 * sizeof(uint));
    cudaMemcpy(d_data, data.data(), n, cudaMemcpyHostToDevice);
    cudaMemset(d_hist, 0, 64 * sizeof(uint));
    histogram64<<<6, 128>>>(d_hist, d_data, n);
    cudaMemcpy(got.data(), d_hist, 64 * sizeof(uint), cudaMemcpyDeviceToHost);
    int wrong = want != got;
    for (uint i = 0; i < scanned; i++) in[i] = rand() % 100;
    cudaMalloc(&d_in, scanned * sizeof(uint));
    cudaMalloc(&d_out, scanned * sizeof(uint));
    cudaMalloc(&d_sums, 4 * sizeof(uint));
    cudaMemcpy(d_in, &in[0], scanned * sizeof(uint), cudaMemcpyHostToDevice);
    scanShared<<<4, 64>>>((uint4 *)d_out, (uint4 *)d_in, d_sums, 256);
    uniformUpdate<<<4, 64>>>((uint4 *)d_out, d_sums);
    cudaMemcpy(&out[0], d_out, scanned * sizeof(uint), cudaMemcpyDeviceToHost);
    for (uint i = 0, s = 0; i < scanned; i++) wrong += out[i] != (s += in[i]);
    wrong += sorted<int>("int") + sorted<float>("float") + sorted<double>("double") + sorted<short>("short");
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
