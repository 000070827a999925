// SPDX-License-Identifier: BSD-3-Clause
// Lines that a memory controller sends unasked: when the data bus takes one, rows that are held, how many are on their way.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/memory/prefetch_bench.h"

// Offered of a bank without an open row it is never taken; the controller goes on asking.
enum { STAYS_AWAKE = 3 };

// What each clock had on the data bus, a letter each: the columns of a load's line D and d, of a write W and w, of an
// unasked line P and p, x a line dropped; and of row commands o and c. By whose bank, too.
enum { CLOCKS = 1200 };
static char bus[CLOCKS + 1], rows[CLOCKS + 1];
static uint8_t bus_bank[CLOCKS], bus_line[CLOCKS], row_bank[CLOCKS];

static char letter_of(const line_sent_event *sent)
{
    const char first[] = {'D', 'P', 'x'}, later[] = {'d', 'p', 'x'};
    return sent->first ? sent->write ? 'W' : first[sent->kind] : sent->write ? 'w' : later[sent->kind];
}

// One clock, noted at `at`.
static void note(bench *b, unsigned at)
{
    const controller_events *events = run_dram(b);
    assert_true(events->line_sent_count + 0u <= 1);
    bus[at] = events->line_sent_count ? letter_of(&events->line_sent[0]) : '.';
    bus_bank[at] = events->line_sent_count ? events->line_sent[0].bank : 0;
    bus_line[at] = events->line_sent_count ? (uint8_t)events->line_sent[0].line : 0;
    rows[at] = events->row_open_count ? 'o' : events->row_close_count ? 'c' : '.';
    row_bank[at] = events->row_open_count ? events->row_open[0].bank : events->row_close_count ? events->row_close[0].bank : 0;
    run_slice(b);
}

static void record(bench *b, unsigned from, unsigned to)
{
    for (unsigned at = from; at < to; at++)
        note(b, at);
    bus[to] = rows[to] = 0;
}

static unsigned count(const char *text, char letter)
{
    unsigned n = 0;
    for (; *text; text++)
        n += *text == letter;
    return n;
}

static unsigned at_of(const char *text, char letter) { return (unsigned)(strchr(text, letter) - text); }
static unsigned last_of(const char *text, char letter) { return (unsigned)(strrchr(text, letter) - text); }

// The L2 must not be what bounds a test of the bus.
static machine wide(void)
{
    machine m = one_controller();
    m.l2.mshrs = 64;
    m.l2.miss_queue = 64;
    m.l2.queue_from_dram = m.l2.queue_to_dram = 64;
    m.l2.queue_from_icnt = 64;
    return m;
}

// A row at rest: its lines go one after the other, lowest first, as fast as columns may; then nothing is offered, and the
// controller rests, though it was asked up to then in every clock.
static void lines_of_a_row(void **state)
{
    (void)state;
    machine m = wide();
    bench *b = open_bench(&m);
    open_row(b, 2, 9, 5);
    assert_int_equal(dram_wake(&b->dram, b->clock), UINT64_MAX);
    const uint64_t asked = script.asked;
    run(b, 10);
    assert_int_equal(script.asked, asked);                               // nothing stands, nothing happens: nobody asks
    script.lines[2] = 0xfffffff0;
    script.lines[2] &= ~(1u << 5);
    read_line(b, 3, 1, 0);                                               // whatever comes wakes it
    record(b, 0, 400);
    assert_int_equal(count(bus, 'P'), 27);
    unsigned line = 3, between = 0;
    for (unsigned at = at_of(bus, 'P'); at <= last_of(bus, 'p'); at++) {
        between += bus[at] == 'D' || bus[at] == 'd';
        if (bus[at] != 'P')
            continue;
        line += line == 4 ? 2 : 1;
        assert_int_equal(bus_line[at], line);
        assert_int_equal(bus_bank[at], 2);
    }
    assert_int_equal(last_of(bus, 'p') - at_of(bus, 'P'), 4 * 26 + 2 + 2 * between);      // CCD 2, two columns a line
    assert_int_equal(b->counters.prefetch_sent, 27);
    assert_int_equal(b->counters.dram_reads, 2);                         // those that were asked for
    assert_int_equal(b->slice.prefetches, 0);
    assert_int_equal(b->pool.in_use, 0);
    assert_int_equal(dram_wake(&b->dram, b->clock), UINT64_MAX);
    close_bench(b);
}

