// SPDX-License-Identifier: BSD-3-Clause
// The re-execution queue of the LD/ST unit: a hit passes a load without an MSHR; first in, first out; what a full queue does;
// stores behind loads of their own warp; what is counted; and random traffic, stepped at events only or in every cycle, in
// which every access of every load is answered once.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FAR = 0x100000 };                            // where misses go, a line each 0x1000

static void open_with(uint32_t places, uint32_t mshrs)
{
    configure();
    config.l1d.mshrs = mshrs;
    answers.aside_places = places;
    open_unit();
    warm(0x1000);
}

// Two loads that take both MSHRs, and one more of `lanes` lines that has none, of warp 3; in the queue to the L1D.
static void give_misses(inflight *insn, unsigned lanes)
{
    *insn = make(LOAD, FAR, 2 + lanes, 0x1000);
    give(insn);
    step_until(core.cycle + 2 + lanes);
}

static void hits_pass_an_access_that_was_set_aside(void **state)
{
    (void)state;
    open_with(4, 2);
    inflight misses, hit = make(LOAD, 0x1000, 1, 0);
    uint64_t accepted = core.cycle;
    give_misses(&misses, 1);
    give(&hit);
    step_until(accepted + 3 + LATENCY);
    assert_true(looked_up() && looked_up()->first_try && looked_up()->outcome == L1D_FAIL_MSHR);
    assert_true(totals.l1d_set_aside == 1 && totals.l1d_fail_mshr == 1 && totals.stalls_ldst_mshr == 1);
    step();
    assert_true(hits_at_first() && looked_up()->first_of_load && core.last_complete == &hit && core.completed == 2);
    assert_int_equal(totals.stalls_ldst_replay, 1);
    step_until(core.cycle + 10);                    // nothing changes at the L1D: it is not tried again
    assert_true(!looked_up() && totals.l1d_fail_mshr == 1 && totals.stalls_ldst_replay == 11 && totals.stalls_ldst_mshr == 1);
    ldst_reply(unit, taken(), core.cycle);
    step();                                         // filled, but the MSHR is held until its load leaves
    assert_true(looked_up() && !looked_up()->first_try && !looked_up()->first_of_load && looked_up()->outcome == L1D_FAIL_MSHR);
    step();
    assert_true(looked_up() && !looked_up()->first_try && looked_up()->outcome == L1D_MISS && looked_up()->line == FAR);
    assert_true(serviced() && totals.l1d_accesses == 5 && totals.l1d_fail_mshr == 2);
    close_unit();
}

// Both lines of a load are set aside: it has begun with the first attempt of the first, and ends with the last of them.
static void a_load_begins_once(void **state)
{
    (void)state;
    open_with(4, 2);
    inflight misses, both = make(LOAD, FAR + 0x20000, 2, 0x1000);
    unsigned begun = 0, done = 0;
    give_misses(&misses, 0);
    give(&both);
    for (unsigned i = 0; i < 100; i++) {
        memory_request *reply = i % 20 == 19 ? fake_memory_take(memory) : NULL;
        if (reply)
            ldst_reply(unit, reply, core.cycle);
        step();
        begun += looked_up() && looked_up()->first_of_load;
        done += serviced() != NULL;
    }
    assert_true(begun == 2 && done == 2 && totals.l1d_set_aside == 2 && totals.loads_sets_touched == 0);
    close_unit();
}

// The second load's access hits at its retry; the first in is tried first even so.
static void the_oldest_goes_first(void **state)
{
    (void)state;
    open_with(4, 2);
    inflight misses, later = make(LOAD, FAR + 0x2000, 1, 0);        // the line that the first of `misses` is fetching
    config.l1d.mshr_merges = 1;
    give_misses(&misses, 2);
    later.warp = 4;
    step_until(core.cycle + LATENCY + 1);
    assert_int_equal(totals.l1d_set_aside, 2);
    give(&later);
    step_until(core.cycle + LATENCY + 2);
    uint64_t line[3] = {0};
    unsigned tried = 0;
    for (unsigned answers = 0; answers < 4; answers++) {
        memory_request *reply = fake_memory_take(memory);
        if (reply)
            ldst_reply(unit, reply, core.cycle);
        for (unsigned i = 0; i < 8; i++) {
            step();
            if (looked_up() && looked_up()->outcome == L1D_MISS && tried < 3)
                line[tried++] = looked_up()->line;
        }
    }
    assert_true(tried == 2 && line[0] == FAR + 0x1000 && line[1] == FAR);      // in the order in which they came
    assert_true(ldst_empty(unit) && core.completed == 3);
    close_unit();
}

static void a_full_queue_blocks_as_without_one(void **state)
{
    (void)state;
    open_with(2, 2);
    inflight misses, hit = make(LOAD, 0x1000, 1, 0);
    give_misses(&misses, 3);
    give(&hit);
    step_until(core.cycle + LATENCY + 10);
    assert_true(totals.l1d_set_aside == 2 && core.completed == 1);      // the hit waits behind the third
    assert_true(totals.stalls_ldst_mshr > 5 && totals.stalls_ldst_replay == 0);
    uint64_t fails = totals.l1d_fail_mshr;
    step();
    assert_int_equal(totals.l1d_fail_mshr, fails + 1);
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 6);                     // one of the queue has gone, the third has its place, the hit has passed
    assert_true(totals.l1d_set_aside == 3 && core.completed == 2 && core.last_complete == &hit);
    close_unit();
}

static void without_places_nothing_is_set_aside(void **state)
{
    (void)state;
    open_with(0, 2);
    inflight misses, hit = make(LOAD, 0x1000, 1, 0);
    give_misses(&misses, 1);
    give(&hit);
    step_until(core.cycle + LATENCY + 10);
    assert_true(totals.l1d_set_aside == 0 && core.completed == 1 && totals.stalls_ldst_replay == 0);
    close_unit();
}

