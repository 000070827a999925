// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: memory.
#include "sim/cudart/pools.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/graph_memory.h"

static cudaError_t allocate(void **address, size_t bytes, memory_owner owner, const char *function)
{
    cudaError_t error = cudart_enter();
    uint64_t at = 0;

    if (!error)
        error = capture_allows_unsafe();
    if (!error)
        error = address ? memory_allocate(&at, bytes, owner, function) : cudaErrorInvalidValue;
    if (!error)
        *address = (void *)(uintptr_t)at;
    return cudart_leave(error);
}

static cudaError_t release(void *address, bool of_host)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    if (!error)
        error = capture_allows_unsafe();
    if (!error && address)
        error = memory_give_back((uintptr_t)address, of_host);
    pools_settle();
    return cudart_leave(error);
}

cudaError_t cudaMalloc(void **address, size_t bytes) { return allocate(address, bytes, MEMORY_DEVICE, "cudaMalloc"); }
cudaError_t cudaMallocHost(void **address, size_t bytes)
{
    return allocate(address, bytes, MEMORY_HOST, "cudaMallocHost");
}

cudaError_t cudaFree(void *address) { return release(address, false); }
cudaError_t cudaFreeHost(void *address) { return release(address, true); }

cudaError_t cudaFreeAsync(void *address, cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : stream_release(stream, address));
}

cudaError_t cudaHostAlloc(void **address, size_t bytes, unsigned flags)
{
    if (flags > (cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined)) {
        cudart_enter();
        return cudart_leave(cudaErrorInvalidValue);
    }
    return allocate(address, bytes, MEMORY_HOST, "cudaHostAlloc");
}

cudaError_t cudaMallocManaged(void **address, size_t bytes, unsigned flags)
{
    if (!bytes || (flags != cudaMemAttachGlobal && flags != cudaMemAttachHost)) {
        cudart_enter();
        return cudart_leave(cudaErrorInvalidValue);
    }
    return allocate(address, bytes, MEMORY_MANAGED, "cudaMallocManaged");
}

cudaError_t cudaMallocPitch(void **address, size_t *pitch, size_t width, size_t height)
{
    if (pitch)
        *pitch = size_pitch(width);
    return allocate(pitch ? address : NULL, size_of_box(size_pitch(width), height, 1), MEMORY_DEVICE, "cudaMallocPitch");
}

cudaError_t cudaMalloc3D(cudaPitchedPtr *address, cudaExtent extent)
{
    size_t pitch = size_pitch(extent.width);

    if (address)
        *address = (cudaPitchedPtr){ NULL, pitch, extent.width, extent.height };
    return allocate(address ? &address->ptr : NULL, size_of_box(pitch, extent.height, extent.depth), MEMORY_DEVICE, "cudaMalloc3D");
}

// Shared host memory has one address.
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned flags)
{
    cudaError_t error = cudart_enter();
    cudaPointerAttributes attributes;

    if (!error && (!device || flags))
        error = cudaErrorInvalidValue;
    if (!error)
        error = memory_attributes(&attributes, host);
    if (!error && (!attributes.devicePointer || !attributes.hostPointer)) {
        cudart_complain("cudaHostGetDevicePointer: %p is memory of the host alone, expected some of "
                        "cudaMallocManaged, or of "
                        "cudaHostAlloc and at most a sixteenth of gpu.memory_mib", host);
        error = cudaErrorInvalidValue;
    }
    if (!error)
        *device = host;
    return cudart_leave(error);
}

cudaError_t cudaHostGetFlags(unsigned *flags, void *host)
{
    cudaError_t error = cudart_enter();
    cudaPointerAttributes attributes;

    if (!error)
        error = flags ? memory_attributes(&attributes, host) : cudaErrorInvalidValue;
    if (!error && attributes.type != cudaMemoryTypeHost)
        error = cudaErrorInvalidValue;
    if (!error)
        *flags = cudaHostAllocMapped;
    return cudart_leave(error);
}

cudaError_t cudaHostRegister(void *host, size_t bytes, unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error && (!host || !bytes || flags > (cudaHostRegisterPortable | cudaHostRegisterMapped | cudaHostRegisterIoMemory |
                                               cudaHostRegisterReadOnly)))
        error = cudaErrorInvalidValue;
    if (!error)
        error = capture_allows_unsafe();
    return cudart_leave(error ? error : memory_register(host, bytes));
}

cudaError_t cudaHostUnregister(void *host)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = host ? capture_allows_unsafe() : cudaErrorInvalidValue;
    return cudart_leave(error ? error : memory_unregister(host));
}

cudaError_t cudaMemGetInfo(size_t *free_bytes, size_t *total)
{
    cudaError_t error = cudart_enter();

    if (!error && (!free_bytes || !total))
        error = cudaErrorInvalidValue;
    if (!error) {
        *free_bytes = device_free_bytes(cudart_memory());
        *total = (size_t)cudart_machine()->gpu.memory_mib << 20;
    }
    return cudart_leave(error);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *address)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : attributes ? memory_attributes(attributes, address) : cudaErrorInvalidValue);
}

// Hints at where pages should lie: there is only one place.
static cudaError_t hint(cudaError_t error, const void *address, size_t bytes, int device)
{
    cudaPointerAttributes attributes;

    if (!error && device != 0 && device != cudaCpuDeviceId)
        error = cudaErrorInvalidDevice;
    if (!error)
        error = memory_attributes(&attributes, address);
    if (!error && (attributes.type != cudaMemoryTypeManaged || !bytes || bytes > memory_bytes_from(address)))
        error = cudaErrorInvalidValue;
    return cudart_leave(error);
}

cudaError_t cudaMemPrefetchAsync(const void *address, size_t bytes, int device, cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return hint(error ? error : capture_allows_never(stream), address, bytes, device);
}

static int device_of(cudaMemLocation location)
{
    return location.type == cudaMemLocationTypeDevice ? location.id : cudaCpuDeviceId;
}

static bool is_place(cudaMemLocation location)
{
    enum { HOST = 2, HOST_NUMA_CURRENT = 4 };

    return location.type == cudaMemLocationTypeDevice || ((int)location.type >= HOST && (int)location.type <= HOST_NUMA_CURRENT);
}

cudaError_t cudaMemPrefetchAsync_v2(const void *address, size_t bytes, cudaMemLocation location, unsigned flags,
                                    cudaStream_t stream)
{
    return cudaMemPrefetchAsync(is_place(location) && !flags ? address : NULL, bytes, device_of(location), stream);
}

// For some advice the place does not matter.
cudaError_t cudaMemAdvise_v2(const void *address, size_t bytes, cudaMemoryAdvise advice, cudaMemLocation location)
{
    const bool anywhere = advice == cudaMemAdviseSetReadMostly || advice == cudaMemAdviseUnsetReadMostly ||
        advice == cudaMemAdviseUnsetPreferredLocation;

    return cudaMemAdvise(anywhere || is_place(location) ? address : NULL, bytes, advice,
                         anywhere ? cudaCpuDeviceId : device_of(location));
}

cudaError_t cudaMemAdvise(const void *address, size_t bytes, cudaMemoryAdvise advice, int device)
{
    const bool known = advice >= cudaMemAdviseSetReadMostly && advice <= cudaMemAdviseUnsetAccessedBy;

    return hint(cudart_enter(), known ? address : NULL, bytes, device);
}
