// SPDX-License-Identifier: BSD-3-Clause
// bucl_update: E-13, each sentence of the contract, ratios on each threshold and one event to either side, all arms of the
// profiler and their ties; then every configuration against a ledger that keeps the events of a period and compares
// fractions of 128 bits at its end.
#include "rtl_c/bucl_update.h"
#include "tests/rtl_c/bucl_update_ledger.h"
#include "tests/rtl_c/models.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

enum { LONGEST = 16383 };

typedef struct {
    const block_ops          *model;
    unsigned                  sms, partitions;
    struct bucl_update_state  q;
    struct bucl_update_in     in;
    struct bucl_update_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("bucl_update", config)};
    b.sms = model_param(b.model, "SMS");
    b.partitions = model_param(b.model, "P");
    b.model->reset(&b.q);
    b.in = (struct bucl_update_in){.cfg_period = 1000, .cfg_depth = 8, .cfg_l1dhr = 80, .cfg_uib = 70, .cfg_tucd = 5,
                                   .cfg_tucd_min = 2, .cfg_tucd_max = 25};
    return b;
}

static void clear_events(struct bucl_update_in *in)
{
    in->access = in->hit = in->kernel_launch = 0;
    memset(in->occupancy, 0, sizeof in->occupancy);
    memset(in->thread_instructions, 0, sizeof in->thread_instructions);
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    clear_events(&b->in);
}

static void launch(bench *b)
{
    b->in.kernel_launch = 1;
    step(b);
}

// The outputs of the cycle to come.
static const struct bucl_update_out *seen(bench *b)
{
    b->model->out(&b->q, &b->in, &b->out);
    return &b->out;
}

// A period with so many accesses in its first cycles, the first of them hits; each buffer's occupancies sum to `filled`.
static void period(bench *b, unsigned accesses, unsigned hits, unsigned filled)
{
    for (unsigned cycle = 0, left = filled; cycle < b->in.cfg_period; cycle++) {
        unsigned now = left > 127 ? 127 : left;
        b->in.access = cycle < accesses;
        b->in.hit = cycle < hits;
        for (unsigned p = 0; p < b->partitions; p++)
            b->in.occupancy[p] = (uint8_t)now;
        left -= now;
        step(b);
    }
}

static void expect_tucd(bench *b, unsigned tucd)
{
    for (unsigned sm = 0; sm < b->sms; sm++)
        assert_int_equal(seen(b)->tucd[sm], tucd);
}

static void test_e13_tucd_follows_the_hit_rate(void **state)
{
    bench b = start("sms15_p12");
    (void)state;
    launch(&b);
    expect_tucd(&b, 5);
    period(&b, 1000, 801, 0);
    expect_tucd(&b, 6);
    launch(&b);
    period(&b, 1000, 800, 0);                                // at the threshold
    expect_tucd(&b, 4);
    launch(&b);
    period(&b, 1000, 0, 0);
    expect_tucd(&b, 4);
    for (unsigned tucd = 4; tucd > 2; tucd--) {
        expect_tucd(&b, tucd);
        period(&b, 10, 3, 0);
    }
    for (unsigned more = 0; more < 3; more++, period(&b, 10, 3, 0))
        expect_tucd(&b, 2);
    for (unsigned tucd = 2; tucd < 25; tucd++, period(&b, 10, 9, 0))
        expect_tucd(&b, tucd);
    for (unsigned more = 0; more < 3; more++, period(&b, 10, 9, 0))
        expect_tucd(&b, 25);
}

static void test_example_of_the_header(void **state)
{
    static const unsigned hits[] = {319, 320, 321}, tucds[] = {4, 4, 6}, filled[] = {5599, 5600, 5601};
    (void)state;
    for (int i = 0; i < 3; i++) {
        bench b = start("sms15_p12");
        period(&b, 400, hits[i], filled[i]);
        expect_tucd(&b, tucds[i]);
        assert_int_equal(seen(&b)->l1dhr_low, i == 0);
        assert_int_equal(seen(&b)->uib_low, i == 0 ? 0xfff : 0);
    }
}

