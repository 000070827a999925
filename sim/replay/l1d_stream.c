// SPDX-License-Identifier: BSD-3-Clause
// The file of a recording: head as text, then chunks of each SM's events, then totals and a check sum (docs/reference/l1d_recording.md).
#include "sim/replay/l1d_stream.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "sim/machine/choices.h"
#include "tb/input_file.h"
#include "tb/whole_number.h"

// The first byte of an event: what (3 bits), outcome (2), then these. A missing warp or lanes are those of the SM's last
// access.
enum { TIMED = 1 << 5, SAME_WARP = 1 << 6, SAME_LANES = 1 << 7 };
enum { LANES_ALL = 32, LANES_MASK = 33 };               // before lanes; lower: one lane
enum { CHUNK = 1 << 14, EVENT_MAX = 24, TOTALS_SM = 255, TOTALS_BYTES = 3 * 8 + 4 };

static const char magic[] = "warplock l1d 1\n";
static const char *const index_words[] = {
#define WORD(value, word) #word,
    INDEX_WORDS(WORD)
};
static const char *const allocate_words[] = {ALLOCATE_WORDS(WORD)};
static const char *const write_words[] = {WRITE_WORDS(WORD)};
#undef WORD

#define COUNT_OF(array) (uint32_t)(sizeof(array) / sizeof((array)[0]))

typedef struct { uint64_t line; uint32_t lanes; uint8_t warp; } last_access;

// --- writing

struct stream_writer {
    FILE    *file;
    uint32_t sum;
    struct { uint8_t bytes[CHUNK]; uint32_t used; last_access last; } sms[STREAM_SMS];
};

static void put(stream_writer *w, const void *bytes, size_t count)
{
    w->sum = (uint32_t)crc32(w->sum, bytes, (uInt)count);
    fwrite(bytes, 1, count, w->file);
}

static uint8_t *put_number(uint8_t *at, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        *at++ = (uint8_t)(number >> 8 * i);
    return at;
}

// Seven bits a byte, low ones first; the top bit is set in all bytes but the last.
static uint8_t *put_short(uint8_t *at, uint64_t number)
{
    for (; number > 127; number >>= 7)
        *at++ = (uint8_t)(number | 128);
    *at++ = (uint8_t)number;
    return at;
}

static uint8_t *put_lanes(uint8_t *at, uint32_t lanes)
{
    if (lanes == UINT32_MAX) {
        *at++ = LANES_ALL;
    } else if (lanes && !(lanes & (lanes - 1))) {
        *at++ = (uint8_t)__builtin_ctz(lanes);
    } else {
        *at++ = LANES_MASK;
        at = put_number(at, lanes, 4);
    }
    return at;
}

// Keeps only characters that fit in a line of the head.
static const char *in_one_line(const char *name, char line[static 64])
{
    snprintf(line, 64, "%s", name);
    for (char *at = line; *at; at++)
        *at = (unsigned char)*at < ' ' ? '?' : *at;
    return line;
}

stream_writer *stream_writer_new(FILE *file, const stream_head *head)
{
    stream_writer *w = calloc(1, sizeof *w);
    char text[512], names[3][64];
    if (!w)
        abort();
    w->file = file;
    int length = snprintf(text, sizeof text,
                          "%smachine %s\npolicy %s\nkernel %s\nsms %" PRIu32 "\nsets %" PRIu32 "\nways %" PRIu32
                          "\nline_bytes %" PRIu32 "\nindex %s\nallocate %s\nglobal_write %s\n\n", magic, in_one_line(head->machine, names[0]),
                          in_one_line(head->policy, names[1]), in_one_line(head->kernel, names[2]), head->sms, head->sets, head->ways, head->line_bytes,
                          index_words[head->index], allocate_words[head->allocate], write_words[head->global_write]);
    put(w, text, (size_t)length);
    return w;
}

static void flush(stream_writer *w, unsigned sm)
{
    uint8_t head[5] = {(uint8_t)sm};
    if (!w->sms[sm].used)
        return;
    put_number(head + 1, w->sms[sm].used, 4);
    put(w, head, sizeof head);
    put(w, w->sms[sm].bytes, w->sms[sm].used);
    w->sms[sm].used = 0;
}

