// SPDX-License-Identifier: BSD-3-Clause
// GPGPU-Sim 3's L2 slice: no sectors, stores that miss go on to DRAM, no port limit. And both kinds with full queues, and with lines
// that come again.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/sim/memory/l2_bench.h"

static machine lines(void)
{
    machine m = gtx480();
    m.l2.sector_bytes = 128;
    m.l2.write_miss = WRITE_MISS_FETCH;
    m.l2.port_bytes = 0;
    return m;
}

// What is on its way to DRAM, oldest first: its kind, its size.
static memory_request *at_dram(bench *b, request_kind kind, uint32_t bytes)
{
    assert_non_null(b->slice.to_dram.head);
    memory_request *r = request_list_pop(&b->slice.to_dram);
    assert_int_equal(r->kind, kind);
    uint32_t read = (uint32_t)__builtin_popcount(r->sector_mask) * b->slice.sector_bytes;      // as the DRAM counts it
    assert_int_equal(request_is_write(r) ? r->bytes : read, bytes);
    return r;
}

// Three quarters of a line: one fetch of the whole line, three answers of what was asked for.
static void a_line_is_fetched_as_a_whole(void **state)
{
    (void)state;
    machine m = lines();
    bench *b = open_bench(&m);
    memory_request *r[3];
    for (unsigned i = 0; i < 3; i++)
        r[i] = request(b, REQUEST_GLOBAL_READ, line_address(0) + 32 * i, 32);
    run(b, 125);
    assert_int_equal(b->slice.to_dram.count, 1);
    assert_int_equal(b->counters.l2_accesses, 3);
    assert_int_equal(b->counters.l2_misses, 1);
    assert_int_equal(b->counters.l2_pending_hits, 2);
    for (unsigned i = 0; i < 3; i++) {
        assert_ptr_equal(answer(b, true), r[i]);
        assert_int_equal(r[i]->bytes, 32);
    }
    memory_request *last = request(b, REQUEST_GLOBAL_READ, line_address(0) + 96, 32);
    assert_ptr_equal(answer(b, false), last);                            // came with the others
    assert_int_equal(b->counters.l2_hits, 1);
    close_bench(b);
}

// Misses: the store goes on, the line is fetched behind it, DRAM acknowledges, and the line is clean. Hits: kept, dirty.
static void a_store_that_misses_goes_on(void **state)
{
    (void)state;
    machine m = lines();
    m.l2.sets = m.l2.ways = 1;
    bench *b = open_bench(&m);
    memory_request *store = request(b, REQUEST_GLOBAL_WRITE, line_address(0) + 32, 32);
    run(b, 140);
    assert_null(b->slice.to_icnt.head);                                  // no acknowledgement from here
    assert_int_equal(b->slice.to_dram.count, 2);
    memory_request *gone = at_dram(b, REQUEST_GLOBAL_WRITE, 32), *fetched = at_dram(b, REQUEST_L2_FILL, 128);
    assert_ptr_equal(gone, store);
    assert_int_equal(fetched->address, line_address(0));
    memory_request *merged = request(b, REQUEST_GLOBAL_WRITE, line_address(0), 64);
    run(b, 140);
    assert_int_equal(b->slice.to_dram.count, 1);                         // goes on too; the line is on its way already
    assert_ptr_equal(at_dram(b, REQUEST_GLOBAL_WRITE, 64), merged);
    assert_int_equal(b->counters.l2_misses, 1);
    assert_int_equal(b->counters.l2_pending_hits, 1);
    serve(b, gone), serve(b, fetched), serve(b, merged);
    assert_ptr_equal(answer(b, false), store);
    assert_ptr_equal(answer(b, false), merged);
    run(b, 5);
    assert_int_equal(b->pool.in_use, 2);                                 // the two stores: the fetches are gone
    memory_request *next = request(b, REQUEST_GLOBAL_READ, line_address(1), 128);
    run(b, 130);
    assert_int_equal(b->slice.to_dram.count, 1);                         // evicts a clean line
    serve(b, at_dram(b, REQUEST_GLOBAL_READ, 128));
    assert_ptr_equal(answer(b, false), next);
    memory_request *hit = request(b, REQUEST_GLOBAL_WRITE, line_address(1) + 64, 32);
    assert_ptr_equal(answer(b, false), hit);
    assert_null(b->slice.to_dram.head);
    request(b, REQUEST_GLOBAL_READ, line_address(2), 128);
    run(b, 130);
    at_dram(b, REQUEST_GLOBAL_READ, 128);
    assert_int_equal(at_dram(b, REQUEST_L2_WRITE_BACK, 128)->address, line_address(1));
    close_bench(b);
}

