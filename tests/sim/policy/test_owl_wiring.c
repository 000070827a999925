// SPDX-License-Identifier: BSD-3-Clause
// What the policies of OWL feed owl_groups: which event and level of the SM reaches which input, and what `select` answers, in a
// place with hand-made events and levels; and the first fill of a launch in a running GPU, core by core. Both sides of a
// lockstep run get the same inputs, so it would not notice.
#include "rtl_c/owl_groups.h"
#include "sim/core/gpu_internal.h"
#include "tests/sim/core/kernels.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { THIS_SM = 5 };
static const char *const names[] = {"cta-aware", "cta-aware-locality", "cta-aware-locality-blp"};

typedef struct {
    machine       m;
    lockstep     *run;
    place         place;
    placed_block *order;
    sm_events     events;
    sm_levels     levels;
    struct owl_groups_in *groups;
    const block *forming;                           // its registers are formed(r)
} rig;

static const struct owl_groups_state *formed(const rig *r) { return r->forming->q; }

static void rig_open_on(rig *r, const char *policy, const char *machine)
{
    char error[256] = "";
    machine_error bad;

    *r = (rig){0};
    assert_true(machine_load(&r->m, machine, &bad) && machine_set(&r->m, "policy.owl_g_size=6", &bad));
    r->run = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .when = LOCKSTEP_EVERY}, error, sizeof error);
    place_open(&r->place, PLACE_SM, THIS_SM, &r->m, &(place_options){.lockstep = r->run, .policy = policy_find(policy)});
    assert_non_null(r->order = place_add(&r->place, "warp_order", 0, error, sizeof error));
    r->levels.order = r->order->block->out;
    assert_true(place_open_hooks(&r->place, &(policy_view){.events = &r->events, .levels = &r->levels}, error, sizeof error));
    place_connect(&r->place);
    assert_int_equal(r->place.hooks[0].count, 1);
    r->groups = r->place.hooks[0].view.blocks[0]->in;
    r->forming = r->place.hooks[0].view.blocks[0];
}

static void rig_open(rig *r, const char *policy) { rig_open_on(r, policy, "owl"); }

static void rig_close(rig *r)
{
    place_close(&r->place);
    lockstep_close(r->run);
}

// As the SM goes through a cycle (sim/core/sm_arbiters.c).
static policy_masks begin(rig *r)
{
    policy_masks masks = POLICY_HOLDS_NOTHING;
    lockstep_cycle(r->run, r->place.edges);
    place_begin(&r->place);
    place_early(&r->place);
    place_select(&r->place, &masks);
    return masks;
}

static void end(rig *r)
{
    place_late(&r->place);
    place_end(&r->place);
    sm_events_clear(&r->events);
}

static policy_masks cycle(rig *r)
{
    const policy_masks masks = begin(r);
    end(r);
    return masks;
}

static void start(rig *r, unsigned first_fill, unsigned warps_per_cta)
{
    raise_kernel_start(&r->events, (kernel_start_event){.ctas_per_sm = 7, .first_fill = first_fill, .warps_per_cta = warps_per_cta});
    cycle(r);
}

static void launch_cta(rig *r, unsigned slot, uint64_t warps)
{
    raise_cta_launch(&r->events, (cta_launch_event){.slot = (uint8_t)slot, .number = 77, .warps = warps});
    cycle(r);
}

// Four CTAs of four warps, of which two have the six warps of a group.
static void fill(rig *r)
{
    start(r, 4, 4);
    for (unsigned slot = 0; slot < 4; slot++)
        launch_cta(r, slot, UINT64_C(0xf) << 4 * slot);
    r->levels.resident = 0xffff;
}

static void a_launch_says_how_groups_are_formed(void **state)
{
    (void)state;
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        rig r;
        rig_open(&r, names[scheme]);
        raise_kernel_start(&r.events, (kernel_start_event){.ctas_per_sm = 7, .first_fill = 5, .warps_per_cta = 3});
        cycle(&r);
        assert_true(r.groups->kernel_launch && r.groups->n_cta == 5 && r.groups->warps_per_cta == 3);
        assert_true(r.groups->cfg_scheme == scheme && r.groups->cfg_g_size == 6 && r.groups->cfg_core == THIS_SM);
        assert_true(formed(&r)->size == 2 && formed(&r)->to_come == 5);
        cycle(&r);
        assert_true(!r.groups->kernel_launch && formed(&r)->to_come == 5);
        rig_close(&r);
    }
}

