// SPDX-License-Identifier: BSD-3-Clause
// Linked into every test program: TEST_CASE=name runs that case alone (cmocka's filter, with * and ?).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

__attribute__((constructor)) static void take_case(void)
{
    const char *name = getenv("TEST_CASE");
    if (name) cmocka_set_test_filter(name);
}
