// SPDX-License-Identifier: BSD-3-Clause
// Every bundled kernel: what the counters must add up to, and loads counted a second time by an observer from the events of
// the LD/ST unit. In `make test` every sixth kernel under one of four policies on each machine, in turn, one of them with a
// re-execution queue, in `make test-all` all under all; on owl and where loads pass the L1D by, two kernels in `make test`.
#include "sim/core/gpu.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- the observer

typedef struct { uint64_t coalesced, coherent, divergent, coherent_cached, divergent_cached, accesses, sets, bypassed; } seen_loads;
typedef struct { bool cached; uint8_t warp; uint32_t pc; unsigned accesses, lines, tried, answered; uint64_t sets; } load_in_service;
enum { LOADS = 256 };
typedef struct { load_in_service load[LOADS]; unsigned count; } loads_in_service;

static seen_loads seen;

static void note_done(const load_in_service *load)
{
    if (load->lines > 2) {
        seen.divergent++;
        seen.divergent_cached += load->cached;
        seen.accesses += load->accesses;
        for (unsigned set = 0; set < 64; set++)
            seen.sets += load->sets >> set & 1;
    } else {
        seen.coherent++;
        seen.coherent_cached += load->cached;
    }
}

// A load of this warp at this instruction; it reserves its register, so there is one at a time.
static load_in_service *find(loads_in_service *loads, unsigned warp, uint32_t pc)
{
    for (unsigned i = 0; i < loads->count; i++)
        if (loads->load[i].warp == warp && loads->load[i].pc == pc)
            return &loads->load[i];
    return NULL;
}

// The first attempts of a load come one behind the other; one that fails may pass to a re-execution queue, and others go on.
static void note_access(loads_in_service *loads, const l1d_access_event *access)
{
    load_in_service *load = find(loads, access->warp, access->pc);
    if (access->first_of_load && access->first_try) {
        assert_true(!load && loads->count < LOADS);
        load = &loads->load[loads->count++];
        *load = (load_in_service){.cached = true, .warp = access->warp, .pc = access->pc, .accesses = access->accesses,
                                  .lines = access->lines};
    }
    assert_non_null(load);
    load->cached &= access->first_try && access->outcome == L1D_HIT;
    load->sets |= UINT64_C(1) << access->set;
    load->tried += access->first_try;
    load->answered += access->outcome < L1D_FAIL_LINE;
}

// A load that passes the L1D by whole needs nothing there.
static void note_coalesced(const load_coalesced_event *load)
{
    seen.coalesced++;
    if (load->passes)
        note_done(&(load_in_service){.accesses = load->accesses, .lines = load->lines});
}

static void note_bypass(loads_in_service *loads, const l1d_bypass_event *access)
{
    load_in_service *load = find(loads, access->warp, access->pc);
    assert_true(load && !load->cached && load->answered < load->accesses);
    load->answered++;
    seen.bypassed++;
}

static void watch(const policy_view *view, feed_phase phase)
{
    loads_in_service *loads = view->state;
    const sm_events *events = view->events;
    if (phase != FEED_EARLY)
        return;
    if (events->load_coalesced_count)
        note_coalesced(events->load_coalesced);
    if (events->l1d_access_count)
        note_access(loads, events->l1d_access);
    if (events->l1d_bypass_count)
        note_bypass(loads, events->l1d_bypass);
    for (unsigned i = 0; i < events->load_done_count; i++)
        if (events->load_done[i].had_access) {
            load_in_service *load = find(loads, events->load_done[i].warp, events->load_done[i].pc);
            assert_non_null(load);
            assert_int_equal(load->tried, load->accesses);
            assert_int_equal(load->answered, load->accesses);
            note_done(load);
            *load = loads->load[--loads->count];
        }
}

// A block of its own makes the SM show it every cycle with an event.
static const char *const blocks[] = {"oaws_ocw", NULL};
static const policy observer = {.name = "watch", .blocks = blocks, .state_size = sizeof(loads_in_service), .feed = watch};

