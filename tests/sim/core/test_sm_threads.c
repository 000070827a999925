// SPDX-License-Identifier: BSD-3-Clause
// Threads that step SMs side by side: each SM once, in turn where it asks for its turn; a GPU gives the same with any number of them.
#define _GNU_SOURCE                             // sched_getcpu, CPU_EQUAL
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <sched.h>
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

enum { SMS = 16, PATIENCE = 10 };           // s

typedef struct {
    sm_threads   *threads;
    atomic_uint   stepped[NUMBER_SET_MAX];
    atomic_uint   count;
    unsigned      order[NUMBER_SET_MAX];
    atomic_bool   one_had_its_turn, gave_up;
} steps;

static unsigned char thread_of[NUMBER_SET_MAX];

static steps *open_steps_of(unsigned threads, unsigned together, unsigned sms, sm_threads_step step)
{
    steps *s = calloc(1, sizeof *s);
    for (unsigned sm = 0; sm < NUMBER_SET_MAX; sm++)
        thread_of[sm] = (unsigned char)(sm / together % threads);
    s->threads = sm_threads_new(threads, thread_of, sms, step, s);
    assert_non_null(s->threads);
    return s;
}

static steps *open_steps(unsigned threads, sm_threads_step step) { return open_steps_of(threads, 1, NUMBER_SET_MAX, step); }

static void close_steps(steps *s)
{
    sm_threads_free(s->threads);
    free(s);
}

static number_set sms_below(unsigned end)
{
    number_set set = {{0}};
    for (unsigned sm = 0; sm < end; sm++)
        number_set_add(&set, sm);
    return set;
}

static void count_step(void *context, unsigned sm)
{
    atomic_fetch_add(&((steps *)context)->stepped[sm], 1);
}

static void test_each_sm_is_stepped_once(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= SM_THREADS_MAX; threads++) {
        steps *s = open_steps(threads, count_step);
        unsigned expected[NUMBER_SET_MAX] = {0};
        for (uint64_t round = 1; round < 300; round++) {
            const number_set set = {{round * UINT64_C(0x9E3779B97F4A7C15), round % 3 ? 0 : round * UINT64_C(0xD1B54A32D192ED03)}};
            sm_threads_run(s->threads, set, NULL);
            for (unsigned sm = 0; sm < NUMBER_SET_MAX; sm++)
                expected[sm] += number_set_has(&set, sm);
            for (unsigned sm = 0; sm < NUMBER_SET_MAX; sm++)
                assert_int_equal(s->stepped[sm], expected[sm]);
        }
        close_steps(s);
    }
}

// The lower an SM the later it asks.
static void take_turn(void *context, unsigned sm)
{
    steps *s = context;
    usleep((SMS - sm) * 100);
    sm_threads_await_turn(s->threads, sm);
    s->order[atomic_fetch_add(&s->count, 1)] = sm;
}

static void test_turns_come_in_the_order_of_sms(void **state)
{
    (void)state;
    for (unsigned threads = 1; threads <= SM_THREADS_MAX; threads++) {
        steps *s = open_steps(threads, take_turn);
        sm_threads_run(s->threads, sms_below(SMS), NULL);
        assert_int_equal(s->count, SMS);
        for (unsigned i = 0; i < SMS; i++)
            assert_int_equal(s->order[i], i);
        close_steps(s);
    }
}

static void wait_for_one(steps *s)
{
    for (const time_t end = time(NULL) + PATIENCE; !s->one_had_its_turn && !s->gave_up; usleep(100))
        s->gave_up = time(NULL) > end;
}

// SM 0 passes and goes on until SM 1 has had its turn.
static void pass_first(void *context, unsigned sm)
{
    steps *s = context;
    if (sm == 0) {
        sm_threads_pass(s->threads, 0);
        wait_for_one(s);
        return;
    }
    sm_threads_await_turn(s->threads, sm);
    s->one_had_its_turn = true;
}

static void test_who_has_passed_is_not_waited_for(void **state)
{
    (void)state;
    steps *s = open_steps(2, pass_first);
    sm_threads_run(s->threads, sms_below(2), NULL);
    assert_false(s->gave_up);
    close_steps(s);
}

// SM 0 passes its writes and goes on until SM 1 has read; SM 1 finds what SM 0 wrote before.
static void write_first(void *context, unsigned sm)
{
    steps *s = context;
    if (sm == 0) {
        while (!s->count)
            sched_yield();
        usleep(1000);
        s->stepped[0] = 1;
        sm_threads_pass_writes(s->threads, 0);
        wait_for_one(s);
        return;
    }
    s->count = 1;
    sm_threads_await_writes(s->threads, sm);
    s->stepped[1] = s->stepped[0];
    s->one_had_its_turn = true;
}

