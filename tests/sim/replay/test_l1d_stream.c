// SPDX-License-Identifier: BSD-3-Clause
// The file of recorded L1D accesses: what is written is read again; what is cut short, changed or made up is refused with
// a message, and read within its bounds (tests/sim/replay/fuzz_l1d_stream.c does that by coverage).
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include <zlib.h>

#include "sim/machine/choices.h"
#include "sim/replay/l1d_stream.h"

static uint64_t random_state = 1;
static uint64_t random_bits(unsigned bits)
{
    uint64_t all = 0;
    for (int part = 0; part < 3; part++) {
        random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        all = all << 31 | random_state >> 33;
    }
    return bits == 64 ? all : all & ((UINT64_C(1) << bits) - 1);
}

static const stream_head head = {.machine = "a machine", .policy = "gto", .kernel = "two\nlines", .sms = 3, .sets = 32, .ways = 4,
                                 .line_bytes = 128, .index = INDEX_XOR, .allocate = ALLOCATE_ON_FILL, .global_write = WRITE_BACK};

static uint32_t random_lanes(void)
{
    switch (random_bits(2)) {
    case 0:  return UINT32_MAX;
    case 1:  return UINT32_C(1) << random_bits(5);
    case 2:  return 0;
    default: return (uint32_t)random_bits(32);
    }
}

static stream_event random_event(void)
{
    uint8_t what = (uint8_t)(random_bits(8) % 7);
    if (what == STREAM_EMPTIED)
        return (stream_event){.what = what};
    if (what == STREAM_WARPS_START)
        return (stream_event){.what = what, .line = random_bits(64)};
    return (stream_event){.what = what, .outcome = (uint8_t)(random_bits(8) % 3), .timed = random_bits(1),
                          .warp = (uint8_t)random_bits(random_bits(1) ? 6 : 1), .lanes = random_lanes(),
                          .line = random_bits(random_bits(1) ? 57 : 8)};
}

// A file of `count` events spread over the SMs; kept in events[].
// Not inlined: gcc 12 takes what open_memstream gives for the address of `bytes`.
__attribute__((noinline)) static char *make(size_t count, stream_event *events, uint8_t *sm, size_t *length)
{
    char *bytes;
    FILE *file = open_memstream(&bytes, length);
    stream_writer *w = stream_writer_new(file, &head);
    for (size_t i = 0; i < count; i++) {
        events[i] = random_event();
        sm[i] = (uint8_t)(random_bits(8) % head.sms);
        stream_write(w, sm[i], &events[i]);
    }
    stream_writer_end(w, &(stream_totals){UINT64_MAX, 77, 5});
    fclose(file);
    return bytes;
}

static void what_is_written_is_read(void **state)
{
    (void)state;
    enum { EVENTS = 60000 };                        // several chunks of each SM
    static stream_event events[EVENTS];
    static uint8_t sm[EVENTS];
    size_t length, count;
    char error[300];
    char *bytes = make(EVENTS, events, sm, &length);
    stream_file *file = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
    assert_non_null(file);
    const stream_head *read = stream_head_of(file);
    assert_string_equal(read->machine, "a machine");
    assert_string_equal(read->kernel, "two?lines");
    assert_true(read->sms == 3 && read->sets == 32 && read->ways == 4 && read->line_bytes == 128 && read->index == INDEX_XOR &&
                read->allocate == ALLOCATE_ON_FILL && read->global_write == WRITE_BACK);
    const stream_totals *totals = stream_totals_of(file);
    assert_true(totals->cycles == UINT64_MAX && totals->thread_insns == 77 && totals->warp_insns == 5);
    for (unsigned of = 0; of < head.sms; of++) {
        stream_event *got = stream_events(file, of, &count, error, sizeof error);
        assert_non_null(got);
        size_t at = 0;
        for (size_t i = 0; i < EVENTS; i++) {
            if (sm[i] != of)
                continue;
            assert_true(at < count && got[at].what == events[i].what && got[at].outcome == events[i].outcome &&
                        got[at].timed == events[i].timed && got[at].warp == events[i].warp &&
                        got[at].lanes == events[i].lanes && got[at].line == events[i].line);
            at++;
        }
        assert_int_equal(at, count);
        free(got);
    }
    stream_free(file);
    free(bytes);
}

static void refused(const uint8_t *bytes, size_t length)
{
    char error[300] = "";
    stream_file *file = stream_parse("file", bytes, length, error, sizeof error);
    if (file)
        fail_msg("a damaged file of %zu bytes is taken", length);
    assert_true(strncmp(error, "file: byte ", 11) == 0);
}

