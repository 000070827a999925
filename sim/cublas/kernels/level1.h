// SPDX-License-Identifier: BSD-3-Clause
// Level 1, for one type (REAL). A vector starts at its address and advances by its step, which may be negative. Sums
// are made in blocks first, in their order: the same numbers on every run. No guard: read once a type.
static __device__ __forceinline__ REAL CALL(scalar)(const REAL *device, REAL value) { return device ? *device : value; }

#define EACH(i, n) (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
#define AT(x, i, step) x[(long long)(i) * (step)]

KERNEL(axpy)(int n, const REAL *device_alpha, REAL alpha, const REAL *x, int incx, REAL *y, int incy)
{
    alpha = CALL(scalar)(device_alpha, alpha);
    if (alpha == 0)
        return;
    for EACH(i, n)
        AT(y, i, incy) += alpha * AT(x, i, incx);
}

KERNEL(scal)(int n, const REAL *device_alpha, REAL alpha, REAL *x, int incx)
{
    alpha = CALL(scalar)(device_alpha, alpha);
    for EACH(i, n)
        AT(x, i, incx) *= alpha;
}

KERNEL(copy)(int n, const REAL *x, int incx, REAL *y, int incy)
{
    for EACH(i, n)
        AT(y, i, incy) = AT(x, i, incx);
}

KERNEL(swap)(int n, REAL *x, int incx, REAL *y, int incy)
{
    for EACH(i, n) {
        REAL kept = AT(x, i, incx);

        AT(x, i, incx) = AT(y, i, incy);
        AT(y, i, incy) = kept;
    }
}

KERNEL(rot)(int n, REAL *x, int incx, REAL *y, int incy, const REAL *device_c, REAL c, const REAL *device_s, REAL s)
{
    c = CALL(scalar)(device_c, c);
    s = CALL(scalar)(device_s, s);
    for EACH(i, n) {
        REAL a = AT(x, i, incx), b = AT(y, i, incy);

        AT(x, i, incx) = c * a + s * b;
        AT(y, i, incy) = c * b - s * a;
    }
}

// param: a flag, then h11, h21, h12, h22, of which the flag says which are 0, 1 or -1.
KERNEL(rotm)(int n, REAL *x, int incx, REAL *y, int incy, const REAL *param)
{
    REAL flag = param[0], h11 = param[1], h21 = param[2], h12 = param[3], h22 = param[4];

    if (flag == -2)
        return;
    if (flag == 0)
        h11 = h22 = 1;
    if (flag == 1) {
        h12 = 1;
        h21 = -1;
    }
    for EACH(i, n) {
        REAL a = AT(x, i, incx), b = AT(y, i, incy);

        AT(x, i, incx) = h11 * a + h12 * b;
        AT(y, i, incy) = h21 * a + h22 * b;
    }
}

// The rotation that makes b 0: a becomes r, b a value from which c and s follow.
KERNEL(rotg)(REAL *a, REAL *b, REAL *c, REAL *s)
{
    REAL x = *a, y = *b, scale = fabs(x) + fabs(y), r, z = 1;

    if (scale == 0) {
        *c = 1;
        *a = *b = *s = 0;
        return;
    }
    r = scale * sqrt((x / scale) * (x / scale) + (y / scale) * (y / scale));
    if ((fabs(x) > fabs(y) ? x : y) < 0)
        r = -r;
    *c = x / r;
    *s = y / r;
    if (fabs(x) > fabs(y))
        z = y / r;
    else if (x != 0)
        z = 1 / (x / r);
    *a = r;
    *b = z;
}

// The modified rotation (Lawson and others, 1979): factors are kept within 1 / 4096^2 and 4096^2.
KERNEL(rotmg)(REAL *pd1, REAL *pd2, REAL *px1, const REAL *py1, REAL *param)
{
    const REAL gamma = 4096, most = gamma * gamma, least = 1 / most;
    REAL d1 = *pd1, d2 = *pd2, x1 = *px1, y1 = *py1, h11 = 0, h12 = 0, h21 = 0, h22 = 0, flag = -1;
    REAL p2 = d2 * y1, p1 = d1 * x1, q2 = p2 * y1, q1 = p1 * x1, u;
    bool zero = d1 < 0;

    if (!zero && p2 == 0) {
        param[0] = -2;
        return;
    }
    if (!zero && fabs(q1) > fabs(q2)) {
        h21 = -y1 / x1;
        h12 = p2 / p1;
        u = 1 - h12 * h21;
        zero = !(u > 0);
        if (!zero) {
            flag = 0;
            d1 /= u;
            d2 /= u;
            x1 *= u;
        }
    } else if (!zero) {
        zero = q2 < 0;
        if (!zero) {
            REAL kept = d1;

            flag = 1;
            h11 = p1 / p2;
            h22 = x1 / y1;
            u = 1 + h11 * h22;
            d1 = d2 / u;
            d2 = kept / u;
            x1 = y1 * u;
        }
    }
    if (zero)
        flag = -1, h11 = h12 = h21 = h22 = d1 = d2 = x1 = 0;
    bool scaled = d1 != 0 && (d1 <= least || d1 >= most);

    scaled |= d2 != 0 && (fabs(d2) <= least || fabs(d2) >= most);
    if (scaled && flag == 0)
        h11 = h22 = 1;
    if (scaled && flag == 1)
        h12 = 1, h21 = -1;
    if (scaled)
        flag = -1;
    while (d1 != 0 && d1 <= least)
        d1 *= most, x1 /= gamma, h11 /= gamma, h12 /= gamma;
    while (d1 >= most)
        d1 /= most, x1 *= gamma, h11 *= gamma, h12 *= gamma;
    while (d2 != 0 && fabs(d2) <= least)
        d2 *= most, h21 /= gamma, h22 /= gamma;
    while (fabs(d2) >= most)
        d2 /= most, h21 *= gamma, h22 *= gamma;
    *pd1 = d1;
    *pd2 = d2;
    *px1 = x1;
    param[0] = flag;
    if (flag != 0)
        param[1] = h11, param[4] = h22;
    if (flag != 1)
        param[2] = h21, param[3] = h12;
}

