// SPDX-License-Identifier: BSD-3-Clause
// The counters of the short runs of tests/sim/baseline, stored with a program's results. A page of results is stale when
// today's program gives other counters there; rebuilding alone does not make it stale.
#ifndef WARPLOCK_SIM_CAMPAIGN_BASELINE_H
#define WARPLOCK_SIM_CAMPAIGN_BASELINE_H

#include "sim/campaign/campaign.h"

// The counters of the program whose results are shown: this program has its own built in, others are in the store. The
// caller frees them; NULL: there are none.
char *baseline_of(const campaign *);
// Puts them into a store. False, with a message, on failure.
bool baseline_keep(const campaign *, store *, char *message, size_t size);
// Writes a line that names the program, then a heading and the counters on the campaign's machines, if there are any.
void baseline_write(const campaign *, FILE *);
// A checksum of that text.
uint64_t baseline_sum(const campaign *);

#endif
