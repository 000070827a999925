// PTX text to the interpreter's code: a tokenizer over the text and one pass per function, labels patched at its end.
//
// It reads well-formed modules of the generator's subset and stops at anything else. No types are checked.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

typedef struct { char name[40]; uint8_t space; uint32_t offset, bytes; } symbol;
typedef struct { char prefix[24]; int first, count; } register_group;         // count 0: one register of exactly that name
typedef struct { char name[40]; uint32_t at; } label;
enum { MAX_SYMBOLS = 64, MAX_GROUPS = 64, MAX_LABELS = 2048 };

typedef struct {
    world         *w;
    const char    *at;
    uint32_t       line;
    char           token[64];
    function      *fn;
    symbol         symbols[MAX_SYMBOLS];
    unsigned       symbol_count;
    register_group groups[MAX_GROUPS];
    unsigned       group_count;
    label          labels[MAX_LABELS], uses[MAX_LABELS];
    unsigned       label_count, use_count;
} parser;

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' || c == '%' ||
           c == '.';
}

// The next token into p->token: a word, or one other character; empty at the end.
static const char *next(parser *p)
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

static bool is(const parser *p, const char *text) { return strcmp(p->token, text) == 0; }

static bool peek(parser *p, char c)
{
    parser saved = {.at = p->at, .line = p->line, .w = p->w};
    return next(&saved)[0] == c;
}

static void expect(parser *p, const char *text)
{
    if (!is(p, text)) interpreter_fail(p->w, "line %u: seen %s, expected %s", p->line, p->token, text);
}

static void expect_next(parser *p, const char *text)
{
    next(p);
    expect(p, text);
}

static void copy_name(parser *p, char *to, size_t size)
{
    if (strlen(p->token) >= size) interpreter_fail(p->w, "line %u: name too long", p->line);
    strcpy(to, p->token);
}

// A number of any form at the current token; a minus sign has its own token.
static uint64_t number(parser *p)
{
    bool negative = is(p, "-");
    if (negative) next(p);
    const char *text = p->token;
    bool bits = text[0] == '0' && (text[1] == 'f' || text[1] == 'd');
    uint64_t value = bits ? strtoull(text + 2, NULL, 16) : strtoull(text, NULL, 0);
    return negative ? 0 - value : value;
}

static uint64_t next_number(parser *p)
{
    next(p);
    return number(p);
}

static bool type_from(const char *text, value_type *type)
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

static int find_register(const parser *p, const char *name)
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

static const symbol *find_symbol(const parser *p, const char *name)
{
    for (unsigned i = p->symbol_count; i-- > 0;) {
        if (strcmp(p->symbols[i].name, name) == 0) return &p->symbols[i];
    }
    return NULL;
}

static int find_special(const char *name)
{
    static const char *const names[] = {
        "%tid.x", "%tid.y", "%tid.z", "%ntid.x", "%ntid.y", "%ntid.z", "%ctaid.x", "%ctaid.y", "%ctaid.z", "%nctaid.x",
        "%nctaid.y", "%nctaid.z", "%laneid", "%lanemask_eq", "%lanemask_lt", "%lanemask_le", "%lanemask_gt", "%lanemask_ge"
    };
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(names[i], name) == 0) return (int)i;
    }
    return -1;
}

// `.reg .b32 %r<8>, %x;` after the word .reg.
static void parse_registers(parser *p)
{
    value_type type;
    if (!type_from(next(p) + 1, &type)) interpreter_fail(p->w, "line %u: register type expected", p->line);
    do {
        if (p->group_count == MAX_GROUPS) interpreter_fail(p->w, "line %u: too many register groups", p->line);
        register_group *g = &p->groups[p->group_count++];
        next(p);
        copy_name(p, g->prefix, sizeof g->prefix);
        g->first = p->fn->registers;
        g->count = 0;
        if (next(p)[0] == '<') {
            g->count = (int)next_number(p);
            expect_next(p, ">");
            next(p);
        }
        for (int i = 0; i < (g->count ? g->count : 1); i++) {
            if (p->fn->registers == MAX_REGISTERS) interpreter_fail(p->w, "line %u: too many registers", p->line);
            p->fn->bits[p->fn->registers++] = type.bits;
        }
    } while (is(p, ","));
    expect(p, ";");
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
    expect_next(p, "{");
    do {
        uint64_t value = next_number(p);
        for (unsigned i = 0; i < element; i++) *to++ = (uint8_t)(value >> (8 * i));
        next(p);
    } while (is(p, ","));
    expect(p, "}");
}

