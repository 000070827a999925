// SPDX-License-Identifier: BSD-3-Clause
// Iterates over all rows of a store.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/store/store_inside.h"

struct store_rows {
    store       *store;
    int64_t     *rows;                          // rowids, in order
    uint64_t     count, next;
    store_value *values;                        // of the current row
    unsigned     n_values;
    char        *texts;                         // all its texts
    size_t       room;
};

static void add_row(store_rows *rows, int64_t row)
{
    if ((rows->count & (rows->count - 1)) == 0) {               // room for a power of two
        rows->rows = realloc(rows->rows, (rows->count ? 2 * rows->count : 1) * sizeof *rows->rows);
        if (!rows->rows)
            abort();
    }
    rows->rows[rows->count++] = row;
}

static bool list_rows(store_rows *rows, sqlite3_stmt *all)
{
    int step;

    while ((step = sqlite3_step(all)) == SQLITE_ROW)
        add_row(rows, sqlite3_column_int64(all, 0));
    return step == SQLITE_DONE;
}

static int compare_places(const void *first, const void *second)
{
    const int64_t a = *(const int64_t *)first, b = *(const int64_t *)second;

    return (a > b) - (a < b);
}

// A page with two pointers to it, or a reused place, is read twice: keep one row.
static void list_each_once(store_rows *rows)
{
    uint64_t kept = 0;

    if (rows->count)
        qsort(rows->rows, rows->count, sizeof *rows->rows, compare_places);
    for (uint64_t i = 0; i < rows->count; i++)
        if (!kept || rows->rows[i] != rows->rows[kept - 1])
            rows->rows[kept++] = rows->rows[i];
    rows->count = kept;
}

// Lists a damaged file by scanning the table. Past a place where the scan ends it tries rowids one by one: they count up as
// rows come, and replaced rows hardly ever double them.
static bool list_what_is_there(store_rows *rows)
{
    store *s = rows->store;
    const int64_t most = s->kept > 0 ? 2 * s->kept + 1000 : 10000;
    sqlite3_stmt *all = NULL, *one = NULL;
    int64_t last = 0;

    if (sqlite3_prepare_v2(s->database, "SELECT rowid FROM runs NOT INDEXED", -1, &all, NULL) != SQLITE_OK ||
        sqlite3_prepare_v2(s->database, "SELECT rowid FROM runs NOT INDEXED WHERE rowid = ?", -1, &one, NULL) != SQLITE_OK) {
        sqlite3_finalize(all);
        return false;
    }
    sqlite3_exec(s->database, "BEGIN", NULL, NULL, NULL);
    if (!list_rows(rows, all))
        for (last = rows->count ? rows->rows[rows->count - 1] : 0; last < most; last++) {
            sqlite3_bind_int64(one, 1, last + 1);
            if (sqlite3_step(one) == SQLITE_ROW)
                add_row(rows, last + 1);
            sqlite3_reset(one);
        }
    sqlite3_finalize(all);
    sqlite3_finalize(one);
    sqlite3_exec(s->database, "COMMIT", NULL, NULL, NULL);
    list_each_once(rows);
    return true;
}

store_rows *store_select(store *s, char *message, size_t size)
{
    static const char sql[] = "SELECT rowid FROM runs ORDER BY kernel COLLATE numbers, machine, \"set\" COLLATE numbers, "
                              "policy, size_option COLLATE numbers, seed, program, key";
    store_rows *rows = calloc(1, sizeof *rows);
    sqlite3_stmt *all = NULL;

    if (!rows)
        abort();
    rows->store = s;
    if ((s->damage[0] ? !list_what_is_there(rows) :
         sqlite3_prepare_v2(s->database, sql, -1, &all, NULL) != SQLITE_OK || !list_rows(rows, all)) ||
        (!s->fetch &&
         sqlite3_prepare_v2(s->database, "SELECT * FROM runs WHERE rowid = ?", -1, &s->fetch, NULL) != SQLITE_OK)) {
        store_explain(s, message, size);
        store_rows_free(rows);
        rows = NULL;
    }
    sqlite3_finalize(all);
    return rows;
}

void store_rows_free(store_rows *rows)
{
    if (!rows)
        return;
    free(rows->rows);
    free(rows->values);
    free(rows->texts);
    free(rows);
}

uint64_t store_count(const store_rows *rows)
{
    return rows->count;
}

static void make_room(store_rows *rows, sqlite3_stmt *row, unsigned n)
{
    size_t wanted = 0;

    for (unsigned i = 0; i < n; i++)
        if (sqlite3_column_type(row, (int)i) == SQLITE_TEXT)
            wanted += (size_t)sqlite3_column_bytes(row, (int)i) + 1;
    if (wanted > rows->room) {
        rows->room = 2 * wanted;
        rows->texts = realloc(rows->texts, rows->room);
    }
    if (n > rows->n_values) {
        rows->n_values = n;
        rows->values = realloc(rows->values, n * sizeof *rows->values);
    }
    if (!rows->texts || !rows->values)
        abort();
}

// Holds no lock while the caller reads it.
static void copy_row(store_rows *rows, sqlite3_stmt *row)
{
    unsigned n = (unsigned)sqlite3_column_count(row);
    char *texts;

    make_room(rows, row, n);
    texts = rows->texts;
    for (unsigned i = 0; i < n; i++) {
        store_value *value = &rows->values[i];

        store_read_value(row, (int)i, value);
        if (value->kind == STORE_TEXT) {
            strcpy(texts, value->text);
            value->text = texts;
            texts += strlen(texts) + 1;
        }
    }
}

store_found store_next(store_rows *rows, char *message, size_t size)
{
    sqlite3_stmt *row = rows->store->fetch;
    store_found found = STORE_ABSENT;

    while (found == STORE_ABSENT && rows->next < rows->count) {
        sqlite3_bind_int64(row, 1, rows->rows[rows->next++]);
        switch (sqlite3_step(row)) {
        case SQLITE_ROW:
            store_learn(rows->store, row);
            found = store_row_is_whole(rows->store, row) ? STORE_FOUND : STORE_DAMAGED;
            break;
        case SQLITE_DONE:                       // replaced meanwhile
            break;
        default:
            found = rows->store->damage[0] ? STORE_DAMAGED : STORE_FAILED;
            store_explain(rows->store, message, size);
        }
        if (found == STORE_FOUND)
            copy_row(rows, row);
        sqlite3_reset(row);
    }
    return found;
}

// A row is empty in a column added later.
store_value store_value_of(const store_rows *rows, unsigned column)
{
    return column < rows->n_values ? rows->values[column] : (store_value){ STORE_NONE };
}

char *store_machine_text(store *s, const char *machine_hash)
{
    sqlite3_stmt *statement;
    char *text = NULL;

    if (sqlite3_prepare_v2(s->database, "SELECT text FROM machines WHERE hash = ?", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, machine_hash, -1, SQLITE_STATIC);
        if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
            text = strdup((const char *)sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return text;
}
