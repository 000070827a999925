// SPDX-License-Identifier: BSD-3-Clause
// The table of machine opcodes: each row once a generation, each within what its class says; what suffixes say, by examples
// of each generation; every opcode of the two real traces of ../shared (skipped, visibly, without them).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "sim/trace/opcodes.h"
#include "sim/trace/trace.h"

static void each_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < opcode_row_count; i++) {
        const opcode_row *row = &opcode_rows[i];

        assert_true(row->generations > 0 && row->generations < 1 << GENERATIONS);
        for (size_t j = 0; j < i; j++)
            if (strcmp(row->name, opcode_rows[j].name) == 0 && row->generations & opcode_rows[j].generations)
                fail_msg("%s stands twice", row->name);
    }
}

// Memory, space and class go together, flags with classes.
static void rows_hold(void **state)
{
    (void)state;
    for (size_t i = 0; i < opcode_row_count; i++) {
        const opcode_row *row = &opcode_rows[i];
        bool memory = row->op_class == TRACE_OP_LOAD || row->op_class == TRACE_OP_STORE || row->op_class == TRACE_OP_ATOMIC
                      || row->op_class == TRACE_OP_TEXTURE;

        if (memory != (row->memory != TRACE_NO_MEMORY) || memory != (row->space != TRACE_SPACE_NONE)
            || (row->op_class == TRACE_OP_LOAD && row->memory != TRACE_LOAD)
            || (row->op_class == TRACE_OP_STORE && row->memory != TRACE_STORE)
            || (row->op_class == TRACE_OP_ATOMIC && row->memory != TRACE_ATOMIC)
            || (row->op_class == TRACE_OP_TEXTURE) != (row->space == TRACE_TEXTURE)
            || (row->op_class == TRACE_OP_BRANCH)
                   != ((row->flags & (TRACE_IS_BRANCH | TRACE_IS_CALL | TRACE_IS_RET | TRACE_IS_EXIT)) != 0)
            || (row->op_class == TRACE_OP_BARRIER) != ((row->flags & TRACE_IS_BARRIER) != 0)
            || (row->op_class == TRACE_OP_MEMBAR) != ((row->flags & TRACE_IS_MEMBAR) != 0))
            fail_msg("%s does not hold together", row->name);
    }
}

typedef struct {
    unsigned    sm;
    const char *opcode;
    unsigned    op_class, space, width, dst_registers, flags;
} example;

