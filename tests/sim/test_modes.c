// The three modes of --blocks, with and without waves and under the policies of OAWS on every SM, give the same JSON for
// every bundled kernel, and nothing differs in lockstep; two runs give the same
// bytes. What names the mode (blocks), counts its comparisons (lockstep) or is a time is set aside.
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

static const char *work(void)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/test_modes.fst", getenv("BUILD") ? getenv("BUILD") : "build");
    return path;
}

static char *strip(json_t *array)
{
    size_t  i;
    json_t *run;
    json_array_foreach(array, i, run)
    {
        json_object_del(run, "blocks");
        json_object_del(run, "lockstep");
        json_object_del(run, "wall_seconds");
    }
    char *text = json_dumps(array, JSON_INDENT(1));
    json_decref(array);
    return text;
}

static void modes_agree(const char *machine, const char *policy)
{
    static const char *const variants[] = {"--blocks verilog", "--blocks lockstep", "--blocks lockstep --wave %s"};
    for (const workload *const *kernel = workload_table; *kernel; kernel++) {
        char *c = strip(command_json(0, "--machine %s --policy %s --observe oaws_ocw --blocks c %s", machine, policy, (*kernel)->name));
        for (size_t i = 0; i < sizeof variants / sizeof *variants; i++) {
            char variant[512];
            snprintf(variant, sizeof variant, variants[i], work());
            json_t *array = command_json(0, "--machine %s --policy %s --observe oaws_ocw %s %s", machine, policy, variant, (*kernel)->name);
            const json_t *run = json_array_get(array, 0);
            if (strstr(variant, "lockstep")) {
                assert_true(command_number(run, "lockstep", "cycles") > 0);
                assert_true(command_number(run, "lockstep", "mismatches") == 0);
            }
            char *other = strip(array);
            if (strcmp(c, other) != 0) fail_msg("%s under %s on %s: --blocks c and %s differ:\n%s\n%s", (*kernel)->name, policy, machine, variant, c, other);
            free(other);
        }
        free(c);
    }
    unlink(work());
}

static void modes_agree_on_gtx480(void **state)
{
    (void)state;
    modes_agree("gtx480", "gto");
}

static void modes_agree_on_oaws(void **state)
{
    (void)state;
    modes_agree("oaws", "2lvl-rr");
}

static const char *every_kernel(void)
{
    static char names[1024];
    size_t length = 0;
    for (const workload *const *kernel = workload_table; *kernel; kernel++)
        length += (size_t)snprintf(names + length, sizeof names - length, "%s ", (*kernel)->name);
    assert_true(length < sizeof names);
    return names;
}

// Every bundled kernel under GTO and the policies of OAWS: on each SM warp_order and two arbiters, with OAWS four more.
static void oaws_modes_agree(const char *machine, unsigned sms)
{
    static const char *const modes[] = {"verilog", "lockstep"};
    const char *run_words = "--machine %s --policy gto,oaws-static,oaws-dyn,ocw --blocks %s %s";
    char *c = strip(command_json(0, run_words, machine, "c", every_kernel()));
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        json_t *array = command_json(0, run_words, machine, modes[i], every_kernel()), *run;
        size_t  n;
        json_array_foreach(array, n, run)
        {
            bool gto = strcmp(json_string_value(json_object_get(run, "policy")), "gto") == 0;
            assert_true(json_is_true(json_object_get(run, "verified")));
            if (strcmp(modes[i], "lockstep") != 0)
                continue;
            assert_true(command_number(run, "lockstep", "instances") == sms * (gto ? 3 : 7));
            assert_true(command_number(run, "lockstep", "cycles") > 0);
            assert_true(command_number(run, "lockstep", "mismatches") == 0);
        }
        assert_true(json_array_size(array) >= 4 * 18);
        char *other = strip(array);
        if (strcmp(c, other) != 0)
            fail_msg("%s: --blocks c and %s differ:\n%s\n%s", machine, modes[i], c, other);
        free(other);
    }
    free(c);
}

static void oaws_modes_agree_on_gtx480(void **state)
{
    (void)state;
    oaws_modes_agree("gtx480", 15);
}

static void oaws_modes_agree_on_oaws(void **state)
{
    (void)state;
    oaws_modes_agree("oaws", 30);
}

static void two_runs_give_the_same_bytes(void **state)
{
    (void)state;
    static const char *const kernels[] = {"bfs", "reduce", "histogram"};
    for (size_t i = 0; i < 3; i++) {
        char *first = strip(command_json(0, "--machine gtx480 --policy lrr,swl --blocks lockstep %s", kernels[i]));
        char *second = strip(command_json(0, "--machine gtx480 --policy lrr,swl --blocks lockstep %s", kernels[i]));
        assert_string_equal(first, second);
        free(first);
        free(second);
    }
}

// every: all SMs with all their instances, each compared on every cycle of every launch.
static void every_agrees_with_active(const char *run_words, unsigned instances)
{
    char *active = strip(command_json(0, "%s --blocks lockstep --lockstep active", run_words));
    json_t *array = command_json(0, "%s --blocks lockstep --lockstep every", run_words);
    const json_t *run = json_array_get(array, 0);
    assert_true(command_number(run, "lockstep", "mismatches") == 0);
    assert_true(command_number(run, "lockstep", "skipped") == 0);
    assert_true(command_number(run, "lockstep", "cycles") >= instances * command_number(run, NULL, "cycles"));
    char *every = strip(array);
    assert_string_equal(active, every);
    free(active);
    free(every);
}

static void lockstep_every_agrees_with_active(void **state)
{
    (void)state;
    every_agrees_with_active("--machine gtx480 --policy gto --observe oaws_ocw bfs", 15 * 4);
    every_agrees_with_active("--machine gtx480 --policy oaws-dyn --size 256 atax", 15 * 7);
    every_agrees_with_active("--machine oaws --policy oaws-static --size 512 spmv", 30 * 7);
    every_agrees_with_active("--machine oaws --policy oaws-dyn --size 512 bfs", 30 * 7);
}

// Bringing blocks up to a row of the timeline compares neither more nor less.
static void a_timeline_changes_nothing(void **state)
{
    (void)state;
    static const char *const whens[] = {"active", "every"};
    for (size_t i = 0; i < 2; i++) {
        static const char common[] = "--machine oaws --policy oaws-dyn --observe oaws_ocw --blocks lockstep --set gpu.sms=4 --set gpu.clusters=4";
        json_t *without = command_json(0, "%s --lockstep %s bfs", common, whens[i]);
        json_t *with = command_json(0, "%s --lockstep %s --timeline %s --timeline-interval 333 bfs", common, whens[i], work());
        json_object_del(json_array_get(without, 0), "wall_seconds");
        json_object_del(json_array_get(with, 0), "wall_seconds");
        assert_true(json_equal(without, with));
        assert_int_equal(unlink(work()), 0);
        json_decref(without);
        json_decref(with);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(modes_agree_on_gtx480),        cmocka_unit_test(modes_agree_on_oaws),
        cmocka_unit_test(oaws_modes_agree_on_gtx480),   cmocka_unit_test(oaws_modes_agree_on_oaws),
        cmocka_unit_test(two_runs_give_the_same_bytes), cmocka_unit_test(lockstep_every_agrees_with_active),
        cmocka_unit_test(a_timeline_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
