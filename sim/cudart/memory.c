// Device memory as programs use it: allocations, copies in all directions, fills.
#include "sim/cudart/cudart.h"

#include <stdio.h>
#include <string.h>

#define DEVICE_END (DEVICE_BASE + UINT64_C(0x40000000))

bool memory_is_device(const void *p)
{
    return (uintptr_t)p >= DEVICE_BASE && (uintptr_t)p < DEVICE_END;
}

cudaError_t memory_allocate(uint64_t *address, size_t bytes, const char *function)
{
    *address = bytes ? device_alloc(cudart_memory(), function, bytes) : 0;
    return bytes && !*address ? cudaErrorMemoryAllocation : cudaSuccess;
}

cudaError_t memory_release(uint64_t address)
{
    (void)address;
    return cudaSuccess;
}

// Where the bytes lie in this process; NULL for an address of the device that is in no buffer.
static void *bytes_at(const void *p, size_t bytes)
{
    return memory_is_device(p) ? device_at(cudart_memory(), (uintptr_t)p, bytes) : (void *)(uintptr_t)p;
}

cudaError_t memory_copy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    void *target = bytes_at(to, bytes), *source = bytes_at(from, bytes);

    if (!bytes)
        return cudaSuccess;
    if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
        return cudaErrorInvalidMemcpyDirection;
    if (!target || !source)
        return cudaErrorInvalidValue;
    memmove(target, source, bytes);
    if (memory_is_device(to))
        cudart_host_copied((uintptr_t)to, bytes);
    return cudaSuccess;
}

cudaError_t memory_fill(void *to, int value, size_t bytes)
{
    void *target = bytes ? bytes_at(to, bytes) : NULL;

    if (!bytes)
        return cudaSuccess;
    if (!target || !memory_is_device(to))
        return cudaErrorInvalidValue;
    memset(target, value, bytes);
    cudart_host_copied((uintptr_t)to, bytes);
    return cudaSuccess;
}
