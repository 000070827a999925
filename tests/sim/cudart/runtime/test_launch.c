// SPDX-License-Identifier: BSD-3-Clause
// The runtime API's launches, registration as compilers make programs do it, and functions: what each answers, what NVIDIA's
// manual calls a mistake, and what lasts behind a launch's fault.
#include "tests/sim/cudart/answers.h"

// A kernel with 1,032 bytes of parameters that stores the last; managed variables; functions that cannot be read.
static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 4 .u32 shared_word = 41;\n.global .align 4 .u32 copied_word = 43;\n"
    ".visible .entry wide(.param .align 8 .b8 block[1024], .param .u64 p)\n{\n .reg .b64 %rd<2>; .reg .b32 %r<2>;\n"
    " ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [block+1020]; st.global.u32 [%rd1], %r1; ret;\n}\n"
    ".visible .entry count()\n{\n .reg .b32 %r<4>;\n ld.global.u32 %r1, [shared_word]; add.u32 %r1, %r1, 1; st.global.u32 [shared_word], %r1;\n"
    " ld.global.u32 %r2, [copied_word]; add.u32 %r2, %r2, 1; st.global.u32 [copied_word], %r2; ret;\n}\n"
    ".visible .entry set(.param .u64 p)\n{\n .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 90; ret;\n}\n"
    ".visible .entry unread()\n{ /* } of a comment\n */ nothing.s32 %r1; ret;\n}\n";
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static char host_wide, host_count, host_set, host_unread, host_absent;
static int *shared_word;
// As clang's headers have a managed variable: the host's copy, kept equal.
static int copied_word __attribute__((section("warplock_managed")));
static int of_nobody __attribute__((section("warplock_managed")));
static void **handle;

static void register_program(void)
{
    copied_word = 0;
    handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, &host_wide, NULL, "wide", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_count, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_set, NULL, "set", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_unread, NULL, "unread", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_absent, NULL, "absent", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterManagedVar(handle, (void **)&shared_word, NULL, "shared_word", 0, 4, 0, 0);
    __cudaRegisterVar(handle, (char *)&copied_word, NULL, "copied_word", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

static int begin(void **state)
{
    (void)state;
    register_program();
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

static void test_configured_calls(void **state)
{
    float host[32], got[32], *device;
    int n = 32, nowhere;

    (void)state;
    register_kernels();
    for (int i = 0; i < n; i++)
        host[i] = (float)i;
    GOOD(cudaMalloc((void **)&device, sizeof host));
    GOOD(cudaMemcpy(device, host, sizeof host, cudaMemcpyHostToDevice));
    GOOD(cudaConfigureCall((dim3){ 2, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    GOOD(cudaSetupArgument(&n, 4, 8));                              // in whatever order
    GOOD(cudaSetupArgument(&device, 8, 0));
    GOOD(cudaLaunch(&host_scale));
    GOOD(cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; i++)
        assert_true(got[i] == host[i] * (float)(1 + i % 4));
    assert_int_equal(cudaLaunch(&host_scale), cudaErrorMissingConfiguration);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    GOOD(cudaSetupArgument(&device, 8, 0));
    assert_int_equal(cudaLaunch(&host_scale),
                     cudaErrorInvalidValue);               // too few bytes: those before are forgotten
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, (cudaStream_t)(void *)&nowhere));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorInvalidResourceHandle);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 16, 1, 1 }, 0, NULL));
    assert_int_equal(cudaLaunch(&nowhere), cudaErrorInvalidDeviceFunction);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 65, 1, 1 }, 0, NULL));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorLaunchOutOfResources);
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 50000, NULL));
    assert_int_equal(cudaLaunch(&host_limited), cudaErrorInvalidValue);             // shared memory
    GOOD(cudaSetupArgument(&n, 4, 4092));
    EACH(cudaErrorInvalidValue, cudaSetupArgument(&n, 4, 4093), cudaSetupArgument(&n, 1, 4097),
         cudaSetupArgument(&n, SIZE_MAX, 8),
         cudaSetupArgument(NULL, 4, 0));
}

