// SPDX-License-Identifier: BSD-3-Clause
// PTX text to the interpreter's code: one pass per function, labels patched at its end.
//
// It reads well-formed modules of the generator's subset and stops at anything else. No types are checked.
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/interpret_tokens.h"

// `.reg .b32 %r<8>, %x;` after the word .reg.
static void parse_registers(parser *p)
{
    value_type type;
    if (!interpret_type(interpret_next(p) + 1, &type))
        interpreter_fail(p->w, "line %u: register type expected", p->line);
    do {
        if (p->group_count == MAX_GROUPS) interpreter_fail(p->w, "line %u: too many register groups", p->line);
        register_group *g = &p->groups[p->group_count++];
        interpret_next(p);
        interpret_copy(p, g->prefix, sizeof g->prefix);
        g->first = p->fn->registers;
        g->count = 0;
        if (interpret_next(p)[0] == '<') {
            g->count = (int)interpret_next_number(p);
            interpret_expect_next(p, ">");
            interpret_next(p);
        }
        for (int i = 0; i < (g->count ? g->count : 1); i++) {
            if (p->fn->registers == MAX_REGISTERS) interpreter_fail(p->w, "line %u: too many registers", p->line);
            p->fn->bits[p->fn->registers++] = type.bits;
        }
    } while (interpret_is(p, ","));
    interpret_expect(p, ";");
}

static uint32_t allocate(parser *p, uint8_t space, uint32_t bytes, uint32_t align)
{
    module *m = &p->w->code;
    uint32_t *used = space == SHARED ? &m->shared_bytes : space == CONSTANT ? &m->constant_bytes
                   : space == LOCAL ? &m->local_bytes : &m->global_bytes;
    uint32_t limit = space == LOCAL ? LOCAL_BYTES : space == SHARED ? 49152 : BANK_BYTES;
    uint32_t start = (*used + align - 1) / align * align;
    *used = start + bytes;
    if (*used > limit) interpreter_fail(p->w, "line %u: variables too large", p->line);
    return start;
}

static void parse_initial(parser *p, uint8_t *to, unsigned element)
{
    interpret_expect_next(p, "{");
    do {
        uint64_t value = interpret_next_number(p);
        for (unsigned i = 0; i < element; i++) *to++ = (uint8_t)(value >> (8 * i));
        interpret_next(p);
    } while (interpret_is(p, ","));
    interpret_expect(p, "}");
}

// `.align 8 .b8 name[64] = {1, 2};` after the space's word. A parameter of a call or a function gets a place in the
// frame.
static symbol *parse_variable(parser *p, uint8_t space)
{
    value_type type;
    uint32_t align = 0;
    if (strcmp(interpret_next(p), ".align") == 0) align = (uint32_t)interpret_next_number(p), interpret_next(p);
    bool is_texture = strcmp(p->token, ".texref") == 0;
    if (is_texture) type = (value_type){'u', 64};
    else if (!interpret_type(p->token + 1, &type))
        interpreter_fail(p->w, "line %u: type expected, seen %s", p->line, p->token);
    if (p->symbol_count == MAX_SYMBOLS) interpreter_fail(p->w, "line %u: too many names", p->line);
    symbol *s = &p->symbols[p->symbol_count++];
    unsigned element = type.bits / 8u;
    interpret_next(p);
    interpret_copy(p, s->name, sizeof s->name);
    s->space = space;
    s->bytes = element;
    if (is_texture) {
        module *m = &p->w->code;
        if (m->texture_count == MAX_TEXTURES || strlen(s->name) >= sizeof m->textures[0])
            interpreter_fail(p->w, "line %u: too many textures", p->line);
        strcpy(m->textures[m->texture_count], s->name);
        s->offset = TEXTURES_BASE + m->texture_count++;
        return s;
    }
    if (interpret_peek(p, '[')) {
        interpret_next(p);
        s->bytes = interpret_peek(p, ']') ? 0 : (uint32_t)interpret_next_number(p) * element;
        interpret_expect_next(p, "]");
    }
    if (align < element) align = element;
    if (space == PARAM) {
        s->offset = (p->fn->param_bytes + align - 1) / align * align;
        if (s->offset + s->bytes > PARAM_BYTES) interpreter_fail(p->w, "line %u: too many parameters", p->line);
        p->fn->param_bytes = (uint16_t)(s->offset + s->bytes);
        return s;
    }
    s->offset = allocate(p, space, s->bytes, align);
    if (interpret_peek(p, '=')) {
        interpret_next(p);
        parse_initial(p, (space == CONSTANT ? p->w->code.constants : p->w->code.globals) + s->offset, element);
    }
    if (space == GLOBAL) s->offset += GLOBALS_BASE;
    return s;
}

static void parse_operand(parser *p, instruction *in, operand *o);

