// SPDX-License-Identifier: BSD-3-Clause
// Function bodies: declarations, labels, guards, opcodes with dotted words, operands, calls, nested blocks. An
// instruction is decoded as soon as it has been read; branches wait for their labels until the block closes.
#include "sim/frontend/code.h"
#include "sim/frontend/refusals.h"

#include <string.h>

static void parse_operands(parser *p, statement *s)
{
    while (!parser_mark(p, ';')) {
        if (s->n_operands == OPERAND_MAX) {
            parser_fail(p, "fewer operands");
        }
        parse_operand(p, &s->operands[s->n_operands++], s->mnemonic);
        if (s->n_operands == 1 && parser_accept(p, '|')) {
            parse_operand(p, &s->second, s->mnemonic);
            s->has_second = true;
        }
        if (!parser_mark(p, ';')) {
            parser_expect(p, ',');
        }
    }
}

static symbol *expect_call_param(parser *p)
{
    symbol *s = parser_symbol(p, "a .param variable");
    if (s->kind != SYMBOL_VARIABLE || !s->is_param || s->function != p->function) {
        parser_fail(p, "a .param variable of this function");
    }
    parser_advance(p);
    return s;
}

static void parse_argument(parser *p, argument *a)
{
    symbol *s = p->current.kind == TOKEN_WORD ? symbol_find(p->program, p->current.text, p->current.length) : NULL;
    a->symbol = NULL;
    if (s != NULL && s->kind == SYMBOL_VARIABLE) {
        a->symbol = expect_call_param(p);
    } else {
        parse_operand(p, &a->value, PTX_call);
    }
}

static void parse_arguments(parser *p, statement *s)
{
    if (!parser_accept(p, ',')) {
        return;
    }
    parser_expect(p, '(');
    while (!parser_mark(p, ')')) {
        if (s->n_arguments == ARGUMENT_MAX) {
            parser_fail(p, "fewer arguments");
        }
        parse_argument(p, &s->arguments[s->n_arguments++]);
        if (!parser_mark(p, ')')) {
            parser_expect(p, ',');
        }
    }
    parser_expect(p, ')');
}

static void parse_call(parser *p, statement *s)
{
    s->result = NULL;
    if (parser_accept(p, '(')) {
        s->result = expect_call_param(p);
        parser_expect(p, ')');
        parser_expect(p, ',');
    }
    symbol *callee = p->current.kind == TOKEN_WORD ? symbol_find(p->program, p->current.text, p->current.length) : NULL;
    s->is_indirect = callee != NULL && callee->kind == SYMBOL_REGISTER;
    if (s->is_indirect) {
        parse_operand(p, &s->operands[s->n_operands++], PTX_call);
    } else if (callee == NULL || callee->kind != SYMBOL_FUNCTION || callee->function->is_entry) {
        parser_fail(p, "the name of a declared function, or a register with the address of one");
    } else {
        s->callee = callee->function;
        function_use(p->program, &p->function->calls, callee);
        parser_advance(p);
    }
    parse_arguments(p, s);
    if (s->is_indirect && parser_accept(p, ',')) {        // of the prototype: the arguments say as much
        parser_expect_word(p, "the name of a prototype or of a list of functions");
        parser_advance(p);
    }
}

static const char *parse_target(parser *p)
{
    if (p->current.kind != TOKEN_WORD) {
        parser_fail(p, "a label");
    }
    const char *name = program_copy(p->program, p->current.text, p->current.length);
    parser_advance(p);
    return name;
}

// When the block ends, the label's place goes to an entry of a table, or to the next instruction.
static void note_target(parser *p, const char *name, uint32_t line, uint32_t *entry)
{
    branch_label *b = program_alloc(p->program, sizeof *b);
    *b = (branch_label){ .entry = entry, .insn = p->program->n_insns, .line = line, .scope = p->scope, .name = name, .next = p->branches };
    p->branches = b;
}

