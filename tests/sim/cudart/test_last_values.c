// SPDX-License-Identifier: BSD-3-Clause
// The last value that each call takes, and the first that it refuses; what a graph says of the arguments of its kernels, and of itself
// when it is put in the place of itself.
#include "tests/sim/cudart/answers.h"
#include "sim/cuda/cuda_gl_interop.h"

static void test_flags_and_kinds(void **state)
{
    const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    const cudaExtent cubes = { 8, 8, 6 };
    cudaArray_t array;
    cudaEvent_t event;
    unsigned count = 7;

    (void)state;
    EACH(cudaErrorNoDevice, cudaGLGetDevices(&count, NULL, 0, 1), cudaGLGetDevices(&count, NULL, 0, 3));
    EACH(cudaErrorInvalidValue, cudaGLGetDevices(&count, NULL, 0, 0), cudaGLGetDevices(&count, NULL, 0, 4));
    GOOD(cudaMalloc3DArray(&array, &floats, cubes, 15));
    GOOD(cudaFreeArray(array));
    EACH(cudaErrorInvalidValue, cudaMalloc3DArray(&array, &floats, cubes, 16));
    GOOD(cudaEventCreateWithFlags(&event, 7));
    GOOD(cudaEventDestroy(event));
    EACH(cudaErrorInvalidValue, cudaEventCreateWithFlags(&event, 8));
    GOOD(cudaFuncSetCacheConfig(&host_scale, cudaFuncCachePreferEqual));
    EACH(cudaErrorInvalidValue, cudaFuncSetCacheConfig(&host_scale, (cudaFuncCache)4));
}

static void test_places(void **state)
{
    void *managed;

    (void)state;
    GOOD(cudaMallocManaged(&managed, 64, cudaMemAttachGlobal));
    for (int type = 0; type <= 5; type++) {
        const cudaMemLocation at = { .type = (cudaMemLocationType)type };

        const cudaError_t answer = type == 0 || type == 5 ? cudaErrorInvalidValue : cudaSuccess;

        EACH(answer, cudaMemPrefetchAsync_v2(managed, 64, at, 0, NULL), cudaMemAdvise_v2(managed, 64, cudaMemAdviseSetPreferredLocation, at));
        GOOD(cudaMemAdvise_v2(managed, 64, cudaMemAdviseUnsetPreferredLocation, at));
    }
    GOOD(cudaFree(managed));
}

static void test_handles_of_pools(void **state)
{
    cudaMemPoolProps p = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } };
    cudaMemPool_t pool;

    (void)state;
    for (unsigned handles = 0; handles <= 17; handles++) {
        p.handleTypes = (cudaMemAllocationHandleType)handles;
        assert_int_equal(cudaMemPoolCreate(&pool, &p), !handles ? cudaSuccess : handles < 16 ? cudaErrorNotSupported : cudaErrorInvalidValue);
        if (!handles)
            GOOD(cudaMemPoolDestroy(pool));
    }
}

