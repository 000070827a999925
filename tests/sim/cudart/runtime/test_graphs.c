// SPDX-License-Identifier: BSD-3-Clause
// Graphs that are built by hand: what each call answers, in what order nodes run, what a graph and what was instantiated of it
// keep, and what NVIDIA's manual calls a mistake.
#include "tests/sim/cudart/answers.h"

#include <stddef.h>
#include <stdio.h>

enum { WORDS = 32 };

// As CUDA 11 lays them out.
_Static_assert(sizeof(cudaKernelNodeParams) == 56 && offsetof(cudaKernelNodeParams, gridDim) == 8 &&
               offsetof(cudaKernelNodeParams, sharedMemBytes) == 32 && offsetof(cudaKernelNodeParams, kernelParams) == 40, "kernel");
_Static_assert(sizeof(cudaMemsetParams) == 40 && offsetof(cudaMemsetParams, elementSize) == 20, "memset");
_Static_assert(sizeof(cudaHostNodeParams) == 16 && sizeof(cudaMemcpy3DParms) == 160, "host, memcpy");
_Static_assert(sizeof(cudaMemPoolProps) == 88 && sizeof(cudaMemAllocNodeParams) == 120 &&
               offsetof(cudaMemAllocNodeParams, dptr) == 112, "allocation");

// --- what ran, by letters

static char ran[64];
static void note(void *letter) { strncat(ran, letter, 1); }

static cudaGraphNode_t letter(cudaGraph_t graph, const char *which, const cudaGraphNode_t *before, size_t count)
{
    const cudaHostNodeParams call = { note, (void *)(uintptr_t)which };
    cudaGraphNode_t node = NULL;

    GOOD(cudaGraphAddHostNode(&node, graph, before, count, &call));
    return node;
}

static const char *launched(cudaGraphExec_t exec)
{
    ran[0] = '\0';
    GOOD(cudaGraphLaunch(exec, NULL));
    return ran;
}

static const char *runs(cudaGraph_t graph)
{
    cudaGraphExec_t exec;

    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    launched(exec);
    GOOD(cudaGraphExecDestroy(exec));
    return ran;
}

// Of the nodes that wait for no other the one that was made first.
static void test_order(void **state)
{
    cudaGraphNode_t a, b, c, d, e, nodes[8], to[8];
    cudaGraphEdgeData data[8];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    size_t n;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    assert_string_equal(runs(graph), "");
    a = letter(graph, "a", NULL, 0);
    b = letter(graph, "b", NULL, 0);
    c = letter(graph, "c", NULL, 0);
    d = letter(graph, "d", &b, 1);
    e = letter(graph, "e", (cudaGraphNode_t[]){ d, c }, 2);
    assert_string_equal(runs(graph), "abcde");
    GOOD(cudaGraphAddDependencies(graph, (cudaGraphNode_t[]){ e, c }, (cudaGraphNode_t[]){ a, b }, 2));
    assert_string_equal(runs(graph), "cbdea");
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    GOOD(cudaGraphRemoveDependencies(graph, &e, &a, 1));
    assert_string_equal(runs(graph), "acbde");
    assert_string_equal(launched(exec), "cbdea");           // it is a copy

    n = 8;
    GOOD(cudaGraphGetNodes(graph, nodes, &n));
    assert_int_equal(n, 5);
    assert_true(nodes[0] == a && nodes[4] == e && !nodes[5]);
    n = 3;
    GOOD(cudaGraphGetNodes(graph, nodes, &n));
    assert_int_equal(n, 3);
    n = 8;
    GOOD(cudaGraphGetRootNodes(graph, nodes, &n));
    assert_true(n == 2 && nodes[0] == a && nodes[1] == c);
    n = 8;
    GOOD(cudaGraphGetEdges(graph, nodes, to, &n));
    assert_true(n == 4 && nodes[0] == b && to[0] == d);
    n = 8;
    GOOD(cudaGraphNodeGetDependencies(e, nodes, &n));
    assert_true(n == 2 && nodes[0] == d && nodes[1] == c);
    GOOD(cudaGraphNodeGetDependentNodes(c, NULL, &n));
    assert_int_equal(n, 2);
    n = 8;
    memset(data, 7, sizeof data);
    GOOD(cudaGraphGetEdges_v2(graph, nodes, to, data, &n));
    assert_true(n == 4 && data[3].reserved[4] == 0 && data[4].type == 7);
    GOOD(cudaGraphRemoveDependencies_v2(graph, &b, &d, data, 1));
    data[0].type = cudaGraphDependencyTypeProgrammatic;
    assert_int_equal(cudaGraphAddDependencies_v2(graph, &b, &d, data, 1), cudaErrorNotSupported);
    GOOD(cudaGraphAddDependencies_v2(graph, &b, &d, NULL, 1));
    GOOD(cudaGraphDestroyNode(d));
    assert_string_equal(runs(graph), "acbe");
    EACH(cudaErrorInvalidValue, cudaGraphDestroyNode(d), cudaGraphAddDependencies(graph, &d, &e, 1),
         cudaGraphAddEmptyNode(&a, graph, &d, 1), cudaGraphNodeGetDependencies(d, NULL, &n));
    GOOD(cudaGraphDestroy(graph));
    assert_string_equal(launched(exec), "cbdea");
    GOOD(cudaGraphExecDestroy(exec));
}

