// SPDX-License-Identifier: BSD-3-Clause
// A run's file in the Trace Event Format: it is valid, and over a whole run its slices and curves add up to the counters: what
// schedulers, warps and LD/ST units do, CTAs, MSHRs, launches. Nothing changes for it.
#include "sim/core/gpu.h"
#include "sim/workload/job_run.h"
#include "sim/workload/workload.h"
#include "tests/sim/core/kernels.h"
#include "tests/sim/report/trace_check.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ISSUES = 5, NOTHING = 0 };                   // ranks of what a scheduler's cycle is counted as; STALL_IDLE is 0
enum { STALL_IDLE, STALL_SCOREBOARD, STALL_PIPELINE, STALL_LDST, STALL_OCCLUDED, RANKS = ISSUES + 1 };

static const struct { const char *word; unsigned rank; } warp_states[] = {
#define WARP_STATE(name, word, stall, help) {word, stall},
#include "sim/core/warp_states.def"
#undef WARP_STATE
};
static const char *const scheduler_states[RANKS] = {"idle", "scoreboard", "pipeline", "LD/ST", "occluded", "issue"};

// What the slices and curves of a file add up to.
typedef struct {
    uint64_t schedulers[RANKS], by_warps[RANKS];    // cycles; the second from the warps' tracks alone
    uint64_t work, coalescing, mshr, interconnect, replay, ctas, launches, launch_cycles, active, warp_insns, thread_insns;
    uint64_t entry_cycles, full_cycles, slices;
} sums;

typedef struct {
    const machine *m;
    uint64_t cycles;                                // of the run
    uint8_t *rank, *has_cta;                        // of each SM, scheduler and cycle; of each SM and cycle
    uint64_t mshrs[SMS_MAX], since[SMS_MAX];        // the curve's last point
    json_int_t line[SMS_MAX][N_MAX];                // what each warp waits to issue; 0: it does not know
    sums     sums;
} reading;

static unsigned rank_of(const char *word)
{
    for (unsigned i = 0; i < sizeof warp_states / sizeof *warp_states; i++)
        if (strcmp(warp_states[i].word, word) == 0)
            return warp_states[i].rank;
    fail_msg("no state is called %s", word);
    return 0;
}

static void read_warp(reading *r, unsigned sm, unsigned warp, const char *name, const json_t *event, uint64_t ts, uint64_t dur)
{
    const unsigned rank = rank_of(name), scheduler = warp % r->m->core.schedulers;
    const json_t *arguments = json_object_get(event, "args");
    uint8_t *at = r->rank + ((size_t)sm * r->m->core.schedulers + scheduler) * r->cycles;
    for (uint64_t cycle = ts; cycle < ts + dur; cycle++)
        at[cycle] = at[cycle] > rank ? at[cycle] : (uint8_t)rank;
    const json_int_t line = json_integer_value(json_object_get(arguments, "line")), waited = r->line[sm][warp];
    assert_true(line > 0 || rank == STALL_IDLE);         // who has an instruction says which
    r->line[sm][warp] = rank == STALL_IDLE || rank == ISSUES ? 0 : line;
    if (rank != ISSUES)
        return;
    assert_int_equal(dur, 1);
    assert_true(line > 0 && (!waited || waited == line));
    r->sums.warp_insns += (uint64_t)json_integer_value(json_object_get(arguments, "insns"));
    r->sums.thread_insns += (uint64_t)json_integer_value(json_object_get(arguments, "lanes"));
}

static void read_slice(reading *r, const char *track, unsigned sm, const json_t *event)
{
    const char *name = json_string_value(json_object_get(event, "name"));
    const uint64_t ts = (uint64_t)json_integer_value(json_object_get(event, "ts"));
    const uint64_t dur = (uint64_t)json_integer_value(json_object_get(event, "dur"));
    sums *s = &r->sums;
    s->slices++;
    assert_true(ts + dur <= r->cycles);
    if (strcmp(track, "launches") == 0) {
        s->launches++;
        s->launch_cycles += dur;
    } else if (strncmp(track, "warp ", 5) == 0) {
        read_warp(r, sm, (unsigned)atoi(track + 5), name, event, ts, dur);
    } else if (strncmp(track, "scheduler ", 10) == 0) {
        for (unsigned i = 0; i < RANKS; i++)
            s->schedulers[i] += strcmp(scheduler_states[i], name) == 0 ? dur : 0;
    } else if (strncmp(track, "CTAs, ", 6) == 0) {
        s->ctas++;
        memset(r->has_cta + sm * r->cycles + ts, 1, dur);
    } else {
        assert_string_equal(track, "LD/ST unit");
        *(strcmp(name, "work") == 0 ? &s->work : strcmp(name, "coalescing") == 0 ? &s->coalescing :
          strcmp(name, "MSHR") == 0 ? &s->mshr : strcmp(name, "interconnect") == 0 ? &s->interconnect : &s->replay) += dur;
    }
}

