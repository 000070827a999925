// SPDX-License-Identifier: BSD-3-Clause
// Stream capture: work put into a capturing stream becomes a node of a graph. Every API function that enqueues work goes through
// stream_put; those that wait, query or allocate first ask here whether they may.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_CAPTURE_H
#define WARPLOCK_SIM_CUDART_STREAMS_CAPTURE_H

#include "sim/cudart/streams/graphs.h"

// Runs the work, or makes a node of it. Takes ownership, also on failure.
cudaError_t stream_put(cudaStream_t, work *);
// The same for a graph: its copy is the node.
cudaError_t stream_put_graph(cudaStream_t, cudaGraphExec_t);
// Whether it takes work: it must be a stream, but not the legacy one while a stream that it waits for captures.
cudaError_t stream_takes(cudaStream_t);
bool        stream_captures(cudaStream_t);
// From a pool, or by memory nodes when the stream captures.
cudaError_t stream_allocate(cudaStream_t, cudaMemPool_t, void **address, size_t bytes);
cudaError_t stream_release(cudaStream_t, void *address);
// Between streams and events. External: makes a node that records or waits instead of an edge.
cudaError_t stream_record(cudaStream_t, cudaEvent_t, bool external);
cudaError_t stream_wait(cudaStream_t, cudaEvent_t, unsigned flags);

// --- what captures forbid: cudaSuccess, or the error. A forbidden call invalidates the captures that forbid it.
cudaError_t capture_allows_unsafe(void);                    // like cudaMalloc, which may wait for all streams: by the thread's mode
cudaError_t capture_allows_synchronous(void);               // work in the legacy stream, and waiting for it
cudaError_t capture_allows_device(void);                    // waiting for all streams
cudaError_t capture_allows_stream(cudaStream_t);            // waiting for it, asking for it
cudaError_t capture_allows_destroy(cudaStream_t);           // while it is part of one
cudaError_t capture_allows_event(cudaEvent_t);              // the same
cudaError_t capture_allows_never(cudaStream_t);             // calls that no capture can take

// --- captures themselves
cudaError_t capture_begin(cudaStream_t, cudaStreamCaptureMode);
cudaError_t capture_end(cudaStream_t, cudaGraph_t *);
cudaError_t capture_status(cudaStream_t, cudaStreamCaptureStatus *);
// For a stream with an active capture: its graph, and the nodes that its next node waits for, valid until work is put into it.
void        capture_look(cudaStream_t, uint64_t *id, cudaGraph_t *, const node_set **last);
cudaError_t capture_set_last(cudaStream_t, const cudaGraphNode_t *, size_t count, bool keep);
void        capture_exchange_mode(cudaStreamCaptureMode *);
void        captures_forget(void);

#endif
