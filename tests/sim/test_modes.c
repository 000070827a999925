// SPDX-License-Identifier: BSD-3-Clause
// The three modes of --blocks, with and without waves and under the policies of OAWS, CCWS and KAWS on every SM, give the
// JSON of C blocks (tests/sim/matrix.h) for every bundled kernel, and nothing differs in lockstep; two runs give the same
// bytes. What names the mode (blocks), counts its comparisons (lockstep) or is a time is set aside. In `make test`
// four kernels are in lockstep, two of them in turn under more policies and modes; blocks are compared on every cycle on
// four SMs.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>

#include "sim/workload/workload.h"
#include "tests/sim/command.h"
#include "tests/sim/modes.h"
#include "tests/tier.h"

static const char *work(void)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/test_modes.fst", getenv("BUILD") ? getenv("BUILD") : "build");
    return path;
}

// --- the modes

#define WAVE "--blocks lockstep --observe oaws_ocw --wave %s"
static const mode_row rows[] = {
    {"gtx480", "gto", WAVE, 15 * 4, ONE},
    {"gtx480", "gto", "--blocks lockstep", 15 * 3, NONE},
    {"gtx480", "oaws-static", "--blocks lockstep", 15 * 7, ONE},
    {"gtx480", "oaws-dyn", "--blocks lockstep", 15 * 8, NONE},
    {"gtx480", "ocw", "--blocks lockstep", 15 * 8, NONE},
    {"gtx480", "gto", "--blocks verilog", 0, ONE},
    {"gtx480", "oaws-static", "--blocks verilog", 0, NONE},
    {"gtx480", "oaws-dyn", "--blocks verilog", 0, NONE},
    {"gtx480", "ocw", "--blocks verilog", 0, NONE},
    {"oaws", "2lvl-rr", WAVE, 30 * 4, NONE},
    {"oaws", "gto", "--blocks lockstep", 30 * 3, NONE},
    {"oaws", "oaws-static", "--blocks lockstep", 30 * 7, NONE},
    {"oaws", "oaws-dyn", "--blocks lockstep", 30 * 8, FOUR},
    {"oaws", "ocw", "--blocks lockstep", 30 * 8, ONE},
    {"oaws", "2lvl-rr", "--blocks verilog", 0, NONE},
    {"oaws", "gto", "--blocks verilog", 0, NONE},
    {"oaws", "oaws-static", "--blocks verilog", 0, NONE},
    {"oaws", "oaws-dyn", "--blocks verilog", 0, ONE},
    {"oaws", "ocw", "--blocks verilog", 0, NONE},
    {"gtx480", "ccws", "--blocks lockstep", 15 * 6, NONE},
    {"gtx480", "ccws", "--blocks verilog", 0, NONE},
    {"oaws", "ccws", "--blocks lockstep", 30 * 6, NONE},
    {"oaws", "ccws", "--blocks verilog", 0, NONE},
    {"ccws", "ccws", "--blocks lockstep", 30 * 5, ONE},
    {"ccws", "ccws", "--blocks lockstep --observe ccws_vta --wave %s", 30 * 6, NONE},
    {"ccws", "ccws", "--blocks verilog", 0, NONE},
    {"gtx480", "ccws-priority", "--blocks lockstep", 15 * 6, NONE},
    {"gtx480", "ccws-priority", "--blocks verilog", 0, NONE},
    {"oaws", "ccws-priority", "--blocks lockstep", 30 * 6, ONE},
    {"oaws", "ccws-priority", "--blocks verilog", 0, NONE},
    {"ccws", "ccws-priority", "--blocks lockstep", 30 * 5, NONE},
    {"ccws", "ccws-priority", "--blocks verilog", 0, NONE},
    {"kaws", "gto", "--blocks lockstep", 28 * 5, NONE},
    {"kaws", "lrr", "--blocks lockstep", 28 * 5, NONE},
    {"kaws", "2lvl-gto", "--blocks lockstep", 28 * 5, NONE},
    {"kaws", "gto", "--blocks verilog", 0, NONE},
    {"kaws", "lrr", "--blocks verilog", 0, NONE},
    {"kaws", "2lvl-gto", "--blocks verilog", 0, NONE},
    {"bucl", "bucl-dyn", "--blocks lockstep", 15 * 4 + 1, ONE},
    {"bucl", "bucl-dyn", "--blocks verilog", 0, ONE},
    {"bucl", "bucl-prf", "--blocks lockstep --wave %s", 15 * 4 + 1, NONE},
    {"bucl", "bucl-prf", "--blocks verilog", 0, NONE},
    {"bucl", "swl+bucl", "--blocks lockstep", 15 * 5 + 1, NONE},
    {"bucl", "swl+bucl", "--blocks verilog", 0, NONE},
    {"bucl", "mrpb", "--blocks lockstep", 15 * 3, NONE},
    {"gtx480", "bucl-dyn", "--blocks lockstep", 15 * 4 + 1, NONE},
    {"gtx480", "bucl-dyn", "--blocks verilog", 0, NONE},
    {"kaws", "kaws", "--blocks lockstep", 28 * 7, ONE},
    {"kaws", "kaws-progress", "--blocks lockstep", 28 * 6, NONE},
    {"kaws", "kaws-share", "--blocks lockstep --wave %s", 28 * 6, NONE},
    {"kaws", "kaws", "--blocks verilog", 0, ONE},
    {"kaws", "kaws-progress", "--blocks verilog", 0, NONE},
    {"kaws", "kaws-share", "--blocks verilog", 0, NONE},
    {"owl", "cta-aware", "--blocks lockstep", 28 * 3, ONE},
    {"owl", "cta-aware-locality", "--blocks lockstep", 28 * 3, NONE},
    {"owl", "cta-aware-locality-blp", "--blocks lockstep --wave %s", 28 * 3, NONE},
    {"owl", "cta-aware", "--blocks verilog", 0, ONE},
    {"owl", "cta-aware-locality", "--blocks verilog", 0, NONE},
    {"owl", "cta-aware-locality-blp", "--blocks verilog", 0, NONE},
    {"owl", "owl", "--blocks lockstep", 28 * 3 + 8, NONE},
    {"owl", "owl", "--blocks verilog", 0, NONE},
    {"gtx480", "cta-aware", "--blocks lockstep", 15 * 4, NONE},
    {"gtx480", "cta-aware-locality", "--blocks lockstep", 15 * 4, NONE},
    {"gtx480", "cta-aware-locality-blp", "--blocks lockstep", 15 * 4, ONE},
    {"gtx480", "cta-aware", "--blocks verilog", 0, NONE},
    {"gtx480", "cta-aware-locality", "--blocks verilog", 0, NONE},
    {"gtx480", "cta-aware-locality-blp", "--blocks verilog", 0, NONE},
};

