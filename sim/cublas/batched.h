// SPDX-License-Identifier: BSD-3-Clause
// Factors and inverses of many small matrices for one type (REAL). No guard: sim/cublas/routines.c reads it once a type.

ROUTINE(getrfBatched)(cublasHandle_t handle, int n, REAL *const a[], int lda, int *pivots, int *info, int count)
{
    ENTER(handle);
    CHECK(n >= 0 && count >= 0 && lda >= larger(1, n) && (!count || !n || (a && info)));
    return count && n ? LAUNCH(handle, KERNEL(getrf), size((unsigned)count, 1, 1), size(n > 16 ? CUBLAS_BLOCK : 32, 1, 1), &n, &a, &lda,
                               &pivots, &info) : CUBLAS_STATUS_SUCCESS;
}

ROUTINE(getriBatched)(cublasHandle_t handle, int n, const REAL *const a[], int lda, const int *pivots, REAL *const c[], int ldc, int *info,
                      int count)
{
    ENTER(handle);
    CHECK(n >= 0 && count >= 0 && lda >= larger(1, n) && ldc >= larger(1, n) && (!count || !n || (a && c && info)));
    return count && n ? LAUNCH(handle, KERNEL(getri), size((unsigned)count, 1, 1), size(n > 32 ? CUBLAS_BLOCK : 32, 1, 1), &n, &a, &lda,
                               &pivots, &c, &ldc, &info) : CUBLAS_STATUS_SUCCESS;
}
