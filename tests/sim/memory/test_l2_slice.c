// L2 slice: breakdown into sectors, ROP delay, lazy fetch of partly written sectors, merging, write-backs, ports, full queues.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/memory/l2_slice.h"

typedef struct {
    machine machine;
    counters counters;
    request_pool pool;
    dram_map map;
    l2_slice slice;
    uint64_t cycle;
} bench;

static bench *open_bench(const machine *m)
{
    bench *b = calloc(1, sizeof *b);
    if (!b)
        abort();
    b->machine = *m;
    dram_map_open(&b->map, &b->machine);
    l2_slice_open(&b->slice, &b->machine, 0, &b->map, &b->pool, &b->counters);
    return b;
}

static void close_bench(bench *b)
{
    l2_slice_close(&b->slice);
    request_pool_close(&b->pool);
    free(b);
}

static machine gtx480(void)
{
    machine m;
    machine_defaults(&m);
    return m;
}

// Line number `line` of slice 0: two lines every 3072 bytes (6 controllers of 256 bytes, 2 slices).
static uint64_t line_address(unsigned line)
{
    return 0xC0000000 + (uint64_t)(line / 2) * 3072 + line % 2 * 128;
}

static memory_request *request(bench *b, request_kind kind, uint64_t address, uint32_t bytes)
{
    memory_request *r = request_pool_take(&b->pool);
    r->kind = (uint8_t)kind;
    r->address = address;
    r->bytes = bytes;
    r->sector_mask = r->byte_mask_sectors = request_sectors(address, bytes);
    r->wants_reply = kind != REQUEST_L1_WRITE_BACK;
    b->pool.outstanding++;
    l2_slice_accept(&b->slice, r, b->cycle);
    return r;
}

static void run(bench *b, unsigned cycles)
{
    for (; cycles; cycles--)
        l2_slice_clock(&b->slice, b->cycle++);
}

// DRAM has done with the request: reads and stores that wait come back.
static void serve(bench *b, memory_request *r)
{
    if (request_is_write(r) && !r->wants_reply)
        l2_slice_over(&b->slice, r);
    else
        l2_slice_from_dram(&b->slice, r);
}

// Runs until the slice has an answer; DRAM requests are answered at once when `dram`.
static memory_request *answer(bench *b, bool dram)
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

static memory_request *whole(bench *b, bool dram)
{
    memory_request *r;
    while (!(r = request_pool_finish_sector(&b->pool, answer(b, dram)))) {}
    return r;
}

