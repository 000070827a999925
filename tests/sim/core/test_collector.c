// SPDX-License-Identifier: BSD-3-Clause
// Operand collectors: cycles from issue slot to unit slot by hand, bank and port conflicts, write-backs first, fairness.
#include "sim/core/collector.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { INSNS = 64 };

static machine m;
static collectors c;
static latch in[UNIT_COUNT], out[UNIT_COUNT];
static insn code[INSNS];
static inflight flight[INSNS];
static unsigned made;

static int open_collectors(void **state)
{
    (void)state;
    machine_defaults(&m);
    memset(in, 0, sizeof in);
    memset(out, 0, sizeof out);
    made = 0;
    for (int i = 0; i < UNIT_COUNT; i++)
        in[i].slots = out[i].slots = 2;
    collectors_open(&c, &m, in, out);
    return 0;
}

// An instruction of a warp that reads `n` registers which lie in the given banks for warp 0.
static inflight *put(insn_unit unit, unsigned warp, unsigned n, const uint16_t *banks)
{
    code[made] = (insn){.unit = (uint8_t)unit, .n_src = (uint8_t)n};
    memcpy(code[made].src_number, banks, n * sizeof *banks);
    flight[made] = (inflight){.step = {.insn = &code[made]}, .warp = (uint8_t)warp, .age = made};
    latch_put(&in[unit], &flight[made]);
    return &flight[made++];
}

// Steps until the instruction reaches its unit's slot.
static unsigned cycles_until_out(insn_unit unit, const inflight *which)
{
    for (unsigned cycle = 1; cycle < 100; cycle++) {
        collectors_cycle(&c);
        for (unsigned i = 0; i < out[unit].used; i++)
            if (out[unit].slot[i] == which)
                return cycle;
    }
    fail_msg("never came out");
    return 0;
}

// In three banks, in two, and in one.
static void test_one_cycle_to_enter_one_a_bank_s_turn_one_to_leave(void **state)
{
    (void)state;
    static const uint16_t banks[3][3] = {{1, 2, 3}, {1, 2, 17}, {4, 20, 4}};
    static const unsigned reads[2][3][4] = {[COLLECTOR_READS_SEVERAL] = {{0, 1, 1, 1}, {0, 1, 1, 2}, {0, 1, 2, 3}},
                                            [COLLECTOR_READS_ONE] = {{0, 1, 2, 3}, {0, 1, 2, 3}, {0, 1, 2, 3}}};
    for (uint32_t how = 0; how < 2; how++)
        for (unsigned row = 0; row < 3; row++)
            for (unsigned operands = 0; operands <= 3; operands++) {
                open_collectors(NULL);
                m.core.collector_reads = how;
                collectors_open(&c, &m, in, out);
                assert_int_equal(cycles_until_out(UNIT_SP, put(UNIT_SP, 0, operands, banks[row])), 2 + reads[how][row][operands]);
                assert_true(collectors_stuck(&c));
            }
}

static void test_two_reads_of_one_bank_take_turns(void **state)
{
    (void)state;
    static const uint16_t bank[] = {4};
    inflight *first = put(UNIT_SP, 0, 1, bank), *second = put(UNIT_SP, 0, 1, bank);
    unsigned a = cycles_until_out(UNIT_SP, first);
    latch_take_oldest(&out[UNIT_SP]);
    assert_int_equal(a, 3);
    assert_int_equal(cycles_until_out(UNIT_SP, second), 1);
}

static void test_warps_shift_the_banks(void **state)
{
    (void)state;
    static const uint16_t bank[] = {4};
    put(UNIT_SP, 0, 1, bank);
    inflight *second = put(UNIT_SP, 1, 1, bank);
    assert_int_equal(cycles_until_out(UNIT_SP, second), 3);
    assert_int_equal(out[UNIT_SP].used, 2);
}

static void test_write_back_takes_the_bank_first(void **state)
{
    (void)state;
    static const uint16_t bank[] = {4};
    const insn writer = {.n_dst = 1, .dst_number = {4}};
    inflight *reader = put(UNIT_SP, 0, 1, bank);
    uint8_t written = 0;
    collectors_cycle(&c);
    assert_true(collectors_write(&c, &writer, 0, &written));
    assert_int_equal(written, 1);
    collectors_cycle(&c);
    assert_int_equal(cycles_until_out(UNIT_SP, reader), 2);
}

