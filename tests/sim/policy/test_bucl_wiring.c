// SPDX-License-Identifier: BSD-3-Clause
// What BUCL feeds and rtl_c/wires.def wires, in a place with hand-made levels and in whole runs: an observer derives in every
// cycle, from what SM 0 resolves and from the queues of the slices, what the last period was, and holds against it what the
// block of every SM is shown in that cycle. Sums over a run are held against counts that come another way.
#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"
#include "sim/core/gpu_internal.h"
#include "sim/memory/dram_map.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// --- one SM, levels by hand

typedef struct { machine m; lockstep *run; place place; sm_events events; sm_levels levels; struct bucl_bypass_in *in; } rig;

static void whole_edge(place *p)
{
    place_begin(p);
    place_early(p);
    place_late(p);
    place_end(p);
}

static void rig_open(rig *r, const char *policy)
{
    char error[256] = "";
    machine_error bad;
    *r = (rig){0};
    assert_true(machine_load(&r->m, "bucl", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 4, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find(policy)});
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    const place_hook *hook = &r->place.hooks[r->place.n_asked - 1];     // the last part
    assert_int_equal(hook->count, 1);                       // the other one stands in the GPU
    r->in = hook->view.blocks[0]->in;
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

static void what_is_asked_about_reaches_the_block(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "bucl-dyn");
    r.levels.bypass = (bypass_level){.load = true, .load_global = true, .load_accesses = 17};
    place_load_passes(&r.place);
    assert_true(r.in->load && r.in->load_global && r.in->load_acc == 17 && !r.in->fail && !r.in->fail_global && !r.in->queue_full);
    r.levels.bypass = (bypass_level){.load = true, .load_accesses = 200};
    place_load_passes(&r.place);
    assert_true(!r.in->load_global && r.in->load_acc == 63);
    r.levels.bypass = (bypass_level){.fail = true, .fail_global = true, .fail_slice = 11};
    place_access_passes(&r.place);
    assert_true(r.in->fail && r.in->fail_global && r.in->fail_partition == 11 && !r.in->queue_full && !r.in->load && r.in->load_acc == 0);
    r.levels.bypass = (bypass_level){.fail = true, .queue_full = true, .fail_slice = 3};
    whole_edge(&r.place);
    assert_true(r.in->fail && !r.in->fail_global && r.in->queue_full && r.in->fail_partition == 3);
    rig_close(&r);
}

static void the_block_answers_within_the_cycle(void **state)
{
    static const char *const policies[] = {"bucl-dyn", "bucl-prf", "swl+bucl"};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        rig r;
        rig_open(&r, policies[i]);
        r.in->tucd = 5, r.in->l1dhr_low = 1, r.in->uib_low = UINT64_C(1) << 7;
        for (uint16_t accesses = 4; accesses <= 7; accesses++) {
            r.levels.bypass = (bypass_level){.load = true, .load_global = true, .load_accesses = accesses};
            assert_int_equal(place_load_passes(&r.place), accesses > 5);
        }
        for (uint8_t slice = 6; slice <= 8; slice++) {
            r.levels.bypass = (bypass_level){.fail = true, .fail_global = true, .fail_slice = slice};
            assert_int_equal(place_access_passes(&r.place), slice == 7);
        }
        rig_close(&r);
    }
}

// The first slice and SM, the last ones and all between, each with a number of its own; the largest that an input holds.
static void every_sm_and_slice_reaches_the_block(void **state)
{
    (void)state;
    machine m;
    machine_error bad;
    place gpu_place;
    char error[256] = "";
    gpu_levels levels = {0};
    gpu_events events = {0};
    assert_true(machine_load(&m, "bucl", &bad));
    lockstep *blocks = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    assert_true(place_open_alone(&gpu_place, PLACE_GPU, 0, &m, &(place_options){.lockstep = blocks, .policy = policy_find("bucl-dyn")},
                                 &(policy_view){.gpu_events = &events, .gpu = &levels}, error, sizeof error));
    const struct bucl_update_in *in = gpu_place.hooks[0].view.blocks[1]->in;
    for (unsigned sm = 0; sm < m.gpu.sms; sm++)
        levels.thread_insns[sm] = (uint16_t)(17 + sm);
    for (unsigned slice = 0; slice < m.l2.sub_partitions; slice++)
        levels.occupancy[slice] = (uint8_t)(100 + slice);
    lockstep_cycle(blocks, gpu_place.edges);
    whole_edge(&gpu_place);
    for (unsigned sm = 0; sm < m.gpu.sms; sm++)
        assert_int_equal(in->thread_instructions[sm], 17 + sm);
    for (unsigned slice = 0; slice < m.l2.sub_partitions; slice++)
        assert_int_equal(in->occupancy[slice], 100 + slice);
    levels.thread_insns[m.gpu.sms - 1] = 512;
    levels.occupancy[m.l2.sub_partitions - 1] = 128;
    lockstep_cycle(blocks, gpu_place.edges);
    whole_edge(&gpu_place);
    assert_true(in->thread_instructions[m.gpu.sms - 1] == 511 && in->occupancy[m.l2.sub_partitions - 1] == 127);
    place_close(&gpu_place);
    lockstep_close(blocks);
}