static void warps_are_of_the_cta_launched_last(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "cta-aware");
    start(&r, 4, 4);
    launch_cta(&r, 3, 0x00f0);
    assert_true(r.groups->launch && r.groups->launch_cta == 3);
    cycle(&r);
    assert_true(!r.groups->launch && formed(&r)->resident == 1u << 3);
    for (unsigned warp = 0; warp < 32; warp++)
        assert_int_equal(r.groups->cta[warp], warp >= 4 && warp < 8 ? 3 : 0);
    raise_cta_end(&r.events, 1u << 3);
    launch_cta(&r, 6, 0x00f0);
    assert_int_equal(r.groups->exit, 1u << 3);
    begin(&r);
    assert_int_equal(r.groups->cta[5], 6);
    assert_int_equal(formed(&r)->resident, 1u << 6);
    rig_close(&r);
}

// Data of memory and barriers and membars, the full LD/ST unit unless policy.owl_waits is data, and who has not ended; nothing else.
// A group that waits whole gives way to the next.
static void who_waits_reaches_the_block(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "cta-aware-locality");
    fill(&r);
    r.levels.needs_data = 0x000f, r.levels.waiting = 0x0070, r.levels.may_get_ready = r.levels.ready = 0xff00;
    r.levels.free_mshrs = 3, r.levels.load = 0xf000, r.levels.memory = 0x0f00;
    policy_masks masks = cycle(&r);
    assert_true(r.groups->blocked == 0x007f && r.groups->unfinished == 0xffff);
    r.levels.held_by_ldst = 0x0180;
    cycle(&r);
    assert_true(r.groups->blocked == 0x01ff);
    r.m.policy.owl_waits = OWL_WAITS_DATA;
    masks = cycle(&r);
    assert_true(r.groups->blocked == 0x007f);
    assert_int_equal(masks.may_issue & 0xffff, 0x00ff);
    r.levels.waiting = 0x00f0;
    assert_int_equal(cycle(&r).may_issue & 0xffff, 0xff00);
    r.levels.waiting = 0x0070, r.levels.resident = 0xff7f;      // the one that waited for nothing has ended
    assert_int_equal(cycle(&r).may_issue & 0xffff, 0xff00);
    r.levels.needs_data = 0x000e;
    masks = cycle(&r);
    assert_int_equal(masks.may_issue & 0xffff, 0x00ff);
    assert_true(masks.can_issue == ~UINT64_C(0) && masks.occlude == 0 && !masks.priority);
    rig_close(&r);
}

// Masks and arrays of all 64 warp slots, none cut or moved.
static void every_warp_slot_reaches_the_block(void **state)
{
    (void)state;
    rig r;
    rig_open(&r, "cta-aware");
    for (unsigned slot = 1; slot <= 8; slot++)
        launch_cta(&r, slot, UINT64_C(0xff) << 8 * (slot - 1));
    for (unsigned warp = 0; warp < 64; warp++) {
        r.levels.needs_data = UINT64_C(1) << warp, r.levels.waiting = UINT64_C(1) << (warp ^ 32);
        r.levels.held_by_ldst = UINT64_C(1) << (warp ^ 16);
        r.levels.resident = ~(UINT64_C(1) << warp);
        cycle(&r);
        assert_int_equal(r.groups->cta[warp], 1 + warp / 8);
        assert_true(r.groups->blocked == (r.levels.needs_data | r.levels.waiting | r.levels.held_by_ldst));
        assert_true(r.groups->unfinished == r.levels.resident);
    }
    rig_close(&r);
}

// And the slots of all CTAs, of a machine that has as many as the block can hold.
static void every_cta_slot_reaches_the_block(void **state)
{
    (void)state;
    rig r;
    rig_open_on(&r, "cta-aware", "kaws");
    for (unsigned slot = 0; slot < 32; slot++) {
        raise_cta_end(&r.events, UINT64_C(1) << slot);
        raise_cta_launch(&r.events, (cta_launch_event){.slot = (uint8_t)(31 - slot), .number = 77, .warps = 1});
        cycle(&r);
        assert_true(r.groups->launch && r.groups->launch_cta == 31 - slot && r.groups->exit == UINT32_C(1) << slot);
    }
    rig_close(&r);
}

// In turn; the front one; on core 5 the second of two.
static void each_policy_has_its_scheme(void **state)
{
    (void)state;
    static const uint64_t first[] = {0x00ff, 0x00ff, 0xff00}, waits[] = {0xff00, 0xff00, 0x00ff}, back[] = {0xff00, 0x00ff, 0xff00};
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        rig r;
        rig_open(&r, names[scheme]);
        fill(&r);
        assert_int_equal(cycle(&r).may_issue & 0xffff, first[scheme]);
        r.levels.needs_data = first[scheme];
        assert_int_equal(cycle(&r).may_issue & 0xffff, waits[scheme]);
        r.levels.needs_data = 0;
        assert_int_equal(cycle(&r).may_issue & 0xffff, back[scheme]);
        assert_int_equal(r.place.options.policy->arbiter_mode, policy_find("lrr")->arbiter_mode);
        rig_close(&r);
    }
}

