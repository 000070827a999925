// L1D: every reservation fail, pending hits, write policies, allocation on miss and on fill, evictions; and a random stream
// against a naive reference that keeps its lines, requests and queue in plain lists.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/l1d.h"
#include "tests/sim/memory/fake_memory.h"

static machine config;
static counters totals;
static memory_system *memory;
static l1d *cache;
static l1d_eviction eviction;

// One set of two ways unless a test changes it.
static void configure(void)
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
}

static void open(void)
{
    totals = (counters){0};
    memory = fake_memory_new();
    cache = l1d_new(&config, memory, 5, &totals);
}

static void close(void)
{
    l1d_free(cache);
    fake_memory_free(memory);
}

static l1d_status access_at(request_kind kind, uint64_t address, unsigned warp, uint32_t token, uint64_t cycle)
{
    l1d_access access = {.address = address, .bytes = 32, .kind = (uint8_t)kind, .sector_mask = 1, .whole_sectors = 1,
                         .warp = (uint8_t)warp, .token = token};
    return l1d_try(cache, &access, cycle, &eviction);
}

static l1d_status load(uint64_t address, uint32_t token, uint64_t cycle)
{
    return access_at(REQUEST_GLOBAL_READ, address, token % 48, token, cycle);
}

static l1d_status store(uint64_t address, uint64_t cycle)
{
    return access_at(REQUEST_GLOBAL_WRITE, address, 9, 0, cycle);
}

static memory_request *send_one(void)
{
    l1d_cycle(cache, 0);
    return fake_memory_take(memory);
}

// Sends the oldest request and answers it.
static void answer(uint64_t cycle)
{
    memory_request *request = send_one();
    assert_non_null(request);
    l1d_fill(cache, request, cycle, &eviction);
}

static void drain(void)
{
    uint32_t token;
    while (l1d_next_done(cache, &token))
        continue;
}

static void miss_fill_hit(void **state)
{
    (void)state;
    configure();
    open();
    assert_int_equal(load(0x1020, 7, 1), L1D_MISS);
    assert_int_equal(l1d_free_mshrs(cache), 3);
    memory_request *request = send_one();
    assert_true(request->line == 0x1000 && request->address == 0x1000 && request->bytes == 128 && request->sector_mask == 0xf &&
                request->sm == 5 && request->client == CLIENT_L1D && request->kind == REQUEST_GLOBAL_READ && request->wants_reply);
    assert_int_equal(fake_memory_last_bytes(memory), 0);            // a read request carries no data
    assert_int_equal(load(0x1040, 8, 2), L1D_PENDING_HIT);
    assert_false(l1d_has_done(cache));
    l1d_fill(cache, request, 3, &eviction);
    uint32_t token;
    assert_true(l1d_next_done(cache, &token) && token == 7);
    assert_int_equal(l1d_free_mshrs(cache), 3);                     // the entry is free with its last load
    assert_true(l1d_next_done(cache, &token) && token == 8);
    assert_int_equal(l1d_free_mshrs(cache), 4);
    assert_false(l1d_next_done(cache, &token));
    assert_int_equal(load(0x107c, 9, 4), L1D_HIT);
    assert_true(l1d_quiet(cache));
    assert_true(totals.l1d_accesses == 3 && totals.l1d_misses == 1 && totals.l1d_pending_hits == 1 && totals.l1d_hits == 1);
    close();
}

static void fail_line(void **state)
{
    (void)state;
    configure();
    open();
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_LINE);             // both ways on their way
    assert_true(l1d_would_still_fail(cache));
    assert_int_equal(load(0x000, 3, 4), L1D_PENDING_HIT);
    l1d_count_fail(cache, L1D_FAIL_LINE, 10);
    answer(5);
    assert_false(l1d_would_still_fail(cache));
    assert_int_equal(load(0x100, 2, 6), L1D_MISS);
    assert_true(eviction.valid && eviction.line == 0 && eviction.warp == 0);
    assert_true(totals.l1d_fail_line == 11 && totals.l1d_reservation_fails == 11 && totals.l1d_accesses == 4);
    close();
}

