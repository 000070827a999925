// SPDX-License-Identifier: BSD-3-Clause
// Level 1 for one type (REAL). No guard: sim/cublas/routines.c reads it once a type.

// A scalar by the pointer mode: its address on the device, or its value.
typedef struct { const REAL *device; REAL value; } OWN(scalar);

static OWN(scalar) OWN(scalar_at)(cublasHandle_t handle, const REAL *at)
{
    bool device = handle->pointers == CUBLAS_POINTER_MODE_DEVICE;

    return (OWN(scalar)){ device ? at : NULL, device ? 0 : *at };
}

static bool OWN(is_known)(OWN(scalar) s, REAL value) { return !s.device && s.value == value; }

// Its first element in stride order.
static REAL *OWN(first)(const REAL *x, int n, int step)
{
    return (REAL *)x + (step < 0 && n > 0 ? (int64_t)(1 - n) * step : 0);
}

ROUTINE(axpy_v2)(cublasHandle_t handle, int n, const REAL *alpha, const REAL *x, int incx, REAL *y, int incy)
{
    ENTER(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK(alpha);
    OWN(scalar) a = OWN(scalar_at)(handle, alpha);

    if (OWN(is_known)(a, 0))
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(axpy), blocks_for(n), a_block(), &n, &a.device, &a.value, &x, &incx, &y, &incy);
}

ROUTINE(copy_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *y, int incy)
{
    ENTER(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(copy), blocks_for(n), a_block(), &n, &x, &incx, &y, &incy);
}

ROUTINE(scal_v2)(cublasHandle_t handle, int n, const REAL *alpha, REAL *x, int incx)
{
    ENTER(handle);
    if (n <= 0 || incx <= 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK(alpha);
    OWN(scalar) a = OWN(scalar_at)(handle, alpha);

    return LAUNCH(handle, KERNEL(scal), blocks_for(n), a_block(), &n, &a.device, &a.value, &x, &incx);
}

ROUTINE(swap_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy)
{
    ENTER(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(swap), blocks_for(n), a_block(), &n, &x, &incx, &y, &incy);
}

ROUTINE(rot_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *c, const REAL *s)
{
    ENTER(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK(c && s);
    OWN(scalar) cosine = OWN(scalar_at)(handle, c), sine = OWN(scalar_at)(handle, s);

    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(rot), blocks_for(n), a_block(), &n, &x, &incx, &y, &incy, &cosine.device, &cosine.value, &sine.device,
                  &sine.value);
}

ROUTINE(rotm_v2)(cublasHandle_t handle, int n, REAL *x, int incx, REAL *y, int incy, const REAL *param)
{
    ENTER(handle);
    if (n <= 0)
        return CUBLAS_STATUS_SUCCESS;
    CHECK(param);
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST) {
        if (cudaMemcpyAsync(handle->sums, param, 5 * sizeof *param, cudaMemcpyHostToDevice, handle->stream) != cudaSuccess)
            return CUBLAS_STATUS_MAPPING_ERROR;
        param = (const REAL *)handle->sums;
    }
    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    return LAUNCH(handle, KERNEL(rotm), blocks_for(n), a_block(), &n, &x, &incx, &y, &incy, &param);
}

// A kernel that reads and writes scalars: host scalars are copied to the device and back.
static cublasStatus_t OWN(with_scalars)(cublasHandle_t handle, cublas_kernel kernel, REAL *const *scalars, const int *counts, unsigned n)
{
    REAL *at[5], together[9], *device = (REAL *)handle->sums;
    bool host = handle->pointers == CUBLAS_POINTER_MODE_HOST;
    void *arguments[5];
    unsigned total = 0;

    for (unsigned i = 0; i < n; i++) {
        CHECK(scalars[i]);
        at[i] = host ? device + total : scalars[i];
        arguments[i] = &at[i];
        if (host)
            memcpy(together + total, scalars[i], (size_t)counts[i] * sizeof(REAL));
        total += (unsigned)counts[i];
    }
    if (host && cudaMemcpyAsync(device, together, total * sizeof(REAL), cudaMemcpyHostToDevice, handle->stream) != cudaSuccess)
        return CUBLAS_STATUS_MAPPING_ERROR;
    cublasStatus_t status = cublas_launch(handle, kernel, size(1, 1, 1), size(1, 1, 1), arguments);

    if (status == CUBLAS_STATUS_SUCCESS && host)
        status = cublas_fetch(handle, together, device, total * sizeof(REAL));
    for (unsigned i = 0; i < n && host && status == CUBLAS_STATUS_SUCCESS; i++)
        memcpy(scalars[i], together + (at[i] - device), (size_t)counts[i] * sizeof(REAL));
    return status;
}

ROUTINE(rotg_v2)(cublasHandle_t handle, REAL *a, REAL *b, REAL *c, REAL *s)
{
    ENTER(handle);
    return OWN(with_scalars)(handle, KERNEL(rotg), (REAL *[]){ a, b, c, s }, (int[]){ 1, 1, 1, 1 }, 4);
}

