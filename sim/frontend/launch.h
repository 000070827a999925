// SPDX-License-Identifier: BSD-3-Clause
// The state of a PTX grid in execution. Private to the front end; the interface for others is in exec.h.
//
// SIMT stack of a warp: the top entry runs. A divergent branch turns the top into the entry that waits at the
// reconvergence point and pushes one entry per path; an entry whose pc reaches its reconvergence point is popped. A call
// pushes an entry with a new frame. Returning lanes leave all entries of their frame; when no lane is left there, the
// caller's entry runs again.
#ifndef WARPLOCK_SIM_FRONTEND_LAUNCH_H
#define WARPLOCK_SIM_FRONTEND_LAUNCH_H

#include "sim/frontend/barriers.h"
#include "sim/frontend/code.h"
#include "sim/frontend/device_memory.h"

typedef struct {
    uint32_t         pc, reconvergence, mask;
    uint32_t         frame;
    const call_info *call;               // the call that this frame returns from; NULL in the entry's own frame
} stack_entry;

typedef struct {
    execution    x;
    stack_entry *stack;
    uint32_t     depth;
    struct saved_frame *saved;           // of functions called again while active (call_frames.c)
} warp;

// A bar.red that waits for its result, or NULL, and its lanes.
typedef struct { const insn_code *code; uint32_t lanes; } bar_reduction;

typedef struct ptx_cta {
    cta       face;
    ptx_launch *launch;
    uint64_t  index;
    uint32_t  at[3];                     // %ctaid
    warp     *warps;
    uint64_t  running;                   // warps that have not ended
    cta_barrier barriers[BARRIERS];
    uint32_t  barriers_met;              // barriers with an arrival since they last opened, one bit each
    bar_reduction *reductions;           // of each warp
    uint8_t  *shared;
    uint8_t  *memory;                    // all rows, stacks, local and shared bytes of this CTA
    struct ptx_cta *next_free;
} ptx_cta;

struct ptx_launch {
    launch          face;
    launch_config   config;
    const program  *program;
    const function *entry;
    uint32_t        threads, stack_room;
    uint32_t        frames_most;         // nested calls
    uint32_t        stack_bytes;         // of a thread's call stack
    uint32_t        recursion_most;      // levels of calls beyond those of the call graph
    uint32_t        stack_base;          // of a thread's call stack in its local memory
    uint32_t        shared_bytes, local_bytes, row_bytes;
    uint8_t        *launch_rows;         // TABLE_LAUNCH
    uint8_t        *tid_rows;            // %tid.x, .y, .z of every warp of a CTA
    uint8_t        *params;
    ptx_cta        *ctas;
    _Atomic(ptx_cta *) free_ctas;        // SMs of several threads give theirs back, one thread takes
    uint32_t        n_ctas;
    launch_watcher *watcher;             // of launch_run_functional
    void           *watcher_context;
};

// Parts of ptx_source and of its launch operations.
launch  *ptx_launch_new(const launch_config *, uint32_t max_resident_ctas, ptx_error *);
bool     ptx_execute(cta *, uint32_t warp, warp_step *);
void     ptx_look_at(ptx_cta *, uint32_t warp);         // call when the warp's next instruction changed
uint64_t ptx_end(cta *, uint32_t warp);
bool     ptx_barrier(const cta *, uint32_t warp, barrier_wait *);

static inline void launch_await_turn(const execution *x)
{
    const launch_config *config = &x->launch->config;
    if (config->await_turn != NULL) {
        config->await_turn(config->turn_context, x->cta->face.sm);
    }
}

// Before the executing instruction accesses device memory.
static inline void launch_await_device(const execution *x)
{
    const launch_config *config = &x->launch->config;
    if (config->await_turn != NULL) {
        (insn_writes_device(x->insn) ? config->await_turn : config->await_writes)(config->turn_context, x->cta->face.sm);
    }
}

void launch_fail(execution *, uint32_t lane, launch_fault, const char *format, ...) __attribute__((format(printf, 4, 5)));

#endif
