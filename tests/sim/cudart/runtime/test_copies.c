// SPDX-License-Identifier: BSD-3-Clause
// Memory and arrays as both APIs copy and fill them: each function by what it is asked for, by what NVIDIA's manuals call a
// mistake, and every byte that a copy or a fill shall change or leave.
#include "tests/sim/cudart/answers.h"

enum { W = 5, H = 4, D = 3 };

static unsigned char host[D][H][W], back[D][H][W];

static void number_bytes(void)
{
    for (unsigned i = 0; i < sizeof host; i++)
        ((unsigned char *)host)[i] = (unsigned char)(i + 1);
    memset(back, 0, sizeof back);
}

// `call` with the stream of a program and with one that there is none of.
static void test_streams_of_copies(void **state)
{
    int number = 77, got = 0, nowhere;
    const cudaStream_t none = (cudaStream_t)(void *)&nowhere;
    const cudaPitchedPtr box = { &number, 4, 4, 1 };
    cudaMemcpy3DParms p = { .kind = cudaMemcpyHostToHost, .srcPtr = box, .dstPtr = { &got, 4, 4, 1 },
        .extent = { 4, 1, 1 } };
    CUdeviceptr at;
    void *device, *other;

    (void)state;
    GOOD(cudaMalloc(&device, 4));
    GOOD(cudaMalloc(&other, 4));
    at = (uintptr_t)device;
    register_kernels();
    EACH(cudaErrorInvalidResourceHandle, cudaMemcpyAsync(device, &number, 4, cudaMemcpyDefault, none),
         cudaMemsetAsync(device, 0, 4, none),
         cudaMemcpyPeerAsync(device, 0, &number, 0, 4, none),
         cudaMemcpy2DAsync(device, 4, &number, 4, 4, 1, cudaMemcpyDefault, none),
         cudaMemcpy3DAsync(&p, none), cudaMemset2DAsync(device, 4, 0, 4, 1, none),
         cudaMemset3DAsync(box, 0, p.extent, none),
         cudaMemcpyToSymbolAsync(&host_counter, &number, 4, 0, cudaMemcpyDefault, none),
         cudaStreamAttachMemAsync(none, device, 4, 0),
         cudaMemcpyFromSymbolAsync(&number, &host_counter, 4, 0, cudaMemcpyDefault, none),
         cuMemcpyHtoDAsync(at, &number, 4, none),
         cuMemcpyDtoHAsync(&number, at, 4, none), cuMemcpyDtoDAsync(at, at, 4, none));
    GOOD(cudaMemcpy3DAsync(&p, NULL));
    assert_int_equal(got, 77);
    GOOD(cudaMemcpyToSymbolAsync(&host_counter, &number, 4, 0, cudaMemcpyHostToDevice, NULL));
    GOOD(cudaMemcpyFromSymbolAsync(device, &host_counter, 4, 0, cudaMemcpyDeviceToDevice, NULL));
    GOOD(cudaMemcpyPeer(other, 0, device, 0, 4));
    got = 0;
    GOOD(cudaMemcpyAsync(&got, other, 4, cudaMemcpyDefault, NULL));
    assert_int_equal(got, 77);
    EACH(cudaErrorInvalidDevice, cudaMemcpyPeer(other, 1, device, 0, 4), cudaMemcpyPeer(other, 0, device, 1, 4));
    GOOD(cudaMemcpy(NULL, NULL, 0, cudaMemcpyHostToDevice));        // nothing, from nowhere
    assert_int_equal(cudaMemcpy(NULL, NULL, 0, (cudaMemcpyKind)-1), cudaErrorInvalidMemcpyDirection);
    EACH(cudaErrorInvalidValue, cudaGetSymbolAddress(NULL, &host_counter), cudaGetSymbolSize(NULL, &host_counter));
    EACH(cudaErrorInvalidSymbol, cudaGetSymbolAddress(&other, &number), cudaGetSymbolSize((size_t *)&other, &number));
    EACH(cudaErrorInvalidMemcpyDirection, cudaMemcpyFromSymbol(&got, &host_counter, 4, 0, cudaMemcpyHostToDevice),
         cudaMemcpyFromSymbol(&got, &host_counter, 4, 0, cudaMemcpyHostToHost));
    GOOD(cudaDeviceReset());
}

