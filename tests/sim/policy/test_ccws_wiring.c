// SPDX-License-Identifier: BSD-3-Clause
// What CCWS feeds and rtl_c/wires.def wires: which event and level of the SM reaches which input of its three blocks, in a
// place with hand-made events and age order. Both sides of a lockstep run get the same inputs, so it would not notice.
//
// Every signal has a value of its own, so that no input can be right by being fed from another one.
#include "rtl_c/ccws_llds.h"
#include "rtl_c/ccws_lls.h"
#include "rtl_c/ccws_vta.h"
#include "sim/blocks/place.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { VTA, LLS, LLDS, BLOCKS, WARPS = 32, LINE = 128 };

typedef struct {
    machine       m;
    lockstep     *run;
    place         place;
    placed_block *order;
    block *const *blocks;                           // the policy's
    sm_events     events;
    sm_levels     levels;
    struct ccws_vta_in  *vta;
    struct ccws_lls_in  *lls;
    struct ccws_llds_in *llds;
} rig;

static void rig_open(rig *r)
{
    char error[256] = "";
    machine_error bad;

    *r = (rig){0};
    assert_true(machine_load(&r->m, "ccws", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 0, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find("ccws")});
    assert_non_null(r->order = place_add(&r->place, "warp_order", 0, error, sizeof error));
    r->levels.order = r->order->block->out;
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    r->blocks = r->place.hooks[0].view.blocks;
    assert_int_equal(r->place.hooks[0].count, BLOCKS);
    r->vta = r->blocks[VTA]->in;
    r->lls = r->blocks[LLS]->in;
    r->llds = r->blocks[LLDS]->in;
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// The first half of a cycle, as the SM goes through it (sim/core/sm_arbiters.c).
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

static void cycle(rig *r) { begin(r); end(r); }

static void launch(rig *r, uint64_t warps)
{
    raise_cta_launch(&r->events, (cta_launch_event){.slot = 1, .number = 77, .warps = warps});
    cycle(r);
}

static void load(rig *r, unsigned warp, uint64_t line, l1d_found found, bool first_try)
{
    raise_l1d_access(&r->events, (l1d_access_event){.warp = (uint8_t)warp, .pc = 0x58, .line = line * LINE, .set = 3, .lines = 9,
                                                    .accesses = 11, .first_try = first_try, .outcome = L1D_MISS,
                                                    .found = (uint8_t)found});
}

static void evict(rig *r, unsigned owner, uint64_t line, l1d_cause cause)
{
    raise_l1d_evict(&r->events, (l1d_evict_event){.line = line * LINE, .owner = (uint8_t)owner, .cause = (uint8_t)cause});
}

// --- what is fed

// Registers as they stand; a commit moves them.
static struct ccws_lls_state *scores(const rig *r) { return r->blocks[LLS]->q; }

static void settings_reach_their_inputs(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    begin(&r);
    assert_true(r.llds->cfg_k == 8 && r.llds->cfg_base == 100 && r.lls->cfg_base == 100);
    end(&r);
    assert_true(machine_set(&r.m, "policy.ccws_k=3", &bad) && machine_set(&r.m, "policy.ccws_base=41", &bad));
    begin(&r);
    assert_true(r.llds->cfg_k == 3 && r.llds->cfg_base == 41 && r.lls->cfg_base == 41);
    rig_close(&r);
}

// D-26: once, at the first attempt, where the line is neither in the tags nor on its way.
static void loads_that_miss_probe_once(void **state)
{
    (void)state;
    static const struct { l1d_found found; bool first, probes; } cases[] = {
        {FOUND_NOWHERE, true, true}, {FOUND_NOWHERE, false, false}, {FOUND_ON_ITS_WAY, true, false}, {FOUND_HERE, true, false}};
    rig r;
    rig_open(&r);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        load(&r, 5 + i, 0x123456 + i, cases[i].found, cases[i].first);
        begin(&r);
        assert_int_equal(r.vta->probe, cases[i].probes);
        assert_int_equal(r.vta->probe_warp, cases[i].probes ? 5 + i : 0);
        assert_int_equal(r.vta->probe_line, cases[i].probes ? 0x123456 + i : 0);
        assert_int_equal(r.llds->hit_warp, cases[i].probes ? 5 + i : 0);
        end(&r);
        begin(&r);
        assert_true(!r.vta->probe && !r.vta->probe_warp && !r.vta->probe_line);
        end(&r);
    }
    rig_close(&r);
}

