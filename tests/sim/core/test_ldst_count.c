// SPDX-License-Identifier: BSD-3-Clause
// What the LD/ST unit counts of loads, latencies, MSHRs and its own time, each expectation worked out by hand from the order
// of its stages: an access enters the queue in the cycle after the acceptance, is looked up LATENCY cycles later; a reply is
// filled in the next cycle, taken for the write-back register in the one after it, and complete in the third.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

// Replies to the oldest request and lets the load come back.
static void answer(void)
{
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 3);
}

// To this cycle, with the unit stepped or asleep.
static void pass(uint64_t cycle, bool stepped)
{
    if (stepped)
        step_until(cycle);
    core.cycle = cycle;
}

// Accepted in 0, looked up in 6, sent in 7; the reply comes behind 7: 10 cycles. The entry is there at the start of 7, 8, 9.
// The second is accepted in 10 and a hit in 16. Work: 1 and 6, 11 and 16.
static void a_miss_and_a_hit(void **state)
{
    (void)state;
    configure();
    open_unit();
    warm(0x1000);
    inflight hit = make(LOAD, 0x1000, 32, 4);
    give(&hit), step_until(20);
    assert_int_equal(totals.loads_coherent, 2);
    assert_int_equal(totals.loads_coherent_fully_cached, 1);
    assert_int_equal(totals.latency_coherent, 10 + 6);
    assert_int_equal(totals.latency_coherent_occluded, 0);
    assert_int_equal(totals.mshr_entry_cycles, 3);
    assert_int_equal(totals.mshr_full_cycles, 0);
    assert_int_equal(totals.ldst_active_cycles, 4);
    assert_int_equal(totals.loads_divergent, 0);
    close_unit();
}

// Looked up in 6 and in 31, when their round trips begin; the replies reach the unit in 106 and 131. A store comes back, too.
static void round_trips_of_reads(void **state)
{
    (void)state;
    configure();
    open_unit();
    inflight first = make(LOAD, 0x1000, 32, 4), second = make(LOAD, 0x2000, 32, 4), store = make(STORE, 0x3000, 32, 4);
    give(&first), step_until(25);
    give(&second), step_until(60);
    give(&store), step_until(106);
    memory_request *oldest = taken(), *next = taken(), *last = taken();
    ldst_reply(unit, oldest, core.cycle), step_until(131);
    assert_int_equal(totals.memory_fetches, 1);
    assert_int_equal(totals.memory_fetch_cycles, 106 - 6);
    ldst_reply(unit, next, core.cycle), step_until(140);
    ldst_reply(unit, last, core.cycle), step_until(150);
    assert_int_equal(totals.memory_fetches, 2);
    assert_int_equal(totals.memory_fetch_cycles, 100 + 100);
    close_unit();
}

static void loads_of_more_than_two_accesses_are_divergent(void **state)
{
    (void)state;
    static const struct { unsigned lanes, stride, of, sets; } rows[] = {                  // linear, lines of 128 bytes
        {2, 128, 32, 0}, {3, 128, 32, 3}, {32, 4096, 32, 1}, {4, 2048, 32, 2}, {32, 128, 32, 32},
        {32, 8192, 8192, 32}, {32, 1 << 16, 8192, 16}, {4, 1 << 20, 8192, 1}};        // 8192 sets: 64, 512, 8192 sets apart
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        configure();
        config.l1d.index = INDEX_LINEAR, config.l1d.miss_queue = 64, config.l1d.sets = rows[i].of;
        open_unit();
        inflight load = make(LOAD, 0x100000, rows[i].lanes, rows[i].stride);
        give(&load), step_until(100);
        for (unsigned reply = 0; reply < rows[i].lanes; reply++)
            answer();
        assert_int_equal(totals.loads_coherent, rows[i].sets == 0);
        assert_int_equal(totals.loads_divergent, rows[i].sets != 0);
        assert_int_equal(totals.loads_divergent_accesses, rows[i].sets ? rows[i].lanes : 0);
        assert_int_equal(totals.loads_sets_touched, rows[i].sets);
        assert_int_equal(totals.latency_coherent + totals.latency_divergent, core.cycle);
        assert_true(ldst_empty(unit));
        close_unit();
    }
}

