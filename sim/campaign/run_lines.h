// SPDX-License-Identifier: BSD-3-Clause
// Runs of a campaign as comma-separated values, one line each: what was run, then every number of the report under its JSON
// name.
#ifndef WARPLOCK_SIM_CAMPAIGN_RUN_LINES_H
#define WARPLOCK_SIM_CAMPAIGN_RUN_LINES_H

#include "sim/campaign/campaign.h"

void run_lines(const campaign *, FILE *);

#endif
