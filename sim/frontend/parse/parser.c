// SPDX-License-Identifier: BSD-3-Clause
// Steps over tokens that the readers of declarations and of statements share.
#include "sim/frontend/module.h"
#include "sim/frontend/refusals.h"

void parser_advance(parser *p)
{
    p->current = lexer_next(&p->lexer);
}

bool parser_mark(const parser *p, char mark)
{
    return p->current.kind == TOKEN_PUNCTUATION && p->current.mark == mark;
}

bool parser_accept(parser *p, char mark)
{
    bool is = parser_mark(p, mark);
    if (is) {
        parser_advance(p);
    }
    return is;
}

// A word of a refused feature fails as such, whatever was expected in its place.
static _Noreturn void fail(parser *p, refusal_kind kind, const char *expected)
{
    const token *t = &p->current;
    if (t->kind == TOKEN_END) {
        program_fail(p->program, t->line, "the text ends, expected %s", expected);
    }
    bool dotted = t->kind == TOKEN_DOTTED;
    int length = (int)(t->length > 60 ? 60 : t->length);
    char shown[64];
    for (int i = 0; i < length; i++) {
        shown[i] = t->text[i] >= ' ' && t->text[i] <= '~' ? t->text[i] : '?';
    }
    shown[length] = '\0';
    refusal found;
    if ((dotted || kind == REFUSE_OPCODE) && refusal_find(dotted ? REFUSE_DOTTED : kind, t->text, t->length, &found)) {
        program_fail(p->program, t->line, "\"%s%s\" found, %s", dotted ? "." : "", shown, found.text);
    }
    program_fail(p->program, t->line, "\"%s%s\" found, expected %s", dotted ? "." : "", shown, expected);
}

void parser_fail(parser *p, const char *expected)
{
    fail(p, REFUSE_DOTTED, expected);
}

void parser_fail_opcode(parser *p)
{
    fail(p, REFUSE_OPCODE, "an opcode that is supported");
}

void parser_expect(parser *p, char mark)
{
    if (!parser_accept(p, mark)) {
        const char text[] = { '"', mark, '"', '\0' };
        parser_fail(p, text);
    }
}

bool parser_dotted(const parser *p, const char *word)
{
    return p->current.kind == TOKEN_DOTTED && token_is(&p->current, word);
}

bool parser_accept_dotted(parser *p, const char *word)
{
    bool is = parser_dotted(p, word);
    if (is) {
        parser_advance(p);
    }
    return is;
}

int64_t parser_integer(parser *p, const char *what)
{
    bool negative = parser_accept(p, '-');
    if (p->current.kind != TOKEN_INTEGER) {
        parser_fail(p, what);
    }
    uint64_t value = p->current.value;
    if (value > (uint64_t)INT64_MAX + negative) {
        parser_fail(p, what);
    }
    parser_advance(p);
    return (int64_t)(negative ? 0 - value : value);
}

void parser_skip_line(parser *p)
{
    uint32_t line = p->current.line;
    while (p->current.kind != TOKEN_END && p->current.line == line) {
        parser_advance(p);
    }
}

void parser_skip_section(parser *p)
{
    while (p->current.kind != TOKEN_END && !parser_mark(p, '{')) {
        parser_advance(p);
    }
    parser_expect(p, '{');
    while (p->current.kind != TOKEN_END && !parser_mark(p, '}')) {
        parser_advance(p);
    }
    parser_expect(p, '}');
}

void parser_skip_block(parser *p)
{
    uint32_t depth = 0;
    if (!parser_mark(p, '{')) {
        parser_fail(p, "\"{\"");
    }
    do {
        if (p->current.kind == TOKEN_END) {
            parser_fail(p, "\"}\"");
        }
        depth += parser_mark(p, '{');
        depth -= parser_mark(p, '}') && depth > 0;
        parser_advance(p);
    } while (depth > 0);
}

void parser_expect_word(parser *p, const char *what)
{
    if (p->current.kind != TOKEN_WORD) {
        parser_fail(p, what);
    }
}