// --- sums: a block's threads sum by halves; another launch sums the results of several blocks

static __device__ __forceinline__ REAL CALL(block_sum)(REAL mine)
{
    __shared__ REAL part[BLOCK];

    part[threadIdx.x] = mine;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    return part[0];
}

KERNEL(dot)(int n, const REAL *x, int incx, const REAL *y, int incy, REAL *sums)
{
    REAL sum = 0;

    for EACH(i, n)
        sum += AT(x, i, incx) * AT(y, i, incy);
    sum = CALL(block_sum)(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

KERNEL(asum)(int n, const REAL *x, int incx, REAL *sums)
{
    REAL sum = 0;

    for EACH(i, n)
        sum += fabs(AT(x, i, incx));
    sum = CALL(block_sum)(sum);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

// A sum of squares as scale^2 * sum, in which nothing overflows that the result does not.
static __device__ __forceinline__ void CALL(add_square)(REAL *scale, REAL *sum, REAL other, REAL squares)
{
    if (other == *scale) {
        *sum += squares;
    } else if (*scale < other) {
        *sum = squares + *sum * (*scale / other) * (*scale / other);
        *scale = other;
    } else if (other != 0) {
        *sum += squares * (other / *scale) * (other / *scale);
    }
}

// Pairs of scale and sum of the blocks, or of the last one the norm.
static __device__ __forceinline__ void CALL(block_norm)(REAL scale, REAL sum, REAL *pairs, bool last)
{
    __shared__ REAL scales[BLOCK], sums[BLOCK];

    scales[threadIdx.x] = scale;
    sums[threadIdx.x] = sum;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) {
            CALL(add_square)(&scale, &sum, scales[threadIdx.x + half], sums[threadIdx.x + half]);
            scales[threadIdx.x] = scale;
            sums[threadIdx.x] = sum;
        }
        __syncthreads();
    }
    if (threadIdx.x == 0 && last)
        pairs[0] = sum == 0 ? 0 : scale * sqrt(sum);
    if (threadIdx.x == 0 && !last) {
        pairs[2 * blockIdx.x] = scale;
        pairs[2 * blockIdx.x + 1] = sum;
    }
}

KERNEL(nrm2)(int n, const REAL *x, int incx, REAL *pairs)
{
    REAL scale = 0, sum = 0;

    for EACH(i, n) {
        REAL size = fabs(AT(x, i, incx));

        if (size != 0)
            CALL(add_square)(&scale, &sum, size, 1);
    }
    CALL(block_norm)(scale, sum, pairs, gridDim.x == 1);
}

// The larger, or the smaller; of equals the first. A NaN is neither.
static __device__ __forceinline__ bool CALL(better)(REAL a, int at, REAL than, int than_at, bool smaller)
{
    return at && (!than_at || (smaller ? a < than : a > than) || (a == than && at < than_at));
}

static __device__ __forceinline__ void CALL(block_best)(REAL mine, int at, bool smaller, REAL *values, int *places)
{
    __shared__ REAL value[BLOCK];
    __shared__ int place[BLOCK];

    value[threadIdx.x] = mine;
    place[threadIdx.x] = at;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        int other = threadIdx.x + half;

        if (threadIdx.x < half && CALL(better)(value[other], place[other], value[threadIdx.x], place[threadIdx.x], smaller)) {
            value[threadIdx.x] = value[other];
            place[threadIdx.x] = place[other];
        }
        __syncthreads();
    }
    if (threadIdx.x == 0) {
        places[blockIdx.x] = place[0];
        if (values)
            values[blockIdx.x] = value[0];
    }
}

// The place of the best of each block, from 1 on, 0 for none; `values` only for several blocks.
KERNEL(best)(int n, const REAL *x, int incx, int smaller, REAL *values, int *places)
{
    REAL mine = 0;
    int at = 0;

    for EACH(i, n) {
        REAL size = fabs(AT(x, i, incx));

        if (size == size && CALL(better)(size, i + 1, mine, at, smaller)) {
            mine = size;
            at = i + 1;
        }
    }
    CALL(block_best)(mine, at, smaller, values, places);
}

// --- by one block, from the blocks' results

KERNEL(sum_blocks)(int n, const REAL *sums, REAL *result)
{
    REAL sum = 0;

    for EACH(i, n)
        sum += sums[i];
    sum = CALL(block_sum)(sum);
    if (threadIdx.x == 0)
        *result = sum;
}

KERNEL(norm_blocks)(int n, const REAL *pairs, REAL *result)
{
    REAL scale = 0, sum = 0;

    for EACH(i, n)
        CALL(add_square)(&scale, &sum, pairs[2 * i], pairs[2 * i + 1]);
    CALL(block_norm)(scale, sum, result, true);
}

KERNEL(best_blocks)(int n, const REAL *values, const int *places, int smaller, int *result)
{
    REAL mine = 0;
    int at = 0;

    for EACH(i, n)
        if (CALL(better)(values[i], places[i], mine, at, smaller)) {
            mine = values[i];
            at = places[i];
        }
    CALL(block_best)(mine, at, smaller, 0, result);
}
