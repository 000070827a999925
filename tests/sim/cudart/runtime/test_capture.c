// SPDX-License-Identifier: BSD-3-Clause
// Streams that capture: the edges that follow from streams and events, what is copied when, and each thing that a capture forbids
// with its error and with what becomes of the capture.
#include "tests/sim/cudart/answers.h"

#include <pthread.h>
#include <stdio.h>

static cudaStream_t first, second, apart;       // the last does not wait for the legacy stream
static cudaEvent_t event, other;
static void *device;
static uint32_t words[16];

static int set_up(void **state)
{
    (void)state;
    cudaDeviceReset();
    return cudaStreamCreate(&first) || cudaStreamCreate(&second) || cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking) ||
        cudaEventCreate(&event) || cudaEventCreate(&other) || cudaMalloc(&device, sizeof words);
}

static void begin(cudaStream_t stream, cudaStreamCaptureMode mode) { GOOD(cudaStreamBeginCapture(stream, mode)); }
static cudaError_t fill(cudaStream_t stream) { return cudaMemsetAsync(device, 1, 4, stream); }

static cudaStreamCaptureStatus status_of(cudaStream_t stream)
{
    cudaStreamCaptureStatus status = (cudaStreamCaptureStatus)7;

    GOOD(cudaStreamIsCapturing(stream, &status));
    return status;
}

// It ends in this way, and without a graph.
static void ends(cudaStream_t stream, cudaError_t as)
{
    cudaGraph_t graph = (cudaGraph_t)1;

    assert_int_equal(cudaStreamEndCapture(stream, &graph), as);
    assert_ptr_equal(graph, NULL);
    assert_int_equal(status_of(stream), cudaStreamCaptureStatusNone);
}

// Edges as letters of nodes in the order in which they were captured: "ab bc".
static void expect_edges(cudaGraph_t graph, unsigned nodes, const char *wanted)
{
    cudaGraphNode_t all[16], from[16], to[16];
    size_t n = 16, edges = 16;
    char seen[100] = "";

    GOOD(cudaGraphGetNodes(graph, all, &n));
    assert_int_equal(n, nodes);
    GOOD(cudaGraphGetEdges(graph, from, to, &edges));
    for (size_t i = 0; i < edges; i++) {
        char edge[4] = "?? ";

        for (unsigned k = 0; k < nodes; k++) {
            edge[0] = from[i] == all[k] ? (char)('a' + k) : edge[0];
            edge[1] = to[i] == all[k] ? (char)('a' + k) : edge[1];
        }
        strcat(seen, edge);
    }
    assert_string_equal(seen, wanted);
}

static void test_fork_and_join(void **state)
{
    cudaGraph_t graph;
    unsigned long long id = 0, same = 1;
    cudaStreamCaptureStatus status;

    (void)state;
    begin(first, cudaStreamCaptureModeGlobal);
    assert_int_equal(status_of(second), cudaStreamCaptureStatusNone);
    GOOD(fill(first));                                      // a
    GOOD(cudaEventRecord(event, first));
    GOOD(cudaStreamWaitEvent(second, event, 0));
    GOOD(cudaStreamWaitEvent(apart, event, 0));
    assert_int_equal(status_of(second), cudaStreamCaptureStatusActive);
    GOOD(cudaStreamGetCaptureInfo(first, &status, &id));
    GOOD(cudaStreamGetCaptureInfo(second, &status, &same));
    assert_true(id && id == same);
    GOOD(fill(first));                                      // b
    GOOD(fill(second));                                     // c
    GOOD(cudaMemcpyAsync(words, device, 4, cudaMemcpyDeviceToHost, apart));         // d
    GOOD(cudaEventRecord(event, second));                   // the streams have what was recorded before
    GOOD(cudaEventRecord(other, apart));
    GOOD(cudaStreamWaitEvent(first, event, 0));
    GOOD(cudaStreamWaitEvent(first, event, 0));             // one edge
    GOOD(fill(first));                                      // e
    GOOD(cudaStreamWaitEvent(first, other, 0));
    GOOD(cudaStreamEndCapture(first, &graph));
    expect_edges(graph, 5, "ab ac ad be ce ");
    EACH(cudaStreamCaptureStatusNone, status_of(first), status_of(second), status_of(apart));
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(cudaStreamGetCaptureInfo(first, &status, &same));
    assert_true(same != id);
    GOOD(cudaStreamEndCapture(first, &graph));
    expect_edges(graph, 0, "");
}