static void read_mshrs(reading *r, unsigned sm, uint64_t ts, uint64_t value)
{
    r->sums.entry_cycles += r->mshrs[sm] * (ts - r->since[sm]);
    r->sums.full_cycles += r->mshrs[sm] == r->m->l1d.mshrs ? ts - r->since[sm] : 0;
    r->mshrs[sm] = value;
    r->since[sm] = ts;
}

// Process 1 is the GPU, 2 and on the SMs; tracks have their names before their first slice.
static sums add_up(const json_t *file, const machine *m, uint64_t cycles)
{
    static char names[(SMS_MAX + 2) * TRACE_TRACKS][24];
    reading r = {.m = m, .cycles = cycles};
    json_t *event;
    size_t i;
    memset(names, 0, sizeof names);
    r.rank = calloc((size_t)m->gpu.sms * m->core.schedulers * cycles + 1, 1);
    r.has_cta = calloc((size_t)m->gpu.sms * cycles + 1, 1);
    json_array_foreach(json_object_get(file, "traceEvents"), i, event) {
        const char *phase = json_string_value(json_object_get(event, "ph")), *name = json_string_value(json_object_get(event, "name"));
        const unsigned process = (unsigned)json_integer_value(json_object_get(event, "pid"));
        const unsigned track = (unsigned)json_integer_value(json_object_get(event, "tid"));
        const json_t *arguments = json_object_get(event, "args");
        if (*phase == 'M' && strcmp(name, "thread_name") == 0)
            snprintf(names[track], sizeof names[track], "%s", json_string_value(json_object_get(arguments, "name")));
        if (*phase == 'X')
            read_slice(&r, names[track], process - TRACE_SM, event);
        if (*phase == 'C' && strcmp(name, "MSHRs") == 0)
            read_mshrs(&r, process - TRACE_SM, (uint64_t)json_integer_value(json_object_get(event, "ts")),
                       (uint64_t)json_integer_value(json_object_get(arguments, "in use")));
    }
    for (size_t at = 0; at < (size_t)m->gpu.sms * m->core.schedulers * cycles; at++)
        r.sums.by_warps[r.rank[at]]++;
    for (size_t at = 0; at < (size_t)m->gpu.sms * cycles; at++)
        r.sums.active += r.has_cta[at];
    free(r.rank);
    free(r.has_cta);
    return r.sums;
}

static void equal(const char *run, const char *what, uint64_t seen, uint64_t expected)
{
    if (seen != expected)
        fail_msg("%s: %s: seen %llu, expected %llu", run, what, (unsigned long long)seen, (unsigned long long)expected);
}

// `lends`: what a scheduler does does not follow from its own warps.
static void check(const char *run, const sums *s, const machine *m, const counters *c, bool lends)
{
    const uint64_t pipeline = c->stalls_pipeline - c->stalls_scheduler_ldst - c->stalls_occluded;
    const uint64_t stalls[RANKS] = {c->stalls_idle, c->stalls_scoreboard, pipeline, c->stalls_scheduler_ldst, c->stalls_occluded,
        c->cycles * m->gpu.sms * m->core.schedulers - c->stalls_idle - c->stalls_scoreboard - c->stalls_pipeline};
    for (unsigned i = 0; i < RANKS; i++)
        equal(run, scheduler_states[i], s->schedulers[i], stalls[i]);
    for (unsigned i = 0; i < RANKS && !lends; i++)
        equal(run, scheduler_states[i], s->by_warps[i], stalls[i]);
    equal(run, "warp_insns", s->warp_insns, c->warp_insns);
    equal(run, "thread_insns", s->thread_insns, c->thread_insns);
    equal(run, "ctas", s->ctas, c->ctas);
    equal(run, "launches", s->launches, c->launches);
    equal(run, "cycles", s->launch_cycles, c->cycles);
    equal(run, "sm.active_cycles", s->active, c->sm_active_cycles);
    equal(run, "stalls.ldst_coal", s->coalescing, c->stalls_ldst_coal);
    equal(run, "stalls.ldst_mshr", s->mshr, c->stalls_ldst_mshr);
    equal(run, "stalls.ldst_icnt", s->interconnect, c->stalls_ldst_icnt);
    equal(run, "stalls.ldst_replay", s->replay, c->stalls_ldst_replay);
    equal(run, "ldst.active_cycles", s->work + s->coalescing + s->mshr + s->interconnect + s->replay, c->ldst_active_cycles);
    equal(run, "mshr.entry_cycles", s->entry_cycles, c->mshr_entry_cycles);
    equal(run, "mshr.full_cycles", s->full_cycles, c->mshr_full_cycles);
}