static void test_edges_that_cannot_be(void **state)
{
    cudaGraphNode_t a, b, c, bad = (cudaGraphNode_t)1, n;
    cudaGraph_t graph, other;
    cudaGraphExec_t exec = NULL;
    char log[100] = "x";

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphCreate(&other, 0));
    a = letter(graph, "a", NULL, 0);
    b = letter(graph, "b", &a, 1);
    c = letter(other, "c", NULL, 0);
    EACH(cudaErrorInvalidValue, cudaGraphAddDependencies(graph, &a, &b, 1),         // there is one
         cudaGraphAddDependencies(graph, &a, &a, 1), cudaGraphAddDependencies(graph, &a, &c, 1),
         cudaGraphAddDependencies(other, &a, &b, 1), cudaGraphAddDependencies(graph, NULL, &b, 1),
         cudaGraphRemoveDependencies(graph, &b, &a, 1), cudaGraphRemoveDependencies(graph, &a, NULL, 1),
         cudaGraphAddEmptyNode(&n, graph, (cudaGraphNode_t[]){ a, a }, 2), cudaGraphAddEmptyNode(&n, graph, &c, 1),
         cudaGraphAddEmptyNode(&n, graph, NULL, 1), cudaGraphAddEmptyNode(NULL, graph, NULL, 0));
    // of several none is made when one cannot be
    assert_int_equal(cudaGraphAddDependencies(graph, (cudaGraphNode_t[]){ b, a }, (cudaGraphNode_t[]){ a, b }, 2), cudaErrorInvalidValue);
    assert_string_equal(runs(graph), "ab");
    GOOD(cudaGraphAddDependencies(graph, NULL, NULL, 0));
    GOOD(cudaGraphAddDependencies(graph, &b, &a, 1));
    EACH(cudaErrorInvalidValue, cudaGraphInstantiate(&exec, graph, &bad, log, sizeof log),
         cudaGraphInstantiateWithFlags(&exec, graph, 0));
    assert_true(!exec && !bad && log[0] && log[0] != 'x');
    GOOD(cudaGraphAddChildGraphNode(&n, other, NULL, 0, graph));                    // a cycle within
    assert_int_equal(cudaGraphInstantiateWithFlags(&exec, other, 0), cudaErrorInvalidValue);
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaGraphDestroy(other));
}

static void test_clones(void **state)
{
    cudaGraph_t graph, clone, again, inner;
    cudaGraphNode_t a, b, node, found;
    cudaGraphExec_t exec;
    unsigned levels = 0;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    a = letter(graph, "a", NULL, 0);
    b = letter(graph, "b", NULL, 0);
    GOOD(cudaGraphClone(&clone, graph));
    GOOD(cudaGraphNodeFindInClone(&found, b, clone));
    assert_true(found != b);
    GOOD(cudaGraphHostNodeSetParams(found, &(cudaHostNodeParams){ note, "B" }));
    node = letter(clone, "c", &found, 1);
    assert_string_equal(runs(clone), "aBc");
    assert_string_equal(runs(graph), "ab");
    GOOD(cudaGraphClone(&again, clone));
    GOOD(cudaGraphNodeFindInClone(&found, node, again));
    EACH(cudaErrorInvalidValue, cudaGraphNodeFindInClone(&found, b, again), cudaGraphNodeFindInClone(&found, node, clone),
         cudaGraphNodeFindInClone(&found, a, graph), cudaGraphNodeFindInClone(NULL, a, clone), cudaGraphClone(NULL, graph));

    // a node's graph: nodes of it are changed in place
    GOOD(cudaGraphAddChildGraphNode(&node, graph, &a, 1, clone));
    GOOD(cudaGraphDestroy(clone));
    assert_string_equal(runs(graph), "abaBc");
    GOOD(cudaGraphChildGraphNodeGetGraph(node, &inner));
    letter(inner, "d", NULL, 0);
    assert_string_equal(runs(graph), "abaBcd");
    assert_int_equal(cudaGraphDestroy(inner), cudaErrorInvalidValue);
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_int_equal(cudaGraphExecChildGraphNodeSetParams(exec, node, again), cudaErrorInvalidValue);      // of fewer nodes
    GOOD(cudaGraphClone(&clone, inner));
    GOOD(cudaGraphGetNodes(clone, &found, &(size_t){ 1 }));
    GOOD(cudaGraphHostNodeSetParams(found, &(cudaHostNodeParams){ note, "A" }));
    GOOD(cudaGraphExecChildGraphNodeSetParams(exec, node, clone));
    assert_string_equal(launched(exec), "abABcd");
    GOOD(cudaGraphDestroyNode(node));
    assert_int_equal(cudaGraphDestroy(inner), cudaErrorInvalidValue);              // gone with its node
    while (levels < 1000 && cudaGraphAddChildGraphNode(&node, graph, NULL, 0, graph) == cudaSuccess && levels++ < 10)
        ;                                                                           // 1 + 2 + 4 ... nodes
    assert_int_equal(levels, 11);
    GOOD(cudaDeviceReset());
}