// --- in a running GPU

// What each SM is told of each of two launches, the second of which begins behind the SM that was served last.
static void the_first_fill_of_each_core(void **state)
{
    (void)state;
    static const struct { const char *settings; unsigned sms, ctas, threads, expected[2][4]; } cases[] = {
        {"gpu.sms=4 gpu.clusters=4 core.max_ctas=3", 4, 6, 64, {{2, 2, 1, 1}, {1, 1, 2, 2}}},
        {"gpu.sms=4 gpu.clusters=4 core.max_ctas=3", 4, 40, 96, {{3, 3, 3, 3}, {3, 3, 3, 3}}},
        {"gpu.sms=4 gpu.clusters=2 core.max_ctas=8", 4, 2, 32, {{1, 0, 1, 0}, {0, 1, 0, 1}}},
        {"gpu.sms=3 gpu.clusters=3 core.max_ctas=8", 3, 1, 33, {{1, 0, 0}, {0, 1, 0}}}};
    for (unsigned c = 0; c < sizeof cases / sizeof *cases; c++) {
        bench b;
        char line[256];
        FILE *events = tmpfile();
        unsigned count[4] = {0}, launched[2][4] = {{0}};
        kernel_bench_open(&b, cases[c].settings, "lrr", NULL, BLOCKS_C, 100000, REGISTERS "ret;");
        for (unsigned i = 0; i < cases[c].sms; i++)
            b.gpu->sms[i]->place.options.events = events;
        for (unsigned l = 0; l < 2; l++)
            assert_int_equal(kernel_bench_run(&b, cases[c].ctas, cases[c].threads), GPU_DONE);
        rewind(events);
        while (fgets(line, sizeof line, events)) {
            unsigned sm, limit, fill, warps;
            if (sscanf(line, "%*u sm %u kernel_start ctas_per_sm=%u first_fill=%u warps_per_cta=%u", &sm, &limit, &fill, &warps) == 4) {
                if (fill != cases[c].expected[count[sm]][sm])
                    fail_msg("case %u, launch %u, SM %u: first fill %u, expected %u", c, count[sm], sm, fill,
                             cases[c].expected[count[sm]][sm]);
                assert_int_equal(warps, (cases[c].threads + 31) / 32);
                count[sm]++;
            } else if (sscanf(line, "%*u sm %u cta_launch", &sm) == 1 && strstr(line, "cta_launch")) {
                launched[count[sm] - 1][sm]++;
            }
        }
        for (unsigned i = 0; i < cases[c].sms; i++) {
            assert_int_equal(count[i], 2);
            for (unsigned l = 0; l < 2 && cases[c].ctas <= 8; l++)     // all fit: each has got as many
                assert_int_equal(launched[l][i], cases[c].expected[l][i]);
        }
        fclose(events);
        kernel_bench_close(&b);
    }
}

// What the block allows, of every warp slot, none cut or moved.
static void all_that_is_allowed_may_issue(void **state)
{
    (void)state;
    for (unsigned scheme = 0; scheme < 3; scheme++) {
        rig r;
        rig_open(&r, names[scheme]);
        struct owl_groups_out *out = r.place.hooks[0].view.blocks[0]->out;
        for (unsigned warp = 0; warp < 64; warp++) {
            policy_masks masks;
            out->allow = ~(UINT64_C(1) << warp);
            place_select(&r.place, &masks);
            assert_true(masks.may_issue == ~(UINT64_C(1) << warp) && masks.can_issue == ~UINT64_C(0) && masks.occlude == 0);
        }
        rig_close(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_says_how_groups_are_formed), cmocka_unit_test(all_that_is_allowed_may_issue), cmocka_unit_test(warps_are_of_the_cta_launched_last),
        cmocka_unit_test(who_waits_reaches_the_block), cmocka_unit_test(each_policy_has_its_scheme),
        cmocka_unit_test(every_warp_slot_reaches_the_block),
        cmocka_unit_test(every_cta_slot_reaches_the_block),
        cmocka_unit_test(the_first_fill_of_each_core)};
    return cmocka_run_group_tests_name("owl wiring", tests, NULL, NULL);
}
