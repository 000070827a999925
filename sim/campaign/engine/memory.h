// SPDX-License-Identifier: BSD-3-Clause
// How much memory runs need, by what earlier ones had, and how much there is.
#ifndef WARPLOCK_SIM_CAMPAIGN_MEMORY_H
#define WARPLOCK_SIM_CAMPAIGN_MEMORY_H

#include "sim/campaign/campaign.h"

// What this process may have beyond what it has: of the machine, and of every control group that it is in. UINT64_MAX
// when nothing tells.
uint64_t memory_available_kb(void);
uint64_t memory_available_below(const char *root);         // as the files below a folder have it that the system's are in
// What a process has now (VmRSS) or had at most (VmHWM); 0 when it is gone.
uint64_t memory_of_process_kb(int pid, const char *what);
// Takes from the store what runs of each kernel had. False, with `error`, when it cannot be read.
bool memory_learn(campaign *);
// A run had so much.
void memory_note(campaign *, const campaign_run *, uint64_t peak_kb);
// The most that any run of its kernel at its size had; of one of which nothing is known the most of any kernel's; 0 =
// nothing is known.
uint64_t memory_needed_kb(const campaign *, const campaign_run *);

#endif
