// SPDX-License-Identifier: BSD-3-Clause
// oaws_dlc: each sentence of its contract, worked example E-11, then every configuration against a list of records kept in
// plain words.
#include "rtl_c/oaws_dlc.h"
#include "tests/rtl_c/models.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

typedef struct {
    const block_ops       *model;
    struct oaws_dlc_state  q;
    struct oaws_dlc_in     in;
    struct oaws_dlc_out    out;
} bench;

static bench start(const char *config)
{
    bench b = {.model = model_find("oaws_dlc", config)};
    b.model->reset(&b.q);
    return b;
}

static void step(bench *b)
{
    model_step(b->model, &b->q, &b->in, &b->out);
    b->in.clear = b->in.coalesce = b->in.done = 0;
}

static void coalesce(bench *b, uint64_t pc, unsigned accesses)
{
    b->in.coalesce = 1;
    b->in.coalesce_pc = pc;
    b->in.coalesce_acc = (uint8_t)accesses;
    step(b);
}

static void done(bench *b, uint64_t pc, unsigned sets)
{
    b->in.done = 1;
    b->in.done_pc = pc;
    b->in.done_sets = (uint8_t)sets;
    step(b);
}

static void idle_cycles(bench *b, unsigned cycles)
{
    for (unsigned i = 0; i < cycles; i++)
        step(b);
}

static void expect(const bench *b, unsigned entry, uint64_t pc, unsigned inst, unsigned acc, unsigned sets)
{
    assert_int_equal(b->q.pc[entry], pc);
    assert_int_equal(b->q.inst[entry], inst);
    assert_int_equal(b->q.acc[entry], acc);
    assert_int_equal(b->q.sets[entry], sets);
}

static void test_worked_example_e11(void **state)
{
    const block_ops *model = model_find("oaws_dlc", "entries32");
    unsigned bits = 0;
    (void)state;
    for (const block_field *field = model->fields; field->name; field++)
        if (field->kind == FIELD_REG && strcmp(field->name, "timer") != 0)
            bits += (unsigned)field->width * field->count;
    assert_int_equal(bits, 2144);                            // the paper rounds an entry to 9 bytes: 288 bytes
    assert_true(bits <= 288 * 8);
}

static void test_coalesce_counts_and_done_adds_sets(void **state)
{
    bench b = start("entries8");
    (void)state;
    coalesce(&b, 0x90, 32);
    expect(&b, 0, 0x90, 1, 32, 0);
    coalesce(&b, 0xff00000090, 7);                           // all 40 bits count
    expect(&b, 1, 0xff00000090, 1, 7, 0);
    coalesce(&b, 0x90, 20);
    expect(&b, 0, 0x90, 2, 52, 0);
    done(&b, 0x90, 8);
    expect(&b, 0, 0x90, 2, 52, 8);
    done(&b, 0x98, 8);                                       // a miss is ignored
    expect(&b, 0, 0x90, 2, 52, 8);
    expect(&b, 1, 0xff00000090, 1, 7, 0);
    expect(&b, 2, 0, 0, 0, 0);
}

static void test_free_entry_never_hits(void **state)
{
    bench b = start("entries8");
    (void)state;
    step(&b);                                                // every PC input is 0, as are the free entries'
    assert_int_equal(b.out.fill_hit[0] | b.out.fill_hit[1] | b.out.service_hit | b.out.sensitive, 0);
    done(&b, 0, 5);
    expect(&b, 0, 0, 0, 0, 0);
    coalesce(&b, 0, 5);                                      // but PC 0 can be held
    expect(&b, 0, 0, 1, 5, 0);
    step(&b);
    assert_int_equal(b.out.fill_hit[0] & b.out.fill_hit[1], 1);
}

static void test_sensitive_above_one_and_a_half(void **state)
{
    bench b = start("entries8");
    (void)state;
    coalesce(&b, 0x40, 30);
    done(&b, 0x40, 19);                                      // 60 > 57
    assert_int_equal(b.out.sensitive, 1);
    done(&b, 0x40, 1);                                       // 60 = 60
    assert_true(b.out.service_hit && !b.out.sensitive);
    done(&b, 0x48, 1);
    assert_true(!b.out.service_hit && !b.out.sensitive);
}

