// SPDX-License-Identifier: BSD-3-Clause
// Who looks on at an L1D: what goes into the recording, access by access, what hangs on time, and whose lines hits find.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/core/l1d_watch.h"
#include "tests/sim/core/ldst_bench.h"

static char *bytes;
static size_t length;
static FILE *recorded;
static stream_writer *writer;
static stream_event *events;
static size_t count;

static void open_watched(void)
{
    open_unit();
    recorded = open_memstream(&bytes, &length);
    writer = stream_writer_new(recorded, &(stream_head){.machine = "m", .policy = "p", .kernel = "k", .sms = 2,
                               .sets = config.l1d.sets, .ways = config.l1d.ways, .line_bytes = config.l1d.line_bytes});
    ldst_watch(unit, writer, true, NULL);
}

// The events of the unit's SM; what the unit still waits for does not matter.
static void close_watched(void)
{
    char error[300];
    stream_writer_end(writer, &(stream_totals){0});
    fclose(recorded);
    stream_file *file = stream_parse("recording", (uint8_t *)bytes, length, error, sizeof error);
    assert_non_null(file);
    free(stream_events(file, 0, &count, error, sizeof error));
    assert_int_equal(count, 0);
    events = stream_events(file, 1, &count, error, sizeof error);
    assert_non_null(events);
    stream_free(file);
    free(bytes);
}

static void close_all(void)
{
    free(events);
    close_unit();
}

static inflight *kept[32];
static unsigned n_kept;

// Looked up when it returns; its lines are in memory's hands.
static void go_as(inflight made, unsigned warp)
{
    inflight *insn = kept[n_kept++] = malloc(sizeof *insn);
    *insn = made;
    insn->warp = (uint8_t)warp;
    give(insn);
    step_until(core.cycle + 32 + LATENCY);
}

static void go(unsigned kind, uint64_t address, unsigned lanes, uint64_t stride, unsigned warp)
{
    go_as(make(kind, address, lanes, stride), warp);
}

static void answer(void)
{
    ldst_reply(unit, taken(), core.cycle);
    step_until(core.cycle + 4);
}

static void forget(void)
{
    while (n_kept)
        free(kept[--n_kept]);
}

static void is(size_t at, stream_what what, stream_outcome outcome, uint64_t line, unsigned warp, uint32_t lanes, bool timed)
{
    if (at >= count || events[at].what != what || events[at].outcome != outcome || events[at].line != line ||
        events[at].warp != warp || events[at].lanes != lanes || events[at].timed != timed)
        fail_msg("event %zu of %zu: what %u, outcome %u, line %llu, warp %u, lanes %x, timed %d", at, count, events[at].what,
                 events[at].outcome, (unsigned long long)events[at].line, events[at].warp, events[at].lanes, events[at].timed);
}

static void each_access(void **state)
{
    (void)state;
    configure();
    config.l1d.sets = 4, config.l1d.ways = 2, config.l1d.index = INDEX_LINEAR;
    open_watched();
    ldst_warps_start(unit, 0x21);
    go(LOAD, 0x1000, 32, 4, 5);                     // one line for all lanes
    go(LOAD, 0x1040, 2, 4, 6);                      // the upper half of the line, on its way
    go(STORE, 0x1000, 1, 4, 5);                     // to a line on its way
    answer();
    go(LOAD, 0x1004, 1, 0, 6);
    go(STORE, 0x1008, 3, 4, 6);                     // evicts
    memory_request_free(memory, taken());
    go(STORE, 0x1008, 3, 4, 6);
    go(LOAD, 0x2000, 2, 512, 7);                    // a line a lane, the higher one first
    ldst_kernel_start(unit, LOCAL_STRIDE, 0);
    close_watched();
    assert_int_equal(count, 10);
    assert_true(events[0].what == STREAM_WARPS_START && events[0].line == 0x21);
    is(1, STREAM_LOAD, STREAM_MISS, 0x20, 5, UINT32_MAX, false);
    is(2, STREAM_LOAD, STREAM_MERGE, 0x20, 6, 3, false);
    is(3, STREAM_STORE_IN_FLIGHT, STREAM_MERGE, 0x20, 5, 1, false);
    is(4, STREAM_LOAD, STREAM_HIT, 0x20, 6, 1, false);
    is(5, STREAM_STORE_EVICTS, STREAM_HIT, 0x20, 6, 7, false);
    is(6, STREAM_STORE_EVICTS, STREAM_MISS, 0x20, 6, 7, false);
    is(7, STREAM_LOAD, STREAM_MISS, 0x44, 7, 2, false);
    is(8, STREAM_LOAD, STREAM_MISS, 0x40, 7, 1, false);
    assert_int_equal(events[9].what, STREAM_EMPTIED);
    forget();
    close_all();
}

