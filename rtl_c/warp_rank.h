// SPDX-License-Identifier: BSD-3-Clause
// warp_rank: numbers of the age order, where a mechanism needs numbers. One instance per SM; no registers.
//
// Source: hardware.md section 6, decisions D-24, D-25; OAWS sections 4.3.1 (oldest warp), 4.3.2 (rank, cached warps).
//   rank[w]       the resident warps older than w: of warp_order's pairs (all of them, ACROSS 1) those before w, counted
//   rank_run[w]   the same with the warps that wait at a barrier or membar placed after all others
//   oldest_run    one bit for each scheduler with a resident warp: its oldest that does not wait, else its oldest
// All are 0 for slots without a warp. A waiting bit of an empty slot is ignored. Of the pairs only older[i][j] with j < i
// are read. NUMBERS says which of the three are made, so that a system does not pay for the others. Pairs that are no
// order, or with empty slots among the warps, which warp_order never gives, are counted like any others.
//
// Latency: combinational, all inputs early. Chain: behind warp_order, before the blocks of a policy.
// Example, N = 4, S = 2, resident 1011, in the order 0, 1, 3 (older of slots 3, 2, 1: 011, 11, 1):
//   waiting 0000    rank 0,1,-,2   rank_run 0,1,-,2   oldest_run 0011: 0 and 2, 1 and 3 share a scheduler
//   waiting 0001    rank 0,1,-,2   rank_run 2,0,-,1   oldest_run 0011: 0 is alone in its scheduler
//   waiting 0010    rank 0,1,-,2   rank_run 0,2,-,1   oldest_run 1001   (- = empty slot, 0 on the port)
// Not modelled: why a warp waits.
#ifndef WARPLOCK_RTL_C_WARP_RANK_H
#define WARPLOCK_RTL_C_WARP_RANK_H

#include "rtl_c/block.h"

enum { NUMBERS_RANK = 1, NUMBERS_RANK_RUN = 2, NUMBERS_OLDEST_RUN = 4, NUMBERS_ALL = 7 };   // NUMBERS is a sum of these

#define BLOCK warp_rank
#define TABLE "rtl_c/warp_rank.def"
#include "rtl_c/table_structs.h"

#endif