static void fail_merge(void **state)
{
    (void)state;
    configure();
    open();
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x000, 1, 2), L1D_PENDING_HIT);
    assert_int_equal(load(0x000, 2, 3), L1D_FAIL_MERGE);
    assert_int_equal(totals.l1d_fail_merge, 1);
    answer(4);
    assert_int_equal(load(0x000, 2, 5), L1D_HIT);
    close();
}

static void fail_mshr(void **state)
{
    (void)state;
    configure();
    config.l1d.ways = 8;
    config.l1d.mshrs = 2;
    open();
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_MSHR);
    assert_int_equal(load(0x080, 2, 4), L1D_PENDING_HIT);           // a merge needs no entry
    assert_int_equal(store(0x100, 5), L1D_MISS);                    // nor does a store
    assert_int_equal(totals.l1d_fail_mshr, 1);
    assert_int_equal(load(0x100, 2, 6), L1D_FAIL_MSHR);
    answer(6);
    assert_int_equal(load(0x100, 2, 7), L1D_FAIL_MSHR);             // filled, but its load has not left
    uint32_t token;
    assert_true(l1d_next_done(cache, &token));
    assert_false(l1d_would_still_fail(cache));
    assert_int_equal(load(0x100, 2, 8), L1D_MISS);
    close();
}

static void fail_miss_queue(void **state)
{
    (void)state;
    configure();
    config.l1d.ways = 8;
    config.l1d.miss_queue = 3;
    open();
    fake_memory_room(memory, 0);
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_MISS_QUEUE);       // a read leaves a place for a write back
    assert_int_equal(load(0x080, 2, 3), L1D_FAIL_MISS_QUEUE);       // even to merge
    assert_int_equal(store(0x200, 4), L1D_MISS);                    // a store takes the last
    assert_int_equal(store(0x200, 5), L1D_FAIL_MISS_QUEUE);
    l1d_cycle(cache, 5);
    assert_true(l1d_would_still_fail(cache));                       // no room in the interconnect either
    assert_int_equal(totals.icnt_request_stalls, 1);
    fake_memory_room(memory, 1);
    l1d_cycle(cache, 6);
    assert_false(l1d_would_still_fail(cache));
    assert_int_equal(store(0x200, 6), L1D_MISS);
    assert_int_equal(totals.l1d_fail_miss_queue, 3);
    close();
}

static void line_comes_before_queue_and_queue_before_mshr(void **state)
{
    (void)state;
    configure();
    config.l1d.miss_queue = 3;
    config.l1d.mshrs = 2;
    open();
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_LINE);
    close();
    config.l1d.ways = 3;
    open();
    assert_int_equal(load(0x000, 0, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_MISS_QUEUE);
    send_one();
    assert_int_equal(load(0x100, 2, 4), L1D_FAIL_MSHR);
    close();
}

static void lru_victim_and_reserved_ways(void **state)
{
    (void)state;
    configure();
    open();
    load(0x000, 10, 1), answer(1);
    load(0x080, 11, 2), answer(2);
    assert_int_equal(load(0x000, 12, 3), L1D_HIT);                  // 0x080 is the older now
    assert_int_equal(load(0x100, 13, 4), L1D_MISS);
    assert_true(eviction.valid && eviction.line == 0x080 && eviction.warp == 11);
    assert_int_equal(load(0x180, 14, 5), L1D_MISS);                 // the way on its way is passed over
    assert_true(eviction.valid && eviction.line == 0x000 && eviction.warp == 10);
    assert_int_equal(load(0x000, 15, 6), L1D_FAIL_LINE);
    assert_false(eviction.valid);
    close();
}

