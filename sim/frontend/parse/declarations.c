// SPDX-License-Identifier: BSD-3-Clause
// What PTX declares: registers, variables with initial values, parameters.
#include "sim/frontend/module.h"
#include "sim/frontend/refusals.h"

#include <stdlib.h>
#include <string.h>

static uint32_t parse_align(parser *p)
{
    int64_t align = parser_integer(p, "an alignment");
    if (align < 1 || align > 4096 || (align & (align - 1)) != 0) {
        program_fail(p->program, p->current.line, "alignment %lld, expected a power of two up to 4096",
                     (long long)align);
    }
    return (uint32_t)align;
}

// .align 8 .v2 .f32, in any order; the type is required.
ptx_type parse_type(parser *p, uint32_t *align, uint32_t *elements)
{
    ptx_type type = TYPE_none;
    *align = 0;
    *elements = 1;
    while (p->current.kind == TOKEN_DOTTED) {
        ptx_type found = type_find(p->current.text, p->current.length);
        if (parser_accept_dotted(p, "align")) {
            *align = *align == 0 ? parse_align(p) : (parse_align(p), *align);
        } else if (parser_accept_dotted(p, "v2")) {
            *elements = 2;
        } else if (parser_accept_dotted(p, "v4")) {
            *elements = 4;
        } else if (parser_accept_dotted(p, "attribute")) {
            parser_expect(p, '(');
            while (p->current.kind == TOKEN_DOTTED) {
                parser_advance(p);
            }
            parser_expect(p, ')');
        } else if (parser_accept_dotted(p, "ptr")) {
            while (parser_accept_dotted(p, "global") || parser_accept_dotted(p, "const") ||
                   parser_accept_dotted(p, "local") || parser_accept_dotted(p, "shared")) {
            }
            if (parser_accept_dotted(p, "align")) {
                parse_align(p);
            }
        } else if (found != TYPE_none && type == TYPE_none && !type_is_bfloat(found)) {
            type = found;
            parser_advance(p);
        } else {
            parser_fail(p, type_is_bfloat(found) ? ".b16 or .b32 to hold it" : "a type");
        }
    }
    if (type == TYPE_none) {
        parser_fail(p, "a type");
    }
    return type;
}

void parse_registers(parser *p)
{
    uint32_t align, elements;
    ptx_type type = parse_type(p, &align, &elements);
    if (elements != 1) {
        program_fail(p->program, p->current.line, "a vector register found, %s",
                     refusal_of(REFUSE_FORM, "vector").text);
    }
    do {
        parser_expect_word(p, "a register name");
        token name = p->current;
        parser_advance(p);
        bool range = parser_accept(p, '<');
        int64_t count = range ? parser_integer(p, "a number of registers") : 1;
        if (range) {
            parser_expect(p, '>');
        }
        if (count < 0 || count > REGISTER_MAX || p->function->registers_declared + (uint32_t)count > REGISTER_MAX) {
            program_fail(p->program, name.line, "too many registers, expected at most %d in a function", REGISTER_MAX);
        }
        symbol *s = symbol_add(p->program, range ? SYMBOL_REGISTER_RANGE : SYMBOL_REGISTER, &name, p->scope);
        s->type = type;
        s->count = (uint32_t)count;
        s->number = p->function->registers_declared + 1;
        for (uint32_t i = 0; i < name.length && !range; i++) {
            if (name.text[i] >= '0' && name.text[i] <= '9') {
                s->name_number = (uint32_t)strtoul(s->name + i, NULL, 10) & 0xFFFF;
                break;
            }
        }
        symbol_check_register(p->program, s);
        p->function->registers_declared += (uint32_t)count;
    } while (parser_accept(p, ','));
    parser_expect(p, ';');
}

static void parse_dimensions(parser *p, symbol *s)
{
    while (parser_accept(p, '[')) {
        int64_t n = parser_mark(p, ']') ? 0 : parser_integer(p, "a number of elements");
        parser_expect(p, ']');
        if (n < 0 || n > VARIABLE_MAX || s->bytes * (uint64_t)n > VARIABLE_MAX) {
            program_fail(p->program, s->line, "%s is too large, expected at most %d bytes", s->name, VARIABLE_MAX);
        }
        s->bytes *= (uint64_t)n;
    }
}

