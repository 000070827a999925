// SPDX-License-Identifier: BSD-3-Clause
// Replays of L1D streams: the example of CCWS's figures 3 and 4 (E-5), LRU and the optimal policy against models written
// independently (a recency list; every choice of every victim), origins of hits, other geometries, the printed figure.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/machine/choices.h"
#include "sim/replay/l1d_replay.h"

enum { LINE = 128 };

static replay_counts replayed(const stream_event *events, size_t count, const replay_geometry *g, replay_policy policy)
{
    replay_counts counts = {0};
    replay_stream(events, count, LINE, g, policy, &counts, NULL);
    assert_int_equal(counts.hits + counts.misses, counts.accesses);
    assert_int_equal(counts.same_thread + counts.same_warp + counts.other_warp, counts.hits);
    return counts;
}

// --- E-5

// Three wavefronts of four lines, each referenced twice: in turn (figure 3), or one behind the other (figure 4).
static void example(stream_event events[24], bool in_turn)
{
    for (unsigned i = 0; i < 24; i++) {
        unsigned warp = in_turn ? i / 4 % 3 : i / 8;
        events[i] = (stream_event){.what = STREAM_LOAD, .warp = (uint8_t)warp, .lanes = 1u << i % 4, .line = warp * 4 + i % 4};
    }
}

static void check_figure(const char *title, const stream_event events[24], const char *want)
{
    const replay_geometry g = {.sets = 1, .ways = 4, .line_bytes = LINE};
    char *text;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    replay_figure(file, events, 24, LINE, &g, 24);
    fclose(file);
    printf("%s\n%s", title, text);
    assert_string_equal(text, want);
    free(text);
}

static void example_e5(void **state)
{
    (void)state;
    const replay_geometry g = {.sets = 1, .ways = 4, .line_bytes = LINE};
    stream_event in_turn[24], one_by_one[24];
    example(in_turn, true);
    example(one_by_one, false);
    check_figure("E-5, CCWS figure 3: wavefronts in turn, a fully associative cache of four lines", in_turn,
                 "  warp       W0  W0  W0  W0  W1  W1  W1  W1  W2  W2  W2  W2  W0  W0  W0  W0  W1  W1  W1  W1  W2  W2  W2  W2\n"
                 "  line        A   B   C   D   E   F   G   H   I   J   K   L   A   B   C   D   E   F   G   H   I   J   K   L\n"
                 "  LRU         .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .   .\n"
                 "  optimal     .   .   .   .   .   .   .   .   .   .   .   .   *   *   *   .   .   .   .   .   .   .   .   *\n\n");
    check_figure("E-5, CCWS figure 4: one wavefront after the other", one_by_one,
                 "  warp       W0  W0  W0  W0  W0  W0  W0  W0  W1  W1  W1  W1  W1  W1  W1  W1  W2  W2  W2  W2  W2  W2  W2  W2\n"
                 "  line        A   B   C   D   A   B   C   D   E   F   G   H   E   F   G   H   I   J   K   L   I   J   K   L\n"
                 "  LRU         .   .   .   .   *   *   *   *   .   .   .   .   *   *   *   *   .   .   .   .   *   *   *   *\n"
                 "  optimal     .   .   .   .   *   *   *   *   .   .   .   .   *   *   *   *   .   .   .   .   *   *   *   *\n\n");
    assert_int_equal(replayed(in_turn, 24, &g, REPLAY_LRU).hits, 0);
    assert_int_equal(replayed(in_turn, 24, &g, REPLAY_OPTIMAL).hits, 4);
    assert_int_equal(replayed(in_turn, 24, &g, REPLAY_UNBOUNDED).hits, 12);
    replay_counts alone = replayed(one_by_one, 24, &g, REPLAY_LRU);
    assert_true(alone.hits == 12 && alone.load_hits == 12 && alone.load_misses == 12 && alone.same_thread == 12);
}

// --- random streams against models of their own

static uint64_t random_state = 1;
static uint32_t below(uint32_t limit)
{
    random_state = random_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(random_state >> 33) % limit;
}

// Mostly loads; every kind of store; now and then a kernel start.
static size_t random_stream(stream_event *events, size_t most, unsigned lines)
{
    size_t count = 1 + below((uint32_t)most);
    for (size_t i = 0; i < count; i++) {
        uint32_t dice = below(16);
        uint8_t what = dice < 10 ? STREAM_LOAD : (uint8_t)(dice < 15 ? dice - 10 + STREAM_STORE_EVICTS : STREAM_EMPTIED);
        if (what == STREAM_EMPTIED && below(3))
            what = STREAM_LOAD;
        events[i] = (stream_event){.what = what, .warp = (uint8_t)below(3), .lanes = 1u << below(2), .line = below(lines)};
    }
    return count;
}

static bool brings(uint8_t what) { return what == STREAM_LOAD || what == STREAM_STORE_ALLOCATES; }

