// SPDX-License-Identifier: BSD-3-Clause
// The runtime API's launches, registration as compilers make programs do it, streams and functions: what each answers, what
// NVIDIA's manual calls a mistake, what lasts behind a fault. First, in children of their own, what a process can have but once.
#include "tests/sim/cudart/answers.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/status.h"

// A kernel with 1,032 bytes of parameters that stores the last; managed variables; functions that cannot be read.
static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 4 .u32 shared_word = 41;\n.global .align 4 .u32 copied_word = 43;\n"
    ".visible .entry wide(.param .align 8 .b8 block[1024], .param .u64 p)\n{\n .reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
    " ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [block+1020]; st.global.u32 [%rd1], %r1; ret;\n}\n"
    ".visible .entry count()\n{\n .reg .b32 %r<4>;\n ld.global.u32 %r1, [shared_word]; add.u32 %r1, %r1, 1; st.global.u32 [shared_word], %r1;\n"
    " ld.global.u32 %r2, [copied_word]; add.u32 %r2, %r2, 1; st.global.u32 [copied_word], %r2; ret;\n}\n"
    ".visible .entry set(.param .u64 p)\n{\n .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 90; ret;\n}\n"
    ".visible .entry unread()\n{ /* } of a comment\n */ nothing.s32 %r1; ret;\n}\n";
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static char host_wide, host_count, host_set, host_unread, host_absent;
static int *shared_word;
// As clang's headers have a managed variable: the host's copy, kept equal.
static int copied_word __attribute__((section("warplock_managed")));
static int of_nobody __attribute__((section("warplock_managed")));
static void **handle;

static void register_program(void)
{
    copied_word = 0;
    handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, &host_wide, NULL, "wide", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_count, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_set, NULL, "set", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_unread, NULL, "unread", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_absent, NULL, "absent", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterManagedVar(handle, (void **)&shared_word, NULL, "shared_word", 0, 4, 0, 0);
    __cudaRegisterVar(handle, (char *)&copied_word, NULL, "copied_word", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

static int begin(void **state)
{
    (void)state;
    register_program();
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

// --- children

static void expect_child(int (*body)(void), int want)
{
    int status;
    pid_t child = fork();

    if (child == 0)
        exit(body());
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), want);
}

static int functional_together(void)
{
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    register_kernels();
    return cudaLaunchCooperativeKernel(&host_limited, (dim3){ 1, 1, 1 }, (dim3){ 32, 1, 1 }, NULL, 0,
    NULL) != cudaErrorNotSupported ||
           launch_on(&host_limited, 1, 32, 0, NULL) != cudaSuccess;
}

// Three warps of one instruction take two SMs two cycles, at 700 MHz.
static int functional_time(void)
{
    cudaEvent_t first, second;
    float milliseconds = -1;

    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    register_kernels();
    if (cudaEventCreate(&first) || cudaEventCreate(&second) || cudaEventRecord(first, NULL) ||
        launch_on(&host_limited, 3, 1, 0, NULL) || cudaEventRecord(second, NULL) ||
        cudaEventElapsedTime(&milliseconds, first, second))
        return 1;
    return milliseconds != (float)(2 / 700e3);
}

static int with_policy(const char *policy)
{
    setenv("WARPLOCK_POLICY", policy, 1);
    return cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 });
}

static int two_policies(void) { return with_policy("gto,lrr"); }
static int a_search(void) { return with_policy("swl-best"); }

// The program itself has a page where the device's memory is to lie.
static int addresses_taken(void)
{
    char *pinned, *device, *managed;
    int value = 5, got = 0;

    if (mmap((void *)(uintptr_t)DEVICE_BASE, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
    0) == MAP_FAILED)
        return 1;
    if (cudaMallocManaged((void **)&managed, 4, cudaMemAttachGlobal) != cudaErrorNotSupported ||
    cudaMallocHost((void **)&pinned, 4) ||
        cudaMalloc((void **)&device, 4))
        return 2;
    memcpy(pinned, &value, 4);
    return cudaMemcpy(device, pinned, 4, cudaMemcpyHostToDevice) || cudaMemcpy(&got, device, 4, cudaMemcpyDeviceToHost) ||
    got != 5 ? 3 : 0;
}

