// SPDX-License-Identifier: BSD-3-Clause
// Initial values of .global and .const variables: numbers, nested braces, addresses of variables and functions declared above (plain,
// or generic(name)) with an offset. Only what is written takes memory; the rest of an array is zero.
#include "sim/frontend/module.h"

#include <math.h>
#include <string.h>

enum { INITIAL_DEPTH = 8 };

typedef struct { uint8_t *bytes; uint64_t used, room; uint32_t element; symbol *symbol; } initial;

static uint8_t *initial_room(parser *p, initial *v)
{
    if (v->used + v->element > v->symbol->bytes) {
        program_fail(p->program, p->current.line, "more initial values than %s holds, expected at most %llu bytes",
                     v->symbol->name, (unsigned long long)v->symbol->bytes);
    }
    if (v->used + v->element > v->room) {
        uint64_t room = v->room * 2 + 64;
        uint8_t *grown = program_alloc(p->program, room);
        if (v->used > 0) {
            memcpy(grown, v->bytes, v->used);
        }
        v->bytes = grown;
        v->room = room;
    }
    v->used += v->element;
    return v->bytes + v->used - v->element;
}

typedef struct address_initial { symbol *symbol; int64_t addend; bool generic; uint64_t at; struct address_initial *next; } address_initial;

static void initial_address(parser *p, initial *v, address_initial **addresses)
{
    bool generic = token_is(&p->current, "generic");
    if (generic) {
        parser_advance(p);
        parser_expect(p, '(');
    }
    parser_expect_word(p, "a variable");
    address_initial *a = program_alloc(p->program, sizeof *a);
    a->symbol = symbol_find(p->program, p->current.text, p->current.length);
    if (a->symbol != NULL && a->symbol->kind == SYMBOL_FUNCTION && !a->symbol->function->is_entry) {
        function_address(p->program, a->symbol);
    } else if (a->symbol == NULL || a->symbol->kind != SYMBOL_VARIABLE) {
        parser_fail(p, "a number, or a variable or function declared above");
    }
    parser_advance(p);
    if (generic) {
        parser_expect(p, ')');
    }
    if (parser_accept(p, '+')) {
        a->addend = parser_integer(p, "an offset");
    }
    a->generic = generic;
    a->at = v->used;
    a->next = *addresses;
    *addresses = a;
    initial_room(p, v);
}

static _Noreturn void initial_misfit(parser *p, const initial *v, bool negative, const token *t, ptx_type type)
{
    program_fail(p->program, t->line, "%s: %s%.*s found, expected a number that .%s holds", v->symbol->name, negative ? "-" : "",
                 (int)(t->length < 40 ? t->length : 40), t->text, type_name(type));
}

// Whole numbers with and without a sign: compilers also write 255 as -1. A float only as its bits, 0f... for .b32 and 0d... for
// .b64.
static uint64_t initial_integer(parser *p, const initial *v, bool negative, const token *t, ptx_type type)
{
    bool bits = t->length > 1 && t->text[0] == '0' && (t->text[1] | 32) == (v->element == 8 ? 'd' : 'f');
    if (t->kind != TOKEN_INTEGER) {
        if (negative || !bits || (type != TYPE_b32 && type != TYPE_b64)) {
            initial_misfit(p, v, negative, t, type);
        }
        return t->value;
    }
    if (!integer_fits(t->value, negative, v->element)) {
        initial_misfit(p, v, negative, t, type);
    }
    return negative ? 0 - t->value : t->value;
}

static uint64_t initial_float(parser *p, const initial *v, bool negative, const token *t, ptx_type type)
{
    double value = t->kind == TOKEN_INTEGER ? (double)t->value : 0;
    float narrow;
    uint64_t bits = 0;
    if (t->kind == TOKEN_FLOAT32) {
        memcpy(&narrow, &t->value, sizeof narrow);
        value = (double)narrow;
    } else if (t->kind == TOKEN_FLOAT64) {
        memcpy(&value, &t->value, sizeof value);
    }
    value = negative ? -value : value;
    narrow = (float)value;
    if (v->element == 4 && isfinite(value) && !isfinite(narrow)) {
        initial_misfit(p, v, negative, t, type);
    }
    memcpy(&bits, v->element == 8 ? (const void *)&value : (const void *)&narrow, v->element == 8 ? 8 : 4);
    return bits;
}

static void initial_number(parser *p, initial *v, ptx_type type)
{
    bool negative = parser_accept(p, '-');
    token t = p->current;
    if (t.kind != TOKEN_INTEGER && t.kind != TOKEN_FLOAT32 && t.kind != TOKEN_FLOAT64) {
        parser_fail(p, "an initial value");
    }
    uint64_t bits = (type_is_float(type) ? initial_float : initial_integer)(p, v, negative, &t, type);
    parser_advance(p);
    memcpy(initial_room(p, v), &bits, v->element);
}

void parse_initial(parser *p, symbol *s, ptx_type type)
{
    initial v = { .element = type_bytes(type), .symbol = s };
    address_initial *addresses = NULL;
    uint32_t depth = 0;
    if (type_is_half(type)) {
        parser_fail(p, "no initial value of half precision: declare it .b16 or .b32");
    }
    do {
        while (parser_accept(p, '{')) {
            if (++depth > INITIAL_DEPTH) {
                program_fail(p->program, p->current.line, "initial value nested too deeply, expected at most %d levels",
                             INITIAL_DEPTH);
            }
        }
        if (p->current.kind == TOKEN_WORD) {
            initial_address(p, &v, &addresses);
        } else if (!parser_mark(p, '}')) {
            initial_number(p, &v, type);
        }
        while (depth > 0 && parser_accept(p, '}')) {
            depth--;
        }
    } while (depth > 0 && (parser_accept(p, ',') || (parser_fail(p, "\",\" or \"}\""), false)));
    for (address_initial *a = addresses; a != NULL; a = a->next) {
        relocation *r = program_alloc(p->program, sizeof *r);
        *r = (relocation){ .symbol = a->symbol, .initial = v.bytes + a->at, .initial_bytes = v.element,
                           .generic = a->generic, .addend = a->addend, .next = p->program->relocations };
        p->program->relocations = r;
    }
    s->initial = v.bytes;
    s->initial_bytes = v.used;
}
