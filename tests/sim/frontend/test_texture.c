// SPDX-License-Identifier: BSD-3-Clause
// Textures: each lookup against the value that NVIDIA's guide gives it, worked out by hand; references and objects, edges,
// filters, kinds of texels; what cannot be read says so.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "tests/sim/frontend/ptx_run.h"

static ptx_run_result r;

static uint32_t bits_of(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// One lookup by one lane; `reference`: through .texref t, else by handle.
static void look(const texture *t, const void *input, size_t bytes, const char *form, const char *at, bool reference)
{
    char body[600];
    snprintf(body, sizeof body,
             "ld.param.u64 %%rd1, [out]; ld.global.u64 %%rd2, [%%rd1+%d];\n"
             "%s {%%r1, %%r2, %%r3, %%r4}, [%s, {%s}];\n"
             "mov.b64 %%rd3, {%%r1, %%r2}; mov.b64 %%rd4, {%%r3, %%r4}; st.global.u64 [%%rd1], %%rd3; st.global.u64 [%%rd1+8], %%rd4;",
             (PTX_RUN_SLOTS - 1) * 8, form, reference ? "t" : "%rd2", at);
    ptx_run_body(reference ? ".global .texref t;" : "", body,
                 &(ptx_run_options){ .input = input, .input_bytes = bytes, .texture = t, .block = { 1 } }, &r);
}

static void expect(const texture *t, const void *input, size_t bytes, const char *form, const char *at, const uint32_t want[4])
{
    for (int reference = 0; reference < 2; reference++) {
        look(t, input, bytes, form, at, reference);
        if (!r.good) {
            fail_msg("%s at %s: %s", form, at, r.error);
        }
        for (int i = 0; i < 4; i++) {
            uint32_t got = (uint32_t)(r.out[i / 2] >> (i % 2 * 32));
            if (got != want[i]) {
                fail_msg("%s at %s: channel %d: 0x%x, expected 0x%x", form, at, i, got, want[i]);
            }
        }
    }
}

static void expect_float(const texture *t, const void *input, size_t bytes, const char *form, const char *at, float want)
{
    const uint32_t channels[4] = { bits_of(want) };
    expect(t, input, bytes, form, at, channels);
}

static const float line[8] = { 10, 20, 30, 40, 50, 60, 70, 80 };
#define FLOATS .kind = TEXEL_FLOAT, .channels = 1, .bits = 32

static void test_a_line_of_floats(void **state)
{
    (void)state;
    static const struct { texture t; const char *form, *at; float want; } rows[] = {
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP, EDGE_CLAMP }, .linear_memory = true }, "tex.1d.v4.f32.s32", "3", 40 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .linear_memory = true }, "tex.1d.v4.f32.s32", "8", 0 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .linear_memory = true }, "tex.1d.v4.f32.s32", "-1", 0 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.s32", "-1", 10 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.s32", "900", 80 },
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP } }, "tex.1d.v4.f32.s32", "9", 80 },          // wrap needs normalised ones
        { { FLOATS, .width = 8, .edge = { EDGE_BORDER }, .border = { 7 } }, "tex.1d.v4.f32.s32", "8", 7 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.f32", "0f407FFFFF", 40 },  // just below 4
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.f32", "0fBF000000", 10 },  // -0.5
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.f32", "0f7FC00000", 10 },  // NaN
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.f32", "0f7F800000", 80 },  // infinity
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP }, .normalised = true }, "tex.1d.v4.f32.f32", "0f3F900000", 20 },     // 1.125
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP }, .normalised = true }, "tex.1d.v4.f32.f32", "0fBDCCCCCD", 80 },     // -0.1
        { { FLOATS, .width = 8, .edge = { EDGE_MIRROR }, .normalised = true }, "tex.1d.v4.f32.f32", "0f3F900000", 70 },
        { { FLOATS, .width = 8, .edge = { EDGE_MIRROR }, .normalised = true }, "tex.1d.v4.f32.f32", "0fBDCCCCCD", 10 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .normalised = true }, "tex.1d.v4.f32.f32", "0f3F000000", 50 },    // 0.5
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP }, .normalised = true }, "tex.1d.v4.f32.f32", "0f49742402", 20 },     // 1,000,000.125
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP }, .normalised = true }, "tex.1d.v4.f32.f32", "0f8DA24260", 80 },     // -10^-30
        { { FLOATS, .width = 7, .edge = { EDGE_WRAP }, .normalised = true }, "tex.1d.v4.f32.f32", "0f4E6E6B28", 10 },     // 10^9
        { { FLOATS, .width = 7, .edge = { EDGE_MIRROR }, .normalised = true }, "tex.1d.v4.f32.f32", "0f4E6E6B28", 10 },
        { { FLOATS, .width = 8, .edge = { EDGE_MIRROR }, .normalised = true }, "tex.1d.v4.f32.f32", "0f49742412", 70 },   // 1,000,001.125
        { { FLOATS, .width = 8, .height = 1, .edge = { EDGE_CLAMP, EDGE_BORDER }, .filtered = true }, "tex.1d.v4.f32.f32", "0f40000000", 25 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .filtered = true }, "tex.1d.v4.f32.f32", "0f40000000", 25 },      // 2: between 1 and 2
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .filtered = true }, "tex.1d.v4.f32.f32", "0f40200000", 30 },      // 2.5: the middle of 2
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .filtered = true }, "tex.1d.v4.f32.f32", "0f00000000", 10 },
        { { FLOATS, .width = 8, .edge = { EDGE_CLAMP }, .filtered = true }, "tex.1d.v4.f32.f32", "0f40228F5C", 30 + 10 * 10 / 256.0f },  // 2.54: 0.04 is 10 of 256
        { { FLOATS, .width = 8, .edge = { EDGE_BORDER }, .filtered = true }, "tex.1d.v4.f32.f32", "0f00000000", 5 },
        { { FLOATS, .width = 8, .edge = { EDGE_WRAP }, .filtered = true, .normalised = true }, "tex.1d.v4.f32.f32", "0f00000000", 45 },  // between 80 and 10
        { { FLOATS, .width = 4, .address = 16, .edge = { EDGE_CLAMP } }, "tex.1d.v4.f32.s32", "0", 50 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        assert_null(texture_mistake(&rows[i].t));
        expect_float(&rows[i].t, line, sizeof line, rows[i].form, rows[i].at, rows[i].want);
    }
}

