// SPDX-License-Identifier: BSD-3-Clause
// The store of results: what is kept, what is not believed, what is refused, and several that make one at the same
// time.
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/number.h"
#include <sqlite3.h>

#include "sim/campaign/store/store.h"

static const char *build_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    return path;
}

static const store_identity identity = {
    .program = "0123456789abcdef", .kernel = "atax", .size = "64", .seed = 3, .machine = "oaws",
    .machine_text = "[core]\nwarps = 48\n", .set = "l1d.mshrs=64", .policy = "gto",
};

static void test_store_keeps(void **state)
{
    const char *path = build_path("test_store.sqlite");
    store_run run = { .seconds = 1.5, .result = "{\"ipc\":2}", .reason = "" };
    store_run failed = { .status = -9, .result = "", .reason = "ended by signal 9 (Killed)" }, seen;
    char message[256];
    store *s;

    (void)state;
    unlink(path);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(s);
    assert_int_equal(store_get(s, "a", &seen, message, sizeof message), STORE_ABSENT);
    assert_true(store_put(s, "a", &identity, &run, message, sizeof message));
    assert_true(store_put(s, "b", &identity, &failed, message, sizeof message));
    store_close(s);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_int_equal(store_get(s, "a", &seen, message, sizeof message), STORE_FOUND);
    assert_true(measured_number(&seen.measured, "ipc") == 2);
    assert_number(seen.seconds, 1.5, 0);
    store_run_free(&seen);
    assert_int_equal(store_get(s, "b", &seen, message, sizeof message), STORE_FOUND);
    assert_int_equal(seen.status, -9);
    assert_string_equal(seen.reason, failed.reason);
    store_run_free(&seen);
    run.result = "{\"ipc\":3}";                                         // a result replaces an older one
    assert_true(store_put(s, "b", &identity, &run, message, sizeof message));
    assert_int_equal(store_get(s, "b", &seen, message, sizeof message), STORE_FOUND);
    assert_true(measured_number(&seen.measured, "ipc") == 3);
    store_run_free(&seen);
    store_close(s);
}

static void with_sql(const char *path, const char *sql)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

// A result that was planted, or damaged, is not believed.
static void test_store_planted_result(void **state)
{
    const char *path = build_path("test_store_planted.sqlite");
    static const char *const plants[] = {
        "UPDATE runs SET ipc = 9", "UPDATE runs SET status = 1", "UPDATE runs SET key = 'b'",
        "UPDATE runs SET kernel = 'bfs'", "UPDATE runs SET policy = 'lrr'", "UPDATE runs SET machine = 'gtx480'",
        "UPDATE runs SET \"set\" = 'l1d.mshrs=48'", "UPDATE runs SET size_option = '128'", "UPDATE runs SET seconds = 2.0",
        "UPDATE runs SET source = 'a'", "UPDATE runs SET program = 'fedcba9876543210'", "UPDATE runs SET seed = 4",
        "UPDATE runs SET machine_hash = ''", "UPDATE runs SET \"group\" = 'coherent'", "UPDATE runs SET reason = 'a'",
        "UPDATE runs SET details = ''", "UPDATE runs SET options = '--belady'", "UPDATE runs SET max_cycles = 1",
        "UPDATE runs SET check_sum = check_sum + 1", "UPDATE runs SET \"l1d.hits\" = NULL", "UPDATE runs SET cycles = 7",
        "UPDATE runs SET ipc = 2.0", "UPDATE runs SET ipc = '2'", "UPDATE runs SET ipc = x'00'",
        "UPDATE runs SET ipc = \"l1d.hits\", \"l1d.hits\" = ipc", "UPDATE runs SET kernel = cast(x'6174617800' as text)",
        "UPDATE runs SET kernel = cast(kernel as blob)",
    };

    (void)state;
    for (unsigned i = 0; i < sizeof plants / sizeof plants[0]; i++) {
        store_run run = { .seconds = 1.5, .result = "{\"ipc\":2,\"l1d\":{\"hits\":5},\"group\":\"divergent\",\"a\":[1]}", .reason = "" }, seen;
        char message[256];
        store *s;

        unlink(path);
        s = store_open(path, STORE_MAKE, message, sizeof message);
        assert_true(store_put(s, "a", &identity, &run, message, sizeof message));
        store_close(s);
        with_sql(path, plants[i]);
        s = store_open(path, STORE_MAKE, message, sizeof message);
        if (store_get(s, i == 2 ? "b" : "a", &seen, message, sizeof message) != STORE_DAMAGED)
            fail_msg("believed after %s", plants[i]);
        store_close(s);
    }
}

