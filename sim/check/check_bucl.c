// SPDX-License-Identifier: BSD-3-Clause
// Loads and accesses that bypass the L1D: bucl_bypass and bucl_update, and MRPB, which has no block; see sim/check/check.h.
#include "sim/check/address_map.h"
#include "sim/check/check_internal.h"

#include <string.h>

#include "rtl_c/bucl_bypass.h"
#include "rtl_c/bucl_update.h"

enum { ACCESSES_WIRE = 63, PLACES_WIRE = 127, LANES_WIRE = 511 };

// A store to that line may still be in the L1D, ahead of what would overtake it.
static void note_stores(check *c)
{
    for (size_t i = c->f.at; i < c->f.end; i++)
        if (c->r->event[i].kind == LINE_SM_store)
            c->stored[c->stores++ % RECENT_STORES] = recorded_number(c->r, &c->r->event[i], 0) / c->f.line_bytes;
}

static bool may_be_overtaken(const check *c, uint64_t line)
{
    for (unsigned i = 0; i < c->stores && i < RECENT_STORES; i++)
        if (c->stored[i] == line)
            return true;
    return false;
}

static void inputs_early(check *c, const fact_fail *failed)
{
    const fact_cycle *now = &c->f.now;
    const struct bucl_bypass_in *in = IN_OF(bucl_bypass, c->bypass);
    const machine *m = &c->r->m;
    check_value(c, c->bypass, "load", now->coalesced);
    if (now->coalesced) {
        check_value(c, c->bypass, "load_global", now->coalesced_global);
        check_value(c, c->bypass, "load_acc", now->coalesced_accesses < ACCESSES_WIRE ? now->coalesced_accesses : ACCESSES_WIRE);
    }
    check_value(c, c->bypass, "fail", failed != NULL);
    if (!failed)
        return;
    const uint64_t address = m->l1d.bypass_bytes == BYPASS_LINE ? failed->address - failed->address % m->l1d.line_bytes : failed->address;
    const bool passes = now->bypassed && failed == &now->passed;
    check_value(c, c->bypass, "fail_global", failed->load->global);
    check_rule(c, passes == now->bypassed, "bypass", (int)failed->load->warp, c->bypass, "an access passes the L1D by that is not asked about");
    check_rule(c, now->bypasses < 2, "bypass", (int)failed->load->warp, c->bypass, "a second access passes the L1D by in a cycle");
    check_value(c, c->bypass, "fail_partition", check_locate(m, address).partition);
    // What was full when the access asked has no room when the schedulers look; nothing leaves the queue in between.
    check_between(c, c->bypass, "queue_full", 0, !*c->shown->sm.injection_room);
    const bool asks = OUT_OF(bucl_bypass, c->bypass)->access_bypass;
    check_rule(c, asks || !passes, "bypass", (int)failed->load->warp, c->bypass, "an access passes the L1D by that bucl_bypass keeps");
    check_rule(c, !asks || passes || in->queue_full || may_be_overtaken(c, failed->address / c->f.line_bytes), "bypass",
               (int)failed->load->warp, c->bypass, "an access stays that may pass the L1D by");
}

void check_bucl_early(check *c)
{
    const fact_cycle *now = &c->f.now;
    const fact_fail *failed = facts_asked(&c->f);
    note_stores(c);
    if (c->f.now.slept)                     // the answer stays, or wakes the SM
        return;
    if (c->bypass) {
        inputs_early(c, failed);
        if (now->coalesced)
            check_rule(c, now->passes == OUT_OF(bucl_bypass, c->bypass)->load_bypass, "bypass", (int)now->coalesced_warp, c->bypass,
                       "a load passes the L1D by, or goes to it, against bucl_bypass");
        return;
    }
    check_rule(c, !now->passes, "bypass", (int)now->coalesced_warp, NULL, "a load passes the L1D by as a whole");
    if (failed && !now->bypassed && *c->shown->sm.injection_room)
        check_rule(c, may_be_overtaken(c, failed->address / c->f.line_bytes), "bypass", (int)failed->load->warp, NULL,
                   "an access that fails stays though the queue has room");
}

// --- the GPU's only one of these blocks, as this SM sees it

static const struct { const char *name; size_t offset; unsigned most; } update_keys[] = {
#define KEY(input, section, key, most) {input, offsetof(machine, section.key), most},
    KEY("cfg_period", policy, bucl_period, UINT32_MAX) KEY("cfg_depth", l2, queue_from_icnt, PLACES_WIRE)
    KEY("cfg_l1dhr", policy, bucl_l1dhr, UINT32_MAX) KEY("cfg_uib", policy, bucl_uib, UINT32_MAX)
    KEY("cfg_tucd", policy, bucl_tucd, UINT32_MAX) KEY("cfg_tucd_min", policy, bucl_tucd_min, UINT32_MAX)
    KEY("cfg_tucd_max", policy, bucl_tucd_max, UINT32_MAX)
#undef KEY
};

void check_update_early(check *c)
{
    const struct bucl_update_out *out = OUT_OF(bucl_update, c->update);
    for (size_t i = 0; i < sizeof update_keys / sizeof *update_keys; i++) {
        uint32_t key;
        memcpy(&key, (const char *)&c->r->m + update_keys[i].offset, sizeof key);
        check_value(c, c->update, update_keys[i].name, key < update_keys[i].most ? key : update_keys[i].most);
    }
    check_value(c, c->update, "cfg_profile", check_is_under(c, "bucl-prf") ? c->r->m.policy.bucl_profile : 0);
    if (!c->bypass || c->f.now.slept)       // asleep, nobody asks, and the inputs stay
        return;
    check_value(c, c->bypass, "tucd", out->tucd[c->r->index]);
    check_value(c, c->bypass, "l1dhr_low", out->l1dhr_low);
    check_value(c, c->bypass, "uib_low", out->uib_low);
}

// It samples SM 0, and what each SM issues.
void check_update_late(check *c)
{
    const fact_cycle *now = &c->f.now;
    check_value(c, c->update, "kernel_launch", now->kernel);
    check_element(c, c->update, "thread_instructions", c->r->index, now->lanes < LANES_WIRE ? now->lanes : LANES_WIRE);
    if (c->r->index)
        return;
    check_value(c, c->update, "access", now->resolved);
    check_value(c, c->update, "hit", now->resolved && now->resolved_hit);
}
