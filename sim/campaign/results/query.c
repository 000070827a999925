// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/query.h"

#include <fnmatch.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/simulator/simulator.h"
#include "sim/report/number.h"

void query_begin(query *q, store *s)
{
    *q = (query){ .store = s };
}

void query_end(query *q)
{
    for (unsigned i = 0; i < q->n_filters; i++)
        free(q->filters[i].value);
    free(q->filters);
    free(q->machine_text);
    store_rows_free(q->rows);
}

const char *query_key_in_text(const char *text, const char *name)
{
    char section[QUERY_NAME + 4], key[QUERY_NAME + 4];
    const char *dot = strchr(name, '.'), *at;

    if (!dot)
        return NULL;
    snprintf(section, sizeof section, "[%.*s]\n", (int)(dot - name), name);
    snprintf(key, sizeof key, "%s = ", dot + 1);
    at = strstr(text, section);
    for (at = at ? strchr(at, '\n') : NULL; at && at[1] && at[1] != '['; at = strchr(at + 1, '\n'))
        if (strncmp(at + 1, key, strlen(key)) == 0)
            return at + 1 + strlen(key);
    return NULL;
}

// The last of several overrides counts.
static const char *key_in_set(const char *set, const char *name)
{
    size_t length = strlen(name);
    const char *found = NULL;

    for (const char *at = set; at && *at; at = strchr(at, ' '), at += at != NULL)
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            found = at + length + 1;
    return found;
}

static bool is_machine_key(const char *name)
{
    char key[SIMULATOR_KEY];

    for (unsigned i = 0; simulator_key_at(i, key); i++)
        if (strcmp(key, name) == 0)
            return true;
    return false;
}

// The machine's key nearest to a name, when nearer than the best so far.
static void offer_keys(word_search *search, char nearest[static SIMULATOR_KEY])
{
    char key[SIMULATOR_KEY];

    for (unsigned i = 0; simulator_key_at(i, key); i++) {
        word_offer(search, key);
        if (search->best == key)
            search->best = strcpy(nearest, key);
    }
}

bool query_find_field(const query *q, const char *name, query_field *field, char *message, size_t size)
{
    word_search search = { .wanted = name };
    char key[SIMULATOR_KEY];

    *field = (query_field){ .column = store_column(q->store, name) };
    snprintf(field->name, sizeof field->name, "%s", name);
    if (field->column >= 0 || (strlen(name) < QUERY_NAME && is_machine_key(name)))
        return true;
    for (unsigned i = 0; i < store_columns(q->store); i++)
        word_offer(&search, store_column_name(q->store, i));
    offer_keys(&search, key);
    snprintf(message, size, "seen `%.60s`, expected a column of the store or a key of the machine; the nearest is %s", name,
             search.best);
    return false;
}

bool query_is_number(const query_field *field)
{
    uint32_t low, most;

    if (field->column < 0) {
        machine *usual = simulator_machine_usual();
        const bool number = simulator_key_range(usual, field->name, &low, &most);

        free(usual);
        return number;
    }
    switch (field->column) {
    case STORE_SEED_COLUMN: case STORE_MAX_CYCLES_COLUMN: case STORE_STATUS_COLUMN: case STORE_SECONDS_COLUMN:
    case STORE_PEAK_COLUMN: case STORE_CHECK_SUM_COLUMN:
        return true;
    default:
        return field->column >= STORE_OWN_COLUMNS;
    }
}

// An ordering takes one number; an equality may also take a pattern, several values, or nothing.
static bool check_value(const query_filter *filter, const char *value, char *message, size_t size)
{
    const bool several = filter->relation == QUERY_IS || filter->relation == QUERY_IS_NOT;
    char *copy = strdup(value), *rest = copy, *word;
    double number;
    bool good = true;

    if (!copy)
        abort();
    while (good && (word = several ? strsep(&rest, ",") : rest)) {
        good = number_real(word, &number) || (several && (!*word || strpbrk(word, "*?[")));
        if (!good)
            snprintf(message, size, "%s: seen `%.60s`, expected a number", filter->field.name, word);
        rest = several ? rest : NULL;
    }
    free(copy);
    return good;
}

static bool add_filter(query *q, const char *name, query_relation relation, const char *value, char *message, size_t size)
{
    query_filter filter = { .relation = relation };

    if (!query_find_field(q, name, &filter.field, message, size) ||
        (query_is_number(&filter.field) && !check_value(&filter, value, message, size)))
        return false;
    filter.value = strdup(value);
    q->filters = realloc(q->filters, (q->n_filters + 1) * sizeof *q->filters);
    if (!filter.value || !q->filters)
        abort();
    q->filters[q->n_filters++] = filter;
    return true;
}

