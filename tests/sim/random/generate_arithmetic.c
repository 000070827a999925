// Random statements on integers, bits and predicates.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

static const char *const integer_types[] = {"u16", "s16", "u32", "s32", "u32", "s32", "u64", "s64"};
static const char *const bit_types[] = {"b16", "b32", "b32", "b64"};

static void two_sources(generator *g)
{
    static const char *const names[] = {"add", "sub", "min", "max", "mul.lo", "mul.hi", "add", "sub"};
    const char *type = PICK(g, integer_types);
    char c = gen_class_of_type(type);
    gen_emit(g, "%s.%s %s, %s, %s", PICK(g, names), type, gen_reg(g, c), gen_source(g, c), gen_source(g, c));
}

static void saturating(generator *g)
{
    gen_emit(g, "%s.sat.s32 %s, %s, %s", gen_chance(g, 50) ? "add" : "sub", gen_reg(g, 'w'), gen_reg(g, 'w'),
             gen_source(g, 'w'));
}

static void one_source(generator *g)
{
    static const char *const types[] = {"s16", "s32", "s64"};
    const char *type = PICK(g, types);
    char c = gen_class_of_type(type);
    gen_emit(g, "%s.%s %s, %s", gen_chance(g, 50) ? "abs" : "neg", type, gen_reg(g, c), gen_reg(g, c));
}

static void logic(generator *g)
{
    static const char *const names[] = {"and", "or", "xor"};
    const char *type = PICK(g, bit_types);
    char c = gen_class_of_type(type);
    if (gen_chance(g, 20)) gen_emit(g, "not.%s %s, %s", type, gen_reg(g, c), gen_reg(g, c));
    else gen_emit(g, "%s.%s %s, %s, %s", PICK(g, names), type, gen_reg(g, c), gen_reg(g, c), gen_source(g, c));
}

static void multiply_add(generator *g)
{
    const char *type = PICK(g, integer_types);
    char c = gen_class_of_type(type);
    gen_emit(g, "mad.%s.%s %s, %s, %s, %s", gen_chance(g, 60) ? "lo" : "hi", type, gen_reg(g, c), gen_source(g, c),
             gen_source(g, c), gen_source(g, c));
}

static void widening(generator *g)
{
    static const char *const types[] = {"u16", "s16", "u32", "s32"};
    const char *type = PICK(g, types);
    char narrow = gen_class_of_type(type), wide = narrow == 'h' ? 'w' : 'd';
    if (gen_chance(g, 50))
        gen_emit(g, "mul.wide.%s %s, %s, %s", type, gen_reg(g, wide), gen_reg(g, narrow), gen_source(g, narrow));
    else
        gen_emit(g, "mad.wide.%s %s, %s, %s, %s", type, gen_reg(g, wide), gen_reg(g, narrow), gen_source(g, narrow),
                 gen_source(g, wide));
}

static void narrow_multiply(generator *g)
{
    const char *part = gen_chance(g, 60) ? "lo" : "hi", *type = gen_chance(g, 50) ? "u32" : "s32";
    if (gen_chance(g, 50))
        gen_emit(g, "mul24.%s.%s %s, %s, %s", part, type, gen_reg(g, 'w'), gen_reg(g, 'w'), gen_source(g, 'w'));
    else
        gen_emit(g, "mad24.lo.%s %s, %s, %s, %s", type, gen_reg(g, 'w'), gen_reg(g, 'w'), gen_reg(g, 'w'),
                 gen_source(g, 'w'));
}

static void divide(generator *g)
{
    const char *type = PICK(g, integer_types);
    char c = gen_class_of_type(type);
    const char *odd = c == 'h' ? "%odd16" : c == 'w' ? "%odd32" : "%odd64";
    gen_emit_always(g, "or.b%s %s, %s, 1", type + 1, odd, gen_reg(g, c));
    gen_emit(g, "%s.%s %s, %s, %s", gen_chance(g, 50) ? "div" : "rem", type, gen_reg(g, c), gen_source(g, c), odd);
}

static void difference(generator *g)
{
    const char *type = gen_chance(g, 50) ? "u32" : "s32";
    gen_emit(g, "sad.%s %s, %s, %s, %s", type, gen_reg(g, 'w'), gen_reg(g, 'w'), gen_source(g, 'w'),
             gen_source(g, 'w'));
}

static void shift(generator *g)
{
    static const char *const types[] = {"u16", "s16", "b16", "u32", "s32", "b32", "u64", "s64", "b64"};
    const char *type = PICK(g, types), *amount = gen_word_source(g, 70);
    char c = gen_class_of_type(type);
    if (gen_chance(g, 40)) gen_emit(g, "shl.b%s %s, %s, %s", type + 1, gen_reg(g, c), gen_reg(g, c), amount);
    else gen_emit(g, "shr.%s %s, %s, %s", type, gen_reg(g, c), gen_reg(g, c), amount);
}

