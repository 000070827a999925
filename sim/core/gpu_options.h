// SPDX-License-Identifier: BSD-3-Clause
// What a GPU is built of and what it writes while it runs.
#ifndef WARPLOCK_SIM_CORE_GPU_OPTIONS_H
#define WARPLOCK_SIM_CORE_GPU_OPTIONS_H

#include "sim/blocks/place.h"
#include "sim/machine/machine.h"
#include "sim/replay/l1d_stream.h"
#include "sim/report/degrees.h"
#include "sim/report/links.h"
#include "sim/report/profile.h"
#include "sim/report/row_sharing.h"
#include "sim/report/run_trace.h"
#include "sim/report/slices.h"
#include "tb/lockstep.h"

typedef struct {
    const machine *machine;
    const policy  *policy;
    const policy  *const *observers;            // NULL-terminated; may be NULL
    lockstep      *lockstep;                    // owner of all block instances
    FILE          *events;                      // one line per event of every place; or NULL
    uint64_t       max_cycles;                  // 0 = no limit
    unsigned       threads;                     // of the host, for the SMs; 0 = 1
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

static inline place_options gpu_place_options(const gpu_options *o)
{
    return (place_options){.lockstep = o->lockstep, .policy = o->policy, .observers = o->observers, .events = o->events};
}

#endif
