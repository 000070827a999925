// SPDX-License-Identifier: BSD-3-Clause
// The driver API: the runtime's memory pools.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/pools.h"
#include "sim/cudart/streams/capture.h"

#include <stddef.h>

_Static_assert(sizeof(CUmemPoolProps) == sizeof(cudaMemPoolProps) && sizeof(CUmemAccessDesc) == sizeof(cudaMemAccessDesc) &&
               offsetof(CUmemPoolProps, location) == offsetof(cudaMemPoolProps, location) &&
               CU_MEMPOOL_ATTR_USED_MEM_HIGH == (int)cudaMemPoolAttrUsedMemHigh, "both APIs describe a pool alike");

static cudaError_t begin(CUdevice device, bool good)
{
    cudaError_t error = cudart_enter();

    if (!error && device)
        error = cudaErrorInvalidDevice;
    return error ? error : good ? cudaSuccess : cudaErrorInvalidValue;
}

CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool, CUdevice device)
{
    cudaError_t error = begin(device, pool != NULL);

    if (!error)
        *pool = pool_default();
    return driver_leave(error);
}

CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device)
{
    cudaError_t error = begin(device, pool != NULL);

    if (!error)
        *pool = pool_current();
    return driver_leave(error);
}

CUresult cuDeviceSetMemPool(CUdevice device, CUmemoryPool pool)
{
    cudaError_t error = begin(device, true);

    return driver_leave(error ? error : pool_set_current(pool));
}

CUresult cuMemPoolCreate(CUmemoryPool *pool, const CUmemPoolProps *properties)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_create(pool, (const cudaMemPoolProps *)(const void *)properties));
}

CUresult cuMemPoolDestroy(CUmemoryPool pool)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_destroy(pool));
}

CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t bytes)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_trim(pool, bytes));
}

CUresult cuMemPoolSetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_set(pool, (cudaMemPoolAttr)attribute, value));
}

CUresult cuMemPoolGetAttribute(CUmemoryPool pool, CUmemPool_attribute attribute, void *value)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_get(pool, (cudaMemPoolAttr)attribute, value));
}

CUresult cuMemPoolSetAccess(CUmemoryPool pool, const CUmemAccessDesc *list, size_t count)
{
    cudaError_t error = begin(0, true);

    return driver_leave(error ? error : pool_set_access(pool, (const cudaMemAccessDesc *)(const void *)list, count));
}

CUresult cuMemPoolGetAccess(CUmemAccess_flags *flags, CUmemoryPool pool, CUmemLocation *location)
{
    cudaError_t error = begin(0, flags != NULL);
    cudaMemAccessFlags all;

    if (!error)
        error = pool_get_access(&all, pool, (const cudaMemLocation *)(const void *)location);
    if (!error)
        *flags = (CUmemAccess_flags)all;
    return driver_leave(error);
}

static CUresult allocate(CUdeviceptr *address, size_t bytes, cudaMemPool_t pool, CUstream stream, cudaError_t error)
{
    void *at = NULL;

    if (!error)
        error = stream_allocate(stream, pool, &at, bytes);
    if (!error)
        *address = (uintptr_t)at;
    return driver_leave(error);
}

CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes, CUstream stream)
{
    cudaError_t error = begin(0, address && bytes);

    return allocate(address, bytes, error ? NULL : pool_current(), stream, error);
}

CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes, CUmemoryPool pool, CUstream stream)
{
    cudaError_t error = begin(0, address && bytes);

    if (!error && !pool_is_one(pool))
        error = cudaErrorInvalidValue;
    return allocate(address, bytes, pool, stream, error);
}

CUresult cuMemFreeAsync(CUdeviceptr address, CUstream stream)
{
    cudaError_t error = begin(0, address != 0);

    return driver_leave(error ? error : stream_release(stream, (void *)(uintptr_t)address));
}