static volatile sig_atomic_t handled;
static void handle_signal(int number) { handled = number; }

// A file grows while it runs, which an interruption takes away; the program's own handler stays.
static int own_handler(void)
{
    struct sigaction now;

    setenv("WARPLOCK_ISSUE_TRACE", "/dev/null", 1);
    signal(SIGTERM, handle_signal);
    signal(SIGHUP, SIG_IGN);
    if (cudaFree(NULL) || cudaDeviceSynchronize() || cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 }))
        return 1;
    raise(SIGTERM);
    raise(SIGHUP);
    sigaction(SIGINT, NULL, &now);
    return handled == SIGTERM && now.sa_handler != SIG_DFL ? 0 : 2;
}

// What it had begun to write goes with it.
static const char trace[] = "build/test_runtime_api.trace", report[] = "build/test_runtime_api.json";

static int interrupted(void)
{
    setenv("WARPLOCK_ISSUE_TRACE", trace, 1);
    if (cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 }))
        return 1;
    raise(SIGINT);
    return 2;
}

static int fault_in_a_report(void)
{
    setenv("WARPLOCK_JSON", report, 1);
    register_kernels();
    launch_on(&host_limited, 2, 1, 0, NULL);
    launch_on(&host_trap, 1, 1, 0, NULL);
    return cudaDeviceSynchronize() != cudaErrorLaunchFailure;
}

static void expect_report_of_a_fault(void)
{
    static char seen[1 << 20];
    FILE *file = fopen(report, "r");

    assert_non_null(file);
    seen[fread(seen, 1, sizeof seen - 1, file)] = 0;
    fclose(file);
    unlink(report);
    assert_non_null(strstr(seen, "\"status\": 1,"));
    assert_non_null(strstr(seen, "\"message\": \"test_runtime_api.ptx:34: kernel trapped: CTA (0,0,0) thread (0,0,0): trap executed\""));
    assert_non_null(strstr(seen, "\"kernel\": \"limited\""));
}

// Behind a fault nothing can be added to a picture of the run.
static int no_second_gpu(void)
{
    setenv("WARPLOCK_PERFETTO", "/dev/null", 1);
    register_kernels();
    launch_on(&host_trap, 1, 1, 0, NULL);
    if (cudaDeviceSynchronize() != cudaErrorLaunchFailure || cudaDeviceReset())
        return 1;
    return launch_on(&host_limited, 1, 1, 0, NULL) != cudaErrorLaunchFailure;
}

static int reset_before_anything(void)
{
    return cudaDeviceReset() || cudaGetLastError();
}

// The child of a process that has a GPU has none.
static int no_gpu(void)
{
    return cudaDeviceReset() != cudaErrorInitializationError || cudaFree(NULL) != cudaErrorInitializationError ||
           cuInit(0) != CUDA_ERROR_NOT_INITIALIZED;
}

static int report_on_a_full_disk(void)
{
    setenv("WARPLOCK_JSON", "/dev/full", 1);
    return cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 });
}

static int too_many_words(void)
{
    static char words[8000];

    for (unsigned i = 0; i < 1000; i++)
        memcpy(words + 4 * i, "a=b ", 5);
    setenv("WARPLOCK_SET", words, 1);
    return cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 });
}

static int blocks_that_are_not_there(void)
{
    setenv("WARPLOCK_RECORD", "/dev/null/folder", 1);
    return cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 });
}

static void test_processes(void **state)
{
    (void)state;
    expect_child(functional_together, 0);
    expect_child(functional_time, 0);
    expect_child(two_policies, 2);
    expect_child(a_search, 2);
    expect_child(addresses_taken, 0);
    expect_child(own_handler, 0);
    expect_child(no_second_gpu, 0);
    expect_child(interrupted, STATUS_INTERRUPTED);
    assert_int_equal(access(trace, F_OK), -1);
    expect_child(fault_in_a_report, 0);
    expect_report_of_a_fault();
    expect_child(reset_before_anything, 0);
    expect_child(report_on_a_full_disk, 2);
    expect_child(too_many_words, 2);
    expect_child(blocks_that_are_not_there, 2);
    GOOD(cudaMemGetInfo(&(size_t){ 0 }, &(size_t){ 0 }));
    expect_child(no_gpu, 0);
}

