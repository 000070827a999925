// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: streams and events.
#include "sim/cudart/runtime.h"

// What waits for a stream or an event, or asks whether it has ended: it has.
static cudaError_t wait_for(cudaError_t error, cudaError_t handle)
{
    cudart_synchronize();
    return cudart_leave(error ? error : handle);
}

cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags, int priority)
{
    cudaError_t error = cudart_enter();

    (void)priority;                             // there is one: 0
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

    return wait_for(error, error ? error : stream_close(stream));
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream)
{
    cudaError_t error = cudart_enter();

    return wait_for(error, stream_check(stream));
}

cudaError_t cudaStreamQuery(cudaStream_t stream) { return cudaStreamSynchronize(stream); }

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = stream_check(stream);
    if (!error)
        error = event_check(event);
    return cudart_leave(error ? error : flags > STREAM_WAIT_FLAGS ? cudaErrorInvalidValue : cudaSuccess);
}

// With the lock let go: the function may wait for another thread that calls.
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t function, void *argument, unsigned flags)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    if (!error)
        error = stream_check(stream);
    if (!error && (!function || flags))
        error = cudaErrorInvalidValue;
    if (!cudart_leave(error))
        function(stream, cudaSuccess, argument);
    return error;
}

cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *argument)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    if (!error)
        error = function ? stream_check(stream) : cudaErrorInvalidValue;
    if (!cudart_leave(error))
        function(argument);
    return error;
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
    return cudart_leave(error ? error : stream_check(stream));
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

    return cudart_leave(error ? error : event_record(event, stream));
}

cudaError_t cudaEventSynchronize(cudaEvent_t event)
{
    cudaError_t error = cudart_enter();

    return wait_for(error, event_check(event));
}

cudaError_t cudaEventQuery(cudaEvent_t event) { return cudaEventSynchronize(event); }

cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    cudaError_t error = cudart_enter();

    return cudart_leave(error ? error : event_elapsed(milliseconds, from, to));
}
