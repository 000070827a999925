// SPDX-License-Identifier: BSD-3-Clause
// Arrays by the driver API: each format and number of channels is told as it was asked for. Boxes that it copies between the host,
// memory by its address, memory of either, and arrays, beside a model that moves byte by byte; by nodes of graphs those of memory, too.
#include "tests/sim/cudart/answers.h"

static const struct { CUarray_format format; unsigned bytes; } formats[] = {
    { CU_AD_FORMAT_UNSIGNED_INT8, 1 }, { CU_AD_FORMAT_UNSIGNED_INT16, 2 }, { CU_AD_FORMAT_UNSIGNED_INT32, 4 }, { CU_AD_FORMAT_SIGNED_INT8, 1 },
    { CU_AD_FORMAT_SIGNED_INT16, 2 }, { CU_AD_FORMAT_SIGNED_INT32, 4 }, { CU_AD_FORMAT_HALF, 2 }, { CU_AD_FORMAT_FLOAT, 4 },
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

static void test_every_format(void **state)
{
    (void)state;
    for (unsigned i = 0; i < FORMATS; i++)
        for (unsigned channels = 1; channels <= 4; channels *= 2) {
            const CUDA_ARRAY3D_DESCRIPTOR d = { .Width = 7, .Height = 5, .Depth = 3, .Format = formats[i].format, .NumChannels = channels,
                                                .Flags = CUDA_ARRAY3D_SURFACE_LDST };
            const CUDA_ARRAY_DESCRIPTOR flat = { .Width = 6, .Height = 4, .Format = formats[i].format, .NumChannels = channels };
            CUDA_ARRAY3D_DESCRIPTOR said;
            CUDA_ARRAY_DESCRIPTOR flat_said;
            CUarray array;

            memset(&said, 0xFF, sizeof said);
            memset(&flat_said, 0xFF, sizeof flat_said);
            GOOD(cuArray3DCreate(&array, &d));
            GOOD(cuArray3DGetDescriptor(&said, array));
            GOOD(cuArrayDestroy(array));
            assert_true(said.Width == 7 && said.Height == 5 && said.Depth == 3 && said.Format == d.Format && said.NumChannels == channels);
            assert_int_equal(said.Flags, d.Flags);
            GOOD(cuArrayCreate(&array, &flat));
            GOOD(cuArrayGetDescriptor(&flat_said, array));
            assert_true(flat_said.Width == 6 && flat_said.Height == 4 && flat_said.Format == d.Format && flat_said.NumChannels == channels);
            GOOD(cuArray3DGetDescriptor(&said, array));
            assert_true(said.Width == 6 && said.Height == 4 && said.Depth == 0 && said.Flags == 0);
            GOOD(cuArrayDestroy(array));
        }
    for (unsigned channels = 0; channels <= 5; channels++) {
        const CUDA_ARRAY_DESCRIPTOR d = { .Width = 6, .Height = 4, .Format = CU_AD_FORMAT_HALF, .NumChannels = channels };
        CUarray array;
        const bool good = channels == 1 || channels == 2 || channels == 4;

        assert_int_equal(cuArrayCreate(&array, &d), good ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE);
        if (good)
            GOOD(cuArrayDestroy(array));
    }
}

// --- boxes

enum { HOST, DEVICE, UNIFIED, ARRAY, SIDES, WIDTH = 5, ROWS = 4, PLANES = 3, BYTES_MAX = 4096, STEPS = 60 };

// A side has all of its bytes here, in rows `pitch` apart and planes of `height` rows. UNIFIED is the device's memory, or the host's.
typedef struct { size_t pitch, height; unsigned char bytes[BYTES_MAX]; CUdeviceptr device; CUarray array; unsigned char host[BYTES_MAX]; } volume;

static uint64_t drawn = 3;
static size_t below(size_t n)
{
    drawn = drawn * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (size_t)(drawn >> 33) % n;
}

static size_t size_of(const volume *v) { return v->pitch * v->height * PLANES; }

static void open_volume(volume *v, unsigned side, unsigned format, unsigned channels)
{
    const size_t element = formats[format].bytes * channels;

    *v = (volume){ .pitch = side == ARRAY ? WIDTH * element : (WIDTH + 1 + side) * element, .height = side == ARRAY ? ROWS : ROWS + 1 + side };
    assert_true(size_of(v) <= BYTES_MAX);
    for (size_t i = 0; i < size_of(v); i++)
        v->bytes[i] = v->host[i] = (unsigned char)below(256);
    if (side == ARRAY) {
        const CUDA_MEMCPY3D all = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = v->host, .srcPitch = v->pitch, .srcHeight = v->height,
                                    .dstMemoryType = CU_MEMORYTYPE_ARRAY, .WidthInBytes = v->pitch, .Height = ROWS, .Depth = PLANES };
        CUDA_MEMCPY3D into = all;

        GOOD(cuArray3DCreate(&v->array, &(CUDA_ARRAY3D_DESCRIPTOR){ .Width = WIDTH, .Height = ROWS, .Depth = PLANES,
                                                                    .Format = formats[format].format, .NumChannels = channels }));
        into.dstArray = v->array;
        GOOD(cuMemcpy3D(&into));
    } else if (side != HOST) {
        GOOD(cuMemAlloc(&v->device, size_of(v)));
        GOOD(cuMemcpyHtoD(v->device, v->host, size_of(v)));
    }
}

