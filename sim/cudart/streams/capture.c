// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/streams/capture.h"

#include <stdlib.h>

#include "sim/cudart/pools.h"
#include "sim/cudart/streams/graph_exec.h"
#include "sim/cudart/streams/graph_memory.h"
#include "sim/cudart/streams/graph_nodes.h"
#include "sim/cudart/streams/streams.h"

struct capture {
    uint64_t              id;
    cudaGraph_t           graph;
    cudaStreamCaptureMode mode;
    struct CUstream_st   *origin;
    const void           *thread;               // that began it
    bool                  is_invalid;
    capture              *next;
};

static capture *captures;
static uint64_t last_id;
static _Thread_local cudaStreamCaptureMode thread_mode;
static _Thread_local char this_thread;          // its address identifies the thread

static cudaError_t invalidate(capture *c, cudaError_t error)
{
    c->is_invalid = true;
    return error;
}

static capture *capture_with(uint64_t id)
{
    capture *c = captures;

    while (c && c->id != id)
        c = c->next;
    return c;
}

static capture *capture_of(cudaStream_t stream)
{
    const struct CUstream_st *s = captures ? stream_of(stream) : NULL;

    return s ? s->capture : NULL;
}

bool stream_captures(cudaStream_t stream) { return capture_of(stream) != NULL; }

// --- forbidden calls

// Invalidates the captures for which a predicate holds, and returns the error.
static cudaError_t forbidden_by(bool (*forbids)(const capture *), cudaError_t error)
{
    cudaError_t answer = cudaSuccess;

    for (capture *c = captures; c; c = c->next)
        if (forbids(c))
            answer = invalidate(c, error);
    return answer;
}

static bool forbids_unsafe(const capture *c)
{
    if (c->thread == &this_thread && thread_mode != cudaStreamCaptureModeRelaxed)
        return c->mode != cudaStreamCaptureModeRelaxed;
    return thread_mode == cudaStreamCaptureModeGlobal && c->mode == cudaStreamCaptureModeGlobal;
}

// The legacy stream and all blocking streams wait for each other.
static bool forbids_legacy(const capture *c)
{
    for (const struct CUstream_st *s = streams_first(); s; s = s->next)
        if (s->capture == c && !(s->flags & cudaStreamNonBlocking))
            return true;
    return false;
}

static bool forbids_all(const capture *c) { return c != NULL; }

cudaError_t capture_allows_unsafe(void) { return forbidden_by(forbids_unsafe, cudaErrorStreamCaptureUnsupported); }
cudaError_t capture_allows_device(void) { return forbidden_by(forbids_all, cudaErrorStreamCaptureUnsupported); }

static bool is_forbidden(bool (*forbids)(const capture *))
{
    const capture *c = captures;

    while (c && !forbids(c))
        c = c->next;
    return c != NULL;
}

static cudaError_t allows_legacy(void) { return forbidden_by(forbids_legacy, cudaErrorStreamCaptureImplicit); }

cudaError_t capture_allows_synchronous(void)
{
    cudaError_t error = allows_legacy();

    return error ? error : capture_allows_unsafe();
}

cudaError_t capture_allows_never(cudaStream_t stream)
{
    cudaError_t error = stream_takes(stream);
    capture *c = error ? NULL : capture_of(stream);

    return c ? invalidate(c, cudaErrorStreamCaptureUnsupported) : error;
}

cudaError_t capture_allows_stream(cudaStream_t stream)
{
    cudaError_t error = capture_allows_never(stream);

    return error ? error : capture_allows_unsafe();
}

cudaError_t capture_allows_destroy(cudaStream_t stream)
{
    cudaError_t error = stream_check(stream);
    capture *c = error ? NULL : capture_of(stream);

    return c ? invalidate(c, cudaErrorStreamCaptureUnsupported) : error;
}

cudaError_t capture_allows_event(cudaEvent_t event)
{
    cudaError_t error = event_check(event);
    capture *c = error ? NULL : capture_with(event->captured);

    if (c)
        c->is_invalid = true;
    if (!error && event->captured)
        error = cudaErrorCapturedEvent;
    return error ? error : capture_allows_unsafe();
}

// --- work put into a stream

cudaError_t stream_takes(cudaStream_t stream)
{
    cudaError_t error = stream_check(stream);
    const struct CUstream_st *s;

    if (error || !captures)
        return error;
    s = stream_of(stream);
    if (!s)
        return allows_legacy();
    return s->capture && s->capture->is_invalid ? cudaErrorStreamCaptureInvalidated : cudaSuccess;
}

static void set_last(struct CUstream_st *s, cudaGraphNode_t node)
{
    s->last.n = 0;
    nodes_add(&s->last, node);
}

