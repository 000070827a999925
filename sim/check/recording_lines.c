// SPDX-License-Identifier: BSD-3-Clause
// A recording's events and levels, line by line.
#include "sim/check/text_reader.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 24 };

typedef struct { const char *name, *pattern; place_kind place; } line_row;
static const line_row line_rows[] = {
#define LINE(place, name, pattern, words) {#name, pattern, PLACE_##place},
#include "sim/events/lines.def"
#undef LINE
};

// --- lines of what happened

static void add_number(recorded *r, size_t *room, uint64_t value)
{
    if (r->numbers == *room && !(r->number = realloc(r->number, (*room = 2 * *room + 4096) * sizeof *r->number)))
        abort();
    r->number[r->numbers++] = value;
}

// The word, kept once; NULL: too many words, or too long a one.
static const char *kept_word(recorded *r, const char *at, size_t length)
{
    for (unsigned i = 0; i < r->kinds; i++)
        if (strlen(r->kind[i]) == length && memcmp(r->kind[i], at, length) == 0)
            return r->kind[i];
    if (r->kinds == RECORDED_KINDS || length >= WORD_BYTES || !length)
        return NULL;
    char *word = strndup(at, length);
    if (!word)
        abort();
    return r->kind[r->kinds++] = word;
}

typedef struct { recorded *r; recorded_event event; size_t room; const char *at; } taker;

// One item of a pattern, a letter, at the beginning of a word of the line.
static bool take_item(taker *t, char letter)
{
    recorded *r = t->r;
    uint64_t value;
    if (letter == 't') {
        const size_t length = strcspn(t->at, " \n");
        const char *word = t->event.words < RECORDED_WORDS ? kept_word(r, t->at, length) : NULL;
        if (!word)
            return false;
        t->event.word[t->event.words++] = word;
        t->at += length;
        return true;
    }
    if (!read_number(&t->at, letter == 'x' ? 16 : 10, &value))
        return false;
    if ((letter == 'w' && value >= r->m.core.warps) || (letter == 's' && value >= r->m.core.schedulers) ||
        (letter == 'c' && value >= C_MAX) || (letter == 'b' && value >= r->m.dram.banks) || (letter == 'p' && value >= r->m.l2.sub_partitions) ||
        (letter == 'm' && value >= r->m.gpu.sms))
        return false;
    add_number(r, &t->room, value);
    t->event.numbers++;
    return true;
}

static bool is_letter(const char *item, size_t length) { return length == 1 && strchr("nwscxtbpm", *item); }

// A blank, except before the first item.
static bool pass_blank(taker *t)
{
    if (*t->at != ' ')
        return false;
    t->at++;
    return true;
}

// Matches the line with the pattern up to its end or a bracket; *rest is the rest of the pattern.
static bool take_pattern(taker *t, const char *pattern, const char **rest)
{
    while (*pattern && *pattern != '[' && *pattern != '|') {
        const size_t length = strcspn(pattern, " |[");
        if (*pattern == '*') {
            const bool insns = pattern[1] == 'i';
            while (*t->at == ' ') {
                t->at++;
                if (!take_item(t, insns ? 'x' : pattern[1]) || (insns && !(pass_blank(t) && take_item(t, 't'))))
                    return false;
            }
        } else if (*pattern == 'i' && length == 1) {
            if (!pass_blank(t) || !take_item(t, 'x') || !pass_blank(t) || !take_item(t, 't'))
                return false;
        } else if (is_letter(pattern, length)) {
            if (!pass_blank(t) || !take_item(t, *pattern))
                return false;
        } else if (!pass_blank(t) || strncmp(t->at, pattern, length) != 0) {
            return false;
        } else {
            t->at += length;
        }
        pattern += length;
        pattern += *pattern == ' ';
    }
    *rest = pattern;
    return *pattern == '[' || line_ends(t->at);
}

// An optional end has two forms, the second with a word of its own, which is tried first.
static bool take_line(taker *t, const char *pattern)
{
    const char *rest, *other;
    if (!take_pattern(t, pattern, &rest))
        return false;
    if (!*rest || line_ends(t->at))
        return line_ends(t->at);
    const taker before = *t;
    const size_t numbers = t->r->numbers;
    other = strchr(rest, '|');
    const char *behind;
    if (other && take_pattern(t, other + 2, &behind))
        return true;
    const size_t room = t->room;
    *t = before;
    t->room = room;
    t->r->numbers = numbers;
    return take_pattern(t, rest + 1, &behind);
}

static int by_cycle(const void *a, const void *b)
{
    const recorded_event *one = a, *other = b;
    if (one->cycle != other->cycle)
        return one->cycle < other->cycle ? -1 : 1;
    return one->line < other->line ? -1 : one->line > other->line;
}