static void test_nothing_changes_before_the_periods_end(void **state)
{
    bench b = start("sms3_p3");
    (void)state;
    launch(&b);
    for (unsigned cycle = 0; cycle < 1000; cycle++) {
        assert_int_equal(seen(&b)->l1dhr_low, 1);
        assert_int_equal(seen(&b)->uib_low, 7);
        expect_tucd(&b, 5);
        b.in.access = b.in.hit = 1;
        b.in.occupancy[1] = 8;
        step(&b);
    }
    assert_int_equal(seen(&b)->l1dhr_low, 0);
    assert_int_equal(seen(&b)->uib_low, 5);
    expect_tucd(&b, 6);
}

// A period of 100 cycles for every threshold; of one, three and seven cycles, where the limit is a fraction.
static void test_ratios_on_every_threshold(void **state)
{
    static const unsigned depths[] = {1, 8, 10, 127}, periods[] = {1, 3, 7, 100};
    (void)state;
    for (unsigned percent = 0; percent < 128; percent++)
        for (unsigned hits = percent ? percent - 1 : 0; hits <= percent + 1 && hits <= 100; hits++) {
            bench b = start("sms2_p2");
            b.in.cfg_period = 100;
            b.in.cfg_l1dhr = (uint8_t)percent;
            period(&b, 100, hits, 0);
            assert_int_equal(seen(&b)->l1dhr_low, hits < percent);
            expect_tucd(&b, hits > percent ? 6 : 4);
        }
    for (unsigned d = 0; d < 4; d++)
        for (unsigned i = 0; i < 4; i++)
            for (unsigned percent = 0; percent < 128; percent++) {
                unsigned whole = percent * depths[d] * periods[i] / 100;
                for (unsigned filled = whole ? whole - 1 : 0; filled <= whole + 1 && filled <= 127 * periods[i]; filled++) {
                    bench b = start("sms2_p2");
                    b.in.cfg_period = (uint16_t)periods[i];
                    b.in.cfg_depth = (uint8_t)depths[d];
                    b.in.cfg_uib = (uint8_t)percent;
                    period(&b, 0, 0, filled);
                    assert_int_equal(seen(&b)->uib_low, filled * 100 < percent * depths[d] * periods[i] ? 3 : 0);
                }
            }
}

static void test_a_period_without_an_access(void **state)
{
    bench b = start("sms2_p2");
    (void)state;
    period(&b, 10, 9, 8000);
    expect_tucd(&b, 6);
    assert_int_equal(seen(&b)->uib_low, 0);
    period(&b, 0, 0, 0);                                     // leaves TUCD and the hit rate, not the buffers
    expect_tucd(&b, 6);
    assert_int_equal(seen(&b)->l1dhr_low, 0);
    assert_int_equal(seen(&b)->uib_low, 3);
}

static void test_first_period_has_ratios_of_0(void **state)
{
    (void)state;
    for (unsigned threshold = 0; threshold < 2; threshold++) {
        bench b = start("sms2_p2");
        b.in.cfg_l1dhr = b.in.cfg_uib = (uint8_t)threshold;
        for (unsigned launches = 0; launches < 2; launches++, launch(&b)) {
            assert_int_equal(seen(&b)->l1dhr_low, threshold);
            assert_int_equal(seen(&b)->uib_low, threshold ? 3 : 0);
        }
        period(&b, 1, 1, 8000);
        launch(&b);
        assert_int_equal(seen(&b)->l1dhr_low, threshold);
        assert_int_equal(seen(&b)->uib_low, threshold ? 3 : 0);
    }
}

static void test_kernel_launch_drops_its_cycle(void **state)
{
    bench b = start("sms2_p2");
    (void)state;
    b.in.cfg_period = 4;
    b.in.cfg_l1dhr = 10;                                     // less than one hit of five
    period(&b, 3, 3, 0);
    b.in.access = b.in.hit = 1;
    b.in.occupancy[0] = 100;
    launch(&b);
    for (unsigned cycle = 0; cycle < 4; cycle++) {           // a whole period begins in the next cycle
        expect_tucd(&b, 5);
        b.in.access = 1;
        step(&b);
    }
    expect_tucd(&b, 4);
    assert_int_equal(seen(&b)->l1dhr_low, 1);
    assert_int_equal(seen(&b)->uib_low, 3);
    for (unsigned cycle = 0; cycle < 3; cycle++)
        step(&b);
    b.in.access = b.in.hit = 1;                              // and in the cycle of a period's end
    launch(&b);
    expect_tucd(&b, 5);
}

