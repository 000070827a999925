// SPDX-License-Identifier: BSD-3-Clause
// LD/ST unit alone, between a fake SM and a fake memory: latencies, order, stalls, events, acknowledgements, write-back turns;
// the L1D latency queue against GPGPU-Sim's shifting array; and a unit that is stepped only at its next event against one that
// is stepped in every cycle.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

static void hit_takes_the_latency(void **state)
{
    (void)state;
    configure();
    open_unit();
    warm(0x1000);
    unsigned writes = core.writes;
    uint64_t accepted = core.cycle;
    inflight insn = make(LOAD, 0x1000, 32, 4);
    give(&insn);
    step();                                         // the access enters the queue; the register is free again
    assert_true(ldst_can_accept(unit));
    step_until(accepted + 1 + LATENCY - 1);
    assert_int_equal(core.completed, 1);
    assert_null(looked_up());
    step();
    assert_int_equal(core.completed, 2);            // a hit needs no write-back port
    assert_int_equal(core.writes, writes);
    const l1d_access_event *access = looked_up();
    assert_true(access && access->first_of_load && access->first_try && access->outcome == L1D_HIT && access->accesses == 1 &&
                access->lines == 1 && access->pc == 0x40 && access->warp == 3 && access->line == 0x1000);
    assert_true(serviced() && serviced()->pc == 0x40 && serviced()->warp == 3);
    assert_true(ldst_next_event(unit) == UINT64_MAX);
    step();
    assert_int_equal(core.events.raised, 0);
    assert_true(ldst_next_event(unit) == UINT64_MAX);
    close_unit();
}

static void miss_comes_back_through_the_write_back_register(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(LOAD, 0x1000, 32, 4);
    give(&insn);
    step_until(1 + LATENCY);                        // looked up: goes to the miss queue
    assert_true(looked_up() && looked_up()->outcome == L1D_MISS && serviced());
    assert_int_equal(fake_memory_sent(memory), 0);
    step();                                         // sent
    assert_int_equal(fake_memory_sent(memory), 1);
    step();
    assert_int_equal(ldst_next_event(unit), UINT64_MAX);
    assert_false(ldst_empty(unit));
    ldst_reply(unit, taken(), core.cycle);
    assert_int_not_equal(ldst_next_event(unit), UINT64_MAX);
    core.port_busy = 1;
    step();                                         // filled
    step();                                         // into the write-back register
    step();                                         // register port taken
    assert_int_equal(core.completed, 0);
    step();
    assert_int_equal(core.completed, 1);
    assert_int_equal(core.writes, 1);
    assert_ptr_equal(core.last_complete, &insn);
    assert_true(ldst_empty(unit));
    close_unit();
}

static void accesses_go_from_the_highest_address(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(LOAD, 0x10000, 3, 128);
    insn.policy_charge = 5;
    give(&insn);
    for (unsigned i = 0; i < 3; i++) {
        assert_false(ldst_can_accept(unit));
        step();
    }
    assert_true(ldst_can_accept(unit));
    assert_int_equal(totals.stalls_ldst_coal, 2);
    for (unsigned i = 0; i < 3; i++) {
        step_until(1 + LATENCY + i);
        const l1d_access_event *access = looked_up();
        assert_non_null(access);
        assert_int_equal(access->line, 0x10000 + 128 * (2 - i));
        assert_int_equal(access->set, 2 - i);
        assert_int_equal(access->first_of_load, i == 0);
        assert_int_equal(core.events.load_done_count, i == 2);
        assert_int_equal(serviced() ? serviced()->charge : 0, i == 2 ? 5 : 0);
    }
    assert_int_equal(totals.l1d_misses, 3);
    step_until(20);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(core.completed, 0);
        ldst_reply(unit, taken(), core.cycle);
        step_until(core.cycle + 4);
    }
    assert_int_equal(core.completed, 1);            // with its last access
    assert_int_equal(core.writes, 3);
    close_unit();
}

