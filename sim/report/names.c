// SPDX-License-Identifier: BSD-3-Clause
#include "sim/report/names.h"

#include <stddef.h>

const char *const report_names[] = {
#define COUNTER(member, json, ...) json,
#include "sim/report/counters.def"
#undef COUNTER
#define DERIVED(json, part, whole, help) json,
#include "sim/report/derived.def"
#undef DERIVED
#define LOCKSTEP_COUNT(member, help) "lockstep." #member,
#include "tb/lockstep_counts.def"
#undef LOCKSTEP_COUNT
    NULL
};
