// SPDX-License-Identifier: BSD-3-Clause
// Vectors and matrices between host and device, copied as rows: a matrix's column is one, and so is an element of a strided
// vector.
#include "sim/cublas/cublas.h"

static cublasStatus_t copy(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t rows, cudaMemcpyKind kind,
                           cudaStream_t stream, bool waits)
{
    cudaError_t error = cudaMemcpy2DAsync(to, to_pitch, from, from_pitch, width, rows, kind, stream);

    if (error == cudaSuccess && waits)
        error = cudaStreamSynchronize(stream);
    return error == cudaSuccess ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_MAPPING_ERROR;
}

static cublasStatus_t vector(int n, int bytes, const void *from, int from_step, void *to, int to_step, cudaMemcpyKind kind,
                             cudaStream_t stream, bool waits)
{
    if (n < 0 || bytes <= 0 || from_step <= 0 || to_step <= 0)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!n)
        return CUBLAS_STATUS_SUCCESS;
    if (from_step == 1 && to_step == 1)
        return copy(to, (size_t)n * bytes, from, (size_t)n * bytes, (size_t)n * bytes, 1, kind, stream, waits);
    return copy(to, (size_t)to_step * bytes, from, (size_t)from_step * bytes, (size_t)bytes, (size_t)n, kind, stream, waits);
}

static cublasStatus_t matrix(int rows, int columns, int bytes, const void *from, int from_ld, void *to, int to_ld, cudaMemcpyKind kind,
                             cudaStream_t stream, bool waits)
{
    if (rows < 0 || columns < 0 || bytes <= 0 || from_ld <= 0 || to_ld <= 0 || from_ld < rows || to_ld < rows)
        return CUBLAS_STATUS_INVALID_VALUE;
    if (!rows || !columns)
        return CUBLAS_STATUS_SUCCESS;
    return copy(to, (size_t)to_ld * bytes, from, (size_t)from_ld * bytes, (size_t)rows * bytes, (size_t)columns, kind, stream, waits);
}

cublasStatus_t cublasSetVector(int n, int bytes, const void *host, int host_step, void *device, int device_step)
{
    return vector(n, bytes, host, host_step, device, device_step, cudaMemcpyHostToDevice, NULL, true);
}

cublasStatus_t cublasGetVector(int n, int bytes, const void *device, int device_step, void *host, int host_step)
{
    return vector(n, bytes, device, device_step, host, host_step, cudaMemcpyDeviceToHost, NULL, true);
}

cublasStatus_t cublasSetVectorAsync(int n, int bytes, const void *host, int host_step, void *device, int device_step, cudaStream_t stream)
{
    return vector(n, bytes, host, host_step, device, device_step, cudaMemcpyHostToDevice, stream, false);
}

cublasStatus_t cublasGetVectorAsync(int n, int bytes, const void *device, int device_step, void *host, int host_step, cudaStream_t stream)
{
    return vector(n, bytes, device, device_step, host, host_step, cudaMemcpyDeviceToHost, stream, false);
}

cublasStatus_t cublasSetMatrix(int rows, int columns, int bytes, const void *host, int host_ld, void *device, int device_ld)
{
    return matrix(rows, columns, bytes, host, host_ld, device, device_ld, cudaMemcpyHostToDevice, NULL, true);
}

cublasStatus_t cublasGetMatrix(int rows, int columns, int bytes, const void *device, int device_ld, void *host, int host_ld)
{
    return matrix(rows, columns, bytes, device, device_ld, host, host_ld, cudaMemcpyDeviceToHost, NULL, true);
}

cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int bytes, const void *host, int host_ld, void *device, int device_ld,
                                    cudaStream_t stream)
{
    return matrix(rows, columns, bytes, host, host_ld, device, device_ld, cudaMemcpyHostToDevice, stream, false);
}

cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int bytes, const void *device, int device_ld, void *host, int host_ld,
                                    cudaStream_t stream)
{
    return matrix(rows, columns, bytes, device, device_ld, host, host_ld, cudaMemcpyDeviceToHost, stream, false);
}
