// SPDX-License-Identifier: BSD-3-Clause
// Memory as both APIs give it and say what it is: each function by what it is asked for and by what NVIDIA's manuals call a
// mistake. Copies are in test_copies.c.
#include "tests/sim/cudart/answers.h"

#include <sys/mman.h>

enum { MIB = 1 << 20 };

static void test_sizes_that_no_memory_has(void **state)
{
    cudaChannelFormatDesc format = { 32, 32, 32, 32, cudaChannelFormatKindFloat };
    cudaPitchedPtr box;
    cudaArray_t array;
    CUdeviceptr at;
    size_t pitch;
    void *p;

    (void)state;
    // each product is a small number in 64 bits
    EACH(cudaErrorMemoryAllocation, cudaMallocPitch(&p, &pitch, 512, (SIZE_MAX >> 9) + 2),
         cudaMallocPitch(&p, &pitch, SIZE_MAX, 1),
         cudaMalloc3D(&box, (cudaExtent){ 512, (SIZE_MAX >> 10) + 2, 2 }),
         cudaMalloc3D(&box, (cudaExtent){ 512, 1, (SIZE_MAX >> 9) + 2 }),
         cudaMallocArray(&array, &format, (SIZE_MAX >> 4) + 2, 0, 0),
         cudaMallocArray(&array, &format, 2, (SIZE_MAX >> 5) + 2, 0),
         cudaMalloc3DArray(&array, &format, (cudaExtent){ 2, 2, (SIZE_MAX >> 6) + 2 }, 0),
         cudaMallocManaged(&p, SIZE_MAX, cudaMemAttachGlobal), cudaMallocManaged(&p, 9 * MIB, cudaMemAttachHost));
    assert_int_equal(cuMemAllocPitch(&at, &pitch, 512, (SIZE_MAX >> 9) + 2, 4), CUDA_ERROR_OUT_OF_MEMORY);
    GOOD(cudaDeviceReset());
}

static void test_sums_that_no_size_is(void **state)
{
    const cudaChannelFormatDesc format = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
    char from[64], *device;
    cudaArray_t array;
    cudaMemcpy3DParms p = { .kind = cudaMemcpyDefault, .extent = { 1, 1, 1 } };

    (void)state;
    GOOD(cudaMalloc((void **)&device, 4096));
    GOOD(cudaMallocArray(&array, &format, 4, 4, 0));
    // places that 64 bits make ones in the array: 16 bytes a row
    EACH(cudaErrorInvalidValue, cudaMemcpyToArray(array, 0, (SIZE_MAX >> 4) + 1, from, 4, cudaMemcpyHostToDevice),
         cudaMemcpyToArray(array, 8, (SIZE_MAX >> 4) + 2, from, 4, cudaMemcpyHostToDevice),
         cudaMemcpy2DToArray(array, SIZE_MAX - 3, 0, from, 4, 8, 1, cudaMemcpyHostToDevice),
         cudaMemcpy2D(device, (SIZE_MAX >> 1) + 1, from, 4, 4, 3, cudaMemcpyHostToDevice),
         cudaMemcpy2D(from, 4, device, (SIZE_MAX >> 1) + 1, 4, 3, cudaMemcpyDeviceToHost),
         cudaMemset2D(device, (SIZE_MAX >> 1) + 1, 0, 4, 3),
         cudaMemset3D((cudaPitchedPtr){ device, 16, 16, (SIZE_MAX >> 4) + 1 }, 0, (cudaExtent){ 16, 1, 2 }),
         cudaMemset3D((cudaPitchedPtr){ device, 16, 16, 0 }, 0, (cudaExtent){ 16, 1, 1000 }),   // planes on each other
         cudaMemset2D(device, 1, 0, 0, SIZE_MAX) == cudaSuccess ? cudaErrorInvalidValue : cudaSuccess,
         cudaHostRegister(from, SIZE_MAX, 0), cudaMemcpy(from, from, SIZE_MAX, cudaMemcpyHostToHost));
    p.srcPtr = p.dstPtr = (cudaPitchedPtr){ device, 16, 16, 4 };
    p.srcPos = (cudaPos){ 0, 0, (SIZE_MAX >> 6) + 1 };
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p = (cudaMemcpy3DParms){ .kind = cudaMemcpyDefault, .srcArray = array, .dstArray = array,
                             .extent = { (SIZE_MAX >> 2) + 1, 1, 1 } };
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    GOOD(cudaDeviceReset());
}

