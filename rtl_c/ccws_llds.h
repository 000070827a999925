// SPDX-License-Identifier: BSD-3-Clause
// ccws_llds: lost-locality detected score, what a line that a warp has lost is worth. One per SM.
//
// Source: CCWS section 3.3 (the formula is that of its MICRO-45 version, section 3.3.1); hardware.md section 2.2,
// decisions D-12, D-27, D-39.
//   score = hits * K * cutoff / insts, rounded down, at most cutoff; cutoff when insts is 0
// of the cycle of the hit, that cycle's hit and instructions included. When either total would overflow, both are halved
// first. One multiplier and restoring divider: 16 cycles of shifted additions, hits * (K * cutoff), then one bit of
// the quotient in each of 48. A divisor of 0 makes all bits 1, which saturate.
//   hit, idle      starts a division; the warp is given its result, unless it exits or is launched from now on
//   hit, busy      the warp is given the last quotient at once
//   kernel launch  totals 0, quotient cfg_base, nothing under way; whatever else happens then
// In the cycle of the result the divider is idle again, so one warp at most is given a score in a cycle.
//
// Chain: hit and cutoff to apply combinational, no more than two gates deep; the other inputs late.
// Latency: a hit in cycle 0 that finds the divider idle is scored in cycle 65. Throughput: one division in 65 cycles.
// Example: 3 hits, this one included, K 8, cutoff 3200 (32 warps of base 100), 1000 instructions: 76800 / 1000 = 76,
// below the base: no loss. 60 hits: 1536. 125 hits and more: 3200.
// Not modelled: what a score does (ccws_lls), which loads hit (ccws_vta).
#ifndef WARPLOCK_RTL_C_CCWS_LLDS_H
#define WARPLOCK_RTL_C_CCWS_LLDS_H

#include "rtl_c/block.h"

#define BLOCK ccws_llds
#define TABLE "rtl_c/ccws_llds.def"
#include "rtl_c/table_structs.h"

#endif
