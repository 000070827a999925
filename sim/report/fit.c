// SPDX-License-Identifier: BSD-3-Clause
// Lines are split into cells again for the column widths and for every printed part: no cell is stored.
#include "sim/report/fit.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "sim/report/terminal.h"

// SHORT: the longest cell that is not wrapped. INDENT: of cells below their label.
enum { GAP = 2, SHORT = 20, INDENT = 4 };

typedef struct { const char *at; size_t length; } piece;
typedef struct { bool right; unsigned width, least; } column;      // the widest cell; the least width

typedef struct {
    const char *begin, *end;                    // its lines
    column     *columns;
    unsigned    n_columns, label;               // label: the widest
    unsigned    as_written;                     // the widest line
} table;

// Columns `first` up to `end`, their widths, and whether labels are printed above their rows.
typedef struct { unsigned first, end; unsigned *widths; bool stacked; unsigned label; } part;

// --- pieces of text

// Length in UTF-8 characters; this file's own marks have no width.
static unsigned width_of(piece p)
{
    unsigned width = 0;

    for (size_t i = 0; i < p.length; i++)
        width += (unsigned char)p.at[i] >= ' ' && (p.at[i] & 0xc0) != 0x80;
    return width;
}

static bool is_cell(char c)
{
    return c == FIT_RIGHT[0] || c == FIT_LEFT[0];
}

static const char *line_end(const char *at, const char *end)
{
    const char *newline = memchr(at, '\n', (size_t)(end - at));

    return newline ? newline : end;
}

static bool has_cells(const char *at, const char *end)
{
    for (; at < end; at++)
        if (is_cell(*at))
            return true;
    return false;
}

// From *at to the next cell or the end of the line; *right is the next cell's alignment.
static piece next_piece(const char **at, const char *end, bool *right)
{
    piece p = { *at, 0 };

    while (p.at + p.length < end && !is_cell(p.at[p.length]))
        p.length++;
    *at = p.at + p.length;
    *right = *at < end && **at == FIT_RIGHT[0];
    *at += *at < end;
    return p;
}

// Drops the blanks that pad a cell to its column; those after a number stay.
static piece trimmed(piece p, bool front, bool back)
{
    while (front && p.length && *p.at == ' ')
        p.at++, p.length--;
    while (back && p.length && p.at[p.length - 1] == ' ')
        p.length--;
    return p;
}

// The words that fit into `width`, at least one; *rest is the remainder.
static piece take_words(piece p, unsigned width, piece *rest)
{
    piece line = { p.at, 0 };

    for (size_t at = 0; at < p.length;) {
        size_t end = at;

        while (end < p.length && p.at[end] == ' ')
            end++;
        while (end < p.length && p.at[end] != ' ')
            end++;
        if (line.length && width_of((piece){ p.at, end }) > width)
            break;
        line.length = at = end;
    }
    *rest = trimmed((piece){ p.at + line.length, p.length - line.length }, true, false);
    return line;
}

static unsigned longest_word(piece p)
{
    unsigned longest = 0;

    for (piece rest; p.length; p = rest) {
        unsigned width = width_of(trimmed(take_words(p, 0, &rest), true, true));

        longest = width > longest ? width : longest;
    }
    return longest;
}

static void put(FILE *to, piece p)
{
    for (size_t i = 0; i < p.length; i++) {
        const char c = p.at[i];

        if (c == FIT_PLAIN[0])
            fputs(terminal_plain(to, MARK_BEST), to);
        else if (c == FIT_BEST[0] || c == FIT_BAD[0])
            fputs(terminal_mark(to, c == FIT_BEST[0] ? MARK_BEST : MARK_BAD), to);
        else if (!is_cell(c))
            fputc(c, to);
    }
}

static void put_blanks(FILE *to, unsigned count)
{
    fprintf(to, "%*s", (int)count, "");
}

// A line without cells: continuation lines align with its first text.
static void put_line(FILE *to, piece p, unsigned width)
{
    piece text = trimmed(p, true, false), rest;
    unsigned indent = (unsigned)(p.length - text.length);

    if (!text.length || width_of(p) <= width)
        put(to, p);
    for (rest = text; rest.length && width_of(p) > width;) {
        piece line = take_words(rest, width > indent ? width - indent : 1, &rest);

        put_blanks(to, indent);
        put(to, trimmed(line, false, rest.length));
        if (rest.length)
            fputc('\n', to);
    }
    fputc('\n', to);
}

// --- a table

// A line whose cells are all empty spans the table.
static bool spans(const char *at, const char *end)
{
    bool right;

    next_piece(&at, end, &right);
    for (; at < end; at++)
        if (!is_cell(*at) && *at != ' ')
            return false;
    return true;
}

static column *column_at(table *t, unsigned index)
{
    if (index == t->n_columns) {
        t->columns = realloc(t->columns, (index + 1) * sizeof *t->columns);
        if (!t->columns)
            abort();
        t->columns[t->n_columns++] = (column){ 0 };
    }
    return &t->columns[index];
}

static void measure_line(table *t, const char *at, const char *end)
{
    const unsigned written = width_of((piece){ at, (size_t)(end - at) });
    unsigned cells = 0;
    bool right;
    piece label;

    for (const char *c = at; c < end; c++)
        cells += is_cell(*c);
    t->as_written = written > t->as_written ? written : t->as_written;
    if (spans(at, end))
        return;
    label = trimmed(next_piece(&at, end, &right), false, true);
    t->label = width_of(label) > t->label ? width_of(label) : t->label;
    for (unsigned i = 0; i < cells; i++) {
        column *k = column_at(t, i);
        piece cell;
        unsigned width, least;

        k->right = right;
        cell = next_piece(&at, end, &right);
        cell = trimmed(cell, true, !k->right);
        width = width_of(cell);
        least = width <= SHORT ? width : longest_word(cell) > SHORT ? longest_word(cell) : SHORT;
        k->width = width > k->width ? width : k->width;
        k->least = least > k->least ? least : k->least;
    }
}

