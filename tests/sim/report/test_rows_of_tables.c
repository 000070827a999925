// SPDX-License-Identifier: BSD-3-Clause
// Every number of a run stands in the row of its name in the tables of the screen, with titles, marks and speedups. Each
// counter is another number above 32 bits, so one in another's place shows; what was not counted is in none of them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/terminal.h"
#include "tests/sim/report/rows.h"
#include "tests/sim/report/screen.h"

static void group_by_three(uint64_t number, char text[static 32])
{
    char turned[32];
    unsigned n = 0, digits = 0;

    do {
        if (digits && digits % 3 == 0)
            turned[n++] = ',';
        turned[n++] = (char)('0' + number % 10);
        digits++;
    } while (number /= 10);
    for (unsigned i = 0; i < n; i++)
        text[i] = turned[n - 1 - i];
    text[n] = 0;
}

// A row of the table of two runs; a name that is in no row begins no line.
static void expect_row(const char *table, const char *name, bool there, const char *first, const char *second)
{
    char label[64], row[200];

    snprintf(label, sizeof label, "\n  %-35s", name);
    snprintf(row, sizeof row, "%s%16s%16s  ", label, first, second);
    if ((strstr(table, label) != NULL) != there || (there && !strstr(table, row)))
        fail_msg("%s: %s", name, there ? row : "is shown");
}

static void expect_count_row(const char *table, const char *name, bool there, uint64_t first, uint64_t second)
{
    char texts[2][32];

    group_by_three(first, texts[0]);
    group_by_three(second, texts[1]);
    expect_row(table, name, there, texts[0], texts[1]);
}

static bool is_brief(const char *name)
{
#define BRIEF(json) if (strcmp(name, json) == 0) return true;
#include "sim/report/brief.def"
#undef BRIEF
    return false;
}

// Of a functional run nothing else is known.
static bool is_functional(const char *name)
{
    return strcmp(name, "thread_insns") == 0 || strcmp(name, "warp_insns") == 0 || strcmp(name, "ctas") == 0 ||
           strcmp(name, "launches") == 0 || strcmp(name, "loads.coherent") == 0 || strcmp(name, "loads.divergent") == 0;
}

// One of two runs has counted: the row is there, but for the origins of hits, which are asked for all runs or none.
static void tables_have_each_number(void **state)
{
    enum { WHOLE, BRIEF_ONE, FUNCTIONAL, FORMS };

    (void)state;
    for (unsigned round = 0; round < 2 * FORMS; round++)
        for (unsigned set = 0; set < FLAG_SETS; set++) {
            const unsigned flags = flag_sets[set], form = round % FORMS, alone = round / FORMS;
            run_record runs[2] = { example(alone == 0 ? flags : flags & LOCALITY, 3), example(alone == 1 ? flags : flags & LOCALITY, 900) };
            double derived[2][DERIVED_ROWS];

            runs[0].functional = runs[1].functional = form == FUNCTIONAL;
            strcpy(runs[1].policy, "lrr");
            char *text = printed(form == BRIEF_ONE ? report_brief : report_table, runs, 2);
            for (unsigned i = 0; i < COUNTER_ROWS; i++) {
                const char *name = counter_rows[i].json;
                bool there = counted(counter_rows[i].of, flags) && (form == WHOLE || (form == BRIEF_ONE ? is_brief(name) : is_functional(name)));

                expect_count_row(text, name, there, count_of(&runs[0].counters, i), count_of(&runs[1].counters, i));
            }
            for (unsigned i = 0; i < 2; i++)
                derive(&runs[i].counters, derived[i]);
            for (unsigned i = 0; i < DERIVED_ROWS; i++) {
                const char *name = derived_rows[i].json;
                bool there = form != FUNCTIONAL && counted(derived_rows[i].of, flags) && (form == WHOLE || is_brief(name));
                char values[2][32];

                snprintf(values[0], sizeof values[0], "%.4f", derived[0][i]);
                snprintf(values[1], sizeof values[1], "%.4f", derived[1][i]);
                expect_row(text, name, there, values[0], values[1]);
            }
            for (unsigned i = 0; i < LOCKSTEP_ROWS; i++)
                expect_count_row(text, lockstep_rows[i], form == WHOLE || (form == BRIEF_ONE && is_brief(lockstep_rows[i])),
                                 ((uint64_t *)&runs[0].lockstep)[i], ((uint64_t *)&runs[1].lockstep)[i]);
            expect_row(text, "group", true, report_group(&runs[0].counters), report_group(&runs[1].counters));
            expect_row(text, "verified", true, "yes", "yes");
            free(text);
        }
}

