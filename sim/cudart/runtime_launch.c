// The runtime API: registration, as compilers make programs call it before main, and launches.
#include "sim/cudart/runtime.h"

#include <string.h>

enum { CALLS_MAX = 16 };
static _Thread_local struct { dim3 grid, block; size_t shared; cudaStream_t stream; } calls[CALLS_MAX];
static _Thread_local unsigned n_calls;

void **__cudaRegisterFatBinary(void *wrapper)
{
    cudart_module *m;

    cudart_enter();
    m = module_register(wrapper, NULL);
    cudart_leave_driver();
    return (void **)m;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    (void)handle;                               // what is registered is read when it is wanted
}

void __cudaUnregisterFatBinary(void **handle)
{
    cudart_enter();
    module_unregister((cudart_module *)handle);
    cudart_leave_driver();
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit, void *thread_id,
                            void *block_id, void *block, void *grid, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread_id, (void)block_id, (void)block, (void)grid, (void)warp_size;
    cudart_enter();
    module_add_function((cudart_module *)handle, host, name);
    cudart_leave_driver();
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes, int is_constant,
                       int is_global)
{
    (void)device, (void)is_extern, (void)is_constant, (void)is_global;
    cudart_enter();
    module_add_variable((cudart_module *)handle, host, name, bytes);
    cudart_leave_driver();
}

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, void *stream)
{
    if (n_calls == CALLS_MAX)
        return cudaErrorInvalidConfiguration;
    calls[n_calls].grid = grid;
    calls[n_calls].block = block;
    calls[n_calls].shared = shared;
    calls[n_calls++].stream = stream;
    return cudaSuccess;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    if (!n_calls)
        return cudaErrorMissingConfiguration;
    n_calls--;
    *grid = calls[n_calls].grid;
    *block = calls[n_calls].block;
    *shared = calls[n_calls].shared;
    memcpy(stream, &calls[n_calls].stream, sizeof calls[n_calls].stream);
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
    launch_shape shape = { { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared };
    cudaError_t error = cudart_enter();
    const kernel *k;

    (void)stream;
    if (!error)
        error = module_function(function, &k);
    if (!error)
        error = launch_kernel(k, &shape, arguments);
    return cudart_leave(error);
}
