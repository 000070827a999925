// SPDX-License-Identifier: BSD-3-Clause
// oaws_qualify: each sentence of its contract, worked example E-2, then every
// configuration against Equation 1 of the paper written out with signed numbers.
#include "rtl_c/oaws_qualify.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct {
    const block_ops           *model;
    struct oaws_qualify_state  q;
    struct oaws_qualify_in     in;
    struct oaws_qualify_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("oaws_qualify", config)};
    b.model->reset(&b.q);
    b.in.avail = (uint16_t)model_param(b.model, "M");
    b.in.ready = b.in.load = MASK(model_param(b.model, "N"));
    return b;
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.issue = b->in.release[0] = b->in.release[1] = 0;
}

static void issue(bench *b, unsigned warp)
{
    b->in.issue = 1;
    b->in.issue_warp = (uint8_t)warp;
    step(b);
}

static void give_back(bench *b, unsigned serviced, unsigned without_access)
{
    b->in.release[0] = (uint16_t)serviced;
    b->in.release[1] = (uint16_t)without_access;
    step(b);
}

static void predict_all(bench *b, unsigned misses)
{
    for (unsigned w = 0; w < model_param(b->model, "N"); w++)
        b->in.pred[w] = (uint16_t)misses;
}

// E-2, with the predictions that full warps get at SMR 50; tests/tb/test_oaws_chain.c has it with all blocks.
static void test_worked_example_e2(void **state)
{
    bench b = start("n48_m32");
    unsigned admitted = 0;
    (void)state;
    predict_all(&b, 16);
    for (unsigned w = 0; w < 48; w++) {
        b.model->out(&b.q, &b.in, &b.out);
        if (b.out.occlude >> w & 1)
            continue;
        issue(&b, w);
        b.in.ready &= ~(UINT64_C(1) << w);
        admitted++;
    }
    assert_int_equal(admitted, 2);
    assert_int_equal(b.q.inflight, 32);
    give_back(&b, 16, 0);                                    // one is serviced and has 16 MSHRs now: still no third
    b.in.avail = 16;
    step(&b);
    assert_int_equal(b.out.occlude, MASK(48) & ~UINT64_C(3));
    give_back(&b, 16, 0);                                    // the other hit: 16 are free
    step(&b);
    assert_int_equal(b.out.occlude, 0);
}

static void test_occlude_compares_with_what_is_left(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    for (unsigned w = 0; w < 8; w++)
        b.in.pred[w] = (uint16_t)(w + 4);
    b.in.avail = 10;
    issue(&b, 0);                                            // charges 4: 6 are left
    assert_int_equal(b.out.occlude, 0x80);                   // only 11 > 10
    step(&b);
    assert_int_equal(b.out.occlude, 0xf8);
    b.in.avail = 3;                                          // fewer than in flight: nothing is left, not a large number
    step(&b);
    assert_int_equal(b.out.occlude, 0xff);
    b.in.pred[5] = 0;                                        // a prediction of 0 always qualifies
    step(&b);
    assert_int_equal(b.out.occlude, 0xdf);
}

// 512 MSHRs: what is left, and what is charged, go beyond 8 bits.
static void test_512_mshrs(void **state)
{
    bench b = start("n64_m512");
    (void)state;
    predict_all(&b, 16);
    for (unsigned w = 0; w < 32; w++) {
        assert_int_equal(b.q.inflight, 16 * w);
        issue(&b, w);
        assert_int_equal(b.out.occlude, 0);
    }
    step(&b);
    assert_int_equal(b.out.occlude, MASK(64));
    assert_int_equal(b.q.inflight, 512);
    b.in.pred[0] = 1;
    give_back(&b, 300, 211);
    step(&b);
    assert_int_equal(b.q.inflight, 1);
    assert_int_equal(b.out.occlude, 0);                      // 511 are left
    b.in.avail = 1;
    step(&b);
    assert_int_equal(b.out.occlude, MASK(64));
}

static void test_only_ready_loads_are_held_back(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    predict_all(&b, 31);
    b.in.avail = 0;
    b.in.ready = 0x3c;
    b.in.load = 0x0f;
    for (unsigned mode = 0; mode < 4; mode++) {
        b.in.cfg_mode = (uint8_t)mode;
        step(&b);
        assert_int_equal(b.out.occlude, 0x0c);
        for (unsigned w = 0; w < 8; w++)                     // D-23: ready or not
            assert_int_equal(b.out.charge[w], mode == OAWS_THROTTLE ? 0 : 31);
    }
}

