// SPDX-License-Identifier: BSD-3-Clause
// The text report: one row per counter, one column per run; below, what lockstep compared and what was verified. The short
// report has the rows of brief.def.
#include <inttypes.h>
#include <string.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"
#include "sim/report/report.h"

// A column grows with its policy's name.
enum { LABEL_WIDTH = 35, COLUMN_WIDTH = 16 };

// Runs side by side, the baseline of speedups, and whether all rows are shown.
typedef struct { const run_record *runs; unsigned count; const run_record *base; bool brief; } columns;

void report_grouped(uint64_t number, char text[static 32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%" PRIu64, number);

    for (int i = 0; i < length; i++) {
        *text++ = digits[i];
        if (i + 1 < length && (length - 1 - i) % 3 == 0)
            *text++ = ',';
    }
    *text = 0;
}

static void print_label(FILE *file, const char *label)
{
    fprintf(file, "  %-*s", LABEL_WIDTH, label);
}

// A space in front of each name.
static int width_of(const run_record *run)
{
    const int name = (int)strlen(run->policy) + 1;

    return name > COLUMN_WIDTH ? name : COLUMN_WIDTH;
}

static void print_count(FILE *file, const run_record *run, uint64_t number)
{
    char text[32];

    report_grouped(number, text);
    fprintf(file, FIT_RIGHT "%*s", width_of(run), text);
}

static void print_word(FILE *file, const run_record *run, const char *word, const char *mark)
{
    const int room = width_of(run) - (int)strlen(word);

    fprintf(file, FIT_RIGHT "%*s%s%s%s", room > 0 ? room : 0, "", mark, word, mark[0] ? FIT_PLAIN : "");
}

static void print_value(FILE *file, const run_record *run, int digits, double value, bool best)
{
    char text[64];

    snprintf(text, sizeof text, "%.*f", digits, value);
    print_word(file, run, text, best ? FIT_BEST : "");
}

static void print_title(FILE *file, const run_record *run)
{
    fprintf(file, "%s", run->kernel);
    if (run->size[0])
        fprintf(file, ", size %" PRIu32, run->size[0]);
    if (run->size[1])
        fprintf(file, "x%" PRIu32, run->size[1]);
    if (run->size[2])
        fprintf(file, "x%" PRIu32, run->size[2]);
    fputs(", ", file);
    report_print_machine(file, run);
}

void report_print_machine(FILE *file, const run_record *run)
{
    fprintf(file, "on %s", run->machine);
    for (unsigned i = 0; i < run->n_overrides; i++)
        fprintf(file, "%s%s", i ? ", " : " with ", run->overrides[i]);
    if (run->functional)
        fprintf(file, ", functional, without timing\n");
    else
        fprintf(file, ", blocks: %s\n", run->blocks);
}

static double speedup(const columns *table, unsigned i)
{
    return report_ratio(table->base->counters.cycles, table->runs[i].counters.cycles);
}

static void print_speedup(FILE *file, const columns *table)
{
    double best = 1;

    for (unsigned i = 0; i < table->count; i++)
        best = speedup(table, i) > best ? speedup(table, i) : best;
    print_label(file, "speedup");
    for (unsigned i = 0; i < table->count; i++)
        print_value(file, &table->runs[i], 3, speedup(table, i), best > 1 && speedup(table, i) == best);
    fprintf(file, FIT_LEFT "  cycles under %s / these\n", table->base->policy);
}

static bool only_functional(const char *json)
{
    static const char *const names[] = { "thread_insns", "warp_insns", "ctas", "launches", "loads.coherent",
                                         "loads.divergent" };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(json, names[i]) == 0)
            return true;
    return false;
}

static bool is_brief(const char *json)
{
    static const char *const names[] = {
#define BRIEF(json) json,
#include "sim/report/brief.def"
#undef BRIEF
    };

    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(json, names[i]) == 0)
            return true;
    return false;
}

// Whether one of the runs has them.
static bool any_has(const columns *table, unsigned when)
{
    for (unsigned i = 0; i < table->count; i++)
        if (report_has(&table->runs[i], when))
            return true;
    return false;
}

static bool shows_counter(const columns *table, const char *json)
{
    return table->runs[0].functional ? only_functional(json) : !table->brief || is_brief(json);
}

