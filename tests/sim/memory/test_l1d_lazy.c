// SPDX-License-Identifier: BSD-3-Clause
// L1D with l1d.write_miss = lazy: stores that are sent and stay, sectors that are written in part and fetched when they are read,
// also while they are on their way; lines kept by l1d.write_ratio; and other numbers of ways from kernel to kernel. By hand, and a random
// stream against GPGPU-Sim's states of a sector, written out.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/memory/l1d_bench.h"

enum { LINE = 128, SECTOR = 32 };

static void configure_lazy(void)
{
    configure();
    config.l1d.sector_bytes = SECTOR;
    config.l1d.global_write = WRITE_THROUGH;
    config.l1d.write_miss = L1D_WRITE_MISS_LAZY;
    config.l1d.ways = 3;
}

// To `bytes` bytes from `first` on, of one sector.
static l1d_status write(uint64_t first, uint32_t bytes, bool local, uint64_t cycle)
{
    const unsigned at = first % LINE;
    l1d_access access = {.address = first & ~(uint64_t)(SECTOR - 1), .bytes = SECTOR, .warp = 9, .token = 0,
                         .kind = local ? REQUEST_LOCAL_WRITE : REQUEST_GLOBAL_WRITE, .sector_mask = (uint8_t)(1u << at / SECTOR)};
    access.byte_mask[at / 64] = (bytes == 64 ? UINT64_MAX : (UINT64_C(1) << bytes) - 1) << at % 64;
    access.whole_sectors = bytes == SECTOR ? access.sector_mask : 0;
    return l1d_try(cache, &access, cycle, &eviction);
}

static void no_request(void)
{
    assert_null(send_one());
}

// The next one that leaves: a store of the sector, which nothing comes back from here.
static void store_leaves(uint64_t sector)
{
    memory_request *request = send_one();
    assert_non_null(request);
    assert_true(request_is_write(request) && request->kind != REQUEST_L1_WRITE_BACK);
    assert_int_equal(request->address, sector);
    assert_true(request->wants_reply);
    memory_request_free(memory, request);
}

static void a_store_stays(void **state)
{
    (void)state;
    configure_lazy();
    open();
    assert_int_equal(write(0x000, SECTOR, false, 1), L1D_MISS);     // whole: no fetch, now or later
    store_leaves(0x000);
    no_request();
    assert_int_equal(load(0x000, 1, 2), L1D_HIT);
    assert_int_equal(write(0x000, 4, false, 3), L1D_HIT_SENT);      // a part of it: it stays readable
    store_leaves(0x000);
    assert_int_equal(load(0x000, 1, 4), L1D_HIT);
    assert_int_equal(load(0x020, 1, 5), L1D_MISS);                  // another sector of the line
    answer(6);
    assert_int_equal(write(0x020, 8, false, 7), L1D_HIT_SENT);      // of one that was fetched
    store_leaves(0x020);
    assert_int_equal(load(0x020, 1, 8), L1D_HIT);
    assert_int_equal(write(0x040, SECTOR, true, 9), L1D_MISS);      // a local store is as a global one
    store_leaves(0x040);
    assert_int_equal(load(0x040, 1, 10), L1D_HIT);
    assert_int_equal(totals.l1d_misses, 3);
    assert_int_equal(totals.l1d_hits, 6);
    close();
}

static void a_part_is_fetched_when_it_is_read(void **state)
{
    (void)state;
    configure_lazy();
    open();
    assert_int_equal(write(0x000, 16, false, 1), L1D_MISS);
    assert_int_equal(write(0x000, 8, false, 2), L1D_HIT_SENT);      // a store hits all the same
    store_leaves(0x000), store_leaves(0x000);
    assert_int_equal(load(0x000, 1, 3), L1D_MISS);
    assert_int_equal(load(0x000, 2, 4), L1D_PENDING_HIT);
    answer(5);
    assert_int_equal(load(0x000, 1, 6), L1D_HIT);
    assert_int_equal(write(0x020, 16, false, 7), L1D_MISS);
    assert_int_equal(write(0x030, 12, false, 8), L1D_HIT_SENT);
    assert_int_equal(load(0x020, 3, 9), L1D_MISS);                  // 4 bytes are missing
    answer(9);
    assert_int_equal(write(0x040, 16, false, 10), L1D_MISS);
    assert_int_equal(write(0x050, 16, false, 11), L1D_HIT_SENT);    // together they cover it
    assert_int_equal(load(0x040, 1, 12), L1D_HIT);
    close();
}

