// SPDX-License-Identifier: BSD-3-Clause
// CUDA C++ qualifiers as clang attributes; host compilers, which also read these headers, get nothing.
#ifndef __HOST_DEFINES_H__
#define __HOST_DEFINES_H__

#define __align__(bytes)  __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define CUDARTAPI
#define CUDART_CB

#if defined(__CUDA__) && defined(__clang__)
#define __global__        __attribute__((global))
#define __device__        __attribute__((device))
#define __host__          __attribute__((host))
#define __shared__        __attribute__((shared))
#define __constant__      __attribute__((constant))
// clang has managed variables only for HIP. Here one is a device variable whose host copy lies in a section of this name, so
// that the runtime keeps the two equal.
#ifdef __CUDA_ARCH__
#define __managed__       __attribute__((device))
#else
#define __managed__       __attribute__((device, section("warplock_managed")))
#endif
#define __noinline__      __attribute__((noinline))
#define __forceinline__   __inline__ __attribute__((always_inline))
// clang 14 takes two bounds; the third is for clusters, which no launch can have.
#define __launch_bounds__(...) WARPLOCK_BOUNDS(__VA_ARGS__, WARPLOCK_BOUNDS2, WARPLOCK_BOUNDS2, WARPLOCK_BOUNDS1, )(__VA_ARGS__)
#define WARPLOCK_BOUNDS(first, second, third, bounds, ...) bounds
#define WARPLOCK_BOUNDS1(threads) __attribute__((launch_bounds(threads)))
#define WARPLOCK_BOUNDS2(threads, blocks, ...) __attribute__((launch_bounds(threads, blocks)))
#define __maxnreg__(registers)                  // as -maxrregcount: ptxas's choice is not simulated
#define __cluster_dims__(...) __attribute__((unavailable("not supported by warplock: clusters of blocks; launch blocks alone")))
#define __grid_constant__
#define __nv_pure__       __attribute__((pure))
#define __assume(condition) __builtin_assume(condition)
#define __device_builtin_texture_type__ __attribute__((device_builtin_texture_type))
#define __device_builtin_surface_type__ __attribute__((device_builtin_surface_type))
#else
#define __global__
#define __device__
#define __host__
#define __shared__
#define __constant__
#define __managed__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#endif
#define __device_builtin__
#define __cudart_builtin__

#endif
