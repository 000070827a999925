// SPDX-License-Identifier: BSD-3-Clause
// Lines sent to an L2 slice unasked: both looks at it, what an access that overtakes one makes of it, the line that a fill evicts,
// what is counted; and random traffic in which no such line is older than a store.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/memory/prefetch_bench.h"

// Row 3 of bank 0 is open and at rest.
static bench *open_at_row(const machine *m)
{
    bench *b = open_bench(m);
    open_row(b, 0, 3, 0);
    return b;
}

static void offer(unsigned line) { script.lines[0] = UINT32_C(1) << line; }

// The controller does not rest, so that it asks.
static void stir(bench *b) { b->dram.rests = false; }

static bool is_here(bench *b, uint64_t address)
{
    uint32_t way;
    return tag_array_lookup(b->slice.tags, dram_map_locate(&b->map, address).place, 1, false, &way) == LOOKUP_HIT;
}

// Counted as used with its first hit, by a load or a store; nothing else knows of it.
static void a_line_is_filled_and_used(void **state)
{
    (void)state;
    machine m = one_controller();
    bench *b = open_at_row(&m);
    script.lines[0] = 6;
    stir(b);
    run(b, 100);
    assert_int_equal(b->counters.prefetch_sent, 2);
    assert_true(is_here(b, line_address(b, 0, 3, 1)) && is_here(b, line_address(b, 0, 3, 2)));
    const counters before = b->counters;
    read_line(b, 0, 3, 1);
    request(b, REQUEST_GLOBAL_WRITE, line_address(b, 0, 3, 2), LINE);
    run(b, 20);
    read_line(b, 0, 3, 1);
    read_line(b, 0, 3, 2);
    run(b, 20);
    assert_int_equal(b->counters.prefetch_used, 2);
    assert_int_equal(b->counters.l2_hits - before.l2_hits, 4);
    assert_int_equal(b->counters.dram_reads, before.dram_reads);
    assert_int_equal(b->slice.unused, 0);
    assert_int_equal(b->counters.prefetch_evicted + b->counters.prefetch_late + b->counters.prefetch_dropped, 0);
    close_bench(b);
}

// The first look: here; here and dirty; on its way for a load; for another prefetch.
static void not_sent_if_here_or_on_its_way(void **state)
{
    (void)state;
    machine m = one_controller();
    bench *b = open_at_row(&m);
    offer(0);                                                            // what opened the row
    stir(b);
    run(b, 5);
    assert_int_equal(b->counters.prefetch_refused, 1);
    script.careful = false;                                              // offers beside a request for the row
    offer(1);
    read_line(b, 0, 3, 1);
    run(b, 60);
    assert_int_equal(b->counters.prefetch_refused, 2);
    assert_int_equal(b->counters.prefetch_sent, 0);
    script.careful = true;
    offer(2);
    stir(b);
    while (b->counters.prefetch_sent == 0)
        run(b, 1);
    offer(2);                                                            // once more, while it is on its way
    run(b, 5);
    assert_int_equal(b->counters.prefetch_refused, 3);
    run(b, 60);
    assert_int_equal(b->counters.prefetch_sent, 1);
    close_bench(b);
}

// A dirty line has been evicted, and its data are on their way to a bank: in the miss queue, in the queue to DRAM, in the
// controller's latency. What DRAM holds is older.
static void not_sent_if_its_newest_data_are_behind_the_slice(void **state)
{
    (void)state;
    uint64_t refused = 0;
    for (unsigned clocks = 1; clocks < 24; clocks++) {
        machine m = one_controller();
        m.l2.sets = 1;
        m.l2.ways = 2;
        m.l2.index = INDEX_LINEAR;
        m.dram.latency = 6;
        bench *b = open_bench(&m);
        script.lines[3] = 1;                                             // that bank has no open row: it is never taken, always asked
        open_row(b, 0, 3, 0);
        request(b, REQUEST_GLOBAL_WRITE, line_address(b, 0, 3, 0), LINE);        // hits: dirty
        run(b, 40);
        read_line(b, 1, 5, 1);                                           // the other way, used last
        run(b, 80);
        const uint64_t before = b->counters.prefetch_refused;
        read_line(b, 1, 5, 0);                                           // evicts it
        run(b, clocks);
        offer(0);
        for (unsigned i = 0; i < 150 && b->counters.prefetch_sent == 0; i++)
            run(b, 1);
        if (b->counters.prefetch_sent)
            assert_int_equal(b->counters.dram_writes, 1);                // the bank has had them
        else
            refused += b->counters.prefetch_refused - before;
        run(b, 100);
        close_bench(b);
    }
    assert_in_range(refused, 8, 17);                                     // some find it still here, the last ones the data in the bank
}

