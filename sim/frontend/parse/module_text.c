// SPDX-License-Identifier: BSD-3-Clause
// The module level of PTX: directives, and modules that are linked. Debugging sections, .loc and .file are read and ignored.
#include "sim/frontend/module.h"

#include <stdlib.h>
#include <string.h>

// Pointers are 64 bits in device memory, whatever the file says.
static void parse_address_size(parser *p)
{
    uint32_t line = p->current.line;
    int64_t bits = parser_integer(p, "a number of bits");
    if (bits != 64) {
        program_fail(p->program, line, ".address_size %lld, expected 64", (long long)bits);
    }
}

static ptx_linkage parse_linkage(parser *p)
{
    static const char *const words[] = { [LINKAGE_extern] = "extern", [LINKAGE_visible] = "visible", [LINKAGE_weak] = "weak",
                                         [LINKAGE_common] = "common" };
    ptx_linkage linkage = LINKAGE_own;
    for (uint32_t i = LINKAGE_extern; i <= LINKAGE_common;) {
        bool is = parser_accept_dotted(p, words[i]);
        linkage = is && linkage != LINKAGE_extern ? (ptx_linkage)i : linkage;
        i = is ? LINKAGE_extern : i + 1;                    // of several, .extern counts, else the last
    }
    return linkage;
}

// Modules may follow each other, as nvlink would link them: a module's own names are hidden from the next.
static void begin_module(parser *p)
{
    if (p->modules++ > 0) {
        symbol_hide_own(p->program);
    }
    parser_skip_line(p);
}

// The number of sm_90a, or of compute_90.
static void parse_target(parser *p)
{
    const uint32_t line = p->current.line;
    uint32_t target = 0;
    parser_advance(p);
    const token t = p->current;
    for (uint32_t i = 0; t.line == line && i < t.length; i++) {
        if (t.text[i] >= '0' && t.text[i] <= '9' && target < 1000) {
            target = 10 * target + (uint32_t)(t.text[i] - '0');
        }
    }
    p->program->target = target > p->program->target ? target : p->program->target;
    while (p->current.kind != TOKEN_END && p->current.line == line) {
        parser_advance(p);
    }
}

static void parse_directive(parser *p)
{
    p->linkage = parse_linkage(p);
    bool is_extern = p->linkage == LINKAGE_extern;
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
    } else if (parser_dotted(p, "version")) {
        begin_module(p);
    } else if (parser_dotted(p, "target")) {
        parse_target(p);
    } else if (parser_dotted(p, "file") || parser_dotted(p, "loc")) {
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
