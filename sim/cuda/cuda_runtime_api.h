// Functions of the CUDA runtime that host code calls (Runtime API reference), declared so that a whole program can
// be read and its kernels compiled. Nothing here runs them.
#ifndef WARPLOCK_CUDA_CUDA_RUNTIME_API_H
#define WARPLOCK_CUDA_CUDA_RUNTIME_API_H

#include "driver_types.h"

extern "C" {
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaHostAlloc(void **, size_t, unsigned flags);
cudaError_t cudaHostGetDevicePointer(void **, void *, unsigned flags);
cudaError_t cudaHostRegister(void *, size_t, unsigned flags);
cudaError_t cudaHostUnregister(void *);
cudaError_t cudaMallocManaged(void **, size_t, unsigned flags);
cudaError_t cudaMallocPitch(void **, size_t *pitch, size_t width, size_t height);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaMemcpy(void *to, const void *from, size_t, cudaMemcpyKind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind);
cudaError_t cudaMemcpyToSymbol(const void *, const void *from, size_t, size_t offset = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
cudaError_t cudaMemcpyFromSymbol(void *to, const void *, size_t, size_t offset = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
cudaError_t cudaMemcpyToSymbolAsync(const void *, const void *from, size_t, size_t offset, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *, size_t, size_t offset, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaGetSymbolAddress(void **, const void *symbol);
cudaError_t cudaGetSymbolSize(size_t *, const void *symbol);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemsetAsync(void *, int, size_t, cudaStream_t = 0);
cudaError_t cudaMemset2D(void *, size_t pitch, int, size_t width, size_t height);
cudaError_t cudaMemPrefetchAsync(const void *, size_t, int device, cudaStream_t = 0);
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorString(cudaError_t);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaThreadSynchronize(void);
cudaError_t cudaThreadExit(void);
cudaError_t cudaSetDevice(int);
cudaError_t cudaGetDevice(int *);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *, int);
cudaError_t cudaDeviceGetAttribute(int *, cudaDeviceAttr, int);
cudaError_t cudaSetDeviceFlags(unsigned);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache);
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
cudaError_t cudaDriverGetVersion(int *);
cudaError_t cudaRuntimeGetVersion(int *);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *, unsigned flags);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamQuery(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned flags = 0);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *, unsigned flags);
cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t, cudaEvent_t);
cudaError_t cudaFuncSetCacheConfig(const void *, cudaFuncCache);
cudaError_t cudaFuncSetAttribute(const void *, cudaFuncAttribute, int);
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *, const void *);
cudaError_t cudaLaunchKernel(const void *, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t);
// What clang makes of kernel<<<grid, block, shared, stream>>>, by the version of CUDA that it takes this for.
cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t = 0);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = 0);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
}

// The forms of C++: typed pointers, symbols and kernels by their names.
template <class T> static inline cudaError_t cudaMalloc(T **p, size_t size) { return ::cudaMalloc((void **)(void *)p, size); }
template <class T> static inline cudaError_t cudaMallocHost(T **p, size_t size, unsigned = 0)
{
    return ::cudaMallocHost((void **)(void *)p, size);
}
template <class T> static inline cudaError_t cudaHostAlloc(T **p, size_t size, unsigned flags)
{
    return ::cudaHostAlloc((void **)(void *)p, size, flags);
}
template <class T> static inline cudaError_t cudaMallocManaged(T **p, size_t size, unsigned flags = cudaMemAttachGlobal)
{
    return ::cudaMallocManaged((void **)(void *)p, size, flags);
}
template <class T> static inline cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t width, size_t height)
{
    return ::cudaMallocPitch((void **)(void *)p, pitch, width, height);
}
template <class T> static inline cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t size, size_t offset = 0,
                                                                cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return ::cudaMemcpyToSymbol((const void *)&symbol, from, size, offset, kind);
}
template <class T> static inline cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t size, size_t offset = 0,
                                                                  cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return ::cudaMemcpyFromSymbol(to, (const void *)&symbol, size, offset, kind);
}
template <class T> static inline cudaError_t cudaGetSymbolAddress(void **p, const T &symbol)
{
    return ::cudaGetSymbolAddress(p, (const void *)&symbol);
}
template <class T> static inline cudaError_t cudaFuncSetCacheConfig(T *kernel, cudaFuncCache config)
{
    return ::cudaFuncSetCacheConfig((const void *)kernel, config);
}
template <class T> static inline cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return ::cudaFuncSetAttribute((const void *)kernel, attribute, value);
}
template <class T> static inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return ::cudaFuncGetAttributes(attributes, (const void *)kernel);
}
template <class T> static inline cudaError_t cudaLaunchKernel(T *kernel, dim3 grid, dim3 block, void **arguments,
                                                              size_t shared = 0, cudaStream_t stream = 0)
{
    return ::cudaLaunchKernel((const void *)kernel, grid, block, arguments, shared, stream);
}

#endif
