// SPDX-License-Identifier: BSD-3-Clause
// kaws_progress: each sentence of its contract, E-8 and E-12, the end of the 32-bit counters, then every configuration
// against CTAs that are sorted by progress and date of launch.
#include "rtl_c/kaws_progress.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops            *model;
    struct kaws_progress_state  q;
    struct kaws_progress_in     in;
    struct kaws_progress_out    out;
} bench;

// Warp w is of the CTA in slot w mod C; a kernel of which not all CTAs are issued.
static bench start(const char *config)
{
    bench b = {.model = model_find("kaws_progress", config)};
    b.model->reset(&b.q);
    for (unsigned w = 0; w < model_param(b.model, "N"); w++)
        b.in.cta[w] = (uint8_t)(w % model_param(b.model, "C"));
    b.in.ctas = 100;
    return b;
}

// A cycle; then there are no events any more.
static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.launch = b->in.kernel_launch = 0;
    b->in.exit = 0;
    memset(b->in.issued, 0, sizeof b->in.issued);
}

static void issue(bench *b, unsigned scheduler, unsigned slot, unsigned instructions)
{
    b->in.issued[scheduler] = (uint8_t)instructions;
    b->in.issued_cta[scheduler] = (uint8_t)slot;
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
static void run(bench *b, unsigned slot, unsigned instructions)
{
    for (; instructions; instructions--) {
        issue(b, 0, slot, 1);
        step(b);
    }
}
static void all_issued(bench *b) { b->in.ctas_issued = b->in.ctas; }

// What the registers put out, without events: the ranks of the slots.
static void expect(bench *b, const uint8_t ranks[5])
{
    step(b);
    for (unsigned c = 0; c < 5; c++)
        assert_int_equal(b->out.rank[c], ranks[c]);
}

static void test_header_example(void **state)
{
    static const uint8_t before[5] = {2, 1, 0}, after[5] = {3, 1, 2, 0}, none[5];
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    launch(&b, 0), launch(&b, 1), launch(&b, 2);
    run(&b, 0, 5), run(&b, 1, 3), run(&b, 2, 3);
    expect(&b, none);                           // mode 0
    assert_int_equal(b.out.mode, 0);
    all_issued(&b);
    step(&b);
    assert_int_equal(b.out.mode, 0);
    expect(&b, before);
    assert_int_equal(b.out.mode, 1);
    issue(&b, 3, 2, 2);
    enter(&b, 3);
    step(&b);
    expect(&b, after);
    assert_int_equal(b.q.progress[2], 5);
}

// D-29: the class of a warp is the rank of its CTA, at once when it is another's; of no slot, 0.
static void test_class_of_each_warp(void **state)
{
    static const uint8_t classes[8] = {2, 1, 0, 0, 0, 2, 1, 0}, moved[8] = {1, 1, 0, 0, 0, 2, 1, 2};
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    launch(&b, 0), launch(&b, 1), launch(&b, 2);
    all_issued(&b);
    step(&b);
    step(&b);
    assert_memory_equal(b.out.warp_class, classes, 8);
    b.in.cta[0] = 1, b.in.cta[3] = 5, b.in.cta[4] = 7, b.in.cta[7] = 0;
    step(&b);
    assert_memory_equal(b.out.warp_class, moved, 8);
}

// E-8 (Fig. 2): 32 CTAs, 2 SMs of 4 each. A CTA is issued in each cycle to one of them, while it has a free slot.
static void test_e8_mode_rises_after_the_last_cta(void **state)
{
    bench sm[2] = {start("n8_s4_c5_progress_w8"), start("n8_s4_c5_progress_w8")};
    unsigned issued = 0, last_at = 0, rose[2] = {0};

    (void)state;
    for (unsigned cycle = 1; cycle < 200; cycle++) {
        unsigned to = issued % 2;
        uint32_t room = ~sm[to].q.resident & 0xf;
        if (issued < 32 && room) {
            enter(&sm[to], bit_number(lowest_bit(room)));
            if (++issued == 32)
                last_at = cycle;
        }
        for (unsigned k = 0; k < 2; k++) {
            if (cycle % 7 == 3 * k)
                sm[k].in.exit = 1u << cycle / 7 % 4;
            sm[k].in.ctas = 32;
            sm[k].in.ctas_issued = issued;
            step(&sm[k]);
            if (sm[k].out.mode && !rose[k])
                rose[k] = cycle;
        }
    }
    assert_true(last_at > 32 - 8);
    assert_int_equal(rose[0], last_at + 1);
    assert_int_equal(rose[1], last_at + 1);
}

static void test_mode_falls_at_the_next_kernel(void **state)
{
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    all_issued(&b);
    step(&b), step(&b);
    assert_int_equal(b.out.mode, 1);
    b.in.ctas_issued = 0;                       // it stays though the numbers differ
    step(&b), step(&b);
    assert_int_equal(b.out.mode, 1);
    b.in.kernel_launch = 1;
    step(&b), step(&b);
    assert_int_equal(b.out.mode, 0);
    all_issued(&b);                             // a launch beats the comparison
    b.in.kernel_launch = 1;
    step(&b), step(&b);
    assert_int_equal(b.out.mode, 0);
    step(&b);
    assert_int_equal(b.out.mode, 1);
    b.in.kernel_launch = 1;
    b.in.ctas = b.in.ctas_issued = 0;           // a kernel without CTAs never gets there
    step(&b), step(&b), step(&b);
    assert_int_equal(b.out.mode, 0);
}

// E-12: 32 counters of 4 bytes are 128 bytes an SM; what ranks them comes on top.
static void test_e12_bits(void **state)
{
    const block_ops *model = model_find("kaws_progress", "n64_s4_c32_progress_w32");
    unsigned bits = 0, counters = 0;
    (void)state;
    for (const block_field *f = model->fields; f->name; f++)
        if (f->kind == FIELD_REG) {
            bits += field_bits(f);
            counters += strcmp(f->name, "progress") == 0 ? field_bits(f) : 0;
        }
    assert_int_equal(counters / 8, 128);
    assert_int_equal(bits, 1024 + 1 + 32 + 2 * 496);
}

static void test_several_instructions_of_one_cta(void **state)
{
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    launch(&b, 1);
    for (unsigned x = 0; x < 4; x++)
        issue(&b, x, x == 2 ? 0 : 1, 2);
    step(&b);
    assert_int_equal(b.q.progress[1], 6);
    assert_int_equal(b.q.progress[0], 2);       // an empty slot counts; nobody asks, and a launch clears it
    issue(&b, 0, 5, 1), issue(&b, 1, 7, 3);     // no slots
    step(&b);
    assert_int_equal(b.q.progress[1] + b.q.progress[0] + b.q.progress[4], 8);
}

// A launch beats an issue of its slot; an exit comes before it; a slot that is not empty is taken.
static void test_launch_in_one_cycle_with_others(void **state)
{
    static const uint8_t ranks[5] = {1, 0, 2}, taken[5] = {2, 1, 3, 0};
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    launch(&b, 0), launch(&b, 1), launch(&b, 2);
    run(&b, 1, 4), run(&b, 2, 1);
    all_issued(&b);
    issue(&b, 0, 1, 2);
    b.in.exit = 2;
    launch(&b, 1);
    assert_int_equal(b.q.progress[1], 0);
    expect(&b, ranks);
    launch(&b, 3);
    issue(&b, 2, 3, 2);
    launch(&b, 3);
    expect(&b, taken);
    b.in.launch_cta = 6, b.in.launch = 1;       // no slot
    step(&b);
    expect(&b, taken);
}

static void test_empty_slots_have_no_rank(void **state)
{
    static const uint8_t full[5] = {4, 3, 2, 1, 0}, two[5] = {1, 0, 0, 0, 0}, none[5];
    bench b = start("n8_s4_c5_progress_w8");
    (void)state;
    all_issued(&b);
    for (unsigned c = 0; c < 5; c++)
        launch(&b, c);
    expect(&b, full);
    b.in.exit = 0x0e;
    step(&b);
    expect(&b, two);
    b.in.exit = 0x1f;
    step(&b);
    expect(&b, none);
}

// The 32-bit counters stay at their end; CTAs that are both there go in the order of their launches, the later first.
static void test_saturation(void **state)
{
    static const uint8_t one_there[5] = {2, 0, 1}, both_there[5] = {2, 0, 1}, swapped[5] = {0, 1, 2};
    bench b = start("n64_s4_c32_progress_w32");
    (void)state;
    all_issued(&b);
    launch(&b, 0), launch(&b, 2), launch(&b, 1);
    b.q.progress[0] = UINT32_MAX - 5, b.q.progress[2] = UINT32_MAX - 7, b.q.progress[1] = UINT32_MAX - 9;
    assert_true(b.model->invariant(&b.q));      // the order is as it was
    for (unsigned x = 0; x < 4; x++)
        issue(&b, x, 0, 2);
    step(&b);
    assert_int_equal(b.q.progress[0], UINT32_MAX);
    expect(&b, one_there);
    issue(&b, 0, 0, 1), issue(&b, 1, 2, 3), issue(&b, 2, 2, 3), issue(&b, 3, 2, 3);
    step(&b);
    assert_int_equal(b.q.progress[0], UINT32_MAX);      // no wrap
    assert_int_equal(b.q.progress[2], UINT32_MAX);
    expect(&b, both_there);                             // 2 was launched after 0
    launch(&b, 0);
    expect(&b, swapped);
    run(&b, 1, 12);
    assert_int_equal(b.q.progress[1], UINT32_MAX);
    expect(&b, swapped);                                // 1 was launched after 2
}

// --- the independent reference: a record a slot
typedef struct { uint64_t progress, launched; unsigned slot; bool resident; } cta;
typedef struct {
    cta      slot[C_MAX];
    uint64_t date;
    bool     mode;
} history;

// The smaller progress first, of as much the one launched later.
static int by_progress(const void *one, const void *other)
{
    const cta *a = one, *b = other;
    if (a->progress != b->progress)
        return a->progress < b->progress ? -1 : 1;
    return a->launched > b->launched ? -1 : 1;
}

static void history_compare(const history *h, const block_ops *model, const struct kaws_progress_in *in,
                            const struct kaws_progress_out *out)
{
    unsigned count = 0, rank[C_MAX] = {0}, slots = model_param(model, "C");
    cta      sorted[C_MAX];

    for (unsigned c = 0; c < slots; c++)
        if (h->slot[c].resident)
            sorted[count++] = h->slot[c];
    qsort(sorted, count, sizeof *sorted, by_progress);
    for (unsigned place = 0; place < count; place++)
        rank[sorted[place].slot] = h->mode ? place : 0;
    assert_int_equal(out->mode, h->mode);
    for (unsigned c = 0; c < slots; c++)
        assert_int_equal(out->rank[c], rank[c]);
    for (unsigned w = 0; w < model_param(model, "N"); w++)
        assert_int_equal(out->warp_class[w], in->cta[w] < slots ? rank[in->cta[w]] : 0);
}

static void history_step(history *h, const block_ops *model, const struct kaws_progress_in *in)
{
    unsigned slots = model_param(model, "C");
    uint64_t most = MASK(model_param(model, "PROGRESS_W"));

    for (unsigned s = 0; s < model_param(model, "S"); s++)
        if (in->issued_cta[s] < slots)
            h->slot[in->issued_cta[s]].progress += in->issued[s];
    for (unsigned c = 0; c < slots; c++) {
        if (h->slot[c].progress > most)
            h->slot[c].progress = most;
        if (in->exit >> c & 1)
            h->slot[c].resident = false;
    }
    if (in->launch && in->launch_cta < slots)
        h->slot[in->launch_cta] = (cta){0, ++h->date, in->launch_cta, true};
    if (in->ctas != 0 && in->ctas_issued == in->ctas)
        h->mode = true;
    if (in->kernel_launch)
        h->mode = false;
}

static void random_events(bench *b, uint64_t *seed, unsigned cycle)
{
    unsigned slots = model_param(b->model, "C"), busy = cycle / 200 % 3;

    b->in.kernel_launch = random_below(seed, 200) == 0;
    b->in.ctas = random_below(seed, 3);
    b->in.ctas_issued = random_below(seed, 20) ? b->in.ctas + 1 : b->in.ctas;
    b->in.launch = random_below(seed, 100) < (cycle % 400 < 40 ? 90 : 4);
    b->in.launch_cta = (uint8_t)random_below(seed, 1u << CLOG2(slots));
    b->in.exit = random_below(seed, 30) == 0 ? (uint32_t)random_mask(seed, slots, 10) : 0;
    b->in.cta[random_below(seed, model_param(b->model, "N"))] = (uint8_t)random_below(seed, 1u << CLOG2(slots));
    for (unsigned s = 0; s < model_param(b->model, "S"); s++) {
        b->in.issued[s] = (uint8_t)(random_below(seed, 3) <= busy ? random_below(seed, busy == 2 ? 4 : 3) : 0);
        b->in.issued_cta[s] = (uint8_t)random_below(seed, busy == 1 ? 2 : 1u << CLOG2(slots));
    }
}

static void test_every_configuration_against_a_sort(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("kaws_progress", model)) != NULL;) {
        bench    b = start(model->config);
        history  h = {{{0}}, 0, false};
        uint64_t seed = 7;
        unsigned in_mode = 0;
        for (unsigned cycle = 0; cycle < 20000; cycle++) {
            random_events(&b, &seed, cycle);
            model_step(model, &b.q, &b.in, &b.out);
            history_compare(&h, model, &b.in, &b.out);
            history_step(&h, model, &b.in);
            in_mode += b.out.mode;
        }
        assert_true(in_mode > 5000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header_example),
        cmocka_unit_test(test_class_of_each_warp),
        cmocka_unit_test(test_e8_mode_rises_after_the_last_cta),
        cmocka_unit_test(test_mode_falls_at_the_next_kernel),
        cmocka_unit_test(test_e12_bits),
        cmocka_unit_test(test_several_instructions_of_one_cta),
        cmocka_unit_test(test_launch_in_one_cycle_with_others),
        cmocka_unit_test(test_empty_slots_have_no_rank),
        cmocka_unit_test(test_saturation),
        cmocka_unit_test(test_every_configuration_against_a_sort),
    };
    return cmocka_run_group_tests_name("kaws_progress", tests, NULL, NULL);
}
