// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/pools.h"

#include <stdlib.h>
#include <string.h>

enum { SLOTS = 4096, ATTRIBUTES = cudaMemPoolAttrUsedMemHigh + 1 };

typedef struct block { uint64_t address, bytes; cudaMemPool_t pool; bool is_used; struct block *next, *next_kept; } block;

struct CUmemPoolHandle_st {
    uint64_t      value[ATTRIBUTES];            // by cudaMemPoolAttr
    bool          is_destroyed;
    block        *kept;                         // oldest first
    cudaMemPool_t next;
};

static block *blocks[SLOTS];                    // of all pools, by address
static cudaMemPool_t pools, first, current;     // `first` is the default

static block **find(uint64_t address)
{
    block **at = &blocks[address / 256 % SLOTS];

    while (*at && (*at)->address != address)
        at = &(*at)->next;
    return at;
}

static cudaMemPool_t add_pool(void)
{
    cudaMemPool_t p = calloc(1, sizeof *p);

    if (!p)
        abort();
    for (unsigned i = cudaMemPoolReuseFollowEventDependencies; i <= cudaMemPoolReuseAllowInternalDependencies; i++)
        p->value[i] = 1;
    p->next = pools;
    pools = p;
    return p;
}

cudaMemPool_t pool_default(void)
{
    if (!first)
        first = add_pool();
    return first;
}

cudaMemPool_t pool_current(void) { return current ? current : pool_default(); }

bool pool_is_one(cudaMemPool_t pool)
{
    cudaMemPool_t p = pools;

    while (p && p != pool)
        p = p->next;
    return p && !p->is_destroyed;
}

cudaError_t pool_set_current(cudaMemPool_t pool)
{
    if (!pool_is_one(pool))
        return cudaErrorInvalidValue;
    current = pool;
    return cudaSuccess;
}

// --- counts: the current one, then the highest

static void count_more(cudaMemPool_t p, cudaMemPoolAttr which, uint64_t bytes)
{
    p->value[which] += bytes;
    if (p->value[which] > p->value[which + 1])
        p->value[which + 1] = p->value[which];
}

// --- memory

static void give_back(block **kept)
{
    block *b = *kept;

    *kept = b->next_kept;
    *find(b->address) = b->next;
    b->pool->value[cudaMemPoolAttrReservedMemCurrent] -= b->bytes;
    memory_release(b->address, false);
    free(b);
}

// A destroyed pool keeps nothing and ends with its last block.
static void forget_when_idle(cudaMemPool_t pool)
{
    cudaMemPool_t *at = &pools;

    while (pool->kept)
        give_back(&pool->kept);
    if (pool->value[cudaMemPoolAttrReservedMemCurrent])
        return;
    while (*at != pool)
        at = &(*at)->next;
    *at = pool->next;
    free(pool);
}

// Only of equal size: an access past its end must fault, whoever had it before.
static block *take_kept(cudaMemPool_t pool, size_t bytes)
{
    block **at = &pool->kept, *b;

    while (*at && (*at)->bytes != bytes)
        at = &(*at)->next_kept;
    b = *at;
    if (!b)
        return NULL;
    *at = b->next_kept;
    device_set_open(cudart_memory(), b->address, true);
    return b;
}

static cudaError_t take_new(cudaMemPool_t pool, size_t bytes, block **taken)
{
    uint64_t address;
    cudaError_t error = memory_allocate(&address, bytes, MEMORY_DEVICE, "cudaMallocAsync");
    block *b, **at = find(address);

    if (error)
        return error;
    b = calloc(1, sizeof *b);
    if (!b)
        abort();
    *b = (block){ .address = address, .bytes = bytes, .pool = pool };
    *at = b;
    count_more(pool, cudaMemPoolAttrReservedMemCurrent, bytes);
    *taken = b;
    return cudaSuccess;
}

cudaError_t pool_allocate(cudaMemPool_t pool, uint64_t *address, size_t bytes)
{
    block *b;
    cudaError_t error;

    *address = 0;
    if (!bytes)
        return cudaSuccess;
    b = take_kept(pool, bytes);
    error = b ? cudaSuccess : take_new(pool, bytes, &b);
    if (error)
        return error;
    b->is_used = true;
    b->next_kept = NULL;
    count_more(pool, cudaMemPoolAttrUsedMemCurrent, bytes);
    *address = b->address;
    return cudaSuccess;
}

bool pools_have(uint64_t address) { return *find(address) != NULL; }

cudaError_t pools_release(uint64_t address)
{
    block *b = *find(address), **last;
    cudaMemPool_t pool;

    if (!b || !b->is_used)
        return cudaErrorInvalidDevicePointer;
    pool = b->pool;
    b->is_used = false;
    pool->value[cudaMemPoolAttrUsedMemCurrent] -= b->bytes;
    device_set_open(cudart_memory(), address, false);
    for (last = &pool->kept; *last; last = &(*last)->next_kept)
        ;
    *last = b;
    if (pool->is_destroyed)
        forget_when_idle(pool);
    return cudaSuccess;
}

