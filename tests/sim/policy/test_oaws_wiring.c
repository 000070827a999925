// SPDX-License-Identifier: BSD-3-Clause
// What OAWS feeds and rtl_c/wires.def wires: which event and level of the SM reaches which input of its four blocks, in a
// place with hand-made events, levels and numbers. Both sides of a lockstep run get the same inputs, so it would not notice.
// A whole SM: test_oaws_sm.c.
//
// Every signal has a value of its own, so that no input can be right by being fed from another one.
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "sim/core/gpu_internal.h"
#include "sim/policy/oaws.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { OCW, DLC, MISSPRED, QUALIFY, BLOCKS };

static const char *const policies[] = {"oaws-static", "oaws-dyn", "ocw"};
static const uint8_t modes[] = {0, 1, 2};           // hardware.md 1.4 and oaws_qualify.def

typedef struct {
    machine               m;
    lockstep             *run;
    const policy         *policy;
    place                 place;
    placed_block         *rank;                     // NULL: the policy asks for no numbers
    block *const         *blocks;                   // the policy's
    struct warp_rank_out  numbers;                  // that warp_rank puts out
    sm_events             events;
    sm_levels             levels;
    unsigned              active;                   // lanes of what issues next
} rig;

static void rig_open(rig *r, const char *name)
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

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// The first half of a cycle, as the SM goes through it (sim/core/sm_arbiters.c), with numbers that are given.
static uint64_t begin(rig *r)
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

static void issue_warp(rig *r, unsigned warp, bool load)
{
    raise_warp_issue(&r->events, (warp_issue_event){.warp = (uint8_t)warp, .scheduler = (uint8_t)(warp % 2), .lanes = 1, .pc = 0x60,
                                                    .active = (uint8_t)r->active, .load = load});
}

static void end(rig *r)
{
    place_late(&r->place);
    place_end(&r->place);
    sm_events_clear(&r->events);
}

static void cycle(rig *r) { begin(r); end(r); }

static void divergent_load(rig *r, uint32_t pc, unsigned accesses)
{
    raise_load_coalesced(&r->events, (load_coalesced_event){.warp = 40, .pc = pc, .accesses = (uint16_t)accesses, .lines = (uint16_t)accesses});
    cycle(r);
}

// --- what is fed early

static void test_settings_reach_their_inputs(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        machine_error bad;
        rig_open(&r, policies[p]);
        const struct oaws_ocw_in *ocw = r.blocks[OCW]->in;
        const struct oaws_misspred_in *misspred = r.blocks[MISSPRED]->in;
        begin(&r);
        assert_int_equal(ocw->cfg_wmax, 20);
        assert_int_equal(ocw->cfg_ocw_pin, 0);
        assert_int_equal(((struct oaws_dlc_in *)r.blocks[DLC]->in)->cfg_age_period, 1234);
        assert_int_equal(misspred->cfg_dynamic, modes[p] == 1);
        assert_int_equal(misspred->cfg_smr, 75);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->cfg_mode, modes[p]);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->cfg_keep_oldest, 1);
        end(&r);
        assert_true(machine_set(&r.m, "policy.wmax=64", &bad) && machine_set(&r.m, "policy.ocw_pin=9", &bad) &&
                    machine_set(&r.m, "policy.keep_oldest=0", &bad));
        begin(&r);
        assert_int_equal(ocw->cfg_wmax, 48);        // N at most
        assert_int_equal(ocw->cfg_ocw_pin, 9);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->ocw, 9);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->cfg_keep_oldest, 0);
        rig_close(&r);
    }
}

static void test_warps_and_mshrs_reach_their_inputs(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        rig_open(&r, policies[p]);
        bool asks = r.policy->numbers != 0;
        assert_int_equal(asks, modes[p] != OAWS_STATIC);                // a static prediction is no matter of age
        const struct oaws_misspred_in *misspred = r.blocks[MISSPRED]->in;
        const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
        begin(&r);
        assert_true(qualify->ready == r.levels.may_get_ready);
        assert_true(qualify->load == r.levels.load);
        assert_int_equal(qualify->avail, 17);
        assert_true(qualify->oldest_run == (asks ? UINT64_C(3) << 40 : 0));
        for (unsigned w = 0; w < 48; w++) {
            assert_int_equal(misspred->rank[w], asks ? w : 0);              // priority
            assert_int_equal(qualify->rank_run[w], asks ? 47 - w : 0);      // throttle
        }
        rig_close(&r);
    }
}

