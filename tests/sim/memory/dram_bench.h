// SPDX-License-Identifier: BSD-3-Clause
// The banks of one controller, clock by clock, judged by the checker: for the tests of DRAM.
#ifndef WARPLOCK_TESTS_SIM_MEMORY_DRAM_BENCH_H
#define WARPLOCK_TESTS_SIM_MEMORY_DRAM_BENCH_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/dram.h"
#include "tests/sim/memory/dram_checker.h"

static inline memory_request *make(request_pool *pool, unsigned bank, uint32_t row, bool write, uint32_t bytes)
{
    memory_request *request = request_pool_take(pool);
    request->kind = write ? REQUEST_L2_WRITE_BACK : REQUEST_GLOBAL_READ;
    request->bank = (uint8_t)bank;
    request->row = row;
    request->bytes = bytes;
    return request;
}

typedef struct {
    machine machine;
    counters counters;
    request_pool pool;
    dram_banks *banks;
    controller_events events;
    dram_log log;                       // of nothing
    dram_checker checker;
    uint64_t clock;
} bench;

// One clock, heard by the checker.
static inline memory_request *run_clock(bench *b, bool room)
{
    controller_events_clear(&b->events);
    memory_request *done = NULL;
    if (!dram_banks_idle(b->banks)) {
        done = dram_banks_begin(b->banks, room);
        dram_banks_command(b->banks, b->clock, 0);
    }
    dram_checker_hear(&b->checker, b->clock, &b->events);
    return done;
}

static inline bench *open_bench(const machine *m)
{
    bench *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->machine = *m;
    b->events.heard = true;
    b->banks = dram_banks_new(&b->machine, &b->counters, &b->events, &b->log);
    dram_checker_open(&b->checker, m);
    return b;
}

static inline void close_bench(bench *b)
{
    assert_string_equal(b->checker.violation, "");
    dram_banks_free(b->banks);
    request_pool_close(&b->pool);
    free(b);
}

// Clock in which the data of the next request are through.
static inline uint64_t next_done(bench *b, memory_request **which)
{
    for (unsigned i = 0; i < 1000; i++) {
        memory_request *done = run_clock(b, true);
        b->clock++;
        if (done) {
            *which = done;
            return b->clock - 1;
        }
    }
    fail_msg("no request is done");
    return 0;
}

#endif