// fft has six launches and barriers, histogram has atomics, bfs divergent loads, reduce long waits. Rows of one kernel take one of
// the first two, in turn: idle SMs make the Verilog of bfs slow.
static const char *const kernels_in_test[] = {"fft", "histogram", "bfs", "reduce"};

static bool runs_in_test(const char *kernel, kernels_of_row kernels, unsigned turn)
{
    if (kernels == ONE) return strcmp(kernels_in_test[turn % 2], kernel) == 0;
    for (size_t i = 0; i < (size_t)kernels; i++)
        if (strcmp(kernels_in_test[i], kernel) == 0) return true;
    return false;
}

static void modes_agree(const char *machine, unsigned least)
{
    unsigned  turn = 0;
    mode_sums sums = {0};
    for (const mode_row *row = rows; row < rows + sizeof rows / sizeof *rows; row++) {
        if (strcmp(row->machine, machine) != 0) continue;
        for (const workload *const *kernel = workload_table; *kernel; kernel++) {
            if (!tier_is_all() && !runs_in_test((*kernel)->name, row->in_test, turn)) continue;
            modes_agree_for(row, (*kernel)->name, work(), &sums);
        }
        turn += row->in_test == ONE;
    }
    unlink(work());
    print_message("%s: %u runs agree with C blocks\n", machine, sums.runs);
    assert_true(sums.runs >= (tier_is_all() ? 3 * 23 : least));
}

static void modes_agree_on_gtx480(void **state)
{
    (void)state;
    modes_agree("gtx480", 4);
}

static void modes_agree_on_oaws(void **state)
{
    (void)state;
    modes_agree("oaws", 4 + 2);
}

static void modes_agree_on_ccws(void **state)
{
    (void)state;
    modes_agree("ccws", 1);
}

static void modes_agree_on_kaws(void **state)
{
    (void)state;
    modes_agree("kaws", 2);
}

static void modes_agree_on_owl(void **state)
{
    (void)state;
    modes_agree("owl", 2);
}

static void modes_agree_on_bucl(void **state)
{
    (void)state;
    modes_agree("bucl", 2);
}

