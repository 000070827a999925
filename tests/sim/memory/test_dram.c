// SPDX-License-Identifier: BSD-3-Clause
// DRAM banks and controller: latencies by hand, first ready first come, every timing rule under random traffic, credits.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include <stdio.h>

#include "sim/memory/dram.h"
#include "tests/sim/memory/dram_bench.h"

static machine gtx480(void)
{
    machine m;
    machine_defaults(&m);
    return m;
}

static machine bundled(const char *name)
{
    machine m;
    machine_error error;
    if (!machine_load(&m, name, &error))
        fail_msg("%s", error.text);
    return m;
}

static void isolated_requests(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *done;
    bench *b = open_bench(&m);
    memory_request *first = make(&b->pool, 3, 9, false, 32);
    dram_banks_push(b->banks, first);
    assert_int_equal(next_done(b, &done), 0 + 12 + 12);                  // activate at 0, RCD, CL
    assert_ptr_equal(done, first);
    dram_banks_push(b->banks, make(&b->pool, 3, 9, false, 32));
    assert_int_equal(next_done(b, &done), 25 + 12);                      // row open: read at once, CL
    dram_banks_push(b->banks, make(&b->pool, 3, 8, false, 32));
    assert_int_equal(next_done(b, &done), 38 + 12 + 12 + 12);            // precharge, RP, RCD, CL; RAS (28) and RC (40) are past
    dram_banks_push(b->banks, make(&b->pool, 3, 8, true, 32));
    assert_int_equal(next_done(b, &done), 75 + 4);                       // WL; read to write was long ago
    dram_banks_push(b->banks, make(&b->pool, 3, 8, false, 32));
    assert_int_equal(next_done(b, &done), 75 + 4 + 2 + 5 + 12);          // WL + burst + CDLR after the write, CL
    assert_int_equal(b->counters.dram_reads, 4);
    assert_int_equal(b->counters.dram_writes, 1);
    assert_int_equal(b->counters.dram_activates, 2);
    assert_int_equal(b->counters.dram_row_hits, 3);
    assert_true(dram_banks_idle(b->banks));
    close_bench(b);
}

// The same by the timing of two files of GPGPU-Sim. A sector of 32 bytes is one burst: of HBM 2 beats of 16 bytes at 2 a clock, of GDDR6
// 16 of 2 bytes at 4 a clock. Requests come one behind the other; then sixteen of open rows, one a clock, to one group and to all four.
static void hbm_and_gddr6(void **state)
{
    (void)state;
    static const struct { const char *name; unsigned rp, rcd, cl, wl, burst, cdlr, ccd, ccdl; } rows[] = {
        { "qv100", 12, 12, 12, 2, 1, 3, 1, 2 }, { "rtx3070", 24, 24, 24, 8, 4, 10, 4, 6 } };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const unsigned cl = rows[i].cl, wl = rows[i].wl;
        const machine m = bundled(rows[i].name);
        memory_request *done;
        bench *b = open_bench(&m);
        dram_banks_push(b->banks, make(&b->pool, 3, 9, false, 32));
        uint64_t at = next_done(b, &done);
        assert_int_equal(at, rows[i].rcd + cl);
        dram_banks_push(b->banks, make(&b->pool, 3, 9, false, 32));
        assert_int_equal(next_done(b, &done), at + 1 + cl);                             // its row is open
        at += 2 + cl;
        dram_banks_push(b->banks, make(&b->pool, 3, 8, false, 32));
        assert_int_equal(next_done(b, &done), at + rows[i].rp + rows[i].rcd + cl);      // another row
        at += rows[i].rp + rows[i].rcd + cl + 1;
        dram_banks_push(b->banks, make(&b->pool, 3, 8, true, 32));
        assert_int_equal(next_done(b, &done), at + wl);
        dram_banks_push(b->banks, make(&b->pool, 3, 8, false, 32));
        assert_int_equal(next_done(b, &done), at + wl + rows[i].burst + rows[i].cdlr + cl);
        for (unsigned bank = 0; bank < 3; bank++)
            dram_banks_push(b->banks, make(&b->pool, bank, 8, false, 32)), next_done(b, &done);
        for (unsigned groups = 1; groups <= 4; groups += 3) {
            at = b->clock;
            for (unsigned pushed = 0, through = 0; through < 16; b->clock++) {
                if (pushed < 16)
                    dram_banks_push(b->banks, make(&b->pool, pushed++ % groups, 8, false, 32));
                if (run_clock(b, true))
                    assert_int_equal(b->clock, at + cl + through++ * (groups == 1 ? rows[i].ccdl : rows[i].ccd));
                assert_true(b->clock < at + 1000);
            }
        }
        assert_int_equal(b->counters.dram_activates, 2 + 3);
        close_bench(b);
    }
}