static void breakdown(void **state)
{
    (void)state;
    const struct { request_kind kind; uint32_t offset, bytes; uint8_t mask, whole; unsigned sectors; uint8_t expected, expected_whole; } cases[] = {
        { REQUEST_GLOBAL_READ, 0, 128, 0xf, 0, 4, 0xf, 0 },
        { REQUEST_CONST_READ, 64, 64, 0xc, 0, 2, 0xc, 0 },
        { REQUEST_GLOBAL_READ, 96, 32, 0x8, 0, 1, 0x8, 0 },
        { REQUEST_GLOBAL_WRITE, 0, 128, 0x9, 0x8, 4, 0xf, 0x8 },         // 128 bytes: all sectors, as GPGPU-Sim
        { REQUEST_GLOBAL_WRITE, 64, 64, 0xc, 0x4, 2, 0xc, 0x4 },
        { REQUEST_GLOBAL_WRITE, 0, 64, 0x2, 0x2, 1, 0x2, 0x2 },          // fewer: those of the mask
        { REQUEST_GLOBAL_WRITE, 32, 32, 0x2, 0x0, 1, 0x2, 0x0 },
    };
    machine m = gtx480();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench *b = open_bench(&m);
        memory_request *r = request_pool_take(&b->pool);
        *r = (memory_request){ .kind = (uint8_t)cases[i].kind, .address = line_address(5) + cases[i].offset, .bytes = cases[i].bytes,
                               .sector_mask = cases[i].mask, .byte_mask_sectors = cases[i].whole, .wants_reply = true };
        l2_slice_accept(&b->slice, r, 0);
        uint8_t mask = 0, whole_mask = 0;
        assert_int_equal(b->slice.rop.count, cases[i].sectors);
        for (memory_request *s = b->slice.rop.head; s; s = s->next) {
            assert_int_equal(s->ready, 120);
            assert_int_equal(mask & s->sector_mask, 0);
            mask |= s->sector_mask;
            whole_mask |= s->byte_mask_sectors;
            assert_int_equal(s->place, dram_map_locate(&b->map, s->address).place);
            assert_int_equal(s->bytes, s->parent ? 32 : cases[i].bytes);
        }
        assert_int_equal(mask, cases[i].expected);
        assert_int_equal(whole_mask, cases[i].expected_whole);
        close_bench(b);
    }
    m.l2.sector_bytes = 128;                                             // not sectored: never broken down
    bench *b = open_bench(&m);
    request(b, REQUEST_GLOBAL_READ, line_address(5), 128);
    memory_request *part = request(b, REQUEST_GLOBAL_WRITE, line_address(5) + 32, 32);
    assert_int_equal(b->slice.rop.count, 2);
    assert_int_equal(part->sector_mask, 1);
    assert_int_equal(part->byte_mask_sectors, 0);                        // a quarter of the sector
    close_bench(b);
}

// Hit: out of the ROP queue in cycle 120, looked up in 121. Of four sectors one a cycle.
static void hit_latency(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    for (unsigned sector = 0; sector < 4; sector++)
        l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(3) + sector * 32).place);
    memory_request *r = request(b, REQUEST_GLOBAL_READ, line_address(3), 128);
    assert_int_equal(b->slice.wake, 120);
    run(b, 121);
    assert_null(b->slice.to_icnt.head);
    for (unsigned sector = 1; sector <= 4; sector++) {
        run(b, 1);
        assert_int_equal(b->slice.to_icnt.count, sector);
    }
    assert_ptr_equal(whole(b, false), r);
    assert_int_equal(b->counters.l2_accesses, 4);
    assert_int_equal(b->counters.l2_hits, 4);
    run(b, 1);
    assert_int_equal(b->slice.wake, UINT64_MAX);                         // nothing to do
    close_bench(b);
}

static void miss_merges_and_fills(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    memory_request *r[7] = { 0 };
    for (unsigned i = 0; i < 6; i++)
        r[i] = request(b, REQUEST_GLOBAL_READ, line_address(0), 32);
    run(b, 140);
    assert_int_equal(b->slice.to_dram.count, 1);                         // one fetch
    assert_int_equal(b->counters.l2_misses, 1);
    assert_int_equal(b->counters.l2_pending_hits, 3);                    // four merges an entry
    assert_true(b->counters.l2_reservation_fails > 0);
    for (unsigned i = 0, merged = 0, hit = 4; i < 6; i++) {
        memory_request *done = whole(b, true);                           // the last two hit, between the replies of the MSHR
        assert_ptr_equal(done, done == r[hit] ? r[hit++] : r[merged++]);
    }
    assert_int_equal(b->counters.l2_hits, 2);
    assert_int_equal(b->counters.l2_accesses, 6);
    close_bench(b);
}

