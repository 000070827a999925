// SPDX-License-Identifier: BSD-3-Clause
// A recording of L1D accesses read and written by nothing but docs/reference/l1d_recording.md: no header and no function of the product.
//   l1d read <FILE >TEXT: the lines of the head, an empty line, `SM what outcome timed warp lanes line` for each access in the order of
//   the file, `SM emptied`, `SM start SLOTS`, and `totals CYCLES THREADS WARPS`; numbers decimal, lanes and slots hexadecimal.
//   l1d write <TEXT >FILE: the same back, in chunks of other lengths than the product's.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint64_t line; uint32_t lanes; unsigned warp; } access_before;

static void wrong(const char *what)
{
    fprintf(stderr, "l1d: %s\n", what);
    exit(1);
}

// --- the check sum: CRC-32 as of zlib and PNG
static uint32_t crc = 0xffffffff;
static void sum(unsigned char byte)
{
    crc ^= byte;
    for (int bit = 0; bit < 8; bit++)
        crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
}

// --- reading

static unsigned char in(void)
{
    int byte = getchar();
    if (byte == EOF)
        wrong("the file ends too early");
    sum((unsigned char)byte);
    return (unsigned char)byte;
}

static uint64_t in_number(unsigned bytes)
{
    uint64_t number = 0;
    for (unsigned i = 0; i < bytes; i++)
        number |= (uint64_t)in() << 8 * i;
    return number;
}

static uint64_t in_short(unsigned *left)
{
    uint64_t number = 0;
    unsigned shift = 0, byte;
    do {
        byte = in();
        --*left;
        number |= (uint64_t)(byte & 127) << shift;
        shift += 7;
    } while (byte & 128);
    return number;
}

static void in_lanes(access_before *last, unsigned *left)
{
    unsigned form = in();
    --*left;
    last->lanes = form < 32 ? UINT32_C(1) << form : 0xffffffff;
    if (form == 33) {
        last->lanes = (uint32_t)in_number(4);
        *left -= 4;
    }
}

static void read_chunk(unsigned sm, unsigned left, access_before *last)
{
    while (left) {
        unsigned first = in();
        left--;
        if ((first & 7) == 5) {
            printf("%u emptied\n", sm);
            continue;
        }
        if ((first & 7) == 6) {
            printf("%u start %" PRIx64 "\n", sm, in_number(8));
            left -= 8;
            continue;
        }
        if (!(first & 64)) {
            last->warp = in();
            left--;
        }
        if (!(first & 128))
            in_lanes(last, &left);
        uint64_t step = in_short(&left);
        last->line += step & 1 ? ~(step >> 1) : step >> 1;
        printf("%u %u %u %u %u %" PRIx32 " %" PRIu64 "\n", sm, first & 7, first >> 3 & 3, first >> 5 & 1, last->warp, last->lanes, last->line);
    }
}

static void read_file(void)
{
    static access_before last[64];
    for (int byte = 0, before = 0; !(byte == '\n' && before == '\n');) {
        before = byte;
        putchar(byte = in());
    }
    for (;;) {
        unsigned sm = in(), length = (unsigned)in_number(4);
        if (sm == 255)
            break;
        read_chunk(sm, length, &last[sm]);
    }
    uint64_t cycles = in_number(8), threads = in_number(8), warps = in_number(8);
    uint32_t expected = ~crc;
    if (in_number(4) != expected || getchar() != EOF)
        wrong("the check sum is another one");
    printf("totals %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", cycles, threads, warps);
}

// --- writing

static void out(unsigned char byte)
{
    sum(byte);
    putchar(byte);
}

static void out_number(uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        out((unsigned char)(number >> 8 * i));
}

typedef struct { unsigned char bytes[256]; unsigned used; } chunk;

static void add(chunk *c, uint64_t byte) { c->bytes[c->used++] = (unsigned char)byte; }
static void add_number(chunk *c, uint64_t number, unsigned bytes)
{
    for (unsigned i = 0; i < bytes; i++)
        add(c, number >> 8 * i);
}

static void add_lanes(chunk *c, uint32_t lanes)
{
    for (unsigned lane = 0; lane < 32; lane++)
        if (lanes == UINT32_C(1) << lane) {
            add(c, lane);
            return;
        }
    add(c, lanes == 0xffffffff ? 32 : 33);
    if (lanes != 0xffffffff)
        add_number(c, lanes, 4);
}

static void add_access(chunk *c, unsigned first, unsigned warp, uint32_t lanes, uint64_t line, access_before *last)
{
    int64_t distance = (int64_t)(line - last->line);
    uint64_t step = distance < 0 ? 2 * (uint64_t)-(distance + 1) + 1 : 2 * (uint64_t)distance;
    add(c, first | (warp == last->warp ? 64 : 0) | (lanes == last->lanes ? 128 : 0));
    if (warp != last->warp)
        add(c, warp);
    if (lanes != last->lanes)
        add_lanes(c, lanes);
    for (; step > 127; step >>= 7)
        add(c, step | 128);
    add(c, step);
    *last = (access_before){line, lanes, warp};
}

static void flush(chunk *c, unsigned sm)
{
    if (!c->used)
        return;
    out((unsigned char)sm);
    out_number(c->used, 4);
    for (unsigned i = 0; i < c->used; i++)
        out(c->bytes[i]);
    c->used = 0;
}

static void write_event(const char *text, chunk *chunks, access_before *last)
{
    unsigned sm, what, outcome, timed, warp;
    uint32_t lanes;
    uint64_t line, slots;
    int words = 0;
    if (sscanf(text, "%u start %" SCNx64, &sm, &slots) == 2) {
        add(&chunks[sm], 6);
        add_number(&chunks[sm], slots, 8);
    } else if (sscanf(text, "%u emptied%n", &sm, &words) == 1 && words) {
        add(&chunks[sm], 5);
    } else if (sscanf(text, "%u %u %u %u %u %" SCNx32 " %" SCNu64, &sm, &what, &outcome, &timed, &warp, &lanes, &line) == 7) {
        add_access(&chunks[sm], what | outcome << 3 | timed << 5, warp, lanes, line, &last[sm]);
    } else {
        wrong(text);
    }
    if (chunks[sm].used > 200)
        flush(&chunks[sm], sm);
}

static void write_file(void)
{
    static access_before last[64];
    static chunk chunks[64];
    char text[256];
    uint64_t cycles, threads, warps;
    do {
        if (!fgets(text, sizeof text, stdin))
            wrong("the text ends in its head");
        for (const char *at = text; *at; at++)
            out((unsigned char)*at);
    } while (strcmp(text, "\n") != 0);
    while (fgets(text, sizeof text, stdin) && sscanf(text, "totals %" SCNu64 " %" SCNu64 " %" SCNu64, &cycles, &threads, &warps) != 3)
        write_event(text, chunks, last);
    for (unsigned sm = 64; sm-- > 0;)
        flush(&chunks[sm], sm);
    out(255);
    out_number(28, 4);
    out_number(cycles, 8);
    out_number(threads, 8);
    out_number(warps, 8);
    out_number(~crc, 4);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "read") == 0)
        read_file();
    else if (argc == 2 && strcmp(argv[1], "write") == 0)
        write_file();
    else
        wrong("expected read or write");
    return ferror(stdout) || fflush(stdout) ? 1 : 0;
}
