// SPDX-License-Identifier: BSD-3-Clause
// What NVRTC's calls answer without a compiler: programs that are none, names of headers, folders that there are not, a compiler that does
// not run or makes nothing. Of what it compiles, test_programs.sh.
#include "sim/cuda/nvrtc.h"
#include "tests/sim/cudart/answers.h"

#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>

static void test_what_it_says(void **state)
{
    int major = 0, minor = 9, count = 0, archs[32];

    (void)state;
    GOOD(nvrtcVersion(&major, &minor));
    assert_true(major == 11 && minor == 0);
    GOOD(nvrtcGetNumSupportedArchs(&count));
    assert_in_range(count, 1, 32);
    GOOD(nvrtcGetSupportedArchs(archs));
    assert_true(archs[0] == 35 && archs[count - 1] == 75);
    EACH(NVRTC_ERROR_INVALID_INPUT, nvrtcVersion(NULL, &minor), nvrtcVersion(&major, NULL), nvrtcGetNumSupportedArchs(NULL), nvrtcGetSupportedArchs(NULL));
    assert_string_equal(nvrtcGetErrorString(NVRTC_ERROR_COMPILATION), "NVRTC_ERROR_COMPILATION");
    assert_string_equal(nvrtcGetErrorString((nvrtcResult)99), "NVRTC_ERROR unknown");
}

static void test_programs_that_are_none(void **state)
{
    nvrtcProgram program = NULL, first, gone;
    const char *headers[] = { "" }, *name = NULL;
    char text[300];
    size_t size;

    (void)state;
    EACH(NVRTC_ERROR_INVALID_INPUT, nvrtcCreateProgram(NULL, "", "k.cu", 0, NULL, NULL), nvrtcCreateProgram(&program, NULL, "k.cu", 0, NULL, NULL),
         nvrtcCreateProgram(&program, "", "k.cu", -1, NULL, NULL), nvrtcCreateProgram(&program, "", "k.cu", 1, NULL, NULL),
         nvrtcCreateProgram(&program, "", "k.cu", 1, headers, (const char *[]){ NULL }));
    // no header lies outside its folder
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(nvrtcCreateProgram(&program, "", "k.cu", 1, headers, &(const char *[]){ "", "/etc/x", "../x", "a/../x", "a/.." }[i]),
                         NVRTC_ERROR_INVALID_INPUT);
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    assert_int_equal(nvrtcCreateProgram(&program, "", text, 0, NULL, NULL), NVRTC_ERROR_INVALID_INPUT);
    GOOD(nvrtcCreateProgram(&first, "", "k.cu", 1, headers, (const char *[]){ "a/..b" }));
    GOOD(nvrtcCreateProgram(&program, "", NULL, 0, NULL, NULL));
    gone = program;
    GOOD(nvrtcAddNameExpression(first, "k"));
    EACH(NVRTC_ERROR_INVALID_INPUT, nvrtcAddNameExpression(first, NULL), nvrtcGetPTX(first, NULL), nvrtcGetProgramLogSize(first, NULL),
         nvrtcGetLoweredName(first, NULL, &name), nvrtcGetLoweredName(first, "k", NULL), nvrtcCompileProgram(first, -1, NULL),
         nvrtcCompileProgram(first, 1, NULL), nvrtcCompileProgram(first, 1, (const char *[]){ NULL }));
    EACH(NVRTC_ERROR_INVALID_PROGRAM, nvrtcGetPTXSize(first, &size), nvrtcGetCUBINSize(first, &size), nvrtcGetCUBIN(first, text));
    EACH(NVRTC_ERROR_NO_LOWERED_NAMES_BEFORE_COMPILATION, nvrtcGetLoweredName(first, "k", &name));
    GOOD(nvrtcGetProgramLogSize(first, &size));
    assert_int_equal(size, 1);
    GOOD(nvrtcDestroyProgram(&program));
    assert_null(program);
    EACH(NVRTC_ERROR_INVALID_PROGRAM, nvrtcDestroyProgram(NULL), nvrtcDestroyProgram(&program), nvrtcDestroyProgram(&gone),
         nvrtcAddNameExpression(gone, "k"), nvrtcCompileProgram(gone, 0, NULL), nvrtcGetPTXSize(gone, &size), nvrtcGetLoweredName(gone, "k", &name));
    program = first;
    GOOD(nvrtcDestroyProgram(&program));
}

