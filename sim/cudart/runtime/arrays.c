// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: arrays of one or several levels (arrays.c).
#include "sim/cudart/arrays.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/capture.h"

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return (cudaChannelFormatDesc){ x, y, z, w, kind };
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_unsafe();
    return cudart_leave(error ? error : array_make(array, format, extent, flags));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags)
{
    return cudaMalloc3DArray(array, format, (cudaExtent){ width, height, 0 }, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error = cudart_enter();

    if (!error && array)
        error = capture_allows_unsafe();
    if (error || !array)
        return cudart_leave(error);
    return cudart_leave(array_free(array));
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array)
{
    cudaError_t error = cudart_enter();
    memory_plane plane;
    size_t element;

    if (!error)
        error = array_plane(array, &plane, &element, format, extent);
    if (!error && flags)
        *flags = array_flags(array);
    return cudart_leave(error);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    return cudaArrayGetInfo(format, NULL, NULL, (cudaArray_t)(uintptr_t)array);
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned levels,
                                     unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_unsafe();
    return cudart_leave(error ? error : mipmap_make(mipmap, format, extent, levels, flags));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned level)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : mipmap_level(array, mipmap, level));
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap)
{
    cudaError_t error = cudart_enter();

    if (!error && mipmap)
        error = capture_allows_unsafe();
    if (error || !mipmap)
        return cudart_leave(error);
    return cudart_leave(mipmap_free(mipmap));
}

// --- copies

// A box in an array: `x` in bytes, as the older functions count. False: out of bounds.
static bool part(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, memory_plane *plane)
{
    size_t element;

    if (array_plane(array, plane, &element, NULL, NULL) || !size_within(x, width, plane->pitch) ||
        !size_within(y, height, plane->rows))
        return false;
    plane->at = (char *)plane->at + y * plane->pitch + x;
    return true;
}

// Array copies go into the legacy stream, and the caller waits.
static cudaError_t begin_copy(void)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return error ? error : capture_allows_synchronous();
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height,
                                cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();
    const memory_plane source = { (void *)(uintptr_t)from, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane target;

    if (!error)
        error = part(array, x, y, width, height, &target) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width,
                                  size_t height,
                                  cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();
    const memory_plane target = { to, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane source;

    if (!error)
        error = part(array, x, y, width, height, &source) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

// Consecutive bytes across row ends: rows are consecutive.
static cudaError_t copy_bytes(cudaArray_const_t array, size_t x, size_t y, void *host, size_t bytes,
                              cudaMemcpyKind kind, bool into)
{
    memory_plane plane;
    size_t element, at;

    if (array_plane(array, &plane, &element, NULL, NULL))
        return cudaErrorInvalidResourceHandle;
    at = size_sum(size_product(y, plane.pitch), x);
    if (x > plane.pitch || !size_within(at, bytes, plane.pitch * plane.rows))
        return cudaErrorInvalidValue;
    return into ? memory_copy((char *)plane.at + at, host, bytes, kind) :
        memory_copy(host, (char *)plane.at + at, bytes, kind);
}

cudaError_t cudaMemcpyToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t bytes,
                              cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();

    return cudart_leave(error ? error : copy_bytes(array, x, y, (void *)(uintptr_t)from, bytes, kind, true));
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t array, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();

    return cudart_leave(error ? error : copy_bytes(array, x, y, to, bytes, kind, false));
}
