// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/names.h"

#include <stddef.h>
#include <string.h>

const char *const report_names[] = {
#define COUNTER(member, json, ...) json,
#include "sim/report/counters.def"
#undef COUNTER
#define FIGURE(json, when, part, whole, help) json,
#include "sim/report/derived.def"
#undef FIGURE
#define LOCKSTEP_COUNT(member, help) "lockstep." #member,
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
    NULL
};

static const struct { const char *name, *unit; } units[] = {
#define COUNTER(member, json, keeper, when, unit, help) { json, unit },
#include "sim/report/counters.def"
#undef COUNTER
#define FIGURE(json, when, part, whole, help) { json, help },
#include "sim/report/derived.def"
#undef FIGURE
};

const char *report_unit(const char *name)
{
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++)
        if (strcmp(units[i].name, name) == 0)
            return units[i].unit;
    return "";
}