// As the code of <<<>>> does it: the last that was pushed comes first, sixteen at most.
static void test_stack_of_configurations(void **state)
{
    dim3 grid, block;
    size_t shared = 0;
    cudaStream_t stream;

    (void)state;
    for (unsigned i = 0; i < 16; i++)
        GOOD(__cudaPushCallConfiguration((dim3){ i, 2, 3 }, (dim3){ 4, i, 6 }, i * 8, (void *)(uintptr_t)(i + 1)));
    assert_int_equal(__cudaPushCallConfiguration((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 0, NULL),
                     cudaErrorInvalidConfiguration);
    for (unsigned i = 16; i-- > 0;) {
        GOOD(__cudaPopCallConfiguration(&grid, &block, &shared, &stream));
        assert_true(grid.x == i && grid.y == 2 && grid.z == 3 && block.x == 4 && block.y == i && block.z == 6);
        assert_true(shared == i * 8 && stream == (cudaStream_t)(uintptr_t)(i + 1));
    }
    assert_int_equal(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaErrorMissingConfiguration);
}

static void test_launches_of_cuda_13(void **state)
{
    const void *kernel = NULL;
    int got = 0, *device;
    unsigned char block[1024] = { 0 };
    void *arguments[] = { block, &device };

    (void)state;
    GOOD(cudaMalloc((void **)&device, 4));
    GOOD(__cudaGetKernel(&kernel, &host_wide));
    for (int i = 1; i < 3; i++) {                                   // more parameters than lie on the stack
        memcpy(block + 1020, &i, 4);
        GOOD((i == 1 ? __cudaLaunchKernel : __cudaLaunchKernel_ptsz)(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 },
             arguments, 0, NULL));
        GOOD(cudaMemcpy(&got, device, 4, cudaMemcpyDeviceToHost));
        assert_int_equal(got, i);
    }
    EACH(cudaErrorInvalidResourceHandle,
         __cudaLaunchKernel(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0, (cudaStream_t)(void *)&got),
         __cudaLaunchKernel_ptsz(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0, (cudaStream_t)(void *)&got),
         cudaLaunchCooperativeKernel(kernel, (dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, arguments, 0,
         (cudaStream_t)(void *)&got));
}

static void test_what_a_function_is(void **state)
{
    cudaFuncAttributes a;
    cudaFunction_t function = NULL;
    int blocks = 0, nowhere;

    (void)state;
    register_kernels();
    memset(&a, 0xFF, sizeof a);
    GOOD(cudaFuncGetAttributes(&a, &host_limited));
    assert_true(a.maxThreadsPerBlock == 64 && a.sharedSizeBytes == 0 && a.localSizeBytes == 0 && a.constSizeBytes == 0);
    assert_true(a.ptxVersion == 35 && a.binaryVersion == 35 && a.cacheModeCA == 0 &&
                a.maxDynamicSharedSizeBytes == 49152);
    GOOD(cudaFuncGetAttributes(&a, &host_print));
    // 8 bytes of its own, 20 of the parameters of what it calls
    assert_true(a.maxThreadsPerBlock == 1024 && a.localSizeBytes == 28 && a.numRegs > 0 && a.numRegs < 16);
    GOOD(cudaGetFuncBySymbol(&function, &host_limited));
    GOOD(cuLaunchKernel(function, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 64, 49152 / 4));
    assert_int_equal(blocks, 4);
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &host_limited, 256, 0,
         cudaOccupancyDisableCachingOverride));
    assert_int_equal(blocks, 6);
    // more than an SM has, which is a small number in 32 bits, or one in 64
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 64, (size_t)1 << 32));
    assert_int_equal(blocks, 0);
    GOOD(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 64, SIZE_MAX));
    assert_int_equal(blocks, 0);
    EACH(cudaErrorInvalidValue, cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&blocks, &host_limited, 64, 0, 2),
         launch_on(&host_limited, 1, 1, (size_t)1 << 32, NULL),
         launch_on(&host_limited, 1, 1, SIZE_MAX, NULL), cudaFuncSetCacheConfig(&host_limited, (cudaFuncCache)77),
         cudaFuncSetSharedMemConfig(&host_limited, (cudaSharedMemConfig)-1));
    EACH(cudaSuccess, cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 49152),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributePreferredSharedMemoryCarveout, 100),
         cudaFuncSetCacheConfig(&host_limited, cudaFuncCachePreferL1),
         cudaFuncSetSharedMemConfig(&host_limited, cudaSharedMemBankSizeFourByte));
    EACH(cudaErrorInvalidDeviceFunction, cudaFuncSetAttribute(&nowhere, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
         cudaFuncSetCacheConfig(&nowhere, cudaFuncCachePreferL1),
         cudaFuncSetSharedMemConfig(&nowhere, cudaSharedMemBankSizeFourByte),
         cudaFuncGetAttributes(&a, &nowhere), cudaGetFuncBySymbol(&function, &nowhere),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &nowhere, 32, 0),
         cudaFuncGetAttributes(&a, &host_absent));
    EACH(cudaErrorInvalidValue, cudaFuncGetAttributes(NULL, &host_limited), cudaGetFuncBySymbol(NULL, &host_limited),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, &host_limited, 32, 0),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, 0, 0),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, &host_limited, -1, 0),
         cudaFuncSetAttribute(&host_limited, (cudaFuncAttribute)7, 0),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
    assert_int_equal(launch_on(&host_unread, 1, 1, 0, NULL), cudaErrorInvalidPtx);
}

