// SPDX-License-Identifier: BSD-3-Clause
// The store by rows and columns: numbers of a report are columns of their own, exact; rows come in order; whoever reads
// holds up nobody; what may not or cannot be written says so at once.
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "sim/campaign/store/store.h"
#include "sim/report/names.h"

static char message[512];

static const char *build_path(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", getenv("BUILD") ? getenv("BUILD") : "build", name);
    unlink(path);
    return path;
}

static store *open_store(const char *path, store_use use)
{
    store *s = store_open(path, use, message, sizeof message);

    if (!s)
        fail_msg("%s", message);
    return s;
}

static void put(store *s, const char *key, const store_identity *identity, const char *result)
{
    store_run run = { .seconds = 1, .result = (char *)result, .reason = "" };

    if (!store_put(s, key, identity, &run, message, sizeof message))
        fail_msg("%s", message);
}

static store_rows *select_rows(store *s)
{
    store_rows *rows = store_select(s, message, sizeof message);

    if (!rows)
        fail_msg("%s", message);
    return rows;
}

static const store_identity atax = { .program = "p", .kernel = "atax", .machine = "oaws", .policy = "gto" };

static bool is(const store_run *run, const char *path, double wanted)
{
    double seen = measured_number(&run->measured, path);

    return seen == wanted || (isnan(seen) && isnan(wanted));
}

// Every number comes back as it was, whole or not, nested or not, and whatever is no number with it.
static void test_round_trip(void **state)
{
    static const char result[] =
        "{\"ipc\":0.1234567890123,\"cycles\":9007199254740993,\"own\":{\"deep\":{\"er\":-2.5e-300}},\"l1d\":{\"hits\":0},"
        "\"Odd name\":3,\"per_line\":[{\"line\":1}],\"belady\":{\"ways\":[1,2],\"mpki\":2.0},\"empty\":{},\"blocks\":\"c\","
        "\"group\":\"divergent\",\"machine\":\"oaws\",\"set\":[\"a=1\"],\"verified\":true,\"status\":0,\"seed\":0}";
    static const char details[] =
        "{\"Odd name\":3,\"per_line\":[{\"line\":1}],\"belady\":{\"ways\":[1,2]},\"blocks\":\"c\"}";
    const char *path = build_path("test_store_round.sqlite");
    store *s = open_store(path, STORE_MAKE);
    static const struct { const char *path; double number; } numbers[] = {
        { "ipc", 0.1234567890123 }, { "cycles", 9007199254740993. }, { "own.deep.er", -2.5e-300 }, { "l1d.hits", 0 },
        { "belady.mpki", 2 },
    };
    store_rows *rows;
    store_run run;

    (void)state;
    put(s, "a", &atax, result);
    store_close(s);
    s = open_store(path, STORE_READ);
    assert_int_equal(store_get(s, "a", &run, message, sizeof message), STORE_FOUND);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (measured_number(&run.measured, numbers[i].path) != numbers[i].number)
            fail_msg("%s: seen %.17g", numbers[i].path, measured_number(&run.measured, numbers[i].path));
    assert_true(isnan(measured_number(&run.measured, "l1d.misses")));
    assert_string_equal(run.measured.group, "divergent");
    assert_string_equal(run.measured.details, details);
    rows = select_rows(s);
    assert_int_equal(store_next(rows, message, sizeof message), STORE_FOUND);
    assert_true(store_value_of(rows, (unsigned)store_column(s, "cycles")).integer == INT64_C(9007199254740993));
    assert_int_equal(store_value_of(rows, (unsigned)store_column(s, "belady.mpki")).kind, STORE_REAL);
    store_rows_free(rows);
    assert_true(store_column(s, "own.deep.er") >= STORE_OWN_COLUMNS);
    assert_int_equal(store_column(s, "Odd name"), -1);
    assert_int_equal(store_column(s, report_names[0]), STORE_OWN_COLUMNS);
    store_run_free(&run);
    store_close(s);
}

// A column that another process adds is found, and one of ours is found by it.
static void test_columns_of_two(void **state)
{
    const char *path = build_path("test_store_two.sqlite");
    store *first = open_store(path, STORE_MAKE), *second = open_store(path, STORE_MAKE);
    store_run run;

    (void)state;
    put(first, "a", &atax, "{\"ipc\":1,\"new_one\":11}");
    put(second, "b", &atax, "{\"ipc\":2,\"new_two\":22,\"new_one\":12}");
    put(first, "c", &atax, "{\"ipc\":3,\"new_two\":23}");
    for (unsigned i = 0; i < 2; i++) {
        static const char *const keys[] = { "a", "b", "c" };
        static const double ones[] = { 11, 12, NAN }, twos[] = { NAN, 22, 23 };

        for (unsigned k = 0; k < 3; k++) {
            assert_int_equal(store_get(i ? second : first, keys[k], &run, message, sizeof message), STORE_FOUND);
            assert_true(is(&run, "ipc", k + 1) && is(&run, "new_one", ones[k]) && is(&run, "new_two", twos[k]));
            store_run_free(&run);
        }
    }
    store_close(first);
    store_close(second);
}

