// SPDX-License-Identifier: BSD-3-Clause
// Address map against worked examples, against a reading of the map letter by letter, and as a bijection.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/check/address_map.h"
#include "sim/memory/dram_map.h"

static void worked_examples(void **state)
{
    (void)state;
    machine m;
    dram_map map;
    machine_defaults(&m);
    dram_map_open(&map, &m);
    dram_location first = dram_map_locate(&map, 0xC0000400);      // 0xC00004 = 6 * 0x200000 + 4
    assert_int_equal(first.controller, 4);
    assert_int_equal(first.slice, 8);
    assert_int_equal(first.bank, 0);
    assert_int_equal(first.row, 0);
    assert_int_equal(first.place, 0x20000000 >> 1);               // bit 8 is the slice's and is taken out
    // 0x123 * 6 * 256 above it, plus 6 * 256: rest = 0x124 << 8 = 0x12400; bits RRRR... 0x1 | BBB CCCC B = 001 0010 0
    dram_location other = dram_map_locate(&map, 0x123 * 1536 + 1536 + 0x47 + 2 * 256);
    assert_int_equal(other.controller, 2);
    assert_int_equal(other.row, 1);
    assert_int_equal(other.bank, 2);
    assert_int_equal(other.slice, 4);
    assert_int_equal(other.column, 2 << 8 | 0x47);                // C bits 9-12 hold 2, C bits 6-7 hold 1, S holds 7
    // Every controller gets 256 bytes in turn, its two slices in turn each time round.
    for (uint64_t block = 0; block < 48; block++) {
        dram_location at = dram_map_locate(&map, block * 256);
        assert_int_equal(at.controller, block % 6);
        assert_int_equal(at.slice, block % 6 * 2 + block / 6 % 2);
    }
}

static uint64_t letters(const char *map, const char *of, uint64_t rest)
{
    uint64_t packed = 0;
    int bit = 31;
    for (; *map; map++) {
        if (*map == '.')
            continue;
        if (strchr(of, *map))
            packed = packed << 1 | (rest >> bit & 1);
        bit--;
    }
    return packed;
}

static void read_letter_by_letter(const machine *m)
{
    dram_map map;
    dram_map_open(&map, m);
    uint32_t per_controller = m->l2.sub_partitions / m->dram.controllers;
    uint64_t random = 1;
    for (unsigned i = 0; i < 20000; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        uint64_t address = random >> 30, unit = UINT64_C(1) << m->dram.controller_bit;
        uint64_t rest = address / unit / m->dram.controllers * unit + address % unit;
        dram_location at = dram_map_locate(&map, address);
        assert_int_equal(at.controller, address / unit % m->dram.controllers);
        assert_int_equal(at.bank, letters(m->dram.map, "B", rest));
        assert_int_equal(at.row, letters(m->dram.map, "R", rest));
        assert_int_equal(at.column, letters(m->dram.map, "CS", rest));
        assert_int_equal(at.slice, at.controller * per_controller + at.bank % per_controller);
        assert_int_equal(dram_map_address(&map, at.slice, at.place), address);
    }
}

static void every_geometry(void **state)
{
    (void)state;
    const uint32_t shape[][3] = { { 6, 12, 8 }, { 6, 6, 8 }, { 8, 8, 8 }, { 12, 24, 8 }, { 8, 32, 9 }, { 1, 1, 8 }, { 5, 20, 12 } };
    for (unsigned i = 0; i < sizeof shape / sizeof shape[0]; i++) {
        machine m;
        machine_defaults(&m);
        m.dram.controllers = shape[i][0];
        m.l2.sub_partitions = shape[i][1];
        m.dram.controller_bit = shape[i][2];
        read_letter_by_letter(&m);
        strcpy(m.dram.map, "0RRRRRRR.RRRRCCBC.CBCBCCCC.BCSSSSSS");
        read_letter_by_letter(&m);
    }
}

// The machine of the hand-made examples below: 32 controllers of two slices, numbered by bits 8 to 12 and 13 of the address.
static machine ipoly_machine(void)
{
    machine m;
    machine_defaults(&m);
    m.dram.controllers = 32;
    m.l2.sub_partitions = 64;
    m.dram.partition_indexing = PARTITION_IPOLY;
    strcpy(m.dram.map, "0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS");
    return m;
}