// Behind a texture there are coordinates, as a source of their own.
static void parse_address(parser *p, instruction *in, operand *o)
{
    *o = (operand){.kind = ADDRESS};
    int reg = interpret_find_register(p, interpret_next(p));
    const symbol *s = interpret_find_symbol(p, p->token);
    if (reg >= 0) o->based = true, o->regs[0] = (uint16_t)reg;
    else if (s) o->value = s->offset;
    else interpreter_fail(p->w, "line %u: address expected, seen %s", p->line, p->token);
    interpret_next(p);
    if (interpret_is(p, "+")) o->value += interpret_next_number(p), interpret_next(p);
    if (interpret_is(p, ",")) interpret_next(p), parse_operand(p, in, &in->src[in->sources++]), interpret_next(p);
    interpret_expect(p, "]");
}

// Elements up to the closing brace: registers, numbers and "_".
static void parse_vector(parser *p, operand *o)
{
    *o = (operand){.kind = VECTOR};
    do {
        int reg = interpret_find_register(p, interpret_next(p));
        bool sink = interpret_is(p, "_"), number = interpret_is(p, "-") || (p->token[0] >= '0' && p->token[0] <= '9');
        if (o->count == MAX_VECTOR || (reg < 0 && !sink && !number))
            interpreter_fail(p->w, "line %u: element expected, seen %s", p->line, p->token);
        if (number) o->numbers[o->count] = interpret_number(p);
        o->regs[o->count++] = reg >= 0 ? (uint16_t)reg : sink ? SINK : NUMBER;
        interpret_next(p);
    } while (interpret_is(p, ","));
    interpret_expect(p, "}");
}

// One operand starting at the current token.
static void parse_operand(parser *p, instruction *in, operand *o)
{
    *o = (operand){.kind = REGISTER};
    if (interpret_is(p, "[")) {
        parse_address(p, in, o);
        return;
    }
    if (interpret_is(p, "{")) {
        parse_vector(p, o);
        return;
    }
    if (interpret_is(p, "_")) {
        o->kind = NOTHING;
        return;
    }
    if (interpret_is(p, "!")) o->negated = true, interpret_next(p);
    int reg = interpret_find_register(p, p->token), special = interpret_find_special(p->token);
    const symbol *s = interpret_find_symbol(p, p->token);
    if (reg >= 0) o->regs[0] = (uint16_t)reg;
    else if (special >= 0) o->kind = SPECIAL, o->regs[0] = (uint16_t)special;
    else if (s) o->kind = IMMEDIATE, o->value = s->offset;
    else if (interpret_is(p, "-") || (p->token[0] >= '0' && p->token[0] <= '9'))
        o->kind = IMMEDIATE, o->value = interpret_number(p);
    else interpreter_fail(p->w, "line %u: operand expected, seen %s", p->line, p->token);
}

static bool modifier_from(const char *text, modifier_set *modifiers)
{
    static const char *const names[] = {
#define X(name) #name,
        MODIFIERS(X)
#undef X
        NULL
    };
    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            *modifiers |= (modifier_set)1 << i;
            return true;
        }
    }
    static const char *const without_meaning[] = {
        "sync", "aligned", "gl", "cta", "gpu", "sys", "volatile", "relaxed", "acquire", "release", "acq_rel", "weak",
        "sc",   "ca",      "cg", "cs",  "lu",  "cv",  "nc",       "wb",      "wt",      "L1",      "L2",      NULL};
    for (unsigned i = 0; without_meaning[i]; i++) {
        if (strcmp(without_meaning[i], text) == 0) return true;
    }
    return false;
}

static const mnemonic *find_mnemonic(const char *name, bool is_float)
{
    const mnemonic *tables[] = {is_float ? float_mnemonics : integer_mnemonics,
                                is_float ? integer_mnemonics : float_mnemonics, effect_mnemonics};
    for (unsigned i = 0; i < 3; i++) {
        for (const mnemonic *m = tables[i]; m->name; m++) {
            if (strcmp(m->name, name) == 0) return m;
        }
    }
    return NULL;
}

static bool is_float_mnemonic(const mnemonic *m)
{
    for (const mnemonic *f = float_mnemonics; f->name; f++) {
        if (f == m) return true;
    }
    return false;
}

static uint8_t space_of(const instruction *in)
{
    if (has(in, MOD_global)) return GLOBAL;
    if (has(in, MOD_shared)) return SHARED;
    if (has(in, MOD_local)) return LOCAL;
    if (has(in, MOD_const)) return CONSTANT;
    return has(in, MOD_param) ? PARAM : GENERIC;
}

