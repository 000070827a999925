// SPDX-License-Identifier: BSD-3-Clause
// The runtime API: surfaces, of arrays allocated for them: a program variable bound to one, or an object with a handle.
#include "sim/cudart/runtime/runtime.h"

#include "sim/cudart/textures.h"

cudaError_t cudaBindSurfaceToArray(const surfaceReference *reference, cudaArray_const_t array, const cudaChannelFormatDesc *format)
{
    cudaError_t error = cudart_enter();
    texture_variable *v = texture_variable_find(reference, true);
    texture t = { 0 };

    (void)format;                               // the array's
    if (!error)
        error = v ? surface_of_array(&t, array) : cudaErrorInvalidSurface;
    return cudart_leave(error ? error : texture_variable_bind(v, &t));
}

cudaError_t cudaGetSurfaceReference(const surfaceReference **reference, const void *symbol)
{
    cudaError_t error = cudart_enter();
    const texture_variable *v = texture_variable_find(symbol, true);

    if (!error)
        error = reference && v ? cudaSuccess : cudaErrorInvalidSurface;
    if (!error)
        *reference = v->host;
    return cudart_leave(error);
}

cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *made, const cudaResourceDesc *resource)
{
    cudaError_t error = cudart_enter();
    texture t = { 0 };
    uint64_t handle = 0;

    if (!error)
        error = made && resource ? cudaSuccess : cudaErrorInvalidValue;
    if (!error && resource->resType != cudaResourceTypeArray) {
        cudart_complain("cudaCreateSurfaceObject: a resource that is no array, expected one");
        error = cudaErrorInvalidValue;
    }
    if (!error)
        error = surface_of_array(&t, resource->res.array.array);
    if (!error)
        error = texture_make(&t, "cudaCreateSurfaceObject", &handle);
    if (!error)
        *made = handle;
    return cudart_leave(error);
}

static bool is_surface(cudaSurfaceObject_t handle)
{
    const texture *t = device_texture_find(cudart_memory(), handle);

    return t && t->surface;
}

cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t handle)
{
    cudaError_t error = cudart_enter();

    if (!error && handle && !is_surface(handle))
        error = cudaErrorInvalidValue;
    if (!error && handle)
        device_texture_free(cudart_memory(), handle);
    return cudart_leave(error);
}