// Runs up to the first column of line 1 of the open row, unasked.
static bench *on_its_way(const machine *m)
{
    bench *b = open_at_row(m);
    offer(1);
    stir(b);
    while (b->counters.prefetch_sent == 0)
        run(b, 1);
    return b;
}

// The second look: a load, a store and an atomic that come while the line is on its way go their own way, and the line is dropped.
static void overtaken(void **state)
{
    (void)state;
    const request_kind kinds[] = {REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC, REQUEST_L1_WRITE_BACK};
    for (unsigned i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        machine m = one_controller();
        bench *b = on_its_way(&m);
        const counters before = b->counters;
        request(b, kinds[i], line_address(b, 0, 3, 1) + 32, 32);
        run(b, 100);
        assert_int_equal(b->counters.prefetch_late, 1);
        assert_int_equal(b->counters.prefetch_dropped, 1);
        assert_int_equal(b->counters.prefetch_used, 0);
        assert_int_equal(b->counters.l2_misses - before.l2_misses, 1);
        assert_int_equal(b->counters.dram_reads - before.dram_reads, 1);
        assert_int_equal(b->slice.unused, 0);
        assert_int_equal(b->pool.in_use, 0);
        assert_true(is_here(b, line_address(b, 0, 3, 1)));
        close_bench(b);
    }
}

// What is served of other lines overtakes nothing.
static void other_lines_overtake_nothing(void **state)
{
    (void)state;
    machine m = one_controller();
    bench *b = on_its_way(&m);
    read_line(b, 0, 3, 2);
    request(b, REQUEST_GLOBAL_WRITE, line_address(b, 0, 3, 0), LINE);
    run(b, 100);
    assert_int_equal(b->counters.prefetch_late + b->counters.prefetch_dropped, 0);
    assert_true(is_here(b, line_address(b, 0, 3, 1)));
    close_bench(b);
}

// A store has written the line, and it has left the slice again, when the data that were read before it arrive: nothing in the slice
// tells of it but the mark.
static void overtaken_by_a_store_that_is_gone(void **state)
{
    (void)state;
    machine m = one_controller();
    m.l2.sets = m.l2.ways = 1;
    m.l2.write_miss = WRITE_MISS_LAZY;
    bench *b = open_at_row(&m);
    offer(1);
    stir(b);
    while (b->counters.prefetch_sent == 0)
        run(b, 1);
    for (unsigned i = 0; i < 60; i++)                                    // the read goes on; the slice stands still
        run_dram(b), b->clock++;
    assert_int_equal(b->slice.prefetched.count, 1);
    memory_request *unasked = request_list_pop(&b->slice.prefetched);    // it is kept back
    request(b, REQUEST_GLOBAL_WRITE, line_address(b, 0, 3, 1), LINE);
    run(b, 40);
    request(b, REQUEST_GLOBAL_WRITE, line_address(b, 1, 5, 0), LINE);    // evicts it
    run(b, 200);
    assert_false(is_here(b, line_address(b, 0, 3, 1)));
    l2_prefetch_arrives(&b->slice, unasked);
    run(b, 20);
    assert_int_equal(b->counters.prefetch_dropped, 1);
    assert_false(is_here(b, line_address(b, 0, 3, 1)));
    close_bench(b);
}

