// SPDX-License-Identifier: BSD-3-Clause
// L2 slice of sectors: breakdown into them, ROP delay, lazy fetch of partly written ones, merging, write-backs, port.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "tests/sim/memory/l2_bench.h"

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
        { REQUEST_L1_WRITE_BACK, 0, 64, 0x9, 0x9, 2, 0x9, 0x9 },         // dirty sectors that are no neighbours
    };
    machine m = gtx480();
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bench *b = open_bench(&m);
        memory_request *r = request_pool_take(&b->pool);
        *r = (memory_request){ .kind = (uint8_t)cases[i].kind, .address = line_address(5) + cases[i].offset, .bytes = cases[i].bytes,
                               .sector_mask = cases[i].mask, .byte_mask_sectors = cases[i].whole, .wants_reply = true };
        l2_locate(&b->map, r);
        l2_slice_accept(&b->slice, r, 0);
        uint8_t mask = 0, whole_mask = 0;
        assert_int_equal(b->slice.rop.count, cases[i].sectors);
        for (memory_request *s = b->slice.rop.head; s; s = s->next) {
            assert_int_equal(s->ready, 120);
            assert_int_equal(mask & s->sector_mask, 0);
            mask |= s->sector_mask;
            whole_mask |= s->byte_mask_sectors;
            assert_int_equal(s->place, dram_map_locate(&b->map, s->address).place);
            assert_int_equal(s->column, dram_map_locate(&b->map, s->address).column);
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
        l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(3) + sector * 32).place, 32);
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

// Eight SMs ask for a line of constants, 64 bytes, at once: a0 a1 b0 b1 ... h1. a0 is fetched; a1, b0, b1 are merged, which is all that
// an entry takes, and c0 waits. When the data come, in cycle T, c0 hits; from T + 1 on one of the entry is answered a cycle, a0 first, and
// every second cycle one more joins: c1 in T + 1, d1 in T + 3, e1 in T + 5. In T + 7 e1 is answered, the entry is gone, and f1, whose
// sector has not come, is fetched anew. g1 and h1 merge with it; f0, g0 and h0 hit.
static void ask_for_constants(uint32_t offset)
{
    machine m = gtx480();
    bench *b = open_bench(&m);
    for (unsigned i = 0; i < 8; i++)
        request(b, REQUEST_CONST_READ, line_address(0) + offset, 64);
    run(b, 150);
    assert_int_equal(b->slice.to_dram.count, 1);
    assert_null(b->slice.to_icnt.head);
    assert_int_equal(b->slice.from_icnt.count, 12);
    memory_request *first = request_list_pop(&b->slice.to_dram);
    serve(b, first);
    run(b, 8);                                                           // T to T + 7
    assert_int_equal(b->slice.to_icnt.count, 7 + 4);                     // a0 to e1 but for c0, d0, e0; these and f0
    assert_int_equal(b->slice.miss.count, 1);
    run(b, 20);
    unsigned done = 0, sectors = 0;
    for (; b->slice.to_icnt.head; sectors++)
        done += request_pool_finish_sector(&b->pool, request_list_pop(&b->slice.to_icnt)) != NULL;
    assert_int_equal(sectors, 13);                                       // all but f1, g1, h1
    assert_int_equal(done, 5);
    assert_int_equal(b->slice.to_dram.count, 1);
    memory_request *second = request_list_pop(&b->slice.to_dram);
    assert_true(second->address == line_address(0) + offset && second->address == first->address);
    assert_int_equal(second->sector_mask, offset ? 8 : 2);
    serve(b, second);
    run(b, 10);
    for (; b->slice.to_icnt.head; sectors++)
        done += request_pool_finish_sector(&b->pool, request_list_pop(&b->slice.to_icnt)) != NULL;
    assert_int_equal(sectors, 16);
    assert_int_equal(done, 8);
    assert_int_equal(b->counters.l2_misses, 2);
    assert_int_equal(b->counters.l2_hits, 6);
    assert_int_equal(b->counters.l2_pending_hits, 8);
    memory_request *again = request(b, REQUEST_CONST_READ, line_address(0) + offset, 64);
    assert_ptr_equal(whole(b, false), again);                            // both sectors are here now
    assert_int_equal(b->counters.l2_hits, 8);
    close_bench(b);
}

static void constants_share_an_mshr(void **state)
{
    (void)state;
    ask_for_constants(0);
    ask_for_constants(64);
}