static void test_a_hit_without_an_access_counts_nothing(void **state)
{
    bench b = start("sms2_p2");
    (void)state;
    b.in.hit = 1;
    step(&b);
    assert_int_equal(b.q.accessed, 0);
    assert_int_equal(b.q.margin, MASK(22));
}

static void test_limits_in_any_order(void **state)
{
    (void)state;
    for (unsigned least = 0; least < 64; least++)
        for (unsigned most = 0; most < 64; most++) {
            bench b = start("sms2_p2");
            unsigned tucd = (least + most) % 64, limited;
            b.in.cfg_period = 1;
            b.in.cfg_tucd_min = (uint8_t)least;
            b.in.cfg_tucd_max = (uint8_t)most;
            b.in.cfg_tucd = (uint8_t)tucd;
            launch(&b);
            limited = tucd < most ? tucd : most;
            limited = limited > least ? limited : least;
            expect_tucd(&b, limited);
            for (unsigned more = 0; more < 3; more++) {      // up, then down
                period(&b, 1, 1, 0);
                limited = limited + 1 < most ? limited + 1 : most;
                limited = limited > least ? limited : least;
                expect_tucd(&b, limited);
            }
            for (unsigned more = 0; more < 6; more++) {
                period(&b, 1, 0, 0);
                limited = limited ? limited - 1 : 0;
                limited = limited < most ? limited : most;
                limited = limited > least ? limited : least;
                expect_tucd(&b, limited);
            }
        }
    bench b = start("sms15_p12");                            // all 32: no load bypasses, in a profile neither
    b.in.cfg_tucd = b.in.cfg_tucd_min = b.in.cfg_tucd_max = 32;
    b.in.cfg_profile = 5;
    launch(&b);
    for (unsigned cycle = 0; cycle < 9; cycle++, step(&b))
        expect_tucd(&b, 32);
}

static void test_period_of_0_samples_nothing(void **state)
{
    bench b = start("sms2_p2");
    (void)state;
    b.in.cfg_period = 0;
    launch(&b);
    for (unsigned cycle = 0; cycle < 40000; cycle++) {
        b.in.access = b.in.hit = 1;
        b.in.occupancy[0] = 127;
        step(&b);
    }
    expect_tucd(&b, 5);
    assert_int_equal(seen(&b)->l1dhr_low, 1);
    assert_int_equal(seen(&b)->uib_low, 3);
    assert_int_equal(b.q.cycles, 0);
}

// The longest period and profile with most of everything: nothing overflows.
static void test_the_longest_period(void **state)
{
    (void)state;
    for (unsigned hit = 0; hit < 2; hit++) {
        bench b = start("sms3_p3");
        b.in.cfg_period = b.in.cfg_profile = LONGEST;
        b.in.cfg_depth = b.in.cfg_uib = 127;
        b.in.cfg_l1dhr = hit ? 99 : 127;
        launch(&b);
        for (unsigned cycle = 0; cycle < LONGEST; cycle++) {
            assert_int_equal(b.out.l1dhr_low, 1);
            b.in.access = 1;
            b.in.hit = (uint8_t)hit;
            b.in.occupancy[0] = b.in.occupancy[2] = 127;
            b.in.thread_instructions[0] = 256;               // its lower 22 bits come to more than those of the others
            b.in.thread_instructions[2] = 511;
            b.in.thread_instructions[1] = cycle ? 511 : 510;
            step(&b);
        }
        assert_int_equal(seen(&b)->l1dhr_low, !hit);
        assert_int_equal(seen(&b)->uib_low, 7);              // all are below 127 %
        assert_int_equal(b.q.instructions[2], 511 * LONGEST);
        for (unsigned sm = 0; sm < b.sms; sm++)
            step(&b);
        expect_tucd(&b, 4);                                  // SM 2's
    }
}

// A profile in which SM i has more[i] thread instructions, and the comparison behind it, in which they count no more; the TUCD
// that is chosen.
static unsigned profiled(bench *b, const unsigned *more)
{
    launch(b);
    for (unsigned cycle = 0; cycle < b->in.cfg_profile + b->sms; cycle++) {
        for (unsigned sm = 0; sm < b->sms; sm++) {
            assert_int_equal(seen(b)->tucd[sm], arms[sm % ARMS]);
            b->in.thread_instructions[sm] = (uint16_t)(cycle < b->in.cfg_profile ? cycle < more[sm] : 511 - sm);
        }
        step(b);
    }
    expect_tucd(b, seen(b)->tucd[0]);
    return b->out.tucd[0];
}