static void a_store_to_a_sector_on_its_way(void **state)
{
    (void)state;
    configure_lazy();
    open();
    assert_int_equal(load(0x000, 1, 1), L1D_MISS);
    memory_request *fetch = send_one();
    assert_int_equal(write(0x000, 4, false, 2), L1D_PENDING_HIT);
    store_leaves(0x000);
    assert_int_equal(totals.l1d_misses, 1);
    assert_int_equal(load(0x000, 2, 3), L1D_PENDING_HIT);           // merges with the fetch; a miss, as the sector was written since
    assert_int_equal(totals.l1d_misses, 2);
    assert_int_equal(totals.l1d_pending_hits, 1);
    assert_int_equal(load(0x000, 3, 4), L1D_FAIL_MERGE);            // two it is
    no_request();
    l1d_fill(cache, fetch, 5, &eviction);
    assert_int_equal(load(0x000, 3, 6), L1D_HIT);
    assert_int_equal(load(0x020, 4, 7), L1D_MISS);
    fetch = send_one();
    assert_int_equal(write(0x020, SECTOR, false, 8), L1D_PENDING_HIT);      // whole: readable at once
    assert_int_equal(load(0x020, 5, 9), L1D_HIT);
    l1d_fill(cache, fetch, 10, &eviction);
    assert_int_equal(load(0x020, 5, 11), L1D_HIT);
    assert_int_equal(load(0x040, 6, 12), L1D_MISS);
    fetch = (store_leaves(0x020), send_one());
    assert_int_equal(write(0x040, 4, false, 13), L1D_PENDING_HIT);
    l1d_fill(cache, fetch, 14, &eviction);
    assert_int_equal(load(0x040, 7, 15), L1D_HIT);                  // readable with what comes
    close();
}

// Whoever passes the L1D by asks for any byte of the line.
static void a_store_on_its_way_is_one_to_its_line(void **state)
{
    (void)state;
    configure_lazy();
    open();
    assert_int_equal(write(0x040, 4, false, 1), L1D_MISS);
    assert_true(l1d_sends_to(cache, 0x040));
    assert_true(l1d_sends_to(cache, 0x000));
    assert_true(l1d_sends_to(cache, 0x07c));
    assert_false(l1d_sends_to(cache, 0x080));
    store_leaves(0x040);
    assert_false(l1d_sends_to(cache, 0x040));
    close();
}

// Three ways of one set: a written line leaves as any other, and nothing is written back.
static void a_written_line_leaves_without_a_word(void **state)
{
    (void)state;
    configure_lazy();
    open();
    assert_int_equal(write(0x000, SECTOR, false, 1), L1D_MISS);
    assert_int_equal(write(0x080, SECTOR, false, 2), L1D_MISS);
    assert_int_equal(write(0x100, SECTOR, false, 3), L1D_MISS);
    assert_int_equal(write(0x180, SECTOR, false, 4), L1D_MISS);
    assert_true(eviction.valid && eviction.line == 0x000 && eviction.cause == EVICT_REPLACED);
    for (uint64_t line = 0; line < 0x200; line += LINE)
        store_leaves(line);
    no_request();
    assert_false(l1d_flush(cache));
    close();
}

