// SPDX-License-Identifier: BSD-3-Clause
// What `warplock trace info` counts beside instructions, by steps made by hand: distinct lines, those of accesses across a
// boundary, a footprint without room, unknown opcodes beyond those that are told apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/trace/info.h"

static void lines_once(void **state)
{
    footprint *f = footprint_new();

    (void)state;
    for (int times = 0; times < 2; times++)
        for (uint64_t line = 0; line < 10000; line += 3)
            footprint_add(f, line);
    footprint_add(f, UINT64_MAX / INFO_LINE);
    footprint_add(f, UINT64_MAX / INFO_LINE);
    assert_int_equal(footprint_lines(f), 3334 + 1);
    assert_true(footprint_complete(f));
    footprint_clear(f);
    assert_int_equal(footprint_lines(f), 0);
    footprint_add(f, 3);
    assert_int_equal(footprint_lines(f), 1);
    footprint_free(f);
}

static void no_room(void **state)
{
    footprint *f = footprint_new();

    (void)state;
    for (uint64_t set = 0; set < FOOTPRINT_SETS; set++)
        footprint_add(f, set * 4096);
    assert_true(footprint_complete(f));
    footprint_add(f, FOOTPRINT_SETS * UINT64_C(4096));
    assert_false(footprint_complete(f));
    footprint_add(f, 1);                                        // a set that is there takes more
    assert_int_equal(footprint_lines(f), FOOTPRINT_SETS + 1);
    footprint_clear(f);
    assert_true(footprint_complete(f));
    footprint_free(f);
}

static void across_a_boundary(void **state)
{
    trace_info info = { .kernel = footprint_new(), .all = footprint_new() };
    trace_insn insn = { .opcode = "LDG.E.128", .memory = TRACE_LOAD, .space = TRACE_GLOBAL, .width = 16 };
    trace_step step = { .active = 0x8000000f, .space = TRACE_GLOBAL };

    (void)state;
    step.address[0] = 120;             // lines 0 and 1
    step.address[1] = 64;              // 0
    step.address[2] = 112;             // 0
    step.address[3] = 1280;            // 10
    step.address[31] = 127;            // 0 and 1
    info_watch(&info, &insn, &step);
    assert_int_equal(info.memory[TRACE_GLOBAL].accesses, 1);
    assert_int_equal(info.memory[TRACE_GLOBAL].lanes, 5);
    assert_int_equal(info.memory[TRACE_GLOBAL].bytes, 80);
    assert_int_equal(info.memory[TRACE_GLOBAL].lines, 3);
    step.space = TRACE_LOCAL;
    info_watch(&info, &insn, &step);
    step.space = TRACE_SHARED;
    info_watch(&info, &insn, &step);
    assert_int_equal(info.memory[TRACE_LOCAL].lines, 3);
    assert_int_equal(info.memory[TRACE_SHARED].lines, 0);
    assert_int_equal(info.memory[TRACE_SHARED].bytes, 80);
    assert_int_equal(footprint_lines(info.kernel), 3);          // of global memory alone
    step = (trace_step){ .active = UINT32_MAX };
    info_watch(&info, &insn, &step);
    step.active = 0;
    info_watch(&info, &insn, &step);
    assert_int_equal(info.full, 1);
    assert_int_equal(info.none, 1);
    assert_int_equal(info.memory[TRACE_GLOBAL].accesses, 1);
    footprint_free(info.kernel);
    footprint_free(info.all);
}

static void many_unknown(void **state)
{
    trace_info info = { 0 };
    trace_step step = { .active = 1 };

    (void)state;
    for (int times = 0; times < 2; times++)
        for (int i = 0; i < INFO_UNKNOWN + 3; i++) {
            char name[20];
            trace_insn insn = { .opcode = name, .flags = TRACE_UNKNOWN };

            snprintf(name, sizeof name, "OP%d", i);
            info_watch(&info, &insn, &step);
        }
    assert_int_equal(info.unknown_count, INFO_UNKNOWN);
    assert_string_equal(info.unknown[5].opcode, "OP5");
    assert_int_equal(info.unknown[5].warp_insns, 2);
    assert_int_equal(info.unknown_others, 6);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(lines_once), cmocka_unit_test(no_room), cmocka_unit_test(across_a_boundary),
                                        cmocka_unit_test(many_unknown) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
