// SPDX-License-Identifier: BSD-3-Clause
// The structures of streams and events; private to streams.c and capture.c.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_STREAMS_H
#define WARPLOCK_SIM_CUDART_STREAMS_STREAMS_H

#include "sim/cudart/streams/graphs.h"

typedef struct capture capture;
struct CUstream_st {
    unsigned            flags;
    bool                is_thread;              // cudaStreamPerThread of a thread
    capture            *capture;                // that it is part of
    node_set            last;                   // of its graph: what the next node waits for
    struct CUstream_st *next;
};
// `captured`: the number of the capture in which it was last recorded, 0: none; `last`: the nodes that a wait for it waits for.
struct CUevent_st {
    unsigned           flags;
    bool               recorded;
    double             milliseconds;
    uint64_t           captured;
    node_set           last;
    struct CUevent_st *next;
};

// For a handle that stream_check accepts; NULL: a default stream. A thread's stream is made when it is first asked for.
struct CUstream_st *stream_of(cudaStream_t);
struct CUstream_st *streams_first(void);        // then `next`: all that have a handle of ours
void                event_forget_capture(cudaEvent_t);

#endif