// Replaced lines alone, and with the key a store's where there is no replaced one.
static void replaced_lines_are_the_victims(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    for (unsigned stores = 0; stores < 2; stores++) {
        assert_true(machine_set(&r.m, stores ? "policy.vta_stores=1" : "policy.vta_stores=0", &bad));
        evict(&r, 9, 0x91, EVICT_STORE);
        cycle(&r);
        assert_int_equal(r.vta->insert, stores);
        assert_int_equal(r.vta->insert_warp, stores ? 9 : 0);
        assert_int_equal(r.vta->insert_line, stores ? 0x91 : 0);
        for (unsigned order = 0; order < 2; order++) {          // whichever is told first
            evict(&r, order ? 9 : 14, order ? 0x91 : 0xe7, order ? EVICT_STORE : EVICT_REPLACED);
            evict(&r, order ? 14 : 9, order ? 0xe7 : 0x91, order ? EVICT_REPLACED : EVICT_STORE);
            cycle(&r);
            assert_true(r.vta->insert && r.vta->insert_warp == 14 && r.vta->insert_line == 0xe7);
        }
        evict(&r, 3, 0x33, EVICT_FLUSH);
        cycle(&r);
        assert_true(!r.vta->insert && !r.vta->insert_warp && !r.vta->insert_line);
    }
    rig_close(&r);
}

static void launches_exits_and_kernels_reach_all(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    raise_cta_launch(&r.events, (cta_launch_event){.slot = 1, .number = 77, .warps = 0xf0});
    raise_warp_exit(&r.events, 0x0300);
    cycle(&r);
    assert_true(r.vta->launch == 0xf0 && r.lls->launch == 0xf0 && r.llds->launch == 0xf0);
    assert_true(r.lls->exit == 0x0300 && r.llds->exit == 0x0300 && !r.llds->kernel_launch);
    for (unsigned warp = 0; warp < 64; warp++) {        // none cut or moved
        raise_cta_launch(&r.events, (cta_launch_event){.slot = 1, .number = 78, .warps = UINT64_C(1) << warp});
        raise_warp_exit(&r.events, UINT64_C(1) << (warp ^ 32));
        cycle(&r);
        assert_true(r.vta->launch == UINT64_C(1) << warp && r.lls->launch == r.vta->launch && r.llds->launch == r.vta->launch);
        assert_true(r.lls->exit == UINT64_C(1) << (warp ^ 32) && r.llds->exit == r.lls->exit);
    }
    raise_kernel_start(&r.events, (kernel_start_event){.ctas_per_sm = 3});
    cycle(&r);
    assert_true(!r.vta->launch && !r.lls->launch && !r.llds->launch && !r.lls->exit && !r.llds->exit && r.llds->kernel_launch);
    rig_close(&r);
}

static void issued_instructions_are_counted(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    for (unsigned count = 0; count < 4; count++) {
        for (unsigned i = 0; i < count; i++)
            raise_warp_issue(&r.events, (warp_issue_event){.warp = 7, .lanes = 1, .load = i == 1});
        cycle(&r);
        assert_int_equal(r.llds->issued, count);
    }
    assert_int_equal(((const struct ccws_llds_state *)r.blocks[LLDS]->q)->insts, 0 + 1 + 2 + 3);
    rig_close(&r);
}

// --- what is wired

static void ages_reach_the_scores(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    launch(&r, 0xf0);
    launch(&r, 0x0f);
    begin(&r);
    assert_int_equal(r.lls->resident, 0xff);
    assert_int_equal(r.lls->older[3], 0x07);            // of the warps behind them slots 0..2 are older
    assert_int_equal(r.lls->older[6], 0x30);            // and of those in front none of slots 0..3
    assert_int_equal(r.llds->cutoff, 800);
    rig_close(&r);
}

