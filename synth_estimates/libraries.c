// SPDX-License-Identifier: BSD-3-Clause
// Blocks in several libraries, side by side: what libraries.sh measured in FOLDER, and of libraries that this machine does
// not have what synth_estimates/libraries.json keeps, the golden figures.
#include "synth_estimates/libraries.h"
#include "synth_estimates/overhead.h"
#include "synth_estimates/table.h"

#include <stdlib.h>
#include <string.h>

enum { PATH_LENGTH = 512, MOST_LIBRARIES = 8 };
static const char golden_name[] = "libraries.json";

json_t *overhead_library_row(const char *library, const char *folder, const char *block, const char *config,
                             const char *tech)
{
    char path[PATH_LENGTH];
    double clock, toggle;
    json_t *row = json_pack("{s:{s:[]}}", "bits", "registers");
    overhead_cost(row, block, folder, tech);
    const json_t *cost = json_object_get(row, "cost");
    json_t *result = json_pack("{s:s,s:s,s:s,s:f,s:f,s:f,s:s}", "library", library, "block", block, "config", config,
                               "gate_equivalents", overhead_number(cost, "gate_equivalents"), "area_um2",
                               overhead_number(cost, "area_um2"), "critical_ns", overhead_critical_path(cost), "proof",
                               overhead_word(cost, "proof"));
    snprintf(path, sizeof path, "%s/pj.txt", folder);
    FILE *file = fopen(path, "r");
    if (file && fscanf(file, "%lf %lf", &clock, &toggle) == 2) {
        json_object_set_new(result, "clock_pj", json_real(clock));
        json_object_set_new(result, "toggle_pj", json_real(toggle));
    }
    if (file) fclose(file);
    json_decref(row);
    return result;
}

static json_t *find(const json_t *rows, const char *library, const char *block, const char *config)
{
    size_t i;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
        if (strcmp(overhead_word(row, "library"), library) == 0 && strcmp(overhead_word(row, "block"), block) == 0 &&
            strcmp(overhead_word(row, "config"), config) == 0)
            return row;
    return NULL;
}

static json_t *same_row(const json_t *rows, const json_t *row)
{
    return find(rows, overhead_word(row, "library"), overhead_word(row, "block"), overhead_word(row, "config"));
}

static json_t *rows_of(const char *folder)
{
    char path[PATH_LENGTH];
    snprintf(path, sizeof path, "%s/%s", folder, golden_name);
    return overhead_exists(path) ? overhead_load(path) : json_array();
}

json_t *overhead_libraries(const char *folder, const char *golden_folder)
{
    json_t *rows = rows_of(golden_folder), *measured = rows_of(folder), *row;
    size_t i;
    json_array_foreach(measured, i, row)
    {
        json_t *golden = same_row(rows, row);
        if (golden) {
            json_object_clear(golden);
            json_object_update(golden, row);
        } else
            json_array_append(rows, row);
    }
    json_decref(measured);
    if (json_array_size(rows)) return rows;
    json_decref(rows);
    return NULL;
}

unsigned overhead_libraries_compare(FILE *out, const char *folder, const char *golden_folder)
{
    static const char *const figures[] = {"gate_equivalents", "area_um2", "critical_ns", "clock_pj", "toggle_pj"};
    json_t *rows = rows_of(golden_folder), *measured = rows_of(folder), *row;
    unsigned changed = 0;
    size_t i;
    json_array_foreach(measured, i, row)
    {
        const json_t *golden = same_row(rows, row);
        for (size_t f = 0; golden && f < sizeof figures / sizeof *figures; f++) {
            char then[32], now[32];
            snprintf(then, sizeof then, "%.6g", overhead_number(golden, figures[f]));
            snprintf(now, sizeof now, "%.6g", overhead_number(row, figures[f]));
            if (!json_object_get(golden, figures[f]) || strcmp(then, now) == 0) continue;
            fprintf(out, "%s, %s %s: %s: %s -> %s\n", overhead_word(row, "library"), overhead_word(row, "block"),
                    overhead_word(row, "config"), figures[f], then, now);
            changed++;
        }
    }
    json_decref(rows);
    json_decref(measured);
    return changed;
}

void overhead_libraries_accept(const char *folder, const char *golden_folder)
{
    json_t *rows = overhead_libraries(folder, golden_folder);
    if (rows) overhead_store(rows, golden_folder, golden_name);
    json_decref(rows);
}

// --- the table

static size_t names_of(const json_t *rows, const char *names[MOST_LIBRARIES])
{
    size_t i, j, count = 0;
    json_t *row;
    json_array_foreach((json_t *)rows, i, row)
    {
        const char *name = overhead_word(row, "library");
        for (j = 0; j < count && strcmp(names[j], name) != 0; j++) continue;
        if (j == count && count < MOST_LIBRARIES) names[count++] = name;
    }
    return count;
}

// pJ a cycle when a tenth of the nets toggle.
static void energy_cell(json_t *line, const json_t *row)
{
    const double activity = 0.1;
    if (!json_object_get(row, "clock_pj")) table_cell(line, "");
    else table_cell(line, "%.3g", overhead_number(row, "clock_pj") + activity * overhead_number(row, "toggle_pj"));
}

static void add_line(json_t *table, const json_t *rows, const json_t *first, const char *const names[], size_t count)
{
    static const char *const keys[] = {"gate_equivalents", "area_um2", "critical_ns"};
    json_t *line = table_block_row(table, first);
    for (size_t k = 0; k <= sizeof keys / sizeof *keys; k++)
        for (size_t i = 0; i < count; i++) {
            const json_t *row = find(rows, names[i], overhead_word(first, "block"), overhead_word(first, "config"));
            if (k == sizeof keys / sizeof *keys) energy_cell(line, row);
            else if (!row) table_cell(line, "");
            else table_cell(line, overhead_number(row, keys[k]) < 100 ? "%.3g" : "%.0f", overhead_number(row, keys[k]));
        }
}

json_t *table_libraries(const json_t *report)
{
    static const char *const kinds[] = {"GE", "µm²", "ns", "pJ"};
    const json_t *rows = json_object_get(report, "libraries");
    const char *names[MOST_LIBRARIES];
    size_t count = names_of(rows, names), i, j;
    char columns[512] = "code block|word configuration";
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        for (i = 0; i < count; i++) {
            size_t used = strlen(columns);
            snprintf(columns + used, sizeof columns - used, "|number %s, %s", kinds[k], names[i]);
        }
    json_t *row, *earlier, *table =
        table_of("libraries", "blocks in several libraries", columns,
                 count == 0 ? "" : "One mapping each, by make overhead-libraries. GE: over the area of each library's own smallest "
                                   "two-input NAND. ns: longest path without wires. pJ: a cycle when every tenth net toggles, "
                                   "with what clock pins take (OpenSTA; no wires, no clock tree). Target, edges and loads follow "
                                   "each library's speed.");
    json_array_foreach((json_t *)rows, i, row)
    {
        bool seen = false;
        for (j = 0; j < i && !seen; j++) {
            earlier = json_array_get(rows, j);
            seen = strcmp(overhead_word(earlier, "block"), overhead_word(row, "block")) == 0 &&
                strcmp(overhead_word(earlier, "config"), overhead_word(row, "config")) == 0;
        }
        if (!seen) add_line(table, rows, row, names, count);
    }
    return table;
}
