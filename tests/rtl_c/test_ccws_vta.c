// SPDX-License-Identifier: BSD-3-Clause
// ccws_vta: each sentence of its contract, then every configuration against lists of lines, the newest first.
#include "rtl_c/ccws_vta.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops       *model;
    struct ccws_vta_state  q;
    struct ccws_vta_in     in;
    struct ccws_vta_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("ccws_vta", config)};
    b.model->reset(&b.q);
    return b;
}

static bool step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in = (struct ccws_vta_in){0};
    return b->out.hit;
}

static void put_probe(bench *b, unsigned warp, uint64_t line)
{
    b->in.probe = 1;
    b->in.probe_warp = (uint8_t)warp;
    b->in.probe_line = line;
}

static void put_insert(bench *b, unsigned warp, uint64_t line)
{
    b->in.insert = 1;
    b->in.insert_warp = (uint8_t)warp;
    b->in.insert_line = line;
}

static bool probe(bench *b, unsigned warp, uint64_t line)
{
    put_probe(b, warp, line);
    return step(b);
}

static void insert(bench *b, unsigned warp, uint64_t line)
{
    put_insert(b, warp, line);
    step(b);
}

static void test_section_is_16_tags_of_33_bits(void **state)
{
    const block_ops *model = model_find("ccws_vta", "n32_ways8");
    (void)state;
    for (const block_field *field = model->fields; field->name; field++)
        if (field->kind == FIELD_MEM) {
            assert_int_equal(field->count, 32 * 16);
            assert_int_equal(field->width, 33);
        }
}

static void test_hit_frees_the_entry(void **state)
{
    bench b = start("n8_ways8");
    (void)state;
    assert_false(probe(&b, 3, 0));                           // what is free never hits
    insert(&b, 3, 6);
    assert_true(probe(&b, 3, 6));
    assert_false(probe(&b, 3, 6));
    insert(&b, 3, 6);
    assert_true(probe(&b, 3, 6));
}

static void test_all_bits_of_a_line_count(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 34; bit++) {
        bench b = start("n8_ways8");
        insert(&b, 0, UINT64_C(1) << bit);
        assert_false(probe(&b, 0, 0));
        assert_false(probe(&b, 0, MASK(34)));
        assert_true(probe(&b, 0, UINT64_C(1) << bit));
    }
}

static void test_each_warp_has_a_section_of_its_own(void **state)
{
    bench b = start("n3_ways4");
    (void)state;
    insert(&b, 1, 10);
    assert_false(probe(&b, 0, 10));
    assert_false(probe(&b, 2, 10));
    assert_false(probe(&b, 3, 10));                          // there is no such warp
    insert(&b, 3, 10);
    assert_false(probe(&b, 3, 10));
    assert_true(probe(&b, 1, 10));
}

static void test_the_least_recently_inserted_gives_way(void **state)
{
    bench b = start("n8_ways8");
    (void)state;
    for (uint64_t line = 0; line < 16; line++)               // both sets, full
        insert(&b, 5, line);
    insert(&b, 5, 0);                                        // there already: it is the newest now
    insert(&b, 5, 100);
    insert(&b, 5, 102);
    assert_false(probe(&b, 5, 2));
    assert_false(probe(&b, 5, 4));
    assert_true(probe(&b, 5, 0));
    assert_true(probe(&b, 5, 6));
    for (uint64_t line = 1; line < 16; line += 2)            // the other set has lost nothing
        assert_true(probe(&b, 5, line));
}

static void test_freed_ways_are_taken_first(void **state)
{
    bench b = start("n8_ways8");
    (void)state;
    for (uint64_t line = 0; line < 16; line += 2)
        insert(&b, 0, line);
    assert_true(probe(&b, 0, 14));
    insert(&b, 0, 20);
    for (uint64_t line = 0; line < 14; line += 2)
        assert_true(probe(&b, 0, line));
}

static void test_probe_then_insert_then_launch(void **state)
{
    bench b = start("n2_ways2");
    (void)state;
    put_probe(&b, 0, 8);                                     // an insert is not seen by the probe of its cycle
    put_insert(&b, 0, 8);
    assert_false(step(&b));
    insert(&b, 0, 10);
    put_probe(&b, 0, 10);                                    // the way that it frees is the one that the insert takes
    put_insert(&b, 0, 12);
    assert_true(step(&b));
    assert_true(probe(&b, 0, 8));
    put_probe(&b, 0, 12);                                    // freed, then there again
    put_insert(&b, 0, 12);
    assert_true(step(&b));
    put_probe(&b, 0, 12);                                    // a launch comes last, and is not seen by the probe
    put_insert(&b, 0, 14);
    b.in.launch = 1;
    assert_true(step(&b));
    assert_false(probe(&b, 0, 14));
}

