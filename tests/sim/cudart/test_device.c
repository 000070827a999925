// SPDX-License-Identifier: BSD-3-Clause
// What both APIs answer about the device, contexts and errors: each number worked out of the machine's keys, names and numbers
// of errors as NVIDIA's manuals have them; what cannot be answered is an error, and nothing is written.
#include "tests/sim/cudart/answers.h"
#include "sim/cuda/cuda_gl_interop.h"

#include <limits.h>

// Of machine oaws with the keys that main() sets. Its L2: 6 parts of 64 sets of 4 ways of 128 bytes; 6 controllers of 2 chips
// of 4 bytes; 8 warps of 32 threads.
static const struct { int number, value; } attributes[] = {
    { cudaDevAttrMaxThreadsPerBlock, 256 }, { cudaDevAttrMaxBlockDimX, 256 }, { cudaDevAttrMaxBlockDimY, 256 },
    { cudaDevAttrMaxBlockDimZ, 64 }, { cudaDevAttrMaxGridDimX, INT_MAX }, { cudaDevAttrMaxGridDimY, 65535 },
    { cudaDevAttrMaxGridDimZ, 65535 }, { cudaDevAttrMaxSharedMemoryPerBlock, 32768 },
    { cudaDevAttrTotalConstantMemory, 65536 }, { cudaDevAttrWarpSize, 32 }, { cudaDevAttrMaxPitch, INT_MAX },
    { cudaDevAttrMaxRegistersPerBlock, 16384 }, { cudaDevAttrClockRate, 600000 }, { cudaDevAttrTextureAlignment, 512 },
    { cudaDevAttrGpuOverlap, 1 }, { cudaDevAttrMultiProcessorCount, 4 }, { cudaDevAttrKernelExecTimeout, 0 },
    { cudaDevAttrIntegrated, 0 }, { cudaDevAttrCanMapHostMemory, 1 }, { cudaDevAttrComputeMode, cudaComputeModeDefault },
    { cudaDevAttrConcurrentKernels, 1 }, { cudaDevAttrEccEnabled, 0 }, { cudaDevAttrPciBusId, 0 },
    { cudaDevAttrPciDeviceId, 0 }, { cudaDevAttrTccDriver, 0 }, { cudaDevAttrMemoryClockRate, 800250 },
    { cudaDevAttrGlobalMemoryBusWidth, 384 }, { cudaDevAttrL2CacheSize, 6 * 64 * 4 * 128 },
    { cudaDevAttrMaxThreadsPerMultiProcessor, 256 }, { cudaDevAttrAsyncEngineCount, 1 },
    { cudaDevAttrUnifiedAddressing, 1 }, { cudaDevAttrPciDomainId, 0 }, { cudaDevAttrTexturePitchAlignment, 32 },
    { cudaDevAttrComputeCapabilityMajor, 3 }, { cudaDevAttrComputeCapabilityMinor, 5 },
    { cudaDevAttrStreamPrioritiesSupported, 0 }, { cudaDevAttrGlobalL1CacheSupported, 1 },
    { cudaDevAttrLocalL1CacheSupported, 1 }, { cudaDevAttrMaxSharedMemoryPerMultiprocessor, 32768 },
    { cudaDevAttrMaxRegistersPerMultiprocessor, 16384 }, { cudaDevAttrManagedMemory, 1 },
    { cudaDevAttrIsMultiGpuBoard, 0 }, { cudaDevAttrHostNativeAtomicSupported, 0 },
    { cudaDevAttrSingleToDoublePrecisionPerfRatio, 8 }, { cudaDevAttrPageableMemoryAccess, 0 },
    { cudaDevAttrConcurrentManagedAccess, 1 }, { cudaDevAttrComputePreemptionSupported, 0 },
    { cudaDevAttrCanUseHostPointerForRegisteredMem, 0 }, { cudaDevAttrCooperativeLaunch, 1 },
    { cudaDevAttrMaxSharedMemoryPerBlockOptin, 32768 }, { cudaDevAttrMaxBlocksPerMultiprocessor, 6 },
    // by CUDA's numbers: sizes of textures and surfaces, then what there is not
    { 21, 65536 }, { 22, 65536 }, { 23, 65536 }, { 24, 4096 }, { 25, 4096 }, { 26, 4096 }, { 27, 16384 }, { 28, 16384 },
    { 29, 2048 }, { 30, 512 }, { 42, 16384 }, { 43, 2048 }, { 44, 1 }, { 45, 16384 }, { 46, 16384 }, { 47, 4096 },
    { 48, 4096 }, { 49, 4096 }, { 52, 16384 }, { 53, 16384 }, { 54, 2046 }, { 55, 65536 }, { 56, 65536 }, { 57, 32768 },
    { 58, 65536 }, { 59, 32768 }, { 60, 2048 }, { 61, 65536 }, { 62, 2048 }, { 63, 65536 }, { 64, 32768 }, { 65, 2048 },
    { 66, 32768 }, { 67, 32768 }, { 68, 2046 }, { 69, 1 << 27 }, { 70, 65000 }, { 71, 65000 }, { 72, 1048544 },
    { 73, 16384 }, { 74, 16384 }, { 77, 16384 }, { 85, 0 }, { 92, 0 }, { 93, 0 }, { 94, 0 }, { 96, 0 }, { 98, 0 },
    { 99, 1 }, { 100, 0 }, { 101, 0 }, { 102, 0 }, { 103, 0 }, { 104, 0 }, { 105, 0 }, { 107, 0 }, { 108, 0 }, { 109, 0 },
    { 110, 0 }, { 111, 0 }, { 112, 0 }, { 113, 1 }, { 114, 0 }, { 115, 1 }, { 116, 0 }, { 117, 0 }, { 118, 0 }, { 119, 0 },
    { 120, 0 }, { 121, 0 }, { 122, 0 }, { 123, 0 }, { 124, 0 }, { 125, 0 }, { 126, 1 }, { 127, 0 }, { 129, 0 },
};
enum { ATTRIBUTES = sizeof attributes / sizeof attributes[0] };

