// SPDX-License-Identifier: BSD-3-Clause
// owl_groups: each sentence of its contract, E-9, Algorithm 1 for every number of CTAs, warps of a CTA and least warps of a
// group up to 16, then every configuration against a queue of groups: any launches, exits and blocking.
#include "rtl_c/owl_groups.h"
#include "tests/rtl_c/models.h"
#include "tests/rtl_c/owl_queue.h"
#include "tests/tier.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops          *model;
    struct owl_groups_state   q;
    struct owl_groups_in      in;
    struct owl_groups_out     out;
} bench;

// Warp w is of the CTA in slot w mod C; all of them could go.
static bench start(const char *config, unsigned scheme)
{
    bench b = {.model = model_find("owl_groups", config)};
    b.model->reset(&b.q);
    b.in.cfg_scheme = (uint8_t)scheme;
    for (unsigned w = 0; w < model_param(b.model, "N"); w++)
        b.in.cta[w] = (uint8_t)(w % model_param(b.model, "C"));
    b.in.unfinished = MASK(model_param(b.model, "N"));
    return b;
}

// A cycle; then there are no events any more.
static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.launch = b->in.kernel_launch = 0;
    b->in.exit = 0;
}

static void enter(bench *b, unsigned slot)
{
    b->in.launch = 1;
    b->in.launch_cta = (uint8_t)slot;
}
static void launch(bench *b, unsigned slot)
{
    enter(b, slot);
    step(b);
}
static void end(bench *b, uint32_t slots)
{
    b->in.exit = slots;
    step(b);
}
static void kernel(bench *b, unsigned n_cta, unsigned warps_per_cta, unsigned g_size)
{
    b->in.kernel_launch = 1;
    b->in.n_cta = (uint8_t)n_cta;
    b->in.warps_per_cta = (uint8_t)warps_per_cta;
    b->in.cfg_g_size = (uint8_t)g_size;
    step(b);
}
// A kernel whose first fill is complete: a CTA in each of the lowest slots.
static void fill(bench *b, unsigned n_cta, unsigned warps_per_cta, unsigned g_size)
{
    kernel(b, n_cta, warps_per_cta, g_size);
    for (unsigned c = 0; c < n_cta; c++)
        launch(b, c);
}
// Groups and priorities of the lowest slots, without events; `-` for an empty slot.
static void expect(bench *b, const char *groups, const char *priorities)
{
    step(b);
    for (unsigned c = 0; groups[c]; c++) {
        assert_int_equal(b->q.resident >> c & 1, groups[c] != '-');
        assert_int_equal(b->out.group[c], groups[c] == '-' ? 0 : groups[c] - '0');
        assert_int_equal(b->out.priority[c], priorities[c] == '-' ? 0 : priorities[c] - '0');
    }
}
// The warps that could go; those of one group that are allowed then, by slots.
static void expect_allowed(bench *b, uint64_t awake, uint64_t allowed)
{
    b->in.blocked = ~awake & MASK(model_param(b->model, "N"));
    step(b);
    assert_int_equal(b->out.allow, allowed);
}

// E-9 [section 4.1]: 10 CTAs of 2 warps and 5 warps at least: groups of 3, 3, 4; on core j priorities (g - j) mod 3.
static void test_e9(void **state)
{
    static const char *const priorities[3] = {"0001112222", "2220001111", "1112220000"};
    (void)state;
    for (unsigned core = 0; core < SMS_MAX; core++) {
        bench b = start(core < 64 ? "n64_c32" : "n64_c32_core_w7", OWL_BLP);
        b.in.cfg_core = (uint8_t)core;
        fill(&b, 10, 2, 5);
        assert_int_equal(b.q.size, 3);
        expect(&b, "0001112222", priorities[core % 3]);
    }
}

static void test_header_example(void **state)
{
    bench b = start("n64_c32", OWL_BLP);
    (void)state;
    b.in.cfg_core = 1;
    fill(&b, 10, 2, 5);
    end(&b, 7 << 3);
    expect(&b, "000---1111", "111---0000");
}

static void test_schemes(void **state)
{
    bench b = start("n8_c8", OWL_CTA_AWARE);
    (void)state;
    fill(&b, 4, 1, 1);
    expect(&b, "0123----", "0000----");
    b.in.cfg_scheme = OWL_LOCALITY;
    expect(&b, "0123----", "0123----");
    b.in.cfg_scheme = 3;                        // as 2
    expect(&b, "0123----", "0123----");         // of core 0
    b = start("n8_c8", OWL_BLP);
    b.in.cfg_core = 6;                          // 6 mod 4
    fill(&b, 4, 1, 1);
    expect(&b, "0123----", "2301----");
}

