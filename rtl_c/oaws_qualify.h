// SPDX-License-Identifier: BSD-3-Clause
// oaws_qualify: holds loads back whose predicted misses the free MSHRs cannot take. One per SM.
//
// Source: OAWS sections 4.1.1, 4.3.2; hardware.md section 1.4, decisions D-10 (what is charged comes back), D-23, D-24.
//   locality       not in STATIC: rank_run < OCW, or with cfg_keep_oldest in oldest_run; ready or not
//   ocw_warps[w]   0 not ready; 2 a ready locality warp; 1 any other ready warp
//   charge[w]      effective prediction: pred, ready or not; 0 for a locality warp, and for all in THROTTLE
//   occlude[w]     a ready load; STATIC, DYNAMIC: with charge > max(avail - inflight, 0); THROTTLE: of no locality warp
//   inflight'      clamp(inflight + charge of the warp whose load issues - both releases, 0, M), computed wide
// The charge travels with the load and comes back as a release when the LD/ST unit has serviced its last access or the
// load leaves it without any. An avail above M counts as M; an issue_warp of N or beyond charges nothing. At most one
// load with a charge issues per SM and cycle.
//
// Chain: rank_run and oldest_run of warp_order, ocw of oaws_ocw, pred of oaws_misspred are early inputs; issue and
// release are late.
// Latency: outputs combinational, inflight at the edge.
// Example (E-2), M = 32, STATIC, all MSHRs free, every pred 16: 16 <= 32 issues, inflight 16; 16 <= 16 issues, inflight
// 32; 16 > 0: a third is held back until a release.
// Not modelled: the prediction (oaws_misspred), the choice among the warps that are left (warp_arbiter).
#ifndef WARPLOCK_RTL_C_OAWS_QUALIFY_H
#define WARPLOCK_RTL_C_OAWS_QUALIFY_H

#include "rtl_c/block.h"

enum { OAWS_STATIC, OAWS_DYNAMIC, OAWS_THROTTLE };                       // cfg_mode
enum { OAWS_NOT_READY, OAWS_THRASHING_WARP, OAWS_LOCALITY_WARP };        // ocw_warps

#define BLOCK oaws_qualify
#define TABLE "rtl_c/oaws_qualify.def"
#include "rtl_c/table_structs.h"

#endif
