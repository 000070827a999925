// SPDX-License-Identifier: BSD-3-Clause
// Banks of the L1D: which accesses enter in a cycle and when they are looked up, by hand; a bank that fails beside others that go on;
// random loads and stores against GPGPU-Sim's array of stages for each bank; and steps at events alone against every cycle.
#include "tests/sim/core/ldst_bench.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { BANKS = 4, SECTOR = 32 };

static void configure_banks(void)
{
    configure();
    config.l1d.sector_bytes = SECTOR;
    config.l1d.banks = BANKS;
}

// Lane i touches the 4 bytes at base + SECTOR * sectors[i].
static inflight load_of(uint64_t base, const unsigned *sectors, unsigned count)
{
    inflight insn = make(LOAD, base, count, 0);
    for (unsigned lane = 0; lane < count; lane++)
        insn.step.address[lane] = base + SECTOR * sectors[lane];
    return insn;
}

// Sectors that are looked up in this cycle, counted from base, ascending by bank: "0 1 6 ".
static const char *looked_up_sectors(uint64_t base)
{
    static char text[256];
    text[0] = 0;
    for (unsigned i = 0; i < core.events.l1d_access_count; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "%u ", (unsigned)(core.events.l1d_access[i].line - base) / SECTOR);
    return text;
}

// The event has the line, not the sector: a sector a line.
static void configure_narrow(void)
{
    configure_banks();
    config.l1d.sector_bytes = 0;
    config.l1d.line_bytes = SECTOR;
}

static void four_sectors_of_a_line_enter_in_one_cycle(void **state)
{
    (void)state;
    configure_banks();
    open_unit();
    inflight insn = make(LOAD, 0x1000, 32, 4);
    give(&insn);
    step();
    assert_true(ldst_can_accept(unit));
    assert_int_equal(totals.stalls_ldst_coal, 0);
    step_until(LATENCY);
    assert_int_equal(core.events.l1d_access_count, 0);
    step();                                         // 1 + LATENCY: all of them
    assert_int_equal(core.events.l1d_access_count, 4);
    for (unsigned i = 0; i < 4; i++) {
        assert_int_equal(core.events.l1d_access[i].outcome, L1D_MISS);
        assert_int_equal(core.events.l1d_access[i].first_of_load, i == 0);
    }
    assert_int_equal(core.events.load_done_count, 1);
    assert_int_equal(totals.l1d_misses, 4);
    close_unit();
}

// Accesses go from the highest address: sectors 7 and 3 are both of bank 3.
static void a_bank_takes_one_access_a_cycle(void **state)
{
    (void)state;
    static const unsigned sectors[] = {2, 3, 4, 7};
    configure_narrow();
    open_unit();
    inflight insn = load_of(0x1000, sectors, 4);
    give(&insn);
    step();                                         // 7, 4: bank 3, bank 0; then 3 finds bank 3 taken: not even 2 goes
    assert_false(ldst_can_accept(unit));
    assert_int_equal(totals.stalls_ldst_coal, 1);
    step();                                         // 3, 2
    assert_true(ldst_can_accept(unit));
    step_until(1 + LATENCY);
    assert_string_equal(looked_up_sectors(0x1000), "4 7 ");
    step();
    assert_string_equal(looked_up_sectors(0x1000), "2 3 ");
    assert_int_equal(core.events.load_done_count, 1);
    close_unit();
}

static void accesses_to_one_bank_are_a_cycle_each(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.bank_bytes = 64;                     // lines 0 and 1 in bank 0
    open_unit();
    inflight insn = make(LOAD, 0x1000, 4, 256);
    give(&insn);
    step_until(4);
    assert_true(ldst_can_accept(unit));
    assert_int_equal(totals.stalls_ldst_coal, 3);
    for (unsigned i = 0; i < 4; i++) {
        step_until(1 + LATENCY + i);
        assert_int_equal(core.events.l1d_access_count, 1);
    }
    inflight pairs = make(LOAD, 0x1000, 4, 32);     // 3, 2 in bank 1; 1, 0 in bank 0
    uint64_t accepted = core.cycle;
    give(&pairs);
    step_until(accepted + 3);
    assert_true(ldst_can_accept(unit));             // 3; 2 and 1; 0
    assert_int_equal(totals.stalls_ldst_coal, 3 + 2);
    close_unit();
}

