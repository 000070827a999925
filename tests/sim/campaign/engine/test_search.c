// SPDX-License-Identifier: BSD-3-Clause
// Searches for the best of some systems: the curve and the choice by hand; of whole runs, that the best is the best, that
// what was tried is not tried again, and that a search that was killed or interrupted goes on where it stopped.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/number.h"
#include <sqlite3.h>

#include "sim/campaign/engine/search.h"
#include "sim/machine/machine.h"
#include "tests/sim/command.h"

enum { LIMITS = 8 };

static void put(campaign *c, const char *system, int status, double ipc)
{
    campaign_run *run = campaign_add(c, "atax", system);
    char text[128] = "";

    assert_non_null(run);
    if (status == 0)
        snprintf(text, sizeof text, "{\"ipc\":%g,\"cycles\":%d,\"l1d\":{\"mpki\":%g}}", ipc, (int)(100 * ipc), 2 * ipc);
    campaign_take_result(run, &(store_run){ .status = status, .result = strdup(text), .reason = strdup("") });
}

// Eight warps a scheduler: eight limits, the last of which is GTO. One has failed, two are equally fast.
static void test_curve(void **state)
{
    static const double ipc[] = { 1, 4, 3, 0, 4, 2, 1, 2 };
    campaign c = { .file = campaign_file_new(), .program = "/proc/self/exe", .size = "", .stored_only = true, .n_seeds = 1 };
    char name[SYSTEM_NAME];
    run_curve curve;

    (void)state;
    assert_true(campaign_add_machine(&c, NULL, "oaws", NULL, 0));
    c.machines[0].base->core.warps = 16;
    campaign_kernel_bundled(&c, "atax");
    assert_true(campaign_begin(&c));
    for (unsigned limit = 1; limit <= LIMITS; limit++) {
        snprintf(name, sizeof name, "swl limit %u", limit);
        put(&c, name, ipc[limit - 1] ? 0 : 3, ipc[limit - 1]);
    }
    const campaign_run *best = search_best(&c, best_word_of("swl-best"), "atax", &curve);
    assert_string_equal(best->system.name, "swl limit 2");
    assert_string_equal(curve.key, "policy.swl_limit");
    assert_int_equal(curve.best, 2);
    assert_int_equal(curve.n, LIMITS);
    for (unsigned i = 0; i < LIMITS; i++) {
        const curve_point *at = &curve.points[i];

        assert_int_equal(at->value, i + 1);
        assert_int_equal(at->known, ipc[i] != 0);
        assert_true(!at->known || (at->ipc == ipc[i] && at->mpki == 2 * ipc[i] && at->cycles == (uint64_t)(100 * ipc[i])));
    }
    assert_string_equal(c.runs[LIMITS - 1].system.policy, "gto");
    best_word own = { .name = "own", .systems = "swl limit 2,3,6", .unlimited = "", .by = "l1d.mpki" };
    assert_string_equal(campaign_find_best(&c, "atax", &own)->system.name, "swl limit 2");
    own.lowest = true;
    assert_string_equal(campaign_find_best(&c, "atax", &own)->system.name, "swl limit 6");
    campaign_end(&c);
}

// --- whole runs

enum { WHOLE = 24 };                             // limits of that machine

#define SEARCH "--machine oaws --set gpu.sms=2 --set gpu.clusters=2 --policy swl-best --workers 1 --size 96x96 atax"

static char store_path[256], command[512];