// mnemonic.modifier.type in the current token.
static void parse_opcode(parser *p, instruction *in, char *name, size_t size)
{
    char text[sizeof p->token];
    strcpy(text, p->token);
    char *rest = strchr(text, '.');
    if (rest) *rest++ = 0;
    if (strlen(text) >= size) interpreter_fail(p->w, "line %u: unknown opcode %s", p->line, text);
    strcpy(name, text);
    for (char *piece = rest; piece; piece = rest) {
        rest = strchr(piece, '.');
        if (rest) *rest++ = 0;
        value_type type;
        if (interpret_type(piece, &type)) {
            if (in->type.kind) in->type2 = type;
            else in->type = type;
        } else if (!modifier_from(piece, &in->modifiers)) {
            interpreter_fail(p->w, "line %u: unknown modifier .%s", p->line, piece);
        }
    }
    const mnemonic *m = find_mnemonic(name, in->type.kind == 'f');
    if (!m) interpreter_fail(p->w, "line %u: unknown opcode %s", p->line, name);
    in->value = m->value;
    in->effect = m->effect;
    in->mnemonic = m->name;
    in->makes_float = in->type.kind == 'f' && is_float_mnemonic(m);
    in->space = space_of(in);

}

static uint16_t call_parameter(parser *p)
{
    const symbol *s = interpret_find_symbol(p, interpret_next(p));
    if (!s || s->space != PARAM) interpreter_fail(p->w, "line %u: parameter expected, seen %s", p->line, p->token);
    return (uint16_t)s->offset;
}

// `call.uni (result), name, (a, b);` or `call.uni name, (a, b);` after the opcode.
static void parse_call(parser *p, instruction *in)
{
    if (interpret_next(p)[0] == '(') {
        in->call_result = call_parameter(p);
        interpret_expect_next(p, ")");
        interpret_expect_next(p, ",");
        interpret_next(p);
    }
    while (in->callee < p->w->code.function_count && !interpret_is(p, p->w->code.functions[in->callee].name))
        in->callee++;
    if (in->callee == p->w->code.function_count) interpreter_fail(p->w, "line %u: no function %s", p->line, p->token);
    interpret_expect_next(p, ",");
    interpret_expect_next(p, "(");
    unsigned n = 0;
    do {
        in->call_args[n++] = call_parameter(p);
        interpret_next(p);
    } while (interpret_is(p, ",") && n < 8);
    interpret_expect(p, ")");
    interpret_expect_next(p, ";");
}

static void parse_operands(parser *p, instruction *in, bool has_destination)
{
    interpret_next(p);
    if (interpret_is(p, ";")) return;
    if (has_destination) {
        parse_operand(p, in, &in->dst);
        interpret_next(p);
        if (interpret_is(p, "|")) interpret_next(p), parse_operand(p, in, &in->dst2), interpret_next(p);
        if (interpret_is(p, ";")) return;
        interpret_expect(p, ",");
        interpret_next(p);
    }
    for (;;) {
        if (in->sources == MAX_SOURCES) interpreter_fail(p->w, "line %u: too many operands", p->line);
        parse_operand(p, in, &in->src[in->sources++]);
        interpret_next(p);
        if (interpret_is(p, ";")) return;
        interpret_expect(p, ",");
        interpret_next(p);
    }
}

static instruction *new_instruction(parser *p)
{
    function *fn = p->fn;
    if (fn->length == fn->capacity) {
        fn->capacity = fn->capacity ? 2 * fn->capacity : 256;
        fn->code = realloc(fn->code, fn->capacity * sizeof *fn->code);
        if (!fn->code) abort();
    }
    instruction *in = &fn->code[fn->length++];
    *in = (instruction){.guard = -1, .line = p->line};
    return in;
}

static bool has_no_destination(const char *name)
{
    static const char *const names[] = {"st",    "red",       "bar",      "barrier",  "membar",
                                        "fence", "nanosleep", "prefetch", "prefetchu"};
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) return true;
    }
    return false;
}

static void parse_instruction(parser *p)
{
    char name[16];
    instruction *in = new_instruction(p);
    if (interpret_is(p, "@")) {
        if (interpret_next(p)[0] == '!') in->guard_negated = true, interpret_next(p);
        in->guard = interpret_find_register(p, p->token);
        if (in->guard < 0) interpreter_fail(p->w, "line %u: guard expected", p->line);
        interpret_next(p);
    }
    parse_opcode(p, in, name, sizeof name);
    if (strcmp(name, "call") == 0) {
        parse_call(p, in);
    } else if (strcmp(name, "bra") == 0) {
        if (p->use_count == MAX_LABELS) interpreter_fail(p->w, "line %u: too many branches", p->line);
        interpret_next(p);
        interpret_copy(p, p->uses[p->use_count].name, sizeof p->uses->name);
        p->uses[p->use_count++].at = p->fn->length - 1;
        interpret_expect_next(p, ";");
    } else {
        parse_operands(p, in, !has_no_destination(name) || has(in, MOD_red));
        if (strcmp(name, "mov") == 0 && in->dst.kind == VECTOR) {
            in->effect = find_mnemonic("unpack", false)->effect;
        }
    }
}

