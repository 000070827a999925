// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/grid.h"

#include <stdlib.h>
#include <string.h>

#include "sim/report/fit.h"
#include "tb/plain.h"

// Length in UTF-8 characters.
static unsigned width_of(const char *text)
{
    unsigned width = 0;

    for (; *text; text++)
        width += (*text & 0xc0) != 0x80;
    return width;
}

void grid_column_add(grid *g, const char *head, bool right, bool once)
{
    g->columns = realloc(g->columns, (g->n_columns + 1) * sizeof *g->columns);
    if (!g->columns)
        abort();
    g->columns[g->n_columns++] = (grid_column){ head, right, once, width_of(head), true };
}

void grid_cell(grid *g, const char *text)
{
    unsigned column = (unsigned)(g->n_cells % g->n_columns);
    grid_column *k = &g->columns[column];
    size_t length;

    text = *text ? text : "-";
    length = strlen(text);
    if (g->length + length + 1 > g->room) {
        g->room = 2 * (g->length + length + 1);
        g->cells = realloc(g->cells, g->room);
        if (!g->cells)
            abort();
    }
    memcpy(g->cells + g->length, text, length + 1);
    plain_line(g->cells + g->length);
    g->length += length + 1;
    g->n_cells++;
    if (width_of(text) > k->width)
        k->width = width_of(text);
    if (k->once && k->same && g->n_cells > g->n_columns) {      // against the first row
        const char *first = g->cells;

        for (unsigned i = 0; i < column; i++)
            first += strlen(first) + 1;
        k->same = strcmp(first, text) == 0;
    }
}

static bool is_above(const grid *g, const grid_column *k)
{
    return k->once && k->same && g->n_cells > g->n_columns;
}

static void print_above(const grid *g, FILE *file)
{
    const char *cell = g->cells;
    bool any = false;

    for (unsigned i = 0; i < g->n_columns; i++, cell += strlen(cell) + 1) {
        if (is_above(g, &g->columns[i]) && strcmp(cell, "-") != 0) {
            fprintf(file, "%s%s %s", any ? ", " : "All: ", g->columns[i].head, cell);
            any = true;
        }
    }
    if (any)
        fputs("\n\n", file);
}

// Leading columns that identify a row: they repeat in every part of a broken table.
static unsigned count_labels(const grid *g)
{
    unsigned n = 0;

    while (n < g->n_columns && (g->columns[n].once || !g->columns[n].right))
        n++;
    return n;
}

// No trailing blanks.
static void print_row(const grid *g, const char *cell, FILE *file)
{
    const unsigned labels = count_labels(g);
    unsigned blanks = 0;

    for (unsigned i = 0; i < g->n_columns; i++) {
        const grid_column *k = &g->columns[i];
        const char *between = i == 0 || i < labels ? "" : k->right ? FIT_RIGHT : FIT_LEFT;
        const char *text = cell ? cell : k->head;
        unsigned width = width_of(text);

        if (cell)
            cell += strlen(cell) + 1;
        if (is_above(g, k))
            continue;
        fprintf(file, "%s%*s%s", between, (int)(blanks + (k->right ? k->width - width : 0)), "", text);
        blanks = 2 + (k->right ? 0 : k->width - width);
    }
    fputc('\n', file);
}

void grid_print(grid *g, FILE *to)
{
    const char *cell = g->cells;
    fit fitted;
    FILE *file;

    if (!g->n_cells)
        return;
    file = fit_begin(&fitted, to);
    print_above(g, file);
    print_row(g, NULL, file);
    for (uint64_t row = 0; row < g->n_cells / g->n_columns; row++) {
        print_row(g, cell, file);
        for (unsigned i = 0; i < g->n_columns; i++)
            cell += strlen(cell) + 1;
    }
    fit_end(&fitted);
}

void grid_free(grid *g)
{
    free(g->columns);
    free(g->cells);
    *g = (grid){ 0 };
}
