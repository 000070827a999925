// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: textures. A reference is a variable of the program that a texture is bound to, an object a texture
// with a handle; both become textures of the front end (sim/frontend/texture.h), which says what is wrong with one.
#include "sim/cudart/runtime.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cudart/sizes.h"
#include "sim/frontend/texture.h"

typedef struct registered {
    const textureReference *host;
    cudart_module *module;
    char    *name;
    bool     as_float;                          // integers are read as 0 to 1
    uint64_t handle;                            // bound; 0: not
    struct registered *next;
} registered;

static registered *references;

void texture_register(cudart_module *m, const void *host, const char *name, bool as_float)
{
    registered *r = calloc(1, sizeof *r);

    if (!r || !(r->name = strdup(name)))
        abort();
    r->host = host;
    r->module = m;
    r->as_float = as_float;
    r->next = references;
    references = r;
}

void textures_unregister(const cudart_module *m)
{
    for (registered **at = &references; *at;) {
        registered *r = *at;
        if (r->module == m) {
            *at = r->next;
            free(r->name);
            free(r);
        } else {
            at = &r->next;
        }
    }
}

void textures_forget(void)
{
    for (registered *r = references; r; r = r->next)
        r->handle = 0;
}

static registered *find(const textureReference *host)
{
    registered *r = references;

    while (r && r->host != host)
        r = r->next;
    return r;
}

// Channels of one size, behind each other.
static bool set_format(texture *t, const cudaChannelFormatDesc *f)
{
    const int bits[4] = { f->x, f->y, f->z, f->w };

    t->kind = (uint8_t)f->f;
    t->bits = (uint8_t)f->x;
    for (t->channels = 0; t->channels < 4 && bits[t->channels]; t->channels++)
        if (bits[t->channels] != t->bits)        // of no more bits than its own field holds
            return false;
    return t->channels && f->f <= cudaChannelFormatKindFloat;
}

static size_t texel_bytes(const texture *t) { return (size_t)t->channels * t->bits / 8; }

static cudaError_t make(const texture *t, const char *what, uint64_t *handle)
{
    const char *mistake = texture_mistake(t);

    if (mistake) {
        cudart_complain("%s: %s", what, mistake);
        return cudaErrorInvalidValue;
    }
    *handle = device_texture_new(cudart_memory(), t);
    return cudaSuccess;
}

static cudaError_t set_array(texture *t, cudaArray_const_t array)
{
    cudaChannelFormatDesc format;
    cudaExtent extent;
    memory_plane plane;
    size_t element;
    cudaError_t error = array_plane(array, &plane, &element, &format, &extent);

    if (error)
        return error;
    if (extent.depth) {
        cudart_complain("a texture over an array of %zu planes or layers is not supported, expected an array of one or two "
                        "dimensions", extent.depth);
        return cudaErrorNotSupported;
    }
    if (!set_format(t, &format)) {
        cudart_complain("a texture over an array of channels of %d, %d, %d and %d bits is not supported", format.x,
                        format.y, format.z, format.w);
        return cudaErrorNotSupported;
    }
    t->address = (uintptr_t)plane.at;
    t->width = (uint32_t)extent.width;
    t->height = (uint32_t)extent.height;
    t->pitch = plane.pitch;
    return cudaSuccess;
}

// Linear memory of so many bytes, at most to the end of what was allocated. A reference may say that it does not know how many
// (UINT_MAX); an object has at most as many texels as a texture of a device can have.
static cudaError_t set_linear(texture *t, const void *address, const cudaChannelFormatDesc *format, size_t bytes)
{
    size_t most = memory_bytes_from(address);

    if (!set_format(t, format) || !texel_bytes(t))
        return cudaErrorInvalidChannelDescriptor;
    if (bytes != UINT_MAX && bytes / texel_bytes(t) > SIZE_LINEAR_TEXELS) {
        cudart_complain("a texture of %zu bytes of memory, expected at most %d texels", bytes, SIZE_LINEAR_TEXELS);
        return cudaErrorInvalidValue;
    }
    if (!most)
        return cudaErrorInvalidDevicePointer;
    t->address = (uintptr_t)address;
    t->width = (uint32_t)((bytes < most ? bytes : most) / texel_bytes(t));
    t->linear_memory = true;
    return cudaSuccess;
}

