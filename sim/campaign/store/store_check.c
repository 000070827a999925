// SPDX-License-Identifier: BSD-3-Clause
// Whether a file is intact: SQLite's check of every page and index, the statements that made its tables, the names of its
// columns, and the number of rows, which triggers count. Each row has its own checksum (store_row.c); so has the text of a
// machine, which the row names.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "sim/campaign/store/store_inside.h"
#include "tb/hash.h"

// The statements in sqlite_master as executed; of `runs` the beginning, which only numbers follow.
static const struct { const char *name, *sql; } made[] = {
    { "machines", "CREATE TABLE machines (hash TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, text TEXT NOT NULL)" },
    { "kept", "CREATE TABLE kept (rows INTEGER NOT NULL, columns INTEGER NOT NULL)" },
    { "row_came", "CREATE TRIGGER row_came AFTER INSERT ON runs BEGIN UPDATE kept SET rows = rows + 1; END" },
    { "row_went", "CREATE TRIGGER row_went AFTER DELETE ON runs BEGIN UPDATE kept SET rows = rows - 1; END" },
};
enum { MADE = sizeof made / sizeof made[0], MACHINES = 1 };

static const char number_letters[] = "abcdefghijklmnopqrstuvwxyz0123456789_.";
static const char runs[] = "CREATE TABLE runs (";
static const char own_columns[] =
#define COLUMN(identifier, name, type) ", \"" name "\" " type
#include "sim/campaign/store/store_columns.def"
#undef COLUMN
    ;

void store_write_tables(FILE *text, const char *const *numbers)
{
    fprintf(text, "%s%s", runs, own_columns + 2);
    for (; *numbers; numbers++)
        fprintf(text, ", \"%s\"", *numbers);
    fprintf(text, ");%s;", made[0].sql);
}

static int64_t names_sum(const store *s)
{
    uint64_t sum = 0;

    for (unsigned i = STORE_OWN_COLUMNS; i < s->n_columns; i++)
        sum += s->columns[i].hash;
    return (int64_t)sum;
}

bool store_begin_to_keep(store *s, char *message, size_t size)
{
    char sql[600];
    int length = 0;

    for (unsigned i = MACHINES; i < MADE; i++)
        length += snprintf(sql + length, sizeof sql - (size_t)length, "%s;", made[i].sql);
    snprintf(sql + length, sizeof sql - (size_t)length, "INSERT INTO kept SELECT count(*), %" PRId64 " FROM runs", names_sum(s));
    return store_execute(s, sql, message, size);
}

bool store_keep_columns(store *s, char *message, size_t size)
{
    char sql[80];

    snprintf(sql, sizeof sql, "UPDATE kept SET columns = %" PRId64, names_sum(s));
    return store_execute(s, sql, message, size);
}

// --- damage, in words

static bool wrong(store *s, const char *format, const char *seen, const char *expected)
{
    snprintf(s->damage, sizeof s->damage, format, seen, expected);
    return false;
}

// A statement's first row. False when there is none or it is unreadable.
static bool ask(store *s, const char *sql, const char *word, sqlite3_stmt **statement)
{
    if (sqlite3_prepare_v2(s->database, sql, -1, statement, NULL) != SQLITE_OK)
        return wrong(s, "%.120s%s", sqlite3_errmsg(s->database), "");
    if (word)
        sqlite3_bind_text(*statement, 1, word, -1, SQLITE_STATIC);
    switch (sqlite3_step(*statement)) {
    case SQLITE_ROW:
        return true;
    case SQLITE_DONE:
        return wrong(s, "what it keeps of itself is gone%s%s", "", "");
    default:
        return wrong(s, "%.120s%s", sqlite3_errmsg(s->database), "");
    }
}

// SQLite reads a truncated page as one padded with zeros.
static bool check_length(store *s)
{
    sqlite3_stmt *statement = NULL;
    struct stat status;
    bool good = ask(s, "PRAGMA page_size", NULL, &statement);

    if (good && stat(s->path, &status) == 0 && status.st_size % sqlite3_column_int(statement, 0) != 0)
        good = wrong(s, "it ends within a page%s%s", "", "");
    sqlite3_finalize(statement);
    return good;
}

static bool check_pages(store *s)
{
    sqlite3_stmt *statement = NULL;
    bool good = ask(s, "PRAGMA integrity_check(1)", NULL, &statement);
    const char *seen = good ? (const char *)sqlite3_column_text(statement, 0) : NULL;

    if (good && (!seen || strcmp(seen, "ok") != 0)) {
        if (seen && strncmp(seen, "*** in database main ***\n", 25) == 0)
            seen += 25;
        good = wrong(s, "%.120s%s", seen ? seen : "pages", "");
    }
    sqlite3_finalize(statement);
    return good;
}

static bool is_runs(const char *sql)
{
    const size_t of_words = sizeof runs - 1, of_own = sizeof own_columns - 3;

    if (strncmp(sql, runs, of_words) != 0 || strncmp(sql + of_words, own_columns + 2, of_own) != 0)
        return false;
    for (sql += of_words + of_own; strncmp(sql, ", \"", 3) == 0;) {
        sql += 3;
        if (!strspn(sql, number_letters) || sql[strspn(sql, number_letters)] != '"')
            return false;
        sql += strspn(sql, number_letters) + 1;
    }
    return strcmp(sql, ")") == 0;
}

