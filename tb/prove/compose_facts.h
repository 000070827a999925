// SPDX-License-Identifier: BSD-3-Clause
// What the wiring of a front end relies on of blocks' outputs: assumed where the block is a black box (compose.c), proven of
// the block's model, which is the Verilog, from every state of its invariant and under every input (compose_facts.c).
#ifndef WARPLOCK_TB_PROVE_COMPOSE_FACTS_H
#define WARPLOCK_TB_PROVE_COMPOSE_FACTS_H

#include "rtl_c/kaws_share.h"
#include "rtl_c/warp_arbiter.h"

// The slot in the mask is granted, and is the one of that number: C goes by the number, Verilog by the mask.
static inline bool warp_arbiter_keeps(const struct warp_arbiter_in *in, const struct warp_arbiter_out *out, unsigned warps, unsigned schedulers)
{
    bool same = true;
    (void)in;
    for (unsigned slot = 0; slot < warps / schedulers; slot++) same &= !(out->grant_mask >> slot & 1) || (out->grant_valid && out->grant == slot);
    return same;
}

// A scheduler that issues a warp of its own borrows none.
static inline bool kaws_share_keeps(const struct kaws_share_in *in, const struct kaws_share_out *out, unsigned warps, unsigned schedulers)
{
    (void)warps, (void)schedulers;
    return (out->borrows & in->issues) == 0;
}

#endif