static void test_second_write_of_a_bank_waits_and_the_first_is_kept(void **state)
{
    (void)state;
    const insn writer = {.n_dst = 3, .dst_number = {4, 20, 5}};
    uint8_t written = 0;
    assert_false(collectors_write(&c, &writer, 0, &written));
    assert_int_equal(written, 1);
    assert_false(collectors_write(&c, &writer, 0, &written));
    collectors_cycle(&c);
    assert_true(collectors_write(&c, &writer, 0, &written));
    assert_int_equal(written, 7);
}

static void test_guard_is_not_read(void **state)
{
    (void)state;
    static const uint16_t banks[] = {1, 17};                        // one bank: to read both would take two cycles
    inflight *guarded = put(UNIT_SP, 0, 2, banks);
    code[0].flags = INSN_PREDICATED;
    assert_int_equal(cycles_until_out(UNIT_SP, guarded), 3);
}

static void test_ports_limit_what_enters_a_cycle(void **state)
{
    (void)state;
    put(UNIT_MEM, 0, 0, NULL);
    put(UNIT_MEM, 1, 0, NULL);
    collectors_cycle(&c);
    assert_int_equal(in[UNIT_MEM].used, 1);
    put(UNIT_SP, 0, 0, NULL);
    put(UNIT_SP, 1, 0, NULL);
    collectors_cycle(&c);
    assert_int_equal(in[UNIT_SP].used, 0);
    assert_int_equal(in[UNIT_MEM].used, 0);
}

// Four collectors are ready at once; the unit's slots would take them all.
static void test_ports_limit_what_leaves_a_cycle(void **state)
{
    (void)state;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        open_collectors(NULL);
        m.core.sp_ports = ports, m.core.sp_collectors = 4;
        collectors_open(&c, &m, in, out);
        in[UNIT_SP].slots = out[UNIT_SP].slots = LATCH_SLOTS;
        out[UNIT_SP].slots = 0;                             // nobody leaves
        for (unsigned warp = 0; warp < 4; warp++)
            put(UNIT_SP, warp, 0, NULL);
        for (unsigned cycle = 0; cycle < 8; cycle++)
            collectors_cycle(&c);
        assert_int_equal(in[UNIT_SP].used, 0);
        out[UNIT_SP].slots = LATCH_SLOTS;
        for (unsigned left = ports; left <= 4; left += ports) {
            collectors_cycle(&c);
            assert_int_equal(out[UNIT_SP].used, left);
        }
    }
}

// With core.collector_steps an instruction takes a step as it takes a cycle without, so that many a cycle.
static void test_steps_of_a_cycle(void **state)
{
    (void)state;
    static const uint16_t banks[3] = {4, 20, 4};
    static const unsigned cycles[4] = {0, 5, 3, 2};         // five steps, as many of them a cycle
    for (uint32_t steps = 1; steps <= 3; steps++) {
        open_collectors(NULL);
        m.core.collector_steps = steps, m.core.collector_reads = COLLECTOR_READS_ONE;
        collectors_open(&c, &m, in, out);
        assert_int_equal(cycles_until_out(UNIT_SP, put(UNIT_SP, 0, 3, banks)), cycles[steps]);
    }
}

static void test_full_collectors_hold_the_issue_slot(void **state)
{
    (void)state;
    out[UNIT_MEM].slots = 1;
    for (int i = 0; i < 4; i++) {
        put(UNIT_MEM, 0, 0, NULL);
        collectors_cycle(&c);
        collectors_cycle(&c);
    }
    assert_int_equal(out[UNIT_MEM].used, 1);
    assert_int_equal(in[UNIT_MEM].used, 1);
    assert_true(collectors_stuck(&c));
    latch_take_oldest(&out[UNIT_MEM]);
    assert_false(collectors_stuck(&c));
}

// One port: the second of two instructions that read nothing comes in a cycle later, though the first waits for its unit.
static void test_a_free_collector_takes_the_next(void **state)
{
    (void)state;
    out[UNIT_MEM].slots = 0;
    put(UNIT_MEM, 0, 0, NULL);
    put(UNIT_MEM, 1, 0, NULL);
    collectors_cycle(&c);
    assert_int_equal(in[UNIT_MEM].used, 1);
    assert_false(collectors_stuck(&c));
    collectors_cycle(&c);
    assert_int_equal(in[UNIT_MEM].used, 0);
    assert_true(collectors_stuck(&c));
}