static void resolve_labels(parser *p)
{
    for (unsigned i = 0; i < p->use_count; i++) {
        unsigned l = 0;
        while (l < p->label_count && strcmp(p->labels[l].name, p->uses[i].name) != 0) l++;
        if (l == p->label_count) interpreter_fail(p->w, "no label %s", p->uses[i].name);
        p->fn->code[p->uses[i].at].target = p->labels[l].at;
    }
}

static void parse_body(parser *p)
{
    unsigned scopes = 1, outer[8] = {0};
    while (scopes > 0) {
        interpret_next(p);
        if (interpret_is(p, "")) interpreter_fail(p->w, "%s: no end of its body", p->fn->name);
        if (interpret_is(p, "{")) {
            if (scopes == 8) interpreter_fail(p->w, "line %u: scopes nest too deeply", p->line);
            outer[scopes++] = p->symbol_count;
        } else if (interpret_is(p, "}")) {
            if (--scopes > 0) p->symbol_count = outer[scopes];
        } else if (interpret_is(p, ".reg")) {
            parse_registers(p);
        } else if (interpret_is(p, ".param") || interpret_is(p, ".local") || interpret_is(p, ".shared")) {
            parse_variable(p, interpret_is(p, ".param") ? PARAM : interpret_is(p, ".local") ? LOCAL : SHARED);
            interpret_expect_next(p, ";");
        } else if (interpret_peek(p, ':')) {
            if (p->label_count == MAX_LABELS) interpreter_fail(p->w, "line %u: too many labels", p->line);
            interpret_copy(p, p->labels[p->label_count].name, sizeof p->labels->name);
            p->labels[p->label_count++].at = p->fn->length;
            interpret_next(p);
        } else {
            parse_instruction(p);
        }
    }
    resolve_labels(p);
}

static void parse_formals(parser *p, formal *into, uint8_t *count, unsigned limit)
{
    do {
        interpret_expect_next(p, ".param");
        const symbol *s = parse_variable(p, PARAM);
        if (*count == limit) interpreter_fail(p->w, "line %u: too many parameters", p->line);
        formal *f = &into[(*count)++];
        strcpy(f->name, s->name);
        f->offset = (uint16_t)s->offset;
        f->bytes = (uint16_t)s->bytes;
        interpret_next(p);
    } while (interpret_is(p, ","));
    interpret_expect(p, ")");
}

// After .entry or .func.
static void parse_function(parser *p, bool entry)
{
    module *m = &p->w->code;
    if (m->function_count == MAX_FUNCTIONS) interpreter_fail(p->w, "line %u: too many functions", p->line);
    function *fn = p->fn = &m->functions[m->function_count];
    unsigned module_symbols = p->symbol_count;
    fn->entry = entry;
    p->group_count = p->label_count = p->use_count = 0;
    if (interpret_next(p)[0] == '(') {
        uint8_t results = 0;
        parse_formals(p, &fn->result, &results, 1);
        fn->has_result = true;
        interpret_next(p);
    }
    interpret_copy(p, fn->name, sizeof fn->name);
    interpret_expect_next(p, "(");
    parse_formals(p, fn->formals, &fn->formal_count, 16);
    uint16_t formal_bytes = fn->param_bytes;
    interpret_expect_next(p, "{");
    parse_body(p);
    fn->param_bytes = formal_bytes;
    p->symbol_count = module_symbols;
    m->function_count++;
}

static void parse_module(parser *p)
{
    while (interpret_next(p)[0]) {
        if (interpret_is(p, ".version") || interpret_is(p, ".target") || interpret_is(p, ".address_size"))
            interpret_next(p);
        else if (interpret_is(p, ".visible") || interpret_is(p, ".extern") || interpret_is(p, ".weak")) continue;
        else if (interpret_is(p, ".entry") || interpret_is(p, ".func")) parse_function(p, interpret_is(p, ".entry"));
        else if (interpret_is(p, ".const")) parse_variable(p, CONSTANT), interpret_expect_next(p, ";");
        else if (interpret_is(p, ".global")) parse_variable(p, GLOBAL), interpret_expect_next(p, ";");
        else if (interpret_is(p, ".shared")) parse_variable(p, SHARED), interpret_expect_next(p, ";");
        else interpreter_fail(p->w, "line %u: unexpected %s", p->line, p->token);
    }
}

void interpreter_parse(world *w, const char *text)
{
    static parser p;                    // large, and one at a time
    p = (parser){.w = w, .at = text, .line = 1};
    parse_module(&p);
}