static void at_store(const char *name)
{
    snprintf(store_path, sizeof store_path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    unlink(store_path);
    snprintf(command, sizeof command, "--store %s " SEARCH, store_path);
}

// The numbers of the rows, in order: a row that is written again has another one.
static unsigned rows(long long numbers[static 64])
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    unsigned count = 0;

    if (sqlite3_open_v2(store_path, &database, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK) {
        sqlite3_busy_timeout(database, 5000);
        if (sqlite3_prepare_v2(database, "SELECT rowid FROM runs ORDER BY rowid", -1, &statement, NULL) == SQLITE_OK) {
            while (sqlite3_step(statement) == SQLITE_ROW && count < 64)
                numbers[count++] = sqlite3_column_int64(statement, 0);
            sqlite3_finalize(statement);
        }
    }
    sqlite3_close(database);
    return count;
}

static void test_best_is_best(void **state)
{
    long long before[64], after[64];
    int status;

    (void)state;
    at_store("search.sqlite");
    json_t *array = command_json(0, "%s", command), *run = json_array_get(array, 0), *search = json_object_get(run, "search");
    unsigned limit = (unsigned)json_integer_value(json_object_get(search, "best"));
    assert_int_equal(rows(before), WHOLE);
    assert_string_equal(json_string_value(json_object_get(run, "policy")), "swl-best");
    assert_int_equal(json_array_size(json_object_get(search, "curve")), WHOLE);
    double most = 0;
    for (unsigned i = 0; i < WHOLE; i++) {
        json_t *point = json_array_get(json_object_get(search, "curve"), i);
        double here = json_number_value(json_object_get(point, "ipc"));

        most = here > most ? here : most;
        if (i % 6 && i + 1 != limit)
            continue;
        json_t *alone = command_json(0, SEARCH " --policy swl --set policy.swl_limit=%u", i + 1);
        assert_number(here, json_number_value(json_object_get(json_array_get(alone, 0), "ipc")), 1e-9);
        if (i + 1 == limit)
            assert_int_equal(json_integer_value(json_object_get(json_array_get(alone, 0), "cycles")),
                             json_integer_value(json_object_get(run, "cycles")));
        json_decref(alone);
    }
    assert_number(json_number_value(json_object_get(run, "ipc")), most, 1e-9);
    json_decref(array);
    char *first = command_text(&status, "run %s", command), *text = command_text(&status, "run %s", command);
    assert_string_equal(first, text);
    assert_non_null(strstr(text, "atax under swl-best: of all policy.swl_limit from 1 to 24, "));
    assert_int_equal(rows(after), WHOLE);
    assert_memory_equal(before, after, WHOLE * sizeof before[0]);
    free(first);
    free(text);
}

// Ended by the signal once a run is kept.
static int end_in_the_middle(int signal_number, unsigned *kept, long long numbers[static 64])
{
    const char *build = getenv("BUILD") ? getenv("BUILD") : "build";
    char line[800];
    int status;

    snprintf(line, sizeof line, "exec %s/warplock run %s >/dev/null 2>&1", build, command);
    pid_t pid = fork();
    if (pid == 0) {
        signal(SIGINT, SIG_DFL);
        execl("/bin/sh", "sh", "-c", line, (char *)NULL);
        _exit(127);
    }
    for (*kept = 0; *kept < 2 && waitpid(pid, &status, WNOHANG) == 0; *kept = rows(numbers))
        nanosleep(&(struct timespec){ .tv_nsec = 2000000 }, NULL);
    kill(pid, signal_number);
    waitpid(pid, &status, 0);
    *kept = rows(numbers);
    return status;
}

static void test_goes_on(void **state)
{
    static const int signals[] = { SIGKILL, SIGINT };
    long long before[64], after[64];
    unsigned kept;
    int ended;

    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        at_store("search_ended.sqlite");
        ended = end_in_the_middle(signals[i], &kept, before);
        assert_true(i ? WIFEXITED(ended) && WEXITSTATUS(ended) == 130 : WIFSIGNALED(ended));
        assert_true(kept >= 2 && kept < WHOLE);
        json_decref(command_json(0, "%s", command));
        assert_int_equal(rows(after), WHOLE);
        assert_memory_equal(before, after, kept * sizeof before[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_curve), cmocka_unit_test(test_best_is_best),
                                        cmocka_unit_test(test_goes_on) };
    return cmocka_run_group_tests_name("search", tests, NULL, NULL);
}