// Locality goes back to the front group as soon as it can go; CTA-Aware stays until its group is blocked.
static void test_choice(void **state)
{
    bench b = start("n8_c8", OWL_LOCALITY);
    (void)state;
    fill(&b, 4, 1, 1);
    expect_allowed(&b, 0xff, 1);
    expect_allowed(&b, 0x0c, 4);
    expect_allowed(&b, 0x0d, 1);
    b = start("n8_c8", OWL_CTA_AWARE);
    fill(&b, 4, 1, 1);
    expect_allowed(&b, 0xff, 1);
    expect_allowed(&b, 0x0c, 4);                // in the same cycle
    expect_allowed(&b, 0x0d, 4);
    expect_allowed(&b, 0x03, 1);                // behind 3 comes 0
    expect_allowed(&b, 0x0a, 2);
    b = start("n8_c8", OWL_BLP);
    b.in.cfg_core = 2;
    fill(&b, 4, 1, 1);
    expect_allowed(&b, 0xff, 4);
    expect_allowed(&b, 0x03, 1);                // 2, 3, 0, 1
    expect_allowed(&b, 0x0a, 8);
}

// A warp that has ended keeps no group awake; of no group are warps of an empty slot, and of none at all.
static void test_warps_without_a_say(void **state)
{
    bench b = start("n8_c5", OWL_LOCALITY);
    (void)state;
    fill(&b, 2, 1, 1);
    b.in.unfinished = 0xfe;
    expect_allowed(&b, 0x03, 0x42);             // warps 1 and 6 are of slot 1
    b.in.unfinished = 0xff;
    b.in.cta[0] = 4, b.in.cta[5] = 7;
    expect_allowed(&b, 0x21, 0);                // of slots 4 and 7, so all groups are blocked: the front one, slot 0
    b.in.cta[2] = 0;
    expect_allowed(&b, 0x21, 0x04);
}

// Nobody can go: the front group, or the one that CTA-Aware is at. Without a group nobody is allowed.
static void test_all_blocked(void **state)
{
    bench b = start("n8_c8", OWL_CTA_AWARE);
    (void)state;
    expect_allowed(&b, 0xff, 0);
    fill(&b, 3, 1, 1);
    expect_allowed(&b, 0x04, 4);
    expect_allowed(&b, 0, 4);
    b.in.cfg_scheme = OWL_LOCALITY;
    expect_allowed(&b, 0, 1);
    end(&b, 1);
    expect_allowed(&b, 0, 2);
    b = start("n8_c8", OWL_BLP);
    b.in.cfg_core = 1;
    fill(&b, 3, 1, 1);
    expect_allowed(&b, 0, 2);
    end(&b, 6);
    expect_allowed(&b, 0, 1);
}

// D-41: CTA-Aware's place goes from a group that is gone to the next in the queue, from the last to the first.
static void test_place_of_a_group_that_is_gone(void **state)
{
    bench b = start("n8_c8", OWL_CTA_AWARE);
    (void)state;
    fill(&b, 4, 1, 1);
    expect_allowed(&b, 0x02, 2);
    b.in.blocked = 0;
    end(&b, 2);
    expect_allowed(&b, 0xff, 4);
    b.in.blocked = 0;
    end(&b, 4 | 8);                             // and the one behind it
    expect_allowed(&b, 0xff, 1);
    launch(&b, 5), launch(&b, 6);
    expect_allowed(&b, 0x40, 0x40);
    b.in.exit = 0x40;
    launch(&b, 2);                              // a CTA that starts in that cycle stands behind
    expect_allowed(&b, 0xff, 1);
}

// D-19: n = 2. A CTA joins the youngest group if that is not the front one and has a place, else opens one behind all.
static void test_later_ctas(void **state)
{
    bench b = start("n8_c8", OWL_LOCALITY);
    (void)state;
    fill(&b, 5, 2, 4);
    expect(&b, "00111---", "00111---");         // 2 and 3
    end(&b, 1);
    launch(&b, 0);
    expect(&b, "20111---", "20111---");         // the youngest has its n
    launch(&b, 5);
    expect(&b, "201112--", "201112--");
    launch(&b, 6);
    expect(&b, "2011123-", "2011123-");
    end(&b, 0x1e);
    expect(&b, "0----01-", "0----01-");
    end(&b, 0x60);
    launch(&b, 1);
    expect(&b, "01------", "01------");   // never the front one
    launch(&b, 2);
    expect(&b, "011-----", "011-----");
}

// BLP: the first fill's order, later groups behind it; the front one may be the youngest, which nobody joins.
static void test_later_ctas_in_blp(void **state)
{
    bench b = start("n8_c8", OWL_BLP);
    (void)state;
    b.in.cfg_core = 2;
    fill(&b, 6, 2, 4);
    expect(&b, "001122--", "112200--");
    launch(&b, 6);
    expect(&b, "0011223-", "1122003-");
    end(&b, 0x40);
    end(&b, 0x60);
    launch(&b, 6);                              // group 2 has room and is in front
    expect(&b, "00112-3-", "11220-3-");
    launch(&b, 7);
    expect(&b, "00112-33", "11220-33");
    end(&b, 0x10);
    expect(&b, "0011--22", "0011--22");
}

