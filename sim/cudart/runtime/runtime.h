// SPDX-License-Identifier: BSD-3-Clause
// Declarations of the functions of the runtime API, from the rows of api.def.
#ifndef WARPLOCK_SIM_CUDART_RUNTIME_RUNTIME_H
#define WARPLOCK_SIM_CUDART_RUNTIME_RUNTIME_H

#include "sim/cuda/texture_types.h"
#include "sim/cudart/cudart.h"

#define GROUP(title)
#define DEFAULT(value)
#define RUNTIME(type, name, parameters, note) type name parameters;
#define UNSUPPORTED(type, name, parameters, note) type name parameters;
#define DRIVER(type, name, parameters, note)
#define UNSUPPORTED_DRIVER(type, name, parameters, note)
#include "sim/cudart/tables/api.def"
#undef GROUP
#undef DEFAULT
#undef RUNTIME
#undef UNSUPPORTED
#undef DRIVER
#undef UNSUPPORTED_DRIVER

// Called by code from compilers; declared only in clang's and nvcc's own headers.
void      **__cudaRegisterFatBinary(void *wrapper);
void        __cudaRegisterFatBinaryEnd(void **handle);
// An object of several whose device code is linked (clang -fgpu-rdc; sim/cli/cc_relocatable.c gives every object this name).
void        __cudaRegisterLinkedBinary(void (*registers)(void **handle), void *wrapper, void *name, void (*unused)(void *));
void        __cudaUnregisterFatBinary(void **handle);
void        __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                                   void *thread_id,
                                   void *block_id, void *block, void *grid, int *warp_size);
void        __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes,
                              int is_constant,
                              int is_global);
void        __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern,
                                     size_t bytes,
                                     int is_constant, int is_global);
void        __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name,
                                  int dimensions, int normalized,
                                  int is_extern);
void        __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name,
                                  int dimensions, int is_extern);
char        __cudaInitModule(void **handle);
unsigned    __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream);
cudaError_t __cudaGetKernel(const void **kernel, const void *function);
cudaError_t __cudaLaunchKernel(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                               cudaStream_t stream);
cudaError_t __cudaLaunchKernel_ptsz(const void *kernel, dim3 grid, dim3 block, void **arguments, size_t shared,
                                    cudaStream_t stream);
cudaError_t __cudaGetDeviceProperties_of_13(void *properties, int device);
// With the fields that CUDA 12 added at the end.
cudaError_t __cudaFuncGetAttributes_of_12(void *attributes, const void *function);
// Refuses a function of the shared libraries that is in no table (shared/refusals.def).
cudaError_t __cudaRefuse(const char *function);
// These of CUDA 12 have fewer arguments; the libraries of its and later names export them as such (cudart.mk).
cudaError_t __cudaGraphInstantiate_of_12(cudaGraphExec_t *, cudaGraph_t, unsigned long long flags);
cudaError_t __cudaGraphExecUpdate_of_12(cudaGraphExec_t, cudaGraph_t, cudaGraphExecUpdateResultInfo *);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);

#endif
