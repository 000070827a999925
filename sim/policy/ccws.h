// SPDX-License-Identifier: BSD-3-Clause
// Shared by the CCWS policies and observer. See sim/policy/ccws.c.
#ifndef WARPLOCK_SIM_POLICY_CCWS_H
#define WARPLOCK_SIM_POLICY_CCWS_H

#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "sim/policy/policy.h"

#define CCWS_READS READS(policy, ccws_k), READS(policy, ccws_base), READS(policy, vta_stores), READS(policy, ccws_vta_latency)

// The miss and the victim of the last cycle, which reach the tags in this one with policy.ccws_vta_latency.
typedef struct {
    l1d_access_event access;
    l1d_evict_event  evicted;
    bool             probes, inserts;
} ccws_state;

extern const char *const ccws_blocks[];                                         // of the policies, in chain order
void ccws_feed(const policy_view *, feed_phase);                                // feeds all of them; the policy's state begins with a ccws_state
// From the LD/ST unit and launches; `last`: the previous cycle's, or NULL.
void ccws_feed_vta(struct ccws_vta_in *, const policy_view *, feed_phase, const ccws_state *last);
bool ccws_remembers(const machine *);
const struct ccws_lls_state *ccws_scores(const policy_view *);                  // by heap position, current

#endif
