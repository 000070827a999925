// SPDX-License-Identifier: BSD-3-Clause
// Products of half precision, bfloat16 and bytes, with sums in float and in int, one by one, by strides and by lists, against sums in
// double; what may not be together; factors with and without pivots, and inverses, of many small matrices.
// plant: s/1024.0 \* n/1e-9/
// host plant: mixed.c s/(exponent + 112) << 23/(exponent + 111) << 23/
// host plant: mixed.c s/case CUDA_R_32I: return a == CUDA_R_8I/case CUDA_R_32I: return a == CUDA_R_8U/
// host plant: batched.h s/ldc >= larger(1, n)/ldc >= n - 1/
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include "check.h"

static cublasHandle_t handle;

template <typename T> static T *on_device(const std::vector<T> &host)
{
    T *device = nullptr;
    EXPECT(cudaMalloc((void **)&device, host.size() * sizeof(T) + 1) == cudaSuccess);
    cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice);
    return device;
}

// Integers of few bits: every sum is exact in each of the types.
template <typename T> static std::vector<T> few_bits(int count)
{
    std::vector<T> v;
    for (int i = 0; i < count; i++) v.push_back(T(float(int(number() * 4))));
    return v;
}

enum { M = 19, N = 33, K = 21, LDA = 24, LDB = 35, LDC = 20, COUNT = 3 };
enum way { SINGLE, STRIDES, LISTS };

