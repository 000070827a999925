// SPDX-License-Identifier: BSD-3-Clause
// pageviewrank: pages by how often they were looked at (after Mars' Page View Rank, which takes pairs of views and page): three
// launches, then a bitonic network over as many records as there are lines, rounded up to a power of two. The reference reads
// views by strtoul and sorts by qsort: results are equal.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/mapreduce.h"

enum { VIEWS_ROOM = 16 };

typedef struct { char *text; size_t length; } view_list;

// A line of views, page and letters of a query that make it as long as it should be. Few pages have many views; one line in
// 64 has none, but a mark.
static void write_line(view_list *l, uint32_t page, uint32_t length, uint32_t *state)
{
    const size_t most = length / 2 + job_lcg(state) % (length + 1);
    const uint32_t views = job_lcg(state) >> job_lcg(state) % 24;
    char *to = l->text + l->length;
    size_t at = job_lcg(state) % 64 ? (size_t)sprintf(to, "%u\t", views) : (size_t)sprintf(to, "-\t");

    at += mapreduce_page(to + at, page);
    while (at + 1 < most)
        to[at++] = (char)('a' + job_lcg(state) % 26);
    to[at++] = '\n';
    l->length += at;
}

static int compare(const void *left, const void *right)
{
    const uint64_t a = *(const uint64_t *)left, b = *(const uint64_t *)right;

    return (a > b) - (a < b);
}

static void reference(job *j, const view_list *l, const int32_t *lines, uint32_t n, uint32_t room)
{
    uint64_t *ranks = workload_want(j, "ranks", 0, 0);
    int32_t *counts = workload_want(j, "counts", 0, 0);
    uint32_t count = 0;

    for (uint32_t i = 0; i < n; i++) {
        const char *begin = l->text + lines[i];
        char *end;
        const unsigned long views = strtoul(begin, &end, 10);

        counts[i] = (int32_t)count;
        if (end > begin && *begin != '-')
            ranks[count++] = (uint64_t)(UINT32_MAX - views) << 32 | i;
    }
    counts[n] = (int32_t)count;
    for (uint32_t i = count; i < room; i++)
        ranks[i] = MAPREDUCE_NONE;
    qsort(ranks, count, sizeof *ranks, compare);
}

static void build(job *j, workload_size size)
{
    const uint32_t n = size.rows, room = mapreduce_room(n);
    const workload_extent all = workload_ctas(n, MAPREDUCE_THREADS), block = { MAPREDUCE_THREADS, 1 };
    uint32_t state = workload_stream(j, 1);
    int32_t *lines = workload_data(j, "lines", SCALAR_S32, (uint64_t)n + 1);
    view_list l = { malloc((uint64_t)n * (size.columns * 3 / 2 + MAPREDUCE_PAGE_ROOM + VIEWS_ROOM)), 0 };
    char *text;

    if (!l.text)
        abort();
    for (uint32_t i = 0; i < n; i++) {
        lines[i] = (int32_t)l.length;
        write_line(&l, i, size.columns, &state);
    }
    lines[n] = (int32_t)l.length;
    text = memcpy(workload_data(j, "list", SCALAR_U8, l.length), l.text, l.length);
    free(l.text);
    l.text = text;
    workload_zero(j, "counts", SCALAR_S32, (uint64_t)n + 1);
    mapreduce_records(j, "ranks", room);
    workload_launch(j, &j->steps, "pvr_count", all, block, "bbbi", "list", "lines", "counts", (int)n);
    workload_launch(j, &j->steps, "pvr_scan", (workload_extent){ 1, 1 }, (workload_extent){ MAPREDUCE_SCAN_THREADS, 1 },
                    "bi", "counts", (int)n + 1);
    workload_launch(j, &j->steps, "pvr_map", all, block, "bbbbi", "list", "lines", "counts", "ranks", (int)n);
    mapreduce_sort(j, "pvr", "ranks", room);
    reference(j, &l, lines, n, room);
}

const workload workload_pageviewrank = {
    .name = "pageviewrank", .help = "page views ranked after Mars: digits byte by byte, pairs sorted by a network",
    .size_help = "lines x letters of each on average", .size = { 520, 64 },
    .low = { 1, 16 }, .high = { 1 << 20, 4096 },
    .most = 1 << 26, .paper_size = { 57344, 64 },
    .shapes = { { "owl", { 57344, 64 } } },
    .bound = "equal", .build = build,
};
