// SPDX-License-Identifier: BSD-3-Clause
// Level 3, for one type (REAL): a product by tiles in shared memory, for whole, symmetric and triangular operands; the solution
// with a triangle of 32 rows, on which trsm builds with products. No guard: read once a type.

// Element (i, j) of an operand of this form.
static __device__ __forceinline__ REAL CALL(load)(const REAL *a, const OPERAND &o, bool whole, int i, int j)
{
    int kind = o.form & FORM_KINDS;

    if (!whole && kind == (i > j ? FORM_SYMMETRIC_UPPER : FORM_SYMMETRIC_LOWER)) {
        int kept = i;

        i = j;
        j = kept;
    }
    if (!whole && ((kind == FORM_UPPER && i > j) || (kind == FORM_LOWER && i < j)))
        return 0;
    if (!whole && i == j && o.form & FORM_UNIT)
        return 1;
    return a[(long long)i * o.row + (long long)j * o.column];
}

static __device__ __forceinline__ REAL *CALL(of_batch)(const OPERAND &o)
{
    return o.list ? o.list[blockIdx.z] : o.at + (long long)blockIdx.z * o.step;
}

// C = alpha A B + beta C of a tile of SIDE * SIDE, by 16 * 16 threads; c.form: which triangle of C is written, or all of it.
// Threads read consecutive addresses.
template <int SIDE, bool WHOLE> static __device__ __forceinline__ void CALL(product)(
    int m, int n, int k, const REAL *device_alpha, REAL alpha, const OPERAND &a, const OPERAND &b, const REAL *device_beta, REAL beta,
    const OPERAND &c)
{
    enum { DEPTH = 16, EACH_WAY = SIDE / 16 };
    __shared__ REAL left[DEPTH][SIDE + 1], right[DEPTH][SIDE + 1];
    const REAL *at_a = CALL(of_batch)(a), *at_b = CALL(of_batch)(b);
    REAL *at_c = CALL(of_batch)(c), sum[EACH_WAY][EACH_WAY], from_left[EACH_WAY], from_right[EACH_WAY];
    int tiles = (m + SIDE - 1) / SIDE, first_i = blockIdx.x % tiles * SIDE, first_j = blockIdx.x / tiles * SIDE;
    int thread = threadIdx.x, x = thread % 16, y = thread / 16, begin = 0, end = k;

    if ((c.form == FORM_UPPER && first_i > first_j + SIDE - 1) || (c.form == FORM_LOWER && first_i + SIDE - 1 < first_j))
        return;
    alpha = CALL(scalar)(device_alpha, alpha);
    beta = CALL(scalar)(device_beta, beta);
#pragma unroll
    for (int u = 0; u < EACH_WAY; u++)
#pragma unroll
        for (int v = 0; v < EACH_WAY; v++)
            sum[u][v] = 0;
    // Skips the part of a triangle that is 0 for the whole tile.
    if (!WHOLE && ((a.form & FORM_KINDS) == FORM_UPPER || (b.form & FORM_KINDS) == FORM_LOWER))
        begin = (a.form & FORM_KINDS) == FORM_UPPER ? first_i : first_j;
    if (!WHOLE && (a.form & FORM_KINDS) == FORM_LOWER && first_i + SIDE < end)
        end = first_i + SIDE;
    if (!WHOLE && (b.form & FORM_KINDS) == FORM_UPPER && first_j + SIDE < end)
        end = first_j + SIDE;
    if (alpha == 0)
        end = 0;
    for (int first = begin; first < end; first += DEPTH) {
#pragma unroll
        for (int round = 0; round < SIDE * DEPTH / 256; round++) {
            int at = thread + 256 * round;
            int i = a.row == 1 ? at % SIDE : at / DEPTH, d = a.row == 1 ? at / SIDE : at % DEPTH;

            left[d][i] = first_i + i < m && first + d < end ? CALL(load)(at_a, a, WHOLE, first_i + i, first + d) : 0;
        }
#pragma unroll
        for (int round = 0; round < SIDE * DEPTH / 256; round++) {
            int at = thread + 256 * round;
            int j = b.row == 1 ? at / DEPTH : at % SIDE, d = b.row == 1 ? at % DEPTH : at / SIDE;

            right[d][j] = first_j + j < n && first + d < end ? CALL(load)(at_b, b, WHOLE, first + d, first_j + j) : 0;
        }
        __syncthreads();
        for (int d = 0; d < DEPTH; d++) {
#pragma unroll
            for (int u = 0; u < EACH_WAY; u++) {
                from_left[u] = left[d][x + 16 * u];
                from_right[u] = right[d][y + 16 * u];
            }
#pragma unroll
            for (int u = 0; u < EACH_WAY; u++)
#pragma unroll
                for (int v = 0; v < EACH_WAY; v++)
                    sum[u][v] += from_left[u] * from_right[v];
        }
        __syncthreads();
    }
#pragma unroll
    for (int v = 0; v < EACH_WAY; v++)
#pragma unroll
        for (int u = 0; u < EACH_WAY; u++) {
            int i = first_i + x + 16 * u, j = first_j + y + 16 * v;

            if (i >= m || j >= n || (c.form == FORM_UPPER && i > j) || (c.form == FORM_LOWER && i < j))
                continue;
            REAL *to = at_c + (long long)i * c.row + (long long)j * c.column;
            *to = alpha * sum[u][v] + (beta == 0 ? 0 : beta * *to);
        }
}

