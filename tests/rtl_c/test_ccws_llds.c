// SPDX-License-Identifier: BSD-3-Clause
// ccws_llds: each sentence of its contract, every boundary of the division and random operands against integer division
// (a million pairs; 10 million in `make test-all`), then every configuration against a ledger that divides.
#include "rtl_c/ccws_llds.h"
#include "tests/rtl_c/models.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

enum { LATENCY = 65 };                                       // of totals of 32 bits

typedef struct {
    const block_ops        *model;
    struct ccws_llds_state  q;
    struct ccws_llds_in     in;
    struct ccws_llds_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("ccws_llds", config)};
    b.model->reset(&b.q);
    b.in.cfg_k = 8;
    b.in.cfg_base = 100;
    b.in.cutoff = 3200;
    return b;
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.hit = b->in.issued = b->in.kernel_launch = 0;
    b->in.launch = b->in.exit = 0;
}

static void hit(bench *b, unsigned warp)
{
    b->in.hit = 1;
    b->in.hit_warp = (uint8_t)warp;
    step(b);
}

// Issues so many instructions.
static void issue(bench *b, unsigned instructions)
{
    for (; instructions; instructions -= b->in.issued, step(b))
        b->in.issued = (uint8_t)(instructions < 15 ? instructions : 15);
}

static void pass(bench *b, unsigned cycles)
{
    for (unsigned cycle = 0; cycle < cycles; cycle++) {
        step(b);
        assert_int_equal(b->out.apply, 0);
    }
}

static void expect_score(bench *b, unsigned warp, unsigned score)
{
    step(b);
    assert_int_equal(b->out.apply, 1);
    assert_int_equal(b->out.apply_warp, warp);
    assert_int_equal(b->out.score, score);
}

static void test_example_of_the_header(void **state)
{
    static const unsigned hits[] = {3, 60, 125, 126}, scores[] = {76, 1536, 3200, 3200};
    (void)state;
    for (int i = 0; i < 4; i++) {
        bench b = start("n32_bits32");
        b.q.hits = hits[i] - 1;
        b.q.insts = 990;
        b.in.issued = 10;                                    // of the hit's cycle
        hit(&b, 31);
        assert_int_equal(b.out.apply, 0);
        pass(&b, LATENCY - 1);
        expect_score(&b, 31, scores[i]);
        pass(&b, 10);                                        // once
    }
}

static void test_base_score_until_a_division_ends(void **state)
{
    bench b = start("n8_bits32");
    (void)state;
    issue(&b, 1000);
    hit(&b, 2);
    hit(&b, 5);                                              // busy: at once
    assert_int_equal(b.out.apply, 1);
    assert_int_equal(b.out.apply_warp, 5);
    assert_int_equal(b.out.score, 100);
    pass(&b, LATENCY - 2);
    expect_score(&b, 2, 8 * 3200 / 1000);                    // one hit when it began
    b.in.kernel_launch = 1;
    b.in.cfg_base = 9;
    step(&b);
    hit(&b, 0);
    hit(&b, 1);
    assert_int_equal(b.out.score, 9);
}

static void test_next_division_begins_as_one_ends(void **state)
{
    bench b = start("n8_bits32");
    (void)state;
    issue(&b, 1000);
    hit(&b, 2);
    pass(&b, LATENCY - 1);
    hit(&b, 7);                                              // one score a cycle: that of warp 2
    assert_int_equal(b.out.apply, 1);
    assert_int_equal(b.out.apply_warp, 2);
    pass(&b, LATENCY - 1);
    expect_score(&b, 7, 2 * 8 * 3200 / 1000);
}

static void test_score_of_a_warp_that_is_gone_is_dropped(void **state)
{
    (void)state;
    for (unsigned when = 0; when <= LATENCY; when++)
        for (unsigned launched = 0; launched < 2; launched++) {
            bench b = start("n8_bits32");
            issue(&b, 1000);
            for (unsigned cycle = 0; cycle <= LATENCY; cycle++) {
                *(launched ? &b.in.launch : &b.in.exit) = cycle == when ? 0x10 : 0x20;
                b.in.hit = cycle == 0;
                b.in.hit_warp = 4;
                step(&b);
            }
            assert_int_equal(b.out.apply, when == LATENCY);  // the score of its last cycle has gone out
            assert_int_equal(b.q.quotient, 25);              // and the division has run on
        }
}