// --- launches

static void test_configured_calls(void **state)
{
    float host[32], got[32], *device;
    int n = 32, nowhere;

    (void)state;
    register_kernels();
    for (int i = 0; i < n; i++)
        host[i] = (float)i;
    GOOD(cudaMalloc((void **)&device, sizeof host));
    GOOD(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    GOOD(cudaConfigureCall((dim3){ 2, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    GOOD(cudaSetupArgument(&n, 4, 8));                              // in whatever order
    GOOD(cudaSetupArgument(&device, 8, 0));
    GOOD(cudaLaunch(&host_scale));
    GOOD(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        assert_true(got[i] == host[i] * (float)(1 + i % 4));
    assert_int_equal(cudaLaunch(&host_scale), cudaErrorMissingConfiguration);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    GOOD(cudaSetupArgument(&device, 8, 0));
    assert_int_equal(cudaLaunch(&host_scale),
                     cudaErrorInvalidValue);               // too few bytes: those before are forgotten
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, (cudaStream_t)(void *)&nowhere));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorInvalidResourceHandle);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    assert_int_equal(cudaLaunch(&nowhere), cudaErrorInvalidDeviceFunction);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 65, 1, 1 }, 0, NULL));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorLaunchOutOfResources);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 50000, NULL));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorInvalidValue);             // shared memory
    GOOD(cudaSetupArgument(&n, 4, 4092));
    EACH(cudaErrorInvalidValue, cudaSetupArgument(&n, 4, 4093), cudaSetupArgument(&n, 1, 4097),
         cudaSetupArgument(&n, SIZE_MAX, 8),
         cudaSetupArgument(NULL, 4, 0));
}

// As the code of <<<>>> does it: the last that was pushed comes first, sixteen at most.
static void test_stack_of_configurations(void **state)
{
    dim3 grid, block;
    size_t shared = 0;
    cudaStream_t stream;

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        GOOD(__cudaPushCallConfiguration((dim3){ i, 2, 3 }, (dim3){ 4, i, 6 }, i * 8, (void *)(uintptr_t)(i + 1)));
    assert_int_equal(__cudaPushCallConfiguration((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 0, NULL),
                     cudaErrorInvalidConfiguration);
    for (unsigned i = 16; i-- > 0;) {
        GOOD(__cudaPopCallConfiguration(&grid, &block, &shared, &stream));
        assert_true(grid.x == i && grid.y == 2 && grid.z == 3 && block.x == 4 && block.y == i && block.z == 6);
        assert_true(shared == i * 8 && stream == (cudaStream_t)(uintptr_t)(i + 1));
    }
    assert_int_equal(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaErrorMissingConfiguration);
}

static void test_launches_of_cuda_13(void **state)
{
    const void *kernel = NULL;
    int got = 0, *device;
    unsigned char block[1024] = { 0 };
    void *arguments[] = { block, &device };

    (void)state;
    GOOD(cudaMalloc((void **)&device, 4));
    GOOD(__cudaGetKernel(&kernel, &host_wide));
    for (int i = 1; i < 3; i++) {                                   // more parameters than lie on the stack
        memcpy(block + 1020, &i, 4);
        GOOD((i == 1 ? __cudaLaunchKernel : __cudaLaunchKernel_ptsz)(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 },
             arguments, 0, NULL));
        GOOD(cudaMemcpy(&got, device, 4, cudaMemcpyDeviceToHost));
        assert_int_equal(got, i);
    }
    EACH(cudaErrorInvalidResourceHandle,
         __cudaLaunchKernel(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0, (cudaStream_t)(void *)&got),
         __cudaLaunchKernel_ptsz(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0, (cudaStream_t)(void *)&got),
         cudaLaunchCooperativeKernel(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
         (cudaStream_t)(void *)&got));
}

