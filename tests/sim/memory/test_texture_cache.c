// SPDX-License-Identifier: BSD-3-Clause
// The texture cache: a miss takes its line at once, accesses come back in order, each when its data are here; full queues
// refuse; hits are those of LRU.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/memory/texture_cache.h"
#include "tests/sim/memory/fake_memory.h"

static uint64_t accesses, misses;

static texture_cache *new_cache(memory_system *memory, uint32_t sets, uint32_t ways, uint32_t fragments, uint32_t requests,
                                uint32_t reorder, uint32_t results)
{
    const texture_config config = {
        .geometry = {.sets = sets, .ways = ways, .line_bytes = 128, .sector_bytes = 128, .index = 0}, .fragments = fragments,
        .requests = requests, .reorder = reorder, .results = results, .accesses = &accesses, .misses = &misses};
    accesses = misses = 0;
    return texture_cache_new(&config, memory, 2);
}

static void reply(memory_system *memory, texture_cache *cache, memory_request *request)
{
    texture_cache_fill(cache, request);
    memory_request_free(memory, request);
}

static void what_comes_back_keeps_its_order(void **state)
{
    (void)state;
    memory_system *memory = fake_memory_new();
    texture_cache *cache = new_cache(memory, 2, 1, 8, 4, 4, 8);
    assert_int_equal(texture_cache_access(cache, 0x1004, 1, 0), READ_MISS);       // fetches line 0x1000
    assert_int_equal(texture_cache_access(cache, 0x1080, 2, 1), READ_MISS);       // the other set
    assert_int_equal(texture_cache_access(cache, 0x107c, 3, 2), READ_MISS);       // has its tag
    assert_int_equal(accesses, 3);
    assert_int_equal(misses, 2);
    texture_cache_cycle(cache);
    texture_cache_cycle(cache);
    memory_request *first = fake_memory_take(memory), *second = fake_memory_take(memory);
    assert_true(first && second && !fake_memory_take(memory));
    assert_int_equal(first->address, 0x1000);
    assert_int_equal(first->bytes, 128);
    assert_int_equal(first->client, CLIENT_L1T);
    assert_int_equal(first->sm, 2);
    assert_true(first->kind == REQUEST_TEXTURE_READ && first->wants_reply && first->sector_mask == 0xf);
    assert_int_equal(first->born, 0);
    assert_int_equal(second->born, 1);
    assert_int_equal(second->address, 0x1080);
    assert_true(texture_cache_quiet(cache));
    reply(memory, cache, second);
    assert_true(texture_cache_quiet(cache));                                      // the first one is not here
    reply(memory, cache, first);
    for (unsigned token = 1; token <= 3; token++) {
        assert_false(texture_cache_quiet(cache));
        assert_false(texture_cache_has_done(cache));
        texture_cache_cycle(cache);                                               // one a cycle
        assert_true(texture_cache_has_done(cache));
        assert_int_equal(texture_cache_take_done(cache), token);
    }
    assert_true(texture_cache_quiet(cache));
    texture_cache_free(cache);
    fake_memory_free(memory);
}

static void full_queues_refuse(void **state)
{
    static const struct { uint32_t fragments, requests, reorder, results, taken; } sizes[] = {
        {3, 8, 8, 8, 3}, {8, 2, 8, 8, 2}, {8, 8, 4, 8, 4}};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memory_system *memory = fake_memory_new();
        texture_cache *cache = new_cache(memory, 8, 1, sizes[i].fragments, sizes[i].requests, sizes[i].reorder, sizes[i].results);
        for (unsigned k = 0; k < sizes[i].taken; k++)
            assert_int_equal(texture_cache_access(cache, 128u * k, k, k), READ_MISS);
        assert_int_equal(texture_cache_access(cache, 128 * 7, 9, 9), READ_FAIL);
        assert_int_equal(accesses, sizes[i].taken);
        texture_cache_free(cache);
        fake_memory_free(memory);
    }
    // Two results wait: nothing follows them.
    memory_system *memory = fake_memory_new();
    texture_cache *cache = new_cache(memory, 8, 1, 8, 8, 8, 2);
    for (unsigned k = 0; k < 4; k++)
        texture_cache_access(cache, 0, k, k);
    texture_cache_cycle(cache);
    reply(memory, cache, fake_memory_take(memory));
    for (unsigned k = 0; k < 6; k++)
        texture_cache_cycle(cache);
    assert_int_equal(texture_cache_take_done(cache), 0);
    assert_int_equal(texture_cache_take_done(cache), 1);
    assert_false(texture_cache_has_done(cache));
    texture_cache_cycle(cache);
    assert_int_equal(texture_cache_take_done(cache), 2);
    texture_cache_free(cache);
    fake_memory_free(memory);
}

// --- any accesses, replies in any order: beside lists of lines by last use

enum { SETS = 4, WAYS = 3, LINES = 40, ACCESSES = 30000, WAITING = 64 };

typedef struct { uint64_t line[SETS][WAYS]; } lists;       // the last used first; 0: none

static bool look(lists *l, uint64_t line)
{
    uint64_t *of = l->line[line / 128 % SETS];
    unsigned at = 0;
    while (at < WAYS - 1 && of[at] != line)
        at++;
    const bool hit = of[at] == line;
    memmove(of + 1, of, at * sizeof *of);
    of[0] = line;
    return hit;
}

static void any_accesses_come_back_once_and_in_order(void **state)
{
    (void)state;
    memory_system *memory = fake_memory_new();
    texture_cache *cache = new_cache(memory, SETS, WAYS, 16, 3, 8, 2);
    static lists used;
    memory_request *waiting[WAITING];
    unsigned on_their_way = 0, sent = 0, back = 0;
    uint64_t missed = 0;
    srand(1);
    for (uint64_t cycle = 1; back < ACCESSES; cycle++) {
        fake_memory_room(memory, rand() % 4 != 0);
        texture_cache_cycle(cache);
        for (memory_request *request; (request = fake_memory_take(memory)) != NULL;)
            waiting[on_their_way++] = request;
        if (on_their_way && rand() % 3) {
            unsigned which = (unsigned)rand() % on_their_way;
            reply(memory, cache, waiting[which]);
            waiting[which] = waiting[--on_their_way];
        }
        if (texture_cache_has_done(cache) && rand() % 5)
            assert_int_equal(texture_cache_take_done(cache), back++);
        const uint64_t line = 128 * (uint64_t)(1 + rand() % LINES);
        if (sent < ACCESSES && rand() % 4 && texture_cache_access(cache, line + (uint64_t)(rand() % 128), sent, cycle) != READ_FAIL) {
            missed += !look(&used, line);
            sent++;
        }
        assert_int_equal(misses, missed);
        assert_in_range(sent - back, 0, 16 + 2);
    }
    assert_int_equal(accesses, ACCESSES);
    assert_in_range(missed, ACCESSES / 4, ACCESSES - ACCESSES / 10);
    assert_int_equal(on_their_way, 0);
    texture_cache_free(cache);
    fake_memory_free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_comes_back_keeps_its_order), cmocka_unit_test(full_queues_refuse),
        cmocka_unit_test(any_accesses_come_back_once_and_in_order),
    };
    return cmocka_run_group_tests_name("texture cache", tests, NULL, NULL);
}
