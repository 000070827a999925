// SPDX-License-Identifier: BSD-3-Clause
// Level 2 for one type (REAL). No guard: sim/cublas/routines.c reads it once a type.

ROUTINE(gemv_v2)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *x,
                 int incx, const REAL *beta, REAL *y, int incy)
{
    ENTER(handle);
    CHECK(is_op(trans) && m >= 0 && n >= 0 && lda >= larger(1, m) && incx && incy && alpha && beta);
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    bool turned = trans != CUBLAS_OP_N;
    OWN(scalar) factor = OWN(scalar_at)(handle, alpha), kept = OWN(scalar_at)(handle, beta);

    if (OWN(is_known)(factor, 0) && OWN(is_known)(kept, 1))
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, turned ? m : n, incx);
    y = OWN(first)(y, turned ? n : m, incy);
    return LAUNCH(handle, turned ? KERNEL(gemv_t) : KERNEL(gemv_n), turned ? size((unsigned)n, 1, 1) : size(parts(m, CUBLAS_BLOCK), 1, 1),
                  a_block(), &m, &n, &factor.device, &factor.value, &a, &lda, &x, &incx, &kept.device, &kept.value, &y, &incy);
}

ROUTINE(ger_v2)(cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda)
{
    ENTER(handle);
    CHECK(m >= 0 && n >= 0 && incx && incy && lda >= larger(1, m) && alpha);
    OWN(scalar) factor = OWN(scalar_at)(handle, alpha);

    if (!m || !n || OWN(is_known)(factor, 0))
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, m, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(ger), plane_for(m, n), a_plane(), &m, &n, &factor.device, &factor.value, &x, &incx, &y, &incy, &a, &lda);
}

// --- products with a part of a matrix

static cublasStatus_t OWN(part_mv)(cublasHandle_t handle, shape s, const REAL *alpha, const REAL *a, const REAL *x, int incx,
                                   const REAL *beta, REAL *y, int incy)
{
    CHECK(incx && incy && alpha && beta);
    OWN(scalar) factor = OWN(scalar_at)(handle, alpha), kept = OWN(scalar_at)(handle, beta);

    if (!s.rows || !s.columns || (OWN(is_known)(factor, 0) && OWN(is_known)(kept, 1)))
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, s.columns, incx);
    y = OWN(first)(y, s.rows, incy);
    return LAUNCH(handle, KERNEL(part_mv), size(parts(s.rows, CUBLAS_BLOCK), 1, 1), a_block(), &s, &factor.device, &factor.value, &a, &x,
                  &incx, &kept.device, &kept.value, &y, &incy);
}

ROUTINE(gbmv_v2)(cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku, const REAL *alpha, const REAL *a, int lda,
                 const REAL *x, int incx, const REAL *beta, REAL *y, int incy)
{
    ENTER(handle);
    CHECK(is_op(trans) && m >= 0 && n >= 0 && kl >= 0 && ku >= 0 && lda > (int64_t)kl + ku);
    bool turned = trans != CUBLAS_OP_N;
    shape s = { .rows = turned ? n : m, .columns = turned ? m : n, .lda = lda, .stored = STORED_BAND, .above_stored = ku,
                .transposed = turned, .below = turned ? ku : kl, .above = turned ? kl : ku };

    return OWN(part_mv)(handle, s, alpha, a, x, incx, beta, y, incy);
}

ROUTINE(symv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *a, int lda, const REAL *x, int incx,
                 const REAL *beta, REAL *y, int incy)
{
    ENTER(handle);
    CHECK(is_uplo(uplo) && n >= 0 && lda >= larger(1, n));
    return OWN(part_mv)(handle, symmetric_shape(uplo, n, n, lda, STORED_FULL), alpha, a, x, incx, beta, y, incy);
}

ROUTINE(sbmv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const REAL *alpha, const REAL *a, int lda, const REAL *x,
                 int incx, const REAL *beta, REAL *y, int incy)
{
    ENTER(handle);
    CHECK(is_uplo(uplo) && n >= 0 && k >= 0 && lda > k);
    return OWN(part_mv)(handle, symmetric_shape(uplo, n, k, lda, STORED_BAND), alpha, a, x, incx, beta, y, incy);
}

ROUTINE(spmv_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *ap, const REAL *x, int incx,
                 const REAL *beta, REAL *y, int incy)
{
    ENTER(handle);
    CHECK(is_uplo(uplo) && n >= 0);
    return OWN(part_mv)(handle, symmetric_shape(uplo, n, n, 0, STORED_PACKED_UPPER), alpha, ap, x, incx, beta, y, incy);
}

// --- triangles

