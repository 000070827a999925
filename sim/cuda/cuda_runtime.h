// What a CUDA program gets from <cuda_runtime.h>, for clang without a CUDA installation: `warplock cc` includes it
// before the program's first line, as nvcc does. Written from NVIDIA's public documentation (CUDA C++ Programming
// Guide, CUDA Math API, CUDA Runtime API); from clang's own headers come the built-in variables and the overloads
// of <cmath>. docs/cc.md has the table of what is here.
#ifndef WARPLOCK_CUDA_RUNTIME_H
#define WARPLOCK_CUDA_RUNTIME_H

#if !defined(__CUDA__) || !defined(__clang__)
#error "this header is for CUDA source compiled by clang: warplock cc -S x.cu -o x.ptx"
#endif

// Device overloads of <cmath>'s functions: clang wants them before <cmath>, else its constexpr ones are the
// device's too.
#include "host_defines.h"
#include <__clang_cuda_math_forward_declares.h>
// libstdc++ leaves __float128, which the device has not, out where this stands.
#define __CUDACC__
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <climits>
#include <limits>

#include "cuda.h"
#include "vector_types.h"
#include "vector_functions.h"
#include "driver_types.h"
#include "cuda_runtime_api.h"

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
#include "warplock/barriers.h"
#include "warplock/atomics.h"
#include "warplock/warp.h"
#include "warplock/loads.h"
#include "warplock/math_float.h"
#include "warplock/math_double.h"
#include "warplock/math_special.h"
#include "warplock/math_names.h"
#include "warplock/system.h"
#include <__clang_cuda_cmath.h>

#endif
