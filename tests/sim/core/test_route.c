// SPDX-License-Identifier: BSD-3-Clause
// Where a memory instruction goes: every kind and space, as decoded and as executed; the accesses on each way.
#include "sim/core/route.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

typedef struct { memory_space space; uint8_t memory; memory_route plain, past; } way;      // past: with .cg

static const way ways[] = {
    {SPACE_GLOBAL, MEMORY_LOAD, ROUTE_L1D, ROUTE_L2},      {SPACE_GLOBAL, MEMORY_STORE, ROUTE_L1D, ROUTE_L2},
    {SPACE_LOCAL, MEMORY_LOAD, ROUTE_L1D, ROUTE_L2},       {SPACE_LOCAL, MEMORY_STORE, ROUTE_L1D, ROUTE_L2},
    {SPACE_GENERIC, MEMORY_LOAD, ROUTE_L1D, ROUTE_L2},     {SPACE_GENERIC, MEMORY_STORE, ROUTE_L1D, ROUTE_L2},
    {SPACE_GLOBAL, MEMORY_ATOMIC, ROUTE_L2, ROUTE_L2},     {SPACE_GENERIC, MEMORY_ATOMIC, ROUTE_L2, ROUTE_L2},
    {SPACE_SHARED, MEMORY_LOAD, ROUTE_SHARED, ROUTE_SHARED}, {SPACE_SHARED, MEMORY_STORE, ROUTE_SHARED, ROUTE_SHARED},
    {SPACE_SHARED, MEMORY_ATOMIC, ROUTE_SHARED, ROUTE_SHARED},
    {SPACE_CONST, MEMORY_LOAD, ROUTE_CONST, ROUTE_CONST},  {SPACE_PARAM, MEMORY_LOAD, ROUTE_CONST, ROUTE_CONST},
    {SPACE_PARAM, MEMORY_STORE, ROUTE_NONE, ROUTE_NONE},   {SPACE_NONE, MEMORY_NONE, ROUTE_NONE, ROUTE_NONE},
    {SPACE_GLOBAL, MEMORY_NONE, ROUTE_NONE, ROUTE_NONE},
};
enum { WAYS = sizeof ways / sizeof *ways };

static void every_kind_and_space(void **state)
{
    (void)state;
    for (unsigned i = 0; i < WAYS; i++)
        for (unsigned past = 0; past < 2; past++) {
            memory_route wanted = past ? ways[i].past : ways[i].plain;
            insn insn = {.space = (uint8_t)ways[i].space, .memory = ways[i].memory,
                         .flags = (uint8_t)(past ? INSN_PAST_L1D : 0)};
            warp_step step = {.insn = &insn, .space = (uint8_t)ways[i].space, .memory_lanes = 1};
            assert_int_equal(route_of_insn(&insn, L1D_CACHES_GLOBAL), wanted);
            assert_int_equal(route_of_step(&step, L1D_CACHES_GLOBAL), wanted);
            assert_int_equal(route_is_load(wanted, &insn), wanted == ROUTE_L1D && insn.memory == MEMORY_LOAD);
            step.memory_lanes = 0;
            assert_int_equal(route_of_step(&step, L1D_CACHES_GLOBAL), ROUTE_NONE);
        }
}

// A generic load is taken for one of the L1D until its addresses turn out to be of shared memory.
static void a_generic_address_resolves(void **state)
{
    (void)state;
    insn insn = {.space = SPACE_GENERIC, .memory = MEMORY_LOAD};
    warp_step step = {.insn = &insn, .space = SPACE_SHARED, .memory_lanes = 1};
    assert_int_equal(route_of_insn(&insn, L1D_CACHES_GLOBAL), ROUTE_L1D);
    assert_int_equal(route_of_step(&step, L1D_CACHES_GLOBAL), ROUTE_SHARED);
}

// 32 lanes, an address every 4 bytes from 256 on; words of one lane of local memory lie 1024 bytes apart.
static unsigned accesses_of(memory_route route, memory_space space, uint8_t width, const machine *m, coalesced *out)
{
    insn insn = {.space = (uint8_t)space, .memory = MEMORY_LOAD, .element = width};
    warp_step step = {.insn = &insn, .space = (uint8_t)space, .memory_lanes = 0xffffffff};
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        step.address[lane] = 256 + 4 * lane;
    return route_coalesce(route, &step, route_segment(route, m), m->core.warp_parts, 1024, out);
}

