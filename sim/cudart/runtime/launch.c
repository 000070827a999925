// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: registration, called by compiled programs before main, and launches.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

#include <string.h>

#include "sim/cudart/fatbin.h"
#include "sim/cudart/sizes.h"

enum { CALLS_MAX = 16, ARGUMENTS_MAX = 4096 };
static _Thread_local struct { dim3 grid, block; size_t shared; cudaStream_t stream; } calls[CALLS_MAX];
static _Thread_local unsigned n_calls;
static _Thread_local unsigned char argument_bytes[ARGUMENTS_MAX];
static _Thread_local size_t n_argument_bytes;

void **__cudaRegisterFatBinary(void *wrapper)
{
    cudart_module *m;

    cudart_enter();
    m = module_register(wrapper, NULL, FATBIN_BY_ITSELF);
    cudart_leave_driver();
    return (void **)m;
}

void __cudaRegisterFatBinaryEnd(void **handle)
{
    cudart_enter();
    module_registered((cudart_module *)handle);     // the rest is loaded when needed
    cudart_leave_driver();
}

void __cudaRegisterLinkedBinary(void (*registers)(void **handle), void *wrapper, void *name, void (*unused)(void *))
{
    cudart_module *m;

    (void)name, (void)unused;
    cudart_enter();
    m = module_register_part(wrapper);
    registers((void **)m);
    cudart_leave_driver();
}

// Linked after the program's own constructors: all parts are registered.
__attribute__((constructor)) static void all_are_registered(void)
{
    modules_registered();
}

void __cudaUnregisterFatBinary(void **handle)
{
    cudart_enter();
    module_unregister((cudart_module *)handle);
    cudart_leave_driver();
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int thread_limit,
                            void *thread_id,
                            void *block_id, void *block, void *grid, int *warp_size)
{
    (void)device, (void)thread_limit, (void)thread_id, (void)block_id, (void)block, (void)grid, (void)warp_size;
    cudart_enter();
    module_add_function((cudart_module *)handle, host, name);
    cudart_leave_driver();
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int is_extern, size_t bytes,
                       int is_constant,
                       int is_global)
{
    (void)device, (void)is_extern, (void)is_constant, (void)is_global;
    cudart_enter();
    module_add_variable((cudart_module *)handle, host, name, bytes);
    cudart_leave_driver();
}

// A managed variable of nvcc: the host has a pointer to it.
void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int is_extern, size_t bytes,
                              int is_constant,
                              int is_global)
{
    (void)device, (void)is_extern, (void)is_constant, (void)is_global;
    cudart_enter();
    module_add_managed((cudart_module *)handle, host, name, bytes);
    cudart_leave_driver();
}

// Called before the program uses a managed variable.
char __cudaInitModule(void **handle)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = module_load((cudart_module *)handle);
    cudart_leave_driver();
    return error == cudaSuccess;
}

void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name, int dimensions,
                           int normalized,
                           int is_extern)
{
    (void)device, (void)dimensions, (void)is_extern;
    cudart_enter();
    texture_register((cudart_module *)handle, host, name, normalized != 0);
    cudart_leave_driver();
}

