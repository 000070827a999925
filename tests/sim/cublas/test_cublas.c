// SPDX-License-Identifier: BSD-3-Clause
// What cuBLAS's calls answer: versions, modes, handles that there are not, nothing to do, memory that runs out, streams that have gone. Of
// what they compute, programs/.
#include "sim/cublas/cublas.h"
#include "tests/sim/cudart/answers.h"

#include <limits.h>

static cublasHandle_t handle;

static int begin(void **state)
{
    (void)state;
    return cublasCreate_v2(&handle);
}

static int end(void **state)
{
    (void)state;
    cublasDestroy_v2(handle);
    return lock_is_held() || cudaDeviceReset();
}

static void test_what_it_says(void **state)
{
    int value = 0;

    (void)state;
    for (int i = 0; i < 3; i++) {
        GOOD(cublasGetProperty((libraryPropertyType)i, &value));
        assert_int_equal(value, ((int[]){ CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH })[i]);
    }
    GOOD(cublasGetVersion_v2(handle, &value));
    assert_int_equal(value, CUBLAS_VERSION);
    assert_int_equal(cublasGetCudartVersion(), CUDART_VERSION);
    EACH(CUBLAS_STATUS_INVALID_VALUE, cublasGetProperty(MAJOR_VERSION, NULL), cublasGetProperty((libraryPropertyType)3, &value),
         cublasGetVersion_v2(handle, NULL), cublasCreate_v2(NULL));
    assert_string_equal(cublasGetStatusName(CUBLAS_STATUS_ALLOC_FAILED), "CUBLAS_STATUS_ALLOC_FAILED");
    assert_string_equal(cublasGetStatusName((cublasStatus_t)99), "unknown status");
    assert_string_equal(cublasGetStatusString((cublasStatus_t)99), "unknown status");
}

static void test_handles(void **state)
{
    cublasHandle_t gone = handle, none = (cublasHandle_t)&gone;
    cublasPointerMode_t mode;
    cudaStream_t stream;
    float x = 1;

    (void)state;
    GOOD(cublasSetWorkspace_v2(handle, NULL, 0));
    GOOD(cublasSetWorkspace_v2(handle, &x, 64));
    EACH(CUBLAS_STATUS_INVALID_VALUE, cublasSetWorkspace_v2(handle, NULL, 64), cublasGetStream_v2(handle, NULL),
         cublasSetPointerMode_v2(handle, (cublasPointerMode_t)2), cublasGetPointerMode_v2(handle, NULL));
    GOOD(cublasDestroy_v2(handle));
    EACH(CUBLAS_STATUS_NOT_INITIALIZED, cublasDestroy_v2(gone), cublasSetStream_v2(gone, NULL), cublasGetStream_v2(none, &stream),
         cublasGetPointerMode_v2(NULL, &mode), cublasSetWorkspace_v2(none, NULL, 0), cublasSscal_v2(gone, 1, &x, &x, 1),
         cublasGemmEx(none, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &x, &x, CUDA_R_32F, 1, &x, CUDA_R_32F, 1, &x, &x, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
                      CUBLAS_GEMM_DEFAULT));
    GOOD(cublasCreate_v2(&handle));
}

// Of no rows, no columns, a factor of 0 or 1: no call touches what it is given, which is nowhere.
static void test_nothing_to_do(void **state)
{
    float *a = (float *)64, zero = 0, one = 1;
    float *x = a;

    (void)state;
    EACH(CUBLAS_STATUS_SUCCESS,
         cublasSgemv_v2(handle, CUBLAS_OP_N, 0, 4, &one, a, 1, x, 1, &one, x, 1), cublasSgemv_v2(handle, CUBLAS_OP_N, 4, 4, &zero, a, 4, x, 1, &one, x, 1),
         cublasSger_v2(handle, 4, 4, &zero, x, 1, x, 1, a, 4), cublasSger_v2(handle, 4, 0, &one, x, 1, x, 1, a, 4),
         cublasStrmv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, a, 1, x, 1),
         cublasStrsv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, a, 1, x, 1),
         cublasSsyr_v2(handle, CUBLAS_FILL_MODE_UPPER, 4, &zero, x, 1, a, 4), cublasSsyr_v2(handle, CUBLAS_FILL_MODE_UPPER, 0, &one, x, 1, a, 1),
         cublasStrmm_v2(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 0, 4, &one, a, 1, a, 1, a, 1),
         cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 0, &one, a, 4, a, 1, &one, a, 4),
         cublasSetVector(0, 4, a, 1, a, 1), cublasSetMatrix(0, 4, 4, a, 1, a, 1), cublasGetMatrix(4, 0, 4, a, 4, a, 4));
    EACH(CUBLAS_STATUS_INVALID_VALUE, cublasStrmv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 4, a, 4, x, 0),
         cublasSsyr_v2(handle, CUBLAS_FILL_MODE_UPPER, 4, &one, x, 0, a, 4), cublasSsyr_v2(handle, (cublasFillMode_t)7, 4, &one, x, 1, a, 4),
         cublasSetVector(-1, 4, a, 1, a, 1), cublasSetMatrix(4, 4, 4, a, 3, a, 4));
}

