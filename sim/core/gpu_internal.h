// SPDX-License-Identifier: BSD-3-Clause
// The state of a whole GPU; private to gpu.c and its messages.
#ifndef WARPLOCK_SIM_CORE_GPU_INTERNAL_H
#define WARPLOCK_SIM_CORE_GPU_INTERNAL_H

#include "sim/core/dispatcher.h"

enum { GPU_MESSAGE = 16384 };

typedef struct gpu_timeline gpu_timeline;

struct gpu {
    gpu_options    options;
    memory_system *memory;
    place          place;                           // blocks of which the GPU has one
    gpu_events     events;                          // of this cycle
    gpu_levels     levels;
    gpu_log        log;                             // of a recording
    wire          *sm_wires;                        // from its blocks to those of the SMs
    unsigned       n_sm_wires;
    void          *put_out[PLACE_BLOCKS_MAX];       // of each block with such wires: what they carry now
    bool           driven;                          // they carry something
    bool           restless;                        // its blocks have seen something in this cycle that is over with it
    uint32_t       l1d_ways;                        // of the launch
    uint64_t       ctas_seen;                       // issued so far, as its blocks have seen it in this cycle
    sm            *sms[MACHINE_SMS];
    unsigned       n_sms;
    uint64_t       due[MACHINE_SMS];               // of each SM, sm_next_event as of now
    bool           reversed;                        // for tests: SMs go in reverse; with one SM a cluster nothing may show it
    dispatcher     dispatcher;
    counters       counters;
    uint64_t       cycle;                           // since gpu_new
    uint64_t       ctas_done;                       // of this launch
    uint64_t       first_cta_at;                    // cycle from which the launch hands out CTAs
    uint64_t       ending_since;                    // cycle in which a CTA has ended with none left to issue; 0 before
    uint64_t       next_look;                       // at progress, and whether any warp goes on
    uint64_t       idle_insns;                      // issued when looked at last
    uint64_t       idle_since;                      // no other was issued, no memory request was seen since
    uint64_t       next_row;                        // of a timeline; UINT64_MAX without one
    gpu_timeline  *shown;                           // registers in it, NULL without one
    launch_fault   fault;                           // of the last launch
    char           message[GPU_MESSAGE];
};

// Writes `headline` and what each warp waits for into the message.
void gpu_describe_warps(gpu *, const char *headline);

// gpu.c
void gpu_catch_up(gpu *, uint64_t cycle);            // all counters and blocks of every place to the state before this cycle
// gpu_blocks.c
void gpu_blocks_connect(gpu *);                     // once all SMs are there
void gpu_blocks_close(gpu *);
void gpu_blocks_early(gpu *);                       // before any SM steps; both where its place looks
void gpu_blocks_see(gpu *, unsigned sm);            // the events of an SM before they are over, while somebody hears
void gpu_blocks_late(gpu *);                        // behind all SMs
// gpu_timeline.c
void gpu_timeline_open(gpu *);                      // once all SMs are there
void gpu_timeline_rows(gpu *);                      // of the intervals that have ended
void gpu_timeline_launch_end(gpu *);
// gpu_trace.c; nothing where no trace is wanted
void gpu_trace_open(gpu *);                         // before any SM is there
void gpu_trace_launch_end(gpu *, const launch_config *, uint64_t since);    // all counters stand

#endif
