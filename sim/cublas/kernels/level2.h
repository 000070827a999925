// SPDX-License-Identifier: BSD-3-Clause
// Level 2, for one type (REAL). gemv and ger are written for their accesses; symmetric, triangular, banded and packed
// matrices share one kernel for products, one for the solution and one for updates. No guard: read once a type.

// y = alpha A x + beta y, one thread per row: a warp reads along a column, coalesced. The block shares a tile of x.
KERNEL(gemv_n)(int m, int n, const REAL *device_alpha, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,
               const REAL *device_beta, REAL beta, REAL *y, int incy)
{
    __shared__ REAL piece[BLOCK];
    int i = blockIdx.x * BLOCK + threadIdx.x;
    REAL sum = 0;

    alpha = CALL(scalar)(device_alpha, alpha);
    beta = CALL(scalar)(device_beta, beta);
    for (int first = 0; first < n && alpha != 0; first += BLOCK) {
        int j = first + threadIdx.x, count = n - first < BLOCK ? n - first : BLOCK;

        if (j < n)
            piece[threadIdx.x] = AT(x, j, incx);
        __syncthreads();
        if (i < m)
            for (j = 0; j < count; j++)
                sum += a[i + (long long)(first + j) * lda] * piece[j];
        __syncthreads();
    }
    if (i < m)
        AT(y, i, incy) = alpha * sum + (beta == 0 ? 0 : beta * AT(y, i, incy));
}

// y = alpha A^T x + beta y, one block per column.
KERNEL(gemv_t)(int m, int n, const REAL *device_alpha, REAL alpha, const REAL *a, int lda, const REAL *x, int incx,
               const REAL *device_beta, REAL beta, REAL *y, int incy)
{
    REAL sum = 0;
    int j = blockIdx.x;

    alpha = CALL(scalar)(device_alpha, alpha);
    beta = CALL(scalar)(device_beta, beta);
    if (alpha != 0)
        for (int i = threadIdx.x; i < m; i += BLOCK)
            sum += a[i + (long long)j * lda] * AT(x, i, incx);
    sum = CALL(block_sum)(sum);
    if (threadIdx.x == 0)
        AT(y, j, incy) = alpha * sum + (beta == 0 ? 0 : beta * AT(y, j, incy));
}

KERNEL(ger)(int m, int n, const REAL *device_alpha, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a, int lda)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    alpha = CALL(scalar)(device_alpha, alpha);
    if (alpha == 0 || i >= m)
        return;
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < n; j += gridDim.y * blockDim.y)
        a[i + (long long)j * lda] += alpha * AT(x, i, incx) * AT(y, j, incy);
}

// --- matrices stored in part

static __device__ __forceinline__ long long CALL(place)(const shape &s, int i, int j)
{
    switch (s.stored) {
    case STORED_BAND:         return s.above_stored + i - j + (long long)j * s.lda;
    case STORED_PACKED_UPPER: return i + (long long)j * (j + 1) / 2;
    case STORED_PACKED_LOWER: return i + (2 * (long long)s.rows - j - 1) * j / 2;
    default:                  return i + (long long)j * s.lda;
    }
}

// Element (i, j) of op(A), within its band.
static __device__ __forceinline__ REAL CALL(element)(const shape &s, const REAL *a, int i, int j)
{
    int kind = s.form & FORM_KINDS;

    if (i == j && s.form & FORM_UNIT)
        return 1;
    if (s.transposed || (kind == FORM_SYMMETRIC_UPPER && i > j) || (kind == FORM_SYMMETRIC_LOWER && i < j))
        return a[CALL(place)(s, j, i)];
    return a[CALL(place)(s, i, j)];
}

// y = alpha op(A) x + beta y, one thread per row.
KERNEL(part_mv)(shape s, const REAL *device_alpha, REAL alpha, const REAL *a, const REAL *x, int incx,
                const REAL *device_beta, REAL beta, REAL *y, int incy)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    REAL sum = 0;

    alpha = CALL(scalar)(device_alpha, alpha);
    beta = CALL(scalar)(device_beta, beta);
    if (i >= s.rows)
        return;
    int begin = i > s.below ? i - s.below : 0, end = s.above < s.columns - 1 - i ? i + s.above : s.columns - 1;

    if (alpha != 0)
        for (int j = begin; j <= end; j++)
            sum += CALL(element)(s, a, i, j) * AT(x, j, incx);
    AT(y, i, incy) = alpha * sum + (beta == 0 ? 0 : beta * AT(y, i, incy));
}

// x = op(A)^-1 x by one block: it solves one unknown at a time, and all threads eliminate it from the later equations.
KERNEL(part_sv)(shape s, const REAL *a, REAL *x, int incx)
{
    __shared__ REAL solved;
    bool lower = (s.form & FORM_KINDS) == FORM_LOWER;

    for (int step = 0; step < s.rows; step++) {
        int j = lower ? step : s.rows - 1 - step, behind = lower ? s.rows - 1 - j : j, band = lower ? s.below : s.above;

        if (threadIdx.x == 0) {
            solved = AT(x, j, incx);
            if (!(s.form & FORM_UNIT))
                solved /= CALL(element)(s, a, j, j);
            AT(x, j, incx) = solved;
        }
        __syncthreads();
        behind = behind < band ? behind : band;
        for (int k = threadIdx.x + 1; k <= behind; k += blockDim.x) {
            int i = lower ? j + k : j - k;

            AT(x, i, incx) -= CALL(element)(s, a, i, j) * solved;
        }
        __syncthreads();
    }
}

// The stored triangle of A += alpha x x^T, or, with y, alpha (x y^T + y x^T).
KERNEL(part_update)(shape s, const REAL *device_alpha, REAL alpha, const REAL *x, int incx, const REAL *y, int incy, REAL *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    alpha = CALL(scalar)(device_alpha, alpha);
    if (alpha == 0 || i >= s.rows)
        return;
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < s.rows; j += gridDim.y * blockDim.y) {
        if ((s.form & FORM_KINDS) == FORM_UPPER ? i > j : i < j)
            continue;
        REAL sum = y ? AT(x, i, incx) * AT(y, j, incy) + AT(y, i, incy) * AT(x, j, incx) : AT(x, i, incx) * AT(x, j, incx);

        a[CALL(place)(s, i, j)] += alpha * sum;
    }
}
