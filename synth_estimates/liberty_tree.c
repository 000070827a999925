// SPDX-License-Identifier: BSD-3-Clause
// Reads a Liberty file as published ones are written: names with or without quotes, comments, lines that go on behind a
// backslash, attributes that end with the line instead of with `;` (as the areas of ASAP7's inverters do).
#include "synth_estimates/liberty_tree.h"

#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum { USER_MISTAKE = 2, DEEPEST = 32, MOST_WORDS = 64, CHUNK = 1 << 20 };

void *liberty_keep(size_t size)
{
    static char *chunk;
    static size_t left;
    size = (size + sizeof(double) - 1) / sizeof(double) * sizeof(double);
    if (size > left) {
        left = size > CHUNK ? size : CHUNK;
        chunk = calloc(1, left);
        if (!chunk) abort();
    }
    chunk += size;
    left -= size;
    return chunk - size;
}

void liberty_refuse(const liberty_node *where, const char *format, ...)
{
    va_list rest;
    fprintf(stderr, "%s:%u: %s", where->path, where->line, where->name);
    if (where->form == LIBERTY_ATTRIBUTE) fprintf(stderr, " : %s", liberty_first_word(where));
    else if (where->count > 0) fprintf(stderr, " (%s)", liberty_first_word(where));
    fprintf(stderr, ": ");
    va_start(rest, format);
    vfprintf(stderr, format, rest);
    va_end(rest);
    fprintf(stderr, "\n");
    exit(USER_MISTAKE);
}

// --- words

typedef struct {
    const char *path, *at, *end;
    unsigned line;
} scanner;

static _Noreturn void fail(const scanner *s, unsigned line, const char *expected)
{
    fprintf(stderr, "%s:%u: expected %s in a Liberty file\n", s->path, line, expected);
    exit(USER_MISTAKE);
}

static char here(const scanner *s) { return s->at < s->end ? *s->at : '\0'; }

static bool begins(const scanner *s, const char *text)
{
    size_t length = strlen(text);
    return (size_t)(s->end - s->at) >= length && memcmp(s->at, text, length) == 0;
}

static void skip_comment(scanner *s)
{
    unsigned line = s->line;
    for (s->at += 2; s->at < s->end && !begins(s, "*/"); s->at++) s->line += *s->at == '\n';
    if (s->at == s->end) fail(s, line, "*/ at the end of the comment that begins here");
    s->at += 2;
}

// Blanks and comments, also from line to line; with `in_line` only as far as the line goes, a backslash at its end being
// a blank.
static void skip_blanks(scanner *s, bool in_line)
{
    for (; s->at < s->end; s->at++) {
        if (begins(s, "/*")) {
            skip_comment(s);
            s->at--;
        } else if (begins(s, "//")) {
            while (s->at < s->end && *s->at != '\n') s->at++;
            s->at--;
        } else if (*s->at == '\\') {
            const char *next = s->at + 1;
            while (next < s->end && (*next == ' ' || *next == '\t' || *next == '\r')) next++;
            if (next < s->end && *next == '\n') s->line++, s->at = next;
        } else if (*s->at == '\n') {
            if (in_line) return;
            s->line++;
        } else if (!isspace((unsigned char)*s->at))
            return;
    }
}

static bool is_word(char c) { return c && !isspace((unsigned char)c) && !strchr("(){}:;,\"\\", c); }

// What is between quotes, a backslash with the end of its line left out, or a run of characters; text NULL: neither.
static liberty_word read_word(scanner *s)
{
    liberty_word word = {NULL, here(s) == '"'};
    const char *first = s->at + word.quoted;
    unsigned line = s->line;
    if (!word.quoted) {
        while (s->at < s->end && is_word(*s->at)) s->at++;
        if (s->at == first) return word;
    } else
        for (s->at++; here(s) != '"'; s->at++) {
            if (s->at == s->end) fail(s, line, "\" at the end of the text that begins here");
            s->line += *s->at == '\n';
        }
    char *text = liberty_keep((size_t)(s->at - first) + 1), *last = text;
    for (const char *from = first; from < s->at; from++)
        if (!(*from == '\\' && from + 1 < s->at && from[1] == '\n') && *from != '\n' && *from != '\r') *last++ = *from;
    s->at += word.quoted;
    word.text = text;
    return word;
}