static void test_attributes(void **state)
{
    unsigned answered = 0;
    int value;

    (void)state;
    for (int number = -1; number < 130; number++)
        answered += cudaDeviceGetAttribute(&value, (cudaDeviceAttr)number, 0) == cudaSuccess;
    assert_int_equal(answered, ATTRIBUTES);
    for (unsigned i = 0; i < ATTRIBUTES; i++) {
        value = -7;
        GOOD(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)attributes[i].number, 0));
        if (value != attributes[i].value)
            fail_msg("attribute %d: %d, expected %d", attributes[i].number, value, attributes[i].value);
        value = -7;
        GOOD(cuDeviceGetAttribute(&value, (CUdevice_attribute)attributes[i].number, 0));
        assert_int_equal(value, attributes[i].value);
    }
    assert_int_equal(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)0, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1), cudaErrorInvalidDevice);
    assert_int_equal(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0), cudaErrorInvalidValue);
    assert_int_equal(cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 1), CUDA_ERROR_INVALID_DEVICE);
    assert_int_equal(cuDeviceGetAttribute(NULL, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0), CUDA_ERROR_INVALID_VALUE);
}

// All that there is to know of the machine, with zeros between members: what programs compare is the whole.
static const cudaDeviceProp properties_of_the_machine = {
    .name = "warplock oaws", .totalGlobalMem = 8 << 20, .sharedMemPerBlock = 32768, .regsPerBlock = 16384, .warpSize = 32,
    .memPitch = INT_MAX, .maxThreadsPerBlock = 256, .maxThreadsDim = { 256, 256, 64 }, .maxGridSize = { INT_MAX, 65535, 65535 },
    .clockRate = 600000, .totalConstMem = 65536, .major = 3, .minor = 5, .textureAlignment = 512, .texturePitchAlignment = 32,
    .deviceOverlap = 1, .multiProcessorCount = 4, .canMapHostMemory = 1, .maxTexture1D = 65536, .maxTexture1DMipmap = 16384,
    .maxTexture1DLinear = 1 << 27, .maxTexture2D = { 65536, 65536 }, .maxTexture2DMipmap = { 16384, 16384 },
    .maxTexture2DLinear = { 65000, 65000, 1048544 }, .maxTexture2DGather = { 16384, 16384 }, .maxTexture3D = { 4096, 4096, 4096 },
    .maxTexture3DAlt = { 4096, 4096, 4096 }, .maxTextureCubemap = 16384, .maxTexture1DLayered = { 16384, 2048 },
    .maxTexture2DLayered = { 16384, 16384, 2048 }, .maxTextureCubemapLayered = { 16384, 2046 }, .maxSurface1D = 65536,
    .maxSurface2D = { 65536, 32768 }, .maxSurface3D = { 65536, 32768, 2048 }, .maxSurface1DLayered = { 65536, 2048 },
    .maxSurface2DLayered = { 65536, 32768, 2048 }, .maxSurfaceCubemap = 32768, .maxSurfaceCubemapLayered = { 32768, 2046 },
    .surfaceAlignment = 512, .concurrentKernels = 1, .asyncEngineCount = 1, .unifiedAddressing = 1, .memoryClockRate = 800250,
    .memoryBusWidth = 384, .l2CacheSize = 6 * 64 * 4 * 128, .maxThreadsPerMultiProcessor = 256, .globalL1CacheSupported = 1,
    .localL1CacheSupported = 1, .sharedMemPerMultiprocessor = 32768, .regsPerMultiprocessor = 16384, .managedMemory = 1,
    .singleToDoublePrecisionPerfRatio = 8, .concurrentManagedAccess = 1, .cooperativeLaunch = 1, .sharedMemPerBlockOptin = 32768,
    .maxBlocksPerMultiProcessor = 6,
};

