// SPDX-License-Identifier: BSD-3-Clause
// An L2 slice alone: its configuration, requests, what DRAM does, answers. For one test program each.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_L2_BENCH_H
#define WARPLOCK_TESTS_SIM_MEMORY_L2_BENCH_H

#include <stdlib.h>

#include "sim/memory/l2_slice.h"

typedef struct {
    machine machine;
    counters counters;
    request_pool pool;
    dram_map map;
    l2_slice slice;
    uint64_t cycle;
} bench;

static inline bench *open_bench(const machine *m)
{
    bench *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->machine = *m;
    dram_map_open(&b->map, &b->machine);
    l2_slice_open(&b->slice, &b->machine, 0, &b->map, &b->pool, &b->counters);
    return b;
}

static inline void close_bench(bench *b)
{
    l2_slice_close(&b->slice);
    request_pool_close(&b->pool);
    free(b);
}

static inline machine gtx480(void)
{
    machine m;
    machine_defaults(&m);
    return m;
}

// Line number `line` of slice 0: two lines every 3072 bytes (6 controllers of 256 bytes, 2 slices).
static inline uint64_t line_address(unsigned line)
{
    return 0xC0000000 + (uint64_t)(line / 2) * 3072 + line % 2 * 128;
}

static inline memory_request *request(bench *b, request_kind kind, uint64_t address, uint32_t bytes)
{
    memory_request *r = request_pool_take(&b->pool);
    r->kind = (uint8_t)kind;
    r->address = address;
    r->bytes = bytes;
    r->sector_mask = r->byte_mask_sectors = request_sectors(address, bytes);
    r->wants_reply = kind != REQUEST_L1_WRITE_BACK;
    b->pool.outstanding++;
    l2_locate(&b->map, r);
    l2_slice_accept(&b->slice, r, b->cycle);
    return r;
}

static inline void run(bench *b, unsigned cycles)
{
    for (; cycles; cycles--)
        l2_slice_clock(&b->slice, b->cycle++);
}

// DRAM has done with the request: reads and stores that wait come back.
static inline void serve(bench *b, memory_request *r)
{
    if (request_is_write(r) && !r->wants_reply)
        l2_slice_over(&b->slice, r);
    else
        l2_slice_from_dram(&b->slice, r);
}

// Runs until the slice has an answer; DRAM requests are answered at once when `dram`.
static inline memory_request *answer(bench *b, bool dram)
{
    for (unsigned i = 0; i < 1000; i++) {
        if (b->slice.to_icnt.head)
            return request_list_pop(&b->slice.to_icnt);
        if (dram && b->slice.to_dram.head)
            serve(b, request_list_pop(&b->slice.to_dram));
        run(b, 1);
    }
    fail_msg("no answer");
    return NULL;
}

static inline memory_request *whole(bench *b, bool dram)
{
    memory_request *r;
    while (!(r = request_pool_finish_sector(&b->pool, answer(b, dram)))) {}
    return r;
}

#endif
