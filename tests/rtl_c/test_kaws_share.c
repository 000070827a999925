// SPDX-License-Identifier: BSD-3-Clause
// kaws_share: each sentence of its contract, E-7 printed as the paper draws it, then every collector and issue state
// against the rule as the paper says it, of warps that are simply compared by their dates of birth.
#include "rtl_c/kaws_share.h"
#include "tests/rtl_c/models.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { NONE = 0xff };

typedef struct {
    const block_ops         *model;
    struct kaws_share_state  q;
    struct kaws_share_in     in;
    struct kaws_share_out    out;
    unsigned                 n, schedulers;
    uint32_t                 born[N_MAX];     // all different
} bench;

// Every warp of class SP and not ready, warp 0 the oldest; no register is empty and nobody issues.
static bench start(const char *config)
{
    bench b = {.model = model_find("kaws_share", config)};
    b.n = model_param(b.model, "N");
    b.schedulers = model_param(b.model, "S");
    for (unsigned w = 0; w < b.n; w++)
        b.born[w] = w + 1;
    return b;
}

static void put_order(bench *b)
{
    for (unsigned i = 0; i < b->n; i++) {
        b->in.older[i] = 0;
        for (unsigned j = 0; j < i; j++)
            b->in.older[i] |= (uint64_t)(b->born[j] < b->born[i]) << j;
    }
}

static void ready(bench *b, unsigned warp, unsigned unit)
{
    b->in.ready |= UINT64_C(1) << warp;
    b->in.unit[warp] = (uint8_t)unit;
}

static void empty(bench *b, unsigned scheduler, unsigned unit) { b->in.can_accept[scheduler] |= (uint8_t)(1 << unit); }

static unsigned borrowed(const bench *b, unsigned scheduler)
{
    return b->out.borrows >> scheduler & 1 ? b->out.warp[scheduler] : NONE;
}

// Of S0, S1, S2, S3 the warp that each borrows.
static void expect(bench *b, unsigned zero, unsigned one, unsigned two, unsigned three)
{
    const unsigned expected[] = {zero, one, two, three};

    put_order(b);
    model_step(b->model, &b->q, &b->in, &b->out);
    for (unsigned x = 0; x < 4; x++)
        assert_int_equal(borrowed(b, x), expected[x]);
}

// --- E-7
static const char *const unit_names[] = {"sp", "sfu", "mem"};

// As Fig. 3 draws it: a column a scheduler; its warps' instructions, its empty registers, what it issues.
static void print_figure(const bench *b)
{
    printf("KAWS Fig. 3 (E-7)\n            ");
    for (unsigned x = 0; x < b->schedulers; x++)
        printf("S%-9u", x);
    for (unsigned row = 0; row < b->n / b->schedulers; row++) {
        printf("\n  warp      ");
        for (unsigned x = 0; x < b->schedulers; x++) {
            unsigned w = row * b->schedulers + x;
            printf("w%u-%-7s", w, b->in.ready >> w & 1 ? unit_names[b->in.unit[w]] : "-");
        }
    }
    for (unsigned u = 0; u < KAWS_UNITS; u++) {
        printf("\n  OCU %-6s", unit_names[u]);
        for (unsigned x = 0; x < b->schedulers; x++)
            printf("%-10s", b->in.can_accept[x] >> u & 1 ? "free" : "busy");
    }
    printf("\n  shared    ");
    for (unsigned x = 0; x < b->schedulers; x++)
        if (borrowed(b, x) == NONE)
            printf("%-10s", "-");
        else
            printf("w%u-%-7s", borrowed(b, x), unit_names[b->in.unit[borrowed(b, x)]]);
    printf("\n");
}

static bench figure_3(void)
{
    bench b = start("n8_s4");
    ready(&b, 0, KAWS_MEM), ready(&b, 4, KAWS_MEM);
    ready(&b, 1, KAWS_SP), ready(&b, 5, KAWS_SFU);
    ready(&b, 6, KAWS_MEM);
    ready(&b, 3, KAWS_MEM), ready(&b, 7, KAWS_MEM);
    empty(&b, 1, KAWS_MEM), empty(&b, 2, KAWS_SFU), empty(&b, 3, KAWS_SP);
    return b;
}

