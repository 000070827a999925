// SPDX-License-Identifier: BSD-3-Clause
// ccws_lls: each sentence of its contract, worked example E-6, every heap of 8 against the bound of its marks, then
// every configuration against scores kept by warp and the direct sort and sum over them.
#include "rtl_c/ccws_lls.h"
#include "sim/policy/ccws_direct.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops       *model;
    unsigned               warps, repair;      // repair: R, cycles until no mark is left
    struct ccws_lls_state  q;
    struct ccws_lls_in     in;
    struct ccws_lls_out    out;
    bool                   began, ended;       // a walk, in the last step
} bench;

static unsigned height(unsigned warps)
{
    unsigned levels = 0;
    while (warps >> (levels + 1))
        levels++;
    return levels;
}

static bench start_model(const block_ops *model, unsigned base)
{
    bench b = {.model = model, .warps = model_param(model, "N")};
    b.repair = 2 * height(b.warps);
    model->reset(&b.q);
    b.in.cfg_base = (uint8_t)base;
    return b;
}

static bench start(const char *config, unsigned base) { return start_model(model_find("ccws_lls", config), base); }
static unsigned longest_walk(const bench *b) { return b->warps + b->repair; }
static unsigned oldest_vector(const bench *b) { return 2 * longest_walk(b); }

static unsigned place_of(const bench *b, unsigned warp)
{
    unsigned place = 0;
    while (b->q.heap[place] != warp)
        place++;
    return place;
}

static unsigned score(const bench *b, unsigned warp) { return b->q.lls[place_of(b, warp)]; }

// One cycle, then residents and ages as warp_order has them next. A walk that lets no warp pass at its first step has
// begun in it; one that has taken its last warp has ended.
static void step(bench *b)
{
    const struct ccws_lls_state before = b->q;
    uint64_t staying = b->in.resident & ~b->in.exit;

    model_step(b->model, &b->q, &b->in, &b->out);
    b->began = b->q.walking && b->q.walk_set == 0 && (!before.walking || before.walk_mark == 0);
    b->ended = before.walking && before.walk_mark == 0 && (b->began || !b->q.walking);
    b->in.resident = staying | b->in.launch;
    for (unsigned w = 0; w < b->warps; w++)
        b->in.older[w] = b->in.resident & MASK(w) & (staying >> w & 1 ? b->in.older[w] & staying : MASK(w));
    b->in.launch = b->in.exit = 0;
    b->in.apply = 0;
}

static void steps(bench *b, unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++)
        step(b);
}

static void launch(bench *b, uint64_t warps)
{
    b->in.launch = warps;
    step(b);
}

static void hit(bench *b, unsigned warp, unsigned worth)
{
    b->in.apply = 1;
    b->in.apply_warp = (uint8_t)warp;
    b->in.score = (uint16_t)worth;
    step(b);
}

// Two walks: the one under way, which may have begun before the last event, and the next.
static uint64_t settled(bench *b)
{
    steps(b, oldest_vector(b) + 1);
    step(b);
    return b->out.can_issue;
}

static void print_row(const bench *b, unsigned cycle, const char *what)
{
    char who[8] = "";
    for (unsigned w = 0, length = 0; w < 4; w++)
        if (b->out.can_issue >> w & 1)
            who[length++] = (char)('0' + w);
    printf("%6u  %4u %4u %4u %4u  %6u   %-4s  %s\n", cycle, score(b, 0), score(b, 1), score(b, 2), score(b, 3),
           b->out.cutoff, who, what);
}

// Figure 8: base 100, four warps, a lost line is worth 180. A walk shows later what the figure shows at once.
static void test_worked_example_e6(void **state)
{
    bench    b = start("n8", 100);
    unsigned cycle;
    (void)state;
    printf(" cycle    W0   W1   W2   W3  cutoff   loads of\n");
    launch(&b, 0xf);
    assert_int_equal(settled(&b), 0xf);
    assert_int_equal(b.out.cutoff, 400);
    print_row(&b, 0, "(a) all at base");
    hit(&b, 2, 180);
    assert_int_equal(score(&b, 2), 180);
    print_row(&b, 1, "(b) W2 has lost a line");
    for (cycle = 2; b.out.can_issue == 0xf; cycle++)
        step(&b);
    print_row(&b, cycle, "    W3 waits");
    assert_int_equal(b.out.can_issue, 0x7);
    assert_true(cycle <= oldest_vector(&b));
    hit(&b, 0, 180);
    hit(&b, 2, 180);
    print_row(&b, cycle += 2, "(c) W0 has, and W2 again");
    for (; b.out.can_issue == 0x7; cycle++)
        step(&b);
    print_row(&b, cycle, "    W1 and W3 wait");
    assert_int_equal(b.out.can_issue, 0x5);
    while (score(&b, 0) > 100 || score(&b, 2) > 100) {
        step(&b);
        cycle++;
        assert_true(b.out.can_issue != 0xf);
    }
    print_row(&b, cycle, "(d) all at base again");
    for (; b.out.can_issue != 0xf; cycle++)
        step(&b);
    print_row(&b, cycle, "    all may load");
    assert_int_equal(settled(&b), 0xf);
}

