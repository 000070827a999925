// SPDX-License-Identifier: BSD-3-Clause
// The search behind a name that stands for the best of some systems (BEST_WORD of system_words.def). Worker processes run the
// kernel once under each. The store keeps these runs like any of a campaign, and none is made twice.
#ifndef WARPLOCK_SIM_CAMPAIGN_SEARCH_H
#define WARPLOCK_SIM_CAMPAIGN_SEARCH_H

#include "sim/campaign/campaign.h"
#include "sim/report/curve.h"

// The best of the row's systems for the kernel, and the figures of all of them. NULL when every run failed, or, with `error`
// of the campaign, when the search cannot go on.
const campaign_run *search_best(campaign *, const best_word *, const char *kernel, run_curve *);

#endif