// A row that is not open is no hit, though a bank begins with row 0. The second waits from 1 to 12, in which the column
// of the first is read; then the bank is its own.
static void waits_and_rows(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *done;
    bench *b = open_bench(&m);
    dram_banks_push(b->banks, make(&b->pool, 3, 0, false, 32));
    run_clock(b, true), b->clock++;
    dram_banks_push(b->banks, make(&b->pool, 3, 8, false, 32));
    next_done(b, &done), next_done(b, &done);
    assert_int_equal(b->counters.dram_queued, 12);
    assert_int_equal(b->counters.dram_row_hits, 0);
    close_bench(b);
}

// A write of 128 bytes is two bursts of 64: the second CCDL after the first (same group).
static void bursts(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *done;
    bench *b = open_bench(&m);
    dram_banks_push(b->banks, make(&b->pool, 0, 1, true, 128));
    assert_int_equal(next_done(b, &done), (12 - 5) + 3 + 4);             // activate to write RCD - (WL + 1), CCDL, WL
    assert_int_equal(b->checker.columns, 2);
    assert_int_equal(b->counters.dram_writes, 1);
    close_bench(b);
    m.l2.sector_bytes = 128;                                             // reads fetch the L2's sector
    b = open_bench(&m);
    dram_banks_push(b->banks, make(&b->pool, 0, 1, false, 32));
    assert_int_equal(next_done(b, &done), 12 + 3 + 12);
    close_bench(b);
}

// Without room for replies the bus stands still: two reads start (the conveyor has CL + 1 places), none ends.
static void bus_stands_still(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *done;
    bench *b = open_bench(&m);
    for (; b->clock < 100; b->clock++) {
        if (b->clock < 5)
            dram_banks_push(b->banks, make(&b->pool, 0, 1, false, 32));
        assert_null(run_clock(b, false));
    }
    assert_int_equal(b->checker.columns, 2);
    assert_int_equal(next_done(b, &done), 100 + 12 - 1);
    assert_int_equal(next_done(b, &done), 100 + 12);
    close_bench(b);
}

// A full bus holds columns up, no rows: another bank's is opened meanwhile.
static void a_full_bus_opens_rows(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    memory_request *done;
    for (; b->clock < 100; b->clock++) {
        if (b->clock < 2)
            dram_banks_push(b->banks, make(&b->pool, 0, 1, false, 32));
        if (b->clock == 50)
            dram_banks_push(b->banks, make(&b->pool, 1, 1, false, 32));
        assert_int_equal(b->counters.dram_activates, b->clock <= 50 ? b->clock > 0 : 2);
        assert_null(run_clock(b, false));
    }
    assert_int_equal(b->checker.columns, 2);
    for (unsigned i = 0; i < 3; i++)
        next_done(b, &done);
    close_bench(b);
}

// Bank 0 waits for RAS; bank 1 need not wait for bank 0.
static void a_waiting_bank_holds_nobody_up(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *done, *other = NULL;
    bench *b = open_bench(&m);
    for (; b->clock < 18; b->clock++) {
        if (b->clock == 0)
            dram_banks_push(b->banks, make(&b->pool, 0, 1, false, 32));
        if (b->clock == 13)
            dram_banks_push(b->banks, make(&b->pool, 0, 2, false, 32));
        if (b->clock == 17)
            dram_banks_push(b->banks, other = make(&b->pool, 1, 1, false, 32));
        run_clock(b, true);
    }
    assert_int_equal(next_done(b, &done), 24);
    assert_int_equal(next_done(b, &done), 17 + 24);
    assert_ptr_equal(done, other);
    assert_int_equal(next_done(b, &done), 28 + 12 + 24);
    close_bench(b);
}

static void first_ready_first_come(void **state)
{
    (void)state;
    machine m = gtx480();
    memory_request *order[6], *done;
    bench *b = open_bench(&m);
    const uint32_t rows[6] = { 5, 6, 7, 5, 5, 6 };
    for (unsigned i = 0; i < 6; i++) {
        order[i] = make(&b->pool, 2, rows[i], false, 32);
        dram_banks_push(b->banks, order[i]);
        assert_null(run_clock(b, true));
        b->clock++;
    }
    const unsigned expected[6] = { 0, 3, 4, 1, 5, 2 };                   // row 5 while it is open, then the oldest, its row ...
    for (unsigned i = 0; i < 6; i++) {
        next_done(b, &done);
        assert_ptr_equal(done, order[expected[i]]);
    }
    assert_int_equal(b->counters.dram_row_hits, 3);
    assert_int_equal(b->counters.dram_activates, 3);
    close_bench(b);
}

