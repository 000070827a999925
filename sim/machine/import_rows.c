// SPDX-License-Identifier: BSD-3-Clause
// The rows of import.def as a table, and the options of both files as they were read.
#include <stdlib.h>
#include <string.h>

#include "sim/machine/import_internal.h"
#include "sim/machine/nearest.h"

const import_row import_rows[] = {
#define COPIED(name, initial, section, key) { IMPORT_COPIED, name, initial, #section "." #key, NULL },
#define MADE(name, initial, maker) { IMPORT_MADE, name, initial, NULL, NULL },
#define ONLY(name, initial, expected, words) { IMPORT_ONLY, name, initial, expected, words },
#define NONE(name, words) { IMPORT_NONE, name, NULL, NULL, words },
#define ALIAS(name, of) { IMPORT_ALIAS, name, NULL, of, NULL },
#define OLDER(name, initial) { IMPORT_OLDER, name, initial, NULL, NULL },
#include "sim/machine/import.def"
};

enum { ROWS = sizeof import_rows / sizeof import_rows[0] };
_Static_assert(ROWS <= (int)IMPORT_ROWS_MAX, "import.given has an element a row");
const unsigned import_row_count = ROWS;

static bool is_of(const import_row *row, const char *name)
{
    size_t length = strlen(row->name);

    if (row->name[length - 1] == '*')
        return strncmp(row->name, name, length - 1) == 0;
    return strcmp(row->name, name) == 0;
}

// A full name comes before one with *.
int import_find_row(const char *name)
{
    int with_star = -1;

    for (int i = 0; i < ROWS; i++) {
        const import_row *row = &import_rows[i];

        if (row->kind == IMPORT_OLDER || !is_of(row, name))
            continue;
        if (row->kind == IMPORT_ALIAS)
            return import_find_row(row->text);
        if (strcmp(row->name, name) == 0)
            return i;
        if (with_star < 0)
            with_star = i;
    }
    return with_star;
}

const char *import_nearest_name(const char *name, bool network)
{
    nearest_search search = { .wanted = name };

    for (int i = 0; i < ROWS; i++)
        if ((import_rows[i].name[0] != '-') == network && !strchr(import_rows[i].name, '*'))
            nearest_offer(&search, import_rows[i].name);
    return search.best;
}

static char *copy_of(const char *text, size_t length)
{
    char *copy = strndup(text, length);

    if (!copy)
        abort();
    return copy;
}

void import_add_option(import *im, const char *name, size_t name_length, const char *value, size_t value_length, unsigned line,
                       bool network)
{
    import_option *option;

    if (!(im->n_options & (im->n_options - 1))) {               // 0 or a power of two
        im->options = realloc(im->options, (im->n_options ? 2 * im->n_options : 1) * sizeof *im->options);
        if (!im->options)
            abort();
    }
    option = &im->options[im->n_options++];
    option->name = copy_of(name, name_length);
    option->value = value ? copy_of(value, value_length) : NULL;
    option->line = line;
    option->network = network;
    option->row = import_find_row(option->name);
}

import *import_new(void)
{
    import *im = calloc(1, sizeof *im);

    if (!im)
        abort();
    machine_defaults(&im->m);
    return im;
}

void import_free(import *im)
{
    for (unsigned i = 0; i < im->n_options; i++) {
        free(im->options[i].name);
        free(im->options[i].value);
    }
    free(im->options);
    free(im->sources);
    free(im->refused.notes);
    free(im->listed.notes);
    free(im);
}

const machine *import_machine(const import *im)
{
    return &im->m;
}

unsigned import_refusals(const import *im)
{
    return im->refused.count;
}

unsigned import_options(const import *im)
{
    return im->n_options;
}
