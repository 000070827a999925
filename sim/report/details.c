// SPDX-License-Identifier: BSD-3-Clause
// A run's tables of parts: one row per launch, PTX line or age of warps. Each explains its columns below.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/fit.h"
#include "sim/report/readable_name.h"
#include "sim/report/ratio.h"
#include "sim/report/report.h"

enum { COLUMN = 10, AGE_LINES = 8 };

static void head(FILE *file, const char *heading)
{
    fprintf(file, FIT_RIGHT " %*s", COLUMN, heading);
}

static void count_cell(FILE *file, uint64_t number)
{
    fprintf(file, FIT_RIGHT " %*" PRIu64, COLUMN, number);
}

static void ratio_cell(FILE *file, double scale, uint64_t part, uint64_t whole)
{
    if (whole)
        fprintf(file, FIT_RIGHT " %*.*f", COLUMN, scale > 1 ? 1 : 2, scale * report_ratio(part, whole));
    else
        fprintf(file, FIT_RIGHT " %*s", COLUMN, "-");
}

// Explains a column below the table.
static void legend(FILE *file, const char *heading, const char *help)
{
    fprintf(file, "  %-10s" FIT_LEFT "%s\n", heading, help);
}

// --- launches

static void print_head(FILE *file, const run_record *run, const char *by, const char *first)
{
    fprintf(file, "%s under %s, by %s\n  %8s", run->kernel, run->policy, by, first);
#define COUNT(heading, value, help) head(file, heading);
#define RATIO(heading, part, whole, help) head(file, heading);
#define PERCENT(heading, part, whole, help) head(file, heading);
#include "sim/report/per_launch.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fputc('\n', file);
}

static void print_legend(FILE *file)
{
    fputs(FIT_TABLE, file);
#define COUNT(heading, value, help) legend(file, heading, help);
#define RATIO(heading, part, whole, help) legend(file, heading, help);
#define PERCENT(heading, part, whole, help) legend(file, heading, help);
#include "sim/report/per_launch.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fputc('\n', file);
}

static void print_cells(FILE *file, uint64_t first, const counters *c, const char *kernel)
{
    char *name = readable_name(kernel);

    fprintf(file, "  %8" PRIu64, first);
#define COUNT(heading, value, help) count_cell(file, value);
#define RATIO(heading, part, whole, help) ratio_cell(file, 1, part, whole);
#define PERCENT(heading, part, whole, help) ratio_cell(file, 100, part, whole);
#include "sim/report/per_launch.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fprintf(file, FIT_LEFT "  %s", name);
    free(name);
}

static void print_launches(FILE *file, const run_record *run)
{
    print_head(file, run, "launch", "launch");
    for (unsigned i = 0; i < run->n_launches; i++) {
        const launch_record *launch = &run->launches[i];

        print_cells(file, i + 1, &launch->counters, launch->kernel);
        fprintf(file, ", grid %" PRIu32 "x%" PRIu32 "x%" PRIu32 ", block %" PRIu32 "x%" PRIu32 "x%" PRIu32 "%s", launch->grid[0],
                launch->grid[1], launch->grid[2], launch->block[0], launch->block[1], launch->block[2],
                launch->functional ? ", functional" : "");
        if (launch->l1d_ways)
            fprintf(file, ", L1D of %" PRIu32 " ways", launch->l1d_ways);
        fputc('\n', file);
    }
}

static unsigned first_launch_of(const run_record *run, const char *kernel)
{
    unsigned first = 0;

    while (strcmp(run->launches[first].kernel, kernel) != 0)
        first++;
    return first;
}

// The sums of each kernel's launches, ordered by first launch. The table above suffices when each is launched once.
static void print_kernels(FILE *file, const run_record *run)
{
    struct { counters sum; uint64_t launches; } *of = calloc(run->n_launches + 1, sizeof *of);
    bool several = false;

    if (!of)
        abort();
    for (unsigned i = 0; i < run->n_launches; i++) {
        const unsigned first = first_launch_of(run, run->launches[i].kernel);

        counters_add(&of[first].sum, &run->launches[i].counters);
        several |= ++of[first].launches > 1;
    }
    if (several) {
        fputc('\n', file);
        print_head(file, run, "kernel", "launches");
        for (unsigned i = 0; i < run->n_launches; i++)
            if (of[i].launches) {
                print_cells(file, of[i].launches, &of[i].sum, run->launches[i].kernel);
                fputc('\n', file);
            }
    }
    free(of);
}

