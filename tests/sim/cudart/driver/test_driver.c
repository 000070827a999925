// SPDX-License-Identifier: BSD-3-Clause
// The driver API's modules, functions, launches, streams and events: what each answers, what NVIDIA's manual calls a mistake,
// and what a launch has done.
#include "tests/sim/cudart/answers.h"

#include <unistd.h>


// One store of 7 to p; a frame of 24 bytes, 160 of shared memory, at most 96 threads in a block; one of just 4 by 8 threads.
static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 8 .u64 wide = 77;\n.global .align 4 .u32 list[5];\n"
    ".visible .entry limited(.param .u64 p)\n.maxntid 32, 3, 1\n{\n .local .align 8 .b8 frame[24]; .shared .align 4 .b8 s[160];\n"
    " .reg .b64 %rd<3>; .reg .b32 %r<3>;\n ld.param.u64 %rd1, [p]; mov.u64 %rd2, frame; st.local.u32 [%rd2+20], 7; mov.u64 %rd2, s;\n"
    " st.shared.u32 [%rd2], 1; ld.shared.u32 %r1, [%rd2]; st.global.u32 [%rd1], 7; ret;\n}\n"
    ".visible .entry exact(.param .u64 p)\n.reqntid 4, 8\n{\n .reg .b64 %rd<2>; ld.param.u64 %rd1, [p]; st.global.u32 [%rd1], 8; ret;\n}\n"
    ".visible .entry stopped()\n{\n trap; ret;\n}\n";

static CUmodule module;
static CUfunction limited, exact;
static CUdeviceptr p;

static int begin(void **state)
{
    (void)state;
    return cuModuleLoadData(&module, text) || cuModuleGetFunction(&limited, module, "limited") ||
           cuModuleGetFunction(&exact, module, "exact") || cuMemAlloc(&p, 64);
}

static int end(void **state)
{
    (void)state;
    return cudaDeviceReset() || cuModuleUnload(module) || lock_is_held();
}

static CUresult launch_one(CUfunction f, unsigned x, unsigned y, void **arguments, void **extra)
{
    return cuLaunchKernel(f, 1, 1, 1, x, y, 1, 0, NULL, arguments, extra);
}

static void expect_stored(int want)
{
    int got;

    GOOD(cuMemcpyDtoH(&got, p, 4));
    assert_int_equal(got, want);
    GOOD(cuMemsetD32(p, 0, 1));
}

