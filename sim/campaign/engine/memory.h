// SPDX-License-Identifier: BSD-3-Clause
// How much memory runs need, judged by earlier ones, and how much is available.
#ifndef WARPLOCK_SIM_CAMPAIGN_MEMORY_H
#define WARPLOCK_SIM_CAMPAIGN_MEMORY_H

#include "sim/campaign/campaign.h"

// How much more memory this process may use: the least that the machine and each of its control groups allow. UINT64_MAX
// when unknown.
uint64_t memory_available_kb(void);
uint64_t memory_available_below(const char *root);         // the same, from a copy of the system's files in this folder
// A process's memory now (VmRSS) or at its peak (VmHWM); 0 when it is gone.
uint64_t memory_of_process_kb(int pid, const char *what);
// Reads the peaks of each kernel's runs from the store. False, with `error`, when it cannot be read.
bool memory_learn(campaign *);
// Records the peak of a run.
void memory_note(campaign *, const campaign_run *, uint64_t peak_kb);
// The highest peak of its kernel's runs at its size; if there is none, the highest of all kernels; 0 = unknown.
uint64_t memory_needed_kb(const campaign *, const campaign_run *);

#endif