// 20 lines of bank 1 are asked for while bank 0 offers its own: their columns take every turn of the bus, and come at most a
// column later than when nothing is offered.
static void requests_win_the_bus(void **state)
{
    (void)state;
    machine m = wide();
    unsigned alone[40] = {0}, n = 0;
    for (unsigned offers = 0; offers < 2; offers++) {
        bench *b = open_bench(&m);
        open_row(b, 0, 3, 0);
        open_row(b, 1, 3, 0);
        for (unsigned line = 1; line <= 20; line++)
            read_line(b, 1, 3, line);
        script.lines[0] = offers ? ~1u : 0;
        record(b, 0, 400);
        assert_int_equal(count(bus, 'D') + count(bus, 'd'), 40);
        assert_int_equal(count(bus, 'P'), offers ? 31 : 0);
        n = 0;
        for (unsigned at = 0; at < 400; at++) {
            if (bus[at] != 'D' && bus[at] != 'd')
                continue;
            if (offers)
                assert_in_range(at, alone[n], alone[n] + 1);
            alone[n++] = at;
        }
        for (unsigned at = at_of(bus, 'D'); at < last_of(bus, 'd'); at++)
            assert_true(bus[at] != 'P' && bus[at] != 'p');
        close_bench(b);
    }
}

// The rest of a line whose first column is out waits for requests of other banks, unless one of its own bank wants another row:
// then it goes in the bank's turn, and the row is closed behind it. Found by trying when to offer.
static void the_rest_of_a_line(void **state)
{
    (void)state;
    machine m = wide();
    for (unsigned conflict = 0; conflict < 2; conflict++) {
        unsigned found = 0;
        for (unsigned when = 0; when < 24; when++) {
            bench *b = open_bench(&m);
            script.lines[STAYS_AWAKE] = 1;
            open_row(b, 0, 3, 0);
            open_row(b, 1, 3, 0);
            script.careful = false;
            for (unsigned line = 1; line <= 16; line++)
                read_line(b, 1, 3, line);
            if (conflict)
                read_line(b, 0, 4, 0);
            record(b, 0, when);
            script.lines[0] = 1u << 7;
            note(b, when);
            script.lines[0] = 0;                                         // one clock's offer
            record(b, when + 1, 400);
            close_bench(b);
            if (bus[when] != 'P')
                continue;
            const unsigned rest = at_of(bus, 'p');
            unsigned end = last_of(bus, 'd');
            while (bus_bank[end] != 1 || bus[end] != 'd')
                end--;
            if (!memchr(bus + when, 'D', rest - when))
                continue;                                                // nobody came in between
            found++;
            if (!conflict) {
                assert_true(rest > end);
            } else {
                assert_true(rest < end);
                for (unsigned at = 0; at < rest; at++)
                    assert_false(rows[at] == 'c' && row_bank[at] == 0);
                assert_true(memchr(rows + rest, 'c', 400 - rest) != NULL);
            }
        }
        assert_true(found >= 1);
    }
}

