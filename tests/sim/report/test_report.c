// SPDX-License-Identifier: BSD-3-Clause
// The names of the JSON report (an interface), the tables' columns.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "sim/report/report.h"

static run_record example(const char *policy, uint64_t cycles)
{
    run_record run = { .blocks = "lockstep", .message = "", .verified = 1, .wall_seconds = 0.5, .bound = "equal" };

    strcpy(run.machine, "gtx480");
    strcpy(run.kernel, "vadd");
    strcpy(run.policy, policy);
    run.counters.cycles = cycles;
    run.counters.thread_insns = 1376256;
    run.counters.l1d_accesses = 400;
    run.counters.l1d_hits = 100;
    run.counters.dram_bank_busy = 30;
    run.counters.dram_active_clocks = 20;
    run.counters.sm_active_cycles = 200, run.counters.scheduler_active_cycles = 400;
    run.counters.stalls_ldst_mshr = 132, run.counters.stalls_scheduler_ldst = 300;
    run.counters.loads_coherent = 30, run.counters.loads_divergent = 10;
    run.counters.loads_coherent_fully_cached = 15, run.counters.loads_divergent_fully_cached = 2;
    run.counters.loads_divergent_accesses = 320, run.counters.loads_sets_touched = 80;
    run.counters.latency_coherent = 3000, run.counters.latency_coherent_occluded = 750;
    run.counters.latency_divergent = 5000, run.counters.latency_divergent_occluded = 2500;
    run.counters.latency_coherent_queued = 600, run.counters.latency_divergent_queued = 500;
    run.counters.mshr_entry_cycles = 3200, run.counters.mshr_full_cycles = 50;
    run.counters.warp_insns = 64, run.counters.issue_oldest_8 = 48;
    run.counters.issue_held = 500, run.counters.issue_held_oldest_8 = 450;
    run.lockstep.fields = 77;
    return run;
}

static char *printed(void (*print)(FILE *, const run_record *, unsigned), const run_record *runs, unsigned count)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    print(file, runs, count);
    fclose(file);
    return text;
}

static json_t *at_path(json_t *object, const char *path)
{
    char copy[64];
    char *dot;

    strcpy(copy, path);
    dot = strchr(copy, '.');
    if (!dot)
        return json_object_get(object, copy);
    *dot = 0;
    return json_object_get(json_object_get(object, copy), dot + 1);
}

static void test_json_names(void **state)
{
    static const char *const names[] = {
        "machine", "policy", "kernel", "blocks", "cycles", "thread_insns", "warp_insns", "ipc", "l1d.accesses", "l1d.hits",
        "l1d.misses", "l1d.pending_hits", "l1d.reservation_fails", "l2.accesses", "l2.hits", "dram.reads", "dram.writes",
        "dram.row_hits", "dram.blp", "stalls.ldst_coal", "stalls.ldst_mshr", "stalls.ldst_icnt", "stalls.idle",
        "stalls.scoreboard", "stalls.pipeline", "lockstep.instances", "lockstep.cycles", "lockstep.fields",
        "lockstep.mismatches", "verified", "wall_seconds", "loads.coherent", "loads.divergent",
        "loads.coherent_fully_cached", "loads.divergent_fully_cached", "loads.sets_touched", "loads.divergent_accesses",
        "stalls.scheduler_ldst", "stalls.occluded", "ldst.active_cycles", "sm.active_cycles", "latency.coherent",
        "latency.divergent", "latency.coherent_queued", "latency.divergent_queued", "latency.coherent_occluded", "latency.divergent_occluded", "mshr.entry_cycles",
        "mshr.full_cycles", "issue.oldest_8",
    };
    run_record runs[2] = { example("gto", 4870), example("lrr", 5000) };
    char *text = printed(report_json, runs, 2);
    json_t *array = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *run;

    (void)state;
    assert_int_equal(json_array_size(array), 2);
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (!at_path(json_array_get(array, 1), names[i]))
            fail_msg("the JSON lacks %s", names[i]);
    run = json_array_get(array, 0);
    assert_string_equal(json_string_value(at_path(run, "policy")), "gto");
    assert_int_equal(json_integer_value(at_path(run, "cycles")), 4870);
    assert_true(json_real_value(at_path(run, "ipc")) > 282.59 && json_real_value(at_path(run, "ipc")) < 282.60);
    assert_true(json_real_value(at_path(run, "dram.blp")) == 1.5);
    assert_true(json_is_true(at_path(run, "verified")));
    assert_int_equal(json_integer_value(at_path(run, "lockstep.fields")), 77);
    assert_null(json_object_get(run, "message"));
    json_decref(array);
    free(text);
}

