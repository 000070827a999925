// SPDX-License-Identifier: BSD-3-Clause
// A cycle's steps of all SMs, on one thread or several, and what these count (sim/core/sm_threads.h).
#include "sim/core/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

enum { BUSY_OVER = 256, SMS_OF_THREAD = 2 };

// Whoever writes or counts something of all SMs in the order in which it happens.
static bool watched_in_order(const gpu_options *o)
{
    bool versions = false;
    VERSIONS(versions = true;)
    return versions || o->events || o->issue_trace || o->trace || o->profile || o->l1d_recording || o->locality || o->degrees || o->rows ||
           lockstep_is_one(o->lockstep);
}

// On the SM's thread.
static void step_sm(void *of, unsigned i)
{
    gpu *g = of;
    sm *s = g->sms[i];
    const uint64_t done = s->ctas_done;
    sm_cycle(s, g->cycle);
    if (s->fault)
        atomic_store_explicit(&g->faulted, true, memory_order_relaxed);
    else if (s->ctas_done != done)
        atomic_fetch_add_explicit(&g->ctas_ended, (unsigned)(s->ctas_done - done), memory_order_relaxed);
    else if (g->ends_alone) {
        sm_end_cycle(s);
        g->ended[i] = true;
    }
}

// SMs of a cluster share a port, and so a thread.
bool gpu_open_threads(gpu *g)
{
    const unsigned clusters = g->options.machine->gpu.clusters, wanted = g->options.threads, most = clusters < SM_THREADS_MAX ? clusters : SM_THREADS_MAX;
    const unsigned threads = wanted <= 1 || watched_in_order(&g->options) ? 1 : wanted < most ? wanted : most;
    for (unsigned i = 0; i < g->n_sms; i++)
        g->thread_of[i] = (unsigned char)(threads - 1 - sm_part(g->options.machine, i) % threads);     // the caller has the memory system, too
    g->watches_grid = g->options.policy->watches_grid;
    for (const policy *const *observer = g->options.observers; observer && *observer; observer++)
        g->watches_grid |= (*observer)->watches_grid;
    g->counted[0] = &g->counters;
    for (unsigned i = 1; i < threads; i++)
        if (!(g->counted[i] = calloc(1, sizeof *g->counted[i])))
            abort();
    g->threads = sm_threads_new(threads, g->thread_of, g->n_sms, step_sm, g);
    g->n_threads = threads;
    return g->threads != NULL;
}

void gpu_close_threads(gpu *g)
{
    sm_threads_free(g->threads);
    for (unsigned i = 1; i < SM_THREADS_MAX; i++)
        free(g->counted[i]);
}

void gpu_gather_counts(gpu *g)
{
    for (unsigned i = 1; i < g->n_threads; i++) {
        counters_add(&g->counters, g->counted[i]);
        *g->counted[i] = (counters){0};
    }
}

void gpu_share_launch(gpu *g, launch_config *config)
{
    g->several = g->n_threads > 1 && config->kernel->source->side_by_side;
    config->await_turn = g->several ? sm_threads_await_turn : NULL;
    config->turn_context = g->threads;
    memory_share(g->memory, g->several);
    g->faulted = false;
    memset(g->ended, 0, sizeof g->ended);
}

// Whether threads pay: each has enough SMs that are not quiet, in the mean of some hundred cycles. An SM's state should not go from one
// processor to the other and back each time that a few of them rest.
static bool many_busy(gpu *g)
{
    const number_set busy = gpu_sms_due(g, 0);
    g->busy_sms += number_set_count(&busy) - g->busy_sms / BUSY_OVER;
    return g->busy_sms >= g->n_threads * SMS_OF_THREAD * BUSY_OVER;
}

// The message is that of the first SM, by number.
static void say_fault(gpu *g)
{
    for (unsigned i = 0; i < g->n_sms; i++)
        if (g->sms[i]->fault) {
            snprintf(g->message, sizeof g->message, "%s", g->sms[i]->fault);
            return;
        }
}

bool gpu_step_sms(gpu *g, number_set awake)
{
    g->ends_alone = !g->events.heard && (dispatcher_done(&g->dispatcher) || (g->dispatcher.full && !g->watches_grid));
    if (g->several && (many_busy(g) || g->together)) {
        sm_threads_run(g->threads, awake);
        g->rounds++;
    } else {
        while (number_set_any(&awake))
            step_sm(g, g->reversed ? number_set_take_highest(&awake) : number_set_take_lowest(&awake));
    }
    g->ctas_done += atomic_exchange_explicit(&g->ctas_ended, 0, memory_order_relaxed);
    if (!atomic_load_explicit(&g->faulted, memory_order_relaxed))
        return true;
    say_fault(g);
    return false;
}
