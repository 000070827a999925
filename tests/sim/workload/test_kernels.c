// Every bundled kernel equals its CPU reference under every policy on both machines, whole GPU, C blocks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "sim/policy/policy.h"
#include "sim/workload/workload.h"
#include "tests/sim/command.h"

static void verified_on(const char *machine)
{
    unsigned runs = 0;
    for (const policy *const *policy = policy_table; *policy; policy++)
        for (const workload *const *kernel = workload_table; *kernel; kernel++) {
            json_t *array = command_json(0, "--machine %s --policy %s --blocks c %s", machine, (*policy)->name, (*kernel)->name);
            const json_t *run = json_array_get(array, 0);
            if (!json_is_true(json_object_get(run, "verified")))
                fail_msg("%s under %s on %s: not verified", (*kernel)->name, (*policy)->name, machine);
            assert_true(command_number(run, NULL, "cycles") > 0);
            json_decref(array);
            runs++;
        }
    print_message("%s: %u runs verified\n", machine, runs);
    assert_true(runs >= 8 * 18);
}

static void kernels_equal_their_reference_on_gtx480(void **state)
{
    (void)state;
    verified_on("gtx480");
}

static void kernels_equal_their_reference_on_oaws(void **state)
{
    (void)state;
    verified_on("oaws");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_equal_their_reference_on_gtx480),
        cmocka_unit_test(kernels_equal_their_reference_on_oaws),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
