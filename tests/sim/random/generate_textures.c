// SPDX-License-Identifier: BSD-3-Clause
// Random textures of the input, and lookups in them: every kind of texel, edge and filter, coordinates inside and outside.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

enum { BITS_TEXELS = 1024 };                     // the input begins with so many bytes of any bits, then come floats

static void choose_size(generator *g, random_texture *t)
{
    uint32_t texel = t->channels * t->bits / 8, room = BITS_TEXELS / texel;
    t->height = gen_chance(g, 50) ? 1 + gen_below(g, 6) : 0;
    t->width = 1 + gen_below(g, t->height ? 9 : room);
    t->pitch = (t->width + gen_below(g, 4)) * texel;
    t->offset = gen_below(g, 2) * texel + (t->kind == 'f' ? 1024 : gen_below(g, 3) * 1024);
}

// The first one is what cudaBindTexture makes of a pointer to floats.
static void choose_texture(generator *g, unsigned number)
{
    static const char kinds[] = "fsu", edges[] = "wcmb";
    random_texture *t = &g->kernel->textures[number];
    memset(t, 0, sizeof *t);
    strcpy(t->name, "t0");
    t->name[1] = (char)('0' + number);
    t->kind = number == 0 ? 'f' : kinds[gen_below(g, 3)];
    t->channels = number == 0 ? 1 : (uint8_t)(1u << gen_below(g, 3));
    t->bits = t->kind == 'f' ? 32 : (uint8_t)(8u << gen_below(g, 3));
    choose_size(g, t);
    if (number == 0) {
        t->height = 0;
        t->linear_memory = true;
    }
    t->as_float = t->kind != 'f' && t->bits < 32 && gen_chance(g, 50);
    t->filtered = number != 0 && (t->kind == 'f' || t->as_float) && gen_chance(g, 60);
    t->normalised = number != 0 && gen_chance(g, 50);
    for (unsigned i = 0; i < 2; i++) t->edge[i] = number == 0 ? 'c' : edges[gen_below(g, 4)];
    for (unsigned i = 0; i < 4; i++) t->border[i] = (float)(int)gen_below(g, 100);
}

void gen_textures(generator *g)
{
    for (unsigned i = 0; i < RANDOM_TEXTURES; i++) {
        choose_texture(g, i);
        gen_text(&g->out, ".global .texref %s;\n", g->kernel->textures[i].name);
    }
}

// Anything, or a number of a texel inside or a little outside, or such a fraction of the texture.
static const char *coordinate(generator *g, const random_texture *t, bool is_float, unsigned which)
{
    static const char *const words[] = {"%off", "%tmp"}, *const floats[] = {"%clean2", "%clean3"};
    uint32_t size = which == 0 ? t->width : t->height;
    if (gen_chance(g, 20)) return gen_source(g, is_float ? 'f' : 'w');
    gen_emit_always(g, "and.b32 %s, %s, 2047", words[which], gen_reg(g, 'w'));
    if (!is_float) {
        gen_emit_always(g, "rem.u32 %s, %s, %u", words[which], words[which], size + 4);
        gen_emit_always(g, "add.s32 %s, %s, -2", words[which], words[which]);
        return words[which];
    }
    gen_emit_always(g, "cvt.rn.f32.u32 %s, %s", floats[which], words[which]);
    // -0.25 and on: by texels 1/16 of a size of 128 and less, by fractions 1/1024.
    gen_emit_always(g, "fma.rn.f32 %s, %s, 0f%08X, 0fBE800000", floats[which], floats[which],
                    t->normalised ? 0x3a800000u : size > 30 ? 0x3e000000u : 0x3c800000u);
    return floats[which];
}

static const char *destination(generator *g, bool is_float, char *to, size_t size)
{
    gen_access four = {is_float ? "f32" : "b32", 4, 16};
    gen_destination(g, &four, to, size);
    return to;
}

void gen_texture_statement(generator *g)
{
    static const char *const plain[] = {"s32", "u32"};
    const random_texture *t = &g->kernel->textures[gen_below(g, RANDOM_TEXTURES)];
    bool floats = t->kind == 'f' || t->as_float, by_float = t->normalised || (!t->linear_memory && gen_chance(g, 50));
    char to[64], at[96];
    const char *x = coordinate(g, t, by_float, 0), *y = t->height ? coordinate(g, t, by_float, 1) : "", *reference = t->name;
    if (gen_chance(g, 30)) {
        gen_emit_always(g, "mov.u64 %%adr, %s", t->name);
        reference = "%adr";
    }
    if (t->height) snprintf(at, sizeof at, "{%s, %s}", x, y);
    else snprintf(at, sizeof at, gen_chance(g, 70) ? "{%s}" : "%s", x);
    gen_emit(g, "tex.%ud.v4.%s.%s %s, [%s, %s]", t->height ? 2 : 1, floats ? "f32" : PICK(g, plain), by_float ? "f32" : "s32",
             destination(g, floats, to, sizeof to), reference, at);
}
