// SPDX-License-Identifier: BSD-3-Clause
// The module level of PTX: directives, variables with initial values, functions and entries with their parameters.
// .reqntid and .maxntid are kept for the launch, with .minnctapersm and .maxnreg for what they leave a thread; other performance
// directives, debugging sections, .loc and .file are read and ignored.
#include "sim/frontend/module.h"
#include "sim/frontend/refusals.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_LIMIT_MAX = 65535 };

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
static ptx_type parse_type(parser *p, uint32_t *align, uint32_t *elements)
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
        } else if (found != TYPE_none && type == TYPE_none) {
            type = found;
            parser_advance(p);
        } else {
            parser_fail(p, "a type");
        }
    }
    if (type == TYPE_none) {
        parser_fail(p, "a type");
    }
    return type;
}

void parser_expect_word(parser *p, const char *what)
{
    if (p->current.kind != TOKEN_WORD) {
        parser_fail(p, what);
    }
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

static symbol *parse_declarator(parser *p, ptx_type type, uint32_t align, uint32_t elements)
{
    parser_expect_word(p, "a variable name");
    token name = p->current;
    parser_advance(p);
    symbol *old = p->scope == 0 ? symbol_find(p->program, name.text, name.length) : NULL;
    bool again = old != NULL && old->kind == SYMBOL_VARIABLE && old->is_extern;      // .extern, then the definition
    symbol *s = again ? old : symbol_add(p->program, SYMBOL_VARIABLE, &name, p->scope);
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
static void parse_textures(parser *p, bool is_extern)
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

static void grow_formals(parser *p, symbol *s)
{
    function *f = p->function;
    if ((f->n_formals & (f->n_formals - 1)) == 0) {
        symbol **grown = program_alloc(p->program, (f->n_formals * 2 + 1) * sizeof *grown);
        if (f->n_formals > 0) {
            memcpy(grown, f->formals, f->n_formals * sizeof *grown);
        }
        f->formals = grown;
    }
    f->formals[f->n_formals++] = s;
}

static void parse_formals(parser *p)
{
    function *f = p->function;
    if (!parser_accept(p, '(')) {
        return;
    }
    while (!parser_mark(p, ')')) {
        symbol *s = parse_param(p, f->is_entry ? SPACE_PARAM : SPACE_LOCAL);
        if (f->is_entry) {
            uint64_t at = (f->params_bytes + (uint64_t)s->align - 1) / s->align * s->align;
            if (at + s->bytes > KERNEL_PARAMS_MAX) {
                program_fail(p->program, s->line, "the parameters of %s take more than %d bytes", f->name, KERNEL_PARAMS_MAX);
            }
            s->address = at;
            f->params_bytes = (uint32_t)(at + s->bytes);
        }
        grow_formals(p, s);
        if (!parser_mark(p, ')')) {
            parser_expect(p, ',');
        }
    }
    parser_expect(p, ')');
}

static void make_entry(parser *p)
{
    function *f = p->function;
    program *m = p->program;
    f->params = program_alloc(m, (f->n_formals + 1) * sizeof *f->params);
    for (size_t i = 0; i < f->n_formals; i++) {
        const symbol *s = f->formals[i];
        bool scalar = s->bytes == type_bytes(s->type);
        f->params[i] = (kernel_param){ .name = s->name, .size = (uint16_t)s->bytes, .align = (uint16_t)s->align,
                                       .kind = scalar ? type_letter(s->type) : 'b' };
    }
    if ((m->n_kernels & (m->n_kernels - 1)) == 0) {
        ptx_kernel **grown = program_alloc(m, (m->n_kernels * 2 + 1) * sizeof *grown);
        if (m->n_kernels > 0) {
            memcpy(grown, m->kernels, m->n_kernels * sizeof *grown);
        }
        m->kernels = grown;
    }
    ptx_kernel *k = program_alloc(m, sizeof *k);
    k->face = (kernel){ .source = &ptx_source, .name = f->name };
    k->function = f;
    m->kernels[m->n_kernels++] = k;
}

static function *new_function(parser *p, bool is_entry)
{
    function *f = program_alloc(p->program, sizeof *f);
    f->program = p->program;
    f->is_entry = is_entry;
    f->line = p->current.line;
    return f;
}

// The symbol keeps one function through its declarations, so that calls before the body find it.
static void name_function(parser *p, function *f)
{
    parser_expect_word(p, "a function name");
    symbol *s = symbol_find(p->program, p->current.text, p->current.length);
    if (s == NULL) {
        s = symbol_add(p->program, SYMBOL_FUNCTION, &p->current, 0);
        s->function = f;
    }
    if (s->kind != SYMBOL_FUNCTION || s->function->is_defined || s->function->is_entry != f->is_entry) {
        program_fail(p->program, p->current.line, "%s is declared a second time, first in line %u", s->name, s->line);
    }
    const char *name = s->name;
    symbol *result = f->result;
    uint32_t local_bytes = f->local_bytes, local_align = f->local_align;
    if (s->function != f) {
        function *known = s->function;
        *known = (function){ .program = f->program, .is_entry = f->is_entry, .line = f->line };
        p->function = known;
    }
    p->function->name = name;
    p->function->result = result;
    p->function->local_bytes = local_bytes;
    p->function->local_align = local_align;
    if (result != NULL) {
        result->function = p->function;
    }
    parser_advance(p);
}

// A size left out is 1.
static void parse_block_limit(parser *p, block_limit *limit)
{
    *limit = (block_limit){ .line = p->current.line, .size = { 1, 1, 1 } };
    for (uint32_t d = 0; d < 3 && (d == 0 || parser_accept(p, ',')); d++) {
        int64_t size = parser_integer(p, "a number of threads");
        if (size < 1 || size > BLOCK_LIMIT_MAX) {
            program_fail(p->program, limit->line, "%lld threads, expected 1 to %d", (long long)size, BLOCK_LIMIT_MAX);
        }
        limit->size[d] = (uint32_t)size;
    }
}

static uint32_t parse_count(parser *p, const char *what)
{
    uint32_t line = p->current.line;
    int64_t count = parser_integer(p, what);
    if (count < 1 || count > BLOCK_LIMIT_MAX) {
        program_fail(p->program, line, "%lld, expected %s from 1 to %d", (long long)count, what, BLOCK_LIMIT_MAX);
    }
    return (uint32_t)count;
}

// What may stand between the parameters of a function and its body; the numbers and strings behind a word go with it.
static bool parse_performance_directive(parser *p, function *f)
{
    static const char *const ignored[] = { "maxnctapersm", "maxclusterrank", "noreturn", "pragma", "abi_preserve",
                                           "abi_preserve_control" };
    if (parser_accept_dotted(p, "reqntid")) {
        parse_block_limit(p, &f->required_block);
        return true;
    }
    if (parser_accept_dotted(p, "maxntid")) {
        parse_block_limit(p, &f->largest_block);
        return true;
    }
    if (parser_accept_dotted(p, "maxnreg")) {
        f->most_registers = parse_count(p, "a number of registers");
        return true;
    }
    if (parser_accept_dotted(p, "minnctapersm")) {
        f->least_ctas = parse_count(p, "a number of CTAs");
        return true;
    }
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        bool ends = parser_dotted(p, "pragma");         // its strings end with ';'
        if (parser_accept_dotted(p, ignored[i])) {
            while (p->current.kind == TOKEN_INTEGER || p->current.kind == TOKEN_STRING || parser_mark(p, ',')) {
                parser_advance(p);
            }
            if (ends) {
                parser_expect(p, ';');
            }
            return true;
        }
    }
    return false;
}

// Behind the head of a function. A prototype ends with ';', of old compilers with the next directive or the text.
static bool parse_prototype_end(parser *p, const function *f)
{
    bool bare = !f->is_entry && (p->current.kind == TOKEN_DOTTED || p->current.kind == TOKEN_END);
    return parser_accept(p, ';') || bare;
}

static void parse_function(parser *p, bool is_entry)
{
    program *m = p->program;
    p->scope = 1;
    p->function = new_function(p, is_entry);
    if (!is_entry && parser_accept(p, '(')) {
        p->function->result = parse_param(p, SPACE_LOCAL);
        parser_expect(p, ')');
    }
    name_function(p, p->function);
    parse_formals(p);
    function *f = p->function;
    while (parse_performance_directive(p, f)) {
    }
    if (!parse_prototype_end(p, f)) {
        parser_expect(p, '{');
        f->is_defined = true;
        if (is_entry) {
            make_entry(p);
        }
        parse_body(p);
        *m->functions_end = f;
        m->functions_end = &f->next;
    }
    symbol_close_scope(m, 1);
    p->scope = 0;
    p->function = NULL;
}

// Pointers are 64 bits in device memory, whatever the file says.
static void parse_address_size(parser *p)
{
    uint32_t line = p->current.line;
    int64_t bits = parser_integer(p, "a number of bits");
    if (bits != 64) {
        program_fail(p->program, line, ".address_size %lld, expected 64", (long long)bits);
    }
}

static void parse_directive(parser *p)
{
    bool is_extern = false;
    while (parser_dotted(p, "visible") || parser_dotted(p, "extern") || parser_dotted(p, "weak") ||
           parser_dotted(p, "common")) {
        is_extern = is_extern || parser_dotted(p, "extern");
        parser_advance(p);
    }
    if (parser_accept_dotted(p, "entry")) {
        parse_function(p, true);
    } else if (parser_accept_dotted(p, "func")) {
        parse_function(p, false);
    } else if (parser_accept_dotted(p, "global")) {
        parse_variables(p, SPACE_GLOBAL, is_extern);
    } else if (parser_accept_dotted(p, "tex")) {
        uint32_t align, elements;
        parse_type(p, &align, &elements);
        parse_textures(p, is_extern);
    } else if (parser_accept_dotted(p, "const")) {
        parse_variables(p, SPACE_CONST, is_extern);
    } else if (parser_accept_dotted(p, "shared")) {
        parse_variables(p, SPACE_SHARED, is_extern);
    } else if (parser_accept_dotted(p, "address_size")) {
        parse_address_size(p);
    } else if (parser_dotted(p, "version") || parser_dotted(p, "target") || parser_dotted(p, "file") || parser_dotted(p, "loc")) {
        parser_skip_line(p);
    } else if (parser_accept_dotted(p, "section")) {
        parser_skip_section(p);
    } else if (parser_accept_dotted(p, "pragma") || parser_accept_dotted(p, "alias")) {
        while (p->current.kind != TOKEN_END && !parser_mark(p, ';')) {
            parser_advance(p);
        }
        parser_expect(p, ';');
    } else {
        parser_fail(p, "a directive such as .entry, .func, .global or .const");
    }
}

static void parse_module(program *m, size_t length)
{
    parser p = { .program = m };
    lexer_start(&p.lexer, m->text, length);
    parser_advance(&p);
    if (!parser_dotted(&p, "version")) {
        parser_fail(&p, "\".version\" at the beginning of PTX");
    }
    while (p.current.kind != TOKEN_END) {
        if (!parser_accept(&p, ';')) {
            parse_directive(&p);
        }
    }
    layout_module(m);
}

static bool parse_or_error(program *m, const char *file_name, const char *text, size_t length)
{
    if (setjmp(m->failed) != 0) {
        return false;
    }
    m->file_name = program_copy(m, file_name, strlen(file_name));
    m->text = program_copy(m, text, length);
    parse_module(m, length);
    return true;
}

program *program_parse(const char *file_name, const char *text, size_t length, ptx_error *error)
{
    program *m = calloc(1, sizeof *m);
    error->text[0] = '\0';
    if (m == NULL) {
        abort();
    }
    m->error = error;
    m->file_name = "";
    m->functions_end = &m->functions;
    m->variables_end = &m->variables;
    if (!parse_or_error(m, file_name, text, length)) {
        program_free(m);
        return NULL;
    }
    return m;
}
