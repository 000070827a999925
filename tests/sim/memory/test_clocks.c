// SPDX-License-Identifier: BSD-3-Clause
// Clock domains against hand-written orders and against rational times counted out one by one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/clocks.h"

static machine with(uint32_t core, uint32_t icnt, uint32_t l2, uint32_t dram)
{
    machine m;
    machine_defaults(&m);
    m.clock.core_mhz = core;
    m.clock.icnt_mhz = icnt;
    m.clock.l2_mhz = l2;
    m.clock.dram_mhz = dram;
    return m;
}

// 700 : 924 is 25 : 33. DRAM edges lie at 0, 0.757, 1.515, 2.273, 3.030 ... core cycles.
static void gtx480_order(void **state)
{
    (void)state;
    machine m = with(700, 700, 700, 924);
    clocks c;
    clocks_start(&c, &m);
    const unsigned both = DOMAIN_ICNT | DOMAIN_L2, all = both | DOMAIN_DRAM;
    assert_int_equal(clocks_next(&c, 0), all);
    assert_int_equal(clocks_next(&c, 0), 0);
    assert_int_equal(clocks_next(&c, 1), DOMAIN_DRAM);
    assert_int_equal(clocks_next(&c, 1), both);
    assert_int_equal(clocks_next(&c, 1), 0);
    assert_int_equal(clocks_next(&c, 2), DOMAIN_DRAM);
    assert_int_equal(clocks_next(&c, 2), both);
    assert_int_equal(clocks_next(&c, 3), DOMAIN_DRAM);
    assert_int_equal(clocks_next(&c, 3), both);
    assert_int_equal(clocks_next(&c, 4), DOMAIN_DRAM);       // 3.030
    assert_int_equal(clocks_next(&c, 4), DOMAIN_DRAM);       // 3.788
    assert_int_equal(clocks_next(&c, 4), both);
    for (uint64_t cycle = 5; cycle < 25; cycle++)
        while (clocks_next(&c, cycle)) {}
    unsigned due = 0, last = 0;
    while ((due = clocks_next(&c, 25)) != 0)
        last = due;
    assert_int_equal(last, all);                             // edge 33 of the DRAM is edge 25 of the others
}

// Every edge counted out in units of 1 / (product of all frequencies).
static void compare(const machine *m)
{
    const uint64_t steps = m->clock.dram_khz ? 1000 / m->clock.dram_khz : 1;      // of a MHz; the tests below have 500 kHz
    const uint64_t mhz[DOMAINS] = { steps * m->clock.icnt_mhz, steps * m->clock.l2_mhz, steps * m->clock.dram_mhz + (m->clock.dram_khz != 0) };
    const uint64_t core = steps * m->clock.core_mhz, unit = core * mhz[0] * mhz[1] * mhz[2];
    uint64_t next[DOMAINS] = { 0 };
    clocks c;
    clocks_start(&c, m);
    for (uint64_t cycle = 0; cycle < 300; cycle++) {
        for (;;) {
            uint64_t first = UINT64_MAX;
            unsigned expected = 0;
            for (unsigned d = 0; d < DOMAINS; d++)
                first = next[d] < first ? next[d] : first;
            if (first <= cycle * (unit / core))
                for (unsigned d = 0; d < DOMAINS; d++)
                    if (next[d] == first) {
                        expected |= 1u << d;
                        next[d] += unit / mhz[d];
                    }
            assert_int_equal(clocks_next(&c, cycle), expected);
            if (!expected)
                break;
        }
    }
}

static void any_ratio(void **state)
{
    (void)state;
    const uint32_t mhz[][4] = { { 700, 700, 700, 924 }, { 1400, 1400, 700, 924 }, { 1417, 1417, 1417, 2500 },
                                { 1300, 650, 650, 800 }, { 100, 1000, 300, 7 }, { 999, 1, 1000, 998 } };
    for (unsigned i = 0; i < sizeof mhz / sizeof mhz[0]; i++) {
        machine m = with(mhz[i][0], mhz[i][1], mhz[i][2], mhz[i][3]);
        compare(&m);
    }
    machine half = with(1132, 1132, 566, 3500);
    half.clock.dram_khz = 500;
    compare(&half);
}

