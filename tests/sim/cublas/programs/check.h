// SPDX-License-Identifier: BSD-3-Clause
// What the programs of cuBLAS share: numbers that are the same on every run, matrices on both sides, comparison with what
// was computed in double, and the macros by which a test is read once for float and once for double.
#ifndef CHECK_H
#define CHECK_H

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>
#include <cublas_v2.h>

static int failed, compared;

static void expect(bool good, const char *what, int line)
{
    compared++;
    if (!good && failed++ < 20)
        printf("line %d: %s\n", line, what);
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)
#define GOOD(call) expect_status(call, CUBLAS_STATUS_SUCCESS, #call, __LINE__)
#define STATUS(status, call) expect_status(call, CUBLAS_STATUS_##status, #call, __LINE__)

static void expect_status(cublasStatus_t seen, cublasStatus_t expected, const char *call, int line)
{
    compared++;
    if (seen != expected && failed++ < 20)
        printf("line %d: %s: seen %s, expected %s\n", line, call, cublasGetStatusName(seen), cublasGetStatusName(expected));
}

static double number()                          // between -1 and 1, with few bits, the same in both types
{
    static unsigned state = 12345;

    state = state * 1664525u + 1013904223u;
    return (int)(state >> 20) / 2048.0 - 1;
}

static double epsilon_of(float) { return 1.2e-7; }
static double epsilon_of(double) { return 2.3e-16; }

// A vector or a matrix on both sides. What lies between its elements must stay as it is.
template <typename T> struct numbers {
    std::vector<T> host;
    std::vector<double> expected;
    T *device;

    explicit numbers(size_t count) : host(count), expected(count)
    {
        for (size_t i = 0; i < count; i++)
            expected[i] = host[i] = (T)number();
        cudaMalloc((void **)&device, count * sizeof(T) + 1);
        put();
    }
    ~numbers() { cudaFree(device); }
    numbers(const numbers &) = delete;
    void put() { cudaMemcpy(device, host.data(), host.size() * sizeof(T), cudaMemcpyHostToDevice); }
    void set(size_t at, double value)
    {
        expected[at] = host[at] = (T)value;
    }
    double operator[](size_t at) const { return (double)host[at]; }
    // As expected, within so many roundings of numbers that are at most 1 in size.
    void compare(double roundings, const char *what, int line)
    {
        std::vector<T> seen(host.size());

        cudaMemcpy(seen.data(), device, seen.size() * sizeof(T), cudaMemcpyDeviceToHost);
        compared++;
        for (size_t i = 0; i < seen.size(); i++) {
            double bound = roundings * epsilon_of(T()) * (1 + fabs(expected[i]));

            if (!(fabs(seen[i] - expected[i]) <= bound) && !(std::isnan(seen[i]) && std::isnan(expected[i]))) {
                if (failed++ < 20)
                    printf("line %d: %s: element %zu of %zu: seen %.17g, expected %.17g\n", line, what, i, seen.size(), (double)seen[i], expected[i]);
                return;
            }
        }
    }
};
#define COMPARE(x, roundings, what) (x).compare(roundings, what, __LINE__)

// A scalar of a call by the pointer mode.
template <typename T> struct scalar {
    T value, *device;

    explicit scalar(double v) : value((T)v)
    {
        cudaMalloc((void **)&device, sizeof value);
        cudaMemcpy(device, &value, sizeof value, cudaMemcpyHostToDevice);
    }
    ~scalar() { cudaFree(device); }
    scalar(const scalar &) = delete;
    T *at(bool on_device) { return on_device ? device : &value; }
    T result(bool on_device)
    {
        if (on_device)
            cudaMemcpy(&value, device, sizeof value, cudaMemcpyDeviceToHost);
        return value;
    }
};

static void pointers(cublasHandle_t handle, bool on_device)
{
    GOOD(cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE : CUBLAS_POINTER_MODE_HOST));
}

static int end()
{
    printf("%d compared, %d failed\n%s\n", compared, failed, failed ? "FAILED" : "PASSED");
    return failed != 0;
}

// blas<T>::name is cublasSname or cublasDname.
template <typename T> struct blas;
#define EACH_NAME(name) \
    name(axpy) name(copy) name(scal) name(swap) name(dot) name(nrm2) name(asum) name(rot) name(rotg) name(rotm) name(rotmg) \
    name(gemv) name(gbmv) name(symv) name(sbmv) name(spmv) name(trmv) name(tbmv) name(tpmv) name(trsv) name(tbsv) name(tpsv) \
    name(ger) name(syr) name(spr) name(syr2) name(spr2) name(gemm) name(gemmBatched) name(gemmStridedBatched) name(symm) name(syrk) \
    name(syr2k) name(syrkx) name(trmm) name(trsm) name(geam) name(dgmm)
#define SINGLE(name) static constexpr auto name = cublasS##name;
#define DOUBLE(name) static constexpr auto name = cublasD##name;
template <> struct blas<float> {
    EACH_NAME(SINGLE)
    static constexpr auto amax = cublasIsamax, amin = cublasIsamin;
};
template <> struct blas<double> {
    EACH_NAME(DOUBLE)
    static constexpr auto amax = cublasIdamax, amin = cublasIdamin;
};

#endif