// The variable that this name already has, declared .extern. If it is defined, a further .extern or .weak declaration gets a
// symbol of its own that no lookup finds. NULL: a new variable.
static symbol *declared_before(parser *p, const token *name)
{
    symbol *old = p->scope == 0 ? symbol_find(p->program, name->text, name->length) : NULL;
    if (old == NULL || old->kind != SYMBOL_VARIABLE) {
        return NULL;
    }
    if (old->is_extern) {
        old->linkage = p->linkage == LINKAGE_own ? old->linkage : p->linkage;
        return old;
    }
    if (!linkage_joins(old->linkage, p->linkage)) {
        return NULL;
    }
    symbol *aside = program_alloc(p->program, sizeof *aside);
    *aside = (symbol){ .kind = SYMBOL_VARIABLE, .name = old->name, .space = old->space, .line = name->line };
    return aside;
}

static symbol *parse_declarator(parser *p, ptx_type type, uint32_t align, uint32_t elements)
{
    parser_expect_word(p, "a variable name");
    token name = p->current;
    parser_advance(p);
    symbol *s = declared_before(p, &name);
    if (s == NULL) {
        s = symbol_add(p->program, SYMBOL_VARIABLE, &name, p->scope);
        s->linkage = p->scope == 0 ? p->linkage : LINKAGE_own;
    }
    s->type = type;
    s->bytes = (uint64_t)type_bytes(type) * elements;
    s->align = align != 0 ? align : (uint32_t)s->bytes;
    s->function = p->function;
    if (type == TYPE_pred) {
        program_fail(p->program, name.line, "%s is a predicate variable, expected a register", s->name);
    }
    parse_dimensions(p, s);
    return s;
}

static void place_local(parser *p, symbol *s)
{
    function *f = p->function;
    uint64_t at = ((uint64_t)f->local_bytes + s->align - 1) / s->align * s->align;
    if (at + s->bytes >= GENERIC_WINDOW_BYTES) {
        program_fail(p->program, s->line, "%s: too much local memory, expected less than %d bytes", s->name,
                     GENERIC_WINDOW_BYTES);
    }
    s->address = at;
    f->local_bytes = (uint32_t)(at + s->bytes);
    f->local_align = s->align > f->local_align ? s->align : f->local_align;
}

static void place_variable(parser *p, symbol *s, uint8_t space, bool is_new)
{
    program *m = p->program;
    s->space = space;
    if (space == SPACE_LOCAL) {
        place_local(p, s);
    } else if (is_new) {
        *m->variables_end = s;
        m->variables_end = &s->next;
    }
}

// Variables that hold the handle of a texture or of a surface.
void parse_textures(parser *p, bool is_extern)
{
    do {
        symbol *s = parse_declarator(p, TYPE_u64, 0, 1);
        bool is_new = s->space == SPACE_NONE;
        s->is_extern = is_extern;
        s->is_texture = true;
        place_variable(p, s, SPACE_GLOBAL, is_new);
    } while (parser_accept(p, ','));
    parser_expect(p, ';');
}

void parse_variables(parser *p, uint8_t space, bool is_extern)
{
    if (space == SPACE_GLOBAL && (parser_accept_dotted(p, "texref") || parser_accept_dotted(p, "surfref"))) {
        parse_textures(p, is_extern);
        return;
    }
    uint32_t align, elements;
    ptx_type type = parse_type(p, &align, &elements);
    do {
        symbol *s = parse_declarator(p, type, align, elements);
        bool is_new = s->space == SPACE_NONE;
        s->is_extern = is_extern;
        place_variable(p, s, space, is_new);
        if (parser_accept(p, '=')) {
            if (space != SPACE_GLOBAL && space != SPACE_CONST) {
                program_fail(p->program, s->line, "%s has an initial value, expected that only of .global and .const",
                             s->name);
            }
            parse_initial(p, s, type);
        }
    } while (parser_accept(p, ','));
    parser_expect(p, ';');
}

symbol *parse_param(parser *p, uint8_t space)
{
    if (parser_dotted(p, "reg")) {
        program_fail(p->program, p->current.line, "a .reg parameter found, %s", refusal_of(REFUSE_FORM, "reg").text);
    }
    if (!parser_accept_dotted(p, "param")) {
        parser_fail(p, "\".param\"");
    }
    uint32_t align, elements;
    ptx_type type = parse_type(p, &align, &elements);
    symbol *s = parse_declarator(p, type, align, elements);
    s->space = space;
    s->is_param = space == SPACE_LOCAL;
    if (s->bytes == 0) {
        program_fail(p->program, s->line, "parameter %s has no size, expected a number of elements", s->name);
    }
    if (space == SPACE_LOCAL) {
        place_local(p, s);
    }
    return s;
}