static void test_driver_copies(void **state)
{
    unsigned char bytes[16],
        want[16] = { 1, 0xAB, 0xAB, 0xAB, 0x34, 0x12, 0x34, 0x12, 0x78, 0x56, 0x34, 0x12, 1, 1, 1, 1 };
    CUdeviceptr a, b;

    (void)state;
    GOOD(cuMemAlloc(&a, 16));
    GOOD(cuMemAlloc(&b, 16));
    GOOD(cuMemsetD8(a, 1, 16));
    GOOD(cuMemsetD8(a + 1, 0xAB, 3));
    GOOD(cuMemsetD16(a + 4, 0x1234, 2));
    GOOD(cuMemsetD32(a + 8, 0x12345678, 1));
    GOOD(cuMemcpyDtoD(b, a, 16));
    GOOD(cuMemcpyDtoH(bytes, b, 16));
    assert_memory_equal(bytes, want, 16);
    want[3] = 9;
    GOOD(cuMemcpyHtoD(a, want, 16));
    GOOD(cuMemcpy(b, a, 16));
    GOOD(cuMemcpy((uintptr_t)bytes, b, 16));
    assert_memory_equal(bytes, want, 16);
    GOOD(cuMemsetD32(a, 0, 0));
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemsetD16(a + 1, 0, 1), cuMemsetD32(a + 2, 0, 1), cuMemsetD32(a, 0, 5),
         cuMemsetD32(a, 0, (SIZE_MAX >> 2) + 2),
         cuMemsetD8((uintptr_t)bytes, 0, 1), cuMemcpyHtoD(a, want, 17), cuMemcpyDtoH(bytes, a + 1, 16),
         cuMemcpyDtoD(a, a + 32, 512),
         cuMemcpyHtoD((uintptr_t)bytes, want, 4), cuMemcpyDtoH(bytes, (uintptr_t)want, 4));
    GOOD(cuMemFree(a));
    GOOD(cuMemFree(b));
    assert_int_equal(cuMemFree(a), CUDA_ERROR_INVALID_VALUE);
}

static void test_fills_of_boxes(void **state)
{
    cudaPitchedPtr box;
    cudaMemcpy3DParms p = { .kind = cudaMemcpyDeviceToHost, .dstPtr = { back, W, W, H }, .extent = { W, H, D } };

    (void)state;
    GOOD(cudaMalloc3D(&box, (cudaExtent){ W, H, D }));
    p.srcPtr = box;
    GOOD(cudaMemset3D(box, 0x101, (cudaExtent){ W, H, D }));        // the value's low byte
    GOOD(cudaMemset3D(box, 2, (cudaExtent){ 2, 3, 2 }));
    GOOD(cudaMemset2D((char *)box.ptr + 3, box.pitch, 7, 1, 2));
    GOOD(cudaMemset3D(box, 9, (cudaExtent){ 0, 3, 2 }));
    GOOD(cudaMemset3D(box, 9, (cudaExtent){ 3, 0, 2 }));
    GOOD(cudaMemcpy3D(&p));
    for (unsigned z = 0; z < D; z++)
        for (unsigned y = 0; y < H; y++)
            for (unsigned x = 0; x < W; x++)
                assert_int_equal(back[z][y][x], x < 2 && y < 3 && z < 2 ? 2 : x == 3 && y < 2 && z == 0 ? 7 : 1);
    assert_int_equal(cudaMemset2D(box.ptr, 4, 0, 5, 1), cudaErrorInvalidPitchValue);
    GOOD(cudaMemset2D(box.ptr, 4, 0, 4, 1));
    EACH(cudaErrorInvalidValue, cudaMemset2D(back, W, 0, 1, 1), cudaMemset2D(box.ptr, box.pitch, 0, 1, H * D + 1));
    GOOD(cudaDeviceReset());
}

