// SPDX-License-Identifier: BSD-3-Clause
// The report's tables as lines of cells with tabs between, of which page.awk makes the pages: `#TABLE` before its columns, each
// with its kind, and `TABLE` before each row.
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <string.h>

// `older 32 × 32: 496 bits, a table`, for each register of a block.
static void registers_row(json_t *table, const json_t *block)
{
    size_t i;
    json_t *reg, *row, *words = json_array();
    if (!json_object_get(block, "cost")) {
        json_decref(words);
        return;
    }
    json_array_foreach(json_object_get(json_object_get(block, "bits"), "registers"), i, reg)
    {
        const char *name = overhead_word(reg, "name"), *storage = overhead_word(reg, "storage");
        const double width = overhead_number(reg, "width"), count = overhead_number(reg, "count");
        const double bits = overhead_number(reg, "bits");
        json_t *word = count == 1            ? json_sprintf("`%s` %.0f", name, width)
                       : bits == width * count ? json_sprintf("`%s` %.0f × %.0f", name, count, width)
                                               : json_sprintf("`%s` %.0f in %.0f × %.0f", name, bits, count, width);
        if (strcmp(storage, "sram") == 0) json_array_append_new(words, json_sprintf("%s SRAM", json_string_value(word)));
        else json_array_append(words, word);
        json_decref(word);
    }
    row = table_block_row(table, block);
    table_list(row, "", ", ", words);
    json_decref(words);
}

static void print_table(FILE *out, const json_t *table)
{
    size_t i, c;
    json_t *row, *cell;
    const char *name = overhead_word(table, "name");
    if (!json_array_size(json_object_get(table, "rows"))) return;
    fprintf(out, "#%s", name);
    json_array_foreach(json_object_get(table, "columns"), c, cell)
        fprintf(out, "\t%s %s", overhead_word(cell, "kind"), overhead_word(cell, "heading"));
    json_array_foreach(json_object_get(table, "rows"), i, row)
    {
        fprintf(out, "\n%s", name);
        json_array_foreach(row, c, cell) fprintf(out, "\t%s", json_string_value(cell));
    }
    fprintf(out, "\n");
}

void overhead_tsv(FILE *out, const json_t *report)
{
    size_t i;
    const char *tool;
    json_t *table, *version, *tables = overhead_tables(report);
    fprintf(out, "#tools\tword tool\tword version\n");
    json_object_foreach(json_object_get(report, "tools"), tool, version)
        fprintf(out, "tools\t%s\t%s\n", tool, json_string_value(version));
    json_array_append_new(tables, table_of_list(table_of("registers", "", "code block|word configuration|word registers", ""),
                                                json_object_get(report, "blocks"), registers_row));
    json_array_foreach(tables, i, table) print_table(out, table);
    json_decref(tables);
}
