// SPDX-License-Identifier: BSD-3-Clause
// In the manner of the SDK's jacobiCudaGraphs and of programs that capture their time step: streams that capture kernels, copies,
// fills and functions of the host, with a fork and a join; one graph that is updated from the next capture; a capture into a
// graph that is a node; what is forbidden meanwhile.
// plant: s/0.25f \* (up/0.26f * (up/
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>
#include <cuda_runtime.h>
#include <cooperative_groups.h>

#define CHECK(x) do { cudaError_t e = (x); if (e != cudaSuccess) { printf("%s at %d\n", cudaGetErrorName(e), __LINE__); return 2; } } while (0)

const int W = 32, H = 32, STEPS = 6;
__device__ float scale = 1;

__global__ void step(const float *in, float *out)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x == 0 || y == 0 || x == W - 1 || y == H - 1) {
        out[y * W + x] = in[y * W + x];
        return;
    }
    float up = in[(y - 1) * W + x], down = in[(y + 1) * W + x], left = in[y * W + x - 1], right = in[y * W + x + 1];
    out[y * W + x] = 0.25f * (up + down + left + right);
}

__global__ void difference(const float *a, const float *b, float *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(sum, fabsf(a[i] - b[i]) * scale);
}

__global__ void bump(int *p, int by) { atomicAdd(p, by); }

__global__ void all_at_once(int *p)
{
    atomicAdd(p, 1);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x == 0)
        atomicAdd(p + 1, *(volatile int *)p);
}

static int wrong, calls;
static void expect(const char *what, bool holds) { printf("%-60s %s\n", what, holds ? "good" : "WRONG"); wrong += !holds; }
static void CUDART_CB called(void *) { calls++; }

static void step_on_host(std::vector<float> &a)
{
    std::vector<float> b(a);
    for (int y = 1; y < H - 1; y++)
        for (int x = 1; x < W - 1; x++)
            b[y * W + x] = 0.25f * (a[(y - 1) * W + x] + a[(y + 1) * W + x] + a[y * W + x - 1] + a[y * W + x + 1]);
    a = b;
}