// One point above base holds one warp back, as long as a walk finds it so.
static void test_one_point_above_base_holds_one_back(void **state)
{
    bench b = start("n8", 100);
    bool held = false;
    (void)state;
    launch(&b, 0xf);
    settled(&b);
    hit(&b, 1, 101);
    for (unsigned cycle = 0; cycle < 2 * oldest_vector(&b); cycle++) {
        step(&b);
        held |= b.out.can_issue == 0x7;
        assert_true(b.out.can_issue == 0xf || b.out.can_issue == 0x7);
    }
    assert_true(held);
    assert_int_equal(b.out.can_issue, 0xf);
}

static void test_scores(void **state)
{
    bench b = start("n8", 50);
    (void)state;
    launch(&b, 0x7);
    assert_int_equal(score(&b, 2), 50);
    assert_int_equal(score(&b, 3), 0);
    hit(&b, 1, 100);
    assert_int_equal(score(&b, 1), 100);
    step(&b);
    assert_int_equal(score(&b, 1), 99);
    hit(&b, 1, 70);                                          // less than it has: decays
    assert_int_equal(score(&b, 1), 98);
    hit(&b, 1, 98);
    assert_int_equal(score(&b, 1), 98);
    hit(&b, 0, 8191);
    assert_int_equal(score(&b, 0), 150);                     // the cutoff
    hit(&b, 5, 100);                                         // an empty slot
    assert_int_equal(score(&b, 5), 0);
    b.in.exit = 1 << 2;
    step(&b);
    assert_int_equal(score(&b, 2), 0);
    assert_int_equal(score(&b, 0), 148);
    step(&b);                                                // two warps now
    assert_int_equal(b.out.cutoff, 100);
    assert_int_equal(score(&b, 0), 100);
    launch(&b, 0x3);                                         // both stay: ignored
    assert_int_equal(score(&b, 0), 99);
    b.in.exit = 1;
    hit(&b, 0, 100);                                         // exit after the score
    assert_int_equal(score(&b, 0), 0);
    b.in.exit = 2;
    b.in.launch = 2;
    hit(&b, 1, 100);                                         // launch after both
    assert_int_equal(score(&b, 1), 50);
    b.in.cfg_base = 127;
    step(&b);
    assert_int_equal(score(&b, 1), 127);
}

static void test_warp_beyond_count_is_ignored(void **state)
{
    bench b = start("n3", 50);
    (void)state;
    launch(&b, 0x7);
    hit(&b, 3, 150);
    for (unsigned w = 0; w < 3; w++)
        assert_int_equal(score(&b, w), 50);
}

// Of warps with the same score the older go first, whichever slots they have.
static void test_ties_go_to_the_older(void **state)
{
    bench b = start("n8", 10);
    (void)state;
    launch(&b, 0xf0);
    launch(&b, 0x0f);
    b.in.exit = b.in.launch = 0x20;
    step(&b);                                                // 4, 6, 7, 0, 1, 2, 3, 5
    settled(&b);
    hit(&b, 2, 45);                                          // 45 and three of 10, of 80
    steps(&b, longest_walk(&b) + 1);
    assert_int_equal(b.out.can_issue, 0x04 | 0xd0);
    settled(&b);
    hit(&b, 3, 80);
    steps(&b, longest_walk(&b) + 1);
    assert_int_equal(b.out.can_issue, 0x08);
}

// The first always may, though it has more than the cutoff: a walk that begins as others have just left. Of equal ones
// the oldest.
static void test_the_first_always_may(void **state)
{
    bench b = start("n8", 10), then;
    (void)state;
    launch(&b, 0xff);
    for (unsigned cycle = 0, tied = 0; tied < 2; cycle++) {
        assert_true(cycle < 100 * oldest_vector(&b));
        hit(&b, cycle & 1 ? 5 : 6, cycle & 1 ? 79 + cycle % 3 % 2 : 80);
        then = b;
        then.in.exit = 0x9f;
        steps(&then, 2);
        if (!then.began)
            continue;
        assert_true(then.q.walk_cutoff == 20 && then.q.walk_lls[0] > 70);
        tied += score(&b, 5) == score(&b, 6);
        do
            step(&then);
        while (!then.ended);
        assert_int_equal(then.q.can_issue, score(&b, 5) >= score(&b, 6) ? 0x20 : 0x40);
    }
}

