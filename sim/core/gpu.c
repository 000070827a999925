// SPDX-License-Identifier: BSD-3-Clause
// The whole GPU: one cycle after the other, one kernel launch at a time.
//
// Order of a core cycle, as in GPGPU-Sim's gpgpu_sim::cycle: replies into the SMs, the other clock domains up to this cycle,
// the SMs, CTA dispatch. A launch ends in the cycle in which its last CTA has drained (all stores acknowledged). Remaining
// traffic below the L2 continues during the next launch. While every SM sleeps, time jumps to the next event.
//
// Not modelled: concurrent kernels, copies during a kernel.
#include "sim/core/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

#include "sim/machine/l1d_ways.h"
#include "sim/memory/times.h"

enum { LOOK_CYCLES = 16384 };

// Whether a block may diverge, in some place.
static bool compares(const gpu *g)
{
    bool any = g->place.compared;
    for (unsigned i = 0; i < g->n_sms; i++)
        any |= g->sms[i]->place.compared;
    for (unsigned i = 0; i < g->options.machine->dram.controllers; i++)
        any |= memory_place(g->memory, i)->compared;
    return any;
}

gpu *gpu_new(const gpu_options *options, char *error, size_t error_size)
{
    gpu *g = aligned_alloc(GPU_CACHE_LINE, sizeof *g);
    if (!g)
        abort();
    memset(g, 0, sizeof *g);
    g->options = *options;
    g->n_sms = options->machine->gpu.sms;
    times_none(g->due, MACHINE_SMS);
    g->idle_insns = UINT64_MAX;
    const place_options places = gpu_place_options(options);
    lockstep_show_rate(options->lockstep, (block_place){.kind = PLACE_GPU}, "ipc", "thread instructions a cycle", &g->counters.thread_insns);
    g->memory = memory_new(options->machine, &g->counters);
    memory_count_slices(g->memory, options->slices);
    memory_count_links(g->memory, options->links);
    const policy_view shown = {.gpu_events = &g->events, .gpu = &g->levels};
    if (!place_open_alone(&g->place, PLACE_GPU, 0, options->machine, &places, &shown, error, error_size) ||
        !memory_open_places(g->memory, options->machine, &places, error, error_size)) {
        gpu_free(g);
        return NULL;
    }
    g->events.heard = place_is_heard(&g->place);
    gpu_log_open(&g->log, options->lockstep, g->place.at, options->machine, options->policy->name);
    gpu_trace_open(g);
    if (!gpu_open_threads(g)) {
        snprintf(error, error_size, "the system gives no thread of %u", options->threads);
        gpu_free(g);
        return NULL;
    }
    g->own_sms = calloc(g->n_sms, sizeof *g->own_sms);      // together: the system gives them zeroed
    if (!g->own_sms)
        abort();
    for (unsigned i = 0; i < g->n_sms; i++) {
        sm *s = &g->own_sms[i];
        if (!sm_open(s, &g->options, options->machine, g->memory, g->sm_counted ? &g->sm_counted[i].of : &g->counters, i, error, error_size)) {
            gpu_free(g);
            return NULL;
        }
        g->sms[i] = s;
        g->sms[i]->levels.gpu = &g->levels;
        g->sms[i]->gpu_log = &g->log;
        g->sms[i]->threads = g->n_threads > 1 ? g->threads : NULL;
        g->sms[i]->follows_heads |= g->n_threads > 1;
    }
    g->compares = compares(g);
    gpu_blocks_connect(g);
    gpu_timeline_open(g);
    return g;
}

