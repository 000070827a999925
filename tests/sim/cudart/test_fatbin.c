// SPDX-License-Identifier: BSD-3-Clause
// The reader of fat binaries on images that are written byte by byte (fatbin_image.c): what is chosen, both
// compressions, every header, images that are cut and changed at every byte.
#include "sim/cudart/fatbin.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/sim/cudart/fatbin_image.h"

static const char ptx[] = "//\n// Generated\n//\n"
                          ".version 8.3\n.target sm_50\n.address_size 64\n.visible .entry k()\n{\n    ret;\n}\n"
                          ".visible .entry l()\n{\n    ret;\n}\n.visible .entry m()\n{\n    ret;\n}\n";
static const char elf[] = "\177ELF machine code";
static fatbin_image_bytes image;
static fatbin_error error;

static char *read_image(unsigned arch) { return fatbin_ptx(image.bytes, image.size, arch, &error); }

static void expect_text(char *text, const char *want)
{
    if (!text)
        fail_msg("%s", error.text);
    assert_string_equal(text, want);
    free(text);
}

static void expect_error(char *text, const char *words)
{
    assert_null(text);
    if (!strstr(error.text, words))
        fail_msg("`%s` says nothing of `%s`", error.text, words);
}

static void test_text(void **state)
{
    (void)state;
    expect_text(fatbin_ptx(ptx, FATBIN_BY_ITSELF, 35, &error), ptx);
    expect_text(fatbin_ptx(ptx, sizeof ptx, 35, &error), ptx);
    expect_text(fatbin_ptx("\n .version 3.2\n", 12, 35, &error), "\n .version 3");
    expect_error(fatbin_ptx(NULL, 4, 35, &error), "empty image");
    expect_error(fatbin_ptx("", 0, 35, &error), "empty image");
    expect_error(fatbin_ptx(" \t\r\n", 4, 35, &error), "begins with 0x0a0d0920");
    expect_error(fatbin_ptx(" x\n.", 4, 35, &error), "begins with 0x2e0a7820");
    expect_error(fatbin_ptx("ab", 2, 35, &error), "2 bytes");
    expect_error(fatbin_ptx("hello, world", 12, 35, &error), "begins with 0x6c6c6568");
    expect_error(fatbin_ptx(elf, sizeof elf, 35, &error), "machine code (a cubin)");
}

static void test_packings(void **state)
{
    static const unsigned headers[] = { 64, 72, 80, 112 };
    (void)state;
    for (unsigned packing = PACK_PLAIN; packing <= PACK_ZSTD_UNSIZED; packing++)
        for (unsigned h = 0; h < 4; h++) {
            image_begin(&image);
            image_entry(&image, 2, 50, headers[h], PACK_PLAIN, elf, sizeof elf);
            image_entry(&image, 1, 50, headers[h], (fatbin_packing)packing, ptx, sizeof ptx - 1);
            image_end(&image);
            expect_text(read_image(75), ptx);
            expect_text(fatbin_ptx(image.bytes, FATBIN_BY_ITSELF, 75, &error), ptx);
        }
}

// A text is stored with the NUL behind it, and padded with more.
static void test_padding_of_text(void **state)
{
    (void)state;
    image_begin(&image);
    image_entry(&image, 1, 50, 64, PACK_PLAIN, ptx, sizeof ptx);
    image_end(&image);
    expect_text(read_image(50), ptx);
}

static void test_choice(void **state)
{
    static const char *const texts[] = { ".version 3.0 // 30", ".version 3.0 // 50", ".version 3.0 // 70" };
    static const struct { unsigned arch; const char *want; } cases[] = {
        { 20, ".version 3.0 // 30" }, { 30, ".version 3.0 // 30" }, { 52, ".version 3.0 // 50" },
        { 69, ".version 3.0 // 50" },
        { 70, ".version 3.0 // 70" }, { 90, ".version 3.0 // 70" },
    };
    static const unsigned orders[][3] = { { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 }, { 1, 0, 2 } };
    (void)state;
    for (unsigned o = 0; o < 4; o++) {
        image_begin(&image);
        for (unsigned i = 0; i < 3; i++)
            image_entry(&image, 1, 30 + 20 * orders[o][i], 64, (fatbin_packing)i, texts[orders[o][i]], 18);
        image_end(&image);
        for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
            expect_text(read_image(cases[i].arch), cases[i].want);
    }
}

static void test_first_of_one_architecture(void **state)
{
    (void)state;
    for (unsigned arch = 30; arch < 80; arch += 20) {               // the wanted one, and on either side of it
        image_begin(&image);
        image_entry(&image, 1, arch, 64, PACK_PLAIN, ".version 3.0 // 1", 17);
        image_entry(&image, 1, arch, 64, PACK_PLAIN, ".version 3.0 // 2", 17);
        image_end(&image);
        expect_text(read_image(50), ".version 3.0 // 1");
    }
}

