// SPDX-License-Identifier: BSD-3-Clause
// The routines of cuBLAS, one per row, read once for float and once for double (REAL):
//   ROUTINE(name, (parameters))           cublasSname, cublasDname
//   INDEX_ROUTINE(name, (parameters))     cublasIsname, cublasIdname
// No guard: it is included more than once.

// Level 1: vectors
ROUTINE(axpy_v2, (cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx, REAL *y, int incy))
ROUTINE(copy_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy))
ROUTINE(scal_v2, (cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx))
ROUTINE(swap_v2, (cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy))
ROUTINE(dot_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y, int incy, REAL *result))
ROUTINE(nrm2_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result))
ROUTINE(asum_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result))
INDEX_ROUTINE(amax_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, int *result))
INDEX_ROUTINE(amin_v2, (cublasHandle_t handle, int n, const REAL *x, int incx, int *result))
ROUTINE(rot_v2, (cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *c, const REAL *s))
ROUTINE(rotg_v2, (cublasHandle_t handle, REAL *a, REAL *b, REAL *c, REAL *s))
ROUTINE(rotm_v2, (cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *param))
ROUTINE(rotmg_v2, (cublasHandle_t handle, REAL *d1, REAL *d2, REAL *x1, const REAL *y1, REAL *param))

// Level 2: a matrix and vectors
ROUTINE(gemv_v2, (cublasHandle_t handle, cublasOperation_t trans, int m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *x,
                  int incx, const REAL *beta, REAL *y, int incy))
ROUTINE(gbmv_v2, (cublasHandle_t handle, cublasOperation_t trans, int m, int n, int kl, int ku, const REAL *alpha, const REAL *a, int lda,
                  const REAL *x, int incx, const REAL *beta, REAL *y, int incy))
ROUTINE(symv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *a, int lda, const REAL *x, int incx,
                  const REAL *beta, REAL *y, int incy))
ROUTINE(sbmv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, int k, const REAL *alpha, const REAL *a, int lda, const REAL *x, int
                  incx, const REAL *beta, REAL *y, int incy))
ROUTINE(spmv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *ap, const REAL *x, int incx, const
                  REAL *beta, REAL *y, int incy))
ROUTINE(trmv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const REAL *a, int
                  lda, REAL *x, int incx))
ROUTINE(tbmv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const REAL *a,
                  int lda, REAL *x, int incx))
ROUTINE(tpmv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const REAL *ap, REAL
                  *x, int incx))
ROUTINE(trsv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const REAL *a, int
                  lda, REAL *x, int incx))
ROUTINE(tbsv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, int k, const REAL *a,
                  int lda, REAL *x, int incx))
ROUTINE(tpsv_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int n, const REAL *ap, REAL
                  *x, int incx))
ROUTINE(ger_v2, (cublasHandle_t handle, int m, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda))
ROUTINE(syr_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, REAL *a, int lda))
ROUTINE(spr_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, REAL *ap))
ROUTINE(syr2_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy,
                  REAL *a, int lda))
ROUTINE(spr2_v2, (cublasHandle_t handle, cublasFillMode_t uplo, int n, const REAL *alpha, const REAL *x, int incx, const REAL *y, int incy,
                  REAL *ap))

// Level 3: matrices
ROUTINE(gemm_v2, (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const REAL *alpha, const
                  REAL *a, int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc))
ROUTINE(gemmBatched, (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const REAL *alpha,
                      const REAL *const a[], int lda, const REAL *const b[], int ldb, const REAL *beta, REAL *const c[], int ldc, int count))
ROUTINE(gemmStridedBatched, (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, int k, const REAL
                             *alpha, const REAL *a, int lda, long long stride_a, const REAL *b, int ldb, long long stride_b, const REAL
                             *beta, REAL *c, int ldc, long long stride_c, int count))
ROUTINE(symm_v2, (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const REAL *alpha, const REAL *a, int
                  lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc))
ROUTINE(syrk_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a, int
                  lda, const REAL *beta, REAL *c, int ldc))
ROUTINE(syr2k_v2, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a,
                   int lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc))
ROUTINE(syrkx, (cublasHandle_t handle, cublasFillMode_t uplo, cublasOperation_t trans, int n, int k, const REAL *alpha, const REAL *a, int
                lda, const REAL *b, int ldb, const REAL *beta, REAL *c, int ldc))
ROUTINE(trmm_v2, (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
                  m, int n, const REAL *alpha, const REAL *a, int lda, const REAL *b, int ldb, REAL *c, int ldc))
ROUTINE(trsm_v2, (cublasHandle_t handle, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t trans, cublasDiagType_t diag, int
                  m, int n, const REAL *alpha, const REAL *a, int lda, REAL *b, int ldb))

// Factors and inverses of many small matrices
ROUTINE(getrfBatched, (cublasHandle_t handle, int n, REAL *const a[], int lda, int *pivots, int *info, int count))
ROUTINE(getriBatched, (cublasHandle_t handle, int n, const REAL *const a[], int lda, const int *pivots, REAL *const c[], int ldc, int *info,
                       int count))

// Beyond BLAS
ROUTINE(geam, (cublasHandle_t handle, cublasOperation_t transa, cublasOperation_t transb, int m, int n, const REAL *alpha, const REAL *a,
               int lda, const REAL *beta, const REAL *b, int ldb, REAL *c, int ldc))
ROUTINE(dgmm, (cublasHandle_t handle, cublasSideMode_t side, int m, int n, const REAL *a, int lda, const REAL *x, int incx, REAL *c, int ldc))