static void none(void *unused) { (void)unused; }

static void test_what_is_captured(void **state)
{
    int value = 3;
    void *arguments[] = { &value }, *at = NULL;
    CUfunction function;
    cudaGraph_t graph;
    cudaGraphNode_t nodes[12];
    cudaGraphNodeType type;
    cudaKernelNodeParams p;
    const int wanted[] = { cudaGraphNodeTypeKernel, cudaGraphNodeTypeKernel, cudaGraphNodeTypeMemcpy, cudaGraphNodeTypeMemcpy,
                           cudaGraphNodeTypeMemset, cudaGraphNodeTypeHost, cudaGraphNodeTypeEventRecord,
                           cudaGraphNodeTypeWaitEvent, cudaGraphNodeTypeMemAlloc, cudaGraphNodeTypeMemFree, cudaGraphNodeTypeMemcpy,
                           cudaGraphNodeTypeMemset };
    size_t n = 12;

    (void)state;
    register_kernels();
    GOOD(cudaGetFuncBySymbol((cudaFunction_t *)&function, &host_print));
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(cudaLaunchKernel(&host_print, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0, first));
    value = 4;
    GOOD(cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, first, arguments, NULL));
    value = 5;
    GOOD(cudaMemcpyAsync(device, words, 4, cudaMemcpyHostToDevice, first));
    GOOD(cudaMemcpyToSymbolAsync(&host_counter, words, 4, 0, cudaMemcpyHostToDevice, first));
    GOOD(cudaMemset2DAsync(device, 8, 3, 2, 2, first));
    GOOD(cudaLaunchHostFunc(first, none, NULL));
    GOOD(cudaEventRecordWithFlags(event, first, cudaEventRecordExternal));
    GOOD(cudaStreamWaitEvent(first, event, cudaEventWaitExternal));
    GOOD(cudaMallocAsync(&at, 64, first));
    GOOD(cudaFreeAsync(at, first));
    GOOD(cuMemcpyDtoHAsync(words, (uintptr_t)device, 4, first));
    GOOD(cudaMemset3DAsync((cudaPitchedPtr){ device, 4, 4, 4 }, 1, (cudaExtent){ 4, 2, 2 }, first));
    GOOD(cudaStreamEndCapture(first, &graph));
    GOOD(cudaGraphGetNodes(graph, nodes, &n));
    assert_int_equal(n, 12);
    for (unsigned i = 0; i < 12; i++) {
        GOOD(cudaGraphNodeGetType(nodes[i], &type));
        assert_int_equal(type, wanted[i]);
    }
    for (unsigned i = 0; i < 2; i++) {
        GOOD(cudaGraphKernelNodeGetParams(nodes[i], &p));
        assert_int_equal(*(int *)p.kernelParams[0], 3 + i);
    }
    assert_int_equal(cudaGraphMemsetNodeGetParams(nodes[11], &(cudaMemsetParams){ 0 }), cudaErrorInvalidValue);     // two planes
    GOOD(cudaGraphMemsetNodeGetParams(nodes[4], &(cudaMemsetParams){ 0 }));
}

// A node made by hand is part of what the stream's next node waits for.
static void test_dependencies(void **state)
{
    const cudaGraphNode_t *last;
    cudaStreamCaptureStatus status;
    cudaGraphNode_t by_hand, root;
    cudaGraph_t graph, ended;
    size_t n = 7;

    (void)state;
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(fill(first));
    GOOD(cudaStreamGetCaptureInfo_v2(first, &status, NULL, &graph, &last, &n));
    assert_int_equal(n, 1);
    root = last[0];
    GOOD(cudaGraphAddEmptyNode(&by_hand, graph, NULL, 0));
    GOOD(cudaStreamUpdateCaptureDependencies(first, &by_hand, 1, cudaStreamAddCaptureDependencies));
    GOOD(fill(first));
    GOOD(cudaStreamUpdateCaptureDependencies(first, &by_hand, 1, cudaStreamSetCaptureDependencies));
    GOOD(fill(first));
    EACH(cudaErrorInvalidValue, cudaGraphDestroy(graph), cudaGraphDestroyNode(root), cudaGraphRemoveDependencies(graph, &root, &by_hand, 1),
         cudaStreamUpdateCaptureDependencies(first, &by_hand, 1, 2), cudaStreamUpdateCaptureDependencies(first, NULL, 1, 0));
    assert_int_equal(cudaStreamUpdateCaptureDependencies(second, &by_hand, 1, 0), cudaErrorIllegalState);
    GOOD(cudaStreamEndCapture(first, &ended));
    assert_ptr_equal(ended, graph);
    expect_edges(graph, 4, "ac bc bd ");
    GOOD(cudaGraphDestroyNode(root));
    GOOD(cudaGraphDestroy(graph));
}