static void test_properties(void **state)
{
    struct { cudaDeviceProp first; char rest[1032 - sizeof(cudaDeviceProp)]; int guard; } of_12;
    cudaDeviceProp p, none = { .major = 77 };

    (void)state;
    memset(&p, 0xFF, sizeof p);
    GOOD(cudaGetDeviceProperties(&p, 0));
    assert_memory_equal(&p, &properties_of_the_machine, sizeof p);
    assert_int_equal(cudaGetDeviceProperties(&none, 1), cudaErrorInvalidDevice);
    assert_int_equal(none.major, 77);
    assert_int_equal(cudaGetDeviceProperties(NULL, 0), cudaErrorInvalidValue);
    // what CUDA 12 asks for is longer: behind the known fields there are zeros, and nothing behind its end
    memset(&of_12, 0xFF, sizeof of_12);
    GOOD(cudaGetDeviceProperties_v2(&of_12.first, 0));
    assert_memory_equal(&of_12.first, &p, sizeof p);
    for (unsigned i = 0; i < sizeof of_12.rest; i++)
        assert_int_equal(of_12.rest[i], 0);
    assert_int_equal(of_12.guard, -1);
    assert_int_equal(cudaGetDeviceProperties_v2(NULL, 0), cudaErrorInvalidValue);
}

