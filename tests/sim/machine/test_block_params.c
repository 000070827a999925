// What a machine's blocks are built with, and which geometries no block can have.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/machine/block_params.h"

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
    assert_params(params, "N=48 S=2 M=32 SETS=32 SMS=30 P=6 C=8 BANKS=16 LINES=32 ENTRIES=32 WAYS=8 BITS=32 PROGRESS_W=32 ACROSS=1 NUMBERS=6 ");
    block_params_of_machine(&gtx480, params);
    assert_params(params, "N=48 S=2 M=64 SETS=32 SMS=15 P=12 C=8 BANKS=16 LINES=32 ENTRIES=32 WAYS=8 BITS=32 PROGRESS_W=32 ");
}

// Every tuple's parameters are rows of the table, which no SM could ask for otherwise.
static void test_every_parameter_of_a_block(void **state)
{
    machine m = loaded("oaws");
    block_param params[BLOCK_PARAMS + 1];

    (void)state;
    block_params_of(&m, 0, params);
    for (const block_ops *const *ops = block_table; *ops; ops++)
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
        {"oaws_qualify", "M", 2, 97, "l1d.mshrs: seen 97, expected at most 96: block oaws_qualify of gto has no more"},
        {"oaws_ocw", "SETS", 3, 128, "l1d.sets: seen 128, expected at most 64: block oaws_ocw of gto has no more"},
        {"warp_order", "SETS", 3, 8192, NULL},      // a block without sets
        {"oaws_ocw", "M", 2, 97, NULL},
        {"oaws_ocw", "SETS", 3, 64, NULL},
    };
    machine m = loaded("oaws");
    char error[160];

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_params_of_machines),
        cmocka_unit_test(test_every_parameter_of_a_block),
        cmocka_unit_test(test_too_large),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
