// The three modes of --blocks, with and without waves, give the same JSON for every bundled kernel; two runs give the same
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

static void lockstep_every_agrees_with_active(void **state)
{
    (void)state;
    char *active = strip(command_json(0, "--machine gtx480 --policy gto --observe oaws_ocw --blocks lockstep --lockstep active bfs"));
    json_t *array = command_json(0, "--machine gtx480 --policy gto --observe oaws_ocw --blocks lockstep --lockstep every bfs");
    const json_t *run = json_array_get(array, 0);
    // every: 15 SMs with 4 instances, each compared on every cycle of every launch
    assert_true(command_number(run, "lockstep", "cycles") >= 15 * 4 * command_number(run, NULL, "cycles"));
    char *every = strip(array);
    assert_string_equal(active, every);
    free(active);
    free(every);
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
        cmocka_unit_test(two_runs_give_the_same_bytes), cmocka_unit_test(lockstep_every_agrees_with_active),
        cmocka_unit_test(a_timeline_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
