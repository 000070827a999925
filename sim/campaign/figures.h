// The campaigns: which runs each is made of, and its tables in the shape of the paper's figures.
#ifndef WARPLOCK_SIM_CAMPAIGN_FIGURES_H
#define WARPLOCK_SIM_CAMPAIGN_FIGURES_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/sheet.h"

enum { FIGURES_MAX = 16 };

typedef struct {
    const char *name, *help;
    // Adds the runs of a step, 0 first; false when there was none to add.
    bool     (*plan)(campaign *, unsigned step);
    // Its tables, each to be freed; returns how many.
    unsigned (*figures)(campaign *, sheet *sheets[static FIGURES_MAX]);
    const char *sections[8];                    // of the paper, whose claims are printed before the tables
} campaign_kind;

extern const campaign_kind campaign_kinds[];    // ends with a NULL name

unsigned papers_figures(campaign *, sheet *sheets[static FIGURES_MAX]);
unsigned sensitivity_figures(campaign *, sheet *sheets[static FIGURES_MAX]);

#endif