static void test_shapes(void **state)
{
    void *arguments[] = { &p };
    int nowhere;

    (void)state;
    GOOD(launch_one(limited, 32, 3, arguments, NULL));
    expect_stored(7);
    GOOD(launch_one(limited, 96, 1, arguments, NULL));
    GOOD(launch_one(exact, 4, 8, arguments, NULL));
    expect_stored(8);
    EACH(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, launch_one(limited, 97, 1, arguments, NULL),
         launch_one(exact, 32, 1, arguments, NULL),
         launch_one(exact, 8, 4, arguments, NULL));
    EACH(CUDA_ERROR_INVALID_VALUE, launch_one(limited, 0, 1, arguments, NULL),
         launch_one(limited, 1, 1025, arguments, NULL),
         launch_one(limited, 1, 1, NULL, NULL),
         cuLaunchKernel(limited, 1, 1, 1, 1, 1, 1, 49152 - 159, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1, 65536, 1, 1, 1, 1, 0, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1, 1, 65536, 1, 1, 1, 0, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1, 1, 1, 1, 1, 65, 0, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1, 0, 1, 1, 1, 1, 0, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1, 1, 0, 1, 1, 1, 0, NULL, arguments, NULL),
         cuLaunchKernel(limited, 1u << 31, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
    GOOD(cuLaunchKernel(limited, 1, 1, 1, 1, 1, 1, 49152 - 160, NULL, arguments, NULL));
    GOOD(cuLaunchKernel(limited, 1, 2, 2, 1, 1, 64, 0, NULL, arguments, NULL));
    EACH(CUDA_ERROR_INVALID_HANDLE, launch_one(NULL, 1, 1, arguments, NULL),
         cuLaunchKernel(limited, 1, 1, 1, 1, 1, 1, 0, (CUstream)(void *)&nowhere, arguments, NULL),
         cuLaunchCooperativeKernel(NULL, 1, 1, 1, 1, 1, 1, 0, NULL, arguments));
}

// Two SMs of machine oaws; of 33,000 bytes of shared memory each holds one CTA.
static void test_together(void **state)
{
    void *arguments[] = { &p };

    (void)state;
    GOOD(cuLaunchCooperativeKernel(limited, 2, 1, 1, 32, 1, 1, 33000, NULL, arguments));
    expect_stored(7);
    EACH(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
         cuLaunchCooperativeKernel(limited, 3, 1, 1, 32, 1, 1, 33000, NULL, arguments),
         cuLaunchCooperativeKernel(limited, 1, 3, 1, 32, 1, 1, 33000, NULL, arguments),
         cuLaunchCooperativeKernel(limited, 1, 1, 3, 32, 1, 1, 33000, NULL, arguments));
}

// Grids of the largest sizes are shapes that may be.
static void test_largest_grids(void **state)
{
    void *arguments[] = { &p };

    (void)state;
    EACH(CUDA_ERROR_COOPERATIVE_LAUNCH_TOO_LARGE,
         cuLaunchCooperativeKernel(limited, INT32_MAX, 1, 1, 1, 1, 1, 0, NULL, arguments),
         cuLaunchCooperativeKernel(limited, 1, 65535, 1, 1, 1, 1, 0, NULL, arguments),
         cuLaunchCooperativeKernel(limited, 1, 1, 65535, 1, 1, 1, 0, NULL, arguments));
}

static void test_packed_arguments(void **state)
{
    size_t size = sizeof p, odd = 7;
    void *arguments[] = { &p };
    void *in_order[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    void *other_way[] = { CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_END };
    void *too_few[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_BUFFER_SIZE, &odd, CU_LAUNCH_PARAM_END };
    void *no_pointer[] = { CU_LAUNCH_PARAM_BUFFER_SIZE, &size, CU_LAUNCH_PARAM_END };
    void *unknown[] = { (void *)3, &size, CU_LAUNCH_PARAM_BUFFER_POINTER, &p, CU_LAUNCH_PARAM_END };

    (void)state;
    GOOD(launch_one(limited, 1, 1, NULL, in_order));
    expect_stored(7);
    GOOD(launch_one(exact, 4, 8, NULL, other_way));
    expect_stored(8);
    EACH(CUDA_ERROR_INVALID_VALUE, launch_one(limited, 1, 1, NULL, too_few), launch_one(limited, 1, 1, NULL, no_pointer),
         launch_one(limited, 1, 1, NULL, unknown), launch_one(limited, 1, 1, arguments, in_order),
         launch_one(limited, 0, 1, NULL, in_order));
    expect_stored(0);
}

static void test_what_a_function_is(void **state)
{
    static const struct { CUfunction_attribute attribute; int want; } rows[] = {
        { CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, 96 }, { CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, 160 },
        { CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES, 0 }, { CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES, 24 },
        { CU_FUNC_ATTRIBUTE_PTX_VERSION, 35 }, { CU_FUNC_ATTRIBUTE_BINARY_VERSION, 35 },
        { CU_FUNC_ATTRIBUTE_CACHE_MODE_CA, 0 },
        { CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 49152 - 160 },
        { CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 0 },
    };
    int value = 0;

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        GOOD(cuFuncGetAttribute(&value, rows[i].attribute, limited));
        if (value != rows[i].want)
            fail_msg("attribute %d: %d, expected %d", rows[i].attribute, value, rows[i].want);
    }
    GOOD(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, limited));
    assert_in_range(value, 3,
                    8);                                   // two pointers' halves and a word are live at once at least
    GOOD(cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, exact));
    assert_int_equal(value, 32);
    EACH(CUDA_ERROR_INVALID_VALUE, cuFuncGetAttribute(NULL, CU_FUNC_ATTRIBUTE_NUM_REGS, limited),
         cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL),
         cuFuncGetAttribute(&value, (CUfunction_attribute)10, limited),
         cuFuncGetAttribute(&value, (CUfunction_attribute)-1, limited));
    EACH(CUDA_SUCCESS, cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 49152 - 160),
         cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 50),
         cuFuncSetCacheConfig(limited, CU_FUNC_CACHE_PREFER_EQUAL));
    EACH(CUDA_ERROR_INVALID_VALUE,
         cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 49152 - 159),
         cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, -1),
         cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_NUM_REGS, 1),
         cuFuncSetAttribute(NULL, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 1),
         cuFuncSetCacheConfig(NULL, CU_FUNC_CACHE_PREFER_L1),
         cuFuncSetCacheConfig(limited, (CUfunc_cache)4));
}