static void add_word(liberty_node *node, liberty_word word)
{
    if ((node->count & (node->count - 1)) == 0) {   // 0, 1, 2, 4, 8 … are full
        liberty_word *more = liberty_keep((node->count ? 2 * node->count : 1) * sizeof *more);
        if (node->count) memcpy(more, node->words, node->count * sizeof *more);
        node->words = more;
    }
    node->words[node->count++] = word;
}

// --- statements

static void read_statements(scanner *s, liberty_node *group, unsigned depth);

// As far as `;`, the end of the line or of the group. A value may be several words, `VDD + 0.3`: they become one.
static void read_attribute(scanner *s, liberty_node *node)
{
    skip_blanks(s, false);
    for (unsigned words = 0;; words++) {
        if (words > MOST_WORDS) fail(s, s->line, "; behind a value");
        liberty_word word = read_word(s);
        if (!word.text && (here(s) == '(' || here(s) == ')' || here(s) == ',' || here(s) == ':')) {
            char *sign = liberty_keep(2);
            sign[0] = *s->at++;
            word.text = sign;
        }
        if (!word.text) break;
        if (node->count == 0) add_word(node, word);
        else {
            const char *before = node->words[0].text;
            char *both = liberty_keep(strlen(before) + strlen(word.text) + 2);
            sprintf(both, "%s %s", before, word.text);
            node->words[0] = (liberty_word){both, true};
        }
        skip_blanks(s, true);
    }
    if (node->count == 0) fail(s, node->line, "a value behind :");
    if (here(s) == ';') s->at++;
    else if (here(s) != '\n' && here(s) != '}' && s->at < s->end) fail(s, s->line, "; behind a value");
}

static void read_list(scanner *s, liberty_node *node, unsigned depth)
{
    for (skip_blanks(s, false); here(s) != ')'; skip_blanks(s, false)) {
        if (here(s) == ',') {
            s->at++;
            continue;
        }
        liberty_word word = read_word(s);
        if (!word.text && here(s) == ':' && node->count > 0) {   // bits, `A[3:0]` without quotes
            s->at++;
            continue;
        }
        if (!word.text) fail(s, node->line, ") behind the words that begin here");
        add_word(node, word);
    }
    s->at++;
    skip_blanks(s, false);
    if (here(s) == '{') {
        node->form = LIBERTY_GROUP;
        s->at++;
        read_statements(s, node, depth + 1);
    } else {
        node->form = LIBERTY_LIST;
        if (here(s) == ';') s->at++;
    }
}

static void read_statements(scanner *s, liberty_node *group, unsigned depth)
{
    if (depth > DEEPEST) liberty_refuse(group, "more than %d groups in one another, expected fewer", DEEPEST);
    for (;;) {
        skip_blanks(s, false);
        if (s->at == s->end) {
            if (depth > 0) liberty_refuse(group, "the group is not closed, expected } before line %u, the end of the file", s->line);
            return;
        }
        if (here(s) == ';') {
            s->at++;
            continue;
        }
        if (here(s) == '}') {
            if (depth == 0) fail(s, s->line, "no } outside of groups");
            s->at++;
            return;
        }
        liberty_node *node = liberty_keep(sizeof *node);
        node->path = s->path;
        node->line = s->line;
        node->name = read_word(s).text;
        if (!node->name || !*node->name) fail(s, s->line, "a name");
        skip_blanks(s, false);
        char mark = here(s);
        if (mark != ':' && mark != '(') fail(s, node->line, ": or ( behind a name");
        if (strcmp(node->name, "cell") == 0 && mark == '(' && strcmp(group->name, "library") != 0 && depth > 0)
            liberty_refuse(group, "the group is not closed, expected } before the cell of line %u", node->line);
        s->at++;
        if (mark == ':') read_attribute(s, node);
        else read_list(s, node, depth);
        *(group->last ? &group->last->next : &group->first) = node;
        group->last = node;
    }
}

