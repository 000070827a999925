// SPDX-License-Identifier: BSD-3-Clause
// The runtime API's streams: what each call answers, what NVIDIA's manual calls a mistake; and what is not supported.
#include "tests/sim/cudart/answers.h"

static void test_streams(void **state)
{
    cudaStream_t first, second, with_priority;
    cudaEvent_t event;
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
    GOOD(cudaEventCreate(&event));
    EACH(cudaSuccess, cudaStreamWaitEvent(second, event, 0), cudaStreamWaitEvent(second, event, 1));
    EACH(cudaErrorInvalidValue, cudaStreamWaitEvent(second, event, 2), cudaStreamWaitEvent(second, event, ~0u),
         cuStreamWaitEvent(second, event, 2));
    GOOD(cudaEventDestroy(event));
    GOOD(cudaStreamQuery(second));
    GOOD(cudaStreamDestroy(with_priority));
    GOOD(cudaStreamDestroy(second));
}

// Of a launch into a stream that has gone it is the stream that is wrong, whatever else is.
static void test_launches_into_none(void **state)
{
    const dim3 one = { 1, 1, 1 };
    cudaStream_t gone;
    int nowhere;

    (void)state;
    GOOD(cudaStreamCreate(&gone));
    GOOD(cudaStreamDestroy(gone));
    EACH(cudaErrorInvalidResourceHandle, cudaLaunchKernel(&nowhere, one, one, NULL, 0, gone),
         cudaLaunchCooperativeKernel(&nowhere, one, one, NULL, 0, gone));
    GOOD(cudaConfigureCall(one, one, 0, gone));
    EACH(cudaErrorInvalidResourceHandle, cudaLaunch(&nowhere));
    GOOD(cudaConfigureCall(one, one, 0, NULL));
    EACH(cudaErrorInvalidDeviceFunction, cudaLaunch(&nowhere), cudaLaunchKernel(&nowhere, one, one, NULL, 0, NULL));
}

static void test_unsupported(void **state)
{
    (void)state;
    EACH(cudaErrorNotSupported, cudaLaunchCooperativeKernelMultiDevice(NULL, 1, 0),
         cudaGraphKernelNodeSetAttribute(NULL, 0, NULL), cudaGraphKernelNodeGetAttribute(NULL, 0, NULL),
         cudaGraphAddExternalSemaphoresSignalNode(NULL, NULL, NULL, 0, NULL),
         cudaGraphAddExternalSemaphoresWaitNode(NULL, NULL, NULL, 0, NULL),
         cudaDeviceEnablePeerAccess(0, 0), cudaDeviceDisablePeerAccess(0), cudaIpcGetMemHandle(NULL, NULL),
         cudaGetLastError());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams), cmocka_unit_test(test_launches_into_none), cmocka_unit_test(test_unsupported),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
