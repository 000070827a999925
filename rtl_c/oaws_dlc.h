// SPDX-License-Identifier: BSD-3-Clause
// oaws_dlc: divergent load classifier, a table of the loads that were seen to touch more than 2 lines. One per SM.
//
// Source: OAWS sections 4.2, 4.3.1, 4.4; hardware.md section 1.1, decisions D-1 (ageing), D-2 (allocation), D-21.
//   coalesce (pc, acc)   hit: inst += 1, acc += its lines; miss: the entry with the smallest inst, a free one having
//                        0, lowest index on a tie, becomes (pc, 1, acc, sets 0)
//   done (pc, sets)      hit: sets += its sets; miss: nothing
//   ageing               in the last cycle of every cfg_age_period all counters are halved. An increment that would
//                        overflow halves that entry's three counters first, inst not below 1; no increment is large
//                        enough to overflow after that.
// The caller raises coalesce and done for divergent loads only. An entry is free when its inst is 0: that alone clears
// it, nothing reads its other fields, it never hits. PCs are never held twice.
// Within a cycle: clear, ageing, coalesce, done, each seeing the one before. The cycle of clear begins a period.
//
// Chain: fill lookups read the registers as they are; the lookup of done_pc sees this cycle's events and goes back to
// oaws_ocw as its late input sensitive. All inputs are early.
// Latency: lookups combinational, table at the edge. Throughput: one event of each kind and three lookups per cycle.
// Example: coalesce (0x90, 32), done (0x90, 8): sensitive, 64 > 24. The 32nd such load would take acc from 31 * 32 =
// 992 to 1024: the entry is halved first. E-11: 32 entries of 40 + 7 + 10 + 10 = 67 bits are 2144.
// Not modelled: which loads are divergent (the coalescer, oaws_ocw), what a hit is used for (oaws_misspred).
#ifndef WARPLOCK_RTL_C_OAWS_DLC_H
#define WARPLOCK_RTL_C_OAWS_DLC_H

#include "rtl_c/block.h"

enum { DLC_ENTRIES_MAX = 32 };

#define BLOCK oaws_dlc
#define TABLE "rtl_c/oaws_dlc.def"
#include "rtl_c/table_structs.h"

#endif
