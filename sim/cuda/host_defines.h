// The qualifiers of CUDA C++ as clang's attributes.
#ifndef WARPLOCK_CUDA_HOST_DEFINES_H
#define WARPLOCK_CUDA_HOST_DEFINES_H

#define __global__        __attribute__((global))
#define __device__        __attribute__((device))
#define __host__          __attribute__((host))
#define __shared__        __attribute__((shared))
#define __constant__      __attribute__((constant))
// Host and device share no memory here: on the device it is a variable like any other.
#define __managed__       __attribute__((device))
#define __noinline__      __attribute__((noinline))
#define __forceinline__   __inline__ __attribute__((always_inline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __align__(bytes)  __attribute__((aligned(bytes)))
#define __builtin_align__(bytes) __align__(bytes)
#define __grid_constant__
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB

#endif
