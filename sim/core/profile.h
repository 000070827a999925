// SPDX-License-Identifier: BSD-3-Clause
// Counts by kernel, PTX line and warp age while a run goes on (sim/report/profile.h). An SM without a kernel_profile and an
// instruction without a line_cell count for nobody.
#ifndef WARPLOCK_SIM_CORE_PROFILE_H
#define WARPLOCK_SIM_CORE_PROFILE_H

#include "sim/frontend/program.h"
#include "sim/report/profile.h"

profile *profile_new(unsigned ages);            // to tell apart: the warps of an SM, or 1 for all together
void     profile_free(profile *);
// Counts of this kernel, those of its earlier launches included. They stay where they are until profile_free.
kernel_profile *profile_launch(profile *, const kernel *, uint32_t l1d_global);
// An issue by a warp with so many older ones. The cell in which to count on, NULL when the instruction does not go to the L1D.
line_cell *profile_issue(kernel_profile *, const insn *, unsigned age);
void       profile_hold(kernel_profile *, unsigned age, uint64_t cycles);
void       profile_mshrs(line_cell *, uint64_t cycle, int change);      // entries in use from the next cycle on
void       profile_settle(kernel_profile *, uint64_t cycle);            // the last one that is to be counted

#endif