static void no_way_and_no_place(void **state)
{
    (void)state;
    configure_lazy();
    config.l1d.miss_queue = 3;
    open();
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(load(i * LINE, i, 1), L1D_MISS);
        fake_memory_room(memory, i < 2);
        memory_request *sent = send_one();
        assert_true(!sent == (i == 2));
    }
    assert_int_equal(write(0x200, SECTOR, false, 2), L1D_FAIL_LINE);        // all are on their way
    assert_int_equal(write(0x000, SECTOR, false, 3), L1D_PENDING_HIT);
    assert_int_equal(write(0x000, SECTOR, false, 4), L1D_HIT_SENT);
    assert_int_equal(write(0x080, SECTOR, false, 5), L1D_FAIL_MISS_QUEUE);
    assert_int_equal(write(0x000, SECTOR, false, 5), L1D_FAIL_MISS_QUEUE);
    assert_int_equal(write(0x200, SECTOR, false, 6), L1D_FAIL_MISS_QUEUE);  // a way there is now: that of line 0
    assert_int_equal(totals.l1d_fail_line, 1);
    close();
}

// One set of four ways, 50 percent: two written lines are kept, of three the oldest may leave.
static void written_lines_are_kept(void **state)
{
    (void)state;
    configure_lazy();
    config.l1d.ways = 4, config.l1d.write_ratio = 50, config.l1d.miss_queue = 32, config.l1d.mshrs = 32;
    open();
    assert_int_equal(write(0x000, SECTOR, false, 1), L1D_MISS);
    for (unsigned i = 1; i < 4; i++) {
        assert_int_equal(load(i * LINE, i, 1 + i), L1D_MISS);
        if (i == 1)
            store_leaves(0x000);
        answer(1 + i);
    }
    assert_int_equal(load(0x200, 5, 5), L1D_MISS);                  // line 0 is the oldest, and written: 1 of 4
    assert_true(eviction.valid && eviction.line == 0x080);
    answer(5);
    assert_int_equal(write(0x100, 4, false, 6), L1D_HIT_SENT);      // 2 of 4: written lines are as others
    assert_int_equal(load(0x280, 6, 7), L1D_MISS);
    assert_true(eviction.valid && eviction.line == 0x000);          // 1 again
    store_leaves(0x100);
    answer(7);
    assert_int_equal(load(0x300, 7, 8), L1D_MISS);
    assert_int_equal(eviction.line, 0x180);
    answer(8);
    assert_int_equal(write(0x380, 4, false, 9), L1D_MISS);          // in part: 2 of 4
    assert_int_equal(eviction.line, 0x200);
    store_leaves(0x380);
    assert_int_equal(load(0x380, 8, 10), L1D_MISS);                 // on its way it is no written line: 1
    assert_int_equal(load(0x400, 9, 11), L1D_MISS);
    assert_int_equal(eviction.line, 0x280);
    answer(12);
    answer(12);                                                     // here it is one
    assert_int_equal(load(0x480, 10, 13), L1D_MISS);
    assert_int_equal(eviction.line, 0x100);
    close();
}

// All but written lines are on their way.
static void what_is_kept_may_leave_no_way(void **state)
{
    (void)state;
    configure_lazy();
    config.l1d.ways = 2, config.l1d.write_ratio = 100;
    open();
    assert_int_equal(write(0x000, SECTOR, false, 1), L1D_MISS);
    assert_int_equal(load(0x080, 1, 2), L1D_MISS);
    assert_int_equal(load(0x100, 2, 3), L1D_FAIL_LINE);
    assert_int_equal(write(0x100, SECTOR, false, 4), L1D_FAIL_LINE);
    assert_int_equal(write(0x0a0, SECTOR, false, 5), L1D_MISS);     // 2 of 2 are written; the second is also on its way
    assert_int_equal(load(0x100, 2, 6), L1D_MISS);
    assert_int_equal(eviction.line, 0x000);
    l1d_invalidate(cache);
    assert_int_equal(write(0x000, SECTOR, false, 7), L1D_MISS);     // none is written: counted anew
    assert_int_equal(load(0x280, 3, 8), L1D_MISS);
    assert_int_equal(load(0x180, 4, 9), L1D_FAIL_LINE);
    close();
}

