// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/csv_text.h"
#include "sim/report/fit.h"
#include "sim/report/number.h"
#include "tb/plain.h"

sheet *sheet_new(const char *id, int decimals, const char *head, const char *title)
{
    sheet *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    s->decimals = decimals;
    s->no_difference = NAN;
    snprintf(s->id, sizeof s->id, "%s", id);
    snprintf(s->head, sizeof s->head, "%s", head);
    snprintf(s->title, sizeof s->title, "%s", title);
    return s;
}

void sheet_free(sheet *s)
{
    if (!s)
        return;
    free(s->rows);
    free(s->values);
    free(s->halves);
    free(s);
}

unsigned sheet_column(sheet *s, const char *name)
{
    if (s->n_columns == SHEET_COLUMNS)
        abort();
    snprintf(s->columns[s->n_columns], SHEET_NAME, "%s", name);
    return s->n_columns++;
}

unsigned sheet_row(sheet *s, const char *name)
{
    if (s->n_rows == s->room) {
        s->room = s->room ? 2 * s->room : 32;
        s->rows = realloc(s->rows, s->room * sizeof *s->rows);
        s->values = realloc(s->values, s->room * sizeof *s->values);
        s->halves = realloc(s->halves, s->room * sizeof *s->halves);
        if (!s->rows || !s->values || !s->halves)
            abort();
    }
    snprintf(s->rows[s->n_rows], SHEET_NAME, "%s", name);
    for (unsigned i = 0; i < SHEET_COLUMNS; i++)
        s->values[s->n_rows][i] = s->halves[s->n_rows][i] = NAN;
    return s->n_rows++;
}

void sheet_set(sheet *s, unsigned row, unsigned column, const spread *of)
{
    s->values[row][column] = of->mean;
    s->halves[row][column] = of->half;
    s->spreads |= of->count > 1;
}

static bool is_within(const sheet *s, unsigned row, unsigned column)
{
    return fabs(s->values[row][column] - s->no_difference) <= s->halves[row][column];
}

enum { VALUE = 96 };

// "1.20", with seeds "1.20 +-0.05", with `~` when no difference exceeds the interval.
static void value_text(const sheet *s, unsigned row, unsigned column, char text[static VALUE])
{
    if (isnan(s->values[row][column]))
        strcpy(text, "-");
    else if (isnan(s->halves[row][column]))
        snprintf(text, VALUE, "%.*f", s->decimals, s->values[row][column]);
    else
        snprintf(text, VALUE, "%.*f +-%.*f%s", s->decimals, s->values[row][column], s->decimals, s->halves[row][column],
                 isnan(s->no_difference) ? "" : is_within(s, row, column) ? " ~" : "  ");
}

static unsigned column_width(const sheet *s, unsigned column)
{
    size_t width = strlen(s->columns[column]);
    char text[VALUE];

    width = width < 9 ? 9 : width;
    for (unsigned row = 0; s->spreads && row < s->n_rows; row++) {
        value_text(s, row, column, text);
        width = strlen(text) > width ? strlen(text) : width;
    }
    return (unsigned)width;
}

static const char *spread_note(const sheet *s)
{
    return !s->spreads ? "" : isnan(s->no_difference)
         ? "+- half of the 95 % interval of the mean over seeds (Student's t)\n"
         : "+- half of the 95 % interval of the mean over seeds (Student's t); ~ no difference lies within it\n";
}

