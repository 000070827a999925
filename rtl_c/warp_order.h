// SPDX-License-Identifier: BSD-3-Clause
// warp_order: the age order of an SM's resident warps as a matrix. One instance per SM; the one source of age.
//
// Source: hardware.md section 6, decision D-25; the papers take "oldest" for granted (OAWS section 4.1.2, CCWS 3.3).
// One register per pair of warps that somebody compares: older[i][j], j < i, says that slot j holds an older warp than
// slot i, or that i holds none and j does; otherwise i holds the older one, or neither holds any. So no pair can say both,
// empty slots stand behind all warps, and who counts the older ones counts warps. With ACROSS 0 only the pairs of one
// scheduler exist. A warp that enters goes behind those that stay; of several in one cycle the lower slot is the older.
// Exits come before launches, so a slot named by both holds a new, youngest warp. Launching a warp that stays resident
// and ending one that is not are ignored.
//
// Latency: launch and exit (late inputs) show in the next cycle's outputs. Throughput: any number of them a cycle.
// Example, N = 4, ACROSS 1, rows of older of slots 3, 2, 1, each from the slot below down to 0:
//   launch 0b1011                      older 011, 11, 1    0, 1, 3 in that order, 2 empty
//   then exit 0b0010                   older 001, 01, 1    0, 3
//   and with launch 0b0010 then too    older 001, 11, 1    0, 3, 1
// N = 48 has 1128 pairs, 552 of them within its two schedulers.
// Not modelled: why a warp waits, ranks (warp_rank), CTAs.
#ifndef WARPLOCK_RTL_C_WARP_ORDER_H
#define WARPLOCK_RTL_C_WARP_ORDER_H

#include "rtl_c/block.h"

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "rtl_c/table_structs.h"

#endif