static void parse_branch(parser *p, statement *s)
{
    s->target = parse_target(p);
    note_target(p, s->target, s->line, NULL);
}

// brx.idx index, table
static void parse_indexed_branch(parser *p, statement *s)
{
    parse_operand(p, &s->operands[s->n_operands++], PTX_brx);
    parser_expect(p, ',');
    symbol *table = p->current.kind == TOKEN_WORD ? symbol_find(p->program, p->current.text, p->current.length) : NULL;
    if (table == NULL || table->kind != SYMBOL_TABLE) {
        parser_fail(p, "the label of .branchtargets above");
    }
    s->table = table->table;
    p->n_targets += s->table->count;                        // a table has no more than these
    if (p->n_targets > TARGETS_MAX) {
        program_fail(p->program, s->line, "too many targets of branches, expected at most %d in a function", TARGETS_MAX);
    }
    parser_advance(p);
}

// NAME: .branchtargets A, B, ...;
static void parse_branch_table(parser *p, symbol *label)
{
    if (label == NULL) {
        parser_fail(p, "a label in front of it");
    }
    uint32_t line = p->current.line, room = 8;
    branch_table *t = program_alloc(p->program, sizeof *t);
    const char **names = program_alloc(p->program, room * sizeof *names);
    parser_advance(p);
    do {
        if (t->count == room) {
            const char **grown = program_alloc(p->program, 2 * room * sizeof *grown);
            memcpy(grown, names, room * sizeof *names);
            names = grown;
            room *= 2;
        }
        if (t->count == TARGETS_MAX) {
            parser_fail(p, "fewer labels");
        }
        names[t->count++] = parse_target(p);
    } while (parser_accept(p, ','));
    parser_expect(p, ';');
    t->targets = program_alloc(p->program, t->count * sizeof *t->targets);
    for (uint32_t i = 0; i < t->count; i++) {
        note_target(p, names[i], line, &t->targets[i]);
    }
    label->kind = SYMBOL_TABLE;
    label->table = t;
}

// Words that cvt alone has.
static bool conversion_word(parser *p, statement *s)
{
    bool rounding = token_is(&p->current, "rna"), type = token_is(&p->current, "tf32");
    if (s->mnemonic != PTX_cvt || (!rounding && !type)) {
        return false;
    }
    s->rounds_away |= rounding;
    s->to_tf32 |= type;
    return true;
}

// Cache levels and scopes such as .shared::cta and .L2::128B: the part that matters.
static bool scoped_modifier(parser *p, statement *s)
{
    const token *t = &p->current;
    if (memchr(t->text, ':', t->length) == NULL) {
        return false;
    }
    if (token_is(t, "shared::cta")) {
        s->modifiers[s->n_modifiers++] = MODIFIER_shared;
        return true;
    }
    if (token_is(t, "param::entry")) {
        s->modifiers[s->n_modifiers++] = MODIFIER_param;
        return true;
    }
    if (s->mnemonic == PTX_prefetch && (token_is(t, "L2::evict_last") || token_is(t, "L2::evict_normal"))) {
        s->modifiers[s->n_modifiers++] = MODIFIER_L2;
        return true;
    }
    return t->length > 4 && (memcmp(t->text, "L1::", 4) == 0 || memcmp(t->text, "L2::", 4) == 0);
}

static void parse_dotted_words(parser *p, statement *s)
{
    while (p->current.kind == TOKEN_DOTTED) {
        ptx_type type = type_find(p->current.text, p->current.length);
        ptx_modifier modifier = modifier_find(p->current.text, p->current.length);
        if (s->n_modifiers == STATEMENT_MODIFIERS || s->n_types == STATEMENT_TYPES) {
            parser_fail(p, "fewer modifiers");
        }
        if (type != TYPE_none) {
            s->types[s->n_types++] = (uint8_t)type;
        } else if (modifier != MODIFIER_COUNT) {
            s->modifiers[s->n_modifiers++] = (uint8_t)modifier;
        } else if (!conversion_word(p, s) && !scoped_modifier(p, s)) {
            parser_fail(p, "a type or modifier that is supported");
        }
        s->text_length = (uint32_t)(p->current.text + p->current.length - s->text);
        parser_advance(p);
    }
}

