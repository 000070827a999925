// SPDX-License-Identifier: BSD-3-Clause
// One SM's cycle, CTA launch and replies; see sm.h for the state and the order of stages.
#include "sim/core/sm_trace.h"

#include <stdlib.h>
#include <string.h>

static ldst_answers answers_of(const policy *policy, const machine *m)
{
    const bool several = m->l1d.banks > 1 && !m->l1d.perfect;
    const unsigned one = several ? policy->one_a_cycle : 0;
    return (ldst_answers){.aside_places = policy->reexecution ? policy->reexecution(m) : 0,
                          .one_divergent = one & ONE_DIVERGENT, .one_miss = one & ONE_MISS, .one_fail = one & ONE_FAIL,
                          .charges_done = several && policy->charges_done ? policy->charges_done(m) : 0,
                          .load_passes = policy->load_passes && !m->l1d.perfect, .access_passes = policy->access_passes && !m->l1d.perfect};
}

static bool watched(const gpu_options *options) { return options->l1d_recording || options->locality || options->degrees; }

// l1d_watch looks at lines, and a perfect L1D has none.
static bool can_be_perfect(const gpu_options *options, const machine *m, char *error, size_t error_size)
{
    const char *with = watched(options) ? "--record-l1d, --belady, --locality and --per-degree" : NULL;
    VERSIONS(with = "versions of memory";)
    if (!m->l1d.perfect || !with)
        return true;
    snprintf(error, error_size, "l1d.perfect: seen 1, expected 0 with %s: a perfect L1D holds no lines", with);
    return false;
}

bool sm_open(sm *s, const gpu_options *options, const machine *m, memory_system *memory, counters *counted, unsigned index,
             char *error, size_t error_size)
{
    const policy *policy = options->policy;
    if (!can_be_perfect(options, m, error, error_size))
        return false;
    s->machine = m;
    s->index = index;
    s->schedulers = m->core.schedulers;
    s->warps = m->core.warps;
    for (unsigned i = 0; i < s->schedulers; i++)
        s->own[i] = scheduler_bits(s->schedulers, i) & MASK(s->warps);
    s->sub_cores = m->core.sub_cores;
    s->more_fetches = m->core.fetches - 1;
    s->decodes_at_once = m->core.decodes_at_once;
    s->memory = memory;
    s->counters = counted;
    s->issue_trace = options->issue_trace;
    s->trace = sm_trace_new(options, index);
    s->issues_seen = s->issue_trace || s->trace;
    s->watches_memory = policy->watches_memory;
    s->watches_data = policy->watches_data;
    s->sleepless = policy->remembers && policy->remembers(m);
    s->counts_inactive = m->core.count_inactive;
    s->ldst_blocks = machine_ldst_blocks(m);
    s->issued_at = UINT64_MAX;
    uint64_t recorded;
    s->keeps_data = s->watches_memory || s->watches_data || s->counts_inactive || s->trace ||
                    lockstep_records(options->lockstep, (block_place){PLACE_SM, index, 0}, &recorded);
    s->follows_heads = s->keeps_data;
    s->behind_issue = s->sub_cores || policy->lend || s->counts_inactive;
    s->one_charge = policy->one_a_cycle & ONE_CHARGE && m->core.mem_issue_slots > 1;
    s->one_load_fill = policy->one_a_cycle & ONE_LOAD_FILL && m->core.fetches > 1;
    s->charged_at = UINT64_MAX;
    s->lets_pass = policy->load_passes || policy->access_passes;
    const uint32_t slots[UNIT_COUNT] = {m->core.sp_issue_slots, m->core.sfu_issue_slots, m->core.mem_issue_slots,
                                        m->core.tensor_issue_slots, m->core.dp_issue_slots, m->core.int_issue_slots};
    s->kinds = (uint8_t)unit_kinds(m);
    for (unsigned kind = 0; kind < UNIT_COUNT; kind++) {
        s->issue_slot[kind].slots = s->unit_slot[kind].slots = (uint8_t)slots[kind];
        s->kind_of[kind] = (uint8_t)unit_of_machine(m, kind);
    }
    scoreboard_open(&s->scoreboard, s->warps, s->keeps_data);
    collectors_open(&s->collectors, m, s->issue_slot, s->unit_slot);
    pipelines_open(&s->pipelines, m);
    const read_only_config l1i = {
        .geometry = {.sets = m->l1i.sets, .ways = m->l1i.ways, .line_bytes = m->l1i.line_bytes,
                     .sector_bytes = m->l1i.line_bytes, .index = INDEX_LINEAR,
                     .mshrs = m->l1i.mshrs, .mshr_merges = m->l1i.mshr_merges},
        .miss_queue = m->l1i.miss_queue, .client = CLIENT_L1I, .kind = REQUEST_INSN_READ, .perfect = m->l1d.perfect || m->l1i.perfect,
        .accesses = &counted->l1i_accesses, .misses = &counted->l1i_misses};
    s->l1i = read_only_cache_new(&l1i, memory, index);
    s->masks = POLICY_HOLDS_NOTHING;
    s->ldst = ldst_new(m, memory, s, &s->events, index, answers_of(policy, m), counted);
    if (watched(options))
        ldst_watch(s->ldst, options->l1d_recording, options->locality, options->degrees);
    ldst_note_rows(s->ldst, options->rows);
    place_options places = gpu_place_options(options);
    places.lockstep = lockstep_part(options->lockstep, sm_part(m, index));
    if (!sm_blocks_open(s, &places, error, error_size)) {
        sm_close(s);
        return false;
    }
    return true;
}

