// SPDX-License-Identifier: BSD-3-Clause
// Textures of other kinds than plain arrays: layers, cubes, levels; references to levels, and with modes that there are not; surface
// references; the driver API's objects of lines and rows of memory.
#include "tests/sim/cudart/answers.h"
#include "tests/sim/cudart/told.h"

#define ENTRY(name, form, at) \
    ".visible .entry " name "(.param .u64 out, .param .u64 t, .param .f32 x, .param .f32 y, .param .f32 z)\n{\n" \
    " .reg .b64 %rd<3>; .reg .b32 %r<6>; .reg .f32 %f<4>;\n ld.param.u64 %rd1, [out]; ld.param.u64 %rd2, [t]; ld.param.f32 %f1, [x];\n" \
    " ld.param.f32 %f2, [y]; ld.param.f32 %f3, [z]; cvt.rzi.s32.f32 %r5, %f1;\n " form " {%r1, %r2, %r3, %r4}, " at ";\n" \
    " st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; ret;\n}\n"
static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .texref plane;\n.global .surfref drawn;\n"
    ENTRY("flat", "tex.2d.v4.f32.f32", "[%rd2, {%f1, %f2}]")
    ENTRY("layer", "tex.a2d.v4.f32.f32", "[%rd2, {%r5, %f2, %f3, %f3}]")
    ENTRY("cube", "tex.cube.v4.f32.f32", "[%rd2, {%f1, %f2, %f3, %f3}]")
    ENTRY("line", "tex.1d.v4.f32.s32", "[%rd2, {%r5}]")
    ENTRY("integers", "tex.1d.v4.s32.s32", "[%rd2, {%r5}]")
    ENTRY("level", "tex.level.2d.v4.f32.f32", "[%rd2, {%f1, %f2}], %f3")
    ENTRY("of_plane", "tex.level.2d.v4.f32.f32", "[plane, {%f1, %f2}], %f3");
static char flat, layer, cube, line, integers, level, of_plane;
static textureReference plane;
static surfaceReference drawn;
static void **handle;
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };

