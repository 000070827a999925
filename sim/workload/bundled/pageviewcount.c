// SPDX-License-Identifier: BSD-3-Clause
// pageviewcount: how many different entries of a web server's log ask for each page, in two rounds of map and reduce
// (after Mars' Page View Count): 8 launches, and a bitonic network in each round over as many records as there are
// lines, rounded up to a power of two, that runs its stretches of up to 512 records in one launch. The reference
// takes the lines apart with the C library's functions and sorts with qsort, by the kernel's hash: results are equal.
#define _GNU_SOURCE                             // memrchr
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/mapreduce.h"

enum { ENTRY_ROOM = MAPREDUCE_PAGE_ROOM + 48 };      // of page, address and one letter

// A record of the kernels has its hash and line.
typedef struct { uint32_t hash; int32_t offset, length, line; } record;

typedef struct { char *text; size_t length; } web_log;

static const char digits[] = "0123456789abcdef";

// An entry: page, address and a cookie that makes the line as long as it should be. Four lines to a page.
static size_t write_entry(char *to, uint32_t lines, uint32_t length, uint32_t *state)
{
    const size_t most = length / 2 + job_lcg(state) % (length + 1);
    size_t at = mapreduce_page(to, job_lcg(state) % (lines / 4 + 1));
    uint32_t address = job_lcg(state);

    at += (size_t)sprintf(to + at, "\t%u.%u.%u.%u\t", address & 255, address >> 8 & 255, address >> 16 & 255,
                          job_lcg(state) & 255);
    do
        to[at++] = digits[job_lcg(state) & 15];
    while (at + 1 < most);
    to[at++] = '\n';
    return at;
}

// One line in five is there before, one in 64 is not an entry: its cookie has not been sent.
static void write_log(web_log *l, int32_t *lines, uint32_t n, uint32_t length, uint32_t *state)
{
    for (uint32_t i = 0; i < n; i++) {
        char *to = l->text + l->length;
        uint32_t kind = job_lcg(state) % 320, other = job_lcg(state) % (i + 1);

        lines[i] = (int32_t)l->length;
        if (kind < 64 && other < i) {
            size_t there = (size_t)(lines[other + 1] - lines[other]);

            memcpy(to, l->text + lines[other], there);
            l->length += there;
            continue;
        }
        const size_t written = write_entry(to, n, length, state);

        l->length += written;
        if (kind >= 315)
            *(char *)memrchr(to, '\t', written) = ' ';
    }
    lines[n] = (int32_t)l->length;
}

static uint32_t hash_of(const char *text, size_t length)
{
    uint32_t hash = 0;

    for (size_t i = 0; i < length; i++)
        hash = (hash << 5 | hash >> 27) + (uint8_t)text[i];
    return hash;
}

static int compare(const void *left, const void *right)
{
    const record *a = left, *b = right;

    if (a->hash != b->hash)
        return a->hash < b->hash ? -1 : 1;
    return (a->line > b->line) - (a->line < b->line);
}

static const char *compared_log;

// By text, equal ones by their line.
static int compare_texts(const void *left, const void *right)
{
    const record *a = left, *b = right;
    const int32_t shorter = a->length < b->length ? a->length : b->length;
    const int order = memcmp(compared_log + a->offset, compared_log + b->offset, (size_t)shorter);

    if (order || a->length != b->length)
        return order ? order : a->length - b->length;
    return (a->line > b->line) - (a->line < b->line);
}

static bool same_text(const record *a, const record *b)
{
    return a->length == b->length && memcmp(compared_log + a->offset, compared_log + b->offset, (size_t)a->length) == 0;
}

// How many of the records have the text of each line that is the first of its text; 0 for all other lines.
static void count_texts(const record *records, uint32_t count, int32_t *counts, uint32_t lines)
{
    record *sorted = malloc(count * sizeof *sorted + 1);

    if (!sorted)
        abort();
    memset(counts, 0, lines * sizeof *counts);
    memcpy(sorted, records, count * sizeof *sorted);
    qsort(sorted, count, sizeof *sorted, compare_texts);
    for (uint32_t i = 0, first = 0; i < count; i++) {
        if (i > 0 && !same_text(&sorted[i - 1], &sorted[i]))
            first = i;
        counts[sorted[first].line]++;
    }
    free(sorted);
}

