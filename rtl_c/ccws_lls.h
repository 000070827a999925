// SPDX-License-Identifier: BSD-3-Clause
// ccws_lls: lost-locality scores of the warps, and which of them may issue loads under the cutoff. One per SM.
//
// Source: CCWS section 3.3, Fig. 8; hardware.md section 2.3, decisions D-13, D-27, D-28, D-42.
// Every cycle a score becomes min(cutoff, max(base, score - 1, what is applied to its warp)), cutoff = residents times
// base; then exits (0: an empty slot), then launches (base; of a warp that stays: ignored).
//   heap    Score and warp of every slot have a place in a binary max-heap, whose order the decay keeps. Places above a
//           score that rises, and the place of one that falls, are marked. A marked place exchanges with the larger
//           below if that is larger still, unless that one exchanges with one below it; who compares is unmarked, whom
//           an exchange moves is an event again. So unmarked places are in order in every cycle, and there is no mark
//           R = 2 floor(log2 N) cycles after the last event.
//   walk    Begins when something has changed since the last one began: heap, marks, ages and cutoff are copied; the
//           copy's marks go as above. Then the top leaves in every cycle, from the top down the larger move up, and its
//           score is added: within the cutoff the warp passes, and the first always. One too many passes if an older
//           one than another of the same score: the youngest of these then does not. The set is put out when no warp
//           is left or the next has less than one that did not pass; in that cycle the next walk may begin.
//
// Latency: cutoff combinational; a walk takes at most N + R cycles, so can_issue shows what was so at most
// L = 2 (N + R) <= 4 N cycles ago. Throughput: one score applied, any number of launches and exits a cycle.
// Example (E-6), four warps, base 100: 400 of 400, all pass. W2 is worth 180: W2, W0, W1 pass (380), W3 (480) does not.
// Not modelled: what a lost line is worth (ccws_llds), which instructions are loads (warp_arbiter).
#ifndef WARPLOCK_RTL_C_CCWS_LLS_H
#define WARPLOCK_RTL_C_CCWS_LLS_H

#include "rtl_c/block.h"

#define BLOCK ccws_lls
#define TABLE "rtl_c/ccws_lls.def"
#include "rtl_c/table_structs.h"

#endif