// Two rows of three texels, a row every 16 bytes.
static void test_a_plane(void **state)
{
    (void)state;
    static const float rows[8] = { 1, 2, 3, -1, 11, 12, 13, -1 };
    texture t = { FLOATS, .width = 3, .height = 2, .pitch = 16, .edge = { EDGE_CLAMP, EDGE_CLAMP } };
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.s32", "2, 1", 13);
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.f32", "0f3F800000, 0f3F7FFFFF", 2);
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.s32", "-4, 9", 11);
    t.filtered = true;
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.f32", "0f3F800000, 0f3F800000", 6.5f);
    t.edge[1] = EDGE_BORDER;
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.f32", "0f3F800000, 0f00000000", 0.75f);
    t.filtered = false;
    t.border[0] = 9;
    expect_float(&t, rows, sizeof rows, "tex.2d.v4.f32.s32", "0, 2", 9);
}

static void test_kinds_of_texels(void **state)
{
    (void)state;
    static const uint8_t bytes[16] = { 0, 255, 128, 127, 1, 2, 3, 4, 0x80, 0x81, 0xFF, 0x7F, 0x34, 0x12, 0xFE, 0xFF };
    texture t = { .kind = TEXEL_UNSIGNED, .channels = 4, .bits = 8, .width = 4, .edge = { EDGE_CLAMP, EDGE_CLAMP } };
    expect(&t, bytes, 16, "tex.1d.v4.u32.s32", "0", (const uint32_t[]){ 0, 255, 128, 127 });
    t.as_float = true;
    expect(&t, bytes, 16, "tex.1d.v4.f32.s32", "0", (const uint32_t[]){ 0, bits_of(1), bits_of(128 / 255.0f), bits_of(127 / 255.0f) });
    t = (texture){ .kind = TEXEL_SIGNED, .channels = 2, .bits = 8, .width = 8 };
    expect(&t, bytes, 16, "tex.1d.v4.s32.s32", "5", (const uint32_t[]){ (uint32_t)-1, 127, 0, 0 });
    t.as_float = true;
    expect(&t, bytes, 16, "tex.1d.v4.f32.s32", "4", (const uint32_t[]){ bits_of(-1), bits_of(-1), 0, 0 });
    t = (texture){ .kind = TEXEL_SIGNED, .channels = 1, .bits = 16, .width = 8 };
    expect(&t, bytes, 16, "tex.1d.v4.s32.s32", "7", (const uint32_t[]){ (uint32_t)-2, 0, 0, 0 });
    t = (texture){ .kind = TEXEL_UNSIGNED, .channels = 4, .bits = 32, .width = 1 };
    expect(&t, bytes, 16, "tex.1d.v4.u32.s32", "0", (const uint32_t[]){ 0x7F80FF00, 0x04030201, 0x7FFF8180, 0xFFFE1234 });
    t = (texture){ .kind = TEXEL_UNSIGNED, .channels = 1, .bits = 8, .width = 4, .as_float = true, .filtered = true, .edge = { EDGE_CLAMP } };
    expect_float(&t, bytes, 16, "tex.1d.v4.f32.f32", "0f3F800000", 0.5f);
}

