// SPDX-License-Identifier: BSD-3-Clause
// What KAWS feeds and rtl_c/wires.def wires: which event and level of the SM reaches which input of its two blocks, and what
// `select` and `lend` answer, in a place with hand-made events, levels and age order. Both sides of a lockstep run get the
// same inputs, so it would not notice.
//
// Every signal has a value of its own, so that no input can be right by being fed from another one.
#include "rtl_c/kaws_progress.h"
#include "rtl_c/kaws_share.h"
#include "sim/blocks/place.h"
#include "sim/frontend/program.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { PROGRESS, SHARE, BLOCKS, SP = 1 << KAWS_SP, SFU = 1 << KAWS_SFU, MEM = 1 << KAWS_MEM };

typedef struct {
    machine       m;
    lockstep     *run;
    place         place;
    placed_block *order;
    sm_events     events;
    sm_levels     levels;
    gpu_levels    gpu;
    uint64_t      unit[UNIT_COUNT];
    struct kaws_progress_in *progress;
    struct kaws_share_in    *share;
    const block *counting;                          // its registers are counted(r)
} rig;

static const struct kaws_progress_state *counted(const rig *r) { return r->counting->q; }

static void rig_open(rig *r)
{
    char error[256] = "";
    machine_error bad;

    *r = (rig){0};
    r->levels.unit = r->unit;
    r->levels.gpu = &r->gpu;
    assert_true(machine_load(&r->m, "kaws", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, 0, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find("kaws")});
    assert_non_null(r->order = place_add(&r->place, "warp_order", 0, error, sizeof error));
    r->levels.order = r->order->block->out;
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    block *const *blocks = r->place.hooks[0].view.blocks;
    assert_int_equal(r->place.hooks[0].count, BLOCKS);
    r->progress = blocks[PROGRESS]->in;
    r->counting = blocks[PROGRESS];
    r->share = blocks[SHARE]->in;
}

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// The first half of a cycle, as the SM goes through it (sim/core/sm_arbiters.c, lend.c).
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

