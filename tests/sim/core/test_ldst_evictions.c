// SPDX-License-Identifier: BSD-3-Clause
// Evictions that the LD/ST unit tells: several in one cycle.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/sim/core/ldst_bench.h"

static void bring(uint64_t address, unsigned warp)
{
    inflight insn = make(LOAD, address, 1, 0);
    insn.warp = (uint8_t)warp;
    give(&insn);
    step_until(core.cycle + LATENCY + 2);
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 3);
}

// Lines allocated on fill: a reply takes the way of one line in the cycle in which a store evicts another. Both are told.
static void a_fill_and_a_store_evict_in_one_cycle(void **state)
{
    (void)state;
    configure();
    config.l1d.sets = 1, config.l1d.ways = 2, config.l1d.allocate = ALLOCATE_ON_FILL, config.l1d.global_write = WRITE_EVICT;
    open_unit();
    bring(0x000, 5);
    bring(0x080, 6);
    assert_int_equal(core.events.l1d_evict_count, 0);
    inflight miss = make(LOAD, 0x100, 1, 0), store = make(STORE, 0x080, 1, 0);
    give(&miss);
    step_until(core.cycle + LATENCY + 2);
    memory_request *reply = taken();
    give(&store);
    step_until(core.cycle + LATENCY);                               // its access entered the queue in the first of them
    ldst_reply(unit, reply, core.cycle);
    step();
    assert_int_equal(core.events.l1d_evict_count, 2);
    const l1d_evict_event *evicted = core.events.l1d_evict;
    assert_true(evicted[0].line == 0x000 && evicted[0].owner == 5 && evicted[0].cause == EVICT_REPLACED);
    assert_true(evicted[1].line == 0x080 && evicted[1].owner == 6 && evicted[1].cause == EVICT_STORE);
    step();
    assert_int_equal(core.events.l1d_evict_count, 0);
    memory_request_free(memory, taken());
    close_unit();
}

// A flush writes the dirty lines back, one a cycle, and tells each as it leaves.
static void a_flush_tells_what_leaves(void **state)
{
    (void)state;
    configure();
    config.l1d.global_write = WRITE_BACK;
    open_unit();
    for (unsigned i = 0; i < 3; i++) {
        bring(0x80 * i, 5 + i);
        if (i == 1)
            continue;                                               // stays clean
        inflight store = make(STORE, 0x80 * i, 32, 4);
        give(&store);
        step_until(core.cycle + LATENCY + 3);
    }
    ldst_flush(unit);
    unsigned told = 0;
    for (unsigned i = 0; i < 6; i++) {
        step();
        for (unsigned e = 0; e < core.events.l1d_evict_count; e++, told++) {
            const l1d_evict_event *evicted = &core.events.l1d_evict[e];
            assert_true(evicted->line == (told ? 0x100 : 0) && evicted->owner == (told ? 7 : 5) && evicted->cause == EVICT_FLUSH);
        }
    }
    assert_int_equal(told, 2);
    memory_request_free(memory, taken()), memory_request_free(memory, taken());
    close_unit();
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_fill_and_a_store_evict_in_one_cycle), cmocka_unit_test(a_flush_tells_what_leaves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
