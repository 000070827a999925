// SPDX-License-Identifier: BSD-3-Clause
// Textures of three dimensions, layers, cubes, levels, gathers, halves and sRGB, and surfaces: each lookup against a value worked out by
// hand from NVIDIA's guide.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

#define FLOATS .kind = TEXEL_FLOAT, .channels = 1, .bits = 32
#define CLAMPED .edge = { EDGE_CLAMP, EDGE_CLAMP, EDGE_CLAMP }

static ptx_run_result r;

// One statement by one lane, of a texture in %rd2; what it gives in %r1 to %r4.
static void run(const texture *t, const void *input, size_t bytes, const char *statement)
{
    char body[700];
    snprintf(body, sizeof body,
             "ld.param.u64 %%rd1, [out]; ld.global.u64 %%rd2, [%%rd1+%d]; mov.u32 %%r1, 0; mov.u32 %%r2, 0; mov.u32 %%r3, 0; mov.u32 %%r4, 0;\n"
             "%s\nmov.b64 %%rd3, {%%r1, %%r2}; mov.b64 %%rd4, {%%r3, %%r4}; st.global.u64 [%%rd1], %%rd3; st.global.u64 [%%rd1+8], %%rd4;",
             (PTX_RUN_SLOTS - 1) * 8, statement);
    ptx_run_body("", body, &(ptx_run_options){ .input = input, .input_bytes = bytes, .texture = t, .block = { 1 } }, &r);
}

static uint32_t channel(int i)
{
    return (uint32_t)(r.out[i / 2] >> (i % 2 * 32));
}

static void expect_float(const texture *t, const void *input, size_t bytes, const char *form, const char *at, float want)
{
    char statement[200];
    float got;
    assert_null(texture_mistake(t));
    snprintf(statement, sizeof statement, "%s {%%r1, %%r2, %%r3, %%r4}, [%%rd2, %s;", form, at);
    run(t, input, bytes, statement);
    if (!r.good) {
        fail_msg("%s at %s: %s", form, at, r.error);
    }
    uint32_t bits = channel(0);
    memcpy(&got, &bits, sizeof got);
    if (got != want) {
        fail_msg("%s at %s: %g, expected %g", form, at, (double)got, (double)want);
    }
}

static void expect_failure(const texture *t, const void *input, size_t bytes, const char *statement, const char *message)
{
    run(t, input, bytes, statement);
    assert_false(r.good);
    if (strstr(r.error, message) == NULL) {
        fail_msg("%s: %s, expected %s", statement, r.error, message);
    }
}

// Texel x, y, z of a volume is 100 z + 10 y + x.
static void test_a_volume(void **state)
{
    (void)state;
    float texels[3 * 2 * 4];
    for (int i = 0; i < 24; i++) {
        texels[i] = (float)(100 * (i / 8) + 10 * (i / 4 % 2) + i % 4);
    }
    texture t = { FLOATS, .width = 4, .height = 2, .depth = 3, .pitch = 16, CLAMPED };
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.s32", "{3, 1, 2, 0}]", 213);
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.s32", "{1, 0, 9, 0}]", 201);
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.f32", "{0f40200000, 0f3F000000, 0f3FC00000, 0f00000000}]", 102);
    t.filtered = true;
    // x 2, y 1, z 1.5: between texels 1 and 2, rows 0 and 1, on plane 1
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.f32", "{0f40000000, 0f3F800000, 0f3FC00000, 0f00000000}]", 106.5f);
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.f32", "{0f3F000000, 0f3F000000, 0f40000000, 0f00000000}]", 150);
    t.edge[2] = EDGE_BORDER;
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.f32", "{0f3F000000, 0f3F000000, 0f40400000, 0f00000000}]", 100);
    t.edge[2] = EDGE_WRAP;
    t.normalised = true;                                   // 1.0 along z: between the last plane and the first
    expect_float(&t, texels, sizeof texels, "tex.3d.v4.f32.f32", "{0f3E000000, 0f3E800000, 0f3F800000, 0f00000000}]", 100);
}