// CUDA 13's struct has no clockRate (deviceOverlap, ...): its field behind maxGridSize is totalConstMem.
static void test_properties_of_cuda_13(void **state)
{
    struct {
        char name[256], uuid[16], luid[8];
        unsigned mask;
        size_t global, shared;
        int registers, warp;
        size_t pitch;
        int threads, dim[3], grid[3];
        size_t constant;
        int major, minor;
        char rest[2048];
    } p;

    (void)state;
    memset(&p, 0xFF, sizeof p);
    GOOD(__cudaGetDeviceProperties_of_13(&p, 0));
    assert_string_equal(p.name, "warplock oaws");
    assert_true(p.global == 8 << 20 && p.shared == 32768 && p.registers == 16384 && p.warp == 32);
    assert_true(p.pitch == INT_MAX && p.threads == 256 && p.dim[2] == 64 && p.grid[1] == 65535 && p.constant == 65536);
    assert_true(p.major == 3 && p.minor == 5);
    assert_int_equal(p.rest[sizeof p.rest - 1], -1);
    assert_int_equal(__cudaGetDeviceProperties_of_13(&p, 1), cudaErrorInvalidDevice);
    assert_int_equal(__cudaGetDeviceProperties_of_13(NULL, 0), cudaErrorInvalidValue);
}

// There is no display: what asks for one is told so, and nothing is registered or mapped.
static void test_no_display(void **state)
{
    unsigned count = 7;
    int device = 7;
    cudaGraphicsResource_t resource = NULL;

    (void)state;
    EACH(cudaErrorNoDevice, cudaGLGetDevices(&count, &device, 1, cudaGLDeviceListAll));
    assert_int_equal(count, 0);
    assert_int_equal(device, 7);
    EACH(cudaErrorInvalidValue, cudaGLGetDevices(NULL, &device, 1, cudaGLDeviceListAll), cudaGLGetDevices(&count, &device, 1, 4));
    GOOD(cudaGLSetGLDevice(0));
    EACH(cudaErrorInvalidDevice, cudaGLSetGLDevice(1));
    EACH(cudaErrorNotSupported, cudaGraphicsGLRegisterBuffer(&resource, 1, cudaGraphicsRegisterFlagsNone), cudaGLRegisterBufferObject(1),
         cudaGraphicsMapResources(1, &resource, 0));
    assert_null(resource);
    cudaGetLastError();
}

