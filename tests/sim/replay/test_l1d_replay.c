// SPDX-License-Identifier: BSD-3-Clause
// Replays of L1D streams: the example of CCWS's figures 3 and 4 (E-5), LRU and the optimal policy against models written
// independently (a recency list; every choice of every victim), origins of hits, other geometries, whole files, the printed figure.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "sim/machine/choices.h"
#include "sim/replay/l1d_replay.h"
#include "tests/sim/report/screen.h"

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

// Mostly loads; every kind of store; now and then a kernel start, or warps that start, in slots near both ends.
static size_t random_stream(stream_event *events, size_t most, unsigned lines)
{
    size_t count = 1 + below((uint32_t)most);
    for (size_t i = 0; i < count; i++) {
        uint32_t dice = below(16);
        uint8_t what = dice < 10 ? STREAM_LOAD : (uint8_t)(dice < 14 ? dice - 10 + STREAM_STORE_EVICTS : STREAM_EMPTIED + dice - 14);
        if (what >= STREAM_EMPTIED && below(3))
            what = STREAM_LOAD;
        events[i] = (stream_event){.what = what, .warp = (uint8_t)(31 * below(3)), .lanes = 1u << below(2), .line = below(lines)};
        if (what == STREAM_WARPS_START)
            events[i].line = UINT64_C(1) << 31 * below(3) | UINT64_C(1) << 31 * below(3);
    }
    return count;
}

static bool brings(uint8_t what) { return what == STREAM_LOAD || what == STREAM_STORE_ALLOCATES; }

