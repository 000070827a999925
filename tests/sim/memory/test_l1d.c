// SPDX-License-Identifier: BSD-3-Clause
// L1D: every reservation fail, pending hits, write policies, allocation on miss and on fill, evictions.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/sim/memory/l1d_bench.h"

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
    l1d_done done;
    assert_true(l1d_next_done(cache, &done) && done.token == 7);
    assert_int_equal(l1d_free_mshrs(cache), 3);                     // the entry is free with its last load
    assert_true(l1d_next_done(cache, &done) && done.token == 8);
    assert_int_equal(l1d_free_mshrs(cache), 4);
    assert_false(l1d_next_done(cache, &done));
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
    const uint64_t changes = l1d_changes(cache, L1D_FAIL_LINE), freed = l1d_changes(cache, L1D_FAIL_MSHR);
    assert_int_equal(load(0x000, 3, 4), L1D_PENDING_HIT);
    l1d_count_fail(cache, L1D_FAIL_LINE, 10);
    assert_int_equal(l1d_changes(cache, L1D_FAIL_LINE), changes);   // a merge leaves no more room
    answer(5);
    assert_int_not_equal(l1d_changes(cache, L1D_FAIL_LINE), changes);
    l1d_done done;
    assert_true(l1d_next_done(cache, &done));
    assert_int_equal(l1d_changes(cache, L1D_FAIL_MSHR), freed);     // another load waits in the entry
    assert_true(l1d_next_done(cache, &done));
    assert_int_not_equal(l1d_changes(cache, L1D_FAIL_MSHR), freed);
    assert_int_equal(load(0x100, 2, 6), L1D_MISS);
    assert_true(eviction.valid && eviction.line == 0 && eviction.owner == 0);
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
    const uint64_t changes = l1d_changes(cache, L1D_FAIL_MSHR);
    l1d_done done;
    assert_true(l1d_next_done(cache, &done));
    assert_int_not_equal(l1d_changes(cache, L1D_FAIL_MSHR), changes);
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
    const uint64_t changes = l1d_changes(cache, L1D_FAIL_MISS_QUEUE);
    l1d_cycle(cache, 5, &eviction);
    assert_int_equal(l1d_changes(cache, L1D_FAIL_MISS_QUEUE), changes);                  // no room in the interconnect either
    assert_int_equal(totals.icnt_request_stalls, 0);                // memory_can_send counts it, here the fake
    fake_memory_room(memory, 1);
    l1d_cycle(cache, 6, &eviction);
    assert_int_not_equal(l1d_changes(cache, L1D_FAIL_MISS_QUEUE), changes);
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
    assert_true(eviction.valid && eviction.line == 0x080 && eviction.owner == 11);
    assert_int_equal(load(0x180, 14, 5), L1D_MISS);                 // the way on its way is passed over
    assert_true(eviction.valid && eviction.line == 0x000 && eviction.owner == 10);
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
    assert_int_equal(store(0x000, 2), L1D_HIT_SENT);                // counted as a hit, sent, and the line is gone
    assert_true(eviction.valid && eviction.line == 0 && eviction.owner == 10);
    memory_request *request = send_one();
    assert_true(request->kind == REQUEST_GLOBAL_WRITE && request->bytes == 32 && request->warp == 9 && request->wants_reply &&
                request->sector_mask == 1 && request->byte_mask_sectors == 1);
    assert_int_equal(fake_memory_last_bytes(memory), 32);           // a write carries its data
    memory_request_free(memory, request);
    assert_int_equal(store(0x080, 3), L1D_MISS);                    // no allocation
    assert_false(eviction.valid);
    memory_request_free(memory, send_one());
    assert_int_equal(load(0x000, 11, 4), L1D_MISS);
    assert_int_equal(store(0x000, 5), L1D_PENDING_HIT);             // a line on its way stays reserved
    assert_false(eviction.valid);
    answer(6);
    assert_int_equal(load(0x000, 12, 7), L1D_HIT);
    assert_true(totals.l1d_misses == 3 && totals.l1d_hits == 2 && totals.l1d_pending_hits == 1 && totals.l1d_accesses == 6);
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
    assert_int_equal(store(0x000, 3), L1D_HIT_SENT);
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