static void test_a_reader_waits_for_writes_alone(void **state)
{
    (void)state;
    steps *s = open_steps(2, write_first);
    sm_threads_may_write(s->threads, 0, true);
    sm_threads_run(s->threads, sms_below(2), NULL);
    assert_false(s->gave_up);
    assert_int_equal(s->stepped[1], 1);
    close_steps(s);
}

// SM 0 waits until SM 1 has read.
static void wait_for_reader(void *context, unsigned sm)
{
    steps *s = context;
    if (sm == 1) {
        sm_threads_await_writes(s->threads, sm);
        s->one_had_its_turn = true;
        return;
    }
    wait_for_one(s);
}

static void test_who_cannot_write_is_not_waited_for(void **state)
{
    (void)state;
    steps *s = open_steps(2, wait_for_reader);
    sm_threads_may_write(s->threads, 0, true);
    sm_threads_may_write(s->threads, 0, false);
    sm_threads_run(s->threads, sms_below(2), NULL);
    assert_false(s->gave_up);
    close_steps(s);
}

static void test_sms_move_together(void **state)
{
    (void)state;
    enum { TOGETHER = 4 };
    steps *s = open_steps_of(2, TOGETHER, NUMBER_SET_MAX, count_step);
    sm_threads_balance(s->threads, TOGETHER);
    for (unsigned round = 1; round < 5000; round++) {
        if (round % 100 == 0) {
            sm_threads_move(s->threads, (round * 7 + 1) % NUMBER_SET_MAX, round / 100 % 2);
            assert_int_equal(thread_of[(round * 7 + 1) % NUMBER_SET_MAX], round / 100 % 2);
        }
        sm_threads_run(s->threads, sms_below(SMS), NULL);
        for (unsigned sm = 0; sm < SMS; sm++)
            assert_int_equal(s->stepped[sm], round);
        for (unsigned sm = 0; sm < NUMBER_SET_MAX; sm++)
            assert_int_equal(thread_of[sm], thread_of[sm / TOGETHER * TOGETHER]);
    }
    close_steps(s);
}

// The slow thread's SMs wait until the other thread has stepped its own.
static unsigned slow_thread;

static void step_slowly(void *context, unsigned sm)
{
    steps *s = context;
    unsigned others = 0;
    if (thread_of[sm] != slow_thread) {
        atomic_fetch_add(&s->count, 1);
        return;
    }
    for (unsigned i = 0; i < SMS; i++)
        others += thread_of[i] != slow_thread;
    while (s->count < others)
        sched_yield();
    for (volatile unsigned i = 0; i < 3000; i++)
        ;
}

// The one thread is waited for, so that SMs leave it, but not all.
static void test_sms_leave_a_thread_that_is_slow(void **state)
{
    (void)state;
    for (slow_thread = 0; slow_thread < 2; slow_thread++) {
        steps *s = open_steps_of(2, 1, SMS, step_slowly);
        sm_threads_balance(s->threads, 1);
        for (unsigned sm = 0; sm < SMS; sm++)
            sm_threads_move(s->threads, sm, sm < 2 ? slow_thread : 1 - slow_thread);
        for (unsigned round = 0; round < 520; round++) {
            s->count = 0;
            sm_threads_run(s->threads, sms_below(SMS), NULL);
        }
        unsigned left = 0;
        for (unsigned sm = 0; sm < SMS; sm++)
            left += thread_of[sm] == slow_thread;
        assert_int_equal(left, 1);
        close_steps(s);
    }
}

static void test_who_found_nothing_for_long_is_called(void **state)
{
    (void)state;
    steps *s = open_steps(SM_THREADS_MAX, count_step);
    for (unsigned round = 1; round <= 5; round++) {
        usleep(60000);
        sm_threads_run(s->threads, sms_below(SMS), NULL);
        for (unsigned sm = 0; sm < SMS; sm++)
            assert_int_equal(s->stepped[sm], round);
    }
    close_steps(s);
}

// Once of many times at least: the system may move it back at any time.
static void test_who_shares_a_processor_leaves_it(void **state)
{
    (void)state;
    cpu_set_t before, after, one;
    unsigned left = 0;
    assert_int_equal(sched_getaffinity(0, sizeof before, &before), 0);
    for (unsigned i = 0; i < 100; i++) {
        const int here = sched_getcpu();
        sm_threads_leave_processor(here);
        left += sched_getcpu() != here;
    }
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_true(CPU_EQUAL(&before, &after));
    assert_true(left != 0 || CPU_COUNT(&before) == 1);

    CPU_ZERO(&one);                                          // where it may run on no other it stays
    CPU_SET(sched_getcpu(), &one);
    assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
    sm_threads_leave_processor(sched_getcpu());
    assert_int_equal(sched_getaffinity(0, sizeof after, &after), 0);
    assert_int_equal(sched_setaffinity(0, sizeof before, &before), 0);
    assert_true(CPU_EQUAL(&one, &after));
}