// Rows of memory, all of which are there.
static cudaError_t set_rows(texture *t, const void *address, const cudaChannelFormatDesc *format, size_t width,
                            size_t height, size_t pitch)
{
    const size_t most = memory_bytes_from(address);

    if (!set_format(t, format))
        return cudaErrorInvalidChannelDescriptor;
    if (!most)
        return cudaErrorInvalidDevicePointer;
    if (!width || !height ||
        size_span((size_t[]){ size_product(width, texel_bytes(t)), height, 1 }, pitch, height) > most) {
        cudart_complain("a texture of %zu rows of %zu texels, %zu bytes apart, expected rows within the %zu bytes of its "
                        "memory", height, width, pitch, most);
        return cudaErrorInvalidValue;
    }
    t->address = (uintptr_t)address;
    t->width = (uint32_t)width;
    t->height = (uint32_t)height;
    t->pitch = pitch;
    return cudaSuccess;
}

// What is a byte of a texture here is a number of 32 bits there.
static bool modes_are_known(const cudaTextureAddressMode edges[2], cudaTextureFilterMode filter)
{
    return edges[0] <= cudaAddressModeBorder && edges[1] <= cudaAddressModeBorder && filter <= cudaFilterModeLinear;
}

// --- references

static void set_reference(texture *t, const registered *r)
{
    t->edge[0] = (uint8_t)r->host->addressMode[0];
    t->edge[1] = (uint8_t)r->host->addressMode[1];
    t->filtered = r->host->filterMode == cudaFilterModeLinear;
    t->normalised = r->host->normalized != 0;
    t->as_float = r->as_float;
}

static cudaError_t bind(registered *r, texture *t)
{
    cudaError_t error = module_load(r->module);
    uint64_t handle = 0;

    if (error)
        return error;
    if (!modes_are_known(r->host->addressMode, r->host->filterMode))
        return cudaErrorInvalidValue;
    set_reference(t, r);
    error = make(t, r->name, &handle);
    if (error)
        return error;
    if (!device_texture_bind(cudart_memory(), module_program(r->module), r->name, handle)) {
        cudart_complain("texture %s: is no .texref of the program's PTX", r->name);
        device_texture_free(cudart_memory(), handle);
        return cudaErrorInvalidTexture;
    }
    if (r->handle)
        device_texture_free(cudart_memory(), r->handle);
    r->handle = handle;
    return cudaSuccess;
}

cudaError_t cudaBindTexture(size_t *offset, const textureReference *reference, const void *address,
                            const cudaChannelFormatDesc *format, size_t bytes)
{
    cudaError_t error = cudart_enter();
    registered *r = find(reference);
    texture t = { 0 };

    if (!error)
        error = !r ? cudaErrorInvalidTexture : !format ? cudaErrorInvalidValue : set_linear(&t, address, format, bytes);
    if (!error)
        error = bind(r, &t);
    if (!error && offset)
        *offset = 0;
    return cudart_leave(error);
}

cudaError_t cudaBindTexture2D(size_t *offset, const textureReference *reference, const void *address,
                              const cudaChannelFormatDesc *format, size_t width, size_t height, size_t pitch)
{
    cudaError_t error = cudart_enter();
    registered *r = find(reference);
    texture t = { 0 };

    if (!error)
        error = !r ? cudaErrorInvalidTexture : !format ? cudaErrorInvalidChannelDescriptor :
            set_rows(&t, address, format, width, height, pitch);
    if (!error)
        error = bind(r, &t);
    if (!error && offset)
        *offset = 0;
    return cudart_leave(error);
}

