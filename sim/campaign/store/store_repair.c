// SPDX-License-Identifier: BSD-3-Clause
// Recovers a damaged store into a new one: each row whose checksum holds, read by its place, as an index may be damaged, and
// the machines that these rows name.
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "sim/campaign/store/store_inside.h"

static void bind(sqlite3_stmt *put, int at, store_value value)
{
    if (value.kind == STORE_INTEGER)
        sqlite3_bind_int64(put, at, value.integer);
    else if (value.kind == STORE_REAL)
        sqlite3_bind_double(put, at, value.real);
    else if (value.kind == STORE_TEXT)
        sqlite3_bind_text(put, at, value.text, -1, SQLITE_TRANSIENT);
    else
        sqlite3_bind_null(put, at);
}

static bool copy_machine(store *to, store *from, const char *hash, const char *name)
{
    char *text = store_machine_text(from, hash);
    sqlite3_stmt *put = NULL;
    bool good = text && sqlite3_prepare_v2(to->database, "INSERT OR IGNORE INTO machines VALUES (?, ?, ?)", -1, &put, NULL) == SQLITE_OK;

    if (good) {
        sqlite3_bind_text(put, 1, hash, -1, SQLITE_STATIC);
        sqlite3_bind_text(put, 2, name, -1, SQLITE_STATIC);
        sqlite3_bind_text(put, 3, text, -1, SQLITE_STATIC);
        good = sqlite3_step(put) == SQLITE_DONE;
    }
    sqlite3_finalize(put);
    free(text);
    return good;
}

static bool copy_row(store *to, store *from, const store_rows *rows, sqlite3_stmt *put)
{
    const char *hash = store_value_of(rows, STORE_MACHINE_HASH_COLUMN).text;

    if (lookup_find(&to->machines, hash) == LOOKUP_NONE) {
        if (!copy_machine(to, from, hash, store_value_of(rows, STORE_MACHINE_COLUMN).text))
            return false;
        lookup_add(&to->machines, hash, 0);
    }
    for (unsigned i = 0; i < from->n_columns; i++)
        bind(put, (int)i + 1, store_value_of(rows, i));
    if (sqlite3_step(put) != SQLITE_DONE)
        return false;
    sqlite3_reset(put);
    return true;
}

static bool copy_all(store *to, store *from, uint64_t *count, char *message, size_t size)
{
    store_rows *rows = store_select(from, message, size);
    store_found found = rows ? STORE_DAMAGED : STORE_FAILED;
    char *sql = store_copy_sql(from, "runs", " VALUES (", "?", ")");
    sqlite3_stmt *put = NULL;
    bool good = rows != NULL;

    for (unsigned i = STORE_OWN_COLUMNS; i < from->n_columns && good; i++)
        good = store_column(to, from->columns[i].name) >= 0 || store_add_column(to, from->columns[i].name, message, size);
    good = good && sqlite3_prepare_v2(to->database, sql, -1, &put, NULL) == SQLITE_OK;
    while (good && (found = store_next(rows, message, size)) != STORE_ABSENT && found != STORE_FAILED)
        if (found == STORE_FOUND && (good = copy_row(to, from, rows, put)))
            *count += 1;
    if (!good)
        store_explain(to, message, size);
    sqlite3_finalize(put);
    store_rows_free(rows);
    free(sql);
    return good && found == STORE_ABSENT;
}

bool store_repair(store *from, const char *path, uint64_t *rows, char *message, size_t size)
{
    store *to;
    bool good;

    *rows = 0;
    if (access(path, F_OK) == 0) {
        snprintf(message, size, "%.160s: is there already, expected the name of a new file", path);
        return false;
    }
    to = store_open(path, STORE_MAKE, message, size);
    if (!to)
        return false;
    good = store_begin(to, message, size);
    if (good) {
        to->spoilt = !copy_all(to, from, rows, message, size);
        good = store_commit(to, message, size);
    }
    store_close(to);
    if (!good)
        unlink(path);
    return good;
}