// Processes that make one store at the same moment: each gets it. All find it empty and wait, as a writer holds it, and make
// it one behind the other when that writer gives up: who comes second must look again.
static void test_store_made_at_once(void **state)
{
    const char *path = build_path("test_store_at_once.sqlite");
    enum { ROUNDS = 3, PROCESSES = 8, HELD_MS = 100 };

    (void)state;
    for (unsigned round = 0; round < ROUNDS; round++) {
        int start[2], failed = 0, status;
        pid_t children[PROCESSES];
        sqlite3 *writer;

        unlink(path);
        assert_int_equal(pipe(start), 0);
        for (unsigned i = 0; i < PROCESSES; i++) {
            children[i] = fork();
            if (children[i] == 0) {
                char message[256], byte;
                store *s;

                close(start[1]);
                (void)!read(start[0], &byte, 1);                        // until the writer holds it
                s = store_open(path, STORE_MAKE, message, sizeof message);
                if (!s)
                    fprintf(stderr, "%s\n", message);
                _exit(s ? 0 : 1);
            }
        }
        assert_int_equal(sqlite3_open(path, &writer), SQLITE_OK);
        assert_int_equal(sqlite3_exec(writer, "BEGIN IMMEDIATE", NULL, NULL, NULL), SQLITE_OK);
        close(start[0]);
        close(start[1]);
        usleep(HELD_MS * 1000);
        assert_int_equal(sqlite3_exec(writer, "ROLLBACK", NULL, NULL, NULL), SQLITE_OK);
        sqlite3_close(writer);
        for (unsigned i = 0; i < PROCESSES; i++) {
            waitpid(children[i], &status, 0);
            failed += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
        }
        assert_int_equal(failed, 0);
    }
}

static void write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    fputs(text, file);
    fclose(file);
}

static void test_store_refuses(void **state)
{
    const char *path = build_path("test_store_refuses.sqlite");
    static const char text[] = "these are the notes of a user, not a database, and dear to her; do not touch\n";
    char message[256], now[128] = "";
    sqlite3 *other;
    FILE *file;

    (void)state;
    write_text(path, text);
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_non_null(strstr(message, "is no result store"));
    file = fopen(path, "r");
    assert_non_null(fgets(now, sizeof now, file));
    fclose(file);
    assert_string_equal(now, text);
    unlink(path);
    with_sql(path, "CREATE TABLE addresses (name TEXT)");
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_non_null(strstr(message, "is a database, but no result store"));
    unlink(path);
    assert_null(store_open(path, STORE_READ, message, sizeof message));
    assert_non_null(strstr(message, "there is no such file"));
    assert_int_equal(access(path, F_OK), -1);
    write_text(path, "");
    assert_null(store_open(path, STORE_READ, message, sizeof message));
    assert_non_null(strstr(message, "is empty"));
    store_close(store_open(path, STORE_MAKE, message, sizeof message));
    with_sql(path, "PRAGMA user_version = 2");
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_non_null(strstr(message, "seen a result store of layout 2, expected 4"));
    with_sql(path, "PRAGMA user_version = 5");
    assert_null(store_open(path, STORE_READ, message, sizeof message));
    assert_non_null(strstr(message, "layout 5, expected 4: a newer warplock"));
    with_sql(path, "PRAGMA user_version = 4");
    assert_int_equal(sqlite3_open(path, &other), SQLITE_OK);
    assert_int_equal(sqlite3_exec(other, "BEGIN EXCLUSIVE", NULL, NULL, NULL), SQLITE_OK);
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_non_null(strstr(message, "is locked by another program"));
    sqlite3_close(other);
    assert_null(store_open("/", STORE_MAKE, message, sizeof message));
    assert_null(store_open("/proc/nowhere/x", STORE_MAKE, message, sizeof message));
}

// Names that SQLite takes for something else than a file: one that is opened is there, and holds what was put.
static void test_store_names(void **state)
{
    static const char *const names[] = { ":memory:", "file:a.sqlite", "file:b.sqlite?mode=memory", "file::memory:" };
    const char *key = "0123456789abcdef";
    int here = open(".", O_RDONLY | O_DIRECTORY);
    char folder[256], message[256] = "";
    store_run run = { .result = "{\"ipc\": 1.5}", .reason = "" }, got;

    (void)state;
    snprintf(folder, sizeof folder, "%s", build_path("test_store_names"));
    mkdir(folder, 0700);
    assert_int_equal(chdir(folder), 0);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        store *s, *packed;

        unlink(names[i]);
        unlink("packed.sqlite");
        s = store_open(names[i], STORE_MAKE, message, sizeof message);
        if (!s || !store_put(s, key, &identity, &run, message, sizeof message))
            fail_msg("%s: %s", names[i], message);
        store_close(s);
        s = store_open(names[i], STORE_READ, message, sizeof message);
        if (!s || store_get(s, key, &got, message, sizeof message) != STORE_FOUND)
            fail_msg("%s: %s", names[i], message);
        store_run_free(&got);
        assert_true(store_pack(s, &key, 1, "packed.sqlite", message, sizeof message));
        store_close(s);
        unlink(names[i]);
        packed = store_open("packed.sqlite", STORE_READ, message, sizeof message);
        assert_non_null(packed);
        if (!store_pack(packed, &key, 1, names[i], message, sizeof message) || access(names[i], F_OK) != 0)
            fail_msg("%s: packed into: %s", names[i], message);
        store_close(packed);
        s = store_open(names[i], STORE_READ, message, sizeof message);
        if (!s || store_get(s, key, &got, message, sizeof message) != STORE_FOUND)
            fail_msg("%s: packed into: %s", names[i], message);
        store_run_free(&got);
        store_close(s);
        unlink(names[i]);
    }
    unlink("packed.sqlite");
    assert_int_equal(fchdir(here), 0);
    close(here);
    rmdir(folder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_store_keeps), cmocka_unit_test(test_store_planted_result),
        cmocka_unit_test(test_store_refuses), cmocka_unit_test(test_store_made_at_once), cmocka_unit_test(test_store_names),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