// The fill evicts a dirty line, which goes back to DRAM; without a place in the miss queue it waits.
static void a_dirty_victim(void **state)
{
    (void)state;
    for (unsigned full = 0; full < 2; full++) {
        machine m = one_controller();
        m.l2.sets = m.l2.ways = 1;
        m.l2.miss_queue = 2;
        bench *b = open_at_row(&m);
        request(b, REQUEST_GLOBAL_WRITE, line_address(b, 0, 3, 0), LINE);
        run(b, 40);
        script.lines[0] = 2;
        stir(b);
        while (b->counters.prefetch_sent == 0)
            run(b, 1);
        for (unsigned i = 0; i < 60; i++)
            run_dram(b), b->clock++;
        const uint32_t to_dram = b->slice.room_to_dram;
        b->slice.room_to_dram = full ? 0 : to_dram;
        const uint32_t room_miss = b->slice.room_miss;
        b->slice.room_miss = full ? 0 : room_miss;
        run(b, 30);
        assert_int_equal(b->counters.dram_writes, !full);
        assert_int_equal(is_here(b, line_address(b, 0, 3, 1)), !full);
        assert_int_equal(b->slice.prefetched.count, full);
        b->slice.room_to_dram = to_dram;
        b->slice.room_miss = room_miss;
        run(b, 60);
        assert_int_equal(b->counters.dram_writes, 1);
        assert_true(is_here(b, line_address(b, 0, 3, 1)));
        close_bench(b);
    }
}

// All ways of the set are on their way for loads: the line is dropped. And one that leaves without a hit is counted.
static void no_way_and_no_use(void **state)
{
    (void)state;
    machine m = one_controller();
    m.l2.sets = 1;
    m.l2.ways = 2;
    bench *b = on_its_way(&m);
    for (unsigned i = 0; i < 60; i++)
        run_dram(b), b->clock++;
    read_line(b, 1, 1, 0);
    read_line(b, 1, 1, 1);
    memory_request *unasked = request_list_pop(&b->slice.prefetched);
    for (unsigned i = 0; i < 20; i++)
        run_slice(b);                                                    // both have missed; DRAM does not answer
    l2_prefetch_arrives(&b->slice, unasked);
    run_slice(b);
    assert_int_equal(b->counters.prefetch_dropped, 1);
    run(b, 100);
    offer(2);
    read_line(b, 0, 3, 5);
    run(b, 100);
    assert_int_equal(b->slice.unused, 1);
    for (unsigned line = 0; line < 4; line++) {
        read_line(b, 2, 6, line);
        run(b, 60);
    }
    assert_int_equal(b->counters.prefetch_evicted, 1);
    assert_int_equal(b->slice.unused, 0);
    close_bench(b);
}

// A line that is filled counts as used last: the one that leaves next is another.
static void filled_is_used_last(void **state)
{
    (void)state;
    machine m = one_controller();
    m.l2.sets = 1;
    m.l2.ways = 2;
    bench *b = open_at_row(&m);
    read_line(b, 1, 5, 0);
    run(b, 80);
    offer(1);
    stir(b);
    run(b, 80);                                                          // in the place of what opened the row
    assert_true(is_here(b, line_address(b, 1, 5, 0)) && is_here(b, line_address(b, 0, 3, 1)));
    read_line(b, 2, 6, 0);
    run(b, 80);
    assert_false(is_here(b, line_address(b, 1, 5, 0)));
    assert_true(is_here(b, line_address(b, 0, 3, 1)));
    close_bench(b);
}

// A fill takes the port for its bytes: lines that have arrived wait for one another.
static void fills_take_the_port(void **state)
{
    (void)state;
    for (unsigned cycles = 1; cycles <= 4; cycles *= 2) {
        machine m = one_controller();
        m.l2.port_bytes = LINE / cycles;
        bench *b = open_at_row(&m);
        script.lines[0] = 6;
        stir(b);
        for (unsigned i = 0; i < 60; i++)
            run_dram(b), b->clock++;
        assert_int_equal(b->slice.prefetched.count, 2);
        for (unsigned i = 0; i <= cycles; i++) {
            assert_int_equal(b->slice.prefetched.count, i == 0 ? 2 : 1);
            run_slice(b);
        }
        assert_int_equal(b->slice.prefetched.count, 0);
        close_bench(b);
    }
}

