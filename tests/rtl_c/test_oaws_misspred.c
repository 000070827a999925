// SPDX-License-Identifier: BSD-3-Clause
// oaws_misspred: each sentence of its contract, worked example E-11, then every configuration against instruction buffers
// kept as plain lists of what they hold.
#include "rtl_c/oaws_misspred.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops            *model;
    struct oaws_misspred_state  q;
    struct oaws_misspred_in     in;
    struct oaws_misspred_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("oaws_misspred", config)};
    b.model->reset(&b.q);
    return b;
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    memset(b->in.fill, 0, sizeof b->in.fill);
    b->in.issue = b->in.flush = 0;
}

static void prepare(bench *b, unsigned f, unsigned warp, unsigned slot, bool load, bool divergent, unsigned active)
{
    b->in.fill[f] = 1;
    b->in.fill_warp[f] = (uint8_t)warp;
    b->in.fill_slot[f] = (uint8_t)slot;
    b->in.fill_load[f] = load;
    b->in.fill_divergent[f] = divergent;
    b->in.fill_active[f] = (uint8_t)active;
}

// The prediction of a divergent load, filled into an emptied buffer.
static unsigned predicted(bench *b, unsigned warp, unsigned active)
{
    prepare(b, 0, warp, 0, true, true, active);
    step(b);
    return b->q.pred[2 * warp];
}

static void issue(bench *b, unsigned warp, unsigned active)
{
    b->in.issue = UINT64_C(1) << warp;
    b->in.issue_active[warp % model_param(b->model, "S")] = (uint8_t)active;
    step(b);
}

static void expect(const bench *b, unsigned warp, unsigned slot_0, unsigned slot_1)
{
    assert_int_equal(b->q.pred[2 * warp], slot_0);
    assert_int_equal(b->q.pred[2 * warp + 1], slot_1);
}

static void test_worked_example_e11(void **state)
{
    const block_ops *model = model_find("oaws_misspred", "n48_s2_m32");
    unsigned bits = 0;
    (void)state;
    for (const block_field *field = model->fields; field->name; field++)
        if (field->kind == FIELD_REG)
            bits += (unsigned)field->width * field->count;
    assert_int_equal(bits, 480 + 48);                        // slot1_divergent is not in the paper's list (D-22)
}

static void test_worked_example_of_the_header(void **state)
{
    bench b = start("n48_s2_m32");
    (void)state;
    b.in.cfg_smr = 50;
    prepare(&b, 0, 3, 0, true, false, 4);
    prepare(&b, 1, 3, 1, true, true, 4);
    step(&b);
    expect(&b, 3, 1, 2);
    assert_int_equal(b.q.slot1_divergent, 1 << 3);
    issue(&b, 3, 32);
    assert_int_equal(b.out.pred[3], 1);                      // what issues in this cycle
    expect(&b, 3, 16, 0);
    assert_int_equal(b.q.slot1_divergent, 0);
    issue(&b, 3, 32);
    expect(&b, 3, 0, 0);
    b.in.cfg_dynamic = 1;
    b.in.rank[3] = 20;
    assert_int_equal(predicted(&b, 3, 32), 31);
}

static void test_static_rounds_up_at_every_miss_rate(void **state)
{
    bench b = start("n48_s2_m48");
    (void)state;
    for (unsigned smr = 0; smr <= 100; smr++)
        for (unsigned active = 0; active <= 32; active++) {
            b.in.cfg_smr = (uint8_t)smr;
            assert_int_equal(predicted(&b, 0, active), active * smr / 100 + (active * smr % 100 != 0));
        }
}

static void test_dynamic_is_half_rounded_up_and_the_rank(void **state)
{
    static const struct { const char *config; unsigned most; } configs[] = {{"n64_s4_m64", 63}, {"n64_s4_m512", 511}};
    (void)state;
    for (size_t i = 0; i < sizeof configs / sizeof *configs; i++) {
        bench b = start(configs[i].config);
        b.in.cfg_dynamic = 1;
        for (unsigned rank = 0; rank < 64; rank++)
            for (unsigned active = 0; active <= 32; active++) {
                unsigned wanted = active / 2 + active % 2 + rank;
                b.in.rank[5] = (uint8_t)rank;
                assert_int_equal(predicted(&b, 5, active), wanted < configs[i].most ? wanted : configs[i].most);
            }
    }
}

