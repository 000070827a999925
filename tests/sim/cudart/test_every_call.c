// SPDX-License-Identifier: BSD-3-Clause
// Every function of api.def with what no program should hand it: null, closed and foreign handles, handles from before a
// reset, sizes near 2^31, 2^32, 2^63 and 2^64, from one thread, from two, and in the child of a process that has a GPU. Each
// call answers with an error that NVIDIA's manuals have for it, none with success for a handle of nothing or for
// more memory than there is, none ends the process, none keeps the lock.
#include "tests/sim/cudart/answers.h"
#include "tests/sim/cudart/hostile.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/tier.h"

enum { MEMORY_BYTES = 8 << 20, ERRORS_MAX = 12 };

// What a function may answer besides success: the first row whose word is in its name.
static const struct { const char *word; int errors[ERRORS_MAX]; } documented[] = {
    { "Error", { cudaErrorInvalidValue } },
    { "CtxCreate_v4", { cudaErrorInvalidValue, cudaErrorInvalidDevice, cudaErrorNotSupported } },
    { "GLGetDevices", { cudaErrorInvalidValue, cudaErrorNoDevice } },
    { "GraphMemAttribute", { cudaErrorInvalidValue, cudaErrorInvalidDevice } },
    { "GraphMemTrim", { cudaErrorInvalidDevice } },
    { "GraphDebugDot", { cudaErrorInvalidValue, cudaErrorOperatingSystem } },
    { "GraphAddMemAlloc", { cudaErrorInvalidValue, cudaErrorMemoryAllocation } },
    { "GraphExecUpdate", { cudaErrorInvalidValue, cudaErrorGraphExecUpdateFailure } },
    { "InstantiateWithFlags", { cudaErrorInvalidValue, cudaErrorNotSupported } },
    { "Dependencies_v2", { cudaErrorInvalidValue, cudaErrorNotSupported, cudaErrorIllegalState, cudaErrorInvalidResourceHandle } },
    { "KernelNode", { cudaErrorInvalidValue, cudaErrorInvalidDeviceFunction, cudaErrorInvalidConfiguration,
                      cudaErrorLaunchOutOfResources, cudaErrorInvalidResourceHandle } },
    { "GraphLaunch", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle } },
    { "GraphUpload", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle } },
    { "ToSymbol", { cudaErrorInvalidValue, cudaErrorInvalidSymbol, cudaErrorInvalidMemcpyDirection, cudaErrorInvalidDevicePointer,
                    cudaErrorInvalidResourceHandle } },
    { "FromSymbol", { cudaErrorInvalidValue, cudaErrorInvalidSymbol, cudaErrorInvalidMemcpyDirection,
                      cudaErrorInvalidDevicePointer, cudaErrorInvalidResourceHandle } },
    { "cuGraphAddMemcpyNode", { cudaErrorInvalidValue, cudaErrorNotSupported } },
    { "Graph", { cudaErrorInvalidValue } },
    { "Capture", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorIllegalState,
                   cudaErrorStreamCaptureUnsupported, cudaErrorStreamCaptureInvalidated, cudaErrorStreamCaptureImplicit } },
    { "ConfigureCall", { cudaErrorInvalidConfiguration } },
    { "SetupArgument", { cudaErrorInvalidValue } },
    { "FromPoolAsync", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidResourceHandle } },
    { "MemPool", { cudaErrorInvalidValue, cudaErrorInvalidDevice, cudaErrorNotSupported } },
    { "MemAllocAsync", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidResourceHandle } },
    { "MallocAsync", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidResourceHandle } },
    { "FreeAsync", { cudaErrorInvalidValue, cudaErrorInvalidDevicePointer, cudaErrorInvalidResourceHandle } },
    { "MallocArray", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidChannelDescriptor } },
    { "MallocMipmapped", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidChannelDescriptor } },
    { "Malloc3DArray", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorInvalidChannelDescriptor } },
    { "Malloc", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorNotSupported } },
    { "MemAlloc", { cudaErrorInvalidValue, cudaErrorMemoryAllocation, cudaErrorNotSupported } },
    { "HostAlloc", { cudaErrorInvalidValue, cudaErrorMemoryAllocation } },
    { "HostRegister", { cudaErrorInvalidValue, cudaErrorHostMemoryAlreadyRegistered } },
    { "HostUnregister", { cudaErrorInvalidValue, cudaErrorHostMemoryNotRegistered } },
    { "FreeHost", { cudaErrorInvalidValue, cudaErrorInvalidHostPointer } },
    { "FreeArray", { cudaErrorInvalidResourceHandle } },
    { "FreeMipmapped", { cudaErrorInvalidResourceHandle } },
    { "Surface", { cudaErrorInvalidValue, cudaErrorInvalidSurface, cudaErrorInvalidResourceHandle, cudaErrorNotSupported } },
    { "Free", { cudaErrorInvalidValue, cudaErrorInvalidDevicePointer } },
    { "BindTexture", { cudaErrorInvalidValue, cudaErrorInvalidTexture, cudaErrorInvalidDevicePointer,
                       cudaErrorInvalidChannelDescriptor, cudaErrorInvalidResourceHandle } },
    { "UnbindTexture", { cudaErrorInvalidTexture } },
    { "TextureReference", { cudaErrorInvalidTexture } },
    { "TextureAlignment", { cudaErrorInvalidTexture, cudaErrorInvalidTextureBinding, cudaErrorInvalidValue } },
    { "TextureObject", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidDevicePointer,
                         cudaErrorInvalidChannelDescriptor, cudaErrorNotSupported } },
    { "Symbol", { cudaErrorInvalidValue, cudaErrorInvalidSymbol, cudaErrorInvalidMemcpyDirection, cudaErrorInvalidDevicePointer,
                  cudaErrorInvalidResourceHandle, cudaErrorInvalidDeviceFunction } },
    { "emcpy", { cudaErrorInvalidValue, cudaErrorInvalidPitchValue, cudaErrorInvalidMemcpyDirection,
                 cudaErrorInvalidDevicePointer, cudaErrorInvalidResourceHandle, cudaErrorInvalidDevice } },
    { "emset", { cudaErrorInvalidValue, cudaErrorInvalidPitchValue, cudaErrorInvalidResourceHandle } },
    { "Advise", { cudaErrorInvalidValue, cudaErrorInvalidDevice } },
    { "Prefetch", { cudaErrorInvalidValue, cudaErrorInvalidDevice, cudaErrorInvalidResourceHandle } },
    { "Limit", { cudaErrorInvalidValue, cudaErrorMemoryAllocation } },
    { "Launch", { cudaErrorInvalidValue, cudaErrorInvalidConfiguration, cudaErrorMissingConfiguration,
                  cudaErrorInvalidResourceHandle, cudaErrorInvalidDeviceFunction, cudaErrorLaunchOutOfResources,
                  cudaErrorCooperativeLaunchTooLarge } },
    { "Module", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidPtx, cudaErrorFileNotFound,
                  cudaErrorNoKernelImageForDevice, cudaErrorSymbolNotFound, cudaErrorMemoryAllocation } },
    { "Occupancy", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidDeviceFunction } },
    { "Func", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidDeviceFunction } },
    { "GetKernel", { cudaErrorInvalidValue, cudaErrorInvalidDeviceFunction } },
    { "InitDevice", { cudaErrorInvalidValue, cudaErrorInvalidDevice } },
    { "Ctx", { cudaErrorInvalidValue, cudaErrorInvalidDevice, cudaErrorDeviceUninitialized } },
    { "", { cudaErrorInvalidValue, cudaErrorInvalidResourceHandle, cudaErrorInvalidDevice } },
};

