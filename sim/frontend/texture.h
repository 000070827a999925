// SPDX-License-Identifier: BSD-3-Clause
// Textures and surfaces of a device: what a texel is, where it lies, how coordinates find it. A host makes one and gets a handle:
// a kernel's `tex` takes it from a register (a texture object) or from a variable .texref that it was bound to (a texture
// reference); suld, sust and sured take a surface's likewise.
//
// Numbers as NVIDIA's CUDA guide has them ("Texture Fetching"): with x' = x, or x times the width where coordinates are
// normalised, the nearest texel is floor(x'); a filtered one lies between floor(x' - 0.5) and the one behind it, by the
// fraction in 8 bits, the nearest to it. What lies outside is found by the edge, wrap and mirror with normalised coordinates
// alone, else clamp. Coordinates that are integers are numbers of texels; nothing is filtered with them. Missing channels are 0.
//
// A layer beyond the last is the last. A cube's face is that of the coordinate that is largest, z before y before x where they are equal,
// and nothing is filtered over its edges. A level of detail is clamped to the texture's; between two levels it counts in 8 bits, too.
#ifndef WARPLOCK_SIM_FRONTEND_TEXTURE_H
#define WARPLOCK_SIM_FRONTEND_TEXTURE_H

#include "sim/frontend/exec.h"

typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT } texel_kind;              // as cudaChannelFormatKind
typedef enum { EDGE_WRAP, EDGE_CLAMP, EDGE_MIRROR, EDGE_BORDER } texture_edge;      // as cudaTextureAddressMode

// As PTX calls them: a: an array of layers.
#define TEXTURE_GEOMETRIES(X) X(1d) X(2d) X(3d) X(a1d) X(a2d) X(cube) X(acube)
typedef enum {
#define X(name) TEXTURE_##name,
    TEXTURE_GEOMETRIES(X)
#undef X
    TEXTURE_GEOMETRY_COUNT
} texture_geometry;
enum { CUBE_FACES = 6, TEXTURE_LEVELS_MAX = 16, TEXTURE_SIZE_MAX = 1 << 28 };

typedef struct texture {
    uint64_t address;                   // of the first texel, aligned to one
    uint32_t width, height, depth;      // texels; height 0: it has one dimension; depth 0: one or two
    uint32_t layers;                    // 0: it is no array
    bool     cube;                      // six squares, or six for each layer
    uint32_t levels;                    // of detail, one behind the other, each with all its layers; 0 and 1: it has one
    uint64_t pitch;                     // bytes from a row to the next; planes, faces and layers lie behind each other
    uint8_t  kind;                      // texel_kind
    uint8_t  channels, bits;            // 1, 2 or 4 of 8, 16 or 32; floats have 16 or 32
    uint8_t  edge[3];                   // texture_edge of x, y, z
    bool     filtered;                  // between texels (linear), else the nearest; of floats, and of integers read as such
    bool     normalised;                // coordinates from 0 to 1
    bool     as_float;                  // integers of 8 and 16 bits are read as 0 to 1, signed ones as -1 to 1
    bool     linear_memory;             // outside of it is 0, whatever the edge
    bool     srgb;                      // bytes read as floats: the first three channels are sRGB
    bool     surface;                   // else a texture
    bool     levels_filtered;           // between two levels, else the nearest
    float    level_bias, level_least, level_most;
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

texture_geometry texture_geometry_of(const texture *);
const char *texture_geometry_name(texture_geometry);
uint32_t    texture_dimensions(texture_geometry);       // coordinates, without the layer
bool        texture_has_layers(texture_geometry);
uint32_t    texture_texel_bytes(const texture *);
uint32_t    texture_images(const texture *);            // layers and faces; 1: it has none

// A level of detail: the texture itself is the first. Its bytes with all planes, faces and layers.
typedef struct { uint64_t address; uint32_t width, height, depth; uint64_t pitch, plane; } texture_level;
texture_level texture_level_of(const texture *, uint32_t level);
uint64_t      texture_level_bytes(const texture *, const texture_level *);

// --- texture_sample.c. Coordinates beyond the texture's dimensions are not looked at.
// Four channels as 32 bits each, floats as their bits; where the first texel that was read lies, 0: none was, or it lies outside every buffer.
typedef struct { uint32_t channel[4]; uint64_t address; bool outside; } texture_sample;
typedef struct { uint32_t layer; union { float at[3]; int32_t texel[3]; }; float level; } texture_place;
texture_sample texture_at(device_memory *, const texture *, const texture_place *);         // texel, level (a whole number)
texture_sample texture_near(device_memory *, const texture *, const texture_place *);       // at, level
// One channel of the four texels that a filter takes, from the lower left one on against the clock.
texture_sample texture_gather(device_memory *, const texture *, const texture_place *, uint32_t channel);

// Where bytes of a surface lie: texel[0] counts bytes. Beyond its edges: clamp to the last texel, or 0.
uint64_t surface_address(const texture *, const texture_place *, uint32_t bytes, bool clamp);

#endif