// What is said of a file of which so many bytes are there, and of which of them.
static void expect_cut(const char *bytes, size_t cut, char said[static 200])
{
    const size_t magic = strlen("warplock l1d 1\n"), chunks = (size_t)(strstr(bytes, "\n\n") - bytes) + 2;
    const uint8_t *all = (const uint8_t *)bytes;
    size_t at = 0;
    if (cut < magic) {
        snprintf(said, 200, "file: byte 0: seen no recording of L1D accesses, expected `warplock l1d 1` (--record-l1d)");
        return;
    }
    for (size_t i = 0; i < cut && i < chunks; i++)
        at = all[i] == '\n' && i + 1 < chunks ? i + 1 : at;                  // the line that is not whole
    if (cut < chunks) {
        snprintf(said, 200, "file: byte %zu: seen a head that cannot be, expected the next of its lines", at);
        return;
    }
    size_t length = 0;
    for (at = chunks; cut - at >= 5; at += 5 + length) {
        length = all[at + 1] | (size_t)all[at + 2] << 8;
        if (all[at] >= head.sms || cut - at < 5 + length) {
            snprintf(said, 200, all[at] >= head.sms ? "file: byte %zu: seen a chunk of no SM, expected one of the machine or the totals at the end"
                                                    : "file: byte %zu: the file is cut short in the chunk that begins here", at);
            return;
        }
    }
    snprintf(said, 200, "file: byte %zu: the file is cut short, expected a chunk", at);
}

static void damage_is_refused(void **state)
{
    (void)state;
    stream_event events[60];
    uint8_t sm[60];
    size_t length;
    char error[300], expected[300];
    uint8_t *bytes = (uint8_t *)make(60, events, sm, &length);
    for (size_t cut = 0; cut < length; cut++) {
        assert_null(stream_parse("file", bytes, cut, error, sizeof error));
        expect_cut((const char *)bytes, cut, expected);
        assert_string_equal(error, expected);
    }
    for (size_t at = 0; at < length; at++) {
        uint8_t was = bytes[at];
        bytes[at] ^= (uint8_t)(1u << at % 8);
        refused(bytes, length);
        bytes[at] = was;
    }
    assert_null(stream_parse("file", (const uint8_t *)"a file of something else\n", 25, error, sizeof error));
    assert_string_equal(error, "file: byte 0: seen no recording of L1D accesses, expected `warplock l1d 1` (--record-l1d)");
    bytes[length - 6] ^= 1;                         // in the totals: the sum alone tells
    assert_null(stream_parse("file", bytes, length, error, sizeof error));
    snprintf(expected, sizeof expected, "file: byte %zu: the check sum is not that of the bytes in front of it: the file was changed", length - 4);
    assert_string_equal(error, expected);
    bytes[length - 6] ^= 1;
    uint8_t *longer = malloc(length + 1);
    memcpy(longer, bytes, length);
    longer[length] = 0;
    refused(longer, length + 1);
    free(longer);
    assert_null(stream_load("/nonexistent/file", error, sizeof error));
    assert_non_null(strstr(error, "cannot be read: No such file"));
    assert_null(stream_load("/", error, sizeof error));
    free(bytes);
}

static void seal(uint8_t *bytes, size_t length)
{
    const uint32_t sum = (uint32_t)crc32(0, bytes, (uInt)length - 4);
    for (int i = 0; i < 4; i++)
        bytes[length - 4 + i] = (uint8_t)(sum >> 8 * i);
}

static size_t place_of(const char *text, const char *part)
{
    const char *at = strstr(text, part);
    assert_non_null(at);
    return (size_t)(at - text);
}

#define SIXTY "012345678901234567890123456789012345678901234567890123456789"

