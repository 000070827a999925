// SPDX-License-Identifier: BSD-3-Clause
// Textures as the runtime API makes them: what a kernel reads through references and objects over arrays, lines and pitched
// memory, each value worked out by hand from NVIDIA's rules; what none can be made of.
#include "tests/sim/cudart/answers.h"

enum { W = 4, H = 3 };

#define TEXEL " .reg .b64 %rd<3>; .reg .b32 %r<5>; .reg .f32 %f<3>;\n ld.param.u64 %rd1, [out]; ld.param.f32 %f1, [x]; ld.param.f32 %f2, [y];\n"
#define STORE " st.global.u32 [%rd1], %r1; st.global.u32 [%rd1+4], %r2; st.global.u32 [%rd1+8], %r3; st.global.u32 [%rd1+12], %r4; ret;\n}\n"
#define LOOK(form, t, at) form " {%r1, %r2, %r3, %r4}, [" t ", {" at "}];\n" STORE
#define OBJECT(name) ".visible .entry " name "(.param .u64 out, .param .u64 t, .param .f32 x, .param .f32 y)\n{\n" TEXEL " ld.param.u64 %rd2, [t]; "
#define REFERENCE(name) ".visible .entry " name "(.param .u64 out, .param .f32 x, .param .f32 y)\n{\n" TEXEL
static const char text[] =
    ".version 6.3\n.target sm_35\n.address_size 64\n.global .texref plane;\n.global .texref line;\n.global .align 8 .u64 number;\n"
    OBJECT("object") LOOK("tex.2d.v4.f32.f32", "%rd2", "%f1, %f2")
    OBJECT("integers") LOOK("tex.2d.v4.u32.f32", "%rd2", "%f1, %f2")
    OBJECT("fetch") " cvt.rzi.s32.f32 %r1, %f1; " LOOK("tex.1d.v4.s32.s32", "%rd2", "%r1")
    REFERENCE("of_plane") LOOK("tex.2d.v4.f32.f32", "plane", "%f1, %f2")
    REFERENCE("of_line") " cvt.rzi.s32.f32 %r1, %f1; " LOOK("tex.1d.v4.s32.s32", "line", "%r1");

static char object, integers, fetch, of_plane, of_line;
static textureReference plane, line, unnamed, stranger;
static void **handle;
static struct { int magic, version; const void *image; void *rest; } wrapper = { 0x466243b1, 1, text, NULL };
static const cudaChannelFormatDesc floats = { 32, 0, 0, 0, cudaChannelFormatKindFloat };
static const cudaChannelFormatDesc bytes_of_two = { 8, 8, 0, 0, cudaChannelFormatKindUnsigned };
static const cudaChannelFormatDesc ints = { 32, 0, 0, 0, cudaChannelFormatKindSigned };

