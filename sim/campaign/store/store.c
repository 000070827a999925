// SPDX-License-Identifier: BSD-3-Clause
// Opens, makes or refuses the file. Its columns are in store_table.c; store_row.c puts and gets rows, store_rows.c iterates.
#include "sim/campaign/store/store.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "sim/campaign/store/store_inside.h"
#include "sim/report/names.h"
#include "tb/output_file.h"

// "wplk": PRAGMA application_id of a result store; user_version is the layout of its tables.
enum { APPLICATION = 0x77706c6b, LAYOUT = 4, LAYOUT_WITHOUT_COUNT = 3 };

static bool pragma(store *s, const char *sql, int *value, char *message, size_t size)
{
    sqlite3_stmt *statement;
    bool good = sqlite3_prepare_v2(s->database, sql, -1, &statement, NULL) == SQLITE_OK &&
                sqlite3_step(statement) == SQLITE_ROW;

    if (good)
        *value = sqlite3_column_int(statement, 0);
    else
        store_explain(s, message, size);
    sqlite3_finalize(statement);
    return good;
}

// Numbers have no SQL type: whole ones stay whole.
static bool make_tables(store *s, char *message, size_t size)
{
    char *sql = NULL;
    size_t length;
    FILE *text = open_memstream(&sql, &length);
    bool good;

    if (!text)
        abort();
    store_write_tables(text, report_names);
    fprintf(text, "PRAGMA application_id = %d; PRAGMA user_version = %d;", APPLICATION, LAYOUT);
    fclose(text);
    good = store_execute(s, sql, message, size) && store_read_columns(s, message, size) &&
           store_begin_to_keep(s, message, size);
    free(sql);
    return good;
}

// Another campaign may be making the same store: only the check under the write lock counts.
static bool make_store(store *s, char *message, size_t size)
{
    int tables;
    bool good = store_execute(s, "BEGIN IMMEDIATE", message, size);

    if (!good)
        return false;
    good = pragma(s, "SELECT count(*) FROM sqlite_master", &tables, message, size) &&
           (tables > 0 || make_tables(s, message, size)) && store_execute(s, "COMMIT", message, size);
    if (!good)
        sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

// A new or empty file becomes a store if allowed; a store of this layout is accepted; anything else is refused.
static bool look_inside(store *s, store_use use, char *message, size_t size)
{
    int tables, application, layout;

    if (!pragma(s, "SELECT count(*) FROM sqlite_master", &tables, message, size) ||
        !pragma(s, "PRAGMA application_id", &application, message, size) ||
        !pragma(s, "PRAGMA user_version", &layout, message, size))
        return false;
    if (tables == 0 && application == 0) {
        if (use == STORE_MAKE)
            return make_store(s, message, size) && look_inside(s, STORE_READ, message, size);
        snprintf(message, size, "%.160s: is empty, expected a result store", s->path);
        return false;
    }
    if (application != APPLICATION) {
        snprintf(message, size, "%.160s: is a database, but no result store, and is left as it is; move it away or "
                 "name another file", s->path);
        return false;
    }
    s->layout = layout;
    if (layout != LAYOUT && layout != LAYOUT_WITHOUT_COUNT) {
        snprintf(message, size, "%.160s: seen a result store of layout %d, expected %d: %s; sqlite3 reads it; move it away or "
                 "name another file", s->path, layout, LAYOUT, layout < LAYOUT
                 ? "an older warplock wrote it, which did not keep what program a result is of" : "a newer warplock wrote it");
        return false;
    }
    return true;
}

// Tests that file, folder and disk accept a result before hours of runs, not after. A store without a row count gets one here.
static bool try_writing(store *s, char *message, size_t size)
{
    char sql[80];
    int layout;
    bool good = store_execute(s, "BEGIN IMMEDIATE", message, size);

    if (!good)
        return false;
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d; COMMIT", LAYOUT);
    good = pragma(s, "PRAGMA user_version", &layout, message, size) &&
           (layout != LAYOUT_WITHOUT_COUNT || (store_read_columns(s, message, size) && store_begin_to_keep(s, message, size))) &&
           store_execute(s, sql, message, size);
    if (!good)
        sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    return good;
}

static bool openable(const char *path, store_use use, char *message, size_t size)
{
    struct stat status;

    if (strlen(path) >= sizeof ((store *)NULL)->path) {
        snprintf(message, size, "seen a path of %zu characters, expected fewer", strlen(path));
        return false;
    }
    if (use != STORE_MAKE && access(path, F_OK) != 0) {
        snprintf(message, size, "%.160s: there is no such file, expected a result store", path);
        return false;
    }
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) {
        snprintf(message, size, "%.160s: is not a file, expected a result store or a place for one", path);
        return false;
    }
    return true;
}

