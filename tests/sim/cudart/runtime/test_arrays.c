// SPDX-License-Identifier: BSD-3-Clause
// Arrays as the runtime API makes them: shapes, levels, and what textures and surfaces over them say of themselves.
#include "tests/sim/cudart/answers.h"

enum { W = 4, H = 3 };
static const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };

static cudaError_t try_array(cudaExtent extent, unsigned flags)
{
    cudaArray_t made;
    cudaError_t error = cudaMalloc3DArray(&made, &floats, extent, flags);

    if (!error)
        GOOD(cudaFreeArray(made));
    return error;
}

static void test_shapes_of_arrays(void **state)
{
    (void)state;
    GOOD(try_array((cudaExtent){ 8, 0, 3 }, cudaArrayLayered));
    GOOD(try_array((cudaExtent){ 8, 4, 3 }, cudaArrayLayered));
    GOOD(try_array((cudaExtent){ 8, 8, 6 }, cudaArrayCubemap));
    GOOD(try_array((cudaExtent){ 8, 8, 18 }, cudaArrayCubemap | cudaArrayLayered));
    EACH(cudaErrorInvalidValue, try_array((cudaExtent){ 8, 4, 0 }, cudaArrayLayered), try_array((cudaExtent){ 8, 8, 12 }, cudaArrayCubemap),
         try_array((cudaExtent){ 8, 4, 6 }, cudaArrayCubemap), try_array((cudaExtent){ 8, 8, 0 }, cudaArrayCubemap),
         try_array((cudaExtent){ 8, 8, 10 }, cudaArrayCubemap | cudaArrayLayered));
}

static void test_levels(void **state)
{
    cudaMipmappedArray_t mipmap;
    cudaArray_t level, again;
    cudaExtent extent;
    size_t before, after, total;

    (void)state;
    GOOD(cudaMemGetInfo(&before, &total));
    GOOD(cudaMallocMipmappedArray(&mipmap, &floats, (cudaExtent){ 64, 16, 0 }, 99, 0));     // as many as there can be
    GOOD(cudaMemGetInfo(&after, &total));
    assert_int_equal(before - after, (4 * (1024 + 256 + 64 + 16 + 4 + 2 + 1) + 255) / 256 * 256);
    for (unsigned i = 0; i < 7; i++) {
        GOOD(cudaGetMipmappedArrayLevel(&level, mipmap, i));
        GOOD(cudaArrayGetInfo(NULL, &extent, NULL, level));
        assert_true(extent.width == 64u >> i && extent.height == (i < 4 ? 16u >> i : 1) && extent.depth == 0);
    }
    GOOD(cudaGetMipmappedArrayLevel(&again, mipmap, 6));
    assert_ptr_equal(level, again);
    EACH(cudaErrorInvalidValue, cudaGetMipmappedArrayLevel(&level, mipmap, 7), cudaGetMipmappedArrayLevel(NULL, mipmap, 0),
         cudaMallocMipmappedArray(NULL, &floats, (cudaExtent){ 8, 2, 0 }, 1, 0), cudaMallocMipmappedArray(&mipmap, &floats, (cudaExtent){ 8, 2, 0 }, 0, 0));
    EACH(cudaErrorInvalidResourceHandle, cudaFreeArray(level), cudaGetMipmappedArrayLevel(&again, (cudaMipmappedArray_t)level, 0));
    GOOD(cudaFreeMipmappedArray(mipmap));
    EACH(cudaErrorInvalidResourceHandle, cudaFreeMipmappedArray(mipmap), cudaArrayGetInfo(NULL, &extent, NULL, level));
    GOOD(cudaMemGetInfo(&after, &total));
    assert_int_equal(before, after);
    GOOD(cudaMallocMipmappedArray(&mipmap, &floats, (cudaExtent){ 4, 4, 3 }, 3, cudaArrayLayered));      // layers stay as many
    GOOD(cudaGetMipmappedArrayLevel(&level, mipmap, 2));
    GOOD(cudaArrayGetInfo(NULL, &extent, NULL, level));
    assert_true(extent.width == 1 && extent.height == 1 && extent.depth == 3);
    GOOD(cudaDeviceReset());
    assert_int_equal(cudaFreeMipmappedArray(mipmap), cudaErrorInvalidResourceHandle);
}

static void test_what_an_object_is(void **state)
{
    cudaResourceDesc array = { .resType = cudaResourceTypeArray }, said;
    cudaTextureDesc plain = { .addressMode = { cudaAddressModeClamp }, .normalizedCoords = 1 }, told;
    cudaSurfaceObject_t surface;
    cudaTextureObject_t t;

    (void)state;
    GOOD(cudaMallocArray(&array.res.array.array, &floats, W, H, 0));
    GOOD(cudaCreateTextureObject(&t, &array, &plain, NULL));
    GOOD(cudaGetTextureObjectResourceDesc(&said, t));
    GOOD(cudaGetTextureObjectTextureDesc(&told, t));
    assert_true(said.res.array.array == array.res.array.array && told.normalizedCoords == 1);
    EACH(cudaErrorInvalidValue, cudaGetTextureObjectResourceDesc(NULL, t), cudaGetTextureObjectTextureDesc(NULL, t),
         cudaCreateSurfaceObject(NULL, &array), cudaCreateSurfaceObject(&surface, NULL), cudaDestroySurfaceObject(t));
    GOOD(cudaFreeArray(array.res.array.array));
    GOOD(cudaMallocArray(&array.res.array.array, &floats, W, H, cudaArraySurfaceLoadStore));
    GOOD(cudaCreateSurfaceObject(&surface, &array));
    EACH(cudaErrorInvalidValue, cudaDestroyTextureObject(surface), cudaGetTextureObjectResourceDesc(&said, surface));
    GOOD(cudaDestroySurfaceObject(surface));
    EACH(cudaErrorInvalidValue, cudaDestroySurfaceObject(surface));
    GOOD(cudaDestroySurfaceObject(0));
    GOOD(cudaDestroyTextureObject(t));
    EACH(cudaErrorInvalidValue, cudaDestroyTextureObject(t), cudaGetTextureObjectTextureDesc(&told, t));
}

static int end(void **state)
{
    (void)state;
    return lock_is_held() || cudaDeviceReset();
}

int main(void)
{
#define TEST(name) cmocka_unit_test_teardown(name, end)
    const struct CMUnitTest tests[] = {
        TEST(test_shapes_of_arrays), TEST(test_levels), TEST(test_what_an_object_is),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