// `.align 8 .b8 name[64] = {1, 2};` after the space's word. A parameter of a call or a function gets a place in the frame.
static symbol *parse_variable(parser *p, uint8_t space)
{
    value_type type;
    uint32_t align = 0;
    if (strcmp(next(p), ".align") == 0) align = (uint32_t)next_number(p), next(p);
    if (!type_from(p->token + 1, &type)) interpreter_fail(p->w, "line %u: type expected, seen %s", p->line, p->token);
    if (p->symbol_count == MAX_SYMBOLS) interpreter_fail(p->w, "line %u: too many names", p->line);
    symbol *s = &p->symbols[p->symbol_count++];
    unsigned element = type.bits / 8u;
    next(p);
    copy_name(p, s->name, sizeof s->name);
    s->space = space;
    s->bytes = element;
    if (peek(p, '[')) {
        next(p);
        s->bytes = peek(p, ']') ? 0 : (uint32_t)next_number(p) * element;
        expect_next(p, "]");
    }
    if (align < element) align = element;
    if (space == PARAM) {
        s->offset = (p->fn->param_bytes + align - 1) / align * align;
        if (s->offset + s->bytes > PARAM_BYTES) interpreter_fail(p->w, "line %u: too many parameters", p->line);
        p->fn->param_bytes = (uint16_t)(s->offset + s->bytes);
        return s;
    }
    s->offset = allocate(p, space, s->bytes, align);
    if (peek(p, '=')) {
        next(p);
        parse_initial(p, (space == CONSTANT ? p->w->code.constants : p->w->code.globals) + s->offset, element);
    }
    if (space == GLOBAL) s->offset += GLOBALS_BASE;
    return s;
}

static void parse_address(parser *p, operand *o)
{
    *o = (operand){.kind = ADDRESS};
    int reg = find_register(p, next(p));
    const symbol *s = find_symbol(p, p->token);
    if (reg >= 0) o->based = true, o->regs[0] = (uint16_t)reg;
    else if (s) o->value = s->offset;
    else interpreter_fail(p->w, "line %u: address expected, seen %s", p->line, p->token);
    next(p);
    if (is(p, "+")) o->value += next_number(p), next(p);
    expect(p, "]");
}

// One operand starting at the current token.
static void parse_operand(parser *p, operand *o)
{
    *o = (operand){.kind = REGISTER};
    if (is(p, "[")) {
        parse_address(p, o);
        return;
    }
    if (is(p, "{")) {
        o->kind = VECTOR;
        do {
            int reg = find_register(p, next(p));
            if (reg < 0 || o->count == MAX_VECTOR) interpreter_fail(p->w, "line %u: register expected", p->line);
            o->regs[o->count++] = (uint16_t)reg;
            next(p);
        } while (is(p, ","));
        expect(p, "}");
        return;
    }
    if (is(p, "!")) o->negated = true, next(p);
    int reg = find_register(p, p->token), special = find_special(p->token);
    const symbol *s = find_symbol(p, p->token);
    if (reg >= 0) o->regs[0] = (uint16_t)reg;
    else if (special >= 0) o->kind = SPECIAL, o->regs[0] = (uint16_t)special;
    else if (s) o->kind = IMMEDIATE, o->value = s->offset;
    else if (is(p, "-") || (p->token[0] >= '0' && p->token[0] <= '9')) o->kind = IMMEDIATE, o->value = number(p);
    else interpreter_fail(p->w, "line %u: operand expected, seen %s", p->line, p->token);
}