static void test_service_sees_this_cycle_and_fills_do_not(void **state)
{
    bench b = start("entries8");
    (void)state;
    b.in.fill_pc[0] = b.in.fill_pc[1] = b.in.done_pc = 0x70;
    coalesce(&b, 0x70, 9);
    assert_true(b.out.service_hit && b.out.sensitive && !b.out.fill_hit[0] && !b.out.fill_hit[1]);
    b.in.fill_pc[1] = 0x78;
    b.in.clear = 1;
    step(&b);
    assert_true(!b.out.service_hit && b.out.fill_hit[0] && !b.out.fill_hit[1]);
    b.in.coalesce = b.in.done = 1;                           // coalesce, then done: the new entry takes the sets
    b.in.coalesce_acc = 9;
    b.in.done_sets = 6;
    step(&b);
    assert_true(b.out.service_hit && !b.out.sensitive);
    expect(&b, 0, 0x70, 1, 9, 6);
}

static void test_allocation_takes_the_smallest_inst(void **state)
{
    static const uint8_t counts[] = {3, 2, 5, 2, 4, 2, 3, 3};
    bench b = start("entries8");
    (void)state;
    for (unsigned e = 0; e < 8; e++)
        for (unsigned i = 0; i < counts[e]; i++)
            coalesce(&b, 0x100 + e, 3);
    done(&b, 0x101, 2);
    coalesce(&b, 0x200, 10);
    expect(&b, 1, 0x200, 1, 10, 0);                          // lowest index of the three with 2
    coalesce(&b, 0x201, 11);
    expect(&b, 1, 0x201, 1, 11, 0);                          // it is the smallest again
    coalesce(&b, 0x201, 11);
    coalesce(&b, 0x201, 11);
    coalesce(&b, 0x202, 12);
    expect(&b, 3, 0x202, 1, 12, 0);
}

static void test_overflow_halves_the_entry_first(void **state)
{
    bench b = start("entries8");
    (void)state;
    for (unsigned i = 0; i < 127; i++)
        coalesce(&b, 0x10, 8);
    done(&b, 0x10, 101);
    expect(&b, 0, 0x10, 127, 1016, 101);
    coalesce(&b, 0x10, 7);                                   // inst would overflow
    expect(&b, 0, 0x10, 64, 508 + 7, 50);
    coalesce(&b, 0x20, 63);
    for (unsigned i = 0; i < 15; i++)
        coalesce(&b, 0x20, 63);
    coalesce(&b, 0x20, 15);
    expect(&b, 1, 0x20, 17, 1023, 0);                        // the last that fits
    coalesce(&b, 0x20, 1);
    expect(&b, 1, 0x20, 9, 512, 0);
    expect(&b, 0, 0x10, 64, 515, 50);                        // other entries stay
}

static void test_overflowing_sets_keep_inst_at_one(void **state)
{
    bench b = start("entries8");
    (void)state;
    coalesce(&b, 0x30, 33);
    for (unsigned i = 0; i < 8; i++)
        done(&b, 0x30, 127);
    done(&b, 0x30, 7);
    expect(&b, 0, 0x30, 1, 33, 1023);
    done(&b, 0x30, 1);
    expect(&b, 0, 0x30, 1, 16, 512);
}

static void test_ageing_every_period(void **state)
{
    bench b = start("entries8");
    (void)state;
    b.in.cfg_age_period = 5;
    b.in.clear = 1;                                          // the first cycle of the period
    step(&b);
    coalesce(&b, 0x10, 30);
    coalesce(&b, 0x10, 31);
    coalesce(&b, 0x20, 9);
    expect(&b, 0, 0x10, 2, 61, 0);
    b.in.done_pc = 0x20;
    b.in.fill_pc[0] = 0x20;
    step(&b);                                                // the fifth: halved; an inst of 1 becomes 0: free, no more
    assert_true(b.out.fill_hit[0] && !b.out.service_hit);
    expect(&b, 0, 0x10, 1, 30, 0);
    expect(&b, 1, 0x20, 0, 4, 0);
    idle_cycles(&b, 4);
    expect(&b, 0, 0x10, 1, 30, 0);
    b.in.done_pc = 0x10;
    coalesce(&b, 0x10, 3);                                   // ageing empties the entry first, then the load is new
    expect(&b, 0, 0x10, 1, 3, 0);
}

