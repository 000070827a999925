// SPDX-License-Identifier: BSD-3-Clause
// Sectors of an open row that go to the L2 unasked, on qv100 (D-45): the slice that IPOLY gives each, the line that they come into,
// what is dropped for what stands beside them.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/memory/prefetch_bench.h"

enum { SECTOR = 32, SLICES = 2 };

// Controller 0 of qv100 and its two slices, on one clock.
typedef struct { bench *b; l2_slice slice[SLICES]; } controller;

static machine qv100(void)
{
    machine m;
    machine_error bad;
    if (!machine_load(&m, "qv100", &bad))
        abort();
    m.dram.latency = 3;
    m.l2.latency = 2;
    return m;
}

static controller *open_controller(const machine *m)
{
    controller *c = calloc(1, sizeof *c);
    if (!c)
        abort();
    c->b = open_bench(m);
    c->b->dram.slices = c->slice;
    for (unsigned i = 0; i < SLICES; i++)
        l2_slice_open(&c->slice[i], &c->b->machine, i, &c->b->map, &c->b->pool, &c->b->counters);
    return c;
}

static void close_controller(controller *c)
{
    for (unsigned i = 0; i < SLICES; i++)
        l2_slice_close(&c->slice[i]);
    close_bench(c->b);
    free(c);
}

static void step(controller *c, unsigned clocks)
{
    for (; clocks; clocks--, c->b->clock++) {
        run_dram(c->b);
        for (unsigned i = 0; i < SLICES; i++) {
            l2_slice_clock(&c->slice[i], c->b->clock);
            while (c->slice[i].to_icnt.head)
                request_pool_give(&c->b->pool, request_list_pop(&c->slice[i].to_icnt));
        }
    }
}

static void ask_for(controller *c, unsigned slice, request_kind kind, uint64_t address, uint32_t bytes)
{
    memory_request *r = request_pool_take(&c->b->pool);
    r->kind = (uint8_t)kind;
    r->address = address;
    r->bytes = bytes;
    r->sector_mask = request_sectors(address, bytes);
    r->byte_mask_sectors = bytes < SECTOR ? 0 : r->sector_mask;
    r->wants_reply = true;
    c->b->pool.outstanding++;
    l2_locate(&c->b->map, r);
    l2_slice_accept(&c->slice[slice], r, c->b->clock);
}

static void read_sector(controller *c, unsigned slice, uint64_t address)
{
    ask_for(c, slice, REQUEST_GLOBAL_READ, address, SECTOR);
    step(c, 200);
}

static bool is_here(const controller *c, unsigned slice, uint64_t address)
{
    uint32_t way;
    const uint64_t place = dram_map_locate(&c->b->map, address).place;
    return tag_array_lookup(c->slice[slice].tags, place, (uint8_t)(1u << address / SECTOR % 4), false, &way) == LOOKUP_HIT;
}

// Address 0 opens row 0 of bank 0 of controller 0. Eight sectors are 256 bytes, which the map leaves together; bit 8 of the rest is the
// bank's; the row goes on at bits 9, 10 and 11, of which IPOLY adds 3, 6 and 12 to the slice, as x^6 = x + 1. Sector 8 has bit 9: the
// row's own is where controller 1 is named, (2 * 32 + 1) * 256 = 0x4100, in slice 2 ^ 3 = 1. Sector 16, bit 10: controller 3 is named,
// (4 * 32 + 3) * 256 = 0x8300, in slice 6 ^ 6 = 0. Sector 24, both: (6 * 32 + 2) * 256 = 0xC200, in slice 4 ^ 5 = 1.
static const struct { unsigned sector, slice; uint64_t address; } by_hand[] = {
    { 1, 0, 0x20 }, { 8, 1, 0x4100 }, { 9, 1, 0x4120 }, { 16, 0, 0x8300 }, { 24, 1, 0xC200 }, { 31, 1, 0xC2E0 }};

static void in_the_slice_of_its_address(void **state)
{
    (void)state;
    const machine m = qv100();
    controller *c = open_controller(&m);
    read_sector(c, 0, 0);
    for (unsigned i = 0; i < sizeof by_hand / sizeof *by_hand; i++)
        script.lines[0] |= UINT32_C(1) << by_hand[i].sector;
    c->b->dram.rests = false;
    step(c, 200);
    assert_int_equal(c->b->counters.prefetch_sent, 6);
    assert_int_equal(c->b->counters.prefetch_dropped + c->b->counters.prefetch_refused, 0);
    assert_true(c->slice[0].unused == 2 && c->slice[1].unused == 4);
    const counters before = c->b->counters;
    for (unsigned i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        assert_true(is_here(c, by_hand[i].slice, by_hand[i].address) && !is_here(c, !by_hand[i].slice, by_hand[i].address));
        read_sector(c, by_hand[i].slice, by_hand[i].address);
        assert_int_equal(c->b->counters.l2_hits - before.l2_hits, i + 1);
        assert_int_equal(c->b->counters.prefetch_used, i + 1);
    }
    assert_int_equal(c->b->counters.dram_reads, before.dram_reads);
    read_sector(c, 1, 0x4140);                                           // beside two that came: it did not
    assert_int_equal(c->b->counters.dram_reads, before.dram_reads + 1);
    assert_int_equal(c->b->counters.l2_misses, before.l2_misses + 1);
    close_controller(c);
}