// An SM of oaws: 8 CTAs, 48 warps, 49,152 bytes of shared memory.
static void test_occupancy(void **state)
{
    static const struct { int threads; size_t shared; int want; } rows[] = {
        { 32, 0, 8 }, { 192, 0, 8 }, { 224, 0, 6 }, { 256, 0, 6 }, { 512, 0, 3 }, { 1024, 0, 1 },
        { 32, 16384 - 160, 3 }, { 32, 16384 - 159, 2 }, { 32, 49152 - 160, 1 },
    };
    int blocks;

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        blocks = -1;
        GOOD(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, rows[i].threads, rows[i].shared));
        if (blocks != rows[i].want)
            fail_msg("%d threads, %zu bytes: %d, expected %d", rows[i].threads, rows[i].shared, blocks, rows[i].want);
    }
    EACH(CUDA_ERROR_INVALID_VALUE, cuOccupancyMaxActiveBlocksPerMultiprocessor(NULL, limited, 32, 0),
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, NULL, 32, 0),
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, 0, 0),
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, -32, 0),
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, limited, 1025, 0));
}

static void test_globals(void **state)
{
    CUdeviceptr at = 0;
    uint64_t value = 0;
    size_t bytes = 0;

    (void)state;
    GOOD(cuModuleGetGlobal(&at, &bytes, module, "wide"));
    assert_int_equal(bytes, 8);
    GOOD(cuMemcpyDtoH(&value, at, 8));
    assert_int_equal(value, 77);
    GOOD(cuModuleGetGlobal(NULL, &bytes, module, "list"));
    assert_int_equal(bytes, 20);
    GOOD(cuModuleGetGlobal(&at, NULL, module, "wide"));
    assert_int_equal(cuModuleGetGlobal(&at, &bytes, module, "limited"), CUDA_ERROR_NOT_FOUND);
    EACH(CUDA_ERROR_INVALID_VALUE, cuModuleGetGlobal(&at, &bytes, NULL, "wide"),
         cuModuleGetGlobal(&at, &bytes, module, NULL));
}

static CUresult load_file(CUmodule *made, const char *content, size_t length)
{
    char name[] = "build/module.XXXXXX";
    int file = mkstemp(name);
    CUresult result;

    if (file < 0 || write(file, content, length) != (ssize_t)length || close(file))
        fail_msg("no file to load from");
    result = cuModuleLoad(made, name);
    unlink(name);
    return result;
}

// Fat binaries in files whose headers say more than the file has: of a container, of an entry, of what is compressed in one.
static void test_files_that_end(void **state)
{
    enum { CONTAINER = 16, ENTRY = 64 };
    static const struct { uint64_t container, entry, compressed, flags; } rows[] = {
        { UINT64_C(1) << 40, UINT64_C(1) << 36, 0, 0 }, { UINT64_C(1) << 62, UINT64_C(1) << 61, 0, 0 },
        { (64 << 20) - CONTAINER, (64 << 20) - CONTAINER - ENTRY, 0, 0 }, { UINT64_MAX / 2, 8, 0, 0 }, { UINT64_MAX, 8, 0, 0 },
        { 128 << 20, 80 << 20, 80 << 20, 0x2000 }, { 128 << 20, 80 << 20, 80 << 20, 0x8000 }, { ENTRY + 9, 9, 0, 0 },
        { ENTRY + 8, 9, 0, 0 }, { ENTRY + 8, 8, 9, 0x2000 },
    };
    CUmodule made = NULL;

    (void)state;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned char file[CONTAINER + ENTRY + 8] = { 0x50, 0xed, 0x55, 0xba, 1, 0, CONTAINER }, *entry = file + CONTAINER;

        memcpy(file + 8, &rows[i].container, 8);
        entry[0] = 1;
        entry[4] = ENTRY;
        memcpy(entry + 8, &rows[i].entry, 8);
        memcpy(entry + 16, &rows[i].compressed, 4);
        entry[28] = 35;
        memcpy(entry + 40, &rows[i].flags, 8);
        memcpy(entry + ENTRY, ".version", 8);
        assert_int_equal(load_file(&made, (const char *)file, sizeof file), CUDA_ERROR_NO_BINARY_FOR_GPU);
    }
}

