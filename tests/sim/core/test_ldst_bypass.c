// SPDX-License-Identifier: BSD-3-Clause
// The bypass path of the LD/ST unit (sim/core/ldst_bypass.c): cycle by cycle what a load and an access that the policy lets
// pass do, what is asked and when, what they ask the L2 for, that no store is overtaken; and random traffic, stepped at
// events only or in every cycle: each load is answered once, no line is in the L1D by a bypass, none passes a store.
//
// Cycles, derived: a load taken in cycle t sends its i-th access in t + i, straight from the dispatch register. One through the
// latency queue is looked up in t + i + LATENCY; it fails and goes in that cycle, and the next is looked up in the next. A reply
// given in cycle r is taken in r + 1, its data enter the write-back register in r + 2 and leave it in r + 3.
#include "sim/core/ldst_internal.h"
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { FAR = 0x100000, WAY_BACK = 3 };

static void open_asking(uint32_t mshrs)
{
    configure();
    config.l1d.mshrs = mshrs;
    answers = (ldst_answers){.load_passes = true, .access_passes = true};
    open_unit();
}

static void answer(memory_request *request)
{
    ldst_reply(unit, request, core.cycle);
    step_until(core.cycle + WAY_BACK);
}

// --- whole loads

static void a_load_passes_whole_though_its_lines_are_there(void **state)
{
    (void)state;
    open_asking(32);
    warm(0x1000);
    const uint64_t looked_at = totals.l1d_accesses, asked = core.loads_asked;
    const unsigned completed = core.completed;
    core.load_passes = true;
    inflight insn = make(LOAD, 0x1000, 32, 256);    // 32 accesses of 32 bytes
    uint64_t t = core.cycle;
    give(&insn);
    assert_true(core.asked.load && core.asked.load_global && core.asked.load_accesses == 32);
    assert_true(core.events.load_coalesced_count == 1 && core.events.load_coalesced[0].passes);
    for (unsigned i = 1; i <= 32; i++) {
        assert_false(ldst_can_accept(unit));
        step();
        assert_int_equal(fake_memory_sent(memory), i);
        assert_int_equal(core.events.raised, 0);
    }
    assert_true(ldst_can_accept(unit) && core.cycle == t + 32);
    assert_int_equal(core.loads_asked, asked + 1);
    for (unsigned i = 0; i < 32; i++) {
        assert_int_equal(core.completed, completed);
        memory_request *request = taken();
        assert_true(request->kind == REQUEST_GLOBAL_READ && request->address == 0x1000 + 256 * (31 - i) && request->bytes == 32);
        answer(request);
    }
    assert_true(core.completed == completed + 1 && ldst_empty(unit));
    assert_true(totals.l1d_accesses == looked_at && totals.l1d_loads_bypassed == 1 && totals.l1d_accesses_bypassed == 32);
    assert_true(totals.loads_divergent == 1 && totals.loads_divergent_fully_cached == 0 && totals.latency_divergent_occluded == 0);
    close_unit();
}

static void a_load_that_stays_goes_as_without_a_policy(void **state)
{
    (void)state;
    open_asking(32);
    inflight global = make(LOAD, FAR, 1, 0), local = make(LOCAL_LOAD, 0x2000, 32, 4);
    give(&global);
    assert_true(core.asked.load_global && core.asked.load_accesses == 1 && !core.events.load_coalesced[0].passes);
    step_until(core.cycle + LATENCY + 1);
    assert_true(looked_up() && looked_up()->outcome == L1D_MISS && totals.l1d_loads_bypassed == 0);
    give(&local);
    assert_true(core.asked.load && !core.asked.load_global && core.loads_asked == 2);
    step();
    assert_true(!core.asked.fail && !ldst_asked(unit)->load);           // asked once
    close_unit();
}

static void stores_atomics_and_cg_are_not_asked_about(void **state)
{
    (void)state;
    static const unsigned others[] = {STORE, ATOMIC, CG_LOAD, CG_STORE, SHARED_LOAD, PARAM_LOAD};
    open_asking(32);
    core.load_passes = core.access_passes = true;
    for (unsigned i = 0; i < sizeof others / sizeof *others; i++) {
        inflight insn = make(others[i], 0x1000, 1, 0);
        give(&insn);
        step_until(core.cycle + LATENCY + SHARED_LATENCY);
    }
    fake_memory_room(memory, 0);
    inflight many = make(STORE, FAR, 32, 128);
    give(&many), step_until(core.cycle + 32);
    assert_true(totals.l1d_fail_miss_queue > 0);
    assert_true(core.loads_asked == 0 && core.fails_asked == 0);
    close_unit();
}