static void test_what_a_function_is(void **state)
{
    cudaFuncAttributes a;
    cudaFunction_t function = NULL;
    int blocks = 0, nowhere;

    (void)state;
    register_kernels();
    memset(&a, 0xFF, sizeof a);
    GOOD(cudaFuncGetAttributes(&a, &host_limited));
    assert_true(a.maxThreadsPerBlock == 64 && a.sharedSizeBytes == 0 && a.localSizeBytes == 0 && a.constSizeBytes == 0);
    assert_true(a.ptxVersion == 35 && a.binaryVersion == 35 && a.cacheModeCA == 0 &&
                a.maxDynamicSharedSizeBytes == 49152);
    GOOD(cudaFuncGetAttributes(&a, &host_print));
    // 8 bytes of its own, 20 of the parameters of what it calls
    assert_true(a.maxThreadsPerBlock == 1024 && a.localSizeBytes == 28 && a.numRegs > 0 && a.numRegs < 16);
    GOOD(cudaGetFuncBySymbol(&function, &host_limited));
    GOOD(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 64, 49152 / 4));
    assert_int_equal(blocks, 4);
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &host_limited, 256, 0,
         cudaOccupancyDisableCachingOverride));
    assert_int_equal(blocks, 6);
    EACH(cudaSuccess, cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributePreferredSharedMemoryCarveout, 100),
         cudaFuncSetCacheConfig(&host_limited, cudaFuncCachePreferL1),
         cudaFuncSetSharedMemConfig(&host_limited, cudaSharedMemBankSizeFourByte));
    EACH(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute(&nowhere, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
         cudaFuncSetCacheConfig(&nowhere, cudaFuncCachePreferL1),
         cudaFuncSetSharedMemConfig(&nowhere, cudaSharedMemBankSizeFourByte),
         cudaFuncGetAttributes(&a, &nowhere), cudaGetFuncBySymbol(&function, &nowhere),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &nowhere, 32, 0),
         cudaFuncGetAttributes(&a, &host_absent));
    EACH(cudaErrorInvalidValue, cudaFuncGetAttributes(NULL, &host_limited), cudaGetFuncBySymbol(NULL, &host_limited),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, &host_limited, 32, 0),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 0, 0),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, -1, 0),
         cudaFuncSetAttribute(&host_limited, (cudaFuncAttribute)7, 0),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    assert_int_equal(launch_on(&host_unread, 1, 1, 0, NULL), cudaErrorInvalidPtx);
}

// Compiled by nvcc the host has a pointer to the one variable, by clang a copy.
static void test_managed_variables(void **state)
{
    int *place = &copied_word, *nobodys = &of_nobody;
    uint64_t size;

    (void)state;
    assert_int_equal(copied_word, 43);                              // the program may read it before anything else
    assert_int_equal(__cudaInitModule(handle), 1);
    assert_non_null(shared_word);
    assert_true(*shared_word == 41 && copied_word == 43);
    *shared_word = 50;
    copied_word = 60;
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    assert_true(*shared_word == 51 && copied_word == 61);
    GOOD(cudaMemcpyFromSymbol(&size, &shared_word, 4, 0, cudaMemcpyDefault));
    assert_int_equal((int)size, 51);
    GOOD(launch_on(&host_set, 1, 1, 0,
         (void *[]){ &place }));      // the address of the copy is the variable's to a kernel
    assert_int_equal(copied_word, 90);
    GOOD(launch_on(&host_set, 1, 1, 0, (void *[]){ &shared_word }));
    assert_int_equal(*shared_word, 90);
    launch_on(&host_set, 1, 1, 0, (void *[]){ &nobodys });          // in the section, but no variable
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    GOOD(cudaDeviceReset());
    copied_word = 1;
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));                    // as the program has them
    assert_true(*shared_word == 42 && copied_word == 44);
    GOOD(launch_on(&host_count, 1, 1024, 0, NULL));                 // as many threads as there may be
}

