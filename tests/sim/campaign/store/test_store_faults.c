// SPDX-License-Identifier: BSD-3-Clause
// A store that is no longer what it was, or takes nothing more: what is said of it, by whom, and that nothing stays half done.
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "sim/campaign/engine/engine.h"
#include "sim/campaign/results/groups.h"
#include "sim/campaign/results/list.h"
#include "sim/campaign/store/store.h"
#include "tests/sim/campaign/by_hand.h"

static char message[512];
static const store_identity identity = { .program = "p", .kernel = "atax", .machine = "oaws", .policy = "gto" };

static const char *build_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    unlink(path);
    return path;
}

static void with_sql(const char *path, const char *sql)
{
    sqlite3 *database;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_exec(database, sql, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(database);
}

static bool put(store *s, const char *key)
{
    store_run run = { .seconds = 1, .result = "{\"ipc\":1}", .reason = "" };

    message[0] = 0;
    return store_put(s, key, &identity, &run, message, sizeof message);
}

static store *store_with_a(const char *path)
{
    store *s = store_open(path, STORE_MAKE, message, sizeof message);

    assert_non_null(s);
    assert_true(put(s, "a"));
    store_close(s);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(s);
    return s;
}

static void expect_message(const char *text, const char *words)
{
    if (!strstr(text, words))
        fail_msg("seen `%s', expected `%s' in it", text, words);
}

static void no_peak(void *context, const char *kernel, const char *size, uint64_t peak_kb)
{
    (void)context, (void)kernel, (void)size, (void)peak_kb;
}

// Another program takes the table away while the store is open: whoever reads or writes says so, each time.
static void test_table_that_went(void **state)
{
    const char *path = build_path("test_store_went.sqlite");
    store *s = store_with_a(path);
    store_run run;

    (void)state;
    with_sql(path, "DROP TABLE runs");
    assert_int_equal(store_get(s, "a", &run, message, sizeof message), STORE_FAILED);
    expect_message(message, "no such table: runs");
    for (unsigned i = 0; i < 2; i++) {                      // with the columns that it knew, and without
        assert_false(put(s, "b"));
        expect_message(message, "no such table: runs");
    }
    assert_false(store_peaks(s, no_peak, NULL, message, sizeof message));
    expect_message(message, "no such table: runs");
    store_close(s);
    assert_null(store_open(path, STORE_READ, message, sizeof message));
    expect_message(message, "no such table: runs");
}

// A campaign cannot go on without its store, whichever of its steps meets that first.
static void test_campaign_without_its_table(void **state)
{
    const char *path = build_path("test_store_campaign.sqlite");
    campaign c;
    unsigned next = 0;

    (void)state;
    by_hand_few(&c);
    c.stored_only = false;
    c.workers = 1;
    c.store = store_with_a(path);
    campaign_add(&c, "atax", "lrr")->planned = true;
    with_sql(path, "DROP TABLE runs");
    assert_false(campaign_execute(&c));
    expect_message(c.error, "no such table: runs");
    c.error[0] = 0;
    assert_false(engine_execute(&c));
    expect_message(c.error, "no such table: runs");
    c.error[0] = 0;
    assert_null(engine_next(&c, &next));
    expect_message(c.error, "no such table: runs");
    store_close(c.store);
    c.store = NULL;
    campaign_end(&c);
}

// Nor can what is asked of it be read.
static void test_query_without_its_table(void **state)
{
    const char *path = build_path("test_store_query.sqlite");
    store *s = store_with_a(path);
    query_field ipc;
    groups all;
    query q;

    (void)state;
    query_begin(&q, s);
    assert_true(query_find_field(&q, "ipc", &ipc, message, sizeof message));
    with_sql(path, "DROP TABLE runs");
    assert_false(groups_read(&all, &q, &ipc, 1, 0, message, sizeof message));
    expect_message(message, "no such table: runs");
    groups_free(&all);
    query_end(&q);
    store_close(s);
}

// Rows of which one thing or another is missing: a number, the machine's text, what is no number.
static void test_rows_without(void **state)
{
    const char *path = build_path("test_store_without.sqlite");
    static const store_run whole = { .seconds = 1, .result = "{\"ipc\":1,\"cycles\":5,\"names\":[\"x\"]}", .reason = "" };
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    list_fields fields;
    char *text = NULL;
    size_t length;
    query q;
    FILE *file;

    (void)state;
    assert_true(store_put(s, "a", &identity, &whole, message, sizeof message) && put(s, "b"));
    query_begin(&q, s);
    assert_true(query_add_filter(&q, "cycles>4", message, sizeof message));     // b has none
    assert_true(query_restart(&q, message, sizeof message));
    assert_true(list_choose(&q, "", true, &fields, message, sizeof message));
    file = open_memstream(&text, &length);
    assert_true(list_json(&q, &fields, file, message, sizeof message));
    fclose(file);
    json_t *rows = json_loads(text, 0, NULL);
    assert_int_equal(json_array_size(rows), 1);
    assert_string_equal(json_string_value(json_array_get(json_object_get(json_array_get(rows, 0), "names"), 0)), "x");
    json_decref(rows);
    free(text);
    query_end(&q);
    with_sql(path, "DELETE FROM machines");
    query_begin(&q, s);
    assert_true(query_add_filter(&q, "l1d.mshrs>4", message, sizeof message));  // of no machine that is known
    assert_true(query_restart(&q, message, sizeof message));
    assert_int_equal(query_next(&q, message, sizeof message), STORE_ABSENT);
    query_end(&q);
    query_begin(&q, s);
    char names[LIST_FIELDS * 4 + 8] = "ipc";
    for (unsigned i = 1; i <= LIST_FIELDS; i++)
        strcat(names, ",ipc");
    assert_false(list_choose(&q, names, false, &fields, message, sizeof message));
    expect_message(message, "seen more than 256 columns, expected at most that");
    query_end(&q);
    store_close(s);
}

// What is packed comes whole or not at all.
static void test_pack_that_is_refused(void **state)
{
    char into[256];
    store *s = store_with_a(build_path("test_store_from.sqlite")), *other;
    store_run run;

    (void)state;
    snprintf(into, sizeof into, "%s", build_path("test_store_into.sqlite"));
    store_close(store_open(into, STORE_MAKE, message, sizeof message));
    assert_true(put(s, "b"));
    with_sql(into, "CREATE INDEX no ON runs (json(CASE key WHEN 'b' THEN 'none' ELSE '1' END))");
    assert_false(store_pack(s, (const char *const[]){ "a", "b" }, 2, into, message, sizeof message));
    expect_message(message, "malformed JSON");
    store_close(s);
    other = store_open(into, STORE_READ, message, sizeof message);
    assert_int_equal(store_get(other, "a", &run, message, sizeof message), STORE_ABSENT);
    store_close(other);
}

// A disk that is full while the store is made; what is there then is a place for one.
static int make_on_a_full_disk(const char *path)
{
    struct rlimit before, full;
    store *s;

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before);
    full = before;
    full.rlim_cur = 4096;
    setrlimit(RLIMIT_FSIZE, &full);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    setrlimit(RLIMIT_FSIZE, &before);
    return s ? 1 : strstr(message, "full") || strstr(message, "I/O error") ? 0 : 2;
}

static void test_full_disk(void **state)
{
    const char *path = build_path("test_store_no_room.sqlite");
    pid_t child = fork();
    store *s;
    int status;

    (void)state;
    if (child == 0)
        _exit(make_on_a_full_disk(path));
    waitpid(child, &status, 0);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(s);
    assert_true(put(s, "a"));
    store_close(s);
}

static void test_long_path(void **state)
{
    char path[1100];

    (void)state;
    memset(path, 'x', sizeof path - 1);
    path[sizeof path - 1] = 0;
    assert_null(store_open(path, STORE_MAKE, message, sizeof message));
    assert_string_equal(message, "seen a path of 1099 characters, expected fewer");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table_that_went), cmocka_unit_test(test_campaign_without_its_table), cmocka_unit_test(test_query_without_its_table),
        cmocka_unit_test(test_rows_without), cmocka_unit_test(test_pack_that_is_refused), cmocka_unit_test(test_full_disk), cmocka_unit_test(test_long_path),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