static void parse_matrix_words(parser *p, statement *s)
{
    while (p->current.kind == TOKEN_DOTTED) {
        bool in_cta = token_is(&p->current, "shared::cta");
        ptx_matrix_word word = in_cta ? WORD_shared : matrix_word_find(p->current.text, p->current.length);
        if (s->n_words == STATEMENT_MODIFIERS) {
            parser_fail(p, "fewer modifiers");
        }
        if (word == WORD_COUNT) {
            parser_fail(p, "a shape, a type or a modifier of matrix units that is supported");
        }
        s->words[s->n_words++] = (uint8_t)word;
        s->text_length = (uint32_t)(p->current.text + p->current.length - s->text);
        parser_advance(p);
    }
}

// Cache hints are ignored, like those of loads.
static void parse_async_words(parser *p, statement *s)
{
    while (p->current.kind == TOKEN_DOTTED) {
        bool in_cta = token_is(&p->current, "shared::cta"), hint = p->current.length > 4 && memcmp(p->current.text, "L2::", 4) == 0;
        ptx_async_word word = in_cta ? ASYNC_shared : async_word_find(p->current.text, p->current.length);
        if (s->n_words == STATEMENT_MODIFIERS) {
            parser_fail(p, "fewer modifiers");
        }
        if (word != ASYNC_COUNT) {
            s->words[s->n_words++] = (uint8_t)word;
        } else if (!hint) {
            parser_fail(p, "a modifier of cp.async or mbarrier that is supported");
        }
        s->text_length = (uint32_t)(p->current.text + p->current.length - s->text);
        parser_advance(p);
    }
}

static void parse_instruction(parser *p, statement *s, symbol *guard, bool negated)
{
    *s = (statement){ .line = p->current.line, .text = p->current.text, .text_length = p->current.length,
                      .guard = guard, .guard_negated = negated };
    s->mnemonic = p->current.kind == TOKEN_WORD ? mnemonic_find(p->current.text, p->current.length) :
        PTX_MNEMONIC_COUNT;
    if (s->mnemonic == PTX_MNEMONIC_COUNT) {
        parser_fail_opcode(p);
    }
    if (p->program->n_insns >= INSN_MAX) {
        program_fail(p->program, s->line, "too many instructions, expected at most %d", INSN_MAX);
    }
    parser_advance(p);
    if (mnemonic_is_matrix(s->mnemonic)) {
        parse_matrix_words(p, s);
    } else if (mnemonic_is_async(s->mnemonic)) {
        parse_async_words(p, s);
    } else {
        parse_dotted_words(p, s);
    }
    if (s->mnemonic == PTX_call) {
        parse_call(p, s);
    } else if (s->mnemonic == PTX_bra) {
        parse_branch(p, s);
    } else if (s->mnemonic == PTX_brx) {
        parse_indexed_branch(p, s);
    } else {
        parse_operands(p, s);
    }
    parser_expect(p, ';');
    decode_statement(p->program, p->function, s);
}

// A label, or an instruction whose first word has been seen.
static bool parse_label(parser *p)
{
    lexer ahead = p->lexer;
    token after = lexer_next(&ahead);
    if (p->current.kind != TOKEN_WORD || after.kind != TOKEN_PUNCTUATION || after.mark != ':') {
        return false;
    }
    symbol *s = symbol_add(p->program, SYMBOL_LABEL, &p->current, p->scope);
    s->target = p->program->n_insns;
    p->label = s;
    parser_advance(p);
    parser_advance(p);
    return true;
}