// A demand is told with its sector of the row, whichever slice asks.
static void a_demand_tells_its_sector(void **state)
{
    (void)state;
    const machine m = qv100();
    for (unsigned i = 0; i < sizeof by_hand / sizeof *by_hand; i++) {
        controller *c = open_controller(&m);
        unsigned told = 0;
        ask_for(c, by_hand[i].slice, REQUEST_GLOBAL_READ, by_hand[i].address, SECTOR);
        for (unsigned at = 0; at < 200; at++) {
            step(c, 1);
            if (!c->b->dram.events.line_sent_count)
                continue;
            told++;
            assert_int_equal(c->b->dram.events.line_sent[0].line, by_hand[i].sector);
            assert_int_equal(c->b->dram.events.line_sent[0].bank, 0);
        }
        assert_int_equal(told, 1);
        close_controller(c);
    }
}

// A bank has room while each slice has that a sector of its row may lie in.
static void room_of_all_slices(void **state)
{
    (void)state;
    machine m = qv100();
    m.l2.queue_from_dram = 2;
    for (unsigned full = 0; full < SLICES; full++) {
        controller *c = open_controller(&m);
        read_sector(c, 0, 0);
        for (unsigned more = 0; more < 2; more++) {                      // the third is offered when there is no room
            script.lines[0] = (more ? 4u : 3u) << (full ? 8 : 1);
            c->b->dram.rests = false;
            for (unsigned i = 0; i < 100; i++)
                run_dram(c->b), c->b->clock++;
            assert_int_equal(script.levels.room, 0);
            assert_int_equal(c->b->counters.prefetch_sent, 2);
        }
        assert_true(c->slice[full].prefetches == 2 && c->slice[!full].prefetches == 0);
        step(c, 100);
        assert_int_equal(c->b->counters.prefetch_sent, 3);
        assert_int_equal(script.levels.room, 0xFFFF);
        close_controller(c);
    }
}

// Without IPOLY a row lies in the slice of its bank: banks of the other slice have room.
static void room_of_the_slice_of_a_bank(void **state)
{
    (void)state;
    machine m = qv100();
    m.l2.queue_from_dram = 2;
    m.dram.partition_indexing = PARTITION_CONSECUTIVE;
    controller *c = open_controller(&m);
    read_sector(c, 0, 0);
    script.lines[0] = 7u << 1;
    c->b->dram.rests = false;
    for (unsigned i = 0; i < 100; i++)
        run_dram(c->b), c->b->clock++;
    assert_int_equal(c->slice[0].prefetches, 2);
    assert_int_equal(script.levels.room, 0xAAAA);
    close_controller(c);
}

// A sector comes into its line, or takes a way for it; each is used, and leaves unused, by itself.
static void alone_into_its_line(void **state)
{
    (void)state;
    machine m = qv100();
    m.l2.sets = 1;
    m.l2.ways = 2;
    m.l2.index = INDEX_LINEAR;
    controller *c = open_controller(&m);
    read_sector(c, 0, 0);
    script.lines[0] = 1u << 1 | 1u << 2 | 1u << 4 | 1u << 5;             // two beside it, two of the next line
    c->b->dram.rests = false;
    step(c, 200);
    assert_int_equal(c->slice[0].unused, 4);
    assert_true(is_here(c, 0, 0) && is_here(c, 0, 0x20) && is_here(c, 0, 0x40) && is_here(c, 0, 0x80) && is_here(c, 0, 0xA0));
    assert_false(is_here(c, 0, 0x60) || is_here(c, 0, 0xC0));
    read_sector(c, 0, 0x40);
    assert_int_equal(c->slice[0].unused, 3);
    assert_int_equal(c->b->counters.prefetch_used, 1);
    read_sector(c, 0, 0x60);                                             // the line's fourth: on demand
    assert_int_equal(c->b->counters.dram_reads, 2);
    assert_int_equal(c->slice[0].unused, 3);
    read_sector(c, 0, 0x8300);                                           // in the place of the next line, which was used before
    assert_int_equal(c->b->counters.prefetch_evicted, 2);
    read_sector(c, 0, 0x8380);
    assert_int_equal(c->b->counters.prefetch_evicted, 3);
    assert_int_equal(c->slice[0].unused, 0);
    close_controller(c);
}

