// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: textures. A reference is a program variable to which a texture is bound; an object is a texture with a
// handle. Both become textures of the front end (sim/frontend/texture.h), which reports errors in one.
#include "sim/cudart/runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cudart/textures.h"

// A byte of a texture here is a 32-bit number there.
static bool modes_are_known(const cudaTextureAddressMode edges[3], cudaTextureFilterMode filter, cudaTextureFilterMode levels)
{
    return edges[0] <= cudaAddressModeBorder && edges[1] <= cudaAddressModeBorder && edges[2] <= cudaAddressModeBorder &&
        filter <= cudaFilterModeLinear && levels <= cudaFilterModeLinear;
}

// Only integers of 8 and 16 bits are read as 0 to 1, whatever is set for others.
static bool is_promoted(const texture *t, bool asked) { return asked && t->kind != TEXEL_FLOAT && t->bits < 32; }

// Settings that references and objects share.
#define SET_MODES(t, from) do { \
        for (unsigned mode = 0; mode < 3; mode++) \
            (t)->edge[mode] = (uint8_t)(from)->addressMode[mode]; \
        (t)->filtered = (from)->filterMode == cudaFilterModeLinear; \
        (t)->srgb = (from)->sRGB != 0; \
        (t)->levels_filtered = (from)->mipmapFilterMode == cudaFilterModeLinear; \
        (t)->level_bias = (from)->mipmapLevelBias; \
        (t)->level_least = (from)->minMipmapLevelClamp; \
        (t)->level_most = (from)->maxMipmapLevelClamp; \
    } while (0)

// --- references

static cudaError_t bind(texture_variable *v, texture *t)
{
    const textureReference *host = v->host;

    if (!modes_are_known(host->addressMode, host->filterMode, host->mipmapFilterMode))
        return cudaErrorInvalidValue;
    SET_MODES(t, host);
    t->normalised = host->normalized != 0;
    t->as_float = is_promoted(t, v->as_float);
    return texture_variable_bind(v, t);
}

cudaError_t cudaBindTexture(size_t *offset, const textureReference *reference, const void *address,
                            const cudaChannelFormatDesc *format, size_t bytes)
{
    cudaError_t error = cudart_enter();
    texture_variable *r = texture_variable_find(reference, false);
    texture t = { 0 };

    if (!error)
        error = !r ? cudaErrorInvalidTexture : !format ? cudaErrorInvalidValue : texture_of_memory(&t, address, format, bytes);
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
    texture_variable *r = texture_variable_find(reference, false);
    texture t = { 0 };

    if (!error)
        error = !r ? cudaErrorInvalidTexture : !format ? cudaErrorInvalidChannelDescriptor :
            texture_of_rows(&t, address, format, width, height, pitch);
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
    texture_variable *r = texture_variable_find(reference, false);
    texture t = { 0 };

    (void)format;                               // the array's
    if (!error)
        error = r ? texture_of_array(&t, array) : cudaErrorInvalidTexture;
    return cudart_leave(error ? error : bind(r, &t));
}

cudaError_t cudaBindTextureToMipmappedArray(const textureReference *reference, cudaMipmappedArray_const_t mipmap,
                                            const cudaChannelFormatDesc *format)
{
    cudaError_t error = cudart_enter();
    texture_variable *r = texture_variable_find(reference, false);
    texture t = { 0 };

    (void)format;                               // the array's
    if (!error)
        error = r ? texture_of_mipmap(&t, mipmap) : cudaErrorInvalidTexture;
    return cudart_leave(error ? error : bind(r, &t));
}

cudaError_t cudaUnbindTexture(const textureReference *reference)
{
    cudaError_t error = cudart_enter();
    texture_variable *r = texture_variable_find(reference, false);

    if (!error && !r)
        error = cudaErrorInvalidTexture;
    if (!error)
        texture_variable_unbind(r);
    return cudart_leave(error);
}

