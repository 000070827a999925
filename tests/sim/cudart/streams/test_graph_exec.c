// SPDX-License-Identifier: BSD-3-Clause
// What programs seldom do with graphs: launches of a graph within a graph, memory that a launch leaves open, updates that are
// refused, nodes of a graph in a node.
#include "tests/sim/cudart/answers.h"
#include "tests/sim/cudart/told.h"

#include <stdio.h>

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

static cudaMemAllocNodeParams of_bytes(size_t bytes)
{
    return (cudaMemAllocNodeParams){ .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } },
                                     .bytesize = bytes };
}

static uint64_t used(void)
{
    uint64_t bytes = 99;

    GOOD(cudaDeviceGetGraphMemAttribute(0, cudaGraphMemAttrUsedMemCurrent, &bytes));
    return bytes;
}

// --- launches

// A stream that captures takes the graph as a node; what it cannot have ends without one.
static void test_a_captured_launch(void **state)
{
    cudaGraphNode_t nodes[4], inner;
    cudaGraphExec_t exec, outer;
    cudaGraph_t graph, captured;
    cudaStream_t stream;
    cudaGraphNodeType type;
    size_t n = 4;
    void *p = NULL;

    (void)state;
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaGraphCreate(&graph, 0));
    inner = letter(graph, "a", NULL, 0);
    letter(graph, "b", &inner, 1);
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    EACH(cudaSuccess, cudaGraphLaunch(exec, stream), cudaGraphLaunch(exec, stream));
    EACH(cudaErrorInvalidValue, cudaGraphLaunch((cudaGraphExec_t)stream, stream), cudaGraphLaunch(NULL, stream));
    EACH(cudaErrorMemoryAllocation, cudaMallocAsync(&p, (size_t)1 << 40, stream));
    assert_null(p);
    GOOD(cudaStreamEndCapture(stream, &captured));
    assert_string_equal(ran, "");                           // nothing yet
    GOOD(cudaGraphGetNodes(captured, nodes, &n));
    assert_int_equal(n, 2);
    GOOD(cudaGraphNodeGetType(nodes[1], &type));
    assert_int_equal(type, cudaGraphNodeTypeGraph);
    GOOD(cudaGraphInstantiateWithFlags(&outer, captured, 0));
    assert_string_equal(launched(outer), "abab");
    GOOD(cudaDeviceReset());
}

static cudaGraphExec_t again;
static int again_answers, depth;
static void launch_again(void *unused)
{
    (void)unused;
    if (!depth++)
        again_answers = cudaGraphLaunch(again, NULL);
}

// A function of the host that launches its own graph: the memory that this opens is open for the launch around it.
static void test_a_launch_in_a_launch(void **state)
{
    const cudaHostNodeParams call = { launch_again, NULL };
    cudaMemAllocNodeParams p = of_bytes(100);
    cudaGraphNode_t node, alloc;
    cudaGraph_t graph;

    (void)state;
    depth = 0;
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddHostNode(&node, graph, NULL, 0, &call));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, &node, 1, &p));
    GOOD(cudaGraphInstantiateWithFlags(&again, graph, 0));
    SAYS(cudaGraphLaunch(again, NULL), cudaErrorInvalidValue,
         "warplock: graph: node 1 (allocation) of 2: invalid argument; the nodes behind it do not run\n");
    assert_int_equal(again_answers, cudaSuccess);
    assert_int_equal(used(), 100);
    GOOD(cudaFree(p.dptr));
    assert_int_equal(used(), 0);
    GOOD(cudaDeviceReset());
}

