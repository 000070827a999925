// SPDX-License-Identifier: BSD-3-Clause
// cuBLAS in float and double: each routine's argument checks and launches.
#include "sim/cublas/cublas.h"

#include <string.h>

#define CHECK(condition) \
    if (!(condition)) \
        return CUBLAS_STATUS_INVALID_VALUE
#define ENTER(handle) \
    if (!cublas_is_open(handle)) \
        return CUBLAS_STATUS_NOT_INITIALIZED
// A launch with its arguments' addresses.
#define LAUNCH(handle, kernel, grid, block, ...) cublas_launch(handle, kernel, grid, block, (void *[]){ __VA_ARGS__ })

static dim3 size(unsigned x, unsigned y, unsigned z) { return (dim3){ x, y, z }; }
static unsigned parts(int n, int each) { return (unsigned)(n / each + (n % each != 0)); }
static unsigned at_most(unsigned n, unsigned most) { return n < most ? n : most; }
static int larger(int a, int b) { return a > b ? a : b; }

// A thread per element; several if a vector exceeds the largest grid.
static dim3 blocks_for(int n) { return size(at_most(parts(n, CUBLAS_BLOCK), 65535), 1, 1); }
static dim3 sums_for(int n) { return size(at_most(parts(n, CUBLAS_BLOCK), CUBLAS_SUM_BLOCKS), 1, 1); }
static dim3 a_block(void) { return size(CUBLAS_BLOCK, 1, 1); }
// A thread per element of a matrix.
static dim3 plane_for(int m, int n) { return size(parts(m, 32), at_most(parts(n, 8), 65535), 1); }
static dim3 a_plane(void) { return size(32, 8, 1); }

static bool is_op(cublasOperation_t op) { return op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C; }
static bool is_uplo(cublasFillMode_t uplo) { return uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER; }
static bool is_diag(cublasDiagType_t diag) { return diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT; }
static bool is_side(cublasSideMode_t side) { return side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT; }

// The triangle of op(A).
static int triangle(cublasFillMode_t uplo, bool transposed, cublasDiagType_t diag)
{
    return ((uplo == CUBLAS_FILL_MODE_UPPER) != transposed ? FORM_UPPER : FORM_LOWER) | (diag == CUBLAS_DIAG_UNIT ? FORM_UNIT : 0);
}

static int symmetric(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? FORM_SYMMETRIC_UPPER : FORM_SYMMETRIC_LOWER;
}

// How a triangle or a symmetric matrix of n rows with k off-diagonals is stored.
static shape stored_shape(cublasFillMode_t uplo, int n, int k, int lda, int stored)
{
    bool upper = uplo == CUBLAS_FILL_MODE_UPPER;

    if (stored == STORED_PACKED_UPPER && !upper)
        stored = STORED_PACKED_LOWER;
    return (shape){ .rows = n, .columns = n, .lda = lda, .stored = stored, .above_stored = upper ? k : 0 };
}

static shape symmetric_shape(cublasFillMode_t uplo, int n, int k, int lda, int stored)
{
    shape s = stored_shape(uplo, n, k, lda, stored);

    s.form = symmetric(uplo);
    s.below = s.above = k;
    return s;
}

static shape triangle_shape(cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, int k, int lda, int stored)
{
    shape s = stored_shape(uplo, n, k, lda, stored);

    s.transposed = trans != CUBLAS_OP_N;
    s.form = triangle(uplo, s.transposed, diag);
    *((s.form & FORM_KINDS) == FORM_UPPER ? &s.above : &s.below) = k;
    return s;
}

#define REAL float
#define ROUTINE(name) cublasStatus_t cublasS##name
#define INDEX_ROUTINE(name) cublasStatus_t cublasIs##name
#define KERNEL(name) CUBLAS_S_##name
#define OPERAND operand_s
#define OWN(name) name##_s
#include "sim/cublas/level1.h"
#include "sim/cublas/level2.h"
#include "sim/cublas/level3.h"
#include "sim/cublas/batched.h"
#undef REAL
#undef ROUTINE
#undef INDEX_ROUTINE
#undef KERNEL
#undef OPERAND
#undef OWN
#define REAL double
#define ROUTINE(name) cublasStatus_t cublasD##name
#define INDEX_ROUTINE(name) cublasStatus_t cublasId##name
#define KERNEL(name) CUBLAS_D_##name
#define OPERAND operand_d
#define OWN(name) name##_d
#include "sim/cublas/level1.h"
#include "sim/cublas/level2.h"
#include "sim/cublas/level3.h"
#include "sim/cublas/batched.h"
