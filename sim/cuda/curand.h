// SPDX-License-Identifier: BSD-3-Clause
// <curand.h>: cuRAND's host generators; each call launches warplock's own kernels (sim/curand). For C and C++.
#ifndef CURAND_H_
#define CURAND_H_

#include "cuda_runtime_api.h"
#include "library_types.h"

#define CURAND_VER_MAJOR 10
#define CURAND_VER_MINOR 2
#define CURAND_VER_PATCH 1
#define CURAND_VERSION 10201
#define CURANDAPI

typedef enum curandStatus {
    CURAND_STATUS_SUCCESS = 0, CURAND_STATUS_VERSION_MISMATCH = 100, CURAND_STATUS_NOT_INITIALIZED = 101,
    CURAND_STATUS_ALLOCATION_FAILED = 102, CURAND_STATUS_TYPE_ERROR = 103, CURAND_STATUS_OUT_OF_RANGE = 104,
    CURAND_STATUS_LENGTH_NOT_MULTIPLE = 105, CURAND_STATUS_DOUBLE_PRECISION_REQUIRED = 106, CURAND_STATUS_LAUNCH_FAILURE = 201,
    CURAND_STATUS_PREEXISTING_FAILURE = 202, CURAND_STATUS_INITIALIZATION_FAILED = 203, CURAND_STATUS_ARCH_MISMATCH = 204,
    CURAND_STATUS_INTERNAL_ERROR = 999
} curandStatus_t;
typedef enum curandRngType {
    CURAND_RNG_TEST = 0, CURAND_RNG_PSEUDO_DEFAULT = 100, CURAND_RNG_PSEUDO_XORWOW = 101, CURAND_RNG_PSEUDO_MRG32K3A = 121,
    CURAND_RNG_PSEUDO_MTGP32 = 141, CURAND_RNG_PSEUDO_MT19937 = 142, CURAND_RNG_PSEUDO_PHILOX4_32_10 = 161,
    CURAND_RNG_QUASI_DEFAULT = 200, CURAND_RNG_QUASI_SOBOL32 = 201, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 = 202,
    CURAND_RNG_QUASI_SOBOL64 = 203, CURAND_RNG_QUASI_SCRAMBLED_SOBOL64 = 204
} curandRngType_t;
typedef enum curandOrdering {
    CURAND_ORDERING_PSEUDO_BEST = 100, CURAND_ORDERING_PSEUDO_DEFAULT = 101, CURAND_ORDERING_PSEUDO_SEEDED = 102,
    CURAND_ORDERING_PSEUDO_LEGACY = 103, CURAND_ORDERING_PSEUDO_DYNAMIC = 104, CURAND_ORDERING_QUASI_DEFAULT = 201
} curandOrdering_t;
typedef struct curandGenerator_st *curandGenerator_t;

#ifdef __cplusplus
extern "C" {
#endif
curandStatus_t curandCreateGenerator(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator, curandRngType_t type);
curandStatus_t curandDestroyGenerator(curandGenerator_t generator);
curandStatus_t curandGetVersion(int *version);
curandStatus_t curandGetProperty(libraryPropertyType type, int *value);
curandStatus_t curandSetStream(curandGenerator_t generator, cudaStream_t stream);
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator, unsigned long long seed);
curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator, unsigned long long offset);
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator, curandOrdering_t order);
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator, unsigned dimensions);
curandStatus_t curandGenerateSeeds(curandGenerator_t generator);
curandStatus_t curandGenerate(curandGenerator_t generator, unsigned *to, size_t n);
curandStatus_t curandGenerateLongLong(curandGenerator_t generator, unsigned long long *to, size_t n);
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *to, size_t n);
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator, double *to, size_t n);
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation);
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator, double *to, size_t n, double mean, double deviation);
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator, float *to, size_t n, float mean, float deviation);
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator, double *to, size_t n, double mean, double deviation);
#ifdef __cplusplus
}
#endif

#endif