static void a_machine_that_writes_back_is_refused(void **state)
{
    (void)state;
    machine m;
    machine_error bad;
    char error[256];
    assert_true(machine_load(&m, "bucl", &bad));
    assert_true(policy_suits(policy_find("bucl-dyn"), &m, error, sizeof error));
    assert_true(machine_set(&m, "l1d.global_write=back", &bad));
    assert_false(policy_suits(policy_find("bucl-dyn"), &m, error, sizeof error));
    assert_non_null(strstr(error, "l1d.global_write"));
    assert_true(policy_suits(policy_find("mrpb"), &m, error, sizeof error));        // what fails is not in the L1D
}

// --- whole runs

enum { DEPTH = 8, HIT_PER_CENT = 80, FULL_PER_CENT = 70, FIRST = 5, LEAST = 2, MOST = 25, MAX = 64 };
static const unsigned arms[] = {2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 25};

static gpu *running;
static struct {
    dram_map map;
    uint64_t began, period;                         // cycle of the launch; length
    uint64_t accesses, hits, filled[MAX];           // of the period under way, which is the index-th
    uint64_t index, tucd;
    bool     low, room[MAX];                        // what the last one leaves
    uint64_t fed, fed_hits, given, hit_lookups;     // over the run: SM 0's block is told; accesses of its loads at the L1D
    uint64_t thread_insns, checked, passed, whole;
    uint64_t profile, insns[MAX], settled;          // its length; thread instructions of each SM in it; cycles of its winner
} seen;

static const block *find(const place *p, const char *name)
{
    for (unsigned b = 0; b < p->n_blocks; b++)
        if (strcmp(p->blocks[b].block->ops->block, name) == 0)
            return p->blocks[b].block;
    return NULL;
}

// What has ended before this cycle moves the threshold; between visited cycles nothing happens.
static void end_periods(uint64_t cycle)
{
    for (; cycle > seen.began && (cycle - seen.began - 1) / seen.period > seen.index; seen.index++) {
        if (seen.accesses) {
            const bool above = 100 * seen.hits > HIT_PER_CENT * seen.accesses;
            seen.low = 100 * seen.hits < HIT_PER_CENT * seen.accesses;
            seen.tucd = above ? (seen.tucd < MOST ? seen.tucd + 1 : (uint64_t)MOST) : seen.tucd > LEAST ? seen.tucd - 1 : (uint64_t)LEAST;
        }
        for (unsigned p = 0; p < running->options.machine->l2.sub_partitions; p++) {
            seen.room[p] = 100 * seen.filled[p] < FULL_PER_CENT * DEPTH * seen.period;
            seen.filled[p] = 0;
        }
        seen.accesses = seen.hits = 0;
    }
}

// The threshold of the SM with most thread instructions, of equal ones of the first.
static unsigned winner(void)
{
    unsigned best = 0;
    for (unsigned sm = 1; sm < running->n_sms; sm++)
        best = seen.insns[sm] > seen.insns[best] ? sm : best;
    return arms[best % 15];
}

