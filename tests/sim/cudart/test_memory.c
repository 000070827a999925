// SPDX-License-Identifier: BSD-3-Clause
// The runtime's memory: what is freed is used again, what the host shares is at one address, copies in all directions
// and shapes, and every misuse that CUDA has an error for.
#include "tests/sim/cudart/runtime_ptx.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { MIB = 1 << 20 };

static void *allocate(size_t bytes)
{
    void *address;

    assert_int_equal(cudaMalloc(&address, bytes), cudaSuccess);
    return address;
}

// Under AddressSanitizer the addresses of the device are its own.
static bool can_share(void)
{
    return device_can_share(cudart_memory());
}

static void test_freed_is_used_again(void **state)
{
    void *first = allocate(1000), *second = allocate(1000), *third = allocate(1000), *small, *large;
    unsigned char bytes[1000];

    (void)state;
    assert_ptr_equal(first, (void *)(uintptr_t)DEVICE_BASE);
    assert_ptr_equal(second, (char *)first + 1024);
    assert_int_equal(cudaMemset(second, 0xAB, 1000), cudaSuccess);
    assert_int_equal(cudaFree(second), cudaSuccess);
    assert_int_equal(cudaFree(second), cudaErrorInvalidDevicePointer);
    assert_int_equal(cudaFree((char *)third + 256), cudaErrorInvalidDevicePointer);
    assert_int_equal(cudaFree(NULL), cudaSuccess);
    large = allocate(1025);
    assert_ptr_equal(large, (char *)third + 1024);          // not where it does not fit
    small = allocate(1000);
    assert_ptr_equal(small, second);
    assert_int_equal(cudaMemcpy(bytes, small, sizeof bytes, cudaMemcpyDeviceToHost), cudaSuccess);
    for (unsigned i = 0; i < sizeof bytes; i++)
        assert_int_equal(bytes[i], 0);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

// Random allocations against a list of what is taken: none lies over another, all that is freed can be had again.
static void test_random_allocations(void **state)
{
    enum { SLOTS = 200, ROUNDS = 20000 };
    struct { uint64_t at, bytes; } taken[SLOTS] = { { 0, 0 } };
    size_t before, after, total;
    uint32_t seed = 1;

    (void)state;
    assert_int_equal(cudaMemGetInfo(&before, &total), cudaSuccess);
    assert_int_equal(total, 8 * MIB);
    for (unsigned round = 0; round < ROUNDS; round++) {
        seed = seed * 1664525 + 1013904223;
        unsigned slot = (seed >> 8) % SLOTS;
        if (taken[slot].bytes) {
            assert_int_equal(cudaFree((void *)(uintptr_t)taken[slot].at), cudaSuccess);
            taken[slot].bytes = 0;
            continue;
        }
        uint64_t bytes = 1 + (seed >> 16) % 30000;
        void *address;
        bool shared = seed >> 31 && can_share();
        cudaError_t error = shared ? cudaMallocManaged(&address, bytes, cudaMemAttachGlobal) :
            cudaMalloc(&address, bytes);
        if (error) {
            assert_int_equal(error, cudaErrorMemoryAllocation);
            continue;
        }
        for (unsigned i = 0; i < SLOTS; i++)
            assert_true(!taken[i].bytes || taken[i].at + taken[i].bytes <= (uintptr_t)address ||
                        taken[i].at >= (uintptr_t)address + bytes);
        taken[slot].at = (uintptr_t)address;
        taken[slot].bytes = bytes;
    }
    for (unsigned i = 0; i < SLOTS; i++)
        if (taken[i].bytes)
            assert_int_equal(cudaFree((void *)(uintptr_t)taken[i].at), cudaSuccess);
    assert_int_equal(cudaMemGetInfo(&after, &total), cudaSuccess);
    assert_int_equal(after, before);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_out_of_memory(void **state)
{
    void *all, *more;

    (void)state;
    assert_int_equal(cudaMalloc(&all, 8 * MIB), cudaSuccess);
    assert_int_equal(cudaMalloc(&more, 1), cudaErrorMemoryAllocation);
    assert_int_equal(cudaGetLastError(), cudaErrorMemoryAllocation);
    assert_int_equal(cudaMalloc(&more, SIZE_MAX), cudaErrorMemoryAllocation);
    assert_int_equal(cudaFree(all), cudaSuccess);
    assert_int_equal(cudaMalloc(&all, 8 * MIB), cudaSuccess);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_shared_with_the_host(void **state)
{
    cudaPointerAttributes a;
    float *managed, *pinned, *same;
    int n = 4, one = 1;

    (void)state;
    if (!can_share())
        skip();
    assert_int_equal(cudaMallocManaged((void **)&managed, 16, cudaMemAttachGlobal), cudaSuccess);
    assert_int_equal(cudaHostAlloc((void **)&pinned, 16, cudaHostAllocMapped), cudaSuccess);
    assert_int_equal(cudaHostGetDevicePointer((void **)&same, pinned, 0), cudaSuccess);
    for (int i = 0; i < n; i++)
        managed[i] = pinned[i] = 1;
    assert_int_equal(launch_on(&host_scale, 1, 32, 0, (void *[]){ &managed, &n }), cudaSuccess);
    assert_int_equal(launch_on(&host_scale, 1, 32, 0, (void *[]){ &same, &n }), cudaSuccess);
    assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
    for (int i = 0; i < n; i++)
        assert_true(managed[i] == (float)(i + 1) && pinned[i] == (float)(i + 1));
    assert_int_equal(cudaPointerGetAttributes(&a, managed + 1), cudaSuccess);
    assert_int_equal(a.type, cudaMemoryTypeManaged);
    assert_int_equal(cudaPointerGetAttributes(&a, pinned), cudaSuccess);
    assert_int_equal(a.type, cudaMemoryTypeHost);
    assert_int_equal(cudaPointerGetAttributes(&a, &one), cudaSuccess);
    assert_int_equal(a.type, cudaMemoryTypeUnregistered);
    assert_int_equal(cudaHostGetDevicePointer((void **)&same, &one, 0), cudaErrorInvalidValue);
    float *large, *device;
    assert_int_equal(cudaMallocHost((void **)&large, MIB), cudaSuccess);        // of the host alone, for copies
    assert_int_equal(cudaPointerGetAttributes(&a, large), cudaSuccess);
    assert_int_equal(a.type, cudaMemoryTypeHost);
    assert_int_equal(cudaHostGetDevicePointer((void **)&same, large, 0), cudaErrorInvalidValue);
    assert_int_equal(cudaMalloc((void **)&device, MIB), cudaSuccess);
    large[MIB / 4 - 1] = 5;
    assert_int_equal(cudaMemcpy(device, large, MIB, cudaMemcpyHostToDevice), cudaSuccess);
    large[MIB / 4 - 1] = 0;
    assert_int_equal(cudaMemcpy(large, device, MIB, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_true(large[MIB / 4 - 1] == 5);
    assert_int_equal(cudaFreeHost(large), cudaSuccess);
    assert_int_equal(cudaFreeHost(large), cudaErrorInvalidHostPointer);
    assert_int_equal(cudaFree(pinned), cudaErrorInvalidDevicePointer);
    assert_int_equal(cudaFreeHost(managed), cudaErrorInvalidHostPointer);
    assert_int_equal(cudaFreeHost(pinned), cudaSuccess);
    assert_int_equal(cudaFree(managed), cudaSuccess);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_directions(void **state)
{
    int host = 1, other = 2, *device = allocate(4), *twin = allocate(4), *managed;

    (void)state;
    if (!can_share())
        skip();
    assert_int_equal(cudaMallocManaged((void **)&managed, 4, cudaMemAttachGlobal), cudaSuccess);
    assert_int_equal(cudaMemcpy(device, &host, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy(&host, device, 4, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy(&host, &other, 4, cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy(device, &host, 4, (cudaMemcpyKind)9), cudaErrorInvalidMemcpyDirection);
    assert_int_equal(cudaMemcpy(device, &host, 5, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy(device, &host, 4, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpy(twin, device, 4, cudaMemcpyDeviceToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpy(managed, twin, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_int_equal(*managed, 1);
    assert_int_equal(cudaMemcpy(&other, managed, 4, cudaMemcpyHostToHost), cudaSuccess);
    assert_int_equal(other, 1);
    assert_int_equal(cudaMemset(&host, 0, 4), cudaErrorInvalidValue);
    assert_int_equal(cudaMemset(device, 0, 5), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_boxes(void **state)
{
    enum { W = 5, H = 4, D = 3 };
    unsigned char host[D][H][W], back[D][H][W], *device;
    size_t pitch;
    cudaPitchedPtr box;
    cudaMemcpy3DParms to = { 0 }, from = { 0 };

    (void)state;
    for (unsigned i = 0; i < sizeof host; i++)
        host[i / W / H][i / W % H][i % W] = (unsigned char)(i + 1);
    assert_int_equal(cudaMallocPitch((void **)&device, &pitch, W, H), cudaSuccess);
    assert_int_equal(pitch, 512);
    assert_int_equal(cudaMemcpy2D(device, pitch, host, W, W, H, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemset2D(device, pitch, 9, 2, 2), cudaSuccess);
    assert_int_equal(cudaMemcpy2D(back, W, device, pitch, W, H, cudaMemcpyDeviceToHost), cudaSuccess);
    for (unsigned y = 0; y < H; y++)
        for (unsigned x = 0; x < W; x++)
            assert_int_equal(back[0][y][x], x < 2 && y < 2 ? 9 : host[0][y][x]);
    assert_int_equal(cudaMemcpy2D(device, W - 1, host, W, W, H, cudaMemcpyHostToDevice), cudaErrorInvalidPitchValue);
    assert_int_equal(cudaMalloc3D(&box, (cudaExtent){ W, H, D }), cudaSuccess);
    to.srcPtr = (cudaPitchedPtr){ host, W, W, H };
    to.dstPtr = from.srcPtr = box;
    to.extent = from.extent = (cudaExtent){ W, H, D };
    to.kind = cudaMemcpyHostToDevice;
    from.dstPtr = (cudaPitchedPtr){ back, W, W, H };
    from.kind = cudaMemcpyDeviceToHost;
    assert_int_equal(cudaMemcpy3D(&to), cudaSuccess);
    memset(back, 0, sizeof back);
    assert_int_equal(cudaMemcpy3D(&from), cudaSuccess);
    assert_memory_equal(back, host, sizeof host);
    from.srcPos = (cudaPos){ 1, 1, 1 };
    from.extent = (cudaExtent){ 2, 2, 2 };
    assert_int_equal(cudaMemcpy3D(&from), cudaSuccess);
    assert_int_equal(back[1][1][1], host[2][2][2]);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_arrays(void **state)
{
    enum { W = 6, H = 3 };
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindFloat);
    float host[H][W], back[H][W];
    cudaArray_t array;

    (void)state;
    for (unsigned i = 0; i < W * H; i++)
        host[i / W][i % W] = (float)i;
    assert_int_equal(cudaMallocArray(&array, &format, W, H, 0), cudaSuccess);
    assert_int_equal(cudaMemcpyToArray(array, 0, 0, host, sizeof host, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpy2DToArray(array, 4, 1, host, sizeof host[0], 8, 2, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaMemcpyFromArray(back, array, 0, 0, sizeof back, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_true(back[0][5] == 5 && back[1][0] == 6 && back[1][1] == 0 && back[1][2] == 1 && back[2][1] == 6 &&
                back[2][3] == 15);
    assert_int_equal(cudaMemcpy2DToArray(array, 20, 1, host, sizeof host[0], 8, 2, cudaMemcpyHostToDevice),
                     cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToArray(array, 0, 1, host, sizeof host, cudaMemcpyHostToDevice), cudaErrorInvalidValue);
    assert_int_equal(cudaFreeArray(array), cudaSuccess);
    assert_int_equal(cudaFreeArray(array), cudaErrorInvalidResourceHandle);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

static void test_symbols(void **state)
{
    float values[4] = { 0 };
    size_t bytes, apart;
    void *address, *first;

    (void)state;
    assert_int_equal(cudaGetSymbolSize(&bytes, host_factor), cudaSuccess);
    assert_int_equal(bytes, 16);
    assert_int_equal(cudaMemcpyFromSymbol(values, host_factor, 8, 8, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_true(values[0] == 3 && values[1] == 4);
    assert_int_equal(cudaMemcpyFromSymbol(values, host_factor, 8, 12, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpyToSymbol(values, values, 4, 0, cudaMemcpyHostToDevice), cudaErrorInvalidSymbol);
    assert_int_equal(cudaGetSymbolAddress(&address, &host_counter), cudaSuccess);
    assert_int_equal(cudaMemcpy(&bytes, address, 4, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_int_equal((int)bytes, 5);
    // what lies behind a symbol is another one's
    assert_int_equal(cudaGetSymbolAddress(&first, host_factor), cudaSuccess);
    apart = address > first ? (uintptr_t)address - (uintptr_t)first : (uintptr_t)first - (uintptr_t)address;
    assert_int_equal(cudaMemcpyFromSymbol(values, address > first ? (void *)host_factor : &host_counter, 4, apart,
                                          cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(cudaMemcpyToSymbol(&host_counter, values, 4, 0, cudaMemcpyHostToDevice), cudaSuccess);
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
    assert_int_equal(cudaMemcpyFromSymbol(&bytes, &host_counter, 4, 0, cudaMemcpyDeviceToHost), cudaSuccess);
    assert_int_equal((int)bytes, 5);                        // as the program has it
    assert_int_equal(cudaDeviceReset(), cudaSuccess);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_freed_is_used_again), cmocka_unit_test(test_random_allocations),
            cmocka_unit_test(test_out_of_memory),
        cmocka_unit_test(test_shared_with_the_host), cmocka_unit_test(test_directions), cmocka_unit_test(test_boxes),
        cmocka_unit_test(test_arrays), cmocka_unit_test(test_symbols),
    };

    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=1 gpu.clusters=1", 1);
    register_kernels();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
