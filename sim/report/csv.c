// SPDX-License-Identifier: BSD-3-Clause
// Runs as comma-separated values, one line each. The columns are the names of the JSON, always all of them.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/csv_text.h"
#include "sim/report/names.h"
#include "sim/report/number.h"
#include "sim/report/ratio.h"
#include "sim/report/report.h"

// What a spreadsheet would evaluate; a signed number is no formula.
static bool is_formula(const char *text)
{
    char *end;

    if (!*text || !text[1] || !strchr("=+-@\t\r", *text))
        return false;
    strtod(text, &end);
    return *end != 0;
}

void csv_text(FILE *file, const char *text)
{
    const bool formula = is_formula(text);

    if (!formula && !strpbrk(text, ",\"\n\r")) {
        fputs(text, file);
        return;
    }
    fputs(formula ? "\"'" : "\"", file);
    for (; *text; text++)
        fprintf(file, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', file);
}

// Writes the separator, too.
static void put_number(FILE *file, bool counted, uint64_t number)
{
    fputc(',', file);
    if (counted)
        fprintf(file, "%" PRIu64, number);
}

static void put_real(FILE *file, double number)
{
    fputc(',', file);
    number_put(file, number);
}

static void put_names(FILE *file)
{
    fputs("machine,policy,kernel,size,columns,rounds,seed,set,blocks,status,verified,group", file);
    for (const char *const *name = report_names; *name; name++)
        fprintf(file, ",%s", *name);
    fputs(",wall_seconds,message\n", file);
}

static void put_identity(FILE *file, const run_record *run)
{
    char set[4096] = "";

    for (unsigned i = 0; i < run->n_overrides; i++)
        snprintf(set + strlen(set), sizeof set - strlen(set), "%s%s", i ? " " : "", run->overrides[i]);
    csv_text(file, run->machine);
    fputc(',', file);
    csv_text(file, run->policy);
    fputc(',', file);
    csv_text(file, run->kernel);
    for (unsigned i = 0; i < 3; i++)
        put_number(file, run->size[i] != 0, run->size[i]);
    put_number(file, run->size[0] != 0, run->seed);
    fputc(',', file);
    csv_text(file, set);
    fprintf(file, ",%s,%d,%s,%s", run->blocks, run->status, run->verified < 0 ? "" : run->verified ? "yes" : "no",
            report_ended(run) ? report_group(&run->counters) : "");
}

static void put_figures(FILE *file, const run_record *run)
{
    const counters *c = &run->counters;

#define COUNTER(member, json, keeper, when, ...) put_number(file, report_has(run, REPORTED_##when), c->member);
#include "sim/report/counters.def"
#undef COUNTER
#define FIGURE(json, when, part, whole, help) \
    if (report_has(run, REPORTED_##when)) put_real(file, report_ratio(part, whole)); else fputc(',', file);
#include "sim/report/derived.def"
#undef FIGURE
#define LOCKSTEP_COUNT(member, help) put_number(file, true, run->lockstep.member);
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
}

void report_csv(FILE *file, const run_record *runs, unsigned count)
{
    put_names(file);
    for (const run_record *run = runs; run < runs + count; run++) {
        put_identity(file, run);
        put_figures(file, run);
        put_real(file, run->wall_seconds);
        fputc(',', file);
        csv_text(file, run->message);
        fputc('\n', file);
    }
}
