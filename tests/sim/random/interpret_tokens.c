// SPDX-License-Identifier: BSD-3-Clause
// Tokens of the interpreter's PTX text, and what a name stands for.
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/interpret_tokens.h"

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '%' || c == '.';
}

// The next token into p->token: a word, or one other character; empty at the end.
const char *interpret_next(parser *p)
{
    for (;; p->at++) {
        if (p->at[0] == '/' && p->at[1] == '/') p->at += strcspn(p->at, "\n");
        if (*p->at == '\n') p->line++;
        if (*p->at != ' ' && *p->at != '\t' && *p->at != '\n') break;
    }
    size_t n = 0;
    while (is_word(p->at[n])) n++;
    if (n == 0 && *p->at) n = 1;
    if (n >= sizeof p->token) interpreter_fail(p->w, "line %u: word too long", p->line);
    memcpy(p->token, p->at, n);
    p->token[n] = 0;
    p->at += n;
    return p->token;
}

bool interpret_is(const parser *p, const char *text) { return strcmp(p->token, text) == 0; }

bool interpret_peek(parser *p, char c)
{
    parser saved = {.at = p->at, .line = p->line, .w = p->w};
    return interpret_next(&saved)[0] == c;
}

void interpret_expect(parser *p, const char *text)
{
    if (!interpret_is(p, text)) interpreter_fail(p->w, "line %u: seen %s, expected %s", p->line, p->token, text);
}

void interpret_expect_next(parser *p, const char *text)
{
    interpret_next(p);
    interpret_expect(p, text);
}

void interpret_copy(parser *p, char *to, size_t size)
{
    if (strlen(p->token) >= size) interpreter_fail(p->w, "line %u: name too long", p->line);
    strcpy(to, p->token);
}

// A number of any form at the current token; a minus sign has its own token.
uint64_t interpret_number(parser *p)
{
    bool negative = interpret_is(p, "-");
    if (negative) interpret_next(p);
    const char *text = p->token;
    bool bits = text[0] == '0' && (text[1] == 'f' || text[1] == 'd');
    uint64_t value = bits ? strtoull(text + 2, NULL, 16) : strtoull(text, NULL, 0);
    return negative ? 0 - value : value;
}

uint64_t interpret_next_number(parser *p)
{
    interpret_next(p);
    return interpret_number(p);
}

bool interpret_type(const char *text, value_type *type)
{
    if (strcmp(text, "pred") == 0) {
        *type = (value_type){'p', 1};
        return true;
    }
    unsigned bits = (unsigned)strtoul(text + 1, NULL, 10);
    if (!strchr("busf", text[0]) || !text[0] || (bits != 8 && bits != 16 && bits != 32 && bits != 64)) return false;
    *type = (value_type){text[0], (uint8_t)bits};
    return true;
}

int interpret_find_register(const parser *p, const char *name)
{
    for (unsigned i = 0; i < p->group_count; i++) {
        const register_group *g = &p->groups[i];
        size_t n = strlen(g->prefix);
        if (strncmp(name, g->prefix, n) != 0) continue;
        if (g->count == 0 && name[n] == 0) return g->first;
        if (g->count == 0 || name[n] < '0' || name[n] > '9') continue;
        int index = atoi(name + n);
        if (index < g->count) return g->first + index;
    }
    return -1;
}

const symbol *interpret_find_symbol(const parser *p, const char *name)
{
    for (unsigned i = p->symbol_count; i-- > 0;) {
        if (strcmp(p->symbols[i].name, name) == 0) return &p->symbols[i];
    }
    return NULL;
}

int interpret_find_special(const char *name)
{
    static const char *const names[] = {"%tid.x",       "%tid.y",       "%tid.z",      "%ntid.x",      "%ntid.y",
                                        "%ntid.z",      "%ctaid.x",     "%ctaid.y",    "%ctaid.z",     "%nctaid.x",
                                        "%nctaid.y",    "%nctaid.z",    "%laneid",     "%lanemask_eq", "%lanemask_lt",
                                        "%lanemask_le", "%lanemask_gt", "%lanemask_ge"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) return (int)i;
    }
    return -1;
}