static void test_begins_and_ends(void **state)
{
    cudaStreamCaptureStatus status;
    cudaGraph_t graph;

    (void)state;
    EACH(cudaErrorStreamCaptureUnsupported, cudaStreamBeginCapture(NULL, cudaStreamCaptureModeGlobal),
         cudaStreamBeginCapture(cudaStreamLegacy, cudaStreamCaptureModeRelaxed));
    EACH(cudaErrorInvalidValue, cudaStreamBeginCapture(first, (cudaStreamCaptureMode)3), cudaStreamEndCapture(first, NULL),
         cudaStreamIsCapturing(first, NULL), cudaStreamGetCaptureInfo(first, NULL, NULL), cudaThreadExchangeStreamCaptureMode(NULL),
         cudaEventRecordWithFlags(event, first, 2));
    EACH(cudaErrorIllegalState, cudaStreamEndCapture(first, &graph), cudaStreamEndCapture(NULL, &graph));
    begin(first, cudaStreamCaptureModeGlobal);
    assert_int_equal(cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal), cudaErrorIllegalState);
    assert_int_equal(cudaStreamIsCapturing(NULL, &status), cudaErrorStreamCaptureImplicit);
    assert_int_equal(status_of(first), cudaStreamCaptureStatusActive);
    GOOD(cudaStreamEndCapture(first, &graph));
    begin(apart, cudaStreamCaptureModeGlobal);
    assert_int_equal(status_of(NULL), cudaStreamCaptureStatusNone);
    GOOD(cudaStreamEndCapture(apart, &graph));
    begin(cudaStreamPerThread, cudaStreamCaptureModeGlobal);
    GOOD(fill(cudaStreamPerThread));
    GOOD(cudaStreamEndCapture(cudaStreamPerThread, &graph));
    expect_edges(graph, 1, "");
}

static void test_unjoined(void **state)
{
    cudaGraph_t graph = NULL;

    (void)state;
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(fill(first));
    GOOD(cudaEventRecord(event, first));
    GOOD(cudaStreamWaitEvent(second, event, 0));
    GOOD(cudaStreamEndCapture(first, &graph));              // nothing was put into it
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(cudaEventRecord(event, first));
    GOOD(cudaStreamWaitEvent(second, event, 0));
    GOOD(fill(second));
    ends(first, cudaErrorStreamCaptureUnjoined);
    assert_int_equal(status_of(second), cudaStreamCaptureStatusNone);
    GOOD(fill(second));

    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(cudaEventRecord(event, first));
    GOOD(cudaStreamWaitEvent(second, event, 0));
    assert_int_equal(cudaStreamEndCapture(second, &graph), cudaErrorStreamCaptureUnmatched);
    ends(first, cudaErrorStreamCaptureInvalidated);
}

static void test_events(void **state)
{
    float milliseconds;

    (void)state;
    // what was recorded outside
    GOOD(cudaEventRecord(event, second));
    begin(first, cudaStreamCaptureModeRelaxed);
    assert_int_equal(cudaStreamWaitEvent(first, event, 0), cudaErrorStreamCaptureIsolation);
    EACH(cudaErrorStreamCaptureInvalidated, fill(first), cudaEventRecord(event, first), cudaStreamBeginCapture(first, cudaStreamCaptureModeGlobal));
    ends(first, cudaErrorStreamCaptureInvalidated);
    // in two captures
    begin(first, cudaStreamCaptureModeRelaxed);
    begin(second, cudaStreamCaptureModeRelaxed);
    GOOD(cudaEventRecord(event, first));
    assert_int_equal(cudaStreamWaitEvent(second, event, 0), cudaErrorStreamCaptureMerge);
    ends(first, cudaErrorStreamCaptureInvalidated);
    ends(second, cudaErrorStreamCaptureInvalidated);
    // an event of a capture, asked
    begin(first, cudaStreamCaptureModeRelaxed);
    GOOD(cudaEventRecord(event, first));
    assert_int_equal(cudaEventElapsedTime(&milliseconds, event, event), cudaErrorCapturedEvent);
    assert_int_equal(status_of(first), cudaStreamCaptureStatusActive);
    assert_int_equal(cudaEventQuery(event), cudaErrorCapturedEvent);
    assert_int_equal(cudaStreamWaitEvent(second, event, 0), cudaErrorStreamCaptureInvalidated);
    ends(first, cudaErrorStreamCaptureInvalidated);
    EACH(cudaErrorCapturedEvent, cudaEventSynchronize(event), cudaStreamWaitEvent(second, event, 0));
    GOOD(cudaEventRecord(event, second));                   // is one again
    GOOD(cudaEventQuery(event));
    // the legacy stream, behind one that does not wait for it
    begin(apart, cudaStreamCaptureModeRelaxed);
    GOOD(cudaEventRecord(event, apart));
    assert_int_equal(cudaStreamWaitEvent(NULL, event, 0), cudaErrorStreamCaptureImplicit);
    ends(apart, cudaErrorStreamCaptureInvalidated);
}

