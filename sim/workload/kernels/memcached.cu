// SPDX-License-Identifier: BSD-3-Clause
// A key-value store's GET requests, after Memcached on a GPU (the paper of cache-conscious scheduling measures one): a
// thread takes a request, hashes its key word by word, walks the bucket's chain, compares keys, and replies with the
// value's length, its checksum and the value. The checksum stands in the reply's head, so the value is read for it before
// it is copied. An item lies in one piece, head, key and value, as in Memcached's slabs: lanes walk consecutive words,
// each in lines of its own. Replies lie word by word: a warp's stores coalesce.
#include "cuda.h"

enum { NEXT, HASH, LENGTH, KEY, KEY_WORDS = 8, VALUE = KEY + KEY_WORDS };

struct head { int length; unsigned sum; };

__global__ void memcached_get(const unsigned *requests, const int *buckets, const unsigned *slab, head *heads,
                              unsigned *replies, int n, int n_buckets)
{
    int request = blockIdx.x * blockDim.x + threadIdx.x;

    if (request < n) {
        const unsigned *key = &requests[request * KEY_WORDS];
        unsigned hash = 2166136261u;
        head reply = { -1, 0 };
        int item;

        for (int i = 0; i < KEY_WORDS; i++)
            hash = (hash ^ key[i]) * 16777619u;
        item = buckets[hash % (unsigned)n_buckets];
        while (item >= 0) {
            int same = 0;

            if (slab[item + HASH] == hash)
                while (same < KEY_WORDS && slab[item + KEY + same] == key[same])
                    same++;
            if (same == KEY_WORDS)
                break;
            item = (int)slab[item + NEXT];
        }
        if (item >= 0) {
            reply.length = (int)slab[item + LENGTH];
            for (int i = 0; i < reply.length; i++)
                reply.sum += slab[item + VALUE + i];
            for (int i = 0; i < reply.length; i++)
                replies[i * n + request] = slab[item + VALUE + i];
        }
        heads[request] = reply;
    }
}