static void test_boxes_that_do_not_fit(void **state)
{
    unsigned char *device;

    (void)state;
    number_bytes();
    GOOD(cudaMalloc((void **)&device, W * H * D));
    cudaMemcpy3DParms p = { .kind = cudaMemcpyHostToDevice, .srcPtr = { host, W, W, H }, .dstPtr = { device, W, W, H },
        .extent = { W, H, D } };
    GOOD(cudaMemcpy3D(&p));
    p.extent = (cudaExtent){ W, H + 1, 2 };                         // planes of more rows than there are
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p.extent = (cudaExtent){ W, H + 1, 1 };                         // of one plane the next's
    GOOD(cudaMemcpy3D(&p));
    p.extent = (cudaExtent){ W, H, D + 1 };
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    p.extent = (cudaExtent){ W + 1, 1, 1 };
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue);
    p.extent = (cudaExtent){ W - 1, 1, 1 };
    p.srcPos.x = 2;                                                 // over the end of a row
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue);
    p.srcPos.x = 1;
    GOOD(cudaMemcpy3D(&p));
    p.dstPos.x = 2;
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidPitchValue);
    p.dstPtr.ptr = NULL;                                            // neither memory nor an array
    assert_int_equal(cudaMemcpy3D(&p), cudaErrorInvalidValue);
    assert_int_equal(cudaMemcpy3D(NULL), cudaErrorInvalidValue);
    GOOD(cudaMemcpy(back, device, W * H * D, cudaMemcpyDeviceToHost));
    ((unsigned char *)host)[0] = 2, ((unsigned char *)host)[1] = 3, ((unsigned char *)host)[2] = 4,
    ((unsigned char *)host)[3] = 5;
    assert_memory_equal(back, host, W * H * D);
    EACH(cudaErrorInvalidPitchValue, cudaMemcpy2D(device, W, host, W - 1, W, 1, cudaMemcpyHostToDevice),
         cudaMemcpy2D(device, W - 1, host, W, W, 1, cudaMemcpyHostToDevice));
    EACH(cudaErrorInvalidValue, cudaMemcpy2D(device, W, host, W, W, H * D + 1, cudaMemcpyHostToDevice));
    EACH(cudaErrorInvalidMemcpyDirection, cudaMemcpy2D(device, W, host, W, W, 2, (cudaMemcpyKind)77));
    EACH(cudaErrorInvalidValue, cudaMemcpy2D(device, W, host, W, W, 2, cudaMemcpyDeviceToHost));
    EACH(cudaSuccess, cudaMemcpy2D(device, W, host, W, 0, 9, cudaMemcpyHostToDevice),
         cudaMemcpy2D(device, W, host, W, 9, 0, cudaMemcpyHostToDevice));
    GOOD(cudaDeviceReset());
}

