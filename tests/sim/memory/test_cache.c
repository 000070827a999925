// SPDX-License-Identifier: BSD-3-Clause
// Set index, LRU, sectors and MSHRs against hand-computed cases, and random streams against naive lists.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/machine/machine.h"
#include "sim/memory/cache.h"
#include "sim/memory/coalescer.h"
#include "sim/memory/read_only_cache.h"
#include "tests/sim/memory/fake_memory.h"

static cache_geometry plain(uint32_t sets, uint32_t ways, uint32_t index)
{
    return (cache_geometry){.sets = sets, .ways = ways, .line_bytes = 128, .sector_bytes = 128, .index = index};
}

static void set_index(void **state)
{
    (void)state;
    cache_geometry linear = plain(32, 4, INDEX_LINEAR), hash = plain(32, 4, INDEX_HASH), xor = plain(32, 4, INDEX_XOR);
    assert_int_equal(cache_set_of(&linear, 0xC0000F80), 31);
    assert_int_equal(cache_set_of(&linear, 0xC0001000), 0);
    assert_int_equal(cache_set_of(&hash, 0x2000), 1);               // bits 13, 14, 15, 17, 19 go to set bits 0 to 4
    assert_int_equal(cache_set_of(&hash, 0x4000), 2);
    assert_int_equal(cache_set_of(&hash, 0x8000), 4);
    assert_int_equal(cache_set_of(&hash, 0x20000), 8);
    assert_int_equal(cache_set_of(&hash, 0x80000), 16);
    assert_int_equal(cache_set_of(&hash, 0x51000), 0);              // 12, 16, 18: none of them
    assert_int_equal(cache_set_of(&hash, 0xAE000 | 0x280), (1 | 2 | 4 | 8 | 16) ^ 5);
    cache_geometry wide = plain(64, 4, INDEX_HASH);
    assert_int_equal(cache_set_of(&wide, 0x1000 | 0x2000), 32 | 1);   // a sixth bit as it is
    assert_int_equal(cache_set_of(&xor, 0x1000 * 9 + 128 * 3), 9 ^ 3);
    assert_int_equal(cache_set_of(&xor, 0x1000 * 32), 0);           // only as many tag bits as set bits
}

// GPGPU-Sim's equations: of the bits above the index, those that make each bit of the set, XOR with the index's own.
static const struct { uint32_t sets, above[6]; } ipoly_bits[] = {
    { 16, { 0x0F59, 0x11EB, 0x03D6, 0x07AC } },
    { 32, { 0x3E69, 0x7CD2, 0x47CD, 0x0F9A, 0x1F34 } },
    { 64, { 0x79461, 0x0BCA3, 0x17946, 0x2F28C, 0x5E518, 0x3CA30 } } };

static void ipoly_set_index(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof ipoly_bits / sizeof *ipoly_bits; i++) {
        const uint32_t sets = ipoly_bits[i].sets, bits = (uint32_t)__builtin_ctz(sets);
        const cache_geometry ipoly = plain(sets, 4, INDEX_IPOLY);
        uint64_t random = 5;
        for (unsigned turn = 0; turn < 10000; turn++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const uint64_t address = random >> 31, above = address >> (7 + bits);
            uint32_t expected = 0;
            for (unsigned bit = 0; bit < bits; bit++)
                expected |= ((uint32_t)__builtin_parityll(above & ipoly_bits[i].above[bit]) ^ (uint32_t)(address >> (7 + bit) & 1)) << bit;
            assert_int_equal(cache_set_of(&ipoly, address), expected);
        }
        for (unsigned stride = 7; stride < 7 + bits + 6; stride++) {            // any stride of a power of two goes through all sets
            uint64_t touched = 0;
            for (uint64_t line = 0; line < sets; line++)
                touched |= UINT64_C(1) << cache_set_of(&ipoly, line << stride);
            assert_int_equal(__builtin_popcountll(touched), sets);
        }
    }
}

// Sets that a warp's 32 loads of one column touch; 4 bytes each, the rows `row_bytes` apart.
static unsigned sets_of_column(const cache_geometry *geometry, uint64_t matrix, uint64_t row_bytes, unsigned warp, unsigned column)
{
    uint64_t touched = 0, address[COALESCER_LANES];
    coalesced accesses[COALESCER_MAX];
    for (unsigned lane = 0; lane < COALESCER_LANES; lane++)
        address[lane] = matrix + (warp * COALESCER_LANES + lane) * row_bytes + column * 4;
    unsigned count = coalesce(~0u, address, 4, geometry->line_bytes, accesses);
    assert_int_equal(count, 32);
    for (unsigned i = 0; i < count; i++)
        touched |= UINT64_C(1) << cache_set_of(geometry, accesses[i].address);
    return (unsigned)__builtin_popcountll(touched);
}

