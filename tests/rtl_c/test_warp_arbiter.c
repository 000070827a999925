// SPDX-License-Identifier: BSD-3-Clause
// warp_arbiter: each sentence of its contract, then every configuration and mode against the definition of each mode,
// written as searches over a list of slots.
#include "rtl_c/warp_arbiter.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { NOBODY = -1 };

typedef struct {
    const block_ops           *model;
    struct warp_arbiter_state  q;
    struct warp_arbiter_in     in;
    struct warp_arbiter_out    out;
} bench;

// No slot has an older one below, and all have class 0, unless a test says otherwise: the oldest is the highest slot.
static bench start(const char *config, enum arbiter_mode mode)
{
    bench b = {.model = model_find("warp_arbiter", config)};
    b.model->reset(&b.q);
    b.in.cfg_mode = (uint8_t)mode;
    return b;
}

// One cycle with these slots ready; the granted slot or NOBODY.
static int grant(bench *b, uint64_t ready)
{
    b->in.ready = ready;
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.launch = b->in.exit = b->in.hold = 0;
    assert_int_equal(b->out.grant_mask, b->out.grant_valid ? UINT64_C(1) << b->out.grant : 0);
    if (!b->out.grant_valid)
        assert_int_equal(b->out.grant, 0);
    return b->out.grant_valid ? b->out.grant : NOBODY;
}

static void test_eligible(void **state)
{
    bench b = start("n8_s1", ARBITER_OLDEST);
    (void)state;
    assert_int_equal(grant(&b, 0), NOBODY);
    assert_int_equal(grant(&b, 0x81), 7);
    b.in.load = 0xff;                              // loads need permission
    assert_int_equal(grant(&b, 0xff), NOBODY);
    b.in.can_issue = 0x06;
    assert_int_equal(grant(&b, 0xff), 2);
    b.in.load = 0xfe;                              // others do not
    assert_int_equal(grant(&b, 0x03), 1);
    assert_int_equal(grant(&b, 0xf1), 0);
    b.in.occlude = 0x05;                           // what is occluded never issues, load or not
    assert_int_equal(grant(&b, 0xff), 1);
    assert_int_equal(grant(&b, 0x05), NOBODY);
}

static void test_loose_round_robin(void **state)
{
    static const int order[] = {0, 2, 3, 7, 0, 2};
    bench b = start("n8_s1", ARBITER_LRR);
    (void)state;
    for (int i = 0; i < 6; i++)
        assert_int_equal(grant(&b, 0x8d), order[i]);
    assert_int_equal(grant(&b, 0x00), NOBODY);     // a cycle without a grant keeps the place
    assert_int_equal(grant(&b, 0x8d), 3);
    assert_int_equal(grant(&b, 0x08), 3);          // the only one, again
    for (unsigned mode = 5; mode < 8; mode++) {    // undefined modes are round robin
        b.in.cfg_mode = (uint8_t)mode;
        assert_int_equal(grant(&b, 0xff), (int)mode - 1);
    }
}

static void test_greedy_then_oldest(void **state)
{
    bench b = start("n8_s1", ARBITER_GTO);
    (void)state;
    assert_int_equal(grant(&b, 0x0e), 3);          // nobody remembered: the oldest
    assert_int_equal(grant(&b, 0x06), 2);
    assert_int_equal(grant(&b, 0xff), 2);          // greedy, although 7 is older
    assert_int_equal(grant(&b, 0x00), NOBODY);
    assert_int_equal(grant(&b, 0xff), 2);          // a cycle without a grant does not forget
    for (unsigned k = 1; k < 8; k++)
        b.in.older[k] = 1;                         // slot 0 is the oldest now
    assert_int_equal(grant(&b, 0xfb), 0);
}

static void test_oldest_is_not_greedy(void **state)
{
    bench b = start("n8_s1", ARBITER_OLDEST);
    (void)state;
    assert_int_equal(grant(&b, 0x07), 2);
    assert_int_equal(grant(&b, 0x17), 4);
    b.in.older[4] = 0x06;
    assert_int_equal(grant(&b, 0x16), 2);
}

