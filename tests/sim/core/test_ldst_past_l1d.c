// SPDX-License-Identifier: BSD-3-Clause
// What passes the L1D by: atomics, and ld.cg and st.cg, which are cached in the L2 only. The LD/ST unit between a
// fake SM and a fake memory.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void atomics_pass_the_l1d_by(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(ATOMIC, 0x1000, 32, 4);    // four segments of 32 bytes
    insn.policy_charge = 1;
    give(&insn);
    fake_memory_room(memory, 0);
    step();
    assert_int_equal(totals.stalls_ldst_icnt, 1);
    fake_memory_room(memory, UINT32_MAX);
    step();
    assert_int_equal(fake_memory_last_bytes(memory), 32);   // it carries data
    step_until(5);
    assert_true(ldst_can_accept(unit));
    assert_int_equal(core.events.load_done_count, 1);
    assert_true(core.events.load_done[0].charge == 1 && !core.events.load_done[0].had_access);
    assert_int_equal(totals.l1d_accesses, 0);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(core.completed, 0);
        memory_request *request = taken();
        assert_true(request->kind == REQUEST_GLOBAL_ATOMIC && request->address == 0x1060 - 32 * i && request->wants_reply);
        ldst_reply(unit, request, core.cycle);
        step_until(core.cycle + 3);
    }
    assert_int_equal(core.completed, 1);
    assert_int_equal(core.writes, 4);
    assert_true(ldst_empty(unit));
    close_unit();
}

static void cg_loads_go_to_the_l2_by_sectors(void **state)
{
    (void)state;
    configure();
    open_unit();
    warm(0x1000);                                   // the line is in the L1D: it is not looked at
    uint64_t accesses = totals.l1d_accesses;
    unsigned completed = core.completed, writes = core.writes;
    inflight insn = make(CG_LOAD, 0x1000, 32, 4);   // 128 bytes: four segments of 32
    give(&insn);
    fake_memory_room(memory, 0);
    step();
    assert_int_equal(totals.stalls_ldst_icnt, 1);
    assert_int_equal(fake_memory_last_bytes(memory), 0);    // a read carries no data
    fake_memory_room(memory, UINT32_MAX);
    for (unsigned i = 0; i < 4; i++) {
        assert_false(ldst_can_accept(unit));
        step();
        assert_int_equal(core.events.raised, 0);
    }
    assert_true(ldst_can_accept(unit));
    assert_int_equal(totals.stalls_ldst_coal, 3);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(core.completed, completed);
        memory_request *request = taken();
        assert_true(request->kind == REQUEST_GLOBAL_READ && request->address == 0x1060 - 32 * i && request->bytes == 32 &&
                    request->wants_reply);
        ldst_reply(unit, request, core.cycle);
        step_until(core.cycle + 3);
    }
    assert_int_equal(core.completed, completed + 1);
    assert_int_equal(core.writes, writes + 4);
    assert_int_equal(totals.l1d_accesses, accesses);
    assert_int_equal(totals.loads_coherent, 1);     // the one that warmed: loads counted are loads at the L1D
    assert_true(ldst_empty(unit));
    close_unit();
}

static void cg_loads_of_local_memory_too(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(CG_LOCAL_LOAD, 0x2000, 32, 4);     // two words a lane, each 128 bytes wide over the warp
    give(&insn);
    step_until(core.cycle + 8);
    assert_int_equal(fake_memory_sent(memory), 8);
    assert_int_equal(totals.l1d_accesses, 0);
    for (unsigned i = 0; i < 8; i++) {
        memory_request *request = taken();
        assert_true(request->kind == REQUEST_LOCAL_READ && request->bytes == 32);
        ldst_reply(unit, request, core.cycle);
        step_until(core.cycle + 3);
    }
    assert_int_equal(core.completed, 1);
    assert_true(ldst_empty(unit));
    close_unit();
}

static void cg_stores_leave_the_l1d_as_it_is(void **state)
{
    (void)state;
    configure();
    open_unit();
    warm(0x1000);
    unsigned completed = core.completed;
    inflight store = make(CG_STORE, 0x1000, 16, 4);         // two whole sectors
    give(&store);
    step();
    assert_int_equal(fake_memory_last_bytes(memory), 32);
    assert_int_equal(core.sent, 1);
    step();
    assert_int_equal(core.sent, 2);
    assert_int_equal(core.completed, completed + 1);        // it has left the unit
    for (unsigned i = 0; i < 2; i++) {
        memory_request *request = taken();
        assert_true(request->kind == REQUEST_GLOBAL_WRITE && request->address == 0x1020 - 32 * i && request->wants_reply);
        assert_int_equal(request->byte_mask_sectors, 2 >> i);
        ldst_reply(unit, request, core.cycle);
        step();
    }
    assert_int_equal(core.acked, 2);
    assert_int_equal(core.acked_warp, 3);
    assert_true(ldst_empty(unit));
    inflight load = make(LOAD, 0x1000, 32, 4);              // evict on write is the L1D's own: the line is still there
    give(&load);
    step_until(core.cycle + LATENCY + 1);
    assert_true(hits_at_first());
    close_unit();
}

// An L2 without sectors: whole lines, as through the L1D.
static void without_sectors_lines_are_asked_for(void **state)
{
    (void)state;
    static const unsigned kinds[] = {CG_LOAD, CG_STORE, ATOMIC};
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        configure();
        config.l2.sector_bytes = 128;
        open_unit();
        inflight insn = make(kinds[i], 0x1000, 32, 4);
        give(&insn), step();
        assert_true(ldst_can_accept(unit));
        memory_request *request = taken();
        assert_true(request->address == 0x1000 && request->bytes == 128 && request->sector_mask == 0xf);
        ldst_reply(unit, request, core.cycle), step_until(core.cycle + 3);
        assert_true(ldst_empty(unit));
        close_unit();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(atomics_pass_the_l1d_by), cmocka_unit_test(cg_loads_go_to_the_l2_by_sectors),
        cmocka_unit_test(without_sectors_lines_are_asked_for),
        cmocka_unit_test(cg_loads_of_local_memory_too), cmocka_unit_test(cg_stores_leave_the_l1d_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
