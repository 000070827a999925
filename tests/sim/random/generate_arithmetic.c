// SPDX-License-Identifier: BSD-3-Clause
// Random statements on integers that need more than one instruction, or more than registers and constants; the others
// are rows of generate_forms.c.
#include <stdio.h>

#include "tests/sim/random/generator.h"

static void divide(generator *g)
{
    static const char *const types[] = {"u16", "s16", "u32", "s32", "u64", "s64"};
    const char *type = PICK(g, types);
    char c = gen_class_of_type(type);
    const char *odd = c == 'h' ? "%odd16" : c == 'w' ? "%odd32" : "%odd64";
    gen_emit_always(g, "or.b%s %s, %s, 1", type + 1, odd, gen_reg(g, c));
    gen_emit(g, "%s.%s %s, %s, %s", gen_chance(g, 50) ? "div" : "rem", type, gen_reg(g, c), gen_source(g, c), odd);
}

// add, sub or mad with a carry out, up to two with a carry in and out, one with a carry in. Results are kept at the
// end: a source is a register as it was before.
static void carry_chain(generator *g)
{
    static const char *const types[] = {"u32", "s32", "u64", "s64"};
    static const char *const kinds[] = {"add", "sub", "mad.lo", "mad.hi"};
    const char *type = PICK(g, types), *first = PICK(g, kinds);
    char c = gen_class_of_type(type);
    const char *low = c == 'w' ? "%carry" : "%tmp64";
    for (unsigned step = 0, steps = 2 + gen_below(g, 3); step < steps; step++) {
        const char *kind = step == 0 || gen_chance(g, 70) ? first : PICK(g, kinds),
                   *part = kind[0] == 'm' ? kind + 3 : "";
        const char *to = step == 0 ? low : gen_reg(g, c), *a = gen_reg(g, c), *b = gen_source(g, c);
        gen_emit_always(g, "%.3s%s%s%s.%s %s, %s, %s%s%s", kind, step ? "c" : "", part, step + 1 < steps ? ".cc" : "",
                        type, to, a, b, kind[0] == 'm' ? ", " : "", kind[0] == 'm' ? gen_source(g, c) : "");
    }
    gen_emit_always(g, "mov.b%s %s, %s", type + 1, gen_reg(g, c), low);
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

static void special_register(generator *g)
{
    static const char *const names[] = {"tid.x",       "tid.y",       "tid.z",      "ctaid.x",     "ctaid.y",
                                        "ctaid.z",     "ntid.x",      "ntid.y",     "ntid.z",      "nctaid.x",
                                        "nctaid.y",    "nctaid.z",    "laneid",     "lanemask_lt", "lanemask_le",
                                        "lanemask_eq", "lanemask_ge", "lanemask_gt"};
    gen_emit(g, "mov.u32 %s, %%%s", gen_reg(g, 'w'), PICK(g, names));
}

void gen_integer_statement(generator *g)
{
    unsigned kind = gen_below(g, 30);
    if (kind < 2) divide(g);
    else if (kind < 4) carry_chain(g);
    else if (kind < 6) packing(g);
    else if (kind < 7) special_register(g);
    else gen_integer_form(g);
}