// No MSHR is left: bank 1 waits, bank 2 goes on with a hit behind it, and is no fail's victim.
static void a_bank_that_fails_leaves_the_others_alone(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.mshrs = 2;
    open_unit();
    warm(0x1000 + 2 * SECTOR);
    static const unsigned missing[] = {4, 8, 9};    // bank 0 twice, bank 1
    inflight misses = load_of(0x1000, missing, 3), more = make(LOAD, 0x1000 + 13 * SECTOR, 1, 0), hit = make(LOAD, 0x1000 + 2 * SECTOR, 1, 0);
    uint64_t accepted = core.cycle;
    give(&misses);                                  // 9 and 8, then 4
    step_until(accepted + 2);
    give(&more), step();
    give(&hit), step();
    step_until(accepted + 2 + LATENCY);             // 4: no MSHR
    assert_int_equal(totals.l1d_fail_mshr, 1);
    step();                                         // 4 in bank 0 and 13 in bank 1 fail
    assert_int_equal(totals.l1d_fail_mshr, 3);
    assert_int_equal(totals.stalls_ldst_mshr, 2);   // a cycle is one stall, however many banks fail
    const unsigned completed = core.completed;
    step();
    assert_int_equal(core.completed, completed + 1);        // the hit
    assert_int_equal(totals.l1d_fail_mshr, 5);
    step_until(core.cycle + 10);
    assert_int_equal(totals.l1d_fail_mshr, 25);
    assert_int_equal(totals.stalls_ldst_mshr, 13);
    ldst_reply(unit, taken(), core.cycle);
    step();                                         // filled: both are looked up again
    assert_int_equal(core.events.l1d_access_count, 2);
    step();                                         // its MSHR is free: bank 0 takes it
    assert_string_equal(looked_up_sectors(0x1000), "4 13 ");
    assert_int_equal(core.events.l1d_access[0].outcome, L1D_MISS);
    assert_int_equal(core.events.l1d_access[1].outcome, L1D_FAIL_MSHR);
    close_unit();
}

// Two ways, one set, and written lines are kept unless all are: a load that finds no way gets one by a store to another bank.
static void what_another_bank_does_may_let_an_access_through(void **state)
{
    (void)state;
    configure_banks();
    config.l1d.sets = 1, config.l1d.ways = 2, config.l1d.index = INDEX_LINEAR;
    config.l1d.global_write = WRITE_THROUGH, config.l1d.write_miss = L1D_WRITE_MISS_LAZY, config.l1d.write_ratio = 100;
    open_unit();
    inflight written = make(STORE, 0x1000, 1, 0), read = make(LOAD, 0x1080, 1, 0), waits = make(LOAD, 0x1120, 1, 0), store = make(STORE, 0x10c0, 1, 0);
    give(&written), step();
    give(&read), step();                            // the other way is on its way
    give(&waits), step();
    const uint64_t given = core.cycle;
    step_until(given + 2);
    give(&store), step();
    step_until(given + LATENCY);
    assert_int_equal(looked_up()->outcome, L1D_FAIL_LINE);
    step();
    fake_memory_room(memory, 0);                    // the store stays in the miss queue: nothing else changes
    step_until(given + 2 + LATENCY);
    assert_int_equal(totals.l1d_fail_line, 3);
    step();                                         // bank 1 fails before bank 2 has its turn
    assert_int_equal(totals.l1d_fail_line, 4);
    step();
    assert_true(looked_up() && looked_up()->outcome == L1D_MISS);
    assert_int_equal(totals.l1d_fail_line, 4);
    close_unit();
}