// An array of D planes of H rows of W elements of two bytes.
static void test_arrays_of_three_dimensions(void **state)
{
    enum { BYTES = 2 };
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(8, 8, 0, 0, cudaChannelFormatKindUnsigned);
    unsigned char from[D][H][W][BYTES], to[D][H][W][BYTES];
    cudaArray_t array;
    const cudaPitchedPtr source = { from, W * BYTES, W, H }, target = { to, W * BYTES, W, H };

    (void)state;
    for (unsigned i = 0; i < sizeof from; i++)
        ((unsigned char *)from)[i] = (unsigned char)(i + 1);
    GOOD(cudaMalloc3DArray(&array, &format, (cudaExtent){ W, H, D }, 0));
    cudaMemcpy3DParms in = { .srcPtr = source, .dstArray = array, .extent = { W, H, D }, .kind = cudaMemcpyHostToDevice };
    cudaMemcpy3DParms out = { .srcArray = array, .dstPtr = target, .extent = { W, H, D },
        .kind = cudaMemcpyDeviceToHost };
    GOOD(cudaMemcpy3D(&in));
    GOOD(cudaMemcpy3D(&out));
    assert_memory_equal(from, to, sizeof from);
    out.srcPos = (cudaPos){ 3, 1, 2 };                              // elements of an array, bytes of memory
    out.dstPos = (cudaPos){ 2, 0, 1 };
    out.extent = (cudaExtent){ 2, 3, 1 };
    GOOD(cudaMemcpy3D(&out));
    assert_memory_equal(to[1][0][1], from[2][1][3], 4);
    assert_memory_equal(to[1][2][1], from[2][3][3], 4);
    assert_memory_equal(to[1][2][3], from[1][2][3], 2);
    memcpy(to, from, sizeof from);
    memset(from, 0, sizeof from);
    static const struct { cudaPos at; cudaExtent size; } outside[] = {
        { { 4, 0, 0 }, { 2, 1, 1 } }, { { 0, 2, 0 }, { 1, 3, 1 } }, { { 0, 0, 2 }, { 1, 1, 2 } },
        { { 6, 0, 0 }, { 1, 1, 1 } },
        { { 0, 5, 0 }, { 1, 1, 1 } }, { { 0, 0, 4 }, { 1, 1, 1 } },
        { { 0, 0, 4 }, { 0, 0, 0 } },                               // nothing, at a place that is none
    };
    for (unsigned i = 0; i < sizeof outside / sizeof outside[0]; i++) {
        in.dstPos = outside[i].at;
        in.extent = outside[i].size;
        assert_int_equal(cudaMemcpy3D(&in), cudaErrorInvalidValue);
    }
    memset(from, 0, sizeof from);
    out = (cudaMemcpy3DParms){ .srcArray = array, .dstPtr = source, .extent = { W, H, D }, .kind = cudaMemcpyDeviceToHost };
    GOOD(cudaMemcpy3D(&out));
    assert_memory_equal(from, to, sizeof from);                     // nothing was copied
    in.dstPos = (cudaPos){ W, H, D };                               // nothing, behind the last
    in.extent = (cudaExtent){ 0, 0, 0 };
    GOOD(cudaMemcpy3D(&in));
    in.dstPtr = target;                                             // both an array and memory
    assert_int_equal(cudaMemcpy3D(&in), cudaErrorInvalidValue);
    const cudaChannelFormatDesc wide = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaMemcpy3DParms between = { .srcArray = array, .extent = { 1, 1, 1 }, .kind = cudaMemcpyDeviceToDevice };
    GOOD(cudaMalloc3DArray(&between.dstArray, &wide, (cudaExtent){ W, H, D }, 0));
    assert_int_equal(cudaMemcpy3D(&between), cudaErrorInvalidValue);                // elements of two sizes
    between.srcArray = between.dstArray;
    GOOD(cudaMemcpy3D(&between));
    GOOD(cudaFreeArray(between.dstArray));
    GOOD(cudaFreeArray(array));
    assert_int_equal(cudaMemcpy3D(&out), cudaErrorInvalidResourceHandle);
    // a line is one row of one plane
    GOOD(cudaMallocArray(&array, &format, W, 0, 0));
    in = (cudaMemcpy3DParms){ .srcPtr = source, .dstArray = array, .extent = { W, 1, 1 },
    .kind = cudaMemcpyHostToDevice };
    GOOD(cudaMemcpy3D(&in));
    in.extent.height = 2;
    assert_int_equal(cudaMemcpy3D(&in), cudaErrorInvalidValue);
    GOOD(cudaDeviceReset());
}