static int begin(void **state)
{
    static const struct { char *host; const char *name; } functions[] = {
        { &object, "object" }, { &integers, "integers" }, { &fetch, "fetch" }, { &of_plane, "of_plane" },
        { &of_line, "of_line" },
    };

    (void)state;
    handle = __cudaRegisterFatBinary(&wrapper);
    for (unsigned i = 0; i < sizeof functions / sizeof functions[0]; i++)
        __cudaRegisterFunction(handle, functions[i].host, NULL, functions[i].name, -1, NULL, NULL, NULL, NULL, NULL);
    __cudaRegisterTexture(handle, &plane, NULL, "plane", 2, 0, 0);
    __cudaRegisterTexture(handle, &line, NULL, "line", 1, 0, 0);
    __cudaRegisterTexture(handle, &unnamed, NULL, "number", 1, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
    memset(&plane, 0, sizeof plane);
    memset(&line, 0, sizeof line);
    return 0;
}

static int end(void **state)
{
    (void)state;
    __cudaUnregisterFatBinary(handle);
    return lock_is_held() || cudaDeviceReset();
}

// A W by H array whose texel (x, y) is 10 y + x.
static cudaArray_t array_of_floats(void)
{
    float texels[H][W];
    cudaArray_t array;

    for (unsigned i = 0; i < W * H; i++)
        texels[i / W][i % W] = (float)(10 * (i / W) + i % W);
    GOOD(cudaMallocArray(&array, &floats, W, H, 0));
    GOOD(cudaMemcpyToArray(array, 0, 0, texels, sizeof texels, cudaMemcpyHostToDevice));
    return array;
}

static cudaTextureObject_t object_of(const cudaResourceDesc *resource, const cudaTextureDesc *description)
{
    cudaTextureObject_t made = 0;

    GOOD(cudaCreateTextureObject(&made, resource, description, NULL));
    assert_true(made != 0);
    return made;
}

// What the kernel reads at a place: four channels.
static void look(const void *kernel, const cudaTextureObject_t *t, float x, float y, uint32_t got[4])
{
    uint32_t *out;

    GOOD(cudaMalloc((void **)&out, 16));
    GOOD(launch_on(kernel, 1, 1, 0, t ? (void *[]){ &out, (void *)(uintptr_t)t, &x, &y } : (void *[]){ &out, &x, &y }));
    GOOD(cudaMemcpy(got, out, 16, cudaMemcpyDeviceToHost));
    GOOD(cudaFree(out));
}

static void expect(const void *kernel, const cudaTextureObject_t *t, float x, float y, float want)
{
    uint32_t channels[4];
    float got;

    look(kernel, t, x, y, channels);
    memcpy(&got, &channels[0], sizeof got);
    if (got != want)
        fail_msg("at %g, %g: %g, expected %g", (double)x, (double)y, (double)got, (double)want);
}

static void test_addresses_of_an_object(void **state)
{
    static const struct { cudaTextureAddressMode mode; int normalised; float x, y, want; } rows[] = {
        { cudaAddressModeClamp, 0, 2.5f, 1.5f, 12 }, { cudaAddressModeClamp, 0, -3, 9, 20 },
        { cudaAddressModeClamp, 1, 0.6f, 0.4f, 12 },
        { cudaAddressModeWrap, 1, 1.25f, 0, 1 }, { cudaAddressModeWrap, 1, -0.25f, 1, 3 },
        { cudaAddressModeMirror, 1, 1.25f, 0, 2 },
        { cudaAddressModeMirror, 1, 0, 1.5f, 10 }, { cudaAddressModeWrap, 0, 4.5f, 0, 3 },
        { cudaAddressModeBorder, 0, 4, 0, 77 },
        { cudaAddressModeBorder, 0, 3, 2, 23 },
    };
    cudaResourceDesc resource = { .resType = cudaResourceTypeArray };

    (void)state;
    resource.res.array.array = array_of_floats();
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const cudaTextureDesc description = { .addressMode = { rows[i].mode, rows[i].mode },
        .normalizedCoords = rows[i].normalised,
                                              .borderColor = { 77 } };
        cudaTextureObject_t t = object_of(&resource, &description);

        expect(&object, &t, rows[i].x, rows[i].y, rows[i].want);
        GOOD(cudaDestroyTextureObject(t));
        assert_int_equal(cudaDestroyTextureObject(t), cudaErrorInvalidValue);
    }
    // each dimension has its own mode
    cudaTextureDesc two = { .addressMode = { cudaAddressModeClamp, cudaAddressModeBorder }, .borderColor = { 77 } };
    cudaTextureObject_t t = object_of(&resource, &two);
    expect(&object, &t, 9, 0, 3);
    expect(&object, &t, 0, 9, 77);
    GOOD(cudaDestroyTextureObject(0));
}

static void test_filters_and_formats_of_objects(void **state)
{
    cudaResourceDesc resource = { .resType = cudaResourceTypeArray };
    cudaTextureDesc linear = { .addressMode = { cudaAddressModeClamp, cudaAddressModeClamp },
        .filterMode = cudaFilterModeLinear };
    cudaTextureDesc plain = linear, as_float = linear;
    unsigned char pairs[2][2] = { { 255, 51 }, { 0, 102 } };
    uint32_t got[4];
    float channel;

    (void)state;
    resource.res.array.array = array_of_floats();
    cudaTextureObject_t t = object_of(&resource, &linear);
    expect(&object, &t, 2, 0.5f, 1.5f);                             // half way from 1 to 2
    expect(&object, &t, 1.5f, 2, 16);                               // from 11 to 21
    GOOD(cudaMallocArray(&resource.res.array.array, &bytes_of_two, 2, 1, 0));
    GOOD(cudaMemcpyToArray(resource.res.array.array, 0, 0, pairs, sizeof pairs, cudaMemcpyHostToDevice));
    plain.filterMode = as_float.filterMode = cudaFilterModePoint;
    as_float.readMode = cudaReadModeNormalizedFloat;
    t = object_of(&resource, &plain);
    look(&integers, &t, 1, 0, got);
    assert_true(got[0] == 0 && got[1] == 102 && got[2] == 0 && got[3] == 0);
    t = object_of(&resource, &as_float);
    look(&object, &t, 0, 0, got);
    memcpy(&channel, &got[0], 4);
    assert_true(channel == 1);
    memcpy(&channel, &got[1], 4);
    assert_true(channel == 51 / 255.0f);
}

