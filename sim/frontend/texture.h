// SPDX-License-Identifier: BSD-3-Clause
// Textures of a device: what a texel is, where it lies, how coordinates find it. A host makes one and gets a handle: a
// kernel's `tex` takes it from a register (a texture object) or from a variable .texref that it was bound to (a texture
// reference).
//
// Numbers as NVIDIA's CUDA guide has them ("Texture Fetching"): with x' = x, or x times the width where coordinates are
// normalised, the nearest texel is floor(x'); a filtered one lies between floor(x' - 0.5) and the one behind it, by the
// fraction in 8 bits, the nearest to it. What lies outside is found by the edge, wrap and mirror with normalised coordinates
// alone, else clamp. Coordinates that are integers are numbers of texels; nothing is filtered with them. Missing channels are 0.
// Not modelled: levels (mipmaps), layers, cubes, three dimensions, gathers, sRGB.
#ifndef WARPLOCK_SIM_FRONTEND_TEXTURE_H
#define WARPLOCK_SIM_FRONTEND_TEXTURE_H

#include "sim/frontend/exec.h"

typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT } texel_kind;              // as cudaChannelFormatKind
typedef enum { EDGE_WRAP, EDGE_CLAMP, EDGE_MIRROR, EDGE_BORDER } texture_edge;      // as cudaTextureAddressMode

typedef struct texture {
    uint64_t address;                   // of the first texel, aligned to one
    uint32_t width, height;             // texels; height 0: it has one dimension
    uint64_t pitch;                     // bytes from a row to the next
    uint8_t  kind;                      // texel_kind
    uint8_t  channels, bits;            // 1, 2 or 4 of 8, 16 or 32; floats have 32
    uint8_t  edge[2];                   // texture_edge of x, y
    bool     filtered;                  // between texels (linear), else the nearest; of floats, and of integers read as such
    bool     normalised;                // coordinates from 0 to 1
    bool     as_float;                  // integers of 8 and 16 bits are read as 0 to 1, signed ones as -1 to 1
    bool     linear_memory;             // outside of it is 0, whatever the edge
    float    border[4];
} texture;

// NULL; else what is wrong with it, for the host.
const char *texture_mistake(const texture *);
uint64_t device_texture_new(device_memory *, const texture *);                // its handle, never 0; the texture is free of mistakes
bool     device_texture_free(device_memory *, uint64_t handle);               // false: there is none
const texture *device_texture_find(const device_memory *, uint64_t handle);   // NULL: there is none
// The variable .texref of this name (or unmangled name) holds the handle, 0: none, from now on. False: there is none, or it is
// not in device memory yet.
bool     device_texture_bind(device_memory *, const program *, const char *name, uint64_t handle);
bool     variable_is_texture(const program_variable *);

// Four channels as 32 bits each, floats as their bits; where the first texel that was read lies, 0: none was, or it lies outside every buffer.
typedef struct { uint32_t channel[4]; uint64_t address; bool outside; } texture_sample;
texture_sample texture_at(device_memory *, const texture *, int32_t x, int32_t y);
texture_sample texture_near(device_memory *, const texture *, float x, float y);

#endif
