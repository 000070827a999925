// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/textures.h"

#include <stdlib.h>
#include <string.h>

#include "sim/cudart/sizes.h"

// --- the shape of one

// Consecutive channels of one size.
static bool set_format(texture *t, const cudaChannelFormatDesc *f)
{
    const int bits[4] = { f->x, f->y, f->z, f->w };

    t->kind = (uint8_t)f->f;
    t->bits = (uint8_t)f->x;
    for (t->channels = 0; t->channels < 4 && bits[t->channels]; t->channels++)
        if (bits[t->channels] != t->bits)        // no wider than its own field
            return false;
    return t->channels && f->f <= cudaChannelFormatKindFloat;
}

cudaError_t texture_make(const texture *t, const char *what, uint64_t *handle)
{
    const char *mistake = texture_mistake(t);

    if (mistake) {
        cudart_complain("%s: %s", what, mistake);
        return cudaErrorInvalidValue;
    }
    *handle = device_texture_new(cudart_memory(), t);
    return cudaSuccess;
}

cudaError_t texture_of_array(texture *t, cudaArray_const_t array)
{
    cudaChannelFormatDesc format;
    cudaExtent extent;
    memory_plane plane;
    size_t element;
    cudaError_t error = array_plane(array, &plane, &element, &format, &extent);

    if (error)
        return error;
    if (!set_format(t, &format)) {
        cudart_complain("a texture over an array of channels of %d, %d, %d and %d bits is not supported", format.x,
                        format.y, format.z, format.w);
        return cudaErrorNotSupported;
    }
    t->address = (uintptr_t)plane.at;
    t->width = (uint32_t)extent.width;
    t->height = (uint32_t)extent.height;
    t->pitch = plane.pitch;
    t->cube = array_flags(array) & cudaArrayCubemap;
    if (array_flags(array) & cudaArrayLayered)
        t->layers = (uint32_t)extent.depth / (t->cube ? CUBE_FACES : 1);
    else if (!t->cube)
        t->depth = (uint32_t)extent.depth;
    return cudaSuccess;
}

cudaError_t texture_of_mipmap(texture *t, cudaMipmappedArray_const_t mipmap)
{
    cudaArray_const_t first;
    unsigned levels;
    cudaError_t error = mipmap_first(mipmap, &first, &levels);

    if (!error)
        error = texture_of_array(t, first);
    if (!error)
        t->levels = levels;
    return error;
}

cudaError_t surface_of_array(texture *t, cudaArray_const_t array)
{
    cudaError_t error = texture_of_array(t, array);

    if (!error && !(array_flags(array) & cudaArraySurfaceLoadStore)) {
        cudart_complain("a surface of an array that was allocated without cudaArraySurfaceLoadStore, expected one with it");
        error = cudaErrorInvalidValue;
    }
    t->surface = true;
    return error;
}

cudaError_t texture_of_memory(texture *t, const void *address, const cudaChannelFormatDesc *format, size_t bytes)
{
    size_t most = memory_bytes_from(address);

    if (!set_format(t, format) || !texture_texel_bytes(t))
        return cudaErrorInvalidChannelDescriptor;
    if (bytes != UINT_MAX && bytes / texture_texel_bytes(t) > SIZE_LINEAR_TEXELS) {
        cudart_complain("a texture of %zu bytes of memory, expected at most %d texels", bytes, SIZE_LINEAR_TEXELS);
        return cudaErrorInvalidValue;
    }
    if (!most)
        return cudaErrorInvalidDevicePointer;
    t->address = (uintptr_t)address;
    t->width = (uint32_t)((bytes < most ? bytes : most) / texture_texel_bytes(t));
    t->linear_memory = true;
    return cudaSuccess;
}

// Rows of memory, all allocated.
cudaError_t texture_of_rows(texture *t, const void *address, const cudaChannelFormatDesc *format, size_t width, size_t height,
                            size_t pitch)
{
    const size_t most = memory_bytes_from(address);

    if (!set_format(t, format))
        return cudaErrorInvalidChannelDescriptor;
    if (!most)
        return cudaErrorInvalidDevicePointer;
    if (!width || !height ||
        size_span((size_t[]){ size_product(width, texture_texel_bytes(t)), height, 1 }, pitch, height) > most) {
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

// --- variables

static texture_variable *variables;

static texture_variable *add(cudart_module *m, const void *host, const char *name)
{
    texture_variable *v = calloc(1, sizeof *v);

    if (!v || !(v->name = strdup(name)))
        abort();
    v->host = host;
    v->module = m;
    v->next = variables;
    return variables = v;
}

void texture_register(cudart_module *m, const void *host, const char *name, bool as_float)
{
    add(m, host, name)->as_float = as_float;
}

void surface_register(cudart_module *m, const void *host, const char *name)
{
    add(m, host, name)->is_surface = true;
}

void textures_unregister(const cudart_module *m)
{
    for (texture_variable **at = &variables; *at;) {
        texture_variable *v = *at;
        if (v->module == m) {
            *at = v->next;
            free(v->name);
            free(v);
        } else {
            at = &v->next;
        }
    }
}

void textures_forget(void)
{
    for (texture_variable *v = variables; v; v = v->next)
        v->handle = 0;
}

texture_variable *texture_variable_find(const void *host, bool is_surface)
{
    texture_variable *v = variables;

    while (v && (v->host != host || v->is_surface != is_surface))
        v = v->next;
    return v;
}

cudaError_t texture_variable_bind(texture_variable *v, const texture *t)
{
    cudaError_t error = module_load(v->module);
    uint64_t handle = 0;

    if (!error)
        error = texture_make(t, v->name, &handle);
    if (error)
        return error;
    if (!device_texture_bind(cudart_memory(), module_program(v->module), v->name, handle)) {
        cudart_complain("%s %s: is no %s of the program's PTX", v->is_surface ? "surface" : "texture", v->name,
                        v->is_surface ? ".surfref" : ".texref");
        device_texture_free(cudart_memory(), handle);
        return v->is_surface ? cudaErrorInvalidSurface : cudaErrorInvalidTexture;
    }
    if (v->handle)
        device_texture_free(cudart_memory(), v->handle);
    v->handle = handle;
    return cudaSuccess;
}

void texture_variable_unbind(texture_variable *v)
{
    if (v->handle) {
        device_texture_bind(cudart_memory(), module_program(v->module), v->name, 0);
        device_texture_free(cudart_memory(), v->handle);
        v->handle = 0;
    }
}
