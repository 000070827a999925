// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/texts.h"

#include <ctype.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/prove/prove.h"

static unsigned refused;

unsigned texts_refused(void) { return refused; }

void text_refuse(const text *t, unsigned line, const char *seen, const char *expected, ...)
{
    va_list arguments;
    va_start(arguments, expected);
    printf("%s:%u: seen %s, expected ", t->path, line, seen);
    vprintf(expected, arguments);
    putchar('\n');
    va_end(arguments);
    refused++;
}

void text_refuse_token(const text *t, token seen, const char *expected)
{
    char word[64];
    if (seen.kind == TOKEN_END) snprintf(word, sizeof word, "the end");
    else snprintf(word, sizeof word, "%.*s", (int)(seen.length < 60 ? seen.length : 60), seen.text);
    text_refuse(t, seen.line, word, "%s", expected);
}

bool token_is(token t, const char *word) { return t.kind != TOKEN_END && strlen(word) == t.length && memcmp(word, t.text, t.length) == 0; }
bool token_begins(token t, const char *with) { return t.length >= strlen(with) && memcmp(with, t.text, strlen(with)) == 0; }
bool token_same(token a, token b) { return a.length == b.length && memcmp(a.text, b.text, a.length) == 0; }

bool token_is_one_of(token t, const char *words)
{
    for (const char *word = words; *word; word += strspn(word, " ")) {
        const size_t length = strcspn(word, " ");
        if (length == t.length && memcmp(word, t.text, length) == 0) return true;
        word += length;
    }
    return false;
}

static char *read_all(const char *path)
{
    FILE *file = fopen(path, "r");
    if (!file) prove_refuse("%s: %s", path, strerror(errno));
    size_t length = 0, room = 1 << 16;
    char *all = prove_grow(NULL, room, 1);
    for (size_t got; (got = fread(all + length, 1, room - length - 1, file)) > 0;) {
        length += got;
        if (room - length < 2) all = prove_grow(all, room *= 2, 1);
    }
    if (ferror(file)) prove_refuse("%s: cannot be read", path);
    fclose(file);
    if (memchr(all, '\0', length)) prove_refuse("%s: seen a byte 0, expected text", path);
    all[length] = '\0';
    return all;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$'; }

// The bytes of a file, before what is a word is looked at.
static void check_bytes(const text *t, const char *all)
{
    unsigned line = 1;
    for (const char *c = all; *c; c++) {
        char seen[16];
        if (*c == '\n') { line++; continue; }
        if (*c >= ' ' && *c <= '~') {
            if (c[0] == '?' && c[1] == '?' && c[2] && strchr("=/'()!<>-", c[2])) text_refuse(t, line, "a trigraph", "none");
            continue;
        }
        snprintf(seen, sizeof seen, "byte 0x%02x", (unsigned char)*c);
        text_refuse(t, line, seen, "printable ASCII");
    }
    if (*all && all[strlen(all) - 1] != '\n') text_refuse(t, line, "the end", "a line's end before it");
}

static size_t number_length(const char *c, bool verilog)
{
    const char *begin = c;
    if (!verilog) {
        while (is_word(*c) || *c == '.' || ((*c == '+' || *c == '-') && strchr("eEpP", c[-1]))) c++;
        return (size_t)(c - begin);
    }
    while (isdigit((unsigned char)*c) || *c == '_') c++;
    if (*c == '\'') for (c++; is_word(*c) || *c == '?';) c++;
    return (size_t)(c - begin);
}

// The longest first.
static size_t mark_length(const char *c, bool verilog)
{
    const char *mark = verilog ? "=== !== <<< >>> ==? !=? ->> <= >= == != && || << >> -> ++ -- += -= *= /= %= &= |= ^= ** +: -: (* ~& ~| ~^ ^~ ::"
                               : "<<= >>= ... <= >= == != && || << >> -> ++ -- += -= *= /= %= &= |= ^= <: :> <% %> %: ##";
    for (; *mark; mark += strspn(mark, " ")) {
        const size_t length = strcspn(mark, " ");
        if (strncmp(c, mark, length) == 0) return length;
        mark += length;
    }
    return 1;
}

text text_read(const char *path, bool verilog)
{
    text t = {path, NULL, 0};
    const char *all = read_all(path), *c = all;
    unsigned line = 1;
    bool     begins = true, directive = false;
    size_t   room = 0;
    check_bytes(&t, all);
    for (;;) {
        while (*c == ' ' || *c == '\t' || *c == '\n') {
            if (*c++ != '\n') continue;
            line++;
            begins = true, directive = false;
        }
        if (*c == '\\' && !verilog && directive && c[1] == '\n' && c[-1] == ' ') {
            c += 2, line++;
            continue;
        }
        if (t.count == room) t.tokens = prove_grow(t.tokens, room = room ? 2 * room : 1 << 12, sizeof *t.tokens);
        token one = {TOKEN_MARK, c, 1, line, begins};
        if (!*c) {
            one.kind = TOKEN_END, one.length = 0;
            t.tokens[t.count++] = one;
            return t;
        }
        if (!verilog && begins && *c == '#') directive = true;
        begins = false;
        if (c[0] == '/' && c[1] == '/') {
            one.kind = TOKEN_COMMENT, one.length = strcspn(c, "\n");
            size_t last = one.length;
            while (last && (c[last - 1] == ' ' || c[last - 1] == '\t')) last--;
            if (c[last - 1] == '\\') text_refuse(&t, line, "a comment that ends in \\", "it to end with its line");
        } else if (c[0] == '/' && c[1] == '*') {
            text_refuse(&t, line, "/*", "a comment to be //");
            const char *end = strstr(c + 2, "*/");
            one.kind = TOKEN_COMMENT, one.length = end ? (size_t)(end + 2 - c) : strlen(c);
        } else if (*c == '"') {
            one.kind = TOKEN_STRING;
            while (c[one.length] && c[one.length] != '"' && c[one.length] != '\n') one.length += c[one.length] == '\\' && c[one.length + 1] ? 2 : 1;
            one.length += c[one.length] == '"';
        } else if (isdigit((unsigned char)*c) || (verilog && *c == '\'')) {
            one.kind = TOKEN_NUMBER, one.length = number_length(c, verilog);
        } else if (is_word(*c)) {
            one.kind = TOKEN_WORD;
            while (is_word(c[one.length])) one.length++;
        } else {
            one.length = mark_length(c, verilog);
        }
        for (const char *within = c; within < c + one.length; within++) line += *within == '\n';
        c += one.length;
        t.tokens[t.count++] = one;
    }
}
