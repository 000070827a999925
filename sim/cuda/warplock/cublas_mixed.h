// SPDX-License-Identifier: BSD-3-Clause
// <cublas_v2.h>: products of half precision and of any types. In C a pointer to anything serves as one to half precision.
#ifndef WARPLOCK_CUBLAS_MIXED_H
#define WARPLOCK_CUBLAS_MIXED_H

#ifdef __cplusplus
struct __half;
typedef __half warplock_half;
extern "C" {
#else
typedef void warplock_half;
#endif
#define WARPLOCK_SHAPE cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k
cublasStatus_t cublasHgemm(WARPLOCK_SHAPE, const warplock_half *alpha, const warplock_half *a, int lda, const warplock_half *b, int ldb,
                           const warplock_half *beta, warplock_half *c, int ldc);
cublasStatus_t cublasHgemmStridedBatched(WARPLOCK_SHAPE, const warplock_half *alpha, const warplock_half *a, int lda, long long stride_a,
                                         const warplock_half *b, int ldb, long long stride_b, const warplock_half *beta, warplock_half *c,
                                         int ldc, long long stride_c, int count);
cublasStatus_t cublasHgemmBatched(WARPLOCK_SHAPE, const warplock_half *alpha, const warplock_half *const a[], int lda,
                                  const warplock_half *const b[], int ldb, const warplock_half *beta, warplock_half *const c[], int ldc,
                                  int count);
cublasStatus_t cublasSgemmEx(WARPLOCK_SHAPE, const float *alpha, const void *a, cudaDataType type_a, int lda, const void *b,
                             cudaDataType type_b, int ldb, const float *beta, void *c, cudaDataType type_c, int ldc);
cublasStatus_t cublasGemmEx(WARPLOCK_SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda, const void *b,
                            cudaDataType type_b, int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                            cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmStridedBatchedEx(WARPLOCK_SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda,
                                          long long stride_a, const void *b, cudaDataType type_b, int ldb, long long stride_b,
                                          const void *beta, void *c, cudaDataType type_c, int ldc, long long stride_c, int count,
                                          cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
cublasStatus_t cublasGemmBatchedEx(WARPLOCK_SHAPE, const void *alpha, const void *const a[], cudaDataType type_a, int lda,
                                   const void *const b[], cudaDataType type_b, int ldb, const void *beta, void *const c[],
                                   cudaDataType type_c, int ldc, int count, cublasComputeType_t compute, cublasGemmAlgo_t algorithm);
#ifdef __cplusplus
}
// As before CUDA 11: the compute type is a number type.
static inline cublasComputeType_t warplock_compute_in(cudaDataType type)
{
    return type == CUDA_R_16F ? CUBLAS_COMPUTE_16F : type == CUDA_R_32F ? CUBLAS_COMPUTE_32F : type == CUDA_R_64F ? CUBLAS_COMPUTE_64F :
           type == CUDA_R_32I ? CUBLAS_COMPUTE_32I : (cublasComputeType_t)0;
}
static inline cublasStatus_t cublasGemmEx(WARPLOCK_SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda, const void *b,
                                          cudaDataType type_b, int ldb, const void *beta, void *c, cudaDataType type_c, int ldc,
                                          cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc,
                        warplock_compute_in(compute), algorithm);
}
static inline cublasStatus_t cublasGemmStridedBatchedEx(WARPLOCK_SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda,
                                                        long long stride_a, const void *b, cudaDataType type_b, int ldb,
                                                        long long stride_b, const void *beta, void *c, cudaDataType type_c, int ldc,
                                                        long long stride_c, int count, cudaDataType compute, cublasGemmAlgo_t algorithm)
{
    return cublasGemmStridedBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, stride_a, b, type_b, ldb, stride_b, beta, c,
                                      type_c, ldc, stride_c, count, warplock_compute_in(compute), algorithm);
}
static inline cublasStatus_t cublasGemmBatchedEx(WARPLOCK_SHAPE, const void *alpha, const void *const a[], cudaDataType type_a, int lda,
                                                 const void *const b[], cudaDataType type_b, int ldb, const void *beta, void *const c[],
                                                 cudaDataType type_c, int ldc, int count, cudaDataType compute,
                                                 cublasGemmAlgo_t algorithm)
{
    return cublasGemmBatchedEx(handle, transa, transb, m, n, k, alpha, a, type_a, lda, b, type_b, ldb, beta, c, type_c, ldc, count,
                               warplock_compute_in(compute), algorithm);
}
#endif
#undef WARPLOCK_SHAPE

#endif
