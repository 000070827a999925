// SPDX-License-Identifier: BSD-3-Clause
// The value of an option that applies, and what became of it: the source of a key, a refusal, or words instead of a
// counterpart.
#include <ctype.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/import_internal.h"

enum { VALUE_SHOWN = 60 };              // characters of a value in a note

// --- what an option says

static int row_named(const char *name)
{
    int row = import_find_row(name);

    if (row < 0)
        abort();
    return row;
}

static const char *initial_of(const import *im, int row)
{
    for (unsigned i = 0; im->version < 4 && i < import_row_count; i++)
        if (import_rows[i].kind == IMPORT_OLDER && strcmp(import_rows[i].name, import_rows[row].name) == 0)
            return import_rows[i].initial;
    return import_rows[row].initial;
}

bool import_given(const import *im, const char *name)
{
    return im->given[row_named(name)] != NULL;
}

const char *import_value(const import *im, const char *name)
{
    int row = row_named(name);
    const import_option *given = im->given[row];

    if (!given)
        return initial_of(im, row);
    return given->value ? given->value : "";
}

bool import_count(const char *text, uint64_t *number)
{
    char *end;

    if (!isdigit((unsigned char)text[0]) || strlen(text) > 18)
        return false;
    *number = strtoull(text, &end, 0);
    return !*end;
}

uint64_t import_number(import *im, const char *name, uint64_t otherwise)
{
    uint64_t number;

    if (import_count(import_value(im, name), &number))
        return number;
    import_refuse(im, name, NULL, "a whole number");
    import_instead(im, "%" PRIu64, otherwise);
    return otherwise;
}

// --- notes

static import_note *add_note(import_notes *notes)
{
    if (!(notes->count & (notes->count - 1))) {
        notes->notes = realloc(notes->notes, (notes->count ? 2 * notes->count : 1) * sizeof *notes->notes);
        if (!notes->notes)
            abort();
    }
    memset(&notes->notes[notes->count], 0, sizeof *notes->notes);
    return &notes->notes[notes->count++];
}

// Longer text ends with dots.
static void shorten(char *to, size_t size, const char *text)
{
    if (strlen(text) < size)
        strcpy(to, text);
    else
        snprintf(to, size, "%.*s...", (int)size - 4, text);
}

import_note *import_add_note(import_notes *notes, const import_option *option, const char *name, const char *seen)
{
    import_note *note = add_note(notes);

    note->option = option;
    shorten(note->name, VALUE_SHOWN, name);
    shorten(note->seen, VALUE_SHOWN, seen ? seen : "");
    return note;
}

static import_note *note_row(const import *im, import_notes *notes, const char *name, const char *seen)
{
    const import_option *option = im->given[row_named(name)];

    return import_add_note(notes, option, option ? option->name : name, seen ? seen : import_value(im, name));
}

void import_refuse(import *im, const char *name, const char *seen, const char *expected, ...)
{
    import_note *note = note_row(im, &im->refused, name, seen);
    va_list arguments;

    va_start(arguments, expected);
    vsnprintf(note->expected, sizeof note->expected, expected, arguments);
    va_end(arguments);
}

void import_instead(import *im, const char *words, ...)
{
    import_note *note = &im->refused.notes[im->refused.count - 1];
    va_list arguments;

    va_start(arguments, words);
    vsnprintf(note->instead, sizeof note->instead, words, arguments);
    va_end(arguments);
}

void import_list(import *im, const char *name, const char *words)
{
    if (import_given(im, name))
        snprintf(note_row(im, &im->listed, name, NULL)->instead, IMPORT_WORDS, "%s", words);
}

// --- keys

void import_source_is(import *im, const char *key, const char *words, ...)
{
    import_source *source;
    va_list arguments;

    if (!(im->n_sources & (im->n_sources - 1))) {
        im->sources = realloc(im->sources, (im->n_sources ? 2 * im->n_sources : 1) * sizeof *im->sources);
        if (!im->sources)
            abort();
    }
    source = &im->sources[im->n_sources++];
    snprintf(source->key, sizeof source->key, "%s", key);
    va_start(arguments, words);
    vsnprintf(source->source, sizeof source->source, words, arguments);
    va_end(arguments);
}

static void put_source(const import *im, const char *name, const char *part, char to[static IMPORT_WORDS])
{
    const import_option *option = im->given[row_named(name)];
    char shown[VALUE_SHOWN];

    shorten(shown, sizeof shown, part ? part : import_value(im, name));
    if (option)
        snprintf(to, IMPORT_WORDS, "%.56s %s, %sline %u", option->name, shown, option->network ? "icnt " : "", option->line);
    else
        snprintf(to, IMPORT_WORDS, "%.40s %.60s, GPGPU-Sim's default", name, shown);
}

// For a key made from two options; names those that are given.
void import_source_both(import *im, const char *key, const char *name, const char *other)
{
    char one[IMPORT_WORDS], two[IMPORT_WORDS];

    put_source(im, name, NULL, one);
    put_source(im, other, NULL, two);
    if (import_given(im, name) && import_given(im, other))
        import_source_is(im, key, "%.62s; %.62s", one, two);
    else
        import_source_is(im, key, "%s", import_given(im, other) ? two : one);
}

static void source_of(import *im, const char *key, const char *name, const char *part)
{
    char words[IMPORT_WORDS];

    put_source(im, name, part, words);
    import_source_is(im, key, "%s", words);
}

static void set_key(import *im, const char *key, const char *value)
{
    char assignment[MACHINE_TEXT + 64];
    machine_error error;

    snprintf(assignment, sizeof assignment, "%s=%s", key, value);
    if (!machine_set(&im->m, assignment, &error)) {
        fprintf(stderr, "warplock: import: %s\n", error.text);
        abort();
    }
}

void import_put(import *im, const char *key, uint64_t number, const char *name, const char *part)
{
    uint32_t low, most;
    char text[24];

    if (!machine_key_range(&im->m, key, &low, &most))
        abort();
    source_of(im, key, name, part);
    if (number < low || number > most) {
        import_refuse(im, name, part, "%s from %" PRIu32 " to %" PRIu32, key, low, most);
        number = number < low ? low : most;
        import_instead(im, "%" PRIu64, number);
    }
    snprintf(text, sizeof text, "%" PRIu64, number);
    set_key(im, key, text);
}

void import_put_word(import *im, const char *key, const char *word, const char *name, const char *part)
{
    source_of(im, key, name, part);
    set_key(im, key, word);
}

// --- texts of several values

uint64_t import_take(import_text *text)
{
    uint64_t number = 0;

    text->good &= isdigit((unsigned char)*text->at) != 0;
    for (; isdigit((unsigned char)*text->at); text->at++) {
        text->good &= number < UINT64_C(1) << 40;
        number = text->good ? 10 * number + (uint64_t)(*text->at - '0') : 0;
    }
    return number;
}

char import_take_letter(import_text *text)
{
    text->good &= isalpha((unsigned char)*text->at) != 0;
    return text->good ? *text->at++ : 0;
}

bool import_at(const import_text *text, char mark)
{
    return text->good && *text->at == mark;
}

void import_take_mark(import_text *text, char mark)
{
    text->good &= *text->at == mark;
    text->at += text->good;
}
