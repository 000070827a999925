#include "sim/campaign/sheet.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

sheet *sheet_new(const char *id, int decimals, const char *head, const char *title)
{
    sheet *s = calloc(1, sizeof *s);

    if (!s)
        abort();
    s->decimals = decimals;
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
        if (!s->rows || !s->values)
            abort();
    }
    snprintf(s->rows[s->n_rows], SHEET_NAME, "%s", name);
    for (unsigned i = 0; i < SHEET_COLUMNS; i++)
        s->values[s->n_rows][i] = NAN;
    return s->n_rows++;
}

static void value_text(const sheet *s, unsigned row, unsigned column, char text[static 32])
{
    if (isnan(s->values[row][column]))
        strcpy(text, "-");
    else
        snprintf(text, 32, "%.*f", s->decimals, s->values[row][column]);
}

static void put_columns(const sheet *s, const char *before, const char *after, FILE *file)
{
    for (unsigned column = 0; column < s->n_columns; column++)
        fprintf(file, "%s%s%s", before, s->columns[column], after);
}

static void put_values(const sheet *s, unsigned row, const char *before, const char *after, FILE *file)
{
    for (unsigned column = 0; column < s->n_columns; column++) {
        char text[32];

        value_text(s, row, column, text);
        fprintf(file, "%s%s%s", before, text, after);
    }
}

void sheet_print(const sheet *s, FILE *file)
{
    size_t first = strlen(s->head);

    for (unsigned row = 0; row < s->n_rows; row++)
        first = strlen(s->rows[row]) > first ? strlen(s->rows[row]) : first;
    fprintf(file, "%s\n  %-*s", s->title, (int)first, s->head);
    for (unsigned column = 0; column < s->n_columns; column++)
        fprintf(file, "  %9s", s->columns[column]);
    fputc('\n', file);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fprintf(file, "  %-*s", (int)first, s->rows[row]);
        for (unsigned column = 0; column < s->n_columns; column++) {
            size_t width = strlen(s->columns[column]);
            char text[32];

            value_text(s, row, column, text);
            fprintf(file, "  %*s", (int)(width < 9 ? 9 : width), text);
        }
        fputc('\n', file);
    }
    fprintf(file, "%s%s\n", s->note, s->note[0] ? "\n" : "");
}

void sheet_markdown(const sheet *s, FILE *file)
{
    fprintf(file, "### %s\n\n| %s |", s->title, s->head);
    put_columns(s, " ", " |", file);
    fputs("\n| --- |", file);
    for (unsigned column = 0; column < s->n_columns; column++)
        fputs(" ---: |", file);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fprintf(file, "\n| %s |", s->rows[row]);
        put_values(s, row, " ", " |", file);
    }
    fprintf(file, "\n\n%s%s![%s](%s.svg)\n\n", s->note, s->note[0] ? "\n\n" : "", s->title, s->id);
}

void sheet_data(const sheet *s, FILE *file)
{
    fprintf(file, "%s", s->head);
    put_columns(s, "\t\"", "\"", file);
    for (unsigned row = 0; row < s->n_rows; row++) {
        fprintf(file, "\n\"%s\"", s->rows[row]);
        put_values(s, row, "\t", "", file);
    }
    fputc('\n', file);
}
// Quotes are doubled in a quoted field.
static void put_field(const char *text, FILE *file)
{
    bool quoted = strpbrk(text, ",\"\n") != NULL;

    fputs(quoted ? "\"" : "", file);
    for (; *text; text++) {
        fputs(*text == '"' ? "\"" : "", file);
        fputc(*text, file);
    }
    fputs(quoted ? "\"" : "", file);
}

void sheet_csv(const sheet *s, FILE *file)
{
    put_field(s->head, file);
    for (unsigned column = 0; column < s->n_columns; column++) {
        fputc(',', file);
        put_field(s->columns[column], file);
    }
    for (unsigned row = 0; row < s->n_rows; row++) {
        fputc('\n', file);
        put_field(s->rows[row], file);
        for (unsigned column = 0; column < s->n_columns; column++) {
            if (isnan(s->values[row][column]))
                fputc(',', file);
            else
                fprintf(file, ",%.*g", SHEET_DIGITS, s->values[row][column]);
        }
    }
    fputc('\n', file);
}