// --- files

typedef struct { run_trace trace; char *text; size_t size; } traced;

static run_trace *trace_open(traced *t, uint64_t sms, uint64_t start, uint64_t cycles)
{
    *t = (traced){.trace = {.sms = {{sms}}, .curves = {.trace = &t->trace.events, .interval = 100}}};
    t->trace.events.file.stream = open_memstream(&t->text, &t->size);
    trace_events_begin(&t->trace.events, start, cycles, NULL, 0);
    return &t->trace;
}

static json_t *trace_read(traced *t)
{
    char why[256];
    json_error_t error;
    trace_events_end(&t->trace.events);
    fclose(t->trace.events.file.stream);
    json_t *file = json_loadb(t->text, t->size, JSON_REJECT_DUPLICATES, &error);
    if (!file)
        fail_msg("line %d: %s", error.line, error.text);
    if (!trace_is_valid(file, why, sizeof why) || !trace_is_legible(file, why, sizeof why))
        fail_msg("%s", why);
    free(t->text);
    return file;
}

static bool launch_on_gpu(void *context, const launch_config *config, run_status *status, char *message, size_t size)
{
    gpu_status ended = gpu_run(context, config);
    *status = ended == GPU_DONE ? STATUS_GOOD : STATUS_LIMIT;
    snprintf(message, size, "%s", gpu_message(context));
    return ended == GPU_DONE;
}

static counters run_kernel(const machine *m, const policy *policy, const workload *kernel, uint32_t rows, run_trace *trace)
{
    static job_result result;
    char error[1024];
    job_error bad;
    lockstep *owner = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    gpu *g = gpu_new(&(gpu_options){.machine = m, .policy = policy, .lockstep = owner, .trace = trace}, error, sizeof error);
    job *j = workload_job(kernel, (workload_size){.rows = rows}, 0, &bad);
    assert_true(owner && g && j);
    job_run(j, &(job_target){.context = g, .launch = launch_on_gpu, .sm_count = m->gpu.sms, .warps_per_sm = m->core.warps}, &result);
    if (result.verified != 1)
        fail_msg("%s: %s", kernel->name, result.message);
    counters counted = *gpu_counters(g);
    job_free(j);
    gpu_free(g);
    lockstep_close(owner);
    return counted;
}

// --- whole runs

static void test_whole_runs_add_up(void **state)
{
    static const struct { const char *machine, *settings, *policy, *kernel; uint32_t rows; } runs[] = {
        {"oaws", "core.issue_period=1", "oaws-dyn", "atax", 128},            // occluded warps, MSHRs, two launches
        {"oaws", "core.issue_period=1", "mascar", "bfs", 256},               // a re-execution queue, many launches
        {"gtx480", "core.issue_period=1", "lrr", "reduce", 0},               // barriers
        {"gtx480", "core.issue_period=2", "swl", "histogram", 0},   // atomics, warps that may not issue, schedulers without a turn
        {"kaws", "core.issue_period=1", "kaws", "bfs", 256},                 // loans, sub-cores
        {"bucl", "core.issue_width=2", "bucl-dyn", "bfs", 256},     // loads that pass the L1D by, two instructions a cycle
    };
    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof *runs; i++) {
        machine m;
        machine_error error;
        traced t;
        assert_true(machine_load(&m, runs[i].machine, &error));
        if (!machine_set(&m, runs[i].settings, &error))
            fail_msg("%s", error.text);
        const policy *policy = policy_find(runs[i].policy);
        const workload *kernel = workload_find(runs[i].kernel);
        const counters counted = run_kernel(&m, policy, kernel, runs[i].rows, trace_open(&t, UINT64_MAX, 0, 0));
        json_t *file = trace_read(&t);
        const sums seen = add_up(file, &m, counted.cycles);
        check(runs[i].kernel, &seen, &m, &counted, policy->lend != NULL);
        json_decref(file);
        const counters alone = run_kernel(&m, policy, kernel, runs[i].rows, NULL);
        assert_memory_equal(&alone, &counted, sizeof alone);
    }
}

