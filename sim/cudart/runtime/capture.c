// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: stream capture.
#include "sim/cudart/runtime/runtime.h"
#include "sim/cudart/streams/capture.h"

static cudaError_t begin(bool good)
{
    cudaError_t error = cudart_enter();

    return error ? error : good ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaStreamBeginCapture(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    cudaError_t error = begin(true);

    return cudart_leave(error ? error : capture_begin(stream, mode));
}

cudaError_t cudaStreamEndCapture(cudaStream_t stream, cudaGraph_t *graph)
{
    cudaError_t error = begin(graph != NULL);

    return cudart_leave(error ? error : capture_end(stream, graph));
}

cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    cudaError_t error = begin(status != NULL);

    return cudart_leave(error ? error : capture_status(stream, status));
}

// Unwanted outputs are NULL; the nodes stay valid until the stream takes work.
cudaError_t cudaStreamGetCaptureInfo_v2(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id,
                                        cudaGraph_t *graph, const cudaGraphNode_t **nodes, size_t *count)
{
    cudaError_t error = begin(status != NULL);
    const node_set *last = NULL;
    cudaGraph_t into = NULL;
    uint64_t number = 0;

    if (!error)
        error = capture_status(stream, status);
    if (!error && *status == cudaStreamCaptureStatusActive)
        capture_look(stream, &number, &into, &last);
    if (!error && last) {
        if (id)
            *id = number;
        if (graph)
            *graph = into;
        if (nodes)
            *nodes = last->at;
        if (count)
            *count = last->n;
    }
    return cudart_leave(error);
}

cudaError_t cudaStreamGetCaptureInfo(cudaStream_t stream, cudaStreamCaptureStatus *status, unsigned long long *id)
{
    return cudaStreamGetCaptureInfo_v2(stream, status, id, NULL, NULL, NULL);
}

cudaError_t cudaStreamUpdateCaptureDependencies(cudaStream_t stream, cudaGraphNode_t *nodes, size_t count, unsigned flags)
{
    cudaError_t error = begin(flags <= cudaStreamSetCaptureDependencies);

    return cudart_leave(error ? error : capture_set_last(stream, nodes, count, flags == cudaStreamAddCaptureDependencies));
}

cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode *mode)
{
    cudaError_t error = begin(mode && (unsigned)*mode <= cudaStreamCaptureModeRelaxed);

    if (!error)
        capture_exchange_mode(mode);
    return cudart_leave(error);
}