// A program that asks for more than its host has goes on.
static void test_memory_that_the_host_has_not(void **state)
{
    const char *text = "a";
    void *p = &p;

    (void)state;
    EACH(cudaErrorMemoryAllocation, cudaMallocHost(&p, SIZE_MAX), cudaMallocHost(&p, SIZE_MAX / 2 + 1),
         cudaHostAlloc(&p, (size_t)1 << 60, 0));
    assert_int_equal(cuMemAllocHost(&p, (size_t)1 << 62), CUDA_ERROR_OUT_OF_MEMORY);
    GOOD(cudaMallocHost(&p, MIB));                                  // more than the sixteenth that kernels see
    assert_int_equal(((char *)p)[MIB - 1], 0);
    memcpy(p, text, 1);
    GOOD(cudaFreeHost(p));
    assert_int_equal(cudaFreeHost(p), cudaErrorInvalidHostPointer);
}

static void test_pitches(void **state)
{
    static const struct { size_t width, pitch; } rows[] = { { 1, 512 }, { 511, 512 }, { 512, 512 }, { 513, 1024 },
        { 1024, 1024 } };
    size_t pitch, before, after, total;
    cudaPitchedPtr box;
    CUdeviceptr at;
    void *p;

    (void)state;
    for (unsigned i = 0; i < 5; i++) {
        GOOD(cudaMemGetInfo(&before, &total));
        GOOD(cudaMallocPitch(&p, &pitch, rows[i].width, 3));
        assert_int_equal(pitch, rows[i].pitch);
        GOOD(cudaMemGetInfo(&after, &total));
        assert_int_equal(before - after, 3 * pitch);
        GOOD(cuMemAllocPitch(&at, &pitch, rows[i].width, 2, 16));
        assert_int_equal(pitch, rows[i].pitch);
        GOOD(cuMemGetInfo(&before, &total));
        assert_int_equal(after - before, 2 * pitch);
        GOOD(cudaMalloc3D(&box, (cudaExtent){ rows[i].width, 5, 7 }));
        assert_true(box.pitch == rows[i].pitch && box.xsize == rows[i].width && box.ysize == 5);
        GOOD(cudaMemGetInfo(&after, &total));
        assert_int_equal(before - after, 5 * 7 * box.pitch);
        GOOD(cudaDeviceReset());
    }
    EACH(cudaErrorInvalidValue, cudaMallocPitch(&p, NULL, 4, 4), cudaMallocPitch(NULL, &pitch, 4, 4),
         cudaMalloc3D(NULL, (cudaExtent){ 4, 4, 4 }),
         cudaMemGetInfo(NULL, &total), cudaMemGetInfo(&before, NULL));
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemAllocPitch(&at, NULL, 4, 4, 4), cuMemAllocPitch(NULL, &pitch, 4, 4, 4),
         cuMemAllocPitch(&at, &pitch, 4, 4, 1),
         cuMemAllocPitch(&at, &pitch, 4, 4, 12), cuMemGetInfo(NULL, &total), cuMemGetInfo(&before, NULL));
}

static void expect_attributes(const void *p, cudaMemoryType type, int device, const void *of_device, const void *of_host)
{
    cudaPointerAttributes a;

    GOOD(cudaPointerGetAttributes(&a, p));
    assert_int_equal(a.type, type);
    assert_int_equal(a.device, device);
    assert_ptr_equal(a.devicePointer, of_device);
    assert_ptr_equal(a.hostPointer, of_host);
}