static void test_coherent_loads_and_the_rest(void **state)
{
    bench b = start("n8_s2_m32");
    (void)state;
    for (unsigned dynamic = 0; dynamic < 2; dynamic++)
        for (unsigned smr = 0; smr <= 100; smr += 50) {
            b.in.cfg_dynamic = (uint8_t)dynamic;
            b.in.cfg_smr = (uint8_t)smr;
            b.in.rank[2] = 7;
            prepare(&b, 0, 2, 0, true, false, 32);
            prepare(&b, 1, 2, 1, false, true, 32);           // no load, whatever the classifier says of its PC
            step(&b);
            expect(&b, 2, dynamic || smr, 0);
        }
}

static void test_static_miss_rate_0_predicts_nothing(void **state)
{
    bench b = start("n8_s2_m32");
    (void)state;
    for (unsigned active = 0; active <= 32; active++)
        assert_int_equal(predicted(&b, 1, active), 0);
}

static void test_saturates_below_the_mshrs(void **state)
{
    bench b = start("n2_s1_m2");
    (void)state;
    b.in.cfg_smr = 100;
    assert_int_equal(predicted(&b, 1, 32), 1);
    b = start("n3_s2_m5");
    b.in.cfg_smr = 100;
    assert_int_equal(predicted(&b, 1, 4), 4);
    assert_int_equal(predicted(&b, 1, 5), 4);
    b = start("n48_s2_m96");
    b.in.cfg_dynamic = 1;
    b.in.rank[47] = 47;
    assert_int_equal(predicted(&b, 47, 32), 63);             // 32 + 47 with room to spare
}

static void test_issue_then_fill_then_flush(void **state)
{
    bench b = start("n8_s2_m32");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 6, 0, true, true, 10);
    prepare(&b, 1, 6, 1, true, true, 20);
    step(&b);
    expect(&b, 6, 10, 20);
    prepare(&b, 0, 6, 1, true, true, 30);                    // the fill names the slot as it is after the shift
    issue(&b, 6, 21);
    expect(&b, 6, 21, 30);
    assert_int_equal(b.q.slot1_divergent, 1 << 6);
    prepare(&b, 0, 6, 0, true, true, 3);                     // and overwrites what the shift has brought
    issue(&b, 6, 22);
    expect(&b, 6, 3, 0);
    assert_int_equal(b.q.slot1_divergent, 0);
    b.in.flush = 1 << 6;
    prepare(&b, 0, 6, 0, true, true, 9);
    prepare(&b, 1, 6, 1, true, true, 9);
    issue(&b, 6, 23);
    expect(&b, 6, 0, 0);
    assert_int_equal(b.q.slot1_divergent, 0);
}

// D-22: what four lanes were predicted to need is judged again when all 32 come to the load.
static void test_issue_predicts_a_divergent_load_again(void **state)
{
    bench b = start("n48_s2_m48");
    (void)state;
    b.in.cfg_smr = 100;
    for (unsigned load = 0; load < 2; load++)
        for (unsigned divergent = 0; divergent < 2; divergent++) {
            prepare(&b, 0, 6, 0, false, false, 4);
            prepare(&b, 1, 6, 1, load, divergent, 4);
            step(&b);
            assert_int_equal(b.q.slot1_divergent, (uint64_t)(load & divergent) << 6);
            issue(&b, 6, 32);
            expect(&b, 6, !load ? 0 : divergent ? 32 : 1, 0);
        }
}

