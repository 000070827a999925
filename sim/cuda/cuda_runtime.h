// SPDX-License-Identifier: BSD-3-Clause
// What a CUDA program gets from <cuda_runtime.h>, for clang without a CUDA installation: `warplock cc` includes it before the
// program's first line, as nvcc does. Written from NVIDIA's public documentation (CUDA C++ Programming Guide, CUDA Math API,
// CUDA Runtime API); clang's own headers supply the built-in variables and the overloads of <cmath>. A host compiler, C or C++,
// gets the types and functions of the runtime. docs/cc.md sums up what is supported.
#ifndef __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_H__

#include "host_defines.h"

#if defined(__CUDA__) && defined(__clang__)
// Device overloads of <cmath>'s functions: clang needs them before <cmath>, or its constexpr ones become the device's, too.
#include <__clang_cuda_math_forward_declares.h>
// Called by clang's device new and delete (warplock/heap.h).
static __device__ __inline__ __attribute__((always_inline)) void *malloc(__SIZE_TYPE__);
static __device__ __inline__ __attribute__((always_inline)) void free(void *);
// If defined, libstdc++ omits __float128, which the device lacks.
#define __CUDACC__
#endif

#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <limits>
#include <utility>
#endif
#if defined(__CUDA__) && defined(__clang__)
// Names that programs use without an include, as nvcc's own includes supply them.
#include <assert.h>
#include <malloc.h>
#include <new>
#include <stdio.h>
#include <time.h>
#include <unistd.h>
#endif

#include "cuda_version.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "driver_functions.h"
#include "cuda_runtime_api.h"
#include "channel_descriptor.h"
#ifdef __cplusplus
#include "warplock/runtime_templates.h"
#endif

#if defined(__CUDA__) && defined(__clang__)
#include <__clang_cuda_builtin_vars.h>
__device__ inline __cuda_builtin_threadIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_threadIdx_t::operator uint3() const { return make_uint3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockIdx_t::operator uint3() const { return make_uint3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_blockDim_t::operator uint3() const { return make_uint3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator dim3() const { return dim3(x, y, z); }
__device__ inline __cuda_builtin_gridDim_t::operator uint3() const { return make_uint3(x, y, z); }

#include "warplock/intrinsics.h"
#include "warplock/simd.h"
#include "warplock/barriers.h"
#include "warplock/atomics.h"
#include "warplock/warp.h"
#include "warplock/loads.h"
#include "warplock/math_float.h"
#include "warplock/math_double.h"
#include "warplock/math_special.h"
#include "warplock/math_names.h"
#include "warplock/system.h"
#include "warplock/heap.h"
#include "warplock/textures.h"
#include "warplock/surfaces.h"
#include "warplock/unsupported.h"
#include "warplock/launch.h"
#include <__clang_cuda_cmath.h>
#endif

#endif
