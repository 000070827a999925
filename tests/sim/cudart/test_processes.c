// SPDX-License-Identifier: BSD-3-Clause
// The runtime in children of their own: what a process can have but once, its environment, signals, reports, addresses, and
// that the child of a process that has a GPU has none.
#include "tests/sim/cudart/answers.h"

#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sim/report/status.h"

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
static const char trace[] = "build/test_processes.trace", report[] = "build/test_processes.json";

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
    assert_non_null(strstr(seen, "\"message\": \"test_processes.ptx:34: kernel trapped: CTA (0,0,0) thread (0,0,0): trap executed\""));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_processes),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