static bool check_table(store *s, const char *name, const char *expected)
{
    sqlite3_stmt *statement = NULL;
    bool good = ask(s, "SELECT sql FROM sqlite_master WHERE name = ?", name, &statement);
    const char *seen = good ? (const char *)sqlite3_column_text(statement, 0) : NULL;

    if (!seen || (expected ? strcmp(seen, expected) != 0 : !is_runs(seen)))
        good = wrong(s, "%s is made otherwise than a store's%s", name, "");
    sqlite3_finalize(statement);
    return good;
}

// Reads what the file says of itself, before rows are counted: a torn file may have lost pages of them.
static bool read_kept(store *s, bool *same_names)
{
    sqlite3_stmt *statement = NULL;
    bool good = ask(s, "SELECT rows, columns, (SELECT count(*) FROM kept) FROM kept", NULL, &statement);

    if (good) {
        *same_names = sqlite3_column_int64(statement, 1) == names_sum(s);
        if (sqlite3_column_int64(statement, 2) != 1)
            good = wrong(s, "its table `kept` has not one row%s%s", "", "");
        else if (sqlite3_column_type(statement, 0) != SQLITE_INTEGER || sqlite3_column_int64(statement, 0) < 0)
            good = wrong(s, "its table `kept` has no number of rows%s%s", "", "");
        else
            s->kept = sqlite3_column_int64(statement, 0);
    }
    sqlite3_finalize(statement);
    return good;
}

static bool check_kept(store *s)
{
    sqlite3_stmt *statement = NULL;
    char seen[32], expected[32];
    bool same_names = false, good = read_kept(s, &same_names);

    if (good && !same_names)
        good = wrong(s, "its columns have other names than they were given%s%s", "", "");
    if (good && (good = ask(s, "SELECT count(*) FROM runs NOT INDEXED", NULL, &statement)) &&
        sqlite3_column_int64(statement, 0) != s->kept) {
        snprintf(seen, sizeof seen, "%lld", sqlite3_column_int64(statement, 0));
        snprintf(expected, sizeof expected, "%" PRId64, s->kept);
        good = wrong(s, "it has %s rows, expected the %s that were put", seen, expected);
    }
    sqlite3_finalize(statement);
    return good;
}

// Another trigger could silently delete what is put.
static bool check_triggers(store *s)
{
    sqlite3_stmt *statement = NULL;
    bool good = ask(s, "SELECT max(name) FROM sqlite_master WHERE type = 'trigger' AND name NOT IN ('row_came', 'row_went')", NULL,
                    &statement);
    const char *seen = good ? (const char *)sqlite3_column_text(statement, 0) : NULL;

    if (seen)
        good = wrong(s, "it has a trigger `%.60s`, which is not a store's%s", seen, "");
    sqlite3_finalize(statement);
    return good;
}

// A store that does not count yet has no table of counts.
static bool check_without(store *s)
{
    sqlite3_stmt *statement = NULL;
    bool good = ask(s, "SELECT count(*) FROM sqlite_master WHERE name = 'kept'", NULL, &statement) &&
                (!sqlite3_column_int(statement, 0) || wrong(s, "its layout is none that counts rows, and it does%s%s", "", ""));

    sqlite3_finalize(statement);
    return good;
}

// In one transaction, as others write.
void store_look_for_damage(store *s, bool keeps)
{
    bool good;

    s->damage[0] = 0;
    s->kept = -1;
    sqlite3_exec(s->database, "BEGIN", NULL, NULL, NULL);
    good = (keeps ? check_kept(s) : check_without(s)) && check_length(s) && check_pages(s) && check_triggers(s);
    if (keeps) {
        good = good && check_table(s, "runs", NULL);
        for (unsigned i = 0; i < MADE && good; i++)
            good = check_table(s, made[i].name, made[i].sql);
    }
    sqlite3_exec(s->database, "COMMIT", NULL, NULL, NULL);
}

const char *store_damage(const store *s) { return s->damage; }
int64_t store_kept_rows(const store *s) { return s->kept; }

bool store_believe(store *s, store_belief *b, char *message, size_t size)
{
    store_rows *rows = store_select(s, message, size);
    store_found found = rows ? STORE_DAMAGED : STORE_FAILED;
    const uint64_t there = rows ? store_count(rows) : 0;             // each is listed once

    *b = (store_belief){ 0 };
    while (rows && (found = store_next(rows, message, size)) != STORE_ABSENT && found != STORE_FAILED)
        b->whole += found == STORE_FOUND;
    b->lost = s->damage[0] && (s->kept < 0 || (uint64_t)s->kept < there);      // a count below the rows found: useless
    b->all = s->kept < 0 || b->lost ? there : (uint64_t)s->kept;
    store_rows_free(rows);
    return found == STORE_ABSENT;
}

bool store_has_machine(store *s, const char *hash)
{
    char *text, seen[STORE_KEY];
    bool good;

    if (lookup_find(&s->machines, hash) != LOOKUP_NONE)
        return true;
    text = store_machine_text(s, hash);
    snprintf(seen, sizeof seen, "%016" PRIx64, hash_text(HASH_START, text ? text : ""));
    good = text && strcmp(seen, hash) == 0;
    free(text);
    if (good)
        lookup_add(&s->machines, hash, 0);
    return good;
}
