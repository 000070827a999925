// SPDX-License-Identifier: BSD-3-Clause
// What cuRAND's calls answer: versions, generators that there are not, memory that runs out and what comes behind it; a turn of
// Philox that is left in its middle.
#include "sim/cuda/curand.h"
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
        GOOD(curandGetProperty((libraryPropertyType)i, &value));
        assert_int_equal(value, ((int[]){ CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH })[i]);
    }
    GOOD(curandGetVersion(&value));
    assert_int_equal(value, CURAND_VERSION);
    EACH(CURAND_STATUS_OUT_OF_RANGE, curandGetVersion(NULL), curandGetProperty(MAJOR_VERSION, NULL), curandGetProperty((libraryPropertyType)3, &value));
}

static void test_generators_that_are_none(void **state)
{
    curandGenerator_t g = (curandGenerator_t)64, stranger = (curandGenerator_t)64;
    unsigned *numbers = NULL;

    (void)state;
    EACH(CURAND_STATUS_INITIALIZATION_FAILED, curandCreateGenerator(NULL, CURAND_RNG_PSEUDO_DEFAULT), curandCreateGeneratorHost(NULL, CURAND_RNG_PSEUDO_DEFAULT),
         curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_DEFAULT));
    assert_null(g);
    EACH(CURAND_STATUS_TYPE_ERROR, curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    assert_null(g);
    EACH(CURAND_STATUS_NOT_INITIALIZED, curandSetStream(stranger, NULL), curandGenerateSeeds(stranger), curandGenerate(stranger, numbers, 4),
         curandSetPseudoRandomGeneratorSeed(stranger, 1), curandSetGeneratorOffset(stranger, 1), curandDestroyGenerator(stranger),
         curandSetGeneratorOrdering(stranger, CURAND_ORDERING_PSEUDO_BEST), curandSetQuasiRandomGeneratorDimensions(stranger, 1));
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
    EACH(CURAND_STATUS_OUT_OF_RANGE, curandSetGeneratorOrdering(g, (curandOrdering_t)7));
    EACH(CURAND_STATUS_TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(g, 1), curandGenerateLongLong(g, NULL, 1));
    GOOD(curandGenerate(g, numbers, 0));
    GOOD(curandDestroyGenerator(g));
    assert_int_equal(curandDestroyGenerator(g), CURAND_STATUS_NOT_INITIALIZED);
}

static void test_states(void **state)
{
    unsigned early[64], late[64], *numbers;
    curandGenerator_t g;
    size_t free, all;
    cudaStream_t stream;
    void *filler;

    (void)state;
    GOOD(cudaMalloc((void **)&numbers, sizeof early));
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW));
    GOOD(cudaMemGetInfo(&free, &all));
    GOOD(cudaMalloc(&filler, (free & ~(size_t)255) - 512));
    EACH(CURAND_STATUS_ALLOCATION_FAILED, curandGenerateSeeds(g), curandGenerate(g, numbers, 64));
    GOOD(cudaFree(filler));
    GOOD(cudaStreamCreate(&stream));
    GOOD(curandSetStream(g, stream));
    GOOD(curandGenerateSeeds(g));                           // made before they are wanted they are the same
    GOOD(curandGenerate(g, numbers, 64));
    GOOD(cudaMemcpy(early, numbers, sizeof early, cudaMemcpyDeviceToHost));
    GOOD(curandSetGeneratorOffset(g, 0));
    GOOD(curandGenerate(g, numbers, 64));
    GOOD(cudaMemcpy(late, numbers, sizeof late, cudaMemcpyDeviceToHost));
    assert_memory_equal(early, late, sizeof early);
    GOOD(cudaStreamDestroy(stream));
    EACH(CURAND_STATUS_LAUNCH_FAILURE, curandGenerate(g, numbers, 64));     // the stream has gone
    GOOD(curandDestroyGenerator(g));
    // What was not made is not passed over.
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    GOOD(curandSetStream(g, stream));
    EACH(CURAND_STATUS_LAUNCH_FAILURE, curandGenerate(g, numbers, 5));
    GOOD(curandSetStream(g, NULL));
    GOOD(curandGenerate(g, numbers, 64));
    GOOD(cudaMemcpy(early, numbers, sizeof early, cudaMemcpyDeviceToHost));
    GOOD(curandSetGeneratorOffset(g, 0));
    GOOD(curandGenerate(g, numbers, 64));
    GOOD(cudaMemcpy(late, numbers, sizeof late, cudaMemcpyDeviceToHost));
    assert_memory_equal(early, late, sizeof early);
    GOOD(curandDestroyGenerator(g));
}

// A turn has four words or two doubles: what is left of it is not used for the other kind.
static void test_a_turn_that_is_left(void **state)
{
    curandGenerator_t left, whole;
    double of_left[2], of_whole[2], *numbers;

    (void)state;
    GOOD(cudaMalloc((void **)&numbers, sizeof of_left));
    GOOD(curandCreateGenerator(&left, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    GOOD(curandCreateGenerator(&whole, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    GOOD(curandGenerate(left, (unsigned *)numbers, 1));
    GOOD(curandGenerateUniformDouble(left, numbers, 2));
    GOOD(cudaMemcpy(of_left, numbers, sizeof of_left, cudaMemcpyDeviceToHost));
    GOOD(curandSetGeneratorOffset(whole, 4));
    GOOD(curandGenerateUniformDouble(whole, numbers, 2));
    GOOD(cudaMemcpy(of_whole, numbers, sizeof of_whole, cudaMemcpyDeviceToHost));
    assert_true(of_left[0] == of_whole[0] && of_left[1] == of_whole[1] && of_left[0] != of_left[1]);
    GOOD(curandDestroyGenerator(left));
    GOOD(curandDestroyGenerator(whole));
}

static void test_behind_a_fault(void **state)
{
    curandGenerator_t g;

    (void)state;
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_PHILOX4_32_10));
    curandGenerate(g, (unsigned *)64, 4);
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EACH(CURAND_STATUS_PREEXISTING_FAILURE, curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
    cudaDeviceReset();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(test_what_it_says), TEST(test_generators_that_are_none), TEST(test_states), TEST(test_a_turn_that_is_left),
        TEST(test_behind_a_fault),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
