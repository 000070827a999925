// SPDX-License-Identifier: BSD-3-Clause
// Level 3 for one type (REAL). No guard: sim/cublas/routines.c reads it once a type.

// A matrix that is stored by columns, as op says.
static OPERAND OWN(by_columns)(const REAL *at, int ld, bool turned)
{
    return (OPERAND){ .at = (REAL *)at, .row = turned ? ld : 1, .column = turned ? 1 : ld };
}

static OPERAND OWN(from)(OPERAND o, int i, int j)
{
    o.at += (int64_t)i * o.row + (int64_t)j * o.column;
    return o;
}

// C = alpha A B + beta C of a batch. Uses large tiles when that still fills the SMs.
static cublasStatus_t OWN(product)(cublasHandle_t handle, int m, int n, int k, OWN(scalar) alpha, OPERAND a, OPERAND b, OWN(scalar) beta,
                                   OPERAND c, int count)
{
    const int64_t large = (int64_t)parts(m, 64) * parts(n, 64);
    const bool whole = !a.form && !b.form, is_large = large * count >= 16;
    const cublas_kernel kernel = whole ? is_large ? KERNEL(gemm_64) : KERNEL(gemm_16) : is_large ? KERNEL(part_mm_64) : KERNEL(part_mm_16);
    const int64_t tiles = is_large ? large : (int64_t)parts(m, 16) * parts(n, 16);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

    if (!m || !n || ((!k || OWN(is_known)(alpha, 0)) && OWN(is_known)(beta, 1)))
        return status;
    if (tiles > INT32_MAX)
        return CUBLAS_STATUS_NOT_SUPPORTED;
    for (int first = 0; first < count && status == CUBLAS_STATUS_SUCCESS; first += CUBLAS_Z_MOST) {
        OPERAND *const each[] = { &a, &b, &c };

        status = LAUNCH(handle, kernel, size((unsigned)tiles, 1, at_most((unsigned)(count - first), CUBLAS_Z_MOST)), a_block(), &m, &n, &k,
                        &alpha.device, &alpha.value, &a, &b, &beta.device, &beta.value, &c);
        for (unsigned i = 0; i < 3; i++) {
            each[i]->list += each[i]->list ? CUBLAS_Z_MOST : 0;
            each[i]->at += each[i]->list ? 0 : CUBLAS_Z_MOST * each[i]->step;
        }
    }
    return status;
}

static bool OWN(gemm_allowed)(cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, int lda, int ldb, int ldc)
{
    return is_op(transa) && is_op(transb) && m >= 0 && n >= 0 && k >= 0 && lda >= larger(1, transa == CUBLAS_OP_N ? m : k) &&
           ldb >= larger(1, transb == CUBLAS_OP_N ? k : n) && ldc >= larger(1, m);
}

ROUTINE(gemm_v2)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                 const REAL *a, int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(OWN(gemm_allowed)(transa, transb, m, n, k, lda, ldb, ldc) && alpha && beta);
    return OWN(product)(handle, m, n, k, OWN(scalar_at)(handle, alpha), OWN(by_columns)(a, lda, transa != CUBLAS_OP_N),
                        OWN(by_columns)(b, ldb, transb != CUBLAS_OP_N), OWN(scalar_at)(handle, beta), OWN(by_columns)(c, ldc, false), 1);
}

ROUTINE(gemmStridedBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k,
                            const REAL *alpha, const REAL *a, int lda, long long stride_a, const REAL *b, int ldb, long long stride_b,
                            const REAL *beta, REAL *c, int ldc, long long stride_c, int count)
{
    ENTER(handle);
    CHECK(OWN(gemm_allowed)(transa, transb, m, n, k, lda, ldb, ldc) && alpha && beta && count >= 0);
    OPERAND left = OWN(by_columns)(a, lda, transa != CUBLAS_OP_N), right = OWN(by_columns)(b, ldb, transb != CUBLAS_OP_N);
    OPERAND to = OWN(by_columns)(c, ldc, false);

    left.step = stride_a;
    right.step = stride_b;
    to.step = stride_c;
    return OWN(product)(handle, m, n, k, OWN(scalar_at)(handle, alpha), left, right, OWN(scalar_at)(handle, beta), to, count);
}

ROUTINE(gemmBatched)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                     const REAL *const a[], int lda, const REAL *const b[], int ldb, const REAL *beta, REAL *const c[], int ldc, int count)
{
    ENTER(handle);
    CHECK(OWN(gemm_allowed)(transa, transb, m, n, k, lda, ldb, ldc) && alpha && beta && count >= 0 && (!count || (a && b && c)));
    OPERAND left = OWN(by_columns)(NULL, lda, transa != CUBLAS_OP_N), right = OWN(by_columns)(NULL, ldb, transb != CUBLAS_OP_N);
    OPERAND to = OWN(by_columns)(NULL, ldc, false);

    left.list = (REAL *const *)a;
    right.list = (REAL *const *)b;
    to.list = c;
    return OWN(product)(handle, m, n, k, OWN(scalar_at)(handle, alpha), left, right, OWN(scalar_at)(handle, beta), to, count);
}