// --- what is asked for

static void bytes_are_those_of_the_access_or_of_the_line(void **state)
{
    (void)state;
    static const struct { unsigned kind, lanes, stride; uint32_t bytes; } cases[] = {
        {LOAD, 32, 4, 128}, {LOAD, 16, 4, 64}, {LOAD, 1, 0, 32}, {HALF_LOAD, 32, 2, 64}, {BYTE_LOAD, 32, 1, 32}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++)
        for (unsigned whole = 0; whole < 2; whole++)
            for (unsigned sectors = 32; sectors <= 128; sectors *= 4) {     // of the L2: it makes no difference
                configure();
                config.l2.sector_bytes = sectors;
                config.l1d.bypass_bytes = whole ? BYPASS_LINE : BYPASS_ACCESS;
                answers = (ldst_answers){.load_passes = true};
                open_unit();
                core.load_passes = true;
                inflight insn = make(cases[i].kind, 0x10000, cases[i].lanes, cases[i].stride);
                give(&insn), step();
                memory_request *request = taken();
                assert_int_equal(request->bytes, whole ? 128 : cases[i].bytes);
                assert_true(request->address == 0x10000 && request->sector_mask == request_sectors(0x10000, request->bytes));
                answer(request);
                assert_true(core.completed == 1 && ldst_empty(unit));
                close_unit();
            }
}

// --- single accesses

// Both MSHRs are taken, and the third of three accesses has failed for the first time in this cycle.
static void fail_the_third(inflight *insn)
{
    open_asking(2);
    *insn = make(LOAD, FAR, 3, 0x1000);
    uint64_t t = core.cycle;
    give(insn);
    step_until(t + 3 + LATENCY);
    assert_true(looked_up() && looked_up()->first_try && looked_up()->outcome == L1D_FAIL_MSHR);
}

static void it_is_asked_about_in_every_cycle_in_which_it_fails(void **state)
{
    (void)state;
    inflight insn;
    fail_the_third(&insn);
    assert_true(core.fails_asked == 1 && core.asked.fail && core.asked.fail_global && !core.asked.queue_full);
    assert_int_equal(core.asked.fail_slice, memory_slice_of(memory, FAR));
    for (unsigned i = 2; i < 10; i++) {
        assert_int_equal(ldst_next_event(unit), core.cycle + 1);        // nothing changes at the L1D, and yet
        step();
        assert_true(!looked_up() && core.fails_asked == i && totals.l1d_fail_mshr == i && totals.stalls_ldst_mshr == i);
    }
    core.access_passes = true;
    fake_memory_room(memory, 0);
    step();
    assert_true(core.asked.queue_full && core.fails_asked == 10 && totals.l1d_fails_bypassed == 0);
    fake_memory_room(memory, UINT32_MAX);
    const uint32_t sent = fake_memory_sent(memory);
    step();                                                             // not looked up again, and gone
    assert_true(!looked_up() && core.fails_asked == 11 && totals.l1d_fails_bypassed == 1 && fake_memory_sent(memory) == sent + 1);
    assert_true(core.events.l1d_bypass_count == 1 && core.events.l1d_bypass[0].line == FAR && serviced());
    assert_true(totals.l1d_fail_mshr == 11 && totals.stalls_ldst_mshr == 10);
    assert_true(totals.l1d_accesses == 2 && totals.mshr_entries == 2);
    inflight next = make(LOAD, 2 * FAR, 1, 0);
    give(&next), step();
    assert_true(core.fails_asked == 11 && !ldst_asked(unit)->fail);
    step_until(core.cycle + LATENCY);
    assert_true(looked_up() && looked_up()->first_try && looked_up()->first_of_load && core.fails_asked == 12);
    for (unsigned i = 0; i < 4; i++)
        answer(taken());
    assert_true(core.completed == 2 && totals.loads_coherent == 1 && ldst_empty(unit));
    assert_true(totals.loads_divergent == 1 && totals.latency_divergent_occluded == 10);
    close_unit();
}

