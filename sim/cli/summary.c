// SPDX-License-Identifier: BSD-3-Clause
// One table of kernels x policies; see sim/cli/summary.h.
#include "sim/cli/summary.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "sim/campaign/terms/statistics.h"
#include "sim/report/fit.h"
#include "sim/report/ratio.h"

enum { CELL = 32, LABEL = 80, KERNELS_MAX = 256, GAP = 2, SCREEN_KERNELS = 6 };

typedef enum { CYCLES, IPC, SPEEDUP, INSTANCES, FIELDS } measure;

static const char *const mean_names[MEAN_KINDS] = {
    [ARITHMETIC] = "arithmetic mean", [GEOMETRIC] = "geometric mean", [HARMONIC] = "harmonic mean",
};
// Most of the papers' gains are geometric means.
static const mean_kind mean_order[MEAN_KINDS] = { GEOMETRIC, ARITHMETIC, HARMONIC };

// The widths of the columns and of the labels.
typedef struct { int widths[REPORT_COLUMNS_MAX], label; } layout;

static unsigned kernels_of(const summary_runs *s)
{
    return (s->count + s->policies - 1) / s->policies;
}

// NULL: not made, or not ended.
static const run_record *run_at(const summary_runs *s, unsigned kernel, unsigned policy)
{
    const unsigned at = kernel * s->policies + policy;

    return at < s->count && report_ended(&s->runs[at]) ? &s->runs[at] : NULL;
}

static unsigned base_of(const summary_runs *s)
{
    for (unsigned p = 0; p < s->policies && p < s->count; p++)
        if (s->runs[p].baseline)
            return p;
    return 0;
}

static bool in_lockstep(const summary_runs *s)
{
    return strcmp(s->runs[0].blocks, "lockstep") == 0;
}

// NAN: none.
static double value_of(const summary_runs *s, measure measure, unsigned kernel, unsigned policy)
{
    const run_record *run = run_at(s, kernel, policy), *base = run_at(s, kernel, base_of(s));

    if (!run || (measure == SPEEDUP && !base))
        return NAN;
    switch (measure) {
    case CYCLES:    return (double)run->counters.cycles;
    case IPC:       return report_ratio(run->counters.thread_insns, run->counters.cycles);
    case SPEEDUP:   return report_ratio(base->counters.cycles, run->counters.cycles);
    case INSTANCES: return (double)run->lockstep.instances;
    default:        return (double)run->lockstep.fields;
    }
}

static void cell_text(measure measure, double value, char text[static CELL])
{
    if (isnan(value))
        strcpy(text, "-");
    else if (measure == IPC || measure == SPEEDUP)
        snprintf(text, CELL, "%.*f", measure == IPC ? 2 : 3, value);
    else
        report_grouped((uint64_t)value, text);
}

static void label_of(const run_record *run, char text[static LABEL])
{
    int length = snprintf(text, LABEL, "%.60s", run->kernel);

    for (unsigned i = 0; i < 3 && run->size[i]; i++)
        length += snprintf(text + length, LABEL - (size_t)length, "%c%" PRIu32, i ? 'x' : ' ', run->size[i]);
}

// Means cover the same kernels under every policy: those that ended without a wrong result under all.
static bool in_means(const summary_runs *s, unsigned kernel)
{
    for (unsigned p = 0; p < s->policies; p++) {
        const run_record *run = run_at(s, kernel, p);

        if (!run || run->verified == 0)
            return false;
    }
    return true;
}

static double mean_of(const summary_runs *s, measure measure, unsigned policy, mean_kind kind)
{
    double values[KERNELS_MAX];
    unsigned n = 0;

    for (unsigned k = 0; k < kernels_of(s) && n < KERNELS_MAX; k++)
        if (in_means(s, k))
            values[n++] = value_of(s, measure, k, policy);
    return mean_by(kind, values, n);
}

// The most instances in any run, the fields of all.
static double lockstep_of(const summary_runs *s, measure measure, unsigned policy)
{
    double all = 0;

    for (unsigned k = 0; k < kernels_of(s); k++) {
        const double value = value_of(s, measure, k, policy);

        if (!isnan(value))
            all = measure == INSTANCES ? fmax(all, value) : all + value;
    }
    return all;
}

static void widen(int *width, const char *text)
{
    if ((int)strlen(text) > *width)
        *width = (int)strlen(text);
}

static void measure_columns(const summary_runs *s, layout *l)
{
    char text[LABEL];

    l->label = (int)strlen(mean_names[ARITHMETIC]);
    for (unsigned k = 0; k < kernels_of(s); k++) {
        label_of(&s->runs[k * s->policies], text);
        widen(&l->label, text);
    }
    for (unsigned p = 0; p < s->policies && p < s->count; p++) {
        l->widths[p] = (int)strlen(s->runs[p].policy);
        for (unsigned k = 0; k < kernels_of(s); k++)
            for (measure m = CYCLES; m <= SPEEDUP; m++) {
                cell_text(m, value_of(s, m, k, p), text);
                widen(&l->widths[p], text);
            }
        cell_text(FIELDS, lockstep_of(s, FIELDS, p), text);
        if (in_lockstep(s))
            widen(&l->widths[p], text);
    }
}

