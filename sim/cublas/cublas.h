// SPDX-License-Identifier: BSD-3-Clause
// cuBLAS for programs on the simulated GPU: handles, and launches of the kernels in sim/cublas/kernels through the CUDA runtime,
// as any user's library would make them. Not modelled: complex numbers, computation on the host.
#ifndef WARPLOCK_CUBLAS_H
#define WARPLOCK_CUBLAS_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/cuda/cuda_runtime_api.h"
#include "sim/cuda/cublas_v2.h"
#include "sim/cublas/kernels/operand.h"

// The most blocks of a sum's first launch, each with two numbers and a place.
enum { CUBLAS_BLOCK = 256, CUBLAS_SUM_BLOCKS = 64, CUBLAS_Z_MOST = 65535 };

typedef enum {
#define KERNEL(name) CUBLAS_S_##name, CUBLAS_D_##name,
#define ONCE(name) CUBLAS_##name,
#include "sim/cublas/kernels.def"
#undef KERNEL
    CUBLAS_KERNELS
} cublas_kernel;

struct cublasContext {
    cudaStream_t        stream;
    cublasPointerMode_t pointers;
    cublasAtomicsMode_t atomics;
    cublasMath_t        math;
    char               *sums;                   // on the device: partial sums of blocks, and a result on its way to the host
    void               *room;                   // workspace on the device for copies of operands
    size_t              room_bytes;
    struct cublasContext *next;
};

// Whether it is an open handle.
bool cublas_is_open(cublasHandle_t handle);
// A workspace of so many bytes on the device, valid until the next call; NULL when memory is short.
void *cublas_room(cublasHandle_t handle, size_t bytes);
cublasStatus_t cublas_launch(cublasHandle_t handle, cublas_kernel kernel, dim3 grid, dim3 block, void **arguments);
// Copies a result from the device to the caller's address on the host.
cublasStatus_t cublas_fetch(cublasHandle_t handle, void *to, const void *from, size_t bytes);

#endif
