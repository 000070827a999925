// SPDX-License-Identifier: BSD-3-Clause
// Generators of cuRAND: the first numbers of NVIDIA's example (seed 1234); each result of XORWOW, MRG32k3a and Philox against the device
// side at the position that the documented ordering says, for offsets, orderings and lengths around the threads; many calls as one; moments
// of the normal numbers; statuses. `few`: a part, of which the timed run leaves out what sets 4,096 states ahead.
// plant: s/65536 \* 4 + n % 4/65536 * 4 + n % 4 + 1/
// host plant: generator.c s/g->order == CURAND_ORDERING_PSEUDO_LEGACY ? THREADS/g->order == CURAND_ORDERING_PSEUDO_BEST ? THREADS/
// host plant: generator.c s/        g->within = g->offset % 4;//
// host plant: generator.c s/return n % 2 ? CURAND_STATUS_LENGTH_NOT_MULTIPLE : /return /
// kernel plant: curand.cu s/+ (t < first % threads)//
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <curand.h>
#include <curand_kernel.h>

static int failed, compared;
static void expect(bool good, const char *what, int line)
{
    compared++;
    if (!good && failed++ < 20)
        printf("line %d: %s\n", line, what);
}
#define EXPECT(condition) expect(condition, #condition, __LINE__)
static void status(curandStatus_t seen, curandStatus_t wanted, const char *call, int line)
{
    compared++;
    if (seen != wanted && failed++ < 20)
        printf("line %d: %s: seen %d, expected %d\n", line, call, seen, wanted);
}
#define GOOD(call) status(call, CURAND_STATUS_SUCCESS, #call, __LINE__)
#define STATUS(name, call) status(call, CURAND_STATUS_##name, #call, __LINE__)

// What stands at position `n` of the ordering, asked of the device side, for some positions.
template <typename S> __global__ void at_positions(const unsigned long long *places, int count, unsigned long long seed, unsigned threads, unsigned *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    S state;

    if (i >= count)
        return;
    unsigned long long n = places[i];
    curand_init(seed, n % threads, n / threads, &state);
    to[i] = curand(&state);
}
__global__ void at_positions_of_philox(const unsigned long long *places, int count, unsigned long long seed, unsigned *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    curandStatePhilox4_32_10_t state;

    if (i >= count)
        return;
    unsigned long long n = places[i];
    curand_init(seed, n / 4 % 65536, n / 4 / 65536 * 4 + n % 4, &state);
    to[i] = curand(&state);
}

template <typename T> static std::vector<T> get(const T *at, size_t n)
{
    std::vector<T> all(n);
    cudaMemcpy(all.data(), at, n * sizeof(T), cudaMemcpyDeviceToHost);
    return all;
}

static void ordering(curandRngType_t type, curandOrdering_t order, unsigned threads, unsigned long long offset, size_t n)
{
    curandGenerator_t g;
    unsigned *d, *wanted_at;
    unsigned long long *places;
    std::vector<unsigned long long> some;

    for (size_t i = 0; i < n && some.size() < 256; i += 1 + i / 40)
        some.push_back(offset + i);
    some.push_back(offset + n - 1);
    cudaMalloc((void **)&d, n * sizeof *d);
    cudaMalloc((void **)&wanted_at, some.size() * sizeof *wanted_at);
    cudaMalloc((void **)&places, some.size() * sizeof *places);
    cudaMemcpy(places, some.data(), some.size() * sizeof *places, cudaMemcpyHostToDevice);
    GOOD(curandCreateGenerator(&g, type));
    GOOD(curandSetGeneratorOrdering(g, order));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 17));
    GOOD(curandSetGeneratorOffset(g, offset));
    GOOD(curandGenerate(g, d, n / 3));          // in pieces: as one
    GOOD(curandGenerate(g, d + n / 3, 0));
    GOOD(curandGenerate(g, d + n / 3, n - n / 3));
    std::vector<unsigned> seen = get(d, n);
    int blocks = (int)(some.size() + 63) / 64;
    if (type == CURAND_RNG_PSEUDO_PHILOX4_32_10)
        at_positions_of_philox<<<blocks, 64>>>(places, (int)some.size(), 17, wanted_at);
    else if (type == CURAND_RNG_PSEUDO_MRG32K3A)
        at_positions<curandStateMRG32k3a_t><<<blocks, 64>>>(places, (int)some.size(), 17, threads, wanted_at);
    else
        at_positions<curandState><<<blocks, 64>>>(places, (int)some.size(), 17, threads, wanted_at);
    std::vector<unsigned> wanted = get(wanted_at, some.size());
    for (size_t i = 0; i < some.size(); i++) {
        compared++;
        if (seen[some[i] - offset] != wanted[i] && failed++ < 20)
            printf("generator %d, ordering %d: result %llu: seen %u, expected %u\n", type, order, some[i], seen[some[i] - offset], wanted[i]);
    }
    GOOD(curandDestroyGenerator(g));
    cudaFree(d);
    cudaFree(wanted_at);
    cudaFree(places);
}

