// SPDX-License-Identifier: BSD-3-Clause
// What cuFFT's calls answer: sizes, versions, what none can be made of, memory that runs out, launches that fail.
#include "sim/cuda/cufft.h"
#include "tests/sim/cudart/answers.h"

static int end(void **state)
{
    (void)state;
    return lock_is_held() || cudaDeviceReset();
}

static void test_what_it_says(void **state)
{
    int value = 0;

    (void)state;
    for (int i = 0; i < 3; i++) {
        GOOD(cufftGetProperty((libraryPropertyType)i, &value));
        assert_int_equal(value, ((int[]){ CUFFT_VER_MAJOR, CUFFT_VER_MINOR, CUFFT_VER_PATCH })[i]);
    }
    GOOD(cufftGetVersion(&value));
    assert_int_equal(value, CUFFT_VERSION);
    EACH(CUFFT_INVALID_VALUE, cufftGetVersion(NULL), cufftGetProperty(MAJOR_VERSION, NULL), cufftGetProperty((libraryPropertyType)3, &value));
}

static void test_sizes(void **state)
{
    size_t bytes = 0, same = 1;
    cufftHandle plan;

    (void)state;
    EACH(CUFFT_INVALID_VALUE, cufftCreate(NULL), cufftPlan1d(NULL, 8, CUFFT_C2C, 1));
    GOOD(cufftCreate(&plan));
    EACH(CUFFT_INVALID_PLAN, cufftGetSize(plan, &bytes), cufftExecC2C(plan, (cufftComplex *)8, (cufftComplex *)8, CUFFT_FORWARD),
         cufftGetSize(plan + 1, &bytes), cufftSetStream(plan + 1, NULL), cufftDestroy(plan + 1));
    GOOD(cufftMakePlan2d(plan, 6, 10, CUFFT_C2C, &bytes));
    assert_int_equal(bytes, 2 * 6 * 10 * sizeof(cufftComplex));
    GOOD(cufftGetSize(plan, &same));
    assert_int_equal(same, bytes);
    EACH(CUFFT_INVALID_VALUE, cufftGetSize(plan, NULL));
    EACH(CUFFT_INVALID_PLAN, cufftMakePlan3d(plan, 2, 3, 4, CUFFT_C2C, &bytes));        // it is made
    GOOD(cufftDestroy(plan));
    GOOD(cufftCreate(&plan));
    GOOD(cufftMakePlan3d(plan, 2, 3, 4, CUFFT_Z2Z, &bytes));
    assert_int_equal(bytes, 2 * 2 * 3 * 4 * sizeof(cufftDoubleComplex));
    GOOD(cufftDestroy(plan));
    GOOD(cufftCreate(&plan));
    EACH(CUFFT_INVALID_TYPE, cufftMakePlan1d(plan, 8, (cufftType)1, 1, NULL));
    EACH(CUFFT_INVALID_SIZE, cufftMakePlan1d(plan, 0, CUFFT_C2C, 1, NULL), cufftMakePlan1d(plan, 8, CUFFT_C2C, 0, NULL));
    EACH(CUFFT_ALLOC_FAILED, cufftMakePlan3d(plan, 50000, 50000, 50000, CUFFT_C2C, NULL));
    EACH(CUFFT_INVALID_VALUE, cufftMakePlanMany(plan, 4, (int[]){ 2, 2, 2, 2 }, NULL, 1, 0, NULL, 1, 0, CUFFT_C2C, 1, NULL));
    GOOD(cufftDestroy(plan));
}

// The transform of an impulse, 1 everywhere.
static void expect_ones(cufftHandle plan, int n)
{
    cufftComplex host[256] = { { 1, 0 } }, *device;

    GOOD(cudaMalloc((void **)&device, (size_t)n * sizeof *device));
    GOOD(cudaMemcpy(device, host, (size_t)n * sizeof *device, cudaMemcpyHostToDevice));
    GOOD(cufftExecC2C(plan, device, device, CUFFT_FORWARD));
    GOOD(cudaMemcpy(host, device, (size_t)n * sizeof *device, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        assert_true(host[i].x == 1 && host[i].y == 0);
    GOOD(cudaFree(device));
}

// So that this many bytes are left, in pieces of 256.
static void *fill_but(size_t left)
{
    size_t free, all;
    void *filler;

    GOOD(cudaMemGetInfo(&free, &all));
    GOOD(cudaMalloc(&filler, (free & ~(size_t)255) - left));
    return filler;
}

// With room for one copy of the numbers, for both, and for no table; the handle is for other sizes then.
static void test_no_room(void **state)
{
    cufftHandle plan;

    (void)state;
    for (size_t left = 0; left <= 3 * 512; left += 512) {
        GOOD(cufftCreate(&plan));
        void *filler = fill_but(left);
        int answer = cufftMakePlan1d(plan, 64, CUFFT_C2C, 1, NULL);

        assert_int_equal(answer, left < 3 * 512 ? CUFFT_ALLOC_FAILED : CUFFT_SUCCESS);
        GOOD(cudaFree(filler));
        if (answer == CUFFT_SUCCESS) {
            expect_ones(plan, 64);
        } else {
            GOOD(cufftMakePlan1d(plan, 256, CUFFT_C2C, 1, NULL));
            expect_ones(plan, 256);
        }
        GOOD(cufftDestroy(plan));
    }
    void *filler = fill_but(0);

    assert_int_equal(cufftPlan1d(&plan, 64, CUFFT_C2C, 1), CUFFT_ALLOC_FAILED);
    assert_int_equal(cufftDestroy(plan), CUFFT_INVALID_PLAN);           // there is none
    GOOD(cudaFree(filler));
}

static void test_launches_that_fail(void **state)
{
    cufftComplex *nowhere = (cufftComplex *)64;
    cudaStream_t gone;
    cufftHandle plan, one;

    (void)state;
    for (int i = 0; i < 2; i++) {
        GOOD(cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
        GOOD(cufftPlan1d(&one, 1, CUFFT_C2C, 1));
        EACH(CUFFT_INVALID_VALUE, cufftExecC2C(plan, NULL, nowhere, CUFFT_FORWARD), cufftExecC2C(plan, nowhere, nowhere, 0));
        GOOD(cudaStreamCreate(&gone));
        GOOD(cudaStreamDestroy(gone));
        GOOD(cufftSetStream(plan, gone));
        EACH(CUFFT_EXEC_FAILED, cufftExecC2C(plan, nowhere, nowhere, CUFFT_FORWARD));
        GOOD(cufftSetStream(plan, NULL));
        // the first kernel faults, and what is behind it is not launched
        EACH(CUFFT_EXEC_FAILED, cufftExecC2C(i ? plan : one, nowhere, nowhere, CUFFT_FORWARD));
        assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
        EACH(CUFFT_SETUP_FAILED, cufftCreate(&plan), cufftPlan1d(&plan, 64, CUFFT_C2C, 1));
        cudaDeviceReset();
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(test_what_it_says), TEST(test_sizes), TEST(test_no_room), TEST(test_launches_that_fail),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
