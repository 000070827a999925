// SPDX-License-Identifier: BSD-3-Clause
// The timeline of a run: its rows add up to the counters, show the policy's registers as they are, and change nothing.
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { COLUMNS = 40, ROWS = 4096 };

typedef struct {
    char    *text;
    size_t   size;
    timeline timeline;
    char    *name[COLUMNS];
    double   value[ROWS][COLUMNS];              // -1: empty
    unsigned rows, columns;
} shown;

static void ask(bench *b, shown *s, uint64_t interval)
{
    s->timeline = (timeline){.interval = interval};
    s->timeline.file.stream = open_memstream(&s->text, &s->size);
    b->gpu->options.timeline = &s->timeline;
    gpu_timeline_open(b->gpu);
}

static unsigned split(char *line, char **words)
{
    unsigned n = 0;
    for (char *at = line; at && n < COLUMNS; n++) {
        words[n] = at;
        at = strchr(at, ',');
        if (at)
            *at++ = 0;
    }
    return n;
}

static void read_rows(shown *s)
{
    char *line, *rest, *words[COLUMNS];
    fclose(s->timeline.file.stream);
    s->columns = split(strtok_r(s->text, "\n", &rest), s->name);
    s->rows = 0;
    while ((line = strtok_r(NULL, "\n", &rest)) && s->rows < ROWS) {
        assert_int_equal(split(line, words), s->columns);
        for (unsigned i = 0; i < s->columns; i++)
            s->value[s->rows][i] = *words[i] ? strtod(words[i], NULL) : -1;
        s->rows++;
    }
}

static double at(const shown *s, unsigned row, const char *name)
{
    for (unsigned i = 0; i < s->columns; i++)
        if (strcmp(s->name[i], name) == 0)
            return s->value[row][i];
    fail_msg("no column %s", name);
    return 0;
}

static uint64_t sum(const shown *s, const char *name)
{
    double total = 0;
    for (unsigned row = 0; row < s->rows; row++)
        total += at(s, row, name);
    return (uint64_t)total;
}

