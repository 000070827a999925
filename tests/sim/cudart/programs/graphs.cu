// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's simpleCudaGraphs and graphMemoryNodes: a reduction as a graph that is built by hand, of copies,
// fills, kernels and a function of the host; its clone; a node's parameters changed in the graph and in what was instantiated;
// a graph in a node; memory that a graph allocates and frees, and that is freed behind it.
// plant: s/partial\[blockIdx.x\] = sum;/partial[blockIdx.x] = sum + (blockIdx.x == 3);/
#include <cstdio>
#include <vector>
#include <cuda_runtime.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorName(e), __LINE__); return 2; } } while (0)

const int N = 4096, BLOCKS = 16, THREADS = 64;

__global__ void reduce(const float *in, double *partial, int n)
{
    __shared__ double sums[THREADS];
    double sum = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        sum += in[i];
    sums[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        for (int i = 1; i < THREADS; i++)
            sum += sums[i];
        partial[blockIdx.x] = sum;
    }
}

__global__ void finish(const double *partial, double *result, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += partial[i];
    *result = sum;
}

__global__ void add(float *a, const float *b, float c) { int i = blockIdx.x * blockDim.x + threadIdx.x; a[i] += b[i] + c; }

struct host_data { double *result; double seen; int calls; };
static void CUDART_CB note(void *p)
{
    host_data *d = (host_data *)p;
    d->seen = *d->result;
    d->calls++;
    *d->result = 0;
}

static int wrong;
static void expect(const char *what, bool holds) { printf("%-60s %s\n", what, holds ? "good" : "WRONG"); wrong += !holds; }

static int reduction()
{
    std::vector<float> in(N);
    double expected = 0, result = -1, *partial_d, *result_d;
    float *in_d;
    int n = N, blocks = BLOCKS;
    host_data data = { &result, 0, 0 };
    for (int i = 0; i < N; i++)
        expected += in[i] = (float)((i * 37) % 101);
    CHECK(cudaMalloc(&in_d, N * sizeof(float)));
    CHECK(cudaMalloc(&partial_d, BLOCKS * sizeof(double)));
    CHECK(cudaMalloc(&result_d, sizeof(double)));

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t copy, fill, first, second, back, host;
    std::vector<cudaGraphNode_t> behind;
    CHECK(cudaGraphCreate(&graph, 0));

    cudaMemcpy3DParms up = { 0 };
    up.srcPtr = make_cudaPitchedPtr(in.data(), N * sizeof(float), N, 1);
    up.dstPtr = make_cudaPitchedPtr(in_d, N * sizeof(float), N, 1);
    up.extent = make_cudaExtent(N * sizeof(float), 1, 1);
    up.kind = cudaMemcpyHostToDevice;
    CHECK(cudaGraphAddMemcpyNode(&copy, graph, NULL, 0, &up));
    cudaMemsetParams zeros = { 0 };
    zeros.dst = partial_d;
    zeros.elementSize = sizeof(float);
    zeros.width = BLOCKS * 2;
    zeros.height = 1;
    CHECK(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &zeros));
    behind = { copy, fill };

    cudaKernelNodeParams kernel = { 0 };
    void *arguments[3] = { &in_d, &partial_d, &n };
    kernel.func = (void *)reduce;
    kernel.gridDim = dim3(BLOCKS, 1, 1);
    kernel.blockDim = dim3(THREADS, 1, 1);
    kernel.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&first, graph, behind.data(), behind.size(), &kernel));
    n = 0;                                          // the node has a copy of what it was
    void *final[3] = { &partial_d, &result_d, &blocks };
    kernel.func = (void *)finish;
    kernel.gridDim = kernel.blockDim = dim3(1, 1, 1);
    kernel.kernelParams = final;
    CHECK(cudaGraphAddKernelNode(&second, graph, &first, 1, &kernel));
    CHECK(cudaGraphAddMemcpyNode1D(&back, graph, &second, 1, &result, result_d, sizeof result, cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = { note, &data };
    CHECK(cudaGraphAddHostNode(&host, graph, &back, 1, &call));

    size_t nodes = 0, edges = 0, roots = 0;
    CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
    CHECK(cudaGraphGetEdges(graph, NULL, NULL, &edges));
    CHECK(cudaGraphGetRootNodes(graph, NULL, &roots));
    expect("6 nodes, 5 edges, 2 roots", nodes == 6 && edges == 5 && roots == 2);
    expect("nothing has run", data.calls == 0 && result == -1);

    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    for (int i = 0; i < 3; i++)
        CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamSynchronize(stream));
    expect("three launches of the graph", data.calls == 3 && data.seen == expected);

    cudaGraph_t clone;
    cudaGraphExec_t cloned;
    CHECK(cudaGraphClone(&clone, graph));
    CHECK(cudaGraphInstantiate(&cloned, clone));                    // as from CUDA 12 on
    data.seen = 0;
    CHECK(cudaGraphLaunch(cloned, stream));
    expect("a launch of the clone", data.calls == 4 && data.seen == expected);

    int half = N / 2;
    double of_half = 0;
    for (int i = 0; i < half; i++)
        of_half += in[i];
    kernel.func = (void *)reduce;
    kernel.gridDim = dim3(BLOCKS, 1, 1);
    kernel.blockDim = dim3(THREADS, 1, 1);
    arguments[2] = &half;
    kernel.kernelParams = arguments;
    CHECK(cudaGraphExecKernelNodeSetParams(exec, first, &kernel));
    CHECK(cudaGraphLaunch(exec, stream));
    expect("other parameters in what was instantiated", data.seen == of_half);
    CHECK(cudaGraphLaunch(cloned, stream));
    expect("and not in the clone", data.seen == expected);
    cudaKernelNodeParams has;
    CHECK(cudaGraphKernelNodeGetParams(first, &has));
    expect("nor in the graph", *(int *)has.kernelParams[2] == N && has.func == (void *)reduce && has.gridDim.x == BLOCKS);
    cudaGraphNode_t bad;
    cudaGraphExecUpdateResult result_of_update;
    CHECK(cudaGraphExecUpdate(exec, graph, &bad, &result_of_update));
    CHECK(cudaGraphLaunch(exec, stream));
    expect("an update from the graph", result_of_update == cudaGraphExecUpdateSuccess && data.seen == expected);

    cudaGraph_t outer;
    cudaGraphExec_t outer_exec;
    cudaGraphNode_t inner[2];
    CHECK(cudaGraphCreate(&outer, 0));
    CHECK(cudaGraphAddChildGraphNode(&inner[0], outer, NULL, 0, graph));
    CHECK(cudaGraphAddChildGraphNode(&inner[1], outer, &inner[0], 1, clone));
    CHECK(cudaGraphDestroy(clone));
    CHECK(cudaGraphInstantiate(&outer_exec, outer, 0));
    int calls = data.calls;
    CHECK(cudaGraphLaunch(outer_exec, stream));
    expect("graphs in nodes of a graph", data.calls == calls + 2 && data.seen == expected);

    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphExecDestroy(cloned));
    CHECK(cudaGraphExecDestroy(outer_exec));
    CHECK(cudaGraphDestroy(outer));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    return 0;
}