// Of a line of sectors those that a thread has written of its local memory go, no others.
static void write_back_of_sectors(void **state)
{
    (void)state;
    configure();
    config.l1d.sector_bytes = 32;
    open();
    for (unsigned sector = 0; sector < 4; sector++) {
        assert_int_equal(access_at(REQUEST_LOCAL_READ, sector * 32, 1, 10 + sector, 2), L1D_MISS);
        answer(2), drain();
    }
    assert_int_equal(access_at(REQUEST_LOCAL_WRITE, 0, 1, 0, 3), L1D_HIT);
    assert_int_equal(access_at(REQUEST_LOCAL_WRITE, 64, 1, 0, 3), L1D_HIT);
    load(0x080, 20, 4), answer(4);
    assert_int_equal(load(0x100, 21, 5), L1D_MISS);
    memory_request_free(memory, send_one());
    memory_request *request = send_one();
    assert_non_null(request);
    assert_true(request->kind == REQUEST_L1_WRITE_BACK && request->line == 0 && request->bytes == 64);
    assert_int_equal(request->sector_mask, 5);
    assert_int_equal(request->byte_mask_sectors, 5);
    memory_request_free(memory, request);
    close();
}

// A store that misses is sent, and its line fetched, clean; nobody waits for that.
static void write_back_allocates(void **state)
{
    (void)state;
    for (unsigned local = 0; local < 2; local++)
        for (unsigned on_fill = 0; on_fill < 2; on_fill++) {
            request_kind kind = local ? REQUEST_LOCAL_WRITE : REQUEST_GLOBAL_WRITE;
            l1d_done done;
            configure();
            config.l1d.global_write = WRITE_BACK;
            config.l1d.allocate = on_fill ? ALLOCATE_ON_FILL : ALLOCATE_ON_MISS;
            open();
            assert_int_equal(access_at(kind, 0x020, 9, 0, 1), L1D_MISS);
            assert_true(l1d_free_mshrs(cache) == 3 && totals.mshr_entries == 1);
            memory_request *request = send_one();
            assert_true(request->kind == kind && request->address == 0x020 && request->bytes == 32 && request->wants_reply);
            memory_request_free(memory, request);
            assert_int_equal(load(0x000, 10, 2), L1D_PENDING_HIT);
            request = send_one();
            assert_true(request->kind == (local ? REQUEST_LOCAL_READ : REQUEST_GLOBAL_READ) && request->line == 0x000 &&
                        request->bytes == 128 && request->wants_reply && request->warp == 9);
            l1d_fill(cache, request, 3, &eviction);
            assert_true(l1d_next_done(cache, &done) && done.token == 10 && !done.first && done.last);
            assert_int_equal(access_at(kind, 0x080, 9, 0, 4), L1D_MISS);
            memory_request_free(memory, send_one());
            answer(5);
            assert_false(l1d_has_done(cache));
            assert_int_equal(l1d_free_mshrs(cache), 4);
            assert_int_equal(load(0x080, 11, 6), L1D_HIT);
            assert_int_equal(access_at(kind, 0x080, 9, 0, 7), L1D_HIT);
            assert_null(send_one());
            close();
        }
}

static void send_all(void)
{
    for (memory_request *request; (request = send_one());)
        memory_request_free(memory, request);
}

static void write_back_reservation_fails(void **state)
{
    (void)state;
    configure();
    config.l1d.global_write = WRITE_BACK;
    config.l1d.mshrs = 3;
    open();
    assert_int_equal(store(0x000, 1), L1D_MISS);
    assert_int_equal(store(0x000, 2), L1D_PENDING_HIT);             // no second fetch
    assert_int_equal(load(0x080, 10, 3), L1D_MISS);
    assert_int_equal(store(0x100, 4), L1D_FAIL_LINE);               // both ways on their way
    close();
    config.l1d.ways = 8;
    config.l1d.miss_queue = 4;
    open();
    assert_int_equal(store(0x000, 1), L1D_MISS);                    // leaves two places: no room for a third
    assert_int_equal(store(0x080, 2), L1D_FAIL_MISS_QUEUE);
    memory_request_free(memory, send_one());
    assert_int_equal(store(0x080, 3), L1D_MISS);
    send_all();
    assert_int_equal(store(0x100, 4), L1D_MISS);
    send_all();
    assert_int_equal(store(0x180, 5), L1D_FAIL_MSHR);
    close();
}

