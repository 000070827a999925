// SPDX-License-Identifier: BSD-3-Clause
// The breakdowns that a run keeps on request: launches (--per-launch), PTX lines (--per-line), ages of warps (--per-age),
// degrees of loads (--per-degree), buffers of L2 slices (--per-slice), CTAs of DRAM rows (--per-row), links of a mesh
// (--per-link), intervals of time (--per-interval).
#ifndef WARPLOCK_SIM_RUN_DETAILS_H
#define WARPLOCK_SIM_RUN_DETAILS_H

#include "sim/frontend/exec.h"
#include "sim/report/report.h"
#include "sim/run/options.h"

void details_begin(run_record *, const cli_options *, const machine *);
// Call when a launch has ended, with or without an error; `counted`: since the run began. l1d_ways: of the L1D, if they
// depend on the kernel; else 0.
void details_launch(run_record *, const launch_config *, uint32_t l1d_ways, const counters *counted);
// A launch without timing.
void details_functional_launch(run_record *, const launch_config *, uint64_t warp_insns, uint64_t thread_insns);
void details_free(run_record *);

#endif