// Compiled by nvcc the host has a pointer to the one variable, by clang a copy.
static void test_managed_variables(void **state)
{
    int *place = &copied_word, *nobodys = &of_nobody;
    uint64_t size;

    (void)state;
    assert_int_equal(copied_word, 43);                              // the program may read it before anything else
    assert_int_equal(__cudaInitModule(handle), 1);
    assert_non_null(shared_word);
    assert_true(*shared_word == 41 && copied_word == 43);
    *shared_word = 50;
    copied_word = 60;
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    assert_true(*shared_word == 51 && copied_word == 61);
    GOOD(cudaMemcpyFromSymbol(&size, &shared_word, 4, 0, cudaMemcpyDefault));
    assert_int_equal((int)size, 51);
    GOOD(launch_on(&host_set, 1, 1, 0,
         (void *[]){ &place }));      // the address of the copy is the variable's to a kernel
    assert_int_equal(copied_word, 90);
    GOOD(launch_on(&host_set, 1, 1, 0, (void *[]){ &shared_word }));
    assert_int_equal(*shared_word, 90);
    launch_on(&host_set, 1, 1, 0, (void *[]){ &nobodys });          // in the section, but no variable
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalAddress);
    GOOD(cudaDeviceReset());
    copied_word = 1;
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));                    // as the program has them
    assert_true(*shared_word == 42 && copied_word == 44);
    GOOD(launch_on(&host_count, 1, 1024, 0, NULL));                 // as many threads as there may be
}