// --- what must hold

static void at_most(const char *run, const char *what, uint64_t part, uint64_t whole)
{
    if (part > whole)
        fail_msg("%s: %s: %llu of %llu", run, what, (unsigned long long)part, (unsigned long long)whole);
}

static void equal(const char *run, const char *what, uint64_t seen_count, uint64_t expected)
{
    if (seen_count != expected)
        fail_msg("%s: %s: seen %llu, expected %llu", run, what, (unsigned long long)seen_count, (unsigned long long)expected);
}

static void check_schedulers(const char *run, const machine *m, const counters *c)
{
    uint64_t cycles = c->cycles * m->gpu.sms;
    equal(run, "issues and stalls", c->warp_insns + c->stalls_idle + c->stalls_scoreboard + c->stalls_pipeline,
          cycles * m->core.schedulers);
    at_most(run, "stalls.scheduler_ldst and occluded", c->stalls_scheduler_ldst + c->stalls_occluded, c->stalls_pipeline);
    at_most(run, "issue.oldest_8", c->issue_oldest_8, c->warp_insns);
    at_most(run, "issue.held_oldest_8", c->issue_held_oldest_8, c->issue_held);
    at_most(run, "issue.held", c->issue_held, c->scheduler_active_cycles);
    at_most(run, "warp_insns in active cycles", c->warp_insns, c->scheduler_active_cycles);
    equal(run, "scheduler.active_cycles", c->scheduler_active_cycles, c->sm_active_cycles * m->core.schedulers);
    at_most(run, "sm.active_cycles", c->sm_active_cycles, cycles);
}

static void check_memory(const char *run, const machine *m, const counters *c)
{
    const uint64_t behind = c->l1d_set_aside ? c->stalls_ldst_replay + c->stalls_ldst_coal : 0;    // fails of a retry
    at_most(run, "stalls.ldst", c->stalls_ldst_coal + c->stalls_ldst_mshr + c->stalls_ldst_icnt + c->stalls_ldst_replay,
            c->ldst_active_cycles);
    at_most(run, "l1d.set_aside", c->l1d_set_aside, c->l1d_reservation_fails);
    at_most(run, "stalls.ldst_replay without such accesses", !!c->stalls_ldst_replay, c->l1d_set_aside);
    at_most(run, "ldst.active_cycles", c->ldst_active_cycles, c->sm_active_cycles);
    at_most(run, "fails for line, MSHR, merge", c->l1d_fail_line + c->l1d_fail_mshr + c->l1d_fail_merge,
            c->stalls_ldst_mshr + c->l1d_fails_bypassed + behind);
    equal(run, "reservation fails", c->l1d_reservation_fails,
          c->l1d_fail_line + c->l1d_fail_mshr + c->l1d_fail_merge + c->l1d_fail_miss_queue);
    at_most(run, "mshr.entry_cycles", c->mshr_entry_cycles, c->sm_active_cycles * m->l1d.mshrs);
    at_most(run, "mshr.entries", c->mshr_entries, c->l1d_misses);
    at_most(run, "mshr.entries in use for a cycle", c->mshr_entries, c->mshr_entry_cycles);
    at_most(run, "mshr.full_cycles", c->mshr_full_cycles * m->l1d.mshrs, c->mshr_entry_cycles);
    equal(run, "l1d.accesses", c->l1d_accesses, c->l1d_hits + c->l1d_misses + c->l1d_pending_hits);
    at_most(run, "l1d.fails_bypassed", c->l1d_fails_bypassed, c->l1d_reservation_fails);
    at_most(run, "l1d.loads_bypassed", c->l1d_loads_bypassed, c->l1d_accesses_bypassed);
    at_most(run, "accesses of loads", c->loads_coherent + c->loads_divergent_accesses,
            c->l1d_accesses + c->l1d_accesses_bypassed + c->l1d_fails_bypassed);
}