static void parse_body_directive(parser *p, symbol *label)
{
    bool is_extern = parser_dotted(p, "extern");
    if (is_extern) {
        parser_advance(p);
    }
    uint8_t space = parser_dotted(p, "local") ? SPACE_LOCAL : parser_dotted(p, "shared") ? SPACE_SHARED :
                    parser_dotted(p, "global") ? SPACE_GLOBAL : parser_dotted(p, "const") ? SPACE_CONST : SPACE_NONE;
    if (parser_dotted(p, "reg")) {
        parser_advance(p);
        parse_registers(p);
    } else if (space != SPACE_NONE) {
        parser_advance(p);
        parse_variables(p, space, is_extern);
    } else if (parser_dotted(p, "param")) {
        parse_param(p, SPACE_LOCAL);
        parser_expect(p, ';');
    } else if (parser_dotted(p, "callprototype") || parser_dotted(p, "calltargets")) {
        while (p->current.kind != TOKEN_END && !parser_mark(p, ';')) {
            parser_advance(p);
        }
        parser_expect(p, ';');
    } else if (parser_dotted(p, "branchtargets")) {
        parse_branch_table(p, label);
    } else if (parser_dotted(p, "loc") || parser_dotted(p, "file")) {
        parser_skip_line(p);
    } else if (parser_dotted(p, "section")) {
        parser_skip_section(p);
    } else if (parser_dotted(p, "pragma")) {
        parser_advance(p);
        if (p->current.kind != TOKEN_STRING) {
            parser_fail(p, "a string");
        }
        parser_advance(p);
        parser_expect(p, ';');
    } else {
        parser_fail(p, "a declaration, a label or an instruction");
    }
}

// Labels of this scope; others may be in the block around.
static void resolve_branches(parser *p)
{
    branch_label **at = &p->branches;
    while (*at != NULL && (*at)->scope >= p->scope) {
        branch_label *b = *at;
        symbol *s = symbol_find(p->program, b->name, (uint32_t)strlen(b->name));
        if (s != NULL && s->kind == SYMBOL_LABEL && s->scope == p->scope) {
            *(b->entry != NULL ? b->entry : &((insn_code *)p->program->insns[b->insn].code)->target) = s->target;
            *at = b->next;
        } else if (p->scope <= 1) {
            program_fail(p->program, b->line, "label %.100s is not in this function, expected a label of it", b->name);
        } else {
            b->scope = p->scope - 1;
            at = &b->next;
        }
    }
}

static void open_block(parser *p)
{
    if (++p->scope > SCOPE_MAX) {
        program_fail(p->program, p->current.line, "blocks nested too deeply, expected at most %d levels", SCOPE_MAX);
    }
}

// An end that control can reach is a return, as is a label at the end.
static void end_function(parser *p, statement *s)
{
    function *f = p->function;
    *s = (statement){ .line = p->current.line, .text = "ret", .text_length = 3, .mnemonic = PTX_ret };
    decode_statement(p->program, f, s);
    f->count = p->program->n_insns - f->first;
}

void parse_body(parser *p)
{
    program *m = p->program;
    statement *s = program_alloc(m, sizeof *s);
    p->function->first = m->n_insns;
    const relocation *before = m->relocations;
    p->branches = NULL;
    p->n_targets = 0;
    for (p->label = NULL; p->scope >= 1;) {
        symbol *label = p->label;
        p->label = NULL;
        bool guarded = parser_accept(p, '@');
        if (guarded) {
            bool negated = parser_accept(p, '!');
            symbol *guard = parser_register(p);
            parse_instruction(p, s, guard, negated);
        } else if (parser_accept(p, '{')) {
            open_block(p);
        } else if (parser_mark(p, '}')) {
            if (p->scope == 1) {
                end_function(p, s);
            }
            resolve_branches(p);
            symbol_close_scope(m, p->scope--);
            parser_advance(p);
        } else if (p->current.kind == TOKEN_DOTTED) {
            parse_body_directive(p, label);
        } else if (!parser_accept(p, ';') && !parse_label(p)) {
            parse_instruction(p, s, NULL, false);
        }
    }
    flow_reconvergence(m, p->function);
    registers_count(m, p->function);
    variable_uses(m, p->function, before);
}
