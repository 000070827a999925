// SPDX-License-Identifier: BSD-3-Clause
// How long a store waits for another process, by a clock of the test: as long as its file changes, and five seconds after it has changed
// last or the wait began, whichever is later.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <fcntl.h>

#include <cmocka.h>

#define progress_seconds seconds_of_the_test
#include "sim/campaign/store/store_wait.c"
#undef progress_seconds

static double now;
double seconds_of_the_test(void) { return now; }

static const char *path(void)
{
    static char text[256];

    snprintf(text, sizeof text, "%s/test_store_wait.file", getenv("BUILD") ? getenv("BUILD") : "build");
    return text;
}

// The file has changed at this time.
static void change(time_t seconds, long nanoseconds)
{
    const struct timespec times[2] = { { .tv_sec = seconds, .tv_nsec = nanoseconds }, { .tv_sec = seconds, .tv_nsec = nanoseconds } };

    fclose(fopen(path(), "a"));
    assert_int_equal(utimensat(AT_FDCWD, path(), times, 0), 0);
}

static int looks_at(store_wait *w, int looks, double at)
{
    now = at;
    return wait_once(w, looks);
}

static void test_waits(void **state)
{
    store_wait w = { .path = path(), .draw = 1 };

    (void)state;
    change(1000, 1);
    assert_int_equal(looks_at(&w, 0, 100), 1);
    assert_int_equal(looks_at(&w, 1, 105), 1);
    assert_int_equal(looks_at(&w, 2, 105.001), 0);
    // another wait, long after the last one, for a file that has not changed since: it has its five seconds, too
    assert_int_equal(looks_at(&w, 0, 200), 1);
    assert_int_equal(looks_at(&w, 1, 204), 1);
    change(1000, 2);
    assert_int_equal(looks_at(&w, 2, 209), 1);                      // by a nanosecond
    assert_int_equal(looks_at(&w, 3, 214), 1);
    change(1001, 2);
    assert_int_equal(looks_at(&w, 4, 400), 1);
    assert_int_equal(looks_at(&w, 5, 405.001), 0);
    // a file that is gone does not change
    assert_int_equal(looks_at(&w, 0, 500), 1);
    remove(path());
    assert_int_equal(looks_at(&w, 1, 505), 1);
    assert_int_equal(looks_at(&w, 2, 505.001), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_waits) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