static void test_levels(void **state)
{
    cudaGraph_t graph, outer;
    cudaGraphNode_t node;
    unsigned levels = 1;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    letter(graph, "x", NULL, 0);
    for (; levels < 200; levels++) {
        GOOD(cudaGraphCreate(&outer, 0));
        if (cudaGraphAddChildGraphNode(&node, outer, NULL, 0, graph) != cudaSuccess)
            break;
        GOOD(cudaGraphDestroy(graph));
        graph = outer;
    }
    assert_int_equal(levels, 128);
    assert_string_equal(runs(graph), "x");
    GOOD(cudaDeviceReset());
}

// --- what nodes do

static void test_kernels(void **state)
{
    cudaKernelNodeParams p = { .func = &host_store, .gridDim = { 1, 1, 1 }, .blockDim = { 1, 1, 1 } }, has;
    uint32_t word = 0;
    void *device, *second, *arguments[1] = { &device };
    size_t bytes = sizeof device;
    void *extra[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &second, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END };
    cudaGraphExec_t exec;
    cudaGraphNode_t node, other;
    cudaGraph_t graph;
    unsigned on = 7;

    (void)state;
    register_kernels();
    GOOD(cudaMalloc(&device, 8));
    second = (char *)device + 4;
    GOOD(cudaGraphCreate(&graph, 0));
    EACH(cudaErrorInvalidValue, cudaGraphAddKernelNode(&node, graph, NULL, 0, &p), cudaGraphAddKernelNode(&node, graph, NULL, 0, NULL));
    p.kernelParams = arguments;
    p.extra = extra;
    assert_int_equal(cudaGraphAddKernelNode(&node, graph, NULL, 0, &p), cudaErrorInvalidValue);
    p.extra = NULL;
    p.gridDim.x = 0;
    assert_int_equal(cudaGraphAddKernelNode(&node, graph, NULL, 0, &p), cudaErrorInvalidConfiguration);
    p.gridDim.x = 1;
    p.func = &word;
    assert_int_equal(cudaGraphAddKernelNode(&node, graph, NULL, 0, &p), cudaErrorInvalidDeviceFunction);
    p.func = &host_store;
    GOOD(cudaGraphAddKernelNode(&node, graph, NULL, 0, &p));
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaMemcpy(&word, device, 4, cudaMemcpyDeviceToHost));
    assert_int_equal(word, 7);

    p.kernelParams = NULL;
    p.extra = extra;
    bytes = 4;
    assert_int_equal(cudaGraphExecKernelNodeSetParams(exec, node, &p), cudaErrorInvalidValue);
    bytes = 8;
    GOOD(cudaGraphExecKernelNodeSetParams(exec, node, &p));
    GOOD(cudaMemset(device, 0, 8));
    GOOD(cudaGraphNodeSetEnabled(exec, node, 0));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaGraphNodeGetEnabled(exec, node, &on));
    GOOD(cudaMemcpy(&word, second, 4, cudaMemcpyDeviceToHost));
    assert_true(on == 0 && word == 0);
    GOOD(cudaGraphNodeSetEnabled(exec, node, 1));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaMemcpy(&word, second, 4, cudaMemcpyDeviceToHost));
    assert_int_equal(word, 7);

    GOOD(cudaGraphKernelNodeGetParams(node, &has));
    assert_true(has.func == &host_store && *(void **)has.kernelParams[0] == device && !has.extra);
    GOOD(cudaGraphKernelNodeSetParams(node, &has));         // from its own copy
    GOOD(cudaGraphKernelNodeGetParams(node, &has));
    assert_true(*(void **)has.kernelParams[0] == device);
    GOOD(cudaGraphAddEmptyNode(&other, graph, &node, 1));
    EACH(cudaErrorInvalidValue, cudaGraphKernelNodeGetParams(other, &has), cudaGraphKernelNodeGetParams(node, NULL),
         cudaGraphExecKernelNodeSetParams(exec, other, &p), cudaGraphNodeSetEnabled(exec, other, 1),
         cudaGraphNodeGetEnabled(exec, node, NULL), cudaGraphHostNodeSetParams(node, &(cudaHostNodeParams){ note, "x" }),
         cudaGraphExecGetFlags(exec, NULL), cudaGraphInstantiateWithFlags(&exec, graph, 16));
    assert_int_equal(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorNotSupported);
    GOOD(cudaDeviceReset());
}