static void load_without_lanes_makes_no_access(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(LOAD, 0x1000, 0, 4);
    insn.policy_charge = 2;
    give(&insn);
    step();
    assert_int_equal(core.completed, 1);
    assert_int_equal(core.events.load_done_count, 1);
    assert_true(core.events.load_done[0].charge == 2 && !core.events.load_done[0].had_access);
    assert_null(looked_up());
    inflight membar = make(MEMBAR, 0, 0, 0);
    give(&membar);
    step();
    assert_int_equal(core.completed, 2);
    assert_true(ldst_empty(unit));
    assert_int_equal(totals.l1d_accesses, 0);
    close_unit();
}

static void stores_are_acknowledged(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(STORE, 0x1000, 2, 128);
    give(&insn);
    step();
    assert_int_equal(core.sent, 1);
    assert_int_equal(core.completed, 0);
    step();
    assert_int_equal(core.sent, 2);
    assert_int_equal(core.completed, 1);            // the instruction is gone, its accesses are on their way
    assert_null(looked_up());
    step_until(2 + LATENCY + 2);
    memory_request *second = taken(), *first = taken();
    assert_true(second->address == 0x1080 && first->address == 0x1000 && first->bytes == 32 && first->kind == REQUEST_GLOBAL_WRITE);
    ldst_reply(unit, second, core.cycle);
    ldst_reply(unit, first, core.cycle);
    assert_false(ldst_can_reply(unit));
    step();
    assert_int_equal(core.acked, 1);                // one reply a cycle
    step();
    assert_int_equal(core.acked, 2);
    assert_int_equal(fake_memory_live(memory), 0);
    assert_int_equal(core.writes, 0);
    close_unit();
}

static void store_that_stays_is_acknowledged_at_once(void **state)
{
    (void)state;
    configure();
    config.l1d.global_write = WRITE_BACK;
    open_unit();
    warm(0x1000);
    inflight insn = make(STORE, 0x1000, 1, 0);
    uint64_t accepted = core.cycle;
    give(&insn);
    step_until(accepted + LATENCY);
    assert_int_equal(core.acked, 0);
    step();
    assert_int_equal(core.acked, 1);
    assert_int_equal(fake_memory_sent(memory), 0);
    close_unit();
}

static void shared_memory_conflicts_and_latency(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(SHARED_LOAD, 0, 32, 8);    // two-way conflict
    give(&insn);
    step();
    assert_false(ldst_can_accept(unit));
    step();
    assert_true(ldst_can_accept(unit));
    step_until(2 + SHARED_LATENCY);                 // in the write-back register
    assert_int_equal(core.completed, 0);
    step();
    assert_int_equal(core.completed, 1);
    assert_int_equal(core.writes, 1);
    assert_int_equal(totals.shared_accesses, 1);
    assert_int_equal(totals.shared_conflict_cycles, 1);
    inflight store = make(SHARED_STORE, 0, 32, 128);
    uint64_t accepted = core.cycle;
    give(&store);
    step_until(accepted + 31);
    assert_int_equal(core.completed, 1);
    step();
    assert_int_equal(core.completed, 2);
    assert_int_equal(core.sent, 0);
    close_unit();
}

static void parameters_through_the_l1c(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight insn = make(PARAM_LOAD, 0x8, 32, 0);
    give(&insn);
    step();                                         // misses
    assert_int_equal(totals.l1c_misses, 1);
    assert_true(ldst_can_accept(unit));
    step_until(3);
    memory_request *request = taken();
    assert_true(request->kind == REQUEST_CONST_READ && request->client == CLIENT_L1C && request->bytes == 64 && request->line == 0);
    ldst_reply(unit, request, core.cycle);
    step_until(6);
    assert_int_equal(core.completed, 1);
    give(&insn);
    step();                                         // a hit completes in the cycle of its access
    assert_int_equal(core.completed, 2);
    assert_int_equal(core.writes, 1);
    assert_true(ldst_empty(unit));
    inflight three = make(PARAM_LOAD, 0, 3, 64);
    give(&three);
    step();                                         // miss, miss, hit: one block a cycle, from the highest
    assert_false(ldst_can_accept(unit));
    step_until(core.cycle + 2);
    assert_true(ldst_can_accept(unit));
    assert_int_equal(totals.l1c_accesses, 5);
    assert_int_equal(core.completed, 2);
    step();
    ldst_reply(unit, taken(), core.cycle);
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 4);
    assert_int_equal(core.completed, 3);
    close_unit();
}