// Pairs that go round, illegal: nobody is the oldest, and nobody is remembered.
static void test_pairs_that_are_no_order(void **state)
{
    bench b = start("n8_s1", ARBITER_GTO);
    (void)state;
    assert_int_equal(grant(&b, 0x08), 3);
    b.in.older[1] = 0x1;                           // 0 before 1 before 2 before 0
    b.in.older[2] = 0x2;
    b.in.ready = 0x7;
    model_step(b.model, &b.q, &b.in, &b.out);
    assert_true(b.out.grant_valid && b.out.grant_mask == 0 && b.out.grant == 0);
    assert_int_equal(b.q.last, 0);
    assert_int_equal(grant(&b, 0x3), 0);
}

static void test_launch_or_exit_forgets_the_last(void **state)
{
    (void)state;
    for (int launched = 0; launched < 2; launched++) {
        bench b = start("n8_s1", ARBITER_GTO);
        assert_int_equal(grant(&b, 0x04), 2);
        b.in.exit = launched ? 0 : 0xfb;
        b.in.launch = launched ? 0xfb : 0;
        assert_int_equal(grant(&b, 0x00), NOBODY); // others come and go
        assert_int_equal(grant(&b, 0xff), 2);
        b.in.exit = launched ? 0 : 0x04;
        b.in.launch = launched ? 0x04 : 0;
        assert_int_equal(grant(&b, 0xff), 2);      // late: this cycle's grant stands
        assert_int_equal(b.q.last, 0);
        assert_int_equal(grant(&b, 0xff), 7);      // GTO: the oldest
        b.in.exit = 0x80;
        b.in.cfg_mode = ARBITER_LRR;
        assert_int_equal(grant(&b, 0x80), 7);
        assert_int_equal(grant(&b, 0xff), 0);      // round robin: the lowest slot
    }
}

static void test_held_grant_is_not_remembered(void **state)
{
    bench b = start("n8_s1", ARBITER_GTO);
    (void)state;
    b.in.hold = 1;
    assert_int_equal(grant(&b, 0x04), 2);
    assert_int_equal(grant(&b, 0x0c), 3);
    b.in.hold = 1;
    assert_int_equal(grant(&b, 0x04), 2);
    assert_int_equal(grant(&b, 0xff), 3);
}

static void test_two_level_moves_after_an_empty_cycle(void **state)
{
    bench b = start("n8_s1", ARBITER_TWO_LEVEL_RR);
    (void)state;
    b.in.cfg_group = 3;                            // groups 0-2, 3-5, 6-7
    assert_int_equal(grant(&b, 0xff), 0);
    assert_int_equal(grant(&b, 0xff), 1);
    assert_int_equal(grant(&b, 0xff), 2);
    assert_int_equal(grant(&b, 0xff), 0);          // round robin inside the group
    assert_int_equal(grant(&b, 0x00), NOBODY);
    assert_int_equal(b.q.active_group, 0);         // nobody else is eligible either: it stays
    assert_int_equal(grant(&b, 0xc0), NOBODY);     // the cycle that finds it empty issues nothing
    assert_int_equal(b.q.active_group, 2);         // group 1 has nobody and is passed over
    assert_int_equal(grant(&b, 0xff), 6);
    assert_int_equal(grant(&b, 0x3f), NOBODY);
    assert_int_equal(b.q.active_group, 0);         // cyclic
    b.in.cfg_mode = ARBITER_TWO_LEVEL_GTO;
    assert_int_equal(grant(&b, 0xff), 2);          // 6 is not in the group: the oldest in it
    assert_int_equal(grant(&b, 0xf3), 1);
    assert_int_equal(grant(&b, 0xff), 1);
    assert_int_equal(grant(&b, 0x30), NOBODY);
    assert_int_equal(grant(&b, 0x3f), 5);
}

