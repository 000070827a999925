// SPDX-License-Identifier: BSD-3-Clause
// kaws_share: the warp-sharing control unit, which lends a stalled warp to another scheduler. One instance per SM; no
// registers.
//
// Source: KAWS section 3, Fig. 3, Fig. 4b; hardware.md section 3.2, decisions D-15, D-30.
//   offered       class u to scheduler x: x's issue register of u is empty, and no other scheduler's is, and x issues
//                 nothing of its own this cycle (the AND gate of Fig. 4b lacks that last term, Fig. 3 has it)
//   candidates    the ready warps of a class that is offered, but for those of the scheduler that it is offered to
//   borrows[x]    x issues the oldest of the candidates of all classes that are offered to it, warp[x], through its own
//                 register. A class is offered to one scheduler at most, so a warp goes to one, and one to a scheduler.
// Of the pairs only older[i][j], j < i, are read. Pairs that are no order, which warp_order never gives, can leave no
// oldest: then nothing is borrowed.
//
// Latency: combinational, all inputs early. Chain: behind the arbiters, whose issues of this cycle it sees.
// Example (E-7, Fig. 3), N = 8, S = 4, w0 the oldest, then w1 ...: the MEM register is empty at S1 alone, SFU at S2, SP
// at S3; ready: w0 w3 w4 w6 w7 for MEM, w1 for SP, w5 for SFU. w0 goes to S1, w5 to S2, w1 to S3, in the same cycle.
// Not modelled: why a warp is ready; the collectors behind the registers; who counts the stall (the lender).
#ifndef WARPLOCK_RTL_C_KAWS_SHARE_H
#define WARPLOCK_RTL_C_KAWS_SHARE_H

#include "rtl_c/block.h"

enum { KAWS_SP, KAWS_SFU, KAWS_MEM, KAWS_UNITS };      // unit

#define BLOCK kaws_share
#define TABLE "rtl_c/kaws_share.def"
#include "rtl_c/table_structs.h"

#endif
