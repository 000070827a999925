// SPDX-License-Identifier: BSD-3-Clause
// A cycle's steps of all SMs, on one thread or several, and what these count (sim/core/sm_threads.h).
#include "sim/core/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

// The caller has the memory system and the dispatcher, too: a seventh of a run's work.
enum { BUSY_OVER = 256, SMS_OF_THREAD = 2, WORK = 7, WORK_OF_SMS = WORK - 1 };

// Whoever writes or counts something of all SMs in the order in which it happens.
static bool watched_in_order(const gpu_options *o)
{
    bool versions = false;
    VERSIONS(versions = true;)
    return versions || o->events || o->issue_trace || o->trace || o->profile || o->l1d_recording || o->locality || o->degrees || o->rows ||
           lockstep_is_one(o->lockstep);
}

static inline void step_sm(gpu *g, unsigned i)
{
    sm *s = g->sms[i];
    const uint64_t done = s->ctas_done;
    sm_cycle(s, g->cycle);
    if (s->threads) {
        sm_threads_may_write(s->threads, i, s->writes != 0);
        g->of_thread[g->thread_of[i]].busy += !s->quiet;
    }
    if (s->fault)
        atomic_store_explicit(&g->faulted, true, memory_order_relaxed);
    else if (s->ctas_done != done) {
        atomic_fetch_add_explicit(&g->ctas_ended, (unsigned)(s->ctas_done - done), memory_order_relaxed);
        number_set_add(&g->of_thread[g->thread_of[i]].open, i);
    } else if (g->ends_alone) {
        gpu_end_sm_cycle(g, i);
    }
}

// With the steps of all SMs inside: it is called once a cycle.
static __attribute__((noinline)) void step_sms(gpu *g, number_set sms)
{
    while (number_set_any(&sms))
        step_sm(g, g->reversed ? number_set_take_highest(&sms) : number_set_take_lowest(&sms));
}

void gpu_step_sm(void *of, unsigned i)
{
    number_set one = {{0}};
    number_set_add(&one, i);
    step_sms(of, one);
}

// At first. SMs of a cluster share a port, and so a thread; in lockstep those of a part do.
static void share_sms(gpu *g, unsigned threads)
{
    const machine *m = g->options.machine;
    const unsigned clusters = m->gpu.clusters, share = clusters * (WORK - threads) / (WORK_OF_SMS * threads), own = share ? share : 1;
    const bool by_part = threads == 1 || lockstep_mode(g->options.lockstep) != BLOCKS_C;
    for (unsigned i = 0, others = 0; i < clusters; i++) {
        const bool is_own = threads == 1 || (i + 1) * own / clusters != i * own / clusters;
        const unsigned thread = by_part ? threads - 1 - i % LOCKSTEP_PARTS % threads : is_own ? 0 : 1 + others++ % (threads - 1);
        memset(&g->thread_of[i * (m->gpu.sms / clusters)], (int)thread, m->gpu.sms / clusters);
    }
}

bool gpu_open_threads(gpu *g)
{
    const unsigned clusters = g->options.machine->gpu.clusters, wanted = g->options.threads, most = clusters < SM_THREADS_MAX ? clusters : SM_THREADS_MAX;
    const unsigned threads = wanted <= 1 || watched_in_order(&g->options) ? 1 : wanted < most ? wanted : most;
    share_sms(g, threads);
    g->watches_grid = g->options.policy->watches_grid;
    for (const policy *const *observer = g->options.observers; observer && *observer; observer++)
        g->watches_grid |= (*observer)->watches_grid;
    if (threads > 1) {
        if (!(g->sm_counted = aligned_alloc(GPU_CACHE_LINE, g->n_sms * sizeof *g->sm_counted)))
            abort();
        memset(g->sm_counted, 0, g->n_sms * sizeof *g->sm_counted);
    }
    g->threads = sm_threads_new(threads, g->thread_of, g->n_sms, gpu_step_sm, g);
    g->n_threads = threads;
    if (g->threads && lockstep_mode(g->options.lockstep) == BLOCKS_C)
        sm_threads_balance(g->threads, g->n_sms / clusters);
    return g->threads != NULL;
}

