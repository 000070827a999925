// SPDX-License-Identifier: BSD-3-Clause
// The line of a run that takes long: what a terminal gets, how often, and that a pipe gets nothing.
#define _GNU_SOURCE                    // terminals in pairs, syscall
#include <fcntl.h>
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/report/progress.h"

static int errors, terminal = -1, saved;        // what reads what the standard error gets
static bool clock_stands;                       // the C library's gives way to this one

int clock_gettime(clockid_t which, struct timespec *now)
{
    if (!clock_stands)
        return (int)syscall(SYS_clock_gettime, which, now);
    *now = (struct timespec){ .tv_sec = 1000000 };
    return 0;
}

static void begin(bool on_terminal)
{
    int ends[2] = { -1, -1 };

    if (on_terminal) {
        struct termios raw;

        errors = posix_openpt(O_RDWR | O_NOCTTY);
        assert_true(errors >= 0 && grantpt(errors) == 0 && unlockpt(errors) == 0);
        terminal = open(ptsname(errors), O_RDWR | O_NOCTTY);
        assert_int_equal(tcgetattr(terminal, &raw), 0);
        raw.c_oflag &= (tcflag_t)~OPOST;        // a line's end as it is
        tcsetattr(terminal, TCSANOW, &raw);
    } else {
        assert_int_equal(pipe(ends), 0);
        errors = ends[0];
        terminal = ends[1];
    }
    fcntl(errors, F_SETFL, O_NONBLOCK);
    saved = dup(STDERR_FILENO);
    dup2(terminal, STDERR_FILENO);
}

static void end(void)
{
    fflush(stderr);
    dup2(saved, STDERR_FILENO);
    close(saved), close(terminal), close(errors);
}

// Since the last time. What is written to a terminal comes out at its other end when the system finds the time.
static void expect(const char *expected)
{
    struct pollfd there = { .fd = errors, .events = POLLIN };
    char seen[1000];
    size_t length = 0;
    ssize_t more;

    fflush(stderr);
    do
        if ((more = read(errors, seen + length, sizeof seen - 1 - length)) > 0)
            length += (size_t)more;
    while (more > 0 || (length < strlen(expected) && poll(&there, 1, 10000) > 0));
    seen[length] = 0;
    if (strcmp(seen, expected) != 0) {
        dup2(saved, STDERR_FILENO);
        fail_msg("seen %s, expected %s", seen, expected);
    }
}

// The clock stands, however busy the machine is: times are put back instead.
static void lines_of_a_run(void **state)
{
    progress p;

    (void)state;
    begin(true);
    clock_stands = true;
    progress_begin(&p, 3);
    progress_clear(&p);                         // nothing was shown
    expect("");
    for (unsigned run = 1; run <= 2; run++) {
        char line[200];

        progress_run(&p, "atax", run == 1 ? "swl" : "gto");
        assert_int_equal(p.launches, 0);
        p.launches = run;
        progress_launch(&p);
        p.run_began -= 1000, p.launch_began -= 100;
        p.last = 0;
        progress_step(&p, 5000300, 3, 12);
        snprintf(line, sizeof line, "\r[%u/3] atax %s: 5000300 cycles, kernels done %u, CTAs 3 of 12, 5000 cycles/s, this kernel 300 s to go\033[K", run,
                 run == 1 ? "swl" : "gto", run);
        expect(line);
        progress_step(&p, 6000000, 4, 12);      // too soon
        expect("");
        p.last -= 0.25;
        progress_step(&p, 6000300, 0, 12);      // nobody knows how long
        snprintf(line, sizeof line, "\r[%u/3] atax %s: 6000300 cycles, kernels done %u, CTAs 0 of 12, 6000 cycles/s\033[K", run,
                 run == 1 ? "swl" : "gto", run);
        expect(line);
        progress_clear(&p);
        expect("\r\033[K");
        progress_end(&p, 7000000);
        snprintf(line, sizeof line, "\r\033[K[%u/3] atax %s: 7000000 cycles, 1000.0 s\n", run, run == 1 ? "swl" : "gto");
        expect(line);
    }
    progress_begin(&p, 1);                      // of one run no line stays
    progress_run(&p, "atax", "swl");
    progress_end(&p, 5);
    expect("");
    clock_stands = false;
    end();
}

static void a_pipe_gets_nothing(void **state)
{
    progress p;

    (void)state;
    begin(false);
    progress_begin(&p, 3);
    progress_run(&p, "bfs", "gto");
    progress_launch(&p);
    progress_step(&p, 5, 1, 2);
    progress_clear(&p);
    progress_end(&p, 5);
    expect("");
    end();
}

// Forward, in seconds.
static void a_clock(void **state)
{
    const double before = progress_seconds();
    double after;

    (void)state;
    usleep(20000);
    after = progress_seconds();
    assert_true(after - before >= 0.02 && after - before < 5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_a_run), cmocka_unit_test(a_pipe_gets_nothing), cmocka_unit_test(a_clock),
    };

    return cmocka_run_group_tests_name("progress", tests, NULL, NULL);
}