// One SM suffices, as all are alike: it is built as they are, with nothing below it.
bool gpu_can_be_built(const machine *m, const policy *p, const policy *const *observers, tuple_list *wanted, char *error,
                      size_t error_size)
{
    tuple_list forgotten = {.count = 0};
    lockstep_options blocks = {.mode = BLOCKS_C, .wanted = wanted ? wanted : &forgotten};
    lockstep *owner = lockstep_open(&blocks, error, error_size);
    gpu_options options = {.machine = m, .policy = p, .observers = observers, .lockstep = owner};
    counters counted = {0};
    sm *s = calloc(1, sizeof *s);
    if (!s)
        abort();
    const bool opened = owner && sm_open(s, &options, m, NULL, &counted, 0, error, error_size);
    const place_options places = gpu_place_options(&options);
    bool good = opened;
    for (place_kind kind = PLACE_CONTROLLER; good && kind <= PLACE_GPU; kind++) {
        place tried;
        good = place_open_alone(&tried, kind, 0, m, &places, &(policy_view){0}, error, error_size);
        place_close(&tried);
    }
    if (opened)
        sm_close(s);
    free(s);
    lockstep_close(owner);
    tuples_forget(&forgotten);
    return good;
}

void gpu_free(gpu *g)
{
    if (!g)
        return;
    gpu_close_threads(g);
    for (unsigned i = 0; i < g->n_sms && g->sms[i]; i++)
        sm_close(g->sms[i]);
    free(g->own_sms);
    memory_free(g->memory);
    gpu_blocks_close(g);
    place_close(&g->place);
    free(g->shown);
    free(g);
}

void gpu_host_copy(gpu *g, uint64_t address, uint64_t bytes)
{
    memory_host_copy(g->memory, address, bytes);
}

const char *gpu_message(const gpu *g) { return g->message; }
launch_fault gpu_fault(const gpu *g) { return g->fault; }
const counters *gpu_counters(const gpu *g) { return &g->counters; }

// Before a cycle: when the SM is due has changed.
static void look_at_sm(gpu *g, unsigned i)
{
    g->due[i] = sm_next_event(g->sms[i]);
    if (g->due[i] <= g->cycle) {
        number_set_add(&g->awake, i);
        return;
    }
    number_set_drop(&g->awake, i);
    g->due_first = g->due[i] < g->due_first ? g->due[i] : g->due_first;
}

// One reply per cycle and SM; a full LD/ST queue blocks it and everything behind it.
static void deliver_replies(gpu *g)
{
    for (number_set sms = memory_answered(g->memory); number_set_any(&sms);) {
        unsigned i = number_set_take_lowest(&sms);
        memory_request *reply = memory_peek(g->memory, i);
        if (reply && (reply->client == CLIENT_L1I || ldst_can_reply(g->sms[i]->ldst))) {
            sm_reply(g->sms[i], memory_receive(g->memory, i), g->cycle);
            look_at_sm(g, i);
        }
    }
}

// SMs with an event in this cycle, or that are not quiet.
static inline number_set sms_due(gpu *g)
{
    if (g->cycle >= g->due_first) {
        g->awake.word[0] = times_come(g->due, g->n_sms < 64 ? g->n_sms : 64, g->cycle);
        g->awake.word[1] = g->n_sms > 64 ? times_come(&g->due[64], g->n_sms - 64, g->cycle) : 0;
        g->due_first = times_first_after(g->due, g->n_sms, g->cycle);
    }
    return g->awake;
}

// At the end of a cycle: of its SMs, and no others, some are awake in the next.
static inline void note_due(gpu *g, number_set sms)
{
    const uint64_t next = g->cycle + 1;
    number_set awake = {{0}};
    uint64_t first = g->due_first;
    while (number_set_any(&sms)) {
        const unsigned i = number_set_take_lowest(&sms);
        if (g->due[i] <= next)
            number_set_add(&awake, i);
        else
            first = g->due[i] < first ? g->due[i] : first;
    }
    g->awake = awake;
    g->due_first = first;
}

// The last CTA was issued, and every SM must see it in this cycle. Returns the SMs that were quiet.
static number_set join_all(gpu *g, number_set awake)
{
    number_set joined = {{0}};
    for (unsigned i = 0; i < g->n_sms; i++) {
        if (number_set_has(&awake, i))
            continue;
        sm_join_cycle(g->sms[i], g->cycle);
        number_set_add(&joined, i);
    }
    return joined;
}