static void test_copies_and_fills(void **state)
{
    uint32_t host[WORDS], back[WORDS] = { 0 };
    uint16_t *half = (uint16_t *)back;
    unsigned char *device;
    cudaMemcpy3DParms p = { 0 }, has;
    cudaMemsetParams fill = { .value = 0x01020304, .elementSize = 2, .width = 4, .height = 1 }, filled;
    cudaGraphNode_t up, down, set, symbol;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    float factor[4] = { 0 };

    (void)state;
    register_kernels();
    for (unsigned i = 0; i < WORDS; i++)
        host[i] = i + 1;
    GOOD(cudaMalloc((void **)&device, sizeof host));
    GOOD(cudaGraphCreate(&graph, 0));
    EACH(cudaErrorInvalidValue, cudaGraphAddMemcpyNode(&up, graph, NULL, 0, &p), cudaGraphAddMemcpyNode(&up, graph, NULL, 0, NULL),
         cudaGraphAddMemcpyNode1D(&up, graph, NULL, 0, device, host, 4, (cudaMemcpyKind)5),
         cudaGraphAddMemcpyNode1D(&up, graph, NULL, 0, NULL, host, 4, cudaMemcpyDefault),
         cudaGraphAddMemsetNode(&set, graph, NULL, 0, &fill), cudaGraphAddMemsetNode(&set, graph, NULL, 0, NULL),
         cudaGraphAddMemcpyNodeToSymbol(&up, graph, NULL, 0, host_factor, host, 17, 0, cudaMemcpyHostToDevice));
    assert_int_equal(cudaGraphAddMemcpyNodeToSymbol(&up, graph, NULL, 0, host_factor, host, 16, 0, cudaMemcpyDeviceToHost),
                     cudaErrorInvalidMemcpyDirection);
    p.srcPtr = (cudaPitchedPtr){ host, 16, 16, 8 };
    p.dstPtr = (cudaPitchedPtr){ device, 16, 16, 8 };
    p.extent = (cudaExtent){ 16, 8, 1 };
    p.kind = cudaMemcpyHostToDevice;
    GOOD(cudaGraphAddMemcpyNode(&up, graph, NULL, 0, &p));
    fill.dst = device + 16;
    GOOD(cudaGraphAddMemsetNode(&set, graph, &up, 1, &fill));
    GOOD(cudaGraphAddMemcpyNode1D(&down, graph, &set, 1, back, device, sizeof back, cudaMemcpyDeviceToHost));
    GOOD(cudaGraphAddMemcpyNodeFromSymbol(&symbol, graph, NULL, 0, factor, host_factor, 8, 4, cudaMemcpyDeviceToHost));
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    GOOD(cudaGraphLaunch(exec, NULL));
    assert_true(back[0] == 1 && back[3] == 4 && back[4] == 0x03040304 && back[5] == 0x03040304 && back[6] == 7 && back[31] == 32);
    assert_true(factor[0] == 2 && factor[1] == 3 && factor[2] == 0);

    // rows: two bytes of every eight, and what the nodes say
    fill = (cudaMemsetParams){ device, 8, 9, 2, 1, 3 };
    GOOD(cudaGraphExecMemsetNodeSetParams(exec, set, &fill));
    GOOD(cudaGraphExecMemcpyNodeSetParams1D(exec, down, back, device, 24, cudaMemcpyDeviceToHost));
    memset(back, 0, sizeof back);
    GOOD(cudaGraphLaunch(exec, NULL));
    assert_true(half[0] == 9 && half[1] == 0 && half[2] == 2 && half[4] == 9 && half[8] == 9 && half[9] == 0 && back[6] == 0);
    GOOD(cudaGraphMemsetNodeGetParams(set, &filled));
    assert_true(filled.dst == device + 16 && filled.elementSize == 2 && filled.width == 4 && filled.height == 1 &&
                filled.value == 0x01020304);
    GOOD(cudaGraphMemsetNodeSetParams(set, &fill));
    GOOD(cudaGraphMemsetNodeGetParams(set, &filled));
    assert_memory_equal(&filled, &fill, sizeof fill);
    GOOD(cudaGraphMemcpyNodeGetParams(down, &has));
    assert_true(has.srcPtr.ptr == device && has.extent.width == sizeof back && has.extent.height == 1 && has.kind == cudaMemcpyDeviceToHost);
    GOOD(cudaGraphMemcpyNodeSetParams(down, &p));
    GOOD(cudaGraphMemcpyNodeGetParams(down, &has));
    assert_memory_equal(&has, &p, sizeof p);
    fill.pitch = 1;
    EACH(cudaErrorInvalidValue, cudaGraphMemsetNodeSetParams(set, &fill), cudaGraphMemsetNodeGetParams(up, &filled),
         cudaGraphMemcpyNodeGetParams(set, &has), cudaGraphMemcpyNodeSetParams(down, NULL), cudaGraphExecMemsetNodeSetParams(exec, set, &fill));

    // what is not there the launch says, and runs nothing behind it
    GOOD(cudaGraphExecMemcpyNodeSetParams1D(exec, down, back, device, sizeof host + 1, cudaMemcpyDeviceToHost));
    assert_int_equal(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue);
    GOOD(cudaDeviceReset());
}

