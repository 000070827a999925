// SPDX-License-Identifier: BSD-3-Clause
// The report's tables for a terminal. The first line says what the numbers are not.
#include "synth_estimates/overhead.h"

#include <string.h>

enum { COLUMNS = 16, SENTENCE_WIDTH = 110 };

// Characters, not bytes, of UTF-8.
static int width_of(const char *text)
{
    int width = 0;
    for (; *text; text++) width += (*text & 0xc0) != 0x80;
    return width;
}

// A sentence, in lines of at most SENTENCE_WIDTH bytes, each behind `indent`.
static void print_wrapped(FILE *out, const char *indent, const char *sentence)
{
    while (*sentence) {
        size_t length = strlen(sentence);
        if (length > SENTENCE_WIDTH)
            for (length = SENTENCE_WIDTH; length > 1 && sentence[length] != ' ';) length--;
        fprintf(out, "%s%.*s\n", indent, (int)length, sentence);
        sentence += length;
        sentence += *sentence == ' ';
    }
}

// One line of cells; remarks follow on lines of their own. Nothing is printed behind the last word.
static void print_cells(FILE *out, const json_t *columns, const int *widths, const json_t *row, bool heading)
{
    int blanks = 0;
    size_t i;
    json_t *column;
    json_array_foreach((json_t *)columns, i, column)
    {
        const json_t *value = json_array_get(row, i);
        const char *text = heading ? overhead_word(column, "heading") : json_string_value(value);
        const char *kind = overhead_word(column, "kind");
        if (strcmp(kind, "remark") == 0) continue;
        int left = strcmp(kind, "number") == 0 ? widths[i] - width_of(text) : 0;
        if (*text) {
            fprintf(out, "%*s%s", blanks + left, "", text);
            blanks = widths[i] - left - width_of(text) + 2;
        } else
            blanks += widths[i] + 2;
    }
    fprintf(out, "\n");
    json_array_foreach((json_t *)columns, i, column)
        if (!heading && strcmp(overhead_word(column, "kind"), "remark") == 0)
            print_wrapped(out, "    ", json_string_value(json_array_get(row, i)));
}

static void print_table(FILE *out, const json_t *table)
{
    const json_t *columns = json_object_get(table, "columns"), *rows = json_object_get(table, "rows");
    int widths[COLUMNS] = {0};
    size_t i, c;
    json_t *row, *column;
    json_array_foreach((json_t *)columns, c, column)
    {
        if (c >= COLUMNS) break;
        widths[c] = width_of(overhead_word(column, "heading"));
        json_array_foreach((json_t *)rows, i, row)
        {
            int width = width_of(json_string_value(json_array_get(row, c)));
            if (width > widths[c]) widths[c] = width;
        }
    }
    fprintf(out, "\n%s\n", overhead_word(table, "title"));
    if (json_array_size(rows)) print_cells(out, columns, widths, NULL, true);
    json_array_foreach((json_t *)rows, i, row) print_cells(out, columns, widths, row, false);
    print_wrapped(out, "", overhead_word(table, "note"));
}

void overhead_text_tables(FILE *out, const json_t *report, const char *const names[])
{
    json_t *tables = overhead_tables(report), *table;
    size_t i;
    json_array_foreach(tables, i, table)
    {
        bool wanted = !names;
        for (const char *const *name = names; name && *name; name++)
            wanted |= strcmp(*name, overhead_word(table, "name")) == 0;
        bool empty = json_array_size(json_object_get(table, "rows")) == 0 && !*overhead_word(table, "note");
        if (wanted && !empty) print_table(out, table);
    }
    json_decref(tables);
}

void overhead_text(FILE *out, const json_t *report)
{
    fprintf(out, "%s\n", overhead_word(report, "caveat"));
    overhead_text_tables(out, report, NULL);
}