// A window of one SM: the part of the whole file that lies in it.
static void test_a_window_is_the_part_of_a_whole(void **state)
{
    enum { START = 1234, CYCLES = 777 };
    machine m;
    machine_error error;
    traced whole, part;
    json_t *event;
    size_t i, k = 0;
    (void)state;
    assert_true(machine_load(&m, "oaws", &error));
    run_kernel(&m, policy_find("oaws-dyn"), workload_find("atax"), 128, trace_open(&whole, 1, 0, 0));
    run_kernel(&m, policy_find("oaws-dyn"), workload_find("atax"), 128, trace_open(&part, 1, START, CYCLES));
    json_t *all = trace_read(&whole), *seen = trace_read(&part), *slices = json_array();
    json_array_foreach(json_object_get(seen, "traceEvents"), i, event) {
        assert_in_range(json_integer_value(json_object_get(event, "pid")), TRACE_GPU, TRACE_SM);     // SM 0 alone was asked for
        if (strcmp(json_string_value(json_object_get(event, "ph")), "X") == 0)
            json_array_append(slices, event);
    }
    json_array_foreach(json_object_get(all, "traceEvents"), i, event) {
        const json_int_t ts = json_integer_value(json_object_get(event, "ts")), end = ts + json_integer_value(json_object_get(event, "dur"));
        const json_int_t since = ts < START ? START : ts, until = end > START + CYCLES ? START + CYCLES : end;
        if (strcmp(json_string_value(json_object_get(event, "ph")), "X") != 0 || since >= until)
            continue;
        json_object_set_new(event, "ts", json_integer(since));
        json_object_set_new(event, "dur", json_integer(until - since));
        if (!json_equal(event, json_array_get(slices, k++)))
            fail_msg("slice %zu is another one", k - 1);
    }
    assert_true(k > 500);
    assert_int_equal(k, json_array_size(slices));
    json_decref(slices);
    json_decref(all);
    json_decref(seen);
}

// Two warps, each at a barrier that the other never comes to: the file holds what was.
static void test_a_deadlock_is_in_it(void **state)
{
    static const char stuck[] = REGISTERS "mov.u32 %r1, %tid.x; shr.u32 %r2, %r1, 5; bar.sync %r2, 64; ret;";
    bench b;
    traced t;
    json_t *event;
    size_t i;
    uint64_t waits = 0;
    (void)state;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, stuck);
    gpu_free(b.gpu);
    char error[256];
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("gto"), .lockstep = b.blocks,
                                   .trace = trace_open(&t, 1, 0, 0)}, error, sizeof error);
    assert_int_equal(kernel_bench_run(&b, 1, 64), GPU_DEADLOCK);
    json_t *file = trace_read(&t);
    json_array_foreach(json_object_get(file, "traceEvents"), i, event)
        if (strcmp(json_string_value(json_object_get(event, "name")), "barrier") == 0)
            waits += (uint64_t)json_integer_value(json_object_get(event, "dur"));
    assert_in_range(waits, 1, gpu_counters(b.gpu)->cycles + 1);
    const sums seen = add_up(file, &b.m, gpu_counters(b.gpu)->cycles + 1);
    assert_int_equal(seen.ctas, 1);
    assert_int_equal(seen.by_warps[ISSUES], gpu_counters(b.gpu)->warp_insns);
    json_decref(file);
    kernel_bench_close(&b);
}

