// Random statements on floats, and conversions.
#include <stdio.h>
#include <string.h>

#include "tests/sim/random/generator.h"

static const char *rounding(generator *g)
{
    static const char *const names[] = {".rn", ".rn", ".rn", ".rz", ".rm", ".rp"};
    return PICK(g, names);
}

static const char *flush(generator *g, char class) { return class == 'f' && gen_chance(g, 15) ? ".ftz" : ""; }
static const char *saturate(generator *g, char class) { return class == 'f' && gen_chance(g, 10) ? ".sat" : ""; }
static const char *type_of(char class) { return class == 'f' ? "f32" : "f64"; }

static void arithmetic(generator *g, char c)
{
    static const char *const names[] = {"add", "sub", "mul", "add", "sub", "mul", "div"};
    const char *name = PICK(g, names), *round = rounding(g), *ftz = flush(g, c);
    const char *sat = name[0] == 'd' ? "" : saturate(g, c);
    if (name[0] != 'd' && gen_chance(g, 40)) round = "";
    if (name[0] == 'd' && c == 'f' && gen_chance(g, 30)) round = gen_chance(g, 50) ? ".approx" : ".full";
    gen_emit(g, "%s%s%s%s.%s %s, %s, %s", name, round, ftz, sat, type_of(c), gen_reg(g, c), gen_reg(g, c),
             gen_source(g, c));
}

static void fused(generator *g, char c)
{
    const char *round = rounding(g), *ftz = flush(g, c), *sat = saturate(g, c);
    gen_emit(g, "%s%s%s%s.%s %s, %s, %s, %s", gen_chance(g, 80) ? "fma" : "mad", round, ftz, sat, type_of(c),
             gen_reg(g, c), gen_reg(g, c), gen_source(g, c), gen_source(g, c));
}

static void extremes(generator *g, char c)
{
    const char *ftz = flush(g, c);
    gen_emit(g, "%s%s.%s %s, %s, %s", gen_chance(g, 50) ? "min" : "max", ftz, type_of(c), gen_reg(g, c), gen_reg(g, c),
             gen_source(g, c));
}

static void signs(generator *g, char c)
{
    const char *seen;
    switch (gen_below(g, 3)) {
    case 0: gen_emit(g, "abs%s.%s %s, %s", flush(g, c), type_of(c), gen_reg(g, c), gen_reg(g, c)); break;
    case 1: gen_emit(g, "neg%s.%s %s, %s", flush(g, c), type_of(c), gen_reg(g, c), gen_reg(g, c)); break;
    default:
        seen = gen_seen_float(g, c, 0);
        gen_emit(g, "copysign.%s %s, %s, %s", type_of(c), gen_reg(g, c), seen, gen_reg(g, c));
        break;
    }
}

static void roots(generator *g, char c)
{
    const char *name = gen_chance(g, 50) ? "sqrt" : "rcp", *round = rounding(g), *ftz = flush(g, c);
    if (c == 'f' && gen_chance(g, 30)) round = ".approx";
    gen_emit(g, "%s%s%s.%s %s, %s", name, round, ftz, type_of(c), gen_reg(g, c), gen_reg(g, c));
}

static void rough_reciprocal(generator *g, char c)
{
    static const char *const names[] = {"rcp.approx.ftz", "rsqrt.approx.ftz", "rsqrt.approx"};
    (void)c;
    gen_emit(g, "%s.f64 %s, %s", PICK(g, names), gen_reg(g, 'g'), gen_reg(g, 'g'));
}

static void approximate(generator *g, char c)
{
    static const char *const names[] = {"sin", "cos", "ex2", "lg2", "rsqrt"};
    (void)c;
    const char *ftz = gen_chance(g, 25) ? ".ftz" : "";
    gen_emit(g, "%s.approx%s.f32 %s, %s", PICK(g, names), ftz, gen_reg(g, 'f'), gen_reg(g, 'f'));
}

// Bits of a float seen as an integer, and the reverse.
static void reinterpret(generator *g, char c)
{
    char integer = c == 'f' ? 'w' : 'd';
    const char *type = c == 'f' ? "b32" : "b64";
    if (gen_chance(g, 50)) {
        const char *seen = gen_seen_float(g, c, 0);
        gen_emit(g, "mov.%s %s, %s", type, gen_reg(g, integer), seen);
    } else {
        gen_emit(g, "mov.%s %s, %s", type, gen_reg(g, c), gen_reg(g, integer));
    }
}

