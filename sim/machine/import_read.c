// SPDX-License-Identifier: BSD-3-Clause
// The two files of a configuration as lists of options. gpgpusim.config: words separated by blanks, `-option value`, comments
// from # to the end of the line; a value in double quotes may span lines. The interconnect's file: `name = value;`, comments
// from //. GPGPU-Sim's own readers accept more, by accident; that is refused here.
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/machine/import_internal.h"

typedef struct {
    const char    *file_name;
    const char    *at, *end;
    unsigned       line;
    const char    *comment;             // what begins a comment
    machine_error *error;
} reader;

// A word, or a value in quotes with each run of blanks as one.
typedef struct { char *text; size_t length; unsigned line; bool quoted; } word;

__attribute__((format(printf, 3, 4)))
static bool fail(const reader *r, unsigned line, const char *format, ...)
{
    int length = snprintf(r->error->text, sizeof r->error->text, "%.200s:%u: ", r->file_name, line);
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(r->error->text + length, sizeof r->error->text - (size_t)length, format, arguments);
    va_end(arguments);
    return false;
}

static bool no_nul(reader *r)
{
    unsigned line = 1;

    for (const char *at = r->at; at < r->end; at++) {
        if (!*at)
            return fail(r, line, "seen a NUL byte, expected text");
        line += *at == '\n';
    }
    return true;
}

static bool at_comment(const reader *r)
{
    size_t length = strlen(r->comment);

    return (size_t)(r->end - r->at) >= length && memcmp(r->at, r->comment, length) == 0;
}

static void skip_blanks(reader *r)
{
    for (; r->at < r->end; r->at++) {
        if (at_comment(r))
            while (r->at < r->end && *r->at != '\n')
                r->at++;
        if (r->at == r->end || !isspace((unsigned char)*r->at))
            return;
        r->line += *r->at == '\n';
    }
}

static void add_letter(word *w, char letter)
{
    if (!(w->length & (w->length - 1))) {
        w->text = realloc(w->text, w->length ? 2 * w->length : 1);
        if (!w->text)
            abort();
    }
    w->text[w->length++] = letter;
}

// Letters up to `stop`, or without one to a blank; blanks and comments in between become one blank. False without `stop`.
static bool read_until(reader *r, char stop, word *w)
{
    while (r->at < r->end && *r->at != stop) {
        const char *before = r->at;

        if (!stop && (isspace((unsigned char)*r->at) || at_comment(r)))
            return true;
        skip_blanks(r);
        if (r->at > before && w->length && r->at < r->end && *r->at != stop)
            add_letter(w, ' ');
        else if (r->at == before)
            add_letter(w, *r->at++);
    }
    return !stop || r->at < r->end;
}

// The next word, empty at the end of the file.
static bool read_word(reader *r, word *w)
{
    w->length = 0;
    skip_blanks(r);
    w->line = r->line;
    w->quoted = r->at < r->end && *r->at == '"';
    if (!w->quoted)
        return read_until(r, 0, w);
    r->at++;
    if (!read_until(r, '"', w))
        return fail(r, w->line, "seen a value in quotes without its end");
    r->at++;
    if (r->at < r->end && !isspace((unsigned char)*r->at) && !at_comment(r))
        return fail(r, r->line, "seen `%c` behind a value in quotes, expected a blank", isprint((unsigned char)*r->at) ? *r->at : '?');
    return true;
}

static bool is_option(const word *w)
{
    return !w->quoted && w->length > 1 && w->text[0] == '-' && (isalpha((unsigned char)w->text[1]) || w->text[1] == '_');
}

// A word that begins like an option is not a value: GPGPU-Sim allows flags without one.
static bool read_options(import *im, reader *r, word *name, word *value)
{
    if (!read_word(r, name))
        return false;
    while (name->length || name->quoted) {
        word swap = *name;

        if (!is_option(name))
            return fail(r, name->line, "seen `%.*s`, expected an option, which begins with a - and a letter",
                        (int)(name->length < 60 ? name->length : 60), name->text ? name->text : "");
        if (name->length == 7 && memcmp(name->text, "-config", 7) == 0)
            return fail(r, name->line, "-config: names another file, expected its options here");
        if (!read_word(r, value))
            return false;
        if (is_option(value) || (!value->length && !value->quoted)) {
            import_add_option(im, name->text, name->length, NULL, 0, name->line, false);
            *name = *value;
            *value = swap;
        } else {
            import_add_option(im, name->text, name->length, value->text ? value->text : "", value->length, name->line, false);
            if (!read_word(r, name))
                return false;
        }
    }
    return true;
}

static bool read_assignments(import *im, reader *r, word *w)
{
    for (skip_blanks(r); r->at < r->end; skip_blanks(r)) {
        unsigned line = r->line;
        size_t name, from;

        w->length = 0;
        if (!read_until(r, ';', w))
            return fail(r, line, "seen no `;` behind `%.*s`", (int)(w->length < 60 ? w->length : 60), w->text ? w->text : "");
        r->at++;
        for (name = 0; name < w->length && (isalnum((unsigned char)w->text[name]) || w->text[name] == '_'); name++)
            continue;
        for (from = name; from < w->length && w->text[from] == ' '; from++)
            continue;
        if (!name || from == w->length || w->text[from] != '=')
            return fail(r, line, "seen `%.*s`, expected NAME = VALUE;", (int)(w->length < 60 ? w->length : 60), w->text ? w->text : "");
        from++;
        from += from < w->length && w->text[from] == ' ';
        if (from == w->length)
            return fail(r, line, "%.*s: seen no value", (int)(name < 60 ? name : 60), w->text);
        import_add_option(im, w->text, name, w->text + from, w->length - from, line, true);
    }
    return true;
}

bool import_config(import *im, const char *file_name, const char *text, size_t length, machine_error *error)
{
    reader r = { .file_name = file_name, .at = text, .end = text + length, .line = 1, .comment = "#", .error = error };
    word name = { 0 }, value = { 0 };
    bool good = no_nul(&r) && read_options(im, &r, &name, &value);

    snprintf(im->config_file, sizeof im->config_file, "%.120s", file_name);
    free(name.text);
    free(value.text);
    if (good && !im->n_options)
        return fail(&r, r.line, "seen no option, expected a configuration of GPGPU-Sim");
    return good;
}

bool import_network(import *im, const char *file_name, const char *text, size_t length, machine_error *error)
{
    reader r = { .file_name = file_name, .at = text, .end = text + length, .line = 1, .comment = "//", .error = error };
    word w = { 0 };
    bool good = no_nul(&r) && read_assignments(im, &r, &w);

    snprintf(im->network_file, sizeof im->network_file, "%.120s", file_name);
    im->network = true;
    free(w.text);
    return good;
}