static void test_pointers(void **state)
{
    char *device, *managed, *pinned, *large;
    cudaPointerAttributes a;
    int own;

    (void)state;
    GOOD(cudaMalloc((void **)&device, 100));
    GOOD(cudaMallocManaged((void **)&managed, 100, cudaMemAttachHost));
    GOOD(cudaHostAlloc((void **)&pinned, 100, cudaHostAllocPortable | cudaHostAllocMapped | cudaHostAllocWriteCombined));
    GOOD(cudaMallocHost((void **)&large, MIB / 2 + 1));             // more than a sixteenth of 8 MiB
    expect_attributes(device + 99, cudaMemoryTypeDevice, 0, device + 99, NULL);
    expect_attributes(managed, cudaMemoryTypeManaged, 0, managed, managed);
    expect_attributes(pinned + 1, cudaMemoryTypeHost, 0, pinned + 1, pinned + 1);
    expect_attributes(large + MIB / 2, cudaMemoryTypeHost, 0, NULL, large + MIB / 2);
    expect_attributes(&own, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL, &own);
    EACH(cudaErrorInvalidValue, cudaPointerGetAttributes(&a, device + 100), cudaPointerGetAttributes(NULL, device),
         cudaPointerGetAttributes(&a, (void *)(uintptr_t)DEVICE_BASE + 4 * MIB));
    GOOD(cudaDeviceReset());                                        // gives back what lies in the host, too
}

static void test_memory_of_the_host(void **state)
{
    void *pinned, *small, *of_device = NULL;
    unsigned flags = 0;
    CUdeviceptr at = 0;

    (void)state;
    GOOD(cudaMallocHost(&small, MIB / 2));                          // at most a sixteenth: kernels see it
    GOOD(cudaHostGetDevicePointer(&of_device, small, 0));
    assert_ptr_equal(of_device, small);
    GOOD(cudaHostGetFlags(&flags, small));
    assert_int_equal(flags, cudaHostAllocMapped);
    GOOD(cuMemHostGetDevicePointer(&at, small, 0));
    assert_true(at == (uintptr_t)small);
    GOOD(cudaMalloc(&of_device, 16));
    EACH(cudaErrorInvalidValue, cudaHostGetFlags(&flags, of_device), cudaHostGetFlags(&flags, &at),
         cudaHostGetFlags(NULL, small),
         cudaHostGetDevicePointer(NULL, small, 0), cudaHostGetDevicePointer(&pinned, small, 1),
         cudaHostGetDevicePointer(&pinned, of_device, 0),
         cudaHostAlloc(&pinned, 4, 8), cudaHostAlloc(NULL, 4, 0), cudaMallocHost(NULL, 4),
         cudaMallocManaged(&pinned, 0, cudaMemAttachGlobal),
         cudaMallocManaged(&pinned, 4, 0), cudaMallocManaged(&pinned, 4, 3),
         cudaMallocManaged(NULL, 4, cudaMemAttachGlobal), cudaMalloc(NULL, 4));
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemHostGetDevicePointer(NULL, small, 0), cuMemHostGetDevicePointer(&at, small, 1),
         cuMemHostGetDevicePointer(&at, of_device, 0), cuMemHostGetDevicePointer(&at, &flags, 0), cuMemAlloc(&at, 0),
         cuMemAlloc(NULL, 4),
         cuMemAllocManaged(&at, 4, 0), cuMemAllocManaged(&at, 0, CU_MEM_ATTACH_GLOBAL), cuMemHostAlloc(&pinned, 4, 8),
         cuMemAllocHost(&pinned, 0), cuMemAllocHost(NULL, 4), cuMemFree(0), cuMemFree((uintptr_t)small),
         cuMemFreeHost(of_device));
    GOOD(cuMemHostAlloc(&pinned, 4,
         CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP | CU_MEMHOSTALLOC_WRITECOMBINED));
    GOOD(cuMemFreeHost(pinned));
    GOOD(cuMemAllocHost(&pinned, 4));
    GOOD(cudaFreeHost(pinned));
    GOOD(cuMemAllocManaged(&at, 4, CU_MEM_ATTACH_HOST));
    expect_attributes((void *)(uintptr_t)at, cudaMemoryTypeManaged, 0, (void *)(uintptr_t)at, (void *)(uintptr_t)at);
    GOOD(cuMemFree(at));
    GOOD(cudaFreeHost(NULL));
    pinned = &at;
    GOOD(cudaMalloc(&pinned, 0));                                   // nothing, at no address
    assert_null(pinned);
    GOOD(cudaMallocAsync(&pinned, 4, NULL));
    GOOD(cudaFreeAsync(pinned, NULL));
    assert_int_equal(cudaFreeAsync(pinned, NULL), cudaErrorInvalidDevicePointer);
    GOOD(cudaDeviceReset());
}