// A list of lines for each set, the one used last in front.
static uint64_t hits_by_list(const stream_event *events, size_t count, unsigned sets, unsigned ways)
{
    uint64_t list[8][8], hits = 0;
    unsigned length[8] = {0};
    for (size_t i = 0; i < count; i++) {
        const stream_event *e = &events[i];
        unsigned set = (unsigned)e->line % sets, at = 0;
        if (e->what == STREAM_EMPTIED) {
            memset(length, 0, sizeof length);
            continue;
        }
        while (at < length[set] && list[set][at] != e->line)
            at++;
        bool there = at < length[set];
        hits += there;
        if (e->what == STREAM_STORE_IN_FLIGHT || (!there && !brings(e->what)))
            continue;
        if (there || length[set] == ways) {
            unsigned gone = there ? at : ways - 1;
            memmove(&list[set][gone], &list[set][gone + 1], (length[set] - gone - 1) * sizeof list[set][0]);
            length[set]--;
        }
        if (e->what == STREAM_STORE_EVICTS)
            continue;
        memmove(&list[set][1], &list[set][0], length[set]++ * sizeof list[set][0]);
        list[set][0] = e->line;
    }
    return hits;
}

// The most hits of what brings lines in, over any choice of victims: every one is tried, from every set of lines present.
static unsigned most_hits(const stream_event *e, size_t count, unsigned sets, unsigned ways, unsigned present, int8_t *known)
{
    if (!count)
        return 0;
    int8_t *here = &known[(count - 1) << 6 | present];
    if (*here >= 0)
        return (unsigned)*here;
    unsigned bit = 1u << e->line, best = 0, in_set = 0, of_set = 0;
    for (unsigned line = (unsigned)e->line % sets; line < 6; line += sets)
        of_set |= 1u << line;
    in_set = present & of_set;
    if (e->what == STREAM_EMPTIED) {
        best = most_hits(e + 1, count - 1, sets, ways, 0, known);
    } else if (present & bit) {
        best = brings(e->what) + most_hits(e + 1, count - 1, sets, ways, e->what == STREAM_STORE_EVICTS ? present & ~bit : present, known);
    } else if (!brings(e->what)) {
        best = most_hits(e + 1, count - 1, sets, ways, present, known);
    } else if ((unsigned)__builtin_popcount(in_set) < ways) {
        best = most_hits(e + 1, count - 1, sets, ways, present | bit, known);
    } else {
        for (unsigned victim = 0; victim < 6; victim++)
            if (in_set >> victim & 1) {
                unsigned hits = most_hits(e + 1, count - 1, sets, ways, (present & ~(1u << victim)) | bit, known);
                best = hits > best ? hits : best;
            }
    }
    return (unsigned)(*here = (int8_t)best);
}

static unsigned hits_that_count(const stream_event *events, size_t count, const replay_geometry *g, replay_policy policy)
{
    replay_counts counts = {0};
    bool hit[40];
    unsigned hits = 0;
    replay_stream(events, count, LINE, g, policy, &counts, hit);
    for (size_t i = 0; i < count; i++)
        hits += hit[i] && brings(events[i].what);
    return hits;
}

static void lru_is_a_list(void **state)
{
    (void)state;
    static stream_event events[400];
    uint64_t hits = 0, misses = 0;
    for (unsigned round = 0; round < 3000; round++) {
        replay_geometry g = {.sets = 1u << below(3), .ways = 1 + below(5), .line_bytes = LINE};
        size_t count = random_stream(events, 400, 4 + below(20));
        replay_counts counts = replayed(events, count, &g, REPLAY_LRU);
        assert_int_equal(counts.hits, hits_by_list(events, count, g.sets, g.ways));
        hits += counts.hits, misses += counts.misses;
    }
    assert_true(hits > 10000 && misses > 10000);
}

static void optimal_is_the_most(void **state)
{
    (void)state;
    static int8_t known[40 << 6];
    stream_event events[40];
    unsigned better = 0;
    for (unsigned round = 0; round < 20000; round++) {
        replay_geometry g = {.sets = 1 + below(2), .ways = 1 + below(4), .line_bytes = LINE};
        size_t count = random_stream(events, 40, 6);
        memset(known, -1, sizeof known);
        unsigned most = most_hits(events, count, g.sets, g.ways, 0, known);
        assert_int_equal(hits_that_count(events, count, &g, REPLAY_OPTIMAL), most);
        better += most > hits_that_count(events, count, &g, REPLAY_LRU);
    }
    assert_true(better > 5000);
}