// Whatever a call does, another thread's capture may forbid it.
static bool is_of_captures(int error)
{
    return error >= cudaErrorStreamCaptureUnsupported && error <= cudaErrorStreamCaptureWrongThread;
}

static bool is_documented(const hostile_row *row, int error, bool alone)
{
    unsigned i = 0;

    if (!alone && is_of_captures(error))
        return true;

    if (row->api >= HOSTILE_UNSUPPORTED)
        return error == cudaErrorNotSupported;
    if (strstr(row->name, "LastError"))                         // another function's
        return cudart_error_name((cudaError_t)error)[0] == 'c';
    while (!strstr(row->name, documented[i].word))
        i++;
    for (unsigned k = 0; k < ERRORS_MAX; k++)
        if (error == documented[i].errors[k])                   // what is left out is 0: success
            return true;
    return false;
}

// NULL: the answer may be. Memory of the host's own is bounded by the host alone.
static const char *mistake(const hostile_row *row, const hostile_call *c, bool alone)
{
    const bool of_device = strstr(row->name, "Malloc") || strstr(row->name, "MemAlloc");

    if (!is_documented(row, (int)c->result, alone))
        return "an answer that is not documented";
    // cudaLaunch says what is wrong with the stream of its configuration
    if (alone && c->bad_handle && c->result == cudaSuccess && strcmp(row->name, "cudaConfigureCall") != 0)
        return "success with a handle of nothing";
    if (of_device && !strstr(row->name, "Host") && c->result == cudaSuccess && !c->empty &&
        c->product > MEMORY_BYTES && !strstr(row->parameters, "flags") && !strstr(row->parameters, "element"))
        return "success with more than there is";
    return NULL;
}