// Each scheduler says how many threads its own warp has; the rank is the warp's, in the cycle of the issue, and where
// several of one scheduler issue, which none does, the OR of theirs.
static void test_issues_take_the_threads_of_their_scheduler(void **state)
{
    bench b = start("n64_s4_m64");
    (void)state;
    b.in.cfg_dynamic = 1;
    for (unsigned w = 20; w < 25; w++) {
        prepare(&b, 1, w, 1, true, true, 32);
        step(&b);
        expect(&b, w, 0, 16);
        b.in.rank[w] = (uint8_t)(w - 10);
    }
    assert_int_equal(b.q.slot1_divergent, UINT64_C(0x1f) << 20);
    b.in.issue = UINT64_C(0x1f) << 20;
    for (unsigned s = 0; s < 4; s++)
        b.in.issue_active[s] = (uint8_t)(2 + 4 * s);
    step(&b);
    for (unsigned w = 20; w < 25; w++)                       // 20 and 24 are both of scheduler 0: ranks 10 and 14
        expect(&b, w, 1 + 2 * (w % 4) + (w % 4 ? w - 10 : 14), 0);
    assert_int_equal(b.q.slot1_divergent, 0);
}

static void test_second_fill_decides_what_slot_1_holds(void **state)
{
    bench b = start("n8_s2_m32");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 4, 1, true, true, 10);
    prepare(&b, 1, 4, 1, true, false, 10);
    step(&b);
    assert_int_equal(b.q.slot1_divergent, 0);
    prepare(&b, 0, 4, 1, true, false, 10);
    prepare(&b, 1, 4, 1, true, true, 10);
    step(&b);
    assert_int_equal(b.q.slot1_divergent, 1 << 4);
    prepare(&b, 0, 4, 0, false, true, 10);                   // slot 0 is none of it
    step(&b);
    assert_int_equal(b.q.slot1_divergent, 1 << 4);
    prepare(&b, 0, 4, 1, false, true, 10);
    step(&b);
    assert_int_equal(b.q.slot1_divergent, 0);
}

static void test_second_fill_of_a_slot_wins(void **state)
{
    bench b = start("n8_s2_m32");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 4, 1, true, true, 10);
    prepare(&b, 1, 4, 1, true, true, 20);
    step(&b);
    expect(&b, 4, 0, 20);
    prepare(&b, 0, 4, 1, true, true, 10);                    // two warps in one cycle
    prepare(&b, 1, 5, 0, true, true, 11);
    step(&b);
    expect(&b, 4, 0, 10);
    expect(&b, 5, 11, 0);
}

static void test_warp_beyond_count_is_ignored(void **state)
{
    bench b = start("n3_s2_m5");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 3, 0, true, true, 4);
    prepare(&b, 1, 3, 1, true, true, 4);
    step(&b);
    for (unsigned w = 0; w < 3; w++)
        expect(&b, w, 0, 0);
}

// The independent reference: a list of what a warp's two slots hold, and least upper bounds by counting.
typedef struct { bool divergent; unsigned misses; } buffered;
typedef struct { buffered slot[N_MAX][2]; } buffers;

static unsigned reference_misses(const struct oaws_misspred_in *in, unsigned rank, unsigned active, unsigned mshrs)
{
    unsigned wanted = 0;
    if (in->cfg_dynamic)
        for (wanted = rank; 2 * (wanted - rank) < active;)
            wanted++;
    else
        while (100 * wanted < active * in->cfg_smr)
            wanted++;
    return wanted >= mshrs ? mshrs - 1 : wanted;
}

static buffered reference_fill(const struct oaws_misspred_in *in, unsigned f, unsigned mshrs)
{
    buffered insn = {.divergent = in->fill_load[f] && in->fill_divergent[f]};
    if (insn.divergent)
        insn.misses = reference_misses(in, in->rank[in->fill_warp[f]], in->fill_active[f], mshrs);
    else if (in->fill_load[f])
        insn.misses = in->cfg_dynamic || in->cfg_smr > 0;
    return insn;
}

