// SPDX-License-Identifier: BSD-3-Clause
// A call that fails says why on standard error, in one line: each line word for word, with the numbers that it must have.
#include "tests/sim/cudart/answers.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/sim/cudart/told.h"

static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .texref real;\n"
    ".visible .entry small(.param .u64 p)\n.maxntid 32\n{\n .shared .align 4 .b8 s[100]; .reg .b32 %r<2>; ld.shared.u32 %r1, [s]; ret;\n}\n"
    ".visible .entry unread()\n{\n nothing.s32 %r1;\n ret;\n}\n"
    ".visible .func helper()\n{\n strange.s32 %r1;\n ret;\n}\n";
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static char host_small, host_unread, host_absent, shadow, no_shadow;
static textureReference unreal;
static void **handle;

static int begin(void **state)
{
    (void)state;
    handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, &host_small, NULL, "small", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_unread, NULL, "unread", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_absent, NULL, "absent", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterVar(handle, &shadow, NULL, "variable", 0, 4, 0, 0);
    __cudaRegisterTexture(handle, &unreal, NULL, "unreal", 1, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

static cudaError_t shaped(dim3 grid, dim3 block, size_t shared)
{
    uint64_t p = 0;

    return cudaLaunchKernel(&host_small, grid, block, (void *[]){ &p }, shared, NULL);
}

static void test_launches(void **state)
{
    CUfunction small;
    uint64_t p = 0;
    size_t size = 7;
    char words[200];
    void *short_of[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };

    (void)state;
    SAYS(shaped((dim3){ 3, 0, 5 }, (dim3){ 6, 7, 8 }, 0), cudaErrorInvalidConfiguration,
         "warplock: function helper traps when it is called: test_messages.ptx:17: \"strange\" found, expected an opcode that is supported\n"
         "warplock: kernel small: grid (3,0,5), block (6,7,8), expected sizes of at least 1, a grid of at most "
         "(2147483647,65535,65535), a block of at most (1024,1024,64) and 256 threads\n");
    SAYS(shaped((dim3){ 1, 1, 1 }, (dim3){ 3, 4, 3 }, 0), cudaErrorLaunchOutOfResources,
         "warplock: test_messages.ptx:5: kernel small: block (3,4,3), expected at most 32 threads, the .maxntid of line 6\n");
    SAYS(shaped((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 49053), cudaErrorInvalidValue,
         "warplock: kernel small: 100 bytes of shared memory and 49053 of dynamic shared memory, expected at most 49152 in all, "
         "what an SM of machine oaws has\n");
    SAYS(cudaLaunchCooperativeKernel(&host_small, (dim3){ 2, 3, 5 }, (dim3){ 1, 1, 1 }, (void *[]){ &p }, 0, NULL),
         cudaErrorCooperativeLaunchTooLarge,
         "warplock: kernel small: 30 CTAs of a cooperative launch, expected at most the 8 that each of 2 SMs holds\n");
    GOOD(cudaGetFuncBySymbol((cudaFunction_t *)&small, &host_small));
    SAYS(cuLaunchKernel(small, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, short_of), CUDA_ERROR_INVALID_VALUE,
         "warplock: kernel small: 7 bytes of arguments, expected 8\n");
    SAYS(cudaFuncSetAttribute(&host_small, cudaFuncAttributeMaxDynamicSharedMemorySize, 49053), cudaErrorInvalidValue,
         "warplock: kernel small: 49053 bytes of dynamic shared memory, expected with its own at most the 49152 that an SM of "
         "machine oaws has\n");
    SAYS(launch_on(&host_unread, 1, 1, 0, NULL), cudaErrorInvalidPtx,
         "warplock: kernel unread cannot run: test_messages.ptx:12: \"nothing\" found, expected an opcode that is supported\n");
    SAYS(launch_on(&host_absent, 1, 1, 0, NULL), cudaErrorInvalidDeviceFunction,
         "warplock: launch: the PTX of this program has no kernel absent\n");
    snprintf(words, sizeof words, "warplock: launch: no kernel is registered for the function at %p\n",
    (void *)&no_shadow);
    SAYS(launch_on(&no_shadow, 1, 1, 0, NULL), cudaErrorInvalidDeviceFunction, words);
}

static void test_memory(void **state)
{
    void *p;
    char words[300];

    (void)state;
    GOOD(cudaMalloc(&p, 1 << 20));
    SAYS(cudaMalloc(&p, 7 * (1 << 20) + 1), cudaErrorMemoryAllocation,
         "warplock: cudaMalloc: 7340033 bytes do not fit, 7340032 of the 8 MiB are free (gpu.memory_mib of machine oaws)\n");
    snprintf(words, sizeof words, "warplock: cudaHostGetDevicePointer: %p is memory of the host alone, expected some of "
             "cudaMallocManaged, or of cudaHostAlloc and at most a sixteenth of gpu.memory_mib\n", (void *)words);
    SAYS(cudaHostGetDevicePointer(&p, words, 0), cudaErrorInvalidValue, words);
    SAYS(cudaMemset(&p, 0, 4), cudaErrorInvalidValue, "");          // what says enough by itself
    SAYS(cudaDeviceEnablePeerAccess(0, 0), cudaErrorNotSupported,
         "warplock: cudaDeviceEnablePeerAccess: is not supported (docs/cuda_api.md has the table of what is)\n");
}

static void test_variables_and_textures(void **state)
{
    const cudaChannelFormatDesc mixed = { 8, 16, 24, 32, cudaChannelFormatKindUnsigned },
        ints = { 32, 0, 0, 0, cudaChannelFormatKindSigned };
    cudaResourceDesc array = { .resType = cudaResourceTypeArray }, linear = { .resType = cudaResourceTypeLinear };
    cudaTextureDesc look = { .normalizedCoords = 0 };
    cudaTextureObject_t t;
    void *device;

    (void)state;
    GOOD(cudaFuncSetCacheConfig(&host_small, cudaFuncCachePreferL1));               // its PTX is read
    GOOD(cudaMalloc(&device, 64));
    SAYS(cudaGetSymbolAddress(&device, &shadow), cudaErrorInvalidSymbol,
         "warplock: variable: the PTX of this program has no such variable\n");
    SAYS(cudaGetSymbolAddress(&device, &no_shadow), cudaErrorInvalidSymbol,
         "warplock: an address of the host: the PTX of this program has no such variable\n");
    SAYS(cudaBindTexture(NULL, &unreal, device, &ints, 64), cudaErrorInvalidTexture,
         "warplock: texture unreal: is no .texref of the program's PTX\n");
    GOOD(cudaMallocArray(&array.res.array.array, &mixed, 4, 4, 0));
    SAYS(cudaCreateTextureObject(&t, &array, &look, NULL), cudaErrorNotSupported,
         "warplock: a texture over an array of channels of 8, 16, 24 and 32 bits is not supported\n");
    GOOD(cudaMalloc3DArray(&array.res.array.array, &ints, (cudaExtent){ 4, 5, 6 }, 0));
    SAYS(cudaCreateSurfaceObject(&t, &array), cudaErrorInvalidValue,
         "warplock: a surface of an array that was allocated without cudaArraySurfaceLoadStore, expected one with it\n");
    SAYS(cudaCreateSurfaceObject(&t, &linear), cudaErrorInvalidValue, "warplock: cudaCreateSurfaceObject: a resource that is no array, expected one\n");
    SAYS(cudaCreateTextureObject(&t, &array, &look, device), cudaErrorNotSupported,
         "warplock: cudaCreateTextureObject: a view of a resource is not supported, expected none\n");
}

static void test_modules(void **state)
{
    char name[] = "build/module.XXXXXX";
    int file = mkstemp(name), of_host;
    const cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindSigned };
    cudaArray_t array;
    char words[200];
    CUmodule m;

    (void)state;
    SAYS(cuModuleLoadData(&m, ".version 6.3\n.target sm_35\n.nothing h;\n"), CUDA_ERROR_INVALID_PTX,
         "warplock: test_messages.ptx:3: \".nothing\" found, expected a directive such as .entry, .func, .global or .const\n");
    for (int i = 0; i < 2; i++)                                     // an initial value is no body, wherever its = stands
        SAYS(cuModuleLoadData(&m, i ? ".version 6.3\n.target sm_35\n.global .u32 tt[2] = {1,\nstrange};\n" :
                              ".version 6.3\n.target sm_35\n.global .u32 t[2] = {1,\nstrange};\n"), CUDA_ERROR_INVALID_PTX,
             "warplock: test_messages.ptx:4: \"strange\" found, expected a number, or a variable or function declared above\n");
    SAYS(cuModuleLoadData(&m, "no PTX"), CUDA_ERROR_NO_BINARY_FOR_GPU,
         "warplock: test_messages: device code: begins with 0x50206f6e, expected PTX or a fat binary (0xba55ed50)\n");
    SAYS(cuModuleLoad(&m, "build/no-such.ptx"), CUDA_ERROR_FILE_NOT_FOUND,
         "warplock: cuModuleLoad: build/no-such.ptx: cannot be opened, expected a PTX file: No such file or directory\n");
    SAYS(cuModuleLoad(&m, NULL), CUDA_ERROR_FILE_NOT_FOUND,
    "warplock: cuModuleLoad: NULL: cannot be opened, expected a PTX file: no name\n");
    assert_return_code(ftruncate(file, 64 << 20), 0);
    close(file);
    snprintf(words, sizeof words, "warplock: cuModuleLoad: %s: cannot be read, expected a PTX file of less than 64 MB\n",
    name);
    SAYS(cuModuleLoad(&m, name), CUDA_ERROR_FILE_NOT_FOUND, words);
    unlink(name);
    __cudaRegisterManagedVar(handle, (void **)&of_host, NULL, "managed", 0, 4, 0, 0);
    SAYS(__cudaInitModule(handle) != 1, 0,
         "warplock: function helper traps when it is called: test_messages.ptx:17: \"strange\" found, expected an opcode that is supported\n"
         "warplock: managed variable managed: not in the PTX of this program, or not .global\n");
    __cudaRegisterSurface(handle, &of_host, NULL, "flat", 2, 0);
    GOOD(cudaMallocArray(&array, &format, 4, 4, cudaArraySurfaceLoadStore));
    SAYS(cudaBindSurfaceToArray((const surfaceReference *)&of_host, array, &format), cudaErrorInvalidSurface,
         "warplock: surface flat: is no .surfref of the program's PTX\n");
}

static void test_faults(void **state)
{
    (void)state;
    void *device, *beyond;

    register_kernels();
    launch_on(&host_limited, 1, 1, 0, NULL);                        // its variables lie where they will
    GOOD(cudaMalloc(&device, 4));
    GOOD(cudaMalloc(&device, 256));
    beyond = (char *)device + 256;
    told_begin();
    launch_on(&host_store, 1, 1, 0, (void *[]){ &beyond });
    const char *told = told_end();
    if (!strstr(told, "cudaMalloc number"))
        fail_msg("%s", told);
    GOOD(cudaDeviceReset());
    SAYS((launch_on(&host_trap, 1, 1, 0, NULL), cudaDeviceSynchronize()), cudaErrorLaunchFailure,
         "warplock: cudaErrorLaunchFailure: test_messages.ptx:34: kernel trapped: CTA (0,0,0) thread (0,0,0): trap executed\n");
}

static void test_graphs(void **state)
{
    const char *keeps = "warplock: a graph with nodes that allocate or free memory keeps all its nodes and edges\n";
    cudaMemAllocNodeParams alloc = { .poolProps = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 } },
                                     .bytesize = 64 };
    cudaGraphEdgeData data[2] = { { 0 }, { .type = 1 } };
    cudaGraphNode_t nodes[3], node, from[2], to[2];
    cudaGraph_t graph, with_memory, inner, captured;
    cudaGraphExec_t exec, second;
    cudaStream_t stream;

    (void)state;
    GOOD(cudaGraphCreate(&graph, 0));
    GOOD(cudaGraphCreate(&with_memory, 0));
    for (unsigned i = 0; i < 3; i++)
        GOOD(cudaGraphAddEmptyNode(&nodes[i], graph, NULL, 0));
    SAYS(cudaGraphInstantiateWithFlags(&exec, graph, cudaGraphInstantiateFlagDeviceLaunch), cudaErrorNotSupported,
         "warplock: a graph for launches by kernels: is not supported (docs/cuda.md says what graphs do)\n");
    from[0] = to[1] = nodes[0];
    to[0] = from[1] = nodes[1];
    SAYS(cudaGraphAddDependencies_v2(graph, from, to, data, 2), cudaErrorNotSupported,
         "warplock: edge 1 of a graph: data of type 1 are not supported, expected zeros\n");
    GOOD(cudaGraphAddDependencies(graph, from, to, 2));
    SAYS(cudaGraphInstantiateWithFlags(&exec, graph, 0), cudaErrorInvalidValue,
         "warplock: a graph whose nodes wait for each other cannot be instantiated\n");
    GOOD(cudaGraphAddMemAllocNode(&node, with_memory, NULL, 0, &alloc));
    SAYS(cudaGraphDestroyNode(node), cudaErrorInvalidValue, keeps);
    SAYS(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, with_memory), cudaErrorInvalidValue,
         "warplock: a graph with nodes that allocate or free memory is no node of another one\n");
    GOOD(cudaGraphInstantiateWithFlags(&exec, with_memory, 0));
    SAYS(cudaGraphInstantiateWithFlags(&second, with_memory, 0), cudaErrorInvalidValue,
         "warplock: a graph with nodes that allocate or free memory is instantiated once at a time\n");
    GOOD(cudaGraphExecDestroy(exec));
    GOOD(cudaGraphDestroy(with_memory));
    SAYS(cudaGraphDebugDotPrint(graph, "build/no/such/folder", 0), cudaErrorOperatingSystem,
         "warplock: cudaGraphDebugDotPrint: build/no/such/folder: No such file or directory\n");
    GOOD(cudaGraphDestroy(graph));
    // while a stream captures into it; a fill of several planes
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
    GOOD(cudaMalloc(&alloc.dptr, 64));
    GOOD(cudaMemset3DAsync((cudaPitchedPtr){ alloc.dptr, 4, 4, 4 }, 1, (cudaExtent){ 4, 2, 2 }, stream));
    GOOD(cudaStreamGetCaptureInfo_v2(stream, &(cudaStreamCaptureStatus){ 0 }, NULL, &captured, NULL, NULL));
    GOOD(cudaGraphGetNodes(captured, &node, &(size_t){ 1 }));
    SAYS(cudaGraphDestroyNode(node), cudaErrorInvalidValue, "warplock: a graph that a stream captures into keeps all its nodes and edges\n");
    SAYS(cudaGraphMemsetNodeGetParams(node, &(cudaMemsetParams){ 0 }), cudaErrorInvalidValue,
         "warplock: cudaGraphMemsetNodeGetParams: the node fills 2 planes, expected one: its parameters have no more\n");
    GOOD(cudaStreamEndCapture(stream, &captured));
    GOOD(cudaGraphDestroy(captured));
    GOOD(cudaStreamDestroy(stream));
    GOOD(cudaFree(alloc.dptr));
    // in each other as deeply as they may
    GOOD(cudaGraphCreate(&inner, 0));
    for (unsigned levels = 2; levels <= 129; levels++) {
        GOOD(cudaGraphCreate(&graph, 0));
        if (levels <= 128)
            GOOD(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, inner));
        else
            SAYS(cudaGraphAddChildGraphNode(&node, graph, NULL, 0, inner), cudaErrorInvalidValue,
                 "warplock: a graph in a node of a graph, and so on, of 129 levels, expected at most 128\n");
        GOOD(cudaGraphDestroy(inner));
        inner = graph;
    }
    GOOD(cudaGraphDestroy(inner));
    cudaGetLastError();
}

