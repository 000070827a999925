// SPDX-License-Identifier: BSD-3-Clause
// The driver API: modules and launches. A module comes from modules.c; a function is a kernel of its program.
#include "sim/cudart/driver/driver.h"
#include "sim/cudart/streams/capture.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cudart/fatbin.h"
#include "tb/input_file.h"

enum { FILE_MAX = 64 << 20 };

static cudart_module *module_of(CUmodule m) { return (cudart_module *)(void *)m; }
static const kernel *kernel_of(CUfunction f) { return (const kernel *)(const void *)f; }

// A NULL handle is one error; a stale or unknown one another.
static cudaError_t check_module(CUmodule m)
{
    return !m ? cudaErrorInvalidValue : module_is_one(m) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

static cudaError_t check_function(CUfunction f, cudaError_t none)
{
    return !f ? none : module_has_kernel(f) ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

// Loaded at once, as the program expects errors here.
static CUresult load(CUmodule *module, const void *image, size_t bytes)
{
    cudaError_t error = cudart_enter();
    cudart_module *m;

    if (!error && (!module || !image))
        error = cudaErrorInvalidValue;
    if (error)
        return driver_leave(error);
    m = module_register(NULL, image, bytes);
    error = module_load(m);
    if (error)
        module_unregister(m);
    else
        *module = (CUmodule)(void *)m;
    return driver_leave(error);
}

CUresult cuModuleLoadData(CUmodule *module, const void *image) { return load(module, image, FATBIN_BY_ITSELF); }
CUresult cuModuleLoadFatBinary(CUmodule *module, const void *image) { return load(module, image, FATBIN_BY_ITSELF); }

CUresult cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned count, CUjit_option *options, void **values)
{
    (void)count, (void)options, (void)values;
    return load(module, image, FATBIN_BY_ITSELF);
}

CUresult cuModuleLoad(CUmodule *module, const char *path)
{
    const char *why = "no name";
    FILE *file = path ? input_open(path, &why) : NULL;
    CUresult result = CUDA_ERROR_FILE_NOT_FOUND;
    char *text;
    size_t length;

    if (!file) {
        cudart_complain("cuModuleLoad: %s: cannot be opened, expected a PTX file: %s", path ? path : "NULL", why);
        return result;
    }
    text = calloc(1, FILE_MAX + 1);
    if (!text)
        abort();
    length = fread(text, 1, FILE_MAX, file);
    if (ferror(file) || length == FILE_MAX)
        cudart_complain("cuModuleLoad: %s: cannot be read, expected a PTX file of less than %d MB", path,
                        FILE_MAX >> 20);
    else
        result = load(module, text, length);
    fclose(file);
    free(text);
    return result;
}

CUresult cuModuleUnload(CUmodule module)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = check_module(module);
    if (!error)
        module_unregister(module_of(module));
    return driver_leave(error);
}

CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
    cudaError_t error = cudart_enter();
    const kernel *k;

    if (!error)
        error = function && name ? check_module(module) : cudaErrorInvalidValue;
    if (!error)
        error = module_function_named(module_of(module), name, &k);
    if (!error)
        *function = (CUfunction)(uintptr_t)k;
    return driver_leave(error);
}

CUresult cuModuleGetGlobal_v2(CUdeviceptr *address, size_t *bytes, CUmodule module, const char *name)
{
    cudaError_t error = cudart_enter();
    uint64_t at, size;

    if (!error)
        error = name ? check_module(module) : cudaErrorInvalidValue;
    if (!error)
        error = module_variable_named(module_of(module), name, &at, &size);
    if (!error && address)
        *address = at;
    if (!error && bytes)
        *bytes = size;
    return driver_leave(error);
}

// Arguments one by one, or packed in `extra`.
static cudaError_t launch_either(const kernel *k, const launch_shape *shape, CUstream stream, void *const *arguments,
                                 void *const *extra)
{
    cudaError_t error;
    work w;

    if (extra)
        error = arguments ? cudaErrorInvalidValue : work_launch_extra(&w, NULL, k, shape, extra);
    else
        error = work_launch(&w, NULL, k, shape, arguments);
    return error ? error : stream_put(stream, &w);
}

static CUresult launch_function(CUfunction function, const launch_shape *shape, CUstream stream, void **arguments,
                                void **extra)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = check_function(function, cudaErrorInvalidResourceHandle);
    if (!error)
        error = stream_check(stream);
    return driver_leave(error ? error : launch_either(kernel_of(function), shape, stream, arguments, extra));
}

CUresult cuLaunchKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
                        unsigned block_y,
                        unsigned block_z, unsigned shared, CUstream stream, void **arguments, void **extra)
{
    const launch_shape shape = { { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared, false };

    return launch_function(function, &shape, stream, arguments, extra);
}

CUresult cuLaunchCooperativeKernel(CUfunction function, unsigned grid_x, unsigned grid_y, unsigned grid_z,
                                   unsigned block_x,
                                   unsigned block_y, unsigned block_z, unsigned shared, CUstream stream,
                                   void **arguments)
{
    const launch_shape shape = { { grid_x, grid_y, grid_z }, { block_x, block_y, block_z }, shared, true };

    return launch_function(function, &shape, stream, arguments, NULL);
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction function)
{
    cudaError_t error = cudart_enter();
    cudaFuncAttributes a;

    if (!error && (!value || (unsigned)attribute > CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT))
        error = cudaErrorInvalidValue;
    if (!error)
        error = check_function(function, cudaErrorInvalidValue);
    if (!error) {
        launch_attributes(kernel_of(function), &a);
        const int values[] = { a.maxThreadsPerBlock, (int)a.sharedSizeBytes, (int)a.constSizeBytes,
                               (int)a.localSizeBytes, a.numRegs,
                               a.ptxVersion, a.binaryVersion, a.cacheModeCA, a.maxDynamicSharedSizeBytes,
                               a.preferredShmemCarveout };
        *value = values[attribute];
    }
    return driver_leave(error);
}

CUresult cuFuncSetAttribute(CUfunction function, CUfunction_attribute attribute, int value)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = check_function(function, cudaErrorInvalidValue);
    return driver_leave(error ? error : launch_set_attribute(kernel_of(function), (cudaFuncAttribute)attribute, value));
}

CUresult cuFuncSetCacheConfig(CUfunction function, CUfunc_cache config)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = check_function(function, cudaErrorInvalidValue);
    return driver_leave(error ? error : config <= CU_FUNC_CACHE_PREFER_EQUAL ? cudaSuccess : cudaErrorInvalidValue);
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction function, int threads, size_t shared)
{
    const launch_shape shape = { { 1, 1, 1 }, { threads > 0 ? (uint32_t)threads : 0, 1, 1 }, shared, false };
    cudaError_t error = cudart_enter();
    uint32_t ctas;

    if (!error)
        error = blocks ? check_function(function, cudaErrorInvalidValue) : cudaErrorInvalidValue;
    if (!error)
        error = launch_occupancy(kernel_of(function), &shape, &ctas);
    if (!error)
        *blocks = (int)ctas;
    return driver_leave(error);
}