void stream_write(stream_writer *w, unsigned sm, const stream_event *event)
{
    last_access *last = &w->sms[sm].last;
    if (w->sms[sm].used + EVENT_MAX > CHUNK)
        flush(w, sm);
    uint8_t *first = w->sms[sm].bytes + w->sms[sm].used, *at = first + 1;
    *first = event->what;
    if (event->what == STREAM_WARPS_START) {
        at = put_number(at, event->line, 8);
    } else if (event->what != STREAM_EMPTIED) {
        bool same_warp = event->warp == last->warp, same_lanes = event->lanes == last->lanes;
        *first |= (uint8_t)(event->outcome << 3 | (event->timed ? TIMED : 0) | (same_warp ? SAME_WARP : 0) |
                            (same_lanes ? SAME_LANES : 0));
        if (!same_warp)
            *at++ = event->warp;
        if (!same_lanes)
            at = put_lanes(at, event->lanes);
        uint64_t step = event->line - last->line;
        at = put_short(at, step << 1 ^ (step >> 63 ? UINT64_MAX : 0));
        *last = (last_access){.line = event->line, .lanes = event->lanes, .warp = event->warp};
    }
    w->sms[sm].used += (uint32_t)(at - first);
}

void stream_writer_end(stream_writer *w, const stream_totals *totals)
{
    uint8_t bytes[5 + TOTALS_BYTES] = {TOTALS_SM}, *at = put_number(bytes + 1, TOTALS_BYTES, 4);
    for (unsigned sm = 0; sm < STREAM_SMS; sm++)
        flush(w, sm);
    at = put_number(at, totals->cycles, 8);
    at = put_number(at, totals->thread_insns, 8);
    at = put_number(at, totals->warp_insns, 8);
    put(w, bytes, (size_t)(at - bytes));
    fwrite(at, 1, (size_t)(put_number(at, w->sum, 4) - at), w->file);
    free(w);
}

void stream_writer_discard(stream_writer *w)
{
    free(w);
}

// --- reading

struct stream_file {
    char          name[200];
    uint8_t      *bytes;
    size_t        length, chunks;                       // where the first chunk begins
    stream_head   head;
    stream_totals totals;
};

static bool refuse(const stream_file *f, char *error, size_t size, const char *what, size_t at)
{
    snprintf(error, size, "%s: byte %zu: %s", f->name, at, what);
    return false;
}

static uint64_t get_number(const uint8_t *at, unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)at[i] << 8 * i;
    return number;
}

// The line "key value" at *at, of at most 63 characters; *at moves past it.
static bool get_value(const stream_file *f, size_t *at, const char *key, char value[static 64])
{
    const char *text = (const char *)f->bytes + *at;
    const char *end = memchr(text, '\n', f->length - *at);
    size_t key_length = strlen(key), length = end ? (size_t)(end - text) : 0;
    if (!end || length < key_length + 1 || length - key_length - 1 > 63 || memcmp(text, key, key_length) != 0 ||
        text[key_length] != ' ' || memchr(text, 0, length))
        return false;
    snprintf(value, 64, "%.*s", (int)(length - key_length - 1), text + key_length + 1);
    *at += length + 1;
    return true;
}

static bool get_count(const stream_file *f, size_t *at, const char *key, uint32_t low, uint32_t high, uint32_t *count)
{
    char value[64];
    uint64_t number;
    if (!get_value(f, at, key, value) || !whole_number(value, low, high, &number))
        return false;
    *count = (uint32_t)number;
    return true;
}

static bool get_word(const stream_file *f, size_t *at, const char *key, const char *const *words, uint32_t n, uint32_t *index)
{
    char value[64];
    if (!get_value(f, at, key, value))
        return false;
    for (*index = 0; *index < n; ++*index)
        if (strcmp(value, words[*index]) == 0)
            return true;
    return false;
}

static bool power_of_two(uint32_t number) { return number && !(number & (number - 1)); }

