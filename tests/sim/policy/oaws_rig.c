// SPDX-License-Identifier: BSD-3-Clause
// See tests/sim/policy/oaws_rig.h.
#include "tests/sim/policy/oaws_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

void rig_open(rig *r, const char *name)
{
    char error[256] = "";
    machine_error bad;

    *r = (rig){.policy = policy_find(name)};
    assert_true(machine_load(&r->m, "oaws", &bad));
    assert_true(machine_set(&r->m, "policy.smr=75", &bad) && machine_set(&r->m, "policy.wmax=20", &bad) &&
                machine_set(&r->m, "policy.age_period=1234", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 0, &r->m, &(place_options){.lockstep = r->run, .policy = r->policy});
    if (r->policy->numbers)
        assert_non_null(r->rank = place_add(&r->place, "warp_rank", 0, error, sizeof error));
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    r->blocks = r->place.hooks[0].view.blocks;
    assert_int_equal(r->place.hooks[0].count, BLOCKS);
    for (unsigned w = 0; w < 48; w++) {
        r->numbers.rank[w] = (uint8_t)w;
        r->numbers.rank_run[w] = (uint8_t)(47 - w);
    }
    r->numbers.oldest_run = UINT64_C(3) << 40;
    r->levels = (sm_levels){.ready = 0xf0f0, .may_get_ready = 0xfff0, .load = 0x3330, .resident = MASK(48), .waiting = 0x0f00,
                            .free_mshrs = 17};
    r->active = 32;
}

void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

uint64_t rig_begin(rig *r)
{
    lockstep_cycle(r->run, r->place.edges);
    place_begin(&r->place);
    if (r->rank) {
        *(struct warp_rank_out *)r->rank->block->out = r->numbers;
        wires_drive(r->rank->wires, r->rank->n_wires);
    }
    place_early(&r->place);
    policy_masks masks;
    place_select(&r->place, &masks);
    assert_true(masks.may_issue == ~UINT64_C(0) && masks.can_issue == ~UINT64_C(0));
    return masks.occlude;
}

void rig_issue(rig *r, unsigned warp, bool load)
{
    raise_warp_issue(&r->events, (warp_issue_event){.warp = (uint8_t)warp, .scheduler = (uint8_t)(warp % 2), .lanes = 1, .pc = 0x60,
                                                    .active = (uint8_t)r->active, .load = load});
}

void rig_end(rig *r)
{
    place_late(&r->place);
    place_end(&r->place);
    sm_events_clear(&r->events);
}

void rig_cycle(rig *r) { rig_begin(r); rig_end(r); }

void rig_divergent_load(rig *r, uint32_t pc, unsigned accesses)
{
    raise_load_coalesced(&r->events, (load_coalesced_event){.warp = 40, .pc = pc, .accesses = (uint16_t)accesses, .lines = (uint16_t)accesses});
    rig_cycle(r);
}

void rig_fill_warp_7(rig *r, unsigned loads)
{
    rig_divergent_load(r, 0x48, 32);
    raise_buffer_fill(&r->events, (buffer_fill_event){.warp = 7, .active = 20, .present = 3, .load = (uint8_t)loads, .pc = 0x48,
                                                      .second_pc = 0x50});
}