static int begin(void **state)
{
    static const struct { char *host; const char *name; } functions[] = {
        { &flat, "flat" }, { &layer, "layer" }, { &cube, "cube" }, { &line, "line" }, { &integers, "integers" }, { &level, "level" },
        { &of_plane, "of_plane" },
    };

    (void)state;
    handle = __cudaRegisterFatBinary(&wrapper);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        __cudaRegisterFunction(handle, functions[i].host, NULL, functions[i].name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterTexture(handle, &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterSurface(handle, &drawn, NULL, "drawn", 2, 0);
    __cudaRegisterFatBinaryEnd(handle);
    memset(&plane, 0, sizeof plane);
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

// Two channels of what the kernel reads there.
static void look(const void *kernel, cudaTextureObject_t t, float x, float y, float z, void *got)
{
    void *out;

    GOOD(cudaMalloc(&out, 8));
    GOOD(launch_on(kernel, 1, 1, 0, (void *[]){ &out, &t, &x, &y, &z }));
    GOOD(cudaMemcpy(got, out, 8, cudaMemcpyDeviceToHost));
    GOOD(cudaFree(out));
}

static void expect(const void *kernel, cudaTextureObject_t t, float x, float y, float z, float want)
{
    float got[2];

    look(kernel, t, x, y, z, got);
    if (got[0] != want)
        fail_msg("at %g, %g, %g: %g, expected %g", (double)x, (double)y, (double)z, (double)got[0], (double)want);
}

// The texels of an array are 10, 11, 12 and so on, or from another number.
static void fill(cudaArray_t array, cudaExtent e, float from)
{
    float texels[64];
    cudaMemcpy3DParms copy = { .srcPtr = { texels, e.width * sizeof texels[0], e.width, e.height }, .dstArray = array, .extent = e,
                               .kind = cudaMemcpyHostToDevice };

    for (size_t i = 0; i < 64; i++)
        texels[i] = from + (float)i;
    copy.extent.depth = e.depth ? e.depth : 1;
    GOOD(cudaMemcpy3D(&copy));
}

static cudaTextureObject_t object_of(cudaResourceType type, void *of)
{
    const cudaTextureDesc plain = { .addressMode = { cudaAddressModeClamp, cudaAddressModeClamp, cudaAddressModeClamp },
                                    .maxMipmapLevelClamp = 99 };
    cudaResourceDesc resource = { .resType = type };
    cudaTextureObject_t made = 0;

    resource.res.array.array = of;                          // or a mipmapped one, which has its place there
    GOOD(cudaCreateTextureObject(&made, &resource, &plain, NULL));
    return made;
}

static void test_layers_and_cubes(void **state)
{
    static const float to[6][3] = { { 1, 0, 0 }, { -1, 0, 0 }, { 0, 1, 0 }, { 0, -1, 0 }, { 0, 0, 1 }, { 0, 0, -1 } };
    const cudaExtent layers = { 2, 1, 3 }, faces = { 1, 1, 6 };
    cudaTextureObject_t t;
    cudaArray_t array;

    (void)state;
    GOOD(cudaMalloc3DArray(&array, &floats, layers, cudaArrayLayered));
    fill(array, layers, 10);
    t = object_of(cudaResourceTypeArray, array);
    for (int i = 0; i < 3; i++)
        for (int x = 0; x < 2; x++)
            expect(&layer, t, (float)i, (float)x + 0.5f, 0, (float)(10 + 2 * i + x));
    expect(&layer, t, 9, 0, 0, 14);                         // there are three
    GOOD(cudaMalloc3DArray(&array, &floats, faces, cudaArrayCubemap));
    fill(array, faces, 20);
    t = object_of(cudaResourceTypeArray, array);
    for (int i = 0; i < 6; i++)
        expect(&cube, t, to[i][0], to[i][1], to[i][2], (float)(20 + i));
}

static void test_levels(void **state)
{
    const textureReference *found;
    cudaMipmappedArray_t mipmap;
    cudaTextureObject_t t;
    cudaArray_t at;

    (void)state;
    GOOD(cudaMallocMipmappedArray(&mipmap, &floats, (cudaExtent){ 2, 2, 0 }, 2, 0));
    for (unsigned i = 0; i < 2; i++) {
        GOOD(cudaGetMipmappedArrayLevel(&at, mipmap, i));
        fill(at, (cudaExtent){ 2 >> i, 2 >> i, 0 }, i ? 30 : 10);
    }
    t = object_of(cudaResourceTypeMipmappedArray, mipmap);
    expect(&level, t, 1, 0, 0, 11);
    expect(&level, t, 1, 1, 0, 13);
    expect(&level, t, 1, 1, 1, 30);
    expect(&level, t, 0, 0, 7, 30);                         // the last one
    plane.maxMipmapLevelClamp = 1;
    plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeClamp;
    GOOD(cudaGetTextureReference(&found, &plane));
    assert_ptr_equal(found, &plane);
    EACH(cudaErrorInvalidTexture, cudaBindTextureToMipmappedArray(NULL, mipmap, &floats));
    EACH(cudaErrorInvalidResourceHandle, cudaBindTextureToMipmappedArray(&plane, (cudaMipmappedArray_t)at, &floats));
    GOOD(cudaBindTextureToMipmappedArray(&plane, mipmap, &floats));
    expect(&of_plane, 0, 1, 0, 0, 11);
    expect(&of_plane, 0, 1, 0, 1, 30);
    plane.maxMipmapLevelClamp = 0;
    GOOD(cudaBindTextureToMipmappedArray(&plane, mipmap, &floats));
    expect(&of_plane, 0, 1, 0, 1, 11);
    for (int i = 0; i < 3; i++) {                           // modes that there are not
        textureReference good = plane;

        if (i == 0) plane.addressMode[1] = (cudaTextureAddressMode)9;
        if (i == 1) plane.filterMode = (cudaTextureFilterMode)9;
        if (i == 2) plane.mipmapFilterMode = (cudaTextureFilterMode)9;
        EACH(cudaErrorInvalidValue, cudaBindTextureToMipmappedArray(&plane, mipmap, &floats), cudaBindTextureToArray(&plane, at, &floats));
        plane = good;
    }
    // as many levels as halve the longest side, be it the depth
    GOOD(cudaMallocMipmappedArray(&mipmap, &floats, (cudaExtent){ 2, 2, 16 }, 99, 0));
    GOOD(cudaGetMipmappedArrayLevel(&at, mipmap, 4));
    assert_int_equal(cudaGetMipmappedArrayLevel(&at, mipmap, 5), cudaErrorInvalidValue);
}

static void test_surface_references(void **state)
{
    const surfaceReference *found = NULL;
    cudaArray_t array;

    (void)state;
    GOOD(cudaGetSurfaceReference(&found, &drawn));
    assert_ptr_equal(found, &drawn);
    GOOD(cudaMallocArray(&array, &floats, 4, 4, cudaArraySurfaceLoadStore));
    GOOD(cudaBindSurfaceToArray(found, array, &floats));
    EACH(cudaErrorInvalidSurface, cudaGetSurfaceReference(NULL, &drawn), cudaGetSurfaceReference(&found, &plane),
         cudaGetSurfaceReference(&found, NULL), cudaBindSurfaceToArray((const surfaceReference *)&plane, array, &floats));
}

// --- the driver API's

static CUtexObject driver_object(const CUDA_RESOURCE_DESC *r, unsigned flags)
{
    const CUDA_TEXTURE_DESC d = { .addressMode = { CU_TR_ADDRESS_MODE_CLAMP, CU_TR_ADDRESS_MODE_CLAMP }, .flags = flags };
    CUtexObject made = 0;

    GOOD(cuTexObjectCreate(&made, r, &d, NULL));
    return made;
}

static void test_lines_of_the_driver(void **state)
{
    static const struct { CUarray_format format; unsigned channels, flags; bool as_float; double want[2]; } rows[] = {
        { CU_AD_FORMAT_UNSIGNED_INT8, 1, 0, true, { 51 / 255.0f, 0 } },
        { CU_AD_FORMAT_UNSIGNED_INT8, 2, CU_TRSF_READ_AS_INTEGER, false, { 153, 204 } },
        { CU_AD_FORMAT_SIGNED_INT8, 4, CU_TRSF_READ_AS_INTEGER, false, { 1, 2 } },
        { CU_AD_FORMAT_UNSIGNED_INT16, 1, CU_TRSF_READ_AS_INTEGER, false, { 0xcc99, 0 } },
        { CU_AD_FORMAT_SIGNED_INT32, 1, 0, false, { 0x04030201, 0 } },          // 32 bits are never parts of 1
        { CU_AD_FORMAT_UNSIGNED_INT32, 1, CU_TRSF_READ_AS_INTEGER, false, { 0x04030201, 0 } },
        { CU_AD_FORMAT_SIGNED_INT16, 1, 0, true, { (float)-13159 / 32767, 0 } },
    };
    static const unsigned char bytes[8] = { 255, 51, 153, 204, 1, 2, 3, 4 };
    CUDA_RESOURCE_DESC r = { .resType = CU_RESOURCE_TYPE_LINEAR };
    float got[2];
    int words[2];

    (void)state;
    GOOD(cuMemAlloc(&r.res.linear.devPtr, sizeof bytes));
    GOOD(cuMemcpyHtoD(r.res.linear.devPtr, bytes, sizeof bytes));
    r.res.linear.sizeInBytes = sizeof bytes;
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        r.res.linear.format = rows[i].format;
        r.res.linear.numChannels = rows[i].channels;
        look(rows[i].as_float ? &line : &integers, driver_object(&r, rows[i].flags), 1, 0, 0, rows[i].as_float ? (void *)got : (void *)words);
        for (int k = 0; k < 2; k++)
            if ((rows[i].as_float ? (double)got[k] : words[k]) != rows[i].want[k])
                fail_msg("row %u, channel %d: %g, expected %g", i, k, rows[i].as_float ? (double)got[k] : words[k], rows[i].want[k]);
    }
}

static void test_rows_of_the_driver(void **state)
{
    static const float texels[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } };
    CUDA_RESOURCE_DESC r = { .resType = CU_RESOURCE_TYPE_PITCH2D };
    CUtexObject t;

    (void)state;
    GOOD(cuMemAlloc(&r.res.pitch2D.devPtr, sizeof texels));
    GOOD(cuMemcpyHtoD(r.res.pitch2D.devPtr, texels, sizeof texels));
    r.res.pitch2D.format = CU_AD_FORMAT_FLOAT;
    r.res.pitch2D.numChannels = 1;
    r.res.pitch2D.width = 3;
    r.res.pitch2D.height = 2;
    r.res.pitch2D.pitchInBytes = sizeof texels[0];
    t = driver_object(&r, 0);
    expect(&flat, t, 2, 1, 0, 7);
    expect(&flat, t, 3, 0, 0, 3);                           // the row ends with the width
    expect(&flat, driver_object(&r, CU_TRSF_NORMALIZED_COORDINATES), 0.5f, 0.75f, 0, 6);
    GOOD(cuTexObjectDestroy(t));
    assert_int_equal(cuTexObjectDestroy(t), CUDA_ERROR_INVALID_VALUE);
}

static void test_what_the_driver_refuses(void **state)
{
    CUDA_RESOURCE_DESC r = { .resType = CU_RESOURCE_TYPE_LINEAR };
    CUDA_TEXTURE_DESC d = { .flags = 0 };
    CUarray_format *formats[2] = { &r.res.linear.format, &r.res.pitch2D.format };
    CUtexObject made;

    (void)state;
    GOOD(cuMemAlloc(&r.res.linear.devPtr, 64));
    r.res.linear.sizeInBytes = 64;
    for (int i = 0; i < 2; i++) {                           // no such format, three channels
        r.resType = i ? CU_RESOURCE_TYPE_PITCH2D : CU_RESOURCE_TYPE_LINEAR;
        *formats[i] = (CUarray_format)7;
        r.res.linear.numChannels = r.res.pitch2D.numChannels = 1;
        assert_int_equal(cuTexObjectCreate(&made, &r, &d, NULL), CUDA_ERROR_INVALID_VALUE);
        *formats[i] = CU_AD_FORMAT_FLOAT;
        r.res.linear.numChannels = r.res.pitch2D.numChannels = 3;
        assert_int_equal(cuTexObjectCreate(&made, &r, &d, NULL), CUDA_ERROR_INVALID_VALUE);
    }
    r.resType = CU_RESOURCE_TYPE_LINEAR;
    r.res.linear.numChannels = 1;
    EACH(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(NULL, &r, &d, NULL), cuTexObjectCreate(&made, NULL, &d, NULL),
         cuTexObjectCreate(&made, &r, NULL, NULL));
    EACH(CUDA_ERROR_NOT_SUPPORTED, cuTexObjectCreate(&made, &r, &d, (const CUDA_RESOURCE_VIEW_DESC *)&r));
    r.flags = 1;
    assert_int_equal(cuTexObjectCreate(&made, &r, &d, NULL), CUDA_ERROR_INVALID_VALUE);
    r.flags = 0;
    d.flags = 64;
    assert_int_equal(cuTexObjectCreate(&made, &r, &d, NULL), CUDA_ERROR_INVALID_VALUE);
    d.flags = 0;
    r.resType = (CUresourcetype)77;
    EACH(CUDA_ERROR_INVALID_VALUE, cuTexObjectCreate(&made, &r, &d, NULL));
    r.resType = CU_RESOURCE_TYPE_MIPMAPPED_ARRAY;
    SAYS(cuTexObjectCreate(&made, &r, &d, NULL), CUDA_ERROR_NOT_SUPPORTED,
         "warplock: cuTexObjectCreate: mipmapped arrays of the driver API are not supported, expected those of the runtime\n");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_layers_and_cubes), TEST(test_levels), TEST(test_surface_references), TEST(test_lines_of_the_driver),
        TEST(test_rows_of_the_driver), TEST(test_what_the_driver_refuses),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
