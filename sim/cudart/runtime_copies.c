// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: copies and fills. Those of a stream have ended when they return, as all that it was given before
// has.
#include "sim/cudart/runtime.h"
#include "sim/cudart/sizes.h"

static cudaError_t begin_copy(cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return error ? error : stream_check(stream);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);

    return cudart_leave(error ? error : memory_copy(to, from, bytes, kind));
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, bytes, kind, NULL);
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);

    if (!error && (to_device || from_device))
        error = cudaErrorInvalidDevice;
    return cudart_leave(error ? error : memory_copy(to, from, bytes, cudaMemcpyDefault));
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    return cudaMemcpyPeerAsync(to, to_device, from, from_device, bytes, NULL);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);
    const memory_plane target = { to, to_pitch, height }, source = { (void *)(uintptr_t)from, from_pitch, height };
    const size_t size[3] = { width, height, 1 };

    return cudart_leave(error ? error : memory_copy_box(&target, &source, size, kind));
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    return cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, height, kind, NULL);
}

// One end of a copy of three dimensions. Positions in arrays count elements, others bytes.
static cudaError_t find_end(cudaArray_t array, const cudaPitchedPtr *p, memory_plane *end, size_t *element)
{
    cudaError_t error = cudaSuccess;

    *element = 1;
    if ((array != NULL) == (p->ptr != NULL))
        return cudaErrorInvalidValue;
    if (array)
        error = array_plane(array, end, element, NULL, NULL);
    else
        *end = (memory_plane){ p->ptr, p->pitch, p->ysize };
    return error;
}

// So many from a position on, of an array's; 0: it has not this dimension.
static bool lies_in(size_t at, size_t count, size_t of)
{
    return size_within(at, count, of ? of : 1);
}

// What is copied lies in the array, or in the rows of pitched memory, which begin where 64 bits say; the end is its first
// byte from here on.
static cudaError_t move_end(cudaArray_t array, const cudaPos *at, const size_t size[3], size_t element, memory_plane *end)
{
    const size_t x = size_product(at->x, element), row = size_sum(size_product(at->z, end->rows), at->y);
    const size_t offset = size_sum(size_product(row, end->pitch), x);
    memory_plane plane;
    cudaExtent all;

    if (!array && !size_within(x, size[0], end->pitch))
        return cudaErrorInvalidPitchValue;
    if (size_sum((uintptr_t)end->at, offset) == SIZE_MAX)
        return cudaErrorInvalidValue;
    end->at = (void *)((uintptr_t)end->at + offset);
    if (array && (array_plane(array, &plane, &element, NULL, &all) || !size_within(x, size[0], plane.pitch) ||
                  !lies_in(at->y, size[1], all.height) || !lies_in(at->z, size[2], all.depth)))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);
    size_t to_element, from_element;
    memory_plane to, from;

    if (!error && !p)
        error = cudaErrorInvalidValue;
    if (!error)
        error = find_end(p->dstArray, &p->dstPtr, &to, &to_element);
    if (!error)
        error = find_end(p->srcArray, &p->srcPtr, &from, &from_element);
    if (!error && p->dstArray && p->srcArray && to_element != from_element)
        error = cudaErrorInvalidValue;
    if (!error) {
        const size_t element = p->dstArray ? to_element : from_element;
        const size_t size[3] = { size_product(p->extent.width, element), p->extent.height, p->extent.depth };

        error = move_end(p->dstArray, &p->dstPos, size, to_element, &to);
        if (!error)
            error = move_end(p->srcArray, &p->srcPos, size, from_element, &from);
        if (!error)
            error = memory_copy_box(&to, &from, size, p->kind);
    }
    return cudart_leave(error);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)
{
    return cudaMemcpy3DAsync(p, NULL);
}

cudaError_t cudaMemsetAsync(void *address, int value, size_t bytes, cudaStream_t stream)
{
    const unsigned char byte = (unsigned char)value;
    cudaError_t error = begin_copy(stream);

    return cudart_leave(error ? error : memory_fill(address, &byte, 1, bytes));
}

cudaError_t cudaMemset(void *address, int value, size_t bytes)
{
    return cudaMemsetAsync(address, value, bytes, NULL);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr address, int value, cudaExtent extent, cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);
    const memory_plane target = { address.ptr, address.pitch, address.ysize };
    const size_t size[3] = { extent.width, extent.height, extent.depth };

    return cudart_leave(error ? error : memory_fill_box(&target, value, size));
}

cudaError_t cudaMemset3D(cudaPitchedPtr address, int value, cudaExtent extent)
{
    return cudaMemset3DAsync(address, value, extent, NULL);
}

cudaError_t cudaMemset2DAsync(void *address, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream)
{
    const cudaPitchedPtr all = { address, pitch, width, height };
    const cudaExtent extent = { width, height, 1 };

    return cudaMemset3DAsync(all, value, extent, stream);
}

cudaError_t cudaMemset2D(void *address, size_t pitch, int value, size_t width, size_t height)
{
    return cudaMemset2DAsync(address, pitch, value, width, height, NULL);
}

// --- symbols

static cudaError_t copy_symbol(void *host, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                               bool to_symbol)
{
    uint64_t address, size;
    cudaError_t error = module_variable(symbol, &address, &size);
    void *at;

    if (error)
        return error;
    if (!size_within(offset, bytes, size))
        return cudaErrorInvalidValue;
    if (kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    at = (void *)(uintptr_t)(address + offset);
    return to_symbol ? memory_copy(at, host, bytes, kind) : memory_copy(host, at, bytes, kind);
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);

    return cudart_leave(error ? error : copy_symbol((void *)(uintptr_t)from, symbol, bytes, offset, kind, true));
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    cudaError_t error = begin_copy(stream);

    return cudart_leave(error ? error : copy_symbol(to, symbol, bytes, offset, kind, false));
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return cudaMemcpyToSymbolAsync(symbol, from, bytes, offset, kind, NULL);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return cudaMemcpyFromSymbolAsync(to, symbol, bytes, offset, kind, NULL);
}

cudaError_t cudaGetSymbolAddress(void **address, const void *symbol)
{
    cudaError_t error = cudart_enter();
    uint64_t at = 0, bytes;

    if (!error)
        error = address ? module_variable(symbol, &at, &bytes) : cudaErrorInvalidValue;
    if (!error)
        *address = (void *)(uintptr_t)at;
    return cudart_leave(error);
}

cudaError_t cudaGetSymbolSize(size_t *bytes, const void *symbol)
{
    cudaError_t error = cudart_enter();
    uint64_t address, size = 0;

    if (!error)
        error = bytes ? module_variable(symbol, &address, &size) : cudaErrorInvalidValue;
    if (!error)
        *bytes = size;
    return cudart_leave(error);
}