static const line_row *row_of_line(const recorded *r, const char *at)
{
    const size_t length = strcspn(at, " \n");
    for (const line_row *row = line_rows; row < line_rows + LINES; row++)
        if (row->place == r->place && strlen(row->name) == length && strncmp(row->name, at, length) == 0)
            return row;
    return NULL;
}

static bool read_event(recorded *r, reader *in, size_t *room, size_t *numbers_room)
{
    const char *at = in->at;
    uint64_t cycle;
    if (!read_number(&at, 10, &cycle) || *at++ != ' ')
        return refuse(in, "`%s`, expected the number of a cycle and an event", said(in->at).text);
    const line_row *row = row_of_line(r, at);
    if (!row)
        return refuse(in, "`%s`, expected an event of docs/events.md", said(at).text);
    if (r->events == *room && !(r->event = realloc(r->event, (*room = 2 * *room + 1024) * sizeof *r->event)))
        abort();
    taker t = {.r = r, .room = *numbers_room, .at = at + strlen(row->name),
               .event = {.cycle = cycle, .line = in->line, .kind = (uint8_t)(row - line_rows), .first = r->numbers}};
    const bool good = take_line(&t, row->pattern);
    *numbers_room = t.room;
    if (!good)
        return refuse(in, "`%s`, expected `%s %s` of this machine", said(in->at).text, row->name, row->pattern);
    r->event[r->events++] = t.event;
    return true;
}

static bool read_place(recorded *r, reader *in)
{
    if (strcmp(r->instance, "gpu") == 0)
        return true;
    const size_t length = strcspn(r->instance, " ");
    const char *at = r->instance + length;
    uint64_t index;
    const unsigned places = r->place == PLACE_CONTROLLER ? r->m.dram.controllers : r->m.gpu.sms;
    if (*at++ != ' ' || !read_number(&at, 10, &index) || *at || index >= places)
        return refuse(in, "instance `%s`, expected an SM, a controller or gpu of this machine", said(r->instance).text);
    r->index = (unsigned)index;
    return true;
}

static const char *const place_words[] = {[PLACE_SM] = "sm", [PLACE_CONTROLLER] = "controller", [PLACE_GPU] = "gpu"};
const char *recorded_word(place_kind place) { return place_words[place]; }

bool recorded_read_events(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR])
{
    reader in = {.name = name, .at = text, .error = error};
    size_t room = 0, numbers_room = 0;
    if (!read_head(&in, place_words[r->place], RECORDING_VERSION) || !read_named(&in, "instance", r->instance, sizeof r->instance) ||
        !read_place(r, &in) || !read_named(&in, "policy", r->policy, sizeof r->policy))
        return false;
    while (next_line(&in))
        if (!read_event(r, &in, &room, &numbers_room))
            return false;
    if (r->events)
        qsort(r->event, r->events, sizeof *r->event, by_cycle);    // a sleep is written when it is over
    return true;
}

// --- levels

static bool read_level(const recorded *r, const reader *in, const char **at, shown_levels *shown)
{
    const size_t length = strcspn(*at, "= \n");
    const level_row *row = level_rows;
    while (row->name && !(row->place == r->place && strlen(row->name) == length && strncmp(row->name, *at, length) == 0))
        row++;
    if (!row->name || (*at)[length] != '=')
        return refuse(in, "`%s`, expected name=values of a level of docs/events.md", said(*at).text);
    uint64_t *values = level_at(row, shown);
    memset(values, 0, row->count * sizeof *values);
    *at += length + 1;
    for (unsigned i = 0;; i++, ++*at) {
        if (i == row->count || !read_number(at, 16, &values[i]))
            return refuse(in, "`%s`, expected at most %u hexadecimal values of %s", said(*at).text, row->count, row->name);
        if (**at != ',')
            return true;
    }
}

bool recorded_read_levels(recorded *r, const char *name, const char *text, char error[RECORDED_ERROR])
{
    reader in = {.name = name, .at = text, .error = error};
    char instance[32];
    size_t room = 0;
    recorded_levels now;
    memset(&now, 0, sizeof now);
    if (!read_head(&in, "levels", 2) || !read_named(&in, "instance", instance, sizeof instance))
        return false;
    while (next_line(&in)) {
        const char *at = in.at;
        const uint64_t before = now.cycle;
        if (!read_number(&at, 10, &now.cycle) || (r->level_lines && now.cycle <= before))
            return refuse(&in, "`%s`, expected the number of a cycle behind %" PRIu64, said(in.at).text, before);
        while (*at == ' ') {
            at++;
            if (!read_level(r, &in, &at, &now.shown))
                return false;
        }
        if (!line_ends(at))
            return refuse(&in, "`%s`, expected a blank", said(at).text);
        if (r->level_lines == room && !(r->levels = realloc(r->levels, (room = 2 * room + 256) * sizeof *r->levels)))
            abort();
        r->levels[r->level_lines++] = now;
    }
    return true;
}