static void test_e7_figure_3(void **state)
{
    bench b = figure_3();
    (void)state;
    expect(&b, NONE, 0, 5, 1);
    print_figure(&b);
}

// --- sentences of the contract
static void test_not_while_another_is_free(void **state)
{
    bench b = figure_3();
    (void)state;
    empty(&b, 2, KAWS_MEM);                     // S1's and S2's: w0 goes to neither, though S2 issues w5
    expect(&b, NONE, NONE, 5, 1);
    b = figure_3();
    empty(&b, 0, KAWS_SFU);                     // even of a scheduler that could not use it
    b.in.issues = 1;
    expect(&b, NONE, 0, NONE, 1);
}

static void test_not_to_one_that_issues(void **state)
{
    bench b = figure_3();
    (void)state;
    b.in.issues = 1 << 1;
    expect(&b, NONE, NONE, 5, 1);
    b.in.issues = 1 << 2 | 1 << 3;
    expect(&b, NONE, 0, NONE, NONE);
    b.in.issues = 1;                            // the lender may issue
    expect(&b, NONE, 0, 5, 1);
}

static void test_not_of_its_own(void **state)
{
    bench b = start("n8_s4");
    (void)state;
    empty(&b, 1, KAWS_MEM);
    ready(&b, 1, KAWS_MEM), ready(&b, 5, KAWS_MEM);
    expect(&b, NONE, NONE, NONE, NONE);
    ready(&b, 7, KAWS_MEM);
    expect(&b, NONE, 7, NONE, NONE);
}

static void test_oldest_of_the_class(void **state)
{
    bench b = start("n8_s4");
    (void)state;
    empty(&b, 0, KAWS_SFU);
    ready(&b, 2, KAWS_SFU), ready(&b, 7, KAWS_SFU), ready(&b, 3, KAWS_SP), ready(&b, 5, 3);
    b.born[7] = 0;                              // older than w2; w3 and w5 are of other classes
    expect(&b, 7, NONE, NONE, NONE);
    b.born[7] = 100;
    expect(&b, 2, NONE, NONE, NONE);
    b.in.ready &= ~(UINT64_C(1) << 2);          // it has issued
    expect(&b, 7, NONE, NONE, NONE);
}

// D-15: several classes offered to one scheduler.
static void test_oldest_of_all_classes_offered(void **state)
{
    bench b = start("n8_s4");
    (void)state;
    for (unsigned u = 0; u < KAWS_UNITS; u++)
        empty(&b, 3, u);
    ready(&b, 5, KAWS_SP), ready(&b, 4, KAWS_SFU), ready(&b, 6, KAWS_MEM);
    expect(&b, NONE, NONE, NONE, 4);
    b.born[6] = 0;
    expect(&b, NONE, NONE, NONE, 6);
    b.in.can_accept[3] &= ~(1 << KAWS_MEM);
    expect(&b, NONE, NONE, NONE, 4);
    b.born[3] = 0;                              // its own warp does not stand in the way of a younger one
    ready(&b, 3, KAWS_SFU);
    expect(&b, NONE, NONE, NONE, 4);
}

// --- the rule in words, for all states
// Whether scheduler x may borrow warp w: [section 3] "the warp ID corresponding to the SP execution unit is passed to
// Warp scheduler x if the OCU ... is available. In addition, other OCUs ... are unavailable"; and it issues nothing.
static bool may_borrow(const bench *b, unsigned x, unsigned w)
{
    unsigned unit = b->in.unit[w], available = 0;

    if (!(b->in.ready >> w & 1) || unit == 3 || w % b->schedulers == x || (b->in.issues >> x & 1))
        return false;
    for (unsigned y = 0; y < b->schedulers; y++)
        available += b->in.can_accept[y] >> unit & 1;
    return available == 1 && (b->in.can_accept[x] >> unit & 1);
}

static void compare(const bench *b)
{
    for (unsigned x = 0; x < b->schedulers; x++) {
        unsigned chosen = NONE;
        for (unsigned w = 0; w < b->n; w++)
            if (may_borrow(b, x, w) && (chosen == NONE || b->born[w] < b->born[chosen]))
                chosen = w;
        if (borrowed(b, x) != chosen)
            fail_msg("%s: S%u borrows %u, expected %u", b->model->config, x, borrowed(b, x), chosen);
        if (chosen == NONE)
            assert_int_equal(b->out.warp[x], 0);
    }
}

