// SPDX-License-Identifier: BSD-3-Clause
// bucl_bypass: which loads, and which accesses that the L1D has no place for, pass it by. One instance per SM; no registers.
//
// Source: BUCL section IV.A, Fig. 6; hardware.md section 4.1, decisions D-16, D-31, D-38.
//   load_bypass    a global load of more than tucd accesses: all of them pass by, none looks the tags up (Fig. 6 draws
//                  this before the L1D). Asked once a load, before its first access leaves the dispatch register.
//   access_bypass  an access of a global load that has a reservation fail, while the L1D's hit rate was low, the input
//                  buffer of the access's sub-partition was not full, and the request queue has a place. Asked in every
//                  cycle of the fail. A sub-partition that does not exist is never passed to.
// The two do not see each other's inputs, so one instance answers both within a cycle.
//
// Latency: combinational, all inputs early. Chain: behind the registers of bucl_update; an index and three gates deep.
// Example: tucd 5. A load of 5 accesses goes to the L1D, one of 6 passes by. Its third access, of sub-partition 4, finds
// no MSHR: with l1dhr_low, uib_low 0x010 and a place in the queue it passes by; with uib_low 0xfef it waits.
// Not modelled: where a bypassing access goes and what it carries (sim/core's LD/ST unit).
#ifndef WARPLOCK_RTL_C_BUCL_BYPASS_H
#define WARPLOCK_RTL_C_BUCL_BYPASS_H

#include "rtl_c/block.h"

#define BLOCK bucl_bypass
#define TABLE "rtl_c/bucl_bypass.def"
#include "rtl_c/table_structs.h"

#endif
