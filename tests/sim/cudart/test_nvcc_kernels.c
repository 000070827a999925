// SPDX-License-Identifier: BSD-3-Clause
// What kernels that nvcc has compiled leave to the driver: malloc and free, and the barrier of a cooperative grid, whose address is
// in %envreg1 and 2; launches with attributes, and what CUDA 12 and 13 call otherwise.
#include "tests/sim/cudart/answers.h"

static const char text[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n"
    ".extern .func (.param .b64 func_retval0) malloc\n(\n\t.param .b64 malloc_param_0\n)\n;\n"
    ".extern .func free\n(\n\t.param .b64 free_param_0\n)\n;\n"
    // a block of 100 bytes for each thread, with its number in it
    ".visible .entry take(.param .u64 to)\n{\n .reg .b32 %r<2>; .reg .b64 %rd<6>;\n ld.param.u64 %rd1, [to]; mov.u32 %r1, %tid.x;\n"
    " { .param .b64 n; st.param.b64 [n], 100; .param .b64 p; call.uni (p), malloc, (n); ld.param.b64 %rd2, [p]; }\n"
    " mul.wide.u32 %rd3, %r1, 8; add.s64 %rd4, %rd1, %rd3; st.global.u64 [%rd4], %rd2; st.u32 [%rd2], %r1; ret;\n}\n"
    ".visible .entry give(.param .u64 of)\n{\n .reg .b32 %r<2>; .reg .b64 %rd<6>;\n ld.param.u64 %rd1, [of]; mov.u32 %r1, %tid.x;\n"
    " mul.wide.u32 %rd3, %r1, 8; add.s64 %rd4, %rd1, %rd3; ld.global.u64 %rd2, [%rd4];\n"
    " { .param .b64 p; st.param.b64 [p], %rd2; call.uni free, (p); }\n ret;\n}\n"
    // the barrier's address, and its two words, of which the second is then another
    ".visible .entry look(.param .u64 to)\n{\n .reg .pred %p<2>; .reg .b32 %r<5>; .reg .b64 %rd<5>;\n"
    " ld.param.u64 %rd1, [to]; mov.u32 %r1, %envreg1; mov.u32 %r2, %envreg2; mov.b64 %rd2, {%r2, %r1}; st.global.u64 [%rd1], %rd2;\n"
    " setp.eq.u64 %p1, %rd2, 0; @%p1 bra NONE; ld.u32 %r3, [%rd2]; ld.u32 %r4, [%rd2+4]; st.global.u32 [%rd1+8], %r3; st.global.u32 [%rd1+12], %r4;\n"
    " st.u32 [%rd2+4], 77;\nNONE: ret;\n}\n";
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static char host_take, host_give, host_look;
static void **handle;

static int begin(void **state)
{
    (void)state;
    handle = __cudaRegisterFatBinary(&wrapper);
    __cudaRegisterFunction(handle, &host_take, NULL, "take", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_give, NULL, "give", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFunction(handle, &host_look, NULL, "look", -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterFatBinaryEnd(handle);
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

static void test_heap(void **state)
{
    enum { THREADS = 8 };
    uint64_t first[THREADS], again[THREADS], *device;
    void *arguments[] = { &device };
    unsigned same = 0;

    (void)state;
    GOOD(cudaMalloc((void **)&device, sizeof first));
    GOOD(launch_on(&host_take, 1, THREADS, 0, arguments));
    GOOD(cudaMemcpy(first, device, sizeof first, cudaMemcpyDeviceToHost));
    for (uint32_t i = 0, n; i < THREADS; i++) {
        assert_true(first[i] && first[i] % 16 == 0);
        GOOD(cudaMemcpy(&n, (void *)(uintptr_t)first[i], sizeof n, cudaMemcpyDeviceToHost));
        assert_int_equal(n, i);                                     // nobody else has written there
    }
    GOOD(launch_on(&host_give, 1, THREADS, 0, arguments));
    GOOD(launch_on(&host_take, 1, THREADS, 0, arguments));
    GOOD(cudaMemcpy(again, device, sizeof again, cudaMemcpyDeviceToHost));
    for (unsigned i = 0; i < THREADS * THREADS; i++)
        same += first[i / THREADS] == again[i % THREADS];
    assert_int_equal(same, THREADS);                                // what was given is what is taken
}

static void test_a_heap_without_room(void **state)
{
    uint64_t *device;
    void *arguments[] = { &device };

    (void)state;
    GOOD(cudaMalloc((void **)&device, 64));
    GOOD(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 16 << 20));
    assert_int_equal(launch_on(&host_take, 1, 8, 0, arguments), cudaErrorMemoryAllocation);
    GOOD(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 20));
    GOOD(launch_on(&host_take, 1, 8, 0, arguments));
}

// A function whose name has `malloc` in it is another one: no heap.
static void test_names_like_malloc(void **state)
{
    static const char image[] =
        ".version 9.0\n.target sm_75\n.address_size 64\n.extern .func (.param .b64 r) remalloc(.param .b64 malloc_size);\n"
        ".extern .func free_all(.param .b64 p);\n.visible .entry none()\n{\n ret;\n}\n";
    size_t before, behind, all;
    CUmodule module;
    CUfunction none;

    (void)state;
    GOOD(cudaMemGetInfo(&before, &all));
    GOOD(cuModuleLoadData(&module, image));
    GOOD(cuModuleGetFunction(&none, module, "none"));
    GOOD(cuLaunchKernel(none, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
    GOOD(cudaMemGetInfo(&behind, &all));
    assert_int_equal(before, behind);
    GOOD(cuModuleUnload(module));
}

// A module that takes and gives nothing back has the heap, too.
static void test_malloc_alone(void **state)
{
    static const char image[] =
        ".version 9.0\n.target sm_75\n.address_size 64\n.extern .func (.param .b64 r) malloc(.param .b64 size);\n"
        ".visible .entry one(.param .u64 to)\n{\n .reg .b64 %rd<3>;\n ld.param.u64 %rd1, [to];\n"
        " { .param .b64 n; st.param.b64 [n], 100; .param .b64 p; call.uni (p), malloc, (n); ld.param.b64 %rd2, [p]; }\n"
        " st.global.u64 [%rd1], %rd2; ret;\n}\n";
    uint64_t taken = 0, *device;
    CUmodule module;
    CUfunction one;

    (void)state;
    GOOD(cudaMalloc((void **)&device, sizeof taken));
    GOOD(cuModuleLoadData(&module, image));
    GOOD(cuModuleGetFunction(&one, module, "one"));
    GOOD(cuLaunchKernel(one, 1, 1, 1, 1, 1, 1, 0, NULL, (void *[]){ &device }, NULL));
    GOOD(cudaMemcpy(&taken, device, sizeof taken, cudaMemcpyDeviceToHost));
    assert_true(taken && taken % 16 == 0);
    GOOD(cuModuleUnload(module));
}

// --- parts of one program, as a linker of device code registers them

static const char part_of_the_kernel[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n.extern .func (.param .b32 r) twice(.param .b32 x);\n"
    ".visible .entry call_twice(.param .u64 to)\n{\n .reg .b32 %r<3>; .reg .b64 %rd<2>;\n ld.param.u64 %rd1, [to]; ld.global.u32 %r1, [%rd1];\n"
    " { .param .b32 x; st.param.b32 [x], %r1; .param .b32 r; call.uni (r), twice, (x); ld.param.b32 %r2, [r]; }\n"
    " st.global.u32 [%rd1], %r2; ret;\n}\n";
static const char part_of_the_function[] =
    ".version 9.0\n.target sm_75\n.address_size 64\n.visible .func (.param .b32 r) twice(.param .b32 x)\n{\n .reg .b32 %r<3>;\n"
    " ld.param.b32 %r1, [x]; add.s32 %r2, %r1, %r1; st.param.b32 [r], %r2; ret;\n}\n";
static struct { int magic, version; const void *image; void *rest; } parts[2] = {
    { 0x466243b1, 1, part_of_the_kernel, NULL }, { 0x466243b1, 1, part_of_the_function, NULL },
};
static char host_call_twice;
static void **of_parts[2];

static void register_first(void **given)
{
    of_parts[0] = given;
    __cudaRegisterFunction(given, &host_call_twice, NULL, "call_twice", -1, NULL, NULL, NULL, NULL, NULL);
}
static void register_second(void **given) { of_parts[1] = given; }

static void test_parts_of_a_program(void **state)
{
    uint32_t word = 21, *device;
    void *arguments[] = { &device };

    (void)state;
    __cudaRegisterLinkedBinary(register_first, &parts[0], NULL, NULL);
    __cudaRegisterLinkedBinary(register_second, &parts[1], NULL, NULL);
    assert_ptr_equal(of_parts[0], of_parts[1]);             // one module
    GOOD(cudaMalloc((void **)&device, sizeof word));
    GOOD(cudaMemcpy(device, &word, sizeof word, cudaMemcpyHostToDevice));
    GOOD(launch_on(&host_call_twice, 1, 1, 0, arguments));
    GOOD(cudaMemcpy(&word, device, sizeof word, cudaMemcpyDeviceToHost));
    assert_int_equal(word, 42);
    __cudaUnregisterFatBinary(of_parts[0]);
    assert_int_equal(launch_on(&host_call_twice, 1, 1, 0, arguments), cudaErrorInvalidDeviceFunction);
}

static void test_barrier_of_a_grid(void **state)
{
    struct { uint64_t address; uint32_t bytes, barrier; } seen, *device;
    void *arguments[] = { &device };
    const dim3 one = { 1, 1, 1 };

    (void)state;
    GOOD(cudaMalloc((void **)&device, sizeof seen));
    for (int i = 0; i < 2; i++) {                                   // each launch begins with a new one
        GOOD(cudaLaunchCooperativeKernel(&host_look, one, one, arguments, 0, NULL));
        GOOD(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
        assert_true(seen.address && seen.bytes == 8 && seen.barrier == 0);
    }
    GOOD(launch_on(&host_look, 1, 1, 0, arguments));
    GOOD(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
    assert_int_equal(seen.address, 0);
}

static void test_attributes_of_launches(void **state)
{
    uint64_t seen = 1, *device;
    void *arguments[] = { &device };
    cudaLaunchAttribute attributes[2] = { { .id = cudaLaunchAttributePriority, .val.priority = 3 },
                                          { .id = cudaLaunchAttributeCooperative, .val.cooperative = 1 } };
    cudaLaunchConfig_t config = { { 1, 1, 1 }, { 1, 1, 1 }, 0, NULL, attributes, 1 };

    (void)state;
    assert_true(sizeof attributes[0] == 72 && sizeof config == 56);
    GOOD(cudaMalloc((void **)&device, 16));
    for (; config.numAttrs < 3; config.numAttrs++) {
        GOOD(cudaLaunchKernelExC(&config, &host_look, arguments));
        GOOD(cudaMemcpy(&seen, device, sizeof seen, cudaMemcpyDeviceToHost));
        assert_int_equal(seen != 0, config.numAttrs == 2);          // cooperative: it has a barrier
    }
    config.numAttrs = 2;
    attributes[1] = (cudaLaunchAttribute){ .id = cudaLaunchAttributeClusterDimension, .val.clusterDim = { 1, 1, 1 } };
    GOOD(cudaLaunchKernelExC(&config, &host_look, arguments));
    attributes[1].val.clusterDim.y = 2;
    assert_int_equal(cudaLaunchKernelExC(&config, &host_look, arguments), cudaErrorNotSupported);
    for (int i = 0; i < 2; i++) {
        attributes[1].id = (int[]){ cudaLaunchAttributeProgrammaticEvent, cudaLaunchAttributeDeviceUpdatableKernelNode }[i];
        assert_int_equal(cudaLaunchKernelExC(&config, &host_look, arguments), cudaErrorNotSupported);
    }
    attributes[1].id = 99;
    assert_int_equal(cudaLaunchKernelExC(&config, &host_look, arguments), cudaErrorInvalidValue);
    config.attrs = NULL;
    EACH(cudaErrorInvalidValue, cudaLaunchKernelExC(&config, &host_look, arguments), cudaLaunchKernelExC(NULL, &host_look, arguments));
}

static void test_what_a_kernel_is(void **state)
{
    struct { cudaFuncAttributes plain; char later[200]; } a;
    cudaKernel_t kernel = NULL;
    const char *name = NULL;
    int nowhere;

    (void)state;
    memset(&a, 0xff, sizeof a);
    GOOD(cudaFuncGetAttributes(&a.plain, &host_look));
    assert_true(a.plain.ptxVersion == 75 && a.plain.binaryVersion == 75 && a.later[0] == -1);
    GOOD(__cudaFuncGetAttributes_of_12(&a, &host_look));
    assert_int_equal(a.plain.ptxVersion, 75);
    for (size_t i = sizeof a.plain; i < 144; i++)
        assert_int_equal(((char *)&a)[i], 0);                       // no clusters
    assert_int_equal(((char *)&a)[144], -1);
    GOOD(cudaGetKernel(&kernel, &host_give));
    GOOD(cudaFuncGetName(&name, kernel));
    assert_string_equal(name, "give");
    EACH(cudaErrorInvalidDeviceFunction, cudaGetKernel(&kernel, &nowhere), cudaFuncGetName(&name, &nowhere),
         __cudaFuncGetAttributes_of_12(&a, &nowhere));
    EACH(cudaErrorInvalidValue, cudaGetKernel(NULL, &host_give), cudaFuncGetName(NULL, &host_give), __cudaFuncGetAttributes_of_12(NULL, &host_give));
}

static void test_places(void **state)
{
    const cudaMemLocation none = { 0, 0 }, device = { cudaMemLocationTypeDevice, 0 }, other = { cudaMemLocationTypeDevice, 1 };
    const cudaMemLocation host = { (cudaMemLocationType)2, 0 };
    void *p;

    (void)state;
    GOOD(cudaMallocManaged(&p, 64, cudaMemAttachGlobal));
    EACH(cudaSuccess, cudaMemPrefetchAsync_v2(p, 64, device, 0, NULL), cudaMemPrefetchAsync_v2(p, 64, host, 0, NULL),
         cudaMemAdvise_v2(p, 64, cudaMemAdviseSetReadMostly, none), cudaMemAdvise_v2(p, 64, cudaMemAdviseSetPreferredLocation, host),
         cudaInitDevice(0, 0, 0), cudaInitDevice(0, 4, 1));
    EACH(cudaErrorInvalidDevice, cudaMemPrefetchAsync_v2(p, 64, other, 0, NULL), cudaMemAdvise_v2(p, 64, cudaMemAdviseSetAccessedBy, other),
         cudaInitDevice(1, 0, 0));
    EACH(cudaErrorInvalidValue, cudaMemPrefetchAsync_v2(p, 64, none, 0, NULL), cudaMemPrefetchAsync_v2(p, 64, device, 1, NULL),
         cudaMemAdvise_v2(p, 64, cudaMemAdviseSetAccessedBy, none), cudaInitDevice(0, 0, 2));
    EACH(cudaErrorNotSupported, __cudaRefuse("cudaImportExternalMemory"));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_heap), TEST(test_barrier_of_a_grid), TEST(test_attributes_of_launches), TEST(test_what_a_kernel_is),
        TEST(test_places), TEST(test_a_heap_without_room), TEST(test_names_like_malloc), TEST(test_malloc_alone), TEST(test_parts_of_a_program),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=16 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