void pools_settle(void)
{
    for (cudaMemPool_t p = pools; p; p = p->next)
        while (p->kept && p->value[cudaMemPoolAttrReservedMemCurrent] > p->value[cudaMemPoolAttrReleaseThreshold])
            give_back(&p->kept);
}

bool pools_give_back(void)
{
    bool any = false;

    for (cudaMemPool_t p = pools; p; p = p->next)
        for (; p->kept; any = true)
            give_back(&p->kept);
    return any;
}

// Keeps at least this many bytes reserved, in place.
cudaError_t pool_trim(cudaMemPool_t pool, size_t bytes_to_keep)
{
    block **at;

    if (!pool_is_one(pool))
        return cudaErrorInvalidValue;
    for (at = &pool->kept; *at;) {
        const uint64_t reserved = pool->value[cudaMemPoolAttrReservedMemCurrent];

        if (reserved >= bytes_to_keep && reserved - bytes_to_keep >= (*at)->bytes)
            give_back(at);
        else
            at = &(*at)->next_kept;
    }
    return cudaSuccess;
}

// The device's memory is new.
void pools_forget(void)
{
    for (unsigned i = 0; i < SLOTS; i++)
        for (block *b; (b = blocks[i]) != NULL; free(b))
            blocks[i] = b->next;
    for (cudaMemPool_t p; (p = pools) != NULL; free(p))
        pools = p->next;
    first = current = NULL;
}

// --- pools themselves

cudaError_t pool_create(cudaMemPool_t *pool, const cudaMemPoolProps *p)
{
    static const unsigned char nothing[sizeof p->reserved];

    if (!pool || !p || p->allocType != cudaMemAllocationTypePinned || p->location.type != cudaMemLocationTypeDevice ||
        p->location.id || (unsigned)p->handleTypes > 15)
        return cudaErrorInvalidValue;
    if (p->handleTypes != cudaMemHandleTypeNone) {
        cudart_complain("a memory pool of handle type %d: memory is not shared with other processes, expected cudaMemHandleTypeNone",
                        (int)p->handleTypes);
        return cudaErrorNotSupported;
    }
    if (memcmp(p->reserved, nothing, sizeof nothing) != 0) {        // maxSize and usage of CUDA 12
        cudart_complain("a memory pool with a largest size or a usage: there is none, expected zeros behind its location");
        return cudaErrorNotSupported;
    }
    *pool = add_pool();
    return cudaSuccess;
}

cudaError_t pool_destroy(cudaMemPool_t pool)
{
    if (!pool_is_one(pool) || pool == pool_default())
        return cudaErrorInvalidValue;
    if (current == pool)
        current = NULL;                         // the default
    pool->is_destroyed = true;
    forget_when_idle(pool);
    return cudaSuccess;
}

static bool is_flag(cudaMemPoolAttr a) { return a <= cudaMemPoolReuseAllowInternalDependencies; }
static bool is_attribute(cudaMemPoolAttr a) { return (unsigned)a - 1 < ATTRIBUTES - 1; }

// The reuse policies have no effect: work on freed memory has always ended. Setting a highest value to 0 resets it to the
// current one.
cudaError_t pool_set(cudaMemPool_t pool, cudaMemPoolAttr attribute, const void *value)
{
    if (!pool_is_one(pool) || !value || !is_attribute(attribute))
        return cudaErrorInvalidValue;
    if (is_flag(attribute)) {
        pool->value[attribute] = *(const int *)value != 0;
        return cudaSuccess;
    }
    if (attribute == cudaMemPoolAttrReleaseThreshold) {
        memcpy(&pool->value[attribute], value, sizeof(uint64_t));
        return cudaSuccess;
    }
    if ((attribute != cudaMemPoolAttrReservedMemHigh && attribute != cudaMemPoolAttrUsedMemHigh) || *(const uint64_t *)value)
        return cudaErrorInvalidValue;
    pool->value[attribute] = pool->value[attribute - 1];
    return cudaSuccess;
}

cudaError_t pool_get(cudaMemPool_t pool, cudaMemPoolAttr attribute, void *value)
{
    if (!pool_is_one(pool) || !value || !is_attribute(attribute))
        return cudaErrorInvalidValue;
    if (is_flag(attribute))
        *(int *)value = (int)pool->value[attribute];
    else
        *(uint64_t *)value = pool->value[attribute];
    return cudaSuccess;
}

static bool is_here(const cudaMemLocation *l) { return l->type == cudaMemLocationTypeDevice && l->id == 0; }

// The only device always has access to its own memory.
cudaError_t pool_set_access(cudaMemPool_t pool, const cudaMemAccessDesc *list, size_t count)
{
    if (!pool_is_one(pool) || (count && !list))
        return cudaErrorInvalidValue;
    for (size_t i = 0; i < count; i++)
        if (!is_here(&list[i].location) || list[i].flags != cudaMemAccessFlagsProtReadWrite)
            return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t pool_get_access(cudaMemAccessFlags *flags, cudaMemPool_t pool, const cudaMemLocation *location)
{
    if (!pool_is_one(pool) || !flags || !location || !is_here(location))
        return cudaErrorInvalidValue;
    *flags = cudaMemAccessFlagsProtReadWrite;
    return cudaSuccess;
}
