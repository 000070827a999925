// SPDX-License-Identifier: BSD-3-Clause
// Puts and gets a row: a run's JSON report as columns, and columns as JSON again.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/store/store_inside.h"
#include "sim/report/number.h"
#include "tb/hash.h"

// A value's part of its row's checksum. The order of columns does not matter, and an empty column adds nothing: a column added
// later changes no existing row.
static uint64_t value_sum(uint64_t name_hash, const store_value *value)
{
    uint64_t hash = hash_bytes(name_hash, &value->kind, sizeof value->kind);

    switch (value->kind) {
    case STORE_INTEGER:
        return hash_bytes(hash, &value->integer, sizeof value->integer);
    case STORE_REAL:
        return hash_bytes(hash, &value->real, sizeof value->real);
    case STORE_TEXT:
        return hash_text(hash, value->text);
    default:
        return 0;
    }
}

bool store_read_value(sqlite3_stmt *statement, int column, store_value *value)
{
    *value = (store_value){ STORE_NONE };
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_NULL:
        return true;
    case SQLITE_INTEGER:
        value->kind = STORE_INTEGER;
        value->integer = sqlite3_column_int64(statement, column);
        value->real = (double)value->integer;
        return true;
    case SQLITE_FLOAT:
        value->kind = STORE_REAL;
        value->real = sqlite3_column_double(statement, column);
        return true;
    case SQLITE_TEXT:
        value->kind = STORE_TEXT;
        value->text = (const char *)sqlite3_column_text(statement, column);
        return value->text && strlen(value->text) == (size_t)sqlite3_column_bytes(statement, column);
    default:
        return false;
    }
}

bool store_row_is_whole(store *s, sqlite3_stmt *statement)
{
    static const store_kind kinds[] = {
        [STORE_SEED_COLUMN] = STORE_INTEGER, [STORE_MAX_CYCLES_COLUMN] = STORE_INTEGER,
        [STORE_STATUS_COLUMN] = STORE_INTEGER, [STORE_SECONDS_COLUMN] = STORE_REAL,
        [STORE_PEAK_COLUMN] = STORE_INTEGER, [STORE_CHECK_SUM_COLUMN] = STORE_INTEGER,
    };
    uint64_t sum = 0;
    store_value value;

    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        if (!store_read_value(statement, i, &value))
            return false;
        if (i < STORE_OWN_COLUMNS ? value.kind != (kinds[i] ? kinds[i] : STORE_TEXT) : value.kind == STORE_TEXT)
            return false;
        if (i != STORE_CHECK_SUM_COLUMN)
            sum += value_sum(s->columns[i].hash, &value);
    }
    if ((int64_t)sum != sqlite3_column_int64(statement, STORE_CHECK_SUM_COLUMN))
        return false;
    return store_has_machine(s, (const char *)sqlite3_column_text(statement, STORE_MACHINE_HASH_COLUMN));
}

// ------------------------------------------------------------------------------------------------------------ getting

static char *copy_text(const char *text)
{
    char *copy = malloc(strlen(text) + 1);

    if (!copy)
        abort();
    return strcpy(copy, text);
}

void store_run_free(store_run *run)
{
    measured_free(&run->measured);
    free(run->result);
    free(run->reason);
    run->result = run->reason = NULL;
}

static void take_row(const store *s, sqlite3_stmt *row, store_run *run)
{
    const char *group = (const char *)sqlite3_column_text(row, STORE_GROUP_COLUMN);
    const char *details = (const char *)sqlite3_column_text(row, STORE_DETAILS_COLUMN);

    *run = (store_run){ .status = sqlite3_column_int(row, STORE_STATUS_COLUMN),
                        .seconds = sqlite3_column_double(row, STORE_SECONDS_COLUMN),
                        .peak_kb = (uint64_t)sqlite3_column_int64(row, STORE_PEAK_COLUMN),
                        .reason = copy_text((const char *)sqlite3_column_text(row, STORE_REASON_COLUMN)) };
    for (int i = sqlite3_column_count(row) - 1; i >= STORE_OWN_COLUMNS; i--)
        if (sqlite3_column_type(row, i) != SQLITE_NULL)
            measured_set(&run->measured, s->columns[i].measured, sqlite3_column_double(row, i));
    run->measured.group = *group ? copy_text(group) : NULL;
    run->measured.details = *details ? copy_text(details) : NULL;
}

store_found store_get(store *s, const char *key, store_run *run, char *message, size_t size)
{
    store_found found = STORE_FAILED;

    if (s->get || sqlite3_prepare_v2(s->database, "SELECT * FROM runs WHERE key = ?", -1, &s->get, NULL) == SQLITE_OK) {
        sqlite3_bind_text(s->get, 1, key, -1, SQLITE_STATIC);
        switch (sqlite3_step(s->get)) {
        case SQLITE_ROW:
            store_learn(s, s->get);
            found = store_row_is_whole(s, s->get) ? STORE_FOUND : STORE_DAMAGED;
            break;
        case SQLITE_DONE:
            found = STORE_ABSENT;
            break;
        }
    }
    if (found == STORE_FAILED)
        store_explain(s, message, size);
    if (found == STORE_FOUND)
        take_row(s, s->get, run);
    sqlite3_reset(s->get);
    return found;
}