static void test_kernel_launch_beats_everything(void **state)
{
    bench b = start("n8_bits32");
    (void)state;
    issue(&b, 100);
    hit(&b, 1);
    b.in.kernel_launch = 1;
    b.in.issued = 4;
    hit(&b, 2);
    assert_int_equal(b.q.hits, 0);
    assert_int_equal(b.q.insts, 0);
    assert_int_equal(b.q.quotient, 100);
    assert_int_equal(b.q.cycles, 0);
    pass(&b, 2 * LATENCY);
    b.q.cycles = 1;                                          // and in the cycle of a result
    b.q.live = 1;
    b.in.kernel_launch = 1;
    hit(&b, 3);
    pass(&b, 2 * LATENCY);
}

static void test_totals_are_halved_together(void **state)
{
    bench b = start("n8_bits32");
    (void)state;
    b.q.hits = UINT32_MAX;
    b.q.insts = 1001;
    b.in.issued = 2;
    step(&b);
    assert_int_equal(b.q.hits, UINT32_MAX);                  // nothing overflows yet
    assert_int_equal(b.q.insts, 1003);
    b.in.issued = 2;
    hit(&b, 0);
    assert_int_equal(b.q.hits, (UINT32_MAX >> 1) + 1u);
    assert_int_equal(b.q.insts, 501 + 2);
    b.q.insts = UINT32_MAX - 3;
    b.q.hits = 7;
    b.in.issued = 3;
    step(&b);
    assert_int_equal(b.q.insts, UINT32_MAX);
    b.in.issued = 1;
    step(&b);
    assert_int_equal(b.q.insts, (UINT32_MAX >> 1) + 1u);
    assert_int_equal(b.q.hits, 3);
}

static void test_nobody_is_hit_without_a_warp_of_that_number(void **state)
{
    bench b = start("n3_bits6");
    (void)state;
    hit(&b, 3);
    assert_int_equal(b.q.hits, 0);
    assert_int_equal(b.q.cycles, 0);
    hit(&b, 1);
    hit(&b, 3);
    assert_int_equal(b.out.apply, 0);
    assert_int_equal(b.q.hits, 1);
}

typedef struct { uint64_t hits, insts; unsigned k, cutoff, issued; } operands;

static uint64_t quotient(const operands *o)
{
    uint64_t k = o->k > 8 ? 8 : o->k, score = o->insts ? o->hits * k * o->cutoff / o->insts : o->cutoff;
    return score > o->cutoff ? o->cutoff : score;
}

// One division, as fast as it goes: the last hit and instructions are those of its cycle.
static void divide(bench *b, const operands *o)
{
    struct ccws_llds_state d;

    b->model->reset(&b->q);
    b->q.hits = (uint32_t)(o->hits - 1);
    b->q.insts = (uint32_t)(o->insts - o->issued);
    b->in = (struct ccws_llds_in){.cfg_k = (uint8_t)o->k, .hit = 1, .cutoff = (uint16_t)o->cutoff,
                                  .issued = (uint8_t)o->issued};
    for (unsigned cycle = 0; cycle < LATENCY; cycle++) {
        d = b->q;
        b->model->next(&b->q, &b->in, &b->out, &d);
        b->q = d;
        b->in.hit = b->in.issued = 0;
    }
    b->model->out(&b->q, &b->in, &b->out);
    if (!b->out.apply || b->out.score != quotient(o))
        fail_msg("%llu hits * %u * %u / %llu insts: expected %llu, seen %u", (unsigned long long)o->hits, o->k,
                 o->cutoff, (unsigned long long)o->insts, (unsigned long long)quotient(o), b->out.score);
}

static void test_division_at_every_boundary(void **state)
{
    enum { EDGES = 1 + 3 * 32 };
    static const unsigned cutoffs[] = {0, 1, 2, 99, 100, 127, 128, 3200, 4095, 4096, 6096, 8128, 8190, 8191};
    uint64_t edges[EDGES] = {0};
    bench b = start("n32_bits32");
    unsigned count = 1;
    (void)state;
    for (unsigned bit = 0; bit < 32; bit++)                  // the powers of two, and one less and more
        for (unsigned i = 0; i < 3; i++)
            edges[count++] = ((UINT64_C(1) << bit) - 1 + i) & UINT32_MAX;
    edges[1] = UINT32_MAX;
    for (unsigned h = 0; h < EDGES; h++)
        for (unsigned i = 0; i < EDGES; i++) {
            operands o = {.hits = edges[h], .insts = edges[i], .k = (h + i) % 10, .cutoff = cutoffs[(3 * h + i) % 14]};
            if (o.hits)
                divide(&b, &o);
        }
    for (unsigned c = 0; c < 14; c++)                        // around the limit: hits * K is insts, one less, one more
        for (unsigned k = 1; k <= 8; k++)
            for (unsigned i = 0; i < 3; i++)
                for (unsigned bit = 0; bit < 29; bit++) {
                    operands o = {.hits = UINT64_C(1) << bit, .k = k, .cutoff = cutoffs[c]};
                    o.insts = o.hits * k - 1 + i;
                    divide(&b, &o);
                }
}