static void funnel(generator *g)
{
    gen_emit(g, "shf.%s.%s.b32 %s, %s, %s, %s", gen_chance(g, 50) ? "l" : "r", gen_chance(g, 50) ? "wrap" : "clamp",
             gen_reg(g, 'w'), gen_reg(g, 'w'), gen_reg(g, 'w'), gen_word_source(g, 40));
}

static void counting(generator *g)
{
    static const char *const names[] = {"popc", "clz", "brev"};
    const char *name = PICK(g, names);
    bool wide = gen_chance(g, 50);
    char from = wide ? 'd' : 'w';
    gen_emit(g, "%s.%s %s, %s", name, wide ? "b64" : "b32", gen_reg(g, name[0] == 'b' ? from : 'w'), gen_reg(g, from));
}

static void field(generator *g)
{
    static const char *const types[] = {"u32", "s32", "u64", "s64"};
    const char *type = PICK(g, types);
    char c = gen_class_of_type(type);
    const char *position = gen_word_source(g, 70), *length = gen_word_source(g, 70);
    if (gen_chance(g, 50)) {
        gen_emit(g, "bfe.%s %s, %s, %s, %s", type, gen_reg(g, c), gen_reg(g, c), position, length);
    } else {
        gen_emit(g, "bfi.b%s %s, %s, %s, %s, %s", type + 1, gen_reg(g, c), gen_reg(g, c), gen_reg(g, c), position,
                 length);
    }
}

static void permute(generator *g)
{
    static const char *const modes[] = {"", "", "", ".f4e", ".b4e", ".rc8", ".ecl", ".ecr", ".rc16"};
    gen_emit(g, "prmt.b32%s %s, %s, %s, %s", PICK(g, modes), gen_reg(g, 'w'), gen_reg(g, 'w'), gen_reg(g, 'w'),
             gen_word_source(g, 65536));
}

static void long_carry_chain(generator *g)
{
    const char *name = gen_chance(g, 50) ? "add" : "sub";
    gen_emit_always(g, "%s.cc.u64 %%tmp64, %s, %s", name, gen_reg(g, 'd'), gen_source(g, 'd'));
    gen_emit_always(g, "%sc.u64 %s, %s, %s", name, gen_reg(g, 'd'), gen_reg(g, 'd'), gen_source(g, 'd'));
}

static void carry_chain(generator *g)
{
    unsigned kind = gen_below(g, 3);
    const char *low = gen_reg(g, 'w'), *middle = gen_other_reg(g, 'w', low), *a = gen_source(g, 'w'),
               *b = gen_source(g, 'w');
    if (kind == 2) {
        gen_emit_always(g, "mad.lo.cc.u32 %%carry, %s, %s, %s", gen_reg(g, 'w'), gen_reg(g, 'w'), a);
        gen_emit_always(g, "madc.hi.u32 %s, %s, %s, %s", middle, gen_reg(g, 'w'), gen_reg(g, 'w'), b);
        gen_emit_always(g, "mov.u32 %s, %%carry", low);
        return;
    }
    const char *name = kind == 0 ? "add" : "sub";
    gen_emit_always(g, "%s.cc.u32 %%carry, %s, %s", name, gen_reg(g, 'w'), a);
    if (gen_chance(g, 50)) gen_emit_always(g, "%sc.cc.u32 %s, %s, %s", name, middle, gen_reg(g, 'w'), b);
    gen_emit_always(g, "%sc.u32 %s, %s, %s", name, gen_reg(g, 'w'), gen_reg(g, 'w'), gen_source(g, 'w'));
    gen_emit_always(g, "mov.b32 %s, %%carry", low);
}

static void packing(generator *g)
{
    const char *w = gen_reg(g, 'w'), *h = gen_reg(g, 'h');
    switch (gen_below(g, 6)) {
    case 4: gen_emit(g, "mov.b64 {%%rs0, %%rs1, %%rs2, %%rs3}, %s", gen_reg(g, 'd')); break;
    case 0: gen_emit(g, "mov.b64 %s, {%s, %s}", gen_reg(g, 'd'), gen_source(g, 'w'), gen_source(g, 'w')); break;
    case 1: gen_emit(g, "mov.b64 {%s, %s}, %s", w, gen_other_reg(g, 'w', w), gen_reg(g, 'd')); break;
    case 2: gen_emit(g, "mov.b32 %s, {%s, %s}", w, h, gen_reg(g, 'h')); break;
    case 3: gen_emit(g, "mov.b32 {%s, %s}, %s", h, gen_chance(g, 20) ? "_" : gen_other_reg(g, 'h', h), w); break;
    default:
        gen_emit(g, "mov.b64 %s, {%s, %s, %s, %s}", gen_reg(g, 'd'), h, gen_reg(g, 'h'), gen_reg(g, 'h'),
                 gen_reg(g, 'h'));
        break;
    }
}