// c = a + b + c0 in memory of the graph's own; the second half takes what the first has freed.
static int memory()
{
    const int n = 1024;
    std::vector<float> a(n), b(n), c(n), d(n);
    float one = 1, two = 2, *d_b;
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 3 * i;
    }
    CHECK(cudaMalloc(&d_b, n * sizeof(float)));
    CHECK(cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t node, last;
    cudaMemAllocNodeParams alloc = {};
    alloc.poolProps.allocType = cudaMemAllocationTypePinned;
    alloc.poolProps.location.type = cudaMemLocationTypeDevice;
    alloc.bytesize = n * sizeof(float);
    CHECK(cudaGraphCreate(&graph, 0));
    CHECK(cudaGraphAddMemAllocNode(&last, graph, NULL, 0, &alloc));
    float *d_a = (float *)alloc.dptr, *again;
    CHECK(cudaGraphAddMemcpyNode1D(&node, graph, &last, 1, d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    cudaKernelNodeParams kernel = { 0 };
    void *arguments[3] = { &d_a, &d_b, &one };
    kernel.func = (void *)add;
    kernel.gridDim = dim3(n / 128);
    kernel.blockDim = dim3(128);
    kernel.kernelParams = arguments;
    CHECK(cudaGraphAddKernelNode(&last, graph, &node, 1, &kernel));
    CHECK(cudaGraphAddMemcpyNode1D(&node, graph, &last, 1, c.data(), d_a, n * sizeof(float), cudaMemcpyDeviceToHost));
    CHECK(cudaGraphAddMemFreeNode(&last, graph, &node, 1, d_a));
    CHECK(cudaGraphAddMemAllocNode(&node, graph, &last, 1, &alloc));
    again = (float *)alloc.dptr;
    expect("memory that is free again has the same address", again == d_a);
    CHECK(cudaGraphAddMemcpyNode1D(&last, graph, &node, 1, again, b.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    arguments[0] = &again;
    arguments[2] = &two;
    CHECK(cudaGraphAddKernelNode(&node, graph, &last, 1, &kernel));

    expect("before a launch it is not there", cudaMemset(again, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    expect("a second one at a time is refused", cudaGraphInstantiate(&exec, graph, NULL, NULL, 0) == cudaErrorInvalidValue);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaMemcpy(d.data(), again, n * sizeof(float), cudaMemcpyDeviceToHost));
    bool good = true;
    for (int i = 0; i < n; i++)
        good = good && c[i] == 4 * i + 1 && d[i] == 6 * i + 2;
    expect("both halves", good);
    expect("what is not freed is not allocated again", cudaGraphLaunch(exec, 0) == cudaErrorInvalidValue);
    CHECK(cudaFree(again));
    expect("freed, it is not there", cudaMemset(again, 0, 4) == cudaErrorInvalidValue);
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaFreeAsync(again, 0));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    CHECK(cudaGraphLaunch(exec, 0));
    CHECK(cudaGraphLaunch(exec, 0));
    cudaGetLastError();
    unsigned long long used = 0;
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &used));
    expect("one piece is in use", used == n * sizeof(float));
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaMemcpy(d.data(), again, n * sizeof(float), cudaMemcpyDeviceToHost));
    expect("which outlives its graph", d[5] == 32);
    CHECK(cudaFree(again));
    CHECK(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, &used));
    expect("and then nothing is", used == 0);
    return 0;
}

int main()
{
    if (reduction() || memory())
        return 2;
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