// Marks the highest value, or the fewest cycles, unless all are equal.
static bool is_best(measure measure, const double *values, unsigned count, double value)
{
    bool best = true, differs = false;

    for (unsigned i = 0; i < count; i++) {
        best &= isnan(values[i]) || (measure == CYCLES ? value <= values[i] : value >= values[i]);
        differs |= !isnan(values[i]) && values[i] != value;
    }
    return measure <= SPEEDUP && best && differs;
}

static void print_row(FILE *file, const layout *l, measure measure, const char *label, const double *values,
                      unsigned count)
{
    char text[CELL];

    fprintf(file, "  %-*s", l->label, label);
    for (unsigned p = 0; p < count; p++) {
        const bool best = is_best(measure, values, count, values[p]);

        cell_text(measure, values[p], text);
        fprintf(file, FIT_RIGHT "%*s%s%s%s", l->widths[p] + GAP - (int)strlen(text), "", best ? FIT_BEST : "", text,
                best ? FIT_PLAIN : "");
    }
    fputc('\n', file);
}

static void print_kernels(FILE *file, const summary_runs *s, const layout *l, measure measure)
{
    double values[REPORT_COLUMNS_MAX];
    char label[LABEL];

    for (unsigned k = 0; k < kernels_of(s); k++) {
        for (unsigned p = 0; p < s->policies; p++)
            values[p] = value_of(s, measure, k, p);
        label_of(&s->runs[k * s->policies], label);
        print_row(file, l, measure, label, values, s->policies);
    }
}

static void print_means(FILE *file, const summary_runs *s, const layout *l)
{
    double values[REPORT_COLUMNS_MAX];
    unsigned whole = 0;

    for (unsigned i = 0; i < MEAN_KINDS; i++) {
        for (unsigned p = 0; p < s->policies; p++)
            values[p] = mean_of(s, SPEEDUP, p, mean_order[i]);
        print_row(file, l, SPEEDUP, mean_names[mean_order[i]], values, s->policies);
    }
    for (unsigned k = 0; k < kernels_of(s); k++)
        whole += in_means(s, k);
    if (whole < kernels_of(s))
        fprintf(file, "  (means of %u of %u kernels: the others did not end, or not with what was expected, under each policy)"
                FIT_RIGHT "\n", whole, kernels_of(s));
}

static void print_compared(FILE *file, const summary_runs *s, const layout *l)
{
    double instances[REPORT_COLUMNS_MAX], fields[REPORT_COLUMNS_MAX];

    for (unsigned p = 0; p < s->policies; p++) {
        instances[p] = lockstep_of(s, INSTANCES, p);
        fields[p] = lockstep_of(s, FIELDS, p);
    }
    print_row(file, l, INSTANCES, "block instances", instances, s->policies);
    print_row(file, l, FIELDS, "fields compared", fields, s->policies);
}

static void print_columns(FILE *file, const summary_runs *s, const layout *l)
{
    fprintf(file, "  %-*s", l->label, "");
    for (unsigned p = 0; p < s->policies; p++)
        fprintf(file, FIT_RIGHT "%*s", l->widths[p] + GAP, s->runs[p].policy);
    fputc('\n', file);
    if (kernels_of(s) <= SCREEN_KERNELS) {
        fputs("cycles" FIT_RIGHT "\n", file);
        print_kernels(file, s, l, CYCLES);
    }
    fputs("IPC, thread instructions a cycle" FIT_RIGHT "\n", file);
    print_kernels(file, s, l, IPC);
    if (s->policies > 1) {
        fprintf(file, "speedup, cycles under %s / these" FIT_RIGHT "\n", s->runs[base_of(s)].policy);
        print_kernels(file, s, l, SPEEDUP);
        print_means(file, s, l);
    }
    if (in_lockstep(s))
        print_compared(file, s, l);
}

// Whether C and Verilog agree, whether results are right.
static void print_verdicts(FILE *file, const summary_runs *s)
{
    unsigned ended = 0, right = 0, wrong = 0;
    uint64_t mismatches = 0;

    for (unsigned i = 0; i < s->count; i++) {
        ended += report_ended(&s->runs[i]);
        right += s->runs[i].verified == 1;
        wrong += s->runs[i].verified == 0;
        mismatches += s->runs[i].lockstep.mismatches;
    }
    if (in_lockstep(s)) {
        fprintf(file, "%sC and Verilog %s: %" PRIu64 " mismatches.%s ", mismatches ? FIT_BAD : "",
                mismatches ? "DIFFER" : "agree", mismatches, mismatches ? FIT_PLAIN : "");
    }
    const bool bad = wrong || ended < s->count;
    fprintf(file, "%sOf %u runs %u ended, %u with the results expected", bad ? FIT_BAD : "", s->count, ended, right);
    if (wrong)
        fprintf(file, ", %u with WRONG results", wrong);
    if (ended > right + wrong)
        fprintf(file, ", %u not checked", ended - right - wrong);
    fprintf(file, ".%s\n", bad ? FIT_PLAIN : "");
}

void summary_print(FILE *to, const summary_runs *all)
{
    const unsigned policies = all->count < all->policies ? all->count : all->policies;
    const summary_runs *s = &(summary_runs){ all->runs, all->count, policies };
    layout l = { 0 };
    fit fitted;
    FILE *file;

    if (!s->count)
        return;
    file = fit_begin(&fitted, to);
    measure_columns(s, &l);
    fprintf(file, "%u kernels under %u policies ", kernels_of(s), s->policies);
    report_print_machine(file, s->runs);
    print_columns(file, s, &l);
    print_verdicts(file, s);
    fit_end(&fitted);
}
