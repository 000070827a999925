// SPDX-License-Identifier: BSD-3-Clause
// ccws_vta: victim tag array, the lost-locality detector: the lines that each warp has lost lately. One per SM.
//
// Source: CCWS section 3.2, sizes of OAWS Table 3; hardware.md section 2.1, decisions D-11, D-26.
// A warp's section has two sets of WAYS tags; the lowest bit of a line's address is its set, the others its tag.
//   probe (warp, line)    hit: the tag is there; its way is freed, the line is about to be cached again
//   insert (warp, line)   a tag that is there becomes the newest; else it takes a way: the one that the probe of this
//                         cycle frees, or a free one, or the one inserted longest ago
//   launch (warps)        their sections are emptied
// Within a cycle probe, insert, launch. Of ways that are equally good the one written longest ago is taken.
//
// The tags are a memory, read at two sets a cycle (probe, insert) and written at one way of one (insert), read without
// a clock and not reset: what is free says valid alone. Freeing and emptying touch no tag, so one write port suffices.
// The order of a set's ways is a bit per pair, which an insert brings up to date for its way.
//
// Chain: probe to hit combinational; insert and launch are late. Latency: an insert is seen in the next cycle.
// Example: insert (w, 6); probe (w, 6): hit; probe (w, 6): no hit, unless it has been inserted again.
// 32 warps of 2 sets of 8 ways: 512 tags of 33 bits, 512 valid bits, 64 orders of 28 bits.
// Not modelled: which accesses probe and which evictions insert (the L1D), what a hit is worth (ccws_llds).
#ifndef WARPLOCK_RTL_C_CCWS_VTA_H
#define WARPLOCK_RTL_C_CCWS_VTA_H

#include "rtl_c/block.h"

enum { VTA_WAYS_MAX = 8 };

#define BLOCK ccws_vta
#define TABLE "rtl_c/ccws_vta.def"
#include "rtl_c/table_structs.h"

#endif
