// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/store/measured.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/store/lookup.h"
#include "sim/report/number.h"

unsigned measured_name(const char *path)
{
    static lookup names;
    unsigned name = lookup_find(&names, path);

    if (name == LOOKUP_NONE) {
        name = names.n_texts;
        lookup_add(&names, path, name);
    }
    return name;
}

void measured_set(measured_numbers *m, unsigned name, double number)
{
    if (name >= m->n) {
        m->numbers = realloc(m->numbers, (name + 1) * sizeof *m->numbers);
        if (!m->numbers)
            abort();
        while (m->n <= name)
            m->numbers[m->n++] = NAN;
    }
    m->numbers[name] = number;
}

typedef struct {
    bool (*take)(void *, const char *, const json_t *);
    void *context;
} taker;

static void take_from(const taker *t, json_t *object, const char *before)
{
    const char *name;
    json_t *value;
    void *next;

    json_object_foreach_safe(object, next, name, value) {
        char path[MEASURED_PATH];

        if (snprintf(path, sizeof path, "%s%s", before, name) >= (int)sizeof path - 1)
            continue;
        if (json_is_object(value)) {
            strcat(path, ".");
            take_from(t, value, path);
        }
        if (json_is_object(value) ? !json_object_size(value) : json_is_number(value) && t->take(t->context, path, value))
            json_object_del(object, name);
    }
}

void measured_take_numbers(json_t *report, bool (*take)(void *context, const char *path, const json_t *number),
                           void *context)
{
    take_from(&(taker){ take, context }, report, "");
}

static bool set_number(void *context, const char *path, const json_t *number)
{
    measured_set(context, measured_name(path), json_number_value(number));
    return true;
}

json_t *measured_open(const char *report, char **group)
{
    static const char *const known[] = {
#define COLUMN(identifier, name, type) name,
#include "sim/campaign/store/store_columns.def"
#undef COLUMN
        "verified"
    };
    json_t *object = json_loads(report, 0, NULL);
    const char *of_group = json_string_value(json_object_get(object, "group"));

    if (!json_is_object(object)) {
        json_decref(object);
        return NULL;
    }
    *group = of_group ? strdup(of_group) : NULL;
    for (unsigned i = 0; i < sizeof known / sizeof known[0]; i++)
        json_object_del(object, known[i]);
    return object;
}

bool measured_read(measured_numbers *m, const char *report)
{
    json_t *object;

    *m = (measured_numbers){ 0 };
    object = measured_open(report, &m->group);
    if (!object)
        return false;
    measured_take_numbers(object, set_number, m);
    m->details = json_object_size(object) ? json_text(object, JSON_COMPACT) : NULL;
    json_decref(object);
    return true;
}

void measured_free(measured_numbers *m)
{
    free(m->numbers);
    free(m->group);
    free(m->details);
    *m = (measured_numbers){ 0 };
}

double measured_number(const measured_numbers *m, const char *path)
{
    unsigned name = measured_name(path);

    return name < m->n ? m->numbers[name] : NAN;
}

json_t *measured_details(const measured_numbers *m)
{
    return m->details ? json_loads(m->details, 0, NULL) : NULL;
}
