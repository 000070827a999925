// SPDX-License-Identifier: BSD-3-Clause
// The benchmarks of a paper that have a bundled kernel: kernels of a campaign file with the numbers `printed` for them.
#ifndef WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H
#define WARPLOCK_SIM_CAMPAIGN_BENCHMARKS_H

#include "sim/campaign/campaign.h"

double benchmark_number(const campaign_file *, const char *kernel, const char *name);        // NAN: it prints none

// Per kernel of the campaign a line: its name and group in the paper, and its group by its own loads.
void benchmarks_print(campaign *, FILE *);
void benchmarks_markdown(campaign *, FILE *);

#endif
