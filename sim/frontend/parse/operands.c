// SPDX-License-Identifier: BSD-3-Clause
// One operand of an instruction: registers, numbers, special registers, addresses, vectors, textures.
#include "sim/frontend/code.h"

#include <string.h>

symbol *parser_symbol(parser *p, const char *what)
{
    symbol *s = p->current.kind == TOKEN_WORD ? symbol_find(p->program, p->current.text, p->current.length) : NULL;
    if (s == NULL) {
        parser_fail(p, what);
    }
    return s;
}

symbol *parser_register(parser *p)
{
    symbol *s = parser_symbol(p, "a declared register");
    if (s->kind != SYMBOL_REGISTER) {
        parser_fail(p, "a declared register");
    }
    parser_advance(p);
    return s;
}

static bool special_operand(parser *p, operand *o)
{
    char name[32] = "";
    token t = p->current;
    uint32_t length = t.length;
    if (length >= sizeof name / 2) {
        length = 0;
    }
    memcpy(name, t.text, length);
    o->special = special_find(name, length);
    if (o->special != SPECIAL_COUNT) {
        parser_advance(p);
    } else if (length > 0 && t.text[0] == '%') {
        lexer ahead = p->lexer;
        token suffix = lexer_next(&ahead);
        if (suffix.kind == TOKEN_DOTTED && suffix.length < 8) {
            name[length] = '.';
            memcpy(name + length + 1, suffix.text, suffix.length);
            o->special = special_find(name, length + 1 + suffix.length);
        }
        if (o->special != SPECIAL_COUNT) {
            parser_advance(p);
            parser_advance(p);
        }
    }
    o->kind = OPERAND_SPECIAL;
    return o->special != SPECIAL_COUNT;
}

static void number_operand(parser *p, operand *o)
{
    bool negative = parser_accept(p, '-');
    token t = p->current;
    if (t.kind == TOKEN_INTEGER) {
        if (!integer_fits(t.value, negative, 8)) {
            parser_fail(p, "a number of 64 bits");
        }
        o->kind = OPERAND_INTEGER;
        o->value = negative ? 0 - t.value : t.value;
    } else if (t.kind == TOKEN_FLOAT32 || t.kind == TOKEN_FLOAT64) {
        bool wide = t.kind == TOKEN_FLOAT64;
        o->kind = OPERAND_FLOAT;
        o->type = wide ? TYPE_f64 : TYPE_f32;
        o->value = negative ? t.value ^ (wide ? 1ull << 63 : 1ull << 31) : t.value;
    } else {
        parser_fail(p, "a number");
    }
    parser_advance(p);
}

static void vector_element(parser *p, operand *o)
{
    *o = (operand){ .kind = OPERAND_SINK };
    if (p->current.kind != TOKEN_WORD) {
        number_operand(p, o);
    } else if (token_is(&p->current, "_")) {
        parser_advance(p);
    } else {
        o->kind = OPERAND_REGISTER;
        o->symbol = parser_register(p);
    }
}

static void vector_operand(parser *p, operand *o, uint32_t most)
{
    o->kind = OPERAND_VECTOR;
    o->elements = program_alloc(p->program, most * sizeof *o->elements);
    do {
        if (o->count == most) {
            parser_fail(p, most == VECTOR_MAX ? "at most four elements of a vector" : "at most eight registers of a fragment");
        }
        vector_element(p, &o->elements[o->count++]);
    } while (parser_accept(p, ','));
    parser_expect(p, '}');
}

// The offset after a symbol: +4, -4 or +-4.
static int64_t parse_offset(parser *p)
{
    if (parser_mark(p, '-')) {
        return parser_integer(p, "an offset");
    }
    return parser_accept(p, '+') ? parser_integer(p, "an offset") : 0;
}

static void note_variable(parser *p, symbol *s)
{
    if (s->space == SPACE_SHARED) {
        function_use(p->program, &p->function->shared, s);
    }
}

// After a texture: its coordinates, in braces unless there is one.
static void coordinates(parser *p, operand *o)
{
    operand *list = program_alloc(p->program, sizeof *list);
    if (parser_accept(p, '{')) {
        vector_operand(p, list, VECTOR_MAX);
    } else {
        list->count = 1;
        list->elements = program_alloc(p->program, sizeof *list->elements);
        vector_element(p, list->elements);
    }
    o->kind = OPERAND_TEXTURE;
    o->count = list->count;
    o->elements = list->elements;
}

static bool is_texture(ptx_mnemonic m)
{
    return m == PTX_tex || m == PTX_tld4 || m == PTX_suld || m == PTX_sust || m == PTX_sured;
}

static void address_operand(parser *p, operand *o, bool is_texture)
{
    o->kind = OPERAND_ADDRESS;
    if (p->current.kind == TOKEN_WORD) {
        o->symbol = parser_symbol(p, "a declared register or variable");
        if (o->symbol->kind != SYMBOL_REGISTER && o->symbol->kind != SYMBOL_VARIABLE) {
            parser_fail(p, "a declared register or variable");
        }
        if (o->symbol->kind == SYMBOL_VARIABLE) {
            note_variable(p, o->symbol);
        }
        parser_advance(p);
        o->offset = parse_offset(p);
    } else {
        o->offset = parser_integer(p, "a register, a variable or a number");
    }
    if (is_texture && parser_accept(p, ',')) {
        coordinates(p, o);
    }
    parser_expect(p, ']');
}

// -%r1 of vmad.
static bool accept_minus(parser *p)
{
    lexer ahead = p->lexer;
    return parser_mark(p, '-') && lexer_next(&ahead).kind == TOKEN_WORD && parser_accept(p, '-');
}

// The parts of a register that a video instruction takes: %r1.b2, %r1.h10.
static void accept_part(parser *p, operand *o)
{
    if (p->current.kind == TOKEN_DOTTED) {
        o->part = p->current.text;
        o->part_length = p->current.length;
        parser_advance(p);
    }
}

void parse_operand(parser *p, operand *o, ptx_mnemonic of)
{
    *o = (operand){ .kind = OPERAND_SINK };
    o->minus = of == PTX_vmad && accept_minus(p);
    if (parser_accept(p, '{')) {
        vector_operand(p, o, mnemonic_is_matrix(of) ? FRAGMENT_MAX : VECTOR_MAX);
    } else if (parser_accept(p, '[')) {
        address_operand(p, o, is_texture(of));
    } else if (p->current.kind != TOKEN_WORD && !parser_mark(p, '!')) {
        number_operand(p, o);
    } else if (token_is(&p->current, "_")) {
        parser_advance(p);
    } else if (!special_operand(p, o)) {
        o->negated = parser_accept(p, '!');
        o->symbol = parser_symbol(p, "a declared register or variable, a special register or a number");
        if (o->symbol->kind == SYMBOL_REGISTER) {
            o->kind = OPERAND_REGISTER;
            parser_advance(p);
            if (mnemonic_is_video(of)) {
                accept_part(p, o);
            }
        } else if (o->symbol->kind == SYMBOL_VARIABLE && !o->negated) {
            o->kind = OPERAND_VARIABLE;
            note_variable(p, o->symbol);
            parser_advance(p);
            o->offset = parse_offset(p);
        } else if (o->symbol->kind == SYMBOL_FUNCTION && !o->symbol->function->is_entry && !o->negated && of == PTX_mov) {
            o->kind = OPERAND_VARIABLE;
            function_address(p->program, o->symbol);
            parser_advance(p);
        } else {
            parser_fail(p, "a register, a variable or a number");
        }
    }
}