#define PRODUCT(name, side, whole) \
    KERNEL(name)(int m, int n, int k, const REAL *device_alpha, REAL alpha, OPERAND a, OPERAND b, const REAL *device_beta, REAL beta, OPERAND c) \
    { \
        CALL(product)<side, whole>(m, n, k, device_alpha, alpha, a, b, device_beta, beta, c); \
    }
PRODUCT(gemm_64, 64, true)
PRODUCT(gemm_16, 16, true)
PRODUCT(part_mm_64, 64, false)
PRODUCT(part_mm_16, 16, false)
#undef PRODUCT

// Solves A X = B in place of B, at most 32 rows, one thread per column, with both matrices in shared memory.
KERNEL(part_sm)(int rows, int n, OPERAND a, OPERAND b)
{
    enum { MOST = 32, COLUMNS = 64 };
    __shared__ REAL triangle[MOST][MOST + 1], x[MOST][COLUMNS + 1];
    int first = blockIdx.x * COLUMNS, thread = threadIdx.x, columns = n - first < COLUMNS ? n - first : COLUMNS;
    bool lower = (a.form & FORM_KINDS) == FORM_LOWER;

    for (int at = thread; at < rows * rows; at += COLUMNS) {
        int i = at % rows, j = at / rows;

        triangle[i][j] = CALL(load)(a.at, a, false, i, j);
    }
    for (int at = thread; at < rows * columns; at += COLUMNS) {
        int i = b.row == 1 ? at % rows : at / columns, j = b.row == 1 ? at / rows : at % columns;

        x[i][j] = b.at[(long long)i * b.row + (long long)(first + j) * b.column];
    }
    __syncthreads();
    for (int step = 0; step < rows && thread < columns; step++) {
        int i = lower ? step : rows - 1 - step;
        REAL sum = x[i][thread];

        for (int k = 0; k < step; k++) {
            int j = lower ? k : rows - 1 - k;

            sum -= triangle[i][j] * x[j][thread];
        }
        x[i][thread] = a.form & FORM_UNIT ? sum : sum / triangle[i][i];
    }
    __syncthreads();
    for (int at = thread; at < rows * columns; at += COLUMNS) {
        int i = b.row == 1 ? at % rows : at / columns, j = b.row == 1 ? at / rows : at % columns;

        b.at[(long long)i * b.row + (long long)(first + j) * b.column] = x[i][j];
    }
}

// C = alpha A + beta B, element by element. An operand whose factor is 0 is not read.
KERNEL(geam)(int m, int n, const REAL *device_alpha, REAL alpha, OPERAND a, const REAL *device_beta, REAL beta, OPERAND b, OPERAND c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    alpha = CALL(scalar)(device_alpha, alpha);
    beta = CALL(scalar)(device_beta, beta);
    if (i >= m)
        return;
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < n; j += gridDim.y * blockDim.y) {
        REAL from_a = alpha == 0 ? 0 : alpha * a.at[(long long)i * a.row + (long long)j * a.column];
        REAL from_b = beta == 0 ? 0 : beta * b.at[(long long)i * b.row + (long long)j * b.column];

        c.at[(long long)i * c.row + (long long)j * c.column] = from_a + from_b;
    }
}

// C = diag(x) A, or A diag(x).
KERNEL(dgmm)(int m, int n, int left, const REAL *a, int lda, const REAL *x, int incx, REAL *c, int ldc)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i >= m)
        return;
    for (int j = blockIdx.y * blockDim.y + threadIdx.y; j < n; j += gridDim.y * blockDim.y)
        c[i + (long long)j * ldc] = a[i + (long long)j * lda] * AT(x, left ? i : j, incx);
}
#undef EACH
#undef AT
