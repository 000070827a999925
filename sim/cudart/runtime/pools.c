// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: memory pools.
#include "sim/cudart/pools.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

static cudaError_t begin(int device, bool good)
{
    cudaError_t error = cudart_enter();

    if (!error && device)
        error = cudaErrorInvalidDevice;
    return error ? error : good ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t error = begin(device, pool != NULL);

    if (!error)
        *pool = pool_default();
    return cudart_leave(error);
}

cudaError_t cudaDeviceGetMemPool(cudaMemPool_t *pool, int device)
{
    cudaError_t error = begin(device, pool != NULL);

    if (!error)
        *pool = pool_current();
    return cudart_leave(error);
}

cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool)
{
    cudaError_t error = begin(device, true);

    return cudart_leave(error ? error : pool_set_current(pool));
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t *pool, const cudaMemPoolProps *properties)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_create(pool, properties));
}

cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_destroy(pool));
}

cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_trim(pool, bytes));
}

cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_set(pool, attribute, value));
}

cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_get(pool, attribute, value));
}

cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t count)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_set_access(pool, list, count));
}

cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags *flags, cudaMemPool_t pool, cudaMemLocation *location)
{
    cudaError_t error = begin(0, true);

    return cudart_leave(error ? error : pool_get_access(flags, pool, location));
}

cudaError_t cudaMallocAsync(void **address, size_t bytes, cudaStream_t stream)
{
    cudaError_t error = begin(0, address != NULL);

    return cudart_leave(error ? error : stream_allocate(stream, pool_current(), address, bytes));
}

cudaError_t cudaMallocFromPoolAsync(void **address, size_t bytes, cudaMemPool_t pool, cudaStream_t stream)
{
    cudaError_t error = begin(0, address != NULL);

    if (!error && !pool_is_one(pool))
        error = cudaErrorInvalidValue;
    return cudart_leave(error ? error : stream_allocate(stream, pool, address, bytes));
}
