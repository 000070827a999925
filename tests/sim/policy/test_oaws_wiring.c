// SPDX-License-Identifier: BSD-3-Clause
// What OAWS feeds and rtl_c/wires.def wires: which event and level of the SM reaches which input of its four blocks, in a
// place with hand-made events, levels and numbers. Both sides of a lockstep run get the same inputs, so it would not notice.
// A whole SM: test_oaws_sm.c; every warp slot: test_oaws_slots.c.
//
// Every signal has a value of its own, so that no input can be right by being fed from another one.
#include "rtl_c/oaws_dlc.h"
#include "rtl_c/oaws_misspred.h"
#include "rtl_c/oaws_ocw.h"
#include "tests/sim/policy/oaws_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const policies[] = {"oaws-static", "oaws-dyn", "ocw"};
static const uint8_t modes[] = {0, 1, 2};           // hardware.md 1.4 and oaws_qualify.def

// --- what is fed early

// Registers as they stand; a commit moves them.
static const struct oaws_dlc_state *dlc_registers(const rig *r) { return r->blocks[DLC]->q; }
static const struct oaws_misspred_state *misspred_registers(const rig *r) { return r->blocks[MISSPRED]->q; }
static const struct oaws_qualify_state *qualify_registers(const rig *r) { return r->blocks[QUALIFY]->q; }

static void test_settings_reach_their_inputs(void **state)
{
    (void)state;
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        machine_error bad;
        rig_open(&r, policies[p]);
        const struct oaws_ocw_in *ocw = r.blocks[OCW]->in;
        const struct oaws_misspred_in *misspred = r.blocks[MISSPRED]->in;
        rig_begin(&r);
        assert_int_equal(ocw->cfg_wmax, 20);
        assert_int_equal(ocw->cfg_ocw_pin, 0);
        assert_int_equal(((struct oaws_dlc_in *)r.blocks[DLC]->in)->cfg_age_period, 1234);
        assert_int_equal(misspred->cfg_dynamic, modes[p] == 1);
        assert_int_equal(misspred->cfg_smr, 75);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->cfg_mode, modes[p]);
        assert_int_equal(((struct oaws_qualify_in *)r.blocks[QUALIFY]->in)->cfg_keep_oldest, 1);
        rig_end(&r);
        assert_true(machine_set(&r.m, "policy.wmax=64", &bad) && machine_set(&r.m, "policy.ocw_pin=9", &bad) &&
                    machine_set(&r.m, "policy.keep_oldest=0", &bad));
        rig_begin(&r);
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
        rig_begin(&r);
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
            rig_begin(&r);
            assert_int_equal(qualify->avail, cases[i].avail);
            rig_end(&r);
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
        rig_begin(&r);
        assert_int_equal(((struct oaws_ocw_in *)r.blocks[OCW]->in)->launch, start);
        assert_int_equal(((struct oaws_dlc_in *)r.blocks[DLC]->in)->clear, start);
        rig_end(&r);
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
    rig_begin(&r);
    assert_int_equal(in->start, 1);
    assert_int_equal(in->n_acc, 32);
    assert_int_equal(in->access, 1);
    assert_int_equal(in->access_set, 13);
    assert_int_equal(in->access_hit, 1);
    assert_int_equal(in->done, 0);
    rig_end(&r);
    access.set = 30, access.first_of_load = false, access.outcome = L1D_PENDING_HIT;
    raise_l1d_access(&r.events, access);
    raise_load_done(&r.events, (load_done_event){.warp = 3, .pc = 0x58, .had_access = true});
    rig_begin(&r);
    assert_int_equal(in->start, 0);
    assert_int_equal(in->n_acc, 0);
    assert_int_equal(in->access_set, 30);
    assert_int_equal(in->access_hit, 0);
    assert_int_equal(in->done, 1);
    rig_end(&r);
    access = first, access.first_try = false;       // a retry begins no load and is no hit at the first attempt
    raise_l1d_access(&r.events, access);
    rig_begin(&r);
    assert_int_equal(in->access, 1);
    assert_int_equal(in->start, 0);
    assert_int_equal(in->access_hit, 0);
    rig_end(&r);
    access = first, access.accesses = 200, access.lines = 100;
    raise_l1d_access(&r.events, access);
    raise_load_done(&r.events, (load_done_event){.warp = 5, .charge = 1});
    rig_begin(&r);
    assert_int_equal(in->n_acc, 63);                // as many as the input holds
    assert_int_equal(in->done, 0);                  // one without an access was never at the L1D
    rig_end(&r);
    rig_begin(&r);
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
    for (unsigned lines = 0; lines < 4; lines++) {
        raise_load_coalesced(&r.events, (load_coalesced_event){.accesses = (uint16_t)(4 * lines), .lines = (uint16_t)lines, .pc = 0x48});
        raise_l1d_access(&r.events, (l1d_access_event){.pc = 0x70});
        rig_begin(&r);
        assert_int_equal(in->coalesce, lines == 3);
        assert_int_equal(in->coalesce_pc, lines == 3 ? 0x48 : 0);
        assert_int_equal(in->coalesce_acc, lines == 3 ? 3 : 0);
        assert_int_equal(in->done_pc, 0);
        rig_end(&r);
    }
    assert_int_equal(dlc_registers(&r)->pc[0], 0x48);
    assert_int_equal(dlc_registers(&r)->acc[0], 3);
    raise_buffer_fill(&r.events, (buffer_fill_event){.present = 1, .pc = 0x80, .second_pc = 0x88});
    rig_begin(&r);
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
        rig_divergent_load(&r, 0x48, 5);
        raise_l1d_access(&r.events, (l1d_access_event){.first_of_load = true, .first_try = true, .accesses = 5, .lines = (uint16_t)lines,
                                                       .set = 4, .pc = 0x48});
        rig_begin(&r);
        assert_int_equal(in->done, 0);
        rig_end(&r);
        for (uint8_t set = 5; set < 7; set++) {
            raise_l1d_access(&r.events, (l1d_access_event){.set = set});
            rig_cycle(&r);
        }
        raise_l1d_access(&r.events, (l1d_access_event){.set = 9, .pc = 0x70});
        raise_load_done(&r.events, (load_done_event){.had_access = true, .pc = 0x48});
        rig_begin(&r);
        assert_int_equal(in->done, lines == 5);     // a coherent load's is kept from it
        assert_int_equal(in->done_pc, 0x48);
        assert_int_equal(in->done_sets, 4);
        rig_end(&r);
        // 5 lines in 4 sets are not sensitive, in no known set they are.
        assert_int_equal(((struct oaws_ocw_in *)r.blocks[OCW]->in)->sensitive, lines != 5);
        assert_int_equal(dlc_registers(&r)->sets[0], lines == 5 ? 4 : 0);
        rig_close(&r);
    }
}