static void test_what_an_array_is(void **state)
{
    const cudaChannelFormatDesc format = cudaCreateChannelDesc(16, 16, 0, 0, cudaChannelFormatKindSigned);
    static const cudaChannelFormatDesc wrong[] = { { 0, 0, 0, 0, 0 }, { 4, 0, 0, 0, 0 }, { 64, 64, 8, 0, 0 },
                                                    { 8, 0, 0, 0, (cudaChannelFormatKind)77 } };
    cudaChannelFormatDesc f = { 0 };
    cudaExtent extent = { 0 };
    unsigned flags = 0;
    size_t before, after, total;
    cudaArray_t array, other;

    (void)state;
    assert_true(format.x == 16 && format.y == 16 && format.z == 0 && format.w == 0 &&
                format.f == cudaChannelFormatKindSigned);
    GOOD(cudaMemGetInfo(&before, &total));
    GOOD(cudaMalloc3DArray(&array, &format, (cudaExtent){ 64, 4, 2 }, cudaArrayLayered));
    GOOD(cudaMemGetInfo(&after, &total));
    assert_int_equal(before - after, 64 * 4 * 4 * 2);
    GOOD(cudaMallocArray(&other, &format, 64, 0, 0));               // one row
    GOOD(cudaMemGetInfo(&before, &total));
    assert_int_equal(after - before, 64 * 4);
    GOOD(cudaFreeArray(other));
    before = after + 64 * 4 * 4 * 2;
    GOOD(cudaArrayGetInfo(&f, &extent, &flags, array));
    assert_memory_equal(&f, &format, sizeof f);
    assert_true(extent.width == 64 && extent.height == 4 && extent.depth == 2 && flags == cudaArrayLayered);
    f.x = 0;
    GOOD(cudaGetChannelDesc(&f, array));
    assert_int_equal(f.x, 16);
    GOOD(cudaArrayGetInfo(NULL, NULL, NULL, array));
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(cudaMallocArray(&other, &wrong[i], 4, 4, 0), cudaErrorInvalidChannelDescriptor);
    assert_int_equal(cudaMalloc3DArray(&other, &format, (cudaExtent){ 4, 0, 4 }, 0), cudaErrorInvalidChannelDescriptor);
    EACH(cudaErrorInvalidValue, cudaMallocArray(NULL, &format, 4, 4, 0), cudaMallocArray(&other, NULL, 4, 4, 0),
         cudaMallocArray(&other, &format, 0, 4, 0), cudaMallocArray(&other, &format, 4, 4, 16), cudaMallocArray(&other, &format, 4, 4, ~0u));
    GOOD(cudaMallocArray(&other, &format, 64, 2, 0));
    GOOD(cudaFreeArray(array));                                     // the one behind the newest
    EACH(cudaErrorInvalidResourceHandle, cudaFreeArray(array), cudaArrayGetInfo(&f, NULL, NULL, array),
         cudaGetChannelDesc(&f, array));
    GOOD(cudaGetChannelDesc(&f, other));
    GOOD(cudaFreeArray(NULL));
    GOOD(cudaFreeArray(other));
    GOOD(cudaMemGetInfo(&after, &total));
    assert_int_equal(before, after);
    GOOD(cudaMallocArray(&other, &format, 64, 2, 0));
    GOOD(cudaDeviceReset());
    assert_int_equal(cudaFreeArray(other), cudaErrorInvalidResourceHandle);
}

// Parts of an array of H rows of W bytes, whose every byte is known.
static void test_parts_of_arrays(void **state)
{
    const cudaChannelFormatDesc format = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    unsigned char part[4] = { 101, 102, 103, 104 }, rows[2][3] = { { 0 } };
    cudaArray_t array, gone;

    (void)state;
    number_bytes();
    GOOD(cudaMallocArray(&array, &format, W, H, 0));
    GOOD(cudaMallocArray(&gone, &format, W, H, 0));
    GOOD(cudaFreeArray(gone));
    GOOD(cudaMemcpyToArray(array, 0, 0, host, W * H, cudaMemcpyHostToDevice));
    GOOD(cudaMemcpyToArray(array, 4, 3, part, 1, cudaMemcpyHostToDevice));          // the last byte
    GOOD(cudaMemcpyToArray(array, 3, 1, part, 4, cudaMemcpyHostToDevice));          // over the end of a row
    GOOD(cudaMemcpy2DFromArray(rows, 3, array, 2, 2, 3, 2, cudaMemcpyDeviceToHost));
    assert_true(rows[0][0] == 13 && rows[0][2] == 15 && rows[1][0] == 18 && rows[1][2] == 101);
    GOOD(cudaMemcpyFromArray(part, array, 2, 1, 4, cudaMemcpyDeviceToHost));
    assert_true(part[0] == 8 && part[1] == 101 && part[2] == 102 && part[3] == 103);
    EACH(cudaErrorInvalidValue, cudaMemcpyToArray(array, 4, 3, part, 2, cudaMemcpyHostToDevice),
         cudaMemcpyToArray(array, 6, 0, part, 1, cudaMemcpyHostToDevice),
         cudaMemcpyFromArray(part, array, 0, 4, 1, cudaMemcpyDeviceToHost),
         cudaMemcpyFromArray(part, array, 0, 5, 0, cudaMemcpyDeviceToHost),
         cudaMemcpy2DFromArray(rows, 3, array, 3, 0, 3, 2, cudaMemcpyDeviceToHost),
         cudaMemcpy2DFromArray(rows, 3, array, 0, 3, 3, 2, cudaMemcpyDeviceToHost),
         cudaMemcpy2DFromArray(rows, 3, array, 3, 2, 3, 2, cudaMemcpyDeviceToHost),
         cudaMemcpy2DFromArray(rows, 3, array, 2, 3, 3, 2, cudaMemcpyDeviceToHost),
         cudaMemcpy2DToArray(array, 6, 0, rows, 3, 0, 1, cudaMemcpyHostToDevice),
         cudaMemcpy2DToArray(array, 0, 5, rows, 3, 1, 0, cudaMemcpyHostToDevice),
         cudaMemcpy2DToArray(gone, 0, 0, rows, 3, 3, 2, cudaMemcpyHostToDevice),
         cudaMemcpy2DFromArray(rows, 3, gone, 0, 0, 3, 2, cudaMemcpyDeviceToHost));
    EACH(cudaErrorInvalidPitchValue, cudaMemcpy2DToArray(array, 0, 0, rows, 2, 3, 2, cudaMemcpyHostToDevice),
         cudaMemcpy2DFromArray(rows, 2, array, 0, 0, 3, 2, cudaMemcpyDeviceToHost));
    EACH(cudaErrorInvalidResourceHandle, cudaMemcpyToArray(gone, 0, 0, part, 1, cudaMemcpyHostToDevice),
         cudaMemcpyFromArray(part, gone, 0, 0, 1, cudaMemcpyDeviceToHost));
    GOOD(cudaMemcpy2DToArray(array, 2, 2, host, W, 3, 2, cudaMemcpyHostToDevice));
    GOOD(cudaMemcpyFromArray(back, array, 0, 0, W * H, cudaMemcpyDeviceToHost));
    assert_true(back[0][2][0] == 103 && back[0][2][1] == 104 && back[0][2][2] == 1 && back[0][2][4] == 3 &&
                back[0][3][2] == 6 && back[0][3][4] == 8);
    GOOD(cudaDeviceReset());
}

