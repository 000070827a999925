// SPDX-License-Identifier: BSD-3-Clause
// A damaged store says that it is: a file cut at any byte, with any bit another, a column renamed, a table emptied or made
// otherwise, a row gone behind SQLite's back. Either all rows are there, with every value as it was, or the file is refused, or rows
// are counted that are not what was written; never a short list that looks whole, never another value. `warplock results` says how
// many rows of how many, and ends with 1. What is whole goes into a new file. In make test-all cuts at every
// 100th byte and 4,000 bits.
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <sqlite3.h>

#include "sim/campaign/store/store.h"
#include "tb/hash.h"
#include "tests/sim/campaign/file_bytes.h"
#include "tests/tier.h"

enum { ROWS = 48 };

static char message[512], path[256], mutant[300], repaired[300];
static uint64_t rows_of[ROWS];                  // sums over the names and values of each row, as it was put

// Of all names and values of a row, and of the machine that it names; its columns are those of the store.
static uint64_t sum_of_row(store *s, const store_rows *rows)
{
    uint64_t sum = HASH_START;
    char *machine = store_machine_text(s, store_value_of(rows, STORE_MACHINE_HASH_COLUMN).text);
    char number[64];

    for (unsigned i = 0; i < store_columns(s); i++) {
        const store_value value = store_value_of(rows, i);

        if (value.kind == STORE_NONE)
            continue;
        snprintf(number, sizeof number, "%d %" PRId64 " %.17g", (int)value.kind, value.kind == STORE_INTEGER ? value.integer : 0,
                 value.kind == STORE_REAL ? value.real : 0);
        sum = hash_text(hash_text(sum, store_column_name(s, i)), number);
        sum = hash_text(sum, value.kind == STORE_TEXT ? value.text : "");
    }
    sum = hash_text(sum, machine ? machine : "no machine");
    free(machine);
    return sum;
}

static void remember_rows(store *s)
{
    store_rows *rows = store_select(s, message, sizeof message);

    for (unsigned i = 0; i < ROWS; i++) {
        assert_int_equal(store_next(rows, message, sizeof message), STORE_FOUND);
        rows_of[i] = sum_of_row(s, rows);
    }
    assert_int_equal(store_next(rows, message, sizeof message), STORE_ABSENT);
    store_rows_free(rows);
}

// A row that is believed is one that was put, and no other has been it.
static void expect_row(store *s, const store_rows *rows, bool seen[static ROWS], const char *file)
{
    const uint64_t sum = sum_of_row(s, rows);
    unsigned i = 0;

    while (i < ROWS && rows_of[i] != sum)
        i++;
    if (i == ROWS || seen[i])
        fail_msg("%s: %s", file, i == ROWS ? "a row that is believed has another value" : "a row is there twice");
    seen[i] = true;
}

static void make_store(void)
{
    store *s;

    snprintf(path, sizeof path, "%s/test_store_damage.sqlite", getenv("BUILD") ? getenv("BUILD") : "build");
    snprintf(mutant, sizeof mutant, "%s.mutant", path);
    snprintf(repaired, sizeof repaired, "%s.repaired", path);
    unlink(path);
    s = store_open(path, STORE_MAKE, message, sizeof message);
    assert_non_null(s);
    assert_true(store_begin(s, message, sizeof message));
    for (unsigned i = 0; i < ROWS; i++) {
        char key[20], report[900], machine[20];
        store_identity identity = { .program = "p", .kernel = "atax", .machine = machine, .policy = key, .machine_text = machine };
        store_run run = { .seconds = 1, .result = report, .reason = "" };
        int length;

        snprintf(key, sizeof key, "%016x", i * 2654435761u);
        snprintf(machine, sizeof machine, "machine %u", i % 3);
        length = snprintf(report, sizeof report, "{\"ipc\":%.17g,\"cycles\":%u,\"per_line\":[", 1 + i / 7.0, 1000 + i);
        for (unsigned k = 0; k < 60; k++)
            length += snprintf(report + length, sizeof report - (size_t)length, "%u,", k * i);
        snprintf(report + length, sizeof report - (size_t)length, "0]}");
        assert_true(store_put(s, key, &identity, &run, message, sizeof message));
    }
    assert_true(store_commit(s, message, sizeof message));
    remember_rows(s);
    store_close(s);
}

typedef struct { unsigned whole, refused, counted, cases, told; } outcome;
typedef struct { unsigned found, damaged; bool opened, failed, file_damaged; int64_t kept; } listed;

