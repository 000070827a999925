// SPDX-License-Identifier: BSD-3-Clause
// Many processes write one store at once, each a row at a time: every row is there, none twice, the store is whole, and
// nobody is turned away. A tenth of the rows all of them bring, as campaigns do that share runs.
// In `make test` 16 processes of 10 rows, else 64 of 100.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "sim/campaign/store/store.h"
#include "tests/tier.h"

enum { SHARED = 10 };                                   // one row of so many is everybody's

static char path[500];

// The n-th row of a process, by its key; of a run, the number in its report.
static uint64_t row_of(unsigned process, unsigned n)
{
    return n % SHARED == 0 ? n : (uint64_t)(process + 1) << 32 | n;
}

static bool put(store *s, uint64_t row, char *message, size_t size)
{
    char key[STORE_KEY], report[64];
    store_identity identity = { .program = "0123456789abcdef", .kernel = "k", .machine = "m", .machine_text = "[a]\nb = 1\n",
                                .policy = "p" };
    store_run run = { .seconds = 1, .result = report, .reason = "" };

    snprintf(key, sizeof key, "%016" PRIx64, row);
    snprintf(report, sizeof report, "{\"cycles\":%" PRIu64 "}", row);
    return store_put(s, key, &identity, &run, message, size);
}

static int write_rows(unsigned process, unsigned rows)
{
    char message[512] = "";
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    bool good = s != NULL;

    for (unsigned n = 0; good && n < rows; n++)
        good = put(s, row_of(process, n), message, sizeof message);
    if (s)
        store_close(s);
    if (!good)
        fprintf(stderr, "process %u: %s\n", process, message);
    return good ? 0 : 1;
}

// Each key's number, once; what is gone through is in the order of kernels, so keys are looked up.
static void expect_rows(unsigned processes, unsigned rows)
{
    char message[512] = "", key[STORE_KEY];
    store *s = store_open(path, STORE_READ, message, sizeof message);
    unsigned shared = (rows + SHARED - 1) / SHARED;

    if (!s)
        fail_msg("%s", message);
    assert_string_equal(store_damage(s), "");
    for (unsigned p = 0; p < processes; p++)
        for (unsigned n = 0; n < rows; n++) {
            store_run run;

            snprintf(key, sizeof key, "%016" PRIx64, row_of(p, n));
            if (store_get(s, key, &run, message, sizeof message) != STORE_FOUND)
                fail_msg("row %u of process %u is not there: %s", n, p, message);
            store_run_free(&run);
        }
    store_rows *all = store_select(s, message, sizeof message);
    int cycles = store_column(s, "cycles"), key_column = store_column(s, "key");
    unsigned count = 0;
    assert_non_null(all);
    for (store_found found; (found = store_next(all, message, sizeof message)) != STORE_ABSENT; count++) {
        assert_int_equal(found, STORE_FOUND);
        snprintf(key, sizeof key, "%016" PRIx64, (uint64_t)store_value_of(all, (unsigned)cycles).integer);
        assert_string_equal(store_value_of(all, (unsigned)key_column).text, key);
    }
    store_rows_free(all);
    assert_int_equal(count, processes * (rows - shared) + shared);
    assert_int_equal(store_kept_rows(s), count);
    store_close(s);
}

static void test_processes(void **state)
{
    const unsigned processes = tier_is_all() ? 64 : 16, rows = tier_is_all() ? 100 : 10;
    int status, failed = 0;

    (void)state;
    snprintf(path, sizeof path, "%s/test_store_load.sqlite", getenv("BUILD") ? getenv("BUILD") : "build");
    unlink(path);
    for (unsigned p = 0; p < processes; p++) {
        pid_t child = fork();

        assert_true(child >= 0);
        if (child == 0)
            _exit(write_rows(p, rows));
    }
    for (unsigned p = 0; p < processes; p++) {
        assert_true(wait(&status) > 0);
        failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
    }
    assert_int_equal(failed, 0);
    expect_rows(processes, rows);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_processes) };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
