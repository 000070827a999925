// SPDX-License-Identifier: BSD-3-Clause
// `tex` of the interpreter, from the text of the CUDA guide ("Texture Fetching") and the PTX manual.
#include <math.h>
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

typedef struct { double value[4]; uint32_t bits[4]; } texel;

// Texels of an edge: the coordinate that the guide would use, or -1 for the border.
static double at_edge(double i, double n, char edge, bool normalised)
{
    if (i >= 0 && i < n) return i;
    if (edge == 'b') return -1;
    if (normalised && edge == 'w') return i - n * floor(i / n);
    if (normalised && edge == 'm') {
        double folds = floor(i / n), rest = i - n * folds;
        return fmod(fabs(folds), 2) == 1 ? n - 1 - rest : rest;
    }
    return i < 0 ? 0 : n - 1;
}

static void read_channel(const interpreter_texture *t, const uint8_t *at, texel *to, unsigned c)
{
    uint64_t raw = 0;
    for (unsigned i = 0; i < t->bits / 8; i++) raw |= (uint64_t)at[c * t->bits / 8 + i] << (8 * i);
    int64_t value = t->kind == 's' ? sign_extended(raw, t->bits) : (int64_t)raw;
    to->bits[c] = (uint32_t)value;
    if (t->kind == 'f') {
        float f;
        memcpy(&f, &to->bits[c], sizeof f);
        to->value[c] = (double)f;
    }
    if (!t->as_float) return;
    int64_t top = t->kind == 's' ? (INT64_C(1) << (t->bits - 1)) - 1 : (INT64_C(1) << t->bits) - 1;
    float f = (float)value / (float)top;
    if (f < -1) f = -1;
    to->value[c] = (double)f;
    memcpy(&to->bits[c], &f, sizeof f);
}

static void border_channel(const interpreter_texture *t, texel *to, unsigned c)
{
    float f = t->linear_memory ? 0 : t->border[c];
    to->value[c] = (double)f;
    if (t->kind == 'f' || t->as_float) memcpy(&to->bits[c], &f, sizeof f);
    else to->bits[c] = (uint32_t)(int64_t)f;
}

static texel read_texel(thread *th, const instruction *in, const interpreter_texture *t, double x, double y)
{
    texel found = {{0}, {0}};
    bool out = t->linear_memory && (x < 0 || x >= t->width);
    double column = out ? -1 : at_edge(x, t->width, t->edge[0], t->normalised);
    double row = t->height ? at_edge(y, t->height, t->edge[1], t->normalised) : 0;
    uint64_t bytes = t->channels * t->bits / 8u;
    const uint8_t *at = column < 0 || row < 0 ? NULL
        : interpreter_bytes(th, in, t->address + (uint64_t)row * t->pitch + (uint64_t)column * bytes, (unsigned)bytes);
    for (unsigned c = 0; c < t->channels; c++) {
        if (at) read_channel(t, at, &found, c);
        else border_channel(t, &found, c);
    }
    return found;
}

static texel between(thread *th, const instruction *in, const interpreter_texture *t, double x, double y)
{
    double left = floor(x - 0.5), top = t->height ? floor(y - 0.5) : 0;
    double alpha = rint((x - 0.5 - left) * 256) / 256, beta = t->height ? rint((y - 0.5 - top) * 256) / 256 : 0;
    texel corner[4], sum = {{0}, {0}};
    for (int i = 0; i < 4; i++)                  // without rows below there is nothing to weigh
        if (i < 2 || t->height) corner[i] = read_texel(th, in, t, left + i % 2, top + i / 2);
    for (unsigned c = 0; c < t->channels; c++) {
        double total = 0;
        for (int i = 0; i < (t->height ? 4 : 2); i++)
            total += (i % 2 ? alpha : 1 - alpha) * (i / 2 ? beta : 1 - beta) * corner[i].value[c];
        float f = (float)total;
        memcpy(&sum.bits[c], &f, sizeof f);
        if (f != f) sum.bits[c] = th->world->job->reverse ? 0x7fc00001 : 0x7fffffff;
    }
    return sum;
}

static double bounded(double v) { return v != v ? 0 : fmin(fmax(v, -(1 << 28)), 1 << 28); }

static double coordinate(thread *th, const instruction *in, const interpreter_texture *t, unsigned which)
{
    uint32_t bits = (uint32_t)interpreter_element(th, &in->src[1], which), size = which ? t->height : t->width;
    float f;
    memcpy(&f, &bits, sizeof f);
    if (in->type2.kind == 's') return (double)(int32_t)bits;
    double place = (double)f;
    if (t->normalised && strchr("wm", t->edge[which])) place -= 2 * trunc(place / 2);       // two rounds: mirror comes back to where it was
    return bounded(t->normalised ? place * size : place);
}

void interpreter_texture_lookup(thread *th, const instruction *in)
{
    const interpreter_job *job = th->world->job;
    uint64_t number = interpreter_value(th, &in->src[0]) - TEXTURES_BASE;
    const interpreter_texture *t = NULL;
    for (size_t i = 0; number < MAX_TEXTURES && i < job->texture_count; i++)
        if (strcmp(job->textures[i].name, th->world->code.textures[number]) == 0) t = &job->textures[i];
    if (!t) interpreter_fail(th->world, "line %u: no texture", in->line);
    double x = coordinate(th, in, t, 0), y = t->height ? coordinate(th, in, t, 1) : 0;
    texel found = t->filtered && in->type2.kind == 'f' ? between(th, in, t, x, y) : read_texel(th, in, t, floor(x), floor(y));
    for (unsigned c = 0; c < 4; c++) interpreter_set(th, in->dst.regs[c], found.bits[c]);
}