static void two_runs_give_the_same_bytes(void **state)
{
    (void)state;
    static const char *const kernels[] = {"bfs", "reduce", "histogram"};
    for (size_t i = tier_is_all() ? 0 : 2; i < 3; i++) {
        char *first = modes_strip(command_json(0, "--machine gtx480 --policy lrr,swl --blocks lockstep %s", kernels[i]));
        char *second = modes_strip(command_json(0, "--machine gtx480 --policy lrr,swl --blocks lockstep %s", kernels[i]));
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

#define FOUR_SMS "--set gpu.sms=4 --set gpu.clusters=4"

// every: all SMs with all their instances, each compared on every cycle of every launch.
static void every_agrees_with_active(const char *run_words, unsigned instances)
{
    char *active = modes_strip(command_json(0, "%s --blocks lockstep --lockstep active", run_words));
    json_t *array = command_json(0, "%s --blocks lockstep --lockstep every", run_words);
    const json_t *run = json_array_get(array, 0);
    assert_true(command_number(run, "lockstep", "mismatches") == 0);
    assert_true(command_number(run, "lockstep", "skipped") == 0);
    assert_true(command_number(run, "lockstep", "cycles") >= instances * command_number(run, NULL, "cycles"));
    char *every = modes_strip(array);
    assert_string_equal(active, every);
    free(active);
    free(every);
}

static void lockstep_every_agrees_with_active(void **state)
{
    (void)state;
    every_agrees_with_active("--machine oaws --policy oaws-dyn " FOUR_SMS " --size 512 bfs", 4 * 8);
    if (!tier_is_all()) return;
    every_agrees_with_active("--machine gtx480 --policy gto --observe oaws_ocw " FOUR_SMS " --size 512 bfs", 4 * 4);
    every_agrees_with_active("--machine bucl --policy bucl-dyn --size 512 bfs", 15 * 4 + 1);
    every_agrees_with_active("--machine owl --policy cta-aware --size 256 atax", 28 * 3);
    every_agrees_with_active("--machine owl --policy owl --size 512 bfs", 28 * 3 + 8);
    every_agrees_with_active("--machine bucl --policy swl+bucl --size 256 atax", 15 * 5 + 1);
    every_agrees_with_active("--machine oaws --policy oaws-dyn --size 512 bfs", 30 * 8);
    every_agrees_with_active("--machine gtx480 --policy gto --observe oaws_ocw bfs", 15 * 4);
    every_agrees_with_active("--machine gtx480 --policy oaws-dyn --size 256 atax", 15 * 8);
    every_agrees_with_active("--machine oaws --policy oaws-static --size 512 spmv", 30 * 7);
}

// Steps may become known earlier or later when blocks are looked at between: some are compared instead, as many steps in all.
static void count_known_as_compared(json_t *runs)
{
    json_t *run = json_array_get(runs, 0), *counts = json_object_get(run, "lockstep");
    json_object_set_new(counts, "cycles", json_integer(json_integer_value(json_object_get(counts, "cycles")) +
                                                       json_integer_value(json_object_get(counts, "known"))));
    json_object_del(counts, "known");
    json_object_del(counts, "fields");
    json_object_del(run, "wall_seconds");
}

// Bringing blocks up to a row of the timeline leaves neither more nor fewer steps out.
static void a_timeline_changes_nothing(void **state)
{
    (void)state;
    static const char *const whens[] = {"active", "every"};
    for (size_t i = 0; i < (tier_is_all() ? 2 : 1); i++) {
        static const char common[] =
            "--machine oaws --policy oaws-dyn --observe oaws_ocw --blocks lockstep --size 512 " FOUR_SMS;
        json_t *without = command_json(0, "%s --lockstep %s bfs", common, whens[i]);
        json_t *with = command_json(0, "%s --lockstep %s --timeline %s --timeline-interval 333 bfs", common, whens[i], work());
        count_known_as_compared(without);
        count_known_as_compared(with);
        assert_true(json_equal(without, with));
        assert_int_equal(unlink(work()), 0);
        json_decref(without);
        json_decref(with);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_agree_on_gtx480),        cmocka_unit_test(modes_agree_on_oaws), cmocka_unit_test(modes_agree_on_ccws),
        cmocka_unit_test(modes_agree_on_kaws), cmocka_unit_test(modes_agree_on_bucl),
        cmocka_unit_test(modes_agree_on_owl),
        cmocka_unit_test(two_runs_give_the_same_bytes), cmocka_unit_test(lockstep_every_agrees_with_active),
        cmocka_unit_test(a_timeline_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