// A row that was opened for an address beyond the bits of the map gives its lines at such addresses.
static void lines_beyond_the_map(void **state)
{
    (void)state;
    machine m = one_controller();
    bench *b = open_bench(&m);
    const uint64_t beyond = dram_map_beyond(&b->map, UINT64_C(5) << 40);
    assert_true(beyond != 0);
    request(b, REQUEST_GLOBAL_READ, dram_map_compose(&b->map, 0, 0, 3, 0, beyond), LINE);
    run(b, 80);
    offer(1);
    stir(b);
    run(b, 80);
    assert_true(is_here(b, dram_map_compose(&b->map, 0, 0, 3, LINE, beyond)));
    assert_false(is_here(b, line_address(b, 0, 3, 1)));
    close_bench(b);
}

// Of two slices a line goes to that of its bank.
static void to_the_slice_of_the_bank(void **state)
{
    (void)state;
    machine m = one_controller();
    m.l2.sub_partitions = 2;
    bench *b = open_bench(&m);
    l2_slice slices[2];
    b->dram.slices = slices;
    for (unsigned i = 0; i < 2; i++) {
        l2_slice_open(&slices[i], &m, i, &b->map, &b->pool, &b->counters);
        memory_request *read = request_pool_take(&b->pool);
        read->kind = REQUEST_GLOBAL_READ;
        read->address = line_address(b, i, 3, 0);
        read->bytes = LINE;
        read->sector_mask = request_sectors(read->address, LINE);
        read->wants_reply = true;
        b->pool.outstanding++;
        l2_locate(&b->map, read);
        l2_slice_accept(&slices[i], read, 0);
        script.lines[i] = i ? 6 : 12;
    }
    for (; b->clock < 300; b->clock++) {
        run_dram(b);
        for (unsigned i = 0; i < 2; i++) {
            l2_slice_clock(&slices[i], b->clock);
            while (slices[i].to_icnt.head)
                request_pool_give(&b->pool, request_list_pop(&slices[i].to_icnt));
        }
    }
    for (unsigned line = 0; line < 5; line++)
        for (unsigned i = 0; i < 2; i++) {
            uint32_t way;
            const uint64_t place = dram_map_locate(&b->map, line_address(b, i, 3, line)).place;
            const bool here = tag_array_lookup(slices[i].tags, place, 1, false, &way) == LOOKUP_HIT;
            assert_int_equal(here, line == 0 || line == 2 || line == (i ? 1 : 3));
        }
    assert_true(slices[0].unused == 2 && slices[1].unused == 2);
    l2_slice_close(&slices[0]);
    l2_slice_close(&slices[1]);
    close_bench(b);
}

// --- random traffic

enum { ROWS = 4, ALL = BANKS * ROWS * LINES };

static unsigned number_of(const bench *b, uint64_t address)
{
    const dram_location at = dram_map_locate(&b->map, address);
    return (at.bank * ROWS + at.row) * LINES + at.column / LINE;
}

// Of each line: accesses served, stores served, and both when its unasked column was read.
typedef struct { unsigned stores[ALL], read_at[ALL], filled; } history;

// The slice's clock: what it serves, what it fills. A line is filled with what DRAM held when it was read: no store since, and none
// that was still on its way then.
static void watch_slice(bench *b, history *h)
{
    memory_request *head = b->slice.from_icnt.head, *line = b->slice.prefetched.head;
    const unsigned of_head = head ? number_of(b, head->address) : 0, of_line = line ? number_of(b, line->address) : 0;
    const bool stores = head && (request_is_write(head) || head->kind == REQUEST_GLOBAL_ATOMIC);
    const uint64_t accesses = b->counters.l2_accesses, dropped = b->counters.prefetch_dropped;
    run_slice(b);
    if (line && b->slice.prefetched.head != line && b->counters.prefetch_dropped == dropped) {
        assert_int_equal(h->read_at[of_line], h->stores[of_line]);       // fills come before the access of a clock
        h->filled++;
    }
    h->stores[of_head] += stores && b->counters.l2_accesses != accesses;
}

static bool lies_in(const request_list *list, const bench *b, unsigned line)
{
    for (const memory_request *at = list->head; at; at = at->next)
        if (number_of(b, at->address) == line)
            return true;
    return false;
}