static void test_layers(void **state)
{
    (void)state;
    float texels[3 * 2 * 4];
    for (int i = 0; i < 24; i++) {
        texels[i] = (float)(100 * (i / 8) + 10 * (i / 4 % 2) + i % 4);
    }
    texture t = { FLOATS, .width = 4, .height = 2, .layers = 3, .pitch = 16, CLAMPED };
    expect_float(&t, texels, sizeof texels, "tex.a2d.v4.f32.s32", "{2, 3, 1, 0}]", 213);
    expect_float(&t, texels, sizeof texels, "tex.a2d.v4.f32.s32", "{7, 3, 1, 0}]", 213);      // the last layer
    expect_float(&t, texels, sizeof texels, "tex.a2d.v4.f32.f32", "{1, 0f40200000, 0f3F000000, 0f00000000}]", 102);
    t.filtered = true;                                     // never between layers
    expect_float(&t, texels, sizeof texels, "tex.a2d.v4.f32.f32", "{1, 0f40000000, 0f3F800000, 0f00000000}]", 106.5f);
    t = (texture){ FLOATS, .width = 4, .layers = 6, .pitch = 16, CLAMPED };
    expect_float(&t, texels, sizeof texels, "tex.a1d.v4.f32.s32", "{5, 3}]", 213);
    expect_failure(&t, texels, sizeof texels, "tex.a2d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd2, {1, 1, 1, 1}];", "tex.a2d.v4.f32.s32: the texture is .a1d");
}

// Face f, row y, column x of layer l is 1000 l + 100 f + 10 y + x.
static void test_cubes(void **state)
{
    (void)state;
    static const struct { const char *at; float want; } rows[] = {
        // right of the middle, below it: s = 0.5, t = 0.25 come to column 1, row 1
        { "{0f3F800000, 0fBE800000, 0fBF000000, 0f00000000}]", 11 },        // +x: s = -z, t = -y
        { "{0fBF800000, 0fBE800000, 0f3F000000, 0f00000000}]", 111 },       // -x: s = z, t = -y
        { "{0f3F000000, 0f3F800000, 0f3E800000, 0f00000000}]", 211 },       // +y: s = x, t = z
        { "{0f3F000000, 0fBF800000, 0fBE800000, 0f00000000}]", 311 },       // -y: s = x, t = -z
        { "{0f3F000000, 0fBE800000, 0f3F800000, 0f00000000}]", 411 },       // +z: s = x, t = -y
        { "{0fBF000000, 0fBE800000, 0fBF800000, 0f00000000}]", 511 },       // -z: s = -x, t = -y
        { "{0fBF000000, 0f3E800000, 0f3F800000, 0f00000000}]", 400 },       // left of it, above it
        { "{0f3F000000, 0f3E800000, 0f3F800000, 0f00000000}]", 401 },
        { "{0f3F800000, 0f3F800000, 0f3F800000, 0f00000000}]", 401 },       // a corner of the cube: z decides
    };
    float texels[48];
    for (int i = 0; i < 48; i++) {
        texels[i] = (float)(1000 * (i / 24) + 100 * (i / 4 % 6) + 10 * (i / 2 % 2) + i % 2);
    }
    texture t = { FLOATS, .width = 2, .height = 2, .cube = true, .pitch = 8, CLAMPED };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        expect_float(&t, texels, sizeof texels, "tex.cube.v4.f32.f32", rows[i].at, rows[i].want);
    }
    t.filtered = true;
    expect_float(&t, texels, sizeof texels, "tex.cube.v4.f32.f32", "{0f00000000, 0f00000000, 0f3F800000, 0f00000000}]", 405.5f);
    expect_float(&t, texels, sizeof texels, "tex.cube.v4.f32.f32", "{0f00000000, 0f3F800000, 0f3F800000, 0f00000000}]", 400.5f);
    t.filtered = false;
    t.layers = 2;
    expect_float(&t, texels, sizeof texels, "tex.acube.v4.f32.f32", "{1, 0fBF000000, 0fBE800000, 0fBF800000}]", 1511);
}

