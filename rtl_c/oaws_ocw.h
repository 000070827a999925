// SPDX-License-Identifier: BSD-3-Clause
// oaws_ocw: how many warps' lines the L1D can keep, learned from whether divergent loads hit completely. One per SM.
//
// Source: OAWS section 4.3.1, Fig. 7; hardware.md section 1.2, decisions D-3 (widths), D-4, D-5, D-6, D-21.
// A load that starts clears the three registers of the load being serviced; div = more than 2 lines of the L1D (n_acc).
// Each access sets the bit of its set; anything but a tag hit at the first attempt sets fcl. When a divergent load is done:
//   fcl clear, fully cached:    CNT += 1 up to 255; at 255 with OCW < Wmax: OCW += 1, CNT = 0
//   fcl set, partially cached:  CNT -= 1, or CNT - CNT/2 if the load is associativity sensitive, down to 0;
//                               at 0 with OCW > OCW_MIN: OCW -= 1, CNT = 255
// Wmax = max(OCW_MIN, min(N, cfg_wmax)); OCW_MIN = max(2, S). An OCW above a lowered Wmax follows it at once.
// Within a cycle: launch, start, access, done, each seeing the one before. launch touches only CNT and OCW.
//
// Chain: div_done and n_sets are put out for this cycle's done event and go to oaws_dlc, whose answer comes back as the late
// input sensitive; everything else is early.
// Latency: div_done and n_sets combinational; CNT and OCW at the edge after done.
// Example, N = 48, S = 2 (E-4): 127 fully cached divergent loads: OCW 3, CNT 0; 255 more: OCW 4. From reset, partially
// cached sensitive loads: CNT 128, 64, 32, 16, 8, 4, 2, 1, 0 and stays, OCW stays 2.
// Not modelled: which warps are cached (oaws_qualify), sensitivity (oaws_dlc).
#ifndef WARPLOCK_RTL_C_OAWS_OCW_H
#define WARPLOCK_RTL_C_OAWS_OCW_H

#include "rtl_c/block.h"

#define BLOCK oaws_ocw
#define TABLE "rtl_c/oaws_ocw.def"
#include "rtl_c/table_structs.h"

#endif
