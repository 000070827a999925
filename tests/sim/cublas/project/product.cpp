// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the samples: a program of the host's compiler alone, which multiplies matrices by cuBLAS and checks them.
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <cublas_v2.h>

int main()
{
    const int n = 50;
    float *a = (float *)malloc(n * n * sizeof *a), *c = (float *)malloc(n * n * sizeof *c), *d_a, *d_c, alpha = 1, beta = 0, norm = 0;
    cublasHandle_t handle;
    double squares = 0;
    int wrong = 0;

    for (int i = 0; i < n * n; i++)
        a[i] = (float)(i % 7 - 3);
    if (cudaMalloc((void **)&d_a, n * n * sizeof *a) != cudaSuccess || cudaMalloc((void **)&d_c, n * n * sizeof *c) != cudaSuccess)
        return 1;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cublasSetMatrix(n, n, sizeof *a, a, n, d_a, n) != CUBLAS_STATUS_SUCCESS ||
        cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_T, n, n, n, &alpha, d_a, n, d_a, n, &beta, d_c, n) != CUBLAS_STATUS_SUCCESS ||
        cublasSnrm2(handle, n * n, d_c, 1, &norm) != CUBLAS_STATUS_SUCCESS ||
        cublasGetMatrix(n, n, sizeof *c, d_c, n, c, n) != CUBLAS_STATUS_SUCCESS || cublasDestroy(handle) != CUBLAS_STATUS_SUCCESS)
        return 1;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++) {
            float sum = 0;

            for (int k = 0; k < n; k++)
                sum += a[i + k * n] * a[j + k * n];
            wrong += sum != c[i + j * n];
            squares += (double)sum * sum;
        }
    wrong += norm * norm < squares * 0.9999 || norm * norm > squares * 1.0001;
    printf("product: %s\n", wrong ? "wrong" : "right");
    free(a);
    free(c);
    return wrong != 0;
}
