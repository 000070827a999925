// SPDX-License-Identifier: BSD-3-Clause
// oaws_ocw: each sentence of its contract, worked example E-4, then every configuration against a ledger in plain words.
#include "rtl_c/oaws_ocw.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct {
    const block_ops       *model;
    struct oaws_ocw_state  q;
    struct oaws_ocw_in     in;
    struct oaws_ocw_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("oaws_ocw", config)};
    b.model->reset(&b.q);
    b.in.cfg_wmax = (uint8_t)model_param(b.model, "N");
    return b;
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.launch = b->in.start = b->in.access = b->in.done = 0;
}

// A whole load in one cycle: start, one access, done.
static void load(bench *b, unsigned accesses, bool hit, bool sensitive)
{
    b->in.start = b->in.access = b->in.done = 1;
    b->in.n_acc = (uint8_t)accesses;
    b->in.access_hit = hit;
    b->in.sensitive = sensitive;
    step(b);
}

static void expect(const bench *b, unsigned ocw, unsigned cnt)
{
    assert_int_equal(b->q.ocw, ocw);
    assert_int_equal(b->q.cnt, cnt);
}

static void test_worked_example_e4(void **state)
{
    static const uint8_t halves[] = {128, 64, 32, 16, 8, 4, 2, 1, 0, 0, 0};
    bench b = start("n48_s2_sets32");
    (void)state;
    expect(&b, 2, 128);
    for (int i = 0; i < 126; i++)
        load(&b, 3, true, false);
    expect(&b, 2, 254);
    load(&b, 3, true, true);                       // sensitivity does not matter for a fully cached load
    expect(&b, 3, 0);
    for (int i = 0; i < 255; i++)
        load(&b, 32, true, false);
    expect(&b, 4, 0);
    b = start("n48_s2_sets32");
    for (unsigned i = 0; i < sizeof halves; i++) {
        expect(&b, 2, halves[i]);
        load(&b, 32, false, true);
    }
}

static void test_partially_cached_lowers_ocw_to_its_minimum(void **state)
{
    bench b = start("n64_s4_sets4");
    (void)state;
    expect(&b, 4, 128);                            // OCW_MIN = S
    for (int i = 0; i < 127; i++)
        load(&b, 3, true, false);
    expect(&b, 5, 0);
    load(&b, 3, false, true);                      // CNT is 0 already: the step down
    expect(&b, 4, 255);
    load(&b, 3, false, true);
    expect(&b, 4, 127);                            // 255 - (255 - 127)
    for (int i = 0; i < 127; i++)
        load(&b, 3, false, false);                 // not sensitive: one at a time
    expect(&b, 4, 0);
    load(&b, 3, false, false);
    expect(&b, 4, 0);
}

static void test_full_at_wmax_saturates(void **state)
{
    bench b = start("n8_s2_sets32");
    (void)state;
    b.in.cfg_wmax = 3;
    for (int i = 0; i < 127 + 300; i++)
        load(&b, 3, true, false);
    expect(&b, 3, 255);
    b.in.cfg_wmax = 4;                             // room again: the next full load steps up
    load(&b, 3, true, false);
    expect(&b, 4, 0);
}

static void test_wmax_bounds(void **state)
{
    bench b = start("n8_s2_sets32");
    (void)state;
    b.in.cfg_wmax = 0;                             // taken as OCW_MIN
    for (int i = 0; i < 300; i++)
        load(&b, 3, true, false);
    expect(&b, 2, 255);
    b.in.cfg_wmax = 15;                            // taken as N
    for (int i = 0; i < 255 * 10; i++)
        load(&b, 3, true, false);
    expect(&b, 8, 255);
    b.in.cfg_wmax = 5;                             // lowered in mid-run: the output at once, the register at the edge
    step(&b);
    assert_int_equal(b.out.ocw, 5);
    expect(&b, 5, 255);
}

static void test_coherent_loads_change_nothing(void **state)
{
    bench b = start("n8_s2_sets32");
    (void)state;
    for (unsigned accesses = 0; accesses <= 2; accesses++) {
        load(&b, accesses, true, false);
        assert_int_equal(b.out.div_done, 0);
        load(&b, accesses, false, true);
        expect(&b, 2, 128);
    }
    load(&b, 3, true, false);
    assert_int_equal(b.out.div_done, 1);
    expect(&b, 2, 129);
    load(&b, 63, false, false);
    expect(&b, 2, 128);
}

