// SPDX-License-Identifier: BSD-3-Clause
// Textures in job files: bound by name, mangled or not, handed over as arguments; what they are when little is said; every
// mistake.
#include "tests/sim/workload/job_text.h"

#define JOB(textures, argument) \
    "{\"ptx\": \"textures.ptx\", \"buffers\": [{\"name\": \"o\", \"type\": \"f32\", \"count\": 4, \"init\": \"zero\"},\n" \
    "{\"name\": \"w\", \"type\": \"f32\", \"count\": 4, \"init\": {\"values\": [1, 2, 3, 4]}},\n" \
    "{\"name\": \"p\", \"type\": \"u8\", \"count\": 32, \"init\": {\"iota\": [0, 1]}}],\n\"textures\": [" textures "],\n" \
    "\"steps\": [{\"launch\": \"k\", \"grid\": [1], \"block\": [4], \"args\": [{\"buf\": \"o\"}, " argument "]}],\n" \
    "\"expect\": [{\"buf\": \"o\", \"values\": [18, 21, 24, 27]}]}"
#define WEIGHT "{\"name\": \"weight\", \"buf\": \"w\"}"
#define IMAGE "{\"name\": \"i\", \"buf\": \"p\", \"channels\": 2, \"width\": 4, \"height\": 2, \"pitch\": 16}"
#define USED "{\"tex\": \"i\"}"

static void good(const char *text)
{
    run(text);
    assert_string_equal(result.message, "");
    assert_int_equal(result.status, STATUS_GOOD);
}

static void test_bound_and_handed_over(void **state)
{
    (void)state;
    good(JOB(WEIGHT ", " IMAGE, USED));
    good(JOB("{\"name\": \"_ZL6weight\", \"buf\": \"w\", \"linear_memory\": true, \"filter\": \"point\"}, " IMAGE, USED));
    // Texels of another type and place: bytes 16 to 23 as pairs are the second row from 0 on, one row up.
    good(JOB(WEIGHT ", {\"name\": \"i\", \"buf\": \"p\", \"type\": \"u8\", \"offset\": 8, \"channels\": 2, \"width\": 4, \"height\": 2, "
             "\"edge\": \"wrap\"}", USED));
    run(JOB(IMAGE, USED));
    assert_int_equal(result.status, STATUS_MISMATCH);
    assert_non_null(strstr(result.message, "no variable that one is bound to"));
}

static void test_defaults(void **state)
{
    job *j = assert_accepted(JOB(WEIGHT ", " IMAGE ", {\"name\": \"row\", \"buf\": \"p\", \"type\": \"s16\", \"height\": 2, \"width\": 8, "
                                 "\"edge\": [\"mirror\", \"border\"], \"border\": [5], \"filter\": \"linear\", \"normalized\": true, "
                                 "\"normalized_float\": true}", USED));
    const texture *weight = &j->textures[0].what, *row = &j->textures[2].what;

    (void)state;
    assert_int_equal(j->n_textures, 3);
    assert_true(weight->width == 4 && weight->height == 0 && weight->channels == 1 && weight->bits == 32);
    assert_true(weight->kind == TEXEL_FLOAT && weight->edge[0] == EDGE_CLAMP && weight->edge[1] == EDGE_CLAMP);
    assert_false(weight->filtered || weight->normalised || weight->as_float || weight->linear_memory);
    assert_true(row->kind == TEXEL_SIGNED && row->bits == 16 && row->pitch == 16 && row->edge[0] == EDGE_MIRROR);
    assert_true(row->edge[1] == EDGE_BORDER && row->border[0] == 5 && row->filtered && row->normalised && row->as_float);
    job_free(j);
}

static void test_mistakes(void **state)
{
#define AT FOLDER "t.json:4: textures[0]: "
#define ONE(more) JOB("{\"name\": \"i\", \"buf\": \"p\"" more "}", USED)
    static const struct { const char *text, *message; } cases[] = {
        { ONE(", \"wide\": 3"), FOLDER "t.json:4: textures[0].wide: unknown key `wide`; the nearest is `width`" },
        { ONE(", \"channels\": 3"), AT "texture `i`: a texel has 1, 2 or 4 channels" },
        { ONE(", \"channels\": 5"), AT "channels: seen 5, expected 1, 2 or 4" },
        { ONE(", \"type\": 3"), AT "type: expected one of u8, s8, u16, s16, u32, s32, u64, s64, f32, f64" },
        { ONE(", \"width\": \"x\""), AT "width: expected a whole number from 1 to 4294967295" },
        { JOB("{\"name\": \"\", \"buf\": \"p\"}", USED), AT "seen a texture name of 0 characters, expected 1 to 63" },
        { ONE(", \"type\": \"f64\""), AT "type: seen f64, expected one of at most 32 bits" },
        { ONE(", \"type\": \"f31\""), AT "type: seen `f31`; the nearest is f32; expected one of u8, s8, u16, s16, u32, s32, u64, s64, f32, f64" },
        { ONE(", \"width\": 33"), AT "texture `i`: seen 33 bytes, expected at most the 32 of buffer `p`" },
        { ONE(", \"width\": 8, \"height\": 5"), AT "texture `i`: seen 40 bytes, expected at most the 32 of buffer `p`" },
        { ONE(", \"edge\": \"round\""), AT "edge: seen `round`, expected a word such as wrap" },
        { ONE(", \"filter\": 3"), AT "filter: seen `no text`, expected a word such as point" },
        { ONE(", \"filter\": \"linear\""), AT "texture `i`: what is filtered is read as floats" },
        { ONE(", \"normalized\": 1"), AT "normalized: expected true or false" },
        { ONE(", \"border\": [1, 2, 3, 4, 5]"), AT "border: expected an array of at most 4 numbers" },
        { ONE(", \"border\": [\"x\"]"), AT "border: expected numbers" },
        { ONE(", \"type\": \"f32\", \"width\": 2, \"offset\": 2"), AT "texture `i`: the size, the address or the pitch is none of a texture" },
        { JOB(IMAGE ", " IMAGE, USED), FOLDER "t.json:4: textures[1]: texture `i` is defined twice" },
        { JOB(IMAGE, "{\"tex\": \"image\"}"), FOLDER "t.json:5: steps[0].args[1]: tex: expected the name of a texture" },
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(cases[i].text, cases[i].message);
}

static void test_too_many(void **state)
{
    char text[8000], *at = text;
    job_error error;

    (void)state;
    at += sprintf(at, "{\"ptx\": \"textures.ptx\", \"buffers\": [{\"name\": \"p\", \"type\": \"u8\", \"count\": 32, \"init\": \"zero\"}], \"textures\": [");
    for (unsigned i = 0; i <= JOB_TEXTURES_MAX; i++)
        at += sprintf(at, "%s{\"name\": \"t%u\", \"buf\": \"p\"}", i ? ", " : "", i);
    sprintf(at, "], \"steps\": []}");
    assert_null(parse(text, &error));
    assert_non_null(strstr(error.text, "textures[64]: seen more than 64 textures, expected at most that"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bound_and_handed_over), cmocka_unit_test(test_defaults), cmocka_unit_test(test_mistakes), cmocka_unit_test(test_too_many),
    };

    return cmocka_run_group_tests_name("job textures", tests, NULL, NULL);
}