// A file with a right check sum, of one event, of which a line of the head says something else.
static void heads_that_cannot_be(void **state)
{
    (void)state;
    static const struct { const char *line, *instead; bool taken; } cases[] = {
        {"sms 3\n", "sms 3\n", true}, {"sms 3\n", "sms 0\n", false}, {"sms 3\n", "sms \n", false}, {"sms 3\n", "sms 3x\n", false},
        {"sms 3\n", "sms -3\n", false}, {"sms 3\n", "sms 0000000003\n", false}, {"sms 3\n", "sms 03\n", false}, {"sms 3\n", "sms +3\n", false}, {"sms 3\n", "sms  3\n", false},
        {"sms 3\n", "sms 4294967299\n", false}, {"sms 3\n", "sms 18446744073709551619\n", false},
        {"sms 3\n", "smss 3\n", false}, {"sets 32\n", "sets 33\n", false}, {"sets 32\n", "sets 64\n", true},
        {"line_bytes 128\n", "line_bytes 96\n", false}, {"line_bytes 128\n", "line_bytes 16\n", false},
        {"line_bytes 128\n", "line_bytes 8192\n", false}, {"line_bytes 128\n", "line_bytes 4096\n", true},
        {"sms 3\n", "sms 128\n", true}, {"sms 3\n", "sms 129\n", false}, {"sms 3\n", "sms3\n", false},
        {"sets 32\n", "sets 262144\n", true}, {"sets 32\n", "sets 524288\n", false}, {"sets 32\n", "sets 1\n", true}, {"sets 32\n", "sets 0\n", false},
        {"ways 4\n", "ways 1024\n", true}, {"ways 4\n", "ways 1025\n", false}, {"ways 4\n", "ways 0\n", false}, {"ways 4\n", "ways 5\n", true},
        {"line_bytes 128\n", "line_bytes 32\n", true}, {"line_bytes 128\n", "line_bytes 31\n", false},
        {"policy gto\n", "policy " SIXTY "123\n", true}, {"policy gto\n", "policy " SIXTY "1234\n", false}, {"policy gto\n", "policy \n", true},
        {"sms 3\n", "", false}, {"sets 32\n", "", false}, {"ways 4\n", "", false}, {"line_bytes 128\n", "", false}, {"index xor\n", "", false},
        {"allocate fill\n", "", false}, {"global_write back\n", "", false}, {"global_write back\n\n", "global_write back\nx", false},
        {"policy gto\n", "policy\n", false}, {"policy gto\n", "", false}, {"policy gto\n", "Policy gto\n", false},
        {"global_write back\n", "global_write back\nx", false}, {"global_write back\n", "global_write evict\n", true},
        {"allocate fill\n", "allocate miss\n", true}, {"allocate fill\n", "allocate fil\n", false},
        {"index xor\n", "index xo\n", false}, {"index xor\n", "index xorr\n", false}, {"index xor\n", "index linear\n", true}, {"index xor\n", "index hash\n", true}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        stream_event events[1];
        uint8_t sm[1], changed[4096];
        size_t length;
        char error[300];
        char *bytes = make(1, events, sm, &length);
        const size_t before = place_of(bytes, cases[i].line), removed = strlen(cases[i].line), added = strlen(cases[i].instead);
        memcpy(changed, bytes, before);
        memcpy(changed + before, cases[i].instead, added);
        memcpy(changed + before + added, bytes + before + removed, length - before - removed);
        seal(changed, length - removed + added);
        stream_file *file = stream_parse("file", changed, length - removed + added, error, sizeof error);
        if ((file != NULL) != cases[i].taken)
            fail_msg("%s is %s", cases[i].instead, file ? "taken" : error);
        stream_free(file);
        free(bytes);
    }
}

// With a right check sum: chunks of no SM or of no bytes, and events whose unused bits are set.
static void chunks_and_events_that_cannot_be(void **state)
{
    (void)state;
    static const struct { uint8_t sm, length, event; bool taken, nonsense; } cases[] = {
        {2, 1, STREAM_EMPTIED, true, false}, {3, 1, STREAM_EMPTIED, false, false}, {2, 0, STREAM_EMPTIED, false, false},
        {2, 1, STREAM_EMPTIED | 8, true, true}, {2, 1, STREAM_EMPTIED | 128, true, true}, {2, 1, STREAM_WARPS_START, true, true}};
    for (unsigned i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t length, count;
        char error[300], *bytes;
        FILE *stream = open_memstream(&bytes, &length);
        stream_writer *w = stream_writer_new(stream, &head);
        stream_write(w, 2, &(stream_event){.what = STREAM_EMPTIED});
        stream_writer_end(w, &(stream_totals){1, 2, 3});
        fclose(stream);
        uint8_t *chunk = (uint8_t *)bytes + place_of(bytes, "\n\n") + 2;
        assert_true(chunk[0] == 2 && chunk[1] == 1 && chunk[5] == STREAM_EMPTIED);
        chunk[0] = cases[i].sm, chunk[1] = cases[i].length, chunk[5] = cases[i].event;
        if (!cases[i].length)
            memmove(chunk + 5, chunk + 6, --length - (size_t)(chunk + 5 - (uint8_t *)bytes));
        seal((uint8_t *)bytes, length);
        stream_file *file = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
        assert_int_equal(file != NULL, cases[i].taken);
        if (file) {
            stream_event *got = stream_events(file, 2, &count, error, sizeof error);
            assert_int_equal(got == NULL, cases[i].nonsense);
            free(got);
        }
        stream_free(file);
        free(bytes);
    }
}