// Three levels, 4 x 4, 2 x 2 and 1 x 1, of 10, 20 and 40.
static void test_levels(void **state)
{
    (void)state;
    float texels[21];
    for (int i = 0; i < 21; i++) {
        texels[i] = i < 16 ? 10 : i < 20 ? 20 : 40;
    }
    texture t = { FLOATS, .width = 4, .height = 4, .levels = 3, .pitch = 16, CLAMPED, .level_most = 9 };
    expect_float(&t, texels, sizeof texels, "tex.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}]", 10);
    expect_float(&t, texels, sizeof texels, "tex.base.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}]", 10);
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f3F800000", 20);
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f3EFFFFFF", 10);    // nearest
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f42000000", 40);    // clamped
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.s32", "{1, 1}], 1", 20);
    t.levels_filtered = true;
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f3F000000", 15);
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f3FA00000", 25);
    t.level_bias = 0.5f;
    expect_float(&t, texels, sizeof texels, "tex.level.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}], 0f3F000000", 20);
    t.level_least = 1.5f;
    expect_float(&t, texels, sizeof texels, "tex.2d.v4.f32.f32", "{0f3F000000, 0f3F000000}]", 30);
}

static void test_gathers(void **state)
{
    (void)state;
    uint8_t texels[3 * 3 * 4];
    for (int i = 0; i < 36; i++) {
        texels[i] = (uint8_t)(i % 4 * 100 + i / 4);
    }
    const texture t = { .kind = TEXEL_UNSIGNED, .channels = 4, .bits = 8, .width = 3, .height = 3, .pitch = 12, CLAMPED };
    // between texels 0 and 1 of rows 1 and 2: lower left 6, lower right 7, upper right 4, upper left 3
    run(&t, texels, sizeof texels, "tld4.g.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {0f3F800000, 0f40000000}];");
    static const uint32_t want[] = { 106, 107, 104, 103 };
    assert_true(r.good);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(channel(i), want[i]);
    }
}

static void test_halves_and_srgb(void **state)
{
    (void)state;
    static const uint16_t halves[] = { 0x3C00, 0xC000, 0x0001, 0x7C00, 0x3555, 0x0400, 0xFBFF, 0x8000 };
    static const float values[] = { 1, -2, 0x1p-24f, __builtin_inff(), 0.333251953125f, 0x1p-14f, -65504, -0.0f };
    texture t = { .kind = TEXEL_FLOAT, .channels = 1, .bits = 16, .width = 8, CLAMPED };
    for (int i = 0; i < 8; i++) {
        char at[16];
        snprintf(at, sizeof at, "%d]", i);
        expect_float(&t, halves, sizeof halves, "tex.1d.v4.f32.s32", at, values[i]);
    }
    static const uint8_t bytes[4] = { 0, 10, 128, 255 };
    t = (texture){ .kind = TEXEL_UNSIGNED, .channels = 1, .bits = 8, .width = 4, .as_float = true, .srgb = true, CLAMPED };
    expect_float(&t, bytes, 4, "tex.1d.v4.f32.s32", "1]", 10 / 255.0f / 12.92f);
    expect_float(&t, bytes, 4, "tex.1d.v4.f32.s32", "3]", 1);
    run(&t, bytes, 4, "tex.1d.v4.f32.s32 {%r1, %r2, %r3, %r4}, [%rd2, 2];");
    float middle;
    uint32_t bits = channel(0);
    memcpy(&middle, &bits, sizeof middle);
    assert_true(middle > 0.215860f && middle < 0.215861f);
}

