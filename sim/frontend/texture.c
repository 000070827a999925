// SPDX-License-Identifier: BSD-3-Clause
// A texture's shape, and a device's table of textures; see sim/frontend/texture.h.
#include "sim/frontend/texture.h"

#include "sim/frontend/device_memory.h"
#include "sim/frontend/module.h"

#include <stdlib.h>
#include <string.h>

#define HANDLE_BASE UINT64_C(0x7465780000000000)      // no address, and no small number
#define TEXTURE_BYTES_MAX 0x1p46

// --- its shape

texture_geometry texture_geometry_of(const texture *t)
{
    if (t->cube) {
        return t->layers != 0 ? TEXTURE_acube : TEXTURE_cube;
    }
    if (t->layers != 0) {
        return t->height == 0 ? TEXTURE_a1d : TEXTURE_a2d;
    }
    return t->depth != 0 ? TEXTURE_3d : t->height != 0 ? TEXTURE_2d : TEXTURE_1d;
}

const char *texture_geometry_name(texture_geometry g)
{
    static const char *const names[] = {
#define X(name) #name,
        TEXTURE_GEOMETRIES(X)
#undef X
    };
    return names[g];
}

uint32_t texture_dimensions(texture_geometry g)
{
    return g == TEXTURE_1d || g == TEXTURE_a1d ? 1 : g == TEXTURE_2d || g == TEXTURE_a2d ? 2 : 3;
}

bool texture_has_layers(texture_geometry g)
{
    return g == TEXTURE_a1d || g == TEXTURE_a2d || g == TEXTURE_acube;
}

uint32_t texture_texel_bytes(const texture *t)
{
    return (uint32_t)t->channels * t->bits / 8;
}

uint32_t texture_images(const texture *t)
{
    return (t->layers != 0 ? t->layers : 1) * (t->cube ? CUBE_FACES : 1);
}

uint64_t texture_level_bytes(const texture *t, const texture_level *l)
{
    return l->plane * (l->depth > 1 ? l->depth : 1) * texture_images(t);
}

static uint32_t halved(uint32_t size, uint32_t level)
{
    return size == 0 ? 0 : size >> level == 0 ? 1 : size >> level;
}

// All but the first have packed rows.
texture_level texture_level_of(const texture *t, uint32_t level)
{
    texture_level at = { t->address, t->width, t->height, t->depth, t->pitch, t->pitch * (t->height != 0 ? t->height : 1) };
    for (uint32_t i = 1; i <= level; i++) {
        uint64_t pitch = (uint64_t)halved(t->width, i) * texture_texel_bytes(t);
        at = (texture_level){ at.address + texture_level_bytes(t, &at), halved(t->width, i), halved(t->height, i),
                              halved(t->depth, i), pitch, pitch * (t->height != 0 ? halved(t->height, i) : 1) };
    }
    return at;
}

// --- the table

static const char *mistake_of_shape(const texture *t)
{
    uint64_t texel = texture_texel_bytes(t);
    bool has_rows = t->height > 1 || texture_images(t) > 1 || t->depth > 1;
    if (t->width == 0 || t->width > TEXTURE_SIZE_MAX || t->height > TEXTURE_SIZE_MAX || t->depth > TEXTURE_SIZE_MAX ||
        t->layers > TEXTURE_SIZE_MAX || t->address % texel != 0 ||
        (has_rows && (t->pitch < t->width * texel || t->pitch % texel != 0 || t->pitch > UINT32_MAX))) {
        return "the size, the address or the pitch is none of a texture";
    }
    if ((t->depth != 0 && (t->height == 0 || texture_images(t) > 1)) || (t->cube && t->width != t->height) || t->levels > TEXTURE_LEVELS_MAX) {
        return "there is no such shape";
    }
    double rows = (t->height != 0 ? t->height : 1.0) * (t->depth != 0 ? t->depth : 1.0) * texture_images(t);
    return rows * (double)t->pitch > TEXTURE_BYTES_MAX ? "it is larger than any memory" : NULL;
}

const char *texture_mistake(const texture *t)
{
    if (t->channels != 1 && t->channels != 2 && t->channels != 4) {
        return "a texel has 1, 2 or 4 channels";
    }
    if ((t->bits != 8 && t->bits != 16 && t->bits != 32) || (t->kind == TEXEL_FLOAT && t->bits == 8) ||
        t->kind > TEXEL_FLOAT) {
        return "a channel is an integer of 8, 16 or 32 bits or a float of 16 or 32";
    }
    const char *mistake = mistake_of_shape(t);
    if (mistake != NULL) {
        return mistake;
    }
    if (t->edge[0] > EDGE_BORDER || t->edge[1] > EDGE_BORDER || t->edge[2] > EDGE_BORDER) {
        return "there is no such address mode";
    }
    if (t->as_float && (t->kind == TEXEL_FLOAT || t->bits == 32)) {
        return "integers of 8 and 16 bits alone are read as floats from 0 to 1";
    }
    if (t->srgb && (t->bits != 8 || t->kind != TEXEL_UNSIGNED || !t->as_float)) {
        return "bytes that are read as floats alone are sRGB";
    }
    return t->filtered && t->kind != TEXEL_FLOAT && !t->as_float ? "what is filtered is read as floats" : NULL;
}

uint64_t device_texture_new(device_memory *m, const texture *t)
{
    uint32_t place = 0;
    while (place < m->n_textures && m->textures[place].width != 0) {
        place++;
    }
    if (place == m->n_textures) {
        texture *grown = realloc(m->textures, (place + 1) * sizeof *grown);
        if (grown == NULL) {
            abort();
        }
        m->textures = grown;
        m->n_textures++;
    }
    m->textures[place] = *t;
    return HANDLE_BASE + place;
}

static texture *find(const device_memory *m, uint64_t handle)
{
    uint64_t place = handle - HANDLE_BASE;
    return place < m->n_textures && m->textures[place].width != 0 ? &m->textures[place] : NULL;
}

const texture *device_texture_find(const device_memory *m, uint64_t handle)
{
    return find(m, handle);
}

bool device_texture_free(device_memory *m, uint64_t handle)
{
    texture *t = find(m, handle);
    if (t != NULL) {
        *t = (texture){ .width = 0 };
    }
    return t != NULL;
}

bool variable_is_texture(const program_variable *v)
{
    return v->is_texture;
}

bool device_texture_bind(device_memory *m, const program *p, const char *name, uint64_t handle)
{
    const program_variable *v = program_variable_find(p, name);
    void *at = v != NULL && v->is_texture ? device_at(m, v->address, sizeof handle) : NULL;
    if (at != NULL) {
        memcpy(at, &handle, sizeof handle);
    }
    return at != NULL;
}
