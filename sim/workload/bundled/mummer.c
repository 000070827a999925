// SPDX-License-Identifier: BSD-3-Clause
// mummer: the longest matches of queries in a reference (after MUMmerGPU, in the samples of GPGPU-Sim), in one launch. The
// reference is random, three queries in four are stretches of it with a wrong letter now and then. Results are held against
// searches in the sorted suffixes, which know no tree: equal.
#include <stdlib.h>

#include "sim/workload/suffixtree.h"
#include "sim/workload/workload.h"

enum { THREADS = 64, LEAST = 20 };              // the second as in kernels/mummer.cu

typedef struct { int32_t length, place; } match;

typedef struct { const uint8_t *text; const int32_t *suffixes; uint32_t n; } sequence;

static uint8_t *make_reference(job *j, uint32_t n)
{
    uint8_t *text = workload_data(j, "reference", SCALAR_U8, (uint64_t)n + 1);
    uint32_t state = workload_stream(j, 1);

    for (uint32_t i = 0; i < n; i++)
        text[i] = (uint8_t)(job_lcg(&state) >> 8 & 3);
    text[n] = SUFFIX_LETTERS;
    return text;
}

static const uint8_t *make_queries(job *j, const sequence *s, uint32_t count, uint32_t length)
{
    uint8_t *queries = workload_data(j, "queries", SCALAR_U8, (uint64_t)count * length);
    uint32_t state = workload_stream(j, 2);

    for (uint32_t i = 0; i < count; i++) {
        const bool foreign = job_lcg(&state) % 4 == 0;
        const uint32_t from = job_lcg(&state) % s->n;

        for (uint32_t k = 0; k < length; k++) {
            const uint32_t drawn = job_lcg(&state) >> 4;

            queries[i * length + k] = foreign || drawn % 32 == 0 ? (uint8_t)(drawn >> 8 & 3) : s->text[(from + k) % s->n];
        }
    }
    return queries;
}

// Letters that the query and a suffix have in common.
static int32_t common(const sequence *s, uint32_t suffix, const uint8_t *query, int32_t length)
{
    const uint8_t *at = s->text + s->suffixes[suffix];
    int32_t same = 0;

    while (same < length && at[same] == query[same])
        same++;
    return same;
}

static match longest(const sequence *s, const uint8_t *query, int32_t length)
{
    uint32_t low = 0, high = s->n;              // the suffixes below `low` lie before the query, from `high` on behind it
    match best = { 0 };

    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        const int32_t same = common(s, middle, query, length);

        if (same < length && s->text[s->suffixes[middle] + same] < query[same])
            low = middle + 1;
        else
            high = middle;
    }
    if (low < s->n)
        best.length = common(s, low, query, length);
    if (low > 0 && common(s, low - 1, query, length) > best.length)
        best.length = common(s, low - 1, query, length);
    if (best.length < LEAST)
        return (match){ 0 };
    while (low > 0 && common(s, low - 1, query, length) >= best.length)
        low--;
    best.place = s->suffixes[low];
    return best;
}

static void build(job *j, workload_size size)
{
    const uint32_t count = size.rows, length = size.columns, n = size.rounds;
    const uint8_t *text = make_reference(j, n);
    int32_t *suffixes = suffix_array(text, n);
    const sequence s = { text, suffixes, n };
    const uint8_t *queries = make_queries(j, &s, count, length);
    tree_node *nodes = workload_data(j, "nodes", SCALAR_S32, (uint64_t)2 * n * (sizeof *nodes / 4));
    match *matches;

    suffix_tree(text, n, suffixes, nodes);
    workload_zero(j, "matches", SCALAR_S32, (uint64_t)count * length * (sizeof *matches / 4));
    workload_launch(j, &j->steps, "mummer", workload_ctas(count, THREADS), (workload_extent){ THREADS, 1 }, "bbbbii", "nodes",
                    "reference", "queries", "matches", (int)length, (int)count);
    matches = workload_want(j, "matches", 0, 0);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t first = 0; first + LEAST <= length; first++)
            matches[i * length + first] = longest(&s, &queries[i * length + first], (int32_t)(length - first));
    free(suffixes);
}

const workload workload_mummer = {
    .name = "mummer", .help = "matches of sequences by a suffix tree, after MUMmerGPU: nodes of 32 bytes, letters in bytes",
    .size_help = "queries x letters of each x letters of the reference", .size = { 512, 40, 2048 }, .low = { 1, 20, 64 },
    .high = { 1 << 20, 1024, 1 << 20 }, .most = 1 << 24, .paper_size = { 50000, 25, 20000 },
    .bound = "equal", .build = build,
};
