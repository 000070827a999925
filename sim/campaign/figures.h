// SPDX-License-Identifier: BSD-3-Clause
// A campaign's tables: the figures of its file.
#ifndef WARPLOCK_SIM_CAMPAIGN_FIGURES_H
#define WARPLOCK_SIM_CAMPAIGN_FIGURES_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

enum { FIGURES_MAX = CAMPAIGN_FIGURES };

// The tables, each to be ended by sheet_free(); returns how many.
unsigned figures_make(campaign *, sheet *sheets[static FIGURES_MAX]);

#endif