static void one_goes_a_cycle_without_a_stall(void **state)
{
    (void)state;
    open_asking(2);
    core.access_passes = true;
    inflight insn = make(LOAD, FAR, 8, 0x1000), hit = make(LOAD, 0x1000, 1, 0);
    const uint64_t t = core.cycle;
    give(&insn);
    step_until(t + 8);
    give(&hit);                                                         // behind it: no cycle later than without a fail
    for (unsigned i = 3; i <= 8; i++) {
        step_until(t + i + LATENCY);
        assert_true(looked_up() && looked_up()->first_try && looked_up()->outcome == L1D_FAIL_MSHR);
        assert_true(core.events.l1d_bypass_count == 1 && core.events.l1d_bypass[0].line == FAR + (8 - i) * 0x1000);
        assert_int_equal(totals.l1d_fails_bypassed, i - 2);
    }
    step();
    assert_true(looked_up() && looked_up()->first_of_load && looked_up()->line == 0x1000);
    assert_true(totals.l1d_reservation_fails == 7 && totals.stalls_ldst_mshr == 0);
    close_unit();
}

// A line on its way in an MSHR entry that is full: the access goes on its own, and both come back, in either order.
static void a_line_on_its_way_is_asked_for_again(void **state)
{
    (void)state;
    for (unsigned later_first = 0; later_first < 2; later_first++) {
        configure();
        config.l1d.mshr_merges = 1;
        answers = (ldst_answers){.access_passes = true};
        open_unit();
        core.access_passes = true;
        inflight first = make(LOAD, FAR, 1, 0), second = make(LOAD, FAR + 64, 1, 0);
        give(&first), step(), give(&second);
        step_until(core.cycle + LATENCY + 2);
        assert_true(totals.l1d_fail_merge == 1 && totals.l1d_fails_bypassed == 1);
        memory_request *a = taken(), *b = taken();
        if (a->client == CLIENT_L1D) {
            memory_request *swapped = a;
            a = b, b = swapped;
        }
        assert_true(a->client == CLIENT_LDST && a->address == FAR + 64 && a->bytes == 32 && b->bytes == 128 && b->address == FAR);
        answer(later_first ? b : a);
        assert_true(core.completed == 1 && core.last_complete == (later_first ? &first : &second));
        answer(later_first ? a : b);
        assert_true(core.completed == 2 && ldst_empty(unit));
        inflight again = make(LOAD, FAR, 1, 0);                         // the ordinary miss has filled its line
        give(&again), step_until(core.cycle + LATENCY + 1);
        assert_true(hits_at_first());
        close_unit();
    }
}

// --- order

static bool is_store(const memory_request *request) { return request && request->kind == REQUEST_GLOBAL_WRITE; }

static void a_load_waits_for_a_store_to_its_line(void **state)
{
    (void)state;
    open_asking(32);
    core.load_passes = true;
    inflight store = make(STORE, FAR, 1, 0), same = make(LOAD, FAR + 32, 1, 0), other = make(LOAD, FAR + 128, 1, 0);
    const uint64_t t = core.cycle;
    give(&store);
    step_until(t + 1);
    give(&other), step();
    assert_int_equal(fake_memory_sent(memory), 1);                      // of another line: it does not wait
    memory_request *gone = taken();
    assert_int_equal(gone->address, FAR + 128);
    give(&same);
    step_until(t + 1 + LATENCY);                                        // the store is looked up, and in the miss queue
    assert_true(!ldst_can_accept(unit) && fake_memory_sent(memory) == 0);
    const uint64_t stalls = totals.stalls_ldst_icnt;
    assert_true(stalls > 0);
    step();                                                             // it leaves, and the load behind it
    assert_true(ldst_can_accept(unit) && fake_memory_sent(memory) == 2);
    memory_request *first = taken(), *second = taken();
    assert_true(is_store(first) && first->address == FAR && second->kind == REQUEST_GLOBAL_READ && second->address == FAR + 32);
    answer(gone), answer(first), answer(second);
    assert_true(core.completed == 3 && core.acked == 1 && ldst_empty(unit));
    close_unit();
}

