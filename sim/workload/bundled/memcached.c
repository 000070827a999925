// SPDX-License-Identifier: BSD-3-Clause
// memcached: GET requests with skewed keys. An item has a head, a key of 32 bytes and a value of half to all of the
// longest one's words; buckets have chains of 2 on average; one key in 16 has no item. Few keys are asked for often. The
// reference knows where a key's item lies without any hashing.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { THREADS = 256, CHAIN = 2, ABSENT = 16 };

// As in kernels/memcached.cu.
enum { NEXT, HASH, LENGTH, KEY, KEY_WORDS = 8, VALUE = KEY + KEY_WORDS };

typedef struct {
    uint32_t  octaves, keys, buckets, words;    // words: of the longest value
    uint32_t *slab;
    int32_t  *item_of;                          // a key; -1: none
} store;

// Keys in octaves, each twice as many as the one before. The keys of octave k are asked for as 2 k + 1, so the n-th key
// about as log n / n: somewhat flatter than Zipf's law, which would be all octaves alike.
static uint32_t drawn_key(uint32_t *state, uint32_t octaves)
{
    uint32_t one = job_lcg(state) % octaves, other = job_lcg(state) % octaves;
    uint32_t octave = one > other ? one : other;

    return (UINT32_C(1) << octave) - 1 + job_lcg(state) % (UINT32_C(1) << octave);
}

// Its last word is the key's number, so that no two have the same text.
static void key_text(uint32_t key, uint32_t *text)
{
    uint32_t state = key;

    for (unsigned i = 0; i < KEY_WORDS - 1; i++)
        text[i] = job_lcg(&state);
    text[KEY_WORDS - 1] = key;
}

static uint32_t hash_of(const uint32_t *text)
{
    uint32_t hash = UINT32_C(2166136261);

    for (unsigned i = 0; i < KEY_WORDS; i++)
        hash = (hash ^ text[i]) * UINT32_C(16777619);
    return hash;
}

// Items lie in another order than that of how often they are asked for; each is put at the head of its bucket's chain.
static store make_store(job *j, workload_size size)
{
    store s = { .octaves = 1, .words = size.columns };
    uint32_t state = workload_stream(j, 1), item_words = VALUE + s.words;
    int32_t *buckets;

    while (UINT32_C(1) << s.octaves < size.rows)
        s.octaves++;
    s.keys = UINT32_C(1) << s.octaves;
    s.buckets = s.keys / CHAIN;
    s.slab = workload_data(j, "slab", SCALAR_U32, (uint64_t)s.keys * item_words);
    buckets = workload_data(j, "buckets", SCALAR_S32, s.buckets);
    s.item_of = malloc(s.keys * sizeof *s.item_of);
    if (!s.item_of)
        abort();
    for (uint32_t i = 0; i < s.buckets; i++)
        buckets[i] = -1;
    for (uint32_t place = 0; place < s.keys; place++) {
        uint32_t key = (place * UINT32_C(40503) + 1) % s.keys;
        uint32_t *item = &s.slab[(uint64_t)place * item_words];
        int32_t *bucket;

        s.item_of[key] = key % ABSENT == ABSENT - 1 ? -1 : (int32_t)(place * item_words);
        if (s.item_of[key] < 0)
            continue;
        key_text(key, &item[KEY]);
        item[HASH] = hash_of(&item[KEY]);
        item[LENGTH] = s.words - job_lcg(&state) % (s.words / 2 + 1);
        for (uint32_t i = 0; i < item[LENGTH]; i++)
            item[VALUE + i] = job_lcg(&state);
        bucket = &buckets[item[HASH] % s.buckets];
        item[NEXT] = (uint32_t)*bucket;
        *bucket = s.item_of[key];
    }
    return s;
}

static void build(job *j, workload_size size)
{
    uint32_t n = size.rows, state = workload_stream(j, 2);
    store s = make_store(j, size);
    uint32_t *requests = workload_data(j, "requests", SCALAR_U32, (uint64_t)n * KEY_WORDS), *replies;
    workload_extent grid = workload_ctas(n, THREADS), block = { THREADS, 1 };
    uint32_t *heads;

    workload_zero(j, "heads", SCALAR_U32, (uint64_t)n * 2);
    workload_none(j, "replies", SCALAR_U32, (uint64_t)n * s.words);
    workload_launch(j, &j->steps, "memcached_get", grid, block, "bbbbbii", "requests", "buckets", "slab", "heads",
                    "replies", (int)n, (int)s.buckets);
    heads = workload_want(j, "heads", 0, 0);
    replies = workload_want(j, "replies", 0, 0);
    for (uint32_t request = 0; request < n; request++) {
        uint32_t key = drawn_key(&state, s.octaves);
        int32_t item = s.item_of[key];

        key_text(key, &requests[(uint64_t)request * KEY_WORDS]);
        heads[request * 2] = item < 0 ? UINT32_MAX : s.slab[item + LENGTH];
        for (uint32_t i = 0; item >= 0 && i < s.slab[item + LENGTH]; i++) {
            heads[request * 2 + 1] += s.slab[item + VALUE + i];
            replies[(uint64_t)i * n + request] = s.slab[item + VALUE + i];
        }
    }
    free(s.item_of);
}

const workload workload_memcached = {
    .name = "memcached", .help = "GETs of a key-value store: keys hashed, chains walked, values of several lines replied",
    .size_help = "requests x words of the longest value", .size = { 512, 16 }, .low = { 1, 1 },
    .high = { 1 << 20, 1 << 10 }, .most = 1 << 24, .paper_size = { 46080, 64 },
    .bound = "equal", .build = build,
};