// Each call in a capture of its own: its answer, and whether the capture is still one.
static void forbids(cudaStream_t stream, cudaStreamCaptureMode mode, unsigned which, cudaError_t wanted)
{
    cudaError_t answer = cudaSuccess;
    cudaStream_t gone = NULL;
    cudaGraph_t graph;
    cudaArray_t array;
    void *memory = NULL;

    GOOD(cudaMalloc(&memory, 8));
    GOOD(cudaStreamCreateWithFlags(&gone, cudaStreamNonBlocking));
    begin(stream, mode);
    switch (which) {
    case 0: answer = cudaMalloc(&memory, 8); break;
    case 1: answer = cudaFree(memory); break;
    case 2: answer = cudaMallocArray(&array, &(cudaChannelFormatDesc){ 8, 0, 0, 0, cudaChannelFormatKindUnsigned }, 4, 4, 0); break;
    case 3: answer = cudaHostRegister(words, sizeof words, 0); cudaHostUnregister(words); break;
    case 4: answer = cudaStreamSynchronize(gone); break;
    case 5: answer = cudaEventQuery(other); break;
    case 6: answer = (cudaError_t)cuMemAlloc((CUdeviceptr *)&memory, 8); break;
    case 7: answer = cudaDeviceSynchronize(); break;
    case 8: answer = (cudaError_t)cuCtxSynchronize(); break;
    case 9: answer = cudaStreamQuery(stream); break;
    case 10: answer = cudaStreamDestroy(stream); break;
    case 11: answer = cudaStreamAddCallback(stream, never_back, &answer, 0); break;
    case 12: answer = cudaStreamAttachMemAsync(stream, memory, 0, cudaMemAttachSingle); break;
    case 13: answer = cudaMemcpy(words, memory, 4, cudaMemcpyDeviceToHost); break;
    case 14: answer = cudaMemsetAsync(memory, 0, 4, NULL); break;
    case 15: answer = cudaStreamSynchronize(cudaStreamLegacy); break;
    case 16: answer = (cudaError_t)cuMemsetD32((uintptr_t)memory, 0, 1); break;
    case 17: answer = cudaMemsetAsync(memory, 0, 4, gone); break;
    case 18: answer = cudaMallocAsync(&memory, 8, gone); break;
    case 19: answer = cudaStreamDestroy(gone); break;
    }
    if (answer != wanted)
        fail_msg("call %u in mode %d answers %d, expected %d", which, (int)mode, (int)answer, (int)wanted);
    assert_int_equal(status_of(stream), wanted ? cudaStreamCaptureStatusInvalidated : cudaStreamCaptureStatusActive);
    assert_int_equal(cudaStreamEndCapture(stream, &graph), wanted ? cudaErrorStreamCaptureInvalidated : cudaSuccess);
}

