// SPDX-License-Identifier: BSD-3-Clause
// Arrays of one or several levels. An array is device memory with rows, planes, layers and mipmap levels stored consecutively.
#include "sim/cudart/arrays.h"

#include <stdlib.h>

#include "sim/cudart/sizes.h"
#include "sim/frontend/texture.h"

struct cudaArray {
    cudaChannelFormatDesc format;
    cudaExtent   extent;                        // in elements; 0 for missing dimensions
    unsigned     flags;
    uint64_t     address;
    size_t       element;                       // bytes
    bool         is_level;                      // part of a mipmapped array, in whose memory it is
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

// Bits of an element; 0: no such channel format.
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

// The depth counts layers; a cube has six squares, or six per layer.
static bool is_shape(cudaExtent e, unsigned flags)
{
    const bool cube = flags & cudaArrayCubemap, layered = flags & cudaArrayLayered;

    return e.width && (!layered || e.depth) &&
        (!cube || (e.width == e.height && e.depth && e.depth % CUBE_FACES == 0 && (layered || e.depth == CUBE_FACES)));
}

// Describes an array except for its memory.
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

cudaError_t array_make(cudaArray_t *array, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned flags)
{
    struct cudaArray made;
    cudaError_t error = array ? describe(&made, f, extent, flags) : cudaErrorInvalidValue;

    if (!error)
        error = memory_allocate(&made.address, bytes_of(&made), MEMORY_DEVICE, "cudaMallocArray");
    if (!error)
        *array = add(&made);
    return error;
}

cudaError_t array_free(cudaArray_t array)
{
    for (cudaArray_t *at = &arrays; *at; at = &(*at)->next)
        if (*at == array && !array->is_level) {
            cudaError_t error;

            *at = array->next;
            error = memory_release(array->address, false);
            free(array);
            return error;
        }
    return cudaErrorInvalidResourceHandle;
}

void arrays_forget(void)
{
    for (cudaArray_t a; (a = arrays) != NULL; free(a))
        arrays = a->next;
    for (cudaMipmappedArray_t m; (m = mipmaps) != NULL; free(m))
        mipmaps = m->next;
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

// One level more than the longest side can be halved.
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

// Levels are consecutive, as in sim/frontend/texture.h.
cudaError_t mipmap_make(cudaMipmappedArray_t *mipmap, const cudaChannelFormatDesc *f, cudaExtent extent, unsigned levels, unsigned flags)
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

cudaError_t mipmap_level(cudaArray_t *array, cudaMipmappedArray_const_t mipmap, unsigned level)
{
    if (!is_mipmap(mipmap))
        return cudaErrorInvalidResourceHandle;
    if (!array || level >= mipmap->levels)
        return cudaErrorInvalidValue;
    *array = mipmap->level[level];
    return cudaSuccess;
}

static void drop(cudaArray_t array)
{
    cudaArray_t *at = &arrays;

    while (*at != array)
        at = &(*at)->next;
    *at = array->next;
    free(array);
}

cudaError_t mipmap_free(cudaMipmappedArray_t mipmap)
{
    cudaMipmappedArray_t *at = &mipmaps;
    cudaError_t error;

    if (!is_mipmap(mipmap))
        return cudaErrorInvalidResourceHandle;
    while (*at != mipmap)
        at = &(*at)->next;
    *at = mipmap->next;
    for (unsigned i = 0; i < mipmap->levels; i++)
        drop(mipmap->level[i]);
    error = memory_release(mipmap->address, false);
    free(mipmap);
    return error;
}
