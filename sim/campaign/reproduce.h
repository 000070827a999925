// SPDX-License-Identifier: BSD-3-Clause
// Reproduces a share of a campaign's figures: which runs each figure and claim is made of, which to make again within a time
// limit, and whether they come out the same.
#ifndef WARPLOCK_SIM_CAMPAIGN_REPRODUCE_H
#define WARPLOCK_SIM_CAMPAIGN_REPRODUCE_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

typedef struct reproduction reproduction;
typedef struct { unsigned runs, figures, of; double seconds; } reproduction_cost;       // `of`: all figures of the tables

// Records from now on, until freed, which runs each figure of the campaign uses.
reproduction *reproduction_new(campaign *);
void reproduction_free(reproduction *);
// Assigns the runs requested so far to this figure. For figures.c.
void reproduction_figure(reproduction *, const sheet *, unsigned row, unsigned column);
// The claims as one more table. Call after figures_make().
void reproduction_claims(reproduction *);

// All runs of all figures.
reproduction_cost reproduction_whole(const reproduction *);
// Chooses this percentage of each table's figures that have runs, as long as their runs took at most `seconds` in the store:
// cheap figures first, equally cheap ones by a hash of their runs' keys. The same results give the same choice.
reproduction_cost reproduction_choose(reproduction *, double per_cent, double seconds);
bool reproduction_wants(const reproduction *, unsigned run);
// After these runs have new results: prints the chosen figures beside those of tables made anew. Returns how many
// differ.
unsigned reproduction_compare(reproduction *, sheet *const *sheets, unsigned n_sheets, FILE *);

#endif
