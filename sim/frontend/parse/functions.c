// SPDX-License-Identifier: BSD-3-Clause
// Functions and entries of PTX, up to their bodies. .reqntid and .maxntid are kept for the launch, with .minnctapersm and .maxnreg for
// what they leave a thread; other performance directives are read and ignored.
#include "sim/frontend/module.h"

#include <string.h>

enum { BLOCK_LIMIT_MAX = 65535 };

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

// The symbol keeps one function through its declarations, so that calls before the body find it. True: the name already has a
// body; this one is read and ignored.
static bool name_function(parser *p, function *f)
{
    parser_expect_word(p, "a function name");
    symbol *s = symbol_find(p->program, p->current.text, p->current.length);
    if (s == NULL) {
        s = symbol_add(p->program, SYMBOL_FUNCTION, &p->current, 0);
        s->function = f;
    }
    bool aside = s->kind == SYMBOL_FUNCTION && s->function->is_defined && linkage_joins(s->linkage, p->linkage);
    if (s->kind != SYMBOL_FUNCTION || (s->function->is_defined && !aside) || s->function->is_entry != f->is_entry) {
        program_fail(p->program, p->current.line, "%s is declared a second time, first in line %u", s->name, s->line);
    }
    if (aside) {
        f->name = s->name;
        parser_advance(p);
        return true;
    }
    s->linkage = p->linkage == LINKAGE_own ? s->linkage : p->linkage;
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
    return false;
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

// A directive between a function's parameters and its body, with the numbers and strings that follow it.
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

// After the head of a function. A prototype ends with ';', with old compilers at the next directive or the text's end.
static bool parse_prototype_end(parser *p, const function *f)
{
    bool bare = !f->is_entry && (p->current.kind == TOKEN_DOTTED || p->current.kind == TOKEN_END);
    return parser_accept(p, ';') || bare;
}

void parse_function(parser *p, bool is_entry)
{
    program *m = p->program;
    p->scope = 1;
    p->function = new_function(p, is_entry);
    if (!is_entry && parser_accept(p, '(')) {
        p->function->result = parse_param(p, SPACE_LOCAL);
        parser_expect(p, ')');
    }
    bool aside = name_function(p, p->function);
    parse_formals(p);
    function *f = p->function;
    while (parse_performance_directive(p, f)) {
    }
    if (parse_prototype_end(p, f)) {
        // its body comes later
    } else if (aside) {
        parser_skip_block(p);
    } else {
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