static void test_objects_of_memory(void **state)
{
    enum { PITCH = 32 };
    const int numbers[6] = { 5, 6, 7, 8, 9, 10 };
    cudaResourceDesc pitched = { .resType = cudaResourceTypePitch2D }, linear = { .resType = cudaResourceTypeLinear };
    cudaTextureDesc plain = { .addressMode = { cudaAddressModeClamp, cudaAddressModeClamp } };
    float rows[2][PITCH / 4] = { { 1, 2, 3 }, { 4, 5, 6 } };
    cudaTextureObject_t t;
    uint32_t got[4];

    (void)state;
    GOOD(cudaMalloc(&linear.res.linear.devPtr, sizeof numbers));
    GOOD(cudaMemcpy(linear.res.linear.devPtr, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    linear.res.linear.desc = ints;
    linear.res.linear.sizeInBytes = 20;                             // five of the six
    t = object_of(&linear, &plain);
    for (int i = -1; i < 7; i++) {
        look(&fetch, &t, (float)i, 0, got);
        assert_int_equal(got[0], i < 0 || i > 4 ? 0 : numbers[i]);
    }
    linear.res.linear.sizeInBytes = 400;                            // no more than there is
    t = object_of(&linear, &plain);
    look(&fetch, &t, 5, 0, got);
    assert_int_equal(got[0], 10);
    look(&fetch, &t, 6, 0, got);
    assert_int_equal(got[0], 0);
    GOOD(cudaMalloc(&pitched.res.pitch2D.devPtr, sizeof rows));
    GOOD(cudaMemcpy(pitched.res.pitch2D.devPtr, rows, sizeof rows, cudaMemcpyHostToDevice));
    pitched.res.pitch2D.desc = floats;
    pitched.res.pitch2D.width = 3;
    pitched.res.pitch2D.height = 2;
    pitched.res.pitch2D.pitchInBytes = PITCH;
    t = object_of(&pitched, &plain);
    expect(&object, &t, 2, 1, 6);
    expect(&object, &t, 3, 0, 3);                                   // the row ends with the width
    expect(&object, &t, 0, 2, 4);
}

static cudaError_t try_object(const cudaResourceDesc *resource, const cudaTextureDesc *description)
{
    cudaTextureObject_t made;

    return cudaCreateTextureObject(&made, resource, description, NULL);
}

static void test_objects_that_cannot_be(void **state)
{
    static const cudaChannelFormatDesc mixed = { 8, 16, 0, 0, cudaChannelFormatKindUnsigned },
        none = { 32, 0, 0, 0, cudaChannelFormatKindNone };
    static const cudaChannelFormatDesc three = { 8, 8, 8, 0, cudaChannelFormatKindUnsigned }, empty = { 0, 0, 0, 0, 0 };
    cudaResourceDesc array = { .resType = cudaResourceTypeArray }, linear = { .resType = cudaResourceTypeLinear };
    cudaResourceDesc mipmap = { .resType = cudaResourceTypeMipmappedArray },
        pitched = { .resType = cudaResourceTypePitch2D };
    cudaTextureDesc plain = { .addressMode = { cudaAddressModeClamp } }, changed;
    cudaTextureObject_t made;
    void *device;
    int own;

    (void)state;
    array.res.array.array = array_of_floats();
    EACH(cudaErrorInvalidValue, cudaCreateTextureObject(NULL, &array, &plain, NULL),
         cudaCreateTextureObject(&made, NULL, &plain, NULL),
         cudaCreateTextureObject(&made, &array, NULL, NULL), cudaDestroyTextureObject(12345));
    EACH(cudaErrorNotSupported, cudaCreateTextureObject(&made, &array, &plain, &own));
    EACH(cudaErrorInvalidResourceHandle, try_object(&mipmap, &plain));
    changed = plain;
    changed.addressMode[1] = (cudaTextureAddressMode)4;
    assert_int_equal(try_object(&array, &changed), cudaErrorInvalidValue);
    changed = plain;
    for (unsigned i = 0; i < 3; i++) {                              // modes that are small numbers in 8 bits
        changed = plain;
        changed.addressMode[i] = (cudaTextureAddressMode)(256 + cudaAddressModeClamp);
        assert_int_equal(try_object(&array, &changed), cudaErrorInvalidValue);
    }
    changed = plain;
    changed.filterMode = (cudaTextureFilterMode)77;
    assert_int_equal(try_object(&array, &changed), cudaErrorInvalidValue);
    changed = plain;
    changed.mipmapFilterMode = (cudaTextureFilterMode)77;
    assert_int_equal(try_object(&array, &changed), cudaErrorInvalidValue);
    changed = plain;
    changed.readMode = (cudaTextureReadMode)77;
    assert_int_equal(try_object(&array, &changed), cudaErrorInvalidValue);
    changed.readMode = cudaReadModeNormalizedFloat;                 // of floats it changes nothing
    assert_int_equal(try_object(&array, &changed), cudaSuccess);
    GOOD(cudaMallocArray(&array.res.array.array, &mixed, W, H, 0));
    assert_int_equal(try_object(&array, &plain), cudaErrorNotSupported);
    GOOD(cudaFreeArray(array.res.array.array));
    assert_int_equal(try_object(&array, &plain), cudaErrorInvalidResourceHandle);
    GOOD(cudaMalloc(&device, 64));
    linear.res.linear.devPtr = device;
    linear.res.linear.sizeInBytes = 64;
    pitched.res.pitch2D.devPtr = device;
    pitched.res.pitch2D.width = pitched.res.pitch2D.height = 4;
    pitched.res.pitch2D.pitchInBytes = 16;
    for (unsigned i = 0; i < 6; i++) {
        linear.res.linear.desc = pitched.res.pitch2D.desc = ((const cudaChannelFormatDesc[]){ mixed, none, empty,
            { 256 + 8, 0, 0, 0, cudaChannelFormatKindUnsigned }, { -248, 0, 0, 0, cudaChannelFormatKindUnsigned },
            { 256 + 8, 256 + 8, 0, 0, cudaChannelFormatKindUnsigned } })[i];
        EACH(cudaErrorInvalidChannelDescriptor, try_object(&linear, &plain), try_object(&pitched, &plain));
    }
    linear.res.linear.desc = three;
    assert_int_equal(try_object(&linear, &plain), cudaErrorInvalidValue);
    linear.res.linear.desc = pitched.res.pitch2D.desc = ints;
    GOOD(try_object(&linear, &plain));
    GOOD(try_object(&pitched, &plain));
    changed = plain;
    changed.filterMode = cudaFilterModeLinear;                      // of integers
    assert_int_equal(try_object(&pitched, &changed), cudaErrorInvalidValue);
    pitched.res.pitch2D.pitchInBytes = 12;                          // less than a row
    assert_int_equal(try_object(&pitched, &plain), cudaErrorInvalidValue);
    pitched.res.pitch2D.pitchInBytes = SIZE_MAX / 2 + 1;            // rows and texels that are small numbers in 64 and 32 bits
    assert_int_equal(try_object(&pitched, &plain), cudaErrorInvalidValue);
    pitched.res.pitch2D.pitchInBytes = 16;
    pitched.res.pitch2D.width = (SIZE_MAX >> 2) + 5;
    assert_int_equal(try_object(&pitched, &plain), cudaErrorInvalidValue);
    pitched.res.pitch2D.width = 4;
    pitched.res.pitch2D.height = (size_t)UINT32_MAX + 2;
    assert_int_equal(try_object(&pitched, &plain), cudaErrorInvalidValue);
    pitched.res.pitch2D.height = 5;                                 // a row behind the memory
    assert_int_equal(try_object(&pitched, &plain), cudaErrorInvalidValue);
    linear.res.linear.sizeInBytes = SIZE_MAX;
    assert_int_equal(try_object(&linear, &plain), cudaErrorInvalidValue);
    linear.res.linear.sizeInBytes = 64;
    pitched.res.pitch2D.height = 4;
    GOOD(try_object(&pitched, &plain));
    GOOD(cudaFree(device));                                         // what is no longer there
    EACH(cudaErrorInvalidDevicePointer, try_object(&linear, &plain), try_object(&pitched, &plain));
    linear.res.linear.devPtr = &own;
    assert_int_equal(try_object(&linear, &plain), cudaErrorInvalidDevicePointer);
}

static void test_references(void **state)
{
    const textureReference *found = NULL;
    int numbers[4] = { 31, 32, 33, 34 }, *device, *other;
    float rows[2][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 } }, *pitched;
    size_t offset = 7;
    uint32_t got[4];

    (void)state;
    GOOD(cudaMalloc((void **)&device, sizeof numbers));
    GOOD(cudaMalloc((void **)&other, sizeof numbers));
    GOOD(cudaMemcpy(device, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    GOOD(cudaMemset(other, 1, sizeof numbers));
    GOOD(cudaBindTexture(&offset, &line, device, &ints, UINT32_MAX));
    assert_int_equal(offset, 0);
    look(&of_line, NULL, 3, 0, got);
    assert_int_equal(got[0], 34);
    GOOD(cudaBindTexture(NULL, &line, other, &ints, 8));            // in place of it
    look(&of_line, NULL, 1, 0, got);
    assert_int_equal(got[0], 0x01010101);
    look(&of_line, NULL, 2, 0, got);
    assert_int_equal(got[0], 0);                                    // eight bytes
    plane.addressMode[0] = cudaAddressModeClamp;
    plane.addressMode[1] = cudaAddressModeBorder;
    GOOD(cudaBindTextureToArray(&plane, array_of_floats(), &floats));
    expect(&of_plane, NULL, 9, 2, 23);
    expect(&of_plane, NULL, 0, 9, 0);
    plane.filterMode = cudaFilterModeLinear;
    plane.normalized = 1;
    plane.addressMode[1] = cudaAddressModeClamp;
    GOOD(cudaMalloc((void **)&pitched, sizeof rows));
    GOOD(cudaMemcpy(pitched, rows, sizeof rows, cudaMemcpyHostToDevice));
    offset = 7;
    GOOD(cudaBindTexture2D(&offset, &plane, pitched, &floats, 3, 2, 16));
    assert_int_equal(offset, 0);
    expect(&of_plane, NULL, 0.5f, 0.5f, 4);                         // the mean of 2 and 6
    expect(&of_plane, NULL, 1, 1, 7);                               // the width is 3
    offset = 7;
    GOOD(cudaGetTextureAlignmentOffset(&offset, &plane));
    assert_int_equal(offset, 0);
    GOOD(cudaGetTextureReference(&found, &line));
    assert_ptr_equal(found, &line);
    GOOD(cudaUnbindTexture(&plane));
    GOOD(cudaUnbindTexture(&plane));                                // nothing more
    assert_int_equal(cudaGetTextureAlignmentOffset(&offset, &plane), cudaErrorInvalidTextureBinding);
    launch_on(&of_plane, 1, 1, 0, (void *[]){ &device, &rows[0][0], &rows[0][0] });
    assert_int_equal(cudaDeviceSynchronize(), cudaErrorIllegalInstruction);
}

static void test_references_that_are_none(void **state)
{
    const textureReference *found;
    const cudaChannelFormatDesc mixed = { 8, 16, 0, 0, cudaChannelFormatKindUnsigned };
    static struct { int magic, version; const void *image; void *rest; } broken = { 1, 1, text, NULL };
    static textureReference of_broken;
    cudaArray_t array = array_of_floats();
    void **bad = __cudaRegisterFatBinary(&broken);
    size_t offset;
    int *device, own;

    (void)state;
    GOOD(cudaMalloc((void **)&device, 64));
    __cudaRegisterTexture(bad, &of_broken, NULL, "line", 1, 0, 0);
    assert_int_equal(cudaBindTexture(&offset, &of_broken, device, &ints, 64), cudaErrorNoKernelImageForDevice);
    __cudaUnregisterFatBinary(bad);
    EACH(cudaErrorInvalidTexture, cudaBindTexture(&offset, &stranger, device, &ints, 64),
         cudaBindTexture2D(&offset, &stranger, device, &ints, 4, 4, 16),
         cudaBindTextureToArray(&stranger, array, &floats), cudaUnbindTexture(&stranger),
         cudaGetTextureAlignmentOffset(&offset, &stranger),
         cudaGetTextureReference(&found, &stranger), cudaGetTextureReference(NULL, &line),
         cudaBindTexture(&offset, &unnamed, device, &ints, 64));
    EACH(cudaErrorInvalidValue, cudaBindTexture(&offset, &line, device, NULL, 64),
         cudaGetTextureAlignmentOffset(NULL, &line),
         cudaBindTexture2D(&offset, &plane, device, &ints, 4, 4, 8));
    EACH(cudaErrorInvalidChannelDescriptor, cudaBindTexture2D(&offset, &plane, device, NULL, 4, 4, 16),
         cudaBindTexture(&offset, &line, device, &mixed, 64),
         cudaBindTexture2D(&offset, &plane, device, &mixed, 4, 4, 16));
    assert_int_equal(cudaBindTexture(&offset, &line, &own, &ints, 4), cudaErrorInvalidDevicePointer);
    GOOD(cudaFreeArray(array));
    assert_int_equal(cudaBindTextureToArray(&plane, array, &floats), cudaErrorInvalidResourceHandle);
    GOOD(cudaBindTexture(NULL, &line, device, &ints, 64));
    GOOD(cudaDeviceReset());                                        // what was bound is bound no more
    assert_int_equal(cudaGetTextureAlignmentOffset(&offset, &line), cudaErrorInvalidTextureBinding);
}

// As many as there are are found; of another program none goes.
static void test_references_of_two_programs(void **state)
{
    static struct { int magic, version; const void *image; void *rest; } second = { 0x466243b1, 1, text, NULL };
    const textureReference *found;
    void **other = __cudaRegisterFatBinary(&second);

    (void)state;
    __cudaRegisterTexture(other, &stranger, NULL, "line", 1, 0, 0);
    GOOD(cudaGetTextureReference(&found, &stranger));
    GOOD(cudaGetTextureReference(&found, &plane));
    __cudaUnregisterFatBinary(other);
    assert_int_equal(cudaGetTextureReference(&found, &stranger), cudaErrorInvalidTexture);
    EACH(cudaSuccess, cudaGetTextureReference(&found, &plane), cudaGetTextureReference(&found, &line),
         cudaGetTextureReference(&found, &unnamed));
}

// `normalized` of a texture that a compiler registers: integers are read as 0 to 1.
static void test_a_reference_read_as_floats(void **state)
{
    const cudaChannelFormatDesc bytes = { 8, 0, 0, 0, cudaChannelFormatKindUnsigned };
    unsigned char rows[2][4] = { { 0, 51, 102, 255 }, { 255, 0, 0, 0 } }, *device;

    (void)state;
    __cudaRegisterTexture(handle, &stranger, NULL, "plane", 2, 1, 0);
    GOOD(cudaMalloc((void **)&device, sizeof rows));
    GOOD(cudaMemcpy(device, rows, sizeof rows, cudaMemcpyHostToDevice));
    GOOD(cudaBindTexture2D(NULL, &stranger, device, &bytes, 4, 2, 4));
    expect(&of_plane, NULL, 3, 0, 1);
    expect(&of_plane, NULL, 1, 0, 51 / 255.0f);
    expect(&of_plane, NULL, 0, 1, 1);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, begin, end)
    const struct CMUnitTest tests[] = {
        TEST(test_addresses_of_an_object), TEST(test_filters_and_formats_of_objects), TEST(test_objects_of_memory),
             TEST(test_objects_that_cannot_be),
        TEST(test_references), TEST(test_references_that_are_none), TEST(test_references_of_two_programs),
             TEST(test_a_reference_read_as_floats),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