static void test_events(void **state)
{
    cudaEvent_t first, second, has;
    cudaGraphNode_t record, wait;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    float milliseconds;

    (void)state;
    GOOD(cudaEventCreate(&first));
    GOOD(cudaEventCreate(&second));
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddEventRecordNode(&record, graph, NULL, 0, first));
    GOOD(cudaGraphAddEventWaitNode(&wait, graph, &record, 1, first));
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    assert_int_equal(cudaEventElapsedTime(&milliseconds, first, first), cudaErrorInvalidResourceHandle);    // not recorded
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaEventElapsedTime(&milliseconds, first, first));
    GOOD(cudaGraphExecEventRecordNodeSetEvent(exec, record, second));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaEventElapsedTime(&milliseconds, first, second));
    GOOD(cudaGraphEventRecordNodeGetEvent(record, &has));
    assert_ptr_equal(has, first);
    GOOD(cudaGraphEventWaitNodeSetEvent(wait, second));
    GOOD(cudaGraphEventWaitNodeGetEvent(wait, &has));
    assert_ptr_equal(has, second);
    GOOD(cudaEventDestroy(second));
    EACH(cudaErrorInvalidValue, cudaGraphAddEventRecordNode(&record, graph, NULL, 0, second),
         cudaGraphExecEventWaitNodeSetEvent(exec, wait, second), cudaGraphEventWaitNodeGetEvent(record, &has));
    assert_int_equal(cudaGraphLaunch(exec, NULL), cudaErrorInvalidResourceHandle);
    GOOD(cudaDeviceReset());
}

// --- memory

static cudaMemAllocNodeParams of_bytes(size_t bytes)
{
    return (cudaMemAllocNodeParams){ .poolProps = { .allocType = cudaMemAllocationTypePinned,
                                                    .location = { cudaMemLocationTypeDevice, 0 } }, .bytesize = bytes };
}