static void test_launch_clears_its_section_alone(void **state)
{
    bench b = start("n8_ways8");
    (void)state;
    for (unsigned warp = 0; warp < 8; warp++)
        for (uint64_t line = 0; line < 2; line++)
            insert(&b, warp, line);
    b.in.launch = 0x42;
    step(&b);
    for (unsigned warp = 0; warp < 8; warp++)
        for (uint64_t line = 0; line < 2; line++)
            assert_int_equal(probe(&b, warp, line), warp != 1 && warp != 6);
}

// The independent reference: of each set of each section the lines that it holds, the newest first.
typedef struct { uint64_t line[VTA_WAYS_MAX]; unsigned count; } victims;

static bool victims_remove(victims *v, uint64_t line)
{
    for (unsigned i = 0; i < v->count; i++)
        if (v->line[i] == line) {
            memmove(&v->line[i], &v->line[i + 1], (--v->count - i) * sizeof v->line[0]);
            return true;
        }
    return false;
}

static void victims_insert(victims *v, uint64_t line, unsigned ways)
{
    victims_remove(v, line);
    if (v->count == ways)
        v->count--;
    memmove(&v->line[1], &v->line[0], v->count++ * sizeof v->line[0]);
    v->line[0] = line;
}

static void random_inputs(bench *b, uint64_t *seed, unsigned warps, unsigned ways, unsigned cycle)
{
    unsigned lines = cycle / 1000 % 2 ? 2 * ways + 3 : 5 * ways, of_first = cycle / 500 % 2 ? 2 : 1u << CLOG2(warps);
    uint64_t apart = cycle / 2000 % 2 ? UINT64_C(0x100000001) : 1;
    if (random_below(seed, 3) == 0)
        put_probe(b, random_below(seed, of_first), random_below(seed, lines));
    if (random_below(seed, 3) != 0)
        put_insert(b, random_below(seed, of_first), random_below(seed, lines) * apart);
    if (random_below(seed, 4) == 0) {
        b->in.insert_warp = b->in.probe_warp;
        b->in.insert_line = b->in.probe_line;
    }
    b->in.launch = random_below(seed, 200) == 0 ? random_mask(seed, warps, 30) : 0;
}

static void test_every_configuration_against_lists(void **state)
{
    unsigned hits = 0;
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("ccws_vta", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N"), ways = model_param(model, "WAYS");
        victims lists[2 * N_MAX] = {0};
        uint64_t seed = 23;
        for (unsigned cycle = 0; cycle < 8000; cycle++) {
            random_inputs(&b, &seed, warps, ways, cycle);
            const struct ccws_vta_in in = b.in;
            bool hit = in.probe && in.probe_warp < warps &&
                       victims_remove(&lists[2 * in.probe_warp + in.probe_line % 2], in.probe_line);
            assert_int_equal(step(&b), hit);
            hits += hit;
            if (in.insert && in.insert_warp < warps)
                victims_insert(&lists[2 * in.insert_warp + in.insert_line % 2], in.insert_line, ways);
            for (unsigned w = 0; w < warps; w++)
                if (in.launch >> w & 1)
                    lists[2 * w].count = lists[2 * w + 1].count = 0;
            for (unsigned set = 0; set < 2 * warps; set++)   // as many tags as lines
                assert_int_equal(count_ones(b.q.valid[set]), lists[set].count);
        }
    }
    assert_true(hits > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_section_is_16_tags_of_33_bits),
        cmocka_unit_test(test_hit_frees_the_entry),
        cmocka_unit_test(test_all_bits_of_a_line_count),
        cmocka_unit_test(test_each_warp_has_a_section_of_its_own),
        cmocka_unit_test(test_the_least_recently_inserted_gives_way),
        cmocka_unit_test(test_freed_ways_are_taken_first),
        cmocka_unit_test(test_probe_then_insert_then_launch),
        cmocka_unit_test(test_launch_clears_its_section_alone),
        cmocka_unit_test(test_every_configuration_against_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