// Loads are judged by policy.oaws_mshrs entries where that is fewer than the L1D has, whatever the others do.
static void test_mshrs_are_counted_as_the_key_says(void **state)
{
    static const struct { const char *key; unsigned in_use, avail; } cases[] = {
        {"policy.oaws_mshrs=0", 0, 96},  {"policy.oaws_mshrs=0", 40, 56},   {"policy.oaws_mshrs=0", 96, 0},
        {"policy.oaws_mshrs=96", 0, 96}, {"policy.oaws_mshrs=96", 40, 56},  {"policy.oaws_mshrs=256", 40, 56},
        {"policy.oaws_mshrs=32", 0, 32}, {"policy.oaws_mshrs=32", 10, 22},  {"policy.oaws_mshrs=32", 31, 1},
        {"policy.oaws_mshrs=32", 32, 0}, {"policy.oaws_mshrs=32", 40, 0},   {"policy.oaws_mshrs=32", 96, 0},
    };

    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        machine_error bad;
        rig_open(&r, policies[p]);
        const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
        assert_true(machine_set(&r.m, "l1d.mshrs=96", &bad));
        for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
            assert_true(machine_set(&r.m, cases[i].key, &bad));
            r.levels.free_mshrs = 96 - cases[i].in_use;
            begin(&r);
            assert_int_equal(qualify->avail, cases[i].avail);
            end(&r);
        }
        rig_close(&r);
    }
}

static void test_a_kernel_start_resets_ocw_and_clears_the_classifier(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-static");
    for (unsigned start = 0; start < 2; start++) {
        if (start)
            raise_kernel_start(&r.events, (kernel_start_event){.ctas_per_sm = 3});
        begin(&r);
        assert_int_equal(((struct oaws_ocw_in *)r.blocks[OCW]->in)->launch, start);
        assert_int_equal(((struct oaws_dlc_in *)r.blocks[DLC]->in)->clear, start);
        end(&r);
    }
    rig_close(&r);
}

static void test_a_load_at_the_l1d_reaches_ocw(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-dyn");
    const struct oaws_ocw_in *in = r.blocks[OCW]->in;
    const l1d_access_event first = {.warp = 3, .pc = 0x58, .line = 0x1000, .set = 13, .accesses = 60, .lines = 32,
                                    .first_of_load = true, .first_try = true, .outcome = L1D_HIT};
    l1d_access_event access = first;
    raise_l1d_access(&r.events, access);
    begin(&r);
    assert_int_equal(in->start, 1);
    assert_int_equal(in->n_acc, 32);
    assert_int_equal(in->access, 1);
    assert_int_equal(in->access_set, 13);
    assert_int_equal(in->access_hit, 1);
    assert_int_equal(in->done, 0);
    end(&r);
    access.set = 30, access.first_of_load = false, access.outcome = L1D_PENDING_HIT;
    raise_l1d_access(&r.events, access);
    raise_load_done(&r.events, (load_done_event){.warp = 3, .pc = 0x58, .had_access = true});
    begin(&r);
    assert_int_equal(in->start, 0);
    assert_int_equal(in->n_acc, 0);
    assert_int_equal(in->access_set, 30);
    assert_int_equal(in->access_hit, 0);
    assert_int_equal(in->done, 1);
    end(&r);
    access = first, access.first_try = false;       // a retry begins no load and is no hit at the first attempt
    raise_l1d_access(&r.events, access);
    begin(&r);
    assert_int_equal(in->access, 1);
    assert_int_equal(in->start, 0);
    assert_int_equal(in->access_hit, 0);
    end(&r);
    access = first, access.accesses = 200, access.lines = 100;
    raise_l1d_access(&r.events, access);
    raise_load_done(&r.events, (load_done_event){.warp = 5, .charge = 1});
    begin(&r);
    assert_int_equal(in->n_acc, 63);                // as many as the input holds
    assert_int_equal(in->done, 0);                  // one without an access was never at the L1D
    end(&r);
    begin(&r);
    assert_true(!in->start && !in->n_acc && !in->access && !in->access_set && !in->access_hit && !in->done);
    rig_close(&r);
}