template <typename T, typename R, typename S>
static void products(cudaDataType from, cudaDataType to, cublasComputeType_t compute, bool a_turned, bool b_turned, way how, bool on_gpu)
{
    const int columns_a = a_turned ? M : K, columns_b = b_turned ? K : N, count = how == SINGLE ? 1 : COUNT;
    const long long step_a = LDA * columns_a, step_b = LDB * columns_b, step_c = LDC * N;
    std::vector<T> a = few_bits<T>(step_a * count), b = few_bits<T>(step_b * count);
    std::vector<R> c = few_bits<R>(step_c * count), got(c.size());
    T *da = on_device(a), *db = on_device(b);
    R *dc = on_device(c);
    S alpha = S(2.f), beta = S(-3.f), *pa = &alpha, *pb = &beta;
    const cublasOperation_t ta = a_turned ? CUBLAS_OP_T : CUBLAS_OP_N, tb = b_turned ? CUBLAS_OP_C : CUBLAS_OP_N;

    if (on_gpu) pa = on_device(std::vector<S>(1, alpha)), pb = on_device(std::vector<S>(1, beta));
    GOOD(cublasSetPointerMode(handle, on_gpu ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST));
    if (how == SINGLE)
        GOOD(cublasGemmEx(handle, ta, tb, M, N, K, pa, da, from, LDA, db, from, LDB, pb, dc, to, LDC, compute, CUBLAS_GEMM_DEFAULT));
    else if (how == STRIDES)
        GOOD(cublasGemmStridedBatchedEx(handle, ta, tb, M, N, K, pa, da, from, LDA, step_a, db, from, LDB, step_b, pb, dc, to, LDC, step_c, count,
                                        compute, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
    else {
        std::vector<void *> la, lb, lc;
        for (int i = 0; i < count; i++) la.push_back(da + i * step_a), lb.push_back(db + i * step_b), lc.push_back(dc + i * step_c);
        GOOD(cublasGemmBatchedEx(handle, ta, tb, M, N, K, pa, on_device(la), from, LDA, on_device(lb), from, LDB, pb, on_device(lc), to, LDC, count,
                                 compute, CUBLAS_GEMM_ALGO3));
    }
    EXPECT(cudaMemcpy(got.data(), dc, got.size() * sizeof(R), cudaMemcpyDeviceToHost) == cudaSuccess);
    int wrong = 0;
    for (int z = 0; z < count; z++)
        for (int j = 0; j < N; j++)
            for (int i = 0; i < LDC; i++) {
                double sum = 0;
                for (int d = 0; d < K; d++)
                    sum += double(float(a[z * step_a + (a_turned ? d + i * LDA : i + d * LDA) % step_a])) *
                           double(float(b[z * step_b + (b_turned ? j + d * LDB : d + j * LDB)]));
                const double before = double(float(c[z * step_c + i + j * LDC]));
                wrong += double(float(got[z * step_c + i + j * LDC])) != (i < M ? 2 * sum - 3 * before : before);
            }
    EXPECT(wrong == 0);
}

static void types()
{
    for (int turned = 0; turned < 4; turned++)
        for (int how = SINGLE; how <= LISTS; how++) {
            const bool t = turned & 1, u = turned & 2, gpu = how == STRIDES;
            products<half, half, half>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, t, u, (way)how, gpu);
            products<half, half, float>(CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, t, u, (way)how, gpu);
            products<half, float, float>(CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_16F, t, u, (way)how, gpu);
            products<nv_bfloat16, float, float>(CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, t, u, (way)how, gpu);
            products<signed char, int, int>(CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, t, u, (way)how, gpu);
            products<signed char, float, float>(CUDA_R_8I, CUDA_R_32F, CUBLAS_COMPUTE_32F, t, u, (way)how, gpu);
            products<float, float, float>(CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, t, u, (way)how, gpu);
            products<double, double, double>(CUDA_R_64F, CUDA_R_64F, CUBLAS_COMPUTE_64F, t, u, (way)how, gpu);
        }
    GOOD(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
}

static void others()
{
    const cublasOperation_t n = CUBLAS_OP_N;
    std::vector<half> one(1, half(3.f)), small(1, half(6e-8f));
    half *a = on_device(one), *b = on_device(small), *c = on_device(one), got;
    const half two = 2.f, minus = -0.5f, none = 0.f;
    float f = 1, g = 0;

    GOOD(cublasHgemm(handle, n, n, 1, 1, 1, &two, a, 1, a, 1, &minus, c, 1));
    cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost);
    EXPECT(float(got) == 16.5f);
    GOOD(cublasHgemm(handle, n, n, 1, 1, 1, &small[0], a, 1, a, 1, &none, c, 1));        // a scalar that is subnormal: 2^-24 * 9
    cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost);
    EXPECT(float(got) == 9 * 0x1p-24f);
    GOOD(cublasHgemmStridedBatched(handle, n, n, 1, 1, 1, &two, a, 1, 0, b, 1, 0, &none, c, 1, 0, 1));
    cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost);
    EXPECT(float(got) == 6 * 0x1p-24f);
    half **list = on_device(std::vector<half *>(1, a)), **to = on_device(std::vector<half *>(1, c));
    GOOD(cublasHgemmBatched(handle, n, n, 1, 1, 1, &two, list, 1, list, 1, &none, to, 1, 1));
    GOOD(cublasSgemmEx(handle, n, n, 1, 1, 1, &f, a, CUDA_R_16F, 1, a, CUDA_R_16F, 1, &f, c, CUDA_R_16F, 1));
    cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost);
    EXPECT(float(got) == 27);
    GOOD(cublasGemmEx(handle, n, n, 1, 1, 1, &two, a, CUDA_R_16F, 1, a, CUDA_R_16F, 1, &none, c, CUDA_R_16F, 1, CUDA_R_16F, CUBLAS_GEMM_DFALT));
    STATUS(NOT_SUPPORTED, cublasGemmEx(handle, n, n, 1, 1, 1, &f, a, CUDA_R_16F, 1, a, CUDA_R_32F, 1, &g, c, CUDA_R_32F, 1, CUBLAS_COMPUTE_32F,
                                       CUBLAS_GEMM_DEFAULT));
    STATUS(NOT_SUPPORTED, cublasGemmEx(handle, n, n, 1, 1, 1, &f, a, CUDA_R_16F, 1, a, CUDA_R_16F, 1, &g, c, CUDA_R_32I, 1, CUBLAS_COMPUTE_32I,
                                       CUBLAS_GEMM_DEFAULT));
    STATUS(NOT_SUPPORTED, cublasGemmEx(handle, n, n, 1, 1, 1, &f, a, CUDA_C_32F, 1, a, CUDA_C_32F, 1, &g, c, CUDA_C_32F, 1, CUBLAS_COMPUTE_32F,
                                       CUBLAS_GEMM_DEFAULT));
    STATUS(INVALID_VALUE, cublasHgemm(handle, n, n, 2, 1, 1, &two, a, 1, a, 1, &none, c, 1));
    STATUS(INVALID_VALUE, cublasHgemm(handle, n, n, 1, 1, 1, nullptr, a, 1, a, 1, &none, c, 1));
    STATUS(NOT_INITIALIZED, cublasHgemm(nullptr, n, n, 1, 1, 1, &two, a, 1, a, 1, &none, c, 1));
    GOOD(cublasHgemm(handle, n, n, 0, 1, 1, &two, a, 1, a, 1, &none, c, 1));
}

static cublasStatus_t factors(int n, float *const *a, int *p, int *info, int count) { return cublasSgetrfBatched(handle, n, a, n, p, info, count); }
static cublasStatus_t factors(int n, double *const *a, int *p, int *info, int count) { return cublasDgetrfBatched(handle, n, a, n, p, info, count); }
static cublasStatus_t inverses(int n, float *const *a, int *p, float *const *c, int ldc, int *info, int count)
{
    return cublasSgetriBatched(handle, n, a, n, p, c, ldc, info, count);
}
static cublasStatus_t inverses(int n, double *const *a, int *p, double *const *c, int ldc, int *info, int count)
{
    return cublasDgetriBatched(handle, n, a, n, p, c, ldc, info, count);
}