static void test_registered_memory(void **state)
{
    static char own[256];
    void *pinned, *device;

    (void)state;
    GOOD(cudaMallocHost(&pinned, 16));
    GOOD(cudaHostRegister(own + 64, 64, 15));
    expect_attributes(own + 127, cudaMemoryTypeHost, 0, NULL, own + 127);
    expect_attributes(own + 128, cudaMemoryTypeUnregistered, cudaInvalidDeviceId, NULL, own + 128);
    EACH(cudaErrorHostMemoryAlreadyRegistered, cudaHostRegister(own + 64, 64, 0), cudaHostRegister(own + 127, 1, 0),
         cudaHostRegister(own + 63, 2, 0), cudaHostRegister(own, 256, 0), cudaHostRegister(pinned, 4, 0));
    GOOD(cudaHostRegister(own, 64, cudaHostRegisterDefault));       // beside it
    GOOD(cudaHostRegister(own + 128, 1, cudaHostRegisterDefault));
    EACH(cudaErrorHostMemoryNotRegistered, cudaHostUnregister(own + 65), cudaHostUnregister(own + 129),
         cudaHostUnregister(pinned));
    EACH(cudaErrorInvalidValue, cudaHostRegister(NULL, 4, 0), cudaHostRegister(own + 200, 0, 0),
         cudaHostRegister(own + 200, 4, 16),
         cudaHostUnregister(NULL));
    assert_int_equal(cudaFreeHost(own + 64), cudaErrorInvalidHostPointer);
    assert_int_equal(cudaFree(own + 64), cudaErrorInvalidDevicePointer);
    GOOD(cudaMalloc(&device, 64));
    own[70] = 7;
    GOOD(cudaMemcpy(device, own + 64, 64, cudaMemcpyHostToDevice));
    GOOD(cudaMemcpy(own + 192, device, 64, cudaMemcpyDeviceToHost));
    assert_int_equal(own[198], 7);
    GOOD(cudaHostUnregister(own + 64));
    assert_int_equal(cudaHostUnregister(own + 64), cudaErrorHostMemoryNotRegistered);
    GOOD(cudaDeviceReset());                                        // what is registered is over with it, and stays the program's
    assert_int_equal(cudaHostUnregister(own), cudaErrorHostMemoryNotRegistered);
    assert_int_equal(own[198], 7);
}