static bool get_head(stream_file *f, char *error, size_t size)
{
    stream_head *head = &f->head;
    size_t at = sizeof magic - 1;
    if (f->length < at || memcmp(f->bytes, magic, at) != 0)
        return refuse(f, error, size, "seen no recording of L1D accesses, expected `warplock l1d 1` (--record-l1d)", 0);
    if (!get_value(f, &at, "machine", head->machine) || !get_value(f, &at, "policy", head->policy) ||
        !get_value(f, &at, "kernel", head->kernel) || !get_count(f, &at, "sms", 1, STREAM_SMS, &head->sms) ||
        !get_count(f, &at, "sets", 1, STREAM_PLACES, &head->sets) || !get_count(f, &at, "ways", 1, STREAM_WAYS, &head->ways) ||
        !get_count(f, &at, "line_bytes", 32, 4096, &head->line_bytes) ||
        !get_word(f, &at, "index", index_words, COUNT_OF(index_words), &head->index) ||
        !get_word(f, &at, "allocate", allocate_words, COUNT_OF(allocate_words), &head->allocate) ||
        !get_word(f, &at, "global_write", write_words, COUNT_OF(write_words), &head->global_write) ||
        at == f->length || f->bytes[at] != '\n' || !power_of_two(head->sets) || !power_of_two(head->line_bytes) ||
        (uint64_t)head->sets * head->ways > STREAM_PLACES)
        return refuse(f, error, size, "seen a head that cannot be, expected the next of its lines", at);
    f->chunks = at + 1;
    return true;
}

// Checks the chain of chunks up to that of the totals, which ends the file.
static bool check_chunks(stream_file *f, char *error, size_t size)
{
    size_t at = f->chunks;
    for (;;) {
        if (f->length - at < 5)
            return refuse(f, error, size, "the file is cut short, expected a chunk", at);
        unsigned sm = f->bytes[at];
        size_t length = get_number(f->bytes + at + 1, 4);
        if (sm == TOTALS_SM && length == TOTALS_BYTES && f->length - at - 5 == length)
            break;
        if (sm >= f->head.sms || !length)
            return refuse(f, error, size, "seen a chunk of no SM, expected one of the machine or the totals at the end", at);
        if (f->length - at - 5 < length)
            return refuse(f, error, size, "the file is cut short in the chunk that begins here", at);
        at += 5 + length;
    }
    const uint8_t *totals = f->bytes + at + 5;
    f->totals = (stream_totals){get_number(totals, 8), get_number(totals + 8, 8), get_number(totals + 16, 8)};
    uint32_t sum = 0;
    for (size_t from = 0; from < f->length - 4; from += 1 << 20) {
        size_t left = f->length - 4 - from;
        sum = (uint32_t)crc32(sum, f->bytes + from, (uInt)(left < 1 << 20 ? left : 1 << 20));
    }
    return sum == get_number(f->bytes + f->length - 4, 4) ||
           refuse(f, error, size, "the check sum is not that of the bytes in front of it: the file was changed", f->length - 4);
}

// Takes over the bytes.
static stream_file *open_bytes(const char *name, uint8_t *bytes, size_t length, char *error, size_t size)
{
    stream_file *f = calloc(1, sizeof *f);
    if (!f)
        abort();
    snprintf(f->name, sizeof f->name, "%.160s", name);
    f->bytes = bytes;
    f->length = length;
    if (get_head(f, error, size) && check_chunks(f, error, size))
        return f;
    stream_free(f);
    return NULL;
}

stream_file *stream_parse(const char *name, const uint8_t *bytes, size_t length, char *error, size_t error_size)
{
    uint8_t *copy = malloc(length ? length : 1);
    if (!copy)
        abort();
    memcpy(copy, bytes, length);
    return open_bytes(name, copy, length, error, error_size);
}

stream_file *stream_read(FILE *file, const char *name, char *error, size_t error_size)
{
    uint8_t *bytes = NULL;
    size_t room = 0, length = 0, count = 0;
    fseek(file, 0, SEEK_SET);                           // a pipe is read from its present position
    do {
        length += count;
        if (length == room) {
            room = room ? 2 * room : 1 << 16;
            bytes = realloc(bytes, room);
            if (!bytes)
                abort();
        }
    } while ((count = fread(bytes + length, 1, room - length, file)) > 0);
    if (!ferror(file))
        return open_bytes(name, bytes, length, error, error_size);
    snprintf(error, error_size, "%.160s: cannot be read: %s", name, strerror(errno));
    free(bytes);
    return NULL;
}