// A slot that is reused while the walk goes on changes nothing in it: neither age nor score.
static void test_reused_slots_change_nothing_in_the_walk(void **state)
{
    bench b = start("n8", 10);
    (void)state;
    launch(&b, 0xff);
    settled(&b);
    hit(&b, 7, 55);                                          // 55 and two of 10: 0 and 1
    step(&b);
    assert_true(b.began);
    b.in.exit = b.in.launch = 0xff;
    step(&b);
    while (!b.ended)
        step(&b);
    assert_int_equal(b.q.can_issue, 0x83);
    assert_int_equal(settled(&b), 0xff);
}

// A walk begins only when something has changed: not for a hit that is worth what the warp has, but for a slot that is
// reused with all at base (D-42), and for a cutoff alone.
static void test_walks_begin_only_for_a_change(void **state)
{
    bench b = start("n8", 10);
    (void)state;
    steps(&b, 20);
    assert_false(b.q.walking | b.q.stale);
    launch(&b, 0xff);
    settled(&b);
    assert_false(b.q.walking | b.q.stale);
    hit(&b, 3, 10);
    assert_false(b.q.stale);
    launch(&b, 0x10);                                        // it is there
    assert_false(b.q.stale);
    b.in.exit = b.in.launch = 0x08;
    step(&b);
    assert_true(b.q.stale);
    step(&b);
    assert_true(b.began);
    settled(&b);
    b.in.resident = 0x7f;                                    // no event says so
    step(&b);
    assert_true(b.q.stale);
}

// Every order of 8 scores, equal ones too, with all places marked: no mark is left after R cycles, and it is a heap.
static void check_order(const block_ops *model, const unsigned *rank, unsigned *longest)
{
    bench b = start_model(model, 1);
    b.in.resident = MASK(8);
    for (unsigned p = 0; p < 8; p++)
        b.q.lls[p] = (uint16_t)(400 + 20 * rank[p]);
    b.in.cfg_base = 127;
    b.q.mark = MASK(4);
    unsigned cycles = 0;
    for (; b.q.mark; cycles++) {
        struct ccws_lls_state d = b.q;
        model->out(&b.q, &b.in, &b.out);
        model->next(&b.q, &b.in, &b.out, &d);
        b.q = d;
        assert_true(cycles < b.repair);
    }
    assert_true(model->invariant(&b.q));
    *longest = cycles > *longest ? cycles : *longest;
}

static void test_marks_of_every_heap_of_8_are_gone(void **state)
{
    const block_ops *model = model_find("ccws_lls", "n8");
    unsigned rank[8] = {0}, longest = 0, orders = 0;
    (void)state;
    // Ranks without a gap, as an odometer: each weak order once.
    for (unsigned number = 0; number < 1u << 24; number++) {
        unsigned used = 0, highest = 0;
        for (unsigned p = 0; p < 8; p++) {
            rank[p] = number >> 3 * p & 7;
            used |= 1u << rank[p];
            highest = rank[p] > highest ? rank[p] : highest;
        }
        if (used != (2u << highest) - 1)
            continue;
        check_order(model, rank, &longest);
        orders++;
    }
    printf("%u orders of 8 scores: no mark after %u cycles, R = 6\n", orders, longest);
    assert_int_equal(orders, 545835);
    assert_int_equal(longest, 6);
}

// The reference: scores by warp, and what a walk that began must put out.
typedef struct {
    uint16_t lls[N_MAX];
    uint64_t promised, visible;               // of the walk under way, and of the one that ended last
    bool     changed;                         // since the last walk began
    uint64_t now, quiet_since, fresh[2];      // until when what they show was so: the promised vector, the visible one
    uint64_t unmarked_since, oldest;
} reference;

static unsigned larger(unsigned a, unsigned b) { return a > b ? a : b; }
static unsigned smaller(unsigned a, unsigned b) { return a < b ? a : b; }

static void next_scores(reference *r, const bench *b)
{
    const struct ccws_lls_in *in = &b->in;
    unsigned cutoff = 0;
    for (unsigned w = 0; w < b->warps; w++)
        cutoff += in->resident >> w & 1 ? in->cfg_base : 0;
    for (unsigned w = 0; w < b->warps; w++) {
        bool     resident = in->resident >> w & 1, exits = in->exit >> w & 1, starts = in->launch >> w & 1;
        unsigned kept = r->lls[w] ? r->lls[w] - 1 : 0;
        unsigned lost = in->apply && in->apply_warp == w ? in->score : 0;
        unsigned next = resident ? smaller(cutoff, larger(in->cfg_base, larger(kept, lost))) : 0;
        if (exits)
            next = 0;
        if (starts && (exits || !resident)) {
            next = in->cfg_base;
            r->changed = true;
        }
        r->changed |= next != r->lls[w];
        r->lls[w] = (uint16_t)next;
    }
}