static policy_loans lend(rig *r)
{
    policy_loans loans = {0};
    place_lend(&r->place, &loans);
    return loans;
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

static void cycle(rig *r) { begin(r); lend(r); end(r); }

static void launch(rig *r, unsigned slot, uint64_t warps)
{
    raise_cta_launch(&r->events, (cta_launch_event){.slot = (uint8_t)slot, .number = 77, .warps = warps});
    cycle(r);
}

static void issue(rig *r, unsigned warp, unsigned through)
{
    raise_warp_issue(&r->events, (warp_issue_event){.warp = (uint8_t)warp, .scheduler = (uint8_t)(warp % 4),
                                                    .through = (uint8_t)through, .unit = KAWS_SFU, .lanes = 1});
}

// --- kaws_progress

// Both instructions of a scheduler, and a loan by way of another one: of the warp's CTA, counted at who has issued it.
static void instructions_are_of_the_warps_cta(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    launch(&r, 5, 0x00f0);
    launch(&r, 9, 0x0f00);
    issue(&r, 6, 2), issue(&r, 6, 2);                   // its own scheduler's two
    issue(&r, 9, 3);                                    // warp 9, of scheduler 1, is lent to scheduler 3
    cycle(&r);
    static const uint8_t issued[] = {0, 0, 2, 1};
    assert_memory_equal(r.progress->issued, issued, sizeof issued);
    assert_int_equal(r.progress->issued_cta[2], 5);
    assert_int_equal(r.progress->issued_cta[3], 9);
    assert_true(counted(&r)->progress[5] == 2 && counted(&r)->progress[9] == 1);
    cycle(&r);
    static const uint8_t none[4];
    assert_memory_equal(r.progress->issued, none, sizeof none);
    assert_true(counted(&r)->progress[5] == 2 && counted(&r)->progress[9] == 1);
    rig_close(&r);
}

// A warp's CTA is that of its last launch, from the cycle behind it on; an issue in that cycle is the earlier CTA's.
static void warps_are_of_the_cta_launched_last(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    launch(&r, 5, 0x00f0);
    begin(&r);
    for (unsigned warp = 0; warp < 16; warp++)
        assert_int_equal(r.progress->cta[warp], warp >= 4 && warp < 8 ? 5 : 0);
    end(&r);
    issue(&r, 4, 0);
    raise_cta_end(&r.events, 1u << 5);
    launch(&r, 3, 0x00f0);
    assert_true(r.progress->launch && r.progress->launch_cta == 3 && r.progress->exit == 1u << 5);
    assert_int_equal(r.progress->issued_cta[0], 5);
    assert_true(counted(&r)->resident == 1u << 3 && counted(&r)->progress[3] == 0);
    begin(&r);
    assert_int_equal(r.progress->cta[4], 3);
    end(&r);
    assert_true(!r.progress->launch && !r.progress->exit);
    rig_close(&r);
}

// E-8, Fig. 2: 32 CTAs in the grid. The cycle after CTA 31, and the next kernel's launch.
static void the_last_cta_of_the_grid_turns_the_mode(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    r.gpu = (gpu_levels){.ctas_issued = 31, .ctas = 32};
    cycle(&r);
    assert_true(r.progress->ctas_issued == 31 && r.progress->ctas == 32 && !counted(&r)->mode);
    r.gpu.ctas_issued = 32;
    cycle(&r);
    assert_true(r.progress->ctas_issued == 32 && counted(&r)->mode);
    r.gpu = (gpu_levels){.ctas_issued = 0, .ctas = 40};
    raise_kernel_start(&r.events, (kernel_start_event){.ctas_per_sm = 3});
    cycle(&r);
    assert_true(r.progress->kernel_launch && !counted(&r)->mode);
    cycle(&r);
    assert_true(!r.progress->kernel_launch && !counted(&r)->mode);
    rig_close(&r);
}

// In mode 1 the CTA that is behind goes first; with the key of that half at 0 there are no classes.
static void select_is_the_rank_of_the_warps_cta(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    launch(&r, 5, 0x00f0);
    launch(&r, 9, 0x0f00);
    launch(&r, 2, 0xf000);
    issue(&r, 12, 0), issue(&r, 12, 0), issue(&r, 9, 1);
    r.gpu = (gpu_levels){.ctas_issued = 32, .ctas = 32};
    cycle(&r);
    policy_masks masks = begin(&r);
    assert_non_null(masks.priority);
    assert_true(masks.priority[4] == 0 && masks.priority[7] == 0 && masks.priority[8] == 1 && masks.priority[15] == 2);
    assert_true(masks.may_issue == ~UINT64_C(0) && masks.can_issue == ~UINT64_C(0) && masks.occlude == 0);
    end(&r);
    assert_true(machine_set(&r.m, "policy.kaws_progress=0", &bad));
    assert_null(begin(&r).priority);
    rig_close(&r);
}

// --- kaws_share

static void levels_behind_the_arbiters_reach_the_control_unit(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    static const uint8_t accepts[] = {SP, SP | MEM, 0, SFU};
    r.unit[KAWS_SFU] = 0x0c, r.unit[KAWS_MEM] = 0x11;
    begin(&r);
    r.levels.ready_but_register = UINT64_C(0x8000000000000013);     // shown when the arbiters have spoken
    memcpy(r.levels.can_accept, accepts, sizeof accepts);
    r.levels.issues = 0xa;
    lend(&r);
    assert_true(r.share->ready == UINT64_C(0x8000000000000013) && r.share->issues == 0xa);
    assert_memory_equal(r.share->can_accept, accepts, sizeof accepts);
    for (unsigned warp = 0; warp < 64; warp++)
        assert_int_equal(r.share->unit[warp], 0x0c >> warp & (warp < 8) ? KAWS_SFU : warp == 0 || warp == 4 ? KAWS_MEM : KAWS_SP);
    end(&r);
    r.unit[KAWS_SFU] = 0x10, r.unit[KAWS_MEM] = 0x04;               // classes change places, and one falls back to SP
    r.levels.other_unit = 0x20;                                     // a unit of its own, of which nothing is lent
    begin(&r);
    lend(&r);
    assert_true(r.share->unit[4] == KAWS_SFU && r.share->unit[2] == KAWS_MEM && !r.share->unit[0] && !r.share->unit[3] && r.share->unit[5] == KAWS_UNITS);
    rig_close(&r);
}

// Masks and arrays of all 64 warp slots, none cut or moved.
static void every_warp_slot_reaches_the_blocks(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    for (unsigned slot = 1; slot <= 8; slot++)
        launch(&r, slot, UINT64_C(0xff) << 8 * (slot - 1));
    for (unsigned warp = 0; warp < 64; warp++) {
        issue(&r, warp, warp % 4);
        r.unit[KAWS_SFU] = UINT64_C(1) << warp, r.unit[KAWS_MEM] = UINT64_C(1) << (warp ^ 32);
        r.levels.other_unit = UINT64_C(1) << (warp ^ 16);
        r.levels.ready_but_register = ~(UINT64_C(1) << warp);
        begin(&r);
        lend(&r);
        assert_int_equal(r.progress->cta[warp], 1 + warp / 8);
        for (unsigned other = 0; other < 64; other++)
            assert_int_equal(r.share->unit[other], other == warp ? KAWS_SFU : other == (warp ^ 32) ? KAWS_MEM : other == (warp ^ 16) ? KAWS_UNITS : KAWS_SP);
        assert_true(r.share->ready == ~(UINT64_C(1) << warp));
        end(&r);
        assert_int_equal(r.progress->issued_cta[warp % 4], 1 + warp / 8);
    }
    rig_close(&r);
}

static void every_cta_slot_reaches_the_blocks(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    for (unsigned slot = 0; slot < 32; slot++) {
        raise_cta_end(&r.events, UINT64_C(1) << slot);
        launch(&r, 31 - slot, 1);
        assert_true(r.progress->launch && r.progress->launch_cta == 31 - slot && r.progress->exit == UINT32_C(1) << slot);
        assert_true(counted(&r)->resident >> (31 - slot) & 1);
    }
    rig_close(&r);
}

// E-7, Fig. 3, with the pairs of warp_order: the youngest CTA has the lowest slots. With the key at 0 nothing is lent.
static void lend_is_what_the_control_unit_says(void **state)
{
    (void)state;
    rig r;
    machine_error bad;
    rig_open(&r);
    launch(&r, 1, 0x0f00);
    launch(&r, 0, 0x000f);
    static const uint8_t accepts[] = {0, MEM, SFU, SP};
    memcpy(r.levels.can_accept, accepts, sizeof accepts);
    r.unit[KAWS_MEM] = 0x909, r.unit[KAWS_SFU] = 0x202;             // w0, w3, w8, w11; w1, w9; SP: w2, w10
    r.levels.ready_but_register = 0xb0b;
    r.levels.ready_but_register |= 1u << 4;                         // SP, of S0, in an empty slot
    begin(&r);
    policy_loans loans = lend(&r);
    assert_int_equal(loans.through, 0xe);
    assert_true(loans.warp[1] == 8 && loans.warp[2] == 9 && loans.warp[3] == 4);
    end(&r);
    begin(&r);
    r.levels.issues = 1 << 2;
    assert_int_equal(lend(&r).through, 0xa);
    end(&r);
    assert_true(machine_set(&r.m, "policy.kaws_share=0", &bad));
    begin(&r);
    r.levels.issues = 0;
    assert_int_equal(lend(&r).through, 0);
    rig_close(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(instructions_are_of_the_warps_cta), cmocka_unit_test(warps_are_of_the_cta_launched_last),
        cmocka_unit_test(the_last_cta_of_the_grid_turns_the_mode), cmocka_unit_test(select_is_the_rank_of_the_warps_cta),
        cmocka_unit_test(levels_behind_the_arbiters_reach_the_control_unit),
        cmocka_unit_test(lend_is_what_the_control_unit_says),
        cmocka_unit_test(every_warp_slot_reaches_the_blocks), cmocka_unit_test(every_cta_slot_reaches_the_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