// A load is held up by fails for as long as the first access that is left finds its bank's queue full.
static void a_full_bank_holds_the_load_up(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.mshrs = 2, config.l1d.latency = 2;
    open_unit();
    inflight first = make(LOAD, 0x1000, 5, 128), other = make(LOAD, 0x2000, 1, 0), beside = make(LOAD, 0x2000 + SECTOR, 1, 0);
    give(&first);                                   // five accesses to bank 0: two miss, two wait, one has no place
    step_until(8);
    assert_false(ldst_can_accept(unit));
    assert_true(ldst_next_event(unit) > core.cycle + 1 || totals.l1d_fail_mshr);
    const uint64_t held_up = ldst_held_up(unit, core.cycle);
    assert_true(held_up > 0);
    assert_int_equal(ldst_held_up(unit, core.cycle + 5), held_up + 5);
    ldst_reply(unit, taken(), core.cycle), step_until(core.cycle + 2);
    assert_true(ldst_can_accept(unit));
    give(&other), step();
    assert_false(ldst_can_accept(unit));            // bank 0 again
    ldst_reply(unit, taken(), core.cycle), step_until(core.cycle + 2);
    assert_true(ldst_can_accept(unit));
    const uint64_t after = ldst_held_up(unit, core.cycle);
    give(&beside), step();
    assert_true(ldst_can_accept(unit));             // bank 1 has room
    assert_int_equal(ldst_held_up(unit, core.cycle), after);
    close_unit();
}

// --- the queues as arrays that shift, with stores through a miss queue of `places`

static void queues_shift_as_arrays(void **state)
{
    (void)state;
    enum { STEPS = 3000, PLACES = 3, LATENCY_MAX = 8, MOST = 8 };
    for (unsigned seed = 0; seed < 20; seed++) {
        configure_narrow();
        config.l1d.latency = 1 + seed % 7;
        config.l1d.miss_queue = PLACES;
        open_unit();
        srand(seed);
        uint64_t stage[BANKS][LATENCY_MAX] = {{0}}, queue[PLACES], left[MOST];      // addresses of stores; 0: empty
        unsigned queued = 0, waiting = 0, entered = 0;
        const unsigned last = config.l1d.latency - 1, open_chance = 1 + seed % 4;
        inflight store;
        for (unsigned cycle = 0; cycle < STEPS; cycle++) {
            const bool room = (unsigned)rand() % 5 < open_chance;
            fake_memory_room(memory, room);
            step();
            if (room && queued) {
                memory_request *request = taken();
                assert_int_equal(request->address, queue[0]);
                memmove(queue, queue + 1, (PLACES - 1) * sizeof *queue);
                queued--;
                memory_request_free(memory, request);
            }
            assert_null(fake_memory_take(memory));
            for (unsigned b = 0; b < BANKS; b++) {
                if (stage[b][0] && queued < PLACES)
                    queue[queued++] = stage[b][0], stage[b][0] = 0;
                for (unsigned i = 0; i < last; i++)
                    if (!stage[b][i])
                        stage[b][i] = stage[b][i + 1], stage[b][i + 1] = 0;
            }
            for (unsigned i = 0; i < BANKS && waiting; i++, waiting--, entered++) {
                uint64_t *place = &stage[left[waiting - 1] / SECTOR % BANKS][last];
                if (*place)
                    break;
                *place = left[waiting - 1];
            }
            assert_int_equal(ldst_can_accept(unit), waiting == 0);
            if (waiting == 0 && rand() % 3) {
                store = make(STORE, 0x10000, 1 + (unsigned)rand() % MOST, 0);
                uint64_t address = 0x10000;
                for (unsigned lane = 0; store.step.memory_lanes >> lane & 1; lane++)
                    left[waiting++] = store.step.address[lane] = address += SECTOR * (1 + (unsigned)rand() % 6);
                give(&store);
            }
        }
        assert_true(entered > 500);
        close_unit();
    }
}

// --- stepped at events only, or in every cycle

