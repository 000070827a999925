// SPDX-License-Identifier: BSD-3-Clause
// What l1d_access says of where a load's line was, whatever stopped the access (D-26): in the tags, on its way, or neither.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/sim/core/ldst_bench.h"

static inflight given[4];               // stay in flight
static unsigned count;

// A load of one line, looked up by itself: what is told at its first attempt.
static void looks(uint64_t address, l1d_status outcome, l1d_found found)
{
    inflight *insn = &given[count++];
    *insn = make(LOAD, address, 1, 0);
    give(insn);
    step_until(core.cycle + LATENCY + 1);
    const l1d_access_event *access = looked_up();
    assert_non_null(access);
    assert_true(access->first_try);
    assert_int_equal(access->outcome, outcome);
    assert_int_equal(access->found, found);
    step();
    if (outcome >= L1D_FAIL_LINE)                       // a retry, if there is one, says the same and that it is one
        assert_true(!looked_up() || (!looked_up()->first_try && looked_up()->found == found));
}

static void setup(unsigned ways, unsigned mshrs, unsigned merges, unsigned miss_queue)
{
    configure();
    config.l1d.sets = 1, config.l1d.index = INDEX_LINEAR, config.l1d.ways = ways;
    config.l1d.mshrs = mshrs, config.l1d.mshr_merges = merges, config.l1d.miss_queue = miss_queue;
    open_unit();
    count = 0;
}

static void of_what_is_served(void **state)
{
    (void)state;
    setup(4, 4, 2, 8);
    warm(0x1000);
    looks(0x1000, L1D_HIT, FOUND_HERE);
    looks(0x2000, L1D_MISS, FOUND_NOWHERE);
    looks(0x2000, L1D_PENDING_HIT, FOUND_ON_ITS_WAY);
    looks(0x2000, L1D_FAIL_MERGE, FOUND_ON_ITS_WAY);
    close_unit();
}

static void without_an_mshr(void **state)
{
    (void)state;
    setup(4, 2, 2, 8);
    looks(0x1000, L1D_MISS, FOUND_NOWHERE);
    looks(0x2000, L1D_MISS, FOUND_NOWHERE);
    looks(0x3000, L1D_FAIL_MSHR, FOUND_NOWHERE);
    close_unit();
}

static void without_a_way(void **state)
{
    (void)state;
    setup(1, 4, 2, 8);
    looks(0x1000, L1D_MISS, FOUND_NOWHERE);
    looks(0x2000, L1D_FAIL_LINE, FOUND_NOWHERE);
    close_unit();
}

// Nothing leaves: the room in the miss queue is asked for before the MSHRs are, so that a line on its way fails there, too.
static void without_room_in_the_miss_queue(void **state)
{
    for (int same = 0; same < 2; same++) {
        (void)state;
        setup(4, 4, 2, 2);
        fake_memory_room(memory, 0);
        looks(0x1000, L1D_MISS, FOUND_NOWHERE);
        looks(same ? 0x1000 : 0x2000, L1D_FAIL_MISS_QUEUE, same ? FOUND_ON_ITS_WAY : FOUND_NOWHERE);
        close_unit();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(of_what_is_served), cmocka_unit_test(without_an_mshr), cmocka_unit_test(without_a_way),
        cmocka_unit_test(without_room_in_the_miss_queue),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
