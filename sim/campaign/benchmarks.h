// The OAWS paper's Table 2, as far as there is a bundled kernel.
#ifndef WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H
#define WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H

#include "sim/campaign/campaign.h"

typedef struct { const char *kernel, *name, *group; } benchmark;

extern const benchmark benchmarks[];            // ends with a NULL kernel

// A line per kernel of the campaign: its name and group in Table 2 beside the group that its own loads put it in.
void benchmarks_print(campaign *, FILE *);
void benchmarks_markdown(campaign *, FILE *);

#endif