// A times its inverse is 1 within some last bits; the factors multiply to A with its rows exchanged.
template <typename T> static void small_matrices(int n, bool pivots, double bit)
{
    std::vector<T> a(COUNT * n * n), lu(a.size()), inverse(a.size());
    std::vector<int> p(COUNT * n), info(COUNT, -1);
    for (int i = 0; i < COUNT * n * n; i++) a[i] = number() + (!pivots && i / n % n == i % n ? 2 * n : 0);
    if (n > 1) for (int i = 0; i < n; i++) a[2 * n * n + i * n + n - 1] = a[2 * n * n + i * n];         // the third has two rows that are the same
    T *da = on_device(a), *dc = on_device(inverse);
    std::vector<T *> la, lc;
    for (int z = 0; z < COUNT; z++) la.push_back(da + z * n * n), lc.push_back(dc + z * n * n);
    T **dla = on_device(la), **dlc = on_device(lc);
    int *dp = pivots ? on_device(p) : nullptr, *di = on_device(info);

    GOOD(factors(n, dla, dp, di, COUNT));
    cudaMemcpy(lu.data(), da, lu.size() * sizeof(T), cudaMemcpyDeviceToHost), cudaMemcpy(info.data(), di, 4 * COUNT, cudaMemcpyDeviceToHost);
    if (pivots) cudaMemcpy(p.data(), dp, 4 * COUNT * n, cudaMemcpyDeviceToHost);
    EXPECT(info[0] == 0 && info[1] == 0);
    GOOD(inverses(n, dla, dp, dlc, n, di, 2));
    EXPECT(cudaMemcpy(inverse.data(), dc, inverse.size() * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess);
    double worst = 0, worst_inverse = 0;
    for (int z = 0; z < 2; z++) {
        std::vector<T> exchanged(a.begin() + z * n * n, a.begin() + (z + 1) * n * n);
        const T *f = &lu[z * n * n], *v = &inverse[z * n * n], *first = &a[z * n * n];
        for (int k = 0; k < n && pivots; k++)
            for (int j = 0; j < n; j++) std::swap(exchanged[k + j * n], exchanged[p[z * n + k] - 1 + j * n]);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                double product = 0, identity = 0;
                for (int k = 0; k <= i && k <= j; k++) product += (i == k ? 1 : double(f[i + k * n])) * f[k + j * n];
                for (int k = 0; k < n; k++) identity += double(first[i + k * n]) * v[k + j * n];
                worst = std::fmax(worst, std::fabs(product - exchanged[i + j * n]));
                worst_inverse = std::fmax(worst_inverse, std::fabs(identity - (i == j)));
                EXPECT(!pivots || i <= j || std::fabs(f[i + j * n]) <= 1);
            }
    }
    EXPECT(worst <= 8 * bit * n);
    EXPECT(worst_inverse <= bit * 1024.0 * n);
}

static void batched()
{
    const int sizes[] = { 1, 2, 4, 17, 40 };
    for (int n : sizes) {
        small_matrices<float>(n, true, 0x1p-23), small_matrices<double>(n, true, 0x1p-52);
        small_matrices<float>(n, false, n * 0x1p-22), small_matrices<double>(n, false, n * 0x1p-51);
    }
    // U has a 0: which row is said, and there is no inverse.
    double singular[] = { 1, 2, 2, 4 }, kept[] = { 7, 7, 7, 7 }, *a = on_device(std::vector<double>(singular, singular + 4));
    double *c = on_device(std::vector<double>(kept, kept + 4));
    double **la = on_device(std::vector<double *>(1, a)), **lc = on_device(std::vector<double *>(1, c));
    int *info = on_device(std::vector<int>(1, -1)), *p = on_device(std::vector<int>(2, 0)), seen = -1;
    GOOD(cublasDgetrfBatched(handle, 2, la, 2, p, info, 1));
    cudaMemcpy(&seen, info, 4, cudaMemcpyDeviceToHost);
    EXPECT(seen == 2);
    GOOD(cublasDgetriBatched(handle, 2, la, 2, p, lc, 2, info, 1));
    cudaMemcpy(&seen, info, 4, cudaMemcpyDeviceToHost), cudaMemcpy(kept, c, sizeof kept, cudaMemcpyDeviceToHost);
    EXPECT(seen == 2 && kept[0] == 7 && kept[3] == 7);
    STATUS(INVALID_VALUE, cublasDgetrfBatched(handle, 2, la, 1, p, info, 1));
    STATUS(INVALID_VALUE, cublasDgetriBatched(handle, 2, la, 2, p, lc, 1, info, 1));
    STATUS(INVALID_VALUE, cublasDgetriBatched(handle, 2, la, 2, p, lc, 2, nullptr, 1));
    STATUS(NOT_INITIALIZED, cublasDgetrfBatched(nullptr, 2, la, 2, p, info, 1));
    GOOD(cublasDgetrfBatched(handle, 0, la, 1, p, info, 1));
}

int main()
{
    GOOD(cublasCreate(&handle));
    types(), others(), batched();
    GOOD(cublasDestroy(handle));
    EXPECT(cudaGetLastError() == cudaSuccess);
    return end();
}
