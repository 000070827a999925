// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/workload.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/bundled.h"
#include "sim/machine/nearest.h"
#include "tb/whole_number.h"

const workload *workload_find(const char *name)
{
    for (const workload *const *w = workload_table; *w; w++)
        if (strcmp((*w)->name, name) == 0)
            return *w;
    return NULL;
}

// Digits at *at, of a number from 1 on that fits.
static bool parse_number(const char **at, uint32_t *number)
{
    uint64_t value;

    if (!whole_number_at(at, 1, UINT32_MAX, &value))
        return false;
    *number = (uint32_t)value;
    return true;
}

// The size that a word of so many letters stands for. False when no kernel knows it.
static bool find_word(const workload *w, const char *word, size_t length, workload_size *size)
{
    bool known = length == strlen("paper") && strncmp(word, "paper", length) == 0;

    *size = w->paper_size;
    for (const workload *const *other = workload_table; *other; other++) {
        for (const workload_shape *shape = (*other)->shapes; shape < (*other)->shapes + WORKLOAD_SHAPES; shape++) {
            if (!shape->word || strlen(shape->word) != length || strncmp(word, shape->word, length) != 0)
                continue;
            known = true;
            if (*other == w)
                *size = shape->size;
        }
    }
    return known;
}

// A word, or "word/N" for an Nth of its rows.
static bool parse_word(const workload *w, const char *text, workload_size *size)
{
    size_t length = strcspn(text, "/");
    const char *at = text + length;
    uint32_t part = 1;

    if ((*at == '/' && (at++, !parse_number(&at, &part))) || *at || !find_word(w, text, length, size))
        return false;
    size->rows = size->rows / part > w->low.rows ? size->rows / part : w->low.rows;
    return true;
}

// "x" and a number, of a size that is good so far; where there is none, it is left as it is.
static bool parse_next(const char **at, uint32_t *number)
{
    if (**at != 'x')
        return true;
    (*at)++;
    return parse_number(at, number);
}

bool workload_parse_size(const workload *w, const char *text, workload_size *size, job_error *error)
{
    const char *at = text;
    bool good;

    if (parse_word(w, text, size))
        return true;
    *size = (workload_size){ 0 };
    good = parse_number(&at, &size->rows) && parse_next(&at, &size->columns) && parse_next(&at, &size->rounds);
    if (!good || *at) {
        static const char expected[] = "expected N, NxM, NxMxL, paper, kaws, kaws-few, kaws-long, bucl or owl, or a word and /N";
        const bool word = *text < '0' || *text > '9';
        char nearest[NEAREST_WORD];

        nearest_of(text, "paper kaws kaws-few kaws-long bucl owl", " ", nearest);
        snprintf(error->text, sizeof error->text, "--size: seen `%.40s`%s%s%s%s", text, word ? "; the nearest is " : "",
                 word ? nearest : "", word ? "; " : ", ", expected);
        return false;
    }
    if ((size->columns && !w->size.columns) || (size->rounds && !w->size.rounds)) {
        snprintf(error->text, sizeof error->text, "--size: seen %s, expected %s for %s (%s)", text,
                 w->size.columns ? "two numbers" : "one number", w->name, w->size_help);
        return false;
    }
    return true;
}

void workload_print_size(workload_size size, char text[static WORKLOAD_SIZE_TEXT])
{
    int length = snprintf(text, WORKLOAD_SIZE_TEXT, "%" PRIu32, size.rows);

    if (size.columns)
        length += snprintf(text + length, WORKLOAD_SIZE_TEXT - (size_t)length, "x%" PRIu32, size.columns);
    if (size.rounds)
        snprintf(text + length, WORKLOAD_SIZE_TEXT - (size_t)length, "x%" PRIu32, size.rounds);
}

workload_size workload_whole_size(const workload *w, workload_size size)
{
    return (workload_size){ size.rows ? size.rows : w->size.rows, size.columns ? size.columns : w->size.columns,
                            size.rounds ? size.rounds : w->size.rounds };
}

bool workload_check_size(const workload *w, workload_size size, job_error *error)
{
    char seen[WORKLOAD_SIZE_TEXT], low[WORKLOAD_SIZE_TEXT], high[WORKLOAD_SIZE_TEXT];

    workload_print_size(size, seen);
    workload_print_size(w->low, low);
    workload_print_size(w->high, high);
    if (size.rows < w->low.rows || size.rows > w->high.rows || size.columns < w->low.columns ||
        size.columns > w->high.columns || size.rounds < w->low.rounds || size.rounds > w->high.rounds) {
        snprintf(error->text, sizeof error->text, "--size: seen %s, expected %s to %s for %s (%s)", seen, low, high,
                 w->name, w->size_help);
        return false;
    }
    if (w->most && (uint64_t)size.rows * size.columns > w->most) {
        snprintf(error->text, sizeof error->text, "--size: seen %s, expected a product of at most %" PRIu32
                 " for %s (%s)", seen, w->most, w->name, w->size_help);
        return false;
    }
    return true;
}

job *workload_job(const workload *w, workload_size size, uint32_t seed, job_error *error)
{
    char path[128];
    const bundled_file *file;
    ptx_error broken;
    job *j;

    size = workload_whole_size(w, size);
    if (!workload_check_size(w, size, error))
        return NULL;
    j = job_new(w->name);
    j->seed = seed;
    snprintf(path, sizeof path, "sim/workload/kernels/%s.ptx", w->name);
    file = bundled_find(path);
    if (!file)
        workload_bug(j, path, "is not in the binary");
    j->program = program_parse(path, file->begin, (size_t)(file->end - file->begin), &broken);
    if (!j->program)
        workload_bug(j, path, broken.text);
    w->build(j, size);
    return j;
}
