// SPDX-License-Identifier: BSD-3-Clause
// Sums of a profile; see sim/report/profile.h.
#include "sim/report/profile.h"

void line_counters_add(line_counters *sum, const line_counters *more)
{
#define PART_COUNTER(member, ...) sum->member += more->member;
#include "sim/report/line_counters.def"
#undef PART_COUNTER
}

line_counters profile_line_total(const kernel_profile *kernel, const profile_line *line)
{
    line_counters sum = { 0 };

    for (unsigned age = 0; line->ages && age < kernel->n_ages; age++)
        line_counters_add(&sum, &line->ages[age].counters);
    return sum;
}

bool profile_line_used(const line_counters *n)
{
    return n->loads || n->accesses || n->reservation_fails;
}