// IPOLY of 64 places: x^6 = x + 1, so bit 14 of an address adds 3 to the slice's number, bit 15 6, ... bit 19 x^11 = x^6 + x^5 =
// x^5 + x + 1, which is 35, ... bit 32 x^24 = (x + 1)^4 = x^4 + 1, which is 17; bit 33 adds nothing any more.
static void ipoly_by_hand(void **state)
{
    (void)state;
    const struct { uint64_t address; uint32_t slice; } examples[] = {
        { 0, 0 }, { 0x100, 2 }, { 0x2000, 1 }, { 0x2100, 3 }, { 0x1F00, 62 }, { 0x4000, 3 }, { 0x4100, 1 }, { 0x8000, 6 }, { 0xC000, 5 },
        { 0x10000, 12 }, { 0x80000, 35 }, { 0x100000000, 17 }, { 0x200000000, 0 },
    };
    const machine m = ipoly_machine();
    machine plain_machine = m;
    dram_map map, plain;
    dram_map_open(&map, &m);
    plain_machine.dram.partition_indexing = PARTITION_CONSECUTIVE;
    dram_map_open(&plain, &plain_machine);
    for (unsigned i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const dram_location at = dram_map_locate(&map, examples[i].address), usual = dram_map_locate(&plain, examples[i].address);
        assert_int_equal(at.slice, examples[i].slice);
        assert_int_equal(at.controller, examples[i].slice / 2);
        assert_true(at.bank == usual.bank && at.row == usual.row && at.column == usual.column && at.place == usual.place);
        assert_int_equal(check_locate(&m, examples[i].address).partition, examples[i].slice);       // as the checker has it
        assert_int_equal(check_locate(&m, examples[i].address).controller, examples[i].slice / 2);
    }
}

// A stride that the plain map sends to one slice goes to all of them; and the address comes back from slice and place, for 16, 32
// and 64 slices, and from controller, bank, row and column.
static void ipoly_spreads(void **state)
{
    (void)state;
    for (uint32_t slices = 16; slices <= 64; slices *= 2)
        for (uint32_t each = 1; each <= 2; each++) {
            machine m = ipoly_machine();
            dram_map map;
            uint64_t random = slices + each;
            uint32_t requests_of[64] = { 0 };
            m.l2.sub_partitions = slices;
            m.dram.controllers = slices / each;
            dram_map_open(&map, &m);
            for (uint64_t i = 0; i < 4096; i++)
                requests_of[dram_map_locate(&map, i << 14).slice]++;
            for (uint32_t i = 0; i < slices; i++)
                assert_int_equal(requests_of[i], 4096 / slices);
            for (unsigned i = 0; i < 20000; i++) {
                random = random * 6364136223846793005u + 1442695040888963407u;
                const uint64_t address = random >> 28;
                const dram_location at = dram_map_locate(&map, address);
                assert_int_equal(check_locate(&m, address).partition, at.slice);
                assert_int_equal(dram_map_address(&map, at.slice, at.place), address);
                assert_int_equal(dram_map_compose(&map, at.controller, at.bank, at.row, at.column, dram_map_beyond(&map, address)), address);
            }
        }
}

// Of every machine without random indexing: the address comes back from controller, bank, row and column, and the bits that the map does not name; the
// neighbour with another column is in the same row, and is the only one there with that column.
// A product stands for the division: addresses of every magnitude, each number of controllers.
static void controllers_take_turns(void **state)
{
    (void)state;
    machine m;
    dram_map map;
    uint64_t random = 5;
    machine_defaults(&m);
    m.dram.controller_bit = 5;
    for (m.dram.controllers = 1; m.dram.controllers <= 32; m.dram.controllers++) {
        m.l2.sub_partitions = m.dram.controllers;
        dram_map_open(&map, &m);
        for (unsigned i = 0; i < 1280; i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            const uint64_t high = (i % 4 == 0 ? UINT64_MAX : random) >> (5 + i % 59), edge = high - high % m.dram.controllers;
            const uint64_t number = i & 1 ? high : edge - (i & 2 && edge);
            const dram_location at = dram_map_locate(&map, number << 5);
            assert_int_equal(at.controller, number % m.dram.controllers);
            assert_int_equal(at.place >> 5, number / m.dram.controllers);
        }
    }
}

static void inverse_by_row_and_column(void **state)
{
    (void)state;
    uint64_t random = 7;
    unsigned machines = 0;
    for (char name[64]; machine_bundled(machines, name); machines++) {
        machine m;
        machine_error error;
        dram_map map;
        assert_true(machine_load(&m, name, &error));
        if (m.dram.partition_indexing == PARTITION_RANDOM)
            continue;                                     // a row has lines of every controller there
        dram_map_open(&map, &m);
        uint32_t columns = 0;
        for (const char *letter = m.dram.map; *letter; letter++)
            columns = *letter == 'C' || *letter == 'S' ? columns ? 2 * columns : 2 : columns;
        for (unsigned i = 0; i < 20000; i++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const uint64_t address = random >> 24;
            const dram_location at = dram_map_locate(&map, address);
            const uint64_t beyond = dram_map_beyond(&map, address);
            assert_int_equal(dram_map_compose(&map, at.controller, at.bank, at.row, at.column, beyond), address);
            const uint32_t column = (uint32_t)random % columns;
            const uint64_t neighbour = dram_map_compose(&map, at.controller, at.bank, at.row, column, beyond);
            const dram_location there = dram_map_locate(&map, neighbour);
            assert_true(there.controller == at.controller && there.bank == at.bank && there.row == at.row);
            assert_true(there.slice == at.slice || m.dram.partition_indexing == PARTITION_IPOLY);
            assert_int_equal(there.column, column);
            assert_int_equal(dram_map_beyond(&map, neighbour), beyond);
            assert_int_equal(neighbour == address, column == at.column);
        }
    }
    assert_true(machines >= 6);
}