static void write_evict(void **state)
{
    (void)state;
    configure();
    open();
    load(0x000, 10, 1), answer(1), drain();
    assert_int_equal(store(0x000, 2), L1D_MISS);                    // counted as a miss, sent, and the line is gone
    assert_true(eviction.valid && eviction.line == 0 && eviction.warp == 10);
    memory_request *request = send_one();
    assert_true(request->kind == REQUEST_GLOBAL_WRITE && request->bytes == 32 && request->token == 9 && request->wants_reply &&
                request->sector_mask == 1 && request->byte_mask_sectors == 1);
    assert_int_equal(fake_memory_last_bytes(memory), 32);           // a write carries its data
    memory_request_free(memory, request);
    assert_int_equal(store(0x080, 3), L1D_MISS);                    // no allocation
    assert_false(eviction.valid);
    memory_request_free(memory, send_one());
    assert_int_equal(load(0x000, 11, 4), L1D_MISS);
    assert_int_equal(store(0x000, 5), L1D_MISS);                    // a line on its way stays reserved
    assert_false(eviction.valid);
    answer(6);
    assert_int_equal(load(0x000, 12, 7), L1D_HIT);
    assert_true(totals.l1d_misses == 5 && totals.l1d_hits == 1 && totals.l1d_accesses == 6);
    close();
}

static void write_through(void **state)
{
    (void)state;
    configure();
    config.l1d.global_write = WRITE_THROUGH;
    open();
    load(0x000, 10, 1), answer(1);
    load(0x080, 11, 2), answer(2);
    assert_int_equal(store(0x000, 3), L1D_MISS);
    assert_false(eviction.valid);
    assert_int_equal(send_one()->kind, REQUEST_GLOBAL_WRITE);
    assert_int_equal(load(0x100, 12, 4), L1D_MISS);
    assert_int_equal(eviction.line, 0x080);                         // the store was a use of 0x000
    assert_int_equal(load(0x000, 13, 5), L1D_HIT);
    close();
}

static void write_back(void **state)
{
    (void)state;
    configure();
    config.l1d.global_write = WRITE_BACK;
    open();
    assert_int_equal(store(0x000, 1), L1D_MISS);                    // no allocation: goes through
    memory_request_free(memory, send_one());
    load(0x000, 10, 2), answer(2);
    assert_int_equal(store(0x000, 3), L1D_HIT);
    assert_null(send_one());
    load(0x080, 11, 4), answer(4);
    assert_int_equal(load(0x100, 12, 5), L1D_MISS);                 // evicts the dirty line: read, then write back
    memory_request *request = send_one();
    assert_int_equal(request->line, 0x100);
    memory_request_free(memory, request);
    request = send_one();
    assert_true(request->kind == REQUEST_L1_WRITE_BACK && request->line == 0 && request->bytes == 128 && !request->wants_reply &&
                request->sector_mask == 0xf && request->byte_mask_sectors == 0xf);
    memory_request_free(memory, request);
    assert_int_equal(load(0x180, 13, 6), L1D_MISS);                 // a clean victim is dropped
    memory_request_free(memory, send_one());
    assert_null(send_one());
    close();
}

static void local_stores_write_back(void **state)
{
    (void)state;
    configure();
    open();
    assert_int_equal(access_at(REQUEST_LOCAL_READ, 0x000, 1, 1, 1), L1D_MISS);
    answer(1);
    drain();
    assert_int_equal(access_at(REQUEST_LOCAL_WRITE, 0x000, 1, 0, 2), L1D_HIT);
    assert_null(send_one());
    assert_int_equal(access_at(REQUEST_LOCAL_WRITE, 0x080, 1, 0, 3), L1D_MISS);
    assert_int_equal(send_one()->kind, REQUEST_LOCAL_WRITE);
    l1d_flush(cache);                                               // dirty lines are dropped
    assert_null(send_one());
    assert_int_equal(access_at(REQUEST_LOCAL_READ, 0x000, 1, 1, 4), L1D_MISS);
    close();
}