// A warp: every lane its own texel; where the guard is false registers stay; a coordinate may be a destination; "_" takes none.
static void test_lanes(void **state)
{
    (void)state;
    uint32_t input[64];
    for (uint32_t i = 0; i < 64; i++) {
        input[i] = i * i;
    }
    const texture t = { .kind = TEXEL_UNSIGNED, .channels = 2, .bits = 32, .width = 32 };
    ptx_run_body(".global .texref t;",
                 "mov.u32 %r1, 31; sub.u32 %r1, %r1, %r30; and.b32 %r5, %r30, 1; setp.eq.u32 %p1, %r5, 0; mov.u32 %r2, 7;\n"
                 "@%p1 tex.1d.v4.u32.s32 {%r1, %r2, _, _}, [t, %r1]; mov.b64 %rd1, {%r1, %r2}; st.global.u64 [%rd30], %rd1;",
                 &(ptx_run_options){ .input = input, .input_bytes = sizeof input, .texture = &t }, &r);
    if (!r.good) {
        fail_msg("%s", r.error);
    }
    for (uint64_t i = 0; i < 32; i++) {
        uint64_t texel = 2 * (31 - i), want = i % 2 == 0 ? texel * texel | (texel + 1) * (texel + 1) << 32 : (31 - i) | 7ull << 32;
        assert_int_equal(r.out[i], want);
    }
}

static void test_what_cannot_be_read(void **state)
{
    (void)state;
    static const struct { texture t; const char *form, *at, *message; } rows[] = {
        { { .kind = TEXEL_UNSIGNED, .channels = 1, .bits = 32, .width = 4 }, "tex.1d.v4.f32.s32", "0", "tex.1d.v4.f32.s32: the texture holds integers" },
        { { FLOATS, .width = 4 }, "tex.2d.v4.f32.s32", "0, 0", "tex.2d.v4.f32.s32: the texture is .1d" },
        { { FLOATS, .width = 4, .height = 2, .pitch = 16 }, "tex.1d.v4.f32.s32", "0", "tex.1d.v4.f32.s32: the texture is .2d" },
        { { FLOATS, .width = 4, .normalised = true }, "tex.1d.v4.f32.s32", "0", "tex.1d.v4.f32.s32: the texture's coordinates are normalised, expected floats" },
        { { FLOATS, .width = 4000 }, "tex.1d.v4.f32.s32", "3000", "outside every buffer" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        look(&rows[i].t, line, sizeof line, rows[i].form, rows[i].at, true);
        assert_false(r.good);
        if (strstr(r.error, rows[i].message) == NULL) {
            fail_msg("%s, expected %s", r.error, rows[i].message);
        }
    }
    ptx_run_body(".global .texref t;", "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [t, {%r30}];", NULL, &r);
    assert_non_null(strstr(r.error, "is no texture and no variable that one is bound to"));
}

static void test_mistakes_of_the_host(void **state)
{
    (void)state;
    static const texture wrong[] = {
        { FLOATS }, { .kind = TEXEL_FLOAT, .channels = 3, .bits = 32, .width = 1 }, { .kind = TEXEL_FLOAT, .channels = 1, .bits = 8, .width = 1 },
        { FLOATS, .width = 1, .address = 2 }, { FLOATS, .width = 8, .height = 2, .pitch = 16 }, { FLOATS, .width = 8, .edge = { 4 } },
        { FLOATS, .width = 8, .as_float = true }, { .kind = TEXEL_SIGNED, .channels = 1, .bits = 32, .width = 1, .filtered = true },
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_non_null(texture_mistake(&wrong[i]));
    }
    device_memory *m = device_memory_new();
    const texture good = { FLOATS, .width = 8 };
    uint64_t first = device_texture_new(m, &good), second = device_texture_new(m, &good);
    assert_true(first != 0 && second != first && device_texture_find(m, first) != NULL);
    assert_true(device_texture_free(m, first));
    assert_false(device_texture_free(m, first));
    assert_null(device_texture_find(m, first));
    assert_non_null(device_texture_find(m, second));
    assert_int_equal(device_texture_new(m, &good), first);
    device_memory_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_of_floats), cmocka_unit_test(test_a_plane), cmocka_unit_test(test_kinds_of_texels),
        cmocka_unit_test(test_lanes), cmocka_unit_test(test_what_cannot_be_read), cmocka_unit_test(test_mistakes_of_the_host),
    };
    return cmocka_run_group_tests_name("texture", tests, NULL, NULL);
}