bool query_add_filter(query *q, const char *text, char *message, size_t size)
{
    static const struct { const char *sign; query_relation relation; } signs[] = {
        { "!=", QUERY_IS_NOT }, { "<=", QUERY_AT_MOST }, { ">=", QUERY_AT_LEAST }, { "<", QUERY_BELOW },
        { ">", QUERY_ABOVE }, { "=", QUERY_IS },
    };
    size_t length = strcspn(text, "!<>=");
    char name[QUERY_NAME];

    for (unsigned i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t of_sign = strlen(signs[i].sign);

        if (length == 0 || length >= sizeof name || strncmp(text + length, signs[i].sign, of_sign) != 0)
            continue;
        snprintf(name, sizeof name, "%.*s", (int)length, text);
        return add_filter(q, name, signs[i].relation, text + length + of_sign, message, size);
    }
    snprintf(message, size, "seen `%.60s`, expected KEY=VALUE, or != < > <= >= between them", text);
    return false;
}

bool query_add_choice(query *q, const char *name, const char *values, char *message, size_t size)
{
    return !*values || add_filter(q, name, QUERY_IS, values, message, size);
}

static int order_of(int64_t a, int64_t b) { return (a > b) - (a < b); }

// Whole numbers are compared exactly, as a double may not hold them.
static int compare(store_value value, const char *text, const char *wanted)
{
    json_t *whole = value.kind == STORE_INTEGER ? number_json(wanted) : NULL;
    const bool exact = json_is_integer(whole);
    const int order = exact ? order_of(value.integer, json_integer_value(whole)) : 0;
    double number;

    json_decref(whole);
    if (exact)
        return order;
    if (value.kind != STORE_TEXT && number_real(wanted, &number))
        return value.real < number ? -1 : value.real > number;
    return strcmp(text, wanted);
}

// Whether it is one of the comma-separated values: the same number, or a text that matches.
static bool is_one_of(store_value value, const char *text, const char *values)
{
    char *copy = strdup(values), *rest;
    bool found = strcmp(values, text) == 0;     // a text with a comma, or an empty one

    if (!copy)
        abort();
    for (const char *word = strtok_r(copy, ",", &rest); word && !found; word = strtok_r(NULL, ",", &rest))
        found = fnmatch(word, text, 0) == 0 || (value.kind != STORE_NONE && compare(value, text, word) == 0);
    free(copy);
    return found;
}

// A run without the number passes only !=.
static bool passes(query *q, const query_filter *filter)
{
    store_value value = query_value(q, &filter->field);
    char number[QUERY_NUMBER];
    const char *text = query_text(value, number);
    int order;

    if (filter->relation == QUERY_IS)
        return is_one_of(value, text, filter->value);
    if (filter->relation == QUERY_IS_NOT)
        return !is_one_of(value, text, filter->value);
    if (value.kind == STORE_NONE)
        return false;
    order = compare(value, text, filter->value);
    return filter->relation == QUERY_BELOW ? order < 0 : filter->relation == QUERY_ABOVE ? order > 0
         : filter->relation == QUERY_AT_MOST ? order <= 0 : order >= 0;
}

bool query_restart(query *q, char *message, size_t size)
{
    store_rows_free(q->rows);
    q->found = q->damaged = q->not_good = 0;
    q->rows = store_select(q->store, message, size);
    return q->rows != NULL;
}

store_found query_next(query *q, char *message, size_t size)
{
    for (;;) {
        store_found found = store_next(q->rows, message, size);
        bool good, wanted = true;

        if (found == STORE_DAMAGED) {
            q->damaged++;
            continue;
        }
        if (found != STORE_FOUND)
            return found;
        for (unsigned i = 0; i < q->n_filters && wanted; i++)
            wanted = passes(q, &q->filters[i]);
        good = store_value_of(q->rows, STORE_STATUS_COLUMN).integer == 0;
        q->not_good += wanted && !good;
        if (wanted && !(q->failed && good)) {
            q->found++;
            return STORE_FOUND;
        }
    }
}

static store_value key_value(query *q, const char *name)
{
    const char *hash = store_value_of(q->rows, STORE_MACHINE_HASH_COLUMN).text, *end = " ";
    const char *found = key_in_set(store_value_of(q->rows, STORE_SET_COLUMN).text, name);
    store_value value = { STORE_TEXT, .text = q->value };
    char *rest;

    if (!found) {
        if (strcmp(hash, q->machine_hash) != 0) {
            free(q->machine_text);
            q->machine_text = store_machine_text(q->store, hash);
            snprintf(q->machine_hash, sizeof q->machine_hash, "%s", hash);
        }
        found = q->machine_text ? query_key_in_text(q->machine_text, name) : NULL;
        end = "\n";
    }
    if (!found)
        return (store_value){ STORE_NONE };
    snprintf(q->value, sizeof q->value, "%.*s", (int)strcspn(found, end), found);
    value.integer = strtoll(q->value, &rest, 10);
    value.real = (double)value.integer;
    if (q->value[0] && !*rest)
        value.kind = STORE_INTEGER;
    return value;
}

store_value query_value(query *q, const query_field *field)
{
    return field->column >= 0 ? store_value_of(q->rows, (unsigned)field->column) : key_value(q, field->name);
}

const char *query_text(store_value value, char number[static QUERY_NUMBER])
{
    number[0] = 0;
    if (value.kind == STORE_TEXT)
        return value.text;
    if (value.kind == STORE_INTEGER)
        snprintf(number, QUERY_NUMBER, "%" PRId64, value.integer);
    else if (value.kind == STORE_REAL)
        number_exact(value.real, number);
    return number;
}
