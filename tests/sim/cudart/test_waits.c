// SPDX-License-Identifier: BSD-3-Clause
// Each call that waits for kernels: what these have printed is there behind it, and was not in front; what pools keep of blocks that are
// free goes back. And each call that makes or gives back memory in the middle of a capture: it is refused, and has done nothing.
#include "tests/sim/cudart/answers.h"

#include <stdio.h>
#include <unistd.h>

static cudaStream_t stream;
static cudaEvent_t event;
static cudaArray_t array;
static void *memory, *of_host;
static char host_bytes[4096] __attribute__((aligned(4096)));

static void nothing(void *unused) { (void)unused; }

// --- waiting

// Number `which`, and whether pools are gone through, too. False: there are no more.
static bool wait_by(unsigned which, bool settles[static 1], const char *name[static 1])
{
    int value = 0;
    size_t zero = 0;

    switch (which) {
#define WAITS(number, settled, call) case number: *settles = settled; *name = #call; GOOD(call); return true;
    WAITS(0, true, cudaDeviceSynchronize())
    WAITS(1, true, cudaThreadSynchronize())
    WAITS(2, true, cudaStreamSynchronize(stream))
    WAITS(3, true, cudaStreamQuery(stream))
    WAITS(4, true, cudaEventSynchronize(event))
    WAITS(5, true, cudaEventQuery(event))
    WAITS(6, true, cudaFree(memory))
    WAITS(7, true, cudaFreeHost(of_host))
    WAITS(8, true, cuCtxSynchronize())
    WAITS(9, true, cuStreamSynchronize(stream))
    WAITS(10, true, cuStreamQuery(stream))
    WAITS(11, true, cuEventSynchronize(event))
    WAITS(12, true, cuEventQuery(event))
    WAITS(13, true, cuMemFree((uintptr_t)memory))
    WAITS(14, true, cuMemFreeHost(of_host))
    WAITS(15, false, cudaMemcpy(&value, memory, 4, cudaMemcpyDeviceToHost))
    WAITS(16, false, cudaMemset(memory, 0, 4))
    WAITS(17, false, cudaLaunchHostFunc(stream, nothing, NULL))
    WAITS(18, false, cudaMemcpyToArray(array, 0, 0, &value, 1, cudaMemcpyHostToDevice))
    WAITS(19, false, cudaMemcpyFromSymbol(&value, &host_counter, 4, zero, cudaMemcpyDeviceToHost))
    WAITS(20, false, cudaDeviceReset())
    WAITS(21, false, cuDevicePrimaryCtxReset(0))
    WAITS(22, true, cudaStreamDestroy(stream))
    WAITS(23, true, cuStreamDestroy(stream))
#undef WAITS
    }
    return false;
}

static size_t kept_of_pools(void)
{
    cudaMemPool_t pool;
    uint64_t bytes;

    GOOD(cudaDeviceGetDefaultMemPool(&pool, 0));
    GOOD(cudaMemPoolGetAttribute(pool, cudaMemPoolAttrReservedMemCurrent, &bytes));
    return bytes;
}

static size_t printed(int file)
{
    fflush(stdout);
    return (size_t)lseek(file, 0, SEEK_END);
}

static void test_waits(void **state)
{
    const cudaChannelFormatDesc bytes = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    int value = 3, saved = dup(STDOUT_FILENO);
    void *arguments[] = { &value }, *block;
    bool more = true, settles;
    const char *name;

    (void)state;
    for (unsigned which = 0; more; which++) {
        FILE *told = tmpfile();
        size_t before, behind, kept;
        char text[16] = "";

        fflush(stdout);
        GOOD(cudaStreamCreate(&stream));
        GOOD(cudaEventCreate(&event));
        GOOD(cudaMalloc(&memory, 64));
        GOOD(cudaMallocHost(&of_host, 64));
        GOOD(cudaMallocArray(&array, &bytes, 4, 4, 0));
        GOOD(cudaMallocAsync(&block, 512, NULL));
        GOOD(cudaFreeAsync(block, NULL));
        assert_non_null(told);
        dup2(fileno(told), STDOUT_FILENO);
        GOOD(launch_on(&host_print, 1, 1, 0, arguments));
        before = printed(fileno(told));
        kept = kept_of_pools();
        more = wait_by(which, &settles, &name);
        behind = printed(fileno(told));
        dup2(saved, STDOUT_FILENO);
        rewind(told);
        assert_true(fread(text, 1, sizeof text - 1, told) == behind);
        fclose(told);
        if (more && (before != 0 || strcmp(text, "say 3\n") != 0 || kept != 512 || (settles && kept_of_pools() != 0)))
            fail_msg("%s: %zu bytes before it, `%s' behind it, %zu bytes kept by pools before it, %zu behind it", name, before, text, kept,
                     kept_of_pools());
        assert_true(more || which == 24);
        GOOD(cudaDeviceReset());
    }
    close(saved);
}