// Runs the SMs that have work and dispatches CTAs. False if an instruction could not be executed.
static inline bool run_sms(gpu *g)
{
    number_set awake = sms_due(g), started = {{0}}, open;
    const uint64_t ctas_done = g->ctas_done;
    const bool reversed = g->reversed;
    if (!gpu_step_sms(g, awake, &open))
        return false;
    g->dispatcher.full &= g->ctas_done == ctas_done;
    if (!dispatcher_done(&g->dispatcher) && g->cycle >= g->first_cta_at) {
        dispatcher_cycle(&g->dispatcher, g->options.machine, g->sms, g->cycle, &started);
        number_set_join(&awake, started);
        number_set_join(&open, started);
        g->levels.ctas_issued = g->dispatcher.next;
        if (g->options.policy->watches_grid && dispatcher_done(&g->dispatcher))
            number_set_join(&open, join_all(g, awake));
    } else if (g->ctas_done != ctas_done && !g->ending_since) {
        g->ending_since = g->cycle;
    }
    number_set ran = awake;
    number_set_join(&ran, open);
    while (number_set_any(&open)) {
        unsigned i = reversed ? number_set_take_highest(&open) : number_set_take_lowest(&open);
        if (g->events.heard)
            gpu_blocks_see(g, i);
        gpu_end_sm_cycle(g, i);
    }
    note_due(g, ran);
    return true;
}

// No CTA can start before one ends, and nobody sees a cycle in which no SM steps.
static bool memory_is_alone(const gpu *g)
{
    return (dispatcher_done(&g->dispatcher) || g->dispatcher.full) && !g->compares && !g->place.looks;
}

// The next cycle for something else, if nothing of the GPU happens before `next`; g->cycle is not counted yet.
static uint64_t alone_until(const gpu *g, uint64_t next)
{
    next = g->next_look < next ? g->next_look : next;
    next = g->next_row < next ? g->next_row : next;
    const uint64_t left = g->options.max_cycles - g->counters.cycles;
    return g->options.max_cycles && left < next - g->cycle + 1 ? g->cycle - 1 + left : next;
}

// The next cycle in which anything can happen; UINT64_MAX when nothing ever will. Cycles before it in which the memory system alone has
// work are run here.
static uint64_t next_event(gpu *g)
{
    if (g->restless || number_set_any(&g->awake))
        return g->cycle;
    uint64_t next = times_first(g->due, g->n_sms);
    if (g->cycle < g->first_cta_at && g->first_cta_at < next)
        next = g->first_cta_at;
    if (memory_is_alone(g))
        g->cycle = memory_run_alone(g->memory, g->cycle, alone_until(g, next));
    const uint64_t memory = memory_next_event(g->memory, g->cycle);
    next = memory < next ? memory : next;
    return next > g->cycle ? next : g->cycle;
}

// A policy that holds back every warp keeps the SMs awake, so no event is missing. Whatever it waits for, be it a timer
// of its own, comes within gpu.deadlock_cycles, unless memory has still to answer.
static bool held_for_ever(gpu *g)
{
    if (g->counters.warp_insns != g->idle_insns || !memory_idle(g->memory)) {
        g->idle_insns = g->counters.warp_insns;
        g->idle_since = g->cycle;
    }
    const uint64_t limit = g->options.machine->gpu.deadlock_cycles, since = g->idle_since > g->first_cta_at ? g->idle_since : g->first_cta_at;
    return limit && g->cycle >= since + limit;
}

// Called every few thousand cycles. False if no warp can continue.
static bool look(gpu *g)
{
    g->next_look = g->cycle + LOOK_CYCLES;
    gpu_gather_counts(g);
    if (g->options.progress)
        g->options.progress(g->options.progress_context, g->cycle, g->ctas_done, g->dispatcher.total);
    return !held_for_ever(g);
}