// A row that is held stays open for a request to another one, which waits in the queue: a request for the held row that comes
// later goes first. Let go, the row is closed.
static void a_held_row(void **state)
{
    (void)state;
    enum { HELD = 2 };
    machine m = wide();
    bench *b = open_bench(&m);
    open_row(b, HELD, 3, 0);
    script.hold = 1 << HELD;
    read_line(b, HELD, 4, 0);
    record(b, 0, 150);
    assert_string_equal(strpbrk(rows, "oc") ? "a row command" : "none", "none");
    assert_int_equal(script.levels.demand_other, 1 << HELD);
    assert_int_equal(script.levels.demand_open, 0);
    assert_int_equal(script.levels.pending, 1);                          // no bank has it
    read_line(b, HELD, 3, 1);
    record(b, 0, 150);
    assert_int_equal(count(bus, 'D'), 1);
    assert_null(strpbrk(rows, "oc"));
    script.lines[HELD] = 6u << 20;
    record(b, 0, 100);
    assert_int_equal(count(bus, 'P'), 2);
    assert_null(strpbrk(rows, "oc"));
    script.hold = 0;
    record(b, 0, 150);
    assert_int_equal(at_of(rows, 'c'), 0);                               // in the clock in which it is let go
    assert_int_equal(count(rows, 'o'), 1);
    assert_int_equal(count(bus, 'D'), 1);
    close_bench(b);
}

// A request to another row that has its bank already when the row is held keeps it; it is held up until the row is let go.
static void held_behind_its_request(void **state)
{
    (void)state;
    machine m = wide();
    m.dram.ras = 200;                                                    // nothing may be closed before
    bench *b = open_bench(&m);
    open_row(b, 0, 3, 0);
    read_line(b, 0, 4, 0);
    run(b, 40);
    assert_int_equal(script.levels.pending, 0);                          // the bank has it
    assert_int_equal(script.levels.demand_other, 1);
    script.hold = 1;
    record(b, 0, 300);
    assert_null(strpbrk(rows, "oc"));
    script.hold = 0;
    record(b, 0, 100);
    assert_int_equal(at_of(rows, 'c'), 0);
    close_bench(b);
}

// A bank without an open row has none to keep: held or not, each command comes in the same clock, whenever its request comes
// between those of another bank. Columns follow each other at once, so that a clock in which a bank is passed over shows.
static void a_closed_bank_is_held(void **state)
{
    enum { CLOSED = 3, FIRST = 40, ALL = 260 };
    char free_bus[ALL + 1], free_rows[ALL + 1];
    machine m = wide();
    (void)state;
    m.dram.ccd = 1;
    for (unsigned when = 0; when < FIRST; when++)
        for (unsigned held = 0; held < 2; held++) {
            bench *b = open_bench(&m);
            script.hold = held << CLOSED;
            open_row(b, 0, 3, 0);
            for (unsigned line = 1; line <= 6; line++)
                read_line(b, 0, 3, line);
            record(b, 0, when);
            read_line(b, CLOSED, 1, 0);
            record(b, when, ALL);
            close_bench(b);
            assert_int_equal(count(bus, 'D'), 7);
            if (held) {
                assert_string_equal(bus, free_bus);
                assert_string_equal(rows, free_rows);
            }
            memcpy(free_bus, bus, sizeof free_bus);
            memcpy(free_rows, rows, sizeof free_rows);
        }
}

// No more lines are on their way than the slice has places for: nobody fills them here.
static void room(void **state)
{
    (void)state;
    machine m = wide();
    m.l2.queue_from_dram = 5;
    bench *b = open_bench(&m);
    script.lines[STAYS_AWAKE] = 1;
    open_row(b, 0, 3, 0);
    script.lines[0] = ~1u;
    for (unsigned at = 0; at < 200; at++) {
        run_dram(b);
        b->clock++;
    }
    assert_int_equal(b->counters.prefetch_sent, 5);
    assert_int_equal(b->slice.prefetched.count, 5);
    assert_int_equal(script.levels.room, 0);
    assert_int_equal(dram_wake(&b->dram, b->clock), UINT64_MAX);
    run_slice(b);                                                        // fills one
    assert_int_equal(dram_wake(&b->dram, b->clock), b->clock);           // there is room again
    for (unsigned at = 0; at < 50; at++) {
        run_dram(b);
        b->clock++;
    }
    assert_int_equal(b->counters.prefetch_sent, 6);
    script.lines[0] = 0;
    run(b, 20);
    assert_int_equal(b->slice.prefetches, 0);
    close_bench(b);
}