static void test_order(void **state)
{
    static const struct { const char *kernel, *set, *policy; uint64_t seed; } runs[] = {
        { "bfs", "", "gto", 0 }, { "atax", "l=10", "swl", 0 }, { "atax", "l=2", "swl", 1 }, { "atax", "l=2", "swl", 0 },
        { "atax", "", "lrr", 10 }, { "atax", "", "gto", 9 }, { "atax", "l=2", "gto", 0 }, { "atax", "l=02.5", "gto", 0 },
    };
    static const char order[] = "gto//9 lrr//10 gto/l=2/0 swl/l=2/0 swl/l=2/1 gto/l=02.5/0 swl/l=10/0 gto//0 ";
    store *s = open_store(build_path("test_store_order.sqlite"), STORE_MAKE);
    store_rows *rows;
    char seen[256] = "";

    (void)state;
    for (unsigned i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        store_identity identity = { .kernel = runs[i].kernel, .set = runs[i].set, .policy = runs[i].policy, .seed = runs[i].seed };
        char key[4];

        snprintf(key, sizeof key, "%u", i);
        put(s, key, &identity, "{}");
    }
    rows = select_rows(s);
    assert_int_equal(store_count(rows), sizeof runs / sizeof runs[0]);
    while (store_next(rows, message, sizeof message) == STORE_FOUND)
        snprintf(seen + strlen(seen), sizeof seen - strlen(seen), "%s/%s/%lld ",
                 store_value_of(rows, STORE_POLICY_COLUMN).text, store_value_of(rows, STORE_SET_COLUMN).text,
                 (long long)store_value_of(rows, STORE_SEED_COLUMN).integer);
    assert_string_equal(seen, order);
    store_rows_free(rows);
    store_close(s);
}

// A reader in the middle of the rows: another process writes at once, and the row stands.
static void test_reader_holds_nobody(void **state)
{
    const char *path = build_path("test_store_reader.sqlite");
    store *s = open_store(path, STORE_MAKE), *writer;
    store_rows *rows;

    (void)state;
    put(s, "a", &atax, "{\"ipc\":1}");
    put(s, "b", &atax, "{\"ipc\":2}");
    rows = select_rows(s);
    assert_int_equal(store_next(rows, message, sizeof message), STORE_FOUND);
    writer = open_store(path, STORE_MAKE);
    put(writer, "a", &atax, "{\"ipc\":5,\"later\":1}");
    put(writer, "c", &atax, "{\"ipc\":3}");
    assert_string_equal(store_value_of(rows, STORE_KEY_COLUMN).text, "a");
    assert_true(store_value_of(rows, (unsigned)store_column(s, "ipc")).real == 1);
    assert_int_equal(store_next(rows, message, sizeof message), STORE_FOUND);
    assert_string_equal(store_value_of(rows, STORE_KEY_COLUMN).text, "b");
    assert_int_equal(store_next(rows, message, sizeof message), STORE_ABSENT);
    store_rows_free(rows);
    store_close(writer);
    store_close(s);
}

// Many results in one transaction: all or none, and a process that dies in it leaves none.
static void test_batch(void **state)
{
    const char *path = build_path("test_store_batch.sqlite");
    store *s = open_store(path, STORE_MAKE);
    store_run bad = { .result = "no JSON", .reason = "" }, run;
    int status;
    pid_t child;

    (void)state;
    assert_true(store_begin(s, message, sizeof message));
    put(s, "a", &atax, "{\"ipc\":1}");
    put(s, "b", &atax, "{\"ipc\":2,\"fresh\":1}");
    assert_false(store_put(s, "c", &atax, &bad, message, sizeof message));
    assert_non_null(strstr(message, "no JSON object"));
    assert_false(store_put(s, "d", &atax, &(store_run){ .result = "{}", .reason = "" }, message, sizeof message));
    assert_false(store_commit(s, message, sizeof message));
    assert_int_equal(store_get(s, "a", &run, message, sizeof message), STORE_ABSENT);
    assert_true(store_begin(s, message, sizeof message));
    put(s, "a", &atax, "{\"ipc\":1,\"fresh\":3}");
    put(s, "b", &atax, "{\"ipc\":2}");
    assert_true(store_commit(s, message, sizeof message));
    store_close(s);
    child = fork();
    if (child == 0) {
        s = store_open(path, STORE_MAKE, message, sizeof message);
        if (s && store_begin(s, message, sizeof message) &&
            store_put(s, "e", &atax, &(store_run){ .result = "{}", .reason = "" }, message, sizeof message))
            raise(SIGKILL);
        _exit(1);
    }
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    s = open_store(path, STORE_READ);
    assert_int_equal(store_get(s, "e", &run, message, sizeof message), STORE_ABSENT);
    assert_int_equal(store_get(s, "a", &run, message, sizeof message), STORE_FOUND);
    assert_true(is(&run, "ipc", 1) && is(&run, "fresh", 3));
    store_run_free(&run);
    store_close(s);
}