static void watch_sm(const policy_view *view)
{
    const struct bucl_bypass_in *in = find(&running->sms[view->at.index]->place, "bucl_bypass")->in;
    const sm_events *events = view->events;
    end_periods(running->cycle);
    const bool profiles = strcmp(running->options.policy->name, "bucl-prf") == 0;
    if (running->cycle > seen.began) {
        const bool counts = profiles && running->cycle <= seen.began + seen.profile;
        const bool under_way = profiles && running->cycle <= seen.began + seen.profile + running->n_sms;      // one SM a cycle is compared
        assert_int_equal(in->tucd, under_way ? arms[view->at.index % 15] : profiles ? winner() : seen.tucd);
        for (unsigned i = 0; counts && i < events->warp_issue_count; i++)
            seen.insns[view->at.index] += events->warp_issue[i].lanes;
        seen.settled += profiles && !under_way;
        assert_int_equal(in->l1dhr_low, seen.low);
        for (unsigned p = 0; p < running->options.machine->l2.sub_partitions; p++)
            assert_int_equal(in->uib_low >> p & 1, seen.room[p]);
        seen.checked++;
    }
    if (events->l1d_bypass_count) {
        assert_int_equal(in->fail_partition, dram_map_locate(&seen.map, events->l1d_bypass[0].line).slice);
        assert_true(in->fail && in->l1dhr_low && in->uib_low >> in->fail_partition & 1 && !in->queue_full);
        seen.passed++;
    }
    for (unsigned i = 0; i < events->load_coalesced_count; i++) {
        const load_coalesced_event *load = &events->load_coalesced[i];
        assert_true(in->load && in->load_acc == load->accesses);
        assert_int_equal(load->passes, in->load_global && load->accesses > in->tucd);
        seen.whole += load->passes;
    }
    if (view->at.index)
        return;
    for (unsigned i = 0; i < events->load_coalesced_count; i++)
        seen.given += events->load_coalesced[i].passes ? 0 : events->load_coalesced[i].accesses;
    seen.hit_lookups += events->l1d_access_count && events->l1d_access[0].outcome == L1D_HIT;
}

// Behind the policy's own feed, and behind all SMs.
static void watch_gpu(const policy_view *view)
{
    const struct bucl_update_in *in = find(&running->place, "bucl_update")->in;
    end_periods(running->cycle);
    if (view->gpu_events->grid_start_count) {
        assert_true(in->kernel_launch);
        seen.began = running->cycle;
        seen.accesses = seen.hits = seen.index = 0;
        seen.tucd = FIRST, seen.low = true;
        for (unsigned p = 0; p < MAX; p++)
            seen.room[p] = true, seen.filled[p] = 0;
        memset(seen.insns, 0, sizeof seen.insns);
    } else {
        seen.accesses += in->access, seen.hits += in->hit;
        for (unsigned p = 0; p < running->options.machine->l2.sub_partitions; p++)
            seen.filled[p] += memory_occupancy(running->memory, p);
    }
    seen.fed += in->access, seen.fed_hits += in->hit;
    for (unsigned i = 0; i < running->n_sms; i++)
        seen.thread_insns += in->thread_instructions[i];
}

static void watch(const policy_view *view, feed_phase phase)
{
    if (phase == FEED_LATE && view->at.kind == PLACE_SM)
        watch_sm(view);
    else if (phase == FEED_LATE && view->at.kind == PLACE_GPU)
        watch_gpu(view);
}
static const policy watcher = {.name = "watcher", .hears = HEARS(SM) | HEARS(GPU), .feed = watch};

static bool launch_on_gpu(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    gpu_status ended = gpu_run(context, config);
    *status = ended == GPU_DONE ? STATUS_GOOD : STATUS_LIMIT;
    snprintf(message, size, "%s", gpu_message(context));
    return ended == GPU_DONE;
}

static counters run_with(const char *policy, const char *kernel, uint32_t rows, unsigned period, unsigned profile,
                         const struct policy *const *observers, bool sleepless)
{
    static job_result result;
    char error[1024] = "", key[64];
    machine m;
    machine_error bad;
    job_error wrong;
    assert_true(machine_load(&m, "bucl", &bad));
    snprintf(key, sizeof key, "policy.bucl_period=%u", period);
    assert_true(machine_set(&m, key, &bad));
    snprintf(key, sizeof key, "policy.bucl_profile=%u", profile);
    assert_true(machine_set(&m, key, &bad));
    assert_true(machine_set(&m, "policy.swl_limit=16", &bad));
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    gpu *g = gpu_new(&(gpu_options){.machine = &m, .policy = policy_find(policy), .observers = observers,
                                    .lockstep = owner}, error, sizeof error);
    job *j = workload_job(workload_find(kernel), (workload_size){rows, 0}, 0, &wrong);
    assert_true(owner && g && j);
    for (unsigned i = 0; i < g->n_sms; i++)
        g->sms[i]->sleepless = sleepless;
    memset(&seen, 0, sizeof seen);
    seen.period = period, seen.profile = profile;
    dram_map_open(&seen.map, &m);
    running = g;
    job_run(j, &(job_target){.context = g, .launch = launch_on_gpu, .sm_count = m.gpu.sms, .warps_per_sm = m.core.warps}, &result);
    assert_int_equal(result.verified, 1);
    const counters totals = *gpu_counters(g);
    job_free(j);
    gpu_free(g);
    lockstep_close(owner);
    return totals;
}