static void allocate_on_fill(void **state)
{
    (void)state;
    configure();
    config.l1d.allocate = ALLOCATE_ON_FILL;
    config.l1d.global_write = WRITE_BACK;
    open();
    load(0x000, 10, 1), answer(1);
    assert_int_equal(store(0x000, 2), L1D_HIT);
    load(0x080, 11, 3), answer(3);
    assert_int_equal(load(0x100, 12, 4), L1D_MISS);                 // takes no way yet
    assert_false(eviction.valid);
    assert_int_equal(load(0x180, 13, 4), L1D_MISS);
    assert_int_equal(load(0x200, 14, 4), L1D_FAIL_MSHR);            // 0x000 and 0x080 still wait for their loads to leave
    assert_int_equal(load(0x100, 15, 5), L1D_PENDING_HIT);
    assert_int_equal(load(0x080, 16, 6), L1D_HIT);
    answer(7);
    assert_true(eviction.valid && eviction.line == 0 && eviction.warp == 10);
    assert_int_equal(send_one()->line, 0x180);
    assert_int_equal(send_one()->kind, REQUEST_L1_WRITE_BACK);
    assert_int_equal(load(0x100, 17, 8), L1D_HIT);
    assert_int_equal(load(0x080, 17, 9), L1D_HIT);
    close();
}

// A load of a line that has come and gone while the loads that waited for it are still leaving is answered with them.
static void merge_into_a_filled_entry(void **state)
{
    (void)state;
    configure();
    open();
    uint32_t token;
    load(0x000, 10, 1), answer(1);
    assert_int_equal(store(0x000, 2), L1D_MISS);                    // evicts it
    assert_int_equal(load(0x000, 11, 3), L1D_PENDING_HIT);
    assert_true(l1d_next_done(cache, &token) && token == 10);
    assert_true(l1d_next_done(cache, &token) && token == 11);
    assert_int_equal(l1d_free_mshrs(cache), 4);
    close();
}

static void flush_with_a_line_on_its_way(void **state)
{
    (void)state;
    configure();
    open();
    uint32_t token;
    assert_int_equal(load(0x000, 10, 1), L1D_MISS);
    memory_request *request = send_one();
    l1d_flush(cache);
    assert_int_equal(load(0x080, 11, 2), L1D_MISS);                 // may take the way that 0x000 had
    assert_int_equal(load(0x100, 12, 2), L1D_MISS);
    l1d_fill(cache, request, 3, &eviction);
    assert_true(l1d_next_done(cache, &token) && token == 10);       // the load is answered, no line is filled
    assert_int_equal(load(0x080, 13, 4), L1D_PENDING_HIT);
    assert_int_equal(load(0x100, 13, 4), L1D_PENDING_HIT);
    close();
}

// --- random streams

enum { WAYS = 3, SETS = 2, MSHRS = 5, MERGES = 3, QUEUE = 4 };

typedef struct { uint64_t line, used; bool present, reserved, dirty; } naive_line;
typedef struct { uint64_t line; unsigned loads; bool done; } naive_mshr;

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
    if (queue_count >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    queue_count++;
    if (hit && policy == WRITE_THROUGH)
        found->used = cycle;
    if (hit && policy == WRITE_EVICT)
        found->present = false;
    return L1D_MISS;
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
            naive_find(line)->done = true;
            if (config.l1d.allocate == ALLOCATE_ON_MISS)
                naive_line_of(line)->reserved = false;
            else if (!naive_line_of(line))
                naive_take(naive_victim(line), line, cycle, false);
        }
        if (rand() % 2) {                                           // one load leaves
            uint32_t token;
            if (l1d_next_done(cache, &token)) {
                naive_mshr *miss = naive_find((uint64_t)token * 128);
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
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(miss_fill_hit), cmocka_unit_test(fail_line), cmocka_unit_test(fail_merge), cmocka_unit_test(fail_mshr),
        cmocka_unit_test(fail_miss_queue), cmocka_unit_test(line_comes_before_queue_and_queue_before_mshr),
        cmocka_unit_test(lru_victim_and_reserved_ways), cmocka_unit_test(write_evict), cmocka_unit_test(write_through),
        cmocka_unit_test(write_back), cmocka_unit_test(local_stores_write_back), cmocka_unit_test(allocate_on_fill),
        cmocka_unit_test(merge_into_a_filled_entry),
        cmocka_unit_test(flush_with_a_line_on_its_way), cmocka_unit_test(random_streams_agree_with_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