static void watch_controller(bench *b, history *h)
{
    const controller_events *events = run_dram(b);
    if (!events->line_sent_count || events->line_sent[0].kind != LINE_PREFETCH || !events->line_sent[0].first)
        return;
    const line_sent_event *sent = &events->line_sent[0];
    const unsigned line = ((unsigned)sent->bank * ROWS + sent->row) * LINES + sent->line;
    assert_false(lies_in(&b->slice.miss, b, line) || lies_in(&b->slice.to_dram, b, line) || lies_in(&b->dram.delayed, b, line));
    assert_false(is_here(b, line_address(b, sent->bank, sent->row, sent->line)));
    assert_false(script.levels.demand_open >> sent->bank & 1);
    h->read_at[line] = h->stores[line];
}

static uint64_t next_random(uint64_t *random)
{
    *random = *random * 6364136223846793005u + 1442695040888963407u;
    return *random;
}

static void random_traffic(const machine *m, uint64_t random)
{
    enum { REQUESTS = 6000 };
    static const request_kind kinds[8] = {REQUEST_GLOBAL_READ, REQUEST_GLOBAL_READ, REQUEST_GLOBAL_READ, REQUEST_GLOBAL_WRITE,
                                          REQUEST_GLOBAL_WRITE, REQUEST_GLOBAL_ATOMIC, REQUEST_L1_WRITE_BACK, REQUEST_GLOBAL_READ};
    bench *b = open_bench(m);
    history *h = calloc(1, sizeof *h);
    unsigned sent = 0;
    assert_non_null(h);
    while (sent < REQUESTS || b->pool.in_use) {
        const uint64_t bits = next_random(&random);
        const bool quiet = b->clock / 400 % 3 == 2;
        if (sent < REQUESTS && !quiet && l2_slice_has_room(&b->slice) && !b->slice.rop.head) {
            const uint64_t at = line_address(b, bits >> 20 & 3, bits >> 22 & 3, bits >> 24 & (bits >> 40 & 1 ? 31 : 3));
            const bool half = bits >> 50 & 1;
            request(b, kinds[bits >> 30 & 7], at + (half ? bits >> 51 & 32 : 0), half ? 32 : LINE);
            sent++;
        }
        if (bits >> 33 & 1)
            script.lines[bits >> 35 & 3] |= (uint32_t)(bits >> 5);
        if (sent == REQUESTS)
            memset(script.lines, 0, sizeof script.lines);
        script.hold = sent < REQUESTS && !quiet ? bits >> 45 & bits >> 47 & 15 : 0;
        watch_controller(b, h);
        watch_slice(b, h);
        assert_true(b->slice.prefetches <= m->l2.queue_from_dram);
        assert_true(b->clock < 1000000);
    }
    assert_int_equal(h->filled + b->counters.prefetch_dropped, b->counters.prefetch_sent);
    assert_int_equal(b->counters.prefetch_used + b->counters.prefetch_evicted + b->slice.unused, h->filled);
    assert_true(h->filled > 300 && b->counters.prefetch_dropped > 5 && b->counters.prefetch_refused > 300);
    assert_int_equal(b->slice.prefetches, 0);
    free(h);
    close_bench(b);
}

static void never_older_than_a_store(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= 6; seed++) {
        machine m = one_controller();
        m.l2.sets = seed % 2 ? 4 : 16;
        m.l2.ways = 2;
        m.l2.write_miss = seed % 3 ? WRITE_MISS_FETCH : WRITE_MISS_LAZY;
        if (seed > 3)
            m.l2.queue_from_dram = m.l2.queue_to_dram = 2;
        random_traffic(&m, seed);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_is_filled_and_used),
        cmocka_unit_test(not_sent_if_here_or_on_its_way),
        cmocka_unit_test(not_sent_if_its_newest_data_are_behind_the_slice),
        cmocka_unit_test(overtaken),
        cmocka_unit_test(other_lines_overtake_nothing),
        cmocka_unit_test(overtaken_by_a_store_that_is_gone),
        cmocka_unit_test(a_dirty_victim),
        cmocka_unit_test(no_way_and_no_use),
        cmocka_unit_test(filled_is_used_last),
        cmocka_unit_test(fills_take_the_port),
        cmocka_unit_test(lines_beyond_the_map),
        cmocka_unit_test(to_the_slice_of_the_bank),
        cmocka_unit_test(never_older_than_a_store),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
