// SPDX-License-Identifier: BSD-3-Clause
// The engine of this machine with workers of a test's own: one that is killed is made again, alone, and fails when it goes on like
// that; one that cannot be run or begun ends the campaign, and its run is wanted still.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/engine/engine.h"
#include "sim/report/progress.h"
#include "tests/sim/campaign/by_hand.h"

static char folder[200], program[256], store_path[256], message[300];

static int begin(void **state)
{
    char line[600];

    (void)state;
    snprintf(folder, sizeof folder, "%s/test_local", getenv("BUILD") ? getenv("BUILD") : "build");
    snprintf(line, sizeof line, "rm -rf '%s' && mkdir -p '%s'", folder, folder);
    snprintf(program, sizeof program, "%s/worker", folder);
    snprintf(store_path, sizeof store_path, "%s/store", folder);
    return system(line);
}

// The worker: `script` knows its kernel as $kernel and its folder as $here.
static void by_worker(campaign *c, const char *script)
{
    FILE *file = fopen(program, "w");

    assert_non_null(file);
    fprintf(file, "#!/bin/sh\nfor kernel; do :; done\nhere=${0%%/*}\n%s\necho '[{\"verified\": true, \"ipc\": 2}]'\n", script);
    fclose(file);
    assert_int_equal(chmod(program, 0755), 0);
    by_hand_few(c);
    c->program = program;
    c->stored_only = false;
    c->workers = 2;
    for (unsigned i = 0; i < c->n_runs; i++)
        c->runs[i].planned = false;
    c->store = store_open(store_path, STORE_MAKE, message, sizeof message);
    assert_non_null(c->store);
}

static campaign_run *planned(campaign *c, const char *kernel)
{
    campaign_run *run = campaign_add(c, kernel, "lrr");

    run->planned = true;
    return run;
}

static void end(campaign *c)
{
    store_close(c->store);
    c->store = NULL;
    campaign_end(c);
}

// atax is killed while bfs runs; when it is made again bfs must have ended. vadd is killed as often as it is made.
static void test_killed(void **state)
{
    campaign c;
    campaign_run *once, *slow, *always;

    (void)state;
    by_worker(&c, "echo $kernel >>$here/began\n"
                  "case $kernel in\n"
                  "    atax) [ -e $here/bfs ] && [ -e $here/killed ] && exit 9\n"
                  "        [ -e $here/killed ] || { : >$here/killed; kill -9 $$; } ;;\n"
                  "    bfs) : >$here/bfs; sleep 0.3; rm $here/bfs ;;\n"
                  "    vadd) kill -9 $$ ;;\n"
                  "esac");
    once = planned(&c, "atax"), slow = planned(&c, "bfs"), always = planned(&c, "vadd");
    if (!campaign_execute(&c))
        fail_msg("%s", c.error);
    assert_int_equal(once->state, RUN_GOOD);
    assert_int_equal(slow->state, RUN_GOOD);
    assert_int_equal(always->state, RUN_FAILED);
    assert_int_equal(always->stored.status, -SIGKILL);
    end(&c);
    char path[256], seen[200];
    snprintf(path, sizeof path, "%s/began", folder);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    seen[fread(seen, 1, sizeof seen - 1, file)] = 0;
    fclose(file);
    unsigned tries = 0;
    for (const char *at = seen; (at = strstr(at, "vadd")); at++)
        tries++;
    assert_int_equal(tries, 3);
}

static void test_no_worker(void **state)
{
    campaign c;
    campaign_run *run;

    (void)state;
    by_worker(&c, ":");
    c.program = "/no/such/program";
    run = planned(&c, "atax");
    assert_false(campaign_execute(&c));
    assert_string_equal(c.error, "/no/such/program: cannot be run: No such file or directory");
    assert_int_equal(run->state, RUN_WANTED);
    end(&c);
}

static void test_no_more_files(void **state)
{
    struct rlimit before, few;
    campaign_run *run;
    campaign c;
    bool good;

    (void)state;
    by_worker(&c, ":");
    run = planned(&c, "atax");
    getrlimit(RLIMIT_NOFILE, &before);
    few = before;
    few.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &few);
    good = campaign_execute(&c);
    setrlimit(RLIMIT_NOFILE, &before);
    assert_false(good);
    assert_string_equal(c.error, "a process cannot be started: Too many open files");
    assert_int_equal(run->state, RUN_WANTED);
    c.error[0] = 0;
    assert_true(campaign_execute(&c));                      // and goes on when there are some
    assert_int_equal(run->state, RUN_GOOD);
    end(&c);
}

static unsigned under_way(const campaign *c)
{
    unsigned n = 0;

    for (unsigned i = 0; i < c->n_runs; i++)
        n += c->runs[i].state == RUN_STARTED;
    return n;
}

// All that have room begin in one step. One that had none is not looked at again for a tenth of a second, and then begins.
static void test_room(void **state)
{
    enum { MEMORY_MB = 300 };                               // one run that is not known yet is taken to need 256
    campaign c;

    (void)state;
    for (unsigned limited = 0; limited < 2; limited++) {
        assert_int_equal(begin(NULL), 0);
        by_worker(&c, "sleep 30");
        planned(&c, "atax"), planned(&c, "bfs");
        c.memory_mb = limited ? MEMORY_MB : 4 * MEMORY_MB;
        void *local = local_begin(&c);
        const double before = progress_seconds();
        assert_true(local_step(local));
        assert_int_equal(under_way(&c), limited ? 1 : 2);
        c.memory_mb = 4 * MEMORY_MB;
        assert_true(local_step(local));
        if (progress_seconds() - before < 0.1)
            assert_int_equal(under_way(&c), limited ? 1 : 2);
        usleep(120000);
        assert_true(local_step(local));
        assert_int_equal(under_way(&c), 2);
        local_end(local);
        assert_int_equal(under_way(&c), 0);
        end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_killed, begin), cmocka_unit_test_setup(test_no_worker, begin), cmocka_unit_test_setup(test_no_more_files, begin),
        cmocka_unit_test(test_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
