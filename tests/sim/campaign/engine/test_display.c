// SPDX-License-Identifier: BSD-3-Clause
// The line of progress of a campaign: how many runs, how long, which is slowest; how often, and where it is silent.
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/engine/display.h"
#include "sim/report/progress.h"
#include "tests/sim/campaign/by_hand.h"

static const char *words(const campaign *c, double now)
{
    static char line[256];
    FILE *file = fmemopen(line, sizeof line, "w");

    display_words(c, now, file);
    fclose(file);
    return line;
}

// Kernels of 100 and of 10 s a run, two workers; two runs that failed, one begun, then a hundred more.
static void test_words(void **state)
{
    campaign c;
    campaign_run *started;
    unsigned made;
    char line[256];

    (void)state;
    by_hand_begin(&c, by_hand_warplock(), "");
    c.parallel = 2;
    for (unsigned i = 0; i < c.n_runs; i++) {
        c.runs[i].stored.seconds = strcmp(c.runs[i].kernel->name, "atax") == 0 ? 100 : 10;
        c.runs[i].planned = true;
    }
    made = c.n_runs;
    snprintf(line, sizeof line, "%u of %u runs done, 0 to go", made, made);
    assert_string_equal(words(&c, 0), line);
    for (unsigned i = 0; i < 2; i++) {
        campaign_run *run = campaign_add(&c, i ? "atax" : "bfs", "lrr MSHR 48");

        run->planned = true;
        run->state = RUN_FAILED;
        run->stored.seconds = i ? 100 : 10;
    }
    started = campaign_add(&c, "atax", "lrr MSHR 64");
    started->planned = true;
    started->state = RUN_STARTED;
    started->began = 1000;
    snprintf(line, sizeof line,
             "%u of %u runs done, 2 failed, 1 to go, about 0:01 h left; slowest now: atax lrr MSHR 64 for 20 s",
             made, made + 3);
    assert_string_equal(words(&c, 1020), line);
    for (unsigned i = 0; i < 100; i++) {
        char system[32];

        snprintf(system, sizeof system, "oaws-static SMR %u MSHR 80", i);
        campaign_add(&c, "atax", system)->planned = true;
    }
    started = campaign_add(&c, "bfs", "lrr MSHR 64");                   // younger than the other
    started->planned = true;
    started->state = RUN_STARTED;
    started->began = 1010;
    snprintf(line, sizeof line,
             "%u of %u runs done, 2 failed, 102 to go, about 1:24 h left; slowest now: atax lrr MSHR 64 for 0:02",
             made, made + 104);                                         // 100 runs of 100 s by two
    assert_string_equal(words(&c, 1120), line);
    campaign_end(&c);
}

// Of each kernel three runs; whichever of them is begun, 4 s of it are over, and of the two beside it one is made.
static void test_begun_in_any_place(void **state)
{
    enum { EACH = 3, RUNS = 2 * EACH };
    static const char *const kernels[2] = { "bfs", "atax" }, *const systems[EACH] = { "lrr MSHR 48", "lrr", "gto" };
    static const double seconds[2] = { 10, 100 };
    campaign c;

    (void)state;
    by_hand_empty(&c, "oaws", kernels, 2);
    c.parallel = 1;
    for (unsigned i = 0; i < RUNS; i++) {
        campaign_run *run = campaign_add(&c, kernels[i / EACH], systems[i % EACH]);

        assert_ptr_equal(run, &c.runs[i]);
        run->planned = true;
        run->stored.seconds = seconds[i / EACH];
        run->began = 1000;
    }
    for (unsigned begun = 0; begun < RUNS; begun++) {
        for (unsigned i = 0; i < RUNS; i++)
            c.runs[i].state = i / EACH == begun / EACH && (i + 1) % EACH == begun % EACH ? RUN_WANTED : RUN_GOOD;
        c.runs[begun].state = RUN_STARTED;
        assert_true(fabs(display_seconds_to_go(&c, 1004) - (2 * seconds[begun / EACH] - 4)) < 1e-9);
    }
    campaign_end(&c);
}

// Less than a second is something, too.
static void test_a_moment_to_go(void **state)
{
    campaign c;
    char line[256];

    (void)state;
    by_hand_begin(&c, by_hand_warplock(), "");
    c.parallel = 1;
    for (unsigned i = 0; i < c.n_runs; i++) {
        c.runs[i].stored.seconds = 0.5;
        c.runs[i].planned = true;
    }
    snprintf(line, sizeof line, "%u of %u runs done, 1 to go, about 0:01 h left", c.n_runs, c.n_runs + 1);
    campaign_add(&c, "atax", "lrr MSHR 48")->planned = true;
    assert_string_equal(words(&c, 0), line);
    campaign_end(&c);
}

// Into a pipe: nothing in the first minute, then a line of its own.
static void test_pipe(void **state)
{
    campaign c;
    display d;
    char seen[512] = "";
    int ends[2], before = dup(STDERR_FILENO);

    (void)state;
    by_hand_begin(&c, by_hand_warplock(), "");
    assert_int_equal(pipe(ends), 0);
    dup2(ends[1], STDERR_FILENO);
    close(ends[1]);
    display_begin(&d);
    display_step(&d, &c);
    d.last -= 59;
    display_step(&d, &c);
    fputs("-\n", stderr);
    d.last -= 1.1;
    display_step(&d, &c);
    display_step(&d, &c);
    display_end(&d);
    dup2(before, STDERR_FILENO);
    close(before);
    assert_true(read(ends[0], seen, sizeof seen - 1) > 0);
    close(ends[0]);
    assert_memory_equal(seen, "-\nwarplock: ", 12);
    assert_non_null(strstr(seen, " to go\n"));
    assert_ptr_equal(strchr(seen + 2, '\n'), seen + strlen(seen) - 1);
    assert_null(strchr(seen, '\r'));
    campaign_end(&c);
}

// A terminal's line is gone behind the last run; where none was drawn there is nothing to take away.
static void test_end_on_a_terminal(void **state)
{
    const display ends[] = { { .terminal = true, .drawn = true }, { .terminal = true }, { .drawn = true } };
    char seen[20] = "";
    int errors = dup(STDERR_FILENO), ends_of_pipe[2];

    (void)state;
    assert_int_equal(pipe(ends_of_pipe), 0);
    dup2(ends_of_pipe[1], STDERR_FILENO);
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++)
        display_end(&ends[i]);
    fflush(stderr);
    dup2(errors, STDERR_FILENO);
    close(errors);
    close(ends_of_pipe[1]);
    assert_int_equal(read(ends_of_pipe[0], seen, sizeof seen), 4);
    close(ends_of_pipe[0]);
    assert_memory_equal(seen, "\r\033[K", 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_words), cmocka_unit_test(test_begun_in_any_place), cmocka_unit_test(test_a_moment_to_go), cmocka_unit_test(test_pipe), cmocka_unit_test(test_end_on_a_terminal) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