static void test_surfaces(void **state)
{
    (void)state;
    uint32_t words[24];
    for (uint32_t i = 0; i < 24; i++) {
        words[i] = 100 * (i / 8) + 10 * (i / 4 % 2) + i % 4;
    }
    texture t = { .kind = TEXEL_UNSIGNED, .channels = 1, .bits = 32, .width = 4, .height = 2, .layers = 3, .pitch = 16, .surface = true };
    static const struct { const char *statement; uint32_t want[2]; } rows[] = {
        { "suld.b.a2d.b32.trap {%r1}, [%rd2, {2, 12, 1, 0}];", { 213 } },
        { "suld.b.a2d.v2.b32.trap {%r1, %r2}, [%rd2, {1, 8, 0, 0}];", { 102, 103 } },
        { "suld.b.a2d.b32.zero {%r1}, [%rd2, {1, 16, 0, 0}];", { 0 } },
        { "suld.b.a2d.b32.zero {%r1}, [%rd2, {1, -4, 0, 0}];", { 0 } },
        { "suld.b.a2d.b32.zero {%r1}, [%rd2, {3, 0, 0, 0}];", { 0 } },
        { "suld.b.a2d.b32.clamp {%r1}, [%rd2, {9, 99, -9, 0}];", { 203 } },
        { "suld.b.a2d.v2.b32.clamp {%r1, %r2}, [%rd2, {0, 99, 1, 0}];", { 12, 13 } },
        { "suld.b.a2d.b8.trap {%rs1}, [%rd2, {2, 12, 1, 0}]; cvt.u32.u16 %r1, %rs1;", { 213 } },
        { "mov.u32 %r1, 7; mov.u32 %r2, 8; sust.b.a2d.v2.b32.trap [%rd2, {2, 8, 1, 0}], {%r1, %r2}; suld.b.a2d.v2.b32.trap {%r2, %r1}, [%rd2, {2, 8, 1, 0}];", { 8, 7 } },
        { "mov.u32 %r3, 9; sust.b.a2d.b32.zero [%rd2, {2, 16, 1, 0}], {%r3}; suld.b.a2d.b32.clamp {%r1}, [%rd2, {2, 16, 1, 0}];", { 213 } },
        { "mov.u32 %r3, 9; sust.b.a2d.b32.clamp [%rd2, {2, 16, 1, 0}], {%r3}; suld.b.a2d.b32.trap {%r1}, [%rd2, {2, 12, 1, 0}];", { 9 } },
        { "mov.u32 %r3, 9; sured.b.add.a2d.u32.trap [%rd2, {1, 0, 1, 0}], %r3; suld.b.a2d.b32.trap {%r1}, [%rd2, {1, 0, 1, 0}];", { 119 } },
        { "mov.u32 %r3, 9; sured.b.min.a2d.u32.trap [%rd2, {1, 0, 1, 0}], %r3; suld.b.a2d.b32.trap {%r1}, [%rd2, {1, 0, 1, 0}];", { 9 } },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        run(&t, words, sizeof words, rows[i].statement);
        if (!r.good || channel(0) != rows[i].want[0] || (rows[i].want[1] != 0 && channel(1) != rows[i].want[1])) {
            fail_msg("%s: %s%u %u", rows[i].statement, r.good ? "" : r.error, channel(0), channel(1));
        }
    }
    expect_failure(&t, words, sizeof words, "suld.b.a2d.b32.trap {%r1}, [%rd2, {1, 16, 0, 0}];", "outside the surface of 4 x 2");
    expect_failure(&t, words, sizeof words, "suld.b.a2d.b32.trap {%r1}, [%rd2, {1, 2, 0, 0}];", "misaligned");
    expect_failure(&t, words, sizeof words, "suld.b.2d.b32.trap {%r1}, [%rd2, {1, 0}];", "the surface is .a2d");
    expect_failure(&t, words, sizeof words, "tex.a2d.v4.u32.s32 {%r1, %r2, %r3, %r4}, [%rd2, {1, 0, 0, 0}];", "is no texture");
    t.surface = false;
    expect_failure(&t, words, sizeof words, "suld.b.a2d.b32.trap {%r1}, [%rd2, {1, 0, 0, 0}];", "is no surface");
}

