// SPDX-License-Identifier: BSD-3-Clause
// The report as a Markdown page: the tables of the terminal, with each block's registers and schematic, and the plots.
#include "synth_estimates/overhead.h"

#include <ctype.h>
#include <string.h>

enum { SLACK = 4, WIDE = 60 };

// As many dashes as the widest cell has bytes, and some: by them renderers share the width of a page among the columns.
static int dashes(const json_t *rows, size_t column, const char *heading)
{
    size_t i, most = strlen(heading);
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        size_t length = strlen(json_string_value(json_array_get(row, column)));
        if (length > most) most = length;
    }
    return most > WIDE ? WIDE : (int)most + SLACK;
}

static void markdown_table(FILE *out, const json_t *columns, const json_t *rows)
{
    size_t i, c;
    json_t *row, *column, *value;
    fprintf(out, "\n|");
    json_array_foreach((json_t *)columns, c, column) fprintf(out, " %s |", overhead_word(column, "heading"));
    fprintf(out, "\n|");
    json_array_foreach((json_t *)columns, c, column)
    {
        for (int i = dashes(rows, c, overhead_word(column, "heading")); i > 0; i--) fputc('-', out);
        fprintf(out, strcmp(overhead_word(column, "kind"), "number") == 0 ? ":|" : "|");
    }
    fprintf(out, "\n");
    json_array_foreach((json_t *)rows, i, row)
    {
        fprintf(out, "|");
        json_array_foreach(row, c, value)
        {
            bool code = strcmp(overhead_word(json_array_get(columns, c), "kind"), "code") == 0;
            fprintf(out, code ? " `%s` |" : " %s |", json_string_value(value));
        }
        fprintf(out, "\n");
    }
}

void overhead_markdown_section(FILE *out, const json_t *table)
{
    const char *title = overhead_word(table, "title");
    fprintf(out, "\n## %c%s\n", toupper(title[0]), title + 1);
    if (json_array_size(json_object_get(table, "rows")))
        markdown_table(out, json_object_get(table, "columns"), json_object_get(table, "rows"));
    if (*overhead_word(table, "note")) fprintf(out, "\n%s\n", overhead_word(table, "note"));
}

static void markdown_block(FILE *out, const json_t *row, const char *folder)
{
    size_t i;
    json_t *reg;
    const char *block = overhead_word(row, "block"), *config = overhead_word(row, "config");
    fprintf(out,
            "\n### %s %s\n\n| register | bits each | entries | bits | kind |\n| --- | ---: | ---: | ---: | --- |\n",
            block, config);
    json_array_foreach(json_object_get(json_object_get(row, "bits"), "registers"), i, reg)
        fprintf(out, "| `%s` | %.0f | %.0f | %.0f | %s |\n", overhead_word(reg, "name"), overhead_number(reg, "width"),
                overhead_number(reg, "count"), overhead_number(reg, "bits"), overhead_word(reg, "storage"));
    json_array_foreach(json_object_get(json_object_get(row, "cost"), "lost"), i, reg)
        fprintf(out, "%s`%s`", i == 0 ? "\nBits without a flip-flop of their own after mapping: " : ", ",
                json_string_value(reg));
    if (i) fprintf(out, "\n");
    char path[512];
    snprintf(path, sizeof path, "%s/schematic_%s_%s.svg", folder, block, config);
    if (overhead_exists(path))
        fprintf(out, "\n![inputs, logic, registers and outputs of %s](schematic_%s_%s.svg)\n", block, block, config);
}

static bool is_own(const json_t *row) { return strcmp(overhead_word(row, "config"), "own") == 0; }

static void markdown_figures(FILE *out, const json_t *report, const char *section)
{
    size_t i;
    json_t *entry;
    if (strcmp(section, "blocks") == 0) fprintf(out, "\n![gate equivalents per block](gates.svg)\n");
    if (strcmp(section, "speed") == 0) fprintf(out, "\n![critical path per block](timing.svg)\n");
    if (strcmp(section, "scaling") != 0) return;
    json_array_foreach(json_object_get(report, "scaling"), i, entry)
        if (json_array_size(json_object_get(entry, "points")) > 1)
            fprintf(out, "\n![gates and critical path of %s against %s](scaling_%s_%s.svg)\n",
                    overhead_word(entry, "block"), overhead_word(entry, "parameter"), overhead_word(entry, "block"),
                    overhead_word(entry, "parameter"));
}

void overhead_markdown(FILE *out, const json_t *report, const char *folder)
{
    size_t i;
    json_t *version, *table, *row, *tables = overhead_tables(report);
    const char *tool;
    fprintf(out,
            "**%s**\n\nPrinted by `make overhead`; the method and what each column is stand in "
            "`docs/overhead.md`. Tools:",
            overhead_word(report, "caveat"));
    json_object_foreach(json_object_get(report, "tools"), tool, version)
        fprintf(out, " %s %s;", tool, json_string_value(version));
    bool all = strcmp(overhead_word(report, "set"), "all") == 0;
    fprintf(out, " GE = gate equivalents.\n\nMapped: %s.\n",
            all ? "every block at the parameters of every machine"
                : "every block at the parameters of its own paper's machine (every machine's: `make overhead-all`)");
    json_array_foreach(tables, i, table)
    {
        const char *name = overhead_word(table, "name");
        bool empty = json_array_size(json_object_get(table, "rows")) == 0 && !*overhead_word(table, "note");
        if (!empty) overhead_markdown_section(out, table);
        markdown_figures(out, report, name);
    }
    fprintf(out, "\n## Registers and schematics\n\n"
                 "A schematic shows words and their bits, not wires. Left: inputs, and "
                 "registers (in round frames) as they are read. Middle: the logic in front of each register or output, "
                 "its word-level operations counted by kind; what several share is counted in front of each. Right: "
                 "registers as they are written, and outputs. Clock and reset are left out. (Yosys's `show` draws each "
                 "operation: metres of paper even at two warps, not readable on a page.)\n");
    json_array_foreach(json_object_get(report, "blocks"), i, row)
        if (json_object_get(row, "cost") && (json_is_true(json_object_get(row, "paper")) || is_own(row)))
            markdown_block(out, row, folder);
    json_decref(tables);
}

void overhead_plot_data(FILE *out, const json_t *report)
{
    size_t i;
    json_t *row;
    json_array_foreach(json_object_get(report, "blocks"), i, row)
    {
        const json_t *cost = json_object_get(row, "cost");
        if (cost)
            fprintf(out, "\"%s %s\" %.0f %.0f %.2f\n", overhead_word(row, "block"), overhead_word(row, "config"),
                    overhead_number(cost, "sequential_gate_equivalents"),
                    overhead_number(cost, "combinational_gate_equivalents"), overhead_number(row, "critical_ns"));
    }
}
