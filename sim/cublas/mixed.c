// SPDX-License-Identifier: BSD-3-Clause
// Products of half precision and of mixed types: the allowed combinations and their launch. Pure float and double go to the
// routine of that type.
#include "sim/cublas/cublas.h"
#include "sim/cuda/library_types.h"

#include <string.h>

typedef struct { cudaDataType type; int ld; long long step; const void *at; const void *const *list; } matrix;
typedef struct {
    cublasOperation_t transa, transb;
    int m, n, k, count;
    const void *alpha, *beta;
    matrix a, b, c;
    cudaDataType scale;                         // of alpha, beta and the sums, or float for half precision
} product;

static bool is_op(cublasOperation_t op) { return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C; }
static int larger(int a, int b) { return a > b ? a : b; }

static bool is_allowed(const product *p)
{
    return is_op(p->transa) && is_op(p->transb) && p->m >= 0 && p->n >= 0 && p->k >= 0 && p->count >= 0 && p->alpha && p->beta &&
           p->a.ld >= larger(1, p->transa == CUBLAS_OP_N ? p->m : p->k) && p->b.ld >= larger(1, p->transb == CUBLAS_OP_N ? p->k : p->n) &&
           p->c.ld >= larger(1, p->m);
}

// The combinations of types in cuBLAS (its documentation, "cublasGemmEx").
static bool is_there(const product *p)
{
    const cudaDataType a = p->a.type, c = p->c.type;

    if (a != p->b.type)
        return false;
    switch (p->scale) {
    case CUDA_R_16F: return a == CUDA_R_16F && c == CUDA_R_16F;
    case CUDA_R_32I: return a == CUDA_R_8I && c == CUDA_R_32I;
    case CUDA_R_64F: return a == CUDA_R_64F && c == CUDA_R_64F;
    case CUDA_R_32F:
        return ((a == CUDA_R_16F || a == CUDA_R_16BF) && c == a) ||
               ((a == CUDA_R_16F || a == CUDA_R_16BF || a == CUDA_R_8I || a == CUDA_R_32F) && c == CUDA_R_32F);
    default:         return false;
    }
}

// Converts a half to float.
static float float_of_half(const void *half)
{
    uint16_t bits;
    float value;

    memcpy(&bits, half, sizeof bits);
    const uint32_t exponent = bits >> 10 & 31, fraction = bits & 1023, sign = (uint32_t)(bits & 0x8000) << 16;
    uint32_t word = exponent == 31 ? 0x7f800000 | fraction << 13 : (exponent + 112) << 23 | fraction << 13;

    memcpy(&value, &word, sizeof value);
    if (exponent == 0)
        value = (float)fraction * 0x1p-24f;
    memcpy(&word, &value, sizeof word);
    word |= sign;
    memcpy(&value, &word, sizeof value);
    return value;
}

typedef struct { const void *device; union { float f; int i; } value; } factor;
static factor factor_at(cublasHandle_t handle, const product *p, const void *at)
{
    factor f = { .device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE ? at : NULL };

    if (!f.device && p->scale == CUDA_R_16F)
        f.value.f = float_of_half(at);
    else if (!f.device)
        memcpy(&f.value, at, sizeof f.value);
    return f;
}

static operand_of_type by_columns(const matrix *m, bool turned)
{
    return (operand_of_type){ .at = (void *)m->at, .list = (void *const *)m->list, .step = m->step, .row = turned ? m->ld : 1,
                              .column = turned ? 1 : m->ld, .type = m->type };
}

static unsigned bytes_of(cudaDataType type) { return type == CUDA_R_8I ? 1 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 4; }

