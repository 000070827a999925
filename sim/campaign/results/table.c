// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/results/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "sim/campaign/results/grid.h"
#include "sim/report/csv_text.h"
#include "sim/report/fit.h"
#include "sim/report/number.h"

typedef enum { TEXT, NUMBER, SPREAD, COMPARED } kind;
typedef struct { kind kind; char *name; } column;

struct table {
    table_form form;
    FILE      *file;
    column    *columns;
    unsigned   n_columns, next;                 // next: column of the next cell
    bool       begun, any;                      // a row
    grid       grid;
    json_t    *row;
};

table *table_new(table_form form, FILE *file)
{
    table *t = calloc(1, sizeof *t);

    if (!t)
        abort();
    t->form = form;
    t->file = file;
    return t;
}

static void add_column(table *t, kind of, const char *name, bool once)
{
    t->columns = realloc(t->columns, (t->n_columns + 1) * sizeof *t->columns);
    if (!t->columns)
        abort();
    t->columns[t->n_columns] = (column){ of, strdup(name) };
    if (!t->columns[t->n_columns].name)
        abort();
    grid_column_add(&t->grid, t->columns[t->n_columns++].name, of != TEXT, once);
}

void table_text_column(table *t, const char *name, bool once)
{
    add_column(t, TEXT, name, once);
}

void table_number_column(table *t, const char *name)
{
    add_column(t, NUMBER, name, false);
}

void table_spread_column(table *t, const char *name)
{
    add_column(t, SPREAD, name, false);
}

void table_compared_column(table *t, const char *name)
{
    add_column(t, COMPARED, name, false);
}

static void put_csv_heads(const table *t)
{
    for (unsigned i = 0; i < t->n_columns; i++) {
        const column *k = &t->columns[i];

        fputs(i ? "," : "", t->file);
        csv_text(t->file, k->name);
        if (k->kind >= SPREAD)
            fprintf(t->file, ",%s.half", k->name);
        if (k->kind == COMPARED)
            fprintf(t->file, ",%s.within", k->name);
    }
    fputc('\n', t->file);
}

static void begin(table *t)
{
    if (!t->begun && t->form == TABLE_CSV)
        put_csv_heads(t);
    if (!t->begun && t->form == TABLE_JSON)
        fputs("[", t->file);
    t->begun = true;
}

// A value in a file, under its column's name and a suffix.
static void put_value(table *t, const char *suffix, const char *text, double number)
{
    char name[256];

    if (t->form == TABLE_CSV) {
        if (t->next || *suffix)
            fputc(',', t->file);
        if (text)
            csv_text(t->file, text);
        else
            number_put(t->file, number);
        return;
    }
    snprintf(name, sizeof name, "%s%s", t->columns[t->next].name, suffix);
    if (text)
        json_object_set_new(t->row, name, json_string(text));
    else if (!isnan(number))
        json_object_set_new(t->row, name, number == floor(number) && fabs(number) < 9e15 ? json_integer((json_int_t)number)
                                                                                         : json_real(number));
}

static void put_cell(table *t, const char *text, double number, const spread *s, const double *reference)
{
    begin(t);
    if (t->form == TABLE_JSON && !t->row)
        t->row = json_object();
    put_value(t, "", text, number);
    if (s)
        put_value(t, ".half", NULL, s->half);
    if (reference)
        put_value(t, ".within", NULL, s->count > 1 ? spread_covers(s, *reference) : NAN);
    t->next = (t->next + 1) % t->n_columns;
    if (t->next)
        return;
    if (t->form == TABLE_CSV) {
        fputc('\n', t->file);
        return;
    }
    fputs(t->any ? ",\n" : "\n", t->file);
    t->any = true;
    json_print(t->row, JSON_COMPACT, t->file);
    json_decref(t->row);
    t->row = NULL;
}

void number_text(double number, char text[static 32])
{
    double size = fabs(number);

    if (isnan(number))
        text[0] = 0;
    else if (number == floor(number) && size < 1e15)
        snprintf(text, 32, "%.0f", number);
    else
        snprintf(text, 32, size < 1e-3 || size >= 1e6 ? "%.4g" : "%.4f", number);
}

static void spread_text(const spread *s, char text[static 80])
{
    char mean[32], half[32];

    number_text(s->mean, mean);
    number_text(s->half, half);
    snprintf(text, 80, "%s%s%s", mean, half[0] ? " +-" : "", half);
}

void table_text(table *t, const char *text)
{
    if (t->form == TABLE_GRID)
        grid_cell(&t->grid, text);
    else
        put_cell(t, text, 0, NULL, NULL);
}

void table_number(table *t, double number)
{
    char text[32];

    number_text(number, text);
    if (t->form == TABLE_GRID)
        grid_cell(&t->grid, text);
    else
        put_cell(t, NULL, number, NULL, NULL);
}

void table_spread(table *t, const spread *s)
{
    char text[80];

    spread_text(s, text);
    if (t->form == TABLE_GRID)
        grid_cell(&t->grid, text);
    else
        put_cell(t, NULL, s->mean, s, NULL);
}

void table_compared(table *t, const spread *s, double reference)
{
    char text[80];

    spread_text(s, text);
    if (s->count > 1)
        strcat(text, spread_covers(s, reference) ? " ~" : "  ");
    if (t->form == TABLE_GRID)
        grid_cell(&t->grid, text);
    else
        put_cell(t, NULL, s->mean, s, &reference);
}

void table_end(table *t)
{
    fit fitted;

    begin(t);
    if (t->form == TABLE_GRID) {
        grid_print(&t->grid, t->file);
        for (unsigned i = 0; i < t->n_columns; i++) {
            if (t->columns[i].kind < SPREAD || !t->grid.n_cells)
                continue;
            fputs("\n+- half of the 95 % interval of the mean over seeds (Student's t); ~ no difference lies within it\n",
                  fit_begin(&fitted, t->file));
            fit_end(&fitted);
            break;
        }
    }
    if (t->form == TABLE_JSON)
        fputs("\n]\n", t->file);
    for (unsigned i = 0; i < t->n_columns; i++)
        free(t->columns[i].name);
    free(t->columns);
    grid_free(&t->grid);
    free(t);
}
