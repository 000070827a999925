// SPDX-License-Identifier: BSD-3-Clause
// What kernelslist.g says, and a kernel's file without one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "sim/trace/trace.h"

#define SEEDS "tests/sim/trace/fuzz_trace_seeds/"

static void a_list(void **state)
{
    trace_error error;
    trace_list *list = trace_list_open(SEEDS "kernelslist.g", &error);
    const trace_command *c;

    (void)state;
    assert_non_null(list);
    assert_int_equal(trace_list_length(list), 4);
    c = trace_list_at(list, 0);
    assert_int_equal(c->kind, TRACE_COPY);
    assert_true(c->address == 0x7f4000001000 && c->bytes == 4096 && c->line == 1);
    c = trace_list_at(list, 2);
    assert_int_equal(c->kind, TRACE_KERNEL);
    assert_string_equal(c->path, SEEDS "kernel-1.traceg");
    assert_int_equal(trace_list_at(list, 3)->line, 5);
    assert_string_equal(trace_list_at(list, 3)->path, SEEDS "kernel-2.traceg.xz");
    trace_list_free(list);
}

static void a_file_by_itself(void **state)
{
    trace_error error;
    trace_list *list = trace_list_open(SEEDS "v4.traceg", &error);

    (void)state;
    assert_non_null(list);
    assert_int_equal(trace_list_length(list), 1);
    assert_string_equal(trace_list_at(list, 0)->path, SEEDS "v4.traceg");
    trace_list_free(list);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(a_list), cmocka_unit_test(a_file_by_itself) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
