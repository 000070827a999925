// SPDX-License-Identifier: BSD-3-Clause
// Loads by degree: a table in the groups of the BUCL paper's figure 5, JSON with every degree.
#include "sim/report/degrees.h"

#include <inttypes.h>

#include "sim/report/fit.h"
#include "sim/report/ratio.h"

#define PART_COUNTER(...)
#define DEGREE_GROUP(json, lowest, highest) { json, lowest, highest },
static const struct { const char *json; unsigned lowest, highest; } groups[] = {
#include "sim/report/degree_counters.def"
};
#undef PART_COUNTER
#undef DEGREE_GROUP

enum { GROUPS = sizeof groups / sizeof groups[0] };

degree_counters *degree_of(degree_profile *p, unsigned accesses)
{
    return &p->of[accesses < DEGREES ? accesses : DEGREES];
}

degree_counters degrees_total(const degree_profile *p, unsigned lowest, unsigned highest)
{
    degree_counters sum = { 0 };

    for (unsigned degree = lowest; degree <= highest; degree++) {
        const degree_counters *more = &p->of[degree];

#define PART_COUNTER(member, ...) sum.member += more->member;
#define DEGREE_GROUP(...)
#include "sim/report/degree_counters.def"
#undef PART_COUNTER
#undef DEGREE_GROUP
    }
    return sum;
}

static void cell(FILE *file, double number, uint64_t of)
{
    if (of)
        fprintf(file, FIT_RIGHT " %10.1f", number);
    else
        fprintf(file, FIT_RIGHT " %10s", "-");
}

void degrees_print(FILE *file, const degree_profile *p)
{
    static const char *const heads[] = { "loads", "share%", "cached%", "latency", "lines", "reused%" };
    const uint64_t loads = degrees_total(p, 1, DEGREES).loads;

    fprintf(file, "  %10s", "accesses");
    for (unsigned i = 0; i < sizeof heads / sizeof heads[0]; i++)
        fprintf(file, FIT_RIGHT " %10s", heads[i]);
    fputc('\n', file);
    for (unsigned i = 0; i < GROUPS; i++) {
        const degree_counters n = degrees_total(p, groups[i].lowest, groups[i].highest);
        char range[16];

        snprintf(range, sizeof range, groups[i].lowest < groups[i].highest ? "%u to %u" : "%u", groups[i].lowest,
                 groups[i].highest);
        fprintf(file, "  %10s" FIT_RIGHT " %10" PRIu64, range, n.loads);
        cell(file, 100 * report_ratio(n.loads, loads), loads);
        cell(file, 100 * report_ratio(n.fully_cached, n.loads), n.loads);
        cell(file, report_ratio(n.latency, n.loads), n.loads);
        fprintf(file, FIT_RIGHT " %10" PRIu64, n.lines);
        cell(file, 100 * report_ratio(n.lines_reused, n.lines), n.lines);
        fputc('\n', file);
    }
    fprintf(file, "  share%%: of all loads; cached%%: whose every access hit at its first attempt; latency: cycles from the "
                  "issue to the last datum; lines: brought into the L1D; reused%%: of these, hit before they left\n");
}

static json_t *counts(const degree_counters *n)
{
    json_t *object = json_object();

#define PART_COUNTER(member, ...) json_object_set_new(object, #member, json_integer((json_int_t)n->member));
#define DEGREE_GROUP(...)
#include "sim/report/degree_counters.def"
#undef PART_COUNTER
#undef DEGREE_GROUP
    return object;
}

json_t *degrees_json(const degree_profile *p)
{
    json_t *object = json_object(), *each = json_array();

    for (unsigned i = 0; i < GROUPS; i++) {
        const degree_counters n = degrees_total(p, groups[i].lowest, groups[i].highest);

        json_object_set_new(object, groups[i].json, counts(&n));
    }
    for (unsigned degree = 1; degree <= DEGREES; degree++) {
        json_t *row = counts(&p->of[degree]);

        json_object_set_new(row, "degree", json_integer(degree));
        json_array_append_new(each, row);
    }
    json_object_set_new(object, "each", each);
    return object;
}