// The first fill goes on though CTAs of it are gone: what is gone of a group is not filled up; it may be opened anew.
static void test_exits_within_the_first_fill(void **state)
{
    bench b = start("n8_c8", OWL_BLP);
    (void)state;
    b.in.cfg_core = 1;
    kernel(&b, 8, 1, 3);                        // n = 3: 3 and 5, of which the second goes first
    launch(&b, 0), launch(&b, 1);
    end(&b, 3);
    expect(&b, "--------", "--------");
    launch(&b, 0);                              // the third
    expect(&b, "0-------", "0-------");
    launch(&b, 1);
    expect(&b, "01------", "10------");
    end(&b, 2);
    launch(&b, 1);                              // the fifth: of the second group as the fourth was
    expect(&b, "01------", "10------");
    end(&b, 1);
    launch(&b, 2), launch(&b, 3);
    end(&b, 2);
    expect(&b, "--00----", "--00----");
    end(&b, 0x0c);
    launch(&b, 0);                              // the eighth
    expect(&b, "0-------", "0-------");
    launch(&b, 1);
    expect(&b, "01------", "01------");         // behind the first fill: not to the front one
}

// Kernel launch, exits, launch, in this order.
static void test_order_within_a_cycle(void **state)
{
    bench b = start("n8_c8", OWL_LOCALITY);
    (void)state;
    fill(&b, 3, 1, 1);
    b.in.exit = 1;
    enter(&b, 4);
    kernel(&b, 4, 1, 2);                        // its CTA stays, the others are of the kernel before
    expect(&b, "----0---", "----0---");
    launch(&b, 0), launch(&b, 1);
    expect(&b, "01--0---", "01--0---");
    b.in.exit = 1;
    launch(&b, 0);
    expect(&b, "11--0---", "11--0---");
    launch(&b, 4);                              // a slot that is not empty: the CTA in it is gone, and its group
    expect(&b, "00--1---", "00--1---");
    b = start("n8_c5", OWL_LOCALITY);
    fill(&b, 2, 1, 1);
    launch(&b, 6);                              // no slot
    expect(&b, "01---", "01---");
}

// Fewer CTAs than the least group, none, more than there are slots, warps of none, no least.
static void test_sizes(void **state)
{
    static const struct { uint8_t n_cta, k, g_size, n; } cases[] = {
        {4, 1, 8, 4}, {4, 2, 8, 4}, {4, 3, 8, 3}, {4, 4, 8, 2}, {4, 8, 8, 1}, {4, 8, 9, 2}, {0, 1, 8, 1},
        {15, 1, 127, 8}, {15, 1, 7, 7}, {4, 0, 8, 4}, {4, 0, 0, 1}, {4, 1, 0, 1}};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bench b = start("n8_c8", OWL_BLP);
        b.in.cfg_core = 63;
        kernel(&b, cases[i].n_cta, cases[i].k, cases[i].g_size);
        assert_int_equal(b.q.size, cases[i].n);
        assert_int_equal(b.q.to_come, cases[i].n_cta < 8 ? cases[i].n_cta : 8);
    }
}

static void test_bits(void **state)
{
    const block_ops *model = model_find("owl_groups", "n32_c8");
    unsigned bits = 0;
    (void)state;
    for (const block_field *f = model->fields; f->name; f++)
        bits += f->kind == FIELD_REG ? field_bits(f) : 0;
    assert_int_equal(bits, 8 + 8 * 3 + 2 * 4 + 2 * 3 + 3 * 4 + 3 + 1);
}

// --- against the queue

static void checked_step(bench *b, owl_queue *queue)
{
    struct owl_groups_in in = b->in;
    step(b);
    owl_queue_compare(queue, &in, &b->out);
    owl_queue_step(queue, &in);
}

// Warps that wait, few or many; a launch, exits of some CTAs or of many; slots that there are not.
static void random_cycle(bench *b, uint64_t *seed, unsigned launches, unsigned exits)
{
    unsigned warps = model_param(b->model, "N"), slots = model_param(b->model, "C");
    b->in.blocked = random_mask(seed, warps, 50 + 10 * random_below(seed, 6));
    b->in.unfinished = random_mask(seed, warps, 40 + 10 * random_below(seed, 7));
    b->in.cta[random_below(seed, warps)] = (uint8_t)random_below(seed, 1u << CLOG2(slots));
    b->in.launch = random_below(seed, 100) < launches;
    b->in.launch_cta = (uint8_t)random_below(seed, 1u << CLOG2(slots));
    if (random_below(seed, 4) && ~b->q.resident & MASK(slots))      // mostly a free one
        while (b->in.launch_cta >= slots || b->q.resident >> b->in.launch_cta & 1)
            b->in.launch_cta = (uint8_t)((b->in.launch_cta + 1) % slots);
    if (random_below(seed, 100) < exits)
        b->in.exit = (uint32_t)random_mask(seed, slots, random_below(seed, 3) ? 100 / slots : 60);
}