static void test_machine_text(void **state)
{
    store *s = open_store(build_path("test_store_machine.sqlite"), STORE_MAKE);
    store_identity identity = atax;
    store_rows *rows;
    char *texts[3];

    (void)state;
    identity.machine_text = "[core]\nwarps = 48\n";
    put(s, "a", &identity, "{}");
    put(s, "b", &identity, "{}");
    identity.machine_text = "[core]\nwarps = 32\n";                     // another file under the same name
    put(s, "c", &identity, "{}");
    rows = select_rows(s);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(store_next(rows, message, sizeof message), STORE_FOUND);
        texts[i] = store_machine_text(s, store_value_of(rows, STORE_MACHINE_HASH_COLUMN).text);
    }
    assert_string_equal(texts[0], "[core]\nwarps = 48\n");
    assert_string_equal(texts[1], texts[0]);
    assert_string_equal(texts[2], identity.machine_text);
    assert_null(store_machine_text(s, "none"));
    for (unsigned i = 0; i < 3; i++)
        free(texts[i]);
    store_rows_free(rows);
    store_close(s);
}

// In a child, where root may not write either and where files may not grow.
static int in_child(int (*act)(const char *), const char *path, uid_t user)
{
    pid_t child = fork();
    int status;

    if (child == 0) {
        if (user && seteuid(user) != 0)
            _exit(99);
        status = act(path);
        if (user && seteuid(0) != 0)
            status = 98;
        _exit(status);
    }
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static int refuse_to_write(const char *path)
{
    char empty[64];
    store_run run;
    store *s = store_open(path, STORE_MAKE, message, sizeof message);

    if (s || !strstr(message, "may not be written"))
        return 1;
    s = store_open(path, STORE_READ, message, sizeof message);
    if (!s || store_get(s, "a", &run, message, sizeof message) != STORE_FOUND)
        return 2;
    if (store_put(s, "b", &atax, &(store_run){ .result = "{}", .reason = "" }, message, sizeof message) ||
        !strstr(message, "may not be written"))
        return 3;
    store_run_free(&run);
    store_close(s);
    snprintf(empty, sizeof empty, "%s.empty", path);
    return store_open(empty, STORE_MAKE, message, sizeof message) || !strstr(message, "may not be written") ? 4 : 0;
}

static void test_read_only(void **state)
{
    char folder[] = P_tmpdir "/warplock-XXXXXX", path[56], empty[64];  // where another user comes too
    store *s;
    int status;

    (void)state;
    assert_non_null(mkdtemp(folder));
    assert_int_equal(chmod(folder, 0755), 0);
    snprintf(path, sizeof path, "%s/read_only.sqlite", folder);
    s = open_store(path, STORE_MAKE);
    put(s, "a", &atax, "{\"ipc\":1}");
    store_close(s);
    assert_int_equal(chmod(path, 0444), 0);
    snprintf(empty, sizeof empty, "%s.empty", path);
    assert_int_equal(close(open(empty, O_CREAT | O_WRONLY, 0444)), 0);
    status = in_child(refuse_to_write, path, geteuid() == 0 ? 65534 : 0);
    remove(path);
    remove(empty);
    rmdir(folder);
    if (status == 99)
        skip();                                 // no other user here
    if (status)
        fail_msg("step %d: a store that is read-only", status);
}

// The disk is full in the middle: what was kept stays, the message says so, and later it goes on.
static int fill_up(const char *path)
{
    struct stat now;
    store *s = store_open(path, STORE_MAKE, message, sizeof message);
    char key[8];

    stat(path, &now);
    signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &(struct rlimit){ (rlim_t)now.st_size + 20000, (rlim_t)now.st_size + 20000 });
    for (unsigned i = 0; i < 2000; i++) {
        store_run run = { .result = "{\"ipc\":1,\"cycles\":123456789,\"a\":\"a text to fill the disk with\"}", .reason = "" };

        snprintf(key, sizeof key, "%u", i);
        if (!store_put(s, key, &atax, &run, message, sizeof message)) {
            bool said = strstr(message, "full") || strstr(message, "I/O error");

            if (!said || i < 20)
                fprintf(stderr, "%u: %s\n", i, message);
            return !said ? 1 : i < 20 ? 2 : 0;
        }
    }
    return 3;
}

static void test_full_disk(void **state)
{
    const char *path = build_path("test_store_full.sqlite");
    unsigned found = 0;
    store_rows *rows;
    store *s;

    (void)state;
    store_close(open_store(path, STORE_MAKE));
    assert_int_equal(in_child(fill_up, path, 0), 0);
    s = open_store(path, STORE_MAKE);
    rows = select_rows(s);
    while (store_next(rows, message, sizeof message) == STORE_FOUND)
        found++;
    assert_int_equal(found, store_count(rows));
    assert_true(found >= 20);
    put(s, "later", &atax, "{}");
    store_rows_free(rows);
    store_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trip), cmocka_unit_test(test_columns_of_two), cmocka_unit_test(test_order),
        cmocka_unit_test(test_reader_holds_nobody), cmocka_unit_test(test_batch), cmocka_unit_test(test_machine_text),
        cmocka_unit_test(test_read_only), cmocka_unit_test(test_full_disk),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