ROUTINE(symm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const REAL *alpha, const REAL *a,
                 int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(is_side(side) && is_uplo(uplo) && m >= 0 && n >= 0 && lda >= larger(1, side == CUBLAS_SIDE_LEFT ? m : n) &&
          ldb >= larger(1, m) && ldc >= larger(1, m) && alpha && beta);
    bool left = side == CUBLAS_SIDE_LEFT;
    OPERAND whole = OWN(by_columns)(b, ldb, false), half = OWN(by_columns)(a, lda, false);

    half.form = symmetric(uplo);
    return OWN(product)(handle, m, n, left ? m : n, OWN(scalar_at)(handle, alpha), left ? half : whole, left ? whole : half,
                        OWN(scalar_at)(handle, beta), OWN(by_columns)(c, ldc, false), 1);
}

// --- a triangle of a product with what is transposed

static bool OWN(rank_allowed)(cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, int lda, int ldb, int ldc)
{
    int rows = larger(1, trans == CUBLAS_OP_N ? n : k);

    return is_uplo(uplo) && is_op(trans) && n >= 0 && k >= 0 && lda >= rows && ldb >= rows && ldc >= larger(1, n);
}

// C = alpha op(A) op(B)^T + beta C.
static cublasStatus_t OWN(rank)(cublasHandle_t handle, cublasFillMode_t uplo, bool turned, int n, int k, OWN(scalar) alpha, const REAL *a,
                                int lda, const REAL *b, int ldb, OWN(scalar) beta, REAL *c, int ldc)
{
    OPERAND to = OWN(by_columns)(c, ldc, false);

    to.form = triangle(uplo, false, CUBLAS_DIAG_NON_UNIT);
    return OWN(product)(handle, n, n, k, alpha, OWN(by_columns)(a, lda, turned), OWN(by_columns)(b, ldb, !turned), beta, to, 1);
}

ROUTINE(syrk_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a,
                 int lda, const REAL *beta, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(OWN(rank_allowed)(uplo, trans, n, k, lda, lda, ldc) && alpha && beta);
    return OWN(rank)(handle, uplo, trans != CUBLAS_OP_N, n, k, OWN(scalar_at)(handle, alpha), a, lda, a, lda, OWN(scalar_at)(handle, beta),
                     c, ldc);
}

ROUTINE(syrkx)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a,
               int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(OWN(rank_allowed)(uplo, trans, n, k, lda, ldb, ldc) && alpha && beta);
    return OWN(rank)(handle, uplo, trans != CUBLAS_OP_N, n, k, OWN(scalar_at)(handle, alpha), a, lda, b, ldb, OWN(scalar_at)(handle, beta),
                     c, ldc);
}

ROUTINE(syr2k_v2)(cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a,
                  int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(OWN(rank_allowed)(uplo, trans, n, k, lda, ldb, ldc) && alpha && beta);
    bool turned = trans != CUBLAS_OP_N;
    OWN(scalar) factor = OWN(scalar_at)(handle, alpha), one = { NULL, 1 };
    cublasStatus_t status = OWN(rank)(handle, uplo, turned, n, k, factor, a, lda, b, ldb, OWN(scalar_at)(handle, beta), c, ldc);

    return status == CUBLAS_STATUS_SUCCESS ? OWN(rank)(handle, uplo, turned, n, k, factor, b, ldb, a, lda, one, c, ldc) : status;
}

// --- element by element

static cublasStatus_t OWN(sum)(cublasHandle_t handle, int m, int n, OWN(scalar) alpha, OPERAND a, OWN(scalar) beta, OPERAND b, OPERAND c)
{
    return LAUNCH(handle, KERNEL(geam), plane_for(m, n), a_plane(), &m, &n, &alpha.device, &alpha.value, &a, &beta.device, &beta.value, &b, &c);
}

ROUTINE(geam)(cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const REAL *alpha, const REAL *a,
              int lda, const REAL *beta, const REAL *b, int ldb, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(is_op(transa) && is_op(transb) && m >= 0 && n >= 0 && alpha && beta && lda >= larger(1, transa == CUBLAS_OP_N ? m : n) &&
          ldb >= larger(1, transb == CUBLAS_OP_N ? m : n) && ldc >= larger(1, m));
    // In place of an operand, if each element keeps its place.
    CHECK((c != a || (transa == CUBLAS_OP_N && lda == ldc)) && (c != b || (transb == CUBLAS_OP_N && ldb == ldc)));
    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    return OWN(sum)(handle, m, n, OWN(scalar_at)(handle, alpha), OWN(by_columns)(a, lda, transa != CUBLAS_OP_N), OWN(scalar_at)(handle, beta),
                    OWN(by_columns)(b, ldb, transb != CUBLAS_OP_N), OWN(by_columns)(c, ldc, false));
}

