// SPDX-License-Identifier: BSD-3-Clause
// What OAWS feeds its blocks of each of the 64 warp slots and both slots of a buffer: no mask is cut or moved. Which signal
// reaches which input: test_oaws_wiring.c.
#include "rtl_c/oaws_misspred.h"
#include "tests/sim/policy/oaws_rig.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Masks of all 64 warp slots, none cut or moved.
static void test_every_warp_slot_reaches_qualification(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "oaws-dyn");
    const struct oaws_qualify_in *qualify = r.blocks[QUALIFY]->in;
    for (unsigned warp = 0; warp < 64; warp++) {
        r.levels.may_get_ready = UINT64_C(1) << warp, r.levels.load = ~(UINT64_C(1) << warp);
        rig_begin(&r);
        assert_true(qualify->ready == r.levels.may_get_ready && qualify->load == r.levels.load);
        rig_end(&r);
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
        rig_cycle(&r);
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
    rig_fill_warp_7(&r, 1);
    rig_begin(&r);
    raise_buffer_flush(&r.events, warp_bit(3));
    r.active = 5, rig_issue(&r, 12, false);
    r.active = 27, rig_issue(&r, 11, false);
    rig_end(&r);
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
    rig_cycle(&r);
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
        rig_begin(&r);
        raise_buffer_flush(&r.events, warp_bit(warp));
        rig_issue(&r, other, false);
        rig_end(&r);
        assert_true(in->flush == warp_bit(warp) && in->issue == warp_bit(other));
        assert_true(in->fill[0] && !in->fill[1] && in->fill_warp[0] == third && in->fill_active[0] == 1 + warp % 32);
        assert_int_equal(in->issue_active[other % 2], 32);
        assert_int_equal(in->issue_active[1 - other % 2], 0);
    }
    raise_buffer_flush(&r.events, MASK(48));
    rig_cycle(&r);
    assert_true(in->flush == MASK(48));
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_warp_slot_reaches_qualification),
        cmocka_unit_test(test_slots_that_nothing_enters),
        cmocka_unit_test(test_fills_issues_and_flushes_reach_the_predictions),
        cmocka_unit_test(test_every_warp_slot_reaches_the_predictions),
    };
    return cmocka_run_group_tests_name("oaws_slots", tests, NULL, NULL);
}
