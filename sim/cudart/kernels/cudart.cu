// SPDX-License-Identifier: BSD-3-Clause
// malloc and free of kernels that nvcc has compiled, which leaves them to the driver: those of sim/cuda/warplock/heap.h, which
// `warplock cc` puts into each program, under the names that such kernels call. sim/cudart/modules.c puts them behind their PTX.
extern "C" __device__ void *warplock_malloc(size_t bytes) __asm__("malloc");
extern "C" __device__ void warplock_free(void *p) __asm__("free");

extern "C" __device__ void *warplock_malloc(size_t bytes) { return malloc(bytes); }
extern "C" __device__ void warplock_free(void *p) { free(p); }
