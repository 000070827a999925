// SPDX-License-Identifier: BSD-3-Clause
// oaws_misspred: predicted misses of each buffered instruction, stored beside it in the instruction buffer. One per SM.
//
// Source: OAWS sections 4.2, 4.3.2, 4.4; hardware.md section 1.3, decisions D-7 (M - 1 at most), D-8 (rounding), D-9,
// D-22 (active threads), D-43 (order). Computed when an instruction enters the buffer; active = threads of its warp:
//   no load (or a store)       0
//   coherent load              1; static with miss rate 0: 0
//   divergent load, static     ceil(active * smr / 100)
//   divergent load, dynamic    ceil(active / 2) + rank of the warp in this cycle
// and at most M - 1, so that any one load qualifies when all MSHRs are free. It stays as it is while ranks change.
//
// A warp that issues shifts slot 1 into slot 0, 0 into slot 1. Its mask may have changed by what it has issued, so the
// prediction of a divergent load (slot1_divergent) that comes into slot 0 is made again, with issue_active and the rank
// of that cycle; of several warps of one scheduler, which none issues, the ranks are ORed. Then the fills are written,
// the second after the first; then the buffers of flushed warps are cleared, this cycle's fills included. A fill of
// warp N or beyond is ignored.
// Latency: a fill shows at the edge. Throughput: two fills, any number of issues and flushes per cycle.
// Example, M = 32, static, smr 50: fill (warp 3, slot 0, coherent) and (warp 3, slot 1, divergent, 4 active): pred 1 at
// the port, 2 in slot 1; issue, issue_active 32: 16; issue: 0. Dynamic, rank 20: 16 + 20 saturates to 31.
// E-11: 48 warps x 2 x 5 bits are 480, and 48 bits slot1_divergent.
// Not modelled: the instruction buffer itself, locality warps (oaws_qualify).
#ifndef WARPLOCK_RTL_C_OAWS_MISSPRED_H
#define WARPLOCK_RTL_C_OAWS_MISSPRED_H

#include "rtl_c/block.h"

#define BLOCK oaws_misspred
#define TABLE "rtl_c/oaws_misspred.def"
#include "rtl_c/table_structs.h"

#endif