// OAWS 5.1: "each divergent load in ATAX generates 32 requests that are constantly mapped into 8 out of the 32 sets". ATAX
// is PolyBench's, 4096 columns of floats; 1024 columns behave alike, but for `xor`.
static void atax_loads_fall_into_8_sets(void **state)
{
    (void)state;
    machine oaws;
    machine_error error;
    assert_true(machine_load(&oaws, "oaws", &error));
    cache_geometry l1d = plain(oaws.l1d.sets, oaws.l1d.ways, oaws.l1d.index);
    cache_geometry linear = plain(32, 8, INDEX_LINEAR), xor = plain(32, 8, INDEX_XOR);
    for (unsigned warp = 0; warp < 4096 / 32; warp++)
        for (unsigned column = 0; column < 4096; column += 7) {
            assert_int_equal(sets_of_column(&l1d, 0xC0000000, 4096 * 4, warp, column), 8);
            assert_int_equal(sets_of_column(&l1d, 0xC0000000, 1024 * 4, warp, column % 1024), 8);
            assert_int_equal(sets_of_column(&linear, 0xC0000000, 4096 * 4, warp, column), 1);
            assert_int_equal(sets_of_column(&xor, 0xC0000000, 1024 * 4, warp, column % 1024), 32);
        }
}

static lookup_status look(const tag_array *tags, uint64_t address, uint32_t *way)
{
    return tag_array_lookup(tags, address, 1, false, way);
}

static void lru_order(void **state)
{
    (void)state;
    cache_geometry geometry = plain(1, 4, INDEX_LINEAR);
    tag_array *tags = tag_array_new(&geometry);
    cache_victim victim;
    uint32_t way;
    for (unsigned line = 0; line < 4; line++) {                     // invalid ways are taken from the highest down
        assert_int_equal(look(tags, line * 128, &way), LOOKUP_MISS);
        assert_int_equal(way, 3 - line);
        tag_array_take(tags, way, line * 128, 1, (uint8_t)(10 + line), 100 + line, &victim);
        assert_false(victim.valid);
        assert_int_equal(look(tags, line * 128 + 4, &way), LOOKUP_PENDING);
    }
    assert_int_equal(look(tags, 0x1000, &way), LOOKUP_NO_WAY);      // all reserved
    for (unsigned line = 0; line < 4; line++) {
        assert_int_equal(look(tags, line * 128, &way), LOOKUP_PENDING);
        tag_array_fill(tags, way, 1);
        assert_int_equal(look(tags, line * 128, &way), LOOKUP_HIT);
    }
    look(tags, 0, &way);
    tag_array_touch(tags, way, 200);                                // line 0 is the youngest now, line 1 the oldest
    assert_int_equal(look(tags, 0x1000, &way), LOOKUP_MISS);
    assert_int_equal(tag_array_line(tags, way), 128);
    tag_array_take(tags, way, 0x1000, 1, 7, 201, &victim);
    assert_true(victim.valid && victim.line == 128 && victim.owner == 11 && victim.dirty_sectors == 0);
    assert_int_equal(look(tags, 0x2000, &way), LOOKUP_MISS);        // the reserved way is passed over
    assert_int_equal(tag_array_line(tags, way), 256);
    tag_array_invalidate(tags, way);
    assert_int_equal(look(tags, 256, &way), LOOKUP_MISS);
    tag_array_free(tags);
}

