// SPDX-License-Identifier: BSD-3-Clause
// <cublas_v2.h>: cuBLAS in float and double, levels 1 to 3, and products of other types, for C and C++ of any compiler. Each
// call launches warplock's own kernels (sim/cublas). Written from NVIDIA's public documentation (cuBLAS library). docs/cuda.md
// lists what is supported.
#ifndef CUBLAS_V2_H_
#define CUBLAS_V2_H_

#include "cublas_api.h"

#pragma push_macro("REAL")
#pragma push_macro("ROUTINE")
#pragma push_macro("INDEX_ROUTINE")
#undef REAL
#undef ROUTINE
#undef INDEX_ROUTINE
#ifdef __cplusplus
extern "C" {
#endif
#define ROUTINE(name, parameters) cublasStatus_t cublasS##name parameters;
#define INDEX_ROUTINE(name, parameters) cublasStatus_t cublasIs##name parameters;
#define REAL float
#include "warplock/cublas_routines.h"
#undef ROUTINE
#undef INDEX_ROUTINE
#undef REAL
#define ROUTINE(name, parameters) cublasStatus_t cublasD##name parameters;
#define INDEX_ROUTINE(name, parameters) cublasStatus_t cublasId##name parameters;
#define REAL double
#include "warplock/cublas_routines.h"
#undef ROUTINE
#undef INDEX_ROUTINE
#undef REAL
#ifdef __cplusplus
}
#endif
#pragma pop_macro("REAL")
#pragma pop_macro("ROUTINE")
#pragma pop_macro("INDEX_ROUTINE")

#include "warplock/cublas_mixed.h"
#include "warplock/cublas_names.h"

#endif