// x = op(A) x, from a copy of x.
static cublasStatus_t OWN(triangle_mv)(cublasHandle_t handle, shape s, const REAL *a, REAL *x, int incx)
{
    OWN(scalar) one = { NULL, 1 }, nothing = { NULL, 0 };
    int step = 1;

    CHECK(incx);
    if (!s.rows)
        return CUBLAS_STATUS_SUCCESS;
    REAL *copy = cublas_room(handle, (size_t)s.rows * sizeof *copy);

    if (!copy)
        return CUBLAS_STATUS_ALLOC_FAILED;
    x = OWN(first)(x, s.rows, incx);
    cublasStatus_t status = LAUNCH(handle, KERNEL(copy), blocks_for(s.rows), a_block(), &s.rows, &x, &incx, &copy, &step);
    if (status != CUBLAS_STATUS_SUCCESS)
        return status;
    return LAUNCH(handle, KERNEL(part_mv), size(parts(s.rows, CUBLAS_BLOCK), 1, 1), a_block(), &s, &one.device, &one.value, &a, &copy,
                  &step, &nothing.device, &nothing.value, &x, &incx);
}

static cublasStatus_t OWN(triangle_sv)(cublasHandle_t handle, shape s, const REAL *a, REAL *x, int incx)
{
    CHECK(incx);
    if (!s.rows)
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, s.rows, incx);
    return LAUNCH(handle, KERNEL(part_sv), size(1, 1, 1), a_block(), &s, &a, &x, &incx);
}

#define TRIANGLE(end, then) \
    ROUTINE(tr##end##_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, \
                          const REAL *a, int lda, REAL *x, int incx) \
    { \
        ENTER(handle); \
        CHECK(is_uplo(uplo) && is_op(trans) && is_diag(diag) && n >= 0 && lda >= larger(1, n)); \
        return then(handle, triangle_shape(uplo, trans, diag, n, n, lda, STORED_FULL), a, x, incx); \
    } \
    ROUTINE(tb##end##_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, int k, \
                          const REAL *a, int lda, REAL *x, int incx) \
    { \
        ENTER(handle); \
        CHECK(is_uplo(uplo) && is_op(trans) && is_diag(diag) && n >= 0 && k >= 0 && lda > k); \
        return then(handle, triangle_shape(uplo, trans, diag, n, k, lda, STORED_BAND), a, x, incx); \
    } \
    ROUTINE(tp##end##_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, \
                          const REAL *ap, REAL *x, int incx) \
    { \
        ENTER(handle); \
        CHECK(is_uplo(uplo) && is_op(trans) && is_diag(diag) && n >= 0); \
        return then(handle, triangle_shape(uplo, trans, diag, n, n, 0, STORED_PACKED_UPPER), ap, x, incx); \
    }
TRIANGLE(mv, OWN(triangle_mv))
TRIANGLE(sv, OWN(triangle_sv))
#undef TRIANGLE

// --- updates of a triangle

static cublasStatus_t OWN(update)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx,
                                  const REAL *y, int incy, REAL *a, int lda, int stored)
{
    CHECK(is_uplo(uplo) && n >= 0 && incx && incy && alpha);
    shape s = triangle_shape(uplo, CUBLAS_OP_N, CUBLAS_DIAG_NON_UNIT, n, n, lda, stored);
    OWN(scalar) factor = OWN(scalar_at)(handle, alpha);

    if (!n || OWN(is_known)(factor, 0))
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, n, incx);
    y = y ? OWN(first)(y, n, incy) : NULL;
    return LAUNCH(handle, KERNEL(part_update), plane_for(n, n), a_plane(), &s, &factor.device, &factor.value, &x, &incx, &y, &incy, &a);
}

ROUTINE(syr_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, REAL *a, int lda)
{
    ENTER(handle);
    CHECK(lda >= larger(1, n));
    return OWN(update)(handle, uplo, n, alpha, x, incx, NULL, 1, a, lda, STORED_FULL);
}

ROUTINE(spr_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, REAL *ap)
{
    ENTER(handle);
    return OWN(update)(handle, uplo, n, alpha, x, incx, NULL, 1, ap, 0, STORED_PACKED_UPPER);
}

ROUTINE(syr2_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy,
                 REAL *a, int lda)
{
    ENTER(handle);
    CHECK(lda >= larger(1, n) && (y || !n));
    return OWN(update)(handle, uplo, n, alpha, x, incx, y, incy, a, lda, STORED_FULL);
}

ROUTINE(spr2_v2)(cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy,
                 REAL *ap)
{
    ENTER(handle);
    CHECK(y || !n);
    return OWN(update)(handle, uplo, n, alpha, x, incx, y, incy, ap, 0, STORED_PACKED_UPPER);
}