static void test_an_empty_node(void **state)
{
    cudaGraphNode_t a, empty;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    unsigned long long flags = 0;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    a = letter(graph, "a", NULL, 0);
    GOOD(cudaGraphAddEmptyNode(&empty, graph, &a, 1));
    letter(graph, "b", &empty, 1);
    GOOD(__cudaGraphInstantiate_of_12(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    GOOD(cudaGraphExecGetFlags(exec, &flags));
    assert_int_equal(flags, cudaGraphInstantiateFlagAutoFreeOnLaunch);
    assert_string_equal(launched(exec), "ab");
    GOOD(cudaDeviceReset());
}

// --- memory that a launch leaves open

static void test_memory_left_open(void **state)
{
    cudaMemAllocNodeParams p = of_bytes(300);
    cudaGraphNode_t alloc;
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    char text[400] = "", path[] = "build/dot.XXXXXX", wanted[80];
    int descriptor = mkstemp(path);
    FILE *file;

    (void)state;
    assert_true(descriptor >= 0);
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p));
    GOOD(cudaGraphDebugDotPrint(graph, path, cudaGraphDebugDotFlagsVerbose));
    file = fdopen(descriptor, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    remove(path);
    snprintf(wanted, sizeof wanted, "\\n300 bytes at %p", p.dptr);
    assert_non_null(strstr(text, wanted));

    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cudaGraphLaunch(exec, NULL));
    SAYS(cudaGraphLaunch(exec, NULL), cudaErrorInvalidValue,
         "warplock: graph: the 300 bytes that node 0 allocates are not freed since its last launch\n");
    GOOD(cudaGraphExecDestroy(exec));
    assert_int_equal(used(), 300);                          // the program has yet to free it
    GOOD(cudaFree(p.dptr));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagAutoFreeOnLaunch));
    for (int i = 0; i < 3; i++) {
        GOOD(cudaGraphLaunch(exec, NULL));
        assert_int_equal(used(), 300);
    }
    GOOD(cudaDeviceReset());                                // a graph's memory goes with the device's
    assert_int_equal(used(), 0);
    assert_int_equal(cudaFree(p.dptr), cudaErrorInvalidDevicePointer);
}

// A graph that frees what another one allocates has no use of it.
static void test_memory_of_another(void **state)
{
    cudaMemAllocNodeParams p = of_bytes(300), own = of_bytes(200), again = of_bytes(200);
    cudaGraph_t graph, other;
    cudaGraphNode_t alloc, freed, node;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphCreate(&other, 0));
    EACH(cudaErrorInvalidValue, cudaGraphCreate(NULL, 0), cudaGraphCreate(&graph, 1));
    GOOD(cudaGraphAddMemAllocNode(&alloc, graph, NULL, 0, &p));
    GOOD(cudaGraphAddMemFreeNode(&freed, other, NULL, 0, p.dptr));
    GOOD(cudaGraphAddMemAllocNode(&node, other, &freed, 1, &own));
    assert_true(own.dptr != p.dptr);
    GOOD(cudaGraphAddMemFreeNode(&freed, other, &node, 1, own.dptr));
    GOOD(cudaGraphAddMemAllocNode(&node, other, &freed, 1, &again));
    assert_ptr_equal(again.dptr, own.dptr);                 // its own it has
    GOOD(cudaDeviceReset());
}

// --- updates

static void refuses(cudaGraphExec_t exec, cudaGraph_t graph, cudaGraphNode_t at, cudaGraphExecUpdateResult why)
{
    cudaGraphExecUpdateResult result;
    cudaGraphNode_t node;

    assert_int_equal(cudaGraphExecUpdate(exec, graph, &node, &result), cudaErrorGraphExecUpdateFailure);
    assert_int_equal(result, why);
    assert_ptr_equal(node, at);
}

static void test_updates_that_are_refused(void **state)
{
    cudaMemAllocNodeParams p = of_bytes(64);
    void *arguments[1] = { &p.dptr };
    cudaKernelNodeParams kernel = { &host_store, { 1, 1, 1 }, { 1, 1, 1 }, 0, arguments, NULL };
    const dim3 one = { 1, 1, 1 };
    cudaGraphNode_t nodes[3], node;
    cudaGraph_t of[2];
    cudaGraphExec_t exec;
    cudaStream_t stream;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {                      // another number of edges
        GOOD(cudaGraphCreate(&of[i], 0));
        nodes[0] = letter(of[i], "a", NULL, 0);
        nodes[1] = letter(of[i], "b", NULL, 0);
        nodes[2] = letter(of[i], "c", nodes, 1 + i);
    }
    GOOD(cudaGraphInstantiateWithFlags(&exec, of[0], 0));
    refuses(exec, of[1], nodes[2], cudaGraphExecUpdateErrorTopologyChanged);
    for (unsigned i = 0; i < 2; i++) {                      // memory elsewhere
        GOOD(cudaGraphCreate(&of[i], 0));
        GOOD(cudaGraphAddMemAllocNode(&node, of[i], NULL, 0, &p));
    }
    GOOD(cudaGraphInstantiateWithFlags(&exec, of[0], 0));
    refuses(exec, of[1], node, cudaGraphExecUpdateErrorNotSupported);
    register_kernels();                                     // a cooperative launch
    GOOD(cudaGraphCreate(&of[0], 0));
    GOOD(cudaGraphAddKernelNode(&node, of[0], NULL, 0, &kernel));
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    GOOD(cudaLaunchCooperativeKernel(&host_store, one, one, arguments, 0, stream));
    GOOD(cudaStreamEndCapture(stream, &of[1]));
    GOOD(cudaGraphInstantiateWithFlags(&exec, of[1], 0));
    refuses(exec, of[0], node, cudaGraphExecUpdateErrorAttributesChanged);
    GOOD(cudaDeviceReset());
}

