// The benchmarks of a paper, as far as there is a bundled kernel: rows BENCHMARK of papers.def.
#ifndef WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H
#define WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H

#include "sim/campaign/campaign.h"

typedef struct { const char *kernel, *name, *group; } benchmark;

const benchmark *benchmarks_of(const paper *);  // ends with a NULL kernel

// A line per kernel of the campaign: its name and group in the paper beside the group that its own loads put it in.
void benchmarks_print(campaign *, FILE *);
void benchmarks_markdown(campaign *, FILE *);

#endif
