// SPDX-License-Identifier: BSD-3-Clause
// btree: searches in a B+ tree (Rodinia), keys one by one and ranges of up to 3,000 keys, three ranges for five keys. Nodes
// are half full, as insertion in ascending order leaves them, level by level from the root. The reference searches the
// sorted keys.
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { ORDER = 256, HALF = ORDER / 2, RANGE = 3000, LEVELS = 5 };       // HALF to the power of LEVELS is more than any size

// As in kernels/btree.cu.
typedef struct { int32_t keys[ORDER + 1], places[ORDER + 1]; } node;

typedef struct { uint32_t count, levels; const int32_t *keys, *records; } tree;

// Keys that ascend by 1 to 8, not in the device's memory.
static int32_t *make_keys(const job *j, uint32_t count)
{
    int32_t *keys = malloc(count * sizeof *keys), key = 0;
    uint32_t state = workload_stream(j, 1);

    if (!keys)
        abort();
    for (uint32_t i = 0; i < count; i++) {
        key += 1 + (int32_t)(job_lcg(&state) % 8);
        keys[i] = key;
    }
    return keys;
}

// The nodes of a level; node n has the children, or in a leaf the records, from n * HALF on, of which there are `below`
// from number `place` on. `span`: keys under a child.
static void make_level(node *nodes, uint32_t count, const tree *t, uint32_t below, uint32_t place, uint64_t span)
{
    for (uint32_t n = 0; n < count; n++) {
        for (uint32_t i = 0; i <= ORDER; i++) {
            uint64_t child = (uint64_t)n * HALF + i;

            nodes[n].keys[i] = i <= HALF && child < below ? t->keys[child * span] : INT32_MAX;
            nodes[n].places[i] = i < HALF && child < below ? (int32_t)(place + child) : 0;
        }
    }
}

static void make_nodes(job *j, tree *t)
{
    uint32_t counts[LEVELS + 1] = { t->count }, all = 0, at;            // of records, of leaves and so on up to the root
    uint64_t span = 1;
    node *nodes;

    do {
        t->levels++;
        counts[t->levels] = (counts[t->levels - 1] + HALF - 1) / HALF;
        all += counts[t->levels];
    } while (counts[t->levels] > 1);
    nodes = workload_data(j, "nodes", SCALAR_S32, (uint64_t)all * (sizeof *nodes / 4));
    at = all;
    for (uint32_t level = 1; level <= t->levels; level++, span *= HALF) {
        at -= counts[level];
        make_level(&nodes[at], counts[level], t, counts[level - 1], level == 1 ? 0 : at + counts[level], span);
    }
}

static int compare(const void *a, const void *b)
{
    const int32_t *one = a, *other = b;

    return (*one > *other) - (*one < *other);
}

// Keys of which some are not in the tree.
static void add_searches(job *j, const tree *t, uint32_t count)
{
    int32_t *wanted = workload_data(j, "wanted", SCALAR_S32, count), *want;
    uint32_t state = workload_stream(j, 3);

    memset(workload_data(j, "found", SCALAR_S32, count), 0xff, count * sizeof *wanted);
    workload_launch(j, &j->steps, "find_k", (workload_extent){ count, 1 }, (workload_extent){ ORDER, 1 }, "bbbbi", "nodes",
                    "records", "wanted", "found", (int)t->levels);
    want = workload_want(j, "found", 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        const int32_t *at;

        wanted[i] = t->keys[job_lcg(&state) % t->count] + (job_lcg(&state) % 8 == 0);
        at = bsearch(&wanted[i], t->keys, t->count, sizeof *at, compare);
        want[i] = at ? t->records[at - t->keys] : -1;
    }
}

static void add_ranges(job *j, const tree *t, uint32_t count)
{
    int32_t *firsts = workload_data(j, "firsts", SCALAR_S32, count), *lasts = workload_data(j, "lasts", SCALAR_S32, count);
    uint32_t state = workload_stream(j, 4);
    int32_t *begins, *counts;

    workload_zero(j, "begins", SCALAR_S32, count);
    workload_zero(j, "counts", SCALAR_S32, count);
    workload_launch(j, &j->steps, "find_range_k", (workload_extent){ count, 1 }, (workload_extent){ ORDER, 1 }, "bbbbbi",
                    "nodes", "firsts", "lasts", "begins", "counts", (int)t->levels);
    begins = workload_want(j, "begins", 0, 0);
    counts = workload_want(j, "counts", 0, 0);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t first = job_lcg(&state) % t->count, last = first + job_lcg(&state) % RANGE;

        last = last < t->count ? last : t->count - 1;
        firsts[i] = t->keys[first];
        lasts[i] = t->keys[last];
        begins[i] = (int32_t)first;
        counts[i] = (int32_t)(last - first + 1);
    }
}

static void build(job *j, workload_size size)
{
    tree t = { .count = size.columns * 1000 };
    int32_t *keys = make_keys(j, t.count), *records;
    uint32_t state = workload_stream(j, 2);

    t.keys = keys;
    make_nodes(j, &t);
    t.records = records = workload_data(j, "records", SCALAR_S32, t.count);
    for (uint32_t i = 0; i < t.count; i++)
        records[i] = (int32_t)job_lcg(&state);
    add_ranges(j, &t, (size.rows * 3 + 4) / 5);
    add_searches(j, &t, size.rows);
    free(keys);
}

const workload workload_btree = {
    .name = "btree", .help = "searches in a B+ tree, Rodinia: a CTA a query, nodes of 2 KB, barriers at every level",
    .size_help = "keys looked for x thousands of keys in the tree", .size = { 30, 20 }, .low = { 1, 1 },
    .high = { 1 << 16, 1 << 12 }, .most = 1 << 26, .paper_size = { 10000, 1000 },
    .shapes = { { "bucl", { 2000, 200 } } },
    .bound = "equal", .build = build,
};