// Divergent is more than two lines, however many accesses they take (hardware.md 1.1, D-21).
static void test_divergent_loads_reach_the_classifier(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-dyn");
    const struct oaws_dlc_in *in = r.blocks[DLC]->in;
    const struct oaws_dlc_state *q = r.blocks[DLC]->q;
    for (unsigned lines = 0; lines < 4; lines++) {
        raise_load_coalesced(&r.events, (load_coalesced_event){.accesses = (uint16_t)(4 * lines), .lines = (uint16_t)lines, .pc = 0x48});
        raise_l1d_access(&r.events, (l1d_access_event){.pc = 0x70});
        begin(&r);
        assert_int_equal(in->coalesce, lines == 3);
        assert_int_equal(in->coalesce_pc, lines == 3 ? 0x48 : 0);
        assert_int_equal(in->coalesce_acc, lines == 3 ? 3 : 0);
        assert_int_equal(in->done_pc, 0);
        end(&r);
    }
    assert_int_equal(q->pc[0], 0x48);
    assert_int_equal(q->acc[0], 3);
    raise_buffer_fill(&r.events, (buffer_fill_event){.present = 1, .pc = 0x80, .second_pc = 0x88});
    begin(&r);
    assert_int_equal(in->fill_pc[0], 0x80);
    assert_int_equal(in->fill_pc[1], 0);
    rig_close(&r);
}

// --- what is wired

static void test_done_events_reach_the_classifier_with_their_sets(void **state)
{
    (void)state;
    for (unsigned lines = 2; lines <= 5; lines += 3) {
        rig r;
        rig_open(&r, "oaws-static");
        const struct oaws_dlc_in *in = r.blocks[DLC]->in;
        divergent_load(&r, 0x48, 5);
        raise_l1d_access(&r.events, (l1d_access_event){.first_of_load = true, .first_try = true, .accesses = 5, .lines = (uint16_t)lines,
                                                       .set = 4, .pc = 0x48});
        begin(&r);
        assert_int_equal(in->done, 0);
        end(&r);
        for (uint8_t set = 5; set < 7; set++) {
            raise_l1d_access(&r.events, (l1d_access_event){.set = set});
            cycle(&r);
        }
        raise_l1d_access(&r.events, (l1d_access_event){.set = 9, .pc = 0x70});
        raise_load_done(&r.events, (load_done_event){.had_access = true, .pc = 0x48});
        begin(&r);
        assert_int_equal(in->done, lines == 5);     // a coherent load's is kept from it
        assert_int_equal(in->done_pc, 0x48);
        assert_int_equal(in->done_sets, 4);
        end(&r);
        // 5 lines in 4 sets are not sensitive, in no known set they are.
        assert_int_equal(((struct oaws_ocw_in *)r.blocks[OCW]->in)->sensitive, lines != 5);
        assert_int_equal(((struct oaws_dlc_state *)r.blocks[DLC]->q)->sets[0], lines == 5 ? 4 : 0);
        rig_close(&r);
    }
}

// Two instructions enter the buffer of warp 7: one at the PC of a load that is known as divergent, one that is not; `loads`
// says which are loads.
static void fill_warp_7(rig *r, unsigned loads)
{
    divergent_load(r, 0x48, 32);
    raise_buffer_fill(&r->events, (buffer_fill_event){.warp = 7, .active = 20, .present = 3, .load = (uint8_t)loads, .pc = 0x48,
                                                      .second_pc = 0x50});
}

static void test_predictions_reach_qualification(void **state)
{
    (void)state;
    static const uint8_t divergent[] = {15, 10 + 7, 15};    // 75 percent of 20; half of 20 and rank 7; as static
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        rig_open(&r, policies[p]);
        const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
        const struct oaws_misspred_state *q = r.blocks[MISSPRED]->q;
        fill_warp_7(&r, 3);
        cycle(&r);
        assert_int_equal(q->pred[14], divergent[p]);
        assert_int_equal(q->pred[15], 1);
        begin(&r);
        assert_int_equal(qualify->pred[7], divergent[p]);
        assert_int_equal(qualify->pred[6], 0);
        assert_int_equal(qualify->ocw, 2);          // OCW_MIN
        issue_warp(&r, 7, true);
        end(&r);
        begin(&r);
        assert_int_equal(qualify->pred[7], 1);      // what issues shifts the buffer
        rig_close(&r);
    }
}