stream_file *stream_load(const char *path, char *error, size_t error_size)
{
    const char *why;
    FILE *file = input_open(path, &why);
    if (!file) {
        snprintf(error, error_size, "%.160s: cannot be read: %s", path, why);
        return NULL;
    }
    stream_file *f = stream_read(file, path, error, error_size);
    fclose(file);
    return f;
}

void stream_free(stream_file *f)
{
    if (!f)
        return;
    free(f->bytes);
    free(f);
}

const stream_head *stream_head_of(const stream_file *f) { return &f->head; }
const stream_totals *stream_totals_of(const stream_file *f) { return &f->totals; }

// --- events

typedef struct { const uint8_t *at, *end; } byte_range;

// Takes `bytes` bytes, if there are as many.
static bool take(byte_range *from, unsigned bytes, uint64_t *number)
{
    if (from->end - from->at < (ptrdiff_t)bytes)
        return false;
    *number = get_number(from->at, bytes);
    from->at += bytes;
    return true;
}

static bool take_short(byte_range *from, uint64_t *number)
{
    *number = 0;
    for (unsigned shift = 0; from->at < from->end && shift < 64; shift += 7) {
        uint8_t byte = *from->at++;
        if (shift == 63 && byte > 1)
            return false;
        *number |= (uint64_t)(byte & 127) << shift;
        if (byte < 128)
            return true;
    }
    return false;
}

static bool take_lanes(byte_range *from, uint32_t *lanes)
{
    uint64_t form, mask;
    if (!take(from, 1, &form) || form > LANES_MASK)
        return false;
    *lanes = form == LANES_ALL ? UINT32_MAX : UINT32_C(1) << (form & 31);
    if (form < LANES_MASK)
        return true;
    if (!take(from, 4, &mask))
        return false;
    *lanes = (uint32_t)mask;
    return true;
}

static bool take_access(byte_range *from, uint8_t first, uint64_t lines, last_access *last, stream_event *event)
{
    uint64_t warp, step;
    event->outcome = first >> 3 & 3;
    event->timed = first & TIMED;
    if (!(first & SAME_WARP)) {
        if (!take(from, 1, &warp) || warp >= STREAM_WARPS)
            return false;
        last->warp = (uint8_t)warp;
    }
    if (!(first & SAME_LANES) && !take_lanes(from, &last->lanes))
        return false;
    if (event->outcome > STREAM_MERGE || !take_short(from, &step))
        return false;
    last->line += step >> 1 ^ (step & 1 ? UINT64_MAX : 0);
    event->warp = last->warp;
    event->lanes = last->lanes;
    event->line = last->line;
    return last->line < lines;
}

static bool take_event(byte_range *from, uint64_t lines, last_access *last, stream_event *event)
{
    uint8_t first = *from->at++;
    *event = (stream_event){.what = first & 7};
    if (event->what < STREAM_EMPTIED)
        return take_access(from, first, lines, last, event);
    if (first >> 3)
        return false;
    return event->what == STREAM_EMPTIED || (event->what == STREAM_WARPS_START && take(from, 8, &event->line));
}

stream_event *stream_events(const stream_file *f, unsigned sm, size_t *count, char *error, size_t error_size)
{
    size_t room = 1 << 12, length;
    stream_event *events = malloc(room * sizeof *events);
    last_access last = {0};
    uint64_t lines = UINT64_MAX / f->head.line_bytes;
    *count = 0;
    for (size_t at = f->chunks; events && f->bytes[at] != TOTALS_SM; at += 5 + length) {
        length = get_number(f->bytes + at + 1, 4);
        byte_range chunk = {f->bytes + at + 5, f->bytes + at + 5 + length};
        while (f->bytes[at] == sm && chunk.at < chunk.end) {
            if (*count == room) {
                room *= 2;
                stream_event *more = realloc(events, room * sizeof *events);
                if (!more)
                    abort();
                events = more;
            }
            const uint8_t *begin = chunk.at;
            if (!take_event(&chunk, lines, &last, &events[(*count)++])) {
                refuse(f, error, error_size, "seen an event that cannot be", (size_t)(begin - f->bytes));
                free(events);
                return NULL;
            }
        }
    }
    if (!events)
        abort();
    return events;
}
