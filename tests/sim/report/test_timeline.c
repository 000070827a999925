// Rows of a timeline: what happened in the interval alone, mean, minimum and maximum of registers, empty where there is nothing
// to divide by.
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
    timeline_row(&t, 100, &now, values, 2);
    now.thread_insns += 25, now.stalls_ldst_mshr += 2, now.loads_divergent += 3;
    values[0] = (timeline_value){ .sum = 7, .low = 7, .high = 7, .sms = 1 };
    timeline_row(&t, 150, &now, values, 2);
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

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(rows_are_of_their_interval) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