static void test_skipped_cycles_turn_the_allocator_as_steps_do(void **state)
{
    (void)state;
    static collectors stepped;
    for (int i = 0; i < 37; i++)
        collectors_cycle(&c);
    stepped = c;
    open_collectors(NULL);
    collectors_skip(&c, 37);
    assert_int_equal(c.first_diagonal, stepped.first_diagonal);
}

// Whatever the traffic, every operand is read once, no bank twice a cycle; a collector takes all that its banks have first for
// it, or one operand a cycle.
static void random_traffic(uint32_t how)
{
    open_collectors(NULL);
    m.core.collector_reads = how;
    collectors_open(&c, &m, in, out);
    uint32_t seed = 1;
    unsigned entered = 0, left = 0;
    for (unsigned cycle = 0; cycle < 20000; cycle++) {
        for (int unit = 0; unit < UNIT_COUNT; unit++) {
            seed = seed * 1664525u + 1013904223u;
            if (in[unit].used < in[unit].slots && seed >> 30) {
                uint16_t banks[3] = {seed >> 5 & 31, seed >> 10 & 31, seed >> 15 & 31};
                made %= INSNS;
                put((insn_unit)unit, seed >> 20 & 7, seed >> 24 & 3, banks);
                flight[made - 1].age = entered++;
            }
        }
        unsigned before = 0, after = 0;
        uint8_t pending[COLLECTOR_UNITS];
        for (unsigned i = 0; i < c.units; i++) {
            pending[i] = c.unit[i].not_ready;
            before += (unsigned)__builtin_popcount(pending[i]);
        }
        uint64_t banks = c.waiting;
        collectors_cycle(&c);
        for (unsigned i = 0; i < c.units; i++) {
            unsigned read = (unsigned)__builtin_popcount(pending[i] & ~c.unit[i].not_ready);
            assert_true(how == COLLECTOR_READS_SEVERAL || read <= 1 || !c.unit[i].insn);
            after += read;
        }
        assert_true(after <= (unsigned)__builtin_popcountll(banks));
        assert_true(how == COLLECTOR_READS_ONE || after == (unsigned)__builtin_popcountll(banks));
        assert_true(!before || after);
        for (int unit = 0; unit < UNIT_COUNT; unit++)
            while (out[unit].used) {
                latch_take_oldest(&out[unit]);
                left++;
            }
    }
    unsigned inside = 0;
    for (int unit = 0; unit < UNIT_COUNT; unit++)
        inside += in[unit].used + (unsigned)__builtin_popcount(c.set[unit].busy);
    assert_int_equal(entered, left + inside);
    assert_true(left > 10000);
}

static void test_random_traffic_is_conserved(void **state)
{
    (void)state;
    random_traffic(COLLECTOR_READS_SEVERAL);
    random_traffic(COLLECTOR_READS_ONE);
}

// --- collectors of a scheduler (core.sub_cores 2): 8 of 4 schedulers, two each

static void open_parts(unsigned sub_cores)
{
    open_collectors(NULL);
    m.core.sub_cores = sub_cores;
    m.core.schedulers = 4;
    m.core.generic_collectors = m.core.generic_ports = 8;
    m.core.int_units = m.core.dp_units = m.core.tensor_units = 4;
    for (int i = 0; i < UNIT_COUNT; i++)
        in[i].slots = out[i].slots = 8;
    collectors_open(&c, &m, in, out);
}

// Without a register to read.
static inflight *put_through(insn_unit unit, unsigned scheduler)
{
    inflight *insn = put(unit, scheduler, 0, NULL);
    insn->scheduler = (uint8_t)scheduler;
    in[unit].taken |= (uint8_t)(1u << scheduler);
    return insn;
}

static bool stands_in(const latch *l, const inflight *insn)
{
    for (unsigned i = 0; i < l->used; i++)
        if (l->slot[i] == insn)
            return true;
    return false;
}

