// SPDX-License-Identifier: BSD-3-Clause
// Which functions of a program are left out because one of their instructions is refused, and why: wherever in the text they stand, and
// however it is laid out. What is no function's fault is the whole program's.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/cudart/lenient.h"

#define HEAD ".version 6.3\n.target sm_35\n.address_size 64\n"
#define BAD  "nonsense.u32 %r1, %r2;"

// Names of what is left out, the last first, each with the line of the mistake in the text that was given: "b:6 a:4 ".
static const char *left_out(const char *text, char names[static 200])
{
    ptx_error error;
    refused *all;
    program *p = lenient_parse("text.ptx", text, &all, &error);

    names[0] = 0;
    for (const refused *r = all; r; r = r->next) {
        unsigned line = 0;

        assert_int_equal(sscanf(r->why.text, "text.ptx:%u:", &line), 1);
        snprintf(names + strlen(names), 200 - strlen(names), "%s:%u ", r->name, line);
        assert_ptr_equal(refused_find(all, r->name), r);
        if (p && !program_find(p, r->name, &error) && !strstr(text, ".func"))
            fail_msg("%s is not in the program: %s", r->name, error.text);
    }
    assert_null(refused_find(all, "nobody"));
    if (!p)
        strcpy(names, "none");
    program_free(p);
    refused_free(all);
    return names;
}

static void test_layouts(void **state)
{
    static const struct { const char *text, *names; } cases[] = {
        { HEAD ".visible .entry a() { ret; }\n", "" },
        // the whole of it in one line; beside others in theirs, in one line with them
        { HEAD ".visible .entry a() { " BAD " ret; }\n.visible .entry b() { ret; }\n", "a:4 " },
        { HEAD ".visible .entry a() { ret; }\n.visible .entry b() { " BAD " ret; }", "b:5 " },
        { HEAD ".visible .entry a() { ret; }\n.visible .entry b() { " BAD " }\n.visible .entry c() { " BAD " }\n", "c:6 b:5 " },
        // in the first line of its body, in the last one, behind a body of many lines
        { HEAD ".visible .entry a()\n{ " BAD "\nret;\n}\n.visible .entry b()\n{\nret;\n" BAD " }\n", "b:11 a:5 " },
        { HEAD ".visible .entry long()\n{\n\n\n\nret;\n\n\n}\n.visible .entry b()\n{\n" BAD "\n}\n", "b:15 " },
        { HEAD ".visible .entry a(.param .u64 p, .param .u32 n)\n.maxntid 64, 1, 1\n{\n{ ret; }\n{ " BAD " }\n}\n", "a:8 " },
        // functions, with what they return and without
        { HEAD ".func (.param .b32 r) f_0 (.param .b32 x) { " BAD " ret; }\n.visible .entry a() { ret; }\n", "f_0:4 " },
        { HEAD ".visible .entry a() { ret; }\n.func (.param .b32 r) f_1 (.param .b32 x) { " BAD " ret; }\n", "f_1:5 " },
        { HEAD ".func $f%2 (.param .b32 x)\n{ " BAD " ret; }\n.visible .entry a() { ret; }\n", "$f%2:5 " },
        { HEAD ".func plain { " BAD " ret; }\n.visible .entry a() { ret; }\n", "plain:4 " },
        // comments that have braces, are never closed, or stand in front of a name
        { HEAD "// } {\n/* { */ .visible .entry /* .entry x( *//* y( */ a() { // }\n" BAD " /* } */\n}\n.visible .entry b() { ret; }\n// the last line", "a:6 " },
        { HEAD "/*\n\n*/ .visible .entry a() { ret; }\n.visible .entry b() { " BAD " }\n/* to the end", "b:7 " },
        { HEAD ".global .align 4 .u32 v[2] = {1, 2};\n.visible .entry a() { " BAD " }\n", "a:5 " },
        { HEAD ".const .u32 w = 3; .visible .entry a() { " BAD " }\n", "a:4 " },
        { HEAD ".visible .entry abc .maxntid 64, 1, 1 { " BAD " }\n", "abc:4 " },
        // no function's fault
        { HEAD ".visible .entry a() { ret; }\n.global .u33 v;\n// the last line", "none" },
        { HEAD ".global .u33 v;\n.visible .entry a() { ret; }\n", "none" },
        { HEAD ".global .align 4 .u33 v[2] = {1, 2};\n.visible .entry a() { ret; }\n", "none" },
        { HEAD ".visible .entry a() { ret; }\n.global .u33 v;\n", "none" },
        { HEAD ".visible .entry a() { ret; }\n.global .u33 v;\n.visible .entry b() { ret; }\n", "none" },
        { "", "none" }, { "}", "none" }, { "{", "none" },
    };
    char names[200];

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (strcmp(left_out(cases[i].text, names), cases[i].names) != 0)
            fail_msg("case %u: left out `%s', expected `%s' of\n%s", i, names, cases[i].names, cases[i].text);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_layouts) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
