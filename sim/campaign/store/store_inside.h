// SPDX-License-Identifier: BSD-3-Clause
// What the files of the store share: sim/campaign/store/store.h.
#ifndef WARPLOCK_SIM_CAMPAIGN_STORE_INSIDE_H
#define WARPLOCK_SIM_CAMPAIGN_STORE_INSIDE_H

#include <sqlite3.h>
#include <stdio.h>
#include <time.h>

#include "sim/campaign/store/lookup.h"
#include "sim/campaign/store/store.h"

// SQLite takes at most 2,000 columns; numbers of a report beyond these stay in `details`.
enum { STORE_MOST_COLUMNS = 1500, STORE_PATH = 1024, STORE_PLACE = STORE_PATH + 2 };

typedef struct { char name[MEASURED_PATH]; uint64_t hash; unsigned measured; } store_column_of;   // by measured_name

// While waiting for other writers: what is known of them.
typedef struct { const char *path; struct timespec changed; double since; unsigned draw; } store_wait;

struct store {
    sqlite3        *database;
    sqlite3_stmt   *get, *put, *fetch;          // by key, of all columns, by row
    bool            batch, spoilt;              // between store_begin and store_commit; one of its puts has failed
    unsigned        n_columns, n_put;           // n_put: columns that `put` writes
    store_column_of *columns;
    lookup          numbers;                    // of the columns, by name
    lookup          machines;                   // hashes of machines whose texts are stored
    int             layout;
    int64_t         kept;                       // rows that were put, by the file's own count; -1: it has none
    char            damage[240];                // what is wrong with the file as a whole; "" nothing
    char           *machine_text;               // the last one that was put
    char            machine_hash[STORE_KEY];
    char            path[STORE_PATH];
    store_wait      wait;
};

// The path in a form that SQLite takes as a file name, even where it would have another meaning (":memory:",
// "file:a?mode=memory").
void store_place(const char *path, char place[static STORE_PLACE]);
// Always false.
bool store_explain(const store *, char *message, size_t size);
bool store_execute(store *, const char *sql, char *message, size_t size);
// "INSERT OR IGNORE INTO into (names) before values after", the values of the columns `each`, or their names when it is NULL; to
// be freed.
char *store_copy_sql(const store *, const char *into, const char *before, const char *each, const char *after);

// store_check.c: the statements that make the tables of runs and machines.
void store_write_tables(FILE *, const char *const *numbers);
// From now on the file keeps a count of its rows and a sum of its columns' names. In a transaction, like the next.
bool store_begin_to_keep(store *, char *message, size_t size);
bool store_keep_columns(store *, char *message, size_t size);
// Sets `damage`. `keeps`: this layout has a count.
void store_look_for_damage(store *, bool keeps);
// Whether the machine that a row names is stored intact.
bool store_has_machine(store *, const char *hash);

// store_wait.c: from now on it waits for others while they make progress.
void store_wait_for_others(store *);

// Adds the new columns of a statement that selects all.
void store_learn(store *, sqlite3_stmt *);
// All columns that the file has now. False and a message when they are not those of a store.
bool store_read_columns(store *, char *message, size_t size);
// Invalidates what is cached about them.
void store_forget_columns(store *);
// store_row.c: adds a column to the table; inside a transaction.
bool store_add_column(store *, const char *name, char *message, size_t size);
// False for a value that we never write. SQLite owns a text until the statement moves on.
bool store_read_value(sqlite3_stmt *, int column, store_value *);
// Whether the statement's current row is intact.
bool store_row_is_whole(store *, sqlite3_stmt *);

#endif