void sm_close(sm *s)
{
    sm_blocks_close(s);
    sm_trace_free(s->trace);
    ldst_free(s->ldst);
    read_only_cache_free(s->l1i);
    scoreboard_close(&s->scoreboard);
    inflight_pool_close(&s->pool);
}

void sm_kernel_start(sm *s, launch *launch, const kernel *kernel, kernel_profile *profile, unsigned cta_slots, uint64_t shared_bytes,
                     uint64_t first_fill, uint64_t cycle)
{
    s->launch = launch;
    s->kernel = kernel;
    s->profile = profile;
    s->cta_slots = cta_slots;
    s->ctas_done = 0;
    raise_kernel_start(&s->events, (kernel_start_event){.ctas_per_sm = cta_slots, .first_fill = (uint32_t)first_fill,
                                                          .warps_per_cta = launch_warps_per_cta(launch)});
    s->fault = NULL;
    scoreboard_fit(&s->scoreboard, kernel->registers);
    sm_wake(s, cycle);
    if (event_logged(&s->log, cycle))
        log_kernel(&s->log, cycle, launch_local_stride(launch), cta_slots, first_fill, launch_warps_per_cta(launch), kernel, s->kind_of);
    ldst_kernel_start(s->ldst, launch_local_stride(launch), shared_bytes);
}

bool sm_has_cta_slot(const sm *s) { return s->resident_ctas < s->cta_slots; }

// Instructions no longer in their issue registers have left them.
static void log_collected(const sm *s, const latch before[UNIT_COUNT])
{
    for (unsigned kind = 0; kind < s->kinds; kind++)
        for (unsigned i = 0; i < before[kind].used; i++) {
            bool stands = false;
            for (unsigned k = 0; k < s->issue_slot[kind].used; k++)
                stands |= s->issue_slot[kind].slot[k] == before[kind].slot[i];
            if (!stands)
                log_collect(&s->log, s->cycle, before[kind].slot[i]->age);
        }
}

static __attribute__((noinline)) void collect_logged(sm *s)
{
    latch before[UNIT_COUNT];
    memcpy(before, s->issue_slot, sizeof before);
    collectors_cycle(&s->collectors);
    log_collected(s, before);
}

static void collect(sm *s)
{
    sm_note_ldst_full(s);
    if (event_logged(&s->log, s->cycle))
        collect_logged(s);
    else
        collectors_cycle(&s->collectors);
}

// So its blocks see the launch, or that the last CTA was issued.
void sm_join_cycle(sm *s, uint64_t cycle)
{
    if (!s->quiet)
        return;
    sm_wake(s, cycle);
    s->cycle = cycle;
    collect(s);
    sm_blocks_early(s);
    sm_issue(s);
}

void sm_launch_cta(sm *s, uint64_t cta_index, bool last, uint64_t cycle)
{
    sm_join_cycle(s, cycle);
    sm_count_active(s, cycle + 1);
    unsigned slot = 0, count = launch_warps_per_cta(s->launch);
    while (s->ctas[slot].cta)
        slot++;
    unsigned first = slot * count;
    uint64_t warps = MASK(count) << first;
    cta *started = cta_start(s->launch, cta_index, s->index, first);
    s->ctas[slot] = (cta_slot){.cta = started, .index = cta_index, .last = last, .issued = cycle, .warps = warps,
                               .left = warps};
    s->resident_ctas++;
    s->worked = UINT8_MAX;
    s->resident |= warps;
    ldst_warps_start(s->ldst, warps);
    raise_cta_launch(&s->events, (cta_launch_event){.slot = (uint8_t)slot, .number = cta_index, .warps = warps});
    if (s->trace)
        sm_trace_cta_begins(s, slot);
    if (event_logged(&s->log, cycle))
        log_cta(&s->log, cycle, slot, cta_index, first, count, started);
    for (unsigned i = 0; i < count; i++) {
        s->warp[first + i] = (warp_slot){.cta = started, .cta_slot = (uint8_t)slot, .in_cta = (uint8_t)i};
        warp_flush(s, first + i, warp_next(started, i)->pc);
    }
}

