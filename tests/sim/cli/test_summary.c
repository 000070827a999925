// SPDX-License-Identifier: BSD-3-Clause
// The table of kernels x policies that `warplock run` ends with, and the lines of --csv.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "sim/cli/summary.h"
#include "sim/report/csv_text.h"
#include "tests/sim/report/screen.h"

static run_record example(const char *kernel, uint32_t rows, const char *policy, uint64_t cycles)
{
    run_record run = { .blocks = "lockstep", .message = "", .verified = 1, .size = { rows } };

    strcpy(run.machine, "oaws");
    strcpy(run.kernel, kernel);
    strcpy(run.policy, policy);
    run.baseline = strcmp(policy, "gto") == 0;
    run.counters.cycles = cycles;
    run.counters.thread_insns = 1000000;
    run.lockstep.instances = 90;
    run.lockstep.fields = 1000 + cycles;
    return run;
}

static char text[1 << 16];                      // what was printed last

static void summary(const run_record *runs, unsigned count, unsigned policies)
{
    FILE *file = fmemopen(text, sizeof text, "w");

    summary_print(file, &(summary_runs){ runs, count, policies });
    fclose(file);
}

static void csv(const run_record *runs, unsigned count)
{
    FILE *file = fmemopen(text, sizeof text, "w");

    report_csv(file, runs, count);
    fclose(file);
}

// Speedups of 2 and 8: means 4 and 5, and 3.2.
static void the_whole_table(void **state)
{
    const run_record runs[] = {
        example("bfs", 64, "lrr", 10000), example("bfs", 64, "gto", 20000),
        example("atax", 512, "lrr", 1000), example("atax", 512, "gto", 8000),
    };
    static const char wanted[] =
        "2 kernels under 2 policies on oaws, blocks: lockstep\n"
        "                       lrr     gto\n"
        "cycles\n"
        "  bfs 64            10,000  20,000\n"
        "  atax 512           1,000   8,000\n"
        "IPC, thread instructions a cycle\n"
        "  bfs 64            100.00   50.00\n"
        "  atax 512         1000.00  125.00\n"
        "speedup, cycles under gto / these\n"
        "  bfs 64             2.000   1.000\n"
        "  atax 512           8.000   1.000\n"
        "  geometric mean     4.000   1.000\n"
        "  arithmetic mean    5.000   1.000\n"
        "  harmonic mean      3.200   1.000\n"
        "  block instances       90      90\n"
        "  fields compared   13,000  30,000\n"
        "C and Verilog agree: 0 mismatches. Of 4 runs 4 ended, 4 with the results expected.\n";

    (void)state;
    summary(runs, 4, 2);
    assert_int_equal(strcmp(text, wanted), 0);
}

// A run without an end has no number, and its kernel is in no mean; what was not made is not there.
static void runs_without_an_end(void **state)
{
    run_record runs[] = {
        example("bfs", 64, "gto", 20000), example("bfs", 64, "swl", 10000),
        example("atax", 512, "gto", 8000), example("atax", 512, "swl", 1000),
        example("mvt", 512, "gto", 8000), example("mvt", 512, "swl", 1000),
    };
    (void)state;
    runs[3].status = STATUS_LIMIT, runs[3].verified = -1;
    summary(runs, 5, 2);
    assert_non_null(strstr(text, "  atax 512          1.000       -\n"));
    assert_non_null(strstr(text, "  mvt 512           1.000       -\n"));
    assert_non_null(strstr(text, "  geometric mean    1.000   2.000\n"));
    assert_non_null(strstr(text, "  (means of 1 of 3 kernels: "));
    assert_non_null(strstr(text, "Of 5 runs 4 ended, 4 with the results expected.\n"));
    summary(runs, 1, 2);                 // the first one was the last: one column
    assert_null(strstr(text, "swl"));
}

// A wrong result is in no mean, of no policy.
static void wrong_results_are_in_no_mean(void **state)
{
    run_record runs[] = {
        example("bfs", 64, "gto", 20000), example("bfs", 64, "lrr", 10000), example("bfs", 64, "swl", 5000),
        example("mvt", 512, "gto", 8000), example("mvt", 512, "lrr", 4000), example("mvt", 512, "swl", 1000),
    };
    (void)state;
    runs[5].verified = 0;
    summary(runs, 6, 3);
    assert_non_null(strstr(text, "  geometric mean    1.000   2.000    4.000\n"));
    assert_non_null(strstr(text, "  (means of 1 of 2 kernels: "));
}

// Without the baseline of a kernel there is no speedup of it.
static void a_baseline_without_an_end(void **state)
{
    run_record runs[] = { example("bfs", 64, "gto", 20000), example("bfs", 64, "swl", 10000) };
    (void)state;
    runs[0].status = STATUS_LIMIT;
    summary(runs, 2, 2);
    assert_non_null(strstr(text, "these\n  bfs 64             -       -\n"));
    assert_non_null(strstr(text, "  geometric mean     -       -\n"));
}

