// SPDX-License-Identifier: BSD-3-Clause
// Rows of a timeline: what happened in the interval alone, mean, minimum and maximum of registers, empty where there is nothing
// to divide by. Kept, they are the same in bounds, and lose nothing when each two of them become one.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "sim/report/timeline.h"

static void rows_are_of_their_interval(void **state)
{
    static const char *const names[] = { "ocw", "oaws_ocw.cnt" };
    timeline_value values[2] = { { .sum = 10, .low = 2, .high = 5, .sms = 4 }, { .sum = 0 } };
    counters now = { .thread_insns = 640, .mshr_entry_cycles = 300, .sm_active_cycles = 200, .stalls_ldst_mshr = 7 };
    timeline t = { .interval = 100 };
    char *text = NULL, *line;
    size_t length;

    (void)state;
    t.file.stream = open_memstream(&text, &length);
    timeline_header(&t, names, 2);
    timeline_row(&t, 100, &now, names, values, 2);
    now.thread_insns += 25, now.stalls_ldst_mshr += 2, now.loads_divergent += 3;
    values[0] = (timeline_value){ .sum = 7, .low = 7, .high = 7, .sms = 1 };
    timeline_row(&t, 150, &now, names, values, 2);
    fclose(t.file.stream);
    line = strtok(text, "\n");
    assert_string_equal(line, "cycle,ipc,mshr.occupancy,sm.active_cycles,ldst.active_cycles,mshr.full_cycles,stalls.ldst_coal,"
                              "stalls.ldst_mshr,stalls.ldst_icnt,stalls.idle,stalls.scoreboard,stalls.pipeline,"
                              "stalls.scheduler_ldst,stalls.occluded,loads.divergent,loads.divergent_fully_cached,"
                              "ocw_mean,ocw_min,ocw_max,oaws_ocw.cnt_mean,oaws_ocw.cnt_min,oaws_ocw.cnt_max");
    assert_string_equal(strtok(NULL, "\n"), "100,6.4,1.5,200,0,0,0,7,0,0,0,0,0,0,0,0,2.5,2,5,,,");
    assert_string_equal(strtok(NULL, "\n"), "150,0.5,,0,0,0,0,2,0,0,0,0,0,0,3,0,7,7,7,,,");
    free(text);
}

static double at(json_t *object, size_t row, const char *column)
{
    json_t *columns = json_object_get(object, "columns"), *name, *value;
    size_t i;

    json_array_foreach(columns, i, name)
        if (strcmp(json_string_value(name), column) == 0) {
            value = json_array_get(json_array_get(json_object_get(object, "rows"), row), i);
            return json_is_null(value) ? -1 : json_number_value(value);
        }
    fail_msg("no column %s", column);
    return 0;
}

// Rows of 64 cycles, 256 of them by cycle 16,384, of 256 cycles from 32,768 on: sums, the last cycle and means stay.
static void kept_rows_are_bounded(void **state)
{
    static const char *const names[] = { "ocw", "cnt" };
    timeline t = { .interval = INTERVALS_FIRST, .kept = intervals_new() };
    uint64_t cycle = 0, insns = 0;
    counters now = { 0 };
    json_t *object;
    size_t rows;
    double sum = 0, mean = 0, last = 0;

    (void)state;
    timeline_header(&t, names, 2);
    while (cycle < 64000) {
        timeline_value values[2] = { { .sum = cycle < 32000 ? 4 : 8, .low = 2, .high = 2, .sms = 2 }, { .sum = 0 } };

        cycle += t.interval;
        insns += now.stalls_idle % 7;
        now.thread_insns = 10 * cycle;
        now.stalls_idle = insns + cycle;
        now.sm_active_cycles = 2 * cycle;
        now.mshr_entry_cycles = 3 * cycle;
        timeline_row(&t, cycle, &now, names, values, 2);
    }
    assert_int_equal(t.interval, 256);
    object = intervals_json(t.kept);
    rows = json_array_size(json_object_get(object, "rows"));
    assert_true(rows >= INTERVALS_MOST / 2 - 1 && rows < INTERVALS_MOST);
    for (size_t r = 0; r < rows; r++) {
        double end = at(object, r, "cycle");

        sum += at(object, r, "stalls.idle");
        mean += at(object, r, "ocw") * (end - last);
        last = end;
        assert_true(at(object, r, "ipc") == 10 && at(object, r, "mshr.occupancy") == 1.5 && at(object, r, "cnt") == -1);
    }
    assert_true(sum == (double)now.stalls_idle && last == (double)cycle);
    assert_true(mean > 2.9 * last && mean < 3.1 * last);        // 2 in one half of the time, 4 in the other
    json_decref(object);
    free(t.kept);
}

// In a file in the Trace Event Format: "name cycle value" of each event.
static void curves(const char *text, char *found, size_t size)
{
    json_t *file = json_loads(text, JSON_REJECT_DUPLICATES, NULL), *event, *value;
    const char *key;
    size_t i;

    assert_non_null(file);
    *found = 0;
    json_array_foreach(json_object_get(file, "traceEvents"), i, event) {
        json_t *values = json_object_get(event, "args");

        assert_string_equal(json_string_value(json_object_get(event, "ph")), "C");
        assert_int_equal(json_integer_value(json_object_get(event, "pid")), TRACE_GPU);
        snprintf(found + strlen(found), size - strlen(found), "%s %lld", json_string_value(json_object_get(event, "name")),
                 (long long)json_integer_value(json_object_get(event, "ts")));
        json_object_foreach(values, key, value)
            snprintf(found + strlen(found), size - strlen(found), " %s %g", key, json_number_value(value));
        strcat(found, "\n");
    }
    json_decref(file);
}