static listed list(const char *file, store_use use, bool strict_values)
{
    store *s = store_open(file, use, message, sizeof message);
    store_rows *rows = s ? store_select(s, message, sizeof message) : NULL;
    listed l = { .opened = s != NULL, .failed = s && !rows, .file_damaged = s && store_damage(s)[0] };
    bool seen[ROWS] = { false };
    store_found found;

    l.kept = s ? store_kept_rows(s) : -1;
    while (rows && (found = store_next(rows, message, sizeof message)) != STORE_ABSENT && !l.failed) {
        l.found += found == STORE_FOUND;
        if (found == STORE_FOUND && strict_values)
            expect_row(s, rows, seen, file);
        l.damaged += found == STORE_DAMAGED;
        l.failed = found == STORE_FAILED;
    }
    store_rows_free(rows);
    if (s)
        store_close(s);
    return l;
}

// As a campaign opens it, and as `warplock results` does.
static void judge(outcome *o, const char *what, size_t where)
{
    const listed strict = list(mutant, STORE_READ, true), loose = list(mutant, STORE_LOOK, true);

    o->cases++;
    if (strict.opened && !strict.failed && strict.found < ROWS && !strict.damaged)
        fail_msg("%s %zu: a list of %u rows that looks whole", what, where, strict.found);
    if (loose.opened && !loose.failed && loose.found < ROWS && !loose.damaged && !loose.file_damaged)
        fail_msg("%s %zu: %u rows, and nothing that is damaged", what, where, loose.found);
    if (loose.found < strict.found)
        fail_msg("%s %zu: %u rows for who looks, %u for a campaign", what, where, loose.found, strict.found);
    o->whole += strict.opened && !strict.failed && strict.found == ROWS;
    o->refused += !strict.opened || strict.failed;
    o->counted += strict.opened && !strict.failed && strict.damaged;
    o->told += loose.opened && loose.kept == ROWS;
}

static void say(const char *what, const outcome *o)
{
    printf("%s: %u files, %u whole, %u refused, %u with rows that are counted as damaged, 0 short, 0 with another value; %u know that "
           "%u rows were put\n", what, o->cases, o->whole, o->refused, o->counted, o->told, ROWS);
}

static void test_cuts(void **state)
{
    const size_t stride = tier_is_all() ? 100 : 4000;
    outcome o = { 0 };
    unsigned char *bytes;
    size_t length;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    for (size_t kept = 0; kept < length; kept += stride) {
        file_bytes_write(mutant, bytes, kept);
        judge(&o, "cut to", kept);
    }
    for (size_t page = 4096; page < length; page += 4096) {     // within the head of a page
        file_bytes_write(mutant, bytes, page + 32);
        judge(&o, "cut to", page + 32);
    }
    file_bytes_write(mutant, bytes, length - 1);
    judge(&o, "cut to", length - 1);
    free(bytes);
    say("cut", &o);
    assert_int_equal(o.whole, 0);
    assert_int_equal(o.refused, o.cases);
    assert_true(o.told >= o.cases / 2);
}

static void test_bits(void **state)
{
    const unsigned flips = tier_is_all() ? 4000 : 150;
    uint64_t random = 11;
    outcome o = { 0 };
    unsigned char *bytes;
    size_t length;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    for (unsigned i = 0; i < flips; i++) {
        size_t at;

        random = random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        at = (random >> 20) % (length * 8);
        if (i % 4 == 0)
            at %= 8 * 8192;                                 // the header, the schema
        bytes[at / 8] ^= (unsigned char)(1 << at % 8);
        file_bytes_write(mutant, bytes, length);
        bytes[at / 8] ^= (unsigned char)(1 << at % 8);
        judge(&o, "bit", at);
    }
    free(bytes);
    say("bits", &o);
    assert_true(o.whole > 0 && o.refused > 0 && o.counted > 0);
}

static void with_sql(const char *sql)
{
    sqlite3 *database;
    char *why = NULL;

    assert_int_equal(sqlite3_open(mutant, &database), SQLITE_OK);
    sqlite3_exec(database, "PRAGMA synchronous = OFF", NULL, NULL, NULL);
    if (sqlite3_exec(database, sql, NULL, NULL, &why) != SQLITE_OK)
        fail_msg("%s: %s", sql, why);
    sqlite3_close(database);
}

// What the store keeps of its columns' names, with one more.
static int64_t names_with(const char *name)
{
    sqlite3 *database;
    sqlite3_stmt *statement;
    uint64_t sum;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "SELECT columns FROM kept", -1, &statement, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(statement), SQLITE_ROW);
    sum = (uint64_t)sqlite3_column_int64(statement, 0) + hash_text(HASH_START, name);
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return (int64_t)sum;                       // in SQL a sum beyond 64 bits is no integer
}

