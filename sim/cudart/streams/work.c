// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/work.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cuda/cuda.h"
#include "sim/cudart/sizes.h"
#include "sim/cudart/streams/graph_memory.h"

cudaError_t work_launch_packed(work *w, const void *function, const kernel *k, const launch_shape *shape, const void *packed,
                               size_t bytes)
{
    const size_t size = launch_bytes(k);
    cudaError_t error = launch_check(k, shape, bytes);

    if (error)
        return error;
    *w = (work){ .type = cudaGraphNodeTypeKernel, .launch = { function, k, *shape, calloc(1, size + 1), size } };
    if (!w->launch.packed)
        abort();
    memcpy(w->launch.packed, packed, size);
    return cudaSuccess;
}

cudaError_t work_launch_extra(work *w, const void *function, const kernel *k, const launch_shape *shape, void *const *extra)
{
    const void *packed = NULL;
    size_t size = 0;

    for (; *extra != CU_LAUNCH_PARAM_END; extra += 2) {
        if (*extra == CU_LAUNCH_PARAM_BUFFER_POINTER)
            packed = extra[1];
        else if (*extra == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[1])
            size = *(const size_t *)extra[1];
        else
            return cudaErrorInvalidValue;
    }
    return packed ? work_launch_packed(w, function, k, shape, packed, size) : cudaErrorInvalidValue;
}

cudaError_t work_launch(work *w, const void *function, const kernel *k, const launch_shape *shape, void *const *arguments)
{
    const size_t size = launch_bytes(k);
    cudaError_t error = launch_check(k, shape, size);

    for (size_t i = 0; !error && i < kernel_params(k); i++)
        if (!arguments || !arguments[i])
            error = cudaErrorInvalidValue;
    if (error)
        return error;
    *w = (work){ .type = cudaGraphNodeTypeKernel, .launch = { function, k, *shape, calloc(1, size + 1), size } };
    if (!w->launch.packed)
        abort();
    launch_pack(k, arguments, w->launch.packed);
    return cudaSuccess;
}

work work_copy_line(void *to, const void *from, size_t bytes, cudaMemcpyKind kind)
{
    return (work){ .type = cudaGraphNodeTypeMemcpy,
                   .copy = { { .srcPtr = { (void *)(uintptr_t)from, bytes, bytes, 1 }, .dstPtr = { to, bytes, bytes, 1 },
                               .extent = { bytes, 1, 1 }, .kind = kind }, true } };
}

// A copy of no bytes is an empty row, which may lie anywhere.
work work_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                    cudaMemcpyKind kind)
{
    if (!width || !height)
        return work_copy_line(to, from, 0, cudaMemcpyDefault);
    return (work){ .type = cudaGraphNodeTypeMemcpy,
                   .copy.box = { .srcPtr = { (void *)(uintptr_t)from, from_pitch, width, height },
                                 .dstPtr = { to, to_pitch, width, height }, .extent = { width, height, 1 }, .kind = kind } };
}

work work_fill_line(void *to, unsigned value, unsigned element, size_t count)
{
    return (work){ .type = cudaGraphNodeTypeMemset,
                   .fill = { { to, size_product(element, count), 1 }, { count, 1, 1 }, value, element } };
}

cudaError_t work_symbol(work *w, void *host, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind kind,
                        bool to_symbol)
{
    uint64_t address, size;
    cudaError_t error = module_variable(symbol, &address, &size);
    void *at;

    if (error)
        return error;
    if (!size_within(offset, bytes, size))
        return cudaErrorInvalidValue;
    if (kind == (to_symbol ? cudaMemcpyDeviceToHost : cudaMemcpyHostToDevice) || kind == cudaMemcpyHostToHost)
        return cudaErrorInvalidMemcpyDirection;
    at = (void *)(uintptr_t)(address + offset);
    *w = to_symbol ? work_copy_line(at, host, bytes, kind) : work_copy_line(host, at, bytes, kind);
    return cudaSuccess;
}

work work_duplicate(const work *w)
{
    work made = *w;

    if (w->type != cudaGraphNodeTypeKernel)
        return made;
    made.launch.packed = malloc(w->launch.bytes + 1);
    if (!made.launch.packed)
        abort();
    memcpy(made.launch.packed, w->launch.packed, w->launch.bytes);
    return made;
}

void work_drop(work *w)
{
    if (w->type == cudaGraphNodeTypeKernel)
        free(w->launch.packed);
    *w = (work){ .type = cudaGraphNodeTypeEmpty };
}

// The kernel may have changed or gone when its module was reloaded.
static cudaError_t run_launch(const work *w)
{
    const kernel *k = w->launch.kernel;
    cudaError_t error = w->launch.function ? module_function(w->launch.function, &k) :
        module_has_kernel(k) ? cudaSuccess : cudaErrorInvalidResourceHandle;

    if (!error)
        error = launch_check(k, &w->launch.shape, w->launch.bytes);
    return error ? error : launch_packed(k, &w->launch.shape, w->launch.packed);
}

static cudaError_t run_copy(const work *w)
{
    const cudaMemcpy3DParms *p = &w->copy.box;

    cudart_synchronize();
    return w->copy.is_line ? memory_copy(p->dstPtr.ptr, p->srcPtr.ptr, p->extent.width, p->kind) : copy_parameters(p);
}

static cudaError_t run_fill(const work *w)
{
    cudart_synchronize();
    return memory_fill_box(&w->fill.to, &w->fill.value, w->fill.element, w->fill.size);     // the low bytes
}

// Without the lock: the function may wait for another thread's call.
static cudaError_t run_host(const work *w)
{
    cudart_synchronize();
    cudart_leave_driver();
    if (w->host.callback)
        w->host.callback(w->host.stream, cudaSuccess, w->host.call.userData);
    else
        w->host.call.fn(w->host.call.userData);
    cudart_enter();
    return cudaSuccess;
}

cudaError_t work_run(const work *w)
{
    switch (w->type) {
    case cudaGraphNodeTypeKernel:
        return run_launch(w);
    case cudaGraphNodeTypeMemcpy:
        return run_copy(w);
    case cudaGraphNodeTypeMemset:
        return run_fill(w);
    case cudaGraphNodeTypeHost:
        return run_host(w);
    case cudaGraphNodeTypeWaitEvent:
        return event_check(w->event);
    case cudaGraphNodeTypeEventRecord:
        return event_record(w->event, NULL);
    case cudaGraphNodeTypeMemAlloc:
        return graph_memory_open(w->memory.address);
    case cudaGraphNodeTypeMemFree:
        return graph_memory_close(w->memory.address);
    default:
        return cudaSuccess;
    }
}
