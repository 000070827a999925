// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/list.h"

#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/campaign/results/grid.h"
#include "sim/report/csv_text.h"
#include "sim/report/number.h"

static bool add_field(const query *q, const char *name, list_fields *fields, char *message, size_t size)
{
    if (fields->n == LIST_FIELDS) {
        snprintf(message, size, "seen more than %d columns, expected at most that", LIST_FIELDS);
        return false;
    }
    return query_find_field(q, name, &fields->fields[fields->n++], message, size);
}

static bool choose_named(const query *q, const char *words, list_fields *fields, char *message, size_t size)
{
    char *copy = strdup(words), *rest;
    bool good = copy != NULL;

    for (const char *word = strtok_r(copy, ",", &rest); good && word; word = strtok_r(NULL, ",", &rest))
        good = add_field(q, word, fields, message, size);
    free(copy);
    return good;
}

bool list_choose(const query *q, const char *words, bool file, list_fields *fields, char *message, size_t size)
{
    static const char of_table[] =
        "kernel,size_option,seed,machine,set,policy,program,options,status,cycles,ipc,l1d.hit_rate,l2.hit_rate";
    static const char of_failed[] = "kernel,size_option,seed,machine,set,policy,program,options,status,seconds,reason";

    *fields = (list_fields){ .chosen = *words };
    if (*words)
        return choose_named(q, words, fields, message, size);
    if (!file)
        return choose_named(q, q->failed ? of_failed : of_table, fields, message, size);
    for (unsigned i = 0; i < store_columns(q->store) && fields->n < LIST_FIELDS; i++)
        if (i != STORE_CHECK_SUM_COLUMN && i != STORE_DETAILS_COLUMN &&
            !add_field(q, store_column_name(q->store, i), fields, message, size))
            return false;
    return true;
}

// A terminal gets fewer digits than a file.
static const char *short_text(store_value value, char number[static QUERY_NUMBER])
{
    if (value.kind != STORE_REAL)
        return query_text(value, number);
    snprintf(number, QUERY_NUMBER, value.real != 0 && (value.real < 1e-3 || value.real >= 1e6) ? "%.4g" : "%.4f", value.real);
    return number;
}

bool list_table(query *q, const list_fields *fields, FILE *file, char *message, size_t size)
{
    char number[QUERY_NUMBER];
    grid g = { 0 };
    store_found found;

    for (unsigned i = 0; i < fields->n; i++)
        grid_column_add(&g, fields->fields[i].name, query_is_number(&fields->fields[i]),
                        !fields->chosen && fields->fields[i].column < STORE_SECONDS_COLUMN);
    while ((found = query_next(q, message, size)) == STORE_FOUND)
        for (unsigned i = 0; i < fields->n; i++)
            grid_cell(&g, short_text(query_value(q, &fields->fields[i]), number));
    if (found == STORE_ABSENT)
        grid_print(&g, file);
    grid_free(&g);
    return found == STORE_ABSENT;
}

bool list_csv(query *q, const list_fields *fields, FILE *file, char *message, size_t size)
{
    char number[QUERY_NUMBER];
    store_found found;

    for (unsigned i = 0; i < fields->n; i++)
        fprintf(file, "%s%s", i ? "," : "", fields->fields[i].name);
    fputc('\n', file);
    while ((found = query_next(q, message, size)) == STORE_FOUND) {
        for (unsigned i = 0; i < fields->n; i++) {
            if (i)
                fputc(',', file);
            csv_text(file, query_text(query_value(q, &fields->fields[i]), number));
        }
        fputc('\n', file);
    }
    return found == STORE_ABSENT;
}

// Sets "l1d.hits" as {"l1d": {"hits": ...}}; a key of the machine keeps its whole name.
static void set_path(json_t *object, const query_field *field, json_t *value)
{
    const char *path = field->name;
    char name[QUERY_NAME];

    for (const char *dot; field->column >= 0 && (dot = strchr(path, '.')); path = dot + 1) {
        json_t *inner;

        snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
        inner = json_object_get(object, name);
        if (!json_is_object(inner)) {
            inner = json_object();
            json_object_set_new(object, name, inner);
        }
        object = inner;
    }
    json_object_set_new(object, path, value);
}

static json_t *row_json(query *q, const list_fields *fields)
{
    json_t *object = json_object();

    for (unsigned i = 0; i < fields->n; i++) {
        store_value value = query_value(q, &fields->fields[i]);

        if (value.kind != STORE_NONE)
            set_path(object, &fields->fields[i], value.kind == STORE_TEXT ? json_string(value.text)
                     : value.kind == STORE_REAL ? json_real(value.real) : json_integer(value.integer));
    }
    if (!fields->chosen) {
        json_t *details = json_loads(store_value_of(q->rows, STORE_DETAILS_COLUMN).text, 0, NULL);

        json_object_update_recursive(object, details);
        json_decref(details);
    }
    return object;
}

bool list_json(query *q, const list_fields *fields, FILE *file, char *message, size_t size)
{
    const char *before = "[\n";
    store_found found;

    while ((found = query_next(q, message, size)) == STORE_FOUND) {
        json_t *object = row_json(q, fields);

        fputs(before, file);
        json_print(object, JSON_COMPACT, file);
        json_decref(object);
        before = ",\n";
    }
    fputs(strcmp(before, "[\n") == 0 ? "[]\n" : "\n]\n", file);
    return found == STORE_ABSENT;
}