// An access that a chunk has no more of than its first bytes, wherever it ends: none is made up.
static void accesses_that_end_early(void **state)
{
    (void)state;
    for (unsigned cut = 1, whole = 2; cut < whole; cut++) {
        size_t length, count;
        char error[300], *bytes;
        FILE *stream = open_memstream(&bytes, &length);
        stream_writer *w = stream_writer_new(stream, &head);
        stream_write(w, 0, &(stream_event){.warp = 3, .lanes = 5, .line = 7});
        stream_write(w, 2, &(stream_event){.what = STREAM_EMPTIED});       // the number of whose chunk would be a step
        stream_writer_end(w, &(stream_totals){1, 2, 3});
        fclose(stream);
        uint8_t *chunk = (uint8_t *)bytes + place_of(bytes, "\n\n") + 2, *event = chunk + 5;
        whole = chunk[1];
        assert_int_equal(whole, 8);                     // its kind, warp, form of lanes, four bytes of these, line
        memmove(event + cut, event + whole, length - (size_t)(event + whole - (uint8_t *)bytes));
        length -= whole - cut;
        chunk[1] = (uint8_t)cut;
        seal((uint8_t *)bytes, length);
        stream_file *file = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
        if (!file)
            fail_msg("%u bytes: %s", cut, error);
        assert_null(stream_events(file, 0, &count, error, sizeof error));
        stream_free(file);
        free(bytes);
    }
}

// A step of 64 bits and none beyond: what one of 65 would leave is a small number, and no step.
static void a_step_of_too_many_bits(void **state)
{
    (void)state;
    for (unsigned last = 0; last < 4; last++) {
        size_t length, count;
        char error[300], *bytes;
        FILE *stream = open_memstream(&bytes, &length);
        stream_writer *w = stream_writer_new(stream, &head);
        for (unsigned i = 0; i < 2; i++)            // the second one is of the same warp and lanes: its kind, and a step
            stream_write(w, 2, &(stream_event){.warp = 3, .lanes = UINT32_MAX, .line = i * (UINT64_C(1) << 54)});
        stream_writer_end(w, &(stream_totals){1, 2, 3});
        fclose(stream);
        uint8_t *chunk = (uint8_t *)bytes + place_of(bytes, "\n\n") + 2, *step = chunk + 5 + chunk[1] - 8;
        assert_true(step[6] == 0x80 && step[7] == 0x40);
        uint8_t *longer = malloc(length + 2);
        const size_t at = (size_t)(step - (uint8_t *)bytes);
        memcpy(longer, bytes, at);
        memset(longer + at, 0x80, 9);
        longer[at + 9] = (uint8_t)last;
        memcpy(longer + at + 10, step + 8, length - at - 8);
        longer[chunk - (uint8_t *)bytes + 1] += 2;
        seal(longer, length + 2);
        stream_file *file = stream_parse("file", longer, length + 2, error, sizeof error);
        assert_non_null(file);
        stream_event *got = stream_events(file, 2, &count, error, sizeof error);
        assert_int_equal(got != NULL, last == 0);   // 1 << 63 is a step, but leads out of the lines that there can be
        free(got);
        stream_free(file);
        free(longer);
        free(bytes);
    }
}

// More than two MiB, in a file: every one of them is in the check sum, and is read.
static void a_large_file(void **state)
{
    (void)state;
    enum { EVENTS = 400000 };
    stream_event *events = calloc(EVENTS, sizeof *events);
    uint8_t *sm = calloc(EVENTS, 1);
    size_t length, count, all = 0;
    char error[300], *bytes = make(EVENTS, events, sm, &length);
    assert_true(length > (5 << 19));
    for (unsigned part = 0; part < 4; part++) {
        const size_t at = part < 3 ? (part << 20) + 1000 : 0;
        FILE *stored = tmpfile();
        bytes[at] ^= part < 3 ? 1 : 0;
        assert_int_equal(fwrite(bytes, 1, length, stored), length);
        bytes[at] ^= part < 3 ? 1 : 0;
        stream_file *file = stream_read(stored, "file", error, sizeof error);
        assert_int_equal(file != NULL, part == 3);
        for (unsigned of = 0; file && of < head.sms; of++) {
            stream_event *got = stream_events(file, of, &count, error, sizeof error);
            assert_non_null(got);
            all += count;
            free(got);
        }
        stream_free(file);
        fclose(stored);
    }
    assert_int_equal(all, EVENTS);
    free(bytes), free(events), free(sm);
}

