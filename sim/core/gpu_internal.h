// SPDX-License-Identifier: BSD-3-Clause
// The state of a whole GPU; private to gpu.c and its messages.
#ifndef WARPLOCK_SIM_CORE_GPU_INTERNAL_H
#define WARPLOCK_SIM_CORE_GPU_INTERNAL_H

#include <stdalign.h>
#include <stdatomic.h>

#include "sim/core/dispatcher.h"
#include "sim/core/gpu.h"
#include "sim/core/sm_threads.h"
#include "sim/memory/times.h"

enum { GPU_MESSAGE = 16384 };

typedef struct gpu_timeline gpu_timeline;

enum { GPU_CACHE_LINE = 64 };

struct gpu {
    gpu_options    options;
    memory_system *memory;
    place          place;                           // blocks that the GPU has once
    gpu_events     events;                          // of this cycle
    gpu_levels     levels;
    gpu_log        log;                             // of a recording
    wire          *sm_wires;                        // from its blocks to the SMs' blocks
    unsigned       n_sm_wires;
    void          *put_out[PLACE_BLOCKS_MAX];       // current values of these wires, by block
    bool           driven;                          // some wire is not zero
    bool           compares;                        // a block somewhere is compared or recorded
    bool           restless;                        // its blocks have seen an event of this cycle only
    uint32_t       l1d_ways;                        // in this launch
    uint64_t       ctas_seen;                       // dispatched so far, as its blocks see it in this cycle
    sm            *sms[MACHINE_SMS], *own_sms;
    unsigned       n_sms;
    bool           reversed;                        // for tests: step SMs in reverse; with one SM per cluster results must not change
    sm_threads    *threads;
    unsigned       n_threads;
    unsigned char  thread_of[MACHINE_SMS];          // of each SM
    struct { alignas(GPU_CACHE_LINE) counters of; } *sm_counted;    // by each SM where there are several threads, else NULL
    bool           watches_grid;                    // the policy or an observer
    bool           several;                         // in this launch they share the SMs
    unsigned       busy_sms;                        // BUSY_OVER times the mean of recent cycles
    bool           together;                        // for tests: several threads step SMs, however few are busy
    unsigned       rounds, ahead;                   // cycles in which they did; and the memory system beside them
    bool           ends_alone;                      // in this cycle nothing comes between an SM's step and its end, if no CTA ends in it
    uint64_t       cycle;                           // since gpu_new
    struct {                                        // each thread's, in cache lines of its own
        alignas(GPU_CACHE_LINE) number_set open;    // SMs in which a CTA ended in this cycle, so that it is not over
        unsigned busy;                              // SMs that were not quiet behind their step, since the last look
    } of_thread[SM_THREADS_MAX];
    alignas(GPU_CACHE_LINE) uint64_t due[MACHINE_SMS];     // sm_next_event of each SM now
    number_set     awake;                           // SMs that are due in the next cycle to be run
    uint64_t       due_first;                       // none of the others is before
    atomic_uint    ctas_ended;                      // in this cycle
    atomic_bool    faulted;                         // an SM, in this cycle
    alignas(GPU_CACHE_LINE) dispatcher dispatcher;
    counters       counters;
    uint64_t       ctas_done;                       // of this launch
    uint64_t       first_cta_at;                    // cycle from which the launch dispatches CTAs
    uint64_t       ending_since;                    // cycle in which the first CTA ended with none left to dispatch; 0 before
    uint64_t       next_look;                       // cycle of the next look at progress and deadlock
    uint64_t       idle_insns;                      // instructions issued at the last look
    uint64_t       idle_since;                      // no instruction issued and no memory request seen since then
    uint64_t       next_row;                        // of a timeline; UINT64_MAX without one
    gpu_timeline  *shown;                           // its registers, NULL without a timeline
    launch_fault   fault;                           // of the last launch
    char           message[GPU_MESSAGE];
};

// Writes `headline` and what each warp waits for into the message.
void gpu_describe_warps(gpu *, const char *headline);

// gpu.c
void gpu_catch_up(gpu *, uint64_t cycle);            // brings all counters and blocks to the state before this cycle
// gpu_threads.c
bool gpu_open_threads(gpu *);                        // before any SM exists; false: the host gives none
void gpu_close_threads(gpu *);                       // before any SM is freed
void gpu_share_launch(gpu *, launch_config *);       // before it begins: whether threads share its SMs
// Steps these SMs; *open: those whose cycle is not over then. False if an instruction could not be executed: the message says so.
bool gpu_step_sms(gpu *, number_set awake, number_set *open);
void gpu_step_sm(void *gpu, unsigned sm);            // on its thread
static inline void gpu_end_sm_cycle(gpu *g, unsigned i)
{
    sm_end_cycle(g->sms[i]);
    const uint64_t due = sm_next_event(g->sms[i]);
    if (g->due[i] != due)                            // SMs of other threads have the same cache line
        g->due[i] = due;
}
void gpu_gather_counts(gpu *);                       // adds what the threads have counted since the last time to `counters`
// gpu_blocks.c
void gpu_blocks_connect(gpu *);                     // once all SMs exist
void gpu_blocks_close(gpu *);
void gpu_blocks_early(gpu *);                       // before any SM steps; both at the point where its place looks
void gpu_blocks_see(gpu *, unsigned sm);            // an SM's events before they are cleared, if some block listens
void gpu_blocks_late(gpu *);                        // after all SMs
// gpu_timeline.c
void gpu_timeline_open(gpu *);                      // once all SMs exist
void gpu_timeline_rows(gpu *);                      // of intervals that have ended
void gpu_timeline_launch_end(gpu *);
// gpu_trace.c; these do nothing without a trace
void gpu_trace_open(gpu *);                         // before any SM exists
void gpu_trace_launch_end(gpu *, const launch_config *, uint64_t since);    // once all counters are up to date

#endif
