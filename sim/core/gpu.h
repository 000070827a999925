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
    const policy  *const *observers;            // NULL-terminated; may be NULL
    lockstep      *lockstep;                    // owner of all block instances
    FILE          *events;                      // one line per event of every place; or NULL
    uint64_t       max_cycles;                  // 0 = no limit
    FILE          *issue_trace;                 // one line per issued instruction: cycle, SM, scheduler, warp, pc; or NULL
    timeline      *timeline;                    // open; rows are written during the run; or NULL
    run_trace     *trace;                       // begun; states and curves are written during the run; or NULL
    profile       *profile;                     // counted during the run; or NULL
    stream_writer *l1d_recording;               // receives the accesses that the L1Ds resolve; or NULL
    bool           locality;                    // count l1d.hits_*
    degree_profile *degrees;                    // counts loads by degree; or NULL
    slice_profile *slices;                      // counts what the input buffers of the L2 slices hold; or NULL
    row_sharing   *rows;                        // counts the DRAM rows that CTAs access; or NULL
    link_profile  *links;                       // counts the flits of each mesh link; or NULL
    void         (*progress)(void *context, uint64_t cycle, uint64_t ctas_done, uint64_t ctas);   // every few thousand cycles; may be NULL
    void          *progress_context;
} gpu_options;

// Fault: illegal access (exit 1); deadlock, limit: exit 3; refused: the kernel does not fit the machine (exit 2).
typedef enum { GPU_DONE, GPU_FAULT, GPU_LOCKSTEP, GPU_DEADLOCK, GPU_LIMIT, GPU_REFUSED } gpu_status;

static inline place_options gpu_place_options(const gpu_options *o)
{
    return (place_options){.lockstep = o->lockstep, .policy = o->policy, .observers = o->observers, .events = o->events};
}
gpu        *gpu_new(const gpu_options *, char *error, size_t error_size);    // NULL: no blocks for this geometry (exit 2)
void        gpu_free(gpu *);
// Tests whether the GPU can be built, before a campaign or a comparison of policies starts. Notes the tuples of its blocks
// in `wanted` unless that is NULL.
bool        gpu_can_be_built(const machine *, const policy *, const policy *const *observers, tuple_list *wanted, char *error,
                             size_t error_size);
void        gpu_host_copy(gpu *, uint64_t address, uint64_t bytes);          // a host-to-device copy goes through the L2
gpu_status  gpu_run(gpu *, const launch_config *);                           // runs one kernel launch to its end
launch_fault gpu_fault(const gpu *);                                          // its kind, after GPU_FAULT
const char *gpu_message(const gpu *);                                        // what went wrong; for deadlock and limit, what each warp waits for
uint32_t    gpu_l1d_ways(const gpu *);                                        // of each L1D in the last launch
const counters *gpu_counters(const gpu *);                                   // summed since gpu_new

#endif
