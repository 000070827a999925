// SPDX-License-Identifier: BSD-3-Clause
// The wires of CCWS's blocks; see tests/wires/wires.h.
#include "tests/wires/check.h"

#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"

ccws_blocks ccws_find(const recorded *r)
{
    return (ccws_blocks){recorded_find(r, "ccws_vta"), recorded_find(r, "ccws_lls"), recorded_find(r, "ccws_llds")};
}

// Whether a line that an access failed on is on its way the SM's events do not say: a probe then, or none.
static void vta_early(wire_check *c, const recorded_block *b)
{
    const fact_cycle *now = &c->f.now;
    const struct ccws_vta_in *in = recorded_in(b, c->cycle);
    wire_expect_between(c, b, "probe", now->lost, now->may_be_lost);
    if (!in->probe)
        return;
    wire_expect(c, b, "probe_warp", now->access_warp);
    wire_expect(c, b, "probe_line", now->access_line);
}

static void vta_late(wire_check *c, const recorded_block *b)
{
    const fact_cycle *now = &c->f.now;
    bool by_store = !now->replaced && now->stored_over && wire_key(c, "vta_stores");
    wire_expect(c, b, "insert", now->replaced || by_store);
    wire_expect(c, b, "launch", now->launched);
    if (!now->replaced && !by_store)
        return;
    wire_expect(c, b, "insert_warp", now->victim_warp);
    wire_expect(c, b, "insert_line", now->victim_line);
}

static void lls_early(wire_check *c, const recorded_block *b)
{
    wire_expect(c, b, "cfg_base", wire_key(c, "ccws_base"));
    wire_expect(c, b, "resident", facts_running(&c->f));
    for (unsigned w = 0; w < c->f.warps; w++)
        wire_expect_at(c, b, "older", w, c->f.older[w]);
}

static void llds_early(wire_check *c, const ccws_blocks *b)
{
    const struct ccws_vta_in *probed = recorded_in(b->vta, c->cycle);
    wire_expect(c, b->llds, "cfg_k", wire_key(c, "ccws_k"));
    wire_expect(c, b->llds, "cfg_base", wire_key(c, "ccws_base"));
    wire_expect(c, b->llds, "hit", ((const struct ccws_vta_out *)recorded_out(b->vta, c->cycle))->hit);
    wire_expect(c, b->llds, "cutoff", ((const struct ccws_lls_out *)recorded_out(b->lls, c->cycle))->cutoff);
    if (probed->probe)
        wire_expect(c, b->llds, "hit_warp", c->f.now.access_warp);
}

void ccws_early(wire_check *c, const ccws_blocks *b)
{
    vta_early(c, b->vta);
    lls_early(c, b->lls);
    llds_early(c, b);
}

void ccws_late(wire_check *c, const ccws_blocks *b)
{
    const struct ccws_llds_out *scored = recorded_out(b->llds, c->cycle);
    const fact_cycle *now = &c->f.now;
    vta_late(c, b->vta);
    wire_expect(c, b->lls, "apply", scored->apply);
    wire_expect(c, b->lls, "apply_warp", scored->apply_warp);
    wire_expect(c, b->lls, "score", scored->score);
    wire_expect(c, b->lls, "launch", now->launched);
    wire_expect(c, b->lls, "exit", now->exited);
    wire_expect(c, b->llds, "issued", now->issues);
    wire_expect(c, b->llds, "launch", now->launched);
    wire_expect(c, b->llds, "exit", now->exited);
    wire_expect(c, b->llds, "kernel_launch", now->kernel);
    uint64_t load = now->load_issues ? UINT64_C(1) << now->load_warp : 0;
    wire_require(c, !(load & ~ccws_may_load(c, b)), "grant", "a load issues whose warp may not load");
}

uint64_t ccws_may_load(const wire_check *c, const ccws_blocks *b)
{
    return ((const struct ccws_lls_out *)recorded_out(b->lls, c->cycle))->can_issue;
}
