// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: copies and fills. A stream's work, including these, is done when they return; in a capturing stream they
// become nodes.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

static cudaError_t put(work w, cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : stream_put(stream, &w));
}

// In the legacy stream; the caller waits.
static cudaError_t put_and_wait(work w)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_synchronous();
    return cudart_leave(error ? error : stream_put(NULL, &w));
}

static cudaError_t mistake(cudaError_t of_call)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : of_call);
}

cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream)
{
    return put(work_copy_line(to, from, bytes, kind), stream);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return put_and_wait(work_copy_line(to, from, bytes, kind));
}

cudaError_t cudaMemcpyPeerAsync(void *to, int to_device, const void *from, int from_device, size_t bytes,
                                cudaStream_t stream)
{
    return to_device || from_device ? mistake(cudaErrorInvalidDevice) :
        cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream);
}

cudaError_t cudaMemcpyPeer(void *to, int to_device, const void *from, int from_device, size_t bytes)
{
    return to_device || from_device ? mistake(cudaErrorInvalidDevice) : cudaMemcpy(to, from, bytes, cudaMemcpyDefault);
}

cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height,
                              cudaMemcpyKind kind, cudaStream_t stream)
{
    return put(work_copy_rows(to, to_pitch, from, from_pitch, width, height, kind), stream);
}

cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind)
{
    return put_and_wait(work_copy_rows(to, to_pitch, from, from_pitch, width, height, kind));
}

cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *p, cudaStream_t stream)
{
    return p ? put((work){ .type = cudaGraphNodeTypeMemcpy, .copy.box = *p }, stream) : mistake(cudaErrorInvalidValue);
}

cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *p)
{
    return p ? put_and_wait((work){ .type = cudaGraphNodeTypeMemcpy, .copy.box = *p }) : mistake(cudaErrorInvalidValue);
}

cudaError_t cudaMemsetAsync(void *address, int value, size_t bytes, cudaStream_t stream)
{
    return put(work_fill_line(address, (unsigned char)value, 1, bytes), stream);
}

cudaError_t cudaMemset(void *address, int value, size_t bytes)
{
    return cudaMemsetAsync(address, value, bytes, NULL);
}

cudaError_t cudaMemset3DAsync(cudaPitchedPtr address, int value, cudaExtent extent, cudaStream_t stream)
{
    return put((work){ .type = cudaGraphNodeTypeMemset,
                       .fill = { { address.ptr, address.pitch, address.ysize },
                                 { extent.width, extent.height, extent.depth }, (unsigned char)value, 1 } }, stream);
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
                               bool to_symbol, cudaStream_t stream, bool waits)
{
    cudaError_t error = cudart_enter();
    work w;

    if (!error)
        error = waits ? capture_allows_synchronous() : stream_check(stream);
    if (!error)
        error = work_symbol(&w, host, symbol, bytes, offset, kind, to_symbol);
    return cudart_leave(error ? error : stream_put(stream, &w));
}

cudaError_t cudaMemcpyToSymbolAsync(const void *symbol, const void *from, size_t bytes, size_t offset,
                                    cudaMemcpyKind kind,
                                    cudaStream_t stream)
{
    return copy_symbol((void *)(uintptr_t)from, symbol, bytes, offset, kind, true, stream, false);
}

cudaError_t cudaMemcpyFromSymbolAsync(void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                                      cudaStream_t stream)
{
    return copy_symbol(to, symbol, bytes, offset, kind, false, stream, false);
}

cudaError_t cudaMemcpyToSymbol(const void *symbol, const void *from, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return copy_symbol((void *)(uintptr_t)from, symbol, bytes, offset, kind, true, NULL, true);
}

cudaError_t cudaMemcpyFromSymbol(void *to, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind)
{
    return copy_symbol(to, symbol, bytes, offset, kind, false, NULL, true);
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
