// SPDX-License-Identifier: BSD-3-Clause
// Counts by kernel, PTX line and warp age during a run (sim/report/profile.h). Nothing is counted for an SM without a
// kernel_profile or an instruction without a line_cell.
#ifndef WARPLOCK_SIM_CORE_PROFILE_H
#define WARPLOCK_SIM_CORE_PROFILE_H

#include "sim/frontend/program.h"
#include "sim/report/profile.h"

profile *profile_new(unsigned ages);            // the warps of an SM, or 1 to count all ages together
void     profile_free(profile *);
// Counts of this kernel, including its earlier launches. The pointer is valid until profile_free.
kernel_profile *profile_launch(profile *, const kernel *, uint32_t l1d_global);
// Counts an issue by a warp with that many older warps. Returns the cell for further counts, NULL if it does not go to the L1D.
line_cell *profile_issue(kernel_profile *, const insn *, unsigned age);
void       profile_hold(kernel_profile *, unsigned age, uint64_t cycles);
void       profile_mshrs(line_cell *, uint64_t cycle, int change);      // entries in use from the next cycle on
void       profile_settle(kernel_profile *, uint64_t cycle);            // the last cycle to count

#endif