static counters run(const char *policy, const char *kernel, uint32_t rows, unsigned period, unsigned profile, bool watched,
                    bool sleepless)
{
    static const struct policy *const observers[] = {&watcher, NULL};
    return run_with(policy, kernel, rows, period, profile, watched ? observers : NULL, sleepless);
}

static void every_sm_is_shown_what_the_last_period_was(void **state)
{
    static const struct { const char *policy, *kernel; uint32_t rows; unsigned period, profile; } runs[] = {
        {"bucl-dyn", "atax", 64, 100, 300}, {"bucl-dyn", "bfs", 512, 37, 300}, {"bucl-prf", "bfs", 512, 100, 300},
        {"bucl-prf", "spmv", 1024, 1000, 10000}, {"swl+bucl", "kmeans", 128, 211, 300}};
    (void)state;
    uint64_t passed = 0, whole = 0;
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        const counters c = run(runs[i].policy, runs[i].kernel, runs[i].rows, runs[i].period, runs[i].profile, true, false);
        assert_true(seen.checked > 1000 && seen.given > 20);
        assert_int_equal(seen.settled > 1000, strcmp(runs[i].policy, "bucl-prf") == 0);
        assert_int_equal(seen.fed, seen.given);             // once each: no retry, no store, no load that passes
        assert_int_equal(seen.fed_hits, seen.hit_lookups);
        assert_int_equal(seen.thread_insns, c.thread_insns);
        assert_int_equal(seen.passed, c.l1d_fails_bypassed);
        assert_int_equal(seen.whole, c.l1d_loads_bypassed);
        passed += seen.passed, whole += seen.whole;
    }
    assert_true(passed > 50 && whole > 50);
}

// A block of the GPU with nothing in the SMs: they sleep as they like.
static void count_alone(const policy_view *view, feed_phase phase)
{
    struct bucl_update_in *in = view->blocks[0]->in;
    const struct bucl_update_state *q = view->blocks[0]->q;
    in->cfg_period = 16383;
    in->cfg_l1dhr = 1;                                       // with no hit the margin falls by one with each access
    if (phase != FEED_LATE)
        return;
    seen.fed = q->cycles < seen.index ? 0 : seen.fed;       // a period has ended
    seen.index = q->cycles;
    assert_int_equal(MASK(22) - q->margin, seen.fed);
    in->access = view->gpu_events->load_resolved_count != 0;
    seen.fed += in->access;
    seen.checked += in->access;
}

static void time_does_not_jump_over_what_the_gpu_sees(void **state)
{
    static const char *const blocks[] = {"bucl_update", NULL};
    static const policy alone = {.name = "alone", .blocks = blocks, .feed = count_alone};
    static const policy *const observers[] = {&alone, NULL};
    (void)state;
    run_with("gto", "bfs", 64, 1000, 300, observers, false);
    assert_true(seen.checked > 100);
}

static void sleep_and_who_looks_on_change_nothing(void **state)
{
    static const char *const policies[] = {"bucl-dyn", "bucl-prf", "swl+bucl", "mrpb"};
    (void)state;
    for (unsigned i = 0; i < 4; i++) {
        const counters plain = run(policies[i], "bfs", 512, 100, 300, false, false);
        const counters awake = run(policies[i], "bfs", 512, 100, 300, false, true);
        assert_memory_equal(&plain, &awake, sizeof plain);
        assert_true(plain.l1d_fails_bypassed > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_asked_about_reaches_the_block), cmocka_unit_test(the_block_answers_within_the_cycle),
        cmocka_unit_test(every_sm_and_slice_reaches_the_block),
        cmocka_unit_test(a_machine_that_writes_back_is_refused), cmocka_unit_test(every_sm_is_shown_what_the_last_period_was),
        cmocka_unit_test(time_does_not_jump_over_what_the_gpu_sees),
        cmocka_unit_test(sleep_and_who_looks_on_change_nothing),
    };
    return cmocka_run_group_tests_name("bucl wiring", tests, NULL, NULL);
}