static void random_warps(bench *b, uint64_t *seed, unsigned percent)
{
    uint64_t units[2] = {random_bits(seed), random_bits(seed)};

    b->in.ready = random_mask(seed, b->n, percent);
    for (unsigned w = 0; w < b->n; w++)
        b->in.unit[w] = (uint8_t)((units[0] >> w & 1) | (units[1] >> w & 1) << 1);
    if (random_below(seed, 4) == 0)
        for (unsigned w = 0; w < b->n; w++)
            b->in.unit[w] = (uint8_t)(units[0] & 3);
}

// Two warps change places in the order.
static void stir(bench *b, uint64_t *seed)
{
    unsigned one = random_below(seed, b->n), other = random_below(seed, b->n), born = b->born[one];
    b->born[one] = b->born[other];
    b->born[other] = born;
}

// 16 states of who issues times 4096 of the registers; of each 32 sets of ready warps: 2,097,152 (2 in `make test`).
static void test_every_state_against_the_rule(void **state)
{
    static const unsigned percents[] = {3, 10, 50, 100};
    const unsigned sets = tier_is_all() ? 32 : 2;
    bench b = start("n64_s4");
    uint64_t seed = 5, compared = 0, lent = 0;

    (void)state;
    for (unsigned all = 0; all < 1 << 16; all++) {
        b.in.issues = all & 15;
        for (unsigned x = 0; x < 4; x++)
            b.in.can_accept[x] = all >> (4 + 3 * x) & 7;
        for (unsigned set = 0; set < sets; set++) {
            if ((compared & 63) == 0) {
                for (unsigned k = 0; k < 8; k++)
                    stir(&b, &seed);
                put_order(&b);
            }
            random_warps(&b, &seed, percents[compared & 3]);
            b.model->out(&b.q, &b.in, &b.out);
            compare(&b);
            compared++;
            lent += b.out.borrows != 0;
        }
    }
    printf("%llu sets of ready warps in 65,536 states, %llu with a warp lent\n", (unsigned long long)compared,
           (unsigned long long)lent);
    assert_true(compared >= (tier_is_all() ? 2000000 : 130000) && lent > compared / 20);
}

static void test_every_configuration_against_the_rule(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("kaws_share", model)) != NULL;) {
        bench b = start(model->config);
        uint64_t seed = 7;
        for (unsigned cycle = 0; cycle < 3000; cycle++) {
            b.in.issues = random_mask(&seed, b.schedulers, 20);
            for (unsigned x = 0; x < b.schedulers; x++)
                b.in.can_accept[x] = (uint8_t)random_mask(&seed, 3, 30);
            stir(&b, &seed);
            put_order(&b);
            random_warps(&b, &seed, 10 + cycle % 90);
            model_step(model, &b.q, &b.in, &b.out);
            compare(&b);
        }
    }
}

// Pairs in a circle, which warp_order never gives: none is the oldest, and none is borrowed.
static void test_no_oldest_no_lend(void **state)
{
    bench b = start("n8_s4");
    (void)state;
    empty(&b, 3, KAWS_SP);
    ready(&b, 0, KAWS_SP), ready(&b, 1, KAWS_SP), ready(&b, 2, KAWS_SP);
    b.in.older[1] = 1, b.in.older[2] = 2;       // 0 before 1, 1 before 2, 2 before 0
    model_step(b.model, &b.q, &b.in, &b.out);
    assert_int_equal(b.out.borrows, 0);
    assert_int_equal(b.out.warp[3], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_e7_figure_3),
        cmocka_unit_test(test_not_while_another_is_free),
        cmocka_unit_test(test_not_to_one_that_issues),
        cmocka_unit_test(test_not_of_its_own),
        cmocka_unit_test(test_oldest_of_the_class),
        cmocka_unit_test(test_oldest_of_all_classes_offered),
        cmocka_unit_test(test_every_state_against_the_rule),
        cmocka_unit_test(test_every_configuration_against_the_rule),
        cmocka_unit_test(test_no_oldest_no_lend),
    };
    return cmocka_run_group_tests_name("kaws_share", tests, NULL, NULL);
}