// --- parameters of nodes

static void test_a_node_of_a_graph_in_a_node(void **state)
{
    const cudaHostNodeParams y = { note, (void *)(uintptr_t)"y" };
    cudaHostNodeParams has = { NULL, NULL };
    cudaGraphNode_t first, inner, nodes[2];
    cudaGraph_t graph, child;
    cudaGraphExec_t exec;
    size_t n = 2;

    (void)state;
    GOOD(cudaGraphCreate(&child, 0));
    first = letter(child, "x", NULL, 0);
    letter(child, "z", &first, 1);
    GOOD(cudaGraphCreate(&graph, 0));
    first = letter(graph, "a", NULL, 0);
    GOOD(cudaGraphAddChildGraphNode(&inner, graph, &first, 1, child));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cudaGraphChildGraphNodeGetGraph(inner, &child));
    GOOD(cudaGraphGetNodes(child, nodes, &n));
    assert_string_equal(launched(exec), "axz");
    GOOD(cudaGraphExecHostNodeSetParams(exec, nodes[0], &y));
    assert_string_equal(launched(exec), "ayz");
    GOOD(cudaGraphHostNodeGetParams(nodes[1], &has));       // the graph's own is as it was
    assert_true(has.fn == note && *(const char *)has.userData == 'z');
    EACH(cudaErrorInvalidValue, cudaGraphHostNodeGetParams(nodes[1], NULL), cudaGraphHostNodeGetParams(inner, &has),
         cudaGraphExecHostNodeSetParams(exec, inner, &y), cudaGraphExecHostNodeSetParams(exec, nodes[0], NULL));
    GOOD(cudaDeviceReset());
}

static void test_copies_to_variables(void **state)
{
    float from[4] = { 5, 6, 7, 8 }, seen[4] = { 0 };
    cudaGraphNode_t node;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    (void)state;
    register_kernels();
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemcpyNodeToSymbol(&node, graph, NULL, 0, host_factor, from, 8, 0, cudaMemcpyHostToDevice));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    EACH(cudaErrorInvalidValue,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, NULL, from, 8, 0, cudaMemcpyHostToDevice),
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_factor, NULL, 8, 0, cudaMemcpyHostToDevice),
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_factor, from, 8, 0, (cudaMemcpyKind)5),
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_factor, from, 8, 12, cudaMemcpyHostToDevice),
         cudaGraphExecMemcpyNodeSetParamsFromSymbol(exec, node, NULL, host_factor, 8, 0, cudaMemcpyDeviceToHost));
    EACH(cudaErrorInvalidMemcpyDirection,
         cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_factor, from, 8, 0, cudaMemcpyDeviceToHost));
    GOOD(cudaGraphExecMemcpyNodeSetParams1D(exec, node, &seen, &from, 8, cudaMemcpyDefault));
    EACH(cudaErrorInvalidValue, cudaGraphExecMemcpyNodeSetParams1D(exec, node, &seen, &from, 8, (cudaMemcpyKind)5),
         cudaGraphExecMemcpyNodeSetParams1D(exec, node, NULL, &from, 8, cudaMemcpyDefault),
         cudaGraphExecMemcpyNodeSetParams1D(exec, node, &seen, NULL, 8, cudaMemcpyDefault));
    GOOD(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, node, host_factor, &from[2], 8, 8, cudaMemcpyHostToDevice));
    GOOD(cudaGraphLaunch(exec, NULL));
    GOOD(cudaMemcpyFromSymbol(seen, host_factor, sizeof seen, 0, cudaMemcpyDeviceToHost));
    assert_true(seen[0] == 1 && seen[1] == 2 && seen[2] == 7 && seen[3] == 8);      // the first two as they began
    GOOD(cudaDeviceReset());
}

static int end(void **state)
{
    (void)state;
    return lock_is_held();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(test_a_captured_launch), TEST(test_a_launch_in_a_launch), TEST(test_an_empty_node), TEST(test_memory_left_open),
        TEST(test_memory_of_another),
        TEST(test_updates_that_are_refused), TEST(test_a_node_of_a_graph_in_a_node), TEST(test_copies_to_variables),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