// An interval stands from its beginning on, the first of the window from the window's; a register from the end on at which it
// was looked at. What cannot be divided has no point; rows outside of the window have none.
static void curves_of_a_window(void **state)
{
    static const char *const names[] = { "ocw", "cnt" };
    static const struct { uint64_t cycle, insns, active; } rows[] = { { 100, 50, 0 }, { 150, 250, 100 }, { 260, 1350, 0 }, { 300, 1390, 0 }, { 500, 2390, 0 }, { 600, 2400, 9 } };
    timeline_value values[2] = { { .sum = 10, .low = 2, .high = 5, .sms = 4 }, { .sum = 0 } };
    counters now = { 0 };
    trace_events trace = { .any = false };
    timeline t = { .interval = 100, .trace = &trace };
    char *text = NULL, found[16384], expected[16384] = "";
    size_t length;

    (void)state;
    trace.file.stream = open_memstream(&text, &length);
    trace_events_begin(&trace, 100, 200, NULL, 0);
    timeline_header(&t, names, 2);
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        now.thread_insns = rows[i].insns;
        now.sm_active_cycles += rows[i].active;
        now.mshr_entry_cycles += 30;
        now.loads_divergent += i;
        timeline_row(&t, rows[i].cycle, &now, names, values, 2);
    }
    trace_events_end(&trace);
    fclose(trace.file.stream);
    curves(text, found, sizeof found);
    for (unsigned i = 1; i <= 3; i++) {
        static const char *const others[] = { "ldst.active_cycles", "mshr.full_cycles", "stalls.ldst_coal", "stalls.ldst_mshr", "stalls.ldst_icnt",
            "stalls.idle", "stalls.scoreboard", "stalls.pipeline", "stalls.scheduler_ldst", "stalls.occluded" };
        char *to = expected + strlen(expected);
        const unsigned from = (unsigned)rows[i - 1].cycle;

        to += sprintf(to, "ipc %u value %g\n", from, (double)(rows[i].insns - rows[i - 1].insns) / (double)(rows[i].cycle - rows[i - 1].cycle));
        if (rows[i].active)
            to += sprintf(to, "mshr.occupancy %u value %g\n", from, 30.0 / (double)rows[i].active);
        to += sprintf(to, "sm.active_cycles %u value %u\n", from, (unsigned)rows[i].active);
        for (unsigned other = 0; other < sizeof others / sizeof others[0]; other++)
            to += sprintf(to, "%s %u value 0\n", others[other], from);
        to += sprintf(to, "loads.divergent %u value %u\nloads.divergent_fully_cached %u value 0\n", from, i, from);
        sprintf(to, "ocw %u mean 2.5 min 2 max 5\n", (unsigned)rows[i].cycle);
    }
    assert_string_equal(found, expected);
    free(text);
    // The first row of a window that begins in it stands from the window's beginning on; the last one's registers lie behind it.
    timeline_value one[1] = { { .sum = 3, .low = 3, .high = 3, .sms = 1 } };
    trace = (trace_events){ .any = false };
    t = (timeline){ .interval = 100, .trace = &trace };
    trace.file.stream = open_memstream(&text, &length);
    trace_events_begin(&trace, 100, 50, NULL, 0);
    timeline_row(&t, 300, &(counters){ .thread_insns = 600 }, names, one, 1);
    trace_events_end(&trace);
    fclose(trace.file.stream);
    curves(text, found, sizeof found);
    assert_true(strncmp(found, "ipc 100 value 2\n", 16) == 0);
    assert_null(strstr(found, "ocw"));
    free(text);
}

// Two rows become one: it ends where the second does, lasts as long as both, and has the least and the most of both.
static void two_rows_become_one(void **state)
{
    intervals *kept = intervals_new();
    static const char *const names[] = { "a", "b", "c", "d" };

    (void)state;
    intervals_name(kept, names, 4);
    for (unsigned i = 0; i < INTERVALS_MOST; i++) {
        interval_row row = { .cycle = 10 * (i + 1), .cycles = 10, .counted = { .thread_insns = i, .stalls_idle = 1 },
                             .values = { { .sum = 6, .low = i % 2 ? 1 : 2, .high = i % 2 ? 5 : 4, .sms = 2 },
                                         { .sum = 6, .low = i % 2 ? 2 : 1, .high = i % 2 ? 4 : 5, .sms = 2 }, { .sum = 0 }, { .sum = 0 } } };

        row.values[2 + i % 2] = (timeline_value){ .sum = 9, .low = 4, .high = 5, .sms = 3 };
        assert_int_equal(intervals_add(kept, &row), i == INTERVALS_MOST - 1);
        assert_int_equal(kept->n_rows, i == INTERVALS_MOST - 1 ? INTERVALS_MOST / 2 : i + 1);
    }
    for (unsigned i = 0; i < INTERVALS_MOST / 2; i++) {
        const interval_row *row = &kept->rows[i];

        assert_true(row->cycle == 20 * (i + 1) && row->cycles == 20 && row->counted.thread_insns == 4 * i + 1 && row->counted.stalls_idle == 2);
        for (unsigned v = 0; v < 2; v++)
            assert_true(row->values[v].sum == 12 && row->values[v].low == 1 && row->values[v].high == 5 && row->values[v].sms == 4);
        for (unsigned v = 2; v < 4; v++)
            assert_true(row->values[v].sum == 9 && row->values[v].low == 4 && row->values[v].high == 5 && row->values[v].sms == 3);
    }
    free(kept);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_of_their_interval), cmocka_unit_test(kept_rows_are_bounded),
        cmocka_unit_test(curves_of_a_window), cmocka_unit_test(two_rows_become_one),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
