// SPDX-License-Identifier: BSD-3-Clause
// A run in parts: launches as differences of counters, and how launches, lines and ages stand in the tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/run/details.h"

static const char ptx[] = ".version 6.0\n.target sm_60\n.address_size 64\n"
    ".visible .entry first(.param .u64 b)\n{\nret;\n}\n.visible .entry second(.param .u64 b)\n{\nret;\n}\n";

// Two launches of `first`, one of `second`; the counters since the run began behind each.
static void launch_three(run_record *record, program *p)
{
    launch_config first = { .kernel = program_kernel(p, 0), .grid = { 7, 2, 1 }, .block = { 64, 1, 1 } };
    launch_config second = { .kernel = program_kernel(p, 1), .grid = { 1, 1, 1 }, .block = { 32, 4, 2 } };
    counters *c = &record->counters;

    *c = (counters){ .cycles = 1000, .thread_insns = 64000, .loads_divergent = 10, .launches = 1, .sm_active_cycles = 500,
                       .ctas = 3, .cta_places = 2, .cycles_tail = 250, .cta_last_cycles = 240,
                     .stalls_ldst_mshr = 330 };
    details_launch(record, &first, 0, c);
    c->cycles += 400, c->thread_insns += 100, c->loads_coherent += 3, c->launches++;
    details_launch(record, &second, 56, c);
    c->cycles += 10, c->loads_divergent += 5, c->loads_divergent_fully_cached += 2, c->launches++;
    details_launch(record, &first, 0, c);
}

static char *printed(void (*print)(FILE *, const run_record *, unsigned), const run_record *run)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    print(file, run, 1);
    fclose(file);
    return text;
}

static void launches_are_differences(void **state)
{
    ptx_error error;
    program *p = program_parse("test.ptx", ptx, sizeof ptx - 1, &error);
    run_record record = { .kernel = "job", .policy = "gto", .message = "" };
    char *text;

    (void)state;
    details_begin(&record, &(cli_options){ .per_launch = true }, &(machine){ 0 });
    launch_three(&record, p);
    assert_int_equal(record.n_launches, 3);
    counters sum = { 0 };
    for (unsigned i = 0; i < record.n_launches; i++) {
#define COUNTER(member, ...) sum.member += record.launches[i].counters.member;
#include "sim/report/counters.def"
#undef COUNTER
    }
    assert_memory_equal(&sum, &record.counters, sizeof sum);
    assert_int_equal(record.launches[1].counters.cycles, 400);
    assert_int_equal(record.launches[1].counters.loads_divergent, 0);
    assert_int_equal(record.launches[2].counters.loads_divergent, 5);
    assert_string_equal(record.launches[1].kernel, "second");
    text = printed(report_details, &record);
    assert_non_null(strstr(text, "job under gto, by launch\n    launch     cycles      insns        ipc "));
    assert_non_null(strstr(text, "\n         1       1000          0      64.00       1.50       25.0        240        0.0       66.0 "));
    assert_non_null(strstr(text, "\n         2        400          0       0.25          -        0.0          0          -          - "));
    assert_non_null(strstr(text, "  first, grid 7x2x1, block 64x1x1\n"));
    assert_non_null(strstr(text, "  second, grid 1x1x1, block 32x4x2, L1D of 56 ways\n"));
    // The first and the third are of one kernel.
    assert_non_null(strstr(text, "\njob under gto, by kernel\n  launches     cycles "));
    assert_non_null(strstr(text, "\n         2       1010          0      63.37 "));
    assert_non_null(strstr(text, "  first\n") && strstr(text, "  second\n"));
    free(text);
    details_free(&record);
    program_free(p);
}

static void nothing_is_kept_unasked(void **state)
{
    ptx_error error;
    program *p = program_parse("test.ptx", ptx, sizeof ptx - 1, &error);
    run_record record = { .kernel = "job", .policy = "gto", .message = "" };
    char *text;

    (void)state;
    details_begin(&record, &(cli_options){ 0 }, &(machine){ 0 });
    launch_three(&record, p);
    assert_int_equal(record.n_launches, 0);
    assert_null(record.profile);
    text = printed(report_details, &record);
    assert_string_equal(text, "");
    free(text);
    text = printed(report_json, &record);
    assert_null(strstr(text, "per_"));
    free(text);
    details_free(&record);
    program_free(p);
}

