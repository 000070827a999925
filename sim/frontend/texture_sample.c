// SPDX-License-Identifier: BSD-3-Clause
// Texels, and filters between them; see sim/frontend/texture.h.
#include "sim/frontend/texture.h"

#include "sim/frontend/device_memory.h"
#include "sim/frontend/halves.h"

#include <math.h>
#include <string.h>

enum { NAN_BITS = 0x7FFFFFFF, FRACTIONS = 256 };

// --- a texel

static uint32_t float_bits(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static float float_of(uint32_t bits)
{
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float from_srgb(float value)
{
    return value <= 0.04045f ? value / 12.92f : powf((value + 0.055f) / 1.055f, 2.4f);
}

static uint32_t channel_at(const texture *t, const uint8_t *at, uint32_t channel)
{
    uint32_t raw = 0;
    memcpy(&raw, at, t->bits / 8);
    int32_t value = t->bits == 32 ? (int32_t)raw : (int32_t)(raw << (32 - t->bits)) >> (32 - t->bits);
    if (t->kind == TEXEL_FLOAT) {
        return t->bits == 16 ? float_bits((float)half_value(raw, TYPE_f16, false)) : raw;
    }
    if (!t->as_float) {
        return t->kind == TEXEL_SIGNED ? (uint32_t)value : raw;
    }
    float most = (float)((1u << (t->bits - (t->kind == TEXEL_SIGNED))) - 1);
    float number = t->kind == TEXEL_SIGNED ? fmaxf((float)value / most, -1.0f) : (float)raw / most;
    return float_bits(t->srgb && channel < 3 ? from_srgb(number) : number);
}

// The index of a texel inside; -1: outside.
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

// An image of a texture, where one lookup finds all its texels: a level of detail, and the layer or face in it.
typedef struct { const texture *t; texture_level level; uint32_t image, dimensions; } texture_image;

static texture_image image_of(const texture *t, uint32_t level, uint32_t layer, uint32_t face)
{
    uint32_t last = t->layers == 0 ? 0 : t->layers - 1, one = layer < last ? layer : last;
    return (texture_image){ t, texture_level_of(t, level), t->cube ? one * CUBE_FACES + face : one,
                            texture_dimensions(texture_geometry_of(t)) };
}

static texture_sample read_texel(device_memory *m, const texture_image *i, const int64_t texel[3])
{
    const texture *t = i->t;
    const uint32_t size[3] = { i->level.width, i->level.height, i->level.depth };
    int64_t at[3] = { 0 };
    for (uint32_t k = 0; k < (t->cube ? 2 : i->dimensions); k++) {
        bool beyond = t->linear_memory && (texel[k] < 0 || texel[k] >= size[k]);
        at[k] = beyond ? -1 : inside(texel[k], size[k], t->cube ? EDGE_CLAMP : t->edge[k], t->normalised);
        if (at[k] < 0) {
            return border_of(t);
        }
    }
    uint32_t bytes = texture_texel_bytes(t);
    texture_sample sample = { .address = i->level.address + ((uint64_t)at[2] + i->image) * i->level.plane +
                                         (uint64_t)at[1] * i->level.pitch + (uint64_t)at[0] * bytes };
    const uint8_t *host = device_at(m, sample.address, bytes);
    if (host == NULL) {
        sample.outside = true;
        return sample;
    }
    for (uint32_t k = 0; k < t->channels; k++) {
        sample.channel[k] = channel_at(t, host + k * t->bits / 8, k);
    }
    return sample;
}

static uint32_t level_of(const texture *t, int64_t level)
{
    int64_t last = t->levels > 1 ? t->levels - 1 : 0;
    return (uint32_t)(level < 0 ? 0 : level > last ? last : level);
}

texture_sample texture_at(device_memory *m, const texture *t, const texture_place *place)
{
    const int64_t texel[3] = { place->texel[0], place->texel[1], place->texel[2] };
    texture_image image = image_of(t, level_of(t, (int64_t)place->level), place->layer, 0);
    return read_texel(m, &image, texel);
}

// --- between texels

// Both wrap and mirror repeat after two textures.
static double in_texels(float coordinate, uint32_t size, bool normalised, uint8_t edge)
{
    double one = coordinate;
    if (normalised && (edge == EDGE_WRAP || edge == EDGE_MIRROR)) {
        one = fmod(one, 2);
    }
    double at = one * (normalised ? size : 1);
    return at != at ? 0 : at < -TEXTURE_SIZE_MAX ? -TEXTURE_SIZE_MAX : at > TEXTURE_SIZE_MAX ? TEXTURE_SIZE_MAX : at;
}

// The texel before, and the weight of the one after.
static int64_t split(double at, double *behind)
{
    double front = floor(at - 0.5);
    *behind = nearbyint((at - 0.5 - front) * FRACTIONS) / FRACTIONS;
    return (int64_t)front;
}

// The face that a direction hits, and where, from 0 to 1 (CUDA C++ Programming Guide, "Cubemap Textures").
static uint32_t find_face(const float at[3], float on_face[2])
{
    float x = fabsf(at[0]), y = fabsf(at[1]), z = fabsf(at[2]);
    uint32_t axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    bool negative = at[axis] < 0;
    float most = fabsf(at[axis]), sign = negative ? -1.0f : 1.0f;
    const float s[3] = { -sign * at[2], at[0], sign * at[0] }, t[3] = { -at[1], sign * at[2], -at[1] };
    on_face[0] = (s[axis] / most + 1) / 2;
    on_face[1] = (t[axis] / most + 1) / 2;
    return axis * 2 + negative;
}

static texture_sample blend(device_memory *m, const texture_image *i, const double at[3], uint32_t dimensions)
{
    double behind[3] = { 0 }, sum[4] = { 0 };
    int64_t front[3] = { 0 };
    texture_sample sample = { .address = 0 };
    for (uint32_t k = 0; k < dimensions; k++) {
        front[k] = split(at[k], &behind[k]);
    }
    for (uint32_t corner = 0; corner < 1u << dimensions; corner++) {
        int64_t texel[3] = { 0 };
        double weight = 1;
        for (uint32_t k = 0; k < dimensions; k++) {
            bool is_behind = (corner >> k & 1) != 0;
            texel[k] = front[k] + is_behind;
            weight *= is_behind ? behind[k] : 1 - behind[k];
        }
        texture_sample one = read_texel(m, i, texel);
        for (uint32_t k = 0; k < i->t->channels; k++) {
            sum[k] += weight * (double)float_of(one.channel[k]);
        }
        sample.address = sample.address == 0 ? one.address : sample.address;
        sample.outside |= one.outside;
    }
    for (uint32_t k = 0; k < i->t->channels; k++) {
        sample.channel[k] = sum[k] == sum[k] ? float_bits((float)sum[k]) : NAN_BITS;
    }
    return sample;
}

// A place in one picture: the coordinates in texels.
static texture_image find_image(const texture *t, const texture_place *place, uint32_t level, double at[3])
{
    float on_face[3] = { 0 };
    uint32_t face = t->cube ? find_face(place->at, on_face) : 0;
    texture_image image = image_of(t, level, place->layer, face);
    const uint32_t size[3] = { image.level.width, image.level.height, image.level.depth };
    for (uint32_t k = 0; k < 3; k++) {
        at[k] = in_texels(t->cube ? on_face[k] : place->at[k], size[k], t->normalised || t->cube, t->cube ? EDGE_CLAMP : t->edge[k]);
    }
    return image;
}

static texture_sample sample_level(device_memory *m, const texture *t, const texture_place *place, uint32_t level)
{
    double at[3];
    texture_image image = find_image(t, place, level, at);
    if (t->filtered) {
        return blend(m, &image, at, t->cube ? 2 : image.dimensions);
    }
    const int64_t texel[3] = { (int64_t)floor(at[0]), (int64_t)floor(at[1]), (int64_t)floor(at[2]) };
    return read_texel(m, &image, texel);
}

texture_sample texture_near(device_memory *m, const texture *t, const texture_place *place)
{
    if (t->levels <= 1) {
        return sample_level(m, t, place, 0);
    }
    float wanted = fminf(fmaxf(place->level + t->level_bias, t->level_least), t->level_most);
    double level = wanted == wanted ? fmin(fmax((double)wanted, 0), t->levels - 1) : 0;
    if (!t->levels_filtered) {
        return sample_level(m, t, place, level_of(t, (int64_t)floor(level + 0.5)));
    }
    double behind = nearbyint((level - floor(level)) * FRACTIONS) / FRACTIONS;
    texture_sample sample = sample_level(m, t, place, (uint32_t)floor(level));
    texture_sample next = sample_level(m, t, place, level_of(t, (int64_t)floor(level) + 1));
    for (uint32_t k = 0; k < t->channels && behind > 0; k++) {
        sample.channel[k] = float_bits((float)((1 - behind) * (double)float_of(sample.channel[k]) + behind * (double)float_of(next.channel[k])));
    }
    sample.outside |= behind > 0 && next.outside;
    return sample;
}

texture_sample texture_gather(device_memory *m, const texture *t, const texture_place *place, uint32_t channel)
{
    static const uint8_t right[4] = { 0, 1, 1, 0 }, below[4] = { 1, 1, 0, 0 };
    double at[3], unused;
    texture_image image = find_image(t, place, 0, at);
    texture_sample sample = { .address = 0 };
    for (uint32_t i = 0; i < 4; i++) {
        const int64_t texel[3] = { split(at[0], &unused) + right[i], split(at[1], &unused) + below[i], 0 };
        texture_sample one = read_texel(m, &image, texel);
        sample.channel[i] = channel < t->channels ? one.channel[channel] : 0;
        sample.address = sample.address == 0 ? one.address : sample.address;
        sample.outside |= one.outside;
    }
    return sample;
}

// --- surfaces

// The index within `size`; -1: outside and not clamped.
static int64_t surface_inside(int64_t at, int64_t size, bool clamp)
{
    if (size <= 0 || (!clamp && (at < 0 || at >= size))) {
        return -1;
    }
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

uint64_t surface_address(const texture *t, const texture_place *place, uint32_t bytes, bool clamp)
{
    texture_level level = texture_level_of(t, 0);
    uint32_t dimensions = t->cube ? 2 : texture_dimensions(texture_geometry_of(t));
    int64_t x = surface_inside(place->texel[0], (int64_t)level.width * texture_texel_bytes(t) - bytes + 1, clamp);
    int64_t y = dimensions > 1 ? surface_inside(place->texel[1], level.height, clamp) : 0;
    int64_t z = dimensions > 2 ? surface_inside(place->texel[2], level.depth, clamp) : surface_inside(place->layer, texture_images(t), clamp);
    return x < 0 || y < 0 || z < 0 ? 0 : level.address + (uint64_t)z * level.plane + (uint64_t)y * level.pitch + (uint64_t)x;
}