// Uniform numbers are those of the bits; normal ones have their moments; logarithms of log-normal ones are the normal ones.
static void distributions(curandRngType_t type, size_t n)
{
    curandGenerator_t g;
    unsigned *bits;
    float *f;
    double *d, sum = 0, squares = 0;

    cudaMalloc((void **)&bits, n * sizeof *bits);
    cudaMalloc((void **)&f, n * sizeof *f);
    cudaMalloc((void **)&d, n * sizeof *d);
    GOOD(curandCreateGenerator(&g, type));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 5));
    GOOD(curandGenerate(g, bits, n));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 5));
    GOOD(curandGenerateUniform(g, f, n));
    std::vector<unsigned> x = get(bits, n);
    std::vector<float> u = get(f, n);
    for (size_t i = 0; i < n; i++)
        EXPECT(u[i] > 0 && u[i] <= 1 && fabs(u[i] - x[i] / 4294967296.0) < 2e-7);
    GOOD(curandGenerateUniformDouble(g, d, n));
    std::vector<double> v = get(d, n);
    for (size_t i = 0; i < n; i++) {
        EXPECT(v[i] > 0 && v[i] <= 1);
        sum += v[i];
    }
    EXPECT(fabs(sum / n - 0.5) < 5 * sqrt(1 / 12.0 / n));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 6));
    GOOD(curandGenerateNormalDouble(g, d, n, 3, 2));
    v = get(d, n);
    sum = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (v[i] - 3) / 2;
        squares += (v[i] - 3) / 2 * ((v[i] - 3) / 2);
    }
    EXPECT(fabs(sum / n) < 5 / sqrt((double)n) && fabs(squares / n - 1) < 5 * sqrt(2.0 / n));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 6));
    GOOD(curandGenerateLogNormalDouble(g, d, n, 3, 2));
    std::vector<double> w = get(d, n);
    for (size_t i = 0; i < n; i++)
        EXPECT(fabs(log(w[i]) - v[i]) < 1e-12);
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 6));
    GOOD(curandGenerateNormal(g, f, n, -1, 0.5f));
    u = get(f, n);
    sum = squares = 0;
    for (size_t i = 0; i < n; i++) {
        sum += (u[i] + 1) / 0.5;
        squares += (u[i] + 1) / 0.5 * ((u[i] + 1) / 0.5);
    }
    EXPECT(fabs(sum / n) < 5 / sqrt((double)n) && fabs(squares / n - 1) < 5 * sqrt(2.0 / n));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 6));
    GOOD(curandGenerateLogNormal(g, f, n, -1, 0.5f));
    std::vector<float> l = get(f, n);
    for (size_t i = 0; i < n; i++)
        EXPECT(fabs(log((double)l[i]) - u[i]) < 1e-5);
    STATUS(LENGTH_NOT_MULTIPLE, curandGenerateNormal(g, f, 3, 0, 1));
    STATUS(LENGTH_NOT_MULTIPLE, curandGenerateLogNormalDouble(g, d, 5, 0, 1));
    STATUS(TYPE_ERROR, curandGenerateLongLong(g, (unsigned long long *)d, 2));
    GOOD(curandDestroyGenerator(g));
    cudaFree(bits);
    cudaFree(f);
    cudaFree(d);
}

