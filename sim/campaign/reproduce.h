// SPDX-License-Identifier: BSD-3-Clause
// Reproduces a share of a campaign's figures: which runs each figure and claim is made of, which to make again within a time
// limit, and whether they come out the same.
#ifndef WARPLOCK_SIM_CAMPAIGN_REPRODUCE_H
#define WARPLOCK_SIM_CAMPAIGN_REPRODUCE_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

typedef struct reproduction reproduction;
typedef struct { unsigned runs, figures, of; double seconds; } reproduction_cost;       // `of`: figures of the tables in all

// From here until it is freed, it records the runs that each of the campaign's figures is made of.
reproduction *reproduction_new(campaign *);
void reproduction_free(reproduction *);
// Assigns the runs requested so far to this figure. For figures.c.
void reproduction_figure(reproduction *, const sheet *, unsigned row, unsigned column);
// The claims as one more table. Call after figures_make().
void reproduction_claims(reproduction *);

// All runs of all figures.
reproduction_cost reproduction_whole(const reproduction *);
// Chooses of each table so many per cent of its figures that runs were made for, cheap ones first and of equally cheap ones by
// a hash of their runs' keys, as long as all runs took no longer in the store. The same results give the same choice.
reproduction_cost reproduction_choose(reproduction *, double per_cent, double seconds);
bool reproduction_wants(const reproduction *, unsigned run);
// Behind new results for these runs: the chosen figures beside what they are now, of tables made anew. Returns how many
// differ.
unsigned reproduction_compare(reproduction *, sheet *const *sheets, unsigned n_sheets, FILE *);

#endif
