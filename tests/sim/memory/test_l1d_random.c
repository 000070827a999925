// SPDX-License-Identifier: BSD-3-Clause
// L1D: a random stream against a naive reference that keeps its lines, requests and queue in plain lists.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/memory/l1d_bench.h"

enum { WAYS = 3, SETS = 2, MSHRS = 5, MERGES = 3, QUEUE = 4 };

typedef struct { uint64_t line, used; bool present, reserved, dirty; } naive_line;
typedef struct { uint64_t line; unsigned loads; bool store, done; } naive_mshr;

static naive_line lines[SETS][WAYS];
static naive_mshr misses[MSHRS];
static unsigned queue_count;

static naive_mshr *naive_find(uint64_t line)
{
    for (unsigned i = 0; i < MSHRS; i++)
        if (misses[i].loads && misses[i].line == line)
            return &misses[i];
    return NULL;
}

static naive_line *naive_line_of(uint64_t line)
{
    for (unsigned way = 0; way < WAYS; way++)
        if (lines[line / 128 % SETS][way].present && lines[line / 128 % SETS][way].line == line)
            return &lines[line / 128 % SETS][way];
    return NULL;
}

static naive_line *naive_victim(uint64_t line)
{
    naive_line *set = lines[line / 128 % SETS], *oldest = NULL;
    for (unsigned way = WAYS; way-- > 0;)
        if (!set[way].present)
            return &set[way];
    for (unsigned way = 0; way < WAYS; way++)
        if (!set[way].reserved && (!oldest || set[way].used < oldest->used))
            oldest = &set[way];
    return oldest;
}

static void naive_take(naive_line *way, uint64_t line, uint64_t cycle, bool reserved)
{
    queue_count += way->present && way->dirty;
    *way = (naive_line){.line = line, .used = cycle, .present = true, .reserved = reserved};
}

