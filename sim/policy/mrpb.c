// SPDX-License-Identifier: BSD-3-Clause
// MRPB: a load's access that the L1D cannot take now bypasses it.
//
// Source: Jia, Shaw and Martonosi, HPCA 2014, as BUCL section V models it: "when there is any resource congestion that causes
// L1D to be stalled, the load memory access will bypass L1D until resources are available"; hardware.md section 7. Any
// reservation fail of a load's access, of global or local memory, is such a stall; the access goes when the SM's injection
// queue has room. Not modelled: MRPB's queues, which reorder requests.
#include "sim/policy/policy.h"
#include "rtl_c/warp_arbiter.h"

static bool passes(const policy_view *view) { return !view->levels->bypass.queue_full; }

const policy policy_mrpb = {.name = "mrpb", .help = "accesses of loads that fail at the L1D pass it by (BUCL, section V); greedy then oldest",
                            .arbiter_mode = ARBITER_GTO, .any_order = true, .reads = READS_KEYS(READS(l1d, bypass_bytes)), .access_passes = passes};