static gpu_status check_divergence(gpu *g)
{
    if (!g->compares)
        return GPU_DONE;
    lockstep_settle(g->options.lockstep);
    const char *divergence = lockstep_failed(g->options.lockstep);
    if (!divergence)
        return GPU_DONE;
    snprintf(g->message, sizeof g->message, "%s", divergence);
    return GPU_LOCKSTEP;
}

// What ends the run before the grid is done; GPU_DONE if nothing does.
static gpu_status check_limits(gpu *g)
{
    if (check_divergence(g) != GPU_DONE)
        return GPU_LOCKSTEP;
    if (g->options.max_cycles && g->counters.cycles >= g->options.max_cycles) {
        gpu_describe_warps(g, "the limit of simulated cycles is reached");
        return GPU_LIMIT;
    }
    if (g->cycle >= g->next_look && !look(g)) {
        gpu_describe_warps(g, "deadlock: nothing was issued for gpu.deadlock_cycles, and no memory request is on its way");
        return GPU_DEADLOCK;
    }
    return GPU_DONE;
}

// After the last CTA, with l1d.global_write = back: flushes dirty L1D lines and waits for all traffic to arrive.
static bool flushing(gpu *g)
{
    bool busy = false;
    for (unsigned i = 0; i < g->n_sms; i++) {
        busy |= ldst_flush(g->sms[i]->ldst);
        look_at_sm(g, i);
    }
    return busy || (g->options.machine->l1d.global_write == WRITE_BACK && !memory_idle(g->memory));
}

static void events_over(gpu *g)
{
    if (g->options.events)
        gpu_events_write(&g->events, g->options.events, g->cycle, g->place.name);
    gpu_events_clear(&g->events);
}

static gpu_status run_grid(gpu *g)
{
    for (bool over = false; !over;) {
        deliver_replies(g);
        memory_advance(g->memory, g->cycle);
        lockstep_cycle(g->options.lockstep, g->cycle);
        if (g->place.looks)
            gpu_blocks_early(g);
        if (!run_sms(g))
            return GPU_FAULT;
        if (g->place.looks)
            gpu_blocks_late(g);
        if (g->events.raised)
            events_over(g);
        uint64_t previous = g->cycle++;
        over = g->ctas_done == g->dispatcher.total && !flushing(g);
        if (!over) {
            uint64_t next = next_event(g);
            if (next == UINT64_MAX) {
                g->counters.cycles += g->cycle - 1 - previous;      // that the memory system ran alone
                gpu_describe_warps(g, "deadlock: no warp can ever go on");
                return GPU_DEADLOCK;
            }
            g->cycle = next;
        }
        uint64_t left = g->options.max_cycles - g->counters.cycles;
        if (g->options.max_cycles && g->cycle - previous > left)
            g->cycle = previous + left;
        g->counters.cycles += g->cycle - previous;
        if (g->cycle >= g->next_row)
            gpu_timeline_rows(g);
        gpu_status status = check_limits(g);
        if (status != GPU_DONE)
            return status;
    }
    return GPU_DONE;
}

// For a geometry that cannot run on an SM: the resource that falls short.
static bool fits(gpu *g, const launch_config *config, cta_limit *limit)
{
    *limit = dispatcher_limit(g->options.machine, config);
    if (limit->ctas)
        return true;
    snprintf(g->message, sizeof g->message, "kernel %s: a CTA needs %llu %s, an SM of machine %s has %llu",
             kernel_name(config->kernel), (unsigned long long)limit->needed, limit->name, g->options.machine->name,
             (unsigned long long)limit->available);
    return false;
}

