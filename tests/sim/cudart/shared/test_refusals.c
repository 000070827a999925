// SPDX-License-Identifier: BSD-3-Clause
// Functions of libcudart.so that we do not have: each is refused, and its name told once.
#include "sim/cudart/shared/refusals.c"

#include "tests/sim/cudart/answers.h"
#include "tests/sim/cudart/told.h"

#include <stdio.h>

static void test_each_by_name(void **state)
{
    static const struct { const char *name; cudaError_t (*call)(void); } rows[] = {
#define MISSING(name) { #name, name },
#include "sim/cudart/shared/refusals.def"
#undef MISSING
    };
    char wanted[200];

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(wanted, sizeof wanted, "warplock: %s: is not supported (docs/cuda_api.md has the table of what is)\n", rows[i].name);
        SAYS(rows[i].call(), cudaErrorNotSupported, wanted);
        assert_int_equal(cudaGetLastError(), cudaErrorNotSupported);
    }
}

static int end(void **state)
{
    (void)state;
    return lock_is_held();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test_teardown(test_each_by_name, end) };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