static void test_without_ptx(void **state)
{
    (void)state;
    image_begin(&image);
    image_end(&image);
    expect_error(read_image(35), "neither PTX nor machine code");
    image_begin(&image);
    image_entry(&image, 2, 86, 64, PACK_PLAIN, elf, sizeof elf);
    image_end(&image);
    expect_error(read_image(35), "no PTX in it, only machine code (sm_86)");
    expect_error(read_image(35), "code=compute_86");
    image_entry(&image, 16, 90, 112, PACK_PLAIN, elf, sizeof elf);
    image_end(&image);
    expect_error(read_image(35), "(sm_90, ...)");
    image_begin(&image);
    image_entry(&image, 1, 50, 64, PACK_ZSTD, elf, sizeof elf);
    image_end(&image);
    expect_error(read_image(35), "the PTX for sm_50 is no text");
}

static void test_damaged_headers(void **state)
{
    static const struct { size_t at, size; uint64_t value; const char *words; } cases[] = {
        { 4, 2, 2, "version 2" }, { 6, 2, 8, "a header of 8" }, { 8, 8, 1u << 30, "says 1073741824 bytes" },
        { 8, 8, UINT64_MAX, "says 18446744073709551615 bytes" }, { 8, 8, 20, "an entry begins 20 bytes" },
        { 20, 4, 60, "an entry of 60 +" }, { 20, 4, UINT32_MAX, "an entry of 4294967295 +" },
        { 24, 8, UINT64_MAX, "an entry of 64 + 18446744073709551615" }, { 32, 4, 1u << 30, "an entry of 64" },
        { 72, 8, (uint64_t)1 << 40, "LZ4 cannot be" }, { 72, 8, 3, "damaged LZ4" }, { 72, 8, sizeof ptx, "damaged LZ4" },
        { 32, 4, 5, "damaged LZ4" },
    };
    (void)state;
    for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        image_begin(&image);
        image_entry(&image, 1, 50, 64, PACK_LZ4, ptx, sizeof ptx - 1);
        image_end(&image);
        for (size_t b = 0; b < cases[c].size; b++)
            image.bytes[cases[c].at + b] = (uint8_t)(cases[c].value >> 8 * b);
        expect_error(read_image(50), cases[c].words);
    }
}

// In memory of just its size, so that the address sanitizer sees a read behind it; the answer is a text or a message.
static void read_exactly(const uint8_t *bytes, size_t size)
{
    uint8_t *copy = malloc(size);
    memcpy(copy, bytes, size);
    error.text[0] = 0;
    char *text = fatbin_ptx(copy, size, 50, &error);
    assert_int_equal(text == NULL, error.text[0] != 0);
    free(text);
    free(copy);
}

static void test_cut_and_changed(void **state)
{
    (void)state;
    for (unsigned packing = PACK_PLAIN; packing <= PACK_ZSTD; packing++) {
        image_begin(&image);
        image_entry(&image, 1, 50, 64, (fatbin_packing)packing, ptx, sizeof ptx - 1);
        image_entry(&image, 2, 50, 64, PACK_PLAIN, elf, sizeof elf);
        image_end(&image);
        for (size_t cut = 0; cut < image.size; cut++) {
            read_exactly(image.bytes, cut);
            if (cut > 16)
                assert_null(fatbin_ptx(image.bytes, cut, 50, &error));
        }
        for (size_t at = 0; at < image.size; at++)
            for (unsigned bit = 0; bit < 8; bit++) {
                image.bytes[at] ^= (uint8_t)(1u << bit);
                read_exactly(image.bytes, image.size);
                image.bytes[at] ^= (uint8_t)(1u << bit);
            }
    }
}

static void test_wrappers(void **state)
{
    const void *const several[] = { ptx, elf, NULL };
    struct { uint32_t magic, version; const void *image; const void *const *rest; } w = { 0x466243b1, 1, ptx, NULL };
    (void)state;
    assert_ptr_equal(fatbin_image(&w, 0, &error), ptx);
    assert_null(fatbin_image(&w, 1, &error));
    assert_int_equal(error.text[0], 0);
    w.version = 2;
    w.rest = several;
    assert_ptr_equal(fatbin_image(&w, 0, &error), ptx);
    assert_ptr_equal(fatbin_image(&w, 1, &error), elf);
    assert_null(fatbin_image(&w, 2, &error));
    assert_int_equal(error.text[0], 0);
    w.version = 3;
    assert_null(fatbin_image(&w, 0, &error));
    assert_non_null(strstr(error.text, "version 3"));
    w.magic++;
    assert_null(fatbin_image(&w, 0, &error));
    assert_non_null(strstr(error.text, "magic 0x466243b2"));
    assert_null(fatbin_image(NULL, 0, &error));
    assert_non_null(strstr(error.text, "expected 0x466243b1"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_text), cmocka_unit_test(test_packings), cmocka_unit_test(test_padding_of_text),
        cmocka_unit_test(test_choice), cmocka_unit_test(test_first_of_one_architecture), cmocka_unit_test(test_without_ptx), cmocka_unit_test(test_damaged_headers),
        cmocka_unit_test(test_cut_and_changed), cmocka_unit_test(test_wrappers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