// A warp that gets ready behind the block's back, when a barrier opens in mid-cycle, charges what it must.
static void test_charge_does_not_ask_who_is_ready(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    predict_all(&b, 7);
    b.in.ready = 0;
    b.in.cfg_mode = OAWS_DYNAMIC;
    b.in.ocw = 2;
    for (unsigned w = 0; w < 8; w++)
        b.in.rank_run[w] = (uint8_t)w;
    issue(&b, 5);
    assert_int_equal(b.out.ocw_warps[5], OAWS_NOT_READY);
    assert_int_equal(b.q.inflight, 7);
    assert_int_equal(b.out.charge[1], 0);                    // of locality, ready or not
    issue(&b, 1);
    assert_int_equal(b.q.inflight, 7);
}

static void test_more_mshrs_than_there_are_count_as_all(void **state)
{
    bench b = start("n3_m5");
    (void)state;
    predict_all(&b, 3);
    b.in.avail = 7;
    issue(&b, 0);                                            // 2 of 5 are left, not 4 of 7
    assert_int_equal(b.out.occlude, 0);
    step(&b);
    assert_int_equal(b.out.occlude, 7);
}

// D-24: the OCW oldest of the SM may all be of one scheduler.
static void test_oldest_of_each_scheduler_is_of_locality(void **state)
{
    (void)state;
    for (unsigned mode = OAWS_STATIC; mode <= OAWS_THROTTLE; mode++)
        for (unsigned keep = 0; keep < 2; keep++) {
            bench b = start("n8_m32");
            bool known = mode != OAWS_STATIC;
            for (unsigned w = 0; w < 8; w++)                 // 0 and 2 are the oldest
                b.in.rank_run[w] = (uint8_t)(w % 2 ? 4 + w / 2 : w / 2);
            predict_all(&b, 20);
            b.in.cfg_mode = (uint8_t)mode;
            b.in.cfg_keep_oldest = (uint8_t)keep;
            b.in.oldest_run = 1 << 0 | 1 << 3;
            b.in.ocw = 2;
            b.in.avail = 5;
            b.in.ready = 0x7f;
            step(&b);
            assert_int_equal(b.out.occlude, 0x7f & ~(!known ? 0 : keep ? 0x0d : 0x05));
            assert_int_equal(b.out.ocw_warps[3], known && keep ? OAWS_LOCALITY_WARP : OAWS_THRASHING_WARP);
            assert_int_equal(b.out.charge[3], !known ? 20 : keep || mode == OAWS_THROTTLE ? 0 : 20);
        }
}

static void test_locality_warps_in_dynamic(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    predict_all(&b, 20);
    for (unsigned w = 0; w < 8; w++)
        b.in.rank_run[w] = (uint8_t)(7 - w);
    b.in.cfg_mode = OAWS_DYNAMIC;
    b.in.ocw = 3;
    b.in.avail = 5;
    b.in.ready = 0xbf;
    step(&b);
    assert_int_equal(b.out.occlude, 0x1f);                   // 6 is not ready; 5, 6, 7 are the three oldest
    assert_int_equal(b.out.ocw_warps[4], OAWS_THRASHING_WARP);
    assert_int_equal(b.out.ocw_warps[5], OAWS_LOCALITY_WARP);
    assert_int_equal(b.out.ocw_warps[6], OAWS_NOT_READY);
    assert_int_equal(b.out.ocw_warps[7], OAWS_LOCALITY_WARP);
    issue(&b, 7);                                            // charges nothing
    assert_int_equal(b.q.inflight, 0);
    b.in.cfg_mode = OAWS_STATIC;                             // where no warp is one of locality
    step(&b);
    assert_int_equal(b.out.occlude, 0xbf);
    assert_int_equal(b.out.ocw_warps[7], OAWS_THRASHING_WARP);
}

static void test_throttle_looks_at_ranks_alone(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    for (unsigned w = 0; w < 8; w++)
        b.in.rank_run[w] = (uint8_t)w;
    b.in.cfg_mode = OAWS_THROTTLE;
    b.in.ocw = 2;
    predict_all(&b, 9);
    b.in.avail = 0;
    b.in.load = 0x7e;
    issue(&b, 1);
    assert_int_equal(b.out.occlude, 0x7c);
    issue(&b, 5);                                            // not let, but even that charges nothing
    assert_int_equal(b.q.inflight, 0);
}

static void test_issue_and_releases_in_one_cycle(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    predict_all(&b, 14);
    issue(&b, 2);
    issue(&b, 3);
    assert_int_equal(b.q.inflight, 28);
    predict_all(&b, 6);
    b.in.release[0] = 14;
    b.in.release[1] = 14;
    issue(&b, 4);
    assert_int_equal(b.q.inflight, 6);
    predict_all(&b, 31);                                     // above M before the release is subtracted
    b.in.release[0] = 6;
    issue(&b, 5);
    assert_int_equal(b.q.inflight, 31);
}