static void select_value(generator *g)
{
    static const char *const types[] = {"b16", "u16", "s16", "b32", "u32", "s32", "b64", "u64", "s64", "f32", "f64"};
    const char *type = PICK(g, types);
    char c = gen_class_of_type(type);
    switch (gen_below(g, 4)) {
    case 0: gen_emit(g, "mov.%s %s, %s", type, gen_reg(g, c), gen_source(g, c)); break;
    case 1:
        gen_emit(g, "slct.%s.s32 %s, %s, %s, %s", type, gen_reg(g, c), gen_source(g, c), gen_source(g, c),
                 gen_reg(g, 'w'));
        break;
    default:
        gen_emit(g, "selp.%s %s, %s, %s, %s", type, gen_reg(g, c), gen_source(g, c), gen_source(g, c), gen_reg(g, 'p'));
        break;
    }
}

static void special_register(generator *g)
{
    static const char *const names[] = {"tid.x", "tid.y", "tid.z", "ctaid.x", "ctaid.y", "ntid.x", "ntid.y", "nctaid.x",
                                        "laneid", "lanemask_lt", "lanemask_eq", "lanemask_ge"};
    gen_emit(g, "mov.u32 %s, %%%s", gen_reg(g, 'w'), PICK(g, names));
}

void gen_integer_statement(generator *g)
{
    static void (*const kinds[])(generator *) = {
        two_sources,     two_sources, two_sources, logic,        logic,           multiply_add, multiply_add,
        widening,        shift,       shift,       select_value, select_value,    saturating,   one_source,
        narrow_multiply, divide,      difference,  funnel,       counting,        field,        field,
        permute,         carry_chain, packing,     packing,      special_register, long_carry_chain};
    PICK(g, kinds)(g);
}

// A comparison into `predicate`, as setp or, for the other forms, set.
static void compare_into(generator *g, const char *predicate)
{
    static const char *const types[] = {"u16", "s16", "u32", "s32", "u64", "s64", "b32", "b64", "f32", "f64", "f32"};
    static const char *const equal[] = {"eq", "ne"}, *const ordered[] = {"eq", "ne", "lt", "le", "gt", "ge"};
    static const char *const plain[] = {"lo", "ls", "hi", "hs", "lt", "le", "gt", "ge", "eq", "ne"};
    static const char *const floats[] = {"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "equ",
                                         "neu", "ltu", "leu", "gtu", "geu", "num", "nan"};
    static const char *const combinations[] = {"and", "or", "xor"};
    const char *type = PICK(g, types), *how;
    char c = gen_class_of_type(type);
    switch (type[0]) {
    case 'b': how = PICK(g, equal); break;
    case 'u': how = PICK(g, plain); break;
    case 's': how = PICK(g, ordered); break;
    default: how = PICK(g, floats); break;
    }
    const char *flush = strcmp(type, "f32") == 0 && gen_chance(g, 15) ? ".ftz" : "", *a = gen_reg(g, c),
               *b = gen_source(g, c);
    char destination[24];
    snprintf(destination, sizeof destination, "%s%s%s", predicate, gen_chance(g, 20) ? "|" : "", "");
    if (strchr(destination, '|')) strcat(destination, gen_other_reg(g, 'p', predicate));
    if (gen_chance(g, 30)) {
        const char *not = gen_chance(g, 40) ? "!" : "";
        gen_emit(g, "setp.%s.%s%s.%s %s, %s, %s, %s%s", how, PICK(g, combinations), flush, type, destination, a, b, not,
                 gen_reg(g, 'p'));
    } else {
        gen_emit(g, "setp.%s%s.%s %s, %s, %s", how, flush, type, destination, a, b);
    }
}

static void set_value(generator *g)
{
    static const char *const forms[] = {"set.lt.u32.s32", "set.gt.u32.u32", "set.ge.s32.s64", "set.ne.u32.u16"};
    const char *form = PICK(g, forms);
    char c = gen_class_of_type(form + 11);
    gen_emit(g, "%s %s, %s, %s", form, gen_reg(g, 'w'), gen_reg(g, c), gen_source(g, c));
}

void gen_predicate_statement(generator *g)
{
    static const char *const names[] = {"and", "or", "xor"};
    switch (gen_below(g, 8)) {
    case 0: gen_emit(g, "%s.pred %s, %s, %s", PICK(g, names), gen_reg(g, 'p'), gen_reg(g, 'p'), gen_reg(g, 'p')); break;
    case 1: gen_emit(g, "not.pred %s, %s", gen_reg(g, 'p'), gen_reg(g, 'p')); break;
    case 2: gen_emit(g, "mov.pred %s, %s", gen_reg(g, 'p'), gen_reg(g, 'p')); break;
    case 3: set_value(g); break;
    default: compare_into(g, gen_reg(g, 'p')); break;
    }
}

const char *gen_random_predicate(generator *g)
{
    const char *p = gen_reg(g, 'p');
    compare_into(g, p);
    return p;
}