// A lost line, from the eviction to the score: base for the first hit, which starts the division.
static void a_lost_line_becomes_a_score(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    const struct ccws_llds_out *lost = r.blocks[LLDS]->out;
    launch(&r, 0xff);
    evict(&r, 6, 0xabc, EVICT_REPLACED);
    cycle(&r);
    load(&r, 5, 0xabc, FOUND_NOWHERE, true);            // another warp's
    begin(&r);
    assert_int_equal(r.llds->hit, 0);
    end(&r);
    load(&r, 6, 0xabc, FOUND_NOWHERE, true);
    begin(&r);
    assert_true(r.llds->hit && r.llds->hit_warp == 6);
    end(&r);
    unsigned waited = 0;
    for (begin(&r); !lost->apply; begin(&r), waited++)
        end(&r);
    assert_in_range(waited, 32, 80);
    end(&r);                                            // no instruction was issued: the cutoff
    assert_true(r.lls->apply && r.lls->apply_warp == 6 && r.lls->score == 800);
    unsigned place = 0;
    while (scores(&r)->heap[place] != 6)
        place++;
    assert_in_range(scores(&r)->lls[place], 799, 800);
    for (unsigned i = 0; i < 100; i++)
        cycle(&r);
    assert_true(begin(&r).can_issue == 0x40);           // the walk lets warp 6 alone pass
    rig_close(&r);
}

// Until the first walk nobody may load; then everybody, and nothing else is held back.
static void select_is_what_the_walk_says(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    launch(&r, 0xff);
    policy_masks masks = begin(&r);
    assert_true(masks.can_issue == 0 && masks.may_issue == ~UINT64_C(0) && masks.occlude == 0);
    end(&r);
    for (unsigned i = 0; i < 100; i++)
        cycle(&r);
    assert_true(begin(&r).can_issue == 0xff);
    rig_close(&r);
}

// K 0: whatever is lost, no score rises above base, and who may not load was launched less than two walks ago.
static void with_k_0_only_the_newly_launched_wait(void **state)
{
    (void)state;
    enum { TWO_WALKS = 2 * (WARPS + 10) };              // rtl_c/ccws_lls.h: N + R, R twice the levels of the heap
    uint64_t launched[WARPS] = {0}, held = 0, hits = 0, longest = 0;
    rig r;
    machine_error bad;
    rig_open(&r);
    assert_true(machine_set(&r.m, "policy.ccws_k=0", &bad));
    srand(9);
    for (uint64_t now = 1; now < 20000; now++) {
        load(&r, (unsigned)rand() % WARPS, (unsigned)rand() % 8, FOUND_NOWHERE, true);
        evict(&r, (unsigned)rand() % WARPS, (unsigned)rand() % 8, EVICT_REPLACED);
        raise_warp_issue(&r.events, (warp_issue_event){.lanes = 1});    // of no instruction a score would be the cutoff
        const struct warp_order_out *order = r.order->block->out;
        uint64_t may_load = begin(&r).can_issue;
        hits += r.llds->hit;
        for (unsigned w = 0; w < WARPS; w++)
            if (order->resident >> w & ~(may_load >> w) & 1) {
                longest = now - launched[w] > longest ? now - launched[w] : longest;
                held++;
            }
        unsigned first = (unsigned)rand() % 4 * 8;
        if (rand() % 50 == 0 && !(order->resident >> first & 0xff)) {
            raise_cta_launch(&r.events, (cta_launch_event){.warps = UINT64_C(0xff) << first});
            for (unsigned w = first; w < first + 8; w++)
                launched[w] = now;
        } else if (rand() % 100 == 0) {
            raise_warp_exit(&r.events, order->resident & UINT64_C(0xff) << first);
        }
        end(&r);
    }
    print_message("%u warp-cycles, %u at the longest\n", (unsigned)held, (unsigned)longest);
    assert_true(held > 1000 && hits > 1000 && longest < TWO_WALKS);
    rig_close(&r);
}

// policy.ccws_direct: in the very cycle of the launch's residents.
static void the_definition_is_never_late(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    assert_true(machine_set(&r.m, "policy.ccws_direct=1", &bad));
    launch(&r, 0xf0);
    launch(&r, 0x0f);
    assert_true(begin(&r).can_issue == 0xff);
    end(&r);
    for (unsigned place = 0; place < WARPS; place++)
        scores(&r)->lls[place] = scores(&r)->heap[place] == 2 ? 101 : scores(&r)->lls[place];
    assert_true(begin(&r).can_issue == 0xf7);           // one point above base holds the youngest back: warp 3, of the later CTA
    rig_close(&r);
}

