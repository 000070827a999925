// SPDX-License-Identifier: BSD-3-Clause
// Rows of a timeline; see sim/report/timeline.h.
#include <inttypes.h>

#include "sim/report/number.h"
#include "sim/report/timeline.h"

const char *counters_beyond(const counters *c)
{
#define COUNTER(member, json, ...) if (c->member > COUNTERS_MOST) return json;
#include "sim/report/counters.def"
#undef COUNTER
    return NULL;
}

counters counters_since(const counters *now, const counters *before)
{
    counters since;

#define COUNTER(member, ...) since.member = now->member - before->member;
#include "sim/report/counters.def"
#undef COUNTER
    return since;
}

void counters_add(counters *to, const counters *more)
{
#define COUNTER(member, ...) to->member += more->member;
#include "sim/report/counters.def"
#undef COUNTER
}

void timeline_header(timeline *t, const char *const *names, unsigned count)
{
    FILE *file = t->file.stream;

    if (t->kept)
        intervals_name(t->kept, names, count);
    if (!file)
        return;
    fprintf(file, "cycle");
#define RATIO(name, part, whole) fprintf(file, ",%s", name);
#define COUNT(name, value) fprintf(file, ",%s", name);
#include "sim/report/timeline.def"
#undef RATIO
#undef COUNT
    for (unsigned i = 0; i < count; i++)
        fprintf(file, ",%s_mean,%s_min,%s_max", names[i], names[i], names[i]);
    fputc('\n', file);
}

static void print_rate(FILE *file, uint64_t part, uint64_t whole)
{
    fputc(',', file);
    if (whole)
        number_put(file, (double)part / (double)whole);
}

static void print_interval(FILE *file, const counters *c, uint64_t cycles)
{
#define RATIO(name, part, whole) print_rate(file, part, whole);
#define COUNT(name, value) fprintf(file, ",%" PRIu64, value);
#include "sim/report/timeline.def"
#undef RATIO
#undef COUNT
}

static void keep_row(timeline *t, const interval_row *row)
{
    if (intervals_add(t->kept, row) && !t->file.stream)
        t->interval *= 2;
}

static void write_row(FILE *file, const interval_row *row, const timeline_value *values, unsigned count)
{
    fprintf(file, "%" PRIu64, row->cycle);
    print_interval(file, &row->counted, row->cycles);
    for (unsigned i = 0; i < count; i++) {
        print_rate(file, values[i].sum, values[i].sms);
        if (values[i].sms)
            fprintf(file, ",%" PRIu64 ",%" PRIu64, values[i].low, values[i].high);
        else
            fprintf(file, ",,");
    }
    fputc('\n', file);
}

// --- curves: counts of an interval are drawn from its beginning, register values from its end

static void curve_rate(const timeline *t, const char *name, uint64_t part, uint64_t whole)
{
    char number[NUMBER_TEXT], value[64];

    if (!whole)
        return;
    snprintf(value, sizeof value, "\"value\":%s", number_exact((double)part / (double)whole, number));
    trace_counter(t->trace, TRACE_GPU, name, t->cycle < t->trace->start ? t->trace->start : t->cycle, value);
}

static void curve_interval(const timeline *t, const counters *c, uint64_t cycles)
{
#define RATIO(name, part, whole) curve_rate(t, name, part, whole);
#define COUNT(name, value) curve_rate(t, name, value, 1);
#include "sim/report/timeline.def"
#undef RATIO
#undef COUNT
}

static void curve_row(const timeline *t, const interval_row *row, const char *const *names, const timeline_value *values,
                      unsigned count)
{
    char number[NUMBER_TEXT], value[160];

    if (row->cycle <= t->trace->start || t->cycle >= t->trace->end)
        return;
    curve_interval(t, &row->counted, row->cycles);
    for (unsigned i = 0; i < count; i++) {
        if (!values[i].sms)
            continue;
        snprintf(value, sizeof value, "\"mean\":%s,\"min\":%" PRIu64 ",\"max\":%" PRIu64,
                 number_exact((double)values[i].sum / values[i].sms, number), values[i].low, values[i].high);
        trace_counter(t->trace, TRACE_GPU, names[i], row->cycle, value);
    }
}

void timeline_row(timeline *t, uint64_t cycle, const counters *now, const char *const *names, const timeline_value *values,
                  unsigned count)
{
    interval_row row = { .cycle = cycle, .cycles = cycle - t->cycle, .counted = counters_since(now, &t->before) };

    if (t->kept) {
        for (unsigned i = 0; i < t->kept->n_names; i++)
            row.values[i] = values[i];
        keep_row(t, &row);
    }
    if (t->file.stream)
        write_row(t->file.stream, &row, values, count);
    if (t->trace)
        curve_row(t, &row, names, values, count);
    t->before = *now;
    t->cycle = cycle;
}