// All numbers of CTAs, warps of a CTA and least warps of a group up to 16: each first fill, its groups and priorities
// those of Algorithm 1's arrays; and what may happen to it then.
static void test_algorithm_1_up_to_16(void **state)
{
    unsigned cores = tier_is_all() ? SMS_MAX : 2;
    uint64_t seed = 16;
    (void)state;
    for (unsigned i = 0; i < 16 * 16 * 16 * cores; i++) {
        unsigned N = 1 + i % 16, k = 1 + i / 16 % 16, g_size = 1 + i / 256 % 16, core = i / 4096;
        bench b = start("n64_c32_core_w7", tier_is_all() ? i / 3 % 3 : random_below(&seed, 3));
        owl_queue queue;
        owl_formation f = form_groups(N, k, g_size);
        b.in.cfg_core = (uint8_t)(tier_is_all() ? core : random_below(&seed, SMS_MAX));
        owl_queue_begin(&queue, 64, 32);
        b.in.kernel_launch = 1;
        b.in.n_cta = (uint8_t)N, b.in.warps_per_cta = (uint8_t)k, b.in.cfg_g_size = (uint8_t)g_size;
        for (unsigned cta = 0; cta < N; cta++) {        // the first in the cycle of the kernel's launch
            enter(&b, cta);
            checked_step(&b, &queue);
        }
        checked_step(&b, &queue);
        for (unsigned cta = 0, g = 0; cta < N; cta++) {
            g += cta && cta == (g + 1) * f.n && g + 1 < f.g_core;
            assert_int_equal(b.out.group[cta], g);
            assert_int_equal(b.out.priority[cta], g_pri(&f, b.in.cfg_scheme, g, b.in.cfg_core));
        }
        for (unsigned cycle = 0; cycle < 20; cycle++) {
            random_cycle(&b, &seed, 40, 40);
            checked_step(&b, &queue);
        }
    }
}

static void test_every_configuration_against_a_queue(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("owl_groups", model)) != NULL;) {
        bench     b = start(model->config, 0);
        unsigned  slots = model_param(model, "C"), cycles = tier_is_all() ? 400000 : 20000, left = 0, rate = 0;
        uint64_t  seed = 7;
        owl_queue queue;
        owl_queue_begin(&queue, model_param(model, "N"), slots);
        for (unsigned cycle = 0; cycle < cycles; cycle++) {
            random_cycle(&b, &seed, rate % 2 ? 90 : 30, rate < 2 ? 5 : 30);
            if (left-- == 0) {
                left = random_below(&seed, 12 * slots), rate = random_below(&seed, 4);
                b.in.kernel_launch = 1;
                b.in.n_cta = (uint8_t)random_below(&seed, 1u << CLOG2(slots + 1));
                b.in.warps_per_cta = (uint8_t)random_below(&seed, model_param(model, "N") + 1);
                b.in.cfg_g_size = (uint8_t)random_below(&seed, random_below(&seed, 2) ? 128 : 8);
                b.in.cfg_core = (uint8_t)random_below(&seed, 1u << model_param(model, "CORE_W"));
                b.in.cfg_scheme = (uint8_t)(random_below(&seed, 20) ? random_below(&seed, 3) : 3);
            }
            if (random_below(&seed, 500) == 0)
                b.in.cfg_scheme = (uint8_t)random_below(&seed, 4);      // within a kernel
            checked_step(&b, &queue);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_e9),
        cmocka_unit_test(test_header_example),
        cmocka_unit_test(test_schemes),
        cmocka_unit_test(test_choice),
        cmocka_unit_test(test_warps_without_a_say),
        cmocka_unit_test(test_all_blocked),
        cmocka_unit_test(test_place_of_a_group_that_is_gone),
        cmocka_unit_test(test_later_ctas),
        cmocka_unit_test(test_later_ctas_in_blp),
        cmocka_unit_test(test_exits_within_the_first_fill),
        cmocka_unit_test(test_order_within_a_cycle),
        cmocka_unit_test(test_sizes),
        cmocka_unit_test(test_bits),
        cmocka_unit_test(test_algorithm_1_up_to_16),
        cmocka_unit_test(test_every_configuration_against_a_queue),
    };
    return cmocka_run_group_tests_name("owl_groups", tests, NULL, NULL);
}