static void test_one_device(void **state)
{
    cudaDeviceProp p = { 0 };
    char id[16] = "", short_id[13] = "";
    int device = 7, count = 0, can = 7, least = 7, greatest = 7, mine[] = { 0, 1 }, other[] = { 1 };

    (void)state;
    GOOD(cudaGetDeviceCount(&count));
    assert_int_equal(count, 1);
    GOOD(cudaSetDevice(0));
    assert_int_equal(cudaSetDevice(1), cudaErrorInvalidDevice);
    GOOD(cudaGetDevice(&device));
    assert_int_equal(device, 0);
    device = 7;
    GOOD(cudaChooseDevice(&device, &p));
    assert_int_equal(device, 0);
    assert_int_equal(cudaChooseDevice(&device, NULL), cudaErrorInvalidValue);
    GOOD(cudaSetValidDevices(mine, 2));
    EACH(cudaErrorInvalidValue, cudaSetValidDevices(NULL, 1), cudaSetValidDevices(mine, 0),
         cudaSetValidDevices(other, 1));
    GOOD(cudaDeviceCanAccessPeer(&can, 0, 0));
    assert_int_equal(can, 0);
    EACH(cudaErrorInvalidDevice, cudaDeviceCanAccessPeer(&can, 1, 0), cudaDeviceCanAccessPeer(&can, 0, 1));
    GOOD(cudaDeviceGetStreamPriorityRange(&least, &greatest));
    assert_true(least == 0 && greatest == 0);
    GOOD(cudaDeviceGetStreamPriorityRange(NULL, NULL));
    GOOD(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    assert_string_equal(id, "0000:00:00.0");
    GOOD(cudaDeviceGetPCIBusId(short_id, 13, 0));
    assert_string_equal(short_id, "0000:00:00.0");
    EACH(cudaErrorInvalidValue, cudaDeviceGetPCIBusId(id, 12, 0), cudaDeviceGetPCIBusId(NULL, 13, 0));
    assert_int_equal(cudaDeviceGetPCIBusId(id, 13, 1), cudaErrorInvalidDevice);
    device = 7;
    GOOD(cudaDeviceGetByPCIBusId(&device, id));
    assert_int_equal(device, 0);
    EACH(cudaErrorInvalidDevice, cudaDeviceGetByPCIBusId(&device, "0000:01:00.0"),
         cudaDeviceGetByPCIBusId(&device, NULL));
    EACH(cudaErrorInvalidValue, cudaGetDeviceCount(NULL), cudaGetDevice(NULL), cudaDeviceCanAccessPeer(NULL, 0, 0),
         cudaDeviceGetByPCIBusId(NULL, id), cudaDriverGetVersion(NULL), cudaRuntimeGetVersion(NULL));
}

static void test_versions_and_switches(void **state)
{
    cudaSharedMemConfig banks = cudaSharedMemBankSizeDefault;
    cudaFuncCache cache = cudaFuncCachePreferL1, of_thread = cudaFuncCachePreferL1;
    unsigned flags = 0;
    int driver = 0, runtime = 0;

    (void)state;
    GOOD(cudaDriverGetVersion(&driver));
    GOOD(cudaRuntimeGetVersion(&runtime));
    assert_true(driver == 11000 && runtime == 11000);
    GOOD(cudaGetDeviceFlags(&flags));
    assert_int_equal(flags, cudaDeviceMapHost);
    GOOD(cudaDeviceGetCacheConfig(&cache));
    GOOD(cudaThreadGetCacheConfig(&of_thread));
    assert_true(cache == cudaFuncCachePreferNone && of_thread == cudaFuncCachePreferNone);
    GOOD(cudaDeviceGetSharedMemConfig(&banks));
    assert_int_equal(banks, cudaSharedMemBankSizeFourByte);
    EACH(cudaSuccess, cudaSetDeviceFlags(31), cudaDeviceSetCacheConfig(cudaFuncCachePreferEqual),
         cudaThreadSetCacheConfig(cudaFuncCachePreferShared),
         cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte),
         cudaProfilerStart(), cudaProfilerStop());
    EACH(cudaErrorInvalidValue, cudaSetDeviceFlags(32), cudaDeviceSetCacheConfig((cudaFuncCache)4),
         cudaThreadSetCacheConfig((cudaFuncCache)4), cudaDeviceSetSharedMemConfig((cudaSharedMemConfig)3),
         cudaGetDeviceFlags(NULL), cudaDeviceGetCacheConfig(NULL), cudaDeviceGetSharedMemConfig(NULL));
}

static void test_limits(void **state)
{
    static const struct { cudaLimit limit; size_t first, most; cudaError_t more; } limits[] = {
        { cudaLimitStackSize, 1024, 8 << 20, cudaErrorMemoryAllocation },
        { cudaLimitPrintfFifoSize, 1 << 20, 8 << 20, cudaErrorMemoryAllocation },
        { cudaLimitMallocHeapSize, 8 << 20, 8 << 20, cudaErrorMemoryAllocation },
        { cudaLimitDevRuntimeSyncDepth, 2, 24, cudaErrorInvalidValue },
        { cudaLimitDevRuntimePendingLaunchCount, 2048, 8 << 20, cudaErrorMemoryAllocation },
        { cudaLimitMaxL2FetchGranularity, 128, 128, cudaErrorInvalidValue },
    };
    size_t value;

    (void)state;
    for (unsigned i = 0; i < 6; i++) {
        GOOD(cudaDeviceGetLimit(&value, limits[i].limit));
        assert_int_equal(value, limits[i].first);
        GOOD(cudaDeviceSetLimit(limits[i].limit, limits[i].most));
        EACH(limits[i].more, cudaDeviceSetLimit(limits[i].limit, limits[i].most + 1),
             cudaDeviceSetLimit(limits[i].limit, SIZE_MAX));
        GOOD(cudaDeviceSetLimit(limits[i].limit, 10 + i));
    }
    for (unsigned i = 0; i < 6; i++) {
        GOOD(cudaThreadGetLimit(&value, limits[i].limit));
        assert_int_equal(value, 10 + i);
    }
    GOOD(cudaDeviceReset());                                        // with which they are over
    for (unsigned i = 0; i < 6; i++) {
        GOOD(cudaDeviceGetLimit(&value, limits[i].limit));
        assert_int_equal(value, limits[i].first);
    }
    EACH(cudaErrorInvalidValue, cudaDeviceGetLimit(NULL, cudaLimitStackSize), cudaDeviceGetLimit(&value, (cudaLimit)6),
         cudaDeviceSetLimit((cudaLimit)6, 1), cudaThreadGetLimit(&value, (cudaLimit)-1),
         cudaThreadSetLimit((cudaLimit)-1, 1));
}