// Row hits in all groups: a burst every CCD clocks; in one group: every CCDL.
static void bandwidth(void **state)
{
    (void)state;
    machine m = gtx480();
    for (unsigned groups = 1; groups <= 4; groups += 3) {
        bench *b = open_bench(&m);
        for (; b->clock < 6000; b->clock++) {
            if (!dram_banks_full(b->banks))
                dram_banks_push(b->banks, make(&b->pool, groups == 1 ? (unsigned)(b->clock % 4) * 4 : (unsigned)b->clock % 16, 1, false, 32));
            run_clock(b, true);
        }
        assert_in_range(b->counters.dram_reads, 6000 / (groups == 1 ? 3 : 2) - 40, 6000 / (groups == 1 ? 3 : 2));
        assert_true(b->counters.dram_bank_busy > b->counters.dram_active_clocks);
        close_bench(b);
    }
}

// A long store fills every clock with columns of bank 0, which comes before bank 1 in the order. Bank 1's row: with one bus behind
// the last column, with two beside a column in the clock in which its request is there.
static void two_commands_a_clock(void **state)
{
    (void)state;
    for (uint32_t dual = 0; dual <= 1; dual++) {
        machine m = gtx480();
        m.dram.dual_bus = dual;
        m.dram.ccd = m.dram.ccdl = 1;
        bench *b = open_bench(&m);
        uint64_t opened = 0, last_column = 0, beside = 0;
        for (; b->clock < 100; b->clock++) {
            if (b->clock == 0 || b->clock == 20)
                dram_banks_push(b->banks, make(&b->pool, b->clock ? 1 : 0, 1, true, 40 * 64));
            const uint64_t columns = b->checker.columns;
            run_clock(b, true);
            if (columns < 40 && b->checker.columns == 40)
                last_column = b->clock;
            if (b->events.row_open_count && b->events.row_open[0].bank == 1) {
                opened = b->clock;
                beside = b->checker.columns - columns;
            }
        }
        assert_int_equal(opened, dual ? 20 : last_column + 1);
        assert_int_equal(beside, dual);
        assert_int_equal(b->checker.columns, 80);
        close_bench(b);
    }
}

static void random_traffic(const machine *m, uint64_t random, unsigned write_share, unsigned rows)
{
    enum { REQUESTS = 3000 };
    bench *b = open_bench(m);
    unsigned pushed = 0, done = 0;
    for (b->clock = 0; done < REQUESTS; b->clock++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        bool quiet = b->clock / 512 % 3 == 2;                            // now and then nothing comes
        if (pushed < REQUESTS && !quiet && !dram_banks_full(b->banks)) {
            memory_request *request = make(&b->pool, (unsigned)(random >> 40) % m->dram.banks, (uint32_t)(random >> 50) % rows,
                                           (random >> 33) % 100 < write_share, 32 << (random >> 60) % 3);
            request->slot = ++pushed;
            dram_banks_push(b->banks, request);
        }
        memory_request *out = run_clock(b, (random >> 35) % 8 != 0);
        if (out) {
            assert_int_not_equal(out->slot, 0);
            out->slot = 0;
            done++;
        }
        assert_true(b->clock < 2000000);
    }
    assert_true(dram_banks_idle(b->banks));
    assert_int_equal(b->counters.dram_reads + b->counters.dram_writes, REQUESTS);
    assert_true(b->checker.commands > REQUESTS);
    close_bench(b);
}

static void every_rule_holds(void **state)
{
    (void)state;
    machine m = gtx480();
    for (unsigned seed = 1; seed <= 6; seed++) {
        random_traffic(&m, seed, seed * 15, 1 + seed);
        random_traffic(&m, seed + 50, 50, 1000);
    }
    m.dram.dual_bus = 1;
    for (unsigned seed = 30; seed < 34; seed++)
        random_traffic(&m, seed, seed * 3 - 85, seed - 28);
    m.dram.dual_bus = 0;
    m.dram.banks = 4;
    m.dram.bank_groups = 1;
    m.dram.ccdl = m.dram.rtpl = 0;
    m.dram.queue = 1;
    random_traffic(&m, 9, 40, 3);
    const struct { uint32_t *key, value; } odd[] = { { &m.dram.ras, 60 }, { &m.dram.wr, 40 }, { &m.dram.rrd, 20 }, { &m.dram.ccd, 9 },
        { &m.dram.wl, 20 }, { &m.dram.wl, 0 }, { &m.dram.cl, 0 }, { &m.dram.rc, 150 }, { &m.dram.rc, 0 }, { &m.dram.cdlr, 50 }, { &m.dram.burst, 16 } };
    for (unsigned i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        *odd[i].key = odd[i].value;
        m.dram.queue = 64;
        random_traffic(&m, 20 + i, 40, 4);
    }
}

