// SPDX-License-Identifier: BSD-3-Clause
// The counters of the short runs of tests/sim/baseline, kept with a program's results. A page of results is stale when today's
// program gives other counters there; rebuilding alone does not make it stale.
#ifndef WARPLOCK_SIM_CAMPAIGN_BASELINE_H
#define WARPLOCK_SIM_CAMPAIGN_BASELINE_H

#include "sim/campaign/campaign.h"

// The figures of the program whose results the campaign shows: built into this program, in the store for any other.
// The caller frees them. NULL: there are none.
char *baseline_of(const campaign *);
// Keeps them in a store. False, with a message, when it cannot be written.
bool baseline_keep(const campaign *, store *, char *message, size_t size);
// A line that names the program, then a heading and the figures of the campaign's machines; only the line when there are none.
void baseline_write(const campaign *, FILE *);
// A checksum of that text.
uint64_t baseline_sum(const campaign *);

#endif