static void sector_states(void **state)
{
    (void)state;
    cache_geometry geometry = {.sets = 1, .ways = 1, .line_bytes = 128, .sector_bytes = 32};
    tag_array *tags = tag_array_new(&geometry);
    cache_victim victim;
    uint32_t way;
    tag_array_take(tags, 0, 0x80, 0x1, 0, 1, &victim);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x1, false, &way), LOOKUP_PENDING);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x2, false, &way), LOOKUP_SECTOR_MISS);
    tag_array_take_sectors(tags, way, 0x2, 2);
    tag_array_fill(tags, way, 0x1);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x1, false, &way), LOOKUP_HIT);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x3, false, &way), LOOKUP_PENDING);
    assert_true(tag_array_reserved(tags, 0));
    tag_array_fill(tags, way, 0x2);
    assert_false(tag_array_reserved(tags, 0));
    tag_array_set_dirty(tags, way, 0x4, 0x0);                       // written in part: only writes hit
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x4, true, &way), LOOKUP_HIT);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x4, false, &way), LOOKUP_SECTOR_MISS);
    tag_array_set_dirty(tags, way, 0x8, 0x8);                       // written whole: reads hit
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x8, false, &way), LOOKUP_HIT);
    tag_array_take_sectors(tags, way, 0x4, 3);                      // fetched: the fill completes it, and it stays dirty
    assert_int_equal(tag_array_lookup(tags, 0x80, 0x4, false, &way), LOOKUP_PENDING);
    tag_array_fill(tags, way, 0x4);
    assert_int_equal(tag_array_lookup(tags, 0x80, 0xf, false, &way), LOOKUP_HIT);
    assert_true(tag_array_dirty(tags, 0, &victim) && victim.dirty_sectors == 0xc && victim.line == 0x80);
    tag_array_take(tags, way, 0x100, 0, 0, 4, &victim);             // a write miss without a fetch
    assert_int_equal(victim.dirty_sectors, 0xc);
    tag_array_set_dirty(tags, way, 0x1, 0x0);
    assert_int_equal(tag_array_lookup(tags, 0x100, 0x1, true, &way), LOOKUP_HIT);
    assert_int_equal(tag_array_lookup(tags, 0x100, 0x1, false, &way), LOOKUP_SECTOR_MISS);
    tag_array_invalidate_all(tags);
    assert_int_equal(tag_array_lookup(tags, 0x100, 0x1, true, &way), LOOKUP_MISS);
    tag_array_free(tags);
}

// Halves of a sector, each written by a line of its own: what the line before had is forgotten however it has left.
static void what_was_written_is_forgotten(void **state)
{
    (void)state;
    static const uint64_t first[2] = {0xffff}, second[2] = {0xffff0000};
    cache_geometry geometry = {.sets = 1, .ways = 1, .line_bytes = 128, .sector_bytes = 32};
    for (unsigned leaves = 0; leaves < 4; leaves++) {
        tag_array *tags = tag_array_new(&geometry);
        cache_victim victim;
        tag_array_take(tags, 0, 0x80, 0, 0, 1, &victim);
        assert_false(tag_array_note_written(tags, 0, 0x80, 0x80, first));
        tag_array_set_dirty(tags, 0, 0x1, 0x0);
        if (leaves == 1)
            tag_array_invalidate(tags, 0);
        if (leaves == 2)
            tag_array_invalidate_all(tags);
        if (leaves)
            tag_array_take(tags, 0, 0x100, 0, 0, 2, &victim);
        assert_int_equal(tag_array_note_written(tags, 0, leaves ? 0x100 : 0x80, leaves ? 0x100 : 0x80, second), leaves == 0);
        tag_array_free(tags);
    }
}

static void mshr_merging(void **state)
{
    (void)state;
    mshr_table *table = mshr_table_new(2, 2);
    assert_int_equal(mshr_free_entries(table), 2);
    mshr_add(table, 0x80, 1, false);
    mshr_add(table, 0x80, 2, false);
    assert_true(mshr_has(table, 0x80));
    assert_false(mshr_can_add(table, 0x80));                        // both places taken, though an entry is free
    mshr_add(table, 0x100, 3, true);
    assert_int_equal(mshr_free_entries(table), 0);
    assert_false(mshr_can_add(table, 0x180));
    assert_true(mshr_can_add(table, 0x100));
    assert_true(mshr_fill(table, 0x100));                           // atomic
    assert_false(mshr_fill(table, 0x80));
    assert_int_equal(mshr_peek_ready(table), 3);
    assert_int_equal(mshr_take_ready(table), 3);                    // in the order of the fills
    assert_int_equal(mshr_free_entries(table), 1);
    assert_int_equal(mshr_take_ready(table), 1);
    assert_false(mshr_can_add(table, 0x180) == false);
    assert_true(mshr_can_add(table, 0x80));                         // one place has become free; it is answered too
    mshr_add(table, 0x80, 4, false);
    assert_int_equal(mshr_take_ready(table), 2);
    assert_true(mshr_has(table, 0x80));
    assert_int_equal(mshr_take_ready(table), 4);
    assert_false(mshr_has(table, 0x80));
    assert_false(mshr_has_ready(table));
    assert_int_equal(mshr_free_entries(table), 2);
    mshr_table_free(table);
}

// --- random streams against naive lists

typedef struct { uint64_t line, used; unsigned reserved, present; } naive_line;