// The records of a round: a line's text up to its first `end`, of all lines with two tabs that are `kept`.
static uint32_t map(const web_log *l, const int32_t *lines, uint32_t n, char end, const int32_t *kept, record *records)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < n; i++) {
        const char *begin = l->text + lines[i], *behind = l->text + lines[i + 1];
        const char *tab = memchr(begin, '\t', (size_t)(behind - begin));
        const char *second = tab ? memchr(tab + 1, '\t', (size_t)(behind - tab - 1)) : NULL;
        const char *stop = memchr(begin, end, (size_t)(behind - begin));

        if (second && (!kept || kept[i] > 0)) {
            int32_t length = (int32_t)(stop - begin) + (end == '\n');

            records[count++] = (record){ hash_of(begin, (size_t)length), lines[i], length, (int32_t)i };
        }
    }
    qsort(records, count, sizeof *records, compare);
    return count;
}

static void pack(const record *records, uint32_t count, uint64_t *packed, uint32_t room)
{
    for (uint32_t i = 0; i < room; i++)
        packed[i] = i < count ? (uint64_t)records[i].hash << 32 | (uint32_t)records[i].line : MAPREDUCE_NONE;
}

static void reference(job *j, const web_log *l, const int32_t *lines, uint32_t n, uint32_t room)
{
    int32_t *before = workload_want(j, "counts", 0, 0), *views = workload_want(j, "views", 0, 0);
    int32_t *texts = malloc(n * sizeof *texts);
    record *records = malloc(n * sizeof *records);
    uint32_t count;

    if (!texts || !records)
        abort();
    compared_log = l->text;
    count = map(l, lines, n, '\n', NULL, records);
    count_texts(records, count, texts, n);
    pack(records, count, workload_want(j, "entries", 0, 0), room);
    for (uint32_t i = 0; i < n; i++)
        before[i + 1] = before[i] + (i < count && texts[records[i].line] > 0);
    count = map(l, lines, n, '\t', texts, records);
    count_texts(records, count, texts, n);
    pack(records, count, workload_want(j, "pages", 0, 0), room);
    for (uint32_t i = 0; i < count; i++)
        views[i] = texts[records[i].line];
    free(records);
    free(texts);
}

static void launch_all(job *j, uint32_t n, uint32_t room)
{
    const workload_extent all = workload_ctas(n, MAPREDUCE_THREADS), block = { MAPREDUCE_THREADS, 1 }, one = { 1, 1 };
    const workload_extent wide = { MAPREDUCE_SCAN_THREADS, 1 };

    workload_launch(j, &j->steps, "pvc_count", all, block, "bbbi", "log", "lines", "counts", (int)n);
    workload_launch(j, &j->steps, "pvc_scan", one, wide, "bi", "counts", (int)n + 1);
    workload_launch(j, &j->steps, "pvc_map", all, block, "bbbbi", "log", "lines", "counts", "entries", (int)n);
    mapreduce_sort(j, "pvc", "entries", room);
    workload_launch(j, &j->steps, "pvc_unique", all, block, "bbbbi", "log", "lines", "entries", "counts", (int)n);
    workload_launch(j, &j->steps, "pvc_scan", one, wide, "bi", "counts", (int)n + 1);
    workload_launch(j, &j->steps, "pvc_map_page", all, block, "bbbbbi", "log", "lines", "entries", "counts",
                    "pages", (int)n);
    mapreduce_sort(j, "pvc", "pages", room);
    workload_launch(j, &j->steps, "pvc_views", all, block, "bbbbi", "log", "lines", "pages", "views", (int)n);
}

static void build(job *j, workload_size size)
{
    const uint32_t n = size.rows, room = mapreduce_room(n);
    uint32_t state = workload_stream(j, 1);
    int32_t *lines = workload_data(j, "lines", SCALAR_S32, (uint64_t)n + 1);
    web_log l = { malloc((uint64_t)n * (size.columns * 3 / 2 + ENTRY_ROOM)), 0 };
    char *text;

    if (!l.text)
        abort();
    write_log(&l, lines, n, size.columns, &state);
    text = memcpy(workload_data(j, "log", SCALAR_U8, l.length), l.text, l.length);
    free(l.text);
    l.text = text;
    workload_zero(j, "counts", SCALAR_S32, (uint64_t)n + 1);
    mapreduce_records(j, "entries", room);
    mapreduce_records(j, "pages", room);
    workload_zero(j, "views", SCALAR_S32, n);
    launch_all(j, n, room);
    reference(j, &l, lines, n, room);
}

const workload workload_pageviewcount = {
    .name = "pageviewcount", .help = "page views after Mars: byte by byte through a log's lines, hashed, sorted, counted",
    .size_help = "lines x letters of each on average", .size = { 520, 64 },
    .low = { 1, 16 }, .high = { 1 << 20, 4096 },
    .most = 1 << 26, .paper_size = { 28672, 128 },
    .shapes = { { "owl", { 28672, 64 } } },
    .bound = "equal", .build = build,
};