// --- what is asked

static void test_what_does_not_fit_is_occluded_and_what_issues_is_charged(void **state)
{
    (void)state;
    static const bool occluded[3][2] = {{false, true}, {false, true}, {true, true}};    // 17 and 12 MSHRs free
    static const uint8_t charge[] = {15, 17, 0};
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        rig_open(&r, policies[p]);
        const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
        const struct oaws_qualify_state *q = r.blocks[QUALIFY]->q;
        r.levels.may_get_ready = r.levels.load = warp_bit(7) | warp_bit(47);
        r.numbers.rank_run[47] = 0, r.numbers.rank_run[0] = 47;
        fill_warp_7(&r, 3);
        cycle(&r);
        r.levels.free_mshrs = 12;
        assert_int_equal(begin(&r) >> 7 & 1, occluded[p][1]);
        end(&r);
        assert_int_equal(q->inflight, 0);
        r.levels.free_mshrs = 17;
        uint64_t occlude = begin(&r);
        assert_int_equal(occlude >> 7 & 1, occluded[p][0]);
        assert_int_equal(occlude >> 47 & 1, 0);     // runs first: a locality warp, and without a prediction
        assert_int_equal(place_charge(&r.place, 7), charge[p]);
        issue_warp(&r, 7, true);
        end(&r);
        assert_int_equal(qualify->issue, 1);
        assert_int_equal(qualify->issue_warp, 7);
        assert_int_equal(q->inflight, charge[p]);
        begin(&r);
        issue_warp(&r, 7, false);                   // what issues now is no load
        end(&r);
        assert_int_equal(qualify->issue, 0);
        assert_int_equal(q->inflight, charge[p]);
        rig_close(&r);
    }
}

// --- what is fed late

static void test_charges_come_back_on_both_ways(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-static");
    const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
    const struct oaws_qualify_state *q = r.blocks[QUALIFY]->q;
    r.levels.may_get_ready = r.levels.load = warp_bit(7);
    fill_warp_7(&r, 3);
    cycle(&r);
    begin(&r);
    issue_warp(&r, 7, true);
    end(&r);
    raise_load_done(&r.events, (load_done_event){.charge = 5, .had_access = true});
    raise_load_done(&r.events, (load_done_event){.charge = 2});
    cycle(&r);
    assert_int_equal(qualify->release[0], 5);       // serviced
    assert_int_equal(qualify->release[1], 2);       // left without an access
    assert_int_equal(q->inflight, 15 - 7);
    cycle(&r);
    assert_true(!qualify->release[0] && !qualify->release[1]);
    rig_close(&r);
}

// Masks of all 64 warp slots, none cut or moved.
static void test_every_warp_slot_reaches_qualification(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-dyn");
    const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
    for (unsigned warp = 0; warp < 64; warp++) {
        r.levels.may_get_ready = UINT64_C(1) << warp, r.levels.load = ~(UINT64_C(1) << warp);
        begin(&r);
        assert_true(qualify->ready == r.levels.may_get_ready && qualify->load == r.levels.load);
        end(&r);
    }
    struct oaws_qualify_out *out = r.blocks[QUALIFY]->out;          // and what it says every warp
    for (unsigned warp = 0; warp < 64; warp++) {
        policy_masks masks;
        out->occlude = UINT64_C(1) << warp;
        out->charge[warp] = (uint8_t)(warp % 3 + 1);
        place_select(&r.place, &masks);
        assert_true(masks.occlude == UINT64_C(1) << warp && masks.may_issue == ~UINT64_C(0) && masks.can_issue == ~UINT64_C(0));
        assert_int_equal(place_charge(&r.place, warp), warp % 3 + 1);
    }
    rig_close(&r);
}