static const example examples[] = {
    { 35, "LD.E.64", TRACE_OP_LOAD, TRACE_GENERIC, 8, 2, 0 },
    { 35, "LD.E.CV", TRACE_OP_LOAD, TRACE_GENERIC, 4, 1, TRACE_VOLATILE },
    { 35, "LDSLK", TRACE_OP_LOAD, TRACE_SHARED, 4, 1, 0 },
    { 35, "SSY", TRACE_OP_CONTROL, TRACE_SPACE_NONE, 0, 1, 0 },
    { 35, "ISAD", TRACE_OP_INT_ADD, TRACE_SPACE_NONE, 0, 1, 0 },
    { 52, "XMAD.PSL.CBCC", TRACE_OP_INT_MAD, TRACE_SPACE_NONE, 0, 1, 0 },
    { 61, "LDG.E.CG.128", TRACE_OP_LOAD, TRACE_GLOBAL, 16, 4, TRACE_PAST_L1D },
    { 61, "LDG.E.CI.U8", TRACE_OP_LOAD, TRACE_GLOBAL, 1, 1, TRACE_READ_ONLY },
    { 61, "LDS.U.128", TRACE_OP_LOAD, TRACE_SHARED, 16, 4, 0 },
    { 61, "STL.64", TRACE_OP_STORE, TRACE_LOCAL, 8, 0, 0 },
    { 61, "SYNC", TRACE_OP_BRANCH, TRACE_SPACE_NONE, 0, 1, TRACE_IS_BRANCH },
    { 61, "BAR.ARV", TRACE_OP_BARRIER, TRACE_SPACE_NONE, 0, 1, TRACE_IS_BARRIER | TRACE_ARRIVES },
    { 61, "MUFU.RCP", TRACE_OP_SFU, TRACE_SPACE_NONE, 0, 1, 0 },
    { 61, "DMNMX", TRACE_OP_DP_MAX, TRACE_SPACE_NONE, 0, 2, 0 },
    { 61, "TEXS.P", TRACE_OP_TEXTURE, TRACE_TEXTURE, 4, 1, 0 },
    { 70, "HMMA.884.F32.F32.STEP2", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 2, 0 },
    { 70, "LDG.E.64.SYS", TRACE_OP_LOAD, TRACE_GLOBAL, 8, 2, 0 },
    { 70, "ATOMG.E.ADD.F64.RN.STRONG.GPU", TRACE_OP_ATOMIC, TRACE_GLOBAL, 8, 2, TRACE_PAST_L1D },
    { 70, "RED.E.ADD.F16x2.RN", TRACE_OP_ATOMIC, TRACE_GLOBAL, 4, 1, 0 },
    { 70, "CALL.REL.NOINC", TRACE_OP_BRANCH, TRACE_SPACE_NONE, 0, 1, TRACE_IS_CALL },
    { 70, "BSSY", TRACE_OP_CONTROL, TRACE_SPACE_NONE, 0, 1, 0 },
    { 70, "BSYNC", TRACE_OP_BRANCH, TRACE_SPACE_NONE, 0, 1, TRACE_IS_BRANCH },
    { 70, "CS2R", TRACE_OP_MOVE, TRACE_SPACE_NONE, 0, 2, 0 },
    { 70, "CS2R.32", TRACE_OP_MOVE, TRACE_SPACE_NONE, 0, 1, 0 },
    { 75, "LDSM.16.M88.2", TRACE_OP_LOAD, TRACE_SHARED, 8, 2, 0 },
    { 75, "HMMA.1688.F32", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 4, 0 },
    { 75, "HMMA.1688.F16", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 2, 0 },
    { 75, "IMMA.8816.S8.S8", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 2, 0 },
    { 75, "ULDC.64", TRACE_OP_LOAD, TRACE_CONST, 8, 2, 0 },
    { 80, "LDGSTS.E.BYPASS.LTC128B.128", TRACE_OP_LOAD, TRACE_GLOBAL, 16, 4, TRACE_PAST_L1D | TRACE_TO_SHARED },
    { 80, "LDG.E.LTC128B.64.CONSTANT", TRACE_OP_LOAD, TRACE_GLOBAL, 8, 2, TRACE_READ_ONLY },
    { 80, "LD.E.STRONG.SM", TRACE_OP_LOAD, TRACE_GENERIC, 4, 1, 0 },
    { 80, "DMMA.884", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 4, 0 },
    { 80, "IMAD.WIDE.U32", TRACE_OP_INT_MAD, TRACE_SPACE_NONE, 0, 2, 0 },
    { 86, "F2F.F64.F32", TRACE_OP_CONVERT, TRACE_SPACE_NONE, 0, 2, 0 },
    { 86, "F2F.F32.F64", TRACE_OP_CONVERT, TRACE_SPACE_NONE, 0, 1, 0 },
    { 86, "MEMBAR.SC.GPU", TRACE_OP_MEMBAR, TRACE_SPACE_NONE, 0, 1, TRACE_IS_MEMBAR },
    { 89, "DEPBAR.LE", TRACE_OP_CONTROL, TRACE_SPACE_NONE, 0, 1, 0 },
    { 90, "HGMMA.64x128x16.F32", TRACE_OP_TENSOR, TRACE_SPACE_NONE, 0, 2, 0 },
    { 90, "VIADD", TRACE_OP_INT_ADD, TRACE_SPACE_NONE, 0, 1, 0 },
    { 90, "FENCE.VIEW.ASYNC.S", TRACE_OP_MEMBAR, TRACE_SPACE_NONE, 0, 1, TRACE_IS_MEMBAR },
    { 90, "WARPGROUP.ARRIVE", TRACE_OP_CONTROL, TRACE_SPACE_NONE, 0, 1, 0 },
};