static void test_forbidden(void **state)
{
    enum { UNSAFE = 7, ALWAYS = 13, LEGACY = 17, ALL = 20 };

    (void)state;
    for (int mode = cudaStreamCaptureModeGlobal; mode <= cudaStreamCaptureModeRelaxed; mode++)
        for (unsigned which = 0; which < ALL; which++) {
            const bool relaxed = mode == cudaStreamCaptureModeRelaxed, unsafe = which == 13 && !relaxed;

            forbids(first, (cudaStreamCaptureMode)mode, which, which < UNSAFE ? relaxed ? cudaSuccess : cudaErrorStreamCaptureUnsupported :
                    which < ALWAYS ? cudaErrorStreamCaptureUnsupported : which < LEGACY ? cudaErrorStreamCaptureImplicit : cudaSuccess);
            forbids(apart, (cudaStreamCaptureMode)mode, which, (which < UNSAFE && !relaxed) || (which >= UNSAFE && which < ALWAYS) ||
                    unsafe || (which == 15 && !relaxed) ? cudaErrorStreamCaptureUnsupported : cudaSuccess);
        }
}

// --- threads

typedef struct { cudaStreamCaptureMode mode; cudaError_t malloc, end; } others;

static void *of_another(void *argument)
{
    others *o = argument;
    cudaGraph_t graph;
    void *memory;

    cudaThreadExchangeStreamCaptureMode(&o->mode);
    o->malloc = cudaMalloc(&memory, 8);
    o->end = cudaStreamEndCapture(first, &graph);
    return NULL;
}

static others another(cudaStreamCaptureMode mode)
{
    others o = { mode, cudaErrorUnknown, cudaErrorUnknown };
    pthread_t thread;

    assert_int_equal(pthread_create(&thread, NULL, of_another, &o), 0);
    pthread_join(thread, NULL);
    assert_int_equal(o.mode, cudaStreamCaptureModeGlobal);
    return o;
}

static void test_threads(void **state)
{
    cudaStreamCaptureMode mode = cudaStreamCaptureModeRelaxed;
    cudaGraph_t graph;
    others o;
    void *memory;

    (void)state;
    // of a global capture another thread knows, unless its mode says otherwise
    begin(first, cudaStreamCaptureModeGlobal);
    o = another(cudaStreamCaptureModeThreadLocal);
    assert_true(o.malloc == cudaSuccess && o.end == cudaErrorStreamCaptureWrongThread);
    o = another(cudaStreamCaptureModeRelaxed);
    assert_true(o.malloc == cudaSuccess && status_of(first) == cudaStreamCaptureStatusActive);
    o = another(cudaStreamCaptureModeGlobal);
    assert_true(o.malloc == cudaErrorStreamCaptureUnsupported && o.end == cudaErrorStreamCaptureWrongThread);
    ends(first, cudaErrorStreamCaptureInvalidated);
    begin(first, cudaStreamCaptureModeThreadLocal);
    o = another(cudaStreamCaptureModeGlobal);
    assert_true(o.malloc == cudaSuccess && o.end == cudaErrorStreamCaptureWrongThread);
    GOOD(cudaStreamEndCapture(first, &graph));
    begin(first, cudaStreamCaptureModeRelaxed);
    o = another(cudaStreamCaptureModeGlobal);
    assert_true(o.malloc == cudaSuccess && o.end == cudaSuccess);
    assert_int_equal(status_of(first), cudaStreamCaptureStatusNone);
    // this thread's own mode
    begin(first, cudaStreamCaptureModeGlobal);
    GOOD(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, cudaStreamCaptureModeGlobal);
    GOOD(cudaMalloc(&memory, 8));
    GOOD(cudaThreadExchangeStreamCaptureMode(&mode));
    assert_int_equal(mode, cudaStreamCaptureModeRelaxed);
    assert_int_equal(cudaMalloc(&memory, 8), cudaErrorStreamCaptureUnsupported);
    ends(first, cudaErrorStreamCaptureInvalidated);
}

static void test_reset(void **state)
{
    cudaGraph_t graph;

    (void)state;
    begin(first, cudaStreamCaptureModeGlobal);
    begin(cudaStreamPerThread, cudaStreamCaptureModeGlobal);
    GOOD(fill(first));
    GOOD(cudaDeviceReset());
    EACH(cudaErrorInvalidResourceHandle, cudaStreamEndCapture(first, &graph));
    assert_int_equal(cudaStreamEndCapture(cudaStreamPerThread, &graph), cudaErrorIllegalState);
    GOOD(cudaMalloc(&device, 4));
}

#define CASE(name) cmocka_unit_test_setup(name, set_up)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(test_fork_and_join), CASE(test_what_is_captured), CASE(test_dependencies), CASE(test_begins_and_ends),
        CASE(test_unjoined), CASE(test_events), CASE(test_forbidden), CASE(test_threads), CASE(test_reset),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