static void test_every_arm_wins_and_ties_go_to_the_lowest(void **state)
{
    static const char *const configs[] = {"sms15_p12", "sms30_p6", "sms28_p24", "sms3_p3", "sms80_p64"};
    (void)state;
    for (size_t c = 0; c < sizeof configs / sizeof *configs; c++) {
        bench b = start(configs[c]);
        b.in.cfg_profile = 9;
        for (unsigned one = 0; one < b.sms; one++)
            for (unsigned other = 0; other < b.sms; other++) {
                unsigned more[SMS_MAX], lowest = one < other ? one : other;
                for (unsigned sm = 0; sm < b.sms; sm++)
                    more[sm] = sm == one || sm == other ? 7 : sm % 7;
                assert_int_equal(profiled(&b, more), arms[lowest % ARMS]);
            }
        unsigned none[SMS_MAX] = {0};
        assert_int_equal(profiled(&b, none), 2);
    }
}

static void test_the_winner_stays_and_sampling_goes_on(void **state)
{
    bench b = start("sms15_p12");
    unsigned more[64] = {[9] = 3};
    (void)state;
    b.in.cfg_profile = 5000;
    assert_int_equal(profiled(&b, more), 14);
    assert_int_equal(seen(&b)->l1dhr_low, 1);                // five empty periods
    period(&b, 100, 90, 8000);
    assert_int_equal(seen(&b)->l1dhr_low, 0);
    assert_int_equal(seen(&b)->uib_low, 0);
    expect_tucd(&b, 14);
    period(&b, 100, 10, 0);
    assert_int_equal(seen(&b)->l1dhr_low, 1);
    assert_int_equal(seen(&b)->uib_low, 0xfff);
    for (unsigned cycle = 0; cycle < 6000; cycle++) {
        b.in.thread_instructions[3] = 64;
        step(&b);
    }
    expect_tucd(&b, 14);
    more[9] = 0;
    more[4] = 1;
    assert_int_equal(profiled(&b, more), 6);                 // the next kernel counts anew
}

// Many cycles counted at once are as many steps, also where their hundredths come to more than 43,698.
static void test_a_long_count_is_its_steps(void **state)
{
    static const struct { unsigned period, depth, uib, cycles; } cases[] = {
        {1000, 8, 70, 999}, {10603, 31, 75, 3066}, {LONGEST, 127, 127, LONGEST - 1}, {LONGEST, 9, 11, 16000}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = start("sms3_p3");
        b.in.cfg_period = (uint16_t)cases[i].period;
        b.in.cfg_depth = (uint8_t)cases[i].depth;
        b.in.cfg_uib = (uint8_t)cases[i].uib;
        struct bucl_update_state counted = b.q;
        assert_int_equal(b.model->count(&b.q, &b.in, cases[i].cycles, &counted), cases[i].cycles);
        for (unsigned cycle = 0; cycle < cases[i].cycles; cycle++)
            step(&b);
        assert_int_equal(counted.cycles, b.q.cycles);
        assert_int_equal(counted.rest, b.q.rest);
        for (unsigned p = 0; p < b.partitions; p++)
            assert_int_equal(counted.room[p], b.q.room[p]);
    }
}

static void compare(bench *b, const ledger *l)
{
    const struct bucl_update_out *out = seen(b);
    for (unsigned sm = 0; sm < b->sms; sm++)
        assert_int_equal(out->tucd[sm], l->profile_left ? within(&b->in, (int)arms[sm % ARMS]) : l->tucd);
    assert_int_equal(out->l1dhr_low, less(l->l1dhr, (fraction){b->in.cfg_l1dhr, 100}));
    for (unsigned p = 0; p < b->partitions; p++)
        assert_int_equal(out->uib_low >> p & 1, less(l->uib[p], (fraction){b->in.cfg_uib, 100}));
}