static void measure(table *t)
{
    for (const char *at = t->begin, *end; at < t->end; at = end + 1) {
        end = line_end(at, t->end);
        measure_line(t, at, end);
    }
}

// One line of cells, each as far as its column holds it; `rests`: the remainders.
static void put_cells(FILE *to, const table *t, const part *p, piece *rests)
{
    unsigned blanks = 0;

    for (unsigned i = p->first; i < p->end; i++) {
        const unsigned width = p->widths[i - p->first];
        piece *rest = &rests[i - p->first], words = take_words(*rest, width, rest), cell = trimmed(words, false, rest->length);
        const unsigned missing = width > width_of(cell) ? width - width_of(cell) : 0;

        if (cell.length) {
            put_blanks(to, blanks + GAP + (t->columns[i].right ? missing : 0));
            put(to, cell);
            blanks = t->columns[i].right ? 0 : missing;
        } else {
            blanks += GAP + width;
        }
    }
}

static bool any_left(const piece *rests, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (rests[i].length)
            return true;
    return false;
}

static void put_row(FILE *to, const table *t, const part *p, const char *at, const char *end, piece *rests, unsigned width)
{
    bool right, first = true;
    piece label = trimmed(next_piece(&at, end, &right), false, true);

    for (unsigned i = 0; i < p->end; i++) {
        bool of = right;
        piece cell = at <= end ? next_piece(&at, end, &right) : (piece){ end, 0 };

        if (i >= p->first)
            rests[i - p->first] = trimmed(cell, true, !of);
    }
    if (!any_left(rests, p->end - p->first) && !trimmed(label, true, true).length)
        return;                                 // a column without a heading
    if (p->stacked && trimmed(label, true, true).length)
        put_line(to, label, width);
    do {
        if (p->stacked)
            put_blanks(to, INDENT - GAP);
        else {
            put(to, first ? label : (piece){ "", 0 });
            if (any_left(rests, p->end - p->first))         // no trailing blanks
                put_blanks(to, p->label - (first ? width_of(label) : 0));
        }
        put_cells(to, t, p, rests);
        fputc('\n', to);
        first = false;
    } while (any_left(rests, p->end - p->first));
}

// Takes as many columns as fit at their minimum widths; the first ones that can be wider get the remaining space.
static void choose_columns(const table *t, part *p, unsigned width)
{
    unsigned used = p->label;

    for (p->end = p->first; p->end < t->n_columns; p->end++) {
        if (p->end > p->first && used + GAP + t->columns[p->end].least > width)
            break;
        used += GAP + t->columns[p->end].least;
        p->widths[p->end - p->first] = t->columns[p->end].least;
    }
    for (unsigned i = p->first; i < p->end; i++) {
        const unsigned wanted = t->columns[i].width - t->columns[i].least, left = width > used ? width - used : 0;
        const unsigned more = wanted < left ? wanted : left;

        p->widths[i - p->first] += more;
        used += more;
    }
}

static void put_part(FILE *to, const table *t, const part *p, unsigned width)
{
    piece *rests = calloc(p->end - p->first + 1, sizeof *rests);

    if (!rests)
        abort();
    for (const char *at = t->begin, *end; at < t->end; at = end + 1) {
        end = line_end(at, t->end);
        if (spans(at, end))
            put_line(to, trimmed((piece){ at, strcspn(at, "\n" FIT_RIGHT FIT_LEFT) }, false, true), width);
        else
            put_row(to, t, p, at, end, rests, width);
    }
    free(rests);
}

static void put_table(FILE *to, table *t, unsigned width)
{
    unsigned least = 0;
    part p = { 0 };

    measure(t);
    if (t->as_written <= width) {
        put(to, (piece){ t->begin, (size_t)(t->end - t->begin) });
        free(t->columns);
        return;
    }
    p.widths = calloc(t->n_columns + 1, sizeof *p.widths);
    if (!p.widths)
        abort();
    for (unsigned i = 0; i < t->n_columns; i++)
        least = t->columns[i].least > least ? t->columns[i].least : least;
    p.stacked = t->label + GAP + least > width;
    p.label = p.stacked ? INDENT - GAP : t->label;
    do {
        if (p.end)
            fputc('\n', to);
        p.first = p.end;
        choose_columns(t, &p, width);
        put_part(to, t, &p, width);
    } while (p.end < t->n_columns);
    free(p.widths);
    free(t->columns);
}

// --- the text

FILE *fit_begin(fit *f, FILE *to)
{
    *f = (fit){ .to = to };
    f->text = open_memstream(&f->bytes, &f->length);
    if (!f->text)
        abort();
    return f->text;
}

void fit_end(fit *f)
{
    const unsigned width = terminal_width(f->to);
    const char *end;

    fclose(f->text);
    end = f->bytes + f->length;
    for (const char *at = f->bytes, *next; at < end; at = next) {
        table t = { 0 };

        at += *at == FIT_TABLE[0];
        next = line_end(at, end);
        next += next < end;
        if (!has_cells(at, next)) {
            put_line(f->to, (piece){ at, (size_t)(line_end(at, end) - at) }, width);
            continue;
        }
        while (next < end && *next != FIT_TABLE[0] && has_cells(next, line_end(next, end)))
            next = line_end(next, end) + (line_end(next, end) < end);
        t.begin = at;
        t.end = next;
        put_table(f->to, &t, width);
    }
    free(f->bytes);
    *f = (fit){ 0 };
}