cudaError_t cudaGetTextureAlignmentOffset(size_t *offset, const textureReference *reference)
{
    cudaError_t error = cudart_enter();
    const texture_variable *r = texture_variable_find(reference, false);

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
    const texture_variable *r = texture_variable_find(symbol, false);

    if (!error)
        error = reference && r ? cudaSuccess : cudaErrorInvalidTexture;
    if (!error)
        *reference = r->host;
    return cudart_leave(error);
}

// --- objects

typedef struct object {
    uint64_t handle;
    cudaResourceDesc resource;
    cudaTextureDesc  description;
    struct object   *next;
} object;

static object *objects;

static cudaError_t set_resource(texture *t, const cudaResourceDesc *resource)
{
    switch (resource->resType) {
    case cudaResourceTypeArray:
        return texture_of_array(t, resource->res.array.array);
    case cudaResourceTypeLinear:
        return texture_of_memory(t, resource->res.linear.devPtr, &resource->res.linear.desc, resource->res.linear.sizeInBytes);
    case cudaResourceTypePitch2D:
        return texture_of_rows(t, resource->res.pitch2D.devPtr, &resource->res.pitch2D.desc, resource->res.pitch2D.width,
                        resource->res.pitch2D.height, resource->res.pitch2D.pitchInBytes);
    case cudaResourceTypeMipmappedArray:
        return texture_of_mipmap(t, resource->res.mipmap.mipmap);
    default:
        return cudaErrorInvalidValue;
    }
}

static void remember(uint64_t handle, const cudaResourceDesc *resource, const cudaTextureDesc *description)
{
    object *made = malloc(sizeof *made);

    if (!made)
        abort();
    *made = (object){ handle, *resource, *description, objects };
    objects = made;
}

static object **find_object(cudaTextureObject_t handle)
{
    object **at = &objects;

    while (*at && (*at)->handle != handle)
        at = &(*at)->next;
    return at;
}

void texture_objects_forget(void)
{
    for (object *o; (o = objects) != NULL; free(o))
        objects = o->next;
}

cudaError_t cudaCreateTextureObject(cudaTextureObject_t *made, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *description,
                                    const void *view)
{
    cudaError_t error = cudart_enter();
    texture t = { 0 };
    uint64_t handle = 0;

    if (!error && view)
        cudart_complain("cudaCreateTextureObject: a view of a resource is not supported, expected none");
    if (!error && (!made || !resource || !description || view))
        error = view ? cudaErrorNotSupported : cudaErrorInvalidValue;
    if (!error && (!modes_are_known(description->addressMode, description->filterMode, description->mipmapFilterMode) ||
                   description->readMode > cudaReadModeNormalizedFloat))
        error = cudaErrorInvalidValue;
    if (!error)
        error = set_resource(&t, resource);
    if (!error) {
        SET_MODES(&t, description);
        memcpy(t.border, description->borderColor, sizeof t.border);
        t.normalised = description->normalizedCoords != 0;
        t.as_float = is_promoted(&t, description->readMode == cudaReadModeNormalizedFloat);
        error = texture_make(&t, "cudaCreateTextureObject", &handle);
    }
    if (!error) {
        remember(handle, resource, description);
        *made = handle;
    }
    return cudart_leave(error);
}

cudaError_t cudaDestroyTextureObject(cudaTextureObject_t handle)
{
    cudaError_t error = cudart_enter();
    object **at = find_object(handle), *found = *at;

    if (!error && handle && !found)
        error = cudaErrorInvalidValue;
    if (!error && found) {
        device_texture_free(cudart_memory(), handle);
        *at = found->next;
        free(found);
    }
    return cudart_leave(error);
}

static cudaError_t look_at(cudaTextureObject_t handle, const void *to, const object **found)
{
    cudaError_t error = cudart_enter();

    *found = *find_object(handle);
    return error ? error : to && *found ? cudaSuccess : cudaErrorInvalidValue;
}

cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t handle)
{
    const object *found;
    cudaError_t error = look_at(handle, resource, &found);

    if (!error)
        *resource = found->resource;
    return cudart_leave(error);
}

cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *description, cudaTextureObject_t handle)
{
    const object *found;
    cudaError_t error = look_at(handle, description, &found);

    if (!error)
        *description = found->description;
    return cudart_leave(error);
}