// A sector that comes into a line counts the line as used last, and takes the port for its own bytes.
static void the_line_is_used_last(void **state)
{
    (void)state;
    machine m = qv100();
    m.l2.sets = 1;
    m.l2.ways = 2;
    m.l2.index = INDEX_LINEAR;
    controller *c = open_controller(&m);
    read_sector(c, 0, 0);
    read_sector(c, 0, 0x80);
    script.lines[0] = 1u << 1;
    c->b->dram.rests = false;
    step(c, 200);
    read_sector(c, 0, 0x8300);
    assert_true(is_here(c, 0, 0) && is_here(c, 0, 0x20) && !is_here(c, 0, 0x80));
    close_controller(c);
    for (unsigned cycles = 1; cycles <= 4; cycles *= 2) {
        m = qv100();
        m.l2.port_bytes = SECTOR / cycles;
        c = open_controller(&m);
        read_sector(c, 0, 0);
        script.lines[0] = 6;
        c->b->dram.rests = false;
        for (unsigned i = 0; i < 100; i++)
            run_dram(c->b), c->b->clock++;
        assert_int_equal(c->slice[0].prefetched.count, 2);
        for (unsigned i = 0; i <= cycles; i++) {
            assert_int_equal(c->slice[0].prefetched.count, i == 0 ? 2 : 1);
            l2_slice_clock(&c->slice[0], c->b->clock++);
        }
        assert_int_equal(c->slice[0].prefetched.count, 0);
        close_controller(c);
    }
}

// A store of a part of a sector has it there, and nothing comes over it; the sector beside it comes.
static void not_over_a_part_that_is_written(void **state)
{
    (void)state;
    const machine m = qv100();
    controller *c = open_controller(&m);
    read_sector(c, 0, 0x80);
    ask_for(c, 0, REQUEST_GLOBAL_WRITE, 0x28, 8);
    step(c, 50);
    script.lines[0] = 6;
    c->b->dram.rests = false;
    step(c, 200);
    assert_int_equal(c->b->counters.prefetch_refused, 1);
    assert_int_equal(c->b->counters.prefetch_sent, 1);
    assert_true(!is_here(c, 0, 0x20) && is_here(c, 0, 0x40));
    close_controller(c);
}

// While a sector is on its way, an access of it overtakes it, and one of the sector beside it does not.
static void overtaken_alone(void **state)
{
    (void)state;
    const machine m = qv100();
    for (unsigned beside = 0; beside < 2; beside++) {
        controller *c = open_controller(&m);
        read_sector(c, 0, 0);
        script.lines[0] = 1u << 1;
        c->b->dram.rests = false;
        for (unsigned i = 0; i < 100 && c->b->counters.prefetch_sent == 0; i++)
            run_dram(c->b), c->b->clock++;
        ask_for(c, 0, REQUEST_GLOBAL_WRITE, beside ? 0x40 : 0x28, beside ? SECTOR : 8);
        for (unsigned i = 0; i < 10; i++)
            l2_slice_clock(&c->slice[0], c->b->clock++);
        step(c, 100);
        assert_int_equal(c->b->counters.prefetch_late, !beside);
        assert_int_equal(c->b->counters.prefetch_dropped, !beside);
        assert_int_equal(is_here(c, 0, 0x20), beside);
        close_controller(c);
    }
}

// A line leaves, and goes back with its dirty sectors, of which the first is not dirty: in the slice, between it and the bank, each sector
// of the line is refused.
static void not_sent_if_its_line_is_on_its_way_back(void **state)
{
    (void)state;
    // Bank 2 is bit 12 of the rest, of which IPOLY adds x^9 = x^4 + x^3 to the slice: (16 * 32 + 12) * 256.
    const uint64_t other_bank = 0x20C00;
    unsigned refused = 0;
    for (unsigned clocks = 1; clocks < 24; clocks++) {
        machine m = qv100();
        m.l2.sets = 1;
        m.l2.ways = 2;
        m.l2.index = INDEX_LINEAR;
        m.dram.latency = 6;
        controller *c = open_controller(&m);
        script.lines[3] = 1;                                             // that bank has no open row: it is never taken, always asked
        read_sector(c, 0, 0);
        ask_for(c, 0, REQUEST_GLOBAL_WRITE, 0x40, SECTOR);
        step(c, 40);
        read_sector(c, 0, other_bank);                                   // the other way, used last
        const uint64_t before = c->b->counters.prefetch_refused;
        ask_for(c, 0, REQUEST_GLOBAL_READ, other_bank + 0x80, SECTOR);   // evicts it
        step(c, clocks);
        script.lines[0] = 1u << 2;
        for (unsigned i = 0; i < 150 && c->b->counters.prefetch_sent == 0; i++)
            step(c, 1);
        if (c->b->counters.prefetch_sent)
            assert_int_equal(c->b->counters.dram_writes, 1);             // the bank has had them
        else
            refused += c->b->counters.prefetch_refused > before;
        step(c, 100);
        close_controller(c);
    }
    assert_in_range(refused, 4, 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_the_slice_of_its_address),
        cmocka_unit_test(a_demand_tells_its_sector),
        cmocka_unit_test(room_of_all_slices),
        cmocka_unit_test(room_of_the_slice_of_a_bank),
        cmocka_unit_test(alone_into_its_line),
        cmocka_unit_test(the_line_is_used_last),
        cmocka_unit_test(not_over_a_part_that_is_written),
        cmocka_unit_test(overtaken_alone),
        cmocka_unit_test(not_sent_if_its_line_is_on_its_way_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