static l1d_status naive_load(uint64_t line, uint64_t cycle)
{
    naive_line *found = naive_line_of(line), *victim = naive_victim(line);
    naive_mshr *miss = naive_find(line), *empty = NULL;
    for (unsigned i = 0; i < MSHRS; i++)
        empty = misses[i].loads ? empty : &misses[i];
    if (found)
        victim = found;
    if (found && !found->reserved) {
        found->used = cycle;
        return L1D_HIT;
    }
    if (!victim && config.l1d.allocate == ALLOCATE_ON_MISS)
        return L1D_FAIL_LINE;
    if (queue_count + 1 >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    if (miss && miss->loads == MERGES)
        return L1D_FAIL_MERGE;
    if (!miss && !empty)
        return L1D_FAIL_MSHR;
    if (miss) {
        miss->loads++;
        if (found)
            found->used = cycle;
        return L1D_PENDING_HIT;
    }
    *empty = (naive_mshr){.line = line, .loads = 1};
    queue_count++;
    if (config.l1d.allocate == ALLOCATE_ON_MISS)
        naive_take(victim, line, cycle, true);
    return L1D_MISS;
}

// Write back: the store goes out, and its line is fetched.
static l1d_status naive_allocate(uint64_t line, uint64_t cycle)
{
    naive_line *victim = naive_victim(line);
    naive_mshr *empty = NULL;
    for (unsigned i = 0; i < MSHRS; i++)
        empty = misses[i].loads ? empty : &misses[i];
    if (!victim && config.l1d.allocate == ALLOCATE_ON_MISS)
        return L1D_FAIL_LINE;
    if (queue_count + 2 >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    if (!empty)
        return L1D_FAIL_MSHR;
    *empty = (naive_mshr){.line = line, .loads = 1, .store = true};
    queue_count += 2;
    if (config.l1d.allocate == ALLOCATE_ON_MISS)
        naive_take(victim, line, cycle, true);
    return L1D_MISS;
}

static l1d_status naive_store(uint64_t line, bool local, uint64_t cycle)
{
    naive_line *found = naive_line_of(line);
    bool hit = found && !found->reserved;
    uint32_t policy = local ? (uint32_t)WRITE_BACK : config.l1d.global_write;
    if (hit && policy == WRITE_BACK) {
        found->used = cycle;
        found->dirty = true;
        return L1D_HIT;
    }
    if (!found && !naive_find(line) && config.l1d.global_write == WRITE_BACK)
        return naive_allocate(line, cycle);
    if (queue_count >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    queue_count++;
    if (hit && policy == WRITE_THROUGH)
        found->used = cycle;
    if (hit && policy == WRITE_EVICT)
        found->present = false;
    return hit ? L1D_HIT_SENT : found ? L1D_PENDING_HIT : L1D_MISS;
}

static void random_stream(unsigned seed)
{
    enum { STEPS = 8000, FLIGHT = 64 };
    memory_request *flying[FLIGHT];
    unsigned count = 0;
    memset(lines, 0, sizeof lines);
    memset(misses, 0, sizeof misses);
    queue_count = 0;
    open();
    srand(seed);
    for (uint64_t cycle = 1; cycle < STEPS; cycle++) {
        uint64_t line = (uint64_t)(rand() % 14) * 128;
        unsigned what = (unsigned)rand() % 8;
        if (what < 5) {
            assert_int_equal(load(line + 4, (uint32_t)(line / 128), cycle), naive_load(line, cycle));
        } else {
            request_kind kind = what == 5 ? REQUEST_LOCAL_WRITE : REQUEST_GLOBAL_WRITE;
            assert_int_equal(access_at(kind, line, 1, 0, cycle), naive_store(line, what == 5, cycle));
        }
        if (rand() % 2 && count < FLIGHT) {                         // the miss queue moves
            memory_request *request = send_one();
            assert_int_equal(request != NULL, queue_count > 0);
            queue_count -= request != NULL;
            if (request && request->wants_reply && !request_is_write(request))
                flying[count++] = request;
            else if (request)
                memory_request_free(memory, request);
        }
        if (rand() % 3 == 0 && count) {                             // replies come back in any order
            unsigned which = (unsigned)rand() % count;
            memory_request *request = flying[which];
            flying[which] = flying[--count];
            line = request->line;
            l1d_fill(cache, request, cycle, &eviction);
            naive_mshr *filled = naive_find(line);
            filled->done = true;
            filled->loads -= filled->store;
            if (config.l1d.allocate == ALLOCATE_ON_MISS)
                naive_line_of(line)->reserved = false;
            else if (!naive_line_of(line))
                naive_take(naive_victim(line), line, cycle, false);
        }
        if (rand() % 2) {                                           // one load leaves
            l1d_done done;
            if (l1d_next_done(cache, &done)) {
                naive_mshr *miss = naive_find((uint64_t)done.token * 128);
                assert_true(miss && miss->done);
                miss->loads--;
            }
        }
        unsigned used = 0;
        for (unsigned i = 0; i < MSHRS; i++)
            used += misses[i].loads != 0;
        assert_int_equal(l1d_free_mshrs(cache), MSHRS - used);
    }
    assert_int_equal(totals.l1d_accesses, totals.l1d_hits + totals.l1d_misses + totals.l1d_pending_hits);
    assert_int_equal(totals.l1d_reservation_fails,
                     totals.l1d_fail_line + totals.l1d_fail_mshr + totals.l1d_fail_merge + totals.l1d_fail_miss_queue);
    while (count)
        memory_request_free(memory, flying[--count]);
    close();
}

static void random_streams_agree_with_lists(void **state)
{
    (void)state;
    for (unsigned seed = 0; seed < 6; seed++) {
        configure();
        config.l1d.sets = SETS;
        config.l1d.ways = WAYS;
        config.l1d.mshrs = MSHRS;
        config.l1d.mshr_merges = MERGES;
        config.l1d.miss_queue = QUEUE;
        config.l1d.global_write = seed % 3;
        config.l1d.allocate = seed % 2;
        random_stream(seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_streams_agree_with_lists)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