void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name, int dimensions,
                           int is_extern)
{
    (void)device, (void)dimensions, (void)is_extern;
    cudart_enter();
    surface_register((cudart_module *)handle, host, name);
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

static cudaError_t launch_function(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                                   cudaStream_t stream,
                          bool cooperative)
{
    launch_shape shape = { { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared, cooperative };
    cudaError_t error = cudart_enter();
    const kernel *k;
    work w;

    if (!error)
        error = stream_check(stream);
    if (!error)
        error = module_function(function, &k);
    if (!error)
        error = work_launch(&w, function, k, &shape, arguments);
    return cudart_leave(error ? error : stream_put(stream, &w));
}

cudaError_t cudaLaunchKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                             cudaStream_t stream)
{
    return launch_function(function, grid, block, arguments, shared, stream, false);
}

cudaError_t cudaLaunchCooperativeKernel(const void *function, dim3 grid, dim3 block, void **arguments, size_t shared,
                                        cudaStream_t stream)
{
    return launch_function(function, grid, block, arguments, shared, stream, true);
}

// --- launches before CUDA 7: configure, each argument, launch

cudaError_t cudaConfigureCall(dim3 grid, dim3 block, size_t shared, cudaStream_t stream)
{
    cudart_enter();
    n_argument_bytes = 0;
    return cudart_leave((cudaError_t)__cudaPushCallConfiguration(grid, block, shared, stream));
}

cudaError_t cudaSetupArgument(const void *argument, size_t bytes, size_t offset)
{
    cudart_enter();
    if (!argument || !size_within(offset, bytes, sizeof argument_bytes))
        return cudart_leave(cudaErrorInvalidValue);
    memcpy(argument_bytes + offset, argument, bytes);
    if (offset + bytes > n_argument_bytes)
        n_argument_bytes = offset + bytes;
    return cudart_leave(cudaSuccess);
}

cudaError_t cudaLaunch(const void *function)
{
    cudaError_t error = cudart_enter();
    cudaStream_t stream;
    dim3 grid, block;
    size_t shared;
    const kernel *k;
    work w;

    if (!error)
        error = __cudaPopCallConfiguration(&grid, &block, &shared, &stream);
    if (!error)
        error = stream_check(stream);
    if (!error)
        error = module_function(function, &k);
    if (!error) {
        launch_shape shape = { { grid.x, grid.y, grid.z }, { block.x, block.y, block.z }, shared, false };
        error = work_launch_packed(&w, function, k, &shape, argument_bytes, n_argument_bytes);
    }
    return cudart_leave(error ? error : stream_put(stream, &w));
}

// --- attributes of a kernel

cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, const void *function)
{
    cudaError_t error = cudart_enter();
    const kernel *k;

    if (!error)
        error = attributes ? module_function(function, &k) : cudaErrorInvalidValue;
    if (!error)
        launch_attributes(k, attributes);
    return cudart_leave(error);
}

// Calls that only choose a memory configuration of the chip: the machine has its own.
static cudaError_t known(const void *function, bool configuration)
{
    cudaError_t error = cudart_enter();
    const kernel *k;

    if (!error)
        error = configuration ? module_function(function, &k) : cudaErrorInvalidValue;
    return cudart_leave(error);
}

cudaError_t cudaFuncSetCacheConfig(const void *function, cudaFuncCache config)
{
    return known(function, config <= cudaFuncCachePreferEqual);
}

cudaError_t cudaFuncSetSharedMemConfig(const void *function, cudaSharedMemConfig config)
{
    return known(function, config <= cudaSharedMemBankSizeEightByte);
}

cudaError_t cudaFuncSetAttribute(const void *function, cudaFuncAttribute attribute, int value)
{
    cudaError_t error = cudart_enter();
    const kernel *k;

    if (!error)
        error = module_function(function, &k);
    return cudart_leave(error ? error : launch_set_attribute(k, attribute, value));
}

// The driver's functions are our kernels.
cudaError_t cudaGetFuncBySymbol(cudaFunction_t *found, const void *function)
{
    cudaError_t error = cudart_enter();
    const kernel *k;

    if (!error)
        error = found ? module_function(function, &k) : cudaErrorInvalidValue;
    if (!error)
        *found = (cudaFunction_t)(uintptr_t)k;
    return cudart_leave(error);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, const void *function, int threads,
                                                                   size_t shared,
                                                                   unsigned flags)
{
    launch_shape shape = { { 1, 1, 1 }, { threads > 0 ? (uint32_t)threads : 0, 1, 1 }, shared, false };
    cudaError_t error = cudart_enter();
    uint32_t ctas = 0;
    const kernel *k;

    if (!error && flags > cudaOccupancyDisableCachingOverride)
        error = cudaErrorInvalidValue;
    if (!error)
        error = blocks ? module_function(function, &k) : cudaErrorInvalidValue;
    if (!error)
        error = launch_occupancy(k, &shape, &ctas);
    if (!error)
        *blocks = (int)ctas;
    return cudart_leave(error);
}

cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, const void *function, int threads, size_t shared)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(blocks, function, threads, shared,
                                                                  cudaOccupancyDefault);
}