void gpu_close_threads(gpu *g)
{
    sm_threads_free(g->threads);
    free(g->sm_counted);
}

void gpu_gather_counts(gpu *g)
{
    for (unsigned i = 0; g->sm_counted && i < g->n_sms; i++)
        counters_add(&g->counters, &g->sm_counted[i].of);
    if (g->sm_counted)
        memset(g->sm_counted, 0, g->n_sms * sizeof *g->sm_counted);
}

void gpu_share_launch(gpu *g, launch_config *config)
{
    g->several = g->n_threads > 1 && config->kernel->source->side_by_side;
    config->await_turn = g->several ? sm_threads_await_turn : NULL;
    config->await_writes = sm_threads_await_writes;
    config->turn_context = g->threads;
    memory_share(g->memory, g->several);
    g->faulted = false;
    for (unsigned i = 0; i < g->n_threads; i++)
        g->of_thread[i].busy = 0;
}

// Whether threads pay: each has enough SMs that are not quiet, in the mean of some hundred cycles. An SM's state should not go from one
// processor to the other and back each time that a few of them rest.
static bool many_busy(gpu *g)
{
    unsigned busy = 0;
    for (unsigned i = 0; i < g->n_threads; i++) {
        busy += g->of_thread[i].busy;
        g->of_thread[i].busy = 0;
    }
    g->busy_sms += busy - g->busy_sms / BUSY_OVER;
    return g->busy_sms >= g->n_threads * SMS_OF_THREAD * BUSY_OVER;
}

// Sure: a CTA is still to start, or an SM has more warps that have not ended than it can issue instructions in this cycle.
static bool next_cycle_comes(const gpu *g)
{
    const gpu_options *o = &g->options;
    const uint64_t next = g->cycle + 1;
    if (next >= g->next_look || next >= g->next_row || (o->max_cycles && g->counters.cycles + 1 >= o->max_cycles))
        return false;
    if (!dispatcher_done(&g->dispatcher))
        return true;
    for (unsigned i = 0; i < g->n_sms; i++) {
        const sm *s = g->sms[i];
        if (g->thread_of[i] == 0 && (uint32_t)__builtin_popcountll(s->resident & ~s->finished) > s->schedulers * o->machine->core.issue_width)
            return true;
    }
    return false;
}

// Whether the memory system may begin the next cycle while SMs run this one: no block looks at it, and none can diverge there.
static bool memory_may_run_ahead(const gpu *g)
{
    return lockstep_mode(g->options.lockstep) == BLOCKS_C && !g->place.looks && memory_can_run_ahead(g->memory, g->cycle + 1) && next_cycle_comes(g);
}

static void run_memory_ahead(void *of)
{
    gpu *g = of;
    memory_run_ahead(g->memory);
    g->ahead++;
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

// From all threads, none of which steps an SM now.
static number_set take_open(gpu *g)
{
    number_set open = {{0}};
    for (unsigned i = 0; i < g->n_threads; i++) {
        number_set_join(&open, g->of_thread[i].open);
        g->of_thread[i].open = (number_set){{0}};
    }
    return open;
}

bool gpu_step_sms(gpu *g, number_set awake, number_set *open)
{
    g->ends_alone = !g->events.heard && (dispatcher_done(&g->dispatcher) || (g->dispatcher.full && !g->watches_grid));
    *open = g->ends_alone ? (number_set){{0}} : awake;
    if (g->several && (many_busy(g) || g->together)) {
        sm_threads_run(g->threads, awake, memory_may_run_ahead(g) ? run_memory_ahead : NULL);
        g->rounds++;
    } else {
        step_sms(g, awake);
    }
    const unsigned ctas_ended = atomic_load_explicit(&g->ctas_ended, memory_order_relaxed);
    if (ctas_ended) {
        atomic_store_explicit(&g->ctas_ended, 0, memory_order_relaxed);
        g->ctas_done += ctas_ended;
        number_set_join(open, take_open(g));
    }
    if (!atomic_load_explicit(&g->faulted, memory_order_relaxed))
        return true;
    say_fault(g);
    return false;
}
