// SPDX-License-Identifier: BSD-3-Clause
// Systems that differ in one key of the machine only; see sim/campaign/html/html.h.
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/html/html.h"

enum { SWEEPS_MOST = 64, KEY = 56 };

// The key and value of the set. False when the value is no number.
static bool sweep_value(const campaign_system *system, unsigned at, char key[static KEY], double *value)
{
    const char *equals = strchr(system->sets[at], '=');
    char *end;

    snprintf(key, KEY, "%.*s", (int)(equals - system->sets[at]), system->sets[at]);
    *value = strtod(equals + 1, &end);
    return end > equals + 1 && !*end;
}

// Whether two systems differ only in this set's value, a number.
static bool same_but(const html_system *one, const html_system *other, unsigned at)
{
    char key[KEY], others[KEY];
    double value;

    if (strcmp(one->system->policy, other->system->policy) != 0 || one->system->n_sets != other->system->n_sets ||
        one->machine != other->machine)
        return false;
    for (unsigned i = 0; i < one->system->n_sets; i++)
        if (i != at && strcmp(one->system->sets[i], other->system->sets[i]) != 0)
            return false;
    return sweep_value(one->system, at, key, &value) && sweep_value(other->system, at, others, &value) &&
           strcmp(key, others) == 0;
}

static json_t *sweep_name(const html_system *of, unsigned at)
{
    char *text = NULL;
    size_t length;
    FILE *file = open_memstream(&text, &length);
    json_t *name;

    if (!file)
        abort();
    fprintf(file, "%s", of->system->policy);
    for (unsigned i = 0; i < of->system->n_sets; i++)
        if (i != at)
            fprintf(file, " %s", of->system->sets[i]);
    fclose(file);
    name = html_string(text, length);
    free(text);
    return name;
}

// NULL when it is no sweep, or an earlier system's.
static json_t *sweep_json(const html_system *systems, unsigned count, unsigned first, unsigned at)
{
    json_t *points;
    char key[KEY];
    double value;

    for (unsigned s = 0; s < first; s++)
        if (same_but(&systems[first], &systems[s], at))
            return NULL;
    points = json_array();
    for (unsigned s = first; s < count; s++)
        if (same_but(&systems[first], &systems[s], at) && sweep_value(systems[s].system, at, key, &value))
            json_array_append_new(points, json_pack("[o, i]", html_number(value), (int)s));
    if (json_array_size(points) < 2) {
        json_decref(points);
        return NULL;
    }
    return json_pack("{s:o, s:o, s:o}", "name", sweep_name(&systems[first], at), "key", html_words(key), "points",
                     points);
}

json_t *html_sweeps(const html_system *systems, unsigned count)
{
    json_t *array = json_array();

    for (unsigned s = 0; s < count; s++) {
        for (unsigned i = 0; i < systems[s].system->n_sets && json_array_size(array) < SWEEPS_MOST; i++) {
            json_t *sweep = sweep_json(systems, count, s, i);

            if (sweep)
                json_array_append_new(array, sweep);
        }
    }
    return array;
}