static void test_surfaces_of_other_shapes(void **state)
{
    (void)state;
    uint32_t words[24];
    for (uint32_t i = 0; i < 24; i++) {
        words[i] = i;
    }
    static const struct { texture t; const char *statement; uint32_t want; } rows[] = {
        { { .width = 24 }, "suld.b.1d.b32.trap {%r1}, [%rd2, {88}];", 22 },
        { { .width = 6, .height = 4, .pitch = 24 }, "suld.b.2d.b32.trap {%r1}, [%rd2, {20, 3}];", 23 },
        { { .width = 3, .height = 4, .depth = 2, .pitch = 12 }, "suld.b.3d.b32.trap {%r1}, [%rd2, {4, 2, 1, 0}];", 19 },
        { { .width = 4, .layers = 6, .pitch = 16 }, "suld.b.a1d.b32.trap {%r1}, [%rd2, {5, 8}];", 22 },
        { { .width = 2, .height = 2, .cube = true, .pitch = 8 }, "suld.b.a2d.b32.trap {%r1}, [%rd2, {5, 4, 1, 0}];", 23 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        texture t = rows[i].t;
        t.kind = TEXEL_UNSIGNED;
        t.channels = 1;
        t.bits = 32;
        t.surface = true;
        assert_null(texture_mistake(&t));
        run(&t, words, sizeof words, rows[i].statement);
        if (!r.good || channel(0) != rows[i].want) {
            fail_msg("%s: %s%u", rows[i].statement, r.good ? "" : r.error, channel(0));
        }
    }
}

static void test_statements_that_are_wrong(void **state)
{
    (void)state;
    static const struct { const char *statement, *message; } rows[] = {
        { "tex.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {1}];", "expected .1d, .2d, .3d" },
        { "tex.3d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {1, 1}];", "2 coordinates found, expected 3" },
        { "tex.cube.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {1, 1, 1, 1}];", "of a cube found, expected .f32" },
        { "tex.level.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%rd2, {1}];", "2 operands found, expected 3" },
        { "tld4.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd2, {%f1, %f2}];", "expected .r, .g, .b or .a" },
        { "tld4.r.2d.v4.b32.f32 {%r1, %r2, %r3, %r4}, [%rd2, {%f1, %f2}];", "types .b32 and .f32 found, expected .f32, .s32 or .u32, and .f32" },
        { "suld.2d.b32.trap {%r1}, [%rd2, {1, 1}];", "expected .b: what a surface is formatted as is not looked at" },
        { "suld.p.2d.b32.trap {%r1}, [%rd2, {1, 1}];", "expected" },
        { "suld.b.2d.b32 {%r1}, [%rd2, {1, 1}];", "expected .trap, .clamp or .zero" },
        { "suld.b.cube.b32.trap {%r1}, [%rd2, {1, 1, 1, 1}];", "a cube found" },
        { "suld.b.2d.f32.trap {%f1}, [%rd2, {1, 1}];", "expected .b8, .b16, .b32 or .b64" },
        { "suld.b.2d.v4.b64.trap {%rd5, %rd6, %rd7, %rd8}, [%rd2, {1, 1}];", "32 bytes a thread" },
        { "sust.b.2d.b32.trap [%rd2], {%r1};", "expected [texture, {coordinates}]" },
        { "sured.b.exch.2d.b32.trap [%rd2, {1, 1}], %r1;", "expected .add, .min" },
        { "sust.b.2d.b32.trap [%r2, {1, 1}], {%r1};", "expected a .texref, a .surfref" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        ptx_run_body("", rows[i].statement, NULL, &r);
        assert_false(r.parsed);
        if (strstr(r.error, rows[i].message) == NULL) {
            fail_msg("%s: %s, expected %s", rows[i].statement, r.error, rows[i].message);
        }
    }
}

static void test_shapes_that_are_none(void **state)
{
    (void)state;
    static const texture wrong[] = {
        { FLOATS, .width = 4, .depth = 2, .pitch = 16 }, { FLOATS, .width = 4, .height = 2, .depth = 2, .layers = 2, .pitch = 16 },
        { FLOATS, .width = 4, .height = 2, .cube = true, .pitch = 16 }, { FLOATS, .width = 4, .height = 4, .levels = 17, .pitch = 16 },
        { FLOATS, .width = 4, .layers = 2 }, { FLOATS, .width = 1, .height = 1 << 28, .depth = 1 << 28, .pitch = 4 },
        { FLOATS, .width = 4, .srgb = true }, { FLOATS, .width = 4, .edge = { 0, 0, 4 } },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_non_null(texture_mistake(&wrong[i]));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_volume), cmocka_unit_test(test_layers), cmocka_unit_test(test_cubes), cmocka_unit_test(test_levels),
        cmocka_unit_test(test_gathers), cmocka_unit_test(test_halves_and_srgb), cmocka_unit_test(test_surfaces),
        cmocka_unit_test(test_surfaces_of_other_shapes), cmocka_unit_test(test_statements_that_are_wrong),
        cmocka_unit_test(test_shapes_that_are_none),
    };
    return cmocka_run_group_tests_name("texture kinds", tests, NULL, NULL);
}
