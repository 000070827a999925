// A campaign's tables in the shape of the paper's figures: rows of figures.def.
#ifndef WARPLOCK_SIM_CAMPAIGN_FIGURES_H
#define WARPLOCK_SIM_CAMPAIGN_FIGURES_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

enum { FIGURES_MAX = 32 };

// The tables of the campaign's parts, each to be freed; returns how many.
unsigned figures_make(campaign *, const campaign_kind *, sheet *sheets[static FIGURES_MAX]);

#endif