// Without a baseline the first policy stands for it; without a run there is no table.
static void no_baseline_and_no_run(void **state)
{
    run_record runs[] = { example("bfs", 64, "lrr", 20000), example("bfs", 64, "swl", 10000) };
    (void)state;
    summary(runs, 2, 2);
    assert_non_null(strstr(text, "  geometric mean    1.000   2.000\n"));
    text[0] = 0;
    summary(runs, 0, 2);
    assert_string_equal(text, "");
}

static void what_is_wrong_is_said(void **state)
{
    run_record runs[] = { example("bfs", 64, "gto", 20000), example("bfs", 64, "swl", 10000),
                          example("mvt", 1, "gto", 5) };
    (void)state;
    runs[1].verified = 0, runs[1].status = STATUS_MISMATCH;
    runs[2].verified = -1, runs[2].lockstep.mismatches = 1;
    summary(runs, 3, 2);
    assert_non_null(strstr(text, "C and Verilog DIFFER: 1 mismatches. "
                                 "Of 3 runs 3 ended, 1 with the results expected, 1 with WRONG results, 1 not checked.\n"));
}

static void print(FILE *file, const void *what)
{
    summary_print(file, what);
}

// 32 policies with long names: every one stands in a table, and no line is longer than 100 columns.
static void wide_tables_are_several(void **state)
{
    run_record runs[2 * REPORT_COLUMNS_MAX];
    const char *lines;
    char name[32];

    (void)state;
    for (unsigned i = 0; i < 2 * REPORT_COLUMNS_MAX; i++) {
        snprintf(name, sizeof name, i % REPORT_COLUMNS_MAX ? "cta-aware-locality-%02u" : "gto", i % REPORT_COLUMNS_MAX);
        runs[i] = example(i < REPORT_COLUMNS_MAX ? "bfs" : "atax", 64, name, 1000 + i);
    }
    lines = screen("100", print, &(summary_runs){ runs, 2 * REPORT_COLUMNS_MAX, REPORT_COLUMNS_MAX });
    for (unsigned p = 1; p < REPORT_COLUMNS_MAX; p++) {
        snprintf(name, sizeof name, "  cta-aware-locality-%02u", p);
        assert_non_null(strstr(lines, name));
    }
    for (const char *line = lines, *end; (end = strchr(line, '\n')); line = end + 1)
        assert_true(end - line <= 100);
}

static unsigned commas(const char *line)
{
    unsigned n = 0;

    for (; *line && *line != '\n'; line++)
        n += *line == ',';
    return n;
}

// Every line has every column; what was not counted is empty; words with commas or quotes are quoted.
static void lines_of_values(void **state)
{
    static const char *const sets[] = { "l1d.sets=64", "core.warps=8" };
    run_record runs[] = { example("bfs", 64, "gto", 20000), example("bfs", 64, "swl", 10000) };
    char *line;

    (void)state;
    runs[1].overrides = sets, runs[1].n_overrides = 2;
    runs[1].reported = REPORTED_LOCALITY | REPORTED_MESH, runs[1].verified = -1;
    csv(runs, 2);
    line = strchr(text, '\n') + 1;
    assert_int_equal(strncmp(text, "machine,policy,kernel,size,columns,rounds,seed,set,blocks,status,verified,group,cycles,", 86), 0);
    assert_non_null(strstr(text, ",l1d.hits_same_thread,"));
    assert_non_null(strstr(text, ",icnt.hops,"));
    assert_int_equal(strncmp(line, "oaws,gto,bfs,64,,,0,,lockstep,0,yes,coherent,20000,1000000,", 59), 0);
    assert_int_equal(commas(text), commas(line));
    line = strchr(line, '\n') + 1;
    assert_int_equal(strncmp(line, "oaws,swl,bfs,64,,,0,l1d.sets=64 core.warps=8,lockstep,0,,coherent,10000,", 71), 0);
    assert_int_equal(commas(text), commas(line));
    runs[0].message = "a \"word\", and more";
    csv(runs, 1);
    assert_non_null(strstr(text, ",\"a \"\"word\"\", and more\"\n"));
}

// What a spreadsheet would calculate is text for it; a number stays one.
static void no_cell_is_a_formula(void **state)
{
    static const char *const texts[][2] = {{"=1+1", "\"'=1+1\""}, {"+cmd|' /C calc'!A0", "\"'+cmd|' /C calc'!A0\""}, {"-2+3", "\"'-2+3\""},
                                           {"@SUM(A1)", "\"'@SUM(A1)\""}, {"\t=1", "\"'\t=1\""}, {"-2.5e-3", "-2.5e-3"}, {"-", "-"},
                                           {"a=1", "a=1"}, {"=\"x\",y", "\"'=\"\"x\"\",y\""}};
    (void)state;
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        FILE *file = fmemopen(text, sizeof text, "w");

        csv_text(file, texts[i][0]);
        fclose(file);
        assert_string_equal(text, texts[i][1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_whole_table), cmocka_unit_test(runs_without_an_end),
        cmocka_unit_test(wrong_results_are_in_no_mean), cmocka_unit_test(no_baseline_and_no_run),
        cmocka_unit_test(a_baseline_without_an_end), cmocka_unit_test(what_is_wrong_is_said),
        cmocka_unit_test(wide_tables_are_several), cmocka_unit_test(lines_of_values), cmocka_unit_test(no_cell_is_a_formula),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