// --- calls, and what the process dies of, if it does

static const hostile_row *volatile current;
static hostile_call *volatile current_call;
static int own_stderr;

static void crashed(int number)
{
    char text[600];
    int length = snprintf(text, sizeof text, "signal %d in %s%s\n", number, current->name, current_call->text);

    if (write(own_stderr, text, (size_t)length) < 0)
        _exit(99);
    _exit(98);
}

typedef enum { ALONE, TOGETHER, RESET } circumstance;
typedef struct { uint64_t seed; circumstance when; unsigned calls, errors, skipped; char failure[700]; } session;

static bool answers(const hostile_row *row)
{
    return strcmp(row->type, "cudaError_t") == 0 || strcmp(row->type, "CUresult") == 0;
}

// Each function so many times with arguments of a pool of its own.
static void *run(void *argument)
{
    session *s = argument;
    const unsigned times = tier_is_all() ? 100 : 20;
    hostile_pool pool;
    hostile_call call;

    for (unsigned i = 0; i < hostile_row_count && !s->failure[0]; i++) {
        const hostile_row *row = &hostile_rows[i];

        if (!answers(row))
            continue;
        for (unsigned k = 0; k < times && !s->failure[0]; k++) {
            const char *wrong;

            if (k % 20 == 0) {
                if (k)
                    hostile_pool_close(&pool);
                hostile_pool_open(&pool, s->seed + 1000 * i + k);
                if (s->when == RESET)
                    cudaDeviceReset();
            }
            if (s->when != TOGETHER) {
                current = row;
                current_call = &call;
            }
            hostile_try(row, &pool, false, &call);
            if (call.skipped) {
                s->skipped++;
                continue;
            }
            s->calls++;
            s->errors += call.result != cudaSuccess;
            wrong = mistake(row, &call, s->when == ALONE);
            if (wrong)
                snprintf(s->failure, sizeof s->failure, "%s: %s:%s: %d", row->name, wrong, call.text, (int)call.result);
        }
        hostile_pool_close(&pool);
    }
    return NULL;
}

static void quietly(void)
{
    int nowhere = open("/dev/null", O_WRONLY);

    fflush(NULL);
    own_stderr = dup(2);
    dup2(nowhere, 2);
    close(nowhere);
    for (int number = SIGILL; number <= SIGSEGV; number++)
        if (number == SIGSEGV || number == SIGBUS || number == SIGFPE || number == SIGABRT)
            signal(number, crashed);
}

