// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/lenient.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REFUSED_MAX = 256 };
static const char TRAP[] = "{ trap; ";

// A function and its body in the text.
typedef struct { const char *head, *open, *close; } function_place;

// Past a comment that begins here, or `at` itself.
static const char *behind_comment(const char *at)
{
    const char *end = NULL;

    if (at[0] == '/' && at[1] == '/')
        end = strchr(at, '\n');
    else if (at[0] == '/' && at[1] == '*' && (end = strstr(at + 2, "*/")) != NULL)
        end += 2;
    else
        return at;
    return end ? end : at + strlen(at);
}

static unsigned lines_between(const char *from, const char *to)
{
    unsigned lines = 0;

    for (; from < to; from++)
        lines += *from == '\n';
    return lines;
}

// A braced initial value is no body.
static bool has_value(const function_place *place)
{
    for (const char *at = place->head; at < place->open; at = behind_comment(at) != at ? behind_comment(at) : at + 1)
        if (*at == '=')
            return true;
    return false;
}

// The function whose head or body holds the line, counted from 1. False: no function with a body does.
static bool find_function(const char *text, unsigned line, function_place *place)
{
    const char *head = text;
    unsigned depth = 0;

    for (const char *at = text; *at;) {
        const char *behind = behind_comment(at);
        if (behind != at) {
            at = behind;
            continue;
        }
        if (*at == '{' && depth++ == 0)
            *place = (function_place){ .head = head, .open = at };
        if (*at == '}' && depth && --depth == 0) {
            place->close = at;
            bool is_body = !has_value(place);
            if (is_body && line <= 1 + lines_between(text, at))
                return line >= 1 + lines_between(text, place->head);
        }
        if (depth == 0 && (*at == '}' || *at == ';'))
            head = at + 1;
        at++;
    }
    return false;
}

// The word before the parameters: after .entry, or after .func and its return value. The first function's head includes the
// text before all functions.
static char *name_of(const function_place *place)
{
    const char *word = NULL;
    size_t length = 0;

    for (const char *at = place->head; at < place->open; at++) {
        const char *begin;
        while ((begin = behind_comment(at)) != at)
            at = begin;
        if (*at == '(' && word)
            break;
        if (*at == '(')
            while (at < place->open && *at != ')')
                at++;
        if (!isalpha((unsigned char)*at) && *at != '_' && *at != '$' && *at != '%')
            continue;
        while (at + 1 < place->open && (isalnum((unsigned char)at[1]) || strchr("_$%", at[1])))
            at++;
        if (begin == place->head || begin[-1] != '.') {
            word = begin;
            length = (size_t)(at + 1 - begin);
        } else if (strncmp(begin, "entry", 5) == 0 || strncmp(begin, "func", 4) == 0) {
            word = NULL;
        }
    }
    return word ? strndup(word, length) : NULL;
}

// Replaces the body with a trap on as many lines.
static char *without_body(const char *text, const function_place *place)
{
    size_t before = (size_t)(place->open - text), body = (size_t)(place->close - place->open);
    char *changed = calloc(1, strlen(text) + sizeof TRAP), *to = changed;

    if (!changed)
        abort();
    to = (char *)memcpy(to, text, before) + before;
    to = (char *)memcpy(to, TRAP, sizeof TRAP - 1) + sizeof TRAP - 1;
    for (size_t i = 0; i < body; i++)
        if (place->open[i] == '\n')
            *to++ = '\n';
    strcpy(to, place->close);
    return changed;
}

// The line number in "file:line: ..."; 0: none.
static unsigned line_of(const char *file_name, const ptx_error *error)
{
    size_t length = strlen(file_name);

    return strncmp(error->text, file_name, length) == 0 && error->text[length] == ':' ?
        (unsigned)strtoul(error->text + length + 1, NULL, 10) : 0;
}

program *lenient_parse(const char *file_name, const char *text, refused **out, ptx_error *error)
{
    char *changed = NULL;
    program *p = NULL;

    *out = NULL;
    for (unsigned count = 0; count <= REFUSED_MAX; count++) {
        const char *now = changed ? changed : text;
        function_place place = { now, now, now };
        refused *r;
        char *shorter;

        p = program_parse(file_name, now, strlen(now), error);
        if (p || !line_of(file_name, error) || !find_function(now, line_of(file_name, error), &place) ||
            strncmp(place.open, TRAP, sizeof TRAP - 1) == 0)
            break;
        r = calloc(1, sizeof *r);
        if (!r || !(r->name = name_of(&place)))
            abort();
        r->why = *error;
        r->next = *out;
        *out = r;
        shorter = without_body(now, &place);
        free(changed);
        changed = shorter;
    }
    free(changed);
    return p;
}

const refused *refused_find(const refused *r, const char *name)
{
    while (r && strcmp(r->name, name) != 0)
        r = r->next;
    return r;
}

void refused_free(refused *r)
{
    while (r) {
        refused *next = r->next;
        free(r->name);
        free(r);
        r = next;
    }
}
