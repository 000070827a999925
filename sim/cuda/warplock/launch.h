// SPDX-License-Identifier: BSD-3-Clause
// What clang makes programs call for kernel<<<grid, block, shared, stream>>>, and variables that both sides see.
#ifndef WARPLOCK_CUDA_LAUNCH_H
#define WARPLOCK_CUDA_LAUNCH_H

extern "C" {
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
}

#endif
