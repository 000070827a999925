// SPDX-License-Identifier: BSD-3-Clause
// An L1D alone above tests/sim/memory/fake_memory.h: its configuration, accesses, answers. For one test program each.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_L1D_BENCH_H
#define WARPLOCK_TESTS_SIM_MEMORY_L1D_BENCH_H

#include <string.h>

#include "sim/memory/l1d.h"
#include "tests/sim/memory/fake_memory.h"

static machine config;
static counters totals;
static memory_system *memory;
static l1d *cache;
static l1d_eviction eviction;

// One set of two ways unless a test changes it.
static inline void configure(void)
{
    memset(&config, 0, sizeof config);
    config.l1d.sets = 1;
    config.l1d.ways = 2;
    config.l1d.line_bytes = 128;
    config.l1d.index = INDEX_LINEAR;
    config.l1d.allocate = ALLOCATE_ON_MISS;
    config.l1d.global_write = WRITE_EVICT;
    config.l1d.mshrs = 4;
    config.l1d.mshr_merges = 2;
    config.l1d.miss_queue = 8;
    config.l1d.latency = 1;
    config.l1d.banks = 1, config.l1d.bank_bytes = 32;
}

static inline void open(void)
{
    totals = (counters){0};
    memory = fake_memory_new();
    cache = l1d_new(&config, memory, 5, &totals);
}

static inline void close(void)
{
    l1d_free(cache);
    fake_memory_free(memory);
}

static inline l1d_status access_at(request_kind kind, uint64_t address, unsigned warp, uint32_t token, uint64_t cycle)
{
    l1d_access access = {.address = address, .bytes = 32, .kind = (uint8_t)kind, .sector_mask = 1, .whole_sectors = 1,
                         .warp = (uint8_t)warp, .token = token};
    return l1d_try(cache, &access, cycle, &eviction);
}

static inline l1d_status load(uint64_t address, uint32_t token, uint64_t cycle)
{
    return access_at(REQUEST_GLOBAL_READ, address, token % 48, token, cycle);
}

static inline l1d_status store(uint64_t address, uint64_t cycle)
{
    return access_at(REQUEST_GLOBAL_WRITE, address, 9, 0, cycle);
}

static inline memory_request *send_one(void)
{
    l1d_cycle(cache, 0, &eviction);
    return fake_memory_take(memory);
}

// Sends the oldest request and answers it.
static inline void answer(uint64_t cycle)
{
    memory_request *request = send_one();
    assert_non_null(request);
    l1d_fill(cache, request, cycle, &eviction);
}

static inline void drain(void)
{
    l1d_done done;
    while (l1d_next_done(cache, &done))
        continue;
}

#endif