static void test_ends_while_all_sleep(void **state)
{
    (void)state;
    steps *s = open_steps(SM_THREADS_MAX, count_step);
    usleep(60000);
    close_steps(s);
}

// --- a GPU

// Each thread draws tickets, waits as many turns as the last one says, and writes it: in another order all else is another, too.
static const char tickets[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "DRAW: atom.global.add.u32 %r5, [%rd1], 1; and.b32 %r6, %r5, 3;\n"
    "TURN: setp.eq.u32 %p1, %r6, 0; @%p1 bra OVER; sub.u32 %r6, %r6, 1; bra TURN;\n"
    "OVER: add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 2; @%p2 bra DRAW;\n"
    "add.u32 %r7, %r3, 16; mul.wide.u32 %rd2, %r7, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r5; ret;";

// Without atomics: all write and read the same words all the time, and write what they have read.
#define RACE(word, read) "st.global.u32 [%rd1+" #word "], %r3; ld.global.cg.u32 " #read ", [%rd1+" #word "];\n"
static const char races[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "DRAW:" RACE(0, %r5) RACE(4, %r6) RACE(0, %r7) RACE(4, %r8)
    "add.u32 %r3, %r3, %r5; add.u32 %r3, %r3, %r6; add.u32 %r3, %r3, %r7; add.u32 %r3, %r3, %r8; add.u32 %r4, %r4, 1;\n"
    "setp.lt.u32 %p2, %r4, 8; @%p2 bra DRAW;\n"
    "mad.lo.s32 %r7, %r2, 64, %r1; add.u32 %r7, %r7, 16; mul.wide.u32 %rd2, %r7, 4; add.s64 %rd3, %rd1, %rd2; st.global.u32 [%rd3], %r3; ret;";

typedef struct { counters counted; uint32_t words[BENCH_WORDS]; lockstep_counts compared; unsigned rounds, ahead; } ended;

// The lower an SM the later it begins, so that one that does not wait comes too early.
static void step_late(void *of, unsigned sm)
{
    gpu *g = of;
    if (g->several)
        for (volatile unsigned i = 0; i < (g->n_sms - sm) * 200; i++)
            ;
    gpu_step_sm(g, sm);
}

static void step_late_ones(gpu *g)
{
    sm_threads_free(g->threads);
    g->threads = sm_threads_new(g->n_threads, g->thread_of, g->n_sms, step_late, g);
    for (unsigned i = 0; g->n_threads > 1 && i < g->n_sms; i++)
        g->sms[i]->threads = g->threads;
}

static ended run_until(uint64_t cycles, unsigned threads, const char *settings, const char *policy, blocks_mode mode, const char *body)
{
    bench b;
    ended e;
    char error[512] = "";
    kernel_bench_open(&b, settings, policy, NULL, mode, 1000000, body);
    gpu_free(b.gpu);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find(policy), .lockstep = b.blocks, .threads = threads, .max_cycles = cycles}, error, sizeof error);
    assert_non_null(b.gpu);
    b.gpu->together = true;
    step_late_ones(b.gpu);
    assert_int_equal(kernel_bench_run(&b, 16, 64), cycles ? GPU_LIMIT : GPU_DONE);
    assert_int_equal(b.gpu->several, threads > 1);
    e.rounds = b.gpu->rounds;
    e.ahead = b.gpu->ahead;
    e.counted = *gpu_counters(b.gpu);
    e.compared = lockstep_count(b.blocks);
    memcpy(e.words, b.words, sizeof e.words);
    kernel_bench_close(&b);
    return e;
}

static ended run_on(unsigned threads, const char *settings, const char *policy, blocks_mode mode, const char *body)
{
    return run_until(0, threads, settings, policy, mode, body);
}