static void lazy_fetch_on_read(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    memory_request *part = request_pool_take(&b->pool);
    *part = (memory_request){ .kind = REQUEST_GLOBAL_WRITE, .address = line_address(0) + 32, .bytes = 32, .sector_mask = 2, .wants_reply = true };
    l2_slice_accept(&b->slice, part, 0);
    assert_ptr_equal(answer(b, false), part);                            // acknowledged without a fetch
    assert_null(b->slice.to_dram.head);
    memory_request *full = request(b, REQUEST_GLOBAL_WRITE, line_address(0) + 64, 32);
    assert_ptr_equal(answer(b, false), full);
    memory_request *hit = request(b, REQUEST_GLOBAL_READ, line_address(0) + 64, 32);
    assert_ptr_equal(answer(b, false), hit);                             // written whole: can be read
    request(b, REQUEST_GLOBAL_READ, line_address(0) + 32, 32);
    run(b, 130);
    assert_int_equal(b->slice.to_dram.count, 1);                         // written in part: fetched now
    assert_non_null(answer(b, true));
    memory_request *again = request(b, REQUEST_GLOBAL_READ, line_address(0) + 32, 32);
    assert_ptr_equal(answer(b, false), again);
    assert_int_equal(b->counters.l2_misses, 3);
    assert_int_equal(b->counters.l2_hits, 2);
    close_bench(b);
}

static memory_request *partial_write(bench *b, uint64_t address, uint64_t low, uint64_t high)
{
    memory_request *part = request_pool_take(&b->pool);
    *part = (memory_request){ .kind = REQUEST_GLOBAL_WRITE, .address = address, .bytes = 32, .sector_mask = request_sectors(address, 32),
                              .byte_mask = { low, high }, .wants_reply = true };
    l2_slice_accept(&b->slice, part, b->cycle);
    assert_ptr_equal(answer(b, false), part);
    return part;
}

// Sector 2 of a line written by halves, or all but a byte of it; and what a line that was evicted held does not count.
static void partial_writes_that_fill_a_sector(void **state)
{
    (void)state;
    machine m = gtx480();
    for (unsigned halves = 0; halves < 2; halves++) {
        bench *b = open_bench(&m);
        partial_write(b, line_address(0) + 64, 0, 0x0000ffff);
        if (halves)
            partial_write(b, line_address(0) + 64, 0, 0xffff0000);
        else
            partial_write(b, line_address(0) + 64, 0, 0x7fff8000);       // all but the last byte
        partial_write(b, line_address(0), 0, 0xffff0000);                // of another sector: the mask's other bytes are not this one's
        request(b, REQUEST_GLOBAL_READ, line_address(0) + 64, 32);
        run(b, 130);
        assert_int_equal(b->slice.to_dram.count, !halves);
        assert_int_equal(b->counters.l2_hits, 1 + halves);               // the second write, and the read
        assert_non_null(answer(b, true));
        close_bench(b);
    }
    bench *b = open_bench(&m);
    partial_write(b, line_address(0) + 64, 0, 0x0000ffff);
    for (unsigned line = 1; line <= 8; line++) {                         // 8 more lines of the set
        request(b, REQUEST_GLOBAL_READ, line_address(line * 64), 32);
        assert_non_null(answer(b, true));
    }
    partial_write(b, line_address(8 * 64) + 64, 0, 0xffff0000);          // the line that has taken its way
    request(b, REQUEST_GLOBAL_READ, line_address(8 * 64) + 64, 32);
    run(b, 130);
    assert_int_equal(b->slice.to_dram.count, 1);
    assert_non_null(answer(b, true));
    close_bench(b);
}

// Line 0 of set 0 with sectors 1 and 2 written; 8 more lines of the set push it out: one write-back of 64 bytes.
static void write_back_of_dirty_sectors(void **state)
{
    (void)state;
    for (unsigned atomic = 0; atomic < 2; atomic++) {
        machine m = gtx480();
        bench *b = open_bench(&m);
        for (unsigned sector = 1; sector <= 2; sector++) {
            l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(0) + sector * 32).place);
            request(b, atomic ? REQUEST_GLOBAL_ATOMIC : REQUEST_GLOBAL_WRITE, line_address(0) + sector * 32, 32);
            assert_non_null(answer(b, true));
        }
        memory_request *out = NULL;
        unsigned fetched = 0;
        for (unsigned line = 1; line <= 8; line++)
            request(b, REQUEST_GLOBAL_READ, line_address(line * 64), 32);
        for (unsigned i = 0; i < 400; i++) {
            run(b, 1);
            while (b->slice.to_dram.head) {
                memory_request *r = request_list_pop(&b->slice.to_dram);
                if (r->kind == REQUEST_L2_WRITE_BACK) {
                    assert_null(out);
                    out = r;
                } else {
                    fetched++;
                    l2_slice_from_dram(&b->slice, r);
                }
            }
        }
        assert_non_null(out);
        assert_int_equal(out->address, line_address(0));
        assert_int_equal(out->bytes, 64);
        assert_int_equal(out->row, dram_map_locate(&b->map, line_address(0)).row);
        assert_int_equal(fetched, 8);
        close_bench(b);
    }
}

