// SPDX-License-Identifier: BSD-3-Clause
// The runtime's launches: results, shapes, faults and what follows them, events, callbacks, the driver's way, in one
// process that goes on behind each fault by cudaDeviceReset.
#include "tests/sim/cudart/runtime_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { N = 1000 };

static float *numbers(void)
{
    float host[N], *device;

    for (unsigned i = 0; i < N; i++)
        host[i] = (float)i;
    assert_int_equal(cudaMalloc((void **)&device, sizeof host), cudaSuccess);
    assert_int_equal(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice), cudaSuccess);
    return device;
}

static void expect_scaled(const float *device)
{
    float host[N];

    assert_int_equal(cudaMemcpy(host, device, sizeof host, cudaMemcpyDeviceToHost), cudaSuccess);
    for (unsigned i = 0; i < N; i++)
        assert_true(host[i] == (float)i * (float)(1 + i % 4));
}

static cudaError_t scale(float *device)
{
    int n = N;

    return launch_on(&host_scale, 8, 128, 0, (void *[]){ &device, &n });
}

static void test_results(void **state)
{
    float *device = numbers(), factor[4] = { 1, 2, 3, 4 };
    int count;

    (void)state;
    assert_int_equal(scale(device), cudaSuccess);
    expect_scaled(device);
    assert_int_equal(cudaMemcpyFromSymbol(&count, &host_counter, sizeof count, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_int_equal(count, 6);
    memset(factor, 0, sizeof factor);
    assert_int_equal(cudaMemcpyToSymbol(host_factor, factor, sizeof factor, 0, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(scale(device), cudaSuccess);
    assert_int_equal(cudaMemcpy(factor, device + 1, sizeof factor, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_true(factor[0] == 0 && factor[3] == 0);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static cudaError_t from_counter(size_t offset, size_t bytes)
{
    char got[16];

    return cudaMemcpyFromSymbol(got, &host_counter, bytes, offset, cudaMemcpyDeviceToHost);
}

// A copy ends with its variable, whose neighbour is another.
static void test_bounds_of_a_symbol(void **state)
{
    const char bytes[20] = { 0 };

    (void)state;
    assert_int_equal(from_counter(0, 4), cudaSuccess);
    assert_int_equal(from_counter(3, 1), cudaSuccess);
    assert_int_equal(from_counter(0, 5), cudaErrorInvalidValue);
    assert_int_equal(from_counter(3, 2), cudaErrorInvalidValue);
    assert_int_equal(from_counter(5, 1), cudaErrorInvalidValue);
    assert_int_equal(from_counter(SIZE_MAX, 2), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToSymbol(host_factor, bytes, 8, 8, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpyToSymbol(host_factor, bytes, 9, 8, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToSymbol(host_factor, bytes, 17, 0, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToSymbol(host_factor, bytes, 8, 8, cudaMemcpyDeviceToHost), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_parameters_lie_at_their_alignment(void **state)
{
    unsigned char a = 200;
    unsigned short b = 50000;
    uint32_t c = 3000000000, got[3], *device;

    (void)state;
    assert_int_equal(cudaMalloc((void **)&device, sizeof got), cudaSuccess);
    assert_int_equal(launch_on(&host_mixed, 1, 1, 0, (void *[]){ &a, &device, &b, &c }), cudaSuccess);
    assert_int_equal(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_true(got[0] == a && got[1] == b && got[2] == c);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static cudaError_t together(unsigned blocks)
{
    cudaError_t error = cudaLaunchCooperativeKernel(&host_limited, (dim3){ blocks, 1, 1 }, (dim3){ 32, 1, 1 }, NULL, 0, NULL);

    (void)cudaGetLastError();
    return error;
}

// Eight CTAs on each of the 30 SMs of machine oaws.
static void test_a_cooperative_launch_has_room_at_once(void **state)
{
    (void)state;
    assert_int_equal(together(240), cudaSuccess);
    assert_int_equal(together(241), cudaErrorCooperativeLaunchTooLarge);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void expect_shape(const void *host, unsigned blocks, unsigned threads, size_t shared, cudaError_t want)
{
    float *device = NULL;
    int n = 0;

    assert_int_equal(launch_on(host, blocks, threads, shared, (void *[]){ &device, &n }), want);
    assert_int_equal(cudaPeekAtLastError(), want);
    assert_int_equal(cudaGetLastError(), want);
    assert_int_equal(cudaGetLastError(), cudaSuccess);      // it does not last
}

static void test_shapes(void **state)
{
    (void)state;
    expect_shape(&host_scale, 0, 32, 0, cudaErrorInvalidConfiguration);
    expect_shape(&host_scale, 1, 0, 0, cudaErrorInvalidConfiguration);
    expect_shape(&host_scale, 1, 1025, 0, cudaErrorInvalidConfiguration);
    expect_shape(&host_scale, 1, 32, 49153, cudaErrorInvalidValue);
    expect_shape(&host_limited, 1, 65, 0, cudaErrorLaunchOutOfResources);
    expect_shape(&host_missing, 1, 32, 0, cudaErrorInvalidDeviceFunction);
    expect_shape(&host_counter, 1, 32, 0, cudaErrorInvalidDeviceFunction);
    assert_int_equal(cudaLaunchKernel(&host_scale, (dim3){ 1, 65536, 1 }, (dim3){ 1, 1, 1 }, NULL, 0, NULL),
                     cudaErrorInvalidConfiguration);
    assert_int_equal(cudaLaunchKernel(&host_scale, (dim3){ 1, 1, 1 }, (dim3){ 32, 33, 1 }, NULL, 0, NULL),
                     cudaErrorInvalidConfiguration);
    assert_int_equal(launch_on(&host_scale, 1, 32, 0, NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
    expect_shape(&host_scale, 1, 32, 0, cudaSuccess);
}

// The fault is what every call returns until the device is reset; then launches are right again.
static void expect_fault(const void *host, unsigned threads, void **arguments, cudaError_t want)
{
    void *address;
    float *device;

    launch_on(host, 1, threads, 0, arguments);
    assert_int_equal(cudaDeviceSynchronize(), want);
    assert_int_equal(cudaGetLastError(), want);
    assert_int_equal(cudaGetLastError(), want);             // it lasts
    assert_int_equal(cudaMalloc(&address, 4), want);
    assert_int_equal(launch_on(&host_trap, 1, 1, 0, NULL), want);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    cudaGetLastError();
    assert_int_equal(cudaGetLastError(), cudaSuccess);
    device = numbers();
    assert_int_equal(scale(device), cudaSuccess);
    expect_scaled(device);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_faults(void **state)
{
    void *inside, *null = NULL, *beyond;

    (void)state;
    scale(numbers());                                       // the kernels' variables lie where they will
    assert_int_equal(cudaMalloc(&inside, 256), cudaSuccess);
    beyond = (char *)inside + 256;
    expect_fault(&host_store, 1, (void *[]){ &beyond }, cudaErrorIllegalAddress);
    expect_fault(&host_store, 1, (void *[]){ &null }, cudaErrorIllegalAddress);
    scale(numbers());                                       // the kernels' variables lie where they will
    assert_int_equal(cudaMalloc(&inside, 256), cudaSuccess);
    assert_int_equal(cudaFree(inside), cudaSuccess);
    expect_fault(&host_store, 1, (void *[]){ &inside }, cudaErrorIllegalAddress);
    assert_int_equal(cudaMalloc(&inside, 256), cudaSuccess);
    expect_fault(&host_misaligned, 1, (void *[]){ &inside }, cudaErrorMisalignedAddress);
    expect_fault(&host_trap, 1, NULL, cudaErrorLaunchFailure);
    expect_fault(&host_assert, 1, NULL, cudaErrorAssert);
    expect_fault(&host_astray, 1, (void *[]){ &null }, cudaErrorInvalidPc);
    assert_int_equal(cudaMalloc(&inside, 256), cudaSuccess);
    expect_fault(&host_wait, 1, (void *[]){ &inside }, cudaErrorLaunchTimeout);
}

static void test_events(void **state)
{
    cudaEvent_t first, second, untimed;
    float *device = numbers(), milliseconds = -1;
    cudaStream_t stream;

    (void)state;
    assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
    assert_int_equal(cudaEventCreate(&first), cudaSuccess);
    assert_int_equal(cudaEventCreate(&second), cudaSuccess);
    assert_int_equal(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming), cudaSuccess);
    assert_int_equal(cudaEventRecord(first, stream), cudaSuccess);
    assert_int_equal(cudaEventElapsedTime(&milliseconds, first, second), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventRecord(second, stream), cudaSuccess);
    assert_int_equal(cudaEventElapsedTime(&milliseconds, first, second), cudaSuccess);
    assert_true(milliseconds == 0);
    assert_int_equal(scale(device), cudaSuccess);
    assert_int_equal(cudaEventRecord(second, stream), cudaSuccess);
    assert_int_equal(cudaEventRecord(untimed, stream), cudaSuccess);
    assert_int_equal(cudaStreamWaitEvent(stream, second, 0), cudaSuccess);
    assert_int_equal(cudaEventQuery(second), cudaSuccess);
    assert_int_equal(cudaEventElapsedTime(&milliseconds, first, second), cudaSuccess);
    assert_true(milliseconds > 500 / 700e3 && milliseconds < 100000 / 700e3);     // of some thousand cycles at 700 MHz
    assert_int_equal(cudaEventElapsedTime(&milliseconds, first, untimed), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
    assert_int_equal(cudaStreamSynchronize(stream), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaEventDestroy(first), cudaSuccess);
    assert_int_equal(cudaEventRecord(first, NULL), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(cudaEventRecord(second, NULL), cudaErrorInvalidResourceHandle);
}

static int called;
static void count_call(void *argument) { called += *(int *)argument; }
static void call_back(cudaStream_t stream, cudaError_t error, void *argument)
{
    (void)stream;
    assert_int_equal(error, cudaSuccess);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess); // a call within the call
    count_call(argument);
}

static void test_callbacks(void **state)
{
    int one = 1;

    (void)state;
    called = 0;
    assert_int_equal(cudaStreamAddCallback(NULL, call_back, &one, 0), cudaSuccess);
    assert_int_equal(cudaLaunchHostFunc(NULL, count_call, &one), cudaSuccess);
    assert_int_equal(called, 2);
    assert_int_equal(cudaLaunchHostFunc(NULL, NULL, &one), cudaErrorInvalidValue);
}

// What a kernel prints comes when the program waits, into the place where its own output stands by then.
static void test_printing(void **state)
{
    char text[64] = "", name[] = "build/printing.XXXXXX";
    int n = 3, file = mkstemp(name), out = dup(STDOUT_FILENO);

    (void)state;
    unlink(name);
    fflush(stdout);
    dup2(file, STDOUT_FILENO);
    assert_int_equal(launch_on(&host_print, 1, 2, 0, (void *[]){ &n }), cudaSuccess);
    fputs("host\n", stdout);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    fflush(stdout);
    dup2(out, STDOUT_FILENO);
    assert_true(pread(file, text, sizeof text - 1, 0) > 0);
    close(file);
    assert_string_equal(text, "host\nsay 3\nsay 3\n");
}

static void test_dynamic_shared(void **state)
{
    uint32_t host[64], *device;
    int blocks;

    (void)state;
    for (unsigned i = 0; i < 64; i++)
        host[i] = i;
    assert_int_equal(cudaMalloc((void **)&device, sizeof host), cudaSuccess);
    assert_int_equal(cudaMemcpy(device, host, sizeof host, cudaMemcpyDefault), cudaSuccess);
    assert_int_equal(launch_on(&host_reverse, 1, 64, sizeof host, (void *[]){ &device }), cudaSuccess);
    assert_int_equal(cudaMemcpy(host, device, sizeof host, cudaMemcpyDefault), cudaSuccess);
    for (unsigned i = 0; i < 64; i++)
        assert_int_equal(host[i], 63 - i);
    assert_int_equal(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_reverse, 64, 16384), cudaSuccess);
    assert_int_equal(blocks, 3);                            // of 48 KB
    assert_int_equal(cudaFuncSetAttribute(&host_reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 49153),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_driver(void **state)
{
    int n = N;
    float *device = numbers();
    struct { CUdeviceptr p; int n; } packed = { (uintptr_t)device, N };
    size_t size = 12, bytes;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &size,
                      CU_LAUNCH_PARAM_END };
    const char *name;
    CUmodule module;
    CUfunction function;
    CUdeviceptr address;

    (void)state;
    assert_int_equal(cuInit(0), CUDA_SUCCESS);
    assert_int_equal(cuModuleLoadData(&module, runtime_ptx), CUDA_SUCCESS);
    assert_int_equal(cuModuleGetFunction(&function, module, "scale"), CUDA_SUCCESS);
    assert_int_equal(cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, NULL, NULL, extra), CUDA_SUCCESS);
    expect_scaled(device);
    size = 11;
    assert_int_equal(cuLaunchKernel(function, 8, 1, 1, 128, 1, 1, 0, NULL, NULL, extra), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuLaunchKernel(function, 0, 1, 1, 128, 1, 1, 0, NULL, (void *[]){ &device, &n }, NULL),
                     CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuModuleGetGlobal(&address, &bytes, module, "counter"), CUDA_SUCCESS);
    assert_int_equal(bytes, 4);
    assert_int_equal(cuMemsetD32(address, 77, 1), CUDA_SUCCESS);
    assert_int_equal(cuMemcpyDtoH(&n, address, 4), CUDA_SUCCESS);
    assert_int_equal(n, 77);
    assert_int_equal(cuModuleGetFunction(&function, module, "nothing"), CUDA_ERROR_NOT_FOUND);
    assert_int_equal(cuModuleUnload(module), CUDA_SUCCESS);
    assert_int_equal(cuModuleLoadData(&module, ".version 6.3\n.target sm_35\nnothing\n"), CUDA_ERROR_INVALID_PTX);
    assert_int_equal(cuGetErrorName(CUDA_ERROR_NOT_FOUND, &name), CUDA_SUCCESS);
    assert_string_equal(name, "CUDA_ERROR_NOT_FOUND");
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

// What the simulator refuses in one function stops no other kernel.
static void test_refused_kernels(void **state)
{
    static const char text[] =
        ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 4 .b8 x[8] = {1, 2,\n 3};\n// a = b {\n"
        ".visible .entry first(.param .u64 p)\n{\n .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 7; ret;\n}\n"
        ".visible .entry none(\n.param .u64 p)\n{\n { .reg .b32 %r<2>;\n nothing.s32 %r1, %r1; }\n ret;\n}\n"
        ".func (.param .b32 r) helper (.param .b32 a)\n{\n nothing 3;\n ret;\n}\n"
        ".visible .entry last(.param .u64 p)\n{\n .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 8; ret;\n}\n";
    const char *const names[] = { "first", "last" };
    CUfunction function;
    CUdeviceptr p;
    CUmodule module;
    int value;

    (void)state;
    assert_int_equal(cuModuleLoadData(&module, text), CUDA_SUCCESS);
    assert_int_equal(cuMemAlloc(&p, 4), CUDA_SUCCESS);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(cuModuleGetFunction(&function, module, names[i]), CUDA_SUCCESS);
        assert_int_equal(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ &p }, NULL), CUDA_SUCCESS);
        assert_int_equal(cuMemcpyDtoH(&value, p, 4), CUDA_SUCCESS);
        assert_int_equal(value, 7 + i);
    }
    assert_int_equal(cuModuleGetFunction(&function, module, "none"), CUDA_ERROR_INVALID_PTX);
    assert_int_equal(cuModuleLoadData(&module, ".version 6.3\n.target sm_35\n.nothing h;\n"),
                     CUDA_ERROR_INVALID_PTX);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_unsupported(void **state)
{
    (void)state;
    assert_int_equal(cudaGraphKernelNodeCopyAttributes(NULL, NULL), cudaErrorNotSupported);
    assert_int_equal(cudaGetLastError(), cudaErrorNotSupported);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_results), cmocka_unit_test(test_bounds_of_a_symbol),
        cmocka_unit_test(test_parameters_lie_at_their_alignment), cmocka_unit_test(test_a_cooperative_launch_has_room_at_once),
        cmocka_unit_test(test_shapes), cmocka_unit_test(test_faults), cmocka_unit_test(test_events),
        cmocka_unit_test(test_callbacks), cmocka_unit_test(test_printing), cmocka_unit_test(test_dynamic_shared),
        cmocka_unit_test(test_driver), cmocka_unit_test(test_unsupported),
        cmocka_unit_test(test_refused_kernels),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_MAX_CYCLES", "500000", 1);
    register_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