// Every dirty line goes out, one a cycle as the queue has room, clean ones stay; only under write back.
static void flush_sends_every_dirty_line(void **state)
{
    (void)state;
    configure();
    config.l1d.sets = 2, config.l1d.ways = 3, config.l1d.miss_queue = 3, config.l1d.global_write = WRITE_BACK;
    open();
    for (unsigned line = 0; line < 6; line++)
        load(line * 128, 20 + line, 1 + line), answer(1 + line), drain();
    assert_false(l1d_flush(cache));                                 // all are clean
    for (unsigned line = 0; line < 4; line++)
        assert_int_equal(store(line * 128, 10 + line), L1D_HIT);
    assert_true(l1d_flush(cache));
    assert_false(l1d_quiet(cache));
    fake_memory_room(memory, 0);
    unsigned seen = 0, cycle = 20;
    for (; cycle < 30; cycle++) {                                   // the queue takes three, nothing leaves it
        l1d_cycle(cache, cycle, &eviction);
        assert_int_equal(eviction.valid, cycle < 23);
        if (!eviction.valid)
            continue;
        assert_true(eviction.cause == EVICT_FLUSH && eviction.owner == 20 + eviction.line / 128);
        seen |= 1u << eviction.line / 128;
    }
    assert_int_equal(__builtin_popcount(seen), 3);
    fake_memory_room(memory, 4);
    for (unsigned sent = 0; sent < 4; sent++) {
        assert_true(l1d_flush(cache));
        memory_request *request = send_one();
        seen |= eviction.valid ? 1u << eviction.line / 128 : 0;
        assert_true(request->kind == REQUEST_L1_WRITE_BACK && request->bytes == 128 && request->byte_mask_sectors == 0xf);
        memory_request_free(memory, request);
    }
    assert_int_equal(seen, 0xf);
    assert_null(send_one());
    assert_false(l1d_flush(cache));
    assert_true(l1d_quiet(cache));
    assert_int_equal(load(0x200, 30, 40), L1D_HIT);
    assert_int_equal(load(0x000, 31, 41), L1D_MISS);
    close();
    config.l1d.global_write = WRITE_EVICT;                          // local memory alone is dirty, and dead
    open();
    access_at(REQUEST_LOCAL_READ, 0x000, 1, 1, 1), answer(1), drain();
    assert_int_equal(access_at(REQUEST_LOCAL_WRITE, 0x000, 1, 0, 2), L1D_HIT);
    assert_false(l1d_flush(cache));
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
    l1d_invalidate(cache);                                          // dirty lines are dropped
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
    assert_true(eviction.valid && eviction.line == 0 && eviction.owner == 10);
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
    l1d_done done;
    load(0x000, 10, 1), answer(1);
    assert_int_equal(store(0x000, 2), L1D_HIT_SENT);                // evicts it
    assert_int_equal(load(0x000, 11, 3), L1D_PENDING_HIT);
    assert_true(l1d_next_done(cache, &done) && done.token == 10);
    assert_true(l1d_next_done(cache, &done) && done.token == 11);
    assert_int_equal(l1d_free_mshrs(cache), 4);
    close();
}

static void invalidated_with_a_line_on_its_way(void **state)
{
    (void)state;
    configure();
    open();
    l1d_done done;
    assert_int_equal(load(0x000, 10, 1), L1D_MISS);
    memory_request *request = send_one();
    l1d_invalidate(cache);
    assert_int_equal(load(0x080, 11, 2), L1D_MISS);                 // may take the way that 0x000 had
    assert_int_equal(load(0x100, 12, 2), L1D_MISS);
    l1d_fill(cache, request, 3, &eviction);
    assert_true(l1d_next_done(cache, &done) && done.token == 10);   // the load is answered, no line is filled
    assert_int_equal(load(0x080, 13, 4), L1D_PENDING_HIT);
    assert_int_equal(load(0x100, 13, 4), L1D_PENDING_HIT);
    close();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(miss_fill_hit), cmocka_unit_test(fail_line), cmocka_unit_test(fail_merge), cmocka_unit_test(fail_mshr),
        cmocka_unit_test(fail_miss_queue), cmocka_unit_test(line_comes_before_queue_and_queue_before_mshr),
        cmocka_unit_test(lru_victim_and_reserved_ways), cmocka_unit_test(write_evict), cmocka_unit_test(write_through),
        cmocka_unit_test(write_back), cmocka_unit_test(write_back_of_sectors), cmocka_unit_test(write_back_allocates),
        cmocka_unit_test(write_back_reservation_fails), cmocka_unit_test(flush_sends_every_dirty_line),
        cmocka_unit_test(local_stores_write_back), cmocka_unit_test(allocate_on_fill),
        cmocka_unit_test(merge_into_a_filled_entry), cmocka_unit_test(invalidated_with_a_line_on_its_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