static void test_group_sizes(void **state)
{
    bench b = start("n8_s1", ARBITER_TWO_LEVEL_GTO);
    (void)state;
    for (unsigned size = 8; size < 16; size++) {   // the whole scheduler is one group; so it is with 0 and above 8
        b.in.cfg_group = (uint8_t)(size == 8 ? 0 : size);
        b.q.last = 0;
        assert_int_equal(grant(&b, 0xff), 7);
    }
    b.in.cfg_group = 1;
    assert_int_equal(grant(&b, 0x80), NOBODY);
    assert_int_equal(b.q.active_group, 7);
    assert_int_equal(grant(&b, 0xff), 7);
    b.in.cfg_group = 5;                            // changed in mid-run: group 7 has no slot, so one with a warp is taken
    assert_int_equal(grant(&b, 0xe0), NOBODY);
    assert_int_equal(b.q.active_group, 1);
}

static void test_classes_go_before_every_mode(void **state)
{
    (void)state;
    for (unsigned mode = 0; mode < 8; mode++) {
        bench b = start("n8_s1", (enum arbiter_mode)mode);
        b.in.cfg_group = 4;
        b.in.priority[1] = 5;
        b.in.priority[2] = 5;
        for (unsigned k = 3; k < 8; k++)
            b.in.priority[k] = 63;
        assert_int_equal(grant(&b, 0x02), 1);      // classes unused: remembered
        b.in.cfg_use_class = 1;
        assert_int_equal(grant(&b, 0xff), 0);
        assert_int_equal(grant(&b, 0xfe), mode == ARBITER_OLDEST || mode == ARBITER_GTO || mode == ARBITER_TWO_LEVEL_GTO
                                              ? 2 : 1);
        b.in.occlude = 0x01;                       // the class is that of eligible warps
        assert_int_equal(grant(&b, 0x05), 2);
    }
}

// A lower class outside the active group wins over the group: two-level moves although its group has eligible warps.
static void test_classes_before_groups(void **state)
{
    bench b = start("n8_s1", ARBITER_TWO_LEVEL_RR);
    (void)state;
    b.in.cfg_group = 4;
    b.in.cfg_use_class = 1;
    for (unsigned k = 0; k < 4; k++)
        b.in.priority[k] = 1;
    assert_int_equal(grant(&b, 0xff), NOBODY);
    assert_int_equal(b.q.active_group, 1);
    assert_int_equal(grant(&b, 0xff), 4);
}

// The independent definition of every mode.
typedef struct {
    int      last, group;      // NOBODY = forgotten
    uint64_t born[N_MAX];      // birth dates, all different
} scheduler;

static bool listed(const bool *list, int slots, int slot) { return slot >= 0 && slot < slots && list[slot]; }

static int oldest(const bool *list, int slots, const uint64_t *born)
{
    int found = NOBODY;
    for (int slot = 0; slot < slots; slot++)
        if (list[slot] && (found == NOBODY || born[slot] < born[found]))
            found = slot;
    return found;
}

static int after(const bool *list, int slots, int last)
{
    for (int step = 1; step <= slots; step++)
        if (list[(last + step) % slots])
            return (last + step) % slots;
    return NOBODY;
}

static void candidates(const struct warp_arbiter_in *in, int slots, bool *list)
{
    unsigned best = 64;
    for (int k = 0; k < slots; k++) {
        bool free_to_go = !(in->load >> k & 1) || (in->can_issue >> k & 1);
        list[k] = (in->ready >> k & 1) && free_to_go && !(in->occlude >> k & 1);
        if (list[k] && in->priority[k] < best)
            best = in->priority[k];
    }
    for (int k = 0; k < slots && in->cfg_use_class; k++)
        list[k] = list[k] && in->priority[k] == best;
}

