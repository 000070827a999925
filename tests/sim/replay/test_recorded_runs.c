// SPDX-License-Identifier: BSD-3-Clause
// Recordings of whole runs. Where lines are allocated on miss and time decides on no access, a replay under LRU has the
// run's hits and merges, whatever stores do; the recording has the run's accesses in any case; and nothing of the run
// itself is changed by being watched.
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "tests/sim/command.h"

#define TWO_SMS "--set gpu.sms=2 --set gpu.clusters=2 --set l1d.mshrs=2 "

static uint64_t number(const json_t *object, const char *group, const char *name)
{
    const json_t *at = json_object_get(json_object_get(object, group), name);
    if (!json_is_integer(at))
        fail_msg("the JSON lacks %s.%s", group, name);
    return (uint64_t)json_integer_value(at);
}

static void agrees(const json_t *run, bool exact)
{
    const json_t *belady = json_object_get(run, "belady");
    uint64_t hits = number(run, "l1d", "hits"), merges = number(run, "l1d", "pending_hits"), misses = number(run, "l1d", "misses");
    assert_int_equal(number(belady, "run", "hits"), hits);
    assert_int_equal(number(belady, "run", "merges"), merges);
    assert_int_equal(number(belady, "run", "misses"), misses);
    assert_int_equal(number(run, "l1d", "hits_same_thread") + number(run, "l1d", "hits_same_warp") +
                     number(run, "l1d", "hits_other_warp"), hits);
    uint64_t lru = number(belady, "lru", "hits"), unbounded = number(belady, "unbounded", "load_hits");
    assert_true(number(belady, "optimal", "load_hits") >= number(belady, "lru", "load_hits"));
    assert_true(unbounded >= number(belady, "optimal", "load_hits"));
    assert_int_equal(lru + number(belady, "lru", "misses"), hits + merges + misses);
    if (exact) {
        assert_int_equal(number(belady, "run", "timed"), 0);
        assert_int_equal(lru, hits + merges);
    }
}

static void lru_is_the_run(void **state)
{
    (void)state;
    static const struct { const char *arguments; unsigned evictions; } runs[] = {       // at least, beyond the first misses
        {TWO_SMS "bfs", 1000}, {TWO_SMS "kmeans --size 2048 --set l1d.global_write=through", 5000},
        {TWO_SMS "streamcluster --size 1024", 100}, {TWO_SMS "srad --set l1d.global_write=back", 100},
        {"--machine gtx480 pathfinder", 0}, {"jacobi64", 20}};
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        json_t *array = command_json(0, "--belady --locality %s", runs[i].arguments), *run = json_array_get(array, 0);
        const json_t *belady = json_object_get(run, "belady");
        agrees(run, true);
        if (number(belady, "lru", "misses") - number(belady, "unbounded", "misses") < runs[i].evictions)
            fail_msg("%s: too few lines leave the L1D for this to show anything", runs[i].arguments);
        json_decref(array);
    }
}

// Allocated on fill, or with ways in flight in the way: the difference is there, and printed.
static void elsewhere_it_is_printed(void **state)
{
    (void)state;
    int status;
    json_t *array = command_json(0, "--belady --locality --policy lrr,gto spmv"), *run;
    size_t i;
    json_array_foreach(array, i, run)
    {
        agrees(run, false);
        const json_t *belady = json_object_get(run, "belady");
        assert_true(number(belady, "run", "timed") > 100);
        assert_int_equal(json_integer_value(json_object_get(belady, "difference")),
                         number(belady, "lru", "hits") - number(run, "l1d", "hits") - number(run, "l1d", "pending_hits"));
    }
    json_decref(array);
    array = command_json(0, "--belady --locality --machine oaws spmv");
    agrees(json_array_get(array, 0), false);
    assert_null(json_object_get(json_object_get(json_array_get(array, 0), "belady"), "difference"));
    json_decref(array);
    char *text = command_text(&status, "run --belady spmv");
    assert_int_equal(status, 0);
    assert_non_null(strstr(text, " than the run has hits and merges; time decided on "));
    free(text);
}

static void watching_changes_nothing(void **state)
{
    (void)state;
    json_t *watched = command_json(0, "--belady --locality --policy lrr,gto bfs"), *plain = command_json(0, "--policy lrr,gto bfs"), *run;
    size_t i;
    json_array_foreach(watched, i, run)
    {
        json_t *other = json_array_get(plain, i), *l1d = json_object_get(run, "l1d");
        json_object_del(run, "wall_seconds"), json_object_del(other, "wall_seconds"), json_object_del(run, "belady");
        json_object_del(l1d, "hits_same_thread"), json_object_del(l1d, "hits_same_warp"), json_object_del(l1d, "hits_other_warp");
        assert_true(json_equal(run, other));
    }
    json_decref(watched);
    json_decref(plain);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lru_is_the_run), cmocka_unit_test(elsewhere_it_is_printed),
                                       cmocka_unit_test(watching_changes_nothing)};
    return cmocka_run_group_tests_name("recorded_runs", tests, NULL, NULL);
}
