// SPDX-License-Identifier: BSD-3-Clause
// One line on a terminal while a campaign runs: runs done, failed and to go, the time that is left, the slowest now.
// In a pipe a line a minute.
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
// The words of it at a time of progress_seconds().
void display_words(const campaign *, double now, FILE *);
// About how long the planned runs that are not there will take, by what each kernel took until now; 0 = nothing is
// known.
double display_seconds_to_go(const campaign *, double now);

#endif