// A perfect constant cache: all accesses of an instruction in the cycle of the first, where a real one that hits takes one a cycle.
static void perfect_constants_take_one_cycle(void **state)
{
    (void)state;
    for (unsigned perfect = 0; perfect < 2; perfect++) {
        configure();
        config.l1c.perfect = perfect;
        config.l1d.perfect = !perfect;              // the L1C hits, too, and is no perfect one
        totals.l1c_accesses = 0;
        open_unit();
        inflight three = make(PARAM_LOAD, 0, 3, 64);
        give(&three);
        step();
        assert_int_equal(core.completed, perfect);
        assert_int_equal(totals.l1c_accesses, perfect ? 3 : 1);
        step_until(core.cycle + 2);
        assert_int_equal(core.completed, 1);
        assert_int_equal(totals.l1c_accesses, 3);
        assert_int_equal(totals.l1c_misses, 0);
        assert_true(ldst_empty(unit));
        close_unit();
    }
}

static void local_vectors_interleave_threads(void **state)
{
    (void)state;
    configure();
    open_unit();
    // 8 bytes at the same offset in each lane, as the front end interleaves them: two words, a full segment each
    inflight insn = make(LOCAL_LOAD, 0x40000800, 32, 4);
    give(&insn);
    step_until(2 + LATENCY + 2);
    memory_request *high = taken(), *low = taken();
    assert_int_equal(low->line, 0x40000800);
    assert_int_equal(high->line - low->line, LOCAL_STRIDE);
    assert_int_equal(low->kind, REQUEST_LOCAL_READ);
    assert_null(fake_memory_take(memory));
    close_unit();
}

// The four clients in turn; a texture client that never has anything keeps its place.
static void write_back_turns(void **state)
{
    (void)state;
    configure();
    open_unit();
    warm(0x1000);                                   // the cache was served last: shared memory has the first turn
    inflight shared[2], load = make(LOAD, 0x8000, 1, 0), atomic = make(ATOMIC, 0x9000, 1, 0);
    shared[0] = make(SHARED_LOAD, 0, 1, 0), shared[1] = shared[0];
    load.age = 1, atomic.age = 2, shared[0].age = 3, shared[1].age = 4;
    give(&atomic), step();
    give(&load), step_until(core.cycle + LATENCY + 3);
    memory_request *atomic_reply = taken(), *fill = taken();
    core.port_busy = 1000;                          // something stays in the write-back register meanwhile
    inflight holder = make(SHARED_LOAD, 0, 1, 0);
    give(&holder), step();
    give(&shared[0]), step();
    give(&shared[1]), step_until(core.cycle + SHARED_LATENCY + 3);
    ldst_reply(unit, atomic_reply, core.cycle);
    ldst_reply(unit, fill, core.cycle);
    step_until(core.cycle + 3);
    core.port_busy = 0;
    unsigned first = core.completed;
    step_until(core.cycle + 6);
    assert_int_equal(core.completed, first + 5);
    const uint64_t order[] = {0, 2, 1, 3, 4};       // holder (shared), then memory, cache, shared, shared
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(core.log[first + i].age, order[i]);
    assert_true(ldst_empty(unit));
    close_unit();
}