static void example()
{
    static const double first[] = { 0.1455, 0.8202, 0.5504, 0.2948, 0.9147, 0.8690, 0.3219, 0.7829, 0.0113, 0.2855 };
    curandGenerator_t g;
    float *d;

    cudaMalloc((void **)&d, 100 * sizeof *d);
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_DEFAULT));
    GOOD(curandSetPseudoRandomGeneratorSeed(g, 1234ULL));
    GOOD(curandGenerateUniform(g, d, 100));
    std::vector<float> seen = get(d, 100);
    for (int i = 0; i < 10; i++) {
        compared++;
        if (fabs(seen[i] - first[i]) > 0.000051 && failed++ < 20)
            printf("NVIDIA's example: number %d: seen %.4f, expected %.4f\n", i, seen[i], first[i]);
    }
    GOOD(curandDestroyGenerator(g));
    cudaFree(d);
}

static void refused()
{
    curandGenerator_t g, none = nullptr;
    int version = 0;

    STATUS(TYPE_ERROR, curandCreateGenerator(&g, CURAND_RNG_PSEUDO_MTGP32));
    STATUS(TYPE_ERROR, curandCreateGenerator(&g, CURAND_RNG_QUASI_SOBOL32));
    STATUS(INITIALIZATION_FAILED, curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_DEFAULT));
    GOOD(curandCreateGenerator(&g, CURAND_RNG_PSEUDO_XORWOW));
    STATUS(OUT_OF_RANGE, curandSetGeneratorOrdering(g, CURAND_ORDERING_QUASI_DEFAULT));
    STATUS(OUT_OF_RANGE, curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED));
    STATUS(TYPE_ERROR, curandSetQuasiRandomGeneratorDimensions(g, 2));
    GOOD(curandGetVersion(&version));
    EXPECT(version == CURAND_VERSION);
    STATUS(OUT_OF_RANGE, curandGetVersion(nullptr));
    GOOD(curandDestroyGenerator(g));
    STATUS(NOT_INITIALIZED, curandDestroyGenerator(g));
    STATUS(NOT_INITIALIZED, curandSetPseudoRandomGeneratorSeed(g, 1));
    STATUS(NOT_INITIALIZED, curandGenerateUniform(none, nullptr, 4));
    STATUS(NOT_INITIALIZED, curandGenerateNormal(none, nullptr, 3, 0, 1));
}

int main(int argc, char **)
{
    bool few = argc > 1;

    example();
    refused();
    ordering(CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 65536, 6, 3001);
    if (!few || getenv("WARPLOCK_FUNCTIONAL")) {
        ordering(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 4096, 5000, 4200);
        ordering(CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 4096, 5000, 200);
    }
    distributions(CURAND_RNG_PSEUDO_PHILOX4_32_10, 3000);
    if (!few) {
        ordering(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 4096, 0, 10000);
        ordering(CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 4096, 4100, 5000);
        ordering(CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 4096, 5, 9000);
        ordering(CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_BEST, 81920, 0, 90000);
        ordering(CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_BEST, 65536, 3, 270001);
        distributions(CURAND_RNG_PSEUDO_XORWOW, 20000);
        distributions(CURAND_RNG_PSEUDO_MRG32K3A, 20000);
    }
    printf("%d compared, %d failed\n%s\n", compared, failed, failed ? "FAILED" : "PASSED");
    return failed != 0;
}
