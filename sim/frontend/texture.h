// SPDX-License-Identifier: BSD-3-Clause
// Textures and surfaces of a device: texel format, location, addressing. A host makes one and gets a handle. A kernel's `tex`
// takes the handle from a register (texture object) or from a bound .texref variable (texture reference); suld, sust and sured
// take a surface's handle likewise.
//
// Arithmetic as in NVIDIA's CUDA guide ("Texture Fetching"). With x' = x, or x times the width for normalised coordinates, the
// nearest texel is floor(x'). A filtered value lies between texel floor(x' - 0.5) and the next, by the fraction rounded to 8
// bits. The edge mode handles coordinates outside: wrap and mirror only with normalised coordinates, else clamp. Integer
// coordinates number the texels and are never filtered. Missing channels are 0.
//
// A layer past the last is the last. The largest coordinate chooses a cube's face, ties in the order z, y, x; no filter crosses
// its edges. A level of detail is clamped to the texture's levels; its fraction between two has 8 bits, too.
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
    uint32_t width, height, depth;      // texels; height 0: one dimension; depth 0: one or two
    uint32_t layers;                    // 0: not an array
    bool     cube;                      // six squares, or six for each layer
    uint32_t levels;                    // of detail, one after another, each with all its layers; 0 and 1: one level
    uint64_t pitch;                     // bytes from a row to the next; planes, faces and layers follow each other
    uint8_t  kind;                      // texel_kind
    uint8_t  channels, bits;            // 1, 2 or 4 of 8, 16 or 32; floats have 16 or 32
    uint8_t  edge[3];                   // texture_edge of x, y, z
    bool     filtered;                  // between texels (linear), else the nearest; of floats, and of integers read as such
    bool     normalised;                // coordinates from 0 to 1
    bool     as_float;                  // integers of 8 and 16 bits are read as 0 to 1, signed ones as -1 to 1
    bool     linear_memory;             // outside it reads 0, whatever the edge
    bool     srgb;                      // bytes read as floats: the first three channels are sRGB
    bool     surface;                   // else a texture
    bool     levels_filtered;           // between two levels, else the nearest
    float    level_bias, level_least, level_most;
    float    border[4];
} texture;

// NULL, or what is wrong with it, for the host.
const char *texture_mistake(const texture *);
uint64_t device_texture_new(device_memory *, const texture *);                // its handle, never 0; the texture must be valid
bool     device_texture_free(device_memory *, uint64_t handle);               // false: there is none
const texture *device_texture_find(const device_memory *, uint64_t handle);   // NULL: there is none
// Binds the .texref variable of this name (or unmangled name) to the handle; 0 unbinds. False: there is none, or it is not in
// device memory yet.
bool     device_texture_bind(device_memory *, const program *, const char *name, uint64_t handle);
bool     variable_is_texture(const program_variable *);

texture_geometry texture_geometry_of(const texture *);
const char *texture_geometry_name(texture_geometry);
uint32_t    texture_dimensions(texture_geometry);       // coordinates, without the layer
bool        texture_has_layers(texture_geometry);
uint32_t    texture_texel_bytes(const texture *);
uint32_t    texture_images(const texture *);            // layers and faces; 1: neither

// A level of detail: the texture itself is the first. Its bytes with all planes, faces and layers.
typedef struct { uint64_t address; uint32_t width, height, depth; uint64_t pitch, plane; } texture_level;
texture_level texture_level_of(const texture *, uint32_t level);
uint64_t      texture_level_bytes(const texture *, const texture_level *);

// --- texture_sample.c. Coordinates beyond the texture's dimensions are ignored.
// Four channels of 32 bits, floats as their bits; address of the first texel read, 0: none, or outside every buffer.
typedef struct { uint32_t channel[4]; uint64_t address; bool outside; } texture_sample;
typedef struct { uint32_t layer; union { float at[3]; int32_t texel[3]; }; float level; } texture_place;
texture_sample texture_at(device_memory *, const texture *, const texture_place *);         // texel, level (a whole number)
texture_sample texture_near(device_memory *, const texture *, const texture_place *);       // at, level
// One channel of the four texels that a filter uses, anticlockwise from the lower left.
texture_sample texture_gather(device_memory *, const texture *, const texture_place *, uint32_t channel);

// Where bytes of a surface lie: texel[0] counts bytes. Beyond its edges: clamp to the last texel, or 0.
uint64_t surface_address(const texture *, const texture_place *, uint32_t bytes, bool clamp);

#endif
