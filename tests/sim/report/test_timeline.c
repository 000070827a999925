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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_of_their_interval), cmocka_unit_test(kept_rows_are_bounded),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