// Without bounds: what was referenced since the last kernel start, and not evicted by a store since.
static void unbounded_is_a_set(void **state)
{
    (void)state;
    static stream_event events[400];
    for (unsigned round = 0; round < 500; round++) {
        replay_geometry g = {.sets = 1, .ways = 1, .line_bytes = LINE};
        size_t count = random_stream(events, 400, 24);
        uint32_t there = 0;
        uint64_t hits = 0;
        for (size_t i = 0; i < count; i++) {
            uint32_t bit = 1u << events[i].line;
            if (events[i].what == STREAM_EMPTIED) {
                there = 0;
                continue;
            }
            hits += (there & bit) != 0;
            there = events[i].what == STREAM_STORE_EVICTS ? there & ~bit : brings(events[i].what) ? there | bit : there;
        }
        assert_int_equal(replayed(events, count, &g, REPLAY_UNBOUNDED).hits, hits);
    }
}

// --- by hand

#define LOAD_OF(w, l, n) {.what = STREAM_LOAD, .warp = w, .lanes = l, .line = n}

static void origins(void **state)
{
    (void)state;
    const replay_geometry g = {.sets = 1, .ways = 2, .line_bytes = LINE};
    const stream_event events[] = {
        LOAD_OF(3, 0x0f, 7), LOAD_OF(3, 0x08, 7),               // a thread of those that brought it in
        LOAD_OF(3, 0x10, 7),                                    // another thread of the warp
        LOAD_OF(4, 0x0f, 7),                                    // another warp
        LOAD_OF(4, 0x0f, 7),                                    // which has not brought it in
        {.what = STREAM_WARPS_START, .line = 1 << 3},
        LOAD_OF(3, 0x0f, 7),                                    // the slot's next warp
        LOAD_OF(3, 0x01, 8), LOAD_OF(3, 0x01, 9),               // 7 leaves
        LOAD_OF(3, 0x02, 7), LOAD_OF(3, 0x02, 7),               // brought in anew, by this warp
    };
    replay_counts counts = replayed(events, sizeof events / sizeof events[0], &g, REPLAY_LRU);
    assert_int_equal(counts.accesses, 10);
    assert_int_equal(counts.same_thread, 2);
    assert_int_equal(counts.same_warp, 1);
    assert_int_equal(counts.other_warp, 3);
}

static void geometries(void **state)
{
    (void)state;
    // Lines 0 and 2 meet in a set of two sets, 0 and 1 in one line of 256 bytes, 0 and 32 x 64 by the hash in other sets.
    const stream_event pair[] = {LOAD_OF(0, 1, 0), LOAD_OF(0, 1, 2), LOAD_OF(0, 1, 0)};
    const stream_event neighbours[] = {LOAD_OF(0, 1, 0), LOAD_OF(0, 1, 1)};
    const stream_event far[] = {LOAD_OF(0, 1, 0), LOAD_OF(0, 1, 64), LOAD_OF(0, 1, 0)};
    const replay_geometry two = {.sets = 2, .ways = 1, .line_bytes = LINE}, four = {.sets = 4, .ways = 1, .line_bytes = LINE},
                          long_lines = {.sets = 2, .ways = 1, .line_bytes = 256},
                          hashed = {.sets = 32, .ways = 1, .line_bytes = LINE, .index = INDEX_HASH},
                          linear = {.sets = 32, .ways = 1, .line_bytes = LINE, .index = INDEX_LINEAR};
    assert_int_equal(replayed(pair, 3, &two, REPLAY_LRU).hits, 0);
    assert_int_equal(replayed(pair, 3, &four, REPLAY_LRU).hits, 1);
    assert_int_equal(replayed(neighbours, 2, &two, REPLAY_LRU).hits, 0);
    assert_int_equal(replayed(neighbours, 2, &long_lines, REPLAY_LRU).hits, 1);
    assert_int_equal(replayed(far, 3, &linear, REPLAY_LRU).hits, 0);
    assert_int_equal(replayed(far, 3, &hashed, REPLAY_LRU).hits, 1);
}

static void outcomes_of_the_run(void **state)
{
    (void)state;
    const stream_event events[] = {{.what = STREAM_LOAD, .outcome = STREAM_MISS, .timed = true},
                                   {.what = STREAM_EMPTIED}, {.what = STREAM_WARPS_START, .line = 3},
                                   {.what = STREAM_STORE_KEEPS, .outcome = STREAM_HIT},
                                   {.what = STREAM_LOAD, .outcome = STREAM_MERGE}, {.what = STREAM_LOAD, .outcome = STREAM_HIT}};
    recorded_counts counts = {0};
    replay_recorded(events, sizeof events / sizeof events[0], &counts);
    assert_true(counts.accesses == 4 && counts.hits == 2 && counts.merges == 1 && counts.misses == 1 && counts.timed == 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_e5), cmocka_unit_test(lru_is_a_list), cmocka_unit_test(optimal_is_the_most),
        cmocka_unit_test(unbounded_is_a_set), cmocka_unit_test(origins), cmocka_unit_test(geometries),
        cmocka_unit_test(outcomes_of_the_run)};
    return cmocka_run_group_tests_name("l1d_replay", tests, NULL, NULL);
}