// 140 divergent loads of the same 32 lines by one warp: CNT falls from 128 to 127 with the first, which misses, and rises with
// each of the others until it is 255, when OCW is 3 and CNT 0.
static const char loads[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 128;\n"
    "add.s64 %rd3, %rd1, %rd2; mov.u32 %r2, 0; LOOP: ld.global.u32 %r3, [%rd3]; add.u32 %r2, %r2, 1;\n"
    "add.u32 %r4, %r3, 1; setp.lt.u32 %p1, %r2, 140; @%p1 bra LOOP; ret;";

static void test_registers_follow_the_loads(void **state)
{
    (void)state;
    static shown s;
    bench b;
    kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", "oaws_ocw", BLOCKS_C, 1000000, loads);   // one SM stays empty
    ask(&b, &s, 500);
    assert_int_equal(kernel_bench_run(&b, 1, 32), GPU_DONE);
    read_rows(&s);
    unsigned done = 0, cached = 0;
    assert_true(s.rows > 10);
    for (unsigned row = 0; row < s.rows; row++) {
        done += (unsigned)at(&s, row, "loads.divergent");
        cached += (unsigned)at(&s, row, "loads.divergent_fully_cached");
        double cnt = at(&s, row, "oaws_ocw.cnt_mean"), ocw = at(&s, row, "oaws_ocw.ocw_mean");
        assert_true(row + 1 == s.rows || at(&s, row, "cycle") == 500.0 * (row + 1));
        if (done == 0) {
            assert_true(ocw == 2 && (cnt == 127 || cnt == 128));
        } else {
            assert_int_equal(done, cached + 1);
            assert_true(cached < 128 ? ocw == 2 && cnt == 127 + cached : ocw == 3 && cnt == cached - 128);
        }
        assert_true(at(&s, row, "oaws_ocw.cnt_min") == cnt && at(&s, row, "oaws_ocw.cnt_max") == cnt);
    }
    assert_int_equal(done, 140);
    assert_true(at(&s, s.rows - 1, "cycle") == (double)gpu_counters(b.gpu)->cycles);
    kernel_bench_close(&b);
    free(s.text);
}

// Warps of two SMs that load, meet at barriers and store, twice; 60 rows of it, or one for each of a few cycles.
static const char busy[] = REGISTERS
    "ld.param.u64 %rd1, [buffer]; mov.u32 %r1, %tid.x; mov.u32 %r2, %ctaid.x; mad.lo.s32 %r3, %r2, 64, %r1; mov.u32 %r4, 0;\n"
    "LOOP: mul.lo.u32 %r5, %r3, 37; add.u32 %r5, %r5, %r4; and.b32 %r5, %r5, 2047; mul.wide.u32 %rd2, %r5, 4; add.s64 %rd3, %rd1, %rd2;\n"
    "ld.global.u32 %r6, [%rd3]; add.u32 %r9, %r6, %r5; bar.sync 0; add.u32 %r4, %r4, 1; setp.lt.u32 %p2, %r4, 8; @%p2 bra LOOP;\n"
    "add.u32 %r10, %r3, 2048; mul.wide.u32 %rd4, %r10, 4; add.s64 %rd5, %rd1, %rd4; st.global.u32 [%rd5], %r9; ret;";

static void run_busy(bench *b, const char *policy, blocks_mode mode, shown *s, uint64_t interval)
{
    kernel_bench_open(b, "gpu.sms=2 gpu.clusters=2", policy, "oaws_ocw", mode, 1000000, busy);
    if (s)
        ask(b, s, interval);
    assert_int_equal(kernel_bench_run(b, 12, 100), GPU_DONE);
    assert_int_equal(kernel_bench_run(b, 1, 100), GPU_DONE);
}

static void check_rows(const shown *s, const counters *c)
{
    const struct { const char *name; uint64_t count; } rows[] = {
        {"sm.active_cycles", c->sm_active_cycles}, {"ldst.active_cycles", c->ldst_active_cycles},
        {"mshr.full_cycles", c->mshr_full_cycles}, {"stalls.ldst_coal", c->stalls_ldst_coal}, {"stalls.ldst_mshr", c->stalls_ldst_mshr},
        {"stalls.ldst_icnt", c->stalls_ldst_icnt}, {"stalls.idle", c->stalls_idle}, {"stalls.scoreboard", c->stalls_scoreboard},
        {"stalls.pipeline", c->stalls_pipeline}, {"stalls.occluded", c->stalls_occluded}, {"loads.divergent", c->loads_divergent}};
    uint64_t before = 0;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(sum(s, rows[i].name), rows[i].count);
    for (unsigned row = 0; row < s->rows; row++) {
        uint64_t cycle = (uint64_t)at(s, row, "cycle");
        double mean = at(s, row, "oaws_ocw.cnt_mean"), low = at(s, row, "oaws_ocw.cnt_min"), high = at(s, row, "oaws_ocw.cnt_max");
        assert_true(cycle > before && cycle - before <= s->timeline.interval);
        assert_true(at(s, row, "sm.active_cycles") <= 2.0 * (double)(cycle - before));
        assert_true((mean < 0) == (low < 0) && low <= mean && mean <= high && high <= 255);
        before = cycle;
    }
    assert_int_equal(before, c->cycles);
}

static void test_a_timeline_changes_nothing(void **state)
{
    (void)state;
    static shown s;
    static const char *const policies[] = {"gto", "swl", "oaws-static", "oaws-dyn", "ocw"};
    static const uint64_t intervals[] = {7, 100};
    for (unsigned p = 0; p < sizeof policies / sizeof *policies; p++) {
        for (blocks_mode mode = BLOCKS_C; mode <= BLOCKS_LOCKSTEP; mode++) {
            bench without, with;
            run_busy(&without, policies[p], mode, NULL, 0);
            run_busy(&with, policies[p], mode, &s, intervals[p % 2]);
            lockstep_counts compared[2] = {lockstep_count(without.blocks), lockstep_count(with.blocks)};
            read_rows(&s);
            check_rows(&s, gpu_counters(with.gpu));
            assert_string_equal(without.trace, with.trace);
            assert_memory_equal(gpu_counters(without.gpu), gpu_counters(with.gpu), sizeof(counters));
            for (unsigned i = 0; i < 2; i++) {                 // steps may become known earlier or later
                compared[i].cycles += compared[i].known;
                compared[i].known = compared[i].fields = 0;
            }
            assert_memory_equal(&compared[0], &compared[1], sizeof compared[0]);
            kernel_bench_close(&without);
            kernel_bench_close(&with);
            free(s.text);
        }
    }
}

// The rows of a file and the curves of a trace have intervals of their own: the rows are those that the file has alone. Of three CTAs
// an SM has two, and the other one ends within an interval of the file, behind which the trace has many.
static void test_a_file_beside_curves(void **state)
{
    (void)state;
    static shown s[2];
    run_trace trace = {.curves = {.trace = &trace.events, .interval = 10}};
    char *curves;
    size_t size;
    trace.events.file.stream = open_memstream(&curves, &size);
    trace_events_begin(&trace.events, 0, 0, NULL, 0);
    for (unsigned beside = 0; beside < 2; beside++) {
        bench b;
        kernel_bench_open(&b, "gpu.sms=2 gpu.clusters=2", "gto", "oaws_ocw", BLOCKS_C, 1000000, loads);
        b.gpu->options.trace = beside ? &trace : NULL;
        ask(&b, &s[beside], 500);
        assert_int_equal(kernel_bench_run(&b, 3, 32), GPU_DONE);
        kernel_bench_close(&b);
        fclose(s[beside].timeline.file.stream);
    }
    fclose(trace.events.file.stream);
    assert_int_equal(strcmp(s[0].text, s[1].text), 0);
    assert_non_null(strstr(curves, "oaws_ocw.cnt"));
    free(s[0].text), free(s[1].text), free(curves);
}

// A controller's registers are those of the end of the interval, though the memory system may work while no SM has anything to do.
static void test_registers_of_controllers_follow_the_cycles(void **state)
{
    (void)state;
    static shown s[2];
    unsigned opened = 0;
    for (unsigned i = 0; i < 2; i++) {
        bench b;
        kernel_bench_open(&b, "owl gpu.sms=2 gpu.clusters=2", "owl-prefetch", NULL, BLOCKS_C, 1000000, busy);
        ask(&b, &s[i], 3);
        b.gpu->compares = i;                            // then it does not work alone
        assert_int_equal(kernel_bench_run(&b, 12, 100), GPU_DONE);
        read_rows(&s[i]);
        kernel_bench_close(&b);
    }
    assert_true(s[0].rows > 100);
    assert_int_equal(s[0].rows, s[1].rows);
    for (unsigned row = 0; row < s[0].rows; row++) {
        assert_memory_equal(s[0].value[row], s[1].value[row], s[0].columns * sizeof s[0].value[row][0]);
        opened += at(&s[0], row, "controller.opened_ones_mean") > 0;
    }
    assert_true(opened > 10);
    free(s[0].text), free(s[1].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_registers_follow_the_loads), cmocka_unit_test(test_a_timeline_changes_nothing),
        cmocka_unit_test(test_a_file_beside_curves), cmocka_unit_test(test_registers_of_controllers_follow_the_cycles),
    };
    return cmocka_run_group_tests_name("gpu_timeline", tests, NULL, NULL);
}
