// SPDX-License-Identifier: BSD-3-Clause
// <cufft.h>: cuFFT in both precisions; each call launches warplock's own kernels (sim/cufft). For C and C++.
#ifndef _CUFFT_H_
#define _CUFFT_H_

#include "cuComplex.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#define CUFFT_VER_MAJOR 10
#define CUFFT_VER_MINOR 2
#define CUFFT_VER_PATCH 0
#define CUFFT_VERSION 10200
#define CUFFTAPI
#define CUFFT_FORWARD -1
#define CUFFT_INVERSE 1

typedef enum cufftResult_t {
    CUFFT_SUCCESS = 0, CUFFT_INVALID_PLAN = 1, CUFFT_ALLOC_FAILED = 2, CUFFT_INVALID_TYPE = 3, CUFFT_INVALID_VALUE = 4,
    CUFFT_INTERNAL_ERROR = 5, CUFFT_EXEC_FAILED = 6, CUFFT_SETUP_FAILED = 7, CUFFT_INVALID_SIZE = 8, CUFFT_UNALIGNED_DATA = 9,
    CUFFT_INCOMPLETE_PARAMETER_LIST = 10, CUFFT_INVALID_DEVICE = 11, CUFFT_PARSE_ERROR = 12, CUFFT_NO_WORKSPACE = 13,
    CUFFT_NOT_IMPLEMENTED = 14, CUFFT_LICENSE_ERROR = 15, CUFFT_NOT_SUPPORTED = 16
} cufftResult;
typedef enum cufftType_t {
    CUFFT_R2C = 0x2a, CUFFT_C2R = 0x2c, CUFFT_C2C = 0x29, CUFFT_D2Z = 0x6a, CUFFT_Z2D = 0x6c, CUFFT_Z2Z = 0x69
} cufftType;
typedef int cufftHandle;
typedef float cufftReal;
typedef double cufftDoubleReal;
typedef cuComplex cufftComplex;
typedef cuDoubleComplex cufftDoubleComplex;

#ifdef __cplusplus
extern "C" {
#endif
cufftResult cufftPlan1d(cufftHandle *plan, int n, cufftType type, int batch);
cufftResult cufftPlan2d(cufftHandle *plan, int n0, int n1, cufftType type);
cufftResult cufftPlan3d(cufftHandle *plan, int n0, int n1, int n2, cufftType type);
cufftResult cufftPlanMany(cufftHandle *plan, int rank, int *n, int *in_embed, int in_step, int in_distance, int *out_embed, int out_step,
                          int out_distance, cufftType type, int batch);
cufftResult cufftCreate(cufftHandle *plan);
cufftResult cufftMakePlan1d(cufftHandle plan, int n, cufftType type, int batch, size_t *work_bytes);
cufftResult cufftMakePlan2d(cufftHandle plan, int n0, int n1, cufftType type, size_t *work_bytes);
cufftResult cufftMakePlan3d(cufftHandle plan, int n0, int n1, int n2, cufftType type, size_t *work_bytes);
cufftResult cufftMakePlanMany(cufftHandle plan, int rank, int *n, int *in_embed, int in_step, int in_distance, int *out_embed, int out_step,
                              int out_distance, cufftType type, int batch, size_t *work_bytes);
cufftResult cufftGetSize(cufftHandle plan, size_t *work_bytes);
cufftResult cufftSetStream(cufftHandle plan, cudaStream_t stream);
cufftResult cufftExecC2C(cufftHandle plan, cufftComplex *in, cufftComplex *out, int direction);
cufftResult cufftExecR2C(cufftHandle plan, cufftReal *in, cufftComplex *out);
cufftResult cufftExecC2R(cufftHandle plan, cufftComplex *in, cufftReal *out);
cufftResult cufftExecZ2Z(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction);
cufftResult cufftExecD2Z(cufftHandle plan, cufftDoubleReal *in, cufftDoubleComplex *out);
cufftResult cufftExecZ2D(cufftHandle plan, cufftDoubleComplex *in, cufftDoubleReal *out);
cufftResult cufftDestroy(cufftHandle plan);
cufftResult cufftGetVersion(int *version);
cufftResult cufftGetProperty(libraryPropertyType type, int *value);
#ifdef __cplusplus
}
#endif

#endif