// Of its own warp to the same line it waits; to another line, and of another warp, it goes.
static void a_store_waits_for_loads_of_its_line(void **state)
{
    (void)state;
    for (unsigned which = 0; which < 3; which++) {
        open_with(4, 2);
        inflight misses, store = make(STORE, which == 1 ? FAR + 0x8000 : FAR, 1, 0);
        store.warp = which == 2 ? 5 : 3;
        give_misses(&misses, 1);
        give(&store);
        step_until(core.cycle + LATENCY + 20);
        assert_int_equal(totals.l1d_set_aside, 1);
        assert_int_equal(fake_memory_sent(memory), 2 + (which != 0));
        memory_request *first = taken();
        ldst_reply(unit, first, core.cycle);
        step_until(core.cycle + 8);
        assert_int_equal(fake_memory_sent(memory), 2 + 2 - 1);          // the load's, then the store's
        close_unit();
    }
}

// A store that finds no place in the miss queue blocks the queue: it is never set aside.
static void stores_are_not_set_aside(void **state)
{
    (void)state;
    open_with(4, 8);
    config.l1d.miss_queue = 2;
    inflight stores = make(STORE, FAR, 12, 0x1000);
    fake_memory_room(memory, 0);
    give(&stores);
    step_until(core.cycle + LATENCY + 20);
    assert_true(totals.l1d_set_aside == 0 && totals.l1d_fail_miss_queue > 5 && totals.stalls_ldst_icnt > 5);
    close_unit();
}

// --- random traffic

typedef struct { counters totals; sm core; uint64_t events; unsigned most, given; } outcome;

static void random_traffic(unsigned seed, bool every, outcome *result)
{
    enum { STEPS = 6000, DRAIN = 3000, FLIGHT = 128, INSNS = 4096 };
    static inflight insns[INSNS];
    static unsigned answered[INSNS];
    struct { memory_request *request; uint64_t due; } flight[FLIGHT];
    unsigned flying = 0, given = 0;
    *result = (outcome){0};
    memset(answered, 0, sizeof answered);
    configure();
    config.l1d.sets = 2, config.l1d.mshrs = 4, config.l1d.mshr_merges = 2, config.l1d.miss_queue = 3;
    config.l1d.allocate = seed % 2;
    config.l1d.global_write = seed % 3;
    answers.aside_places = 1 + seed % 5 * 3;
    open_unit();
    for (core.cycle = 1; core.cycle < STEPS + DRAIN; core.cycle++) {
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
            unsigned completed = core.completed;
            ldst_cycle(unit, core.cycle);
            if (looked_up())
                result->events = result->events * 31 + core.cycle + looked_up()->line + looked_up()->first_of_load * 2 +
                                 looked_up()->first_try * 4 + looked_up()->outcome * 8;
            for (unsigned i = 0; i < core.events.load_done_count; i++)
                result->events = result->events * 31 + core.events.load_done[i].pc;
            for (; completed < core.completed; completed++)
                answered[core.log[completed % LOG].age]++;
        }
        memory_request *request = fake_memory_take(memory);
        if (request && !request->wants_reply) {
            memory_request_free(memory, request);
        } else if (request) {
            flight[flying].request = request;
            flight[flying++].due = core.cycle + 5 + (unsigned)rand() % 40;
        }
        if (ldst_can_accept(unit) && given < INSNS && flying < FLIGHT / 2 && core.cycle < STEPS && rand() % 3) {
            static const unsigned some[] = {LOAD, LOAD, LOAD, STORE, LOCAL_LOAD, HALF_LOAD, SHARED_LOAD, ATOMIC};
            unsigned lanes = (unsigned)rand() % 33;
            insns[given] = make(some[rand() % 8], (uint64_t)(rand() % 24) * 128, lanes, (uint64_t)(rand() % 3) * 64);
            insns[given].age = given;
            insns[given].warp = (uint8_t)(rand() % 4);
            give(&insns[given++]);
        }
    }
    assert_true(ldst_empty(unit));
    for (unsigned i = 0; i < given; i++)
        assert_int_equal(answered[i], 1);
    assert_int_equal(core.sent, core.acked);
    result->totals = totals, result->core = core, result->given = given;
    close_unit();
}

static void every_load_is_answered_once_and_stepping_at_events_changes_nothing(void **state)
{
    (void)state;
    static outcome every, sparse;
    for (unsigned seed = 0; seed < 10; seed++) {
        random_traffic(seed, true, &every);
        random_traffic(seed, false, &sparse);
        assert_true(every.given > 100 && every.totals.l1d_set_aside > 50 && every.totals.stalls_ldst_replay > 20);
        assert_true(every.totals.stalls_ldst_coal + every.totals.stalls_ldst_mshr + every.totals.stalls_ldst_icnt +
                    every.totals.stalls_ldst_replay <= every.totals.ldst_active_cycles);
        assert_memory_equal(&every.totals, &sparse.totals, sizeof every.totals);
        assert_memory_equal(every.core.log, sparse.core.log, sizeof every.core.log);
        assert_int_equal(every.events, sparse.events);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(hits_pass_an_access_that_was_set_aside), cmocka_unit_test(a_load_begins_once), cmocka_unit_test(the_oldest_goes_first),
        cmocka_unit_test(a_full_queue_blocks_as_without_one), cmocka_unit_test(without_places_nothing_is_set_aside),
        cmocka_unit_test(a_store_waits_for_loads_of_its_line), cmocka_unit_test(stores_are_not_set_aside),
        cmocka_unit_test(every_load_is_answered_once_and_stepping_at_events_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