// Hits of each period come near the threshold, and occupancies near theirs, so that both sides and the middle are met.
static void draw(bench *b, uint64_t *seed, unsigned busy)
{
    unsigned share = (unsigned)b->in.cfg_uib * b->in.cfg_depth / 100;
    b->in.access = random_below(seed, 100) < busy;
    b->in.hit = random_below(seed, 100) < b->in.cfg_l1dhr;
    for (unsigned p = 0; p < b->partitions; p++)
        b->in.occupancy[p] = (uint8_t)((share + random_below(seed, 3) - (share != 0)) & MASK(7));
    for (unsigned sm = 0; sm < b->sms; sm++)
        b->in.thread_instructions[sm] = (uint16_t)random_below(seed, 512);
}

static void test_every_configuration_against_fractions(void **state)
{
    static const unsigned percents[] = {0, 1, 50, 70, 80, 99, 100, 127};
    uint64_t seed = 29;
    unsigned on_l1dhr = 0, on_uib = 0, low_end = 0, high_end = 0, empty = 0, chosen = 0;
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("bucl_update", model)) != NULL;) {
        bench b = start(model->config);
        ledger l;
        for (unsigned kernel = 0, kernels = tier_is_all() ? 3000 : 150; kernel < kernels; kernel++) {
            unsigned busy = random_below(&seed, 4) ? random_below(&seed, 101) : 5;
            b.in.cfg_period = (uint16_t)(random_below(&seed, 10) ? 1 + random_below(&seed, 40) : 0);
            b.in.cfg_depth = (uint8_t)(random_below(&seed, 2) ? 10 : random_below(&seed, 128));
            b.in.cfg_l1dhr = (uint8_t)(random_below(&seed, 3) ? percents[random_below(&seed, 8)] : random_below(&seed, 128));
            b.in.cfg_uib = (uint8_t)(random_below(&seed, 3) ? percents[random_below(&seed, 8)] : random_below(&seed, 128));
            b.in.cfg_tucd = (uint8_t)random_below(&seed, 64);
            b.in.cfg_tucd_min = (uint8_t)(random_below(&seed, 2) ? 2 : random_below(&seed, 64));
            b.in.cfg_tucd_max = (uint8_t)(random_below(&seed, 2) ? 25 : random_below(&seed, 64));
            b.in.cfg_profile = (uint16_t)(random_below(&seed, 3) ? 0 : 1 + random_below(&seed, 60));
            for (unsigned cycle = 0, cycles = 1 + random_below(&seed, 400); cycle < cycles; cycle++) {
                draw(&b, &seed, busy);
                b.in.kernel_launch = cycle == 0;
                const struct bucl_update_in in = b.in;
                step(&b);
                ledger_cycle(&l, &in, b.sms, b.partitions);
                compare(&b, &l);
                if (!in.kernel_launch && in.cfg_period && l.cycles == 0) {
                    chosen += l.profile_left == 0 && in.cfg_profile != 0;
                    on_l1dhr += l.l1dhr.above && l.l1dhr.above * 100 == l.l1dhr.below * in.cfg_l1dhr;
                    on_uib += l.uib[0].above && l.uib[0].above * 100 == l.uib[0].below * in.cfg_uib;
                    low_end += l.tucd == in.cfg_tucd_min;
                    high_end += l.tucd == in.cfg_tucd_max;
                    empty += busy == 5;
                }
            }
        }
    }
    assert_true(on_l1dhr > 100 && on_uib > 100 && low_end > 100 && high_end > 100 && empty > 100 && chosen > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_e13_tucd_follows_the_hit_rate),
        cmocka_unit_test(test_example_of_the_header),
        cmocka_unit_test(test_nothing_changes_before_the_periods_end),
        cmocka_unit_test(test_ratios_on_every_threshold),
        cmocka_unit_test(test_a_period_without_an_access),
        cmocka_unit_test(test_first_period_has_ratios_of_0),
        cmocka_unit_test(test_kernel_launch_drops_its_cycle),
        cmocka_unit_test(test_a_hit_without_an_access_counts_nothing),
        cmocka_unit_test(test_limits_in_any_order),
        cmocka_unit_test(test_period_of_0_samples_nothing),
        cmocka_unit_test(test_the_longest_period),
        cmocka_unit_test(test_every_arm_wins_and_ties_go_to_the_lowest),
        cmocka_unit_test(test_the_winner_stays_and_sampling_goes_on),
        cmocka_unit_test(test_a_long_count_is_its_steps),
        cmocka_unit_test(test_every_configuration_against_fractions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