// --- lines

static void print_line(FILE *file, const profile_line *line, const line_counters *n, const counters *c)
{
    fprintf(file, "  %6" PRIu32 " %6" PRIu32, line->line, line->pc);
#define COUNT(heading, value, help) count_cell(file, value);
#define RATIO(heading, part, whole, help) ratio_cell(file, 1, part, whole);
#define PERCENT(heading, part, whole, help) ratio_cell(file, 100, part, whole);
#include "sim/report/per_line.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fprintf(file, FIT_LEFT "  %s\n", line->text);
}

static void print_lines_of(FILE *file, const run_record *run, const kernel_profile *kernel)
{
    char *name = readable_name(kernel->name);

    fprintf(file, "%s under %s, kernel %s, by %s\n  %6s %6s", run->kernel, run->policy, name,
            run->traced ? "instruction of the trace" : "PTX line", "line", "pc");
    free(name);
#define COUNT(heading, value, help) head(file, heading);
#define RATIO(heading, part, whole, help) head(file, heading);
#define PERCENT(heading, part, whole, help) head(file, heading);
#include "sim/report/per_line.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fputc('\n', file);
    for (unsigned i = 0; i < kernel->n_lines; i++) {
        line_counters total = profile_line_total(kernel, &kernel->lines[i]);

        if (profile_line_used(&total))
            print_line(file, &kernel->lines[i], &total, &run->counters);
    }
}

static void print_lines(FILE *file, const run_record *run)
{
    for (unsigned k = 0; k < run->profile->n_kernels; k++) {
        print_lines_of(file, run, run->profile->kernels[k]);
        fputc('\n', file);
    }
#define COUNT(heading, value, help) legend(file, heading, help);
#define RATIO(heading, part, whole, help) legend(file, heading, help);
#define PERCENT(heading, part, whole, help) legend(file, heading, help);
#include "sim/report/per_line.def"
#undef COUNT
#undef RATIO
#undef PERCENT
    fputc('\n', file);
}

// --- ages

// The first few lines with divergent loads.
static unsigned divergent_lines(const kernel_profile *kernel, const profile_line *lines[static AGE_LINES])
{
    unsigned n = 0;

    for (unsigned i = 0; i < kernel->n_lines && n < AGE_LINES; i++)
        if (profile_line_total(kernel, &kernel->lines[i]).divergent)
            lines[n++] = &kernel->lines[i];
    return n;
}

static void print_age(FILE *file, const kernel_profile *kernel, unsigned age, const profile_line *const *lines, unsigned n_lines)
{
    line_counters all = { 0 };

    for (unsigned i = 0; i < kernel->n_lines; i++)
        if (kernel->lines[i].ages)
            line_counters_add(&all, &kernel->lines[i].ages[age].counters);
    count_cell(file, all.loads);
    ratio_cell(file, 1, all.mshr_entries, all.loads);
    for (unsigned i = 0; i < n_lines; i++)
        ratio_cell(file, 1, lines[i]->ages[age].counters.mshr_entries, lines[i]->ages[age].counters.loads);
    fputc('\n', file);
}

static void print_age_head(FILE *file, const profile_line *const *lines, unsigned n_lines)
{
    static const char *const headings[] = { "issues", "to here%", "held", "to here%", "loads", "entries" };

    fprintf(file, "  %6s", "age");
    for (unsigned i = 0; i < sizeof headings / sizeof headings[0]; i++)
        head(file, headings[i]);
    for (unsigned i = 0; i < n_lines; i++) {
        char name[32];

        snprintf(name, sizeof name, "line %" PRIu32, lines[i]->line);
        head(file, name);
    }
    fputc('\n', file);
}

static void print_ages_of(FILE *file, const run_record *run, const kernel_profile *kernel)
{
    const profile_line *lines[AGE_LINES];
    unsigned n_lines = divergent_lines(kernel, lines);
    age_counters all = { 0 }, here = { 0 };
    char *name = readable_name(kernel->name);

    for (unsigned age = 0; age < kernel->n_ages; age++)
        all.issues += kernel->ages[age].issues, all.held += kernel->ages[age].held;
    fprintf(file, "%s under %s, kernel %s, by age of the warp\n", run->kernel, run->policy, name);
    free(name);
    print_age_head(file, lines, n_lines);
    for (unsigned age = 0; age < kernel->n_ages && here.issues < all.issues; age++) {
        const age_counters *a = &kernel->ages[age];

        here.issues += a->issues, here.held += a->held;
        fprintf(file, "  %6u", age);
        count_cell(file, a->issues);
        ratio_cell(file, 100, here.issues, all.issues);
        count_cell(file, a->held);
        ratio_cell(file, 100, here.held, all.held);
        print_age(file, kernel, age, lines, n_lines);
    }
}