static void each_way_has_its_accesses(void **state)
{
    (void)state;
    coalesced out[COALESCER_MAX];
    machine m;
    machine_defaults(&m);
    m.l1d.line_bytes = 128;
    m.l1c.line_bytes = 64;
    m.l2.sector_bytes = 32;
    assert_int_equal(accesses_of(ROUTE_L1D, SPACE_GLOBAL, 4, &m, out), 1);
    assert_int_equal(accesses_of(ROUTE_L2, SPACE_GLOBAL, 4, &m, out), 4);
    m.l2.sector_bytes = 128;
    assert_int_equal(accesses_of(ROUTE_L2, SPACE_GLOBAL, 4, &m, out), 1);
    m.l2.sector_bytes = 8;
    assert_int_equal(accesses_of(ROUTE_L2, SPACE_GLOBAL, 4, &m, out), 4);             // no smaller than 32 bytes
    assert_int_equal(accesses_of(ROUTE_CONST, SPACE_CONST, 4, &m, out), 2);
    assert_int_equal(out[0].address, 0x10000 + 256);      // constants lie behind the parameters
    assert_int_equal(accesses_of(ROUTE_CONST, SPACE_PARAM, 4, &m, out), 2);
    assert_int_equal(out[0].address, 256);
    assert_int_equal(accesses_of(ROUTE_L1D, SPACE_LOCAL, 8, &m, out), 2);
    assert_true(out[0].address == 256 && out[1].address == 256 + 1024);
    assert_int_equal(accesses_of(ROUTE_SHARED, SPACE_SHARED, 4, &m, out), 0);
    assert_int_equal(accesses_of(ROUTE_NONE, SPACE_GLOBAL, 4, &m, out), 0);
}

// Half warps make accesses of their own, behind each other; a line that both touch is one line (D-21).
static void half_warps_are_coalesced_by_themselves(void **state)
{
    (void)state;
    coalesced out[COALESCER_MAX];
    machine m;
    machine_defaults(&m);
    m.core.warp_parts = 2;
    assert_int_equal(accesses_of(ROUTE_L1D, SPACE_GLOBAL, 4, &m, out), 2);
    assert_int_equal(out[0].address, 256);
    assert_int_equal(out[0].bytes, 64);
    assert_int_equal(out[1].address, 320);
    assert_int_equal(out[1].bytes, 64);
    assert_int_equal(coalesced_lines(out, 2, 128), 1);
    assert_int_equal(accesses_of(ROUTE_CONST, SPACE_CONST, 4, &m, out), 2);     // by blocks of 64 bytes, of the whole warp
    insn load = {.space = SPACE_GLOBAL, .memory = MEMORY_LOAD, .element = 4};
    warp_step step = {.insn = &load, .space = SPACE_GLOBAL, .memory_lanes = 0xffff000f};
    for (unsigned lane = 0; lane < WARP_LANES; lane++)
        step.address[lane] = lane % 16 * 128 + lane / 16 * 64;      // 4 lines, then 16, of which 4 were there before
    unsigned count = route_coalesce(ROUTE_L1D, &step, 128, 2, 0, out);
    assert_int_equal(count, 20);
    assert_int_equal(coalesced_lines(out, count, 128), 16);
    assert_int_equal(route_coalesce(ROUTE_L1D, &step, 128, 1, 0, out), 16);
    step.memory_lanes = 0xffff0000;
    assert_int_equal(route_coalesce(ROUTE_L1D, &step, 128, 2, 0, out), 16);
}

// With lines of 64 bytes (owl) words in a row make what they make with 128: an access of 64 bytes a half warp, but each in a line
// of its own. 8-byte data, 128 bytes a half warp, are two accesses there and one with longer lines.
static void an_access_lies_in_one_line(void **state)
{
    (void)state;
    static const struct { const char *machine; uint8_t width; unsigned accesses, lines; } rows[] = {
        {"ccws", 4, 2, 1}, {"owl", 4, 2, 2}, {"ccws", 8, 2, 2}, {"owl", 8, 4, 4}, {"ccws", 1, 2, 1}, {"owl", 1, 2, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        coalesced out[COALESCER_MAX];
        machine m;
        machine_error error;
        assert_true(machine_load(&m, rows[i].machine, &error));
        insn load = {.space = SPACE_GLOBAL, .memory = MEMORY_LOAD, .element = rows[i].width};
        warp_step step = {.insn = &load, .space = SPACE_GLOBAL, .memory_lanes = 0xffffffff};
        for (unsigned lane = 0; lane < WARP_LANES; lane++)
            step.address[lane] = 256 + rows[i].width * lane;
        const unsigned count = route_coalesce(ROUTE_L1D, &step, route_segment(ROUTE_L1D, &m), m.core.warp_parts, 0, out);
        assert_int_equal(count, rows[i].accesses);
        assert_int_equal(coalesced_lines(out, count, m.l1d.line_bytes), rows[i].lines);
        for (unsigned access = 0; access < count; access++)
            assert_true(out[access].address % m.l1d.line_bytes + out[access].bytes <= m.l1d.line_bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_and_space), cmocka_unit_test(a_generic_address_resolves),
        cmocka_unit_test(each_way_has_its_accesses), cmocka_unit_test(half_warps_are_coalesced_by_themselves),
        cmocka_unit_test(an_access_lies_in_one_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