// Two lines of one kernel under warps of two ages; the third line was never at the L1D.
static void lines_and_ages_in_the_tables(void **state)
{
    line_cell loads[2] = { { .counters = { .loads = 10, .divergent = 4, .accesses = 50, .hits = 20, .mshr_entries = 25, .latency = 4000, .occluded = 1000 } },
                           { .counters = { .loads = 30, .accesses = 30, .hits = 30, .fully_cached = 30, .latency = 400 } } };
    line_cell stores[2] = { { .counters = { .accesses = 20, .misses = 20, .reservation_fails = 5, .fail_miss_queue = 5 } }, { { 0 } } };
    profile_line lines[3] = { { .line = 12, .pc = 40, .text = "ld.global.u32 %r1, [%rd1]", .ages = loads },
                              { .line = 14, .pc = 56, .store = true, .text = "st.global.u32 [%rd1], %r1", .ages = stores },
                              { .line = 15, .pc = 64, .text = "ld.global.u32 %r2, [%rd1]" } };
    age_counters ages[2] = { { .issues = 75, .held = 900 }, { .issues = 25, .held = 100 } };
    kernel_profile kernel = { .name = "k", .n_ages = 2, .ages = ages, .lines = lines, .n_lines = 3 };
    profile whole = { .n_ages = 2, .kernels = (kernel_profile *[]){ &kernel }, .n_kernels = 1 };
    run_record record = { .kernel = "job", .policy = "gto", .message = "", .per_line = true, .per_age = true, .profile = &whole,
                          .counters = { .l1d_reservation_fails = 20 } };
    char *text = printed(report_details, &record);

    (void)state;
    assert_non_null(strstr(text, "job under gto, kernel k, by PTX line\n    line     pc      loads   accesses      lines       hit% "));
    assert_non_null(strstr(text, "\n      12     40         40         80       2.00       62.5        0.0       75.0          0        0.0 "
                                 "         -     110.00        0.0       22.7  ld.global.u32 %r1, [%rd1]\n"));
    assert_non_null(strstr(text, "\n      14     56          0         20          -        0.0        0.0          -          5       25.0 "));
    assert_null(strstr(text, "\n      15 "));
    assert_non_null(strstr(text, "job under gto, kernel k, by age of the warp\n     age     issues   to here%       held   to here%      "
                                 "loads    entries    line 12\n"));
    assert_non_null(strstr(text, "\n       0         75       75.0        900       90.0         10       2.50       2.50\n"));
    assert_non_null(strstr(text, "\n       1         25      100.0        100      100.0         30       0.00       0.00\n"));
    free(text);
}

// By hand: 3 of 4 loads coalesced, half of the others' lines hit; 16 places used in 10 cycles of a buffer of 8.
static void degrees_and_slices_in_the_tables(void **state)
{
    degree_profile degrees = { .of = { [1] = { .loads = 6, .fully_cached = 3, .latency = 60, .lines = 3, .lines_reused = 3 },
                                       [3] = { .loads = 1, .latency = 100, .lines = 3, .lines_reused = 2 },
                                       [10] = { .loads = 1, .latency = 301, .lines = 3, .lines_reused = 1 } } };
    slice_profile *slices = slices_new(2, 8);
    run_record record = { .kernel = "job", .policy = "gto", .message = "", .degrees = &degrees, .slices = slices,
                          .counters = { .cycles = 10 } };
    char *text;

    (void)state;
    slices->of[1] = (slice_counters){ .held = 16, .full = 1, .most = 8 };
    text = printed(report_details, &record);
    assert_non_null(strstr(text, "job under gto, loads by the number of their accesses\n"));
    assert_non_null(strstr(text, "\n           1          6       75.0       50.0       10.0          3      100.0\n"));
    assert_non_null(strstr(text, "\n           2          0        0.0          -          -          0          -\n"));
    assert_non_null(strstr(text, "\n     3 to 10          2       25.0        0.0      200.5          6       50.0\n"));
    assert_non_null(strstr(text, "job under gto, input buffers of the L2 slices\n"));
    assert_non_null(strstr(text, "\n       0      0.000        0.0        0.0          0\n"));
    assert_non_null(strstr(text, "\n       1      1.600       20.0       10.0          8\n"));
    free(text);
    free(slices);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(launches_are_differences), cmocka_unit_test(nothing_is_kept_unasked),
        cmocka_unit_test(lines_and_ages_in_the_tables), cmocka_unit_test(degrees_and_slices_in_the_tables),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