static cudaError_t put_node(struct CUstream_st *s, work *w)
{
    cudaGraphNode_t node;
    cudaError_t error = graph_add(s->capture->graph, s->last.at, s->last.n, w, &node);

    if (!error)
        set_last(s, node);
    return error;
}

cudaError_t stream_put(cudaStream_t stream, work *w)
{
    cudaError_t error = stream_takes(stream);

    if (!error && stream_captures(stream))
        return put_node(stream_of(stream), w);
    if (!error)
        error = work_run(w);
    work_drop(w);
    return error;
}

cudaError_t stream_put_graph(cudaStream_t stream, cudaGraphExec_t exec)
{
    cudaError_t error = exec_is_one(exec) ? stream_takes(stream) : cudaErrorInvalidValue;
    work w;

    if (!error && !stream_captures(stream))
        return exec_run(exec);
    if (!error)
        error = work_of_graph(&w, exec_graph(exec));
    return error ? error : put_node(stream_of(stream), &w);
}

cudaError_t stream_allocate(cudaStream_t stream, cudaMemPool_t pool, void **address, size_t bytes)
{
    struct CUstream_st *s;
    cudaGraphNode_t node;
    cudaError_t error = stream_takes(stream);
    uint64_t at = 0;

    if (error)
        return error;
    if (!stream_captures(stream)) {
        error = pool_allocate(pool, &at, bytes);
        *address = error ? *address : (void *)(uintptr_t)at;
        return error;
    }
    s = stream_of(stream);
    error = graph_add_allocation(s->capture->graph, s->last.at, s->last.n, bytes, &node);
    if (error)
        return error;
    set_last(s, node);
    *address = (void *)(uintptr_t)node->work.memory.address;
    return cudaSuccess;
}

cudaError_t stream_release(cudaStream_t stream, void *address)
{
    struct CUstream_st *s;
    cudaGraphNode_t node;
    cudaError_t error = stream_takes(stream);

    if (error)
        return error;
    if (!stream_captures(stream))
        return address ? memory_give_back((uintptr_t)address, false) : cudaSuccess;
    s = stream_of(stream);
    error = graph_add_release(s->capture->graph, s->last.at, s->last.n, (uintptr_t)address, &node);
    if (!error)
        set_last(s, node);
    return error;
}

// --- events

cudaError_t stream_record(cudaStream_t stream, cudaEvent_t event, bool external)
{
    cudaError_t error = event_check(event);
    work w = { .type = cudaGraphNodeTypeEventRecord, .event = event };
    const struct CUstream_st *s;

    if (!error)
        error = stream_takes(stream);
    if (error)
        return error;
    if (!stream_captures(stream))
        return event_record(event, stream);
    s = stream_of(stream);
    if (external)
        return stream_put(stream, &w);
    event_forget_capture(event);
    event->captured = s->capture->id;
    for (size_t i = 0; i < s->last.n; i++)
        nodes_add(&event->last, s->last.at[i]);
    return cudaSuccess;
}

// It waits for these nodes, too.
static void add_last(struct CUstream_st *s, const node_set *nodes)
{
    for (size_t i = 0; i < nodes->n; i++)
        if (!nodes_has(&s->last, nodes->at[i]))
            nodes_add(&s->last, nodes->at[i]);
}

// A capturing stream waits for an event of another capture, or of none.
static cudaError_t wait_for_other(capture *c, capture *other, cudaEvent_t event)
{
    if (other) {
        other->is_invalid = true;
        return invalidate(c, cudaErrorStreamCaptureMerge);
    }
    return invalidate(c, event->captured ? cudaErrorCapturedEvent : cudaErrorStreamCaptureIsolation);
}

cudaError_t stream_wait(cudaStream_t stream, cudaEvent_t event, unsigned flags)
{
    cudaError_t error = stream_takes(stream);
    work w = { .type = cudaGraphNodeTypeWaitEvent, .event = event };
    capture *own, *of_event;
    struct CUstream_st *s;

    if (!error)
        error = event_check(event);
    if (!error && flags > cudaEventWaitExternal)
        error = cudaErrorInvalidValue;
    if (error)
        return error;
    own = capture_of(stream);
    of_event = capture_with(event->captured);
    if (own && flags == cudaEventWaitExternal)
        return stream_put(stream, &w);
    if (!own && !event->captured)
        return cudaSuccess;
    if (of_event && of_event->is_invalid)
        return cudaErrorStreamCaptureInvalidated;
    if (own ? own != of_event : !of_event)
        return own ? wait_for_other(own, of_event, event) : cudaErrorCapturedEvent;
    s = stream_of(stream);
    if (!s)
        return invalidate(of_event, cudaErrorStreamCaptureImplicit);
    s->capture = of_event;                      // a fork, unless already part of it
    add_last(s, &event->last);
    return cudaSuccess;
}

