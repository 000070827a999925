// SPDX-License-Identifier: BSD-3-Clause
// Work of a stream or of a graph's node, as a value: a launch, a copy, a fill, a function of the host, ... An API function
// that puts something into a stream makes one and hands it to stream_put (capture.h), which runs it, or makes a node of it
// while the stream captures. Graphs run theirs when they are launched.
#ifndef WARPLOCK_SIM_CUDART_STREAMS_WORK_H
#define WARPLOCK_SIM_CUDART_STREAMS_WORK_H

#include "sim/cudart/cudart.h"

// The member below that belongs to the node's type is valid.
typedef struct {
    cudaGraphNodeType type;
    union {
        // The kernel by its host address; from the driver API by the kernel itself, with `function` NULL.
        struct { const void *function; const kernel *kernel; launch_shape shape; unsigned char *packed; size_t bytes; } launch;
        struct { cudaMemcpy3DParms box; bool is_line; } copy;           // a line: `extent.width` bytes, and no further checks
        struct { memory_plane to; size_t size[3]; unsigned value, element; } fill;
        struct { cudaHostNodeParams call; cudaStreamCallback_t callback; cudaStream_t stream; } host;   // one of the two functions
        struct { uint64_t address; size_t bytes; } memory;              // of nodes that allocate or free
        cudaEvent_t event;
        cudaGraph_t graph;                                              // the node's own
    };
} work;

// Copies the arguments; work_drop frees them. Reports what is wrong with the launch.
cudaError_t work_launch(work *, const void *function, const kernel *, const launch_shape *, void *const *arguments);
cudaError_t work_launch_packed(work *, const void *function, const kernel *, const launch_shape *, const void *packed, size_t bytes);
// Arguments packed by the `extra` of the driver's launches.
cudaError_t work_launch_extra(work *, const void *function, const kernel *, const launch_shape *, void *const *extra);
work        work_copy_line(void *to, const void *from, size_t bytes, cudaMemcpyKind);
work        work_copy_rows(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height, cudaMemcpyKind);
// `count` elements of 1, 2 or 4 bytes
work        work_fill_line(void *to, unsigned value, unsigned element, size_t count);
cudaError_t work_symbol(work *, void *host, const void *symbol, size_t bytes, size_t offset, cudaMemcpyKind, bool to_symbol);
work        work_duplicate(const work *);                   // shares a graph, copies all else
void        work_drop(work *);
// Needs the lock, but releases it during a function of the host. Not for graphs in nodes.
cudaError_t work_run(const work *);

#endif