static void test_threads_change_nothing(void **state)
{
    (void)state;
    static const struct { const char *settings, *policy; blocks_mode mode; unsigned threads; } of[] = {
        {"gpu.sms=7 gpu.clusters=7", "gto", BLOCKS_C, SM_THREADS_MAX},
        {"gpu.sms=8 gpu.clusters=8", "lrr", BLOCKS_C, 2},
        {"gpu.sms=4 gpu.clusters=2", "ccws", BLOCKS_C, 2},          // SMs of a cluster share a port
        {"gpu.sms=4 gpu.clusters=4", "oaws-dyn", BLOCKS_LOCKSTEP, 2},
    };
    for (unsigned i = 0; i < sizeof of / sizeof *of; i++) {
        const char *body = i % 2 ? races : tickets;
        const ended alone = run_on(1, of[i].settings, of[i].policy, of[i].mode, body);
        const ended several = run_on(of[i].threads, of[i].settings, of[i].policy, of[i].mode, body);
        assert_int_equal(alone.rounds, 0);
        assert_true(several.rounds > 300);                          // they did step side by side
        assert_true(of[i].mode != BLOCKS_C || several.ahead > 100);
        assert_memory_equal(&alone.counted, &several.counted, sizeof alone.counted);
        assert_memory_equal(alone.words, several.words, sizeof alone.words);
        assert_memory_equal(&alone.compared, &several.compared, sizeof alone.compared);
    }
}

// The memory system has not begun the cycle after the last.
static void test_threads_stop_in_the_same_cycle(void **state)
{
    (void)state;
    for (uint64_t cycles = 620; cycles < 700; cycles++) {
        const ended alone = run_until(cycles, 1, "gpu.sms=8 gpu.clusters=8", "gto", BLOCKS_C, races);
        const ended several = run_until(cycles, 2, "gpu.sms=8 gpu.clusters=8", "gto", BLOCKS_C, races);
        assert_true(several.ahead > 100);
        assert_memory_equal(&alone.counted, &several.counted, sizeof alone.counted);
    }
}

// CTAs that end in the same cycle, over and over: none is lost, so that the next ones find a place.
static void test_ctas_end_side_by_side(void **state)
{
    (void)state;
    bench b;
    char error[512] = "";
    kernel_bench_open(&b, "gpu.sms=8 gpu.clusters=8", "gto", NULL, BLOCKS_C, 1000000, REGISTERS "ret;");
    gpu_free(b.gpu);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("gto"), .lockstep = b.blocks, .threads = SM_THREADS_MAX}, error, sizeof error);
    assert_non_null(b.gpu);
    b.gpu->together = true;
    assert_int_equal(kernel_bench_run(&b, 20000, 32), GPU_DONE);
    assert_int_equal(gpu_counters(b.gpu)->ctas, 20000);
    kernel_bench_close(&b);
}

// Also where the SM's cycle could end before the dispatcher's: it is awake, and no CTA of it has ended.
static void test_a_cta_starts_in_the_cycle_of_its_event(void **state)
{
    (void)state;
    bench b;
    char *events = NULL, error[512] = "";
    size_t size = 0;
    FILE *stream = open_memstream(&events, &size);
    kernel_bench_open(&b, "l1i.perfect=1", "gto", NULL, BLOCKS_C, 1000000, tickets);
    gpu_free(b.gpu);
    b.gpu = gpu_new(&(gpu_options){.machine = &b.m, .policy = policy_find("gto"), .lockstep = b.blocks, .events = stream}, error, sizeof error);
    assert_non_null(b.gpu);
    assert_int_equal(kernel_bench_run(&b, 4, 64), GPU_DONE);
    fclose(stream);
    assert_non_null(strstr(events, "\n0 sm 0 cta_launch slot=0 "));
    assert_non_null(strstr(events, "\n1 sm 0 cta_launch slot=1 "));
    assert_non_null(strstr(events, "\n2 sm 0 cta_launch slot=2 "));
    free(events);
    kernel_bench_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_who_shares_a_processor_leaves_it),  // before threads of other tests leave processors
        cmocka_unit_test(test_each_sm_is_stepped_once),
        cmocka_unit_test(test_turns_come_in_the_order_of_sms),
        cmocka_unit_test(test_who_has_passed_is_not_waited_for),
        cmocka_unit_test(test_a_reader_waits_for_writes_alone),
        cmocka_unit_test(test_who_cannot_write_is_not_waited_for),
        cmocka_unit_test(test_sms_move_together),
        cmocka_unit_test(test_sms_leave_a_thread_that_is_slow),
        cmocka_unit_test(test_who_found_nothing_for_long_is_called),
        cmocka_unit_test(test_ends_while_all_sleep),
        cmocka_unit_test(test_threads_change_nothing),
        cmocka_unit_test(test_threads_stop_in_the_same_cycle),
        cmocka_unit_test(test_ctas_end_side_by_side),
        cmocka_unit_test(test_a_cta_starts_in_the_cycle_of_its_event),
    };
    return cmocka_run_group_tests_name("sm threads", tests, NULL, NULL);
}
