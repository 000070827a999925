// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: arrays. One is device memory whose rows lie behind each other.
#include "sim/cudart/runtime.h"

#include <stdlib.h>

#include "sim/cudart/sizes.h"

struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent   extent;                        // in elements; height and depth 0 of an array of fewer dimensions
    unsigned     flags;
    uint64_t     address;
    size_t       element;                       // bytes
    cudaArray_t  next;
};

enum { FLAGS = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather };

static cudaArray_t arrays;

static bool is_array(cudaArray_const_t array)
{
    cudaArray_const_t at = arrays;

    while (at && at != array)
        at = at->next;
    return at != NULL;
}

static size_t rows_of(cudaArray_const_t a) { return a->extent.height ? a->extent.height : 1; }

cudaError_t array_plane(cudaArray_const_t array, memory_plane *plane, size_t *element, cudaChannelFormatDesc *format,
                        cudaExtent *extent)
{
    if (!is_array(array))
        return cudaErrorInvalidResourceHandle;
    *element = array->element;
    *plane = (memory_plane){ (void *)(uintptr_t)array->address, array->extent.width * array->element, rows_of(array) };
    if (format)
        *format = array->format;
    if (extent)
        *extent = array->extent;
    return cudaSuccess;
}

// Bits of an element; 0: there is none of such channels.
static size_t bits_of(const cudaChannelFormatDesc *f)
{
    const int channels[4] = { f->x, f->y, f->z, f->w };
    size_t bits = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (channels[i] < 0 || channels[i] > 32)
            return 0;
        bits += (size_t)channels[i];
    }
    return bits % 8 ? 0 : bits;
}

static cudaError_t make(cudaArray_t *array, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned flags)
{
    struct cudaArray made = { .extent = extent, .flags = flags, .element = f ? bits_of(f) / 8 : 0 };
    cudaError_t error;
    size_t bytes;

    if (!array || !f || !extent.width || flags > FLAGS)
        return cudaErrorInvalidValue;
    if (!made.element || f->f > cudaChannelFormatKindNone || (extent.depth && !extent.height))
        return cudaErrorInvalidChannelDescriptor;
    made.format = *f;
    bytes = size_of_box(size_product(extent.width, made.element), rows_of(&made), extent.depth ? extent.depth : 1);
    error = memory_allocate(&made.address, bytes, MEMORY_DEVICE, "cudaMallocArray");
    if (error)
        return error;
    made.next = arrays;
    *array = arrays = malloc(sizeof made);
    if (!arrays)
        abort();
    *arrays = made;
    return cudaSuccess;
}

void arrays_forget(void)
{
    for (cudaArray_t a; (a = arrays) != NULL; free(a))
        arrays = a->next;
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return (cudaChannelFormatDesc){ x, y, z, w, kind };
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned flags)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : make(array, format, extent, flags));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags)
{
    return cudaMalloc3DArray(array, format, (cudaExtent){ width, height, 0 }, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error = cudart_enter();

    if (error || !array)
        return cudart_leave(error);
    for (cudaArray_t *at = &arrays; *at; at = &(*at)->next)
        if (*at == array) {
            *at = array->next;
            error = memory_release(array->address, false);
            free(array);
            return cudart_leave(error);
        }
    return cudart_leave(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array)
{
    cudaError_t error = cudart_enter();

    if (!error && !is_array(array))
        error = cudaErrorInvalidResourceHandle;
    if (!error) {
        if (format)
            *format = array->format;
        if (extent)
            *extent = array->extent;
        if (flags)
            *flags = array->flags;
    }
    return cudart_leave(error);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    return cudaArrayGetInfo(format, NULL, NULL, (cudaArray_t)(uintptr_t)array);
}

// A box in an array: `x` in bytes, as the older functions count. False: it does not lie in it.
static bool part(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, memory_plane *plane)
{
    size_t element;

    if (array_plane(array, plane, &element, NULL, NULL) || !size_within(x, width, plane->pitch) ||
        !size_within(y, height, plane->rows))
        return false;
    plane->at = (char *)plane->at + y * plane->pitch + x;
    return true;
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height,
                                cudaMemcpyKind kind)
{
    cudaError_t error = cudart_enter();
    const memory_plane source = { (void *)(uintptr_t)from, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane target;

    cudart_synchronize();
    if (!error)
        error = part(array, x, y, width, height, &target) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width,
                                  size_t height,
                                  cudaMemcpyKind kind)
{
    cudaError_t error = cudart_enter();
    const memory_plane target = { to, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane source;

    cudart_synchronize();
    if (!error)
        error = part(array, x, y, width, height, &source) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

// Bytes behind each other, over the ends of rows: the rows lie so.
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
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return cudart_leave(error ? error : copy_bytes(array, x, y, (void *)(uintptr_t)from, bytes, kind, true));
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t array, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return cudart_leave(error ? error : copy_bytes(array, x, y, to, bytes, kind, false));
}
