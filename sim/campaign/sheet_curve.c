// SPDX-License-Identifier: BSD-3-Clause
// Draws a sweep in letters, for terminals and pipes: values of the key from left to right, one letter per column of the
// table. Numeric rows are spaced by value, others evenly.
//
//     ipc (thread instructions a cycle)
//       7.68 |        a....a....a
//            |     ...
//       3.14 | a...
//            +---------------------
//              1               4  section.key
//       a atax
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/campaign/sheet.h"

enum { WIDE = 64, HIGH = 11, LETTERS = 26, NUMBER = 32, SEVERAL = '*' };

typedef struct { char cells[HIGH][WIDE + 1]; unsigned wide; double low, high; } drawing;

static double number_of(const sheet *s, unsigned row)
{
    char *end;
    const double number = strtod(s->rows[row], &end);

    return end > s->rows[row] && !*end ? number : NAN;
}

// 0 at the left, 1 at the right.
static double place_of(const sheet *s, unsigned row)
{
    double low = number_of(s, 0), high = low;

    for (unsigned i = 0; i < s->n_rows; i++) {
        const double number = number_of(s, i);

        if (isnan(number))
            return s->n_rows > 1 ? (double)row / (s->n_rows - 1) : 0;
        low = number < low ? number : low;
        high = number > high ? number : high;
    }
    return high > low ? (number_of(s, row) - low) / (high - low) : 0;
}

static unsigned columns_drawn(const sheet *s)
{
    return s->n_columns < LETTERS ? s->n_columns : LETTERS;
}

// The lowest and highest drawn value; false when there is none.
static bool find_range(const sheet *s, drawing *d)
{
    d->low = INFINITY;
    d->high = -INFINITY;
    for (unsigned row = 0; row < s->n_rows; row++)
        for (unsigned column = 0; column < columns_drawn(s); column++) {
            const double value = s->values[row][column];

            if (isfinite(value)) {
                d->low = value < d->low ? value : d->low;
                d->high = value > d->high ? value : d->high;
            }
        }
    return d->low <= d->high;
}

// Equal values lie in the middle.
static unsigned height_of(const drawing *d, double value)
{
    return d->high > d->low ? (unsigned)lround((HIGH - 1) * ((d->high - value) / (d->high - d->low))) : HIGH / 2;
}

static unsigned across(const sheet *s, const drawing *d, unsigned row)
{
    return (unsigned)lround(place_of(s, row) * (d->wide - 1));
}

// Dots from one row's point to the next.
static void connect(const sheet *s, drawing *d, unsigned row, unsigned column)
{
    const double from = s->values[row][column], to = s->values[row + 1][column];
    const int first = (int)across(s, d, row), last = (int)across(s, d, row + 1), step = last > first ? 1 : -1;

    if (!isfinite(from) || !isfinite(to))
        return;
    for (int x = first + step; first != last && x != last; x += step) {
        char *cell = &d->cells[height_of(d, from + (to - from) * (x - first) / (last - first))][x];

        if (*cell == ' ')
            *cell = '.';
    }
}

static void draw(const sheet *s, drawing *d)
{
    d->wide = s->n_rows * 5 < WIDE ? s->n_rows * 5 : WIDE;
    for (unsigned high = 0; high < HIGH; high++) {
        memset(d->cells[high], ' ', d->wide);
        d->cells[high][d->wide] = 0;
    }
    for (unsigned row = 0; row + 1 < s->n_rows; row++)
        for (unsigned column = 0; column < columns_drawn(s); column++)
            connect(s, d, row, column);
    for (unsigned row = 0; row < s->n_rows; row++) {
        const unsigned x = across(s, d, row);

        for (unsigned column = 0; column < columns_drawn(s); column++) {
            if (!isfinite(s->values[row][column]))
                continue;
            char *cell = &d->cells[height_of(d, s->values[row][column])][x];
            const char letter = (char)('a' + column);
            *cell = *cell == ' ' || *cell == '.' || *cell == letter ? letter : SEVERAL;
        }
    }
}

static void put_legend(const sheet *s, const drawing *d, FILE *file)
{
    bool several = false;

    for (unsigned high = 0; high < HIGH; high++)
        several |= strchr(d->cells[high], SEVERAL) != NULL;
    for (unsigned column = 0; column < columns_drawn(s); column++)
        fprintf(file, "  %c %s\n", 'a' + (int)column, s->columns[column]);
    if (several)
        fprintf(file, "  %c several of them\n", SEVERAL);
    if (s->n_columns > LETTERS)
        fprintf(file, "  the table has %u more\n", s->n_columns - LETTERS);
    fputc('\n', file);
}

void sheet_curve(const sheet *s, FILE *file)
{
    drawing d;
    char numbers[3][NUMBER];
    unsigned longest = 0;

    if (!s->sweep || !s->n_rows || !find_range(s, &d))
        return;
    draw(s, &d);
    const double shown[3] = { d.high, (d.high + d.low) / 2, d.low };
    for (unsigned i = 0; i < 3; i++) {
        const bool needed = i == 1 || d.high > d.low;
        const int length = snprintf(numbers[i], NUMBER, "%.4g", shown[i]);

        if (!needed)
            numbers[i][0] = 0;
        else if ((unsigned)length > longest)
            longest = (unsigned)length;
    }
    fprintf(file, "%s\n", s->axis);
    for (unsigned high = 0; high < HIGH; high++) {
        unsigned end = d.wide;

        while (end && d.cells[high][end - 1] == ' ')
            end--;
        fprintf(file, "  %*s |%s%.*s\n", (int)longest, high % (HIGH / 2) ? "" : numbers[high / (HIGH / 2)], end ? " " : "", (int)end,
                d.cells[high]);
    }
    fprintf(file, "  %*s +", (int)longest, "");
    for (unsigned x = 0; x < d.wide + 2; x++)
        fputc('-', file);
    const char *first = s->rows[0], *last = s->rows[s->n_rows - 1];
    const int between = (int)d.wide - (int)strlen(first) - (int)strlen(last);
    fprintf(file, "\n  %*s   %s", (int)longest, "", first);
    if (s->n_rows > 1)
        fprintf(file, "%*s%s", between > 1 ? between : 1, "", last);
    fprintf(file, "  %s\n", s->head);
    put_legend(s, &d, file);
}