static void expect_damage(const char *sql, const char *words, unsigned found, unsigned damaged)
{
    unsigned char *bytes;
    size_t length;
    store *s;
    listed l;

    bytes = file_bytes_read(path, &length);
    file_bytes_write(mutant, bytes, length);
    free(bytes);
    with_sql(sql);
    s = store_open(mutant, STORE_READ, message, sizeof message);
    if ((s != NULL) != !*words || (*words && !strstr(message, words)))
        fail_msg("%s: seen `%s', expected `%s'", sql, s ? "" : message, words);
    if (s)
        store_close(s);
    l = list(mutant, STORE_LOOK, false);
    if (l.found != found || l.damaged != damaged || l.file_damaged != (*words != 0))
        fail_msg("%s: %u rows are whole, %u damaged", sql, l.found, l.damaged);
}

// What no page of SQLite's shows.
static void test_tables(void **state)
{
    char sql[200];

    (void)state;
    make_store();
    expect_damage("SELECT 1", "", ROWS, 0);
    expect_damage("DELETE FROM runs WHERE rowid = 5", "", ROWS - 1, 0);             // by hand, and counted
    expect_damage("UPDATE runs SET ipc = 9 WHERE rowid = 5", "", ROWS - 1, 1);
    expect_damage("DELETE FROM machines", "", 0, ROWS);
    expect_damage("UPDATE machines SET text = 'other' WHERE name = 'machine 1'", "", ROWS - ROWS / 3, ROWS / 3);
    expect_damage("UPDATE kept SET rows = 50", "it has 48 rows, expected the 50 that were put", ROWS, 0);
    expect_damage("UPDATE kept SET rows = 2", "it has 48 rows, expected the 2 that were put: 48 of 48 rows that are left, of how many "
                  "is lost, are", ROWS, 0);
    expect_damage("UPDATE kept SET rows = 50, columns = columns", ": 48 of 50 rows are what was written; ", ROWS, 0);
    expect_damage("UPDATE kept SET rows = -1", "its table `kept` has no number of rows: 48 of 48 rows that are left", ROWS, 0);
    expect_damage("UPDATE kept SET rows = 'many'", "its table `kept` has no number of rows", ROWS, 0);
    expect_damage("CREATE TRIGGER other BEFORE INSERT ON runs BEGIN SELECT raise(ignore); END", "it has a trigger `other`", ROWS, 0);
    expect_damage("INSERT INTO kept SELECT * FROM kept", "its table `kept` has not one row", ROWS, 0);
    expect_damage("DROP TABLE kept", "no such table: kept", ROWS, 0);
    snprintf(sql, sizeof sql, "ALTER TABLE runs ADD COLUMN \"a b\"; UPDATE kept SET columns = %" PRId64, names_with("a b"));
    expect_damage(sql, "runs is made otherwise than a store's", ROWS, 0);
    expect_damage("DELETE FROM kept", "what it keeps of itself is gone", ROWS, 0);
    expect_damage("ALTER TABLE runs RENAME COLUMN warp_insns TO warp_insnt", "columns have other names", ROWS, 0);
    expect_damage("ALTER TABLE runs RENAME COLUMN ipc TO ipd", "columns have other names", 0, ROWS);
    expect_damage("DROP TRIGGER row_went; DELETE FROM runs WHERE rowid < 4", "it has 45 rows, expected the 48", ROWS - 3, 0);
    expect_damage("DROP TRIGGER row_came", "row_came is made otherwise", ROWS, 0);
    expect_damage("PRAGMA writable_schema = ON; UPDATE sqlite_master SET rootpage = (SELECT rootpage FROM sqlite_master WHERE "
                  "name = 'kept') WHERE name = 'sqlite_autoindex_runs_1'", "2nd reference to page", ROWS, 0);   // pages alone
    expect_damage("PRAGMA user_version = 3", "its layout is none that counts", ROWS, 0);
    expect_damage("PRAGMA writable_schema = ON; UPDATE sqlite_master SET sql = replace(sql, 'text TEXT', 'text BLOB') "
                  "WHERE name = 'machines'", "machines is made otherwise", ROWS, 0);
}

// Runs the program on the mutant: its status, and what it says.
static int results(const char *option, char said[static 4000])
{
    char command[700];
    size_t length;
    FILE *from;

    snprintf(command, sizeof command, "%s/warplock results '%s' %s 2>&1", getenv("BUILD") ? getenv("BUILD") : "build", mutant, option);
    from = popen(command, "r");
    assert_non_null(from);
    length = fread(said, 1, 3999, from);
    said[length] = 0;
    for (char rest[1000]; fread(rest, 1, sizeof rest, from) > 0;)
        ;
    return pclose(from) / 256;
}