static void check_volume(volume *v, unsigned side)
{
    unsigned char seen[BYTES_MAX];

    if (side == ARRAY) {
        GOOD(cuMemcpy3D(&(CUDA_MEMCPY3D){ .dstMemoryType = CU_MEMORYTYPE_HOST, .dstHost = seen, .dstPitch = v->pitch, .dstHeight = v->height,
                                          .srcMemoryType = CU_MEMORYTYPE_ARRAY, .srcArray = v->array, .WidthInBytes = v->pitch, .Height = ROWS,
                                          .Depth = PLANES }));
        GOOD(cuArrayDestroy(v->array));
    } else if (side == HOST) {
        memcpy(seen, v->host, size_of(v));
    } else {
        GOOD(cuMemcpyDtoH(seen, v->device, size_of(v)));
        GOOD(cuMemFree(v->device));
    }
    assert_memory_equal(seen, v->bytes, size_of(v));
}

static CUmemorytype type_of(unsigned side)
{
    static const CUmemorytype types[] = { CU_MEMORYTYPE_HOST, CU_MEMORYTYPE_DEVICE, CU_MEMORYTYPE_UNIFIED, CU_MEMORYTYPE_ARRAY };

    return types[side];
}

// By a node of a graph that is run, or by a call: at once, or in the stream of all.
static CUresult copy_box(const CUDA_MEMCPY3D *c, unsigned how)
{
    CUgraphExec exec;
    CUgraphNode node;
    CUgraph graph;

    if (how == 0)
        return cuMemcpy3D(c);
    if (how == 1)
        return cuMemcpy3DAsync(c, NULL);
    GOOD(cuGraphCreate(&graph, 0));
    GOOD(cuGraphAddMemcpyNode(&node, graph, NULL, 0, c, NULL));
    GOOD(cuGraphInstantiateWithFlags(&exec, graph, 0));
    GOOD(cuGraphLaunch(exec, NULL));
    GOOD(cuGraphExecDestroy(exec));
    return cuGraphDestroy(graph);
}

// One row alone needs neither pitch nor height, which are then often left out.
static void one_box(volume *from, unsigned source, volume *to, unsigned target, size_t element)
{
    const size_t width = 1 + below(WIDTH), rows = below(3) ? 1 + below(ROWS) : 1, planes = below(3) ? 1 + below(PLANES) : 1;
    const size_t x[2] = { below(WIDTH - width + 1), below(WIDTH - width + 1) }, y[2] = { below(ROWS - rows + 1), below(ROWS - rows + 1) };
    const size_t z[2] = { below(PLANES - planes + 1), below(PLANES - planes + 1) };
    const bool bare[2] = { rows == 1 && planes == 1 && !y[0] && !z[0], rows == 1 && planes == 1 && !y[1] && !z[1] };
    const CUDA_MEMCPY3D c = {
        .srcXInBytes = x[0] * element, .srcY = y[0], .srcZ = z[0], .srcMemoryType = type_of(source), .srcHost = from->host,
        .srcDevice = from->device, .srcArray = from->array, .srcPitch = bare[0] ? 0 : from->pitch, .srcHeight = bare[0] ? 0 : from->height,
        .dstXInBytes = x[1] * element, .dstY = y[1], .dstZ = z[1], .dstMemoryType = type_of(target), .dstHost = to->host,
        .dstDevice = to->device, .dstArray = to->array, .dstPitch = bare[1] ? 0 : to->pitch, .dstHeight = bare[1] ? 0 : to->height,
        .WidthInBytes = width * element, .Height = rows, .Depth = planes,
    };

    GOOD(copy_box(&c, (unsigned)below(source == ARRAY || target == ARRAY ? 2 : 3)));
    for (size_t plane = 0; plane < planes; plane++)
        for (size_t row = 0; row < rows; row++)
            memmove(&to->bytes[((z[1] + plane) * to->height + y[1] + row) * to->pitch + x[1] * element],
                    &from->bytes[((z[0] + plane) * from->height + y[0] + row) * from->pitch + x[0] * element], width * element);
}