static void test_driver_device(void **state)
{
    char name[64] = "", cut[5] = "";
    int value = 7, major = 7, minor = 7;
    CUdevice device = 7;
    size_t bytes = 0;

    (void)state;
    GOOD(cuInit(0));
    assert_int_equal(cuInit(1), CUDA_ERROR_INVALID_VALUE);
    GOOD(cuDriverGetVersion(&value));
    assert_int_equal(value, 11000);
    GOOD(cuDeviceGetCount(&value));
    assert_int_equal(value, 1);
    GOOD(cuDeviceGet(&device, 0));
    assert_int_equal(device, 0);
    EACH(CUDA_ERROR_INVALID_DEVICE, cuDeviceGet(&device, 1), cuDeviceGetName(name, 64, 1), cuDeviceTotalMem(&bytes, 1),
         cuDeviceComputeCapability(&major, &minor, 1));
    EACH(CUDA_ERROR_INVALID_VALUE, cuDeviceGet(NULL, 0), cuDeviceGetName(NULL, 64, 0), cuDeviceGetName(name, 0, 0),
         cuDeviceTotalMem(NULL, 0), cuDeviceComputeCapability(NULL, &minor, 0),
         cuDeviceComputeCapability(&major, NULL, 0),
         cuDeviceGetCount(NULL));
    GOOD(cuDeviceGetName(name, sizeof name, 0));
    assert_string_equal(name, "warplock oaws");
    GOOD(cuDeviceGetName(cut, sizeof cut, 0));
    assert_string_equal(cut, "warp");
    GOOD(cuDeviceTotalMem(&bytes, 0));
    assert_int_equal(bytes, 8 << 20);
    GOOD(cuDeviceComputeCapability(&major, &minor, 0));
    assert_true(major == 3 && minor == 5);
}

static void test_contexts(void **state)
{
    CUcontext made = NULL, kept = NULL, now = NULL, popped = NULL;
    int other;
    CUdevice device = 7;
    CUdeviceptr p;

    (void)state;
    GOOD(cuCtxCreate(&made, CU_CTX_SCHED_AUTO, 0));
    GOOD(cuDevicePrimaryCtxRetain(&kept, 0));
    GOOD(cuCtxGetCurrent(&now));
    GOOD(cuCtxPopCurrent(&popped));
    assert_true(made && made == kept && made == now && made == popped);
    EACH(CUDA_SUCCESS, cuCtxSetCurrent(made), cuCtxSetCurrent(NULL), cuCtxPushCurrent(made), cuCtxSynchronize(),
         cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_EQUAL), cuCtxDestroy(made), cuDevicePrimaryCtxRelease(0));
    GOOD(cuCtxGetDevice(&device));
    assert_int_equal(device, 0);
    EACH(CUDA_ERROR_INVALID_CONTEXT, cuCtxSetCurrent((CUcontext)(void *)&other),
         cuCtxPushCurrent((CUcontext)(void *)&other),
         cuCtxDestroy((CUcontext)(void *)&other));
    EACH(CUDA_ERROR_INVALID_DEVICE, cuCtxCreate(&made, 0, 1), cuDevicePrimaryCtxRetain(&made, 1),
         cuDevicePrimaryCtxRelease(1),
         cuDevicePrimaryCtxReset(1));
    EACH(CUDA_ERROR_INVALID_VALUE, cuCtxCreate(NULL, 0, 0), cuCtxGetCurrent(NULL), cuCtxGetDevice(NULL),
         cuCtxSetCacheConfig((CUfunc_cache)4));
    GOOD(cuMemAlloc(&p, 4));
    GOOD(cuDevicePrimaryCtxReset(0));
    assert_int_equal(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);       // it went with the context
}

