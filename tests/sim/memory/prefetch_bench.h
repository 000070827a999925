// SPDX-License-Identifier: BSD-3-Clause
// A memory controller with one L2 slice in front of it, both on one clock, and a policy that a test writes: it offers what
// `script` says. For one test program each.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_PREFETCH_BENCH_H
#define WARPLOCK_TESTS_SIM_MEMORY_PREFETCH_BENCH_H

#include <stdlib.h>

#include "sim/memory/dram.h"
#include "tests/sim/memory/dram_checker.h"

enum { BANKS = 4, LINES = 32, LINE = 64, ATOM = 32 };

static struct {
    uint32_t lines[BANKS];              // offered, one bit each, lowest first, until the controller has taken it
    uint64_t hold;
    bool     careful;                   // only of banks without a request for their open row, as the contract has it
    controller_levels levels;           // that were shown last
    uint64_t asked;
} script;

typedef struct {
    machine machine;
    counters counters;
    request_pool pool;
    dram_map map;
    l2_slice slice;
    dram dram;
    lockstep *lockstep;
    dram_checker checker;
    uint64_t clock;
} bench;

static void script_prefetch(const policy_view *view, policy_prefetches *answer)
{
    const uint64_t allowed = script.careful ? view->controller->room & ~view->controller->demand_open : UINT64_MAX;
    script.levels = *view->controller;
    script.asked++;
    for (unsigned bank = 0; bank < BANKS; bank++)
        if (script.lines[bank] && allowed >> bank & 1) {
            answer->offers |= UINT64_C(1) << bank;
            answer->line[bank] = (uint16_t)__builtin_ctz(script.lines[bank]);
        }
    answer->hold = script.hold & ~view->controller->demand_open;
}

static void script_hear(const policy_view *view, feed_phase phase)
{
    const controller_events *events = view->controller_events;
    if (phase == FEED_LATE && events->line_sent_count && events->line_sent[0].kind != LINE_DEMAND && events->line_sent[0].first)
        script.lines[events->line_sent[0].bank] &= ~(UINT32_C(1) << events->line_sent[0].line);
}

static const policy scripted = {.name = "scripted", .hears = HEARS(CONTROLLER), .feed = script_hear, .prefetch = script_prefetch};

// 4 banks of 32 lines of 64 bytes, two columns each; the timing of machine owl.
static inline machine one_controller(void)
{
    machine m;
    machine_error bad;
    if (!machine_load(&m, "owl", &bad))
        abort();
    m.dram.controllers = m.l2.sub_partitions = 1;
    m.dram.latency = 3;
    m.l2.latency = 2;
    return m;
}

static inline bench *open_bench(const machine *m)
{
    char error[256];
    bench *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->machine = *m;
    memset(&script, 0, sizeof script);
    script.careful = true;
    dram_map_open(&b->map, &b->machine);
    l2_slice_open(&b->slice, &b->machine, 0, &b->map, &b->pool, &b->counters);
    dram_open(&b->dram, &b->machine, 0, &b->slice, &b->map, &b->pool, &b->counters);
    b->lockstep = lockstep_open(&(lockstep_options){.mode = BLOCKS_C, .no_pack = true}, error, sizeof error);
    if (!b->lockstep || !dram_open_place(&b->dram, &b->machine, &(place_options){.lockstep = b->lockstep, .policy = &scripted}, error, sizeof error))
        abort();
    dram_checker_open(&b->checker, &b->machine);
    return b;
}

static inline void close_bench(bench *b)
{
    assert_string_equal(b->checker.violation, "");
    l2_slice_close(&b->slice);
    dram_close(&b->dram);
    request_pool_close(&b->pool);
    lockstep_close(b->lockstep);
    free(b);
}

static inline uint64_t line_address(const bench *b, unsigned bank, unsigned row, unsigned line)
{
    return dram_map_compose(&b->map, 0, bank, row, line * LINE, 0);
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
    l2_slice_accept(&b->slice, r, b->clock);
    return r;
}

static inline memory_request *read_line(bench *b, unsigned bank, unsigned row, unsigned line)
{
    return request(b, REQUEST_GLOBAL_READ, line_address(b, bank, row, line), LINE);
}

// The controller first, as in the whole system; replies are taken at once. In a clock that the whole system would leave
// out nothing happens.
static inline const controller_events *run_dram(bench *b)
{
    const bool sleeps = dram_wake(&b->dram, b->clock) > b->clock;
    const unsigned there = b->slice.prefetched.count + b->slice.from_dram.count;
    dram_clock(&b->dram, b->clock, b->clock, 1);
    assert_false(sleeps && (b->dram.events.raised || b->slice.prefetched.count + b->slice.from_dram.count != there));
    dram_checker_hear(&b->checker, b->clock, &b->dram.events);
    return &b->dram.events;
}

static inline void run_slice(bench *b)
{
    if (b->slice.wake <= b->clock)
        l2_slice_clock(&b->slice, b->clock);
    b->clock++;
    while (b->slice.to_icnt.head)
        request_pool_give(&b->pool, request_list_pop(&b->slice.to_icnt));
}

static inline void run(bench *b, unsigned clocks)
{
    for (; clocks; clocks--) {
        run_dram(b);
        run_slice(b);
    }
}

// A request for a line of the row has opened it, and all is at rest.
static inline void open_row(bench *b, unsigned bank, unsigned row, unsigned line)
{
    read_line(b, bank, row, line);
    run(b, 80);
}

#endif
