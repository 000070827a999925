// SPDX-License-Identifier: BSD-3-Clause
// The numbers of PTX (docs/frontend.md#numbers): which are read and as what, which are refused, with line and what is expected. And
// registers, whose names have numbers: no two of a scope have one name.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "sim/frontend/code.h"
#include "sim/frontend/module.h"

#define HEAD ".version 3.2\n.target sm_20\n.address_size 64\n"

static ptx_error error;

static program *parse(const char *text) { return program_parse("t.ptx", text, strlen(text), &error); }

static void refused(const char *text, const char *message)
{
    program *p = parse(text);
    program_free(p);
    if (p != NULL)
        fail_msg("accepted: %s", text);
    assert_string_equal(error.text, message);
}

static void taken(const char *text)
{
    program *p = parse(text);
    if (p == NULL)
        fail_msg("%s: %s", text, error.text);
    program_free(p);
}

// ".global .TYPE g = VALUE;" holds these bits.
static void holds(const char *type, const char *value, uint64_t bits)
{
    char text[200];
    uint64_t seen = 0;
    snprintf(text, sizeof text, HEAD ".global .%s g = %s;", type, value);
    program *p = parse(text);
    if (p == NULL)
        fail_msg("%s: %s", text, error.text);
    memcpy(&seen, p->variables->initial, p->variables->initial_bytes);
    if (seen != bits)
        fail_msg("%s: seen %llx, expected %llx", text, (unsigned long long)seen, (unsigned long long)bits);
    program_free(p);
}

static void misfits(const char *type, const char *value)
{
    char text[200], message[200];
    snprintf(text, sizeof text, HEAD ".global .%s g[2] = {0,\n%s};", type, value);
    snprintf(message, sizeof message, "t.ptx:5: g: %s found, expected a number that .%s holds", value, type);
    refused(text, message);
}

static void test_address_size(void **state)
{
    (void)state;
    taken(HEAD ".entry k() { ret; }");
    taken(".version 3.2\n.target sm_20\n.entry k() { ret; }");
    refused(".version 3.2\n.target sm_20\n.address_size 32\n.entry k() { ret; }", "t.ptx:3: .address_size 32, expected 64");
    refused(".version 3.2\n.target sm_20\n.address_size 128\n", "t.ptx:3: .address_size 128, expected 64");
    refused(".version 3.2\n.target sm_20\n.address_size -64\n", "t.ptx:3: .address_size -64, expected 64");
    refused(".version 3.2\n.target sm_20\n.address_size\n.entry k() { ret; }", "t.ptx:4: \".entry\" found, expected a number of bits");
}

// Each width from its least to its most, as signed, unsigned or bits, and one beyond.
static void test_initial_integers(void **state)
{
    static const struct { const char *types[3]; const char *least, *most, *below, *above; uint64_t of_least, of_most; } rows[] = {
        { { "u8", "s8", "b8" }, "-128", "255", "-129", "256", 0x80, 0xff },
        { { "u16", "s16", "b16" }, "-32768", "65535", "-32769", "65536", 0x8000, 0xffff },
        { { "u32", "s32", "b32" }, "-2147483648", "4294967295", "-2147483649", "4294967296", 0x80000000, 0xffffffff },
        { { "u64", "s64", "b64" }, "-9223372036854775808", "18446744073709551615", "-9223372036854775809", NULL, UINT64_C(1) << 63,
          UINT64_MAX },
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned k = 0; k < 3; k++) {
            holds(rows[i].types[k], rows[i].least, rows[i].of_least);
            holds(rows[i].types[k], rows[i].most, rows[i].of_most);
            holds(rows[i].types[k], "{7}", 7);
            misfits(rows[i].types[k], rows[i].below);
            if (rows[i].above)
                misfits(rows[i].types[k], rows[i].above);
        }
    misfits("u8", "300");
    misfits("u8", "0x1ff");
    misfits("u8", "0777");                      // octal: 511
    holds("u8", "0377", 255);
    holds("u16", "0b101", 5);
    holds("u32", "4294967295U", 0xffffffff);
    refused(HEAD ".global .u64 g = 18446744073709551616;", "t.ptx:4: \"18446744073709551616\" found, expected an initial value");
    refused(HEAD ".global .u32 g = +5;", "t.ptx:4: \"+\" found, expected an initial value");
    refused(HEAD ".global .u32 g = 08;", "t.ptx:4: \"08\" found, expected an initial value");
    refused(HEAD ".global .u32 g = 0xg;", "t.ptx:4: \"0xg\" found, expected an initial value");
}