static void reservation_fail_blocks_the_queue(void **state)
{
    (void)state;
    configure();
    config.l1d.mshrs = 2;
    open_unit();
    warm(0x1000);
    inflight misses = make(LOAD, 0x100000, 3, 0x1000), hit = make(LOAD, 0x1000, 1, 0);
    uint64_t accepted = core.cycle;
    give(&misses), step_until(accepted + 3);
    give(&hit), step();
    step_until(accepted + 3 + LATENCY);             // the third finds no MSHR
    assert_true(looked_up() && looked_up()->first_try && looked_up()->outcome == L1D_FAIL_MSHR && !serviced());
    assert_int_equal(totals.l1d_fail_mshr, 1);
    step_until(accepted + 3 + LATENCY + 10);
    assert_int_equal(totals.l1d_fail_mshr, 11);     // counted in every cycle
    assert_int_equal(totals.stalls_ldst_mshr, 11);
    assert_null(looked_up());
    assert_int_equal(core.completed, 1);            // the hit waits behind it
    ldst_reply(unit, taken(), core.cycle);
    step();                                         // filled; looked up again, but the MSHR is held until its load leaves
    assert_true(looked_up() && !looked_up()->first_try && !looked_up()->first_of_load);
    assert_int_equal(totals.l1d_fail_mshr, 12);
    step();                                         // the load moves to the write-back register: its MSHR is free
    assert_true(serviced() && looked_up()->outcome == L1D_MISS && !looked_up()->first_try);
    step();
    assert_int_equal(core.completed, 2);            // the hit
    close_unit();
}

// --- the latency queue as an array that shifts, with stores that go through a miss queue of `places`

static void latency_queue_shifts_as_an_array(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 20; seed++) {
        enum { PLACES = 2, STEPS = 3000 };
        configure();
        config.l1d.latency = 1 + seed % 7;
        config.l1d.miss_queue = PLACES;
        open_unit();
        srand(seed);
        uint64_t stage[8] = {0}, queue[PLACES], next = 1;           // addresses of stores; 0: empty
        unsigned queued = 0, last = config.l1d.latency - 1;
        inflight store;
        unsigned open_chance = 1 + seed % 4;
        for (unsigned cycle = 0; cycle < STEPS; cycle++) {
            bool room = (unsigned)rand() % 5 < open_chance;
            fake_memory_room(memory, room);
            bool holds = !ldst_can_accept(unit);
            step();
            if (room && queued) {                                   // the miss queue's head leaves
                memory_request *request = taken();
                assert_int_equal(request->address, queue[0]);
                queue[0] = queue[1];
                queued--;
                memory_request_free(memory, request);
            }
            assert_null(fake_memory_take(memory));
            if (stage[0] && queued < PLACES) {                      // lookup
                queue[queued++] = stage[0];
                stage[0] = 0;
            }
            for (unsigned i = 0; i < last; i++) {
                if (!stage[i]) {
                    stage[i] = stage[i + 1];
                    stage[i + 1] = 0;
                }
            }
            bool entered = holds && !stage[last];
            if (entered)
                stage[last] = next++ * 128;
            assert_int_equal(ldst_can_accept(unit), !holds || entered);
            if (ldst_can_accept(unit) && rand() % 3) {
                store = make(STORE, next * 128, 1, 0);
                give(&store);
            }
        }
        assert_true(next > 200);
        close_unit();
    }
}

// --- stepped at events only, or in every cycle

typedef struct { counters totals; sm core; uint64_t events; } outcome;

