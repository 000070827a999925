// warp_order: the age order of an SM's resident warps. One instance per SM; the one source of age for every block.
//
// Source: hardware.md section 6; the papers take "oldest" for granted (OAWS section 4.1.2, CCWS section 3.3).
// A rank register per slot holds the number of resident warps older than the slot's own. An exit lowers the ranks of
// all younger warps; a launch appends, of several in one cycle the lower slot is the older. Exits come before launches, so
// a slot named by both holds a new, youngest warp. Launching a warp that stays resident and ending one that is not are
// ignored. rank_run is the same order with the warps that wait at a barrier or membar placed after all others.
// oldest_run has one bit for each scheduler with a resident warp (D-24): its oldest that does not wait, else its oldest.
//
// Latency: launch and exit (late inputs) show in the next cycle's outputs, waiting (early input) in rank_run and
// oldest_run at once.
// Throughput: any number of launches and exits in each cycle.
// Example, N = 4:  launch 0b1011      rank 0,1,-,2
//                  then exit 0b0010   rank 0,-,-,1      and with launch 0b0010 in that cycle too: rank 0,2,-,1
//                  waiting 0b0001     rank_run 2,1,-,0  (- = empty slot, 0 on the port)
//                  and with S = 2     oldest_run 0b1001: 0 is alone in its scheduler; waiting 0b1000: 0b0011

// Not modelled: why a warp waits, CTAs.
#ifndef WARPLOCK_RTL_C_WARP_ORDER_H
#define WARPLOCK_RTL_C_WARP_ORDER_H

#include "rtl_c/block.h"

#define BLOCK warp_order
#define TABLE "rtl_c/warp_order.def"
#include "rtl_c/table_structs.h"

#endif
