// SPDX-License-Identifier: BSD-3-Clause
// Campaigns on a cluster: the options of --engine slurm, and the commands for such a campaign afterwards.
#ifndef WARPLOCK_SIM_CLI_CLUSTER_H
#define WARPLOCK_SIM_CLI_CLUSTER_H

#include "sim/campaign/campaign.h"
#include "sim/cli/cli.h"

// Sets the engine and its options. False after a message.
bool cli_cluster_choose(const cli_options *, campaign *);
// Before the runs: stores the command line that `resume` repeats in the shared folder. False after a message.
bool cli_cluster_prepare(const campaign *);
// Whether the operands are `status|resume|cancel FOLDER`, or a job's `task FOLDER BATCH`; runs it and sets the status.
bool cli_cluster_command(const cli_options *, run_status *);

#endif
