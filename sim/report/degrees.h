// SPDX-License-Identifier: BSD-3-Clause
// A run's loads by their degree of un-coalescing: the number of accesses that the coalescer makes of a load (BUCL paper,
// section III). sim/core fills it in on request (--per-degree); the sums are the run's counters.
#ifndef WARPLOCK_SIM_REPORT_DEGREES_H
#define WARPLOCK_SIM_REPORT_DEGREES_H

#include <stdint.h>
#include <stdio.h>

#include <jansson.h>

enum { DEGREES = 32, COALESCED_DEGREE = 2 };    // the last one includes all above; BUCL III.A: un-coalesced is above 2

typedef struct {
#define PART_COUNTER(member, ...) uint64_t member;
#define DEGREE_GROUP(...)
#include "sim/report/degree_counters.def"
#undef PART_COUNTER
#undef DEGREE_GROUP
} degree_counters;

typedef struct { degree_counters of[DEGREES + 1]; } degree_profile;     // by degree; of[0] is unused

degree_counters *degree_of(degree_profile *, unsigned accesses);
degree_counters  degrees_total(const degree_profile *, unsigned lowest, unsigned highest);
void    degrees_print(FILE *, const degree_profile *);
json_t *degrees_json(const degree_profile *);

#endif
