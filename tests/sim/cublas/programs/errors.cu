// SPDX-License-Identifier: BSD-3-Clause
// What cuBLAS refuses, argument by argument, with the status that NVIDIA documents; sizes of 0; handles that are closed or none; modes,
// streams, versions, texts; vectors and matrices to the device and back.
// plant: s/values\[i\] == i/values[i] == i + 1/
// host plant: level3.h s/ldc >= larger(1, m);$/ldc >= m;/
// host plant: level2.h s/lda > (int64_t)kl + ku/lda > kl/
// host plant: transfers.c s/ || from_ld < rows || to_ld < rows//
// host plant: handle.c s/(unsigned)mode <= most/(unsigned)mode <= most + 1/
#include "check.h"

#include <cstring>

static cublasHandle_t handle;

template <typename T> static void arguments()
{
    T *d, alpha = 1, beta = 0, host[5] = { 1 }, *none = nullptr;
    T **list;
    int place;
    const cublasOperation_t N = CUBLAS_OP_N, T_ = CUBLAS_OP_T, bad_op = (cublasOperation_t)7;
    const cublasFillMode_t U = CUBLAS_FILL_MODE_UPPER, bad_fill = CUBLAS_FILL_MODE_FULL;
    const cublasDiagType_t D = CUBLAS_DIAG_NON_UNIT, bad_diag = (cublasDiagType_t)2;
    const cublasSideMode_t L = CUBLAS_SIDE_LEFT, R = CUBLAS_SIDE_RIGHT, bad_side = (cublasSideMode_t)2;

    cudaMalloc((void **)&d, 4096);
    cudaMalloc((void **)&list, 64);
    // level 1: nothing is done for no elements
    STATUS(SUCCESS, blas<T>::axpy(handle, -1, &alpha, d, 1, d, 1));
    STATUS(SUCCESS, blas<T>::scal(handle, 5, &alpha, d, -1));
    STATUS(INVALID_VALUE, blas<T>::axpy(handle, 5, none, d, 1, d, 1));
    STATUS(INVALID_VALUE, blas<T>::dot(handle, 5, d, 1, d, 1, none));
    STATUS(INVALID_VALUE, blas<T>::nrm2(handle, 5, d, 1, none));
    STATUS(INVALID_VALUE, blas<T>::rot(handle, 5, d, 1, d, 1, none, host));
    STATUS(INVALID_VALUE, blas<T>::rotm(handle, 5, d, 1, d, 1, none));
    STATUS(INVALID_VALUE, blas<T>::rotg(handle, host, host, none, host));
    STATUS(INVALID_VALUE, blas<T>::rotmg(handle, host, host, host, none, host));
    STATUS(INVALID_VALUE, blas<T>::amax(handle, 5, d, 1, nullptr));
    STATUS(SUCCESS, blas<T>::amax(handle, 5, d, 0, &place));
    EXPECT(place == 0);
    host[0] = 7;
    STATUS(SUCCESS, blas<T>::asum(handle, 0, d, 1, host));
    EXPECT(host[0] == 0);
    // level 2
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, bad_op, 4, 4, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, CUBLAS_OP_CONJG, 4, 4, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, -1, 4, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, 4, -1, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, T_, 4, 2, &alpha, d, 3, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, 0, 0, &alpha, d, 0, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, 4, 4, &alpha, d, 4, d, 0, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, 4, 4, &alpha, d, 4, d, 1, &beta, d, 0));
    STATUS(INVALID_VALUE, blas<T>::gemv(handle, N, 4, 4, none, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gbmv(handle, N, 4, 4, 1, 2, &alpha, d, 3, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::gbmv(handle, N, 4, 4, -1, 2, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(SUCCESS, blas<T>::gbmv(handle, N, 4, 4, 1, 2, &alpha, d, 4, d, 1, &beta, d + 100, 1));
    STATUS(INVALID_VALUE, blas<T>::symv(handle, bad_fill, 4, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::symv(handle, U, 4, &alpha, d, 3, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::sbmv(handle, U, 4, 2, &alpha, d, 2, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::spmv(handle, U, -4, &alpha, d, d, 1, &beta, d, 1));
    STATUS(INVALID_VALUE, blas<T>::trmv(handle, U, N, bad_diag, 4, d, 4, d, 1));
    STATUS(INVALID_VALUE, blas<T>::trsv(handle, U, bad_op, D, 4, d, 4, d, 1));
    STATUS(INVALID_VALUE, blas<T>::trsv(handle, U, N, D, 4, d, 3, d, 1));
    STATUS(INVALID_VALUE, blas<T>::trsv(handle, U, N, D, 4, d, 4, d, 0));
    STATUS(INVALID_VALUE, blas<T>::tbsv(handle, U, N, D, 4, -1, d, 4, d, 1));
    STATUS(INVALID_VALUE, blas<T>::tpmv(handle, bad_fill, N, D, 4, d, d, 1));
    STATUS(INVALID_VALUE, blas<T>::ger(handle, 4, 4, &alpha, d, 1, d, 1, d, 3));
    STATUS(INVALID_VALUE, blas<T>::ger(handle, 4, 4, &alpha, d, 0, d, 1, d, 4));
    STATUS(INVALID_VALUE, blas<T>::syr(handle, U, 4, &alpha, d, 1, d, 3));
    STATUS(INVALID_VALUE, blas<T>::syr2(handle, U, 4, &alpha, d, 1, d, 0, d, 4));
    STATUS(INVALID_VALUE, blas<T>::spr(handle, U, 4, &alpha, d, 0, d));
    STATUS(INVALID_VALUE, blas<T>::spr2(handle, bad_fill, 4, &alpha, d, 1, d, 1, d));
    // level 3
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, bad_op, N, 4, 4, 4, &alpha, d, 4, d, 4, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 4, 4, -1, &alpha, d, 4, d, 4, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 4, 3, 2, &alpha, d, 3, d, 2, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, T_, N, 4, 3, 2, &alpha, d, 1, d, 2, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 4, 3, 2, &alpha, d, 4, d, 1, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, T_, 4, 3, 2, &alpha, d, 4, d, 2, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 4, 3, 2, &alpha, d, 4, d, 2, &beta, d, 3));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 0, 0, 0, &alpha, d, 1, d, 1, &beta, d, 0));
    STATUS(SUCCESS, blas<T>::gemm(handle, N, N, 0, 0, 0, &alpha, none, 1, none, 1, &beta, none, 1));
    STATUS(INVALID_VALUE, blas<T>::gemm(handle, N, N, 4, 4, 4, &alpha, d, 4, d, 4, none, d, 4));
    STATUS(INVALID_VALUE, blas<T>::gemmStridedBatched(handle, N, N, 2, 2, 2, &alpha, d, 2, 4, d, 2, 4, &beta, d, 2, 4, -1));
    STATUS(INVALID_VALUE, blas<T>::gemmBatched(handle, N, N, 2, 2, 2, &alpha, nullptr, 2, list, 2, &beta, list, 2, 1));
    STATUS(SUCCESS, blas<T>::gemmBatched(handle, N, N, 2, 2, 2, &alpha, nullptr, 2, nullptr, 2, &beta, nullptr, 2, 0));
    STATUS(INVALID_VALUE, blas<T>::symm(handle, bad_side, U, 4, 2, &alpha, d, 4, d, 4, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::symm(handle, L, U, 4, 2, &alpha, d, 3, d, 4, &beta, d, 4));
    STATUS(SUCCESS, blas<T>::symm(handle, R, U, 4, 2, &alpha, d, 2, d, 4, &beta, d + 100, 4));
    STATUS(INVALID_VALUE, blas<T>::syrk(handle, U, N, 4, 2, &alpha, d, 3, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::syrk(handle, U, T_, 4, 2, &alpha, d, 1, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::syr2k(handle, U, N, 4, 2, &alpha, d, 4, d, 3, &beta, d, 4));
    STATUS(INVALID_VALUE, blas<T>::syrkx(handle, U, N, 4, 2, &alpha, d, 4, d, 4, &beta, d, 3));
    STATUS(INVALID_VALUE, blas<T>::trmm(handle, L, U, N, D, 4, 2, &alpha, d, 3, d, 4, d, 4));
    STATUS(INVALID_VALUE, blas<T>::trmm(handle, L, U, N, D, 4, 2, &alpha, d, 4, d, 5, d, 4));
    STATUS(INVALID_VALUE, blas<T>::trsm(handle, R, U, N, D, 4, 3, &alpha, d, 2, d, 4));
    STATUS(INVALID_VALUE, blas<T>::trsm(handle, L, U, N, D, 4, 3, &alpha, d, 4, d, 3));
    STATUS(INVALID_VALUE, blas<T>::trsm(handle, L, U, N, bad_diag, 4, 3, &alpha, d, 4, d, 4));
    STATUS(INVALID_VALUE, blas<T>::geam(handle, N, N, 4, 3, &alpha, d, 3, &beta, d, 4, d, 4));
    STATUS(INVALID_VALUE, blas<T>::geam(handle, T_, N, 4, 3, &alpha, d, 4, &beta, d + 50, 4, d, 4));
    STATUS(INVALID_VALUE, blas<T>::dgmm(handle, bad_side, 4, 3, d, 4, d, 1, d, 4));
    STATUS(INVALID_VALUE, blas<T>::dgmm(handle, L, 4, 3, d, 4, d, 1, d, 3));
    // no handle
    STATUS(NOT_INITIALIZED, blas<T>::axpy(nullptr, 5, &alpha, d, 1, d, 1));
    STATUS(NOT_INITIALIZED, blas<T>::gemv((cublasHandle_t)&alpha, N, 4, 4, &alpha, d, 4, d, 1, &beta, d, 1));
    STATUS(NOT_INITIALIZED, blas<T>::gemm(nullptr, N, N, 4, 4, -4, &alpha, d, 4, d, 4, &beta, d, 4));
    cudaFree(list);
    cudaFree(d);
}

static void modes()
{
    cublasPointerMode_t pointer;
    cublasAtomicsMode_t atomics;
    cublasMath_t math;
    cudaStream_t stream, seen;
    int version = 0, major = 0;

    GOOD(cublasGetPointerMode(handle, &pointer));
    EXPECT(pointer == CUBLAS_POINTER_MODE_HOST);
    GOOD(cublasGetAtomicsMode(handle, &atomics));
    EXPECT(atomics == CUBLAS_ATOMICS_NOT_ALLOWED);
    GOOD(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
    GOOD(cublasSetMathMode(handle, CUBLAS_TENSOR_OP_MATH));
    GOOD(cublasGetMathMode(handle, &math));
    EXPECT(math == CUBLAS_TENSOR_OP_MATH);
    STATUS(INVALID_VALUE, cublasSetPointerMode(handle, (cublasPointerMode_t)2));
    STATUS(INVALID_VALUE, cublasGetPointerMode(handle, nullptr));
    GOOD(cublasGetVersion(handle, &version));
    GOOD(cublasGetProperty(MAJOR_VERSION, &major));
    EXPECT(version == CUBLAS_VERSION && version / 1000 == major);
    cudaStreamCreate(&stream);
    GOOD(cublasSetStream(handle, stream));
    GOOD(cublasGetStream(handle, &seen));
    EXPECT(seen == stream);
    GOOD(cublasSetStream(handle, nullptr));
    cudaStreamDestroy(stream);
    // a stream that is closed is noticed by the launch
    float *d, alpha = 1;
    cudaMalloc((void **)&d, 64);
    GOOD(cublasSetStream(handle, stream));
    STATUS(EXECUTION_FAILED, cublasSaxpy(handle, 4, &alpha, d, 1, d, 1));
    EXPECT(cudaGetLastError() != cudaSuccess);
    GOOD(cublasSetStream(handle, nullptr));
    GOOD(cublasSaxpy(handle, 4, &alpha, d, 1, d, 1));
    cudaFree(d);
    EXPECT(strcmp(cublasGetStatusName(CUBLAS_STATUS_ARCH_MISMATCH), "CUBLAS_STATUS_ARCH_MISMATCH") == 0);
    EXPECT(strcmp(cublasGetStatusString(CUBLAS_STATUS_SUCCESS), "success") == 0);
    EXPECT(strlen(cublasGetStatusString((cublasStatus_t)99)) > 0);
    STATUS(NOT_INITIALIZED, cublasSetStream(nullptr, nullptr));
    STATUS(NOT_INITIALIZED, cublasDestroy(nullptr));
    STATUS(INVALID_VALUE, cublasCreate(nullptr));
}

static void transfers()
{
    const int rows = 5, columns = 4, ld = 7;
    std::vector<int> a(ld * columns), b(9 * columns, -1), values(30, -1);
    int *d;

    cudaMalloc((void **)&d, 1000);
    for (size_t i = 0; i < a.size(); i++)
        a[i] = (int)i;
    GOOD(cublasSetMatrix(rows, columns, sizeof(int), a.data(), ld, d, 6));
    GOOD(cublasGetMatrix(rows, columns, sizeof(int), d, 6, b.data(), 9));
    for (int j = 0; j < columns; j++)
        for (int i = 0; i < 9; i++)
            EXPECT(b[i + 9 * j] == (i < rows ? i + ld * j : -1));
    GOOD(cublasSetVector(10, sizeof(int), a.data(), 1, d, 3));
    GOOD(cublasGetVector(10, sizeof(int), d, 3, values.data(), 1));
    for (int i = 0; i < 10; i++)
        EXPECT(values[i] == i);
    GOOD(cublasSetVectorAsync(10, sizeof(int), a.data(), 2, d, 1, nullptr));
    GOOD(cublasGetVectorAsync(10, sizeof(int), d, 1, values.data(), 1, nullptr));
    cudaDeviceSynchronize();
    for (int i = 0; i < 10; i++)
        EXPECT(values[i] == 2 * i);
    STATUS(SUCCESS, cublasSetVector(0, 4, a.data(), 1, d, 1));
    STATUS(INVALID_VALUE, cublasSetVector(1, 0, a.data(), 1, d, 1));
    STATUS(INVALID_VALUE, cublasSetVector(1, 4, a.data(), 0, d, 1));
    STATUS(INVALID_VALUE, cublasGetVector(1, 4, d, 1, a.data(), -1));
    STATUS(INVALID_VALUE, cublasSetMatrix(5, 4, 4, a.data(), 4, d, 5));
    STATUS(INVALID_VALUE, cublasGetMatrix(5, 4, 4, d, 5, a.data(), 4));
    STATUS(INVALID_VALUE, cublasSetMatrix(-1, 4, 4, a.data(), 4, d, 5));
    STATUS(MAPPING_ERROR, cublasGetVector(4, 4, (int *)0x10, 1, a.data(), 1));
    cudaGetLastError();
    cudaFree(d);
}

int main()
{
    cublasHandle_t second;

    GOOD(cublasCreate(&handle));
    GOOD(cublasCreate(&second));
    EXPECT(handle != second);
    arguments<float>();
    arguments<double>();
    modes();
    transfers();
    GOOD(cublasDestroy(second));
    STATUS(NOT_INITIALIZED, cublasDestroy(second));
    STATUS(NOT_INITIALIZED, cublasSetPointerMode(second, CUBLAS_POINTER_MODE_HOST));
    GOOD(cublasDestroy(handle));
    return end();
}