static void test_period_0_never_ages_and_1_always(void **state)
{
    bench b = start("entries2");
    (void)state;
    coalesce(&b, 0x10, 30);
    idle_cycles(&b, 1000);
    expect(&b, 0, 0x10, 1, 30, 0);
    assert_int_equal(b.q.timer, 0);
    b.in.cfg_age_period = 1;
    step(&b);
    expect(&b, 0, 0x10, 0, 15, 0);
    coalesce(&b, 0x10, 30);
    coalesce(&b, 0x10, 30);
    expect(&b, 0, 0x10, 1, 30, 0);
}

static void test_clear_restarts_the_period(void **state)
{
    bench b = start("entries2");
    (void)state;
    b.in.cfg_age_period = 10;
    idle_cycles(&b, 7);
    assert_int_equal(b.q.timer, 7);
    coalesce(&b, 0x10, 30);
    b.in.clear = 1;
    coalesce(&b, 0x20, 4);                                   // clear comes first
    expect(&b, 0, 0x20, 1, 4, 0);
    assert_int_equal(b.q.inst[1], 0);
    assert_int_equal(b.q.timer, 1);
    coalesce(&b, 0x20, 4);
    idle_cycles(&b, 7);
    expect(&b, 0, 0x20, 2, 8, 0);
    step(&b);
    expect(&b, 0, 0x20, 1, 4, 0);
}

// The independent reference: records with signed numbers and a flag, searched one by one.
typedef struct { bool used; uint64_t pc; int inst, acc, sets; } record;
typedef struct { record list[DLC_ENTRIES_MAX]; int count; unsigned gone; } ledger;

static record *ledger_find(ledger *l, uint64_t pc)
{
    for (int i = 0; i < l->count; i++)
        if (l->list[i].used && l->list[i].pc == pc)
            return &l->list[i];
    return NULL;
}

// Nothing but inst goes (D-1).
static void ledger_clear(ledger *l)
{
    for (int i = 0; i < l->count; i++) {
        l->list[i].used = false;
        l->list[i].inst = 0;
    }
    l->gone = 0;
}

static void ledger_halve(record *r)
{
    r->inst /= 2;
    r->acc /= 2;
    r->sets /= 2;
}

static void ledger_period(ledger *l, const struct oaws_dlc_in *in)
{
    bool over = in->cfg_age_period != 0 && ++l->gone >= in->cfg_age_period;
    if (over || in->cfg_age_period == 0)
        l->gone = 0;
    for (int i = 0; over && i < l->count; i++) {
        ledger_halve(&l->list[i]);
        if (l->list[i].inst == 0)
            l->list[i].used = false;
    }
}

static void ledger_coalesce(ledger *l, const struct oaws_dlc_in *in)
{
    record *r = ledger_find(l, in->coalesce_pc);
    for (int least = 0; !r; least++)                         // free ones have 0
        for (int i = 0; i < l->count && !r; i++)
            if (l->list[i].inst == least) {
                r = &l->list[i];
                *r = (record){.used = true, .pc = in->coalesce_pc};
            }
    if (r->inst + 1 > 127 || r->acc + in->coalesce_acc > 1023) {
        ledger_halve(r);
        r->inst += r->inst == 0;
    }
    r->inst++;
    r->acc += in->coalesce_acc;
}

static void ledger_done(ledger *l, const struct oaws_dlc_in *in)
{
    record *r = ledger_find(l, in->done_pc);
    if (!r)
        return;
    if (r->sets + in->done_sets > 1023)
        ledger_halve(r);
    r->inst += r->inst == 0;
    r->sets += in->done_sets;
}

static void random_inputs(bench *b, uint64_t *seed, unsigned cycle, unsigned entries)
{
    unsigned crowd = cycle / 2000 % 3, pcs = crowd == 0 ? 2 : crowd == 1 ? entries + 2 : 2 * entries;
    if (cycle % 2000 == 0)
        b->in.cfg_age_period = random_below(seed, 2) ? 0 : 1 + random_below(seed, 300);
    b->in.clear = random_below(seed, 500) == 0;
    b->in.coalesce = (uint8_t)random_below(seed, 2);
    b->in.coalesce_pc = 16 * random_below(seed, pcs);
    b->in.coalesce_acc = (uint8_t)random_below(seed, random_below(seed, 2) ? 64 : 8);
    b->in.done = (uint8_t)random_below(seed, 2);
    b->in.done_pc = random_below(seed, 3) ? 16 * random_below(seed, pcs) : b->in.coalesce_pc;
    b->in.done_sets = (uint8_t)random_below(seed, random_below(seed, 2) ? 128 : 20);
    b->in.fill_pc[0] = 16 * random_below(seed, pcs + 2);
    b->in.fill_pc[1] = b->in.coalesce_pc;
}

