// SPDX-License-Identifier: BSD-3-Clause
// What a machine's blocks are built with, and which geometries no block can have.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/block_params.h"
#include "tb/blocks.h"
#include "tb/tuples.h"

static machine loaded(const char *name)
{
    machine m;
    machine_error error;

    assert_true(machine_load(&m, name, &error));
    return m;
}

static void assert_params(const block_param *params, const char *expected)
{
    char seen[256] = "";

    for (; params->name; params++)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s=%u ", params->name, params->value);
    assert_string_equal(seen, expected);
}

static void test_params_of_machines(void **state)
{
    machine oaws = loaded("oaws"), gtx480 = loaded("gtx480");
    block_param params[BLOCK_PARAMS + 1];

    (void)state;
    block_params_of(&oaws, 6, params);
    assert_params(params, "N=48 S=2 M=32 SETS=32 SMS=30 P=6 C=8 BANKS=16 LINES=32 CORE_W=6 ENTRIES=32 WAYS=8 BITS=32 "
                          "PROGRESS_W=32 ACROSS=1 NUMBERS=6 ");
    block_params_of_machine(&gtx480, params);
    assert_params(params, "N=48 S=2 M=64 SETS=32 SMS=15 P=12 C=8 BANKS=16 LINES=128 CORE_W=6 ENTRIES=32 WAYS=8 BITS=32 "
                          "PROGRESS_W=32 ");
}

// Every block's parameters are rows of the table, which no SM could ask for otherwise.
static void test_every_parameter_of_a_block(void **state)
{
    machine m = loaded("oaws");
    block_param params[BLOCK_PARAMS + 1];

    (void)state;
    block_params_of(&m, 0, params);
    for (const block_ops *const *ops = described_blocks; *ops; ops++)
        for (const block_param *of_block = (*ops)->params; of_block->name; of_block++) {
            const block_param *row = params;
            while (row->name && strcmp(row->name, of_block->name) != 0)
                row++;
            if (!row->name)
                fail_msg("block_params.def has no %s of %s", of_block->name, (*ops)->block);
        }
}

static void test_too_large(void **state)
{
    static const struct { const char *block, *key; unsigned param, value; const char *message; } cases[] = {
        {"warp_order", "N", 0, 65, "core.warps: seen 65, expected at most 64: block warp_order of gto has no more"},
        {"warp_arbiter", "S", 1, 5, "core.schedulers: seen 5, expected at most 4: block warp_arbiter of gto has no more"},
        {"oaws_qualify", "M", 2, 513, "l1d.mshrs: seen 513, expected at most 512: block oaws_qualify of gto has no more"},
        {"oaws_ocw", "SETS", 3, 128, "l1d.sets: seen 128, expected at most 64: block oaws_ocw of gto has no more"},
        {"warp_order", "SETS", 3, 8192, NULL},      // a block without sets
        {"oaws_ocw", "M", 2, 513, NULL},
        {"oaws_ocw", "SETS", 3, 64, NULL},
        {"owl_prefetch", "LINES", 8, 0, "dram.map and l2.sector_bytes: seen 0 sectors of the L2 in a row of a bank, "
                                        "expected at least 2: block owl_prefetch of gto has no fewer"},
        {"owl_prefetch", "LINES", 8, 128, "dram.map and l2.sector_bytes: seen 128 sectors of the L2 in a row of a bank, "
                                          "expected at most 64: block owl_prefetch of gto has no more"},
        {"owl_prefetch", "LINES", 8, 2, NULL},
        {"warp_order", "LINES", 8, 0, NULL},
        {"bucl_update", "SMS", 4, 128, NULL},
        {"bucl_update", "SMS", 4, 129, "gpu.sms: seen 129, expected at most 128: block bucl_update of gto has no more"},
    };
    machine m = loaded("oaws");
    char error[200];

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        block_param params[BLOCK_PARAMS + 1];
        block_params_of(&m, 0, params);
        assert_string_equal(params[cases[i].param].name, cases[i].key);
        params[cases[i].param].value = cases[i].value;
        strcpy(error, "");
        assert_int_equal(block_params_fit(cases[i].block, params, "gto", error, sizeof error), !cases[i].message);
        assert_string_equal(error, cases[i].message ? cases[i].message : "");
    }
}

static unsigned value_of(const machine *m, const char *name)
{
    static block_param params[BLOCK_PARAMS + 1];
    const block_param *param = params;

    block_params_of_machine(m, params);
    while (strcmp(param->name, name) != 0)
        param++;
    return param->value;
}

// The sectors of the L2 in a row of a DRAM bank follow from the address map, of an L2 without sectors its lines: 0 where a line lies in more than one row.
static void test_lines_of_a_row(void **state)
{
    static const struct { const char *machine; unsigned lines; } machines[] = {
        {"oaws", 32}, {"gtx480", 128}, {"bucl", 32}, {"ccws", 16}, {"kaws", 64}, {"kaws_2x2", 64}, {"owl", 32}, {"qv100", 64}, {"rtx3070", 64}};
    static const struct { const char *map; unsigned lines; } maps[] = {
        {"RRRRRRRR.RRRRRRRR.RRBBBCCC.CCCSSSSS", 32}, {"RRRRRRRR.RRRRRRRR.RRRBBCCC.CCSSSSSS", 32},
        {"RRRRRRRR.RRRRRRRR.CCCBBCCC.CBCSSSSS", 128}, {"RRRRRRRR.RRRRRRRR.RRRBCCCC.CCBSSSSS", 0},
        {"RRRRRRRR.RRRRRRRR.RRRRRRRR.BBCSSSSS", 1}, {"00RRRRRR.RRRRRRRR.RRRRRRRB.BRCSSSSS", 1}};
    machine owl = loaded("owl");

    (void)state;
    for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
        machine m = loaded(machines[i].machine);
        assert_int_equal(value_of(&m, "LINES"), machines[i].lines);
    }
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        assert_true(snprintf(owl.dram.map, sizeof owl.dram.map, "%s", maps[i].map) < (int)sizeof owl.dram.map);
        assert_int_equal(value_of(&owl, "LINES"), maps[i].lines);
        owl.l2.sector_bytes = owl.l2.line_bytes / 2;
        assert_int_equal(value_of(&owl, "LINES"), 2 * maps[i].lines);
        owl.l2.sector_bytes = owl.l2.line_bytes;
    }
}

// E-10: the prefetch bits of the OWL paper's machine, of the tuple that its controllers open.
static void test_e10_prefetch_bits(void **state)
{
    machine owl = loaded("owl");
    block_param params[BLOCK_PARAMS + 1];
    char error[TUPLE_ERROR];
    unsigned bits = 0;

    (void)state;
    block_params_of(&owl, 0, params);
    const block_ops *opened = tuple_find("owl_prefetch", params, false, error, sizeof error);
    assert_non_null(opened);
    for (const block_field *field = opened->fields; field->name; field++)
        if (field->kind == FIELD_REG && strcmp(field->name, "fetched") == 0)
            bits += field_bits(field) * owl.dram.controllers;
    assert_int_equal(bits, 1024);                            // 8 controllers * 4 banks * 32 lines
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params_of_machines),
        cmocka_unit_test(test_every_parameter_of_a_block),
        cmocka_unit_test(test_too_large),
        cmocka_unit_test(test_lines_of_a_row),
        cmocka_unit_test(test_e10_prefetch_bits),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