// A list of lines for each set, the one used last in front.
static replay_counts by_list(const stream_event *events, size_t count, unsigned sets, unsigned ways)
{
    replay_counts counts = {0};
    uint64_t list[8][8];
    unsigned length[8] = {0};
    for (size_t i = 0; i < count; i++) {
        const stream_event *e = &events[i];
        unsigned set = (unsigned)e->line % sets, at = 0;
        if (e->what == STREAM_EMPTIED) {
            memset(length, 0, sizeof length);
            continue;
        }
        if (e->what == STREAM_WARPS_START)
            continue;
        while (at < length[set] && list[set][at] != e->line)
            at++;
        bool there = at < length[set];
        counts.accesses++;
        counts.hits += there;
        counts.load_hits += there && e->what == STREAM_LOAD;
        counts.load_misses += !there && e->what == STREAM_LOAD;
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
    return counts;
}

// The most hits of what brings lines in, over any choice of victims: every one is tried, from every set of lines present.
static unsigned most_hits(const stream_event *e, size_t count, unsigned sets, unsigned ways, unsigned present, int8_t *known)
{
    if (!count)
        return 0;
    int8_t *here = &known[(count - 1) << 6 | present];
    if (*here >= 0)
        return (unsigned)*here;
    unsigned bit = 1u << e->line % 8, best = 0, in_set = 0, of_set = 0;
    for (unsigned line = (unsigned)e->line % sets; line < 6; line += sets)
        of_set |= 1u << line;
    in_set = present & of_set;
    if (e->what >= STREAM_EMPTIED) {
        best = most_hits(e + 1, count - 1, sets, ways, e->what == STREAM_EMPTIED ? 0 : present, known);
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

// The same lines far apart: none is taken for another that is alike in its low bits.
static void lie_far_apart(stream_event *events, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (events[i].what < STREAM_EMPTIED)
            events[i].line = (events[i].line & 7) | events[i].line >> 3 << 40;
}

static void lru_is_a_list(void **state)
{
    (void)state;
    static stream_event events[400];
    uint64_t hits = 0, misses = 0;
    for (unsigned round = 0; round < 3000; round++) {
        replay_geometry g = {.sets = 1u << below(3), .ways = 1 + below(5), .line_bytes = LINE};
        size_t count = random_stream(events, 400, 4 + below(20));
        if (round % 2)
            lie_far_apart(events, count);
        replay_counts counts = replayed(events, count, &g, REPLAY_LRU), want = by_list(events, count, g.sets, g.ways);
        assert_true(counts.accesses == want.accesses && counts.hits == want.hits && counts.load_hits == want.load_hits &&
                    counts.load_misses == want.load_misses);
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

// Without bounds: what was referenced since the last kernel start, and not evicted by a store since. Whoever brought it in then
// tells the origin of each hit; a slot is another warp once one starts there.
static void unbounded_is_a_set(void **state)
{
    (void)state;
    static stream_event events[400];
    for (unsigned round = 0; round < 500; round++) {
        replay_geometry g = {.sets = 1, .ways = 1, .line_bytes = LINE};
        size_t count = random_stream(events, 400, 24);
        uint32_t there = 0, first_lanes[32];
        uint64_t hits = 0, same_thread = 0, same_warp = 0, warps = 64, warp_in[64], first_warp[32];
        for (unsigned slot = 0; slot < 64; slot++)
            warp_in[slot] = slot;
        for (size_t i = 0; i < count; i++) {
            const uint64_t line = events[i].line, warp = warp_in[events[i].warp];
            const uint32_t bit = 1u << line % 32;
            if (events[i].what >= STREAM_EMPTIED) {
                there = events[i].what == STREAM_EMPTIED ? 0 : there;
                for (unsigned slot = 0; events[i].what == STREAM_WARPS_START && slot < 64; slot++)
                    warp_in[slot] = line >> slot & 1 ? warps++ : warp_in[slot];
                continue;
            }
            if (there & bit) {
                hits++;
                same_thread += first_warp[line] == warp && first_lanes[line] & events[i].lanes;
                same_warp += first_warp[line] == warp && !(first_lanes[line] & events[i].lanes);
            } else {
                first_warp[line] = warp, first_lanes[line] = events[i].lanes;
            }
            there = events[i].what == STREAM_STORE_EVICTS ? there & ~bit : brings(events[i].what) ? there | bit : there;
        }
        replay_counts counts = replayed(events, count, &g, REPLAY_UNBOUNDED);
        assert_true(counts.hits == hits && counts.same_thread == same_thread && counts.same_warp == same_warp);
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

// Warps start in the first and in the last slot; those of the slots beside them stay.
static void origins_in_every_slot(void **state)
{
    (void)state;
    const replay_geometry g = {.sets = 1, .ways = 2, .line_bytes = LINE};
    for (unsigned slot = 0; slot < STREAM_WARPS; slot++)
        for (unsigned starts = 0; starts < STREAM_WARPS; starts++) {
            const stream_event start = {.what = STREAM_WARPS_START, .line = UINT64_C(1) << starts};
            const stream_event events[] = {LOAD_OF((uint8_t)slot, 1, 7), start, LOAD_OF((uint8_t)slot, 1, 7)};
            replay_counts counts = replayed(events, 3, &g, REPLAY_LRU);
            assert_true(counts.same_thread == (slot != starts) && counts.other_warp == (slot == starts));
        }
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

// --- a whole file

static stream_file *file_of(const stream_head *head, const stream_event *events, const uint8_t *sm, size_t count)
{
    char *bytes, error[300];
    size_t length;
    FILE *out = open_memstream(&bytes, &length);
    stream_writer *w = stream_writer_new(out, head);
    for (size_t i = 0; i < count; i++)
        stream_write(w, sm[i], &events[i]);
    stream_writer_end(w, &(stream_totals){.cycles = 11, .thread_insns = 12, .warp_insns = 13});
    fclose(out);
    stream_file *file = stream_parse("file", (uint8_t *)bytes, length, error, sizeof error);
    assert_non_null(file);
    free(bytes);
    return file;
}

// Each SM has an L1D of its own: the sums are those of each SM alone.
static void a_file_is_the_sum_of_its_sms(void **state)
{
    (void)state;
    enum { SMS = 3, MOST = 400 };
    static stream_event events[MOST], of_sm[MOST];
    static uint8_t sm[MOST];
    const stream_head head = {.machine = "m", .policy = "p", .kernel = "k", .sms = SMS, .sets = 2, .ways = 3, .line_bytes = LINE,
                              .index = INDEX_LINEAR, .allocate = ALLOCATE_ON_MISS, .global_write = WRITE_EVICT};
    const replay_geometry g = replay_recorded_geometry(&head);
    size_t count = 0;
    while (count < MOST / 2)
        count = random_stream(events, MOST, 12);
    for (size_t i = 0; i < count; i++)
        sm[i] = (uint8_t)below(SMS);
    replay_results seen, want = {.thread_insns = 12, .comparable = true};
    for (unsigned of = 0; of < SMS; of++) {
        size_t n = 0;
        for (size_t i = 0; i < count; i++)
            if (sm[i] == of)
                of_sm[n++] = events[i];
        replay_recorded(of_sm, n, &want.run);
        for (int policy = 0; policy < REPLAYS; policy++)
            replay_stream(of_sm, n, LINE, &g, (replay_policy)policy, &want.counts[policy], NULL);
    }
    stream_file *file = file_of(&head, events, sm, count);
    char error[300];
    assert_true(replay_file(file, &g, &seen, error, sizeof error));
    assert_memory_equal(&seen.run, &want.run, sizeof want.run);
    assert_memory_equal(seen.counts, want.counts, sizeof want.counts);
    assert_int_equal(seen.thread_insns, 12);
    assert_true(seen.comparable && want.counts[REPLAY_LRU].hits > 10 && want.run.accesses > 100);
    stream_free(file);
}

// With the run: the same L1D, which takes a line at the miss.
static void comparable_with_the_run(void **state)
{
    (void)state;
    const stream_event load = LOAD_OF(0, 1, 0);
    for (unsigned other = 0; other <= 5; other++) {
        stream_head head = {.machine = "m", .policy = "p", .kernel = "k", .sms = 1, .sets = 2, .ways = 3, .line_bytes = LINE,
                            .index = INDEX_LINEAR, .allocate = other == 5 ? ALLOCATE_ON_FILL : ALLOCATE_ON_MISS};
        replay_geometry g = {.sets = 2, .ways = 3, .line_bytes = LINE, .index = INDEX_LINEAR};
        uint32_t *const fields[] = {&g.sets, &g.ways, &g.line_bytes, &g.index};
        if (other < 4)
            *fields[other] = other == 3 ? INDEX_HASH : 2 * *fields[other];
        replay_results results;
        char error[300];
        stream_file *file = file_of(&head, &load, &(uint8_t){0}, 1);
        assert_true(replay_file(file, &g, &results, error, sizeof error));
        assert_int_equal(results.comparable, other == 4);
        stream_free(file);
    }
}

// --- the figure

typedef struct { const stream_event *events; size_t count, most; } shown_stream;

static void print_figure(FILE *file, const void *what)
{
    const shown_stream *s = what;
    replay_figure(file, s->events, s->count, LINE, &(replay_geometry){.sets = 1, .ways = 1, .line_bytes = LINE}, s->most);
}

// Rows end where the screen does, and after so many accesses; what is no access is not shown.
static void a_figure_in_rows(void **state)
{
    (void)state;
    const stream_event events[] = {LOAD_OF(0, 1, 7), LOAD_OF(12, 1, 7), {.what = STREAM_EMPTIED}, LOAD_OF(3, 1, 7), LOAD_OF(3, 1, 8),
                                   {.what = STREAM_WARPS_START, .line = 1}, LOAD_OF(3, 1, 9)};
    static const char three[] = "  warp       W0 W12  W3\n  line        A   A   A\n  LRU         .   *   .\n  optimal     .   *   .\n\n";
    static const char all[] = "  warp       W0 W12  W3\n  line        A   A   A\n  LRU         .   *   .\n  optimal     .   *   .\n\n"
                              "  warp       W3  W3\n  line        B   C\n  LRU         .   .\n  optimal     .   .\n\n";
    static const char four[] = "  warp       W0 W12  W3  W3\n  line        A   A   A   B\n  LRU         .   *   .   .\n  optimal     .   *   .   .\n\n";
    static const char one[] = "  warp       W0\n  line        A\n  LRU         .\n  optimal     .\n\n";
    static const struct { const char *columns, *want; size_t most; } cases[] = {
        {"23", all, 5}, {"26", all, 99}, {"27", four, 4}, {"23", three, 3}, {"15", one, 1}, {"2", one, 1}, {"80", three, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(screen(cases[i].columns, print_figure, &(shown_stream){events, sizeof events / sizeof *events, cases[i].most}),
                            cases[i].want);
    for (unsigned columns = 1; columns < 19; columns++) {       // each row has one, however narrow
        char text[8];
        snprintf(text, sizeof text, "%u", columns);
        const char *seen = screen(text, print_figure, &(shown_stream){events, sizeof events / sizeof *events, 5});
        unsigned rows = 0;
        for (const char *at = seen; (at = strstr(at, "  line ")) != NULL; at++)
            rows++;
        assert_int_equal(rows, 5);
    }
}

// The next name, as a counter counts: Z is followed by AA, AZ by BA.
static void count_on(char name[static 8])
{
    size_t at = strlen(name);
    while (at > 0 && name[at - 1] == 'Z')
        name[--at] = 'A';
    if (at > 0)
        name[at - 1]++;
    else
        strcat(name, "A");
}

static void names_of_many_lines(void **state)
{
    (void)state;
    enum { LINES = 26 + 26 * 26 + 30 };
    static stream_event events[LINES];
    char *text, name[8] = "A";
    size_t length, lines = 0;
    for (unsigned i = 0; i < LINES; i++)
        events[i] = (stream_event)LOAD_OF(0, 1, 1000 - i);
    FILE *file = open_memstream(&text, &length);
    print_figure(file, &(shown_stream){events, LINES, LINES});
    fclose(file);
    for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n")) {
        char seen[8];
        int used = 0;
        if (strncmp(row, "  line   ", 9) != 0)
            continue;
        for (const char *at = row + 9; sscanf(at, "%7s%n", seen, &used) == 1; at += used, lines++) {
            assert_string_equal(seen, name);
            count_on(name);
        }
    }
    assert_int_equal(lines, LINES);
    assert_string_equal(name, "ABE");
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(example_e5), cmocka_unit_test(lru_is_a_list), cmocka_unit_test(optimal_is_the_most),
        cmocka_unit_test(unbounded_is_a_set), cmocka_unit_test(origins),
        cmocka_unit_test(origins_in_every_slot), cmocka_unit_test(geometries),
        cmocka_unit_test(outcomes_of_the_run), cmocka_unit_test(a_file_is_the_sum_of_its_sms), cmocka_unit_test(comparable_with_the_run),
        cmocka_unit_test(a_figure_in_rows), cmocka_unit_test(names_of_many_lines)};
    return cmocka_run_group_tests_name("l1d_replay", tests, NULL, NULL);
}
