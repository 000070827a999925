// SPDX-License-Identifier: BSD-3-Clause
// What programs of CUDA 12 and 13 that nvcc has built ask of the library: launches with attributes, a barrier of the grid, device
// properties as their structure has them, places of managed memory, kernels by handle, edges of graphs, half precision's pairs.
// plant: s/sum += part\[i\]/sum += part[i] + 1/
#include <cooperative_groups.h>
#include <cstdio>
#include <cstring>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

static int wrong;
#define CHECK(call) do { cudaError_t e = (call); if (e) { printf("line %d: %s: %s\n", __LINE__, #call, cudaGetErrorString(e)); puts("FAILED"); return 1; } } while (0)
#define EXPECT(what) do { if (!(what)) { printf("line %d: not %s\n", __LINE__, #what); wrong++; } } while (0)

__device__ int total;
__managed__ int rounds;

__global__ void add(const int *x, int *part, int n)
{
    auto grid = cg::this_grid();
    extern __shared__ int sums[];
    int own = 0;
    for (unsigned i = (unsigned)grid.thread_rank(); i < n; i += (unsigned)grid.size()) own += x[i];
    sums[threadIdx.x] = own;
    __syncthreads();
    if (threadIdx.x == 0) {
        part[blockIdx.x] = 0;
        for (int i = 0; i < blockDim.x; i++) part[blockIdx.x] += sums[i];
    }
    grid.sync();
    if (grid.thread_rank() == 0) {
        int sum = 0;
        for (int i = 0; i < gridDim.x; i++) sum += part[i];
        total = sum;
        rounds++;
    }
}

__global__ void one_more(int *x, __half2 *h)
{
    x[threadIdx.x] += 1;
    if (threadIdx.x < 2) h[threadIdx.x] = __hfma2(h[threadIdx.x], __float2half2_rn(2.f), __floats2half2_rn(1.f, -1.f));
}

// What an attribute says, too; a structure of another CUDA has it elsewhere.
static int same(int seen, cudaDeviceAttr attribute, const char *name)
{
    int value = -1;
    if (cudaDeviceGetAttribute(&value, attribute, 0) == cudaSuccess && value == seen) return 0;
    printf("%s: %d as a property, %d as an attribute\n", name, seen, value);
    return 1;
}
#define SAME(property, attribute) wrong += same((int)p.property, cudaDevAttr##attribute, #property)

int main()
{
    const int n = 4096, blocks = 8, threads = 128;
    static int host[n];
    int *x, *part, want = 0, got = 0;
    cudaDeviceProp p;
    memset(&p, 0xff, sizeof p);
    CHECK(cudaGetDeviceProperties(&p, 0));
    SAME(maxThreadsPerBlock, MaxThreadsPerBlock), SAME(warpSize, WarpSize), SAME(multiProcessorCount, MultiProcessorCount);
    SAME(sharedMemPerBlock, MaxSharedMemoryPerBlock), SAME(l2CacheSize, L2CacheSize), SAME(maxTexture3D[2], MaxTexture3DDepth);
    SAME(managedMemory, ManagedMemory), SAME(cooperativeLaunch, CooperativeLaunch), SAME(reservedSharedMemPerBlock, ReservedSharedMemoryPerBlock);
    SAME(maxSurface2D[1], MaxSurface2DHeight), SAME(maxBlocksPerMultiProcessor, MaxBlocksPerMultiprocessor), SAME(major, ComputeCapabilityMajor);

    for (int i = 0; i < n; i++) want += host[i] = i % 97;
    CHECK(cudaMalloc(&x, sizeof host));
    CHECK(cudaMalloc(&part, blocks * sizeof(int)));
    CHECK(cudaMemcpy(x, host, sizeof host, cudaMemcpyHostToDevice));
    cudaLaunchAttribute attributes[2] = {};
    attributes[0].id = cudaLaunchAttributeCooperative, attributes[0].val.cooperative = 1;
    attributes[1].id = cudaLaunchAttributePriority, attributes[1].val.priority = 0;
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks), config.blockDim = dim3(threads), config.dynamicSmemBytes = threads * sizeof(int);
    config.attrs = attributes, config.numAttrs = 2;
    for (int i = 0; i < 2; i++) CHECK(cudaLaunchKernelEx(&config, add, (const int *)x, part, n));
    CHECK(cudaMemcpyFromSymbol(&got, total, sizeof got));
    EXPECT(got == want);
    EXPECT(rounds == 2);

    cudaFuncAttributes attribute;
    memset(&attribute, 0xff, sizeof attribute);
    CHECK(cudaFuncGetAttributes(&attribute, add));
    EXPECT(attribute.ptxVersion >= 50 && attribute.clusterDimMustBeSet == 0 && attribute.requiredClusterWidth == 0);

    __half2 *h, twice[2];
    CHECK(cudaMallocManaged(&h, sizeof twice));
    h[0] = __floats2half2_rn(3, 4), h[1] = __floats2half2_rn(0.5f, 65504);
#if CUDART_VERSION >= 13000
    cudaMemLocation device = { cudaMemLocationTypeDevice, { 0 } };
    CHECK(cudaMemPrefetchAsync(h, sizeof twice, device, 0, 0));
    CHECK(cudaMemAdvise(h, sizeof twice, cudaMemAdviseSetPreferredLocation, device));
#endif
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    one_more<<<1, 32, 0, stream>>>(x, h);
    CHECK(cudaMemcpyAsync(&got, x, sizeof got, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    EXPECT(got == 1);
    EXPECT(__low2float(h[0]) == 7 && __high2float(h[0]) == 7 && __low2float(h[1]) == 2 && __high2float(h[1]) == INFINITY);
    size_t edges = 4;
    cudaGraphNode_t from[4], to[4];
#if CUDART_VERSION >= 13000
    cudaGraphEdgeData data[4];
    CHECK(cudaGraphGetEdges(graph, from, to, data, &edges));
    cudaKernel_t kernel;
    CHECK(cudaGetKernel(&kernel, (const void *)one_more));
    void *arguments[] = { &x, &h };
    CHECK(cudaLaunchKernel((const void *)kernel, dim3(1), dim3(32), arguments, 0, 0));
    CHECK(cudaMemcpy(&got, x, sizeof got, cudaMemcpyDeviceToHost));
    EXPECT(got == 2);
#else
    CHECK(cudaGraphGetEdges(graph, from, to, &edges));
#endif
    EXPECT(edges == 1);
    puts(wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