static cublasStatus_t launch(cublasHandle_t handle, product *p)
{
    factor alpha = factor_at(handle, p, p->alpha), beta = factor_at(handle, p, p->beta);
    operand_of_type a = by_columns(&p->a, p->transa != CUBLAS_OP_N), b = by_columns(&p->b, p->transb != CUBLAS_OP_N), c = by_columns(&p->c, false);
    operand_of_type *const each[] = { &a, &b, &c };
    const int64_t tiles = (int64_t)((p->m + 15LL) / 16) * ((p->n + 15LL) / 16);
    const cublas_kernel kernel = p->scale == CUDA_R_32I ? CUBLAS_gemm_int : CUBLAS_gemm_float;
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
    int scale = (int)p->scale;

    if (tiles > INT32_MAX)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    for (int first = 0; tiles && first < p->count && status == CUBLAS_STATUS_SUCCESS; first += CUBLAS_Z_MOST) {
        const unsigned now = p->count - first < CUBLAS_Z_MOST ? (unsigned)(p->count - first) : CUBLAS_Z_MOST;

        status = cublas_launch(handle, kernel, (dim3){ (unsigned)tiles, 1, now }, (dim3){ 256, 1, 1 },
                               (void *[]){ &p->m, &p->n, &p->k, &alpha.device, &alpha.value, &a, &b, &beta.device, &beta.value, &c, &scale });
        for (unsigned i = 0; i < 3; i++) {
            each[i]->list += each[i]->list ? CUBLAS_Z_MOST : 0;
            each[i]->at = each[i]->list ? NULL : (char *)each[i]->at + CUBLAS_Z_MOST * each[i]->step * bytes_of((cudaDataType)each[i]->type);
        }
    }
    return status;
}

// Pure float or double: the level 3 routine, strided or with lists.
#define WHOLE(name, real) \
    static cublasStatus_t name##_throughout(cublasHandle_t handle, const product *p) \
    { \
        return p->a.list ? cublas##name##gemmBatched(handle, p->transa, p->transb, p->m, p->n, p->k, p->alpha, (const real *const *)p->a.list, \
                                                     p->a.ld, (const real *const *)p->b.list, p->b.ld, p->beta, \
                                                     (real *const *)p->c.list, p->c.ld, p->count) : \
               cublas##name##gemmStridedBatched(handle, p->transa, p->transb, p->m, p->n, p->k, p->alpha, p->a.at, p->a.ld, p->a.step, \
                                                p->b.at, p->b.ld, p->b.step, p->beta, (real *)p->c.at, p->c.ld, p->c.step, p->count); \
    }
WHOLE(S, float)
WHOLE(D, double)

static cublasStatus_t multiply(cublasHandle_t handle, product *p)
{
    if (!cublas_is_open(handle))
        return CUBLAS_STATUS_NOT_INITIALIZED;
    if (!is_allowed(p) || ((p->a.list || p->b.list || p->c.list) && (!p->a.list || !p->b.list || !p->c.list)))
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!is_there(p))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    if (p->scale == CUDA_R_64F)
        return D_throughout(handle, p);
    return p->a.type == CUDA_R_32F ? S_throughout(handle, p) : launch(handle, p);
}

static cudaDataType scale_of(cublasComputeType_t compute)
{
    switch (compute) {
    case CUBLAS_COMPUTE_16F: case CUBLAS_COMPUTE_16F_PEDANTIC: return CUDA_R_16F;
    case CUBLAS_COMPUTE_32F: case CUBLAS_COMPUTE_32F_PEDANTIC: case CUBLAS_COMPUTE_32F_FAST_16F: case CUBLAS_COMPUTE_32F_FAST_16BF:
    case CUBLAS_COMPUTE_32F_FAST_TF32: return CUDA_R_32F;
    case CUBLAS_COMPUTE_64F: case CUBLAS_COMPUTE_64F_PEDANTIC: return CUDA_R_64F;
    case CUBLAS_COMPUTE_32I: case CUBLAS_COMPUTE_32I_PEDANTIC: return CUDA_R_32I;
    }
    return CUDA_C_8U;                           // never a product's
}