static void test_initial_floats(void **state)
{
    static const char *const integers[] = { "u8", "s8", "b8", "u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64" };
    (void)state;
    for (size_t i = 0; i < sizeof integers / sizeof *integers; i++) {
        misfits(integers[i], "1.5");
        misfits(integers[i], "1e3");
        if (strcmp(integers[i], "b32") != 0)
            misfits(integers[i], "0f3f800000");
        if (strcmp(integers[i], "b64") != 0)
            misfits(integers[i], "0d3ff0000000000000");
    }
    holds("b32", "0f3f800000", 0x3f800000);                     // bits are bits
    holds("b64", "0d3ff0000000000000", UINT64_C(0x3ff0000000000000));
    misfits("b32", "-0f3f800000");
    holds("f32", "1", 0x3f800000);
    holds("f32", "-0f3f800000", 0xbf800000);
    holds("f32", "1.5", 0x3fc00000);
    holds("f32", "0d7ff0000000000000", 0x7f800000);             // is infinite and stays so
    holds("f64", "1e308", UINT64_C(0x7fe1ccf385ebc8a0));
    misfits("f32", "1e39");
    misfits("f32", "-1e39");
    misfits("f32", "0d7fe1ccf385ebc8a0");
    refused(HEAD ".global .f64 g = 1e309;", "t.ptx:4: \"1e309\" found, expected an initial value");
}

#define BODY(text) HEAD ".entry k(.param .u64 a)\n{\n.reg .b16 %rs<4>; .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .f64 %fd<4>;\n" text "\n}\n"

static void test_numbers_of_instructions(void **state)
{
    (void)state;
    taken(BODY("mov.u32 %r1, 4294967295; mov.s32 %r1, -2147483648; mov.u16 %rs1, -32768; mov.u16 %rs1, 65535;"));
    taken(BODY("mov.u32 %r1, 4294967296; st.global.u8 [%rd1], 300;"));               // its low bits, as the manual has it
    taken(BODY("mov.u64 %rd1, 18446744073709551615; mov.s64 %rd1, -9223372036854775808; st.global.u8 [%rd1], 255;"));
    refused(BODY("mov.u64 %rd1, -18446744073709551615;"), "t.ptx:7: \"18446744073709551615\" found, expected a number of 64 bits");
    refused(BODY("mov.u64 %rd1, 18446744073709551616;"), "t.ptx:7: \"18446744073709551616\" found, expected a number");
    refused(BODY("mov.f64 %fd1, 1e309;"), "t.ptx:7: \"1e309\" found, expected a number");
    refused(BODY("ld.global.u32 %r1, [%rd1+18446744073709551615];"), "t.ptx:7: \"18446744073709551615\" found, expected an offset");
    refused(BODY(".reg .b32 %x<18446744073709551615>;"), "t.ptx:7: \"18446744073709551615\" found, expected a number of registers");
    refused(BODY(".reg .b32 %x<-1>;"), "t.ptx:7: too many registers, expected at most 65534 in a function");
}

// In one scope, whichever is declared first; an inner one hides an outer.
static void test_registers(void **state)
{
    (void)state;
    refused(BODY(".reg .b64 %r2;"), "t.ptx:7: %r2 is declared a second time, first in line 6");
    refused(BODY(".reg .b32 %r2;"), "t.ptx:7: %r2 is declared a second time, first in line 6");
    refused(BODY(".reg .b64 %x3;\n.reg .b32 %x<4>;"), "t.ptx:8: %x3 is declared a second time, first in line 7");
    refused(BODY(".reg .b64 %x0;\n.reg .b32 %x<4>;"), "t.ptx:8: %x0 is declared a second time, first in line 7");
    refused(BODY(".reg .b64 %x;\n.reg .b32 %x;"), "t.ptx:8: %x is declared a second time, first in line 7");
    refused(BODY("mov.u32 %r2, 1;\n.reg .b64 %r2;"), "t.ptx:8: %r2 is declared a second time, first in line 6");
    refused(BODY(".reg .b64 %r<9>;"), "t.ptx:7: %r is declared a second time, first in line 6");
    taken(BODY(".reg .b64 %r4; .reg .b64 %r02; .reg .b64 %r; mov.b64 %r4, 1;"));
    taken(BODY(".reg .b64 %x4;\n.reg .b32 %x<4>; mov.b64 %x4, 1; mov.b32 %x3, 1;"));
    taken(BODY("mov.u32 %r2, 1; { .reg .b64 %r2; mov.b64 %r2, 1; } mov.u32 %r2, 1;"));
    taken(BODY("mov.u32 %r2, 1; { .reg .b64 %r<4>; mov.b64 %r2, 1; } mov.u32 %r2, 1;"));
    taken(BODY("{ .reg .b64 %r<3>; mov.b64 %r2, 1; mov.b32 %r3, 1; }"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_address_size), cmocka_unit_test(test_initial_integers), cmocka_unit_test(test_initial_floats),
        cmocka_unit_test(test_numbers_of_instructions), cmocka_unit_test(test_registers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