// The grant; moves the group.
static int schedule(scheduler *s, const struct warp_arbiter_in *in, int slots)
{
    bool list[N_MAX], in_group[N_MAX] = {false}, somebody = false;
    int size = in->cfg_group == 0 || in->cfg_group > slots ? slots : in->cfg_group;
    candidates(in, slots, list);
    if (in->cfg_mode == 3 || in->cfg_mode == 4) {
        for (int k = 0; k < slots; k++)
            if (list[k] && k / size == s->group)
                somebody = in_group[k] = true;
        if (!somebody) {
            int groups = (slots + size - 1) / size, found = NOBODY;
            for (int step = 1; step <= groups && found == NOBODY; step++)
                for (int k = 0; k < slots; k++)
                    if (list[k] && k / size == (s->group >= groups ? step - 1 : (s->group + step) % groups))
                        found = k / size;
            s->group = found == NOBODY ? s->group : found;
            return NOBODY;
        }
        for (int k = 0; k < slots; k++)
            list[k] = in_group[k];
    }
    if (in->cfg_mode == 2)
        return oldest(list, slots, s->born);
    if (in->cfg_mode == 1 || in->cfg_mode == 4)
        return listed(list, slots, s->last) ? s->last : oldest(list, slots, s->born);
    return after(list, slots, s->last);
}

static void random_inputs(bench *b, scheduler *s, uint64_t *seed, unsigned cycle, unsigned slots)
{
    static const unsigned percents[] = {5, 20, 60, 100};
    unsigned phase = cycle / 50;
    if (cycle % 500 == 0) {
        b->in.cfg_mode = (uint8_t)random_below(seed, 8);
        b->in.cfg_use_class = random_below(seed, 3) == 0;
        b->in.cfg_group = (uint8_t)random_below(seed, slots + 1);
    }
    b->in.ready = random_mask(seed, slots, percents[phase % 4]);
    b->in.load = random_mask(seed, slots, 30);
    b->in.can_issue = random_mask(seed, slots, 70);
    b->in.occlude = random_mask(seed, slots, 10);
    b->in.launch = random_mask(seed, slots, 2);
    b->in.exit = random_mask(seed, slots, 2);
    b->in.hold = random_below(seed, 10) == 0;
    for (unsigned k = 0; k < slots; k++)
        s->born[k] = (uint64_t)random_below(seed, 1 << 20) << 6 | k;
    for (unsigned k = 0; k < slots; k++) {
        b->in.older[k] = 0;
        for (unsigned j = 0; j < k; j++)
            b->in.older[k] |= (uint64_t)(s->born[j] < s->born[k]) << j;
        b->in.priority[k] = (uint8_t)(random_below(seed, 2) ? random_below(seed, 3) : random_below(seed, 64));
    }
}

static void test_every_configuration_against_the_definitions(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("warp_arbiter", model)) != NULL;) {
        bench b = start(model->config, ARBITER_LRR);
        unsigned slots = model_param(model, "N") / model_param(model, "S");
        scheduler s = {NOBODY, 0, {0}};
        uint64_t seed = 13;
        for (unsigned cycle = 0; cycle < 40000; cycle++) {
            int expected;
            random_inputs(&b, &s, &seed, cycle, slots);
            expected = schedule(&s, &b.in, (int)slots);
            if (expected != NOBODY && !b.in.hold)
                s.last = expected;
            if (s.last != NOBODY && ((b.in.launch | b.in.exit) >> s.last & 1))
                s.last = NOBODY;
            assert_int_equal(grant(&b, b.in.ready), expected);
            assert_true(b.q.last == (s.last == NOBODY ? 0 : UINT64_C(1) << s.last));
            assert_int_equal(b.q.active_group, s.group);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_eligible),
        cmocka_unit_test(test_loose_round_robin),
        cmocka_unit_test(test_greedy_then_oldest),
        cmocka_unit_test(test_oldest_is_not_greedy),
        cmocka_unit_test(test_pairs_that_are_no_order),
        cmocka_unit_test(test_launch_or_exit_forgets_the_last),
        cmocka_unit_test(test_held_grant_is_not_remembered),
        cmocka_unit_test(test_two_level_moves_after_an_empty_cycle),
        cmocka_unit_test(test_group_sizes),
        cmocka_unit_test(test_classes_go_before_every_mode),
        cmocka_unit_test(test_classes_before_groups),
        cmocka_unit_test(test_every_configuration_against_the_definitions),
    };
    return cmocka_run_group_tests_name("warp_arbiter", tests, NULL, NULL);
}