// D-21: an 8-bit load makes an access for every 32 bytes, a 16-bit one for every 64.
static void lines_make_a_load_divergent_not_accesses(void **state)
{
    (void)state;
    static const struct { unsigned kind, stride, accesses, lines; } rows[] = {
        {BYTE_LOAD, 4, 4, 1}, {BYTE_LOAD, 8, 8, 2}, {BYTE_LOAD, 12, 12, 3}, {HALF_LOAD, 8, 4, 2}, {HALF_LOAD, 12, 6, 3}};
    for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
        configure();
        open_unit();
        for (unsigned line = 0; line < rows[i].lines; line++)
            warm(0x1000 + 128 * line);
        inflight load = make(rows[i].kind, 0x1000, 32, rows[i].stride);
        give(&load);
        assert_int_equal(core.events.load_coalesced_count, 1);
        assert_int_equal(core.events.load_coalesced[0].accesses, rows[i].accesses);
        assert_int_equal(core.events.load_coalesced[0].lines, rows[i].lines);
        step_until(core.cycle + 1 + LATENCY);
        assert_true(looked_up() && looked_up()->first_of_load && looked_up()->first_try);
        assert_int_equal(looked_up()->accesses, rows[i].accesses);
        assert_int_equal(looked_up()->lines, rows[i].lines);
        step_until(core.cycle + 20);
        assert_true(ldst_empty(unit));
        assert_int_equal(totals.loads_coherent, rows[i].lines + (rows[i].lines <= 2));
        assert_int_equal(totals.loads_divergent, rows[i].lines > 2);
        close_unit();
    }
}

static void others_are_no_loads(void **state)
{
    (void)state;
    static const unsigned kinds[] = {STORE, SHARED_LOAD, SHARED_STORE, MEMBAR};
    configure();
    open_unit();
    for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        inflight insn = make(kinds[i], 0x1000, 4, 128);
        give(&insn), step_until(core.cycle + 20);
    }
    for (unsigned i = 0; i < 4; i++)                // the store's
        answer();
    inflight atomic = make(ATOMIC, 0x1000, 1, 0), parameter = make(PARAM_LOAD, 0, 1, 0);
    give(&atomic), step_until(core.cycle + 5), answer();
    give(&parameter), step_until(core.cycle + 5), answer();
    inflight nothing = make(LOAD, 0x1000, 0, 0);
    give(&nothing), step_until(core.cycle + 5);
    assert_true(ldst_empty(unit));
    assert_int_equal(totals.loads_coherent + totals.loads_divergent, 0);
    assert_int_equal(totals.latency_coherent + totals.latency_divergent + totals.mshr_entry_cycles, 0);
    // 4 accesses enter and 4 are looked up; shared memory has no conflict; membar, atomic, parameter, nothing: 1 each
    assert_int_equal(totals.ldst_active_cycles, 8 + 4 + 4 + 4);
    close_unit();
}

// Two MSHRs. A load of three lines is accepted in 10, a hit behind it in 13. The third lookup fails from 18 to 25, as the first
// reply, behind 24, gives its entry back in 26: the load is serviced in 26 instead of 18, the hit in 27 instead of 19.
static void occlusion_is_what_a_fail_delays(void **state)
{
    (void)state;
    configure();
    config.l1d.mshrs = 2;
    open_unit();
    warm(0x1000);
    inflight misses = make(LOAD, 0x100000, 3, 0x1000), hit = make(LOAD, 0x1000, 1, 0);
    give(&misses), step_until(13);
    give(&hit), step_until(24);
    ldst_reply(unit, taken(), core.cycle), step_until(30);
    ldst_reply(unit, taken(), core.cycle), step_until(33);
    ldst_reply(unit, taken(), core.cycle), step_until(40);
    assert_true(ldst_empty(unit));
    assert_int_equal(totals.stalls_ldst_mshr, 8);
    assert_int_equal(totals.latency_coherent, 10 + 14);             // the warming load; 13 to 27
    assert_int_equal(totals.latency_coherent_occluded, 8);
    assert_int_equal(totals.latency_divergent, 26);                 // 10 to 36
    assert_int_equal(totals.latency_divergent_occluded, 8);
    assert_int_equal(totals.loads_coherent_fully_cached, 1);
    assert_int_equal(totals.loads_divergent_fully_cached, 0);
    assert_int_equal(totals.mshr_entry_cycles, 3 + 10 + 15 + 9);    // 7 to 9; 17 to 26, 18 to 32, 27 to 35
    assert_int_equal(totals.mshr_full_cycles, 15);                  // 18 to 32
    assert_int_equal(totals.ldst_active_cycles, 2 + 4 + 12);        // 1, 6; 11 to 14; 16 to 27
    close_unit();
}