// There are three times as many lines as there is room for. With `changes` the ways are now fewer, now all of them.
static void random_lookups(int most_ways, bool changes)
{
    enum { SETS = 4, WAYS = 72, STEPS = 20000 };
    cache_geometry geometry = plain(SETS, (uint32_t)most_ways, INDEX_XOR);
    tag_array *tags = tag_array_new(&geometry);
    naive_line list[SETS][WAYS] = {0};
    int ways = most_ways;
    srand(1);
    for (uint64_t step = 1; step < STEPS; step++) {
        if (changes && step % 1000 == 0) {
            ways = step % 2000 ? 1 + rand() % most_ways : most_ways;
            tag_array_invalidate_all(tags);
            tag_array_set_ways(tags, (uint32_t)ways);
            memset(list, 0, sizeof list);
        }
        uint64_t line = (uint64_t)(rand() % (SETS * most_ways * 10 / 3)) * 128;
        naive_line *set = list[(line / 128 % SETS) ^ (line / 128 / SETS % SETS)];
        int match = -1, victim = -1;
        for (int way = 0; way < ways; way++) {
            if (set[way].present && set[way].line == line)
                match = way;
            if (!set[way].present)
                victim = way;
        }
        for (int way = 0; way < ways && victim < 0; way++) {        // no free way: the oldest that is not reserved
            int older = 1;
            for (int other = 0; other < ways; other++)
                older &= set[other].reserved || set[way].used <= set[other].used;
            if (older && !set[way].reserved)
                victim = way;
        }
        uint32_t index;
        lookup_status status = tag_array_lookup(tags, line, 1, false, &index);
        lookup_status expected = match >= 0 ? (set[match].reserved ? LOOKUP_PENDING : LOOKUP_HIT) : victim >= 0 ? LOOKUP_MISS : LOOKUP_NO_WAY;
        assert_int_equal(status, expected);
        if (expected == LOOKUP_NO_WAY)
            victim = rand() % ways;
        int way = match >= 0 ? match : victim;
        if (expected != LOOKUP_NO_WAY)
            assert_int_equal(index % (uint32_t)ways, way);
        cache_victim evicted;
        if (expected == LOOKUP_HIT) {
            tag_array_touch(tags, index, step);
            set[way].used = step;
        } else if (expected == LOOKUP_MISS) {
            tag_array_take(tags, index, line, 1, 0, step, &evicted);
            assert_int_equal(evicted.valid, set[way].present);
            if (evicted.valid)
                assert_int_equal(evicted.line, set[way].line);
            set[way] = (naive_line){.line = line, .used = step, .reserved = 1, .present = 1};
        } else {                                                    // fill the pending line, or one of the reserved
            uint32_t filled = (uint32_t)((set - list[0]) / WAYS * ways + way);
            tag_array_fill(tags, filled, 1);
            set[way].reserved = 0;
        }
    }
    tag_array_free(tags);
}

static void random_lookups_agree_with_a_list(void **state)
{
    (void)state;
    random_lookups(3, false);
}

// Such sets are searched by chains.
static void random_lookups_in_sets_of_many_ways(void **state)
{
    (void)state;
    random_lookups(17, false);
    random_lookups(64, true);
    random_lookups(72, true);
}

static void random_mshrs_agree_with_a_list(void **state)
{
    (void)state;
    enum { ENTRIES = 5, MERGES = 3 };
    struct { uint64_t line, item[MERGES]; unsigned count, ready; } list[ENTRIES] = {0};
    uint64_t order[ENTRIES];
    unsigned ready = 0, used = 0;
    mshr_table *table = mshr_table_new(ENTRIES, MERGES);
    srand(2);
    for (uint64_t step = 0; step < 30000; step++) {
        uint64_t line = (uint64_t)(rand() % 8) * 128;
        int entry = -1, empty = -1;
        for (int i = 0; i < ENTRIES; i++) {
            entry = list[i].count && list[i].line == line ? i : entry;
            empty = list[i].count ? empty : i;
        }
        bool room = entry >= 0 ? list[entry].count < MERGES : empty >= 0;
        assert_int_equal(mshr_can_add(table, line), room);
        assert_int_equal(mshr_has(table, line), entry >= 0);
        assert_int_equal(mshr_free_entries(table), ENTRIES - used);
        switch (rand() % 3) {
        case 0:
            if (!room)
                break;
            mshr_add(table, line, step, false);
            used += entry < 0;
            entry = entry < 0 ? empty : entry;
            list[entry].line = line;
            list[entry].item[list[entry].count++] = step;
            break;
        case 1:
            if (entry < 0 || list[entry].ready)
                break;
            mshr_fill(table, line);
            list[entry].ready = 1;
            order[ready++] = line;
            break;
        default:
            assert_int_equal(mshr_has_ready(table), ready != 0);
            if (!ready)
                break;
            for (entry = 0; !(list[entry].count && list[entry].line == order[0]); entry++)
                continue;
            assert_int_equal(mshr_take_ready(table), list[entry].item[0]);
            memmove(list[entry].item, list[entry].item + 1, sizeof list[entry].item - sizeof list[entry].item[0]);
            if (--list[entry].count == 0) {
                list[entry].ready = 0;
                used--;
                memmove(order, order + 1, --ready * sizeof order[0]);
            }
        }
    }
    mshr_table_free(table);
}

