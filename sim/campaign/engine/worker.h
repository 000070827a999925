// SPDX-License-Identifier: BSD-3-Clause
// A worker is the process that makes one run: this program as `warplock run --json`.
#ifndef WARPLOCK_SIM_CAMPAIGN_WORKER_H
#define WARPLOCK_SIM_CAMPAIGN_WORKER_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/engine/process.h"

// The words of the command that makes the run, its program first, NULL behind the last: all that a run is made of. The
// array is the caller's, the words are the campaign's.
const char **worker_arguments(const campaign *, const campaign_run *);
// What a run was, its texts the caller's. Takes what the process left.
void worker_judge(process_result *, store_run *);

#endif