// The last line of 64 bits of addresses is one, the next one is not.
static void the_last_line_there_can_be(void **state)
{
    (void)state;
    for (unsigned beyond = 0; beyond < 2; beyond++) {
        size_t length, count;
        char error[300], *bytes;
        FILE *stream = open_memstream(&bytes, &length);
        stream_writer *w = stream_writer_new(stream, &head);
        stream_write(w, 2, &(stream_event){.warp = 3, .lanes = 5, .line = UINT64_MAX / head.line_bytes - 1 + beyond});
        stream_writer_end(w, &(stream_totals){1, 2, 3});
        fclose(stream);
        stream_file *file = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
        assert_non_null(file);
        stream_event *got = stream_events(file, 2, &count, error, sizeof error);
        assert_int_equal(got == NULL, beyond);
        free(got);
        stream_free(file);
        free(bytes);
    }
}

static void what_cannot_be_read(void **state)
{
    (void)state;
    char error[300] = "";
    FILE *written = fopen("/dev/null", "w");
    assert_non_null(written);
    assert_null(stream_read(written, "null", error, sizeof error));
    assert_string_equal(error, "null: cannot be read: Bad file descriptor");
    fclose(written);
}

// Files as long as what is asked for first, a byte shorter and a byte longer: the last byte counts.
static void files_of_every_length(void **state)
{
    (void)state;
    for (unsigned want = (1 << 16) - 1; want <= (1 << 16) + 1; want++) {
        size_t length = 0, events = want, count;
        char error[300], *bytes = NULL;
        while (length != want) {                        // a byte each
            free(bytes);
            FILE *stream = open_memstream(&bytes, &length);
            stream_writer *w = stream_writer_new(stream, &head);
            for (size_t i = 0; i < events; i++)
                stream_write(w, 2, &(stream_event){.what = STREAM_EMPTIED});
            stream_writer_end(w, &(stream_totals){1, 2, 3});
            fclose(stream);
            events += length == want ? 0 : want - length;
        }
        FILE *stored = tmpfile();
        assert_int_equal(fwrite(bytes, 1, length, stored), length);
        stream_file *file = stream_read(stored, "file", error, sizeof error);
        if (!file)
            fail_msg("%u bytes: %s", want, error);
        stream_event *got = stream_events(file, 2, &count, error, sizeof error);
        assert_int_equal(count, events);
        free(got);
        stream_free(file);
        fclose(stored);
        free(bytes);
    }
}

// With a check sum that is right: all that is left are the bounds.
static void made_up_is_read_within_bounds(void **state)
{
    (void)state;
    unsigned taken = 0, refusals = 0, nonsense = 0;
    for (unsigned round = 0; round < 20000; round++) {
        stream_event events[40];
        uint8_t sm[40];
        size_t length, count;
        char error[300];
        uint8_t *bytes = (uint8_t *)make(random_bits(5) + 1, events, sm, &length);
        for (uint64_t changes = 1 + random_bits(2); changes; changes--)
            bytes[random_bits(32) % (length - 4)] = (uint8_t)random_bits(8);
        seal(bytes, length);
        stream_file *file = stream_parse("file", bytes, length, error, sizeof error);
        refusals += !file;
        for (unsigned of = 0; file && of < stream_head_of(file)->sms; of++) {
            stream_event *got = stream_events(file, of, &count, error, sizeof error);
            nonsense += !got;
            for (size_t i = 0; got && i < count; i++)
                assert_true(got[i].what > STREAM_STORE_IN_FLIGHT || (got[i].warp < STREAM_WARPS && got[i].outcome <= STREAM_MERGE &&
                            got[i].line < UINT64_MAX / stream_head_of(file)->line_bytes));
            taken += got != NULL;
            free(got);
        }
        stream_free(file);
        free(bytes);
    }
    assert_true(taken > 1000 && refusals > 1000 && nonsense > 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_written_is_read), cmocka_unit_test(damage_is_refused),
                                       cmocka_unit_test(heads_that_cannot_be), cmocka_unit_test(chunks_and_events_that_cannot_be), cmocka_unit_test(accesses_that_end_early), cmocka_unit_test(a_large_file),
                                       cmocka_unit_test(a_step_of_too_many_bits),
                                       cmocka_unit_test(files_of_every_length), cmocka_unit_test(the_last_line_there_can_be), cmocka_unit_test(what_cannot_be_read),
                                       cmocka_unit_test(made_up_is_read_within_bounds)};
    return cmocka_run_group_tests_name("l1d_stream", tests, NULL, NULL);
}