bool store_peaks(store *s, store_peak_taker *take, void *context, char *message, size_t size)
{
    sqlite3_stmt *all;
    bool good = sqlite3_prepare_v2(s->database, "SELECT kernel, size_option, max(peak_kb) FROM runs GROUP BY 1, 2", -1, &all,
                                   NULL) == SQLITE_OK;
    int step = SQLITE_DONE;

    while (good && (step = sqlite3_step(all)) == SQLITE_ROW)
        take(context, (const char *)sqlite3_column_text(all, 0), (const char *)sqlite3_column_text(all, 1),
             (uint64_t)sqlite3_column_int64(all, 2));
    good = good && step == SQLITE_DONE;
    if (!good)
        store_explain(s, message, size);
    sqlite3_finalize(all);
    return good;
}

// ------------------------------------------------------------------------------------------------------------ putting

// The columns of a row under construction.
typedef struct {
    store       *store;
    store_value *values;
    unsigned     count;
    char        *message;
    size_t       size;
    bool         failed;
} new_row;

static void set_value(new_row *row, unsigned column, store_value value)
{
    if (column >= row->count) {
        unsigned count = row->store->n_columns;

        row->values = realloc(row->values, count * sizeof *row->values);
        if (!row->values)
            abort();
        for (; row->count < count; row->count++)
            row->values[row->count] = (store_value){ STORE_NONE };
    }
    row->values[column] = value;
}

static void set_text(new_row *row, unsigned column, const char *text)
{
    set_value(row, column, (store_value){ STORE_TEXT, .text = text ? text : "" });
}

static void set_count(new_row *row, unsigned column, uint64_t count)
{
    set_value(row, column, (store_value){ STORE_INTEGER, .integer = (int64_t)count });
}

// A number's column, made when missing; -1: the number stays in `details`.
static int number_column(new_row *row, const char *path)
{
    store *s = row->store;
    int column = store_column(s, path);

    if (column < 0) {                           // another process may have made it
        row->failed |= !store_read_columns(s, row->message, row->size);
        column = store_column(s, path);
    }
    if (column >= 0 || s->n_columns >= STORE_MOST_COLUMNS ||
        path[strspn(path, "abcdefghijklmnopqrstuvwxyz0123456789_.")])
        return column >= STORE_OWN_COLUMNS ? column : -1;
    if (row->failed || !store_add_column(s, path, row->message, row->size)) {
        row->failed = true;
        return -1;
    }
    return store_column(s, path);
}

static bool take_number(void *context, const char *path, const json_t *number)
{
    int column = number_column(context, path);

    if (column >= 0)
        set_value(context, (unsigned)column, json_is_integer(number)
                  ? (store_value){ STORE_INTEGER, .integer = json_integer_value(number) }
                  : (store_value){ STORE_REAL, .real = json_real_value(number) });
    return column >= 0;
}

// Stores the machine's text once for all its runs.
static bool put_machine(store *s, const store_identity *identity, char *message, size_t size)
{
    const char *text = identity->machine_text ? identity->machine_text : "";
    sqlite3_stmt *statement;
    bool good;

    if (s->machine_text && strcmp(s->machine_text, text) == 0)
        return true;
    free(s->machine_text);
    s->machine_text = NULL;
    snprintf(s->machine_hash, sizeof s->machine_hash, "%016" PRIx64, hash_text(HASH_START, text));
    good = sqlite3_prepare_v2(s->database, "INSERT OR IGNORE INTO machines VALUES (?, ?, ?)", -1, &statement, NULL) ==
           SQLITE_OK;
    if (good) {
        sqlite3_bind_text(statement, 1, s->machine_hash, -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 2, identity->machine ? identity->machine : "", -1, SQLITE_STATIC);
        sqlite3_bind_text(statement, 3, text, -1, SQLITE_STATIC);
        good = sqlite3_step(statement) == SQLITE_DONE;
    }
    if (!good)
        store_explain(s, message, size);
    sqlite3_finalize(statement);
    if (good)
        s->machine_text = copy_text(text);
    return good;
}

static void set_identity(new_row *row, const char *key, const store_identity *identity, const store_run *run)
{
    set_text(row, STORE_KEY_COLUMN, key);
    set_text(row, STORE_PROGRAM_COLUMN, identity->program);
    set_text(row, STORE_KERNEL_COLUMN, identity->kernel);
    set_text(row, STORE_SOURCE_COLUMN, identity->source);
    set_text(row, STORE_SIZE_COLUMN, identity->size);
    set_count(row, STORE_SEED_COLUMN, identity->seed);
    set_text(row, STORE_MACHINE_COLUMN, identity->machine);
    set_text(row, STORE_MACHINE_HASH_COLUMN, row->store->machine_hash);
    set_text(row, STORE_SET_COLUMN, identity->set);
    set_text(row, STORE_POLICY_COLUMN, identity->policy);
    set_count(row, STORE_MAX_CYCLES_COLUMN, identity->max_cycles);
    set_text(row, STORE_OPTIONS_COLUMN, identity->options);
    set_value(row, STORE_STATUS_COLUMN, (store_value){ STORE_INTEGER, .integer = run->status });
    set_value(row, STORE_SECONDS_COLUMN, (store_value){ STORE_REAL, .real = run->seconds });
    set_count(row, STORE_PEAK_COLUMN, run->peak_kb);
    set_text(row, STORE_REASON_COLUMN, run->reason);
}