static void test_sets_are_counted_once_and_cleared_at_start(void **state)
{
    static const uint8_t sets[] = {5, 31, 5, 0}, counts[] = {1, 2, 2, 3};
    bench b = start("n8_s2_sets32");
    (void)state;
    b.in.start = 1;
    b.in.n_acc = 4;
    step(&b);
    assert_int_equal(b.out.n_sets, 0);
    for (int i = 0; i < 4; i++) {
        b.in.access = 1;
        b.in.access_set = sets[i];
        b.in.access_hit = i != 1;
        step(&b);
        assert_int_equal(b.out.n_sets, counts[i]);   // this cycle's access included
    }
    assert_int_equal(b.q.fcl, 1);
    assert_int_equal(b.q.sets_touched, 0x80000021);
    b.in.start = b.in.access = 1;
    b.in.access_set = 9;
    step(&b);
    assert_int_equal(b.out.n_sets, 1);
    assert_int_equal(b.q.fcl, 0);
    assert_int_equal(b.q.sets_touched, 1 << 9);
}

static void test_set_index_beyond_count_is_ignored(void **state)
{
    bench b = start("n2_s1_sets3");
    (void)state;
    b.in.start = b.in.access = 1;
    b.in.access_set = 3;
    step(&b);
    assert_int_equal(b.out.n_sets, 0);
    assert_int_equal(b.q.fcl, 1);                    // the access itself counts
}

static void test_done_sees_launch_start_and_access(void **state)
{
    bench b = start("n8_s2_sets32");
    (void)state;
    for (int i = 0; i < 20; i++)
        load(&b, 3, true, false);
    expect(&b, 2, 148);
    b.in.launch = 1;
    load(&b, 3, true, false);                        // launch, then done
    expect(&b, 2, 129);
    b.in.done = 1;                                   // done with the registers of the load before it
    step(&b);
    expect(&b, 2, 130);
    b.in.access = b.in.done = 1;                     // the access of done's own cycle decides fcl
    b.in.access_hit = 0;
    step(&b);
    expect(&b, 2, 129);
}

static void test_launch_keeps_the_load_registers(void **state)
{
    bench b = start("n8_s2_sets32");
    (void)state;
    b.in.start = b.in.access = 1;
    b.in.n_acc = 7;
    b.in.access_set = 4;
    b.in.access_hit = 0;
    step(&b);
    b.in.launch = 1;
    step(&b);
    assert_true(b.q.div && b.q.fcl && b.q.sets_touched == 1 << 4);
}

static void test_pin_forces_only_the_output(void **state)
{
    bench b = start("n48_s2_sets32");
    (void)state;
    b.in.cfg_ocw_pin = 48;
    step(&b);
    assert_int_equal(b.out.ocw, 48);
    expect(&b, 2, 128);
    b.in.cfg_ocw_pin = 1;                            // below OCW_MIN and above Wmax are put out as they are
    step(&b);
    assert_int_equal(b.out.ocw, 1);
    b.in.cfg_ocw_pin = 0;
    step(&b);
    assert_int_equal(b.out.ocw, 2);
}

// The independent reference: a ledger with a list of touched sets and OCW and CNT as signed numbers.
typedef struct {
    bool touched[SETS_MAX];
    bool divergent, missed;
    int  cnt, ocw;
} ledger;

static int ledger_limit(const struct oaws_ocw_in *in, int minimum, int warps)
{
    int limit = in->cfg_wmax > warps ? warps : in->cfg_wmax;
    return limit < minimum ? minimum : limit;
}

static void ledger_serve(ledger *l, const struct oaws_ocw_in *in, unsigned sets)
{
    if (in->start) {
        for (unsigned set = 0; set < SETS_MAX; set++)
            l->touched[set] = false;
        l->missed = false;
        l->divergent = in->n_acc >= 3;
    }
    if (in->access && in->access_set < sets)
        l->touched[in->access_set] = true;
    if (in->access && !in->access_hit)
        l->missed = true;
}

