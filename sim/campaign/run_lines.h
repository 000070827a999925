// SPDX-License-Identifier: BSD-3-Clause
// Runs of a campaign as comma-separated values, a line each: what it was, then every number of the report by its name in the
// JSON.
#ifndef WARPLOCK_SIM_CAMPAIGN_RUN_LINES_H
#define WARPLOCK_SIM_CAMPAIGN_RUN_LINES_H

#include "sim/campaign/campaign.h"

void run_lines(const campaign *, FILE *);

#endif