// A buffer is filled from its first slot on, or not at all: what is fed of a slot that nothing enters is 0.
static void test_slots_that_nothing_enters(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-static");
    const struct oaws_misspred_in *in = r.blocks[MISSPRED]->in;
    for (unsigned present = 0; present < 4; present++) {
        if (present)
            raise_buffer_fill(&r.events, (buffer_fill_event){.warp = 9, .active = 20, .present = (uint8_t)present, .load = 3});
        cycle(&r);
        for (unsigned slot = 0; slot < 2; slot++) {
            const bool fills = present >> slot & 1;
            assert_true(in->fill[slot] == fills && in->fill_warp[slot] == 9 * fills && in->fill_slot[slot] == (fills && slot));
            assert_true(in->fill_load[slot] == fills && in->fill_active[slot] == 20 * fills);
        }
    }
    rig_close(&r);
}

static void test_fills_issues_and_flushes_reach_the_predictions(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-static");
    const struct oaws_misspred_in *in = r.blocks[MISSPRED]->in;
    fill_warp_7(&r, 1);
    begin(&r);
    raise_buffer_flush(&r.events, warp_bit(3));
    r.active = 5, issue_warp(&r, 12, false);
    r.active = 27, issue_warp(&r, 11, false);
    end(&r);
    for (unsigned slot = 0; slot < 2; slot++) {
        assert_int_equal(in->fill[slot], 1);
        assert_int_equal(in->fill_warp[slot], 7);
        assert_int_equal(in->fill_slot[slot], slot);
        assert_int_equal(in->fill_load[slot], slot == 0);
        assert_int_equal(in->fill_divergent[slot], slot == 0);
        assert_int_equal(in->fill_active[slot], 20);
    }
    assert_true(in->issue == (warp_bit(11) | warp_bit(12)));
    assert_true(in->flush == warp_bit(3));
    assert_int_equal(in->issue_active[0], 5);
    assert_int_equal(in->issue_active[1], 27);
    cycle(&r);
    assert_true(!in->fill[0] && !in->fill[1] && !in->issue && !in->flush);
    rig_close(&r);
}

// Issues, flushes and fills of each warp slot, none cut or moved.
static void test_every_warp_slot_reaches_the_predictions(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-static");
    const struct oaws_misspred_in *in = r.blocks[MISSPRED]->in;
    for (unsigned warp = 0; warp < 48; warp++) {
        const unsigned other = (warp + 33) % 48, third = (warp + 17) % 48;
        raise_buffer_fill(&r.events, (buffer_fill_event){.warp = (uint8_t)third, .active = (uint8_t)(1 + warp % 32), .present = 1, .load = 1, .pc = 8 * warp});
        begin(&r);
        raise_buffer_flush(&r.events, warp_bit(warp));
        issue_warp(&r, other, false);
        end(&r);
        assert_true(in->flush == warp_bit(warp) && in->issue == warp_bit(other));
        assert_true(in->fill[0] && !in->fill[1] && in->fill_warp[0] == third && in->fill_active[0] == 1 + warp % 32);
        assert_int_equal(in->issue_active[other % 2], 32);
        assert_int_equal(in->issue_active[1 - other % 2], 0);
    }
    raise_buffer_flush(&r.events, MASK(48));
    cycle(&r);
    assert_true(in->flush == MASK(48));
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_settings_reach_their_inputs),
        cmocka_unit_test(test_warps_and_mshrs_reach_their_inputs),
        cmocka_unit_test(test_mshrs_are_counted_as_the_key_says),
        cmocka_unit_test(test_a_kernel_start_resets_ocw_and_clears_the_classifier),
        cmocka_unit_test(test_a_load_at_the_l1d_reaches_ocw),
        cmocka_unit_test(test_divergent_loads_reach_the_classifier),
        cmocka_unit_test(test_done_events_reach_the_classifier_with_their_sets),
        cmocka_unit_test(test_predictions_reach_qualification),
        cmocka_unit_test(test_what_does_not_fit_is_occluded_and_what_issues_is_charged),
        cmocka_unit_test(test_charges_come_back_on_both_ways),
        cmocka_unit_test(test_every_warp_slot_reaches_qualification), cmocka_unit_test(test_slots_that_nothing_enters),
        cmocka_unit_test(test_fills_issues_and_flushes_reach_the_predictions), cmocka_unit_test(test_every_warp_slot_reaches_the_predictions),
    };
    return cmocka_run_group_tests_name("oaws_wiring", tests, NULL, NULL);
}