static void an_access_waits_for_a_store_in_the_miss_queue(void **state)
{
    (void)state;
    configure();
    config.l1d.mshrs = 2, config.l1d.miss_queue = 4;
    answers = (ldst_answers){.access_passes = true};
    open_unit();
    core.access_passes = true;
    inflight misses = make(LOAD, FAR, 2, 0x1000), store = make(STORE, 2 * FAR, 1, 0), load = make(LOAD, 2 * FAR, 1, 0);
    give(&misses), step_until(core.cycle + 2 + LATENCY);                // both MSHRs are taken
    step_until(core.cycle + 2);
    give(&store), step(), give(&load);
    fake_memory_room(memory, 0);
    step_until(core.cycle + LATENCY + 3);
    assert_true(core.asked.fail && core.asked.queue_full && totals.l1d_fails_bypassed == 0);
    const uint32_t sent = fake_memory_sent(memory);
    fake_memory_room(memory, 1);
    step();                                                             // the store takes the one place
    assert_true(fake_memory_sent(memory) == sent + 1 && totals.l1d_fails_bypassed == 0);
    fake_memory_room(memory, 1);
    step();
    assert_true(fake_memory_sent(memory) == sent + 2 && totals.l1d_fails_bypassed == 1);
    close_unit();
}

// The miss queue holds the store, and there is room in front of it: the policy lets the access go, its order does not.
static void room_alone_lets_no_access_overtake_a_store(void **state)
{
    (void)state;
    configure();
    config.l1d.mshrs = 2, config.l1d.miss_queue = 8;
    answers = (ldst_answers){.access_passes = true};
    open_unit();
    core.access_passes = true;
    inflight misses = make(LOAD, FAR, 2, 0x1000), stores = make(STORE, 2 * FAR, 4, 0x1000), load = make(LOAD, 2 * FAR, 1, 0);
    give(&misses), step_until(core.cycle + 4 + LATENCY);
    fake_memory_room(memory, 0);
    give(&stores), step_until(core.cycle + 4), give(&load);             // the store to its line is looked up last
    step_until(core.cycle + LATENCY + 2);
    assert_true(core.asked.fail && totals.l1d_fails_bypassed == 0);
    fake_memory_room(memory, UINT32_MAX);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(totals.l1d_fails_bypassed, 0);
        step();
    }
    assert_int_equal(totals.l1d_fails_bypassed, 1);                     // behind the fourth, in its cycle
    for (unsigned i = 0; i < 2; i++)
        taken();
    for (unsigned i = 0; i < 4; i++)
        assert_true(is_store(taken()));
    assert_int_equal(taken()->kind, REQUEST_GLOBAL_READ);
    close_unit();
}

// --- random traffic

typedef struct { counters totals; sm core; unsigned given; } outcome;
enum { LINES = 24, INSNS = 4096, SLOTS = 1024 };

static unsigned line_of(uint64_t address) { return (unsigned)(address / 128); }

// What a load past the L1D asks for comes behind each store to its line that was given to the unit before the load.
typedef struct { unsigned stores[LINES], sent[LINES], before_load[SLOTS][LINES]; bool asked_for[LINES]; } order;

static void note_given(order *seen, const inflight *insn)
{
    bool touched[LINES] = {false};
    if (insn->step.insn->memory == MEMORY_LOAD && unit->slot != NO_SLOT) {
        assert_true(unit->slot < SLOTS);
        memcpy(seen->before_load[unit->slot], seen->stores, sizeof seen->stores);
    }
    for (unsigned lane = 0; lane < 32 && insn->step.insn->memory == MEMORY_STORE && insn->step.space == SPACE_GLOBAL; lane++)
        if (insn->step.memory_lanes >> lane & 1)
            touched[line_of(insn->step.address[lane])] = true;
    for (unsigned line = 0; line < LINES; line++)
        seen->stores[line] += touched[line];            // one access each
}

static void note_sent(order *seen, const memory_request *request)
{
    const unsigned line = line_of(request->address);
    seen->sent[line] += request->kind == REQUEST_GLOBAL_WRITE;
    if (request->kind != REQUEST_GLOBAL_READ)
        return;
    if (request->client == CLIENT_LDST)
        assert_true(seen->sent[line] >= seen->before_load[request->slot][line]);
    else
        seen->asked_for[line] = true;
}