// Numbers and names of NVIDIA's manuals ("Data types used by CUDA Runtime", "... by CUDA driver") for CUDA 11.
static void test_names_of_errors(void **state)
{
    static const struct { int number; const char *runtime, *driver; } rows[] = {
        { 0, "cudaSuccess", "CUDA_SUCCESS" }, { 1, "cudaErrorInvalidValue", "CUDA_ERROR_INVALID_VALUE" },
        { 2, "cudaErrorMemoryAllocation", "CUDA_ERROR_OUT_OF_MEMORY" },
        { 3, "cudaErrorInitializationError", "CUDA_ERROR_NOT_INITIALIZED" },
        { 4, "cudaErrorCudartUnloading", "CUDA_ERROR_DEINITIALIZED" }, { 9, "cudaErrorInvalidConfiguration", NULL },
        { 12, "cudaErrorInvalidPitchValue", NULL }, { 13, "cudaErrorInvalidSymbol", NULL },
        { 16, "cudaErrorInvalidHostPointer", NULL }, { 17, "cudaErrorInvalidDevicePointer", NULL },
        { 18, "cudaErrorInvalidTexture", NULL }, { 19, "cudaErrorInvalidTextureBinding", NULL },
        { 20, "cudaErrorInvalidChannelDescriptor", NULL }, { 21, "cudaErrorInvalidMemcpyDirection", NULL },
        { 52, "cudaErrorMissingConfiguration", NULL }, { 98, "cudaErrorInvalidDeviceFunction", NULL },
        { 100, "cudaErrorNoDevice", "CUDA_ERROR_NO_DEVICE" },
        { 101, "cudaErrorInvalidDevice", "CUDA_ERROR_INVALID_DEVICE" },
        { 200, "cudaErrorInvalidKernelImage", "CUDA_ERROR_INVALID_IMAGE" },
        { 201, "cudaErrorDeviceUninitialized", "CUDA_ERROR_INVALID_CONTEXT" },
        { 209, "cudaErrorNoKernelImageForDevice", "CUDA_ERROR_NO_BINARY_FOR_GPU" },
        { 215, "cudaErrorUnsupportedLimit", "CUDA_ERROR_UNSUPPORTED_LIMIT" },
        { 218, "cudaErrorInvalidPtx", "CUDA_ERROR_INVALID_PTX" },
        { 301, "cudaErrorFileNotFound", "CUDA_ERROR_FILE_NOT_FOUND" },
        { 400, "cudaErrorInvalidResourceHandle", "CUDA_ERROR_INVALID_HANDLE" },
        { 500, "cudaErrorSymbolNotFound", "CUDA_ERROR_NOT_FOUND" }, { 600, "cudaErrorNotReady", "CUDA_ERROR_NOT_READY" },
        { 700, "cudaErrorIllegalAddress", "CUDA_ERROR_ILLEGAL_ADDRESS" },
        { 701, "cudaErrorLaunchOutOfResources", "CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES" },
        { 702, "cudaErrorLaunchTimeout", "CUDA_ERROR_LAUNCH_TIMEOUT" }, { 710, "cudaErrorAssert", "CUDA_ERROR_ASSERT" },
        { 712, "cudaErrorHostMemoryAlreadyRegistered", "CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED" },
        { 713, "cudaErrorHostMemoryNotRegistered", "CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED" },
        { 715, "cudaErrorIllegalInstruction", "CUDA_ERROR_ILLEGAL_INSTRUCTION" },
        { 716, "cudaErrorMisalignedAddress", "CUDA_ERROR_MISALIGNED_ADDRESS" },
        { 719, "cudaErrorLaunchFailure", "CUDA_ERROR_LAUNCH_FAILED" },
        { 720, "cudaErrorCooperativeLaunchTooLarge", "CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE" },
        { 801, "cudaErrorNotSupported", "CUDA_ERROR_NOT_SUPPORTED" }, { 999, "cudaErrorUnknown", "CUDA_ERROR_UNKNOWN" },
    };

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *name = "untouched", *text = "untouched";

        assert_string_equal(cudaGetErrorName((cudaError_t)rows[i].number), rows[i].runtime);
        if (rows[i].driver) {
            GOOD(cuGetErrorName((CUresult)rows[i].number, &name));
            assert_string_equal(name, rows[i].driver);
            GOOD(cuGetErrorString((CUresult)rows[i].number, &text));
            assert_string_equal(text, cudaGetErrorString((cudaError_t)rows[i].number));
        } else {
            assert_int_equal(cuGetErrorName((CUresult)rows[i].number, &name), CUDA_ERROR_INVALID_VALUE);
            assert_int_equal(cuGetErrorString((CUresult)rows[i].number, &text), CUDA_ERROR_INVALID_VALUE);
            assert_true(!name && !text);
        }
    }
    assert_string_equal(cudaGetErrorString(cudaSuccess), "no error");
    assert_string_equal(cudaGetErrorString(cudaErrorMemoryAllocation), "out of memory");
    assert_string_equal(cudaGetErrorString(cudaErrorIllegalAddress), "an illegal memory access was encountered");
    assert_string_equal(cudaGetErrorName((cudaError_t)12345), "unrecognized error code");
    assert_string_equal(cudaGetErrorString((cudaError_t)12345), "unrecognized error code");
    const char *name = "untouched";
    assert_int_equal(cuGetErrorName((CUresult)12345, &name), CUDA_ERROR_INVALID_VALUE);
    assert_null(name);
    EACH(CUDA_ERROR_INVALID_VALUE, cuGetErrorName(CUDA_SUCCESS, NULL), cuGetErrorString(CUDA_SUCCESS, NULL));
}

