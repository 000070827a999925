// SPDX-License-Identifier: BSD-3-Clause
// Writing levels, from their rows; see sim/events/level_log.h.
#include "sim/events/level_log.h"

#include <inttypes.h>
#include <string.h>

#define OFFSET_SM(name) offsetof(sm_shown, name)
#define OFFSET_CONTROLLER(name) offsetof(controller_shown, name)
#define OFFSET_GPU(name) offsetof(gpu_shown, name)
const level_row level_rows[] = {
#define LEVEL(place, name, count, words) {#name, words, PLACE_##place, count, OFFSET_##place(name)},
#include "sim/events/levels.def"
#undef LEVEL
    {NULL, NULL, PLACE_SM, 0, 0}};

void level_log_open(level_log *log, FILE *file, const char *place)
{
    *log = (level_log){.file = file};
    fprintf(file, "warplock levels 2\ninstance %s\n", place);
}

static void write_values(FILE *file, const level_row *row, const uint64_t *values)
{
    unsigned last = row->count;
    while (last > 1 && !values[last - 1])           // omitted ones at the end are 0
        last--;
    fprintf(file, " %s=", row->name);
    for (unsigned i = 0; i < last; i++)
        fprintf(file, "%s%" PRIx64, i ? "," : "", values[i]);
}

void level_log_write(level_log *log, place_kind place, uint64_t cycle, const shown_levels *now)
{
    if (log->begun && memcmp(now, &log->before, sizeof *now) == 0)
        return;
    fprintf(log->file, "%" PRIu64, cycle);
    for (const level_row *row = level_rows; row->name; row++) {
        const uint64_t *values = level_at(row, now);
        if (row->place == place && (!log->begun || memcmp(values, level_at(row, &log->before), row->count * sizeof *values) != 0))
            write_values(log->file, row, values);
    }
    fputc('\n', log->file);
    log->before = *now;
    log->begun = true;
}

void levels_describe(FILE *file)
{
    fprintf(file, "| level | place | values | what |\n| --- | --- | --- | --- |\n");
#define LEVEL(place, name, count, words) fprintf(file, "| `" #name "` | " #place " | %d | %s |\n", (int)(count), words);
#include "sim/events/levels.def"
#undef LEVEL
}

// A backslash precedes a bar in a table's cell.
static void describe_line(FILE *file, const char *place, const char *name, const char *pattern, const char *words)
{
    fprintf(file, "| %s | `%s ", place, name);
    for (; *pattern; pattern++)
        fprintf(file, "%s%c", *pattern == '|' ? "\\" : "", *pattern);
    fprintf(file, "` | %s |\n", words);
}

void lines_describe(FILE *file)
{
    fprintf(file, "| place | line | what |\n| --- | --- | --- |\n");
#define LINE(place, name, pattern, words) describe_line(file, #place, #name, pattern, words);
#include "sim/events/lines.def"
#undef LINE
}