// From the counters of example(), by hand.
static void test_derived_figures(void **state)
{
    static const struct { const char *name; double value; } rows[] = {
        { "stalls.ldst_mshr_share", 132.0 / 200 }, { "stalls.scheduler_ldst_share", 0.75 }, { "stalls.occluded_share", 0 },
        { "loads.divergent_share", 0.25 }, { "loads.divergent_requests", 32 }, { "loads.divergent_sets", 8 },
        { "loads.coherent_fully_cached_share", 0.5 }, { "loads.divergent_fully_cached_share", 2.0 / 10 },
        { "loads.fully_cached_share", 17.0 / 40 }, { "latency.coherent_queued_share", 0.2 }, { "latency.divergent_queued_share", 0.1 },
        { "latency.coherent_mean", 100 }, { "latency.divergent_mean", 500 }, { "latency.coherent_occluded_share", 0.25 },
        { "latency.divergent_occluded_share", 0.5 }, { "latency.occluded_share", 3250.0 / 8000 },
        { "mshr.occupancy", 16 }, { "mshr.full_share", 0.25 }, { "issue.oldest_8_share", 0.75 },
        { "issue.held_oldest_8_share", 0.9 },
    };
    run_record run = example("gto", 4870);
    char *text = printed(report_json, &run, 1);
    json_t *array = json_loads(text, 0, NULL);

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        double difference = json_real_value(at_path(json_array_get(array, 0), rows[i].name)) - rows[i].value;

        if (difference < -1e-9 || difference > 1e-9)
            fail_msg("%s: %g off", rows[i].name, difference);
    }
    json_decref(array);
    free(text);
}

static void test_json_of_failures(void **state)
{
    run_record run = example("gto", 0);
    char *text;
    json_t *array;

    (void)state;
    run.verified = -1;
    run.status = STATUS_LIMIT;
    run.message = "deadlock \"here\"";
    text = printed(report_json, &run, 1);
    array = json_loads(text, 0, NULL);
    assert_true(json_is_null(at_path(json_array_get(array, 0), "verified")));
    assert_int_equal(json_integer_value(at_path(json_array_get(array, 0), "status")), 3);
    assert_string_equal(json_string_value(at_path(json_array_get(array, 0), "message")), "deadlock \"here\"");
    assert_true(json_real_value(at_path(json_array_get(array, 0), "ipc")) == 0);
    json_decref(array);
    free(text);
}

static void test_table(void **state)
{
    run_record runs[3] = { example("gto", 5000), example("lrr", 10000), example("swl", 1) };
    char *text;

    (void)state;
    runs[2].status = STATUS_LIMIT;              // did not end: no column
    runs[2].verified = -1;
    text = printed(report_table, runs, 3);
    assert_non_null(strstr(text, "vadd, on gtx480, blocks: lockstep\n"));
    assert_non_null(strstr(text, "             gto             lrr\n"));
    assert_non_null(strstr(text, "  speedup                                       1.000           0.500  "));
    assert_non_null(strstr(text, "  thread_insns                              1,376,256       1,376,256  thread insns\n"));
    assert_non_null(strstr(text, "  verified                                        yes             yes  against the CPU reference"));
    assert_null(strstr(text, "swl"));
    free(text);
}

// Names stand apart, and what is below them ends where they do.
static void test_long_names(void **state)
{
    run_record runs[2] = { example("gto", 5000), example("cta-aware-locality-blp", 10000) };
    char *text = printed(report_table, runs, 2);

    (void)state;
    assert_non_null(strstr(text, "             gto cta-aware-locality-blp\n"));
    assert_non_null(strstr(text, "  speedup                                       1.000                  0.500  "));
    assert_non_null(strstr(text, "  thread_insns                              1,376,256              1,376,256  thread insns\n"));
    assert_non_null(strstr(text, "  verified                                        yes                    yes  against the CPU reference"));
    free(text);
}

static void test_groups(void **state)
{
    (void)state;
    assert_string_equal(report_group(&(counters){ 0 }), "coherent");
    assert_string_equal(report_group(&(counters){ .loads_coherent = 19, .loads_divergent = 1 }), "coherent");
    assert_string_equal(report_group(&(counters){ .loads_coherent = 18, .loads_divergent = 1 }), "divergent");
    assert_string_equal(report_group(&(counters){ .loads_divergent = 1 }), "divergent");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_json_names), cmocka_unit_test(test_derived_figures),
        cmocka_unit_test(test_json_of_failures), cmocka_unit_test(test_table), cmocka_unit_test(test_long_names),
        cmocka_unit_test(test_groups),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
