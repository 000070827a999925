// SPDX-License-Identifier: BSD-3-Clause
// The pool of warp instructions in flight: a free list over chunks, so nothing is allocated once the machine is full.
#include "sim/core/inflight.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK = 64 };

struct inflight_chunk {
    struct inflight_chunk *next;
    inflight entries[CHUNK];
};

static void pool_grow(inflight_pool *pool)
{
    struct inflight_chunk *chunk = malloc(sizeof *chunk);
    if (!chunk)
        abort();
    chunk->next = pool->chunks;
    pool->chunks = chunk;
    for (int i = CHUNK - 1; i >= 0; i--) {
        chunk->entries[i].next = pool->free;
        pool->free = &chunk->entries[i];
    }
}

inflight *inflight_new(inflight_pool *pool)
{
    if (!pool->free)
        pool_grow(pool);
    inflight *insn = pool->free;
    pool->free = insn->next;
    pool->in_use++;
    memset(&insn->step, 0, offsetof(warp_step, address));
    memset((char *)insn + sizeof insn->step, 0, sizeof *insn - sizeof insn->step);
    return insn;
}

void inflight_free(inflight_pool *pool, inflight *insn)
{
    insn->next = pool->free;
    pool->free = insn;
    pool->in_use--;
}

void inflight_pool_close(inflight_pool *pool)
{
    while (pool->chunks) {
        struct inflight_chunk *chunk = pool->chunks;
        pool->chunks = chunk->next;
        free(chunk);
    }
    *pool = (inflight_pool){0};
}