// --- in a capture

static const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };

// Makes memory by the call of this number.
static cudaError_t make_by(unsigned which, void *made[static 1])
{
    cudaPitchedPtr box = { 0 };
    cudaError_t error;
    size_t pitch;

    switch (which) {
    case 0: return cudaMalloc(made, 64);
    case 1: return cudaMallocHost(made, 64);
    case 2: return cudaHostAlloc(made, 64, 0);
    case 3: return cudaMallocManaged(made, 64, cudaMemAttachGlobal);
    case 4: return cudaMallocPitch(made, &pitch, 64, 2);
    case 5: error = cudaMalloc3D(&box, (cudaExtent){ 64, 2, 2 }); *made = error ? *made : box.ptr; return error;
    case 6: return cudaMallocArray((cudaArray_t *)made, &floats, 4, 4, 0);
    case 7: return cudaMalloc3DArray((cudaArray_t *)made, &floats, (cudaExtent){ 4, 4, 4 }, 0);
    case 8: return cudaMallocMipmappedArray((cudaMipmappedArray_t *)made, &floats, (cudaExtent){ 4, 4, 0 }, 2, 0);
    case 9: return cudaHostRegister(*made = host_bytes, sizeof host_bytes, 0);
    case 10: return (cudaError_t)cuMemAlloc((CUdeviceptr *)made, 64);
    case 11: return (cudaError_t)cuMemAllocHost(made, 64);
    case 12: return (cudaError_t)cuMemAllocPitch((CUdeviceptr *)made, &pitch, 64, 2, 4);
    case 13: return (cudaError_t)cuMemAllocManaged((CUdeviceptr *)made, 64, CU_MEM_ATTACH_GLOBAL);
    default: return cudaErrorUnknown;
    }
}

static cudaError_t give_back(unsigned which, void *made)
{
    switch (which) {
    case 1: case 2: return cudaFreeHost(made);
    case 6: case 7: return cudaFreeArray(made);
    case 8: return cudaFreeMipmappedArray(made);
    case 9: return cudaHostUnregister(made);
    case 10: case 12: case 13: return (cudaError_t)cuMemFree((uintptr_t)made);
    case 11: return (cudaError_t)cuMemFreeHost(made);
    default: return cudaFree(made);
    }
}

enum { MAKERS = 14 };

static void test_memory_in_a_capture(void **state)
{
    cudaGraph_t graph;

    (void)state;
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (unsigned which = 0; which < MAKERS; which++)
        for (int mode = cudaStreamCaptureModeGlobal; mode <= cudaStreamCaptureModeRelaxed; mode++) {
            const bool relaxed = mode == cudaStreamCaptureModeRelaxed;
            const cudaError_t answer = relaxed ? cudaSuccess : cudaErrorStreamCaptureUnsupported;
            const cudaError_t ends = relaxed ? cudaSuccess : cudaErrorStreamCaptureInvalidated;
            size_t before, now, total;
            void *made = NULL;

            GOOD(cudaMemGetInfo(&before, &total));
            GOOD(cudaStreamBeginCapture(stream, (cudaStreamCaptureMode)mode));
            if (make_by(which, &made) != answer)
                fail_msg("call %u in mode %d does not answer %d", which, mode, answer);
            assert_int_equal(cudaStreamEndCapture(stream, &graph), ends);
            GOOD(cudaMemGetInfo(&now, &total));
            assert_true(relaxed || now == before);
            if (!relaxed)
                GOOD(make_by(which, &made));
            GOOD(cudaStreamBeginCapture(stream, (cudaStreamCaptureMode)mode));
            if (give_back(which, made) != answer)
                fail_msg("giving back what call %u made in mode %d does not answer %d", which, mode, answer);
            assert_int_equal(cudaStreamEndCapture(stream, &graph), ends);
            if (!relaxed)
                GOOD(give_back(which, made));           // it is still there
            GOOD(cudaMemGetInfo(&now, &total));
            assert_int_equal(now, before);
        }
    GOOD(cudaStreamDestroy(stream));
    cudaGetLastError();
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_waits), cmocka_unit_test(test_memory_in_a_capture) };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    register_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