// A line of 128 bytes is broken down as one of data: its sectors are fetched each.
static void longer_constants_do_not(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    request(b, REQUEST_CONST_READ, line_address(0), 128);
    run(b, 150);
    assert_int_equal(b->slice.to_dram.count, 4);
    close_bench(b);
}

static void lazy_fetch_on_read(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    memory_request *part = request_pool_take(&b->pool);
    *part = (memory_request){ .kind = REQUEST_GLOBAL_WRITE, .address = line_address(0) + 32, .bytes = 32, .sector_mask = 2, .wants_reply = true };
    l2_locate(&b->map, part);
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
    l2_locate(&b->map, part);
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

// All lines of the set are on their way: what the host copies into another finds no place, and the next read fetches it.
static void host_copy_without_a_place(void **state)
{
    (void)state;
    machine m = gtx480();
    bench *b = open_bench(&m);
    for (unsigned line = 1; line <= m.l2.ways; line++)
        request(b, REQUEST_GLOBAL_READ, line_address(line * 64), 32);
    run(b, 200);
    assert_int_equal(b->slice.to_dram.count, m.l2.ways);
    const uint64_t accesses = b->slice.accesses;
    l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(0)).place, 32);
    assert_int_equal(b->slice.accesses, accesses);
    l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(1)).place, 32);     // another set has room
    assert_int_equal(b->slice.accesses, accesses + 1);
    close_bench(b);
}

// Line 0 of set 0 with sectors 1 and 2 written; 8 more lines of the set push it out, whoever asks for them: one write-back of 64 bytes.
static void write_back_of_dirty_sectors(void **state)
{
    (void)state;
    for (unsigned way = 0; way < 6; way++) {
        static const request_kind pushes[] = { REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC };
        const request_kind kind = pushes[way / 2];
        const bool atomic = way % 2;
        machine m = gtx480();
        bench *b = open_bench(&m);
        for (unsigned sector = 1; sector <= 2; sector++) {
            l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(0) + sector * 32).place, 32);
            request(b, atomic ? REQUEST_GLOBAL_ATOMIC : REQUEST_GLOBAL_WRITE, line_address(0) + sector * 32, 32);
            assert_non_null(answer(b, true));
        }
        memory_request *out = NULL;
        unsigned fetched = 0;
        for (unsigned line = 1; line <= 8; line++)
            request(b, kind, line_address(line * 64), 32);
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
        assert_int_equal(fetched, kind == REQUEST_GLOBAL_WRITE ? 0 : 8);
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
        l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(3) + sector * 32).place, 32);
    request(b, REQUEST_GLOBAL_READ, line_address(3), 128);
    run(b, 122);
    for (unsigned answered = 1; answered <= 4; answered++) {
        assert_int_equal(b->slice.to_icnt.count, answered);
        run(b, 4);
    }
    close_bench(b);
}

// A port that does not divide what is read: the last cycle is a whole one.
static void data_port_of_other_bytes(void **state)
{
    (void)state;
    static const struct { uint32_t port, cycles; } ports[] = {{31, 2}, {24, 2}, {16, 2}, {15, 3}, {32, 1}, {64, 1}};
    for (unsigned i = 0; i < sizeof ports / sizeof *ports; i++) {
        machine m = gtx480();
        m.l2.port_bytes = ports[i].port;
        bench *b = open_bench(&m);
        for (unsigned sector = 0; sector < 4; sector++)
            l2_slice_host_copy(&b->slice, dram_map_locate(&b->map, line_address(3) + sector * 32).place, 32);
        request(b, REQUEST_GLOBAL_READ, line_address(3), 128);
        run(b, 122);
        for (unsigned answered = 1; answered <= 4; answered++) {
            assert_int_equal(b->slice.to_icnt.count, answered);
            run(b, ports[i].cycles);
        }
        close_bench(b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(breakdown),
        cmocka_unit_test(hit_latency),
        cmocka_unit_test(miss_merges_and_fills),
        cmocka_unit_test(constants_share_an_mshr), cmocka_unit_test(longer_constants_do_not),
        cmocka_unit_test(lazy_fetch_on_read),
        cmocka_unit_test(partial_writes_that_fill_a_sector),
        cmocka_unit_test(host_copy_without_a_place), cmocka_unit_test(write_back_of_dirty_sectors),
        cmocka_unit_test(atomic_on_its_way_makes_dirty),
        cmocka_unit_test(l1_write_back_is_not_answered),
        cmocka_unit_test(data_port), cmocka_unit_test(data_port_of_other_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