// Random indexing: bank, row and column are those of the address; a piece of 128 bytes lies in one slice, any slice, each about as
// often; no two pieces share a place of a slice, and the address comes back from it.
static void random_indexing(void **state)
{
    (void)state;
    enum { PIECES = 24 * 4096 };
    static uint32_t pieces_of[24];
    machine m;
    machine_error error;
    dram_map map, plain;
    assert_true(machine_load(&m, "kaws", &error));
    assert_int_equal(m.dram.partition_indexing, PARTITION_RANDOM);
    dram_map_open(&map, &m);
    m.dram.partition_indexing = PARTITION_CONSECUTIVE;
    dram_map_open(&plain, &m);
    unsigned moved = 0, runs = 0;
    for (uint64_t piece = 0; piece < PIECES; piece++) {
        const uint64_t address = UINT64_C(0xC0000000) + piece * 128;
        const dram_location at = dram_map_locate(&map, address), usual = dram_map_locate(&plain, address);
        assert_true(at.bank == usual.bank && at.row == usual.row && at.column == usual.column);
        assert_int_equal(at.controller, at.slice / 2);
        assert_int_equal(dram_map_locate(&map, address + 127).slice, at.slice);
        assert_int_equal(dram_map_locate(&map, address + 127).place, at.place + 127);
        assert_int_equal(dram_map_address(&map, at.slice, at.place + 5), address + 5);      // so no other piece is there
        assert_int_equal(at.place & 0xFFFFFFFF, usual.place);                               // what the set follows from
        pieces_of[at.slice]++;
        moved += at.slice != usual.slice;
        runs += piece && at.slice == dram_map_locate(&map, address - 128).slice;
    }
    for (unsigned slice = 0; slice < 24; slice++)
        assert_in_range(pieces_of[slice], 4096 - 320, 4096 + 320);                          // five standard deviations
    assert_in_range(moved, PIECES / 24 * 23 - 400, PIECES / 24 * 23 + 400);
    assert_in_range(runs, 4096 - 320, 4096 + 320);
}

// The finalizer of splitmix64, whose first number behind the seed 0 is e220a8397b1dcdaf, worked out in Python for pieces of few and of
// many bits.
static void slices_that_are_drawn(void **state)
{
    static const struct { uint64_t piece; uint32_t slice; } cases[] = {
        { 0x1, 13 }, { 0x3fffffff, 6 }, { 0x40000000, 7 }, { 0xc0000001, 17 }, { 0x123456789ab, 2 }, { 0xfedcba987654, 21 },
        { 0x15555555555555, 17 }, { 0x1fffffffffffff, 3 },
    };
    machine m;
    machine_error error;
    dram_map map;
    (void)state;
    assert_true(machine_load(&m, "kaws", &error));
    dram_map_open(&map, &m);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_int_equal(dram_map_locate(&map, cases[i].piece * 128 + 64).slice, cases[i].slice);
}

// No two addresses at one place: 6 * 2^20 consecutive ones fill slices and places without gaps.
static void bijection(void **state)
{
    (void)state;
    enum { SPAN = 1 << 20 };
    machine m;
    dram_map map;
    machine_defaults(&m);
    dram_map_open(&map, &m);
    uint8_t *seen = calloc(12, SPAN / 2);
    assert_non_null(seen);
    for (uint64_t address = 0; address < 6 * (uint64_t)SPAN; address += 32) {
        dram_location at = dram_map_locate(&map, address);
        assert_true(at.slice < 12 && at.place < SPAN / 2);
        uint8_t *mark = &seen[(uint64_t)at.slice * (SPAN / 2) + at.place];
        assert_int_equal(*mark, 0);
        *mark = 1;
        // and bank, row, column say the same as the place
        assert_int_equal(at.place, (uint64_t)at.row << 15 | (uint64_t)(at.bank >> 1) << 12 | (at.column >> 8) << 8 | (at.column & 255));
    }
    free(seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(worked_examples),
        cmocka_unit_test(every_geometry),
        cmocka_unit_test(bijection),
        cmocka_unit_test(random_indexing), cmocka_unit_test(slices_that_are_drawn),
        cmocka_unit_test(ipoly_by_hand),
        cmocka_unit_test(ipoly_spreads),
        cmocka_unit_test(controllers_take_turns),
        cmocka_unit_test(inverse_by_row_and_column),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