static void test_boxes(void **state)
{
    static volume volumes[SIDES];

    (void)state;
    for (unsigned format = 0; format < FORMATS; format++) {
        const unsigned channels = 1u << format % 3, element = formats[format].bytes * channels;

        for (unsigned side = 0; side < SIDES; side++)
            open_volume(&volumes[side], side, format, channels);
        for (unsigned step = 0; step < STEPS; step++) {
            const unsigned source = (unsigned)below(SIDES), target = (source + 1 + (unsigned)below(SIDES - 1)) % SIDES;

            one_box(&volumes[source], source, &volumes[target], target, element);
        }
        GOOD(cuCtxSynchronize());
        for (unsigned side = 0; side < SIDES; side++)
            check_volume(&volumes[side], side);
    }
}

// What begins or ends within an element of an array is none of its boxes; nor is a level that is not the first, or nothing at all.
static void test_boxes_that_are_none(void **state)
{
    unsigned char bytes[64] = { 0 };
    CUarray array;
    CUDA_MEMCPY3D c = { .srcMemoryType = CU_MEMORYTYPE_HOST, .srcHost = bytes, .srcPitch = 32, .srcHeight = 1, .dstMemoryType = CU_MEMORYTYPE_ARRAY,
                        .dstXInBytes = 4, .WidthInBytes = 4, .Height = 1, .Depth = 1 };

    (void)state;
    GOOD(cuArrayCreate(&array, &(CUDA_ARRAY_DESCRIPTOR){ .Width = 4, .Height = 1, .Format = CU_AD_FORMAT_HALF, .NumChannels = 2 }));
    c.dstArray = array;
    GOOD(cuMemcpy3D(&c));
    for (unsigned wrong = 0; wrong < 7; wrong++) {
        CUDA_MEMCPY3D bad = c;

        bad.dstXInBytes += wrong == 0 ? 2 : 0;
        bad.WidthInBytes -= wrong == 1 ? 2 : 0;
        bad.srcLOD = wrong == 2;
        bad.dstLOD = wrong == 3;
        bad.dstArray = wrong == 4 ? NULL : array;
        bad.srcMemoryType = wrong == 5 ? (CUmemorytype)0 : CU_MEMORYTYPE_HOST;
        bad.dstMemoryType = wrong == 6 ? (CUmemorytype)5 : CU_MEMORYTYPE_ARRAY;
        EACH(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(&bad), cuMemcpy3DAsync(&bad, NULL));
    }
    EACH(CUDA_ERROR_INVALID_VALUE, cuMemcpy3D(NULL), cuMemcpy3DAsync(NULL, NULL), cuMemcpy2D(NULL), cuMemcpy2DAsync(NULL, NULL),
         cuArrayCreate(&array, NULL), cuArray3DCreate(&array, NULL), cuArrayGetDescriptor(NULL, array), cuArray3DGetDescriptor(NULL, array));
    GOOD(cuArrayDestroy(array));
    assert_int_equal(cuArrayDestroy(NULL), CUDA_ERROR_INVALID_HANDLE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_format), cmocka_unit_test(test_boxes), cmocka_unit_test(test_boxes_that_are_none),
    };

    setenv("WARPLOCK_MACHINE", "oaws", 1);
    setenv("WARPLOCK_SET", "gpu.memory_mib=8 gpu.sms=2 gpu.clusters=2", 1);
    return cmocka_run_group_tests(tests, NULL, NULL) || lock_is_held();
}