// Addresses of the device are not the host's to register, free or not: another allocation may come there, which is then the only
// one of its address, and those that were there stay.
static void test_registered_where_the_device_is(void **state)
{
    char *devices[3], *free_one;

    (void)state;
    for (unsigned i = 0; i < 3; i++)                        // a MiB apart: kept in one list
        GOOD(cudaMalloc((void **)&devices[i], MIB));
    free_one = devices[2];
    GOOD(cudaFree(free_one));
    EACH(cudaErrorInvalidValue, cudaHostRegister(free_one, 64, 0), cudaHostRegister(free_one + MIB, 64, 0),
         cudaHostRegister((char *)(uintptr_t)DEVICE_BASE + (1 << 30) - 64, 128, 0));
    assert_int_equal(cudaHostRegister(devices[0] + 64, 64, 0), cudaErrorHostMemoryAlreadyRegistered);
    GOOD(cudaMalloc((void **)&devices[2], MIB));
    assert_ptr_equal(devices[2], free_one);
    EACH(cudaSuccess, cudaFree(devices[0]), cudaFree(devices[1]), cudaFree(devices[2]));
    GOOD(cudaDeviceReset());
}

// Memory that was registered and then unmapped is the host's again: pinned memory that comes there is what it is.
static void test_registered_and_unmapped(void **state)
{
    enum { BYTES = 4 * MIB };
    void *own, *pinned[2];

    (void)state;
    GOOD(cudaMallocHost(&pinned[0], BYTES));                // the runtime maps what is its own, before there is a gap that it may fill
    GOOD(cudaFreeHost(pinned[0]));
    own = mmap(NULL, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(own, MAP_FAILED);
    GOOD(cudaHostRegister((char *)own + 4096, BYTES - 4096, 0));
    munmap(own, BYTES);
    GOOD(cudaMallocHost(&pinned[0], BYTES));
    GOOD(cudaMallocHost(&pinned[1], BYTES));
    assert_true(pinned[0] == own || pinned[1] == own);      // the host gives what it has got back
    assert_int_equal(cudaHostUnregister((char *)own + 4096), cudaErrorHostMemoryNotRegistered);
    EACH(cudaSuccess, cudaFreeHost(pinned[0]), cudaFreeHost(pinned[1]));
    GOOD(cudaDeviceReset());
}

static void test_hints(void **state)
{
    char *managed, *device;

    (void)state;
    GOOD(cudaMallocManaged((void **)&managed, 100, cudaMemAttachGlobal));
    GOOD(cudaMalloc((void **)&device, 100));
    EACH(cudaSuccess, cudaMemPrefetchAsync(managed, 100, 0, NULL),
         cudaMemPrefetchAsync(managed + 90, 10, cudaCpuDeviceId, NULL),
         cudaMemAdvise(managed, 100, cudaMemAdviseSetReadMostly, 0),
         cudaMemAdvise(managed, 1, cudaMemAdviseUnsetAccessedBy, cudaCpuDeviceId));
    EACH(cudaErrorInvalidDevice, cudaMemPrefetchAsync(managed, 100, 1, NULL),
         cudaMemPrefetchAsync(managed, 100, -2, NULL),
         cudaMemAdvise(managed, 100, cudaMemAdviseSetAccessedBy, 1));
    EACH(cudaErrorInvalidValue, cudaMemPrefetchAsync(managed, 101, 0, NULL), cudaMemPrefetchAsync(managed, 0, 0, NULL),
         cudaMemPrefetchAsync(device, 100, 0, NULL), cudaMemAdvise(managed, 100, (cudaMemoryAdvise)0, 0),
         cudaMemAdvise(managed, 100, (cudaMemoryAdvise)7, 0), cudaMemAdvise(device, 100, cudaMemAdviseSetReadMostly, 0),
         cudaMemPrefetchAsync(device + 100 + MIB, 1, 0, NULL));
    GOOD(cudaDeviceReset());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sizes_that_no_memory_has), cmocka_unit_test(test_sums_that_no_size_is),
        cmocka_unit_test(test_memory_that_the_host_has_not), cmocka_unit_test(test_pitches), cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_memory_of_the_host), cmocka_unit_test(test_registered_memory), cmocka_unit_test(test_hints),
        cmocka_unit_test(test_registered_where_the_device_is), cmocka_unit_test(test_registered_and_unmapped),
    };

    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=1 gpu.clusters=1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