// Only a check for damage may open a damaged store.
static bool is_whole(store *s, store_use use, char *message, size_t size)
{
    store_belief belief;

    store_look_for_damage(s, s->layout == LAYOUT);
    if (!s->damage[0] || use == STORE_LOOK)
        return true;
    sqlite3_exec(s->database, "PRAGMA writable_schema = ON", NULL, NULL, NULL);       // only to count its rows, then closed
    if (!store_believe(s, &belief, message, size))
        return false;
    snprintf(message, size, "%.160s: is damaged: %s: %" PRIu64 " of %" PRIu64 " rows%s are what was written; `warplock results "
             "--repair NEW` puts them into a new file", s->path, s->damage, belief.whole, belief.all,
             belief.lost ? " that are left, of how many is lost," : "");
    return false;
}

// Natural order of texts: numbers by value, so that limit=2 comes before limit=10.
static int compare_natural(void *unused, int first_length, const void *first, int second_length, const void *second)
{
    const char *a = first, *b = second, *a_end = a + first_length, *b_end = b + second_length;

    (void)unused;
    while (a < a_end && b < b_end) {
        if (*a >= '0' && *a <= '9' && *b >= '0' && *b <= '9') {
            const char *a_digits, *b_digits;
            int difference;

            for (; a < a_end && *a == '0'; a++)
                ;
            for (; b < b_end && *b == '0'; b++)
                ;
            for (a_digits = a; a < a_end && *a >= '0' && *a <= '9'; a++)
                ;
            for (b_digits = b; b < b_end && *b >= '0' && *b <= '9'; b++)
                ;
            if (a - a_digits != b - b_digits)
                return a - a_digits < b - b_digits ? -1 : 1;
            difference = memcmp(a_digits, b_digits, (size_t)(a - a_digits));
            if (difference)
                return difference;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (b == b_end) - (a == a_end);
}

store *store_open(const char *path, store_use use, char *message, size_t size)
{
    return store_open_or_tell(path, use, NULL, message, size);
}

store *store_open_or_tell(const char *path, store_use use, bool *damaged, char *message, size_t size)
{
    char place[STORE_PLACE];
    store *s;

    if (damaged)
        *damaged = false;
    if (!openable(path, use, message, size))
        return NULL;
    s = calloc(1, sizeof *s);
    if (!s)
        abort();
    strcpy(s->path, path);
    store_place(path, place);
    // Writable even for reading, to recover what a killed campaign left.
    if (sqlite3_open_v2(place, &s->database, SQLITE_OPEN_READWRITE | (use == STORE_MAKE ? SQLITE_OPEN_CREATE : 0), NULL) !=
        SQLITE_OK) {
        store_explain(s, message, size);
    } else {
        store_wait_for_others(s);
        sqlite3_create_collation(s->database, "numbers", SQLITE_UTF8, NULL, compare_natural);
        if (use == STORE_LOOK)                  // even a truncated file
            sqlite3_exec(s->database, "PRAGMA writable_schema = ON", NULL, NULL, NULL);
        sqlite3_exec(s->database, "PRAGMA recursive_triggers = ON", NULL, NULL, NULL);     // also for replaced rows
        if (look_inside(s, use, message, size) && store_read_columns(s, message, size) && is_whole(s, use, message, size) &&
            (use != STORE_MAKE || try_writing(s, message, size))) {
            output_protect(path);
            return s;
        }
    }
    if (damaged)
        *damaged = s->damage[0] != 0;
    store_close(s);
    return NULL;
}

void store_close(store *s)
{
    sqlite3_finalize(s->get);
    sqlite3_finalize(s->put);
    sqlite3_finalize(s->fetch);
    sqlite3_close(s->database);
    lookup_free(&s->numbers);
    lookup_free(&s->machines);
    free(s->columns);
    free(s->machine_text);
    free(s);
}
