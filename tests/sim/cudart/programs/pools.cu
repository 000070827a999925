// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's streamOrderedAllocation: steps that take their scratch memory from pools and give it back, by the forms
// of C and C++, with a release threshold and without; the same step captured; the driver's calls beside.
// plant: s/y\[i\] += x\[i\]/y[i] -= x[i]/
#include <cstdint>
#include <cstdio>
#include <cuda.h>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorName(e), __LINE__); return 2; } } while (0)

const int N = 4096;

__global__ void fill(int *x, int n, int by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] = by + i;
}

__global__ void add(const int *x, int *y, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) y[i] += x[i];
}

static int wrong;
static void expect(const char *what, unsigned long long seen, unsigned long long want)
{
    if (seen != want && wrong++ < 9) fprintf(stderr, "%s: %llu, expected %llu\n", what, seen, want);
}

static uint64_t of(cudaMemPool_t pool, cudaMemPoolAttr attribute)
{
    uint64_t value = 0;
    cudaMemPoolGetAttribute(pool, attribute, &value);
    return value;
}

int main()
{
    cudaStream_t stream;
    cudaMemPool_t pool, first;
    cudaMemPoolProps properties = {};
    uint64_t threshold = UINT64_MAX;
    int supported = 0, *sum, *scratch, *kept = nullptr;
    static int seen[N];

    CHECK(cudaDeviceGetAttribute(&supported, cudaDevAttrMemoryPoolsSupported, 0));
    expect("cudaDevAttrMemoryPoolsSupported", supported, 1);
    CHECK(cudaStreamCreate(&stream));
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypeNone;
    properties.location.type = cudaMemLocationTypeDevice;
    properties.location.id = 0;
    CHECK(cudaMemPoolCreate(&pool, &properties));
    CHECK(cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &threshold));
    CHECK(cudaDeviceGetDefaultMemPool(&first, 0));
    CHECK(cudaMallocAsync(&sum, N * sizeof(int), stream));
    CHECK(cudaMemsetAsync(sum, 0, N * sizeof(int), stream));
    for (int step = 0; step < 8; step++) {
        if (step % 2) CHECK(cudaMallocAsync(&scratch, N * sizeof(int), pool, stream));
        else CHECK(cudaMallocFromPoolAsync(&scratch, N * sizeof(int), pool, stream));
        fill<<<N / 256, 256, 0, stream>>>(scratch, N, step);
        add<<<N / 256, 256, 0, stream>>>(scratch, sum, N);
        CHECK(cudaFreeAsync(scratch, stream));
        CHECK(cudaStreamSynchronize(stream));
        if (kept) expect("the memory of a step is the one before's", (uintptr_t)scratch, (uintptr_t)kept);
        kept = scratch;
    }
    expect("bytes that the pool keeps", of(pool, cudaMemPoolAttrReservedMemCurrent), N * sizeof(int));
    expect("bytes in use", of(pool, cudaMemPoolAttrUsedMemCurrent), 0);
    expect("bytes in use at most", of(pool, cudaMemPoolAttrUsedMemHigh), N * sizeof(int));
    expect("bytes of the default pool", of(first, cudaMemPoolAttrUsedMemCurrent), N * sizeof(int));
    CHECK(cudaMemPoolTrimTo(pool, 0));
    expect("bytes that are kept behind a trim", of(pool, cudaMemPoolAttrReservedMemCurrent), 0);

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaDeviceSetMemPool(0, pool));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMallocAsync(&scratch, N * sizeof(int), stream));
    fill<<<N / 256, 256, 0, stream>>>(scratch, N, 8);
    add<<<N / 256, 256, 0, stream>>>(scratch, sum, N);
    CHECK(cudaFreeAsync(scratch, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 2; i++) CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));

    CUdeviceptr by_driver;
    if (cuMemAllocAsync(&by_driver, N * sizeof(int), stream) != CUDA_SUCCESS) return 2;
    CHECK(cudaMemPoolDestroy(pool));                            // its memory lives on
    fill<<<N / 256, 256, 0, stream>>>((int *)by_driver, N, 8);
    add<<<N / 256, 256, 0, stream>>>((int *)by_driver, sum, N);
    if (cuMemFreeAsync(by_driver, stream) != CUDA_SUCCESS) return 2;
    CHECK(cudaMemcpyAsync(seen, sum, sizeof seen, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(sum, stream));
    CHECK(cudaStreamSynchronize(stream));
    for (int i = 0; i < N; i++) expect("a sum", seen[i], 28 + 3 * 8 + 11 * i);
    expect("an error", cudaGetLastError(), cudaSuccess);
    printf("%d sums by 11 steps\n", N);
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