// One command, of row 0, as the controller's events of its clock.
typedef enum { ACTIVATE, PRECHARGE, READ, WRITE } command;

static void hear(dram_checker *c, uint64_t clock, command what, unsigned bank)
{
    controller_events events = {0};
    if (what == ACTIVATE)
        raise_row_open(&events, (row_open_event){.bank = (uint8_t)bank});
    else if (what == PRECHARGE)
        raise_row_close(&events, (row_close_event){.bank = (uint8_t)bank});
    else
        raise_line_sent(&events, (line_sent_event){.bank = (uint8_t)bank, .write = what == WRITE});
    dram_checker_hear(c, clock, &events);
}

// A checker that finds nothing proves nothing: each rule is seen to bite.
static void checker_bites(void **state)
{
    (void)state;
    machine m = gtx480();
    const struct { uint64_t clock[4]; command command[4]; unsigned bank[4], count; const char *rule; } streams[] = {
        { { 0, 5 }, { ACTIVATE, ACTIVATE }, { 0, 1 }, 2, "RRD" },
        { { 0, 11 }, { ACTIVATE, READ }, { 0, 0 }, 2, "RCD" },
        { { 0, 6 }, { ACTIVATE, WRITE }, { 0, 0 }, 2, "RCD of a write" },
        { { 0, 27 }, { ACTIVATE, PRECHARGE }, { 0, 0 }, 2, "RAS" },
        { { 0, 28, 39 }, { ACTIVATE, PRECHARGE, ACTIVATE }, { 0, 0, 0 }, 3, "RP" },
        { { 0, 6, 20, 21 }, { ACTIVATE, ACTIVATE, READ, READ }, { 0, 1, 0, 1 }, 4, "CCD" },
        { { 0, 6, 20, 22 }, { ACTIVATE, ACTIVATE, READ, READ }, { 0, 4, 0, 4 }, 4, "CCDL" },
        { { 0, 20, 30 }, { ACTIVATE, WRITE, READ }, { 0, 0, 0 }, 3, "WTR" },
        { { 0, 20, 31 }, { ACTIVATE, READ, WRITE }, { 0, 0, 0 }, 3, "RTW" },
        { { 0, 20, 37 }, { ACTIVATE, WRITE, PRECHARGE }, { 0, 0, 0 }, 3, "WR" },
        { { 0, 6, 40, 41 }, { ACTIVATE, ACTIVATE, READ, PRECHARGE }, { 0, 4, 0, 4 }, 4, "RTPL" },
        { { 0 }, { READ }, { 0 }, 1, "column command without its row" },
    };
    for (unsigned i = 0; i < sizeof streams / sizeof streams[0]; i++) {
        dram_checker c;
        char expected[64];
        dram_checker_open(&c, &m);
        for (unsigned j = 0; j < streams[i].count; j++) {
            assert_string_equal(c.violation, "");
            hear(&c, streams[i].clock[j], streams[i].command[j], streams[i].bank[j]);
        }
        snprintf(expected, sizeof expected, "%s at", streams[i].rule);
        assert_memory_equal(c.violation, expected, strlen(expected));
    }
}