void sheet_print(const sheet *s, FILE *to)
{
    fit fitted;
    FILE *file = fit_begin(&fitted, to);
    size_t first = strlen(s->head);
    unsigned widths[SHEET_COLUMNS];

    sheet_curve(s, file);
    for (unsigned row = 0; row < s->n_rows; row++)
        first = strlen(s->rows[row]) > first ? strlen(s->rows[row]) : first;
    for (unsigned column = 0; column < s->n_columns; column++)
        widths[column] = column_width(s, column);
    fprintf(file, "%s\n  %-*s", s->title, (int)first, s->head);
    for (unsigned column = 0; column < s->n_columns; column++)
        fprintf(file, FIT_RIGHT "  %*s", s->spreads ? (int)widths[column] : 9, s->columns[column]);
    fputc('\n', file);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fprintf(file, "  %-*s", (int)first, s->rows[row]);
        for (unsigned column = 0; column < s->n_columns; column++) {
            char text[VALUE];

            value_text(s, row, column, text);
            fprintf(file, FIT_RIGHT "  %*s", (int)widths[column], text);
        }
        fputc('\n', file);
    }
    fprintf(file, "%s%s%s\n", spread_note(s), s->note, s->note[0] ? "\n" : "");
    fit_end(&fitted);
}

static void put_picture(const sheet *s, FILE *file)
{
    fputs("![", file);
    plain_markdown(file, s->title);
    fprintf(file, "](%s.svg)\n\n", s->id);
}

void sheet_markdown(const sheet *s, FILE *file)
{
    fputs("### ", file);
    plain_markdown(file, s->title);
    fputs("\n\n", file);
    if (s->sweep)
        put_picture(s, file);
    fputs("| ", file);
    plain_markdown(file, s->head);
    for (unsigned column = 0; column < s->n_columns; column++) {
        fputs(" | ", file);
        plain_markdown(file, s->columns[column]);
    }
    fputs(" |\n| --- |", file);
    for (unsigned column = 0; column < s->n_columns; column++)
        fputs(" ---: |", file);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fputs("\n| ", file);
        plain_markdown(file, s->rows[row]);
        for (unsigned column = 0; column < s->n_columns; column++) {
            char text[VALUE];

            value_text(s, row, column, text);
            fprintf(file, " | %s", text);
        }
        fputs(" |", file);
    }
    fprintf(file, "\n\n%s%s%s%s", spread_note(s), s->spreads ? "\n" : "", s->note, s->note[0] ? "\n\n" : "");
    if (!s->sweep)
        put_picture(s, file);
}

void sheet_data(const sheet *s, FILE *file)
{
    fprintf(file, "%s", s->head);
    for (unsigned column = 0; column < s->n_columns; column++)
        fprintf(file, "\t\"%s\"", s->columns[column]);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fprintf(file, "\n\"%s\"", s->rows[row]);
        for (unsigned column = 0; column < s->n_columns; column++) {
            if (isnan(s->values[row][column]))
                fputs("\t-", file);
            else
                fprintf(file, "\t%.*f", s->decimals, s->values[row][column]);
        }
    }
    fputc('\n', file);
}

// Empty fields for a single seed; `.within` is empty without a baseline.
static void put_interval(const sheet *s, unsigned row, unsigned column, FILE *file)
{
    if (isnan(s->halves[row][column])) {
        fputs(",,", file);
        return;
    }
    fputc(',', file);
    number_put(file, s->halves[row][column]);
    fputc(',', file);
    if (!isnan(s->no_difference))
        fputs(is_within(s, row, column) ? "1" : "0", file);
}

void sheet_csv(const sheet *s, FILE *file)
{
    csv_text(file, s->head);
    for (unsigned column = 0; column < s->n_columns; column++) {
        fputc(',', file);
        csv_text(file, s->columns[column]);
        for (unsigned i = 0; s->spreads && i < 2; i++) {
            char name[SHEET_NAME + 8];

            snprintf(name, sizeof name, "%s%s", s->columns[column], i ? ".within" : ".half");
            fputc(',', file);
            csv_text(file, name);
        }
    }
    for (unsigned row = 0; row < s->n_rows; row++) {
        fputc('\n', file);
        csv_text(file, s->rows[row]);
        for (unsigned column = 0; column < s->n_columns; column++) {
            fputc(',', file);
            number_put(file, s->values[row][column]);
            if (s->spreads)
                put_interval(s, row, column, file);
        }
    }
    fputc('\n', file);
}