static void print_counters(FILE *file, const columns *table)
{
#define COUNTER(member, json, keeper, when, unit, help) \
    if (any_has(table, REPORTED_##when) && shows_counter(table, json)) { \
        print_label(file, json); \
        for (unsigned i = 0; i < table->count; i++) \
            print_count(file, &table->runs[i], table->runs[i].counters.member); \
        fprintf(file, FIT_LEFT "  %s\n", unit); \
    }
#include "sim/report/counters.def"
#undef COUNTER
}

static void print_derived(FILE *file, const columns *table)
{
#define FIGURE(json, when, part, whole, help) \
    if (any_has(table, REPORTED_##when) && (!table->brief || is_brief(json))) { \
        print_label(file, json); \
        for (unsigned i = 0; i < table->count; i++) { \
            const counters *c = &table->runs[i].counters; \
            print_value(file, &table->runs[i], 4, report_ratio(part, whole), false); \
        } \
        fprintf(file, FIT_LEFT "  %s\n", help); \
    }
#include "sim/report/derived.def"
#undef FIGURE
}

static void print_group(FILE *file, const columns *table)
{
    print_label(file, "group");
    for (unsigned i = 0; i < table->count; i++)
        print_word(file, &table->runs[i], report_group(&table->runs[i].counters), "");
    fprintf(file, FIT_LEFT "  memory divergent: more than 1 of %d loads is\n", DIVERGENT_ONE_IN);
}

static void print_lockstep(FILE *file, const columns *table)
{
    bool compared = strcmp(table->runs[0].blocks, "lockstep") == 0;
#define LOCKSTEP_COUNT(member, help) \
    if (!table->brief || (compared && is_brief("lockstep." #member))) { \
        print_label(file, "lockstep." #member); \
        for (unsigned i = 0; i < table->count; i++) \
            print_count(file, &table->runs[i], table->runs[i].lockstep.member); \
        fprintf(file, FIT_LEFT "  %s\n", help); \
    }
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
}

static const char *verdict(const run_record *run)
{
    return run->verified == 1 ? "yes" : run->verified == 0 ? "NO" : "not checked";
}

bool report_ended(const run_record *run)
{
    return run->status == STATUS_GOOD || (run->status == STATUS_MISMATCH && run->verified == 0);
}

static void print_table(FILE *file, const columns *table)
{
    const run_record *runs = table->runs;

    print_title(file, &runs[0]);
    print_label(file, "");
    for (unsigned i = 0; i < table->count; i++)
        print_word(file, &runs[i], runs[i].policy, "");
    fputc('\n', file);
    if (!runs[0].functional) {
        if (table->base)
            print_speedup(file, table);
        print_derived(file, table);
    }
    print_counters(file, table);
    if (!runs[0].functional)
        print_lockstep(file, table);
    print_group(file, table);
    print_label(file, "verified");
    for (unsigned i = 0; i < table->count; i++)
        print_word(file, &runs[i], verdict(&runs[i]), runs[i].verified == 0 ? FIT_BAD : "");
    fprintf(file, FIT_LEFT "  %s%s\n\n", runs[0].traced ? "a trace computes nothing" : runs[0].bound ? "against the CPU reference, bound: " : "against the expected files",
            runs[0].bound ? runs[0].bound : "");
}

// The baseline among several runs; NULL: no candidate ended.
static const run_record *find_base(const run_record *ended, unsigned count, bool asked)
{
    for (unsigned i = 0; i < count; i++)
        if (ended[i].baseline)
            return &ended[i];
    return asked ? NULL : ended;
}

static void print_runs(FILE *file, const run_record *runs, unsigned count, bool brief)
{
    run_record ended[REPORT_COLUMNS_MAX];
    unsigned n_ended = 0;
    bool asked = false;
    fit fitted;

    for (unsigned i = 0; i < count && n_ended < REPORT_COLUMNS_MAX; i++) {
        asked |= runs[i].baseline;
        if (report_ended(&runs[i]))
            ended[n_ended++] = runs[i];
    }
    if (!n_ended)
        return;
    print_table(fit_begin(&fitted, file),
                &(columns){ ended, n_ended, n_ended > 1 ? find_base(ended, n_ended, asked) : NULL, brief });
    fit_end(&fitted);
}

void report_brief(FILE *file, const run_record *runs, unsigned count)
{
    print_runs(file, runs, count, true);
}

void report_table(FILE *file, const run_record *runs, unsigned count)
{
    print_runs(file, runs, count, false);
    report_details(file, runs, count);
}