// Of what an SM has of shared memory, a kernel's own and what it is given at its launch.
static void test_all_shared_memory(void **state)
{
    int all;

    (void)state;
    GOOD(cudaDeviceGetAttribute(&all, cudaDevAttrMaxSharedMemoryPerBlock, 0));
    GOOD(cudaFuncSetAttribute(&host_reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, all));
    EACH(cudaErrorInvalidValue, cudaFuncSetAttribute(&host_reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, all + 1),
         cudaFuncSetAttribute(&host_reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    GOOD(cudaFuncSetAttribute(&host_reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
}

static void test_modes_of_textures(void **state)
{
    const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    cudaResourceDesc what = { .resType = cudaResourceTypeArray };

    (void)state;
    GOOD(cudaMallocArray(&what.res.array.array, &floats, 4, 4, 0));
    for (unsigned which = 0; which < 5; which++)
        for (unsigned beyond = 0; beyond < 2; beyond++) {
            cudaTextureDesc d = { .normalizedCoords = 1 };
            cudaTextureObject_t t;

            if (which < 3)
                d.addressMode[which] = (cudaTextureAddressMode)((unsigned)cudaAddressModeBorder + beyond);
            else
                *(which == 3 ? &d.filterMode : &d.mipmapFilterMode) = (cudaTextureFilterMode)((unsigned)cudaFilterModeLinear + beyond);
            assert_int_equal(cudaCreateTextureObject(&t, &what, &d, NULL), beyond ? cudaErrorInvalidValue : cudaSuccess);
            if (!beyond)
                GOOD(cudaDestroyTextureObject(t));
        }
    GOOD(cudaFreeArray(what.res.array.array));
}

// A launch may say of itself what changes nothing here: every attribute that there is up to the last one.
static void test_attributes_of_launches(void **state)
{
    cudaLaunchAttribute attribute = { 0 };
    float *p;

    (void)state;
    GOOD(cudaMalloc((void **)&p, 64));
    for (int id = -1; id <= (int)cudaLaunchAttributeNvlinkUtilCentricScheduling + 1; id++) {
        const cudaLaunchConfig_t config = { .gridDim = { 1, 1, 1 }, .blockDim = { 1, 1, 1 }, .attrs = &attribute, .numAttrs = 1 };
        void *arguments[] = { &p };

        attribute.id = (cudaLaunchAttributeID)id;
        const cudaError_t error = cudaLaunchKernelExC(&config, &host_store, arguments);
        assert_int_equal(error == cudaErrorInvalidValue, id < 0 || id > (int)cudaLaunchAttributeNvlinkUtilCentricScheduling);
        assert_true(error == cudaSuccess || error == cudaErrorNotSupported || error == cudaErrorInvalidValue);
    }
    GOOD(cudaFree(p));
    cudaGetLastError();
}

// --- graphs

// Each argument where the kernel has it, of sizes that leave gaps.
static void test_arguments_of_a_node(void **state)
{
    unsigned char a = 201;
    unsigned short b = 50001;
    unsigned c = 4000000001u;
    cudaGraphNode_t node;
    cudaGraph_t graph;
    void *p, *arguments[] = { &a, &p, &b, &c };
    cudaKernelNodeParams params = { .func = &host_mixed, .gridDim = { 2, 3, 4 }, .blockDim = { 5, 6, 7 }, .sharedMemBytes = 8,
                                    .kernelParams = arguments };
    cudaKernelNodeParams said;

    (void)state;
    GOOD(cudaMalloc(&p, 64));
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddKernelNode(&node, graph, NULL, 0, &params));
    memset(&said, 0xFF, sizeof said);
    GOOD(cudaGraphKernelNodeGetParams(node, &said));
    assert_true(said.func == (void *)&host_mixed && said.gridDim.x == 2 && said.gridDim.y == 3 && said.gridDim.z == 4);
    assert_true(said.blockDim.x == 5 && said.blockDim.y == 6 && said.blockDim.z == 7 && said.sharedMemBytes == 8 && !said.extra);
    assert_int_equal(*(unsigned char *)said.kernelParams[0], 201);
    assert_ptr_equal(*(void **)said.kernelParams[1], p);
    assert_int_equal(*(unsigned short *)said.kernelParams[2], 50001);
    assert_int_equal(*(unsigned *)said.kernelParams[3], 4000000001u);
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaFree(p));
}

// Fills of rows that lie one behind the other; a node that fills can be left out. The graph is put in the place of itself.
static void test_fills_and_allocations(void **state)
{
    cudaMemAllocNodeParams alloc = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } },
                                     .bytesize = 512 };
    cudaGraphExecUpdateResult result = cudaGraphExecUpdateError;
    cudaGraphNode_t fill, made, freed, failed;
    cudaMemsetParams p = { .value = 0x11, .elementSize = 4, .width = 8, .height = 3, .pitch = 32 };
    cudaGraphExec_t exec;
    cudaGraph_t graph;
    unsigned bytes[24], enabled = 7;

    (void)state;
    GOOD(cudaMalloc(&p.dst, 96));
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &p));
    p.pitch = 31;
    EACH(cudaErrorInvalidValue, cudaGraphAddMemsetNode(&failed, graph, NULL, 0, &p));
    GOOD(cudaGraphAddMemAllocNode(&made, graph, &fill, 1, &alloc));
    GOOD(cudaGraphAddMemFreeNode(&freed, graph, &made, 1, alloc.dptr));
    GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cudaGraphExecUpdate(exec, graph, &failed, &result));
    assert_int_equal(result, cudaGraphExecUpdateSuccess);
    for (unsigned without = 0; without < 2; without++) {
        GOOD(cudaMemset(p.dst, 0xFF, 96));
        GOOD(cudaGraphNodeSetEnabled(exec, fill, !without));
        GOOD(cudaGraphNodeGetEnabled(exec, fill, &enabled));
        assert_int_equal(enabled, !without);
        GOOD(cudaGraphLaunch(exec, NULL));
        GOOD(cudaMemcpy(bytes, p.dst, 96, cudaMemcpyDeviceToHost));
        for (unsigned i = 0; i < 24; i++)
            assert_int_equal(bytes[i], without ? 0xFFFFFFFF : 0x11);
    }
    EACH(cudaErrorInvalidValue, cudaGraphNodeSetEnabled(exec, made, 0), cudaGraphNodeGetEnabled(exec, made, &enabled));
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(graph));
    GOOD(cudaFree(p.dst));
}

// To and from a variable of the device, the direction told or found by the addresses.
static void test_kinds_of_copies_of_symbols(void **state)
{
    (void)state;
    for (int kind = 0; kind <= (int)cudaMemcpyDefault + 1; kind++) {
        const bool either = kind == cudaMemcpyDeviceToDevice || kind == cudaMemcpyDefault;
        const bool to = either || kind == cudaMemcpyHostToDevice, from = either || kind == cudaMemcpyDeviceToHost;
        cudaGraphNode_t node, copy;
        cudaGraphExec_t exec;
        cudaGraph_t graph;
        int value = 77;

        GOOD(cudaGraphCreate(&graph, 0));
        assert_int_equal(cudaGraphAddMemcpyNodeToSymbol(&node, graph, NULL, 0, &host_counter, &value, 4, 0, (cudaMemcpyKind)kind) == 0, to);
        assert_int_equal(cudaGraphAddMemcpyNodeFromSymbol(&node, graph, NULL, 0, &value, &host_counter, 4, 0, (cudaMemcpyKind)kind) == 0, from);
        GOOD(cudaGraphAddMemcpyNodeToSymbol(&copy, graph, NULL, 0, &host_counter, &value, 4, 0, cudaMemcpyHostToDevice));
        GOOD(cudaGraphInstantiateWithFlags(&exec, graph, 0));
        assert_int_equal(cudaGraphExecMemcpyNodeSetParamsToSymbol(exec, copy, &host_counter, &value, 4, 0, (cudaMemcpyKind)kind) == 0, to);
        GOOD(cudaGraphExecDestroy(exec));
        GOOD(cudaGraphDestroy(graph));
    }
    cudaGetLastError();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flags_and_kinds), cmocka_unit_test(test_places), cmocka_unit_test(test_handles_of_pools),
        cmocka_unit_test(test_all_shared_memory), cmocka_unit_test(test_modes_of_textures), cmocka_unit_test(test_attributes_of_launches),
        cmocka_unit_test(test_arguments_of_a_node), cmocka_unit_test(test_fills_and_allocations), cmocka_unit_test(test_kinds_of_copies_of_symbols),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    register_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
