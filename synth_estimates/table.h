// SPDX-License-Identifier: BSD-3-Clause
// A table of the report, the same for the terminal and for the Markdown page: a JSON object of `name`, `title`, `note` (a
// sentence or ""), `columns` of `heading` and `kind`, and `rows` of strings. Kinds: `word`, `code`, `number` (to the
// right), `remark` (a sentence; the terminal prints it below its row).
#ifndef WARPLOCK_SYNTH_ESTIMATES_TABLE_H
#define WARPLOCK_SYNTH_ESTIMATES_TABLE_H

#include <jansson.h>

// COLUMNS: `kind heading` joined by `|`.
json_t *table_of(const char *name, const char *title, const char *columns, const char *note);
json_t *table_row(json_t *table);
json_t *table_block_row(json_t *table, const json_t *block); // begun with its block and configuration
void table_cell(json_t *row, const char *format, ...);
// A number, or nothing where the object does not have it.
void table_number(json_t *row, const char *format, const json_t *object, const char *key);
// A number in as many digits as its spread allows; finest: the last digit that is ever printed.
void table_rounded(json_t *row, double value, double spread, double finest);
// The strings of a list, joined.
void table_list(json_t *row, const char *before, const char *between, const json_t *words);
// The table with the rows that `add` makes of each entry of a list; where there is none, it has no note.
json_t *table_of_list(json_t *table, const json_t *list, void (*add)(json_t *table, const json_t *entry));
// Takes out the columns that are blank in every row.
void table_without_blank_columns(json_t *table);

// Tables of tables_cost.c.
json_t *table_blocks(const json_t *report);
json_t *table_speed(const json_t *report);
json_t *table_chains(const json_t *report);
json_t *table_systems(const json_t *report);
json_t *table_gains(const json_t *report);
json_t *table_calibration(const json_t *report);
// Of tables_front_end.c.
json_t *table_front_ends(const json_t *report);
json_t *table_front_end_paths(const json_t *report);
json_t *table_front_end_chains(const json_t *report);
// Of libraries.c.
json_t *table_libraries(const json_t *report);
// Of targets.c.
json_t *table_targets(const json_t *report);
// Of gates_power.c.
json_t *table_power(const json_t *report);
json_t *table_power_blocks(const json_t *report);

#endif
