// SPDX-License-Identifier: BSD-3-Clause
// The driver API: memory. Device addresses are numbers.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/pools.h"
#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/capture.h"
#include "sim/cudart/streams/graph_memory.h"

static void *pointer(CUdeviceptr address) { return (void *)(uintptr_t)address; }

static CUresult allocate(uint64_t *address, bool there, size_t bytes, memory_owner owner, const char *function)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_unsafe();
    if (!error)
        error = there && bytes ? memory_allocate(address, bytes, owner, function) : cudaErrorInvalidValue;
    return driver_leave(error);
}

static CUresult allocate_device(CUdeviceptr *address, size_t bytes, memory_owner owner, const char *function)
{
    uint64_t at = 0;
    CUresult result = allocate(&at, address != NULL, bytes, owner, function);

    if (!result)
        *address = at;
    return result;
}

static CUresult allocate_host(void **address, size_t bytes, const char *function)
{
    uint64_t at = 0;
    CUresult result = allocate(&at, address != NULL, bytes, MEMORY_HOST, function);

    if (!result)
        *address = pointer(at);
    return result;
}

static CUresult release(uint64_t address, bool of_host)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    if (!error)
        error = capture_allows_unsafe();
    if (!error)
        error = memory_give_back(address, of_host);
    pools_settle();
    return driver_leave(error);
}

static CUresult copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind, CUstream stream)
{
    cudaError_t error = cudart_enter();
    work w = work_copy_line(to, from, bytes, kind);

    return driver_leave(error ? error : stream_put(stream, &w));
}

static CUresult copy_and_wait(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaError_t error = cudart_enter();
    work w = work_copy_line(to, from, bytes, kind);

    if (!error)
        error = capture_allows_synchronous();
    return driver_leave(error ? error : stream_put(NULL, &w));
}

CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes)
{
    return allocate_device(address, bytes, MEMORY_DEVICE, "cuMemAlloc");
}

CUresult cuMemFree_v2(CUdeviceptr address) { return release(address, false); }
CUresult cuMemAllocHost_v2(void **address, size_t bytes) { return allocate_host(address, bytes, "cuMemAllocHost"); }
CUresult cuMemFreeHost(void *address) { return release((uintptr_t)address, true); }

CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch, size_t width, size_t height, unsigned element)
{
    if (!pitch || (element != 4 && element != 8 && element != 16))
        return CUDA_ERROR_INVALID_VALUE;
    *pitch = size_pitch(width);
    return allocate_device(address, size_of_box(*pitch, height, 1), MEMORY_DEVICE, "cuMemAllocPitch");
}

CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes, unsigned flags)
{
    const bool known = flags == CU_MEM_ATTACH_GLOBAL || flags == CU_MEM_ATTACH_HOST;

    return allocate_device(known ? address : NULL, bytes, MEMORY_MANAGED, "cuMemAllocManaged");
}

CUresult cuMemHostAlloc(void **address, size_t bytes, unsigned flags)
{
    const unsigned known = CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED;

    return allocate_host(flags <= known ? address : NULL, bytes, "cuMemHostAlloc");
}

CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *device, void *host, unsigned flags)
{
    cudaError_t error = cudart_enter();
    cudaPointerAttributes attributes;

    if (!error)
        error = device && !flags ? memory_attributes(&attributes, host) : cudaErrorInvalidValue;
    if (!error && (!attributes.devicePointer || !attributes.hostPointer))
        error = cudaErrorInvalidValue;
    if (!error)
        *device = (uintptr_t)host;
    return driver_leave(error);
}

CUresult cuMemGetInfo_v2(size_t *free_bytes, size_t *total)
{
    cudaError_t error = cudart_enter();

    if (!error && (!free_bytes || !total))
        error = cudaErrorInvalidValue;
    if (!error) {
        *free_bytes = device_free_bytes(cudart_memory());
        *total = (size_t)cudart_machine()->gpu.memory_mib << 20;
    }
    return driver_leave(error);
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_and_wait(pointer(to), pointer(from), bytes, cudaMemcpyDefault);
}

CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
    return copy(pointer(to), from, bytes, cudaMemcpyHostToDevice, stream);
}

CUresult cuMemcpyDtoHAsync_v2(void *to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return copy(to, pointer(from), bytes, cudaMemcpyDeviceToHost, stream);
}

CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream)
{
    return copy(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice, stream);
}

CUresult cuMemcpyHtoD_v2(CUdeviceptr to, const void *from, size_t bytes)
{
    return copy_and_wait(pointer(to), from, bytes, cudaMemcpyHostToDevice);
}

CUresult cuMemcpyDtoH_v2(void *to, CUdeviceptr from, size_t bytes)
{
    return copy_and_wait(to, pointer(from), bytes, cudaMemcpyDeviceToHost);
}

CUresult cuMemcpyDtoD_v2(CUdeviceptr to, CUdeviceptr from, size_t bytes)
{
    return copy_and_wait(pointer(to), pointer(from), bytes, cudaMemcpyDeviceToDevice);
}

static CUresult fill(CUdeviceptr address, unsigned value, unsigned size, size_t count)
{
    cudaError_t error = cudart_enter();
    work w = work_fill_line(pointer(address), value, size, count);

    if (!error && address % size)
        error = cudaErrorInvalidValue;
    return driver_leave(error ? error : stream_put(NULL, &w));
}

CUresult cuMemsetD8_v2(CUdeviceptr address, unsigned char value, size_t count)
{
    return fill(address, value, sizeof value, count);
}

CUresult cuMemsetD16_v2(CUdeviceptr address, unsigned short value, size_t count)
{
    return fill(address, value, sizeof value, count);
}

CUresult cuMemsetD32_v2(CUdeviceptr address, unsigned value, size_t count)
{
    return fill(address, value, sizeof value, count);
}
