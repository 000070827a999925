// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: arrays, of one level or several. One is device memory whose rows lie behind each other, and so do planes and layers,
// and the levels of a mipmapped array.
#include "sim/cudart/capture.h"
#include "sim/cudart/runtime.h"

#include <stdlib.h>

#include "sim/cudart/sizes.h"
#include "sim/frontend/texture.h"

struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent   extent;                        // in elements; height and depth 0 of an array of fewer dimensions
    unsigned     flags;
    uint64_t     address;
    size_t       element;                       // bytes
    bool         is_level;                      // of a mipmapped array, whose memory it is in
    cudaArray_t  next;
};

struct cudaMipmappedArray {
    uint64_t     address;
    unsigned     levels;
    cudaArray_t  level[TEXTURE_LEVELS_MAX];
    cudaMipmappedArray_t next;
};

enum { FLAGS = cudaArrayLayered | cudaArraySurfaceLoadStore | cudaArrayCubemap | cudaArrayTextureGather };

static cudaArray_t arrays;
static cudaMipmappedArray_t mipmaps;

static bool is_array(cudaArray_const_t array)
{
    cudaArray_const_t at = arrays;

    while (at && at != array)
        at = at->next;
    return at != NULL;
}

static size_t rows_of(cudaArray_const_t a) { return a->extent.height ? a->extent.height : 1; }

cudaError_t array_plane(cudaArray_const_t array, memory_plane *plane, size_t *element, cudaChannelFormatDesc *format,
                        cudaExtent *extent)
{
    if (!is_array(array))
        return cudaErrorInvalidResourceHandle;
    *element = array->element;
    *plane = (memory_plane){ (void *)(uintptr_t)array->address, array->extent.width * array->element, rows_of(array) };
    if (format)
        *format = array->format;
    if (extent)
        *extent = array->extent;
    return cudaSuccess;
}

unsigned array_flags(cudaArray_const_t array) { return array->flags; }

// Bits of an element; 0: there is none of such channels.
static size_t bits_of(const cudaChannelFormatDesc *f)
{
    const int channels[4] = { f->x, f->y, f->z, f->w };
    size_t bits = 0;

    for (unsigned i = 0; i < 4; i++) {
        if (channels[i] < 0 || channels[i] > 32)
            return 0;
        bits += (size_t)channels[i];
    }
    return bits % 8 ? 0 : bits;
}

// Layers stand in the depth; a cube has six squares, or six for each layer.
static bool is_shape(cudaExtent e, unsigned flags)
{
    const bool cube = flags & cudaArrayCubemap, layered = flags & cudaArrayLayered;

    return e.width && (!layered || e.depth) &&
        (!cube || (e.width == e.height && e.depth && e.depth % CUBE_FACES == 0 && (layered || e.depth == CUBE_FACES)));
}

// What an array is, but its memory.
static cudaError_t describe(struct cudaArray *made, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned flags)
{
    *made = (struct cudaArray){ .extent = extent, .flags = flags, .element = f ? bits_of(f) / 8 : 0 };
    if (!f || flags > FLAGS || !is_shape(extent, flags))
        return cudaErrorInvalidValue;
    if (!made->element || f->f > cudaChannelFormatKindNone || (extent.depth && !extent.height && !(flags & cudaArrayLayered)))
        return cudaErrorInvalidChannelDescriptor;
    made->format = *f;
    return cudaSuccess;
}

static size_t bytes_of(const struct cudaArray *a)
{
    return size_of_box(size_product(a->extent.width, a->element), rows_of(a), a->extent.depth ? a->extent.depth : 1);
}

static cudaArray_t add(const struct cudaArray *made)
{
    cudaArray_t added = malloc(sizeof *added);

    if (!added)
        abort();
    *added = *made;
    added->next = arrays;
    return arrays = added;
}

static cudaError_t make(cudaArray_t *array, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned flags)
{
    struct cudaArray made;
    cudaError_t error = array ? describe(&made, f, extent, flags) : cudaErrorInvalidValue;

    if (!error)
        error = memory_allocate(&made.address, bytes_of(&made), MEMORY_DEVICE, "cudaMallocArray");
    if (!error)
        *array = add(&made);
    return error;
}

