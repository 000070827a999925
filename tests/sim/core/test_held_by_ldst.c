// SPDX-License-Identifier: BSD-3-Clause
// Warps that the full LD/ST unit holds (hardware.md D-33, policy.owl_waits): who they are, that they wait for memory, and that a
// group of CTAs that waits so gives way, asleep or not.
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ONE_SCHEDULER "core.warps=32 core.schedulers=1 core.mem_collectors=1 l1d.mshrs=32 "
#define COUNTED ONE_SCHEDULER "core.count_inactive=1 "
#define DATA "policy.owl_waits=data"

typedef struct { counters counted; char *trace; } result;

static result run(const char *settings, const char *policy, unsigned ctas, bool sleepless, const char *body)
{
    bench b;
    char text[2048];
    result r;
    snprintf(text, sizeof text, "%s.reg .f64 %%fd<4>;\n%s", REGISTERS, body);
    kernel_bench_open(&b, settings, policy, NULL, BLOCKS_C, 100000, text);
    b.gpu->sms[0]->sleepless = sleepless;
    assert_int_equal(kernel_bench_run(&b, ctas, 32), GPU_DONE);
    r = (result){*gpu_counters(b.gpu), strdup(b.trace)};
    kernel_bench_close(&b);
    return r;
}

static counters counts(const char *settings, unsigned ctas, bool sleepless, const char *body)
{
    result r = run(settings, "lrr", ctas, sleepless, body);
    free(r.trace);
    return r.counted;
}

#define ADDRESS "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128; add.s64 %rd3, %rd1, %rd2;\n"
// Eight loads of 32 lines, none of which needs another.
#define LOADS "ld.global.u32 %r10, [%rd3]; ld.global.u32 %r11, [%rd3+4]; ld.global.u32 %r12, [%rd3+8]; ld.global.u32 %r13, [%rd3+12];\n" \
    "ld.global.u32 %r14, [%rd3+16]; ld.global.u32 %r15, [%rd3+20]; ld.global.u32 %r16, [%rd3+24]; ld.global.u32 %r17, [%rd3+28];\n"
// Eight stores into one bank of shared memory.
#define STORES "mov.u32 %r1, %tid.x; mul.lo.u32 %r2, %r1, 128; mov.u32 %r3, words; add.u32 %r2, %r2, %r3;\n" \
    "st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1;\n" \
    "st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1; st.shared.u32 [%r2], %r1;\n"

// One warp: the cycles in which its scheduler has a ready instruction for the full LD/ST unit are those that change sides.
static void a_held_warp_waits_for_memory(void **state)
{
    (void)state;
    for (unsigned sleepless = 0; sleepless < 2; sleepless++) {
        const counters memory = counts(COUNTED, 1, sleepless, ADDRESS LOADS "ret;");
        const counters data = counts(COUNTED DATA, 1, sleepless, ADDRESS LOADS "ret;");
        assert_true(data.stalls_scheduler_ldst > 100);
        assert_int_equal(memory.stalls_scheduler_ldst, data.stalls_scheduler_ldst);
        assert_int_equal(memory.core_memory_block_cycles - data.core_memory_block_cycles, data.stalls_scheduler_ldst);
        assert_int_equal(memory.core_inactive_cycles, data.core_inactive_cycles);
        assert_int_equal(memory.cycles, data.cycles);
    }
}

// Between two turns of the scheduler whoever finds a register free is ready, and not held, though the unit is full.
static void who_finds_a_register_is_not_held(void **state)
{
    (void)state;
    const counters memory = counts(COUNTED "core.mem_issue_slots=2 core.issue_period=2 ", 1, false, ADDRESS LOADS "ret;");
    const counters data = counts(COUNTED "core.mem_issue_slots=2 core.issue_period=2 " DATA, 1, false, ADDRESS LOADS "ret;");
    assert_true(data.stalls_scheduler_ldst > 20);
    assert_int_equal(memory.core_memory_block_cycles - data.core_memory_block_cycles, data.stalls_scheduler_ldst);
}

// Shared memory is behind the LD/ST unit, too.
static void shared_memory_holds_as_well(void **state)
{
    (void)state;
    const counters memory = counts(COUNTED, 1, false, STORES "ret;"), data = counts(COUNTED DATA, 1, false, STORES "ret;");
    assert_true(data.stalls_scheduler_ldst > 60 && data.core_memory_block_cycles == 0);
    assert_int_equal(memory.core_memory_block_cycles, data.stalls_scheduler_ldst);
}