ROUTINE(dgmm)(cublasHandle_t handle, cublasSideMode_t side, int m, int n, const REAL *a, int lda, const REAL *x, int incx, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(is_side(side) && m >= 0 && n >= 0 && lda >= larger(1, m) && ldc >= larger(1, m));
    int left = side == CUBLAS_SIDE_LEFT;

    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, left ? m : n, incx);
    return LAUNCH(handle, KERNEL(dgmm), plane_for(m, n), a_plane(), &m, &n, &left, &a, &lda, &x, &incx, &c, &ldc);
}

// --- triangles

// C = alpha op(A) B or alpha B op(A); in place of B from a copy of it.
ROUTINE(trmm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                 int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc)
{
    ENTER(handle);
    CHECK(is_side(side) && is_uplo(uplo) && is_op(trans) && is_diag(diag) && m >= 0 && n >= 0 &&
          lda >= larger(1, side == CUBLAS_SIDE_LEFT ? m : n) && ldb >= larger(1, m) && ldc >= larger(1, m) && alpha && (b != c || ldb == ldc));
    bool left = side == CUBLAS_SIDE_LEFT, turned = trans != CUBLAS_OP_N;
    OWN(scalar) nothing = { NULL, 0 }, one = { NULL, 1 };
    OPERAND whole = OWN(by_columns)(b, ldb, false), half = OWN(by_columns)(a, lda, turned), to = OWN(by_columns)(c, ldc, false);

    if (!m || !n)
        return CUBLAS_STATUS_SUCCESS;
    half.form = triangle(uplo, turned, diag);
    if (b == c) {
        REAL *room = cublas_room(handle, (size_t)m * (size_t)n * sizeof *room);
        OPERAND copy = OWN(by_columns)(room, m, false);

        if (!room)
            return CUBLAS_STATUS_ALLOC_FAILED;
        cublasStatus_t status = OWN(sum)(handle, m, n, one, whole, nothing, whole, copy);
        if (status != CUBLAS_STATUS_SUCCESS)
            return status;
        whole = copy;
    }
    return OWN(product)(handle, m, n, left ? m : n, OWN(scalar_at)(handle, alpha), left ? half : whole, left ? whole : half, nothing, to, 1);
}

// Solves A X = B in place of B: solves 32 rows, eliminates them from the rows below, and repeats.
static cublasStatus_t OWN(solve)(cublasHandle_t handle, int rows, int columns, OPERAND a, OPERAND b)
{
    enum { EACH = 32 };
    bool lower = (a.form & FORM_KINDS) == FORM_LOWER;
    OWN(scalar) less = { NULL, -1 }, one = { NULL, 1 };
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

    for (int done = 0; done < rows && status == CUBLAS_STATUS_SUCCESS;) {
        int now = rows - done < EACH ? rows - done : EACH, rest = rows - done - now, at = lower ? done : rest;
        OPERAND corner = OWN(from)(a, at, at), solved = OWN(from)(b, at, 0), others = OWN(from)(a, lower ? at + now : 0, at);

        others.form = FORM_WHOLE;
        status = LAUNCH(handle, KERNEL(part_sm), size(parts(columns, 64), 1, 1), size(64, 1, 1), &now, &columns, &corner, &solved);
        if (status == CUBLAS_STATUS_SUCCESS)
            status = OWN(product)(handle, rest, columns, now, less, others, solved, one, OWN(from)(b, lower ? at + now : 0, 0), 1);
        done += now;
    }
    return status;
}

ROUTINE(trsm_v2)(cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag,
                 int m, int n, const REAL *alpha, const REAL *a, int lda, REAL *b, int ldb)
{
    ENTER(handle);
    CHECK(is_side(side) && is_uplo(uplo) && is_op(trans) && is_diag(diag) && m >= 0 && n >= 0 &&
          lda >= larger(1, side == CUBLAS_SIDE_LEFT ? m : n) && ldb >= larger(1, m) && alpha);
    // Right side: the transposed equation.
    bool left = side == CUBLAS_SIDE_LEFT, turned = (trans != CUBLAS_OP_N) == left;
    OWN(scalar) factor = { NULL, 0 }, nothing = { NULL, 0 };
    OPERAND half = OWN(by_columns)(a, lda, turned), whole = OWN(by_columns)(b, ldb, false);
    cublasStatus_t status = CUBLAS_STATUS_SUCCESS;

    if (!m || !n)
        return status;
    if (handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
        status = cublas_fetch(handle, &factor.value, alpha, sizeof *alpha);
    else
        factor.value = *alpha;
    half.form = triangle(uplo, turned, diag);
    if (status == CUBLAS_STATUS_SUCCESS && factor.value != 1)
        status = OWN(sum)(handle, m, n, factor, whole, nothing, whole, whole);
    if (status != CUBLAS_STATUS_SUCCESS || factor.value == 0)
        return status;
    return OWN(solve)(handle, left ? m : n, left ? n : m, half, OWN(by_columns)(b, ldb, !left));
}
