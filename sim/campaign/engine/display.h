// SPDX-License-Identifier: BSD-3-Clause
// One line on a terminal while a campaign runs: runs done, failed and left, the time left, the slowest run in progress.
// In a pipe, one line a minute.
#ifndef WARPLOCK_SIM_CAMPAIGN_DISPLAY_H
#define WARPLOCK_SIM_CAMPAIGN_DISPLAY_H

#include "sim/campaign/campaign.h"

typedef struct {
    bool   terminal;                            // stderr is one
    bool   drawn;
    double last;
} display;

void display_begin(display *);
void display_step(display *, const campaign *);
void display_end(const display *);
// Its text at a time of progress_seconds().
void display_words(const campaign *, double now, FILE *);
// Estimated time for the planned runs that are left, from the run times of each kernel so far; 0 = unknown.
double display_seconds_to_go(const campaign *, double now);

#endif