static void test_predictions_reach_qualification(void **state)
{
    (void)state;
    static const uint8_t divergent[] = {15, 10 + 7, 15};    // 75 percent of 20; half of 20 and rank 7; as static
    for (unsigned p = 0; p < 3; p++) {
        rig r;
        rig_open(&r, policies[p]);
        const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
        rig_fill_warp_7(&r, 3);
        rig_cycle(&r);
        assert_int_equal(misspred_registers(&r)->pred[14], divergent[p]);
        assert_int_equal(misspred_registers(&r)->pred[15], 1);
        rig_begin(&r);
        assert_int_equal(qualify->pred[7], divergent[p]);
        assert_int_equal(qualify->pred[6], 0);
        assert_int_equal(qualify->ocw, 2);          // OCW_MIN
        rig_issue(&r, 7, true);
        rig_end(&r);
        rig_begin(&r);
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
        r.levels.may_get_ready = r.levels.load = warp_bit(7) | warp_bit(47);
        r.numbers.rank_run[47] = 0, r.numbers.rank_run[0] = 47;
        rig_fill_warp_7(&r, 3);
        rig_cycle(&r);
        r.levels.free_mshrs = 12;
        assert_int_equal(rig_begin(&r) >> 7 & 1, occluded[p][1]);
        rig_end(&r);
        assert_int_equal(qualify_registers(&r)->inflight, 0);
        r.levels.free_mshrs = 17;
        uint64_t occlude = rig_begin(&r);
        assert_int_equal(occlude >> 7 & 1, occluded[p][0]);
        assert_int_equal(occlude >> 47 & 1, 0);     // runs first: a locality warp, and without a prediction
        assert_int_equal(place_charge(&r.place, 7), charge[p]);
        rig_issue(&r, 7, true);
        rig_end(&r);
        assert_int_equal(qualify->issue, 1);
        assert_int_equal(qualify->issue_warp, 7);
        assert_int_equal(qualify_registers(&r)->inflight, charge[p]);
        rig_begin(&r);
        rig_issue(&r, 7, false);                   // what issues now is no load
        rig_end(&r);
        assert_int_equal(qualify->issue, 0);
        assert_int_equal(qualify_registers(&r)->inflight, charge[p]);
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
    r.levels.may_get_ready = r.levels.load = warp_bit(7);
    rig_fill_warp_7(&r, 3);
    rig_cycle(&r);
    rig_begin(&r);
    rig_issue(&r, 7, true);
    rig_end(&r);
    raise_load_done(&r.events, (load_done_event){.charge = 5, .had_access = true});
    raise_load_done(&r.events, (load_done_event){.charge = 2});
    rig_cycle(&r);
    assert_int_equal(qualify->release[0], 5);       // serviced
    assert_int_equal(qualify->release[1], 2);       // left without an access
    assert_int_equal(qualify_registers(&r)->inflight, 15 - 7);
    rig_cycle(&r);
    assert_true(!qualify->release[0] && !qualify->release[1]);
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
    };
    return cmocka_run_group_tests_name("oaws_wiring", tests, NULL, NULL);
}