static void compare(const ledger *l, const bench *b)
{
    for (int i = 0; i < l->count; i++)
        expect(b, (unsigned)i, l->list[i].pc, (unsigned)l->list[i].inst, (unsigned)l->list[i].acc, (unsigned)l->list[i].sets);
    assert_int_equal(b->q.timer, l->gone);
}

static void test_every_configuration_against_a_ledger(void **state)
{
    (void)state;
    for (const block_ops *model = NULL; (model = model_after("oaws_dlc", model)) != NULL;) {
        bench b = start(model->config);
        unsigned entries = model_param(model, "ENTRIES");
        ledger l = {.count = (int)entries};
        uint64_t seed = 23;
        for (unsigned cycle = 0; cycle < 20000; cycle++) {
            random_inputs(&b, &seed, cycle, entries);
            bool hit[2] = {ledger_find(&l, b.in.fill_pc[0]), ledger_find(&l, b.in.fill_pc[1])};
            model_step(model, &b.q, &b.in, &b.out);
            if (b.in.clear)
                ledger_clear(&l);
            ledger_period(&l, &b.in);
            if (b.in.coalesce)
                ledger_coalesce(&l, &b.in);
            if (b.in.done)
                ledger_done(&l, &b.in);
            const record *served = ledger_find(&l, b.in.done_pc);
            assert_int_equal(b.out.fill_hit[0], hit[0]);
            assert_int_equal(b.out.fill_hit[1], hit[1]);
            assert_int_equal(b.out.service_hit, served != NULL);
            assert_int_equal(b.out.sensitive, served && served->acc + served->acc > 3 * served->sets);
            compare(&l, &b);
        }
    }
}

// What is counted in one go is what as many steps leave; the ageing is never in it, nor an event.
static void test_counts_up_to_the_ageing(void **unused)
{
    (void)unused;
    for (unsigned period = 0; period < 12; period++)
        for (unsigned asked = 1; asked < 14; asked++) {
            bench b = start("entries2");
            coalesce(&b, 0x90, 32);
            b.in.cfg_age_period = period;
            for (unsigned cycle = 0; cycle < 25; cycle++) {
                struct oaws_dlc_state counted = b.q, stepped;
                unsigned left = b.q.timer + 1 < period ? period - 1 - b.q.timer : 0;
                unsigned expected = asked < left ? asked : left;
                assert_int_equal(b.model->count(&b.q, &b.in, asked, &counted), expected);
                bench steps = b;
                idle_cycles(&steps, expected);
                stepped = steps.q;
                assert_memory_equal(&counted, &stepped, sizeof counted);
                for (unsigned event = 0; event < 3; event++) {
                    struct oaws_dlc_in in = b.in;
                    *(event == 0 ? &in.clear : event == 1 ? &in.coalesce : &in.done) = 1;
                    assert_int_equal(b.model->count(&b.q, &in, asked, &counted), 0);
                }
                step(&b);
            }
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example_e11),
        cmocka_unit_test(test_coalesce_counts_and_done_adds_sets),
        cmocka_unit_test(test_free_entry_never_hits),
        cmocka_unit_test(test_sensitive_above_one_and_a_half),
        cmocka_unit_test(test_service_sees_this_cycle_and_fills_do_not),
        cmocka_unit_test(test_allocation_takes_the_smallest_inst),
        cmocka_unit_test(test_overflow_halves_the_entry_first),
        cmocka_unit_test(test_overflowing_sets_keep_inst_at_one),
        cmocka_unit_test(test_ageing_every_period),
        cmocka_unit_test(test_period_0_never_ages_and_1_always),
        cmocka_unit_test(test_clear_restarts_the_period),
        cmocka_unit_test(test_counts_up_to_the_ageing),
        cmocka_unit_test(test_every_configuration_against_a_ledger),
    };
    return cmocka_run_group_tests_name("oaws_dlc", tests, NULL, NULL);
}
