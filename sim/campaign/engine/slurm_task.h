// SPDX-License-Identifier: BSD-3-Clause
// What runs on a node: a task of a job array.
#ifndef WARPLOCK_SIM_CAMPAIGN_SLURM_TASK_H
#define WARPLOCK_SIM_CAMPAIGN_SLURM_TASK_H

#include "sim/campaign/engine/slurm_folder.h"

// Makes the runs of the slice that have no result yet, one after the other; a result is written when its run has ended.
// Waits while the folder has no space. False and a message.
bool slurm_task_run(const slurm_folder *, unsigned batch, unsigned task, char *message, size_t size);
// From here on, this process's messages go to the batch's folder.
void slurm_task_speak(const slurm_folder *, unsigned batch);

#endif
