// SPDX-License-Identifier: BSD-3-Clause
// The little of CUDA that the bundled kernels use, for Debian's clang without a CUDA installation: qualifiers, the
// built-in variables of clang's own header, integer atomics (__syncthreads is a builtin). Nothing of NVIDIA's headers is needed.
#ifndef WARPLOCK_SIM_WORKLOAD_KERNELS_CUDA_H
#define WARPLOCK_SIM_WORKLOAD_KERNELS_CUDA_H

#define __global__   __attribute__((global))
#define __device__   __attribute__((device))
#define __host__     __attribute__((host))
#define __shared__   __attribute__((shared))
#define __constant__ __attribute__((constant))

struct uint3 { unsigned x, y, z; };
struct dim3 { unsigned x, y, z; };

#include <__clang_cuda_builtin_vars.h>

__device__ static inline unsigned atomic_add(unsigned *address, unsigned value)
{
    return __nvvm_atom_add_gen_i((int *)address, (int)value);
}

__device__ static inline int atomic_min(int *address, int value)
{
    return __nvvm_atom_min_gen_i(address, value);
}

#endif