// policy.ccws_vta_latency: the tags see the miss and the victim of the last cycle, but for a victim of a section that is emptied meanwhile.
static void a_macro_sees_the_last_cycle(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    assert_true(machine_set(&r.m, "policy.ccws_vta_latency=1", &bad));
    launch(&r, 0xff);
    evict(&r, 3, 40, EVICT_REPLACED);
    cycle(&r);
    assert_false(r.vta->insert);
    cycle(&r);
    assert_true(r.vta->insert && r.vta->insert_warp == 3 && r.vta->insert_line == 40);
    load(&r, 3, 40, FOUND_NOWHERE, true);
    begin(&r);
    assert_false(r.vta->probe || r.llds->hit);
    end(&r);
    assert_false(r.vta->insert);
    begin(&r);
    assert_true(r.vta->probe && r.vta->probe_warp == 3 && r.vta->probe_line == 40 && r.llds->hit && r.llds->hit_warp == 3);
    end(&r);
    begin(&r);
    assert_false(r.vta->probe || r.llds->hit);
    end(&r);
    evict(&r, 3, 41, EVICT_REPLACED);
    launch(&r, UINT64_C(1) << 4);
    cycle(&r);
    assert_true(r.vta->insert && r.vta->insert_line == 41);
    evict(&r, 3, 42, EVICT_REPLACED);
    launch(&r, UINT64_C(1) << 3);
    cycle(&r);
    assert_false(r.vta->insert);
    rig_close(&r);
}

// The hits are those of tags that are read in the same cycle, each a cycle later.
static void a_macro_finds_the_same_a_cycle_later(void **state)
{
    (void)state;
    rig at_once, later;
    machine_error bad;
    unsigned hits = 0, launches = 0;
    bool hit = false;
    unsigned warp = 0;
    rig_open(&at_once);
    rig_open(&later);
    assert_true(machine_set(&later.m, "policy.ccws_vta_latency=1", &bad));
    srand(5);
    for (unsigned now = 0; now < 20000; now++) {
        const unsigned loads = (unsigned)rand() % WARPS, loses = (unsigned)rand() % WARPS, line = (unsigned)rand() % 8, lost = (unsigned)rand() % 8;
        const uint64_t launched = rand() % 20 ? 0 : UINT64_C(1) << (loads + 1 + (unsigned)rand() % (WARPS - 1)) % WARPS;
        const bool misses = rand() % 2, evicts = rand() % 2;
        rig *const both[] = {&at_once, &later};
        for (unsigned i = 0; i < 2; i++) {
            if (misses)
                load(both[i], loads, line, FOUND_NOWHERE, true);
            if (evicts)
                evict(both[i], loses, lost, EVICT_REPLACED);
            if (launched)
                raise_cta_launch(&both[i]->events, (cta_launch_event){.warps = launched});
            begin(both[i]);
        }
        assert_int_equal(later.llds->hit, hit);
        assert_true(!hit || later.llds->hit_warp == warp);
        hit = at_once.llds->hit;
        warp = at_once.llds->hit_warp;
        hits += hit;
        launches += launched != 0;
        end(&at_once);
        end(&later);
    }
    assert_true(hits > 1000 && launches > 500);
    rig_close(&at_once);
    rig_close(&later);
}

// What the block says, of every warp slot, none cut or moved.
static void all_that_may_load(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    struct ccws_lls_out *out = r.place.hooks[0].view.blocks[1]->out;
    for (unsigned warp = 0; warp < 64; warp++) {
        policy_masks masks;
        out->can_issue = ~(UINT64_C(1) << warp);
        place_select(&r.place, &masks);
        assert_true(masks.can_issue == ~(UINT64_C(1) << warp) && masks.may_issue == ~UINT64_C(0) && masks.occlude == 0);
    }
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_reach_their_inputs), cmocka_unit_test(loads_that_miss_probe_once),
        cmocka_unit_test(replaced_lines_are_the_victims), cmocka_unit_test(launches_exits_and_kernels_reach_all),
        cmocka_unit_test(issued_instructions_are_counted), cmocka_unit_test(ages_reach_the_scores),
        cmocka_unit_test(a_lost_line_becomes_a_score), cmocka_unit_test(all_that_may_load), cmocka_unit_test(select_is_what_the_walk_says),
        cmocka_unit_test(with_k_0_only_the_newly_launched_wait),
        cmocka_unit_test(the_definition_is_never_late),
        cmocka_unit_test(a_macro_sees_the_last_cycle),
        cmocka_unit_test(a_macro_finds_the_same_a_cycle_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
