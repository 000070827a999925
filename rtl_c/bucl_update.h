// SPDX-License-Identifier: BSD-3-Clause
// bucl_update: the thresholds of BUCL, moved once a sampling period. One per GPU, for all SMs.
//
// Source: BUCL section IV.B, Table II, V.D; hardware.md section 4.2, decisions D-17, D-18, D-32, D-38, D-40, D-46, D-47.
//   period's end   latched is a bit for the hit rate of SM 0's L1D, hits / accesses, and one for how full each input buffer
//                  was, sum / (cfg_depth * cfg_period): 1 if the exact ratio is below its threshold.
//                  TUCD += 1 if the hit rate is above its threshold, else -= 1. Without an access TUCD and that bit stay.
//   kernel launch  TUCD = cfg_tucd, the ratios 0 / 1; whatever else happens then. A period begins, and the profile
//   profile        cfg_profile cycles long the SMs run TUCD 2 3 4 5 6 7 8 10 12 14 16 18 20 22 25 and again; the SM with most
//                  thread instructions in them, the lowest of equal ones, is sought in SMS cycles more, one SM a cycle; then
//                  all take its TUCD, to the end of the kernel
// TUCD is kept as max(cfg_tucd_min, min(cfg_tucd_max, TUCD)) from the cycle behind a reset on. No division and no product at
// the period's end, only sums: the margin grows by 100 - cfg_l1dhr with each hit and falls by cfg_l1dhr with each miss; the
// room of a buffer grows in each cycle by what it may hold at its threshold, less what it holds. They begin at -1, so the margin
// is not negative if the hit rate is above its threshold, and -1 at it; a room is not negative if the buffer is below its own.
// What a buffer may hold need not be whole: the hundredths are summed once for all, from 99 on, so that a limit is rounded up.
//
// Latency: an event counts from the next cycle on; outputs compare settings alone: with 0, and in a profile with each other.
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
