// SPDX-License-Identifier: BSD-3-Clause
// Copies some rows into another store, for a page that needs no more; also a program's baseline.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/store/store_inside.h"

static bool step(store *s, const char *sql, const char *first, const char *second, char *message, size_t size)
{
    sqlite3_stmt *statement;
    bool good = sqlite3_prepare_v2(s->database, sql, -1, &statement, NULL) == SQLITE_OK;

    if (good && first)
        sqlite3_bind_text(statement, 1, first, -1, SQLITE_STATIC);
    if (good && second)
        sqlite3_bind_text(statement, 2, second, -1, SQLITE_STATIC);
    good = good && sqlite3_step(statement) == SQLITE_DONE;
    if (!good)
        store_explain(s, message, size);
    sqlite3_finalize(statement);
    return good;
}

bool store_put_baseline(store *s, const char *program, const char *text, char *message, size_t size)
{
    char *kept = store_baseline(s, program);
    bool same = kept && strcmp(kept, text) == 0;

    free(kept);
    return same || (store_execute(s, "CREATE TABLE IF NOT EXISTS programs (program TEXT PRIMARY KEY NOT NULL, baseline TEXT NOT NULL)",
                                  message, size) &&
                    step(s, "REPLACE INTO programs VALUES (?, ?)", program, text, message, size));
}

char *store_baseline(store *s, const char *program)
{
    sqlite3_stmt *statement;
    char *text = NULL;

    if (sqlite3_prepare_v2(s->database, "SELECT baseline FROM programs WHERE program = ?", -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, program, -1, SQLITE_STATIC);
        if (sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_text(statement, 0))
            text = strdup((const char *)sqlite3_column_text(statement, 0));
    }
    sqlite3_finalize(statement);
    return text;
}

// Makes the other file with every column of this one.
static bool make_other(const store *s, const char *path, char *message, size_t size)
{
    store *other = store_open(path, STORE_MAKE, message, size);
    bool good = other && store_execute(other, "BEGIN IMMEDIATE", message, size);

    for (unsigned i = 0; i < s->n_columns && good; i++)
        good = store_column(other, s->columns[i].name) >= 0 || store_add_column(other, s->columns[i].name, message, size);
    good = good && store_execute(other, "COMMIT", message, size);
    if (other)
        store_close(other);
    return good;
}

static bool copy_rows(store *s, const char *const *keys, unsigned n, char *message, size_t size)
{
    char *sql = store_copy_sql(s, "packed.runs", " SELECT ", NULL, " FROM main.runs WHERE key = ?");
    bool good = store_execute(s, "BEGIN IMMEDIATE", message, size);

    for (unsigned i = 0; i < n && good; i++)
        good = step(s, sql, keys[i], NULL, message, size);
    free(sql);
    good = good && store_execute(s, "INSERT OR IGNORE INTO packed.machines SELECT * FROM main.machines WHERE hash IN "
                                 "(SELECT machine_hash FROM packed.runs) ORDER BY hash; COMMIT", message, size);
    if (!good)
        sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

bool store_pack(store *s, const char *const *keys, unsigned n, const char *path, char *message, size_t size)
{
    char place[STORE_PLACE];
    bool good;

    if (!make_other(s, path, message, size))
        return false;
    store_place(path, place);
    if (!step(s, "ATTACH ? AS packed", place, NULL, message, size))
        return false;
    good = copy_rows(s, keys, n, message, size) && store_execute(s, "VACUUM packed", message, size);
    sqlite3_exec(s->database, "DETACH packed", NULL, NULL, NULL);
    return good;
}