static void random_traffic(unsigned seed, bool every, outcome *result)
{
    enum { STEPS = 13000, FLUSH = 200, FLIGHT = 128, INSNS = 4096 };
    static inflight insns[INSNS];
    struct { memory_request *request; uint64_t due; } flight[FLIGHT];
    unsigned flying = 0, given = 0;
    uint64_t events = 0, next_give = 1;
    configure();
    config.l1d.sets = 2, config.l1d.mshrs = 6, config.l1d.mshr_merges = 2, config.l1d.miss_queue = 3;
    config.l1d.allocate = seed % 2;
    config.l1d.global_write = seed % 3;                             // all six together
    open_unit();
    for (core.cycle = 1; core.cycle < STEPS + FLUSH; core.cycle++) {
        bool flush = core.cycle >= STEPS && ldst_flush(unit);
        assert_true(!flush || core.cycle < STEPS + FLUSH - 1);
        srand(seed * 100000 + (unsigned)core.cycle);
        sm_events_clear(&core.events);
        fake_memory_room(memory, rand() % 4 != 0);
        for (unsigned i = 0; i < flying && ldst_can_reply(unit); i++) {
            if (flight[i].due > core.cycle)
                continue;
            ldst_reply(unit, flight[i].request, core.cycle);
            memmove(&flight[i], &flight[i + 1], (--flying - i) * sizeof flight[0]);
            break;
        }
        if (every || ldst_next_event(unit) <= core.cycle) {
            ldst_cycle(unit, core.cycle);
            const sm_events *seen = &core.events;
            if (seen->raised)
                events = events * 31 + core.cycle + seen->raised;
            if (looked_up())
                events = events * 31 + looked_up()->line + looked_up()->first_of_load * 2 + looked_up()->first_try * 4 + looked_up()->outcome * 8;
            for (unsigned i = 0; i < seen->load_done_count; i++)
                events = events * 31 + seen->load_done[i].pc + seen->load_done[i].had_access;
            for (unsigned i = 0; i < seen->l1d_evict_count; i++)
                events = events * 31 + seen->l1d_evict[i].line + seen->l1d_evict[i].cause;
        }
        memory_request *request = fake_memory_take(memory);
        if (request) {
            flight[flying].request = request;
            flight[flying++].due = core.cycle + 5 + (unsigned)rand() % 40;
        }
        if (ldst_can_accept(unit) && core.cycle >= next_give && given < INSNS && flying < FLIGHT / 2 &&
            core.cycle < STEPS - 1000) {
            unsigned lanes = (unsigned)rand() % 33;
            insns[given] = make((unsigned)rand() % 8, (uint64_t)(rand() % 8) * 128, lanes, (uint64_t)(rand() % 3) * 64);
            insns[given].age = given;
            give(&insns[given++]);
            next_give = core.cycle + 1 + (rand() % 8 == 0) * (unsigned)(rand() % 400);
        }
    }
    sm_events_clear(&core.events);
    ldst_cycle(unit, core.cycle);
    *result = (outcome){.totals = totals, .core = core, .events = events};
    close_unit();
}

static void stepping_at_events_only_changes_nothing(void **state)
{
    (void)state;
    static outcome every, sparse;
    for (unsigned seed = 0; seed < 8; seed++) {
        random_traffic(seed, true, &every);
        random_traffic(seed, false, &sparse);
        assert_true(every.core.completed > 100 && every.totals.l1d_reservation_fails > 500);
        assert_memory_equal(&every.totals, &sparse.totals, sizeof every.totals);
        assert_memory_equal(every.core.log, sparse.core.log, sizeof every.core.log);
        assert_int_equal(every.events, sparse.events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hit_takes_the_latency), cmocka_unit_test(miss_comes_back_through_the_write_back_register),
        cmocka_unit_test(accesses_go_from_the_highest_address), cmocka_unit_test(load_without_lanes_makes_no_access),
        cmocka_unit_test(stores_are_acknowledged), cmocka_unit_test(store_that_stays_is_acknowledged_at_once),
        cmocka_unit_test(shared_memory_conflicts_and_latency),
        cmocka_unit_test(parameters_through_the_l1c), cmocka_unit_test(perfect_constants_take_one_cycle),
        cmocka_unit_test(local_vectors_interleave_threads),
        cmocka_unit_test(write_back_turns), cmocka_unit_test(reservation_fail_blocks_the_queue),
        cmocka_unit_test(latency_queue_shifts_as_an_array),
        cmocka_unit_test(stepping_at_events_only_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