static void test_modules(void **state)
{
    void *arguments[] = { &p };
    CUfunction f = NULL;
    CUmodule made = NULL, other = NULL;

    (void)state;
    GOOD(load_file(&made, text, sizeof text - 1));
    GOOD(cuModuleLoadDataEx(&other, text, 0, NULL, NULL));
    GOOD(cuModuleGetFunction(&f, made, "limited"));
    GOOD(launch_one(f, 1, 1, arguments, NULL));
    expect_stored(7);
    GOOD(cuModuleUnload(made));                                     // the others stay
    GOOD(cuModuleGetFunction(&f, other, "exact"));
    GOOD(launch_one(f, 4, 8, arguments, NULL));
    expect_stored(8);
    GOOD(cuModuleUnload(other));
    EACH(CUDA_ERROR_INVALID_VALUE, cuModuleUnload(NULL), cuModuleGetFunction(NULL, module, "exact"),
         cuModuleGetFunction(&f, NULL, "exact"),
         cuModuleGetFunction(&f, module, NULL), cuModuleLoadData(NULL, text), cuModuleLoadData(&made, NULL),
         cuModuleLoadFatBinary(NULL, text));
    EACH(CUDA_ERROR_FILE_NOT_FOUND, cuModuleLoad(&made, "build/no-such-file.ptx"), cuModuleLoad(&made, NULL));
    EACH(CUDA_ERROR_NO_BINARY_FOR_GPU, load_file(&made, "\177ELF of a chip", 15),
         cuModuleLoadFatBinary(&made, "no PTX at all"));
    assert_int_equal(load_file(&made, ".version 6.3\n.target sm_35\nwords\n", 33), CUDA_ERROR_INVALID_PTX);
}

static void test_a_module_that_does_not_fit(void **state)
{
    char name[] = "build/module.XXXXXX";
    CUdeviceptr most;
    CUfunction f;
    CUmodule made;
    int file = mkstemp(name);

    (void)state;
    assert_return_code(ftruncate(file, 64 << 20), 0);
    close(file);
    assert_int_equal(cuModuleLoad(&made, name), CUDA_ERROR_FILE_NOT_FOUND);         // as large as none is
    unlink(name);
    GOOD(cuModuleLoadData(&made, ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 4 .b8 much[4000000];\n"
                          ".visible .entry k()\n{\n ret;\n}\n"));
    GOOD(cuDevicePrimaryCtxReset(0));
    GOOD(cuMemAlloc(&most, 6 << 20));                               // there is no room for it now
    assert_int_equal(cuModuleGetFunction(&f, made, "k"), CUDA_ERROR_OUT_OF_MEMORY);
    GOOD(cuMemFree(most));
    GOOD(cuModuleGetFunction(&f, made, "k"));
    GOOD(cuModuleUnload(made));
    assert_int_equal(cuModuleLoadData(&made,
                     ".version 6.3\n.target sm_35\n.address_size 64\n.global .align 4 .b8 much[9000000];\n"
                                      ".visible .entry k()\n{\n ret;\n}\n"), CUDA_ERROR_OUT_OF_MEMORY);
}