// Requests of banks, each of which finds its row open or opens it; lines sent unasked; flits and the links they take.
static void check_controllers(const char *run, const machine *m, const counters *c)
{
    const uint64_t served = c->dram_row_hits + c->dram_activates, done = c->dram_reads + c->dram_writes;
    const uint64_t on_their_way = (uint64_t)m->l2.sub_partitions * m->l2.queue_from_dram;
    at_most(run, "dram.reads and writes", done, served);
    at_most(run, "row hits and activates", served, done + (uint64_t)m->dram.controllers * m->dram.banks);
    at_most(run, "banks at work", c->dram_active_clocks, c->dram_bank_busy);
    at_most(run, "prefetches used, evicted, dropped",
            c->prefetch_used + c->prefetch_evicted + c->prefetch_dropped, c->prefetch_sent);
    at_most(run, "prefetch.late", c->prefetch_late, c->prefetch_dropped + on_their_way);
    if (m->icnt.kind == NETWORK_MESH) {
        const uint64_t flits = c->icnt_request_flits + c->icnt_reply_flits;
        at_most(run, "icnt.link_flits", c->icnt_link_flits, flits * (m->mesh.width + m->mesh.height - 2));
        at_most(run, "icnt.link_most", c->icnt_link_most, c->icnt_link_flits);
    }
    if (m->core.count_inactive && m->core.schedulers == 1) {
        equal(run, "core.inactive_cycles", c->core_inactive_cycles,
              c->stalls_idle + c->stalls_scoreboard + c->stalls_pipeline);
        at_most(run, "waiting for memory, without a warp",
                c->core_memory_block_cycles + c->core_no_warp_cycles, c->core_inactive_cycles);
        at_most(run, "cycles without a CTA", c->cycles * m->gpu.sms - c->sm_active_cycles, c->core_no_warp_cycles);
    }
}

static void check_loads(const char *run, const machine *m, const counters *c)
{
    uint64_t least = 1 + m->l1d.latency, passage = 2;       // at least, from issue to the unit, without a register to read
    equal(run, "loads", c->loads_coherent + c->loads_divergent, seen.coalesced);
    equal(run, "loads.coherent", c->loads_coherent, seen.coherent);
    equal(run, "loads.divergent", c->loads_divergent, seen.divergent);
    equal(run, "loads.coherent_fully_cached", c->loads_coherent_fully_cached, seen.coherent_cached);
    equal(run, "loads.divergent_fully_cached", c->loads_divergent_fully_cached, seen.divergent_cached);
    equal(run, "loads.divergent_accesses", c->loads_divergent_accesses, seen.accesses);
    equal(run, "l1d.fails_bypassed", c->l1d_fails_bypassed, seen.bypassed);
    equal(run, "loads.sets_touched", c->loads_sets_touched, seen.sets);
    at_most(run, "least latency of coherent loads", c->loads_coherent * (passage + least) + c->latency_coherent_occluded,
            c->latency_coherent);
    at_most(run, "least latency of divergent loads", c->loads_divergent * (passage + least + 2) + c->latency_divergent_occluded,
            c->latency_divergent);
    at_most(run, "coherent loads in the unit", c->loads_coherent * least + c->latency_coherent_queued, c->latency_coherent);
    at_most(run, "divergent loads in the unit", c->loads_divergent * (least + 2) + c->latency_divergent_queued, c->latency_divergent);
    at_most(run, "least way of loads to the unit", (c->loads_coherent + c->loads_divergent) * passage,
            c->latency_coherent_queued + c->latency_divergent_queued);
    at_most(run, "occlusion without a fail", !!(c->latency_coherent_occluded + c->latency_divergent_occluded),
            c->l1d_reservation_fails);
}

// --- runs

static bool launch_on_gpu(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    gpu_status ended = gpu_run(context, config);
    *status = ended == GPU_DONE ? STATUS_GOOD : STATUS_LIMIT;
    snprintf(message, size, "%s", gpu_message(context));
    return ended == GPU_DONE;
}

