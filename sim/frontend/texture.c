// SPDX-License-Identifier: BSD-3-Clause
// Texels, and the table of a device's textures; see sim/frontend/texture.h.
#include "sim/frontend/texture.h"

#include "sim/frontend/device_memory.h"
#include "sim/frontend/module.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define HANDLE_BASE UINT64_C(0x7465780000000000)      // no address, and no small number
enum { COORDINATE_MAX = 1 << 28, NAN_BITS = 0x7FFFFFFF };

// --- the table

const char *texture_mistake(const texture *t)
{
    uint64_t texel = (uint64_t)t->channels * t->bits / 8;
    if (t->channels != 1 && t->channels != 2 && t->channels != 4) {
        return "a texel has 1, 2 or 4 channels";
    }
    if ((t->bits != 8 && t->bits != 16 && t->bits != 32) || (t->kind == TEXEL_FLOAT && t->bits != 32) ||
        t->kind > TEXEL_FLOAT) {
        return "a channel is an integer of 8, 16 or 32 bits or a float of 32";
    }
    if (t->width == 0 || t->width > COORDINATE_MAX || t->height > COORDINATE_MAX || t->address % texel != 0 ||
        (t->height > 1 && (t->pitch < t->width * texel || t->pitch % texel != 0))) {
        return "the size, the address or the pitch is none of a texture";
    }
    if (t->edge[0] > EDGE_BORDER || t->edge[1] > EDGE_BORDER) {
        return "there is no such address mode";
    }
    if (t->as_float && (t->kind == TEXEL_FLOAT || t->bits == 32)) {
        return "integers of 8 and 16 bits alone are read as floats from 0 to 1";
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

// --- a texel

static uint32_t texel_bytes(const texture *t)
{
    return (uint32_t)t->channels * t->bits / 8;
}

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static uint32_t channel_at(const texture *t, const uint8_t *at)
{
    uint32_t raw = 0;
    memcpy(&raw, at, t->bits / 8);
    int32_t value = t->bits == 32 ? (int32_t)raw : (int32_t)(raw << (32 - t->bits)) >> (32 - t->bits);
    if (!t->as_float) {
        return t->kind == TEXEL_SIGNED ? (uint32_t)value : raw;
    }
    float most = (float)((1u << (t->bits - (t->kind == TEXEL_SIGNED))) - 1);
    return float_bits(t->kind == TEXEL_SIGNED ? fmaxf((float)value / most, -1.0f) : (float)raw / most);
}

// The number of a texel that lies inside, -1: it does not.
static int64_t inside(int64_t at, uint32_t size, uint8_t edge, bool normalised)
{
    if (at >= 0 && at < size) {
        return at;
    }
    if (edge == EDGE_BORDER) {
        return -1;
    }
    if (edge == EDGE_CLAMP || !normalised) {
        return at < 0 ? 0 : size - 1;
    }
    int64_t round = edge == EDGE_MIRROR ? 2 * (int64_t)size : size, rest = (at % round + round) % round;
    return rest < size ? rest : round - 1 - rest;
}

static texture_sample border_of(const texture *t)
{
    texture_sample sample = { .address = 0 };
    bool is_float = t->kind == TEXEL_FLOAT || t->as_float;
    for (uint32_t i = 0; i < t->channels && !t->linear_memory; i++) {
        sample.channel[i] = is_float ? float_bits(t->border[i]) : (uint32_t)(int64_t)t->border[i];
    }
    return sample;
}

static texture_sample read_texel(device_memory *m, const texture *t, int64_t x, int64_t y)
{
    bool beyond = t->linear_memory && (x < 0 || x >= t->width);
    int64_t column = beyond ? -1 : inside(x, t->width, t->edge[0], t->normalised);
    int64_t row = t->height == 0 ? 0 : inside(y, t->height, t->edge[1], t->normalised);
    if (column < 0 || row < 0) {
        return border_of(t);
    }
    texture_sample sample = { .address = t->address + (uint64_t)row * t->pitch + (uint64_t)column * texel_bytes(t) };
    const uint8_t *at = device_at(m, sample.address, texel_bytes(t));
    if (at == NULL) {
        sample.outside = true;
        return sample;
    }
    for (uint32_t i = 0; i < t->channels; i++) {
        sample.channel[i] = channel_at(t, at + i * t->bits / 8);
    }
    return sample;
}

texture_sample texture_at(device_memory *m, const texture *t, int32_t x, int32_t y)
{
    return read_texel(m, t, x, y);
}

// --- between texels

static double in_texels(float coordinate, uint32_t size, bool normalised)
{
    double at = (double)coordinate * (normalised ? size : 1);
    return at != at ? 0 : at < -COORDINATE_MAX ? -COORDINATE_MAX : at > COORDINATE_MAX ? COORDINATE_MAX : at;
}

// The texel in front, and how much the one behind it counts.
static int64_t split(double at, double *behind)
{
    double front = floor(at - 0.5);
    *behind = nearbyint((at - 0.5 - front) * 256) / 256;
    return (int64_t)front;
}

texture_sample texture_near(device_memory *m, const texture *t, float x, float y)
{
    double u = in_texels(x, t->width, t->normalised), v = t->height == 0 ? 0 : in_texels(y, t->height, t->normalised);
    if (!t->filtered) {
        return read_texel(m, t, (int64_t)floor(u), (int64_t)floor(v));
    }
    double right, below = 0, sum[4] = { 0 };
    int64_t column = split(u, &right), row = t->height == 0 ? 0 : split(v, &below);
    texture_sample sample = { .address = 0 };
    for (uint32_t i = 0; i < (t->height == 0 ? 2u : 4u); i++) {
        texture_sample one = read_texel(m, t, column + (i & 1), row + (i >> 1));
        double weight = (i & 1 ? right : 1 - right) * (i >> 1 ? below : 1 - below);
        for (uint32_t k = 0; k < t->channels; k++) {
            float value;
            memcpy(&value, &one.channel[k], sizeof value);
            sum[k] += weight * (double)value;
        }
        sample.address = sample.address == 0 ? one.address : sample.address;
        sample.outside |= one.outside;
    }
    for (uint32_t k = 0; k < t->channels; k++) {
        sample.channel[k] = sum[k] == sum[k] ? float_bits((float)sum[k]) : NAN_BITS;
    }
    return sample;
}