// What a store does, by l1d.global_write; allocated on fill, a line on its way is not in the tags.
static void each_store(void **state)
{
    (void)state;
    static const struct { uint32_t write, allocate; stream_what what; } rows[] = {
        {WRITE_EVICT, ALLOCATE_ON_FILL, STREAM_STORE_EVICTS}, {WRITE_THROUGH, ALLOCATE_ON_MISS, STREAM_STORE_KEEPS},
        {WRITE_BACK, ALLOCATE_ON_FILL, STREAM_STORE_ALLOCATES}, {WRITE_BACK, ALLOCATE_ON_MISS, STREAM_STORE_ALLOCATES}};
    for (unsigned row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        configure();
        config.l1d.global_write = rows[row].write;
        config.l1d.allocate = rows[row].allocate;
        open_watched();
        go(STORE, 0x8000, 1, 0, 1);
        go(LOAD, 0x9000, 1, 0, 1);
        go(STORE, 0x9000, 1, 0, 1);
        close_watched();
        assert_int_equal(count, 3);
        assert_int_equal(events[0].what, rows[row].what);
        assert_int_equal(events[2].what, STREAM_STORE_IN_FLIGHT);
        forget();
        close_all();
    }
}

// Half warps are coalesced by themselves: two accesses to one line, each for the lanes of its half.
static void lanes_of_half_warps(void **state)
{
    (void)state;
    configure();
    config.core.warp_parts = 2;
    open_watched();
    go(LOAD, 0x1000, 32, 4, 5);                     // the half behind first
    go(LOAD, 0x2000, 32, 0, 5);
    close_watched();
    assert_int_equal(count, 4);
    is(0, STREAM_LOAD, STREAM_MISS, 0x20, 5, 0xffff0000, false);
    is(1, STREAM_LOAD, STREAM_MERGE, 0x20, 5, 0x0000ffff, false);
    is(2, STREAM_LOAD, STREAM_MISS, 0x40, 5, 0xffff0000, false);
    is(3, STREAM_LOAD, STREAM_MERGE, 0x40, 5, 0x0000ffff, false);
    forget();
    close_all();
}

// Words of a thread in local memory lie LOCAL_STRIDE apart: 8 bytes of it are in two lines, of the same lane.
static void lanes_of_local_memory(void **state)
{
    (void)state;
    configure();
    open_watched();
    go(LOCAL_LOAD, 0x4000, 2, 4, 2);
    close_watched();
    assert_int_equal(count, 2);
    is(0, STREAM_LOAD, STREAM_MISS, (0x4000 + LOCAL_STRIDE) / 128, 2, 3, false);
    is(1, STREAM_LOAD, STREAM_MISS, 0x4000 / 128, 2, 3, false);
    forget();
    close_all();
}

// A lane of a matrix moves words that lie piece_stride apart: of two lanes a line has the second word of one and the first of the other.
static void lanes_of_pieces(void **state)
{
    (void)state;
    configure();
    open_watched();
    inflight rows = make(LOAD, 0x4000, 2, 0x200);
    rows.step.pieces = 2, rows.step.piece_stride = 0x200;
    go_as(rows, 2);
    close_watched();
    assert_int_equal(count, 3);
    is(0, STREAM_LOAD, STREAM_MISS, 0x4400 / 128, 2, 2, false);
    is(1, STREAM_LOAD, STREAM_MISS, 0x4200 / 128, 2, 3, false);
    is(2, STREAM_LOAD, STREAM_MISS, 0x4000 / 128, 2, 1, false);
    forget();
    close_all();
}

// Two ways: the one used longest ago is on its way when the third line comes, so the other one goes; and a load merges
// with an entry whose line has left since.
static void time_shows(void **state)
{
    (void)state;
    configure();
    config.l1d.sets = 1, config.l1d.ways = 2;
    open_watched();
    go(LOAD, 0x000, 1, 0, 1);
    go(LOAD, 0x000, 1, 0, 1);                       // two wait in its entry
    go(LOAD, 0x080, 1, 0, 1);
    memory_request *first = taken();
    answer();                                       // 0x080
    go(LOAD, 0x100, 1, 0, 1);                       // in its place, though 0x000 is older
    ldst_reply(unit, first, core.cycle);
    core.port_busy = 1000;                          // its entry cannot be emptied
    step_until(core.cycle + 4);
    go(LOAD, 0x080, 1, 0, 2);                       // 0x000 is the oldest, here, and goes
    answer();                                       // 0x100
    go(LOAD, 0x000, 1, 0, 2);                       // merges with what waits for the port
    close_watched();
    assert_int_equal(count, 6);
    is(3, STREAM_LOAD, STREAM_MISS, 2, 1, 1, true);
    is(4, STREAM_LOAD, STREAM_MISS, 1, 2, 1, false);
    is(5, STREAM_LOAD, STREAM_MERGE, 0, 2, 1, true);
    forget();
    close_all();
}

