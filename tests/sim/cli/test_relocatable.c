// SPDX-License-Identifier: BSD-3-Clause
// Names of what is static in a file, in clang's PTX and in the host's assembly, and the call by which an object registers itself: what
// clang writes becomes what the runtime links, whatever numbers clang gives, and nothing else changes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/cli/cc.h"

// The text that a file has become.
static void expect_file(bool (*change)(const char *, cc_statics *), cc_statics *s, const char *text, const char *want)
{
    char path[] = "build/relocatable.XXXXXX", seen[2000] = "";
    int descriptor = mkstemp(path);
    FILE *file = fdopen(descriptor, "w+");

    assert_non_null(file);
    fputs(text, file);
    fclose(file);
    assert_true(change(path, s));
    file = fopen(path, "r");
    assert_non_null(file);
    seen[fread(seen, 1, sizeof seen - 1, file)] = 0;
    fclose(file);
    unlink(path);
    assert_string_equal(seen, want);
}

static const char *device_text = "";            // of the same file

static bool rename_registration(const char *assembly, cc_statics *s)
{
    char path[] = "build/relocatable.XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");

    assert_non_null(file);
    fputs(device_text, file);
    fclose(file);
    bool good = cc_rename_registration(assembly, path, s);
    unlink(path);
    return good;
}

static void test_statics(void **state)
{
    cc_statics s = { .number = "00000000deadbeef" };

    (void)state;
    expect_file(cc_rename_statics, &s,
                ".extern .global .u32 _ZL3own;\n.visible .global .u32 _ZL3own__static__a8b6f1c0b975c10c = 5;\n"
                ".weak .entry _ZL1kPi__intern__b6f1c0b975c10c(.param .u64 _ZL1kPi__intern__b6f1c0b975c10c_param_0)\n"        // a short number
                "ld.global.u32 %r1, [_ZL3own+4]; mov.u64 %rd1, _ZL3owner; call x__static__; call y__static__g; // _ZL3own_\n"
                ".visible .global .u32 z__static__0;\n",
                ".extern .global .u32 _ZL3own__00000000deadbeef;\n.visible .global .u32 _ZL3own__00000000deadbeef = 5;\n"
                ".weak .entry _ZL1kPi__00000000deadbeef(.param .u64 _ZL1kPi__00000000deadbeef_param_0)\n"
                "ld.global.u32 %r1, [_ZL3own__00000000deadbeef+4]; mov.u64 %rd1, _ZL3owner; call x__static__; call y__static__g; // _ZL3own_\n"
                ".visible .global .u32 z__00000000deadbeef;\n");
    assert_int_equal(s.count, 3);
    expect_file(cc_rename_statics, &s, ".global .u32 _ZN12_GLOBAL__N_11sE = 1;\n", ".global .u32 _ZN12_GLOBAL__N_11sE__00000000deadbeef = 1;\n");
    expect_file(rename_registration, &s,
                "\t.asciz\t\"_ZL3own\"\n\t.asciz\t\"_ZL3owner\"\n\t.asciz\t\"see _ZL3own\"\n\tleaq\t_ZL3own(%rip), %rsi\n"
                "\t.asciz\t\"_ZN12_GLOBAL__N_11sE\"\n\tcall\t_ZN12_GLOBAL__N_11fEv\n"
                "\t.asciz\t\"_ZL1kPi__intern__1234\"\n\tjmp\t__cudaRegisterLinkedBinary__nv_6e7f29 # TAILCALL\n"
                "\t.globl\t__fatbinwrap__nv_6e7f29\n.set __fatbinwrap__nv_6e7f29, __cuda_fatbin_wrapper\n\tcallq\t__cudaRegisterLinkedBinary__nv_6e7f29@PLT\n",
                "\t.asciz\t\"_ZL3own__00000000deadbeef\"\n\t.asciz\t\"_ZL3owner\"\n\t.asciz\t\"see _ZL3own\"\n\tleaq\t_ZL3own(%rip), %rsi\n"
                "\t.asciz\t\"_ZN12_GLOBAL__N_11sE__00000000deadbeef\"\n\tcall\t_ZN12_GLOBAL__N_11fEv\n"
                "\t.asciz\t\"_ZL1kPi__00000000deadbeef\"\n\tjmp\t__cudaRegisterLinkedBinary # TAILCALL\n"
                ".set __fatbinwrap__nv_6e7f29, __cuda_fatbin_wrapper\n\tcallq\t__cudaRegisterLinkedBinary@PLT\n");
    cc_free_statics(&s);
    assert_int_equal(s.count, 0);
}

// For the linker: what is defined, what is wanted, but what the simulator has and what is the file's own.
static void test_symbols(void **state)
{
    cc_statics s = { .number = "1" };

    (void)state;
    device_text = ".version 6.3\n.extern .func  (.param .b32 func_retval0) vprintf\n(\n)\n;\n.extern .func (.param .b32 r) _Z3fari\n(\n)\n;\n"
                  ".extern .global .align 4 .u32 v;\n.visible .const .align 4 .b8 c[16] = {1};\n.weak .func g()\n{\n.visible .entry k(\n"
                  ".global .u32 own;\n.extern .shared .align 16 .b8 dyn[];\n\t.visible .func no()\n";
    expect_file(rename_registration, &s, "\tret\n",
                "\tret\n\t.section\t.warplock_wanted,\"aw\",@progbits\n\t.quad\t__cuda_device__Z3fari\n"
                "\t.section\t.warplock_wanted,\"aw\",@progbits\n\t.quad\t__cuda_device_v\n"
                "\t.globl\t__cuda_device_c\n\t.set\t__cuda_device_c, 0x1\n\t.weak\t__cuda_device_g\n\t.set\t__cuda_device_g, 0x1\n"
                "\t.globl\t__cuda_device_k\n\t.set\t__cuda_device_k, 0x1\n");
    device_text = "";
    cc_free_statics(&s);
}

static void test_nothing_to_change(void **state)
{
    cc_statics s = { .number = "1" };

    (void)state;
    expect_file(cc_rename_statics, &s, "", "");
    expect_file(cc_rename_statics, &s, ".version 6.3\n\"", ".version 6.3\n\"");
    expect_file(rename_registration, &s, "\tret\n", "\tret\n");
    assert_int_equal(s.count, 0);
    assert_false(cc_rename_statics("build/no-such-file", &s));
    cc_free_statics(&s);
}

static void test_numbers_of_files(void **state)
{
    char first[17], second[17], again[17];
    cli_options plain = { .cuda_output = "" }, with = { .cuda_output = "", .cuda_define = { .words = { "A" }, .count = 1 } };

    (void)state;
    cc_file_number(&plain, "sim/cli/cc.c", first);
    cc_file_number(&plain, "sim/cli/../cli/cc.c", again);
    assert_string_equal(first, again);
    cc_file_number(&plain, "sim/cli/cc.h", second);
    assert_string_not_equal(first, second);
    cc_file_number(&with, "sim/cli/cc.c", second);
    assert_string_not_equal(first, second);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_statics), cmocka_unit_test(test_symbols), cmocka_unit_test(test_nothing_to_change), cmocka_unit_test(test_numbers_of_files),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
