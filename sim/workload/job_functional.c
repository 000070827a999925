// SPDX-License-Identifier: BSD-3-Clause
// A job's target without timing: the functional executor, which counts loads by the lines they fall into.
#include "sim/workload/job_run.h"

#include <stdio.h>

#include "sim/core/route.h"
#include "sim/events/events.h"
#include "sim/report/counters.h"

typedef struct { functional_run *run; const launch *launch; } load_watch;

// Counts loads that go to the L1D. A load's number of lines depends only on its addresses, however it is split for
// coalescing, so the timing model counts the same.
static void count_load(void *context, const warp_step *step)
{
    const load_watch *watch = context;
    functional_run *run = watch->run;
    coalesced accesses[COALESCER_MAX];
    memory_route route = route_of_step(step, run->l1d_global);
    unsigned count, lines;

    if (!route_is_load(route, step->insn))
        return;
    count = route_coalesce(route, step, run->line_bytes, 1, launch_local_stride(watch->launch), accesses);
    lines = coalesced_lines(accesses, count, run->line_bytes);
    if (lines > COHERENT_LINES) {
        run->divergent_loads++;
        run->divergent_lines += lines;
    } else {
        run->coherent_loads++;
        run->coherent_lines += lines;
    }
}

static bool functional_launch(void *context, const launch_config *config, run_status *status, char *message,
                              size_t size)
{
    functional_run *run = context;
    ptx_error error;
    launch *l = launch_new(config, 1, &error);
    load_watch watch = { run, l };
    uint64_t thread_insns = 0, warp_insns = 0;
    bool good;

    if (!l) {
        *status = STATUS_MISTAKE;
        snprintf(message, size, "%s", error.text);
        return false;
    }
    launch_watch(l, count_load, &watch);
    good = launch_run_functional(l, run->max_steps, &thread_insns, &warp_insns);
    if (!good) {
        *status = launch_stuck(l) ? STATUS_LIMIT : STATUS_MISMATCH;
        snprintf(message, size, "%s", launch_error(l));
    }
    run->fault = launch_fault_kind(l);
    run->thread_insns += thread_insns;
    run->warp_insns += warp_insns;
    run->launches++;
    run->ctas += (uint64_t)config->grid[0] * config->grid[1] * config->grid[2];
    launch_free(l);
    return good;
}

void functional_count(counters *counted, const functional_run *run)
{
    counted->thread_insns += run->thread_insns;
    counted->warp_insns += run->warp_insns;
    counted->loads_coherent += run->coherent_loads;
    counted->loads_divergent += run->divergent_loads;
    counted->ctas += run->ctas;
    counted->launches += run->launches;
}

job_target functional_target(functional_run *run)
{
    if (!run->line_bytes)
        run->line_bytes = 128;
    return (job_target){ .context = run, .launch = functional_launch, .sm_count = 1, .warps_per_sm = CTA_MAX_WARPS,
                         .dump = true };
}
