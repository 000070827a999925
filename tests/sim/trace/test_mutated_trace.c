// SPDX-License-Identifier: BSD-3-Clause
// 10,000 damaged copies of the fuzzer's seeds: cut short, bytes changed, numbers and words replaced, lines removed, repeated or
// moved; plain, and packed and then damaged. Each is read to the end twice or refused by a message, and some of both are there.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <lzma.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "tests/sim/trace/trace_read.h"
#include "tests/sim/trace/trace_text.h"

enum { MUTANTS = 10000, ROOM = 1 << 14 };
static const char *const seeds[] = { "v3.traceg", "v4.traceg", "v5.traceg", "kernelslist.g" };
enum { SEEDS = sizeof seeds / sizeof seeds[0] };

static uint64_t random_state = 1;
static size_t random_below(size_t limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return limit ? (size_t)(random_state >> 33) % limit : 0;
}

// A stretch of the text becomes another one.
static size_t replace(char *text, size_t length, size_t at, size_t gone, const char *put, size_t n)
{
    if (length - gone + n > ROOM)
        return length;
    memmove(text + at + n, text + at + gone, length - at - gone);
    memcpy(text + at, put, n);
    return length - gone + n;
}

static size_t line_start(const char *text, size_t length)
{
    size_t at = random_below(length);

    while (at > 0 && text[at - 1] != '\n')
        at--;
    return at;
}

static size_t line_length(const char *text, size_t length, size_t at)
{
    const char *end = memchr(text + at, '\n', length - at);

    return end ? (size_t)(end - text) - at + 1 : length - at;
}

static size_t damage(char *text, size_t length)
{
    static const char *const words[] = { "0", "-1", "1", "2", "4294967296", "99999999999999999999", "0x7fffffffffffffff", "", "ffffffff",
                                         "R255", "UR63", "LDG.E.128", "BAR.SYNC", "EXIT", "#END_TB", "#BEGIN_TB", "warp = 0",
                                         "insts = 1", "-", "=", "\x80", "MemcpyHtoD,0,0" };
    size_t at, n;
    char kept[400];

    if (!length)
        return 0;
    switch (random_below(7)) {
    case 0:
        text[random_below(length)] = (char)random_below(256);
        return length;
    case 1:
        return random_below(length);                            // cut short
    case 2:                                                     // some bytes are gone
        at = random_below(length);
        n = random_below(20);
        return replace(text, length, at, n > length - at ? length - at : n, "", 0);
    case 3: {
        const char *word = words[random_below(sizeof words / sizeof words[0])];

        for (at = random_below(length); at > 0 && text[at - 1] != ' ' && text[at - 1] != '\n'; at--)
            ;
        for (n = 0; at + n < length && text[at + n] != ' ' && text[at + n] != '\n'; n++)
            ;
        return replace(text, length, at, n, word, strlen(word));
    }
    case 4:                                                     // a line is gone
        at = line_start(text, length);
        return replace(text, length, at, line_length(text, length, at), "", 0);
    case 5:                                                     // or there twice, or elsewhere
        at = line_start(text, length);
        n = line_length(text, length, at);
        n = n > sizeof kept ? sizeof kept : n;
        memcpy(kept, text + at, n);
        if (random_below(2))
            length = replace(text, length, at, n, "", 0);
        return replace(text, length, length ? line_start(text, length) : 0, 0, kept, n);
    default:
        at = random_below(length);
        text[at] = (char)(text[at] ^ 1 << random_below(8));
        return length;
    }
}

static size_t packed(const char *text, size_t length, char *to, bool by_xz)
{
    size_t at = 0;

    if (!by_xz)
        return ZSTD_compress(to, ROOM, text, length, 1);
    if (lzma_easy_buffer_encode(0, LZMA_CHECK_CRC32, NULL, (const uint8_t *)text, length, (uint8_t *)to, &at, ROOM) != LZMA_OK)
        abort();
    return at;
}

static void mutants(void **state)
{
    unsigned read = 0, refused = 0;
    char *bytes[SEEDS], *text = calloc(ROOM + 1, 1), *other = malloc(ROOM);
    size_t lengths[SEEDS];

    (void)state;
    for (unsigned i = 0; i < SEEDS; i++) {
        char path[200];

        snprintf(path, sizeof path, "tests/sim/trace/fuzz_trace_seeds/%s", seeds[i]);
        bytes[i] = bytes_of(path, &lengths[i]);
        assert_true(trace_read_bytes(bytes[i], lengths[i], false) == (i < 3));
    }
    for (unsigned i = 0; i < MUTANTS; i++) {
        unsigned seed = i % 8 < 7 ? i % 3 : 3;
        size_t length = lengths[seed];
        char *exact;

        memcpy(text, bytes[seed], length);
        if (i % 16 == 5) {
            length = packed(text, length, other, i & 32);
            memcpy(text, other, length);
        }
        for (size_t times = 1 + random_below(3); times > 0; times--) {
            length = damage(text, length);
            text[length] = '\0';
        }
        exact = malloc(length + 1);
        memcpy(exact, text, length);
        *(trace_read_bytes(exact, length, i & 1) ? &read : &refused) += 1;
        free(exact);
    }
    print_message("%u mutants: %u read, %u refused\n", MUTANTS, read, refused);
    assert_true(read > MUTANTS / 100 && refused > MUTANTS / 2);
    for (unsigned i = 0; i < SEEDS; i++)
        free(bytes[i]);
    free(text);
    free(other);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(mutants) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
