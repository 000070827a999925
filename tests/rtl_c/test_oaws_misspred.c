// oaws_misspred: each sentence of its contract, worked example E-11, then every configuration against instruction buffers
// kept as plain lists.
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

static void expect(const bench *b, unsigned warp, unsigned slot_0, unsigned slot_1)
{
    assert_int_equal(b->q.pred[2 * warp], slot_0);
    assert_int_equal(b->q.pred[2 * warp + 1], slot_1);
}

static void test_worked_example_e11(void **state)
{
    const block_ops *model = model_find("oaws_misspred", "n48_m32");
    unsigned bits = 0;
    (void)state;
    for (const block_field *field = model->fields; field->name; field++)
        if (field->kind == FIELD_REG)
            bits += (unsigned)field->width * field->count;
    assert_int_equal(bits, 480);
}

static void test_worked_example_of_the_header(void **state)
{
    bench b = start("n48_m32");
    (void)state;
    b.in.cfg_smr = 50;
    prepare(&b, 0, 3, 0, true, true, 32);
    prepare(&b, 1, 3, 1, true, false, 32);
    step(&b);
    expect(&b, 3, 16, 1);
    b.in.issue = 1 << 3;
    step(&b);
    assert_int_equal(b.out.pred[3], 16);                     // what issues in this cycle
    expect(&b, 3, 1, 0);
    b.in.issue = 1 << 3;
    step(&b);
    expect(&b, 3, 0, 0);
    b.in.cfg_dynamic = 1;
    b.in.rank[3] = 20;
    assert_int_equal(predicted(&b, 3, 32), 31);
}

static void test_static_rounds_up_at_every_miss_rate(void **state)
{
    bench b = start("n48_m48");
    (void)state;
    for (unsigned smr = 0; smr <= 100; smr++)
        for (unsigned active = 0; active <= 32; active++) {
            b.in.cfg_smr = (uint8_t)smr;
            assert_int_equal(predicted(&b, 0, active), active * smr / 100 + (active * smr % 100 != 0));
        }
}

static void test_dynamic_is_half_rounded_up_and_the_rank(void **state)
{
    bench b = start("n64_m64");
    (void)state;
    b.in.cfg_dynamic = 1;
    for (unsigned rank = 0; rank < 64; rank++)
        for (unsigned active = 0; active <= 32; active++) {
            unsigned wanted = active / 2 + active % 2 + rank;
            b.in.rank[5] = (uint8_t)rank;
            assert_int_equal(predicted(&b, 5, active), wanted < 63 ? wanted : 63);
        }
}

static void test_coherent_loads_and_the_rest(void **state)
{
    bench b = start("n8_m32");
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
    bench b = start("n8_m32");
    (void)state;
    for (unsigned active = 0; active <= 32; active++)
        assert_int_equal(predicted(&b, 1, active), 0);
}

static void test_saturates_below_the_mshrs(void **state)
{
    bench b = start("n2_m2");
    (void)state;
    b.in.cfg_smr = 100;
    assert_int_equal(predicted(&b, 1, 32), 1);
    b = start("n3_m5");
    b.in.cfg_smr = 100;
    assert_int_equal(predicted(&b, 1, 4), 4);
    assert_int_equal(predicted(&b, 1, 5), 4);
    b = start("n48_m96");
    b.in.cfg_dynamic = 1;
    b.in.rank[47] = 47;
    assert_int_equal(predicted(&b, 47, 32), 63);             // 32 + 47 with room to spare
}

static void test_flush_then_issue_then_fill(void **state)
{
    bench b = start("n8_m32");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 6, 0, true, true, 10);
    prepare(&b, 1, 6, 1, true, true, 20);
    step(&b);
    expect(&b, 6, 10, 20);
    b.in.issue = 1 << 6;                                     // the fill names the slot as it is after the shift
    prepare(&b, 0, 6, 1, true, true, 30);
    step(&b);
    expect(&b, 6, 20, 30);
    b.in.issue = 1 << 6;
    prepare(&b, 0, 6, 0, true, true, 3);
    step(&b);
    expect(&b, 6, 3, 0);
    b.in.flush = b.in.issue = 1 << 6;
    prepare(&b, 0, 6, 0, true, true, 9);
    step(&b);
    expect(&b, 6, 0, 0);
}

static void test_second_fill_of_a_slot_wins(void **state)
{
    bench b = start("n8_m32");
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
    bench b = start("n3_m5");
    (void)state;
    b.in.cfg_smr = 100;
    prepare(&b, 0, 3, 0, true, true, 4);
    prepare(&b, 1, 3, 1, true, true, 4);
    step(&b);
    for (unsigned w = 0; w < 3; w++)
        expect(&b, w, 0, 0);
}

// The independent reference: a list of two numbers per warp, and least upper bounds by counting.
typedef struct { unsigned slot[N_MAX][2]; } buffers;

static unsigned reference_prediction(const struct oaws_misspred_in *in, unsigned f, unsigned mshrs)
{
    unsigned wanted = 0;
    if (!in->fill_load[f])
        return 0;
    if (!in->fill_divergent[f])
        return in->cfg_dynamic || in->cfg_smr > 0;
    if (in->cfg_dynamic)
        for (wanted = in->rank[in->fill_warp[f]]; 2 * (wanted - in->rank[in->fill_warp[f]]) < in->fill_active[f];)
            wanted++;
    else
        while (100 * wanted < (unsigned)in->fill_active[f] * in->cfg_smr)
            wanted++;
    return wanted >= mshrs ? mshrs - 1 : wanted;
}

static void reference_step(buffers *kept, const struct oaws_misspred_in *in, unsigned warps, unsigned mshrs)
{
    for (unsigned w = 0; w < warps; w++)
        if (in->issue >> w & 1) {
            kept->slot[w][0] = kept->slot[w][1];
            kept->slot[w][1] = 0;
        }
    for (unsigned f = 0; f < 2; f++)
        if (in->fill[f] && in->fill_warp[f] < warps)
            kept->slot[in->fill_warp[f]][in->fill_slot[f]] = reference_prediction(in, f, mshrs);
    for (unsigned w = 0; w < warps; w++)
        if (in->flush >> w & 1)
            kept->slot[w][0] = kept->slot[w][1] = 0;
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
    b->in.flush = random_mask(seed, warps, 3);
}

static void test_every_configuration_against_lists(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("oaws_misspred", model)) != NULL;) {
        bench b = start(model->config);
        unsigned warps = model_param(model, "N"), mshrs = model_param(model, "M");
        buffers kept = {0};
        uint64_t seed = 5;
        for (unsigned cycle = 0; cycle < 10000; cycle++) {
            random_inputs(&b, &seed, cycle, warps);
            model_step(model, &b.q, &b.in, &b.out);
            for (unsigned w = 0; w < warps; w++)
                assert_int_equal(b.out.pred[w], kept.slot[w][0]);
            reference_step(&kept, &b.in, warps, mshrs);
            for (unsigned w = 0; w < warps; w++)
                expect(&b, w, kept.slot[w][0], kept.slot[w][1]);
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
        cmocka_unit_test(test_flush_then_issue_then_fill),
        cmocka_unit_test(test_second_fill_of_a_slot_wins),
        cmocka_unit_test(test_warp_beyond_count_is_ignored),
        cmocka_unit_test(test_every_configuration_against_lists),
    };
    return cmocka_run_group_tests_name("oaws_misspred", tests, NULL, NULL);
}