static void ledger_judge(ledger *l, const struct oaws_ocw_in *in, int minimum, int limit)
{
    if (in->launch) {
        l->cnt = 128;
        l->ocw = minimum;
    }
    if (l->ocw > limit)
        l->ocw = limit;
    if (!in->done || !l->divergent)
        return;
    if (!l->missed) {
        l->cnt += l->cnt < 255;
        if (l->cnt == 255 && l->ocw < limit) {
            l->ocw++;
            l->cnt = 0;
        }
        return;
    }
    l->cnt = in->sensitive ? l->cnt / 2 : l->cnt - 1;      // CNT - (CNT - CNT/2)
    if (l->cnt < 0)
        l->cnt = 0;
    if (l->cnt == 0 && l->ocw > minimum) {
        l->ocw--;
        l->cnt = 255;
    }
}

static void compare(const ledger *l, const bench *b, int limit)
{
    unsigned touched = 0;
    for (unsigned set = 0; set < SETS_MAX; set++)
        touched += l->touched[set];
    assert_int_equal(b->out.n_sets, touched);
    assert_int_equal(b->out.div_done, b->in.done && l->divergent);
    assert_int_equal(b->out.ocw, b->in.cfg_ocw_pin ? b->in.cfg_ocw_pin : l->ocw > limit ? limit : l->ocw);
}

static void random_inputs(bench *b, uint64_t *seed, unsigned cycle, unsigned sets, unsigned warps)
{
    unsigned hit_percent = cycle / 3000 % 3 == 0 ? 50 : cycle / 3000 % 3 == 1 ? 99 : 20;
    b->in.launch = random_below(seed, 2000) == 0;
    b->in.start = random_below(seed, 4) == 0;
    b->in.n_acc = (uint8_t)random_below(seed, random_below(seed, 8) ? 64 : 4);
    b->in.access = (uint8_t)random_below(seed, 2);
    b->in.access_set = (uint8_t)random_below(seed, 1u << (sets <= 4 ? 2 : sets <= 32 ? 5 : 6));
    b->in.access_hit = random_below(seed, 100) < hit_percent;
    b->in.done = (uint8_t)random_below(seed, 2);
    b->in.sensitive = random_below(seed, 100) < hit_percent / 2;
    if (cycle % 1000 == 0) {
        b->in.cfg_wmax = (uint8_t)random_below(seed, warps + 1);
        b->in.cfg_ocw_pin = (uint8_t)(random_below(seed, 4) ? 0 : random_below(seed, warps + 1));
    }
}

static void test_every_configuration_against_a_ledger(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("oaws_ocw", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N"), sets = model_param(model, "SETS");
        int minimum = model_param(model, "S") > 2 ? (int)model_param(model, "S") : 2;
        ledger l = {.cnt = 128, .ocw = minimum};
        uint64_t seed = 11;
        for (unsigned cycle = 0; cycle < 50000; cycle++) {
            random_inputs(&b, &seed, cycle, sets, warps);
            model_step(model, &b.q, &b.in, &b.out);
            ledger_serve(&l, &b.in, sets);
            compare(&l, &b, ledger_limit(&b.in, minimum, (int)warps));
            ledger_judge(&l, &b.in, minimum, ledger_limit(&b.in, minimum, (int)warps));
            expect(&b, (unsigned)l.ocw, (unsigned)l.cnt);
            assert_int_equal(b.q.fcl, l.missed);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e4),
        cmocka_unit_test(test_partially_cached_lowers_ocw_to_its_minimum),
        cmocka_unit_test(test_full_at_wmax_saturates),
        cmocka_unit_test(test_wmax_bounds),
        cmocka_unit_test(test_coherent_loads_change_nothing),
        cmocka_unit_test(test_sets_are_counted_once_and_cleared_at_start),
        cmocka_unit_test(test_set_index_beyond_count_is_ignored),
        cmocka_unit_test(test_done_sees_launch_start_and_access),
        cmocka_unit_test(test_launch_keeps_the_load_registers),
        cmocka_unit_test(test_pin_forces_only_the_output),
        cmocka_unit_test(test_every_configuration_against_a_ledger),
    };
    return cmocka_run_group_tests_name("oaws_ocw", tests, NULL, NULL);
}