static void loudly(void)
{
    dup2(own_stderr, 2);
    close(own_stderr);
}

static void expect(const session *s, const char *circumstances)
{
    printf("%s: %u functions, %u calls, %u answers that are errors, %u left out\n", circumstances, hostile_row_count,
           s->calls, s->errors, s->skipped);
    if (s->failure[0])
        fail_msg("%s", s->failure);
    assert_true(s->calls > 3000 && s->errors > s->calls / 3);
    assert_int_equal(lock_is_held(), 0);
    GOOD(cudaDeviceSynchronize());
}

static void test_alone(void **state)
{
    session s = { .seed = 1 };

    (void)state;
    quietly();
    register_kernels();
    run(&s);
    loudly();
    expect(&s, "one thread");
}

static void test_two_threads(void **state)
{
    session s[2] = { { .seed = 2, .when = TOGETHER }, { .seed = 3, .when = TOGETHER } };
    pthread_t thread[2];

    (void)state;
    quietly();
    for (unsigned i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, run, &s[i]), 0);
    for (unsigned i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    loudly();
    expect(&s[0], "two threads, the first");
    expect(&s[1], "two threads, the second");
}

// Whatever the pool has was the device's before it was reset.
static void test_behind_a_reset(void **state)
{
    session s = { .seed = 4, .when = RESET };

    (void)state;
    quietly();
    run(&s);
    loudly();
    expect(&s, "behind a reset");
}

// --- a child has no GPU

// Of errors, and of what a thread keeps for its next launch.
static bool needs_a_gpu(const hostile_row *row)
{
    static const char *const without[] = { "cuGetErrorString", "cuGetErrorName", "cudaGetLastError", "cudaPeekAtLastError", "cudaConfigureCall",
                                           "cudaSetupArgument" };

    for (unsigned i = 0; i < sizeof without / sizeof without[0]; i++)
        if (strcmp(row->name, without[i]) == 0)
            return false;
    return row->api < HOSTILE_UNSUPPORTED;
}

static int in_a_child(void)
{
    hostile_call call;
    hostile_pool pool;

    memset(&pool, 0, sizeof pool);
    pool.host = calloc(1, HOSTILE_MEMORY);
    for (unsigned i = 0; i < hostile_row_count; i++)
        for (unsigned k = 0; k < 20 && answers(&hostile_rows[i]); k++) {
            const hostile_row *row = &hostile_rows[i];

            pool.random = 100 * i + k;
            current = row;
            current_call = &call;
            hostile_try(row, &pool, true, &call);
            if (call.skipped || call.result || !needs_a_gpu(row))
                continue;
            dprintf(own_stderr, "%s:%s: success in a child\n", row->name, call.text);
            return 1;
        }
    return 0;
}

static atomic_bool launching;

static void *launch_on_and_on(void *argument)
{
    (void)argument;
    while (launching)
        launch_on(&host_limited, 4, 32, 0, NULL);
    return NULL;
}

// While another thread launches, whose lock no child may wait for.
static void test_children(void **state)
{
    const unsigned children = tier_is_all() ? 100 : 10;
    pthread_t thread;
    int status = 0;
    void *memory;

    (void)state;
    GOOD(cudaMalloc(&memory, 1));                   // a child of a program that has no GPU yet may have its own
    GOOD(cudaFree(memory));
    quietly();
    launching = true;
    assert_int_equal(pthread_create(&thread, NULL, launch_on_and_on, NULL), 0);
    for (unsigned i = 0; i < children && !status; i++) {
        pid_t child = fork();

        if (child == 0) {
            alarm(20);
            _exit(in_a_child());
        }
        waitpid(child, &status, 0);
    }
    launching = false;
    pthread_join(thread, NULL);
    loudly();
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    printf("%u children\n", children);
    GOOD(cudaDeviceReset());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_alone), cmocka_unit_test(test_two_threads), cmocka_unit_test(test_behind_a_reset),
        cmocka_unit_test(test_children),
    };

    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=1 gpu.clusters=1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