liberty_node *liberty_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    size_t room = 1 << 16, length = 0, got = 0;
    char *text = malloc(room);
    while (file && text && (got = fread(text + length, 1, room - length, file)) > 0)
        if ((length += got) == room) text = realloc(text, room *= 2);
    if (!file || !text || ferror(file)) {
        fprintf(stderr, "%s: cannot be read, expected a Liberty file\n", path);
        exit(USER_MISTAKE);
    }
    fclose(file);
    scanner s = {path, text, text + length, 1};
    for (const char *at = text; at < s.end; at++) {
        if (*at == '\0') fail(&s, s.line, "text, not a byte 0,");
        s.line += *at == '\n';
    }
    s.line = 1;
    liberty_node *whole = liberty_keep(sizeof *whole);
    *whole = (liberty_node){.form = LIBERTY_GROUP, .name = "file", .path = path, .line = 1};
    read_statements(&s, whole, 0);
    free(text);
    return whole;
}

// --- what is in a tree

liberty_node *liberty_next(const liberty_node *group, const char *kind, const liberty_node *after)
{
    liberty_node *node = after ? after->next : group ? group->first : NULL;
    while (node && (node->form != LIBERTY_GROUP || strcmp(node->name, kind) != 0)) node = node->next;
    return node;
}

liberty_node *liberty_find(const liberty_node *group, const char *name)
{
    liberty_node *node = group ? group->first : NULL;
    while (node && strcmp(node->name, name) != 0) node = node->next;
    return node;
}

const char *liberty_first_word(const liberty_node *node) { return node && node->count > 0 ? node->words[0].text : ""; }

const char *liberty_value(const liberty_node *group, const char *name)
{
    return liberty_first_word(liberty_find(group, name));
}

size_t liberty_numbers(const liberty_node *node, double *numbers, size_t room)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++) {
        const char *at = node->words[i].text;
        for (at += strspn(at, " \t,"); *at; at += strspn(at, " \t,")) {
            char *end;
            double number = strtod(at, &end);
            if (end == at || (*end && !strchr(" \t,", *end)) || !isfinite(number))
                liberty_refuse(node, "%.40s, expected a number", at);
            if (count < room && numbers) numbers[count] = number;
            count++;
            at = end;
        }
    }
    return count;
}

double liberty_number(const liberty_node *group, const char *name, double otherwise)
{
    const liberty_node *node = liberty_find(group, name);
    double number = otherwise;
    if (node && liberty_numbers(node, &number, 1) != 1) liberty_refuse(node, "expected one number");
    return number;
}

static void write_word(FILE *out, liberty_word word) { fprintf(out, word.quoted ? "\"%s\"" : "%s", word.text); }

void liberty_write(FILE *out, const liberty_node *node, unsigned depth)
{
    fprintf(out, "%*s%s", 2 * depth, "", node->name);
    fprintf(out, node->form == LIBERTY_ATTRIBUTE ? " : " : " (");
    for (size_t i = 0; i < node->count; i++) {
        if (i > 0) fprintf(out, ", ");
        write_word(out, node->words[i]);
    }
    if (node->form == LIBERTY_ATTRIBUTE) fprintf(out, ";\n");
    else if (node->form == LIBERTY_LIST) fprintf(out, ");\n");
    else {
        fprintf(out, ") {\n");
        for (const liberty_node *inner = node->first; inner; inner = inner->next) liberty_write(out, inner, depth + 1);
        fprintf(out, "%*s}\n", 2 * depth, "");
    }
}
