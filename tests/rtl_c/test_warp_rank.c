// SPDX-License-Identifier: BSD-3-Clause
// warp_rank: each sentence of its contract, then every configuration against birth dates that are simply compared.
#include "rtl_c/warp_rank.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops        *model;
    struct warp_rank_state  q;
    struct warp_rank_in     in;
    struct warp_rank_out    out;
    uint64_t                born[N_MAX];   // birth date of each warp; 0 = empty slot
} bench;

static bench start(const char *config) { return (bench){.model = model_find("warp_rank", config)}; }

// The pairs as warp_order gives them: lower slots with an older warp, or with any where the slot is empty.
static void put_order(bench *b, unsigned n)
{
    b->in.resident = 0;
    for (unsigned i = 0; i < n; i++) {
        b->in.older[i] = 0;
        b->in.resident |= (uint64_t)(b->born[i] != 0) << i;
        for (unsigned j = 0; j < i; j++)
            if (b->born[j] && (!b->born[i] || b->born[j] < b->born[i]))
                b->in.older[i] |= UINT64_C(1) << j;
    }
}

static void step(bench *b, uint64_t waiting)
{
    put_order(b, model_param(b->model, "N"));
    b->in.waiting = waiting;
    model_step(b->model, &b->q, &b->in, &b->out);
}

static void expect(bench *b, uint64_t waiting, const uint8_t *rank, const uint8_t *rank_run, uint64_t oldest_run)
{
    step(b, waiting);
    assert_memory_equal(b->out.rank, rank, 8);
    assert_memory_equal(b->out.rank_run, rank_run, 8);
    assert_int_equal(b->out.oldest_run, oldest_run);
}

static void test_header_example(void **state)
{
    static const uint8_t rank[8] = {0, 1, 0, 2}, first_waits[8] = {2, 0, 0, 1}, second_waits[8] = {0, 2, 0, 1};
    bench b = start("n8_s2_numbers7");
    (void)state;
    b.born[0] = 1, b.born[1] = 2, b.born[3] = 3;
    expect(&b, 0, rank, rank, 0x3);
    expect(&b, 1, rank, first_waits, 0x3);
    expect(&b, 2, rank, second_waits, 0x9);
}

static void test_waiting_warps_go_last_in_age_order(void **state)
{
    static const uint8_t rank[8] = {4, 5, 6, 7, 0, 1, 2, 3}, run[8] = {2, 3, 6, 7, 4, 5, 0, 1};
    static const uint8_t some[8] = {0, 0, 0, 0, 0, 1, 0, 0}, some_run[8] = {0, 0, 0, 0, 1, 0, 0, 0}, none[8];
    bench b = start("n8_s2_numbers7");
    (void)state;
    for (unsigned w = 0; w < 8; w++)
        b.born[w] = 1 + (w + 4) % 8;
    expect(&b, 0x3c, rank, run, 0x40 | 0x80);
    expect(&b, 0xff, rank, rank, 0x10 | 0x20);
    for (unsigned w = 0; w < 8; w++)
        b.born[w] = w == 4 || w == 5 ? w : 0;
    expect(&b, 0x10, some, some_run, 0x30);
    expect(&b, 0x11, some, some_run, 0x30);         // an empty slot that is said to wait changes nothing
    memset(b.born, 0, sizeof b.born);
    expect(&b, 0xff, none, none, 0);
}

// D-24: one of each scheduler that has a resident warp.
static void test_oldest_running_of_each_scheduler(void **state)
{
    static const struct { uint64_t waiting, oldest; } rows[] = {
        {0, 1 << 4 | 1 << 5},               // ages 4, 5, 6, 7, then 0, 1, 2, 3
        {1 << 4, 1 << 6 | 1 << 5},
        {1 << 4 | 1 << 6, 1 << 0 | 1 << 5},
        {0x55, 1 << 4 | 1 << 5},            // all of scheduler 0 wait: the oldest of them
        {0xff, 1 << 4 | 1 << 5},
        {0xbf, 1 << 6 | 1 << 5},
        {0x7f, 1 << 4 | 1 << 7}};
    bench b = start("n8_s2_numbers7");
    (void)state;
    for (unsigned w = 0; w < 8; w++)
        b.born[w] = 1 + (w + 4) % 8;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        step(&b, rows[i].waiting);
        assert_int_equal(b.out.oldest_run, rows[i].oldest);
    }
    for (unsigned w = 1; w < 8; w += 2)
        b.born[w] = 0;                      // scheduler 1 has none any more
    step(&b, 0);
    assert_int_equal(b.out.oldest_run, 1 << 4);
}

static void test_only_what_is_asked_for(void **state)
{
    static const uint8_t rank[8] = {0, 1, 2, 3, 4, 5, 6, 7}, none[8];
    bench b = start("n8_s2_numbers1");
    (void)state;
    for (unsigned w = 0; w < 8; w++)
        b.born[w] = 1 + w;
    expect(&b, 0x0f, rank, none, 0);
}

// What comes ahead of a warp: by age, those that do not wait first.
static bool ahead(const bench *b, unsigned other, unsigned warp, uint64_t waiting)
{
    bool waits = waiting >> other & 1, own = waiting >> warp & 1;
    return b->born[other] && (waits == own ? b->born[other] < b->born[warp] : own);
}

static void compare(const bench *b, unsigned n, unsigned schedulers, unsigned numbers)
{
    for (unsigned w = 0; w < n; w++) {
        unsigned older = 0, running = 0, own = 0;
        for (unsigned v = 0; v < n && b->born[w]; v++) {
            older += ahead(b, v, w, 0);
            running += ahead(b, v, w, b->in.waiting);
            own += v % schedulers == w % schedulers && ahead(b, v, w, b->in.waiting);
        }
        assert_int_equal(b->out.rank[w], numbers & 1 ? older : 0);
        assert_int_equal(b->out.rank_run[w], numbers & 2 ? running : 0);
        assert_int_equal(b->out.oldest_run >> w & 1, numbers & 4 && b->born[w] && !own);
    }
}

static void test_every_configuration_against_birth_dates(void **state)
{
    static const unsigned percents[] = {0, 10, 50, 90, 100};
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("warp_rank", model)) != NULL;) {
        bench b = start(model->config);
        uint64_t seed = 7;
        unsigned n = model_param(model, "N");
        for (unsigned cycle = 0; cycle < 2000; cycle++) {
            uint64_t holds = random_mask(&seed, n, percents[cycle / 5 % 5]);
            for (unsigned w = 0; w < n; w++)
                b.born[w] = holds >> w & 1 ? 1 + (random_below(&seed, 1 << 20) << 6 | w) : 0;
            step(&b, random_mask(&seed, n, percents[cycle % 5]));
            compare(&b, n, model_param(model, "S"), model_param(model, "NUMBERS"));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header_example),
        cmocka_unit_test(test_waiting_warps_go_last_in_age_order),
        cmocka_unit_test(test_oldest_running_of_each_scheduler),
        cmocka_unit_test(test_only_what_is_asked_for),
        cmocka_unit_test(test_every_configuration_against_birth_dates),
    };
    return cmocka_run_group_tests_name("warp_rank", tests, NULL, NULL);
}
