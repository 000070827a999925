// SPDX-License-Identifier: BSD-3-Clause
// A whole GPU running kernels: SMs, CTA dispatcher, memory system, lockstep blocks.
#ifndef WARPLOCK_SIM_CORE_GPU_H
#define WARPLOCK_SIM_CORE_GPU_H

#include "sim/frontend/exec.h"
#include "sim/machine/machine.h"
#include "sim/blocks/place.h"
#include "sim/report/counters.h"
#include "sim/report/degrees.h"
#include "sim/report/profile.h"
#include "sim/report/links.h"
#include "sim/report/row_sharing.h"
#include "sim/report/slices.h"
#include "sim/replay/l1d_stream.h"
#include "sim/report/run_trace.h"
#include "tb/lockstep.h"

typedef struct gpu gpu;

typedef struct {
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // ends with NULL; may be NULL
    lockstep      *lockstep;                    // owner of all block instances
    FILE          *events;                      // a line for each event of every place; or NULL
    uint64_t       max_cycles;                  // 0 = no limit
    FILE          *issue_trace;                 // one line per issued instruction: cycle, SM, scheduler, warp, pc; or NULL
    timeline      *timeline;                    // open; rows are written as the run goes on; or NULL
    run_trace     *trace;                       // begun; states and curves are written as the run goes on; or NULL
    profile       *profile;                     // counted as the run goes on; or NULL
    stream_writer *l1d_recording;               // what the L1Ds resolve is written there; or NULL
    bool           locality;                    // l1d.hits_* are counted
    degree_profile *degrees;                    // loads are counted by their degree; or NULL
    slice_profile *slices;                      // what the input buffers of the L2 slices hold is; or NULL
    row_sharing   *rows;                        // DRAM rows that CTAs access are; or NULL
    link_profile  *links;                       // flits of each link of the mesh are; or NULL
    void         (*progress)(void *context, uint64_t cycle, uint64_t ctas_done, uint64_t ctas);   // every few thousand cycles; may be NULL
    void          *progress_context;
} gpu_options;

// Fault: illegal access (exit 1); deadlock, limit: exit 3; refused: the kernel does not fit the machine (exit 2).
typedef enum { GPU_DONE, GPU_FAULT, GPU_LOCKSTEP, GPU_DEADLOCK, GPU_LIMIT, GPU_REFUSED } gpu_status;

static inline place_options gpu_place_options(const gpu_options *o)
{
    return (place_options){.lockstep = o->lockstep, .policy = o->policy, .observers = o->observers, .events = o->events};
}
gpu        *gpu_new(const gpu_options *, char *error, size_t error_size);    // NULL: geometry without blocks (exit 2)
void        gpu_free(gpu *);
// Tries the GPU without running it: what a campaign or a comparison of policies asks before its first cycle. The tuples
// of its blocks are noted in `wanted`, unless that is NULL.
bool        gpu_can_be_built(const machine *, const policy *, const policy *const *observers, tuple_list *wanted, char *error,
                             size_t error_size);
void        gpu_host_copy(gpu *, uint64_t address, uint64_t bytes);          // a host-to-device copy passes through the L2
gpu_status  gpu_run(gpu *, const launch_config *);                           // one kernel launch to its end
launch_fault gpu_fault(const gpu *);                                          // of what kind, behind GPU_FAULT
const char *gpu_message(const gpu *);                                        // what went wrong; for deadlock and limit: what each warp waits for
uint32_t    gpu_l1d_ways(const gpu *);                                        // that the L1Ds had in the last launch
const counters *gpu_counters(const gpu *);                                   // summed since gpu_new

#endif
