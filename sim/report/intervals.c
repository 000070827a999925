// SPDX-License-Identifier: BSD-3-Clause
// A bounded number of rows of a run over time; see sim/report/intervals.h.
#include "sim/report/intervals.h"

#include <inttypes.h>
#include <stdlib.h>

#include "sim/report/fit.h"

intervals *intervals_new(void)
{
    intervals *kept = calloc(1, sizeof *kept);

    if (!kept)
        abort();
    return kept;
}

void intervals_name(intervals *kept, const char *const *names, unsigned count)
{
    kept->n_names = count < INTERVALS_NAMES ? count : INTERVALS_NAMES;
    for (unsigned i = 0; i < kept->n_names; i++)
        snprintf(kept->names[i], sizeof kept->names[i], "%s", names[i]);
}

static void join_values(timeline_value *into, const timeline_value *next)
{
    if (!next->sms)
        return;
    into->low = into->sms && into->low < next->low ? into->low : next->low;
    into->high = into->sms && into->high > next->high ? into->high : next->high;
    into->sum += next->sum;
    into->sms += next->sms;
}

static void join(interval_row *into, const interval_row *next, unsigned n_names)
{
    into->cycle = next->cycle;
    into->cycles += next->cycles;
#define COUNTER(member, ...) into->counted.member += next->counted.member;
#include "sim/report/counters.def"
#undef COUNTER
    for (unsigned i = 0; i < n_names; i++)
        join_values(&into->values[i], &next->values[i]);
}

bool intervals_add(intervals *kept, const interval_row *row)
{
    kept->rows[kept->n_rows++] = *row;
    if (kept->n_rows < INTERVALS_MOST)
        return false;
    for (unsigned i = 0; i < INTERVALS_MOST / 2; i++) {
        kept->rows[i] = kept->rows[2 * i];
        join(&kept->rows[i], &kept->rows[2 * i + 1], kept->n_names);
    }
    kept->n_rows = INTERVALS_MOST / 2;
    return true;
}

static json_t *quotient(uint64_t part, uint64_t whole)
{
    return whole ? json_real((double)part / (double)whole) : json_null();
}

static json_t *row_json(const intervals *kept, const interval_row *row)
{
    const counters *c = &row->counted;
    const uint64_t cycles = row->cycles;
    json_t *array = json_pack("[I]", (json_int_t)row->cycle);

#define RATIO(name, part, whole) json_array_append_new(array, quotient(part, whole));
#define COUNT(name, value) json_array_append_new(array, json_integer((json_int_t)(value)));
#include "sim/report/timeline.def"
#undef RATIO
#undef COUNT
    for (unsigned i = 0; i < kept->n_names; i++)
        json_array_append_new(array, quotient(row->values[i].sum, row->values[i].sms));
    return array;
}

json_t *intervals_json(const intervals *kept)
{
    json_t *columns = json_pack("[s]", "cycle"), *rows = json_array();

#define RATIO(name, part, whole) json_array_append_new(columns, json_string(name));
#define COUNT(name, value) json_array_append_new(columns, json_string(name));
#include "sim/report/timeline.def"
#undef RATIO
#undef COUNT
    for (unsigned i = 0; i < kept->n_names; i++)
        json_array_append_new(columns, json_string(kept->names[i]));
    for (unsigned i = 0; i < kept->n_rows; i++)
        json_array_append_new(rows, row_json(kept, &kept->rows[i]));
    return json_pack("{s:o, s:o}", "columns", columns, "rows", rows);
}

static void print_quotient(FILE *file, int width, uint64_t part, uint64_t whole)
{
    if (whole)
        fprintf(file, FIT_RIGHT "  %*.2f", width, (double)part / (double)whole);
    else
        fprintf(file, FIT_RIGHT "  %*s", width, "-");
}

// IPC, MSHR occupancy and the registers: what fits on a line.
void intervals_print(FILE *file, const intervals *kept)
{
    fprintf(file, "  %10s" FIT_RIGHT "  %8s" FIT_RIGHT "  %8s", "cycle", "ipc", "mshr");
    for (unsigned i = 0; i < kept->n_names; i++)
        fprintf(file, FIT_RIGHT "  %10s", kept->names[i]);
    fputc('\n', file);
    for (unsigned r = 0; r < kept->n_rows; r++) {
        const interval_row *row = &kept->rows[r];

        fprintf(file, "  %10" PRIu64, row->cycle);
        print_quotient(file, 8, row->counted.thread_insns, row->cycles);
        print_quotient(file, 8, row->counted.mshr_entry_cycles, row->counted.sm_active_cycles);
        for (unsigned i = 0; i < kept->n_names; i++)
            print_quotient(file, 10, row->values[i].sum, row->values[i].sms);
        fputc('\n', file);
    }
}
