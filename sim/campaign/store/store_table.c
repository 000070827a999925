// SPDX-License-Identifier: BSD-3-Clause
// The columns of the table of runs: the common ones, and one per number of the report.
#include "sim/campaign/store/store_inside.h"

#include <stdlib.h>
#include <string.h>

#include "tb/hash.h"

// All current columns of the file.
bool store_read_columns(store *s, char *message, size_t size)
{
    sqlite3_stmt *all;
    bool good = sqlite3_prepare_v2(s->database, "SELECT * FROM runs LIMIT 0", -1, &all, NULL) == SQLITE_OK &&
                sqlite3_step(all) == SQLITE_DONE;            // including columns others have added

    if (good)
        store_learn(s, all);
    else
        store_explain(s, message, size);
    sqlite3_finalize(all);
    for (unsigned i = 0; i < STORE_OWN_COLUMNS && good; i++) {
        static const char *const names[] = {
#define COLUMN(identifier, name, type) name,
#include "sim/campaign/store/store_columns.def"
#undef COLUMN
        };

        if (i < s->n_columns && strcmp(s->columns[i].name, names[i]) == 0)
            continue;
        snprintf(message, size, "%.160s: its table of runs has no column `%s` in place %u and is no result store's; "
                 "move it away or name another file", s->path, names[i], i + 1);
        good = false;
    }
    return good;
}

unsigned store_columns(const store *s)
{
    return s->n_columns;
}

const char *store_column_name(const store *s, unsigned column)
{
    return s->columns[column].name;
}

int store_column(const store *s, const char *name)
{
    unsigned column = lookup_find(&s->numbers, name);

    return column == LOOKUP_NONE ? -1 : (int)column;
}

static void add_name(store *s, const char *name)
{
    unsigned n = s->n_columns++;

    if ((n & (n - 1)) == 0) {                   // room for a power of two
        s->columns = realloc(s->columns, (n ? 2 * (size_t)n : 1) * sizeof *s->columns);
        if (!s->columns)
            abort();
    }
    snprintf(s->columns[n].name, MEASURED_PATH, "%s", name);
    s->columns[n].hash = hash_text(HASH_START, name);
    s->columns[n].measured = n < STORE_OWN_COLUMNS ? 0 : measured_name(name);
    if (lookup_find(&s->numbers, name) == LOOKUP_NONE)
        lookup_add(&s->numbers, name, n);
}

void store_learn(store *s, sqlite3_stmt *statement)
{
    for (int i = (int)s->n_columns; i < sqlite3_column_count(statement); i++)
        add_name(s, sqlite3_column_name(statement, i));
}

void store_forget_columns(store *s)
{
    s->n_columns = 0;
    lookup_free(&s->numbers);
    sqlite3_finalize(s->put);
    s->put = NULL;
}
