// SPDX-License-Identifier: BSD-3-Clause
// Whom ccws-priority puts first and whose loads it holds back, in a place with hand-made scores and age order. What its blocks
// are fed is ccws's (test_ccws_wiring.c); that this policy feeds them too is seen by a lost line that becomes a score.
#include "rtl_c/ccws_lls.h"
#include "sim/blocks/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LLS = 1, LINE = 128, AT_BASE = 100 };

typedef struct {
    machine       m;
    lockstep     *run;
    place         place;
    placed_block *order;
    sm_events     events;
    sm_levels     levels;
    block *lls;                                     // its registers are scores(r)
} rig;

static struct ccws_lls_state *scores(const rig *r) { return r->lls->q; }

static void rig_open(rig *r, const char *machine_name, const char *setting)
{
    char error[256] = "";
    machine_error bad;

    *r = (rig){0};
    assert_true(machine_load(&r->m, machine_name, &bad) && machine_set(&r->m, setting, &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 0, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find("ccws-priority")});
    assert_non_null(r->order = place_add(&r->place, "warp_order", 0, error, sizeof error));
    r->levels.order = r->order->block->out;
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    r->lls = r->place.hooks[0].view.blocks[LLS];
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

static policy_masks begin(rig *r)
{
    lockstep_cycle(r->run, r->place.edges);
    place_begin(&r->place);
    place_out(r->order);
    place_early(&r->place);
    policy_masks masks = POLICY_HOLDS_NOTHING;
    place_select(&r->place, &masks);
    return masks;
}

static void end(rig *r)
{
    struct warp_order_in *order = r->order->block->in;
    order->launch = r->events.cta_launch_count ? r->events.cta_launch[0].warps : 0;
    order->exit = r->events.warp_exit;
    place_step(&r->place, r->order->block);
    place_late(&r->place);
    place_end(&r->place);
    sm_events_clear(&r->events);
}

static void launch(rig *r, uint64_t warps)
{
    raise_cta_launch(&r->events, (cta_launch_event){.slot = 1, .number = 77, .warps = warps});
    begin(r);
    end(r);
}

static void set_score(rig *r, unsigned warp, unsigned score)
{
    for (unsigned place = 0; place < r->m.core.warps; place++)
        if (scores(r)->heap[place] == warp)
            scores(r)->lls[place] = (uint16_t)score;
}

// The warp goes before all others, alone or not; 64: none does, and nobody is held back.
static void expect_first(const policy_masks *masks, unsigned first, bool alone)
{
    assert_true(masks->may_issue == ~UINT64_C(0) && masks->occlude == 0);
    assert_true(masks->can_issue == (alone ? UINT64_C(1) << first : ~UINT64_C(0)));
    for (unsigned warp = 0; warp < N_MAX; warp++)
        assert_int_equal(masks->priority[warp], first < N_MAX && warp != first);
}

// --- who

static void nobody_while_all_are_at_base(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_exclusive=loads");
    policy_masks masks = begin(&r);                     // without a warp
    expect_first(&masks, N_MAX, false);
    end(&r);
    launch(&r, 0xff);
    masks = begin(&r);                                  // the walk of ccws would let nobody load yet
    expect_first(&masks, N_MAX, false);
    rig_close(&r);
}

static void the_largest_score_above_base(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_exclusive=loads");
    launch(&r, 0xff);
    set_score(&r, 2, AT_BASE + 1);
    policy_masks masks = begin(&r);
    expect_first(&masks, 2, true);
    set_score(&r, 7, 180);
    set_score(&r, 1, 179);
    masks = begin(&r);
    expect_first(&masks, 7, true);
    set_score(&r, 7, 178);
    masks = begin(&r);
    expect_first(&masks, 1, true);
    for (unsigned warp = 0; warp < 8; warp++)
        set_score(&r, warp, AT_BASE);
    masks = begin(&r);                                  // and nobody again
    expect_first(&masks, N_MAX, false);
    rig_close(&r);
}

// Slots 4 to 7 were launched before slots 0 to 3.
static void of_equal_ones_the_oldest(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_exclusive=loads");
    launch(&r, 0xf0);
    launch(&r, 0x0f);
    set_score(&r, 0, 300);
    set_score(&r, 3, 300);
    policy_masks masks = begin(&r);
    expect_first(&masks, 0, true);
    set_score(&r, 6, 300);
    set_score(&r, 5, 300);
    masks = begin(&r);
    expect_first(&masks, 5, true);
    rig_close(&r);
}

static void of_every_slot(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "kaws", "policy.ccws_exclusive=loads");
    assert_int_equal(r.m.core.warps, N_MAX);
    launch(&r, UINT32_MAX);
    launch(&r, ~(uint64_t)UINT32_MAX);
    for (unsigned warp = 0; warp < N_MAX; warp++) {
        set_score(&r, warp, 1000 + warp);
        policy_masks masks = begin(&r);
        expect_first(&masks, warp, true);
    }
    rig_close(&r);
}

// --- the keys

static void the_order_alone_holds_nobody_back(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_exclusive=order");
    launch(&r, 0xff);
    set_score(&r, 3, AT_BASE + 1);
    policy_masks masks = begin(&r);
    expect_first(&masks, 3, false);
    rig_close(&r);
}

static void base_is_the_machines(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_base=41");
    launch(&r, 0xff);
    policy_masks masks = begin(&r);
    expect_first(&masks, N_MAX, false);
    set_score(&r, 4, 42);
    masks = begin(&r);
    expect_first(&masks, 4, true);
    rig_close(&r);
}

// --- the blocks are fed, and no walk is waited for

static void a_lost_line_puts_its_warp_first(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "ccws", "policy.ccws_exclusive=loads");
    launch(&r, 0xff);
    raise_l1d_evict(&r.events, (l1d_evict_event){.line = 0xabc * LINE, .owner = 6, .cause = EVICT_REPLACED});
    begin(&r);
    end(&r);
    raise_l1d_access(&r.events, (l1d_access_event){.warp = 6, .line = 0xabc * LINE, .first_try = true, .outcome = L1D_MISS,
                                                   .found = FOUND_NOWHERE});
    begin(&r);
    end(&r);
    const struct ccws_lls_in *in = r.place.hooks[0].view.blocks[LLS]->in;
    policy_masks masks;
    unsigned waited = 0;
    for (;; waited++) {
        masks = begin(&r);
        expect_first(&masks, N_MAX, false);
        end(&r);
        if (in->apply)                                  // in the cycle that has ended: of no instruction, the cutoff
            break;
        assert_in_range(waited, 0, 80);
    }
    assert_in_range(waited, 32, 80);
    for (unsigned left = 800 - AT_BASE; left > 0; left--) {        // a point a cycle
        masks = begin(&r);
        expect_first(&masks, 6, true);
        end(&r);
    }
    masks = begin(&r);
    expect_first(&masks, N_MAX, false);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nobody_while_all_are_at_base),
        cmocka_unit_test(the_largest_score_above_base),
        cmocka_unit_test(of_equal_ones_the_oldest),
        cmocka_unit_test(of_every_slot),
        cmocka_unit_test(the_order_alone_holds_nobody_back),
        cmocka_unit_test(base_is_the_machines),
        cmocka_unit_test(a_lost_line_puts_its_warp_first),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
