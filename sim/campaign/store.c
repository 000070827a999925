#include "sim/campaign/store.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sqlite3.h>

#include "tb/hash.h"

// "wplk": PRAGMA application_id of a result store; user_version is the layout of its table.
enum { APPLICATION = 0x77706c6b, LAYOUT = 2, WAIT_MS = 5000 };

struct store {
    sqlite3 *database;
    char     path[1024];
};

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);

    if (!copy)
        abort();
    return strcpy(copy, text);
}

// The sum that a row is written with: of all its columns.
static int64_t check_sum(const char *key, const store_identity *identity, const store_run *run)
{
    const char *const texts[] = { key, identity->machine, identity->set, identity->policy, identity->kernel,
                                  identity->size, run->result, run->reason };
    uint64_t hash = HASH_START;

    for (unsigned i = 0; i < sizeof texts / sizeof texts[0]; i++)
        hash = hash_text(hash, texts[i]);
    hash = hash_bytes(hash, &run->status, sizeof run->status);
    return (int64_t)hash_bytes(hash, &run->seconds, sizeof run->seconds);
}

static bool explain(const store *s, char *message, size_t size)
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
    default:
        snprintf(message, size, "%.160s: %s", s->path, sqlite3_errmsg(s->database));
    }
    return false;
}

static bool execute(store *s, const char *sql, char *message, size_t size)
{
    return sqlite3_exec(s->database, sql, NULL, NULL, NULL) == SQLITE_OK || explain(s, message, size);
}

