// SPDX-License-Identifier: BSD-3-Clause
// <cublas_api.h>: cuBLAS's handles, modes, status codes and matrix copies. Numbers are as NVIDIA documents them.
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUBLAS_VER_MAJOR 11
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION 11000
#define CUBLASWINAPI

// A name and, for errors, its text.
#define WARPLOCK_CUBLAS_STATUS(row) \
    row(CUBLAS_STATUS_SUCCESS, 0, "success") \
    row(CUBLAS_STATUS_NOT_INITIALIZED, 1, "the library was not initialized") \
    row(CUBLAS_STATUS_ALLOC_FAILED, 3, "the resource allocation failed") \
    row(CUBLAS_STATUS_INVALID_VALUE, 7, "an unsupported value or parameter was passed to the function") \
    row(CUBLAS_STATUS_ARCH_MISMATCH, 8, "the function requires an architectural feature absent from the device") \
    row(CUBLAS_STATUS_MAPPING_ERROR, 11, "an access to GPU memory space failed") \
    row(CUBLAS_STATUS_EXECUTION_FAILED, 13, "the GPU program failed to execute") \
    row(CUBLAS_STATUS_INTERNAL_ERROR, 14, "an internal operation failed") \
    row(CUBLAS_STATUS_NOT_SUPPORTED, 15, "the functionality requested is not supported") \
    row(CUBLAS_STATUS_LICENSE_ERROR, 16, "the functionality requested requires some license")
#define WARPLOCK_CUBLAS_NUMBER(name, number, text) name = number,
typedef enum { WARPLOCK_CUBLAS_STATUS(WARPLOCK_CUBLAS_NUMBER) } cublasStatus_t;
#undef WARPLOCK_CUBLAS_NUMBER
typedef cublasStatus_t cublasStatus;

typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0, CUBLAS_OP_T = 1, CUBLAS_OP_C = 2, CUBLAS_OP_HERMITAN = 2, CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0, CUBLAS_TENSOR_OP_MATH = 1, CUBLAS_PEDANTIC_MATH = 2, CUBLAS_TF32_TENSOR_OP_MATH = 3
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64, CUBLAS_COMPUTE_16F_PEDANTIC = 65, CUBLAS_COMPUTE_32F = 68, CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70, CUBLAS_COMPUTE_64F_PEDANTIC = 71, CUBLAS_COMPUTE_32I = 72, CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74, CUBLAS_COMPUTE_32F_FAST_16BF = 75, CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
// All give the same product: CUBLAS_GEMM_ALGO0 to 23, and for tensor cores CUBLAS_GEMM_ALGO0_TENSOR_OP to 15.
typedef enum {
    CUBLAS_GEMM_DFALT = -1, CUBLAS_GEMM_DEFAULT = -1, CUBLAS_GEMM_ALGO0 = 0, CUBLAS_GEMM_ALGO1, CUBLAS_GEMM_ALGO2, CUBLAS_GEMM_ALGO3,
    CUBLAS_GEMM_ALGO4, CUBLAS_GEMM_ALGO5, CUBLAS_GEMM_ALGO6, CUBLAS_GEMM_ALGO7, CUBLAS_GEMM_ALGO8, CUBLAS_GEMM_ALGO9, CUBLAS_GEMM_ALGO10,
    CUBLAS_GEMM_ALGO11, CUBLAS_GEMM_ALGO12, CUBLAS_GEMM_ALGO13, CUBLAS_GEMM_ALGO14, CUBLAS_GEMM_ALGO15, CUBLAS_GEMM_ALGO16,
    CUBLAS_GEMM_ALGO17, CUBLAS_GEMM_ALGO18, CUBLAS_GEMM_ALGO19, CUBLAS_GEMM_ALGO20, CUBLAS_GEMM_ALGO21, CUBLAS_GEMM_ALGO22,
    CUBLAS_GEMM_ALGO23, CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99, CUBLAS_GEMM_DFALT_TENSOR_OP = 99, CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP, CUBLAS_GEMM_ALGO2_TENSOR_OP, CUBLAS_GEMM_ALGO3_TENSOR_OP, CUBLAS_GEMM_ALGO4_TENSOR_OP,
    CUBLAS_GEMM_ALGO5_TENSOR_OP, CUBLAS_GEMM_ALGO6_TENSOR_OP, CUBLAS_GEMM_ALGO7_TENSOR_OP, CUBLAS_GEMM_ALGO8_TENSOR_OP,
    CUBLAS_GEMM_ALGO9_TENSOR_OP, CUBLAS_GEMM_ALGO10_TENSOR_OP, CUBLAS_GEMM_ALGO11_TENSOR_OP, CUBLAS_GEMM_ALGO12_TENSOR_OP,
    CUBLAS_GEMM_ALGO13_TENSOR_OP, CUBLAS_GEMM_ALGO14_TENSOR_OP, CUBLAS_GEMM_ALGO15_TENSOR_OP
} cublasGemmAlgo_t;
typedef cudaDataType cublasDataType_t;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);
cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes);
cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);
cublasStatus_t cublasSetVector(int n, int bytes, const void *host, int host_step, void *device, int device_step);
cublasStatus_t cublasGetVector(int n, int bytes, const void *device, int device_step, void *host, int host_step);
cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void *host, int host_ld, void *device, int device_ld);
cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void *device, int device_ld, void *host, int host_ld);
cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void *host, int host_step, void *device, int device_step, cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void *device, int device_step, void *host, int host_step, cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void *host, int host_ld, void *device, int device_ld,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void *device, int device_ld, void *host, int host_ld,
                                    cudaStream_t stream);
#ifdef __cplusplus
}
#endif

#endif