static void atomic_on_its_way_makes_dirty(void **state)
{
    (void)state;
    machine m = gtx480();
    m.l2.sets = 1;
    m.l2.ways = 1;
    bench *b = open_bench(&m);
    request(b, REQUEST_GLOBAL_READ, line_address(0), 32);
    request(b, REQUEST_GLOBAL_ATOMIC, line_address(0), 32);              // merges: the fill must leave the sector dirty
    answer(b, true);
    answer(b, true);
    request(b, REQUEST_GLOBAL_READ, line_address(1), 32);
    run(b, 130);
    assert_int_equal(b->slice.to_dram.count, 2);
    assert_int_equal(b->slice.to_dram.tail->kind, REQUEST_L2_WRITE_BACK);
    assert_int_equal(b->slice.to_dram.tail->bytes, 32);
    close_bench(b);
}

static void l1_write_back_is_not_answered(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    request(b, REQUEST_L1_WRITE_BACK, line_address(0), 128);
    assert_int_equal(b->pool.outstanding, 1);
    run(b, 140);
    assert_null(b->slice.to_icnt.head);
    assert_int_equal(b->pool.outstanding, 0);
    assert_int_equal(b->pool.in_use, 0);
    close_bench(b);
}

// A port of 8 bytes: a hit of 32 takes it for 4 cycles.
static void data_port(void **state)
{
    (void)state;
    machine m = gtx480();
    m.l2.port_bytes = 8;
    bench *b = open_bench(&m);
    for (unsigned sector = 0; sector < 4; sector++)
        l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(3) + sector * 32).place);
    request(b, REQUEST_GLOBAL_READ, line_address(3), 128);
    run(b, 122);
    for (unsigned answered = 1; answered <= 4; answered++) {
        assert_int_equal(b->slice.to_icnt.count, answered);
        run(b, 4);
    }
    close_bench(b);
}

// --- GPGPU-Sim 3's slice: no sectors, stores that miss go on to DRAM, no port limit

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
            r->token = 1;
            sent++;
        }
        run(b, 1);
        if (b->slice.to_icnt.head && (random >> 35 & 1)) {
            memory_request *done = request_pool_finish_sector(&b->pool, request_list_pop(&b->slice.to_icnt));
            if (done) {
                assert_int_equal(done->token, 1);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakdown),
        cmocka_unit_test(hit_latency),
        cmocka_unit_test(miss_merges_and_fills),
        cmocka_unit_test(lazy_fetch_on_read),
        cmocka_unit_test(partial_writes_that_fill_a_sector),
        cmocka_unit_test(write_back_of_dirty_sectors),
        cmocka_unit_test(atomic_on_its_way_makes_dirty),
        cmocka_unit_test(l1_write_back_is_not_answered),
        cmocka_unit_test(data_port),
        cmocka_unit_test(a_line_is_fetched_as_a_whole),
        cmocka_unit_test(a_store_that_misses_goes_on),
        cmocka_unit_test(an_l1_write_back_that_misses_ends_at_dram),
        cmocka_unit_test(a_store_needs_three_places),
        cmocka_unit_test(a_port_without_limit),
        cmocka_unit_test(full_queues),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