static void test_inflight_is_clamped_at_both_ends(void **state)
{
    bench b = start("n3_m5");
    (void)state;
    predict_all(&b, 4);
    issue(&b, 0);
    issue(&b, 1);
    assert_int_equal(b.q.inflight, 5);
    give_back(&b, 7, 7);
    assert_int_equal(b.q.inflight, 0);
    issue(&b, 3);                                            // no such warp
    assert_int_equal(b.q.inflight, 0);
    give_back(&b, 1, 0);
    assert_int_equal(b.q.inflight, 0);
}

// The independent reference: Equation 1, Miss_pred <= Avail - Miss_inflight, with what may go below zero.
static bool reference_locality(const struct oaws_qualify_in *in, unsigned w)
{
    bool old = in->rank_run[w] < in->ocw, oldest = in->cfg_keep_oldest && in->oldest_run >> w & 1;
    return (old || oldest) && (in->cfg_mode == OAWS_DYNAMIC || in->cfg_mode == OAWS_THROTTLE);
}

static void compare(const bench *b, int inflight, unsigned warps, unsigned mshrs)
{
    const struct oaws_qualify_in *in = &b->in;
    int avail = in->avail <= mshrs ? in->avail : (int)mshrs;
    for (unsigned w = 0; w < warps; w++) {
        bool ready = in->ready >> w & 1, load = ready && in->load >> w & 1, locality = reference_locality(in, w);
        bool throttled = in->cfg_mode == OAWS_THROTTLE && !locality;
        int misses = locality || in->cfg_mode == OAWS_THROTTLE ? 0 : in->pred[w];
        bool fits = misses <= avail - inflight || misses == 0;
        assert_int_equal(b->out.occlude >> w & 1, load && (throttled || !fits));
        assert_int_equal(b->out.charge[w], misses);
        assert_int_equal(b->out.ocw_warps[w], !ready ? 0 : locality ? 2 : 1);
    }
}

static void random_inputs(bench *b, uint64_t *seed, unsigned warps, unsigned mshrs)
{
    b->in.cfg_mode = (uint8_t)random_below(seed, 4);
    b->in.ocw = (uint8_t)random_below(seed, warps + 1);
    b->in.cfg_keep_oldest = (uint8_t)random_below(seed, 2);
    b->in.oldest_run = random_mask(seed, warps, 10);
    b->in.avail = (uint16_t)random_below(seed, (unsigned)MASK(CLOG2(mshrs + 1)) + 1);
    b->in.ready = random_mask(seed, warps, 60);
    b->in.load = random_mask(seed, warps, 60);
    for (unsigned w = 0; w < warps; w++) {
        b->in.pred[w] = (uint16_t)random_below(seed, mshrs);
        b->in.rank_run[w] = (uint8_t)random_below(seed, warps);
    }
    b->in.issue = (uint8_t)random_below(seed, 2);
    b->in.issue_warp = (uint8_t)random_below(seed, warps);
    for (unsigned r = 0; r < 2; r++)
        b->in.release[r] = (uint16_t)(random_below(seed, 3) ? 0 : random_below(seed, mshrs));
}

static void test_every_configuration_against_the_equation(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("oaws_qualify", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N"), mshrs = model_param(model, "M");
        int inflight = 0;
        uint64_t seed = 31;
        for (unsigned cycle = 0; cycle < 10000; cycle++) {
            random_inputs(&b, &seed, warps, mshrs);
            model_step(model, &b.q, &b.in, &b.out);
            compare(&b, inflight, warps, mshrs);
            inflight += (b.in.issue ? b.out.charge[b.in.issue_warp] : 0) - b.in.release[0] - b.in.release[1];
            inflight = inflight < 0 ? 0 : inflight > (int)mshrs ? (int)mshrs : inflight;
            assert_int_equal(b.q.inflight, inflight);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e2),
        cmocka_unit_test(test_occlude_compares_with_what_is_left),
        cmocka_unit_test(test_512_mshrs),
        cmocka_unit_test(test_only_ready_loads_are_held_back),
        cmocka_unit_test(test_charge_does_not_ask_who_is_ready),
        cmocka_unit_test(test_more_mshrs_than_there_are_count_as_all),
        cmocka_unit_test(test_locality_warps_in_dynamic),
        cmocka_unit_test(test_oldest_of_each_scheduler_is_of_locality),
        cmocka_unit_test(test_throttle_looks_at_ranks_alone),
        cmocka_unit_test(test_issue_and_releases_in_one_cycle),
        cmocka_unit_test(test_inflight_is_clamped_at_both_ends),
        cmocka_unit_test(test_every_configuration_against_the_equation),
    };
    return cmocka_run_group_tests_name("oaws_qualify", tests, NULL, NULL);
}