static void print_ages(FILE *file, const run_record *run)
{
    for (unsigned k = 0; k < run->profile->n_kernels; k++) {
        print_ages_of(file, run, run->profile->kernels[k]);
        fputc('\n', file);
    }
    legend(file, "age", "warps of the SM that were older when it issued; 0: the oldest");
    legend(file, "issues", "warp instructions issued; to here: by warps of this age and older ones");
    legend(file, "held", "scheduler cycles from an issue to the scheduler's next one, or until its SM has no CTA");
    legend(file, "entries", "L1D MSHR entries that a load allocated; line N: a load of this PTX line that has been divergent");
    fputc('\n', file);
}

static void print_curve(FILE *file, const run_record *run)
{
    const run_curve *curve = &run->curve;

    fprintf(file, "%s under %s: of all %s from %" PRIu32 " to %" PRIu32 ", %" PRIu32 " has the highest IPC\n", run->kernel,
            run->policy, curve->key, curve->points[0].value, curve->points[curve->n - 1].value, curve->best);
    fprintf(file, "  %6s" FIT_RIGHT "%12s" FIT_RIGHT "%12s" FIT_RIGHT "%14s\n", "value", "ipc", "mpki", "cycles");
    for (unsigned i = 0; i < curve->n; i++) {
        const curve_point *at = &curve->points[i];

        if (at->known)
            fprintf(file, "  %6" PRIu32 FIT_RIGHT "%12.3f" FIT_RIGHT "%12.3f" FIT_RIGHT "%14" PRIu64 "%s\n", at->value, at->ipc, at->mpki,
                    at->cycles, at->value == curve->best ? FIT_LEFT "  *" : "");
        else
            fprintf(file, "  %6" PRIu32 FIT_RIGHT "%12s" FIT_RIGHT "%12s" FIT_RIGHT "%14s\n", at->value, "-", "-", "-");
    }
    fputc('\n', file);
}

static void print_degrees(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s, loads by the number of their accesses\n", run->kernel, run->policy);
    degrees_print(file, run->degrees);
    fputc('\n', file);
}

static void print_slices(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s, input buffers of the L2 slices\n", run->kernel, run->policy);
    slices_print(file, run->slices, run->counters.cycles);
    fputc('\n', file);
}

static void print_rows(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s, CTAs that access a row of the DRAM\n", run->kernel, run->policy);
    row_sharing_print(file, run->rows);
    fputc('\n', file);
}

static void print_links(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s, links of the mesh\n", run->kernel, run->policy);
    links_print(file, run->links);
    fputc('\n', file);
}

static void print_intervals(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s over time\n", run->kernel, run->policy);
    intervals_print(file, run->intervals);
    fputc('\n', file);
}

static void print_replays(FILE *file, const run_record *run)
{
    fprintf(file, "%s under %s, L1D accesses replayed without time (docs/belady.md)\n", run->kernel, run->policy);
    replay_print(file, &run->replays);
    fputc('\n', file);
}

static void print_details(FILE *file, const run_record *runs, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        if (runs[i].per_launch) {
            print_launches(file, &runs[i]);
            print_kernels(file, &runs[i]);
            print_legend(file);
        }
        if (runs[i].per_line)
            print_lines(file, &runs[i]);
        if (runs[i].per_age)
            print_ages(file, &runs[i]);
        if (runs[i].degrees)
            print_degrees(file, &runs[i]);
        if (runs[i].slices)
            print_slices(file, &runs[i]);
        if (runs[i].rows)
            print_rows(file, &runs[i]);
        if (runs[i].links)
            print_links(file, &runs[i]);
        if (runs[i].intervals)
            print_intervals(file, &runs[i]);
        if (runs[i].curve.key[0])
            print_curve(file, &runs[i]);
        if (runs[i].replayed)
            print_replays(file, &runs[i]);
    }
}

void report_details(FILE *file, const run_record *runs, unsigned count)
{
    fit fitted;

    print_details(fit_begin(&fitted, file), runs, count);
    fit_end(&fitted);
}