// 3500.5 : 1132 is 7001 : 2264; of 3500 there would be 2264 edges fewer.
static void half_a_megahertz(void **state)
{
    (void)state;
    machine m = with(1132, 1132, 1132, 3500);
    m.clock.dram_khz = 500;
    clocks c;
    clocks_start(&c, &m);
    clocks_skip(&c, UINT64_C(2264000));
    assert_int_equal(clocks_passed(&c, DOMAIN_DRAM), 7001001);
    assert_int_equal(clocks_passed(&c, DOMAIN_L2), 2264001);
}

// In phase again, shortly before the time of an edge wraps, in the unit that all domains share: on they go as from the beginning.
static void far_from_the_beginning(void **state)
{
    (void)state;
    machine m = with(1132, 1132, 566, 3500);
    m.clock.dram_khz = 500;
    clocks first, later;
    clocks_start(&first, &m);
    const uint64_t far = UINT64_MAX / (2264 * first.step[0]) * 2264;
    clocks_start(&later, &m);
    clocks_skip(&later, far - 1);
    for (unsigned edge = 0; edge < 3; edge++)
        assert_int_equal(clocks_next(&later, far), DOMAIN_DRAM);          // behind core edge far - 1
    for (uint64_t cycle = 0; cycle < 5000; cycle++)
        for (unsigned due = 1; due != 0;) {
            due = clocks_next(&first, cycle);
            assert_int_equal(clocks_next(&later, far + cycle), due);
        }
}

static void skipping_does_not_drift(void **state)
{
    (void)state;
    machine m = with(700, 350, 701, 924);
    clocks stepped, skipped;
    clocks_start(&stepped, &m);
    clocks_start(&skipped, &m);
    uint64_t dram = 0;
    for (uint64_t cycle = 0; cycle <= 5000; cycle++)
        for (unsigned due; (due = clocks_next(&stepped, cycle)) != 0;)
            dram += (due & DOMAIN_DRAM) != 0;
    assert_int_equal(clocks_skip(&skipped, 5000), dram);
    assert_memory_equal(&stepped, &skipped, sizeof stepped);
    clocks_skip(&skipped, UINT64_C(25000000000));            // 33 DRAM edges in 25 cycles, and the one at 0
    assert_int_equal(skipped.edge[2], UINT64_C(33000000001));
    assert_int_equal(clocks_skip(&skipped, 5), 0);           // the past has been passed
    clocks_restart(&skipped);
    assert_int_equal(clocks_next(&skipped, 0), DOMAIN_ICNT | DOMAIN_L2 | DOMAIN_DRAM);
}

// DRAM rests and wakes again at edges of the L2: the other edges come as before, and as many of DRAM's have passed.
static void dram_rests(void **state)
{
    (void)state;
    static const unsigned l2_mhz[] = {700, 350, 1400};
    for (unsigned i = 0; i < 3; i++) {
        const machine m = with(700, 700, l2_mhz[i], 924);
        clocks all, lazy;
        uint64_t dram = 0, lazy_dram = 0, edges = 0;
        clocks_start(&all, &m);
        clocks_start(&lazy, &m);
        for (uint64_t cycle = 0; cycle < 5000; cycle++)
            for (unsigned due; (due = clocks_next(&all, cycle)) != 0;) {
                dram += (due & DOMAIN_DRAM) != 0;
                if (clocks_dram_rests(&lazy) && due == DOMAIN_DRAM)
                    continue;
                const unsigned taken = clocks_next(&lazy, cycle);
                assert_int_equal(taken, clocks_dram_rests(&lazy) ? due & ~(unsigned)DOMAIN_DRAM : due);
                lazy_dram += (taken & DOMAIN_DRAM) != 0;
                if (due & DOMAIN_L2 && clocks_dram_rests(&lazy) && (++edges % 7 == 0 || due & DOMAIN_DRAM)) {
                    lazy_dram += clocks_wake_dram(&lazy);
                    assert_int_equal(lazy_dram, dram);
                    assert_memory_equal(&lazy, &all, sizeof all);
                } else if (taken & DOMAIN_DRAM && cycle % 3 == 0) {
                    clocks_rest_dram(&lazy);
                }
            }
        assert_true(edges > 1000);
    }
    machine m = with(700, 700, 700, 700);
    clocks one;
    clocks_start(&one, &m);
    clocks_rest_dram(&one);
    assert_false(clocks_dram_rests(&one));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gtx480_order),
        cmocka_unit_test(any_ratio),
        cmocka_unit_test(half_a_megahertz),
        cmocka_unit_test(dram_rests),
        cmocka_unit_test(far_from_the_beginning), cmocka_unit_test(skipping_does_not_drift),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
