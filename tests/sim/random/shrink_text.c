// SPDX-License-Identifier: BSD-3-Clause
#include "tests/sim/random/shrink_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *copy_of(const char *text, size_t length)
{
    char *made = malloc(length + 1);
    if (!made) abort();
    memcpy(made, text, length);
    made[length] = 0;
    return made;
}

ptx_lines ptx_split(const char *text)
{
    ptx_lines l = {NULL, 0};
    for (const char *end; *text; text = end + (*end != 0)) {
        end = text + strcspn(text, "\n");
        if (end == text) continue;
        l.line = realloc(l.line, (l.count + 1) * sizeof *l.line);
        if (!l.line) abort();
        l.line[l.count++] = copy_of(text, (size_t)(end - text));
    }
    return l;
}

void ptx_forget(ptx_lines *l)
{
    for (unsigned i = 0; i < l->count; i++) free(l->line[i]);
    free(l->line);
}

char *ptx_join(const ptx_lines *l)
{
    size_t size = 1, n = 0;
    for (unsigned i = 0; i < l->count; i++) size += l->line[i] ? strlen(l->line[i]) + 1 : 0;
    char *text = malloc(size);
    if (!text) abort();
    for (unsigned i = 0; i < l->count; i++)
        if (l->line[i]) n += (size_t)sprintf(text + n, "%s\n", l->line[i]);
    text[n] = 0;
    return text;
}

void ptx_set(ptx_lines *l, unsigned at, const char *line)
{
    free(l->line[at]);
    l->line[at] = line ? copy_of(line, strlen(line)) : NULL;
}

static const char *begin(const char *line) { return line + strspn(line, " \t"); }
static bool starts(const char *line, const char *with) { return strncmp(line, with, strlen(with)) == 0; }
static bool is_function(const char *line) { return starts(line, ".func") || starts(line, ".visible .entry"); }
static bool is_label(const char *line) { return line[strlen(line) - 1] == ':'; }
static bool is_code(const char *line)
{
    const char *at = begin(line);
    return isalpha((unsigned char)*at) && at > line ? true : *at == '@';
}

// Behind the line with which the block that begins here ends: "}" as far from the edge as its "{".
static unsigned end_of(const ptx_lines *l, unsigned at, const char *brace)
{
    while (at + 1 < l->count && strcmp(l->line[at], brace) != 0) at++;
    return at;
}

unsigned ptx_parts(const ptx_lines *l, ptx_kind kind, ptx_part *parts)
{
    unsigned n = 0;
    bool heading = false;                          // between the name of a function and its body
    for (unsigned i = 0; i < l->count; i++) {
        const char *line = l->line[i];
        ptx_part part = {i, i};
        bool taken = false;
        if (is_function(line)) {
            heading = true;
            part.last = end_of(l, i, "}");
            taken = kind == PTX_FUNCTIONS;
        } else if (strcmp(line, "{") == 0) {
            heading = false;
        } else if (starts(begin(line), "{ //")) {
            part.last = end_of(l, i, "\t}");
            taken = kind == PTX_CALLS;
        } else if (is_code(line)) {
            taken = kind == PTX_CODE;
        } else if (!heading) {
            taken = kind == PTX_REST && (is_label(line) || (*begin(line) == '.' && strchr(line, ';')));
        }
        if (taken) parts[n++] = part;
    }
    return n;
}

void ptx_function_of(const ptx_lines *l, unsigned at, ptx_part *part)
{
    part->first = at;
    while (part->first > 0 && !is_function(l->line[part->first])) part->first--;
    part->last = end_of(l, at, "}");
}

unsigned ptx_instructions(const char *text)
{
    ptx_lines l = ptx_split(text);
    unsigned n = 0;
    for (unsigned i = 0; i < l.count; i++) n += is_code(l.line[i]);
    ptx_forget(&l);
    return n;
}

static bool in_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '%' || c == '.'; }

bool ptx_replace(const char *line, const char *word, const char *by, char *to, size_t size)
{
    size_t n = 0, length = strlen(word);
    bool any = false;
    for (const char *at = line; *at && n + 1 < size;) {
        bool here = strncmp(at, word, length) == 0 && !in_word(at[length]) && (at == line || !in_word(at[-1]));
        if (here) {
            n += (size_t)snprintf(to + n, size - n, "%s", by);
            at += length;
            any = true;
        } else {
            to[n++] = *at++;
        }
    }
    to[n < size ? n : size - 1] = 0;
    return any;
}