// Two slices, tiny queues: all reads come back to their slice, write-backs end, credits are whole again.
static void controller(void **state)
{
    (void)state;
    enum { READS = 500 };
    machine m = gtx480();
    m.dram.controllers = 1;
    m.l2.sub_partitions = 2;
    m.dram.queue = 3;
    m.dram.return_queue = 2;
    m.l2.queue_from_dram = 1;
    counters counters = { 0 };
    request_pool pool = { 0 };
    l2_slice slices[2];
    dram_map map;
    dram d;
    dram_map_open(&map, &m);
    for (unsigned i = 0; i < 2; i++)
        l2_slice_open(&slices[i], &m, i, &map, &pool, &counters);
    dram_open(&d, &m, 0, slices, &map, &pool, &counters);
    assert_int_equal(dram_wake(&d, 5), UINT64_MAX);
    unsigned sent = 0, back[2] = { 0 }, expected[2] = { 0 };
    uint64_t random = 3, clock = 0;
    for (; back[0] + back[1] < READS || pool.in_use; clock++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        unsigned slice = random >> 63;
        if (sent < READS && slices[slice].to_dram.count < 4) {
            bool write = (random >> 40) % 4 == 0, store = (random >> 40) % 8 == 1;      // a store is acknowledged, as a read is answered
            memory_request *request = make(&pool, (unsigned)(random >> 50) % 16, 1, write, 32);
            if (store)
                request->kind = REQUEST_GLOBAL_WRITE, request->wants_reply = true;
            request->slice = (uint8_t)slice;
            request_list_push(&slices[slice].to_dram, request);
            d.wake = 0;
            sent += !write;
            expected[slice] += !write;
        }
        if (d.wake <= clock * 700 / 924)                                 // else it would do nothing
            dram_clock(&d, clock, clock * 700 / 924, 1);
        for (unsigned i = 0; i < 2; i++) {
            assert_true(slices[i].from_dram.count <= 1);
            if ((random >> (30 + i) & 1) && slices[i].from_dram.head) {
                memory_request *request = request_list_pop(&slices[i].from_dram);
                assert_int_equal(request->slice, i);
                request_pool_give(&pool, request);
                back[i]++;
            }
        }
        assert_true(d.returned.count <= 2 && d.shared_used <= d.shared_limit && clock < 500000);
    }
    assert_int_equal(back[0], expected[0]);
    assert_int_equal(back[1], expected[1]);
    assert_int_equal(d.shared_used, 0);
    assert_false(d.private_used[0] || d.private_used[1]);
    assert_int_equal(dram_wake(&d, 5), UINT64_MAX);
    for (unsigned i = 0; i < 2; i++)
        l2_slice_close(&slices[i]);
    dram_close(&d);
    request_pool_close(&pool);
}

// A slice whose queue from the DRAM is full gives nothing to the controller; with a place in it, it does.
static void a_full_slice_asks_for_nothing(void **state)
{
    (void)state;
    machine m = gtx480();
    m.dram.controllers = 1;
    m.l2.sub_partitions = 1;
    m.l2.queue_from_dram = 2;
    counters counters = {0};
    request_pool pool = {0};
    l2_slice slice;
    dram_map map;
    dram d;
    dram_map_open(&map, &m);
    l2_slice_open(&slice, &m, 0, &map, &pool, &counters);
    dram_open(&d, &m, 0, &slice, &map, &pool, &counters);
    request_list_push(&slice.to_dram, make(&pool, 3, 1, false, 32));
    for (unsigned i = 0; i < 2; i++)
        request_list_push(&slice.from_dram, make(&pool, 3, 1, false, 32));
    uint64_t clock = 0;
    for (; clock < 20; clock++)
        dram_clock(&d, clock, clock * 700 / 924, 1);
    assert_int_equal(slice.to_dram.count, 1);
    request_pool_give(&pool, request_list_pop(&slice.from_dram));
    dram_clock(&d, clock, clock * 700 / 924, 1);
    assert_int_equal(slice.to_dram.count, 0);
    for (; slice.from_dram.count < 2 && clock < 1000; clock++)
        dram_clock(&d, clock, clock * 700 / 924, 1);
    assert_int_equal(slice.from_dram.count, 2);
    l2_slice_close(&slice);
    dram_close(&d);
    request_pool_close(&pool);
}

// Places of the queues that slices share: each but one has a place of its own in front, and one is shared, however few there are.
static void places_that_slices_share(void **state)
{
    (void)state;
    for (uint32_t places = 2; places <= 6; places++) {
        machine m = gtx480();
        counters counted = { 0 };
        dram d;
        m.dram.controllers = 1;
        m.l2.sub_partitions = 4;
        m.dram.queue = 1;
        m.dram.return_queue = places - 1;
        dram_open(&d, &m, 0, NULL, NULL, NULL, &counted);
        assert_int_equal(d.shared_limit, places > 3 ? places - 3 : 1);
        assert_int_equal(d.last_borrower, 3);
        dram_close(&d);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(isolated_requests), cmocka_unit_test(places_that_slices_share), cmocka_unit_test(hbm_and_gddr6), cmocka_unit_test(waits_and_rows),
        cmocka_unit_test(bursts),
        cmocka_unit_test(bus_stands_still),
        cmocka_unit_test(a_full_bus_opens_rows),
        cmocka_unit_test(a_waiting_bank_holds_nobody_up),
        cmocka_unit_test(first_ready_first_come),
        cmocka_unit_test(bandwidth), cmocka_unit_test(two_commands_a_clock),
        cmocka_unit_test(every_rule_holds),
        cmocka_unit_test(checker_bites),
        cmocka_unit_test(controller),
        cmocka_unit_test(a_full_slice_asks_for_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