static bool modifier_from(const char *text, uint64_t *modifiers)
{
    static const char *const names[] = {
#define X(name) #name,
        MODIFIERS(X)
#undef X
        NULL
    };
    for (unsigned i = 0; names[i]; i++) {
        if (strcmp(names[i], text) == 0) {
            *modifiers |= UINT64_C(1) << i;
            return true;
        }
    }
    static const char *const without_meaning[] = {"uni", "sync", "gl", "cta", "volatile", NULL};
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
        if (type_from(piece, &type)) {
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
    in->makes_float = in->type.kind == 'f' && is_float_mnemonic(m);
    in->space = space_of(in);

}

static uint16_t call_parameter(parser *p)
{
    const symbol *s = find_symbol(p, next(p));
    if (!s || s->space != PARAM) interpreter_fail(p->w, "line %u: parameter expected, seen %s", p->line, p->token);
    return (uint16_t)s->offset;
}

// `call.uni (result), name, (a, b);` or `call.uni name, (a, b);` after the opcode.
static void parse_call(parser *p, instruction *in)
{
    if (next(p)[0] == '(') {
        in->call_result = call_parameter(p);
        expect_next(p, ")");
        expect_next(p, ",");
        next(p);
    }
    while (in->callee < p->w->code.function_count && !is(p, p->w->code.functions[in->callee].name)) in->callee++;
    if (in->callee == p->w->code.function_count) interpreter_fail(p->w, "line %u: no function %s", p->line, p->token);
    expect_next(p, ",");
    expect_next(p, "(");
    unsigned n = 0;
    do {
        in->call_args[n++] = call_parameter(p);
        next(p);
    } while (is(p, ",") && n < 8);
    expect(p, ")");
    expect_next(p, ";");
}

static void parse_operands(parser *p, instruction *in, bool has_destination)
{
    next(p);
    if (is(p, ";")) return;
    if (has_destination) {
        parse_operand(p, &in->dst);
        next(p);
        if (is(p, "|")) next(p), parse_operand(p, &in->dst2), next(p);
        if (is(p, ";")) return;
        expect(p, ",");
        next(p);
    }
    for (;;) {
        if (in->sources == MAX_SOURCES) interpreter_fail(p->w, "line %u: too many operands", p->line);
        parse_operand(p, &in->src[in->sources++]);
        next(p);
        if (is(p, ";")) return;
        expect(p, ",");
        next(p);
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

static void parse_instruction(parser *p)
{
    char name[16];
    instruction *in = new_instruction(p);
    if (is(p, "@")) {
        if (next(p)[0] == '!') in->guard_negated = true, next(p);
        in->guard = find_register(p, p->token);
        if (in->guard < 0) interpreter_fail(p->w, "line %u: guard expected", p->line);
        next(p);
    }
    parse_opcode(p, in, name, sizeof name);
    if (strcmp(name, "call") == 0) {
        parse_call(p, in);
    } else if (strcmp(name, "bra") == 0) {
        if (p->use_count == MAX_LABELS) interpreter_fail(p->w, "line %u: too many branches", p->line);
        next(p);
        copy_name(p, p->uses[p->use_count].name, sizeof p->uses->name);
        p->uses[p->use_count++].at = p->fn->length - 1;
        expect_next(p, ";");
    } else {
        bool none = !strcmp(name, "st") || !strcmp(name, "red") || !strcmp(name, "bar") || !strcmp(name, "membar");
        parse_operands(p, in, !none);
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
        next(p);
        if (is(p, "")) interpreter_fail(p->w, "%s: no end of its body", p->fn->name);
        if (is(p, "{")) {
            if (scopes == 8) interpreter_fail(p->w, "line %u: scopes nest too deeply", p->line);
            outer[scopes++] = p->symbol_count;
        } else if (is(p, "}")) {
            if (--scopes > 0) p->symbol_count = outer[scopes];
        } else if (is(p, ".reg")) {
            parse_registers(p);
        } else if (is(p, ".param") || is(p, ".local") || is(p, ".shared")) {
            parse_variable(p, is(p, ".param") ? PARAM : is(p, ".local") ? LOCAL : SHARED);
            expect_next(p, ";");
        } else if (peek(p, ':')) {
            if (p->label_count == MAX_LABELS) interpreter_fail(p->w, "line %u: too many labels", p->line);
            copy_name(p, p->labels[p->label_count].name, sizeof p->labels->name);
            p->labels[p->label_count++].at = p->fn->length;
            next(p);
        } else {
            parse_instruction(p);
        }
    }
    resolve_labels(p);
}

static void parse_formals(parser *p, formal *into, uint8_t *count, unsigned limit)
{
    do {
        expect_next(p, ".param");
        const symbol *s = parse_variable(p, PARAM);
        if (*count == limit) interpreter_fail(p->w, "line %u: too many parameters", p->line);
        formal *f = &into[(*count)++];
        strcpy(f->name, s->name);
        f->offset = (uint16_t)s->offset;
        f->bytes = (uint16_t)s->bytes;
        next(p);
    } while (is(p, ","));
    expect(p, ")");
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
    if (next(p)[0] == '(') {
        uint8_t results = 0;
        parse_formals(p, &fn->result, &results, 1);
        fn->has_result = true;
        next(p);
    }
    copy_name(p, fn->name, sizeof fn->name);
    expect_next(p, "(");
    parse_formals(p, fn->formals, &fn->formal_count, 16);
    uint16_t formal_bytes = fn->param_bytes;
    expect_next(p, "{");
    parse_body(p);
    fn->param_bytes = formal_bytes;
    p->symbol_count = module_symbols;
    m->function_count++;
}

static void parse_module(parser *p)
{
    while (next(p)[0]) {
        if (is(p, ".version") || is(p, ".target") || is(p, ".address_size")) next(p);
        else if (is(p, ".visible") || is(p, ".extern") || is(p, ".weak")) continue;
        else if (is(p, ".entry") || is(p, ".func")) parse_function(p, is(p, ".entry"));
        else if (is(p, ".const")) parse_variable(p, CONSTANT), expect_next(p, ";");
        else if (is(p, ".global")) parse_variable(p, GLOBAL), expect_next(p, ";");
        else if (is(p, ".shared")) parse_variable(p, SHARED), expect_next(p, ";");
        else interpreter_fail(p->w, "line %u: unexpected %s", p->line, p->token);
    }
}

void interpreter_parse(world *w, const char *text)
{
    static parser p;                    // large, and one at a time
    p = (parser){.w = w, .at = text, .line = 1};
    parse_module(&p);
}