// Torn where rows lie: as many rows of those that were put, not of those that are left.
static void test_words(void **state)
{
    char said[4000], expected[100];
    unsigned char *bytes;
    size_t length;
    listed l;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    for (size_t lost = 4096; lost < length / 2; lost += 5 * 4096) {
        file_bytes_write(mutant, bytes, length - lost);
        l = list(mutant, STORE_LOOK, true);
        assert_true(l.opened && l.file_damaged && l.kept == ROWS && l.found < ROWS);
        snprintf(expected, sizeof expected, ": %u of %u rows are what was written", l.found, ROWS);
        assert_int_equal(results("--check", said), 1);
        if (!strstr(said, expected))
            fail_msg("--check, %zu bytes lost: expected `%s', seen %s", lost, expected, said);
        assert_int_equal(results("--columns kernel", said), 1);
        assert_non_null(strstr(said, expected));
        snprintf(expected, sizeof expected, "warplock: %u of %u runs, 0 failed", l.found, ROWS);
        if (!strstr(said, expected))
            fail_msg("%zu bytes lost: expected `%s', seen %s", lost, expected, said);
    }
    l = (listed){ .opened = false };
    for (size_t left = length / 2; left && !(l.opened && l.kept == -1); left -= 4096) {         // what it counted is gone, too
        file_bytes_write(mutant, bytes, left);
        l = list(mutant, STORE_LOOK, true);
    }
    assert_true(l.opened && l.kept == -1);
    snprintf(expected, sizeof expected, ": %u of %u rows that are left, of how many is lost, are what was written", l.found, l.found);
    assert_int_equal(results("--check", said), 1);
    if (!strstr(said, expected))
        fail_msg("expected `%s', seen %s", expected, said);
    free(bytes);
}

// One that is damaged, and whose rows go while it is open.
static void test_rows_that_go(void **state)
{
    unsigned char *bytes;
    size_t length;
    store *s;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    file_bytes_write(mutant, bytes, length);
    free(bytes);
    with_sql("UPDATE kept SET rows = 50");
    s = store_open(mutant, STORE_LOOK, message, sizeof message);
    assert_non_null(s);
    with_sql("DROP TABLE runs");
    for (unsigned i = 0; i < 2; i++) {                      // by the tables that it knew, and without
        message[0] = 0;
        assert_null(store_select(s, message, sizeof message));
        assert_non_null(strstr(message, "no such table: runs"));
    }
    store_close(s);
}

// A page that is gone takes the rows that lie in it, and no row behind it.
static void test_pages(void **state)
{
    enum { PAGE = 4096, ROWS_OF_A_PAGE = 8 };
    unsigned lost = 0, pages = 0;
    unsigned char *bytes, kept[PAGE];
    size_t length;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    for (size_t at = 0; at + PAGE <= length; at += PAGE) {
        listed l;

        memcpy(kept, bytes + at, PAGE);
        memset(bytes + at, 0xff, PAGE);
        file_bytes_write(mutant, bytes, length);
        memcpy(bytes + at, kept, PAGE);
        l = list(mutant, STORE_LOOK, true);
        if (l.opened && !l.file_damaged)
            fail_msg("page %zu is gone, and nobody says so", at / PAGE + 1);
        lost += l.found < ROWS && l.found >= ROWS - ROWS_OF_A_PAGE;
        pages++;
    }
    free(bytes);
    printf("of %u pages %u have rows of a run\n", pages, lost);
    assert_true(lost >= ROWS / ROWS_OF_A_PAGE);
}

// A page that is the root of a table or of its index.
static void damage_root(const char *of, unsigned char first_byte)
{
    sqlite3_stmt *row;
    sqlite3 *database;
    unsigned char *bytes;
    size_t length, page;

    assert_int_equal(sqlite3_open(path, &database), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(database, "SELECT rootpage FROM sqlite_schema WHERE name = ?", -1, &row, NULL), SQLITE_OK);
    sqlite3_bind_text(row, 1, of, -1, SQLITE_STATIC);
    assert_int_equal(sqlite3_step(row), SQLITE_ROW);
    page = (size_t)sqlite3_column_int(row, 0);
    sqlite3_finalize(row);
    sqlite3_close(database);
    bytes = file_bytes_read(path, &length);
    assert_in_range(page, 2, length / 4096);
    memset(bytes + (page - 1) * 4096, 0, 4096);
    bytes[(page - 1) * 4096] = first_byte;                 // 10: a leaf of an index, without rows
    bytes[(page - 1) * 4096 + 5] = 16;                      // whose cells begin at its end
    file_bytes_write(mutant, bytes, length);
    free(bytes);
}