// l1d.latency 1, two MSHRs. A, three lines, accepted in 10, is looked up in 12, 13 and from 14 on; the third fails until the reply
// behind 30 gives an entry back in 32. Behind it four hits wait. B, issued in 10, is taken in 13, stands in the dispatch register
// and is looked up in 33 instead of 15. Without the fails since their own issue, C, issued in 14 and taken in 32, would be there in
// 17; D, issued in 20 and taken in 33, in 23; E, issued in 29 and taken in 34, in 32. The same when the unit is not stepped while nothing moves.
static void occlusion_begins_at_the_issue(void **state)
{
    (void)state;
    for (int stepped = 0; stepped < 2; stepped++) {
        configure();
        config.l1d.mshrs = 2, config.l1d.latency = 1;
        open_unit();
        warm(0x1000);
        inflight a = make(LOAD, 0x100000, 3, 0x1000), b = make(LOAD, 0x1000, 1, 0), c = b, d = b, e = b;
        give(&a), issue(&b), step_until(13);
        give(&b), step_until(14), issue(&c);
        pass(20, stepped), issue(&d);
        pass(29, stepped), issue(&e);
        pass(30, stepped);
        ldst_reply(unit, taken(), core.cycle), step_until(32);
        give(&c), step_until(33);
        give(&d), step_until(34);
        give(&e), step_until(36);
        answer(), answer();
        assert_true(ldst_empty(unit));
        assert_int_equal(totals.latency_divergent, 42 - 10);
        assert_int_equal(totals.latency_divergent_queued, 0);
        assert_int_equal(totals.latency_divergent_occluded, 32 - 14);
        assert_int_equal(totals.latency_coherent, 10 + (33 - 10) + (34 - 14) + (35 - 20) + (36 - 29));      // the first warmed the line
        assert_int_equal(totals.latency_coherent_queued, (13 - 10) + (32 - 14) + (33 - 20) + (34 - 29));
        assert_int_equal(totals.latency_coherent_occluded, (33 - 15) + (32 - 17) + (33 - 23) + (34 - 32));
        assert_int_equal(totals.loads_coherent_fully_cached, 4);
        close_unit();
    }
}

// A line of three is on its way when the load asks for it (merged), or it comes while the lookup is refused (a hit, but not at
// the first attempt): neither is cached (D-4).
static void cached_means_a_hit_at_the_first_attempt(void **state)
{
    (void)state;
    for (unsigned merges = 1; merges <= 2; merges++) {
        configure();
        config.l1d.mshr_merges = merges;
        open_unit();
        inflight first = make(LOAD, 0x1000, 1, 0), load = make(LOAD, 0x1000, 3, 128), again = load;
        warm(0x1080), warm(0x1100);
        give(&first), step_until(core.cycle + 1);
        give(&load), step_until(core.cycle + 20);
        assert_int_equal(totals.l1d_fail_merge > 0, merges == 1);
        ldst_reply(unit, taken(), core.cycle), step_until(core.cycle + 10);
        assert_true(ldst_empty(unit));
        assert_int_equal(totals.loads_divergent, 1);
        assert_int_equal(totals.loads_divergent_fully_cached, 0);
        assert_int_equal(totals.latency_divergent_occluded > 0, merges == 1);
        give(&again), step_until(core.cycle + 20);
        assert_int_equal(totals.loads_divergent, 2);
        assert_int_equal(totals.loads_divergent_fully_cached, 1);
        close_unit();
    }
}

// A unit that is blocked and not stepped any more: settled in the middle or not, it counts the same.
static void settling_counts_every_cycle_once(void **state)
{
    (void)state;
    counters once;
    for (unsigned pieces = 1; pieces <= 7; pieces += 3) {
        configure();
        config.l1d.mshrs = 2;
        open_unit();
        inflight misses = make(LOAD, 0x100000, 3, 0x1000);
        give(&misses), step_until(8);               // the third lookup fails
        for (unsigned piece = 1; piece <= pieces; piece++)
            ldst_settle(unit, 8 + 84 * piece / pieces);
        assert_int_equal(totals.stalls_ldst_mshr, 84);               // 8 to 91
        assert_int_equal(totals.ldst_active_cycles, 3 + 2 + 84);
        assert_int_equal(totals.mshr_entry_cycles, 1 + 2 * 84);     // 7; 8 to 91
        assert_int_equal(totals.mshr_full_cycles, 84);
        if (pieces == 1)
            once = totals;
        assert_memory_equal(&once, &totals, sizeof once);
        close_unit();
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_and_a_hit), cmocka_unit_test(round_trips_of_reads), cmocka_unit_test(loads_of_more_than_two_accesses_are_divergent),
        cmocka_unit_test(lines_make_a_load_divergent_not_accesses),
        cmocka_unit_test(others_are_no_loads), cmocka_unit_test(occlusion_is_what_a_fail_delays),
        cmocka_unit_test(occlusion_begins_at_the_issue),
        cmocka_unit_test(cached_means_a_hit_at_the_first_attempt), cmocka_unit_test(settling_counts_every_cycle_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