static void test_streams_and_events(void **state)
{
    CUstream stream, other;
    CUevent first, second, untimed;
    float milliseconds = -1;
    void *arguments[] = { &p };

    (void)state;
    GOOD(cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
    GOOD(cuStreamCreate(&other, CU_STREAM_DEFAULT));
    GOOD(cuEventCreate(&first, CU_EVENT_DEFAULT));
    GOOD(cuEventCreate(&second, CU_EVENT_BLOCKING_SYNC));
    GOOD(cuEventCreate(&untimed, CU_EVENT_DISABLE_TIMING));
    GOOD(cuEventRecord(first, stream));
    GOOD(cuLaunchKernel(limited, 1, 1, 1, 1, 1, 1, 0, stream, arguments, NULL));
    GOOD(cuEventRecord(second, stream));
    EACH(CUDA_SUCCESS, cuStreamWaitEvent(other, second, 0), cuStreamSynchronize(stream), cuStreamQuery(stream),
         cuStreamQuery(CU_STREAM_LEGACY),
         cuStreamSynchronize(CU_STREAM_PER_THREAD), cuEventSynchronize(second), cuEventQuery(second),
         cuEventRecord(untimed, NULL));
    GOOD(cuEventElapsedTime(&milliseconds, first, second));
    assert_true(milliseconds > 50 / 700e3 && milliseconds < 5000 / 700e3);         // a launch of one warp, at 700 MHz
    expect_stored(7);
    EACH(CUDA_ERROR_INVALID_HANDLE, cuEventElapsedTime(&milliseconds, first, untimed),
         cuEventElapsedTime(&milliseconds, untimed, second),
         cuStreamWaitEvent(stream, (CUevent)(void *)stream, 0), cuStreamWaitEvent((CUstream)(void *)first, first, 0),
         cuEventRecord(first, (CUstream)(void *)first), cuStreamDestroy(NULL), cuEventDestroy(NULL),
         cuEventQuery((CUevent)(void *)stream));
    GOOD(cuStreamDestroy(stream));                                  // not the newest
    GOOD(cuEventDestroy(first));
    EACH(CUDA_ERROR_INVALID_HANDLE, cuStreamDestroy(stream), cuStreamSynchronize(stream), cuStreamQuery(stream),
         cuEventDestroy(first),
         cuEventRecord(first, NULL), cuEventSynchronize(first), cuEventElapsedTime(&milliseconds, first, second));
    GOOD(cuStreamQuery(other));
    GOOD(cuEventQuery(second));
    EACH(CUDA_ERROR_INVALID_VALUE, cuStreamCreate(NULL, 0), cuStreamCreate(&stream, 2), cuEventCreate(NULL, 0),
         cuEventCreate(&first, 8),
         cuEventCreate(&first, CU_EVENT_INTERPROCESS), cuEventElapsedTime(NULL, second, second));
    GOOD(cuEventCreate(&first, CU_EVENT_INTERPROCESS | CU_EVENT_DISABLE_TIMING));
}

// A fault is what every call answers, and none does what it says, until the context is reset.
static void test_faults_last(void **state)
{
    void *arguments[] = { &p }, *pinned;
    int value;
    unsigned char byte;
    size_t bytes, total;
    CUcontext context;
    CUdeviceptr at;
    CUevent event;
    CUfunction stopped;
    CUmodule made;
    CUstream stream;
    char name[8];
    float milliseconds;

    (void)state;
    GOOD(cuEventCreate(&event, 0));
    GOOD(cuEventRecord(event, NULL));
    GOOD(cuStreamCreate(&stream, 0));
    GOOD(cuModuleGetFunction(&stopped, module, "stopped"));
    GOOD(cuMemAllocHost(&pinned, 4));
    GOOD(launch_one(stopped, 1, 1, NULL, NULL));
    EACH(CUDA_ERROR_LAUNCH_FAILED, cuCtxSynchronize(), cuInit(0), cuDriverGetVersion(&value), cuDeviceGetCount(&value),
         cuDeviceGet(&value, 0),
         cuDeviceGetName(name, 8, 0), cuDeviceTotalMem(&bytes, 0),
         cuDeviceGetAttribute(&value, CU_DEVICE_ATTRIBUTE_WARP_SIZE, 0),
         cuDeviceComputeCapability(&value, &value, 0), cuDevicePrimaryCtxRetain(&context, 0),
         cuDevicePrimaryCtxRelease(0), cuCtxCreate(&context, 0, 0),
         cuCtxSetCurrent(NULL), cuCtxGetCurrent(&context), cuCtxSetCacheConfig(CU_FUNC_CACHE_PREFER_L1));
    EACH(CUDA_ERROR_LAUNCH_FAILED, cuModuleLoadData(&made, text), cuModuleUnload(module),
         cuModuleGetFunction(&stopped, module, "exact"),
         cuModuleGetGlobal(&at, &bytes, module, "wide"), launch_one(limited, 1, 1, arguments, NULL),
         cuFuncGetAttribute(&value, CU_FUNC_ATTRIBUTE_NUM_REGS, limited),
         cuFuncSetAttribute(limited, CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 1),
         cuFuncSetCacheConfig(limited, CU_FUNC_CACHE_PREFER_L1),
         cuOccupancyMaxActiveBlocksPerMultiprocessor(&value, limited, 32, 0), cuLinkCreate_v2(0, NULL, NULL, NULL));
    EACH(CUDA_ERROR_LAUNCH_FAILED, cuMemGetInfo(&bytes, &total), cuMemAlloc(&at, 4),
         cuMemAllocPitch(&at, &bytes, 4, 4, 4),
         cuMemAllocManaged(&at, 4, CU_MEM_ATTACH_GLOBAL), cuMemFree(p), cuMemAllocHost(&pinned, 4), cuMemFreeHost(pinned),
         cuMemHostGetDevicePointer(&at, pinned, 0), cuMemcpyHtoD(p, &value, 4), cuMemcpyDtoH(&value, p, 4),
         cuMemcpy(p, p, 4), cuMemsetD8(p, 0, 1),
         cuMemcpyDtoH(&byte, p, 1));
    EACH(CUDA_ERROR_LAUNCH_FAILED, cuStreamCreate(&stream, 0), cuStreamDestroy(stream), cuStreamSynchronize(stream),
         cuStreamQuery(stream),
         cuStreamWaitEvent(stream, event, 0), cuEventCreate(&event, 0), cuEventDestroy(event), cuEventRecord(event, NULL),
         cuEventSynchronize(event),
         cuEventQuery(event), cuEventElapsedTime(&milliseconds, event, event));
    GOOD(cuDevicePrimaryCtxReset(0));
    GOOD(cuCtxSynchronize());
    assert_int_equal(cuMemFree(p), CUDA_ERROR_INVALID_VALUE);
    assert_int_equal(cuStreamSynchronize(stream), CUDA_ERROR_INVALID_HANDLE);
}

static void test_unsupported(void **state)
{
    void *texture;

    (void)state;
    EACH(CUDA_ERROR_NOT_SUPPORTED, cuLinkCreate_v2(0, NULL, NULL, NULL), cuModuleGetTexRef(&texture, module, "t"));
    GOOD(cudaGetLastError());
}

// What an array is asked for is what it is, and a box goes to the element and row that is said.
static void test_arrays(void **state)
{
    const CUDA_ARRAY3D_DESCRIPTOR d = { 6, 4, 0, CU_AD_FORMAT_SIGNED_INT16, 2, 0 };
    CUDA_ARRAY3D_DESCRIPTOR seen;
    CUarray array;
    short rows[4][12], got[4][12];
    CUDA_MEMCPY2D in = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = rows, .srcPitch = sizeof rows[0], .srcXInBytes = 8, .srcY = 1,
                         .dstMemoryType = CU_MEMORYTYPE_ARRAY, .dstXInBytes = 4, .dstY = 2, .WidthInBytes = 16, .Height = 2 };
    CUDA_MEMCPY2D out = { .srcMemoryType = CU_MEMORYTYPE_ARRAY, .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = got,
                          .dstPitch = sizeof got[0], .WidthInBytes = sizeof got[0], .Height = 4 };

    (void)state;
    for (int i = 0; i < 48; i++)
        rows[i / 12][i % 12] = (short)(i + 1);
    GOOD(cuArray3DCreate(&array, &d));
    GOOD(cuArray3DGetDescriptor(&seen, array));
    assert_int_equal(seen.Format, CU_AD_FORMAT_SIGNED_INT16);
    assert_true(seen.Width == 6 && seen.Height == 4 && seen.NumChannels == 2);
    in.dstArray = out.srcArray = array;
    GOOD(cuMemcpy2D(&in));
    GOOD(cuMemcpy2D(&out));
    for (int y = 2; y < 4; y++)
        for (int x = 2; x < 10; x++)
            assert_int_equal(got[y][x], rows[y - 1][x + 2]);
    in.dstXInBytes = 2;
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemcpy2D(&in), cuMemcpy2D(NULL), cuArray3DCreate(&array, NULL), cuArrayCreate(NULL, NULL));
    GOOD(cuArrayDestroy(array));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_shapes), TEST(test_together), TEST(test_largest_grids), TEST(test_packed_arguments), TEST(test_what_a_function_is),
             TEST(test_occupancy), TEST(test_globals),
        TEST(test_modules), TEST(test_files_that_end), TEST(test_a_module_that_does_not_fit), TEST(test_streams_and_events), TEST(test_faults_last),
             TEST(test_unsupported), TEST(test_arrays),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
