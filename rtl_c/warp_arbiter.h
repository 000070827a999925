// SPDX-License-Identifier: BSD-3-Clause
// warp_arbiter: picks the warp that a scheduler issues from. One instance per scheduler; slot k is warp k * S + s.
//
// Source: hardware.md section 6; modes of OAWS section 5, OWL section 4, KAWS section 3.1.
// eligible = ready & (can_issue | ~load) & ~occlude. With priority classes only the eligible warps of the lowest class
// remain, in every mode. Then the mode chooses:
//   LRR             the next slot in cyclic order after the last issued one; the lowest slot when none is remembered
//   GTO             the last issued warp, else the oldest
//   OLDEST          the oldest: the candidate that no candidate is older than; of `older` only bits j < i are read
//   TWO_LEVEL_*     LRR or GTO inside the active fetch group, slots [g * cfg_group, (g + 1) * cfg_group). A cycle that
//                   finds no warp there issues nothing; the next group in cyclic order that has one is active then.
// The granted warp becomes the last issued one unless `hold`; then launch or exit of the last issued warp forgets it.
// Pairs that are no order, which warp_order never gives, may leave no oldest: grant_valid then comes with an empty
// grant_mask, and nothing is remembered. `last` is one-hot so that no decoder stands before the grant.
//
// Latency: the grant is combinational; last and active group change at the edge. One grant per cycle.
// Example, W = 4, eligible 0b1101, last 2, in the order 3, 0, 2 (older: row 2 has bit 0, row 3 none): LRR grants 3, GTO
// 2, OLDEST 3; with groups of 2 and active group 0: LRR grants 0; with eligible 0b1100 nothing, and group 1 becomes active.
// Not modelled: why a warp is ready, dual issue (the issue stage takes one or two instructions of the granted warp).
#ifndef WARPLOCK_RTL_C_WARP_ARBITER_H
#define WARPLOCK_RTL_C_WARP_ARBITER_H

#include "rtl_c/block.h"

enum arbiter_mode { ARBITER_LRR, ARBITER_GTO, ARBITER_OLDEST, ARBITER_TWO_LEVEL_RR, ARBITER_TWO_LEVEL_GTO };

#define BLOCK warp_arbiter
#define TABLE "rtl_c/warp_arbiter.def"
#include "rtl_c/table_structs.h"

#endif