// Accesses that have passed the L1D by.
static uint64_t run_kernel(const machine *m, const policy *policy, const workload *kernel)
{
    static job_result result;
    char error[1024], run[128];
    job_error bad;
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    static const struct policy *const observers[] = {&observer, NULL};
    gpu *g = gpu_new(&(gpu_options){.machine = m, .policy = policy, .observers = observers, .lockstep = owner}, error, sizeof error);
    job *j = workload_job(kernel, (workload_size){0}, 0, &bad);
    assert_true(owner && g && j);
    snprintf(run, sizeof run, "%s under %s on %s", kernel->name, policy->name, m->name);
    seen = (seen_loads){0};
    job_run(j, &(job_target){.context = g, .launch = launch_on_gpu, .sm_count = m->gpu.sms, .warps_per_sm = m->core.warps}, &result);
    if (result.verified != 1)
        fail_msg("%s: %s", run, result.message);
    check_schedulers(run, m, gpu_counters(g));
    check_memory(run, m, gpu_counters(g));
    check_controllers(run, m, gpu_counters(g));
    check_loads(run, m, gpu_counters(g));
    const uint64_t passed = gpu_counters(g)->l1d_accesses_bypassed + gpu_counters(g)->l1d_fails_bypassed;
    job_free(j);
    gpu_free(g);
    lockstep_close(owner);
    return passed;
}

// Each kernel under all of these policies, in `make test` every sixth kernel, from the first or the one behind it, under one of
// them, in turn.
static void run_all(const char *name, const char *const *policies, size_t count, size_t first)
{
    machine m;
    machine_error error;
    assert_true(machine_load(&m, name, &error));
    for (size_t kernel = 0; workload_table[kernel]; kernel++)
        for (size_t i = 0; i < count; i++)
            if (tier_is_all() || (kernel % 6 == first && kernel / 6 % count == i))
                run_kernel(&m, policy_find(policies[i]), workload_table[kernel]);
}

static void counters_add_up_on_oaws(void **state)
{
    (void)state;
    run_all("oaws", (const char *const[]){"oaws-dyn", "mascar", "gto", "oaws-static"}, 4, 0);
}

static void counters_add_up_on_gtx480(void **state)
{
    (void)state;
    run_all("gtx480", (const char *const[]){"lrr", "swl", "ocw", "mascar"}, 4, 1);
}

static void counters_add_up_where_loads_pass_the_l1d(void **state)
{
    (void)state;
    run_all("bucl", (const char *const[]){"mrpb", "bucl-dyn", "swl+bucl"}, tier_is_all() ? 3 : 0, 0);
    machine m;
    machine_error error;
    assert_true(machine_load(&m, "bucl", &error));
    static const char *const kernels[] = {"kmeans", "atax", "bfs"};
    for (unsigned i = 0; i < (tier_is_all() ? 3 : 2); i++) {
        assert_true(run_kernel(&m, policy_find("mrpb"), workload_find(kernels[i])) > 0);
        assert_true(run_kernel(&m, policy_find("bucl-dyn"), workload_find(kernels[i])) > 0);
    }
}

static void counters_add_up_on_owl(void **state)
{
    (void)state;
    run_all("owl", (const char *const[]){"owl", "lrr", "cta-aware", "cta-aware-locality-blp"}, tier_is_all() ? 4 : 0, 0);
    machine m;
    machine_error error;
    assert_true(machine_load(&m, "owl", &error));
    static const char *const kernels[] = {"bfs", "srad", "backprop"};
    for (unsigned i = 0; i < (tier_is_all() ? 3 : 2); i++)
        run_kernel(&m, policy_find("owl"), workload_find(kernels[i]));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counters_add_up_on_oaws), cmocka_unit_test(counters_add_up_on_gtx480),
        cmocka_unit_test(counters_add_up_on_owl),
        cmocka_unit_test(counters_add_up_where_loads_pass_the_l1d),
    };
    return cmocka_run_group_tests_name("conservation", tests, NULL, NULL);
}
