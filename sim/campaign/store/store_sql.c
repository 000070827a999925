// SPDX-License-Identifier: BSD-3-Clause
// Statements to SQLite, and its errors in the user's words.
#include "sim/campaign/store/store_inside.h"

#include <stdlib.h>

bool store_explain(const store *s, char *message, size_t size)
{
    switch (sqlite3_errcode(s->database) & 0xff) {
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
        snprintf(message, size, "%.160s: is locked by another program, expected a result store of our own; end that or "
                 "name another file", s->path);
        break;
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        snprintf(message, size, "%.160s: is no result store (%s) and is left as it is; move it away or name another "
                 "file", s->path, sqlite3_errmsg(s->database));
        break;
    case SQLITE_READONLY:
        snprintf(message, size, "%.160s: may not be written; give it and its folder to this user or name another file",
                 s->path);
        break;
    default:
        snprintf(message, size, "%.160s: %s", s->path, sqlite3_errmsg(s->database));
    }
    return false;
}

bool store_execute(store *s, const char *sql, char *message, size_t size)
{
    return sqlite3_exec(s->database, sql, NULL, NULL, NULL) == SQLITE_OK || store_explain(s, message, size);
}

char *store_copy_sql(const store *s, const char *into, const char *before, const char *each, const char *after)
{
    char *sql = NULL;
    size_t length;
    FILE *text = open_memstream(&sql, &length);

    if (!text)
        abort();
    fprintf(text, "INSERT OR IGNORE INTO %s (", into);
    for (unsigned i = 0; i < s->n_columns; i++)
        fprintf(text, "%s\"%s\"", i ? "," : "", s->columns[i].name);
    fprintf(text, ")%s", before);
    for (unsigned i = 0; i < s->n_columns; i++)
        fprintf(text, each ? "%s%s" : "%s\"%s\"", i ? "," : "", each ? each : s->columns[i].name);
    fputs(after, text);
    fclose(text);
    return sql;
}

void store_place(const char *path, char place[static STORE_PLACE])
{
    snprintf(place, STORE_PLACE, "%s%s", path[0] == '/' ? "" : "./", path);
}