// Other ways from the next kernel on; the sets begin elsewhere then.
static void ways_change_when_it_is_empty(void **state)
{
    (void)state;
    configure_lazy();
    config.l1d.sets = 2, config.l1d.ways = 2, config.l1d.mshrs = 32, config.l1d.miss_queue = 32;
    config.l1d.unified_kib = 1;                     // 4 ways
    open();
    for (unsigned kernel = 0; kernel < 3; kernel++) {
        const unsigned ways = kernel == 1 ? 4 : 1 + kernel;
        l1d_invalidate(cache);
        l1d_set_ways(cache, ways);
        for (unsigned line = 0; line < 8; line++) {
            assert_int_equal(load(line * LINE, line, 1 + line), L1D_MISS);
            assert_int_equal(eviction.valid, line >= 2 * ways);
            answer(1 + line);
            drain();
        }
        for (unsigned line = 8; line-- > 0;) {
            const bool here = line >= 8 - 2 * ways;
            assert_int_equal(load(line * LINE, line, 10), here ? L1D_HIT : L1D_MISS);
            if (!here)
                answer(10), drain();
        }
    }
    close();
}

// --- a random stream against the states of GPGPU-Sim's sector_cache_block, one line of text a field

enum { INVALID, RESERVED, VALID, MODIFIED };
enum { WAYS = 3, MSHRS = 4, MERGES = 2, QUEUE = 5, LINES = 6 };
typedef struct {
    uint64_t line, used;
    bool taken;
    struct { int status; bool readable, modified_on_fill, readable_on_fill; uint32_t dirty; } sector[4];
} naive_line;
typedef struct { uint64_t sector; unsigned loads; bool done; } fetch;

static naive_line naive_lines[WAYS];
static fetch fetches[MSHRS];
static unsigned in_queue;

static bool has(const naive_line *b, int status)
{
    for (unsigned s = 0; s < 4; s++)
        if (b->sector[s].status == status)
            return true;
    return false;
}

static unsigned modified_lines(void)
{
    unsigned count = 0;
    for (unsigned way = 0; way < WAYS; way++)
        count += has(&naive_lines[way], MODIFIED);
    return count;
}

typedef enum { PROBE_HIT, PROBE_RESERVED, PROBE_MISS, PROBE_SECTOR_MISS, PROBE_FAIL } probe_result;

static probe_result probe(uint64_t address, bool is_write, naive_line **found)
{
    naive_line *invalid = NULL, *oldest = NULL;
    for (unsigned way = 0; way < WAYS; way++) {
        naive_line *b = &naive_lines[way];
        *found = b;
        if (b->taken && b->line == address / LINE) {
            switch (b->sector[address / SECTOR % 4].status) {
            case RESERVED: return PROBE_RESERVED;
            case VALID:    return PROBE_HIT;
            case MODIFIED: return is_write || b->sector[address / SECTOR % 4].readable ? PROBE_HIT : PROBE_SECTOR_MISS;
            default:       return PROBE_SECTOR_MISS;
            }
        }
        const bool may_leave = !has(b, MODIFIED) || 100 * modified_lines() >= config.l1d.write_ratio * WAYS;
        if (has(b, RESERVED) || !may_leave)
            continue;
        if (!b->taken)
            invalid = b;
        else if (!oldest || b->used < oldest->used)
            oldest = b;
    }
    *found = invalid ? invalid : oldest;
    return *found ? PROBE_MISS : PROBE_FAIL;
}