static bool pragma(store *s, const char *sql, int *value, char *message, size_t size)
{
    sqlite3_stmt *statement;
    bool good = sqlite3_prepare_v2(s->database, sql, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;

    if (good)
        *value = sqlite3_column_int(statement, 0);
    else
        explain(s, message, size);
    sqlite3_finalize(statement);
    return good;
}

static bool make_table(store *s, char *message, size_t size)
{
    char sql[640];

    snprintf(sql, sizeof sql,
             "CREATE TABLE runs (key TEXT PRIMARY KEY, machine TEXT, overrides TEXT, policy TEXT, kernel TEXT, "
             "size TEXT, status INTEGER NOT NULL, seconds REAL NOT NULL, result TEXT NOT NULL, reason TEXT NOT NULL, "
             "check_sum INTEGER NOT NULL);"
             "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, LAYOUT);
    return execute(s, sql, message, size);
}

// Another campaign may be making the same store: the look that counts is that when no other can write.
static bool make_store(store *s, char *message, size_t size)
{
    int tables;
    bool good = execute(s, "BEGIN IMMEDIATE", message, size);

    if (!good)
        return false;
    good = pragma(s, "SELECT count(*) FROM sqlite_master", &tables, message, size) &&
           (tables > 0 || make_table(s, message, size)) && execute(s, "COMMIT", message, size);
    if (!good)
        sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

// A new or empty file becomes a store where it may; a store of this layout is taken; anything else is refused.
static bool look_inside(store *s, bool may_make, char *message, size_t size)
{
    int tables, application, layout;

    if (!pragma(s, "SELECT count(*) FROM sqlite_master", &tables, message, size) ||
        !pragma(s, "PRAGMA application_id", &application, message, size) ||
        !pragma(s, "PRAGMA user_version", &layout, message, size))
        return false;
    if (tables == 0 && application == 0) {
        if (may_make)
            return make_store(s, message, size) && look_inside(s, false, message, size);
        snprintf(message, size, "%.160s: is empty, expected a result store", s->path);
        return false;
    }
    if (application != APPLICATION) {
        snprintf(message, size, "%.160s: is a database, but no result store, and is left as it is; move it away or "
                 "name another file", s->path);
        return false;
    }
    if (layout != LAYOUT) {
        snprintf(message, size, "%.160s: seen a result store of layout %d, expected %d: another version of warplock "
                 "wrote it, whose results do not count for this one; move it away or name another file", s->path, layout,
                 LAYOUT);
        return false;
    }
    return true;
}

static bool openable(const char *path, bool may_make, char *message, size_t size)
{
    struct stat status;

    if (strlen(path) >= sizeof ((store *)NULL)->path) {
        snprintf(message, size, "seen a path of %zu characters, expected fewer", strlen(path));
        return false;
    }
    if (!may_make && access(path, F_OK) != 0) {
        snprintf(message, size, "%.160s: there is no such file, expected a result store", path);
        return false;
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        snprintf(message, size, "%.160s: is not a file, expected a result store or a place for one", path);
        return false;
    }
    return true;
}

store *store_open(const char *path, bool may_make, char *message, size_t size)
{
    store *s;

    if (!openable(path, may_make, message, size))
        return NULL;
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    strcpy(s->path, path);
    if (sqlite3_open_v2(path, &s->database, SQLITE_OPEN_READWRITE | (may_make ? SQLITE_OPEN_CREATE : 0), NULL) !=
        SQLITE_OK) {
        explain(s, message, size);
    } else {
        sqlite3_busy_timeout(s->database, WAIT_MS);
        if (look_inside(s, may_make, message, size))
            return s;
    }
    store_close(s);
    return NULL;
}

void store_close(store *s)
{
    sqlite3_close(s->database);
    free(s);
}

void store_run_free(store_run *run)
{
    free(run->result);
    free(run->reason);
    run->result = run->reason = NULL;
}

// A row as it stands; the check sum tells whether it is the one that was written.
static store_found read_row(sqlite3_stmt *statement, const char *key, store_run *run)
{
    const char *texts[7];
    store_identity identity;

    for (int i = 0; i < 7; i++) {
        texts[i] = (const char *)sqlite3_column_text(statement, i);
        if (!texts[i])
            return STORE_DAMAGED;
    }
    identity = (store_identity){ texts[0], texts[1], texts[2], texts[3], texts[4] };
    *run = (store_run){ sqlite3_column_int(statement, 7), sqlite3_column_double(statement, 8), copy_text(texts[5]),
                        copy_text(texts[6]) };
    if (check_sum(key, &identity, run) == sqlite3_column_int64(statement, 9))
        return STORE_FOUND;
    store_run_free(run);
    return STORE_DAMAGED;
}

store_found store_get(store *s, const char *key, store_run *run, char *message, size_t size)
{
    static const char sql[] = "SELECT machine, overrides, policy, kernel, size, result, reason, status, seconds, "
                              "check_sum FROM runs WHERE key = ?";
    sqlite3_stmt *statement;
    store_found found = STORE_FAILED;

    if (sqlite3_prepare_v2(s->database, sql, -1, &statement, NULL) == SQLITE_OK) {
        sqlite3_bind_text(statement, 1, key, -1, SQLITE_STATIC);
        switch (sqlite3_step(statement)) {
        case SQLITE_ROW:
            found = read_row(statement, key, run);
            break;
        case SQLITE_DONE:
            found = STORE_ABSENT;
            break;
        }
    }
    if (found == STORE_FAILED)
        explain(s, message, size);
    sqlite3_finalize(statement);
    return found;
}

bool store_put(store *s, const char *key, const store_identity *identity, const store_run *run, char *message,
               size_t size)
{
    const char *const texts[] = { key, identity->machine, identity->set, identity->policy, identity->kernel,
                                  identity->size };
    sqlite3_stmt *statement;
    bool good = sqlite3_prepare_v2(s->database, "REPLACE INTO runs VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", -1,
                                   &statement, NULL) == SQLITE_OK;

    if (good) {
        for (int i = 0; i < 6; i++)
            sqlite3_bind_text(statement, i + 1, texts[i], -1, SQLITE_STATIC);
        sqlite3_bind_int(statement, 7, run->status);
        sqlite3_bind_double(statement, 8, run->seconds);
        sqlite3_bind_text(statement, 9, run->result, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 10, run->reason, -1, SQLITE_STATIC);
        sqlite3_bind_int64(statement, 11, check_sum(key, identity, run));
        good = sqlite3_step(statement) == SQLITE_DONE;
    }
    if (!good)
        explain(s, message, size);
    sqlite3_finalize(statement);
    return good;
}