// Warps 0 and 2 of scheduler 0 have nothing but independent instructions: where one of them issues, the other, once it has its own, is
// not selected, whichever of them it is.
static void test_who_is_ready_is_not_selected(void **state)
{
    static const char ready[] = REGISTERS
        "mov.u32 %r1, 1; mov.u32 %r2, 2; mov.u32 %r3, 3; mov.u32 %r4, 4; mov.u32 %r5, 5; mov.u32 %r6, 6; mov.u32 %r7, 7; mov.u32 %r8, 8; ret;";
    (void)state;
    for (unsigned greedy = 0; greedy < 2; greedy++) {
        bench b;
        traced t;
        json_t *event;
        size_t i;
        char error[256], states[2][400] = {"", ""};
        unsigned waits[2] = {0, 0};
        kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, ready);
        gpu_free(b.gpu);
        b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find(greedy ? "gto" : "lrr"), .lockstep = b.blocks,
                                       .trace = trace_open(&t, 1, 0, 0)}, error, sizeof error);
        assert_int_equal(kernel_bench_run(&b, 1, 96), GPU_DONE);
        json_t *file = trace_read(&t);
        json_array_foreach(json_object_get(file, "traceEvents"), i, event) {
            const json_int_t track = json_integer_value(json_object_get(event, "tid")) - TRACE_SM * TRACE_TRACKS - TRACE_WARPS;
            const json_int_t ts = json_integer_value(json_object_get(event, "ts")), dur = json_integer_value(json_object_get(event, "dur"));
            if (*json_string_value(json_object_get(event, "ph")) == 'X' && (track == 0 || track == 2))
                for (json_int_t cycle = ts; cycle < ts + dur && cycle < 400; cycle++)
                    states[track / 2][cycle] = *json_string_value(json_object_get(event, "name"));
        }
        json_decref(file);
        for (unsigned cycle = 0; cycle < 400; cycle++)
            for (unsigned warp = 0; warp < 2; warp++) {
                if (states[1 - warp][cycle] != 'i')             // issue
                    continue;
                assert_int_not_equal(states[warp][cycle], 'p');         // pipeline
                waits[warp] += states[warp][cycle] == 'n';              // not selected
            }
        assert_true(waits[0] + waits[1] >= 4 && (greedy || (waits[0] && waits[1])));
        kernel_bench_close(&b);
    }
}

// 48 warps of two CTAs go through the same: what one of them waits for each of them does, those in the upper half of a set, too.
static void test_every_warp_has_its_states(void **state)
{
    static const char all[] = REGISTERS
        "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; atom.global.add.u32 %r2, [%rd1], 1; st.global.u32 [%rd1+256], %r1; membar.gl;"
        "bar.sync 0; ld.global.u32 %r3, [%rd1+512]; add.u32 %r4, %r3, 1; mul.lo.u32 %r5, %r1, 3; add.u32 %r6, %r5, 1;"
        "setp.eq.u32 %p1, %r6, 0; @%p1 bra out; bra out; add.u32 %r7, %r6, 1; out: st.global.u32 [%rd1+1024], %r6; ret;";
    enum { WARPS = 48 };
    static uint64_t cycles[sizeof warp_states / sizeof *warp_states][WARPS];
    bench b;
    traced t;
    json_t *event;
    size_t i;
    char error[256];
    (void)state;
    kernel_bench_open(&b, "", "gto", NULL, BLOCKS_C, 1000000, all);
    gpu_free(b.gpu);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("gto"), .lockstep = b.blocks,
                                   .trace = trace_open(&t, 1, 0, 0)}, error, sizeof error);
    assert_int_equal(kernel_bench_run(&b, 2, WARPS / 2 * 32), GPU_DONE);
    json_t *file = trace_read(&t);
    json_array_foreach(json_object_get(file, "traceEvents"), i, event) {
        const json_int_t warp = json_integer_value(json_object_get(event, "tid")) - TRACE_SM * TRACE_TRACKS - TRACE_WARPS;
        const char *name = json_string_value(json_object_get(event, "name"));
        for (unsigned s = 0; s < sizeof warp_states / sizeof *warp_states; s++)
            if (*json_string_value(json_object_get(event, "ph")) == 'X' && warp >= 0 && warp < WARPS && strcmp(name, warp_states[s].word) == 0)
                cycles[s][warp] += (uint64_t)json_integer_value(json_object_get(event, "dur"));
    }
    json_decref(file);
    for (unsigned s = 0; s < sizeof warp_states / sizeof *warp_states; s++) {
        const char *word = warp_states[s].word;
        const bool none = strcmp(word, "not allowed") == 0 || strcmp(word, "occluded") == 0;
        const bool some = strcmp(word, "fetch miss") == 0 || strcmp(word, "MSHR") == 0 || strcmp(word, "interconnect") == 0;
        // The last one of each CTA does not wait at the barrier.
        unsigned left = strcmp(word, "barrier") == 0 ? 2 : strcmp(word, "not selected") == 0 ? 1 : 0;
        for (unsigned warp = 0; warp < WARPS && !some; warp++)
            if ((cycles[s][warp] == 0) != none && !(cycles[s][warp] == 0 && left--))
                fail_msg("warp %u: %llu cycles of %s", warp, (unsigned long long)cycles[s][warp], word);
    }
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_runs_add_up), cmocka_unit_test(test_a_window_is_the_part_of_a_whole),
        cmocka_unit_test(test_a_deadlock_is_in_it), cmocka_unit_test(test_who_is_ready_is_not_selected),
        cmocka_unit_test(test_every_warp_has_its_states),
    };
    return cmocka_run_group_tests_name("sm trace", tests, NULL, NULL);
}