static bool prepare_put(store *s)
{
    char *sql = NULL;
    size_t length;
    FILE *text;

    if (s->put && s->n_put == s->n_columns)
        return true;
    sqlite3_finalize(s->put);
    text = open_memstream(&sql, &length);
    if (!text)
        abort();
    fputs("REPLACE INTO runs (", text);
    for (unsigned i = 0; i < s->n_columns; i++)
        fprintf(text, "%s\"%s\"", i ? "," : "", s->columns[i].name);
    fputs(") VALUES (", text);
    for (unsigned i = 0; i < s->n_columns; i++)
        fputs(i ? ",?" : "?", text);
    fputs(")", text);
    fclose(text);
    s->n_put = s->n_columns;
    if (sqlite3_prepare_v2(s->database, sql, -1, &s->put, NULL) != SQLITE_OK)
        s->put = NULL;
    free(sql);
    return s->put != NULL;
}

static bool insert(new_row *row)
{
    store *s = row->store;
    uint64_t sum = 0;
    bool good;

    for (unsigned i = 0; i < row->count; i++)
        sum += value_sum(s->columns[i].hash, &row->values[i]);
    set_count(row, STORE_CHECK_SUM_COLUMN, sum);
    good = prepare_put(s);
    if (good) {
        sqlite3_clear_bindings(s->put);
        for (unsigned i = 0; i < row->count; i++) {
            const store_value *value = &row->values[i];

            if (value->kind == STORE_INTEGER)
                sqlite3_bind_int64(s->put, (int)i + 1, value->integer);
            else if (value->kind == STORE_REAL)
                sqlite3_bind_double(s->put, (int)i + 1, value->real);
            else if (value->kind == STORE_TEXT)
                sqlite3_bind_text(s->put, (int)i + 1, value->text, -1, SQLITE_STATIC);
        }
        good = sqlite3_step(s->put) == SQLITE_DONE;
    }
    if (!good)
        store_explain(s, row->message, row->size);
    sqlite3_reset(s->put);
    return good;
}

static bool put_row(store *s, const char *key, const store_identity *identity, const store_run *run, char *message,
                    size_t size)
{
    new_row row = { .store = s, .message = message, .size = size };
    char *group = NULL, *details = NULL;
    json_t *report = run->status == 0 ? measured_open(run->result, &group) : json_object();
    bool good = report != NULL;

    if (!good)
        snprintf(message, size, "%.160s: the result of a run is no JSON object", s->path);
    good = good && put_machine(s, identity, message, size);
    if (good) {
        set_identity(&row, key, identity, run);
        measured_take_numbers(report, take_number, &row);
        details = json_object_size(report) ? json_text(report, JSON_COMPACT) : NULL;
        set_text(&row, STORE_GROUP_COLUMN, group);
        set_text(&row, STORE_DETAILS_COLUMN, details);
        good = !row.failed && insert(&row);
    }
    json_decref(report);
    free(group);
    free(details);
    free(row.values);
    return good;
}

static void take_back(store *s)
{
    sqlite3_exec(s->database, "ROLLBACK", NULL, NULL, NULL);
    store_forget_columns(s);                    // like the columns that it has made
    free(s->machine_text);
    s->machine_text = NULL;                     // this transaction's text is gone
}

bool store_begin(store *s, char *message, size_t size)
{
    s->spoilt = false;
    s->batch = store_execute(s, "BEGIN IMMEDIATE", message, size);
    if (s->batch && !s->n_columns && !store_read_columns(s, message, size)) {
        take_back(s);
        s->batch = false;
    }
    return s->batch;
}

bool store_commit(store *s, char *message, size_t size)
{
    bool good = !s->spoilt && store_execute(s, "COMMIT", message, size);

    if (!good)
        take_back(s);
    s->batch = false;
    return good;
}

bool store_put(store *s, const char *key, const store_identity *identity, const store_run *run, char *message,
               size_t size)
{
    bool alone = !s->batch;

    if (s->batch && s->spoilt) {
        snprintf(message, size, "%.160s: a result before this one was not written", s->path);
        return false;
    }
    if (alone && !store_begin(s, message, size))
        return false;
    s->spoilt = !put_row(s, key, identity, run, message, size);
    if (!alone)
        return !s->spoilt;
    return store_commit(s, message, size);
}

bool store_add_column(store *s, const char *name, char *message, size_t size)
{
    char sql[MEASURED_PATH + 64];

    snprintf(sql, sizeof sql, "ALTER TABLE runs ADD COLUMN \"%s\"", name);
    return store_execute(s, sql, message, size) && store_read_columns(s, message, size) &&
           store_keep_columns(s, message, size);
}