// Banks are looked at from the one on whose turn it is.
static void banks_in_turn(void **state)
{
    (void)state;
    machine m = wide();
    for (unsigned last = 0; last < 2; last++) {
        bench *b = open_bench(&m);
        open_row(b, !last, 3, 0);
        open_row(b, last, 3, 0);                                         // the row command passes the turn on
        script.lines[0] = script.lines[1] = 6;
        b->dram.rests = false;
        record(b, 0, 60);
        assert_int_equal(count(bus, 'P'), 4);
        assert_int_equal(bus_bank[at_of(bus, 'P')], !last);
        close_bench(b);
    }
}

// With bank groups the columns of a line are further apart than those of two banks: another line waits for the rest of
// this one.
static void lines_are_sent_whole(void **state)
{
    (void)state;
    machine m = wide();
    m.dram.bank_groups = 2;
    m.dram.ccdl = 6;
    bench *b = open_bench(&m);
    open_row(b, 1, 3, 0);
    open_row(b, 0, 3, 0);
    script.lines[0] = script.lines[1] = 0xfe;
    b->dram.rests = false;
    record(b, 0, 300);
    assert_int_equal(count(bus, 'P'), 14);
    assert_int_equal(count(bus, 'p'), 14);
    unsigned first = 0;
    for (unsigned at = 0; at < 300; at++) {
        if (bus[at] == 'P')
            first = at;
        if (bus[at] == 'p')
            assert_true(bus_bank[at] == bus_bank[first] && bus_line[at] == bus_line[first]);
    }
    assert_int_equal(b->slice.prefetches, 0);
    assert_int_equal(b->pool.in_use, 0);
    close_bench(b);
}

// The levels of the banks are of the clock that asks: before its commands, the request of a bank and those that wait.
static void levels(void **state)
{
    (void)state;
    machine m = wide();
    bench *b = open_bench(&m);
    open_row(b, 1, 3, 0);
    assert_int_equal(script.levels.demand_open | script.levels.demand_other, 0);
    assert_int_equal(script.levels.room, 15);
    script.hold = 2;
    read_line(b, 1, 3, 1);
    read_line(b, 1, 3, 2);
    read_line(b, 1, 4, 0);
    read_line(b, 2, 4, 0);
    uint64_t both = 0;
    unsigned most = 0, columns = 0, seen = 0;
    for (unsigned at = 0; at < 200; at++) {
        const uint64_t before = columns;
        const controller_events *events = run_dram(b);
        both |= script.levels.demand_open & script.levels.demand_other;
        most = script.levels.pending > most ? script.levels.pending : most;
        const bool bank1 = events->line_sent_count && events->line_sent[0].bank == 1;
        if (bank1)
            assert_true(script.levels.demand_open >> 1 & 1);             // what is about to be read still stands
        columns += bank1;
        seen += before == 4 && columns == 4 && !(script.levels.demand_open >> 1 & 1) && script.levels.demand_other >> 1 & 1;
        run_slice(b);
    }
    assert_int_equal(columns, 4);
    assert_int_equal(both, 2);
    assert_true(most >= 1 && seen > 50);
    close_bench(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_row),
        cmocka_unit_test(requests_win_the_bus),
        cmocka_unit_test(the_rest_of_a_line),
        cmocka_unit_test(a_held_row),
        cmocka_unit_test(held_behind_its_request),
        cmocka_unit_test(a_closed_bank_is_held),
        cmocka_unit_test(room),
        cmocka_unit_test(banks_in_turn),
        cmocka_unit_test(lines_are_sent_whole),
        cmocka_unit_test(levels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