void gpu_catch_up(gpu *g, uint64_t cycle)
{
    for (unsigned i = 0; i < g->n_sms; i++)
        sm_catch_up(g->sms[i], cycle);
    gpu_gather_counts(g);
    place_sleep_until(&g->place, cycle);
    place_catch_up(&g->place);
    memory_catch_up(g->memory);
}

// Counts a launch that has ended.
static void count_launch(gpu *g, unsigned ctas_per_sm)
{
    g->counters.launches++;
    g->counters.cta_places += (uint64_t)g->n_sms * ctas_per_sm;
    g->counters.cycles_tail += g->cycle - 1 - g->dispatcher.last_at;
    if (g->ending_since)
        g->counters.cta_ending_cycles += g->cycle - 1 - g->ending_since;
}

// End the run when a count overflows rather than report a wrong one.
static gpu_status check_counters(gpu *g)
{
    const char *beyond = counters_beyond(&g->counters);
    if (!beyond)
        return GPU_DONE;
    snprintf(g->message, sizeof g->message, "%s: counted beyond 2^53, expected at most that", beyond);
    return GPU_LIMIT;
}

uint32_t gpu_l1d_ways(const gpu *g)
{
    return g->l1d_ways;
}

gpu_status gpu_run(gpu *g, const launch_config *config)
{
    cta_limit limit;
    ptx_error error;
    if (!fits(g, config, &limit))
        return GPU_REFUSED;
    launch_config timed = *config;
    timed.cycle = &g->cycle;
    timed.core_mhz = g->options.machine->clock.core_mhz;
    gpu_share_launch(g, &timed);
    launch *launch = launch_new(&timed, g->n_sms * limit.ctas, &error);
    if (!launch) {
        snprintf(g->message, sizeof g->message, "%s", error.text);
        return GPU_REFUSED;
    }
    kernel_profile *profile = g->options.profile ? profile_launch(g->options.profile, config->kernel, g->options.machine->l1d.global) : NULL;
    dispatcher_start(&g->dispatcher, config);
    const uint64_t began = g->cycle, shared_bytes = ((uint64_t)kernel_shared_bytes(config->kernel) + config->dynamic_shared) * limit.ctas;
    g->l1d_ways = machine_l1d_ways(g->options.machine, shared_bytes);
    g->first_cta_at = began + g->options.machine->gpu.launch_latency;
    for (unsigned i = 0; i < g->n_sms; i++) {
        sm_kernel_start(g->sms[i], launch, config->kernel, profile, limit.ctas, shared_bytes,
                        dispatcher_first_fill(&g->dispatcher, g->options.machine, i, limit.ctas), g->cycle);
        look_at_sm(g, i);
    }
    g->levels = (gpu_levels){.ctas = g->dispatcher.total};
    if (gpu_logged(&g->log, g->cycle))
        gpu_log_grid(&g->log, g->cycle, g->dispatcher.total, launch_warps_per_cta(launch), limit.ctas);
    tell_event(&g->events, grid_start, .ctas = g->dispatcher.total, .ctas_per_sm = limit.ctas,
               .warps_per_cta = launch_warps_per_cta(launch));
    g->ctas_done = 0;
    g->ending_since = 0;
    gpu_status status = run_grid(g);
    gpu_catch_up(g, g->cycle);
    lockstep_complete(g->options.lockstep);
    if (check_divergence(g) != GPU_DONE)
        status = GPU_LOCKSTEP;
    if (profile)
        profile_settle(profile, g->cycle - 1);
    gpu_timeline_launch_end(g);
    gpu_trace_launch_end(g, config, began);
    if (g->options.rows)
        row_sharing_launch_end(g->options.rows);
    if (status == GPU_DONE)
        count_launch(g, limit.ctas);
    VERSIONS(if (status == GPU_DONE) version_kernel_end(g->options.machine->l1d.global_write == WRITE_BACK);)
    memory_kernel_end(g->memory);
    g->fault = launch_fault_kind(launch);
    launch_free(launch);
    return status == GPU_DONE ? check_counters(g) : status;
}