static void test_memory(void **state)
{
    cudaMemAllocNodeParams p = of_bytes(1000), second = of_bytes(500), has;
    cudaGraphNode_t alloc, again, beside, freed, node;
    cudaGraph_t graph, clone, other;
    cudaGraphExec_t exec, twice;
    uint64_t now[4];
    void *at;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphCreate(&other, 0));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p));
    GOOD(cudaGraphAddMemFreeNode(&freed, graph, &alloc, 1, p.dptr));
    assert_int_equal(cudaGraphAddMemFreeNode(&node, graph, &freed, 1, p.dptr), cudaErrorInvalidValue);      // twice
    GOOD(cudaGraphAddMemAllocNode(&beside, graph, &alloc, 1, &second));             // not behind what frees
    assert_true(second.dptr != p.dptr);
    GOOD(cudaGraphAddMemFreeNode(&node, graph, &beside, 1, second.dptr));
    GOOD(cudaGraphAddMemAllocNode(&again, graph, (cudaGraphNode_t[]){ freed, node }, 2, &second));
    assert_true(second.dptr != p.dptr);                                             // the smallest that fits
    GOOD(cudaGraphMemAllocNodeGetParams(again, &has));
    assert_true(has.dptr == second.dptr && has.bytesize == 500);
    GOOD(cudaGraphMemFreeNodeGetParams(freed, &at));
    assert_ptr_equal(at, p.dptr);
    EACH(cudaErrorInvalidValue, cudaGraphDestroyNode(node), cudaGraphRemoveDependencies(graph, &alloc, &freed, 1),
         cudaGraphClone(&clone, graph), cudaGraphAddChildGraphNode(&node, other, NULL, 0, graph),
         cudaGraphAddMemFreeNode(&node, graph, NULL, 0, NULL), cudaGraphAddMemAllocNode(&node, graph, NULL, 0, NULL));
    p.bytesize = 0;
    assert_int_equal(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &p), cudaErrorInvalidValue);
    p.bytesize = 1 << 30;
    assert_int_equal(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &p), cudaErrorMemoryAllocation);
    p.poolProps.location.id = 1;
    assert_int_equal(cudaGraphAddMemAllocNode(&node, graph, NULL, 0, &p), cudaErrorInvalidValue);

    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    assert_int_equal(cudaGraphInstantiateWithFlags(&twice, graph, 0), cudaErrorInvalidValue);
    GOOD(cudaGraphLaunch(exec, NULL));
    for (int i = 0; i < 4; i++)
        GOOD(cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)i, &now[i]));
    assert_true(now[0] == 500 && now[1] == 1000 && now[2] == 1500 && now[3] == 1500);
    now[0] = 0;
    GOOD(cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, now));
    GOOD(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, now));
    assert_int_equal(now[0], 500);
    EACH(cudaErrorInvalidValue, cudaDeviceSetGraphMemAttribute(0, cudaGraphMemAttrUsedMemHigh, now),
         cudaDeviceGetGraphMemAttribute(0, (cudaGraphMemAttributeType)4, now), cudaGraphLaunch(exec, NULL));
    EACH(cudaErrorInvalidDevice, cudaDeviceGraphMemTrim(1), cudaDeviceGetGraphMemAttribute(1, cudaGraphMemAttrUsedMemHigh, now));
    GOOD(cudaDeviceGraphMemTrim(0));
    // another graph frees it
    GOOD(cudaGraphAddMemFreeNode(&node, other, NULL, 0, second.dptr));
    GOOD(cudaGraphInstantiateWithFlags(&twice, other, 0));
    GOOD(cudaGraphLaunch(twice, NULL));
    assert_int_equal(cudaGraphLaunch(twice, NULL), cudaErrorInvalidValue);          // it is
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaFree(second.dptr));
    assert_int_equal(cudaFree(second.dptr), cudaErrorInvalidDevicePointer);
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphExecDestroy(twice));
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaGraphDestroy(other));
    GOOD(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrReservedMemCurrent, now));
    assert_int_equal(now[0], 0);
    assert_int_equal(cudaFree(second.dptr), cudaErrorInvalidDevicePointer);
    GOOD(cudaDeviceReset());
}

// A kernel that touches memory which the graph has freed stops at it.
static void test_freed_memory(void **state)
{
    cudaMemAllocNodeParams p = of_bytes(64);
    void *arguments[1] = { &p.dptr };
    cudaKernelNodeParams kernel = { &host_store, { 1, 1, 1 }, { 1, 1, 1 }, 0, arguments, NULL };
    cudaGraphNode_t alloc, freed, node;
    cudaGraphExec_t exec;
    cudaGraph_t graph;

    (void)state;
    register_kernels();
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p));
    GOOD(cudaGraphAddKernelNode(&node, graph, &alloc, 1, &kernel));
    GOOD(cudaGraphAddMemFreeNode(&freed, graph, &node, 1, p.dptr));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaDeviceSynchronize());
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphAddKernelNode(&node, graph, &freed, 1, &kernel));
    letter(graph, "x", &node, 1);
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    assert_string_equal(launched(exec), "");                // nothing behind the fault
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    GOOD(cudaDeviceReset());
}

// --- updates

// As many edges, and another one.
static void test_an_edge_from_elsewhere(void **state)
{
    cudaGraph_t of[2];
    cudaGraphNode_t nodes[2], bad;
    cudaGraphExecUpdateResult result;
    cudaGraphExec_t exec;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        GOOD(cudaGraphCreate(&of[i], 0));
        nodes[0] = letter(of[i], "a", NULL, 0);
        nodes[1] = letter(of[i], "b", NULL, 0);
        letter(of[i], "c", &nodes[i], 1);
    }
    GOOD(cudaGraphInstantiate(&exec, of[0], NULL, NULL, 0));
    assert_int_equal(cudaGraphExecUpdate(exec, of[1], &bad, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, cudaGraphExecUpdateErrorTopologyChanged);
    GOOD(cudaGraphExecUpdate(exec, of[0], &bad, &result));
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(of[0]));
    GOOD(cudaGraphDestroy(of[1]));
}

