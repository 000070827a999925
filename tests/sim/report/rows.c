// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/report/rows.h"

#include <stdio.h>

const unsigned flag_sets[FLAG_SETS] = { ALWAYS, LOCALITY, PREFETCHES, LENDS, SUB_CORES, INACTIVE, MESH, ALL };

#define COUNTER(member, json, keeper, when, ...) { json, offsetof(counters, member), when },
const counter_row counter_rows[COUNTER_ROWS] = {
#include "sim/report/counters.def"
};
#undef COUNTER

#define FIGURE(json, when, part, whole, help) { json, when },
const derived_row derived_rows[DERIVED_ROWS] = {
#include "sim/report/derived.def"
};
#undef FIGURE

const char *const lockstep_rows[LOCKSTEP_ROWS] = {
#define LOCKSTEP_COUNT(member, help) "lockstep." #member,
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
};

static double quotient(uint64_t part, uint64_t whole) { return whole ? (double)part / (double)whole : 0; }

void derive(const counters *c, double values[static DERIVED_ROWS])
{
    unsigned i = 0;

#define FIGURE(json, when, part, whole, help) values[i++] = quotient(part, whole);
#include "sim/report/derived.def"
#undef FIGURE
}

void fill_counters(counters *c, uint64_t from)
{
    for (unsigned i = 0; i < COUNTER_ROWS; i++)
        *(uint64_t *)((char *)c + counter_rows[i].offset) = from + (i * 37 % COUNTER_ROWS + 1) * UINT64_C(0x100000007);
}

run_record example(unsigned flags, uint64_t from)
{
    run_record run = { .machine = "gtx480", .policy = "gto", .kernel = "vadd", .blocks = "lockstep", .message = "", .verified = 1,
                       .wall_seconds = 0.5, .bound = "equal", .reported = flags };
    uint64_t *compared = (uint64_t *)&run.lockstep;

    for (unsigned i = 0; i < LOCKSTEP_ROWS; i++)
        compared[i] = from + 5 + ((uint64_t)i << 33);
    fill_counters(&run.counters, from);
    return run;
}

char *printed(void (*print)(FILE *, const run_record *, unsigned), const run_record *runs, unsigned count)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);

    print(file, runs, count);
    fclose(file);
    return text;
}