static void set_from_float(generator *g, char c)
{
    static const char *const how[] = {"lt", "geu", "nan", "eq"};
    const char *compare = PICK(g, how), *to = gen_chance(g, 50) ? "u32" : "f32";
    char into = to[0] == 'u' ? 'w' : 'f';
    if (gen_chance(g, 50)) {
        gen_emit(g, "set.%s.%s.%s %s, %s, %s", compare, to, type_of(c), gen_reg(g, into), gen_reg(g, c),
                 gen_source(g, c));
    } else {
        gen_emit(g, "set.%s.and.%s.%s %s, %s, %s, %s", compare, to, type_of(c), gen_reg(g, into), gen_reg(g, c),
                 gen_source(g, c), gen_reg(g, 'p'));
    }
}

void gen_float_statement(generator *g)
{
    static void (*const kinds[])(generator *, char) = {arithmetic,  arithmetic,  arithmetic,    fused,
                                                       fused,       extremes,    signs,         roots,
                                                       approximate, reinterpret, set_from_float,
                                                       rough_reciprocal};
    PICK(g, kinds)(g, gen_chance(g, 65) ? 'f' : 'g');
}

static const char *const integer_types[] = {"u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64"};

// A register that can hold the type, at times a wider one.
static char holder(generator *g, const char *type)
{
    unsigned bits = type[1] == '8' ? 8 : type[1] == '1' ? 16 : type[1] == '3' ? 32 : 64;
    char fits = bits <= 16 ? 'h' : bits == 32 ? 'w' : 'd';
    if (gen_chance(g, 25) && bits < 64) return bits < 32 && gen_chance(g, 50) ? 'w' : 'd';
    return fits;
}

static void integer_to_integer(generator *g)
{
    const char *to = PICK(g, integer_types), *from = PICK(g, integer_types);
    const char *sat = strcmp(to, from) != 0 && gen_chance(g, 25) ? ".sat" : "";
    gen_emit(g, "cvt%s.%s.%s %s, %s", sat, to, from, gen_reg(g, holder(g, to)), gen_reg(g, holder(g, from)));
}

static void integer_to_float(generator *g)
{
    const char *from = PICK(g, integer_types);
    char c = gen_chance(g, 60) ? 'f' : 'g';
    const char *sat = c == 'f' && gen_chance(g, 10) ? ".sat" : "";
    gen_emit(g, "cvt%s%s.%s.%s %s, %s", rounding(g), sat, type_of(c), from, gen_reg(g, c), gen_reg(g, holder(g, from)));
}

static void float_to_integer(generator *g)
{
    static const char *const roundings[] = {".rni", ".rzi", ".rzi", ".rmi", ".rpi"};
    const char *to = PICK(g, integer_types), *round = PICK(g, roundings);
    char c = gen_chance(g, 60) ? 'f' : 'g';
    const char *ftz = flush(g, c);
    gen_emit(g, "cvt%s%s.%s.%s %s, %s", round, ftz, to, type_of(c), gen_reg(g, holder(g, to)), gen_reg(g, c));
}

static void float_to_float(generator *g)
{
    static const char *const roundings[] = {".rni", ".rzi", ".rmi", ".rpi"};
    const char *round = PICK(g, roundings);
    char c = gen_chance(g, 60) ? 'f' : 'g';
    switch (gen_below(g, 3)) {
    case 0: gen_emit(g, "cvt%s.f64.f32 %s, %s", flush(g, 'f'), gen_reg(g, 'g'), gen_reg(g, 'f')); break;
    case 1:
        gen_emit(g, "cvt%s%s%s.f32.f64 %s, %s", rounding(g), flush(g, 'f'), saturate(g, 'f'), gen_reg(g, 'f'),
                 gen_reg(g, 'g'));
        break;
    default: gen_emit(g, "cvt%s.%s.%s %s, %s", round, type_of(c), type_of(c), gen_reg(g, c), gen_reg(g, c)); break;
    }
}

void gen_convert_statement(generator *g)
{
    static void (*const kinds[])(generator *) = {
        integer_to_integer, integer_to_integer, integer_to_float, float_to_integer, float_to_float
    };
    PICK(g, kinds)(g);
}