#define SHAPE cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k
#define PRODUCT(...) \
    multiply(handle, &(product){ .transa = transa, .transb = transb, .m = m, .n = n, .k = k, .alpha = alpha, .beta = beta, __VA_ARGS__ })
#define ONE(of, name)     { .type = (of), .ld = ld##name, .at = (name) }
#define STRIDED(of, name) { .type = (of), .ld = ld##name, .at = (name), .step = stride_##name }
#define LISTED(of, name)  { .type = (of), .ld = ld##name, .list = (const void *const *)(name) }

cublasStatus_t cublasHgemm(SHAPE, const void *alpha, const void *a, int lda, const void *b, int ldb, const void *beta, void *c, int ldc)
{
    return PRODUCT(.count = 1, .scale = CUDA_R_16F, .a = ONE(CUDA_R_16F, a), .b = ONE(CUDA_R_16F, b), .c = ONE(CUDA_R_16F, c));
}

cublasStatus_t cublasHgemmStridedBatched(SHAPE, const void *alpha, const void *a, int lda, long long stride_a, const void *b, int ldb,
                                         long long stride_b, const void *beta, void *c, int ldc, long long stride_c, int count)
{
    return PRODUCT(.count = count, .scale = CUDA_R_16F, .a = STRIDED(CUDA_R_16F, a), .b = STRIDED(CUDA_R_16F, b), .c = STRIDED(CUDA_R_16F, c));
}

cublasStatus_t cublasHgemmBatched(SHAPE, const void *alpha, const void *const a[], int lda, const void *const b[], int ldb,
                                  const void *beta, void *const c[], int ldc, int count)
{
    return PRODUCT(.count = count, .scale = CUDA_R_16F, .a = LISTED(CUDA_R_16F, a), .b = LISTED(CUDA_R_16F, b), .c = LISTED(CUDA_R_16F, c));
}

cublasStatus_t cublasSgemmEx(SHAPE, const float *alpha, const void *a, cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                             int ldb, const float *beta, void *c, cudaDataType type_c, int ldc)
{
    return PRODUCT(.count = 1, .scale = CUDA_R_32F, .a = ONE(type_a, a), .b = ONE(type_b, b), .c = ONE(type_c, c));
}

cublasStatus_t cublasGemmEx(SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda, const void *b, cudaDataType type_b,
                            int ldb, const void *beta, void *c, cudaDataType type_c, int ldc, cublasComputeType_t compute,
                            cublasGemmAlgo_t algorithm)
{
    (void)algorithm;
    return PRODUCT(.count = 1, .scale = scale_of(compute), .a = ONE(type_a, a), .b = ONE(type_b, b), .c = ONE(type_c, c));
}

cublasStatus_t cublasGemmStridedBatchedEx(SHAPE, const void *alpha, const void *a, cudaDataType type_a, int lda, long long stride_a,
                                          const void *b, cudaDataType type_b, int ldb, long long stride_b, const void *beta, void *c,
                                          cudaDataType type_c, int ldc, long long stride_c, int count, cublasComputeType_t compute,
                                          cublasGemmAlgo_t algorithm)
{
    (void)algorithm;
    return PRODUCT(.count = count, .scale = scale_of(compute), .a = STRIDED(type_a, a), .b = STRIDED(type_b, b), .c = STRIDED(type_c, c));
}

cublasStatus_t cublasGemmBatchedEx(SHAPE, const void *alpha, const void *const a[], cudaDataType type_a, int lda, const void *const b[],
                                   cudaDataType type_b, int ldb, const void *beta, void *const c[], cudaDataType type_c, int ldc, int count,
                                   cublasComputeType_t compute, cublasGemmAlgo_t algorithm)
{
    (void)algorithm;
    return PRODUCT(.count = count, .scale = scale_of(compute), .a = LISTED(type_a, a), .b = LISTED(type_b, b), .c = LISTED(type_c, c));
}
