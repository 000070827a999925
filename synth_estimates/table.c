// SPDX-License-Identifier: BSD-3-Clause
// See table.h.
#include "synth_estimates/table.h"
#include "synth_estimates/overhead.h"

#include <stdarg.h>
#include <string.h>

json_t *table_of(const char *name, const char *title, const char *columns, const char *note)
{
    json_t *list = json_array();
    char text[512], *kind, *heading;
    snprintf(text, sizeof text, "%s", columns);
    for (char *word = strtok(text, "|"); word; word = strtok(NULL, "|")) {
        kind = word, heading = strchr(word, ' ');
        *heading++ = '\0';
        json_array_append_new(list, json_pack("{s:s,s:s}", "heading", heading, "kind", kind));
    }
    return json_pack("{s:s,s:s,s:s,s:o,s:[]}", "name", name, "title", title, "note", note, "columns", list, "rows");
}

json_t *table_row(json_t *table)
{
    json_t *row = json_array();
    json_array_append_new(json_object_get(table, "rows"), row);
    return row;
}

void table_cell(json_t *row, const char *format, ...)
{
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    json_array_append_new(row, json_string(text));
}

void table_number(json_t *row, const char *format, const json_t *object, const char *key)
{
    if (json_object_get(object, key))
        table_cell(row, format, overhead_number(object, key));
    else
        table_cell(row, "");
}

void table_rounded(json_t *row, double value, double spread, double finest)
{
    int decimals;
    double rounded = overhead_rounded(value, spread, finest, &decimals);
    table_cell(row, "%.*f", decimals, rounded);
}

void table_list(json_t *row, const char *before, const char *between, const json_t *words)
{
    char text[512];
    size_t i, used = (size_t)snprintf(text, sizeof text, "%s", before);
    json_t *word;
    json_array_foreach((json_t *)words, i, word)
        if (used < sizeof text)
            used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i ? between : "",
                                     json_string_value(word));
    table_cell(row, "%s", text);
}

json_t *table_block_row(json_t *table, const json_t *block)
{
    json_t *row = table_row(table);
    table_cell(row, "%s", overhead_word(block, "block"));
    table_cell(row, "%s", overhead_word(block, "config"));
    return row;
}

json_t *table_of_list(json_t *table, const json_t *list, void (*add)(json_t *table, const json_t *entry))
{
    size_t i;
    json_t *entry;
    json_array_foreach((json_t *)list, i, entry) add(table, entry);
    if (json_array_size(json_object_get(table, "rows")) == 0) json_object_set_new(table, "note", json_string(""));
    return table;
}

void table_without_blank_columns(json_t *table)
{
    json_t *columns = json_object_get(table, "columns"), *rows = json_object_get(table, "rows"), *row;
    for (size_t column = json_array_size(columns), i; json_array_size(rows) && column-- > 0;) {
        bool blank = true;
        json_array_foreach(rows, i, row) blank &= *json_string_value(json_array_get(row, column)) == '\0';
        if (!blank) continue;
        json_array_remove(columns, column);
        json_array_foreach(rows, i, row) json_array_remove(row, column);
    }
}
