// SPDX-License-Identifier: BSD-3-Clause
// What OWL feeds owl_prefetch, of the levels and events of its memory controller, and what it answers of what the block puts
// out. Both sides of a lockstep run get the same inputs, so it would not notice.
//
// Every signal has a value of its own, so that no input can be right by being fed from another one.
#include "rtl_c/owl_prefetch.h"
#include "sim/policy/owl_memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    machine                 m;
    struct owl_prefetch_in  in;
    struct owl_prefetch_out out;
    block                   block;
    controller_levels       levels;
    controller_events       events;
    policy_view             view;
} rig;

static void rig_open(rig *r)
{
    machine_error bad;
    *r = (rig){0};
    assert_true(machine_load(&r->m, "owl", &bad));
    memset(&r->in, 0x55, sizeof r->in);                 // what is not fed shows
    r->block.in = &r->in, r->block.out = &r->out;
    r->view = (policy_view){.machine = &r->m, .controller_events = &r->events, .controller = &r->levels};
}

static void settings_and_levels_are_early(void **state)
{
    (void)state;
    for (unsigned scheme = 1; scheme <= 2; scheme++) {
        rig r;
        rig_open(&r);
        r.m.policy.owl_scheme = scheme, r.m.policy.owl_lower = 3, r.m.policy.owl_higher = 9;
        for (unsigned bank = 0; bank < 64; bank++) {
            r.levels = (controller_levels){.pending = 11 + bank, .demand_open = UINT64_C(1) << bank,
                                           .demand_other = ~(UINT64_C(1) << bank), .room = UINT64_C(0x8000000100000000) ^ bank};
            owl_feed_prefetch(&r.view, &r.block, FEED_EARLY);
            assert_true(r.in.cfg_scheme == (scheme == 2) && r.in.cfg_lower == 3 && r.in.cfg_higher == 9);
            assert_true(r.in.demand_open == r.levels.demand_open && r.in.demand_other == r.levels.demand_other);
            assert_true(r.in.room == r.levels.room && r.in.waiting == 11 + bank);
        }
        assert_int_equal(r.in.open_bank, 0x55);         // events are late
    }
}

// As many as the input holds.
static void requests_that_wait(void **state)
{
    (void)state;
    static const struct { uint32_t pending; unsigned fed; } cases[] = {{0, 0}, {254, 254}, {255, 255}, {256, 255}, {100000, 255}};
    rig r;
    rig_open(&r);
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        r.levels.pending = cases[i].pending;
        owl_feed_prefetch(&r.view, &r.block, FEED_EARLY);
        assert_int_equal(r.in.waiting, cases[i].fed);
    }
}

// policy.owl_threshold: the one C on both inputs, whatever the block's average is.
static void a_fixed_threshold_chooses_c(void **state)
{
    (void)state;
    static const struct { uint32_t pending; unsigned c; } cases[] = {{0, 9}, {15, 9}, {16, 3}, {17, 3}, {100000, 3}};
    rig r;
    rig_open(&r);
    r.m.policy.owl_lower = 3, r.m.policy.owl_higher = 9, r.m.policy.owl_threshold = 16;
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        r.levels.pending = cases[i].pending;
        owl_feed_prefetch(&r.view, &r.block, FEED_EARLY);
        assert_true(r.in.cfg_lower == cases[i].c && r.in.cfg_higher == cases[i].c);
    }
}

static void commands_are_late(void **state)
{
    (void)state;
    rig r;
    rig_open(&r);
    raise_row_open(&r.events, (row_open_event){.bank = 5, .row = 77});
    raise_row_close(&r.events, (row_close_event){.bank = 6, .row = 78});
    raise_line_sent(&r.events, (line_sent_event){.bank = 7, .row = 79, .line = 30, .kind = LINE_DROPPED, .first = true});
    owl_feed_prefetch(&r.view, &r.block, FEED_LATE);
    assert_true(r.in.open == 1 && r.in.open_bank == 5 && r.in.close == 1 && r.in.close_bank == 6);
    assert_true(r.in.sent == 1 && r.in.sent_bank == 7 && r.in.sent_line == 30 && r.in.sent_kind == LINE_DROPPED);
    assert_int_equal(r.in.waiting, 0x55);               // levels are early
    r.events = (controller_events){0};
    owl_feed_prefetch(&r.view, &r.block, FEED_LATE);
    assert_true(!r.in.open && !r.in.open_bank && !r.in.close && !r.in.close_bank);
    assert_true(!r.in.sent && !r.in.sent_bank && !r.in.sent_line && !r.in.sent_kind);
}

// A line is told once, by the first column of a request, and a store's is not.
static void lines_that_are_told(void **state)
{
    (void)state;
    for (unsigned c = 0; c < 4; c++) {
        rig r;
        rig_open(&r);
        raise_line_sent(&r.events, (line_sent_event){.bank = 3, .line = 9, .kind = LINE_PREFETCH, .first = c & 1, .write = c >> 1});
        owl_feed_prefetch(&r.view, &r.block, FEED_LATE);
        assert_int_equal(r.in.sent, c == 1);
        assert_int_equal(r.in.sent_bank, c == 1 ? 3 : 0);
        assert_int_equal(r.in.sent_line, c == 1 ? 9 : 0);
        assert_int_equal(r.in.sent_kind, c == 1 ? LINE_PREFETCH : 0);
    }
}

static void answers_are_the_blocks(void **state)
{
    (void)state;
    rig r;
    policy_prefetches answer;
    rig_open(&r);
    memset(&answer, 0x55, sizeof answer);
    r.out.valid = UINT64_C(0x8000000000000011), r.out.hold = UINT64_C(0x4000000100000000);
    for (unsigned bank = 0; bank < r.m.dram.banks; bank++)
        r.out.line[bank] = (uint8_t)(3 * bank + 1);
    owl_offers(&r.view, &r.block, &answer);
    assert_true(answer.offers == r.out.valid && answer.hold == r.out.hold);
    for (unsigned bank = 0; bank < r.m.dram.banks; bank++)
        assert_int_equal(answer.line[bank], 3 * bank + 1);
    assert_int_equal(answer.line[r.m.dram.banks], 0x5555);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(settings_and_levels_are_early), cmocka_unit_test(requests_that_wait), cmocka_unit_test(a_fixed_threshold_chooses_c), cmocka_unit_test(commands_are_late),
        cmocka_unit_test(lines_that_are_told),           cmocka_unit_test(answers_are_the_blocks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