// tag_array::access behind a probe
static void take(naive_line *b, probe_result found, uint64_t address, uint64_t cycle)
{
    const unsigned s = address / SECTOR % 4;
    if (found == PROBE_MISS) {
        memset(b, 0, sizeof *b);
        b->taken = true;
        b->line = address / LINE;
        for (unsigned i = 0; i < 4; i++)
            b->sector[i].readable = true;
        b->sector[s].status = RESERVED;
    } else if (found == PROBE_SECTOR_MISS) {
        b->sector[s].modified_on_fill = b->sector[s].status == MODIFIED;
        b->sector[s].readable_on_fill = false;
        b->sector[s].status = RESERVED;
        b->sector[s].readable = true;
    }
    b->used = cycle;
}

static fetch *fetch_of(uint64_t sector)
{
    for (unsigned i = 0; i < MSHRS; i++)
        if (fetches[i].loads && fetches[i].sector == sector)
            return &fetches[i];
    return NULL;
}

static l1d_status naive_load(uint64_t address, uint64_t cycle, bool *miss)
{
    naive_line *b;
    const probe_result found = probe(address, false, &b);
    fetch *under_way = fetch_of(address / SECTOR), *empty = NULL;
    for (unsigned i = 0; i < MSHRS; i++)
        empty = fetches[i].loads ? empty : &fetches[i];
    if (found == PROBE_HIT) {
        b->used = cycle;
        return L1D_HIT;
    }
    if (found == PROBE_FAIL)
        return L1D_FAIL_LINE;
    if (in_queue + 1 >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    if (under_way && under_way->loads == MERGES)
        return L1D_FAIL_MERGE;
    if (!under_way && !empty)
        return L1D_FAIL_MSHR;
    *miss = found != PROBE_RESERVED;
    if (under_way) {
        under_way->loads++;
        // GPGPU-Sim takes a way for it, and marks a sector whose data have come already: both then wait for nothing
        if (found == PROBE_RESERVED || (found == PROBE_SECTOR_MISS && !under_way->done))
            take(b, found, address, cycle);
        return L1D_PENDING_HIT;
    }
    in_queue++;
    take(b, found, address, cycle);
    *empty = (fetch){.sector = address / SECTOR, .loads = 1};
    return L1D_MISS;
}

static l1d_status naive_store(uint64_t address, unsigned first, unsigned bytes, uint64_t cycle)
{
    naive_line *b;
    const probe_result found = probe(address, true, &b);
    const uint32_t mask = (bytes == SECTOR ? UINT32_MAX : (UINT32_C(1) << bytes) - 1) << first;
    if (found == PROBE_FAIL)
        return L1D_FAIL_LINE;
    if (in_queue >= QUEUE)
        return L1D_FAIL_MISS_QUEUE;
    in_queue++;
    take(b, found, address, cycle);
    const unsigned s = address / SECTOR % 4;
    b->sector[s].status = MODIFIED;
    b->sector[s].dirty |= mask;
    if (found == PROBE_RESERVED)
        b->sector[s].modified_on_fill = true;
    if (found != PROBE_HIT)
        b->sector[s].readable = mask == UINT32_MAX;
    if (found == PROBE_RESERVED && mask != UINT32_MAX)
        b->sector[s].readable_on_fill = true;
    if (b->sector[s].dirty == UINT32_MAX)
        b->sector[s].readable = true;
    return found == PROBE_HIT ? L1D_HIT_SENT : found == PROBE_RESERVED ? L1D_PENDING_HIT : L1D_MISS;
}

static void naive_fill(uint64_t sector)
{
    fetch *f = fetch_of(sector);
    f->done = true;
    // GPGPU-Sim fills whatever line has the way now that the miss took, and forgets what was written there
    for (naive_line *b = naive_lines; b < naive_lines + WAYS; b++)
        if (b->taken && b->line == sector / 4) {
            const bool written = b->sector[sector % 4].status == MODIFIED || b->sector[sector % 4].modified_on_fill;
            b->sector[sector % 4].status = written ? MODIFIED : VALID;
            b->sector[sector % 4].readable |= b->sector[sector % 4].readable_on_fill || !b->sector[sector % 4].modified_on_fill;
        }
}

static void random_stream(unsigned seed, unsigned ratio, unsigned seen[L1D_FAIL_MISS_QUEUE + 1])
{
    enum { STEPS = 20000, FLIGHT = 64 };
    memory_request *flying[FLIGHT];
    unsigned count = 0;
    configure_lazy();
    config.l1d.ways = WAYS, config.l1d.mshrs = MSHRS, config.l1d.mshr_merges = MERGES, config.l1d.miss_queue = QUEUE;
    config.l1d.write_ratio = ratio;
    open();
    memset(naive_lines, 0, sizeof naive_lines);
    memset(fetches, 0, sizeof fetches);
    in_queue = 0;
    srand(seed);
    for (uint64_t cycle = 1; cycle < STEPS; cycle++) {
        fake_memory_room(memory, rand() % 3 != 0);
        const unsigned before = fake_memory_sent(memory);
        l1d_cycle(cache, cycle, &eviction);
        if (fake_memory_sent(memory) > before) {
            in_queue--;
            memory_request *request = fake_memory_take(memory);
            if (request_is_write(request))
                memory_request_free(memory, request);
            else
                flying[count++] = request;
        }
        if (count && rand() % 4 == 0) {
            const unsigned which = (unsigned)rand() % count;
            naive_fill(flying[which]->line / SECTOR);
            l1d_fill(cache, flying[which], cycle, &eviction);
            flying[which] = flying[--count];
        }
        l1d_done done;
        if (rand() % 2 && l1d_next_done(cache, &done)) {
            for (unsigned i = 0; i < MSHRS; i++)
                if (fetches[i].loads && fetches[i].done && fetches[i].sector == done.token) {
                    fetches[i].loads--;
                    break;
                }
        }
        const uint64_t address = (uint64_t)(rand() % LINES) * LINE + (uint64_t)(rand() % 2) * SECTOR;
        const counters was = totals;
        l1d_status expected, got;
        bool miss = false;
        if (rand() % 2) {
            expected = naive_load(address, cycle, &miss);
            got = load(address, (uint32_t)(address / SECTOR), cycle);
        } else {
            const unsigned bytes = rand() % 3 ? 8u << rand() % 2 : SECTOR, first = bytes == SECTOR ? 0 : (unsigned)rand() % 4 * 8 % (SECTOR - bytes + 1);
            expected = naive_store(address, first, bytes, cycle);
            got = write(address + first, bytes, rand() % 2, cycle);
            miss = expected == L1D_MISS;
        }
        assert_int_equal(got, expected);
        assert_int_equal(totals.l1d_misses - was.l1d_misses, miss);
        assert_int_equal(totals.l1d_pending_hits - was.l1d_pending_hits, expected == L1D_PENDING_HIT && !miss);
        seen[got]++;
        seen[L1D_HIT_SENT] += got == L1D_PENDING_HIT && miss ? 1u << 16 : 0;    // a load that merges and counts as a miss
    }
    close();
}

static void a_random_stream(void **state)
{
    (void)state;
    unsigned seen[L1D_FAIL_MISS_QUEUE + 1] = {0};
    for (unsigned seed = 0; seed < 12; seed++)
        random_stream(seed, seed % 3 * 40, seen);
    for (l1d_status status = L1D_HIT; status <= L1D_FAIL_MISS_QUEUE; status++)
        assert_true(seen[status] > 100);
    assert_true(seen[L1D_HIT_SENT] >> 16 > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_store_stays),
        cmocka_unit_test(a_part_is_fetched_when_it_is_read),
        cmocka_unit_test(a_store_to_a_sector_on_its_way),
        cmocka_unit_test(a_store_on_its_way_is_one_to_its_line),
        cmocka_unit_test(a_written_line_leaves_without_a_word),
        cmocka_unit_test(no_way_and_no_place),
        cmocka_unit_test(written_lines_are_kept),
        cmocka_unit_test(what_is_kept_may_leave_no_way),
        cmocka_unit_test(ways_change_when_it_is_empty),
        cmocka_unit_test(a_random_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
