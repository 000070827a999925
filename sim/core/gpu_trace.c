// SPDX-License-Identifier: BSD-3-Clause
// What a run writes of the whole GPU into a file in the Trace Event Format: its launches. Its curves are those of a
// timeline (gpu_timeline.c), the rest is the SMs' (sm_trace.c).
#include "sim/core/gpu_internal.h"
#include "sim/core/sm_trace.h"

void gpu_trace_open(gpu *g)
{
    if (!g->options.trace)
        return;
    trace_process(&g->options.trace->events, TRACE_GPU, "GPU");
    trace_track(&g->options.trace->events, TRACE_GPU, trace_track_number(TRACE_GPU, 0), "launches");
}

void gpu_trace_launch_end(gpu *g, const launch_config *config, uint64_t since)
{
    char arguments[128];
    if (!g->options.trace)
        return;
    for (unsigned i = 0; i < g->n_sms; i++)
        if (g->sms[i]->trace)
            sm_trace_launch_end(g->sms[i], g->cycle);
    snprintf(arguments, sizeof arguments, "\"grid\":[%u,%u,%u],\"block\":[%u,%u,%u]", config->grid[0], config->grid[1],
             config->grid[2], config->block[0], config->block[1], config->block[2]);
    trace_slice(&g->options.trace->events, TRACE_GPU, trace_track_number(TRACE_GPU, 0), kernel_name(config->kernel), since,
                g->cycle, arguments);
}