// Of every magnitude: as many of each number of bits.
static void test_division_of_random_operands(void **state)
{
    bench b = start("n32_bits32");
    uint64_t seed = 5;
    (void)state;
    for (unsigned pair = 0, pairs = tier_is_all() ? 10000000 : 1000000; pair < pairs; pair++) {
        operands o = {.hits = (random_bits(&seed) >> 32 >> random_below(&seed, 32)) | 1,
                      .insts = random_bits(&seed) >> 32 >> random_below(&seed, 33),
                      .k = random_below(&seed, 16), .cutoff = random_below(&seed, 8192)};
        o.hits -= random_below(&seed, 2) && o.hits > 1;
        o.issued = random_below(&seed, o.insts < 16 ? (unsigned)o.insts + 1 : 16);
        divide(&b, &o);
    }
}

// The independent reference: when the score under way comes, whose it is and what it is worth, divided at once.
typedef struct {
    uint64_t hits, insts, most;
    unsigned cycle, comes, warp, score, last, latency;
    bool     under_way, kept;
} ledger;

static void ledger_cycle(ledger *l, const struct ccws_llds_in *in, unsigned warps)
{
    bool hits = in->hit && in->hit_warp < warps, waits = l->under_way && l->cycle < l->comes;

    if (l->hits + hits > l->most || l->insts + in->issued > l->most) {
        l->hits /= 2;
        l->insts /= 2;
    }
    l->hits += hits;
    l->insts += in->issued;
    l->under_way = waits;
    if (hits && !waits) {
        operands o = {.hits = l->hits, .insts = l->insts, .k = in->cfg_k, .cutoff = in->cutoff};
        l->under_way = l->kept = true;
        l->comes = l->cycle + l->latency;
        l->warp = in->hit_warp;
        l->score = (unsigned)quotient(&o);
    }
    if ((in->launch | in->exit) >> l->warp & 1)
        l->kept = false;
    if (in->kernel_launch) {
        l->hits = l->insts = 0;
        l->under_way = false;
        l->last = in->cfg_base;
    }
    l->cycle++;
    if (l->under_way && l->cycle == l->comes)
        l->last = l->score;
}

static void test_every_configuration_against_a_ledger(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("ccws_llds", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N"), bits = model_param(model, "BITS");
        ledger l = {.most = MASK(bits), .last = 100, .latency = 33 + bits};
        uint64_t seed = 17;
        for (unsigned cycle = 0; cycle < 20000; cycle++) {
            unsigned often = cycle / 1000 % 3;
            if (cycle % 700 == 0) {
                b.in.cfg_k = (uint8_t)random_below(&seed, 16);
                b.in.cfg_base = (uint8_t)random_below(&seed, 128);
            }
            b.in.hit = random_below(&seed, often == 0 ? 40 : often == 1 ? 4 : 2) == 0;
            b.in.hit_warp = (uint8_t)random_below(&seed, 1u << CLOG2(warps));
            b.in.cutoff = (uint16_t)random_below(&seed, 8192);
            b.in.issued = (uint8_t)(random_below(&seed, 4) ? 0 : random_below(&seed, 16));
            b.in.launch = random_below(&seed, 50) ? 0 : random_mask(&seed, warps, 30);
            b.in.exit = random_below(&seed, 50) ? 0 : random_mask(&seed, warps, 30);
            b.in.kernel_launch = random_below(&seed, 900) == 0;
            const struct ccws_llds_in in = b.in;
            bool comes = l.under_way && l.cycle == l.comes, waits = l.under_way && !comes;
            bool applies = comes ? l.kept : waits && in.hit && in.hit_warp < warps;
            step(&b);
            assert_int_equal(b.out.apply, applies);
            assert_int_equal(b.out.score, l.last);
            if (applies)
                assert_int_equal(b.out.apply_warp, comes ? l.warp : in.hit_warp);
            ledger_cycle(&l, &in, warps);
            assert_int_equal(b.q.hits, l.hits);
            assert_int_equal(b.q.insts, l.insts);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_example_of_the_header),
        cmocka_unit_test(test_base_score_until_a_division_ends),
        cmocka_unit_test(test_next_division_begins_as_one_ends),
        cmocka_unit_test(test_score_of_a_warp_that_is_gone_is_dropped),
        cmocka_unit_test(test_kernel_launch_beats_everything),
        cmocka_unit_test(test_totals_are_halved_together),
        cmocka_unit_test(test_nobody_is_hit_without_a_warp_of_that_number),
        cmocka_unit_test(test_division_at_every_boundary),
        cmocka_unit_test(test_division_of_random_operands),
        cmocka_unit_test(test_every_configuration_against_a_ledger),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
