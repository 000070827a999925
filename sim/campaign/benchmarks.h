// The benchmarks of a paper, as far as there is a bundled kernel: rows BENCHMARK of papers.def.
#ifndef WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H
#define WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H

#include "sim/campaign/campaign.h"

// says: numbers that the paper prints of it, "name number" after each other.
typedef struct { const char *kernel, *name, *group, *says; } benchmark;

const benchmark *benchmarks_of(const paper *);  // ends with a NULL kernel

double benchmark_number(const paper *, const char *kernel, const char *name);        // NAN: it prints none

// A line per kernel of the campaign: its name and group in the paper beside the group that its own loads put it in.
void benchmarks_print(campaign *, FILE *);
void benchmarks_markdown(campaign *, FILE *);

#endif
