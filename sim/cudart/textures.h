// SPDX-License-Identifier: BSD-3-Clause
// Textures and surfaces of the front end (sim/frontend/texture.h) from a program's arrays and memory, and the program's variables
// that one is bound to. Each function returns the CUDA error, with a line on standard error if that does not say enough.
#ifndef WARPLOCK_SIM_CUDART_TEXTURES_H
#define WARPLOCK_SIM_CUDART_TEXTURES_H

#include "sim/cudart/cudart.h"
#include "sim/frontend/texture.h"

// --- the shape of one
cudaError_t texture_of_array(texture *, cudaArray_const_t);
cudaError_t texture_of_mipmap(texture *, cudaMipmappedArray_const_t);
// Linear memory of so many bytes, at most to the end of its allocation. A reference may leave the number open (UINT_MAX); an
// object has at most as many texels as a texture of a device.
cudaError_t texture_of_memory(texture *, const void *address, const cudaChannelFormatDesc *, size_t bytes);
cudaError_t texture_of_rows(texture *, const void *address, const cudaChannelFormatDesc *, size_t width, size_t height, size_t pitch);
cudaError_t surface_of_array(texture *, cudaArray_const_t);
// Makes a handle; `what`: its owner, for messages.
cudaError_t texture_make(const texture *, const char *what, uint64_t *handle);

// --- a variable that one is bound to
typedef struct texture_variable {
    const void *host;                           // textureReference or surfaceReference, as the host knows it
    cudart_module *module;
    char    *name;
    bool     is_surface;
    bool     as_float;                          // integers are read as 0 to 1
    uint64_t handle;                            // bound; 0: not
    struct texture_variable *next;
} texture_variable;

texture_variable *texture_variable_find(const void *host, bool is_surface);      // NULL: there is none
cudaError_t texture_variable_bind(texture_variable *, const texture *);
void        texture_variable_unbind(texture_variable *);

#endif