void arrays_forget(void)
{
    for (cudaArray_t a; (a = arrays) != NULL; free(a))
        arrays = a->next;
    for (cudaMipmappedArray_t m; (m = mipmaps) != NULL; free(m))
        mipmaps = m->next;
}

cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind)
{
    return (cudaChannelFormatDesc){ x, y, z, w, kind };
}

cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_unsafe();
    return cudart_leave(error ? error : make(array, format, extent, flags));
}

cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            unsigned flags)
{
    return cudaMalloc3DArray(array, format, (cudaExtent){ width, height, 0 }, flags);
}

cudaError_t cudaFreeArray(cudaArray_t array)
{
    cudaError_t error = cudart_enter();

    if (!error && array)
        error = capture_allows_unsafe();
    if (error || !array)
        return cudart_leave(error);
    for (cudaArray_t *at = &arrays; *at; at = &(*at)->next)
        if (*at == array && !array->is_level) {
            *at = array->next;
            error = memory_release(array->address, false);
            free(array);
            return cudart_leave(error);
        }
    return cudart_leave(cudaErrorInvalidResourceHandle);
}

cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned *flags, cudaArray_t array)
{
    cudaError_t error = cudart_enter();

    if (!error && !is_array(array))
        error = cudaErrorInvalidResourceHandle;
    if (!error) {
        if (format)
            *format = array->format;
        if (extent)
            *extent = array->extent;
        if (flags)
            *flags = array->flags;
    }
    return cudart_leave(error);
}

cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array)
{
    return cudaArrayGetInfo(format, NULL, NULL, (cudaArray_t)(uintptr_t)array);
}

// --- levels

static bool is_mipmap(cudaMipmappedArray_const_t mipmap)
{
    cudaMipmappedArray_const_t at = mipmaps;

    while (at && at != mipmap)
        at = at->next;
    return at != NULL;
}

cudaError_t mipmap_first(cudaMipmappedArray_const_t mipmap, cudaArray_const_t *first, unsigned *levels)
{
    if (!is_mipmap(mipmap))
        return cudaErrorInvalidResourceHandle;
    *first = mipmap->level[0];
    *levels = mipmap->levels;
    return cudaSuccess;
}

static size_t halved(size_t size, unsigned level) { return !size ? 0 : size >> level ? size >> level : 1; }

// As many levels as the longest side is halved, and one.
static unsigned levels_most(cudaExtent e, unsigned flags)
{
    size_t longest = e.width > e.height ? e.width : e.height;
    unsigned levels = 1;

    if (!(flags & (cudaArrayLayered | cudaArrayCubemap)) && e.depth > longest)
        longest = e.depth;
    while (longest >> levels && levels < TEXTURE_LEVELS_MAX)
        levels++;
    return levels;
}

// Levels lie close behind each other, as sim/frontend/texture.h has them.
static cudaError_t make_mipmap(cudaMipmappedArray_t *mipmap, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned levels,
                               unsigned flags)
{
    struct cudaArray level[TEXTURE_LEVELS_MAX];
    struct cudaMipmappedArray made = { .levels = levels };
    cudaError_t error = mipmap && levels ? describe(&level[0], f, extent, flags) : cudaErrorInvalidValue;
    size_t bytes = 0;

    if (!error && levels > levels_most(extent, flags))
        made.levels = levels_most(extent, flags);
    for (unsigned i = 0; i < made.levels && !error; i++) {
        level[i] = level[0];
        level[i].is_level = true;
        level[i].extent.width = halved(extent.width, i);
        level[i].extent.height = halved(extent.height, i);
        if (!(flags & (cudaArrayLayered | cudaArrayCubemap)))
            level[i].extent.depth = halved(extent.depth, i);
        level[i].address = bytes;
        bytes = size_sum(bytes, bytes_of(&level[i]));
    }
    if (!error)
        error = memory_allocate(&made.address, bytes, MEMORY_DEVICE, "cudaMallocMipmappedArray");
    if (error)
        return error;
    for (unsigned i = 0; i < made.levels; i++) {
        level[i].address += made.address;
        made.level[i] = add(&level[i]);
    }
    made.next = mipmaps;
    *mipmap = mipmaps = malloc(sizeof made);
    if (!mipmaps)
        abort();
    *mipmaps = made;
    return cudaSuccess;
}

cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *mipmap, const cudaChannelFormatDesc *format, cudaExtent extent, unsigned levels,
                                     unsigned flags)
{
    cudaError_t error = cudart_enter();

    if (!error)
        error = capture_allows_unsafe();
    return cudart_leave(error ? error : make_mipmap(mipmap, format, extent, levels, flags));
}

cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned level)
{
    cudaError_t error = cudart_enter();

    if (!error && !is_mipmap(mipmap))
        error = cudaErrorInvalidResourceHandle;
    if (!error)
        error = array && level < mipmap->levels ? cudaSuccess : cudaErrorInvalidValue;
    if (!error)
        *array = mipmap->level[level];
    return cudart_leave(error);
}

static void drop(cudaArray_t array)
{
    cudaArray_t *at = &arrays;

    while (*at != array)
        at = &(*at)->next;
    *at = array->next;
    free(array);
}

cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t mipmap)
{
    cudaError_t error = cudart_enter();
    cudaMipmappedArray_t *at = &mipmaps;

    if (!error && mipmap)
        error = capture_allows_unsafe();
    if (error || !mipmap)
        return cudart_leave(error);
    if (!is_mipmap(mipmap))
        return cudart_leave(cudaErrorInvalidResourceHandle);
    while (*at != mipmap)
        at = &(*at)->next;
    *at = mipmap->next;
    for (unsigned i = 0; i < mipmap->levels; i++)
        drop(mipmap->level[i]);
    error = memory_release(mipmap->address, false);
    free(mipmap);
    return cudart_leave(error);
}

// --- copies

// A box in an array: `x` in bytes, as the older functions count. False: it does not lie in it.
static bool part(cudaArray_const_t array, size_t x, size_t y, size_t width, size_t height, memory_plane *plane)
{
    size_t element;

    if (array_plane(array, plane, &element, NULL, NULL) || !size_within(x, width, plane->pitch) ||
        !size_within(y, height, plane->rows))
        return false;
    plane->at = (char *)plane->at + y * plane->pitch + x;
    return true;
}

// Copies of arrays are put into the legacy stream, and waited for.
static cudaError_t begin_copy(void)
{
    cudaError_t error = cudart_enter();

    cudart_synchronize();
    return error ? error : capture_allows_synchronous();
}

cudaError_t cudaMemcpy2DToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t pitch, size_t width,
                                size_t height,
                                cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();
    const memory_plane source = { (void *)(uintptr_t)from, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane target;

    if (!error)
        error = part(array, x, y, width, height, &target) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

cudaError_t cudaMemcpy2DFromArray(void *to, size_t pitch, cudaArray_const_t array, size_t x, size_t y, size_t width,
                                  size_t height,
                                  cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();
    const memory_plane target = { to, pitch, height };
    const size_t size[3] = { width, height, 1 };
    memory_plane source;

    if (!error)
        error = part(array, x, y, width, height, &source) ? memory_copy_box(&target, &source, size, kind) :
            cudaErrorInvalidValue;
    return cudart_leave(error);
}

// Bytes behind each other, over the ends of rows: the rows lie so.
static cudaError_t copy_bytes(cudaArray_const_t array, size_t x, size_t y, void *host, size_t bytes,
                              cudaMemcpyKind kind, bool into)
{
    memory_plane plane;
    size_t element, at;

    if (array_plane(array, &plane, &element, NULL, NULL))
        return cudaErrorInvalidResourceHandle;
    at = size_sum(size_product(y, plane.pitch), x);
    if (x > plane.pitch || !size_within(at, bytes, plane.pitch * plane.rows))
        return cudaErrorInvalidValue;
    return into ? memory_copy((char *)plane.at + at, host, bytes, kind) :
        memory_copy(host, (char *)plane.at + at, bytes, kind);
}

cudaError_t cudaMemcpyToArray(cudaArray_t array, size_t x, size_t y, const void *from, size_t bytes,
                              cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();

    return cudart_leave(error ? error : copy_bytes(array, x, y, (void *)(uintptr_t)from, bytes, kind, true));
}

cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t array, size_t x, size_t y, size_t bytes,
                                cudaMemcpyKind kind)
{
    cudaError_t error = begin_copy();

    return cudart_leave(error ? error : copy_bytes(array, x, y, to, bytes, kind, false));
}
