// SPDX-License-Identifier: BSD-3-Clause
// A worker is the process that makes one run: this program as `warplock run --json`.
#ifndef WARPLOCK_SIM_CAMPAIGN_WORKER_H
#define WARPLOCK_SIM_CAMPAIGN_WORKER_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/engine/process.h"

// The command that makes the run, word by word, program first, NULL after the last; it defines the run completely. The
// caller frees the array, and numbers with it; other words are the campaign's.
const char **worker_arguments(const campaign *, const campaign_run *);
// The result of a run; the caller frees its texts. Takes over the process's output.
void worker_judge(process_result *, store_run *);

#endif
