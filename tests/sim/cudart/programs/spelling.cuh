// SPDX-License-Identifier: BSD-3-Clause
// A header of spelling.cu's, which has nvcc's spelling, too.
#pragma once

template <class T> __global__ void scale(T *x, T by)
{
    extern __shared__ alignas(16) unsigned char bytes[];
    T *part = reinterpret_cast<T *>(bytes);
    part[threadIdx.x] = x[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    x[blockIdx.x * blockDim.x + threadIdx.x] = part[threadIdx.x] * by;
}
template <class T> static void scale_all(T *x, int n, T by)
{
    scale<T> << <n / 64, 64, 64 * sizeof(T) >> > (x, by);
}