static void test_updates(void **state)
{
    cudaGraph_t graph, more, edge, type, other;
    cudaGraphNode_t bad = NULL, nodes[2];
    cudaGraphExecUpdateResult result;
    cudaGraphExecUpdateResultInfo info;
    cudaGraphExec_t exec;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    nodes[0] = letter(graph, "a", NULL, 0);
    letter(graph, "b", nodes, 1);
    GOOD(cudaGraphInstantiate(&exec, graph, NULL, NULL, 0));
    GOOD(cudaGraphCreate(&other, 0));
    nodes[0] = letter(other, "c", NULL, 0);
    letter(other, "d", nodes, 1);
    GOOD(cudaGraphClone(&more, other));
    letter(more, "e", NULL, 0);
    GOOD(cudaGraphCreate(&edge, 0));
    letter(edge, "f", NULL, 0);
    nodes[1] = letter(edge, "g", NULL, 0);
    GOOD(cudaGraphCreate(&type, 0));
    GOOD(cudaGraphAddEmptyNode(&nodes[0], type, NULL, 0));
    letter(type, "h", nodes, 1);

    assert_int_equal(cudaGraphExecUpdate(exec, more, &bad, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, cudaGraphExecUpdateErrorTopologyChanged);
    assert_int_equal(cudaGraphExecUpdate(exec, edge, &bad, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, cudaGraphExecUpdateErrorTopologyChanged);
    assert_ptr_equal(bad, nodes[1]);
    assert_int_equal(__cudaGraphExecUpdate_of_12(exec, type, &info), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(info.result, cudaGraphExecUpdateErrorNodeTypeChanged);
    assert_ptr_equal(info.errorNode, nodes[0]);
    assert_string_equal(launched(exec), "ab");              // as it was
    GOOD(cudaGraphExecUpdate(exec, other, &bad, &result));
    assert_int_equal(result, cudaGraphExecUpdateSuccess);
    assert_string_equal(launched(exec), "cd");
    EACH(cudaErrorInvalidValue, cudaGraphExecUpdate(exec, NULL, &bad, &result), cudaGraphExecUpdate(NULL, other, &bad, &result));
    GOOD(cudaGraphExecUpdate(exec, graph, NULL, NULL));
    GOOD(cudaGraphUpload(exec, NULL));
    GOOD(cudaDeviceReset());
}

// --- what goes while it runs

static void reset(void *unused) { (void)unused; cudaDeviceReset(); }
static cudaGraphExec_t running;
static void destroy(void *unused) { (void)unused; cudaGraphExecDestroy(running); }

static void test_ends_within(void **state)
{
    const cudaHostNodeParams resets = { reset, NULL }, destroys = { destroy, NULL };
    cudaGraph_t graph;
    cudaGraphNode_t node;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    node = letter(graph, "a", NULL, 0);
    GOOD(cudaGraphAddHostNode(&node, graph, &node, 1, &destroys));
    letter(graph, "b", &node, 1);
    GOOD(cudaGraphInstantiateWithFlags(&running, graph, 0));
    assert_string_equal(launched(running), "ab");           // to its end
    assert_int_equal(cudaGraphLaunch(running, NULL), cudaErrorInvalidValue);
    GOOD(cudaGraphHostNodeSetParams(node, &resets));
    GOOD(cudaGraphInstantiateWithFlags(&running, graph, 0));
    assert_string_equal(launched(running), "a");            // a reset stops it
    EACH(cudaErrorInvalidValue, cudaGraphLaunch(running, NULL), cudaGraphDestroy(graph), cudaGraphDestroyNode(node));
}

// The same graphs by the driver API, and no error of its is the runtime's last one.
static void test_driver(void **state)
{
    uint32_t words[4] = { 1, 2, 3, 4 }, back[4] = { 0 };
    CUdeviceptr device, second;
    void *arguments[1] = { &second };
    CUDA_KERNEL_NODE_PARAMS kernel = { NULL, 1, 1, 1, 1, 1, 1, 0, arguments, NULL }, has;
    CUDA_MEMCPY3D up = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = words, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                         .WidthInBytes = 16, .Height = 1, .Depth = 1 };
    CUDA_MEMSET_NODE_PARAMS fill = { .value = 9, .elementSize = 4, .width = 1, .height = 1 };
    const CUDA_HOST_NODE_PARAMS call = { note, "h" };
    CUgraphNode copied, filled, launch, down, host;
    CUgraphExecUpdateResult result;
    CUgraphNodeType type;
    CUmodule module;
    CUgraph graph, clone;
    CUgraphExec exec;
    size_t n = 0;

    (void)state;
    cudaGetLastError();                                     // of the cases before
    GOOD(cuMemAlloc(&device, 16));
    second = device + 4;
    up.dstDevice = device;
    fill.dst = device + 8;
    GOOD(cuModuleLoadData(&module, runtime_ptx));
    GOOD(cuModuleGetFunction(&kernel.func, module, "store"));
    GOOD(cuGraphCreate(&graph, 0));
    GOOD(cuGraphAddMemcpyNode(&copied, graph, NULL, 0, &up, NULL));
    GOOD(cuGraphAddMemsetNode(&filled, graph, &copied, 1, &fill, NULL));
    GOOD(cuGraphAddKernelNode(&launch, graph, &filled, 1, &kernel));
    up = (CUDA_MEMCPY3D){ .srcMemoryType = CU_MEMORYTYPE_DEVICE, .srcDevice = device, .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = back,
                          .srcXInBytes = 4, .dstXInBytes = 4, .WidthInBytes = 12, .Height = 1, .Depth = 1 };
    GOOD(cuGraphAddMemcpyNode(&down, graph, &launch, 1, &up, NULL));
    GOOD(cuGraphAddHostNode(&host, graph, &down, 1, &call));
    GOOD(cuGraphInstantiate(&exec, graph, NULL, NULL, 0));
    ran[0] = '\0';
    GOOD(cuGraphLaunch(exec, NULL));
    assert_string_equal(ran, "h");
    assert_true(back[0] == 0 && back[1] == 7 && back[2] == 9 && back[3] == 4);
    GOOD(cuGraphKernelNodeGetParams(launch, &has));
    assert_true(has.func == kernel.func && *(CUdeviceptr *)has.kernelParams[0] == second);
    second = device + 12;
    GOOD(cuGraphExecKernelNodeSetParams(exec, launch, &kernel));
    GOOD(cuGraphLaunch(exec, NULL));
    assert_true(back[1] == 2 && back[3] == 7);
    GOOD(cuGraphClone(&clone, graph));
    GOOD(cuGraphExecUpdate(exec, clone, &host, &result));
    GOOD(cuGraphLaunch(exec, NULL));
    assert_true(result == CU_GRAPH_EXEC_UPDATE_SUCCESS && back[1] == 7 && back[3] == 4);
    GOOD(cuGraphNodeGetType(down, &type));
    GOOD(cuGraphGetEdges(graph, NULL, NULL, &n));
    assert_true(type == CU_GRAPH_NODE_TYPE_MEMCPY && n == 4);

    up.srcMemoryType = CU_MEMORYTYPE_ARRAY;
    assert_int_equal(cuGraphAddMemcpyNode(&down, graph, NULL, 0, &up, NULL), CUDA_ERROR_NOT_SUPPORTED);
    up.srcMemoryType = (CUmemorytype)0;
    EACH(CUDA_ERROR_INVALID_VALUE, cuGraphAddMemcpyNode(&down, graph, NULL, 0, &up, NULL), cuGraphAddMemsetNode(&down, graph, NULL, 0, NULL, NULL),
         cuGraphAddKernelNode(&down, graph, NULL, 0, NULL), cuGraphAddHostNode(&down, graph, NULL, 0, NULL),
         cuGraphKernelNodeGetParams(host, &has), cuGraphDestroy(NULL), cuGraphLaunch(NULL, NULL));
    assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
    assert_int_equal(cudaGraphDestroy(NULL), cudaErrorInvalidValue);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
    // a kernel of a module that is no longer
    GOOD(cuModuleUnload(module));
    assert_int_equal(cuGraphLaunch(exec, NULL), CUDA_ERROR_INVALID_HANDLE);
    GOOD(cudaDeviceReset());
}

static void test_dot(void **state)
{
    char path[] = "build/dot.XXXXXX", text[1000] = "";
    cudaGraphNode_t node, second;
    cudaGraph_t graph, inner;
    int descriptor = mkstemp(path);
    FILE *file;

    (void)state;
    assert_true(descriptor >= 0);
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphCreate(&inner, 0));
    letter(inner, "a", NULL, 0);
    GOOD(cudaGraphAddEmptyNode(&node, graph, NULL, 0));
    GOOD(cudaGraphAddChildGraphNode(&second, graph, &node, 1, inner));
    GOOD(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove(path);
    assert_string_equal(text, "digraph dot {\nnode [shape=box];\n\"graph_0\" [label=\"0: empty\"];\n\"graph_0\" -> \"graph_1\";\n"
                        "\"graph_1\" [label=\"1: graph\"];\nsubgraph \"cluster_graph_1\" {\nlabel=\"1\";\n"
                        "\"graph_1_0\" [label=\"0: host\"];\n}\n}\n");
    assert_int_equal(cudaGraphDebugDotPrint(graph, "/dev/null/none", 0), cudaErrorOperatingSystem);
    assert_int_equal(cudaGraphDebugDotPrint(graph, NULL, 0), cudaErrorInvalidValue);
    GOOD(cudaDeviceReset());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_order), cmocka_unit_test(test_edges_that_cannot_be), cmocka_unit_test(test_clones),
        cmocka_unit_test(test_levels), cmocka_unit_test(test_kernels), cmocka_unit_test(test_copies_and_fills),
        cmocka_unit_test(test_events), cmocka_unit_test(test_memory), cmocka_unit_test(test_freed_memory),
        cmocka_unit_test(test_an_edge_from_elsewhere), cmocka_unit_test(test_updates), cmocka_unit_test(test_ends_within), cmocka_unit_test(test_dot),
        cmocka_unit_test(test_driver),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