typedef struct { counters totals; sm core; uint64_t events; } outcome;

static void random_traffic(unsigned seed, bool every, outcome *result)
{
    enum { STEPS = 30000, INSNS = 3000, FLIGHT = 128 };
    static inflight insns[INSNS];
    struct { memory_request *request; uint64_t due; } flight[FLIGHT];
    unsigned flying = 0, given = 0;
    uint64_t events = 0;
    configure_banks();
    config.l1d.sets = 2, config.l1d.ways = 3, config.l1d.index = INDEX_LINEAR;
    config.l1d.mshrs = 6, config.l1d.mshr_merges = 2, config.l1d.miss_queue = 4;
    config.l1d.global_write = WRITE_THROUGH;
    config.l1d.write_miss = seed % 2 ? L1D_WRITE_MISS_LAZY : L1D_WRITE_MISS_NONE;
    config.l1d.write_ratio = seed % 4 == 3 ? 50 : 0;
    open_unit();
    for (core.cycle = 1; core.cycle < STEPS; core.cycle++) {
        srand(seed * 100000 + (unsigned)core.cycle);
        sm_events_clear(&core.events);
        fake_memory_room(memory, rand() % 4 != 0);
        if (flying && ldst_can_reply(unit) && flight[0].due <= core.cycle) {
            ldst_reply(unit, flight[0].request, core.cycle);
            memmove(&flight[0], &flight[1], --flying * sizeof flight[0]);
        }
        if (every || ldst_next_event(unit) <= core.cycle) {
            ldst_cycle(unit, core.cycle);
            for (unsigned i = 0; i < core.events.l1d_access_count; i++) {
                const l1d_access_event *a = &core.events.l1d_access[i];
                events = events * 31 + a->line + a->first_of_load * 2 + a->first_try * 4 + a->outcome * 8;
            }
            for (unsigned i = 0; i < core.events.load_done_count; i++)
                events = events * 31 + core.events.load_done[i].pc + core.cycle;
        }
        memory_request *request = fake_memory_take(memory);
        if (request)
            flight[flying].request = request, flight[flying++].due = core.cycle + 5 + (unsigned)rand() % 40;
        if (ldst_can_accept(unit) && given < INSNS && flying < FLIGHT / 2 && core.cycle < STEPS - 2000 && rand() % 3 == 0) {
            insns[given] = make((unsigned)rand() % 2 ? LOAD : STORE, (uint64_t)(rand() % 64) * 16, 1 + (unsigned)rand() % 10,
                                (uint64_t)(rand() % 4) * 12);
            insns[given].age = given;
            give(&insns[given++]);
        }
    }
    sm_events_clear(&core.events);
    ldst_cycle(unit, core.cycle);
    assert_true(ldst_empty(unit));
    assert_true(given > 400);
    *result = (outcome){.totals = totals, .core = core, .events = events};
    close_unit();
}

static void steps_at_events_are_enough(void **state)
{
    (void)state;
    static outcome every, seldom;
    for (unsigned seed = 0; seed < 12; seed++) {
        random_traffic(seed, true, &every);
        random_traffic(seed, false, &seldom);
        assert_memory_equal(&every.totals, &seldom.totals, sizeof every.totals);
        assert_int_equal(every.core.completed, seldom.core.completed);
        assert_int_equal(every.core.acked, every.core.sent);
        assert_int_equal(every.core.acked, seldom.core.acked);
        assert_int_equal(every.events, seldom.events);
        assert_true(every.totals.l1d_reservation_fails > 100);
        assert_memory_equal(every.core.log, seldom.core.log, sizeof every.core.log);
    }
}

// --- what a policy's blocks take one of a cycle (sim/policy/policy.h)