static void suffixes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        const example *e = &examples[i];
        trace_insn insn = { .opcode = e->opcode, .n_dst = e->dst_registers != 0 };
        generation g;

        assert_true(opcode_generation(e->sm, &g));
        if (!opcode_decode(&insn, g) || insn.op_class != e->op_class || insn.space != e->space || insn.width != e->width
            || insn.dst_registers != e->dst_registers || insn.flags != e->flags)
            fail_msg("sm_%u %s: class %s, space %u, width %u, %u registers, flags %u", e->sm, e->opcode, trace_class_keys[insn.op_class],
                     insn.space, insn.width, insn.dst_registers, (unsigned)insn.flags);
    }
}

static void not_of_the_generation(void **state)
{
    static const struct { unsigned sm; const char *opcode; } strangers[] = {
        { 35, "XMAD" }, { 35, "IADD3" }, { 61, "HMMA.884.F32.F32" }, { 61, "LDGSTS.E" }, { 70, "XMAD" }, { 70, "UIADD3" }, { 75, "LDGSTS" },
        { 80, "VIADD" }, { 80, "SSY" }, { 90, "UTMALDG.2D" }, { 90, "UBLKCP" }, { 90, "LDGX" }, { 90, "LD" "X.E" }, { 61, "ldg.e" }
    };

    (void)state;
    for (size_t i = 0; i < sizeof strangers / sizeof strangers[0]; i++) {
        trace_insn insn = { .opcode = strangers[i].opcode, .n_dst = 1 };
        generation g;

        assert_true(opcode_generation(strangers[i].sm, &g));
        if (opcode_decode(&insn, g))
            fail_msg("sm_%u has %s", strangers[i].sm, strangers[i].opcode);
        assert_int_equal(insn.flags, TRACE_UNKNOWN);
        assert_int_equal(insn.op_class, TRACE_OP_INT_ADD);
        assert_int_equal(insn.memory, TRACE_NO_MEMORY);
    }
}

static void generations_of_versions(void **state)
{
    static const struct { unsigned sm, generation; } rows[] = {
        { 30, GENERATION_KEPLER }, { 37, GENERATION_KEPLER }, { 50, GENERATION_MAXWELL }, { 62, GENERATION_MAXWELL },
        { 70, GENERATION_VOLTA }, { 75, GENERATION_TURING }, { 80, GENERATION_AMPERE }, { 89, GENERATION_AMPERE },
        { 90, GENERATION_HOPPER }, { 20, GENERATIONS }, { 38, GENERATIONS }, { 63, GENERATIONS }, { 91, GENERATIONS }, { 0, GENERATIONS }
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        generation g = GENERATIONS;

        assert_true(opcode_generation(rows[i].sm, &g) == (rows[i].generation != GENERATIONS));
        assert_int_equal(g, rows[i].generation);
    }
}

static void the_real_traces(void **state)
{
    static const char *const files[] = { "../shared/reference/traces/vectoradd-100-32.traceg",
                                         "../shared/reference/traces/matrixmul-32-32.traceg" };

    (void)state;
    if (access("../shared/reference/traces", F_OK) != 0) {
        print_message("SKIPPED: ../shared/reference/traces is absent; no real trace to read\n");
        skip();
    }
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        trace_error error;
        trace_kernel *k = trace_kernel_open(files[i], NULL, &error);

        if (!k)
            fail_msg("%s", error.text);
        assert_int_equal(trace_kernel_counts(k)->unknown, 0);
        trace_kernel_free(k);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_once), cmocka_unit_test(rows_hold), cmocka_unit_test(suffixes), cmocka_unit_test(not_of_the_generation),
        cmocka_unit_test(generations_of_versions), cmocka_unit_test(the_real_traces)
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