// Scheduler 1 has an instruction behind the collectors, two in these and one in front. That one is the oldest of its kind: the
// others of that kind wait with it, those of other kinds do not. As all share the collectors nobody waits.
static void test_the_oldest_of_a_kind_holds_the_others_up(void **state)
{
    (void)state;
    for (unsigned sub_cores = 1; sub_cores <= 2; sub_cores++) {
        open_parts(sub_cores);
        for (unsigned i = 0; i < 3; i++) {
            put_through(UNIT_SFU, 1);
            collectors_cycle(&c);
        }
        if (sub_cores == 1)
            out[UNIT_SFU].slots = 0;
        collectors_cycle(&c);
        inflight *oldest = put_through(UNIT_INT, 1), *behind = put_through(UNIT_INT, 2), *other = put_through(UNIT_SP, 2);
        collectors_cycle(&c);
        assert_int_equal(stands_in(&in[UNIT_INT], oldest), sub_cores == 2);
        assert_int_equal(stands_in(&in[UNIT_INT], behind), sub_cores == 2);
        assert_false(stands_in(&in[UNIT_SP], other));
        if (sub_cores == 1)
            continue;
        collectors_cycle(&c);
        assert_true(stands_in(&out[UNIT_SP], other));
        assert_true(collectors_stuck(&c));
        assert_true(collectors_wait(&c, UNIT_SFU));
        assert_false(collectors_wait(&c, UNIT_SP));
        out[UNIT_SFU].used = out[UNIT_SFU].taken = 0;
        assert_false(collectors_stuck(&c));
        collectors_cycle(&c);
        assert_int_equal(in[UNIT_INT].used, 0);
        assert_int_equal(in[UNIT_INT].taken, 0);
    }
}

// Behind the collectors each scheduler has one place of a kind: of three ready ones of scheduler 0, two for the SP, one of these waits.
static void test_a_scheduler_has_one_place_behind_the_collectors(void **state)
{
    (void)state;
    open_parts(2);
    inflight *first = put_through(UNIT_SP, 0);
    collectors_cycle(&c);
    collectors_cycle(&c);
    inflight *second = put_through(UNIT_SP, 0), *load = put_through(UNIT_MEM, 0), *elsewhere = put_through(UNIT_SP, 3);
    collectors_cycle(&c);
    collectors_cycle(&c);
    assert_true(stands_in(&out[UNIT_SP], first) && stands_in(&out[UNIT_SP], elsewhere));
    assert_false(stands_in(&out[UNIT_SP], second));
    assert_true(stands_in(&out[UNIT_MEM], load));
    assert_int_equal(out[UNIT_SP].taken, 1 << 0 | 1 << 3);
    assert_int_equal(out[UNIT_MEM].taken, 1 << 0);
}

// One port out: the lowest scheduler with a ready one is served first; of its two the one behind that which was served last, which
// in the beginning is the second one.
static void test_a_port_out_serves_the_first_scheduler(void **state)
{
    (void)state;
    static const unsigned order[] = {2, 1, 0};
    open_parts(2);
    inflight *of[3] = {put_through(UNIT_SP, 2), put_through(UNIT_INT, 1), put_through(UNIT_SP, 1)};
    collectors_cycle(&c);
    for (unsigned kind = 0; kind < UNIT_COUNT; kind++)
        c.set[kind].ports = 1;
    for (unsigned gone = 0; gone < 3; gone++) {
        collectors_cycle(&c);
        for (unsigned i = 0; i < 3; i++)
            assert_int_equal(stands_in(&out[UNIT_SP], of[order[i]]) || stands_in(&out[UNIT_INT], of[order[i]]), i <= gone);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_one_cycle_to_enter_one_a_bank_s_turn_one_to_leave, open_collectors),
        cmocka_unit_test_setup(test_two_reads_of_one_bank_take_turns, open_collectors),
        cmocka_unit_test_setup(test_warps_shift_the_banks, open_collectors),
        cmocka_unit_test_setup(test_write_back_takes_the_bank_first, open_collectors),
        cmocka_unit_test_setup(test_second_write_of_a_bank_waits_and_the_first_is_kept, open_collectors),
        cmocka_unit_test_setup(test_guard_is_not_read, open_collectors),
        cmocka_unit_test_setup(test_ports_limit_what_enters_a_cycle, open_collectors),
        cmocka_unit_test_setup(test_ports_limit_what_leaves_a_cycle, open_collectors),
        cmocka_unit_test_setup(test_steps_of_a_cycle, open_collectors),
        cmocka_unit_test_setup(test_full_collectors_hold_the_issue_slot, open_collectors),
        cmocka_unit_test_setup(test_a_free_collector_takes_the_next, open_collectors),
        cmocka_unit_test_setup(test_skipped_cycles_turn_the_allocator_as_steps_do, open_collectors),
        cmocka_unit_test_setup(test_random_traffic_is_conserved, open_collectors),
        cmocka_unit_test(test_the_oldest_of_a_kind_holds_the_others_up),
        cmocka_unit_test(test_a_scheduler_has_one_place_behind_the_collectors),
        cmocka_unit_test(test_a_port_out_serves_the_first_scheduler),
    };
    return cmocka_run_group_tests_name("collector", tests, NULL, NULL);
}