void sm_reply(sm *s, memory_request *reply, uint64_t cycle)
{
    if (reply->client != CLIENT_L1I) {
        ldst_reply(s->ldst, reply, cycle);
        return;
    }
    sm_wake(s, cycle);
    read_only_cache_fill(s->l1i, reply, cycle);
    memory_request_free(s->memory, reply);
}

// A trace tells from what the unit counts what it has done.
static void settle_ldst(sm *s, uint64_t cycle)
{
    if (s->trace)
        sm_trace_ldst_begins(s);
    ldst_settle(s->ldst, cycle);
    if (s->trace)
        sm_trace_ldst_ends(s, cycle);
}

void sm_catch_up(sm *s, uint64_t cycle)
{
    sm_settle(s, cycle);
    sm_count_stalls(s);
    place_catch_up(&s->place);
    settle_ldst(s, cycle);
    sm_count_active(s, cycle);
}

uint64_t sm_quiet_until(const sm *s)
{
    uint64_t ldst = ldst_next_event(s->ldst);
    return ldst < s->wake ? ldst : s->wake;
}

static void write_back(sm *s)
{
    inflight *next;
    for (inflight *done = pipelines_take_results(&s->pipelines, s->cycle); done; done = next) {
        next = done->next;
        collectors_write(&s->collectors, done->step.insn, done->warp, &done->written);   // never stalls, as in GPGPU-Sim
        warp_complete(s, done);
    }
}

static void events_over(sm *s)
{
    if (s->events.raised && s->place.options.events)
        sm_events_write(&s->events, s->place.options.events, s->cycle, s->place.name);
    sm_events_clear(&s->events);
}

static void step_traced_ldst(sm *s)
{
    settle_ldst(s, s->cycle);
    sm_trace_ldst_begins(s);
    ldst_cycle(s->ldst, s->cycle);
    sm_trace_ldst_ends(s, s->cycle + 1);
}

static inline void step_ldst(sm *s)
{
    if (s->trace)
        step_traced_ldst(s);
    else
        ldst_cycle(s->ldst, s->cycle);
}

// The LD/ST unit alone, which has something to do (sm_next_event), while the other stages are quiet. True when they must go on in this cycle.
static bool quiet_cycle(sm *s)
{
    step_ldst(s);
    s->collectors.written = 0;
    if (s->stirred || (s->unit_slot[UNIT_MEM].used && ldst_can_accept(s->ldst)) || (s->events.heard && s->events.raised) ||
        (s->watches_memory && !sm_levels_stand(s)) || (s->lets_pass && s->place.hears && !sm_asked_stands(s)))
        return true;
    events_over(s);
    return false;
}

// The oldest, from any scheduler.
static inflight *take_for_ldst(sm *s)
{
    latch *slots = &s->unit_slot[UNIT_MEM];
    inflight *insn = latch_take_oldest(slots);
    slots->taken &= (uint8_t)~(1u << insn->scheduler);
    return insn;
}

void sm_cycle(sm *s, uint64_t cycle)
{
    s->cycle = cycle;
    if (s->quiet && cycle < s->wake) {
        if (!quiet_cycle(s))
            return;
        sm_wake(s, cycle);
    } else {
        if (s->quiet)
            sm_wake(s, cycle);
        write_back(s);
        pipelines_enter(&s->pipelines, s->unit_slot, cycle);
        if (s->trace || ldst_next_event(s->ldst) <= cycle)
            step_ldst(s);
    }
    collect(s);
    if (s->unit_slot[UNIT_MEM].used && ldst_can_accept(s->ldst))
        ldst_accept(s->ldst, take_for_ldst(s), cycle);
    if (s->lets_pass)
        s->levels.bypass = *ldst_asked(s->ldst);
    if (sm_front_rests(s))
        return;
    if (s->threads && !(s->writes & s->clear))
        sm_threads_pass_writes(s->threads, s->index);
    if (!s->plain || s->order_changed)
        sm_blocks_early(s);
    sm_issue(s);
    if (s->threads)
        sm_threads_pass(s->threads, s->index);
    if (s->fetched_count)
        sm_decode(s);
    sm_fetch(s);
}

void sm_end_cycle(sm *s)
{
    if (s->quiet)
        return;
    if (s->issued_at != s->cycle && !s->sleepless)
        sm_fall_quiet(s);
    if (s->front_rests && !s->events.raised) {      // else a CTA was launched
        place_sleep(&s->place, 1);
        return;
    }
    sm_blocks_end(s);
    events_over(s);
}