cudaError_t cudaBindTextureToArray(const textureReference *reference, cudaArray_const_t array,
                                   const cudaChannelFormatDesc *format)
{
    cudaError_t error = cudart_enter();
    registered *r = find(reference);
    texture t = { 0 };

    (void)format;                               // the array's
    if (!error)
        error = r ? set_array(&t, array) : cudaErrorInvalidTexture;
    return cudart_leave(error ? error : bind(r, &t));
}

cudaError_t cudaUnbindTexture(const textureReference *reference)
{
    cudaError_t error = cudart_enter();
    registered *r = find(reference);

    if (!error && !r)
        error = cudaErrorInvalidTexture;
    if (!error && r->handle) {
        device_texture_bind(cudart_memory(), module_program(r->module), r->name, 0);
        device_texture_free(cudart_memory(), r->handle);
        r->handle = 0;
    }
    return cudart_leave(error);
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *reference)
{
    cudaError_t error = cudart_enter();
    const registered *r = find(reference);

    if (!error)
        error = !offset ? cudaErrorInvalidValue : !r ? cudaErrorInvalidTexture : !r->handle ?
            cudaErrorInvalidTextureBinding : cudaSuccess;
    if (!error)
        *offset = 0;
    return cudart_leave(error);
}

cudaError_t cudaGetTextureReference(const textureReference **reference, const void *symbol)
{
    cudaError_t error = cudart_enter();
    const registered *r = find(symbol);

    if (!error)
        error = reference && r ? cudaSuccess : cudaErrorInvalidTexture;
    if (!error)
        *reference = r->host;
    return cudart_leave(error);
}

// --- objects

static cudaError_t set_resource(texture *t, const cudaResourceDesc *resource)
{
    switch (resource->resType) {
    case cudaResourceTypeArray:
        return set_array(t, resource->res.array.array);
    case cudaResourceTypeLinear:
        return set_linear(t, resource->res.linear.devPtr, &resource->res.linear.desc, resource->res.linear.sizeInBytes);
    case cudaResourceTypePitch2D:
        return set_rows(t, resource->res.pitch2D.devPtr, &resource->res.pitch2D.desc, resource->res.pitch2D.width,
                        resource->res.pitch2D.height, resource->res.pitch2D.pitchInBytes);
    default:
        cudart_complain("cudaCreateTextureObject: a mipmapped array, expected an array or memory");
        return cudaErrorNotSupported;
    }
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *object, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *description,
                                    const void *view)
{
    cudaError_t error = cudart_enter();
    texture t = { 0 };
    uint64_t handle = 0;

    if (!error && view)
        cudart_complain("cudaCreateTextureObject: a view of a resource is not supported, expected none");
    if (!error && (!object || !resource || !description || view))
        error = view ? cudaErrorNotSupported : cudaErrorInvalidValue;
    if (!error && (!modes_are_known(description->addressMode, description->filterMode) ||
                   description->readMode > cudaReadModeNormalizedFloat))
        error = cudaErrorInvalidValue;
    if (!error)
        error = set_resource(&t, resource);
    if (!error) {
        for (unsigned i = 0; i < 2; i++)
            t.edge[i] = (uint8_t)description->addressMode[i];
        memcpy(t.border, description->borderColor, sizeof t.border);
        t.filtered = description->filterMode == cudaFilterModeLinear;
        t.normalised = description->normalizedCoords != 0;
        t.as_float = description->readMode == cudaReadModeNormalizedFloat;
        error = make(&t, "cudaCreateTextureObject", &handle);
    }
    if (!error)
        *object = handle;
    return cudart_leave(error);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t object)
{
    cudaError_t error = cudart_enter();

    if (!error && object && !device_texture_free(cudart_memory(), object))
        error = cudaErrorInvalidValue;
    return cudart_leave(error);
}
