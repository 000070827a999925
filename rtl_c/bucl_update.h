// SPDX-License-Identifier: BSD-3-Clause
// bucl_update: the thresholds of BUCL, moved once a sampling period. One per GPU, for all SMs.
//
// Source: BUCL section IV.B, Table II, V.D; hardware.md section 4.2, decisions D-17, D-18, D-32, D-38, D-40.
//   period's end   the hit rate of SM 0's L1D and how full each input buffer was are latched as exact ratios,
//                  hits / accesses and sum / (cfg_depth * cfg_period); what is put out compares them with their thresholds.
//                  TUCD += 1 if the hit rate is above its threshold, else -= 1. Without an access both stay.
//   kernel launch  TUCD = cfg_tucd, the ratios 0 / 1; whatever else happens then. A period begins, and the profile
//   profile        cfg_profile cycles long the SMs run TUCD 2 3 4 5 6 7 8 10 12 14 16 18 20 22 25 and again; then all take
//                  that of the SM with most thread instructions, the lowest of equal ones, to the end of the kernel
// TUCD is always kept as max(cfg_tucd_min, min(cfg_tucd_max, TUCD)). No division and no product at the period's end: one
// sum grows by 100 - cfg_l1dhr with each hit and falls by cfg_l1dhr with each miss, so its sign moves TUCD; what a buffer
// may hold at its threshold is summed beside the occupancies, once for all of them, in 100ths.
//
// Latency: an event counts from the next cycle on; outputs compare registers that stay for a period.
// Example: period 1000, 80 %. 400 accesses, 320 hits: 100 * 320 - 80 * 400 = 0, neither low nor above: TUCD 5 -> 4. 321
// hits: 5 -> 6. Depth 8, 70 %: a buffer is low when its occupancies sum to less than 5600.
// Not modelled: what an access or an occupancy is (sim/core, sim/memory), the crossing between clocks.
#ifndef WARPLOCK_RTL_C_BUCL_UPDATE_H
#define WARPLOCK_RTL_C_BUCL_UPDATE_H

#include "rtl_c/block.h"

#define BLOCK bucl_update
#define TABLE "rtl_c/bucl_update.def"
#include "rtl_c/table_structs.h"

#endif