// While another computes, some of the SM does not wait for memory: a division of 330 cycles in one of two CTAs.
static void one_that_computes_does_not_wait(void **state)
{
    (void)state;
    static const char body[] = ADDRESS "mov.u32 %r2, %ctaid.x; setp.ne.u32 %p1, %r2, 0; @%p1 bra COMPUTE;\n" LOADS "ret;\n"
        "COMPUTE: cvt.rn.f64.u32 %fd1, %r1; div.rn.f64 %fd2, %fd1, %fd1; div.rn.f64 %fd3, %fd2, %fd1; div.rn.f64 %fd1, %fd3, %fd2;\n"
        "div.rn.f64 %fd2, %fd1, %fd3; ret;";
    const counters memory = counts(COUNTED, 2, false, body), data = counts(COUNTED DATA, 2, false, body);
    assert_true(data.stalls_scheduler_ldst > 100);
    assert_int_equal(memory.core_memory_block_cycles, data.core_memory_block_cycles);
}

// CTA 1 computes while CTA 0 waits for its parameter, and gives way when it waits for its own, which comes soon; then it waits for
// a division. CTA 0 stores; when it is held it gives way in turn, and CTA 1 keeps its turn until it ends.
static const char two_groups[] = "mov.u32 %r2, %ctaid.x; setp.eq.u32 %p1, %r2, 0; @%p1 bra STORE;\n"
    "mov.f64 %fd1, 0d4008000000000000; div.rn.f64 %fd2, %fd1, %fd1; div.rn.f64 %fd1, %fd2, %fd1; div.rn.f64 %fd2, %fd1, %fd1;\n"
    "ld.param.f64 %fd3, [buffer]; fma.rn.f64 %fd1, %fd2, %fd3, %fd3; ret;\n"
    "STORE: ld.param.u64 %rd1, [buffer]; add.s64 %rd2, %rd1, 1;\n" STORES "ret;";

static void a_held_group_gives_way(void **state)
{
    (void)state;
    static const char *const settings[] = {ONE_SCHEDULER "l1i.line_bytes=256 policy.owl_g_size=1",
                                           ONE_SCHEDULER "l1i.line_bytes=256 policy.owl_g_size=1 " DATA};
    uint64_t last_store[2] = {0, 0};
    for (unsigned data = 0; data < 2; data++) {
        static issue issues[100];
        result r[2];
        for (unsigned sleepless = 0; sleepless < 2; sleepless++)
            r[sleepless] = run(settings[data], "cta-aware", 2, sleepless, two_groups);
        assert_string_equal(r[0].trace, r[1].trace);
        const unsigned count = kernel_bench_issues(r[0].trace, issues, 100);
        for (unsigned i = 0; i < count; i++)
            last_store[data] = issues[i].warp == 0 ? issues[i].cycle : last_store[data];
        free(r[0].trace);
        free(r[1].trace);
    }
    assert_true(last_store[0] > last_store[1]);
}

// Between two stores the unit has room for a moment, and the warp is held again as nothing else moves: the policy sees that before
// the SM sleeps, at whatever cycle one looks.
static void a_policy_sees_who_is_held_before_the_sm_sleeps(void **state)
{
    (void)state;
    unsigned asleep = 0;
    for (uint64_t cycles = 1; cycles < 800; cycles++) {
        bench b;
        kernel_bench_open(&b, ONE_SCHEDULER, "cta-aware", NULL, BLOCKS_C, cycles, REGISTERS STORES "ret;");
        const gpu_status status = kernel_bench_run(&b, 1, 32);
        const sm *s = b.gpu->sms[0];
        if (s->quiet)
            assert_int_equal(s->levels.held_by_ldst, sm_held_by_ldst(s));
        asleep += s->quiet && s->levels.held_by_ldst;
        kernel_bench_close(&b);
        if (status == GPU_DONE)
            break;
    }
    assert_true(asleep > 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_held_warp_waits_for_memory), cmocka_unit_test(who_finds_a_register_is_not_held),
                                       cmocka_unit_test(shared_memory_holds_as_well), cmocka_unit_test(one_that_computes_does_not_wait),
                                       cmocka_unit_test(a_held_group_gives_way), cmocka_unit_test(a_policy_sees_who_is_held_before_the_sm_sleeps)};
    return cmocka_run_group_tests_name("held by LD/ST", tests, NULL, NULL);
}
