// The runtime API: memory.
#include "sim/cudart/runtime.h"

cudaError_t cudaMalloc(void **address, size_t bytes)
{
    cudaError_t error = cudart_enter();
    uint64_t at = 0;

    if (!error)
        error = address ? memory_allocate(&at, bytes, "cudaMalloc") : cudaErrorInvalidValue;
    if (!error)
        *address = (void *)(uintptr_t)at;
    return cudart_leave(error);
}

cudaError_t cudaFree(void *address)
{
    cudaError_t error = cudart_enter();

    if (!error && address)
        error = memory_release((uintptr_t)address);
    return cudart_leave(error);
}

cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return cudart_leave(error ? error : memory_copy(to, from, bytes, kind));
}

cudaError_t cudaMemset(void *address, int value, size_t bytes)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : memory_fill(address, value, bytes));
}
