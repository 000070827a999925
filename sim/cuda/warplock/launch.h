// SPDX-License-Identifier: BSD-3-Clause
// What clang calls for kernel<<<grid, block, shared, stream>>>, and variables that both sides see.
#ifndef WARPLOCK_CUDA_LAUNCH_H
#define WARPLOCK_CUDA_LAUNCH_H

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);

// Device-side launches, which Thrust names in functions that it does not call. A kernel that calls them is refused
// (docs/frontend.md, dynamic parallelism).
__device__ void *cudaGetParameterBuffer(size_t alignment, size_t size);
__device__ cudaError_t cudaLaunchDevice(void *function, void *parameters, dim3 grid, dim3 block, unsigned shared, cudaStream_t stream);
}

#endif