// What lockstep compared is on the screen only where it did.
static void lockstep_in_brief(void **state)
{
    run_record runs[2] = { example(0, 3), example(0, 900) };

    (void)state;
    runs[0].blocks = runs[1].blocks = "c";
    char *text = printed(report_brief, runs, 2);
    assert_null(strstr(text, "lockstep."));
    free(text);
}

static void titles(void **state)
{
    static const char *const set[] = { "a=1", "b=2" };
    run_record run = example(0, 3);
    char *text;

    (void)state;
    run.size[0] = 64, run.size[1] = 32, run.size[2] = 5, run.overrides = set, run.n_overrides = 2;
    text = printed(report_table, &run, 1);
    assert_true(strncmp(text, "vadd, size 64x32x5, on gtx480 with a=1, b=2, blocks: lockstep\n", 62) == 0);
    assert_null(strstr(text, "speedup"));                   // over whom?
    assert_non_null(strstr(text, "against the CPU reference, bound: equal\n\n"));
    free(text);
    run.size[1] = run.size[2] = 0, run.n_overrides = 0, run.functional = true, run.bound = NULL, run.verified = 0, run.status = STATUS_MISMATCH;
    text = printed(report_table, &run, 1);
    assert_true(strncmp(text, "vadd, size 64, on gtx480, functional, without timing\n", 53) == 0);
    assert_non_null(strstr(text, " NO  against the expected files\n\n"));
    free(text);
    run.verified = -1, run.status = STATUS_GOOD;
    text = printed(report_table, &run, 1);
    assert_non_null(strstr(text, " not checked  "));
    free(text);
}

// The best speedup is marked, if any is above 1; so are wrong results.
static void print_runs(FILE *file, const void *what)
{
    report_brief(file, what, 3);
}

static void marks(void **state)
{
    static const struct { uint64_t cycles[3]; const char *marked; } cases[] = {
        { { 1000, 500, 800 }, " \033[1;32m2.000\033[0m           1.250  " }, { { 1000, 2000, 1500 }, " 1.000           0.500           0.667  " },
        { { 1000, 500, 500 }, " \033[1;32m2.000\033[0m           \033[1;32m2.000\033[0m  " }, { { 1000, 900, 100 }, "1.111          \033[1;32m10.000\033[0m  " } };

    (void)state;
    terminal_color(COLOR_ALWAYS);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        run_record runs[3] = { example(0, 3), example(0, 3), example(0, 3) };

        for (unsigned run = 0; run < 3; run++)
            runs[run].counters.cycles = cases[i].cycles[run];
        runs[1].verified = 0, runs[1].status = STATUS_MISMATCH;
        const char *text = screen("300", print_runs, runs);
        assert_non_null(strstr(text, cases[i].marked));
        assert_non_null(strstr(text, "             yes              \033[1;31mNO\033[0m             yes  against"));
    }
    terminal_color(COLOR_AUTO);
}

// Speedups are over the run that is asked for; over the first that ended, when none is; over none, when that one did not end.
static void speedups(void **state)
{
    (void)state;
    for (unsigned base = 0; base < 4; base++) {
        run_record runs[3] = { example(0, 3), example(0, 3), example(0, 3) };
        static const uint64_t cycles[3] = { 1000, 500, 2000 };

        for (unsigned i = 0; i < 3; i++) {
            runs[i].counters.cycles = cycles[i];
            runs[i].baseline = i == base;
            snprintf(runs[i].policy, sizeof runs[i].policy, "p%u", i);
        }
        char *text = printed(report_brief, runs, 3), row[200];
        const uint64_t over = cycles[base < 3 ? base : 0];
        snprintf(row, sizeof row, "\n  %-35s%16.3f%16.3f%16.3f  cycles under p%u / these\n", "speedup", (double)over / 1000, (double)over / 500,
                 (double)over / 2000, base < 3 ? base : 0);
        assert_non_null(strstr(text, row));
        free(text);
        if (base == 3)
            continue;
        runs[base].status = STATUS_LIMIT;
        text = printed(report_brief, runs, 3);
        assert_null(strstr(text, "speedup"));
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_have_each_number), cmocka_unit_test(lockstep_in_brief), cmocka_unit_test(titles),
        cmocka_unit_test(marks), cmocka_unit_test(speedups),
    };

    return cmocka_run_group_tests_name("rows_of_tables", tests, NULL, NULL);
}
