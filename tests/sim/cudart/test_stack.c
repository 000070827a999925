// SPDX-License-Identifier: BSD-3-Clause
// What a stack that is too small is here: frames of a kernel and of what it calls lie in local memory, of which every launch
// has as much as its threads have room for; an access beyond them, and functions that call each other for ever. Each has its error, one
// line for the person, and never a wrong result.
#include "tests/sim/cudart/runtime_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

// A word at the far end of a frame of 200,000 bytes is written and read back; `deep` has two such frames.
#define FRAME "{\n .local .align 4 .b8 frame[200000];\n .reg .b32 %r<4>;\n .reg .b64 %d<2>;\n"
static const char frames[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n"
    ".func (.param .b32 r) inner (.param .b32 a)\n" FRAME
    " ld.param.u32 %r1, [a];\n st.local.u32 [frame+199996], %r1;\n ld.local.u32 %r2, [frame+199996];\n"
    " st.param.b32 [r], %r2;\n ret;\n}\n"
    ".func (.param .b32 r) outer (.param .b32 a)\n" FRAME
    " ld.param.u32 %r1, [a];\n st.local.u32 [frame+199996], %r1;\n"
    " { .param .b32 x; .param .b32 y;\n st.param.b32 [x], %r1;\n call.uni (y), inner, (x);\n ld.param.b32 %r2, [y]; }\n"
    " ld.local.u32 %r3, [frame+199996];\n add.u32 %r2, %r2, %r3;\n st.param.b32 [r], %r2;\n ret;\n}\n"
#define KERNEL(name, callee) \
    ".visible .entry " name "(.param .u64 p)\n{\n .reg .b32 %r<4>;\n .reg .b64 %d<2>;\n ld.param.u64 %d1, [p];\n mov.u32 %r1, 21;\n" \
    " { .param .b32 x; .param .b32 y;\n st.param.b32 [x], %r1;\n call.uni (y), " callee ", (x);\n ld.param.b32 %r2, [y]; }\n" \
    " st.global.u32 [%d1], %r2;\n ret;\n}\n"
    KERNEL("deep", "outer")
    ".visible .entry beyond(.param .u64 p)\n{\n .local .align 4 .b8 frame[64];\n .reg .b32 %r<2>;\n mov.u32 %r1, 7;\n"
    " st.local.u32 [frame+64], %r1;\n ret;\n}\n";

static const char recursion[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n"
    ".func (.param .b32 r) other (.param .b32 a);\n"
    ".func (.param .b32 r) down (.param .b32 a)\n{\n .reg .b32 %r<3>;\n ld.param.u32 %r1, [a];\n"
    " { .param .b32 x; .param .b32 y;\n st.param.b32 [x], %r1;\n call.uni (y), other, (x);\n ld.param.b32 %r2, [y]; }\n"
    " st.param.b32 [r], %r2;\n ret;\n}\n"
    ".func (.param .b32 r) other (.param .b32 a)\n{\n .reg .b32 %r<3>;\n ld.param.u32 %r1, [a];\n"
    " { .param .b32 x; .param .b32 y;\n st.param.b32 [x], %r1;\n call.uni (y), down, (x);\n ld.param.b32 %r2, [y]; }\n"
    " st.param.b32 [r], %r2;\n ret;\n}\n"
    KERNEL("sinks", "down");

// What is said on the standard error from begin_said to end_said.
static FILE *said;
static int errors;
static char text[2048];

static void begin_said(void)
{
    said = tmpfile();
    errors = dup(STDERR_FILENO);
    assert_non_null(said);
    dup2(fileno(said), STDERR_FILENO);
}

static void end_said(unsigned lines, const char *words)
{
    unsigned seen = 0;
    size_t length;

    fflush(stderr);
    dup2(errors, STDERR_FILENO);
    close(errors);
    rewind(said);
    length = fread(text, 1, sizeof text - 1, said);
    text[length] = 0;
    fclose(said);
    for (const char *c = text; *c; c++)
        seen += *c == '\n';
    if (seen != lines || !strstr(text, words))
        fail_msg("said `%s', expected %u lines with `%s'", text, lines, words);
}

static const char *source = frames;

static CUresult run_kernel(const char *name, unsigned threads, int *result)
{
    CUmodule module;
    CUfunction function;
    CUdeviceptr p;
    CUresult status;

    assert_int_equal(cuModuleLoadData(&module, source), CUDA_SUCCESS);
    assert_int_equal(cuModuleGetFunction(&function, module, name), CUDA_SUCCESS);
    assert_int_equal(cuMemAlloc(&p, 4), CUDA_SUCCESS);
    status = cuLaunchKernel(function, 1, 1, 1, threads, 1, 1, 0, NULL, (void *[]){ &p }, NULL);
    if (status == CUDA_SUCCESS)
        status = cuCtxSynchronize();
    if (status == CUDA_SUCCESS)
        assert_int_equal(cuMemcpyDtoH(result, p, 4), CUDA_SUCCESS);
    return status;
}

// A launch with more threads than there is room for is refused; the next one has nothing of it.
static void frames_add_up(void **state)
{
    int result = 0;
    CUresult status;

    (void)state;
    assert_int_equal(run_kernel("deep", 32, &result), CUDA_SUCCESS);
    assert_int_equal(result, 42);
    begin_said();
    status = run_kernel("deep", 256, &result);
    end_said(1, "kernel deep: 400048 bytes of local memory a thread, expected at most 343992 on this machine");
    assert_int_equal(status, CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES);
    result = 0;
    assert_int_equal(run_kernel("deep", 32, &result), CUDA_SUCCESS);
    assert_int_equal(result, 42);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

// An access beyond is a fault, which stays until the device is reset.
static void beyond_the_frame(void **state)
{
    int result;
    CUresult status;

    (void)state;
    begin_said();
    status = run_kernel("beyond", 32, &result);
    end_said(1, "kernel beyond: CTA (0,0,0) thread (0,0,0): st.local.u32 of 4 bytes at local address ");
    assert_int_equal(status, CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(run_kernel("deep", 32, &result), CUDA_SUCCESS);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

// Functions that call each other and never return end the launch.
static void without_an_end(void **state)
{
    int result;

    (void)state;
    source = recursion;
    begin_said();
    assert_int_equal(run_kernel("sinks", 32, &result), CUDA_ERROR_HARDWARE_STACK_ERROR);
    end_said(1, "nested deeper than 1024 levels");
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    source = frames;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(frames_add_up), cmocka_unit_test(beyond_the_frame), cmocka_unit_test(without_an_end),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    if (cuInit(0) != CUDA_SUCCESS)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