static void test_modules_go(void **state)
{
    static struct { int magic, version; const void *image; void *rest; } second = { 0x466243b1, 1, text, NULL },
        broken = { 1, 1, text, NULL };
    static char of_second, of_broken;
    void **other = __cudaRegisterFatBinary(&second), **bad = __cudaRegisterFatBinary(&broken);
    int own = 3;

    (void)state;
    __cudaRegisterFunction(other, &of_second, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(bad, &of_broken, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterManagedVar(other, (void **)&shared_word, NULL, "no_such_word", 0, 4, 0, 0);
    __cudaRegisterSurface(other, &of_second, NULL, "surface", 2, 0);
    __cudaRegisterFatBinaryEnd(other);
    GOOD(launch_on(&of_second, 1, 1, 0, NULL));
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    EACH(cudaErrorNoKernelImageForDevice, launch_on(&of_broken, 1, 1, 0, NULL), launch_on(&of_broken, 1, 1, 0, NULL));
    assert_int_equal(__cudaInitModule(bad), 0);
    __cudaUnregisterFatBinary(other);
    __cudaUnregisterFatBinary(bad);
    assert_int_equal(launch_on(&of_second, 1, 1, 0, NULL), cudaErrorInvalidDeviceFunction);
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    assert_int_equal(cudaMemcpyFromSymbol(&own, &own, 4, 0, cudaMemcpyDefault), cudaErrorInvalidSymbol);
}

// --- streams

static void never(void *argument) { *(int *)argument = 1; }
static void never_back(cudaStream_t stream, cudaError_t error, void *argument) { (void)stream, (void)error,
                       never(argument); }

static void test_streams(void **state)
{
    cudaStream_t first, second, with_priority;
    int priority = 7, called = 0;
    unsigned flags = 7;

    (void)state;
    GOOD(cudaStreamCreate(&first));
    GOOD(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
    GOOD(cudaStreamCreateWithPriority(&with_priority, cudaStreamNonBlocking, -5));
    GOOD(cudaStreamGetFlags(first, &flags));
    assert_int_equal(flags, cudaStreamDefault);
    GOOD(cudaStreamGetFlags(with_priority, &flags));
    assert_int_equal(flags, cudaStreamNonBlocking);
    GOOD(cudaStreamGetFlags(cudaStreamPerThread, &flags));
    assert_int_equal(flags, cudaStreamDefault);
    GOOD(cudaStreamGetPriority(with_priority, &priority));          // into the range, which is 0 to 0
    assert_int_equal(priority, 0);
    GOOD(cudaStreamAttachMemAsync(first, &called, 4, cudaMemAttachSingle));
    EACH(cudaSuccess, cudaStreamQuery(first), cudaStreamQuery(NULL), cudaStreamQuery(cudaStreamLegacy),
         cudaStreamSynchronize(cudaStreamPerThread));
    GOOD(cudaStreamDestroy(first));                                 // the oldest
    EACH(cudaErrorInvalidResourceHandle, cudaStreamDestroy(first), cudaStreamQuery(first),
         cudaStreamGetFlags(first, &flags),
         cudaStreamGetPriority(first, &priority), cudaStreamDestroy(NULL), cudaStreamWaitEvent(first, NULL, 0),
         cudaStreamWaitEvent(second, NULL, 0),
         cudaStreamAddCallback(first, never_back, &called, 0), cudaLaunchHostFunc(first, never, &called),
         cudaEventDestroy(NULL), cudaEventQuery(NULL),
         cudaEventSynchronize(NULL));
    EACH(cudaErrorInvalidValue, cudaStreamCreate(NULL), cudaStreamCreateWithFlags(&first, 2),
         cudaStreamGetFlags(second, NULL),
         cudaStreamGetPriority(second, NULL), cudaStreamAddCallback(second, never_back, &called, 1),
         cudaStreamAddCallback(second, NULL, &called, 0),
         cudaEventCreate(NULL), cudaEventCreateWithFlags((cudaEvent_t *)&first, 8),
         cudaEventElapsedTime(NULL, NULL, NULL));
    assert_int_equal(called, 0);
    GOOD(cudaStreamQuery(second));
    GOOD(cudaStreamDestroy(with_priority));
    GOOD(cudaStreamDestroy(second));
}

static void test_unsupported(void **state)
{
    cudaSurfaceObject_t surface = 0;
    cudaStream_t none = NULL;

    (void)state;
    EACH(cudaErrorNotSupported, cudaLaunchCooperativeKernelMultiDevice(NULL, 1, 0),
         cudaCreateSurfaceObject(&surface, NULL), cudaDestroySurfaceObject(surface),
         cudaStreamBeginCapture(none, 0), cudaStreamEndCapture(none, NULL), cudaGraphCreate(NULL, 0),
         cudaGraphLaunch(NULL, none),
         cudaDeviceEnablePeerAccess(0, 0), cudaDeviceDisablePeerAccess(0), cudaIpcGetMemHandle(NULL, NULL),
         cudaGetLastError());
}

// --- faults: what every call answers, and none does what it says, until the device is reset

static void test_faults_last(void **state)
{
    static char own[8];
    const cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    void *device, *pinned, *managed, *other;
    cudaPitchedPtr box = { own, 8, 8, 1 };
    cudaMemcpy3DParms copy = { .srcPtr = box, .dstPtr = box, .extent = { 4, 1, 1 } };
    const cudaExtent extent = { 4, 1, 1 };
    cudaArray_t array, another;
    cudaPointerAttributes pointer;
    cudaDeviceProp p;
    cudaFuncAttributes a;
    cudaFunction_t function;
    cudaStream_t stream, opened;
    cudaEvent_t event, made;
    cudaFuncCache cache;
    cudaSharedMemConfig banks;
    cudaTextureObject_t texture;
    const textureReference *reference;
    static textureReference mine;
    cudaTextureDesc look = { .addressMode = { cudaAddressModeClamp } };
    int value, called = 0;
    unsigned flags;
    size_t bytes, total;
    float milliseconds;

    (void)state;
    register_kernels();
    __cudaRegisterTexture(handle, &mine, NULL, "absent", 1, 0, 0);
    GOOD(cudaMalloc(&device, 64));
    GOOD(cudaMallocHost(&pinned, 4));
    GOOD(cudaMallocManaged(&managed, 4, cudaMemAttachGlobal));
    GOOD(cudaMallocArray(&array, &format, 4, 1, 0));
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaEventCreate(&event));
    GOOD(cudaEventRecord(event, NULL));
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 0, NULL));
    const cudaResourceDesc linear = { .resType = cudaResourceTypeLinear, .res.linear = { device, format, 64 } };
    GOOD(cudaCreateTextureObject(&texture, &linear, &look, NULL));
    GOOD(launch_on(&host_trap, 1, 1, 0, NULL));
    assert_int_equal(cudaPeekAtLastError(), cudaErrorLaunchFailure);
    EACH(cudaErrorLaunchFailure, cudaGetLastError(), cudaGetLastError(), launch_on(&host_limited, 1, 1, 0, NULL),
         cudaLaunch(&host_limited),
         cudaFuncGetAttributes(&a, &host_limited),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
         cudaFuncSetCacheConfig(&host_limited, cudaFuncCachePreferL1), cudaGetFuncBySymbol(&function, &host_limited),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, &host_limited, 32, 0), cudaGraphCreate(NULL, 0));
    EACH(cudaErrorLaunchFailure, cudaMalloc(&other, 4), cudaMallocPitch(&other, &bytes, 4, 4), cudaMalloc3D(&box, extent),
         cudaMallocHost(&other, 4),
         cudaMallocManaged(&other, 4, cudaMemAttachGlobal), cudaHostAlloc(&other, 4, 0),
         cudaHostGetDevicePointer(&other, pinned, 0),
         cudaHostGetFlags(&flags, pinned), cudaHostRegister(own, 4, 0), cudaHostUnregister(own), cudaFree(device),
         cudaFree(NULL), cudaFreeHost(pinned),
         cudaMallocAsync(&other, 4, NULL), cudaFreeAsync(device, NULL), cudaMemGetInfo(&bytes, &total),
         cudaPointerGetAttributes(&pointer, device),
         cudaMemPrefetchAsync(managed, 4, 0, NULL), cudaMemAdvise(managed, 4, cudaMemAdviseSetReadMostly, 0));
    EACH(cudaErrorLaunchFailure, cudaMemcpy(own, device, 4, cudaMemcpyDefault), cudaMemcpyPeer(device, 0, own, 0, 4),
         cudaMemcpy2D(device, 8, own, 8, 4, 1, cudaMemcpyDefault), cudaMemcpy3D(&copy), cudaMemset(device, 0, 4),
         cudaMemset2D(device, 8, 0, 4, 1),
         cudaMemcpyToSymbol(&host_counter, own, 4, 0, cudaMemcpyDefault),
         cudaMemcpyFromSymbol(own, &host_counter, 4, 0, cudaMemcpyDefault),
         cudaGetSymbolAddress(&other, &host_counter), cudaGetSymbolSize(&bytes, &host_counter));
    EACH(cudaErrorLaunchFailure, cudaMallocArray(&another, &format, 4, 1, 0), cudaFreeArray(array),
         cudaGetChannelDesc(&(cudaChannelFormatDesc){ 0 }, array),
         cudaMemcpyToArray(array, 0, 0, own, 4, cudaMemcpyDefault),
         cudaMemcpyFromArray(own, array, 0, 0, 4, cudaMemcpyDefault),
         cudaMemcpy2DToArray(array, 0, 0, own, 8, 4, 1, cudaMemcpyDefault),
         cudaMemcpy2DFromArray(own, 8, array, 0, 0, 4, 1, cudaMemcpyDefault),
         cudaBindTexture(&bytes, &mine, device, &format, 64), cudaBindTexture2D(&bytes, &mine, device, &format, 4, 1, 16),
         cudaBindTextureToArray(&mine, array, &format), cudaUnbindTexture(&mine),
         cudaGetTextureAlignmentOffset(&bytes, &mine),
         cudaGetTextureReference(&reference, &mine), cudaCreateTextureObject(&texture, &linear, &look, NULL),
         cudaDestroyTextureObject(texture));
    EACH(cudaErrorLaunchFailure, cudaStreamCreate(&opened), cudaStreamDestroy(stream), cudaStreamSynchronize(stream),
         cudaStreamWaitEvent(stream, event, 0),
         cudaStreamAddCallback(stream, never_back, &called, 0), cudaLaunchHostFunc(stream, never, &called),
         cudaStreamGetFlags(stream, &flags),
         cudaStreamGetPriority(stream, &value), cudaStreamAttachMemAsync(stream, device, 4, 0), cudaEventCreate(&made),
         cudaEventDestroy(event),
         cudaEventRecord(event, NULL), cudaEventSynchronize(event), cudaEventElapsedTime(&milliseconds, event, event));
    EACH(cudaErrorLaunchFailure, cudaDeviceSynchronize(), cudaThreadSynchronize(), cudaGetDeviceCount(&value),
         cudaSetDevice(0), cudaGetDevice(&value),
         cudaChooseDevice(&value, &p), cudaSetValidDevices(&(int){ 0 }, 1), cudaGetDeviceProperties(&p, 0),
         cudaGetDeviceProperties_v2(NULL, 0),
         cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0), cudaDeviceGetLimit(&bytes, cudaLimitStackSize),
         cudaDeviceSetLimit(cudaLimitStackSize, 1),
         cudaDeviceGetCacheConfig(&cache), cudaDeviceGetSharedMemConfig(&banks),
         cudaDeviceSetCacheConfig(cudaFuncCachePreferL1),
         cudaDeviceGetStreamPriorityRange(&value, &value), cudaDeviceGetPCIBusId(own, 0, 0), cudaSetDeviceFlags(0),
         cudaProfilerStart());
    assert_int_equal(called, 0);
    GOOD(cudaThreadExit());                                         // resets, too
    GOOD(cudaDeviceSynchronize());
    EACH(cudaErrorInvalidResourceHandle, cudaFreeArray(array), cudaStreamQuery(stream), cudaEventQuery(event));
    EACH(cudaErrorInvalidDevicePointer, cudaFree(device), cudaFree(managed));
    GOOD(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    assert_int_equal(bytes, 1024);
    GOOD(launch_on(&host_limited, 1, 1, 0, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes), TEST(test_configured_calls), cmocka_unit_test(test_stack_of_configurations),
        TEST(test_launches_of_cuda_13),
        TEST(test_what_a_function_is), TEST(test_managed_variables), TEST(test_modules_go),
             cmocka_unit_test(test_streams), cmocka_unit_test(test_unsupported),
        TEST(test_faults_last),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