static void an_l1_write_back_that_misses_ends_at_dram(void **state)
{
    (void)state;
    machine m = lines();
    bench *b = open_bench(&m);
    request(b, REQUEST_L1_WRITE_BACK, line_address(0), 128);
    run(b, 140);
    serve(b, at_dram(b, REQUEST_L1_WRITE_BACK, 128));
    assert_int_equal(b->pool.outstanding, 0);
    serve(b, at_dram(b, REQUEST_L2_FILL, 128));
    run(b, 5);
    assert_null(b->slice.to_icnt.head);
    assert_int_equal(b->pool.in_use, 0);
    close_bench(b);
}

// A miss queue of four, of which one leaves a cycle. A store finds room while at most one is in it: the first two do, and then
// one in two cycles, so of six stores four are retried once. A read finds room for its two places in every cycle.
static void a_store_needs_three_places(void **state)
{
    (void)state;
    for (unsigned reads = 0; reads < 2; reads++) {
        machine m = lines();
        bench *b = open_bench(&m);
        for (unsigned i = 0; i < 6; i++)
            request(b, reads ? REQUEST_GLOBAL_READ : REQUEST_GLOBAL_WRITE, line_address(i), 128);
        run(b, 160);
        assert_int_equal(b->counters.l2_misses, 6);
        assert_int_equal(b->counters.l2_reservation_fails, reads ? 0 : 4);
        assert_int_equal(b->slice.to_dram.count, reads ? 6 : 12);
        close_bench(b);
    }
}

// A read that misses may need two places, its own and that of the dirty line that it evicts: with two in all each waits for the
// one before it, and never stands a third there.
static void a_read_miss_needs_two_places(void **state)
{
    (void)state;
    machine m = lines();
    m.l2.sets = 1;
    m.l2.ways = 4;
    m.l2.miss_queue = 2;
    m.l2.write_miss = WRITE_MISS_LAZY;
    bench *b = open_bench(&m);
    for (unsigned i = 0; i < 4; i++)
        request(b, REQUEST_GLOBAL_WRITE, line_address(i), 128);
    for (unsigned i = 4; i < 8; i++)
        request(b, REQUEST_GLOBAL_READ, line_address(i), 128);
    for (unsigned i = 0; i < 200; i++) {
        run(b, 1);
        assert_in_range(b->slice.miss.count, 0, 2);
    }
    assert_int_equal(b->counters.l2_misses, 8);
    assert_int_equal(b->counters.l2_reservation_fails, 3);
    assert_int_equal(b->slice.to_dram.count, 8);
    close_bench(b);
}

// Four hits of 128 bytes, or four lines filled: one a cycle without a limit, one in four cycles through 32 bytes.
static void a_port_without_limit(void **state)
{
    (void)state;
    for (unsigned limited = 0; limited < 2; limited++) {
        machine m = lines();
        m.l2.port_bytes = limited ? 32 : 0;
        bench *b = open_bench(&m);
        for (unsigned i = 0; i < 4; i++)
            request(b, REQUEST_GLOBAL_READ, line_address(i), 128);
        run(b, 130);
        while (b->slice.to_dram.head)
            serve(b, request_list_pop(&b->slice.to_dram));
        for (unsigned i = 1; i <= 4; i++) {
            run(b, 1);
            assert_int_equal(b->slice.from_dram.count, limited ? 3 : 4 - i);
        }
        for (unsigned i = 0; i < 4; i++)
            answer(b, false);
        run(b, 20);
        for (unsigned i = 0; i < 4; i++)
            request(b, REQUEST_GLOBAL_READ, line_address(i), 128);
        run(b, 122);
        for (unsigned answered = 1; answered <= 4; answered++) {
            assert_int_equal(b->slice.to_icnt.count, answered);
            run(b, limited ? 4 : 1);
        }
        close_bench(b);
    }
}

// One-place queues everywhere: the slice stalls and loses nothing.
static void pass_through_full_queues(machine m)
{
    enum { REQUESTS = 4000 };
    m.l2.sets = 2;
    m.l2.ways = 2;
    m.l2.mshrs = 2;
    m.l2.mshr_merges = 2;
    m.l2.miss_queue = m.l2.write_miss == WRITE_MISS_FETCH ? 3 : 2;
    m.l2.queue_from_icnt = 4;
    m.l2.queue_to_dram = m.l2.queue_to_icnt = 1;
    bench *b = open_bench(&m);
    request_list at_dram = { 0 };
    unsigned sent = 0, answered = 0;
    uint64_t random = 11;
    while (answered < REQUESTS) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        if (sent < REQUESTS && random >> 63 && l2_slice_has_room(&b->slice)) {
            static const request_kind kinds[4] = { REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC, REQUEST_LOCAL_READ };
            unsigned kind = (unsigned)(random >> 61) & 3;
            memory_request *r = request(b, kinds[kind], line_address((unsigned)(random >> 40) % 12), kind == 2 ? 32 : 32u << (random >> 50) % 3);
            r->slot = 1;
            sent++;
        }
        run(b, 1);
        if (b->slice.to_icnt.head && (random >> 35 & 1)) {
            memory_request *done = request_pool_finish_sector(&b->pool, request_list_pop(&b->slice.to_icnt));
            if (done) {
                assert_int_equal(done->slot, 1);
                request_pool_give(&b->pool, done);
                answered++;
            }
        }
        if (b->slice.to_dram.head && (random >> 36 & 1))
            request_list_push(&at_dram, request_list_pop(&b->slice.to_dram));
        if (at_dram.head && (random >> 37 & 1))
            serve(b, request_list_pop(&at_dram));
        assert_true(b->slice.to_dram.count <= 1 && b->slice.to_icnt.count <= 1 && b->slice.from_icnt.count <= 4);
        assert_true(b->cycle < 400000);
    }
    for (unsigned i = 0; i < 100; i++) {                                 // what nobody waits for: write-backs, fetches for stores
        run(b, 1);
        if (b->slice.to_dram.head)
            serve(b, request_list_pop(&b->slice.to_dram));
        else if (at_dram.head)
            serve(b, request_list_pop(&at_dram));
    }
    assert_int_equal(b->pool.in_use, 0);
    assert_int_equal(b->pool.outstanding, REQUESTS);                     // taken off by the memory system
    assert_true(b->counters.l2_reservation_fails > 100);
    close_bench(b);
}

