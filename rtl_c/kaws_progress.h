// SPDX-License-Identifier: BSD-3-Clause
// kaws_progress: progress of each CTA, and the switch from age to progress when the last CTA of a kernel is issued. One
// per SM.
//
// Source: KAWS section 3, Fig. 2, Fig. 4a; hardware.md section 3.1, decisions D-14, D-29.
//   progress[c]   instructions issued by the CTA of slot c; all of a cycle count, several of one CTA too; 0 from its
//                 launch on, which beats an issue of the slot; stays at the largest number
//   mode          1 from the cycle after the CTAs issued are those of the kernel (at least 1), 0 from the next kernel's
//                 launch on, which beats the comparison
//   rank[c]       in mode 1 the resident CTAs that go before c: with less progress, or as much and launched later
//   warp_class[w] the rank of w's CTA: the arbiter's priority class
// Only a CTA that issues or starts changes its place: the order is a register a pair, and S CTAs a cycle are compared
// with all others, not each pair. A CTA that starts goes before all. Empty slots stand behind all CTAs (warp_order).
// Exits come before launches; a launch takes a slot that is not empty too. A slot of C or above is none.
//
// Latency: all but cta is late and shows in the next cycle's outputs. Chain: before the arbiters.
// Example, C = 4, mode 1, CTAs launched in slots 0, 1, 2 in turn, progress 5, 3, 3: rank 2, 1, 0 (of 1 and 2 the later
// first). Slot 2 issues 2 instructions, and a CTA starts in slot 3: progress 5, 3, 5, 0, rank 3, 1, 2, 0.
// Not modelled: who counts the kernel's CTAs; which warp of a CTA goes first (the oldest, warp_arbiter).
#ifndef WARPLOCK_RTL_C_KAWS_PROGRESS_H
#define WARPLOCK_RTL_C_KAWS_PROGRESS_H

#include "rtl_c/block.h"

#define BLOCK kaws_progress
#define TABLE "rtl_c/kaws_progress.def"
#include "rtl_c/table_structs.h"

#endif