bool ptx_has(const char *line, const char *word)
{
    char unused[512];
    return ptx_replace(line, word, word, unused, sizeof unused);
}

static void take(const char **at, const char *ends, char *to)
{
    size_t n = 0;
    int inside = 0;
    for (; **at && (inside > 0 || !strchr(ends, **at)); ++*at) {
        inside += **at == '{' || **at == '[';
        inside -= **at == '}' || **at == ']';
        if (n + 1 < PTX_WORD) to[n++] = **at;
    }
    to[n] = 0;
}

bool ptx_read(const char *line, ptx_words *w)
{
    memset(w, 0, sizeof *w);
    if (!is_code(line)) return false;
    const char *at = begin(line);
    if (*at == '@') take(&at, " ", w->guard), at = begin(at);
    take(&at, " ;", w->opcode);
    at = begin(at);
    if (starts(w->opcode, "call")) return false;
    while (*at && *at != ';' && w->operands < PTX_OPERANDS) {
        take(&at, ",;", w->operand[w->operands++]);
        if (*at == ',') at = begin(at + 1);
    }
    return true;
}

void ptx_write(const ptx_words *w, char *line, size_t size)
{
    size_t n = (size_t)snprintf(line, size, "\t%s%s%s", w->guard, w->guard[0] ? " " : "", w->opcode);
    for (unsigned i = 0; i < w->operands && n < size; i++)
        n += (size_t)snprintf(line + n, size - n, "%s%s", i ? ", " : " ", w->operand[i]);
    if (n < size) snprintf(line + n, size - n, ";");
}

// One name of a declaration: "%r<12>" stands for %r0 to %r11.
static bool declares(const char *name, size_t length, const char *wanted)
{
    const char *count = memchr(name, '<', length);
    size_t prefix = count ? (size_t)(count - name) : length;
    if (strncmp(name, wanted, prefix) != 0) return false;
    if (!count) return wanted[prefix] == 0;
    return wanted[prefix] && strspn(wanted + prefix, "0123456789") == strlen(wanted + prefix);
}

const char *ptx_type(const ptx_lines *l, const ptx_part *function, const char *name)
{
    static char type[8];
    for (unsigned i = function->first; name[0] == '%' && i <= function->last; i++) {
        const char *at = l->line[i] ? begin(l->line[i]) : "";
        if (!starts(at, ".reg .")) continue;
        snprintf(type, sizeof type, "%.*s", (int)strcspn(at + 6, " \t"), at + 6);
        for (at += 6 + strlen(type); *at && *at != ';'; at += strspn(at, ", ")) {
            at = begin(at);
            size_t length = strcspn(at, ", ;");
            if (declares(at, length, name)) return type;
            at += length;
        }
    }
    return NULL;
}

char *ptx_spread(const char *text)
{
    size_t n = 0;
    char *to = malloc(8 * strlen(text) + 1);
    if (!to) abort();
    for (const char *end; *text; text = end + (*end != 0)) {
        end = text + strcspn(text, "\n");
        const char *at = begin(text);
        if (!starts(at, ".reg ")) {
            n += (size_t)sprintf(to + n, "%.*s\n", (int)(end - text), text);
            continue;
        }
        const char *type = begin(at + 4);
        int type_length = (int)strcspn(type, " \t");
        for (at = begin(type + type_length); at < end && *at != ';'; at += strspn(at, ", ")) {
            int length = (int)strcspn(at, ", ;");
            n += (size_t)sprintf(to + n, "\t.reg %.*s %.*s;\n", type_length, type, length, at);
            at += length;
        }
    }
    to[n] = 0;
    return to;
}

char *ptx_gather(const char *text)
{
    ptx_lines l = ptx_split(text);
    for (unsigned i = 0; i < l.count; i++) {
        if (!l.line[i] || !starts(begin(l.line[i]), ".reg ")) continue;
        size_t head = strcspn(l.line[i] + 6, " \t") + 6;       // "\t.reg .b32"
        for (unsigned j = i + 1; j < l.count && strcmp(l.line[j] ? l.line[j] : "", "}") != 0; j++) {
            if (!l.line[j] || strncmp(l.line[i], l.line[j], head + 1) != 0) continue;
            char both[1024];
            snprintf(both, sizeof both, "%.*s,%s", (int)strlen(l.line[i]) - 1, l.line[i], l.line[j] + head);
            ptx_set(&l, i, both);
            ptx_set(&l, j, NULL);
        }
    }
    char *made = ptx_join(&l);
    ptx_forget(&l);
    return made;
}