static void full_queues(void **state)
{
    (void)state;
    machine without_sectors = lines(), sectors_fetched = gtx480();
    sectors_fetched.l2.write_miss = WRITE_MISS_FETCH;
    pass_through_full_queues(gtx480());
    pass_through_full_queues(without_sectors);
    pass_through_full_queues(sectors_fetched);
}

// Three reads of a line wait for their answers, which take a cycle each, when another line evicts it and it is read again: the
// fourth must not merge with them, since their fetch is over, but wait and send its own.
static void a_line_comes_again_too_soon(void **state)
{
    (void)state;
    machine m = lines();
    m.l2.sets = 1;
    m.l2.ways = 2;
    bench *b = open_bench(&m);
    for (unsigned i = 0; i < 3; i++)
        request(b, REQUEST_GLOBAL_READ, line_address(0) + 32 * i, 32);
    request(b, REQUEST_GLOBAL_READ, line_address(1), 128);
    request(b, REQUEST_GLOBAL_READ, line_address(2), 128);
    memory_request *again = request(b, REQUEST_GLOBAL_READ, line_address(0) + 96, 32);
    run(b, 140);
    memory_request *first = at_dram(b, REQUEST_GLOBAL_READ, 128), *second = at_dram(b, REQUEST_GLOBAL_READ, 128);
    assert_null(b->slice.to_dram.head);
    serve(b, first), serve(b, second);
    run(b, 20);
    assert_int_equal(b->slice.to_icnt.count, 4);                         // the three, and the next line's
    assert_int_equal(b->slice.to_dram.count, 2);
    serve(b, at_dram(b, REQUEST_GLOBAL_READ, 128));
    assert_ptr_equal(b->slice.to_dram.head, again);
    serve(b, at_dram(b, REQUEST_GLOBAL_READ, 128));
    run(b, 20);
    assert_int_equal(b->slice.to_icnt.count, 6);
    close_bench(b);
}

// A sector on its way is written whole, its line evicted, and taken again for another sector: what then comes from DRAM is older
// than the write, and fills nothing.
static void a_fill_for_a_line_that_came_again(void **state)
{
    (void)state;
    machine m = gtx480();
    m.l2.sets = m.l2.ways = 1;
    bench *b = open_bench(&m);
    request(b, REQUEST_GLOBAL_READ, line_address(0), 32);
    request(b, REQUEST_GLOBAL_WRITE, line_address(0), 32);
    request(b, REQUEST_GLOBAL_READ, line_address(1), 32);
    run(b, 140);
    memory_request *old = at_dram(b, REQUEST_GLOBAL_READ, 32), *evicts = at_dram(b, REQUEST_GLOBAL_READ, 32);
    serve(b, at_dram(b, REQUEST_L2_WRITE_BACK, 32));
    serve(b, evicts);
    request(b, REQUEST_GLOBAL_READ, line_address(0) + 32, 32);
    run(b, 140);
    memory_request *neighbour = at_dram(b, REQUEST_GLOBAL_READ, 32);
    serve(b, old), serve(b, neighbour);
    run(b, 10);
    memory_request *again = request(b, REQUEST_GLOBAL_READ, line_address(0), 32);
    run(b, 140);
    assert_ptr_equal(b->slice.to_dram.head, again);                      // no hit on what is old
    close_bench(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_fetched_as_a_whole),
        cmocka_unit_test(a_store_that_misses_goes_on),
        cmocka_unit_test(an_l1_write_back_that_misses_ends_at_dram),
        cmocka_unit_test(a_store_needs_three_places),
        cmocka_unit_test(a_read_miss_needs_two_places),
        cmocka_unit_test(a_port_without_limit),
        cmocka_unit_test(a_line_comes_again_too_soon),
        cmocka_unit_test(a_fill_for_a_line_that_came_again),
        cmocka_unit_test(full_queues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