static inflight some_insn(unsigned age)
{
    static const unsigned some[] = {LOAD, LOAD, LOAD, STORE, STORE, HALF_LOAD, SHARED_LOAD, ATOMIC};
    inflight insn = make(some[rand() % 8], (uint64_t)(rand() % (LINES / 2)) * 128, (unsigned)rand() % 9, (uint64_t)(rand() % 3) * 64);
    insn.age = age;
    insn.warp = (uint8_t)(rand() % 4);
    return insn;
}

static void random_traffic(unsigned seed, bool every, outcome *result)
{
    enum { STEPS = 6000, DRAIN = 3000, FLIGHT = 256 };
    static inflight insns[INSNS];
    static unsigned answered[INSNS];
    static order seen;
    struct { memory_request *request; uint64_t due; } flight[FLIGHT];
    unsigned flying = 0, given = 0;
    memset(answered, 0, sizeof answered), memset(&seen, 0, sizeof seen);
    configure();
    config.l1d.sets = 2, config.l1d.ways = 2, config.l1d.mshrs = 4, config.l1d.mshr_merges = 2, config.l1d.miss_queue = 3;
    config.l1d.allocate = seed % 2;
    config.l1d.bypass_bytes = seed / 2 % 2;
    answers = (ldst_answers){.load_passes = seed % 3 != 0, .access_passes = seed % 3 != 1};
    open_unit();
    for (core.cycle = 1; core.cycle < STEPS + DRAIN; core.cycle++) {
        srand(seed * 100000 + (unsigned)core.cycle);
        sm_events_clear(&core.events);
        fake_memory_room(memory, (uint32_t)(rand() % 4));
        core.access_passes = rand() % 3 == 0, core.load_passes = rand() % 3 == 0;
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
            for (; completed < core.completed; completed++)
                answered[core.log[completed % LOG].age]++;
        }
        for (memory_request *request; (request = fake_memory_take(memory)) != NULL;) {
            note_sent(&seen, request);
            flight[flying].request = request;
            flight[flying++].due = core.cycle + 5 + (unsigned)rand() % 40;
        }
        for (unsigned line = 0; line < LINES; line++) {
            const l1d_look look = l1d_look_at(unit->l1d, line * 128);
            assert_true(!look.in_tags || look.in_flight || seen.asked_for[line]);
        }
        if (ldst_can_accept(unit) && given < INSNS && flying < FLIGHT / 2 && core.cycle < STEPS && rand() % 3) {
            insns[given] = some_insn(given);
            give(&insns[given]);
            note_given(&seen, &insns[given++]);
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
    for (unsigned seed = 0; seed < 12; seed++) {
        random_traffic(seed, true, &every);
        random_traffic(seed, false, &sparse);
        const counters *c = &every.totals;
        assert_true(every.given > 100 && (seed % 3 == 0 || c->l1d_loads_bypassed > 50) && (seed % 3 == 1 || c->l1d_fails_bypassed > 50));
        assert_true(c->stalls_ldst_coal + c->stalls_ldst_mshr + c->stalls_ldst_icnt <= c->ldst_active_cycles);
        assert_memory_equal(c, &sparse.totals, sizeof *c);
        assert_memory_equal(every.core.log, sparse.core.log, sizeof every.core.log);
        assert_true(every.core.fails_asked == sparse.core.fails_asked && every.core.loads_asked == sparse.core.loads_asked);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_passes_whole_though_its_lines_are_there), cmocka_unit_test(a_load_that_stays_goes_as_without_a_policy),
        cmocka_unit_test(stores_atomics_and_cg_are_not_asked_about), cmocka_unit_test(bytes_are_those_of_the_access_or_of_the_line),
        cmocka_unit_test(it_is_asked_about_in_every_cycle_in_which_it_fails), cmocka_unit_test(one_goes_a_cycle_without_a_stall),
        cmocka_unit_test(a_line_on_its_way_is_asked_for_again), cmocka_unit_test(a_load_waits_for_a_store_to_its_line),
        cmocka_unit_test(an_access_waits_for_a_store_in_the_miss_queue),
        cmocka_unit_test(room_alone_lets_no_access_overtake_a_store),
        cmocka_unit_test(every_load_is_answered_once_and_stepping_at_events_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
