// SPDX-License-Identifier: BSD-3-Clause
// Streams and events. Work put into a stream has run when the call returns. Calls run in order, which keeps every order that
// CUDA promises. An event is the simulated time of its recording. Stream capture: capture.c.
#include "sim/cudart/streams/streams.h"

#include <stdlib.h>

static struct CUstream_st *streams;             // including those of threads, without handles
static struct CUevent_st *events;
static _Thread_local struct CUstream_st *of_thread;
static _Thread_local unsigned of_thread_made;   // in this generation
static unsigned generation;                     // of streams: each reset increments it

// Default streams have no handle of ours.
static bool is_default(cudaStream_t s)
{
    return !s || s == cudaStreamLegacy || s == cudaStreamPerThread;
}

cudaError_t stream_check(cudaStream_t s)
{
    struct CUstream_st *at = streams;

    while (at && (at != s || at->is_thread))
        at = at->next;
    return is_default(s) || at ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t event_check(cudaEvent_t e)
{
    struct CUevent_st *at = events;

    while (at && at != e)
        at = at->next;
    return at ? cudaSuccess : cudaErrorInvalidResourceHandle;
}

cudaError_t stream_open(cudaStream_t *s, unsigned flags)
{
    struct CUstream_st *made;

    if (!s || flags > cudaStreamNonBlocking)
        return cudaErrorInvalidValue;
    made = calloc(1, sizeof *made);
    if (!made)
        abort();
    *made = (struct CUstream_st){ .flags = flags, .next = streams };
    *s = streams = made;
    return cudaSuccess;
}

struct CUstream_st *streams_first(void) { return streams; }

struct CUstream_st *stream_of(cudaStream_t s)
{
    if (s != cudaStreamPerThread)
        return is_default(s) ? NULL : s;
    if (!of_thread || of_thread_made != generation) {
        stream_open(&of_thread, cudaStreamDefault);
        of_thread->is_thread = true;
        of_thread_made = generation;
    }
    return of_thread;
}

cudaError_t stream_close(cudaStream_t s)
{
    for (struct CUstream_st **at = &streams; *at; at = &(*at)->next)
        if (*at == s && !s->is_thread) {
            *at = s->next;
            nodes_clear(&s->last);
            free(s);
            return cudaSuccess;
        }
    return cudaErrorInvalidResourceHandle;
}

cudaError_t stream_flags(cudaStream_t s, unsigned *flags)
{
    cudaError_t error = stream_check(s);

    if (!error)
        *flags = is_default(s) ? 0 : s->flags;
    return error;
}

cudaError_t event_open(cudaEvent_t *e, unsigned flags)
{
    struct CUevent_st *made;

    if (!e || flags > (cudaEventBlockingSync | cudaEventDisableTiming | cudaEventInterprocess) ||
        (flags & cudaEventInterprocess && !(flags & cudaEventDisableTiming)))
        return cudaErrorInvalidValue;
    made = calloc(1, sizeof *made);
    if (!made)
        abort();
    *made = (struct CUevent_st){ .flags = flags, .next = events };
    *e = events = made;
    return cudaSuccess;
}

void event_forget_capture(cudaEvent_t e)
{
    e->captured = 0;
    nodes_clear(&e->last);
}

cudaError_t event_close(cudaEvent_t e)
{
    for (struct CUevent_st **at = &events; *at; at = &(*at)->next)
        if (*at == e) {
            *at = e->next;
            event_forget_capture(e);
            free(e);
            return cudaSuccess;
        }
    return cudaErrorInvalidResourceHandle;
}

cudaError_t event_record(cudaEvent_t e, cudaStream_t s)
{
    cudaError_t error = event_check(e);

    if (!error)
        error = stream_check(s);
    if (error)
        return error;
    event_forget_capture(e);
    e->recorded = true;
    e->milliseconds = cudart_milliseconds();
    return cudaSuccess;
}

cudaError_t event_elapsed(float *milliseconds, cudaEvent_t from, cudaEvent_t to)
{
    if (!milliseconds)
        return cudaErrorInvalidValue;
    if (!event_check(from) && !event_check(to) && (from->captured || to->captured))
        return cudaErrorCapturedEvent;
    if (event_check(from) || event_check(to) || !from->recorded || !to->recorded ||
        (from->flags | to->flags) & cudaEventDisableTiming)
        return cudaErrorInvalidResourceHandle;
    *milliseconds = (float)(to->milliseconds - from->milliseconds);
    return cudaSuccess;
}

void streams_forget(void)
{
    generation++;
    while (streams) {
        streams->is_thread = false;
        stream_close(streams);
    }
    while (events)
        event_close(events);
}