ROUTINE(rotmg_v2)(cublasHandle_t handle, REAL *d1, REAL *d2, REAL *x1, const REAL *y1, REAL *param)
{
    ENTER(handle);
    REAL y;

    if (y1 && handle->pointers == CUBLAS_POINTER_MODE_HOST) {           // comes back, and may be constant
        y = *y1;
        y1 = &y;
    }
    return OWN(with_scalars)(handle, KERNEL(rotmg), (REAL *[]){ d1, d2, x1, (REAL *)y1, param }, (int[]){ 1, 1, 1, 1, 5 }, 5);
}

// --- sums: of the blocks first, then of their results

// Where the last launch puts it: at the caller's address, or in a buffer for the host.
static void *OWN(result_at)(cublasHandle_t handle, void *result)
{
    return handle->pointers == CUBLAS_POINTER_MODE_DEVICE ? result : handle->sums + CUBLAS_SUM_BLOCKS * 4 * sizeof(double);
}

static cublasStatus_t OWN(give)(cublasHandle_t handle, cublasStatus_t status, void *result, size_t bytes)
{
    if (status != CUBLAS_STATUS_SUCCESS || handle->pointers == CUBLAS_POINTER_MODE_DEVICE)
        return status;
    return cublas_fetch(handle, result, OWN(result_at)(handle, result), bytes);
}

static cublasStatus_t OWN(give_zero)(cublasHandle_t handle, void *result, size_t bytes)
{
    if (handle->pointers == CUBLAS_POINTER_MODE_HOST)
        memset(result, 0, bytes);
    else if (cudaMemsetAsync(result, 0, bytes, handle->stream) != cudaSuccess)
        return CUBLAS_STATUS_MAPPING_ERROR;
    return CUBLAS_STATUS_SUCCESS;
}

ROUTINE(dot_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, const REAL *y, int incy, REAL *result)
{
    ENTER(handle);
    CHECK(result);
    if (n <= 0)
        return OWN(give_zero)(handle, result, sizeof *result);
    dim3 blocks = sums_for(n);
    int count = (int)blocks.x;
    REAL *last = OWN(result_at)(handle, result), *sums = count == 1 ? last : (REAL *)handle->sums;

    x = OWN(first)(x, n, incx);
    y = OWN(first)(y, n, incy);
    cublasStatus_t status = LAUNCH(handle, KERNEL(dot), blocks, a_block(), &n, &x, &incx, &y, &incy, &sums);
    if (status == CUBLAS_STATUS_SUCCESS && count > 1)
        status = LAUNCH(handle, KERNEL(sum_blocks), size(1, 1, 1), a_block(), &count, &sums, &last);
    return OWN(give)(handle, status, result, sizeof *result);
}

static cublasStatus_t OWN(sum_of)(cublasHandle_t handle, cublas_kernel first, cublas_kernel then, int n, const REAL *x, int incx, REAL *result)
{
    ENTER(handle);
    CHECK(result);
    if (n <= 0 || incx <= 0)
        return OWN(give_zero)(handle, result, sizeof *result);
    dim3 blocks = sums_for(n);
    int count = (int)blocks.x;
    REAL *last = OWN(result_at)(handle, result), *sums = count == 1 ? last : (REAL *)handle->sums;

    cublasStatus_t status = LAUNCH(handle, first, blocks, a_block(), &n, &x, &incx, &sums);
    if (status == CUBLAS_STATUS_SUCCESS && count > 1)
        status = LAUNCH(handle, then, size(1, 1, 1), a_block(), &count, &sums, &last);
    return OWN(give)(handle, status, result, sizeof *result);
}

ROUTINE(nrm2_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    return OWN(sum_of)(handle, KERNEL(nrm2), KERNEL(norm_blocks), n, x, incx, result);
}

ROUTINE(asum_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, REAL *result)
{
    return OWN(sum_of)(handle, KERNEL(asum), KERNEL(sum_blocks), n, x, incx, result);
}

static cublasStatus_t OWN(best_of)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result, int smaller)
{
    ENTER(handle);
    CHECK(result);
    if (n <= 0 || incx <= 0)
        return OWN(give_zero)(handle, result, sizeof *result);
    dim3 blocks = sums_for(n);
    int count = (int)blocks.x, *last = OWN(result_at)(handle, result);
    int *places = count == 1 ? last : (int *)(handle->sums + CUBLAS_SUM_BLOCKS * 2 * sizeof(double));
    REAL *values = count == 1 ? NULL : (REAL *)handle->sums;

    cublasStatus_t status = LAUNCH(handle, KERNEL(best), blocks, a_block(), &n, &x, &incx, &smaller, &values, &places);
    if (status == CUBLAS_STATUS_SUCCESS && count > 1)
        status = LAUNCH(handle, KERNEL(best_blocks), size(1, 1, 1), a_block(), &count, &values, &places, &smaller, &last);
    return OWN(give)(handle, status, result, sizeof *result);
}

INDEX_ROUTINE(amax_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    return OWN(best_of)(handle, n, x, incx, result, 0);
}

INDEX_ROUTINE(amin_v2)(cublasHandle_t handle, int n, const REAL *x, int incx, int *result)
{
    return OWN(best_of)(handle, n, x, incx, result, 1);
}