// Accesses of a divergent load go one a cycle from bank 0 on, a coherent load's whenever their bank has them, the next divergent load's
// when the first is done. Entered in cycles 1, 2, 3.
static void divergent_loads_are_followed_one_access_a_cycle(void **state)
{
    (void)state;
    static const char *const expected[] = {"0 ", "1 4 ", "2 5 ", "3 ", "8 ", "9 ", "10 "};
    configure_narrow();
    answers = (ldst_answers){.one_divergent = true};
    open_unit();
    inflight first = make(LOAD, 0x1000, 4, 32), coherent = make(LOAD, 0x1080, 2, 32), second = make(LOAD, 0x1100, 3, 32);
    give(&first);
    step();
    give(&coherent);
    step();
    give(&second);
    step_until(LATENCY);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        unsigned done = 0;
        step();
        char seen[256] = "";
        for (unsigned sector = 0; sector < 12; sector++)
            for (unsigned k = 0; k < core.events.l1d_access_count; k++)
                if (core.events.l1d_access[k].line == 0x1000 + SECTOR * sector)
                    snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%u ", sector);
        assert_string_equal(seen, expected[i]);
        for (unsigned k = 0; k < core.events.load_done_count; k++)
            done += core.events.load_done[k].lines > COHERENT_LINES;
        assert_int_equal(done, i == 3 || i == 6);
    }
    close_unit();
    answers = (ldst_answers){0};
}

// A divergent load (sectors 0 to 2), then four of one access each. In the third cycle 16 + 16 is one too many for a release of 31: the
// divergent load, in the higher bank, waits for the next cycle, where 16 + 15 fits.
static void charges_of_a_cycle_fit_into_one_release(void **state)
{
    (void)state;
    static const struct { const char *looked_up; uint32_t charges; } expected[] = {
        {"0 ", 0}, {"1 3 ", 16}, {"5 ", 16}, {"2 7 ", 31}, {"8 ", 0}};
    configure_narrow();
    answers = (ldst_answers){.one_divergent = true, .charges_done = 31};
    open_unit();
    inflight loads[] = {make(LOAD, 0x1000, 3, SECTOR), make(LOAD, 0x1060, 1, SECTOR), make(LOAD, 0x10a0, 1, SECTOR),
                        make(LOAD, 0x10e0, 1, SECTOR), make(LOAD, 0x1100, 1, SECTOR)};
    static const uint32_t charges[] = {16, 16, 16, 15, 0};
    for (unsigned i = 0; i < 5; i++) {
        loads[i].policy_charge = charges[i];
        give(&loads[i]);
        step();
    }
    step_until(LATENCY);
    for (unsigned i = 0; i < sizeof expected / sizeof *expected; i++) {
        uint32_t sum = 0;
        step();
        assert_string_equal(looked_up_sectors(0x1000), expected[i].looked_up);
        for (unsigned k = 0; k < core.events.load_done_count; k++)
            sum += core.events.load_done[k].charge;
        assert_int_equal(sum, expected[i].charges);
    }
    close_unit();
    answers = (ldst_answers){0};
}

// Four misses take four cycles; what merges with one goes beside the next, and four hits go at once.
static void one_lookup_a_cycle_may_miss(void **state)
{
    (void)state;
    configure_narrow();
    answers = (ldst_answers){.one_miss = true};
    open_unit();
    inflight first = make(LOAD, 0x1000, 4, 32), merging = make(LOAD, 0x1000, 1, 32), hitting = make(LOAD, 0x1000, 4, 32);
    give(&first);
    step();
    give(&merging);
    step_until(1 + LATENCY);
    assert_string_equal(looked_up_sectors(0x1000), "0 ");
    step();
    assert_string_equal(looked_up_sectors(0x1000), "0 1 ");
    assert_int_equal(core.events.l1d_access[0].outcome, L1D_PENDING_HIT);
    step();
    assert_string_equal(looked_up_sectors(0x1000), "2 ");
    step();
    assert_string_equal(looked_up_sectors(0x1000), "3 ");
    for (unsigned i = 0; i < 4; i++) {
        step_until(core.cycle + 4);
        ldst_reply(unit, taken(), core.cycle);
    }
    step_until(core.cycle + 8);
    give(&hitting);
    step_until(core.cycle + 1 + LATENCY);
    assert_string_equal(looked_up_sectors(0x1000), "0 1 2 3 ");
    close_unit();
    answers = (ldst_answers){0};
}