// --- captures

cudaError_t capture_begin(cudaStream_t stream, cudaStreamCaptureMode mode)
{
    cudaError_t error = stream_check(stream);
    struct CUstream_st *s = error ? NULL : stream_of(stream);
    capture *c;

    if (!error && (unsigned)mode > cudaStreamCaptureModeRelaxed)
        error = cudaErrorInvalidValue;
    if (!error && !s)
        error = cudaErrorStreamCaptureUnsupported;
    if (!error && s->capture)
        error = s->capture->is_invalid ? cudaErrorStreamCaptureInvalidated : cudaErrorIllegalState;
    if (error)
        return error;
    c = calloc(1, sizeof *c);
    if (!c)
        abort();
    *c = (capture){ ++last_id, graph_new(), mode, s, &this_thread, false, captures };
    c->graph->is_captured = true;
    s->capture = captures = c;
    return cudaSuccess;
}

// All nodes from other streams must precede the first stream's next node.
static bool is_joined(const capture *c)
{
    const uint64_t visit = graph_mark_before(&c->origin->last);

    for (const struct CUstream_st *s = streams_first(); s; s = s->next)
        for (size_t i = 0; s->capture == c && i < s->last.n; i++)
            if (s->last.at[i]->visit != visit)
                return false;
    return true;
}

// Its streams stop capturing. The graph is destroyed unless the caller wants it.
static void finish(capture *c, bool keep_graph)
{
    for (struct CUstream_st *s = streams_first(); s; s = s->next)
        if (s->capture == c) {
            s->capture = NULL;
            nodes_clear(&s->last);
        }
    for (capture **at = &captures; *at; at = &(*at)->next)
        if (*at == c) {
            *at = c->next;
            break;
        }
    c->graph->is_captured = false;
    if (!keep_graph)
        graph_free(c->graph);
    free(c);
}

cudaError_t capture_end(cudaStream_t stream, cudaGraph_t *graph)
{
    cudaError_t error = stream_check(stream);
    capture *c = error ? NULL : capture_of(stream);

    if (!error && !c)
        error = cudaErrorIllegalState;
    if (error)
        return error;
    if (c->thread != &this_thread && c->mode != cudaStreamCaptureModeRelaxed)
        return cudaErrorStreamCaptureWrongThread;
    if (stream_of(stream) != c->origin)
        return invalidate(c, cudaErrorStreamCaptureUnmatched);
    if (c->is_invalid)
        error = cudaErrorStreamCaptureInvalidated;
    else if (!is_joined(c))
        error = cudaErrorStreamCaptureUnjoined;
    *graph = error ? NULL : c->graph;
    finish(c, !error);
    return error;
}

cudaError_t capture_status(cudaStream_t stream, cudaStreamCaptureStatus *status)
{
    cudaError_t error = stream_check(stream);
    const capture *c = error ? NULL : capture_of(stream);

    if (!error && captures && !stream_of(stream) && is_forbidden(forbids_legacy))
        error = cudaErrorStreamCaptureImplicit;             // the capture continues
    if (!error)
        *status = !c ? cudaStreamCaptureStatusNone :
            c->is_invalid ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive;
    return error;
}

void capture_look(cudaStream_t stream, uint64_t *id, cudaGraph_t *graph, const node_set **last)
{
    const capture *c = capture_of(stream);

    *id = c->id;
    *graph = c->graph;
    *last = &stream_of(stream)->last;
}

cudaError_t capture_set_last(cudaStream_t stream, const cudaGraphNode_t *nodes, size_t count, bool keep)
{
    const node_set set = { (cudaGraphNode_t *)(uintptr_t)nodes, count, count };
    cudaError_t error = stream_takes(stream);
    const capture *c = error ? NULL : capture_of(stream);

    if (!error && !c)
        error = cudaErrorIllegalState;
    if (!error && !graph_nodes_are_of(c->graph, nodes, count))
        error = cudaErrorInvalidValue;
    if (error)
        return error;
    if (!keep)
        stream_of(stream)->last.n = 0;
    add_last(stream_of(stream), &set);
    return cudaSuccess;
}

void capture_exchange_mode(cudaStreamCaptureMode *mode)
{
    const cudaStreamCaptureMode before = thread_mode;

    thread_mode = *mode;
    *mode = before;
}

void captures_forget(void)
{
    while (captures)
        finish(captures, false);
}