enum { N = 2000 };

// The simulated time of a kernel that reads numbers for the first time.
static float time_of(float *device)
{
    cudaEvent_t first, second;
    float milliseconds = -1;
    int n = N;

    GOOD(cudaEventCreate(&first));
    GOOD(cudaEventCreate(&second));
    GOOD(cudaEventRecord(first, NULL));
    GOOD(launch_on(&host_scale, (N + 127) / 128, 128, 0, (void *[]){ &device, &n }));
    GOOD(cudaEventRecord(second, NULL));
    GOOD(cudaEventElapsedTime(&milliseconds, first, second));
    return milliseconds;
}

// With l2.host_copy fill what comes from the host, or is set, lies in the L2; what the host reads does not for that.
static void test_copies_fill_the_l2(void **state)
{
    static float host_numbers[N];
    float *fresh[5], times[5];

    (void)state;
    register_kernels();
    for (unsigned i = 0; i < 5; i++)
        GOOD(cudaMalloc((void **)&fresh[i], sizeof host_numbers));
    time_of(fresh[0]);                                              // what the kernel itself brings
    GOOD(cudaMemcpy(fresh[1], host_numbers, sizeof host_numbers, cudaMemcpyHostToDevice));
    GOOD(cudaMemset(fresh[2], 0, sizeof host_numbers));
    GOOD(cudaMemcpy(host_numbers, fresh[3], sizeof host_numbers, cudaMemcpyDeviceToHost));
    for (unsigned i = 1; i < 5; i++)
        times[i] = time_of(fresh[i]);
    for (unsigned i = 1; i < 3; i++)
        for (unsigned other = 3; other < 5; other++)
            assert_true(times[i] < times[other]);
    assert_true(times[3] == times[4]);
    GOOD(cudaDeviceReset());
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_streams_of_copies), cmocka_unit_test(test_driver_copies),
        cmocka_unit_test(test_fills_of_boxes), cmocka_unit_test(test_boxes_that_do_not_fit),
        cmocka_unit_test(test_arrays_of_three_dimensions), cmocka_unit_test(test_what_an_array_is),
        cmocka_unit_test(test_parts_of_arrays), cmocka_unit_test(test_copies_fill_the_l2),
    };

    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=1 gpu.clusters=1", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