static void test_modules_go(void **state)
{
    static struct { int magic, version; const void *image; void *rest; } second = { 0x466243b1, 1, text, NULL },
        broken = { 1, 1, text, NULL };
    static char of_second, of_broken;
    void **other = __cudaRegisterFatBinary(&second), **bad = __cudaRegisterFatBinary(&broken);
    int own = 3;

    (void)state;
    __cudaRegisterFunction(other, &of_second, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(bad, &of_broken, NULL, "count", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterManagedVar(other, (void **)&shared_word, NULL, "no_such_word", 0, 4, 0, 0);
    __cudaRegisterSurface(other, &of_second, NULL, "surface", 2, 0);
    __cudaRegisterFatBinaryEnd(other);
    GOOD(launch_on(&of_second, 1, 1, 0, NULL));
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    EACH(cudaErrorNoKernelImageForDevice, launch_on(&of_broken, 1, 1, 0, NULL), launch_on(&of_broken, 1, 1, 0, NULL));
    assert_int_equal(__cudaInitModule(bad), 0);
    __cudaUnregisterFatBinary(other);
    __cudaUnregisterFatBinary(bad);
    assert_int_equal(launch_on(&of_second, 1, 1, 0, NULL), cudaErrorInvalidDeviceFunction);
    GOOD(launch_on(&host_count, 1, 1, 0, NULL));
    assert_int_equal(cudaMemcpyFromSymbol(&own, &own, 4, 0, cudaMemcpyDefault), cudaErrorInvalidSymbol);
}

// --- faults: what every call answers, and none does what it says, until the device is reset

static void test_faults_last(void **state)
{
    static char own[8];
    const cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    void *device, *pinned, *managed, *other;
    cudaPitchedPtr box = { own, 8, 8, 1 };
    cudaMemcpy3DParms copy = { .srcPtr = box, .dstPtr = box, .extent = { 4, 1, 1 } };
    const cudaExtent extent = { 4, 1, 1 };
    cudaArray_t array, another;
    cudaPointerAttributes pointer;
    cudaDeviceProp p;
    cudaFuncAttributes a;
    cudaFunction_t function;
    cudaStream_t stream, opened;
    cudaEvent_t event, made;
    cudaFuncCache cache;
    cudaSharedMemConfig banks;
    cudaTextureObject_t texture;
    const textureReference *reference;
    static textureReference mine;
    cudaTextureDesc look = { .addressMode = { cudaAddressModeClamp } };
    int value, called = 0;
    unsigned flags;
    size_t bytes, total;
    float milliseconds;

    (void)state;
    register_kernels();
    __cudaRegisterTexture(handle, &mine, NULL, "absent", 1, 0, 0);
    GOOD(cudaMalloc(&device, 64));
    GOOD(cudaMallocHost(&pinned, 4));
    GOOD(cudaMallocManaged(&managed, 4, cudaMemAttachGlobal));
    GOOD(cudaMallocArray(&array, &format, 4, 1, 0));
    GOOD(cudaStreamCreate(&stream));
    GOOD(cudaEventCreate(&event));
    GOOD(cudaEventRecord(event, NULL));
    GOOD(cudaConfigureCall((dim3){ 1, 1, 1 }, (dim3){ 1, 1, 1 }, 0, NULL));
    const cudaResourceDesc linear = { .resType = cudaResourceTypeLinear, .res.linear = { device, format, 64 } };
    GOOD(cudaCreateTextureObject(&texture, &linear, &look, NULL));
    GOOD(launch_on(&host_trap, 1, 1, 0, NULL));
    assert_int_equal(cudaPeekAtLastError(), cudaErrorLaunchFailure);
    EACH(cudaErrorLaunchFailure, cudaGetLastError(), cudaGetLastError(), launch_on(&host_limited, 1, 1, 0, NULL),
         cudaLaunch(&host_limited),
         cudaFuncGetAttributes(&a, &host_limited),
         cudaFuncSetAttribute(&host_limited, cudaFuncAttributeMaxDynamicSharedMemorySize, 0),
         cudaFuncSetCacheConfig(&host_limited, cudaFuncCachePreferL1), cudaGetFuncBySymbol(&function, &host_limited),
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, &host_limited, 32, 0), cudaGraphCreate(NULL, 0));
    EACH(cudaErrorLaunchFailure, cudaMalloc(&other, 4), cudaMallocPitch(&other, &bytes, 4, 4), cudaMalloc3D(&box, extent),
         cudaMallocHost(&other, 4),
         cudaMallocManaged(&other, 4, cudaMemAttachGlobal), cudaHostAlloc(&other, 4, 0),
         cudaHostGetDevicePointer(&other, pinned, 0),
         cudaHostGetFlags(&flags, pinned), cudaHostRegister(own, 4, 0), cudaHostUnregister(own), cudaFree(device),
         cudaFree(NULL), cudaFreeHost(pinned),
         cudaMallocAsync(&other, 4, NULL), cudaFreeAsync(device, NULL), cudaMemGetInfo(&bytes, &total),
         cudaPointerGetAttributes(&pointer, device),
         cudaMemPrefetchAsync(managed, 4, 0, NULL), cudaMemAdvise(managed, 4, cudaMemAdviseSetReadMostly, 0));
    EACH(cudaErrorLaunchFailure, cudaMemcpy(own, device, 4, cudaMemcpyDefault), cudaMemcpyPeer(device, 0, own, 0, 4),
         cudaMemcpy2D(device, 8, own, 8, 4, 1, cudaMemcpyDefault), cudaMemcpy3D(&copy), cudaMemset(device, 0, 4),
         cudaMemset2D(device, 8, 0, 4, 1),
         cudaMemcpyToSymbol(&host_counter, own, 4, 0, cudaMemcpyDefault),
         cudaMemcpyFromSymbol(own, &host_counter, 4, 0, cudaMemcpyDefault),
         cudaGetSymbolAddress(&other, &host_counter), cudaGetSymbolSize(&bytes, &host_counter));
    EACH(cudaErrorLaunchFailure, cudaMallocArray(&another, &format, 4, 1, 0), cudaFreeArray(array),
         cudaGetChannelDesc(&(cudaChannelFormatDesc){ 0 }, array),
         cudaMemcpyToArray(array, 0, 0, own, 4, cudaMemcpyDefault),
         cudaMemcpyFromArray(own, array, 0, 0, 4, cudaMemcpyDefault),
         cudaMemcpy2DToArray(array, 0, 0, own, 8, 4, 1, cudaMemcpyDefault),
         cudaMemcpy2DFromArray(own, 8, array, 0, 0, 4, 1, cudaMemcpyDefault),
         cudaBindTexture(&bytes, &mine, device, &format, 64), cudaBindTexture2D(&bytes, &mine, device, &format, 4, 1, 16),
         cudaBindTextureToArray(&mine, array, &format), cudaUnbindTexture(&mine),
         cudaGetTextureAlignmentOffset(&bytes, &mine),
         cudaGetTextureReference(&reference, &mine), cudaCreateTextureObject(&texture, &linear, &look, NULL),
         cudaDestroyTextureObject(texture));
    EACH(cudaErrorLaunchFailure, cudaStreamCreate(&opened), cudaStreamDestroy(stream), cudaStreamSynchronize(stream),
         cudaStreamWaitEvent(stream, event, 0),
         cudaStreamAddCallback(stream, never_back, &called, 0), cudaLaunchHostFunc(stream, never, &called),
         cudaStreamGetFlags(stream, &flags),
         cudaStreamGetPriority(stream, &value), cudaStreamAttachMemAsync(stream, device, 4, 0), cudaEventCreate(&made),
         cudaEventDestroy(event),
         cudaEventRecord(event, NULL), cudaEventSynchronize(event), cudaEventElapsedTime(&milliseconds, event, event));
    EACH(cudaErrorLaunchFailure, cudaDeviceSynchronize(), cudaThreadSynchronize(), cudaGetDeviceCount(&value),
         cudaSetDevice(0), cudaGetDevice(&value),
         cudaChooseDevice(&value, &p), cudaSetValidDevices(&(int){ 0 }, 1), cudaGetDeviceProperties(&p, 0),
         cudaGetDeviceProperties_v2(NULL, 0),
         cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0), cudaDeviceGetLimit(&bytes, cudaLimitStackSize),
         cudaDeviceSetLimit(cudaLimitStackSize, 1),
         cudaDeviceGetCacheConfig(&cache), cudaDeviceGetSharedMemConfig(&banks),
         cudaDeviceSetCacheConfig(cudaFuncCachePreferL1),
         cudaDeviceGetStreamPriorityRange(&value, &value), cudaDeviceGetPCIBusId(own, 0, 0), cudaSetDeviceFlags(0),
         cudaProfilerStart());
    assert_int_equal(called, 0);
    GOOD(cudaThreadExit());                                         // resets, too
    GOOD(cudaDeviceSynchronize());
    EACH(cudaErrorInvalidResourceHandle, cudaFreeArray(array), cudaStreamQuery(stream), cudaEventQuery(event));
    EACH(cudaErrorInvalidDevicePointer, cudaFree(device), cudaFree(managed));
    GOOD(cudaDeviceGetLimit(&bytes, cudaLimitStackSize));
    assert_int_equal(bytes, 1024);
    GOOD(launch_on(&host_limited, 1, 1, 0, NULL));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_configured_calls), cmocka_unit_test(test_stack_of_configurations), TEST(test_launches_of_cuda_13),
        TEST(test_what_a_function_is), TEST(test_managed_variables), TEST(test_modules_go), TEST(test_faults_last),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