// An index that has lost its rows loses none of the table's; a table that is no page of one is said to be that.
static void test_roots(void **state)
{
    char said[4000];

    (void)state;
    make_store();
    damage_root("sqlite_autoindex_runs_1", 10);
    assert_null(store_open(mutant, STORE_READ, message, sizeof message));
    if (!strstr(message, ": is damaged: ") || !strstr(message, ": 48 of 48 rows are what was written"))
        fail_msg("an index that is empty: %s", message);
    damage_root("runs", 0);
    assert_null(store_open(mutant, STORE_READ, message, sizeof message));
    if (!strstr(message, "malformed"))
        fail_msg("a table that is none: %s", message);
    assert_int_equal(results("", said), 1);
    if (!strstr(said, "is damaged: "))
        fail_msg("a table that is none: %s", said);
}

static void test_repair(void **state)
{
    unsigned char *bytes;
    uint64_t rows = 0;
    size_t length;
    store *s;
    listed l;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    file_bytes_write(mutant, bytes, length - 6000);
    free(bytes);
    l = list(mutant, STORE_LOOK, false);
    s = store_open(mutant, STORE_LOOK, message, sizeof message);
    if (!s || !l.file_damaged || l.found < ROWS / 2 || l.found >= ROWS)
        fail_msg("%u rows are whole of a file without its end: %s", l.found, message);
    unlink(repaired);
    if (!store_repair(s, repaired, &rows, message, sizeof message))
        fail_msg("%s", message);
    assert_int_equal(rows, l.found);
    assert_false(store_repair(s, repaired, &rows, message, sizeof message));         // over a file that is there
    assert_non_null(strstr(message, "is there already"));
    store_close(s);
    l = list(repaired, STORE_READ, true);
    assert_true(l.opened && !l.damaged && !l.file_damaged);
    assert_true(l.found >= ROWS / 2);
    printf("repaired: %u of %u rows\n", l.found, ROWS);
    unlink(repaired);
}

// A repair of a store that does not know how many rows were put may have lost some: 1, whatever it found. And 1 is what whoever
// wants a whole store ends with, with the same count.
static void test_status(void **state)
{
    static const struct { const char *sql, *words; int status; } cases[] = {
        { "SELECT 1", ": 48 of 48 rows are what was written", 0 },
        { "DROP TRIGGER row_came", ": 48 of 48 rows are what was written", 0 },                    // what it counted is there
        { "UPDATE kept SET rows = 50", ": 48 of 50 rows are what was written", 1 },
        { "UPDATE kept SET rows = 2", ": 48 of 48 rows that are left, of how many is lost, are what was written", 1 },
        { "UPDATE kept SET rows = -1", ": 48 of 48 rows that are left, of how many is lost, are what was written", 1 },
        { "DROP TABLE kept", ": 48 of 48 rows that are left, of how many is lost, are what was written", 1 },
        { "UPDATE runs SET ipc = 9 WHERE rowid = 5", ": 47 of 48 rows are what was written", 1 },
    };
    char said[4000], option[320];
    unsigned char *bytes;
    size_t length;

    (void)state;
    make_store();
    bytes = file_bytes_read(path, &length);
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        int status;

        file_bytes_write(mutant, bytes, length);
        with_sql(cases[i].sql);
        unlink(repaired);
        snprintf(option, sizeof option, "--repair '%s'", repaired);
        status = results(option, said);
        if (status != cases[i].status || !strstr(said, cases[i].words))
            fail_msg("%s: --repair: status %d, expected %d: %s", cases[i].sql, status, cases[i].status, said);
        if (!strstr(said, "is damaged: "))
            continue;
        snprintf(option, sizeof option, "--diff '%s'", path);
        status = results(option, said);
        if (status != 1 || !strstr(said, cases[i].words))
            fail_msg("%s: --diff: status %d, expected 1: %s", cases[i].sql, status, said);
    }
    free(bytes);
    unlink(repaired);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_cuts), cmocka_unit_test(test_bits), cmocka_unit_test(test_tables), cmocka_unit_test(test_rows_that_go),
        cmocka_unit_test(test_pages), cmocka_unit_test(test_roots), cmocka_unit_test(test_words), cmocka_unit_test(test_repair),
        cmocka_unit_test(test_status),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