static void test_too_large(void **state)
{
    float one = 1;
    const int most = INT_MAX - 63;

    (void)state;
    EACH(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasSgemm_v2(handle, CUBLAS_OP_N, CUBLAS_OP_N, most, most, 1, &one, NULL, most, NULL, 1, &one, NULL, most),
         cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, most, most, 1, &one, NULL, CUDA_R_16F, most, NULL, CUDA_R_16F, 1, &one, NULL, CUDA_R_32F, most,
                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT),
         cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, NULL, CUDA_R_32F, 1, NULL, CUDA_R_32F, 1, &one, NULL, CUDA_R_32F, 1,
                      (cublasComputeType_t)7, CUBLAS_GEMM_DEFAULT),
         cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, &one, NULL, CUDA_R_16F, 1, NULL, CUDA_R_32F, 1, &one, NULL, CUDA_R_32F, 1,
                      CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
}

static void test_no_room(void **state)
{
    const float one = 1;
    float *a, *x;
    size_t free, all;
    cublasHandle_t other;
    void *filler;

    (void)state;
    GOOD(cudaMalloc((void **)&a, 512 * 512 * sizeof *a));
    GOOD(cudaMalloc((void **)&x, 512 * sizeof *x));
    GOOD(cudaMemset(a, 0, 512 * 512 * sizeof *a));
    GOOD(cudaMemset(x, 0, 512 * sizeof *x));
    GOOD(cudaMemGetInfo(&free, &all));
    GOOD(cudaMalloc(&filler, (free & ~(size_t)255) - 512));
    EACH(CUBLAS_STATUS_ALLOC_FAILED, cublasCreate_v2(&other),
         cublasStrmv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 512, a, 512, x, 1),
         cublasStrmm_v2(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 64, 64, &one, a, 512, a, 512, a, 512));
    assert_null(other);
    GOOD(cudaFree(filler));
    GOOD(cublasStrmv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 512, a, 512, x, 1));
    GOOD(cudaDeviceSynchronize());
}

static void test_a_stream_that_has_gone(void **state)
{
    float *device, param[5] = { -1, 1, 0, 0, 1 }, c = 1, s = 0, x[2] = { 1, 2 }, result;
    cudaStream_t gone;

    (void)state;
    GOOD(cudaMalloc((void **)&device, 64 * 64 * sizeof *device));
    GOOD(cudaStreamCreate(&gone));
    GOOD(cublasSetStream_v2(handle, gone));
    GOOD(cublasSetVectorAsync(2, sizeof *x, x, 1, device, 1, gone));
    GOOD(cublasSetMatrixAsync(1, 2, sizeof *x, x, 1, device + 8, 4, gone));
    x[0] = x[1] = 0;
    GOOD(cublasGetMatrixAsync(1, 2, sizeof *x, device + 8, 4, x, 1, gone));
    GOOD(cudaStreamSynchronize(gone));
    assert_true(x[0] == 1 && x[1] == 2);
    GOOD(cudaStreamDestroy(gone));
    EACH(CUBLAS_STATUS_MAPPING_ERROR, cublasSrotm_v2(handle, 2, device, 1, device + 8, 1, param), cublasSrotg_v2(handle, &x[0], &x[1], &c, &s),
         cublasSetVectorAsync(2, sizeof *x, x, 1, device, 1, gone), cublasGetMatrixAsync(1, 2, sizeof *x, device + 8, 4, x, 1, gone));
    EACH(CUBLAS_STATUS_EXECUTION_FAILED, cublasSscal_v2(handle, 2, &c, device, 1), cublasSdot_v2(handle, 2, device, 1, device, 1, &result),
         cublasStrmv_v2(handle, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 8, device, 8, device, 1),
         cublasStrmm_v2(handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 8, 8, &c, device, 8, device, 8, device, 8));
    GOOD(cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE));
    EACH(CUBLAS_STATUS_MAPPING_ERROR, cublasSdot_v2(handle, 0, device, 1, device, 1, device + 1));
    GOOD(cublasSetStream_v2(handle, NULL));
    GOOD(cublasSdot_v2(handle, 0, device, 1, device, 1, device + 1));
}

static void test_behind_a_fault(void **state)
{
    const float two = 2;
    cublasHandle_t other = handle;

    (void)state;
    cublasSscal_v2(handle, 2, &two, (float *)64, 1);
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    EACH(CUBLAS_STATUS_NOT_INITIALIZED, cublasCreate_v2(&other));
    assert_null(other);
    cudaDeviceReset();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_what_it_says), TEST(test_handles), TEST(test_nothing_to_do), TEST(test_too_large), TEST(test_no_room),
        TEST(test_a_stream_that_has_gone), TEST(test_behind_a_fault),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_FUNCTIONAL", "1", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