static void reference_step(buffers *kept, const struct oaws_misspred_in *in, const block_ops *model)
{
    unsigned warps = model_param(model, "N"), schedulers = model_param(model, "S"), mshrs = model_param(model, "M");
    unsigned ranks[S_MAX] = {0};                             // of the warps that issue, by scheduler
    for (unsigned w = 0; w < warps; w++)
        if (in->issue >> w & 1)
            ranks[w % schedulers] |= in->rank[w];
    for (unsigned w = 0; w < warps; w++)
        if (in->issue >> w & 1) {
            buffered *slot = kept->slot[w];
            slot[0] = slot[1];
            if (slot[0].divergent)
                slot[0].misses = reference_misses(in, ranks[w % schedulers], in->issue_active[w % schedulers], mshrs);
            slot[1] = (buffered){0};
        }
    for (unsigned f = 0; f < 2; f++)
        if (in->fill[f] && in->fill_warp[f] < warps)
            kept->slot[in->fill_warp[f]][in->fill_slot[f]] = reference_fill(in, f, mshrs);
    for (unsigned w = 0; w < warps; w++)
        if (in->flush >> w & 1)
            kept->slot[w][0] = kept->slot[w][1] = (buffered){0};
}

static void random_inputs(bench *b, uint64_t *seed, unsigned cycle, unsigned warps)
{
    if (cycle % 100 == 0) {
        b->in.cfg_dynamic = (uint8_t)random_below(seed, 2);
        b->in.cfg_smr = (uint8_t)(random_below(seed, 5) ? random_below(seed, 101) : 0);
        for (unsigned w = 0; w < warps; w++)
            b->in.rank[w] = (uint8_t)random_below(seed, warps);
    }
    for (unsigned f = 0; f < 2; f++) {
        prepare(b, f, random_below(seed, warps), random_below(seed, 2), random_below(seed, 3), random_below(seed, 2),
                random_below(seed, 33));
        b->in.fill[f] = (uint8_t)random_below(seed, 2);
    }
    b->in.issue = random_mask(seed, warps, 30);
    for (unsigned s = 0; s < model_param(b->model, "S"); s++)
        b->in.issue_active[s] = (uint8_t)random_below(seed, 33);
    b->in.flush = random_mask(seed, warps, 3);
}

static void test_every_configuration_against_lists(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("oaws_misspred", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N");
        buffers kept = {0};
        uint64_t seed = 5;
        for (unsigned cycle = 0; cycle < 10000; cycle++) {
            random_inputs(&b, &seed, cycle, warps);
            model_step(model, &b.q, &b.in, &b.out);
            for (unsigned w = 0; w < warps; w++)
                assert_int_equal(b.out.pred[w], kept.slot[w][0].misses);
            reference_step(&kept, &b.in, model);
            for (unsigned w = 0; w < warps; w++) {
                expect(&b, w, kept.slot[w][0].misses, kept.slot[w][1].misses);
                assert_int_equal(b.q.slot1_divergent >> w & 1, kept.slot[w][1].divergent);
            }
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e11),
        cmocka_unit_test(test_worked_example_of_the_header),
        cmocka_unit_test(test_static_rounds_up_at_every_miss_rate),
        cmocka_unit_test(test_dynamic_is_half_rounded_up_and_the_rank),
        cmocka_unit_test(test_coherent_loads_and_the_rest),
        cmocka_unit_test(test_static_miss_rate_0_predicts_nothing),
        cmocka_unit_test(test_saturates_below_the_mshrs),
        cmocka_unit_test(test_issue_then_fill_then_flush),
        cmocka_unit_test(test_issue_predicts_a_divergent_load_again),
        cmocka_unit_test(test_issues_take_the_threads_of_their_scheduler),
        cmocka_unit_test(test_second_fill_decides_what_slot_1_holds),
        cmocka_unit_test(test_second_fill_of_a_slot_wins),
        cmocka_unit_test(test_warp_beyond_count_is_ignored),
        cmocka_unit_test(test_every_configuration_against_lists),
    };
    return cmocka_run_group_tests_name("oaws_misspred", tests, NULL, NULL);
}
