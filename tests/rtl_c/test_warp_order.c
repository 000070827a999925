// SPDX-License-Identifier: BSD-3-Clause
// warp_order: each sentence of its contract, then every configuration against birth dates that are simply compared.
#include "rtl_c/warp_order.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

typedef struct {
    const block_ops         *model;
    struct warp_order_state  q;
    struct warp_order_in     in;
    struct warp_order_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("warp_order", config)};
    b.model->reset(&b.q);
    return b;
}

static void step(bench *b, uint64_t launch, uint64_t exit)
{
    b->in.launch = launch;
    b->in.exit = exit;
    model_step(b->model, &b->q, &b->in, &b->out);
}

// What the registers put out, without launch or exit.
static void expect(bench *b, uint64_t resident, const uint64_t older[8])
{
    step(b, 0, 0);
    assert_int_equal(b->out.resident, resident);
    for (unsigned i = 0; i < 8; i++)
        assert_int_equal(b->out.older[i], older[i]);
}

static void test_reset_is_empty(void **state)
{
    static const uint64_t zero[8];
    bench b = start("n8_s2_across1");
    (void)state;
    expect(&b, 0, zero);
}

// Slots 4 to 7 stay empty: they stand behind every warp.
static void test_header_example(void **state)
{
    static const uint64_t first[8] = {0, 1, 3, 3, 0xb, 0xb, 0xb, 0xb}, left[8] = {0, 1, 1, 1, 9, 9, 9, 9};
    static const uint64_t both[8] = {0, 1, 3, 1, 0xb, 0xb, 0xb, 0xb};
    bench b = start("n8_s2_across1"), replaced;
    (void)state;
    step(&b, 0x0b, 0);
    expect(&b, 0x0b, first);
    replaced = b;
    step(&b, 0, 2);
    expect(&b, 0x09, left);
    step(&replaced, 2, 2);
    expect(&replaced, 0x0b, both);
}

static void test_pairs_of_one_scheduler_only(void **state)
{
    static const uint64_t older[8] = {0, 0, 1, 2, 1 | 4, 2 | 8, 1 | 4 | 0x10, 2 | 8 | 0x20};
    bench b = start("n8_s2_across0");
    (void)state;
    step(&b, 0xff, 0);
    expect(&b, 0xff, older);
}

static void test_launch_and_exit_show_one_cycle_later(void **state)
{
    bench b = start("n8_s2_across1");
    (void)state;
    step(&b, 0x81, 0);
    assert_int_equal(b.out.resident, 0);
    step(&b, 0, 0x01);
    assert_int_equal(b.out.resident, 0x81);
    step(&b, 0, 0);
    assert_int_equal(b.out.resident, 0x80);
}

static void test_launch_of_resident_is_ignored(void **state)
{
    static const uint64_t older[8] = {0, 1, 3, 7, 7, 7, 7, 7};
    bench b = start("n8_s2_across1");
    (void)state;
    step(&b, 0x3, 0);
    step(&b, 0x5, 0);
    expect(&b, 0x7, older);
}

static void test_exit_of_absent_is_ignored(void **state)
{
    static const uint64_t older[8] = {0, 0, 3, 7, 7, 7, 7, 7};
    bench b = start("n8_s2_across1");
    (void)state;
    step(&b, 0x2, 0);
    step(&b, 0x5, 0xfd);
    expect(&b, 0x7, older);
}

// N = 48, S = 2: 48 bits, and 1128 pairs of all warps or twice 276 of a scheduler's 24.
static void test_bits(void **state)
{
    static const struct { const char *config; unsigned bits; } rows[] = {
        {"n48_s2_across1", 48 + 1128}, {"n48_s2_across0", 48 + 2 * 276}, {"n64_s4_across0", 64 + 4 * 120}};
    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        unsigned bits = 0;
        for (const block_field *f = model_find("warp_order", rows[i].config)->fields; f->name; f++)
            bits += f->kind == FIELD_REG ? field_bits(f) : 0;
        assert_int_equal(bits, rows[i].bits);
    }
}

// The independent reference: a birth date per resident warp.
typedef struct {
    uint64_t born[N_MAX];      // 0 = empty slot
    uint64_t clock;
} ages;

static void ages_step(ages *a, unsigned n, uint64_t launch, uint64_t exit)
{
    for (unsigned w = 0; w < n; w++)
        if (exit >> w & 1)
            a->born[w] = 0;
    for (unsigned w = 0; w < n; w++)
        if ((launch >> w & 1) && a->born[w] == 0)
            a->born[w] = ++a->clock;
}

static void ages_compare(const ages *a, const block_ops *model, const struct warp_order_out *out)
{
    unsigned n = model_param(model, "N"), schedulers = model_param(model, "S");
    bool     across = model_param(model, "ACROSS");
    for (unsigned i = 0; i < n; i++) {
        uint64_t older = 0;
        for (unsigned j = 0; j < i; j++)
            if ((across || i % schedulers == j % schedulers) && a->born[j] && (!a->born[i] || a->born[j] < a->born[i]))
                older |= UINT64_C(1) << j;
        assert_int_equal(out->resident >> i & 1, a->born[i] != 0);
        assert_true(out->older[i] == older);
    }
}

static void test_every_configuration_against_birth_dates(void **state)
{
    static const unsigned percents[] = {0, 2, 10, 50, 95, 100};
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("warp_order", model)) != NULL;) {
        bench b = start(model->config);
        ages a = {{0}, 0};
        uint64_t seed = 7;
        unsigned n = model_param(model, "N");
        for (unsigned cycle = 0; cycle < 8000; cycle++) {
            unsigned phase = cycle / 40;
            b.in.launch = random_mask(&seed, n, percents[phase % 6]);
            b.in.exit = random_mask(&seed, n, percents[phase / 6 % 6]);
            model_step(model, &b.q, &b.in, &b.out);
            ages_compare(&a, model, &b.out);
            ages_step(&a, n, b.in.launch, b.in.exit);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reset_is_empty),
        cmocka_unit_test(test_header_example),
        cmocka_unit_test(test_pairs_of_one_scheduler_only),
        cmocka_unit_test(test_launch_and_exit_show_one_cycle_later),
        cmocka_unit_test(test_launch_of_resident_is_ignored),
        cmocka_unit_test(test_exit_of_absent_is_ignored),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_every_configuration_against_birth_dates),
    };
    return cmocka_run_group_tests_name("warp_order", tests, NULL, NULL);
}