// Two buffers in turn: the graph of each step is an update of the one before.
static int jacobi(cudaStream_t stream)
{
    std::vector<float> on_host(W * H);
    float *x[2], *sum_d, sum = 0;
    cudaGraphExec_t exec = NULL;
    for (int i = 0; i < W; i++)
        on_host[i] = 100;
    for (int i = 0; i < 2; i++) {
        CHECK(cudaMalloc(&x[i], W * H * sizeof(float)));
        CHECK(cudaMemcpy(x[i], on_host.data(), W * H * sizeof(float), cudaMemcpyHostToDevice));
    }
    CHECK(cudaMalloc(&sum_d, sizeof(float)));
    for (int k = 0; k < STEPS; k++) {
        cudaGraph_t graph;
        CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
        CHECK(cudaMemsetAsync(sum_d, 0, sizeof(float), stream));
        step<<<dim3(W / 16, H / 16), dim3(16, 16), 0, stream>>>(x[k & 1], x[k + 1 & 1]);
        difference<<<W * H / 256, 256, 0, stream>>>(x[0], x[1], sum_d);
        CHECK(cudaMemcpyAsync(&sum, sum_d, sizeof(float), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaLaunchHostFunc(stream, called, NULL));
        CHECK(cudaStreamEndCapture(stream, &graph));
        if (!exec) {
            CHECK(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
        } else {
            cudaGraphExecUpdateResultInfo info;
            CHECK(cudaGraphExecUpdate(exec, graph, &info));
        }
        CHECK(cudaGraphDestroy(graph));
        expect("a capture runs nothing", calls == k);
        CHECK(cudaGraphLaunch(exec, stream));
        step_on_host(on_host);
    }
    std::vector<float> back(W * H);
    CHECK(cudaMemcpy(back.data(), x[STEPS & 1], W * H * sizeof(float), cudaMemcpyDeviceToHost));
    bool good = true;
    for (int i = 0; i < W * H; i++)
        good = good && fabsf(back[i] - on_host[i]) < 1e-4f;
    expect("steps on the grid", good);
    expect("what they changed", sum > 1 && sum < 1000 && calls == STEPS);
    CHECK(cudaGraphExecDestroy(exec));
    return 0;
}

static int fork_and_join(cudaStream_t stream)
{
    cudaStream_t other;
    cudaEvent_t forked, joined;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamCaptureStatus status;
    const bool in_turn = getenv("WARPLOCK_FUNCTIONAL") != NULL;     // one block behind the other: none waits for the next
    int *p, value[2] = { 0, 0 }, by = 5;
    CHECK(cudaStreamCreate(&other));
    CHECK(cudaEventCreate(&forked));
    CHECK(cudaEventCreateWithFlags(&joined, cudaEventDisableTiming));
    CHECK(cudaMalloc(&p, 2 * sizeof(int)));
    CHECK(cudaMemset(p, 0, 2 * sizeof(int)));

    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    bump<<<1, 32, 0, stream>>>(p, by);
    by = 7;                                         // the node has the 5
    CHECK(cudaEventRecord(forked, stream));
    CHECK(cudaStreamWaitEvent(other, forked, 0));
    CHECK(cudaStreamIsCapturing(other, &status));
    expect("the other stream captures, too", status == cudaStreamCaptureStatusActive);
    bump<<<1, 1, 0, other>>>(p, 100);
    bump<<<1, 1, 0, stream>>>(p + 1, 1);
    expect("an event of a capture cannot be asked", cudaEventElapsedTime((float *)value, forked, forked) == cudaErrorCapturedEvent);
    void *arguments[] = { &p };
    if (in_turn)
        bump<<<2, 32, 0, other>>>(p, 1);
    else
        CHECK(cudaLaunchCooperativeKernel((void *)all_at_once, dim3(2), dim3(32), arguments, 0, other));
    CHECK(cudaEventRecord(joined, other));
    CHECK(cudaStreamWaitEvent(stream, joined, 0));
    CHECK(cudaMemcpyAsync(value, p, sizeof value, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaStreamIsCapturing(other, &status));
    expect("and no more", status == cudaStreamCaptureStatusNone);
    cudaGetLastError();

    cudaGraphNode_t from[8], to[8];
    size_t edges = 8, nodes = 0;
    CHECK(cudaGraphGetEdges(graph, from, to, &edges));
    CHECK(cudaGraphGetNodes(graph, NULL, &nodes));
    expect("5 nodes and 5 edges", nodes == 5 && edges == 5);
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    if (cudaStreamSynchronize(stream) != cudaSuccess)
        return 2;
    expect("the sums of one launch", value[0] == 32 * 5 + 100 + 64 && value[1] == 1 + (in_turn ? 0 : 2 * value[0]));

    // the graph in a capture is a node of it
    cudaGraph_t outer;
    cudaGraphExec_t outer_exec;
    cudaGraphNode_t only;
    cudaGraphNodeType type;
    nodes = 1;
    CHECK(cudaMemset(p, 0, 2 * sizeof(int)));
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaStreamEndCapture(stream, &outer));
    CHECK(cudaGraphGetNodes(outer, &only, &nodes));
    CHECK(cudaGraphNodeGetType(only, &type));
    expect("a launch in a capture is a node", type == cudaGraphNodeTypeGraph);
    CHECK(cudaGraphInstantiate(&outer_exec, outer, NULL, NULL, 0));
    CHECK(cudaGraphLaunch(outer_exec, stream));
    expect("and runs as one", value[0] == 32 * 5 + 100 + 64 && value[1] == 1 + (in_turn ? 0 : 2 * value[0]));
    return 0;
}

static int forbidden(cudaStream_t stream)
{
    cudaGraph_t graph = (cudaGraph_t)1;
    void *p;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    expect("cudaMalloc", cudaMalloc(&p, 4) == cudaErrorStreamCaptureUnsupported);
    expect("a launch behind it", (bump<<<1, 1, 0, stream>>>(NULL, 0), cudaGetLastError()) == cudaErrorStreamCaptureInvalidated);
    expect("the capture's end", cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated && !graph);
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    expect("cudaMalloc in relaxed mode", cudaMalloc(&p, 4) == cudaSuccess);
    expect("the legacy stream", cudaMemset(p, 0, 4) == cudaErrorStreamCaptureImplicit);
    expect("the capture's end", cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    CHECK(cudaFree(p));

    // memory of a capture
    int *q, value = 0;
    cudaGraphExec_t exec;
    CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    CHECK(cudaMallocAsync(&q, 4, stream));
    CHECK(cudaMemsetAsync(q, 0, 4, stream));
    bump<<<1, 32, 0, stream>>>(q, 2);
    CHECK(cudaMemcpyAsync(&value, q, 4, cudaMemcpyDeviceToHost, stream));
    CHECK(cudaFreeAsync(q, stream));
    CHECK(cudaStreamEndCapture(stream, &graph));
    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    CHECK(cudaGraphLaunch(exec, stream));
    CHECK(cudaGraphLaunch(exec, stream));
    expect("memory of a capture", value == 64);
    cudaGetLastError();
    return 0;
}

int main()
{
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    if (jacobi(stream) || fork_and_join(stream) || forbidden(stream))
        return 2;
    CHECK(cudaStreamDestroy(stream));
    printf("%d wrong\n%s\n", wrong, wrong ? "FAILED" : "PASSED");
    return wrong != 0;
}