// What lasts is a fault's; what does not last is told once, and peeking leaves it.
static void test_last_error(void **state)
{
    int value;

    (void)state;
    GOOD(cudaGetLastError());
    assert_int_equal(cudaSetDevice(3), cudaErrorInvalidDevice);
    GOOD(cudaGetDeviceCount(&value));                               // what succeeds does not forget it
    assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
    assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
    GOOD(cudaGetLastError());
    assert_int_equal(cuDeviceGet(&value, 3), CUDA_ERROR_INVALID_DEVICE);
    GOOD(cudaGetLastError());                                       // the driver keeps none
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_last_error), cmocka_unit_test(test_attributes), cmocka_unit_test(test_properties),
        cmocka_unit_test(test_properties_of_cuda_13), cmocka_unit_test(test_no_display), cmocka_unit_test(test_one_device),
        cmocka_unit_test(test_versions_and_switches), cmocka_unit_test(test_limits), cmocka_unit_test(test_driver_device),
        cmocka_unit_test(test_contexts), cmocka_unit_test(test_names_of_errors),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET",
    "gpu.memory_mib=8 gpu.sms=4 gpu.clusters=2 core.shared_bytes=32768 core.registers=16384 core.warps=8 "
           "core.max_ctas=6 clock.core_mhz=600 clock.dram_mhz=800 clock.dram_khz=250 l2.ways=4", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