// --- read-only cache

static void read_only_misses_merge_and_fill(void **state)
{
    (void)state;
    uint64_t accesses = 0, misses = 0;
    memory_system *memory = fake_memory_new();
    read_only_config config = {.geometry = plain(2, 1, INDEX_LINEAR), .miss_queue = 1, .client = CLIENT_L1I, .kind = REQUEST_INSN_READ,
                               .accesses = &accesses, .misses = &misses};
    config.geometry.mshrs = 2;
    config.geometry.mshr_merges = 2;
    read_only_cache *cache = read_only_cache_new(&config, memory, 3);
    assert_int_equal(read_only_cache_access(cache, 0x108, 1, 0), READ_MISS);
    assert_int_equal(read_only_cache_access(cache, 0x110, 2, 0), READ_FAIL);      // miss queue full, also for a merge
    read_only_cache_cycle(cache, 1);
    assert_int_equal(read_only_cache_access(cache, 0x110, 2, 1), READ_MISS);
    assert_int_equal(read_only_cache_access(cache, 0x118, 3, 1), READ_FAIL);      // merge limit
    assert_int_equal(accesses, 2);
    assert_int_equal(misses, 2);
    memory_request *request = fake_memory_take(memory);
    assert_null(fake_memory_take(memory));                                        // the merge sent nothing
    assert_true(request->line == 0x100 && request->bytes == 128 && request->sm == 3 && request->client == CLIENT_L1I &&
                request->kind == REQUEST_INSN_READ && request->wants_reply && request->sector_mask == 0xf);
    assert_true(request->born == 0);
    assert_false(read_only_cache_has_done(cache));
    assert_true(read_only_cache_quiet(cache));
    read_only_cache_fill(cache, request, 5);
    memory_request_free(memory, request);
    assert_int_equal(read_only_cache_take_done(cache), 1);
    assert_int_equal(read_only_cache_take_done(cache), 2);
    assert_int_equal(read_only_cache_access(cache, 0x17c, 4, 6), READ_HIT);
    assert_int_equal(accesses, 3);
    fake_memory_room(memory, 0);
    assert_int_equal(read_only_cache_access(cache, 0x200, 5, 7), READ_MISS);      // same set: 0x100 stays until the fill
    read_only_cache_cycle(cache, 7);
    assert_int_equal(fake_memory_sent(memory), 0);                                // no room in the interconnect
    assert_int_equal(read_only_cache_access(cache, 0x100, 6, 7), READ_HIT);
    fake_memory_room(memory, 1);
    read_only_cache_cycle(cache, 8);
    request = fake_memory_take(memory);
    read_only_cache_fill(cache, request, 9);
    memory_request_free(memory, request);
    assert_int_equal(read_only_cache_take_done(cache), 5);
    assert_int_equal(read_only_cache_access(cache, 0x200, 7, 9), READ_HIT);
    assert_int_equal(read_only_cache_access(cache, 0x100, 7, 9), READ_MISS);
    read_only_cache_cycle(cache, 8);
    read_only_cache_free(cache);
    fake_memory_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(set_index), cmocka_unit_test(ipoly_set_index), cmocka_unit_test(atax_loads_fall_into_8_sets),
        cmocka_unit_test(lru_order),
        cmocka_unit_test(sector_states), cmocka_unit_test(what_was_written_is_forgotten), cmocka_unit_test(mshr_merging), cmocka_unit_test(random_lookups_agree_with_a_list),
        cmocka_unit_test(random_lookups_in_sets_of_many_ways), cmocka_unit_test(random_mshrs_agree_with_a_list), cmocka_unit_test(read_only_misses_merge_and_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