// Two MSHRs: banks 2 and 3 fail in one cycle. One is asked about and passes by; the other, in the cycle behind it.
static void one_access_that_fails_is_asked_about_a_cycle(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.mshrs = 2;
    answers = (ldst_answers){.access_passes = true, .one_fail = true};
    open_unit();
    core.access_passes = true;
    core.fails_asked = 0;
    inflight insn = make(LOAD, 0x1000, 4, 32);
    give(&insn);
    step_until(1 + LATENCY);
    assert_int_equal(core.events.l1d_bypass_count, 1);
    assert_int_equal(core.fails_asked, 1);
    assert_int_equal(core.events.l1d_bypass[0].line, 0x1000 + 2 * SECTOR);
    step();
    assert_int_equal(core.events.l1d_bypass_count, 1);
    assert_int_equal(core.fails_asked, 2);
    assert_int_equal(core.events.load_done_count, 1);
    close_unit();
    core.access_passes = false;
    answers = (ldst_answers){0};
}

// The same two: one a cycle is set aside.
static void one_access_is_set_aside_a_cycle(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.mshrs = 2;
    answers = (ldst_answers){.aside_places = 8};
    open_unit();
    inflight insn = make(LOAD, 0x1000, 4, 32);
    give(&insn);
    step_until(1 + LATENCY);
    assert_int_equal(totals.l1d_set_aside, 1);
    assert_int_equal(ldst_next_event(unit), core.cycle + 1);
    step();
    assert_int_equal(totals.l1d_set_aside, 2);
    close_unit();
    answers = (ldst_answers){0};
}

// Both MSHRs are on their way and nothing moves: of two that fail in a cycle the second is set aside in the next one.
static void a_second_fail_is_set_aside_in_the_next_cycle(void **state)
{
    (void)state;
    configure_narrow();
    config.l1d.mshrs = 2;
    answers = (ldst_answers){.aside_places = 8};
    open_unit();
    inflight on_their_way = make(LOAD, 0x1000, 2, SECTOR), fail = make(LOAD, 0x2000, 2, SECTOR);
    give(&on_their_way);
    step_until(3 * LATENCY);
    taken(), taken();
    assert_int_equal(ldst_next_event(unit), UINT64_MAX);
    give(&fail);
    step_until(core.cycle + 1 + LATENCY);
    assert_int_equal(totals.l1d_fail_mshr, 2);
    assert_int_equal(totals.l1d_set_aside, 1);
    assert_int_equal(ldst_next_event(unit), core.cycle + 1);
    step();
    assert_int_equal(totals.l1d_set_aside, 2);
    assert_int_equal(ldst_next_event(unit), UINT64_MAX);
    close_unit();
    answers = (ldst_answers){0};
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_access_is_set_aside_a_cycle),
        cmocka_unit_test(a_second_fail_is_set_aside_in_the_next_cycle),
        cmocka_unit_test(one_access_that_fails_is_asked_about_a_cycle),
        cmocka_unit_test(charges_of_a_cycle_fit_into_one_release),
        cmocka_unit_test(one_lookup_a_cycle_may_miss),
        cmocka_unit_test(divergent_loads_are_followed_one_access_a_cycle),
        cmocka_unit_test(four_sectors_of_a_line_enter_in_one_cycle),
        cmocka_unit_test(a_bank_takes_one_access_a_cycle),
        cmocka_unit_test(accesses_to_one_bank_are_a_cycle_each),
        cmocka_unit_test(a_bank_that_fails_leaves_the_others_alone),
        cmocka_unit_test(what_another_bank_does_may_let_an_access_through),
        cmocka_unit_test(a_full_bank_holds_the_load_up),
        cmocka_unit_test(queues_shift_as_arrays),
        cmocka_unit_test(steps_at_events_are_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