static void whose_lines(void **state)
{
    (void)state;
    configure();
    open_watched();
    ldst_warps_start(unit, 0xff);
    go(LOAD, 0x1000, 2, 4, 3);
    answer();
    go(LOAD, 0x1004, 1, 0, 3);                      // lane 0 of the two that have brought it in
    go(LOAD, 0x1000, 1, 0, 4);                      // another warp
    ldst_warps_start(unit, 1 << 3);
    go(LOAD, 0x1000, 1, 0, 3);                      // the slot's next warp
    go(STORE, 0x1000, 1, 0, 4);                     // another warp's, and the line leaves
    inflight *insn = kept[n_kept++] = malloc(sizeof *insn);
    memory_request_free(memory, taken());
    *insn = make(LOAD, 0x1000, 2, 4);
    insn->step.memory_lanes = 2;                    // lane 1
    give(insn);
    step_until(core.cycle + 32);
    answer();
    go(LOAD, 0x1000, 1, 0, 3);                      // lane 0 of the warp
    close_watched();
    assert_int_equal(totals.l1d_hits_same_thread, 1);
    assert_int_equal(totals.l1d_hits_other_warp, 3);
    assert_int_equal(totals.l1d_hits_same_warp, 1);
    assert_int_equal(totals.l1d_hits, 5);
    forget();
    close_all();
}

// Of a load of 2 lines one is hit twice, which is one line reused; of one of 3 lines one is merged with, which is none, and
// one is evicted by a store before it is asked for again, as is
// the one that was hit: it counts once more. A load that passes the L1D by brings no line.
static void loads_by_degree(void **state)
{
    (void)state;
    static degree_profile p;
    p = (degree_profile){0};
    configure();
    answers.load_passes = true;
    open_unit();
    ldst_watch(unit, NULL, false, &p);
    go(LOAD, 0x1000, 2, 128, 1), answer(), answer();
    go(LOAD, 0x1000, 1, 0, 2);
    go(LOAD, 0x1000, 1, 0, 3);
    go(LOAD, 0x2000, 3, 128, 1);
    go(LOAD, 0x2000, 1, 0, 2);
    answer(), answer(), answer();
    go(STORE, 0x2080, 1, 0, 1), memory_request_free(memory, taken());
    go(LOAD, 0x2080, 1, 0, 1), answer();
    go(LOAD, 0x2080, 1, 0, 1);
    go(STORE, 0x1000, 1, 0, 1), memory_request_free(memory, taken());
    go(LOAD, 0x1000, 1, 0, 1), answer();
    go(LOAD, 0x1000, 1, 0, 1);
    core.load_passes = true;
    go(LOAD, 0x3000, 4, 128, 1), answer(), answer(), answer(), answer();
    assert_int_equal(p.of[2].loads, 1);
    assert_int_equal(p.of[2].lines, 2);
    assert_int_equal(p.of[2].lines_reused, 1);
    assert_int_equal(p.of[3].loads, 1);
    assert_int_equal(p.of[3].lines, 3);
    assert_int_equal(p.of[3].lines_reused, 0);
    assert_int_equal(p.of[1].loads, 7);
    assert_int_equal(p.of[1].fully_cached, 4);
    assert_int_equal(p.of[1].lines, 2);
    assert_int_equal(p.of[1].lines_reused, 2);
    assert_int_equal(p.of[4].loads, 1);
    assert_int_equal(p.of[4].lines + p.of[4].fully_cached, 0);
    assert_int_equal(totals.loads_uncoalesced, 2);
    assert_int_equal(totals.l1d_load_accesses, 2 + 1 + 1 + 3 + 1 + 1 + 1 + 1 + 1);
    assert_int_equal(totals.l1d_load_hits, 4);
    assert_int_equal(degrees_total(&p, 1, 2).latency, totals.latency_coherent);
    assert_int_equal(degrees_total(&p, 3, DEGREES).latency, totals.latency_divergent);
    assert_ptr_equal(degree_of(&p, DEGREES + 8), &p.of[DEGREES]);
    assert_int_equal(totals.l1d_hits_same_thread + totals.l1d_hits_same_warp + totals.l1d_hits_other_warp, 0);
    forget();
    close_unit();
    answers.load_passes = false;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_access), cmocka_unit_test(each_store),
                                       cmocka_unit_test(lanes_of_local_memory), cmocka_unit_test(lanes_of_half_warps), cmocka_unit_test(lanes_of_pieces),
                                       cmocka_unit_test(time_shows), cmocka_unit_test(loads_by_degree),
                                       cmocka_unit_test(whose_lines)};
    return cmocka_run_group_tests_name("l1d_watch", tests, NULL, NULL);
}