// Hits in every cycle, launches and exits one by one and all at once, and times without any.
static void random_inputs(bench *b, uint64_t *seed, unsigned cycle)
{
    unsigned n = b->warps, mode = cycle / (8 * n) % 5, busy = mode == 4 ? 0 : mode == 3 ? 2 : 100;
    b->in.apply = random_below(seed, 100) < busy;
    b->in.apply_warp = (uint8_t)random_below(seed, n);
    b->in.score = (uint16_t)(random_below(seed, 3) ? b->in.cfg_base + random_below(seed, 3 * n)
                                                   : random_below(seed, b->in.cfg_base * n + 20));
    if (mode == 1) {
        b->in.launch = random_mask(seed, n, 20);
        b->in.exit = random_mask(seed, n, 15);
    } else if (mode != 4 && random_below(seed, 20) == 0) {
        b->in.launch = random_below(seed, 4) ? random_mask(seed, n, 50) : MASK(n);
        b->in.exit = random_below(seed, 8) ? random_mask(seed, n, 10) : MASK(n);
    }
}

static void expect_walks(reference *r, const bench *b, const struct ccws_lls_in *in, bool was_changed)
{
    assert_int_equal(b->out.can_issue, r->visible);          // a complete vector, or the one before
    assert_true(!(b->ended && was_changed) || b->began);     // the next in its last cycle: L counts on it
    if (b->ended) {
        r->visible = r->promised;
        r->fresh[1] = r->fresh[0];
    }
    if (b->began) {
        assert_true(was_changed);
        r->promised = ccws_direct(b->warps, r->lls, in->older, in->resident, b->out.cutoff);
        r->fresh[0] = r->now;
        r->changed = false;
    }
    assert_int_equal(b->q.can_issue, r->visible);
}

static void run_against_the_definition(const block_ops *model, bool compare_scores)
{
    bench b = start_model(model, 1);
    reference r = {0};
    uint64_t seed = 11, no_event = 0;
    unsigned oldest = 0;

    for (unsigned cycle = 0; cycle < 12000 + 400 * b.warps; cycle++) {
        if (cycle % (40 * b.warps) == 0 && b.in.resident == 0)
            b.in.cfg_base = (uint8_t)(cycle % 3 ? 1 + random_below(&seed, 127) : 127);
        random_inputs(&b, &seed, cycle);
        const struct ccws_lls_in in = b.in;
        const reference was = r;
        const uint64_t events = in.launch | in.exit | in.apply;
        r.now = cycle;
        step(&b);
        expect_walks(&r, &b, &in, was.changed);
        next_scores(&r, &(bench){.model = model, .warps = b.warps, .in = in});
        // What is visible in the next cycle: how long ago was it so? While nothing changes it still is.
        if (!was.changed && !r.changed && !b.q.walking)
            r.fresh[1] = cycle;
        oldest = larger(oldest, (unsigned)(cycle + 1 - r.fresh[1]));
        for (unsigned p = 0; compare_scores && p < b.warps; p++)
            assert_int_equal(b.q.lls[p], r.lls[b.q.heap[p]]);
        no_event = events ? 0 : no_event + 1;
        if (no_event >= b.repair)
            assert_int_equal(b.q.mark, 0);
        if (!r.changed && !b.q.walking)
            assert_int_equal(b.q.can_issue,
                             ccws_direct(b.warps, r.lls, b.in.older, b.in.resident, b.in.cfg_base *
                                         count_ones(b.in.resident)));
    }
    if (!compare_scores)
        printf("N %2u: oldest vector visible %3u cycles, L = 2 (N + R) = %3u, 4 N = %3u\n", b.warps, oldest,
               oldest_vector(&b), 4 * b.warps);
    assert_true(oldest <= oldest_vector(&b) && oldest_vector(&b) <= 4 * b.warps);
}

static void test_every_configuration_keeps_scores_by_the_rule(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("ccws_lls", model)) != NULL;)
        run_against_the_definition(model, true);
}

static void test_every_configuration_against_sort_and_sum(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("ccws_lls", model)) != NULL;)
        run_against_the_definition(model, false);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e6),
        cmocka_unit_test(test_one_point_above_base_holds_one_back),
        cmocka_unit_test(test_scores),
        cmocka_unit_test(test_warp_beyond_count_is_ignored),
        cmocka_unit_test(test_ties_go_to_the_older),
        cmocka_unit_test(test_the_first_always_may),
        cmocka_unit_test(test_reused_slots_change_nothing_in_the_walk),
        cmocka_unit_test(test_walks_begin_only_for_a_change),
        cmocka_unit_test(test_marks_of_every_heap_of_8_are_gone),
        cmocka_unit_test(test_every_configuration_keeps_scores_by_the_rule),
        cmocka_unit_test(test_every_configuration_against_sort_and_sum),
    };
    return cmocka_run_group_tests_name("ccws_lls", tests, NULL, NULL);
}
