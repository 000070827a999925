// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: streams and events.
#include "sim/cudart/pools.h"
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

// Calls that wait for a stream or an event, or query it: it has ended.
static cudaError_t wait_for(cudaError_t error, cudaError_t handle)
{
    cudart_synchronize();
    pools_settle();
    return cudart_leave(error ? error : handle);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    cudaError_t error = cudart_enter();

    (void)priority;                             // the only one is 0
    return cudart_leave(error ? error : stream_open(stream, flags));
}

cudaError_t cudaStreamCreate(cudaStream_t *stream)
{
    return cudaStreamCreateWithPriority(stream, cudaStreamDefault, 0);
}

cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned flags)
{
    return cudaStreamCreateWithPriority(stream, flags, 0);
}

cudaError_t cudaStreamDestroy(cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_destroy(stream);
    return wait_for(error, error ? error : stream_close(stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return wait_for(error, error ? error : capture_allows_stream(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : stream_wait(stream, event, flags));
}

cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *argument, unsigned flags)
{
    cudaError_t error = cudart_enter();
    work w = { .type = cudaGraphNodeTypeHost, .host = { { NULL, argument }, function, stream } };

    if (!error)
        error = stream_check(stream);
    if (!error)
        error = !function || flags ? cudaErrorInvalidValue : capture_allows_never(stream);
    return cudart_leave(error ? error : stream_put(stream, &w));
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *argument)
{
    cudaError_t error = cudart_enter();
    work w = { .type = cudaGraphNodeTypeHost, .host.call = { function, argument } };

    if (!error && !function)
        error = cudaErrorInvalidValue;
    return cudart_leave(error ? error : stream_put(stream, &w));
}

cudaError_t cudaStreamGetFlags(cudaStream_t stream, unsigned *flags)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : flags ? stream_flags(stream, flags) : cudaErrorInvalidValue);
}

cudaError_t cudaStreamGetPriority(cudaStream_t stream, int *priority)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = priority ? stream_check(stream) : cudaErrorInvalidValue;
    if (!error)
        *priority = 0;
    return cudart_leave(error);
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *address, size_t bytes, unsigned flags)
{
    cudaError_t error = cudart_enter();

    (void)address, (void)bytes, (void)flags;
    return cudart_leave(error ? error : capture_allows_never(stream));
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned flags)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : event_open(event, flags));
}

cudaError_t cudaEventCreate(cudaEvent_t *event) { return cudaEventCreateWithFlags(event, cudaEventDefault); }

cudaError_t cudaEventDestroy(cudaEvent_t event)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : event_close(event));
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : stream_record(stream, event, false));
}

cudaError_t cudaEventRecordWithFlags(cudaEvent_t event, cudaStream_t stream, unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error && flags > cudaEventRecordExternal)
        error = cudaErrorInvalidValue;
    return cudart_leave(error ? error : stream_record(stream, event, flags == cudaEventRecordExternal));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t error = cudart_enter();

    return wait_for(error, error ? error : capture_allows_event(event));
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : event_elapsed(milliseconds, from, to));
}