static void test_pools_and_contexts(void **state)
{
    cudaMemPoolProps p = { .allocType = cudaMemAllocationTypePinned, .location = { cudaMemLocationTypeDevice, 0 },
                           .handleTypes = cudaMemHandleTypePosixFileDescriptor };
    CUDA_MEMCPY3D of_an_array = { .srcMemoryType = CU_MEMORYTYPE_ARRAY, .dstMemoryType = CU_MEMORYTYPE_DEVICE,
                                  .WidthInBytes = 4, .Height = 1, .Depth = 1 };
    cudaMemPool_t pool;
    CUgraphNode node;
    CUcontext made;
    CUgraph graph;
    int parameter = 0;

    (void)state;
    SAYS(cudaMemPoolCreate(&pool, &p), cudaErrorNotSupported,
         "warplock: a memory pool of handle type 1: memory is not shared with other processes, expected cudaMemHandleTypeNone\n");
    p.handleTypes = cudaMemHandleTypeNone;
    memset(p.reserved, 1, sizeof p.reserved);
    SAYS(cudaMemPoolCreate(&pool, &p), cudaErrorNotSupported,
         "warplock: a memory pool with a largest size or a usage: there is none, expected zeros behind its location\n");
    SAYS(cuCtxCreate_v4(&made, &parameter, 0, 0), CUDA_ERROR_NOT_SUPPORTED,
         "warplock: cuCtxCreate: parameters of a context are not supported, expected none\n");
    GOOD(cuGraphCreate(&graph, 0));
    SAYS(cuGraphAddMemcpyNode(&node, graph, NULL, 0, &of_an_array, NULL), CUDA_ERROR_NOT_SUPPORTED,
         "warplock: a node that copies an array by the driver API is not supported, expected memory\n");
    GOOD(cuGraphDestroy(graph));
    cudaGetLastError();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_launches), TEST(test_memory), TEST(test_variables_and_textures), TEST(test_modules), TEST(test_faults),
        TEST(test_graphs), TEST(test_pools_and_contexts),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2 core.warps=8", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