static void expect_log(nvrtcProgram p, const char *words)
{
    static char log[4000];
    size_t size;

    GOOD(nvrtcGetProgramLogSize(p, &size));
    assert_in_range(size, 1, sizeof log);
    GOOD(nvrtcGetProgramLog(p, log));
    assert_int_equal(size, strlen(log) + 1);
    assert_string_equal(log, words);
}

static void test_folders_that_there_are_not(void **state)
{
    const char *texts[] = { "1", "2" };
    nvrtcProgram p;

    (void)state;
    setenv("WARPLOCK_COMMAND", "true", 1);
    GOOD(nvrtcCreateProgram(&p, "", "k.cu", 0, NULL, NULL));
    setenv("TMPDIR", "/no/such/folder", 1);
    assert_int_equal(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    expect_log(p, "warplock: nvrtc: no folder for temporary files can be made\n");
    unsetenv("TMPDIR");
    assert_int_equal(nvrtcAddNameExpression(p, "k"), NVRTC_ERROR_NO_NAME_EXPRESSIONS_AFTER_COMPILATION);
    GOOD(nvrtcDestroyProgram(&p));
    GOOD(nvrtcCreateProgram(&p, "", "k.cu", 2, texts, (const char *[]){ "a", "a/b" }));     // a file and a folder
    assert_int_equal(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    expect_log(p, "warplock: nvrtc: the source cannot be written to the folder of temporary files\n");
    GOOD(nvrtcDestroyProgram(&p));
}

// A compiler that says what it was asked, and makes what stands behind a `ptx:` in the source.
static const char *compiler(void)
{
    static char path[300];
    FILE *file;

    snprintf(path, sizeof path, "%.200s/nvrtc_compiler", getenv("BUILD") ? getenv("BUILD") : "build");
    file = fopen(path, "w");
    assert_non_null(file);
    fputs("#!/bin/sh\nfor source; do :; done\nwhile [ \"$1\" != -o ]; do case $1 in --arch*) echo \"$1\" ;; esac; shift; done\n"
          "echo \"$source:1: said\"\nsed -n 's/.*ptx: //p' \"$source\" >\"$2\"\n", file);
    fclose(file);
    chmod(path, 0700);
    return path;
}

static void test_compilers(void **state)
{
    nvrtcProgram p;
    const char *name;
    char text[200];

    (void)state;
    GOOD(nvrtcCreateProgram(&p, "// ptx: .global .u64 warplock_name_0 = generic(_Z1kv);\n// ptx: rest\n", "folder/k.cu", 0, NULL, NULL));
    GOOD(nvrtcAddNameExpression(p, "k"));
    GOOD(nvrtcAddNameExpression(p, "&other"));
    setenv("WARPLOCK_COMMAND", "/no/such/program", 1);
    assert_int_equal(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    expect_log(p, "warplock: nvrtc: there is no `warplock` on the PATH, nor in WARPLOCK_COMMAND, to compile with\n");
    setenv("WARPLOCK_COMMAND", "true", 1);                  // ends well, and makes nothing
    assert_int_equal(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    expect_log(p, "");
    setenv("WARPLOCK_COMMAND", compiler(), 1);
    for (int i = 0; i < 2; i++) {                           // also for a program that ignores its children
        signal(SIGCHLD, i ? SIG_IGN : SIG_DFL);
        GOOD(nvrtcCompileProgram(p, 2, (const char *[]){ "--arch=sm_50", "-default-device" }));
        expect_log(p, "--arch=sm_50\nk.cu:1: said\n");
        GOOD(nvrtcGetCUBIN(p, text));
        assert_string_equal(text, "rest\n");
        GOOD(nvrtcGetLoweredName(p, "k", &name));
        assert_string_equal(name, "_Z1kv");
        EACH(NVRTC_ERROR_NAME_EXPRESSION_NOT_VALID, nvrtcGetLoweredName(p, "&other", &name), nvrtcGetLoweredName(p, "stranger", &name));
    }
    setenv("WARPLOCK_COMMAND", "true", 1);
    assert_int_equal(nvrtcCompileProgram(p, 0, NULL), NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
    signal(SIGCHLD, SIG_DFL);
    GOOD(nvrtcDestroyProgram(&p));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_what_it_says), cmocka_unit_test(test_programs_that_are_none), cmocka_unit_test(test_folders_that_there_are_not),
        cmocka_unit_test(test_compilers),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
