// SPDX-License-Identifier: BSD-3-Clause
// What a program counts in the short runs of tests/sim/baseline, kept with its results: a page of results is old when the
// program of today counts something else there, however often the program was built meanwhile.
#ifndef WARPLOCK_SIM_CAMPAIGN_BASELINE_H
#define WARPLOCK_SIM_CAMPAIGN_BASELINE_H

#include "sim/campaign/campaign.h"

// Figures of the program whose results the campaign shows, the caller's: this one's own travel in it, another's are in the
// store. NULL: they are not there.
char *baseline_of(const campaign *);
// Keeps them in a store. False, with a message, when it cannot be written.
bool baseline_keep(const campaign *, store *, char *message, size_t size);
// A line that says of which program they are, a heading and those of the campaign's machines; the line alone when there are
// none.
void baseline_write(const campaign *, FILE *);
// A sum over what is written.
uint64_t baseline_sum(const campaign *);

#endif
