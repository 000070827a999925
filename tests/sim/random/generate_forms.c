// SPDX-License-Identifier: BSD-3-Clause
// Statements that compute a register from registers and constants, as a table: an opcode with its alternatives, and its
// operands. What PTX ISA 8.x gives these instructions stands here once; `{a,b}` is one of a and b, either of which may
// be empty.
//
//   t T   a register, a register or constant, of the class of the first type; u U  of the second type
//   x X   of twice its width;   v V   a register that can hold the first, the second type, at times a wider one
//   h w d f g p   a register of that class; upper case: or a constant;   q  a predicate, at times negated
//   c     a register of the first type whose NaN is replaced;   n70  a number below 70, or any word;   #256  a number
//   below 256 |     joins a second destination to the first, another register
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/generator.h"

#define INTEGERS   "{u16,s16,u32,s32,u64,s64}"
#define BYTES_UP   "{u8,s8,u16,s16,u32,s32,u64,s64}"
#define ALL_TYPES  "{b16,u16,s16,b32,u32,s32,b64,u64,s64,f32,f64}"
#define ROUNDED    "{.rn,.rz,.rm,.rp}"
#define MAYBE      "{,.rn,.rz,.rm,.rp}"
#define WHOLE      "{.rni,.rzi,.rmi,.rpi}"
#define FTZ        "{,.ftz}"
#define SAT        "{,.sat}"
#define OF_SIGNED  "{eq,ne,lt,le,gt,ge}"
#define OF_FLOATS  "{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}"
#define OF_WORDS   "{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}"
#define COMBINED   "{and,or,xor}"

typedef struct { unsigned weight; const char *opcode, *operands; } form;

static const form integer_forms[] = {
    {6, "{add,sub,min,max}." INTEGERS, "t,T,T"},
    {2, "{add,sub}.sat.s32", "w,w,W"},
    {3, "mul.{lo,hi}." INTEGERS, "t,T,T"},
    {3, "mad.{lo,hi}." INTEGERS, "t,T,T,T"},
    {1, "mad.hi.sat.s32", "w,w,W,W"},
    {1, "mul.wide.{u16,s16,u32,s32}", "x,t,T"},
    {1, "mad.wide.{u16,s16,u32,s32}", "x,t,T,X"},
    {1, "mul24.{lo,hi}.{u32,s32}", "w,w,W"},
    {1, "mad24.{lo,hi}.{u32,s32}", "w,w,W,W"},
    {1, "sad." INTEGERS, "t,t,T,T"},
    {1, "dp4a.{u32,s32}.{u32,s32}", "w,w,W,W"},
    {1, "dp2a.{lo,hi}.{u32,s32}.{u32,s32}", "w,w,W,W"},
    {1, "bmsk.{wrap,clamp}.b32", "w,n40,n40"},
    {1, "szext.{wrap,clamp}.{u32,s32}", "w,w,n40"},
    {2, "{abs,neg}.{s16,s32,s64}", "t,t"},
    {3, "{and,or,xor}.{b16,b32,b64}", "t,t,T"},
    {2, "{not,cnot}.{b16,b32,b64}", "t,t"},
    {1, "shl.{b16,b32,b64}", "t,t,n70"},
    {2, "shr.{b16,u16,s16,b32,u32,s32,b64,u64,s64}", "t,t,n70"},
    {1, "shf.{l,r}.{wrap,clamp}.b32", "w,w,w,n40"},
    {1, "{popc,clz}.{b32,b64}", "w,t"},
    {1, "bfind{,.shiftamt}.{u32,s32,u64,s64}", "w,t"},
    {1, "brev.{b32,b64}", "t,t"},
    {1, "bfe.{u32,s32,u64,s64}", "t,t,n70,n70"},
    {1, "bfi.{b32,b64}", "t,t,T,n70,n70"},
    {1, "prmt.b32{,.f4e,.b4e,.rc8,.ecl,.ecr,.rc16}", "w,w,w,n65536"},
    {1, "lop3.b32", "w,W,W,W,#256"},
    {2, "mov." ALL_TYPES, "t,T"},
    {2, "selp." ALL_TYPES, "t,T,T,p"},
    {1, "slct." ALL_TYPES ".s32", "t,T,T,w"},
    {1, "slct" FTZ "." ALL_TYPES ".f32", "t,T,T,F"},
};

static const form predicate_forms[] = {
    {1, "{and,or,xor}.pred", "p,p,p"},
    {1, "not.pred", "p,p"},
    {1, "mov.pred", "p,p"},
    {1, "set." OF_SIGNED ".{u32,s32,f32}.{s16,s32,s64}", "t,u,U"},
    {1, "set." OF_WORDS ".{u32,s32,f32}.{u16,u32,u64}", "t,u,U"},
    {1, "set.{eq,ne}.{u32,s32,f32}.{b16,b32,b64}", "t,u,U"},
    {1, "set." OF_FLOATS FTZ ".{u32,s32,f32}.f32", "t,u,U"},
    {1, "set." OF_FLOATS ".{u32,s32,f32}.f64", "t,u,U"},
    {1, "set." OF_SIGNED "." COMBINED ".{u32,s32,f32}.{s16,s32,s64}", "t,u,U,q"},
    {1, "set." OF_WORDS "." COMBINED ".{u32,s32,f32}.{u16,u32,u64}", "t,u,U,q"},
    {1, "set.{eq,ne}." COMBINED ".{u32,s32,f32}.{b16,b32,b64}", "t,u,U,q"},
    {1, "set." OF_FLOATS "." COMBINED FTZ ".{u32,s32,f32}.f32", "t,u,U,q"},
    {1, "set." OF_FLOATS "." COMBINED ".{u32,s32,f32}.f64", "t,u,U,q"},
};

// Into the predicate that is wanted.
static const form comparisons[] = {
    {3, "setp." OF_SIGNED ".{s16,s32,s64}", "t,T"},
    {3, "setp." OF_WORDS ".{u16,u32,u64}", "t,T"},
    {1, "setp.{eq,ne}.{b16,b32,b64}", "t,T"},
    {2, "setp." OF_FLOATS FTZ ".f32", "t,T"},
    {1, "setp." OF_FLOATS ".f64", "t,T"},
    {1, "setp." OF_SIGNED "." COMBINED ".{s16,s32,s64}", "t,T,q"},
    {1, "setp." OF_WORDS "." COMBINED ".{u16,u32,u64}", "t,T,q"},
    {1, "setp.{eq,ne}." COMBINED ".{b16,b32,b64}", "t,T,q"},
    {1, "setp." OF_FLOATS "." COMBINED FTZ ".f32", "t,T,q"},
    {1, "setp." OF_FLOATS "." COMBINED ".f64", "t,T,q"},
};

static const form float_forms[] = {
    {6, "{add,sub,mul}" MAYBE FTZ SAT ".f32", "f,f,F"},
    {4, "{add,sub,mul}" MAYBE ".f64", "g,g,G"},
    {4, "{fma,mad}" ROUNDED FTZ SAT ".f32", "f,f,F,F"},
    {2, "{fma,mad}" ROUNDED ".f64", "g,g,G,G"},
    {1, "mad" FTZ SAT ".f32", "f,f,F,F"},
    {2, "div{.rn,.rz,.rm,.rp,.approx,.full}" FTZ ".f32", "f,f,F"},
    {1, "div" ROUNDED ".f64", "g,g,G"},
    {1, "{min,max}" FTZ ".f32", "f,f,F"},
    {1, "{min,max}.f64", "g,g,G"},
    {1, "{abs,neg}" FTZ ".f32", "f,f"},
    {1, "{abs,neg}.f64", "g,g"},
    {1, "copysign.{f32,f64}", "t,c,t"},
    {2, "{sqrt,rcp}{.rn,.rz,.rm,.rp,.approx}" FTZ ".f32", "f,f"},
    {1, "{sqrt,rcp}" ROUNDED ".f64", "g,g"},
    {1, "rcp.approx.ftz.f64", "g,g"},
    {1, "rsqrt.approx" FTZ ".{f32,f64}", "t,t"},
    {2, "{sin,cos,ex2,lg2}.approx" FTZ ".f32", "f,f"},
    {1, "tanh.approx.f32", "f,f"},
    {2, "mov.b32", "w,c"},                              // the bits of a float seen as an integer, and the reverse
    {2, "mov.b64", "d,c"},
    {1, "mov.b32", "f,w"},
    {1, "mov.b64", "g,d"},
};

static const form conversions[] = {
    {4, "cvt" SAT "." BYTES_UP "." BYTES_UP, "v,V"},
    {1, "cvt" ROUNDED FTZ SAT ".f32." BYTES_UP, "f,V"},
    {1, "cvt" ROUNDED SAT ".f64." BYTES_UP, "g,V"},
    {1, "cvt" WHOLE FTZ SAT "." BYTES_UP ".f32", "v,f"},
    {1, "cvt" WHOLE SAT "." BYTES_UP ".f64", "v,g"},
    {1, "cvt" FTZ SAT ".f64.f32", "g,f"},
    {1, "cvt" ROUNDED FTZ SAT ".f32.f64", "f,g"},
    {1, "cvt{,.rni,.rzi,.rmi,.rpi}" FTZ SAT ".f32.f32", "f,f"},
    {1, "cvt{,.rni,.rzi,.rmi,.rpi}" SAT ".f64.f64", "g,g"},
};

// One of the alternatives of each brace.
static void expand(generator *g, const char *pattern, char *to, size_t size)
{
    size_t n = 0;
    while (*pattern && n + 1 < size) {
        if (*pattern != '{') {
            to[n++] = *pattern++;
            continue;
        }
        const char *end = strchr(pattern, '}');
        unsigned count = 1;
        for (const char *at = pattern; at < end; at++) count += *at == ',';
        const char *at = pattern + 1;
        for (unsigned which = gen_below(g, count); which > 0; which--) at = strchr(at, ',') + 1;
        while (*at != ',' && *at != '}' && n + 1 < size) to[n++] = *at++;
        pattern = end + 1;
    }
    to[n] = 0;
}

// The types of an opcode are its last parts; a mode of prmt behind it is none.
static bool is_type(const char *part, size_t length)
{
    static const char *const types[] = {"pred", "b16", "b32", "b64", "u8",  "s8",  "u16",
                                        "s16",  "u32", "s32", "u64", "s64", "f32", "f64"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i]) == length && strncmp(part, types[i], length) == 0) return true;
    }
    return false;
}

static void types_of(const char *opcode, char first[8], char second[8])
{
    first[0] = second[0] = 0;
    for (const char *part = strchr(opcode, '.'); part; part = strchr(part + 1, '.')) {
        size_t length = strcspn(part + 1, ".");
        if (!is_type(part + 1, length)) continue;
        char *to = first[0] ? second : first;
        memcpy(to, part + 1, length);
        to[length] = 0;
    }
}

// The class of a register that can hold the type, at times of a wider one.
static char holder(generator *g, const char *type)
{
    char fits = gen_class_of_type(type);
    if (fits == 'd' || gen_chance(g, 75)) return fits;
    return fits == 'h' && gen_chance(g, 50) ? 'w' : 'd';
}

static const char *one_operand(generator *g, char code, unsigned number, const char *first, const char *second)
{
    char wide = gen_class_of_type(first) == 'h' ? 'w' : 'd';
    switch (code) {
    case 't': return gen_reg(g, gen_class_of_type(first));
    case 'T': return gen_source(g, gen_class_of_type(first));
    case 'u': return gen_reg(g, gen_class_of_type(second));
    case 'U': return gen_source(g, gen_class_of_type(second));
    case 'x': return gen_reg(g, wide);
    case 'X': return gen_source(g, wide);
    case 'v': return gen_reg(g, holder(g, first));
    case 'V': return gen_reg(g, holder(g, second));
    case 'c': return gen_seen_float(g, strstr(first, "64") ? 'g' : 'f', 0);
    case 'n': return gen_word_source(g, number);
    case '#': return gen_number_text(g, gen_below(g, number));
    case 'q': return gen_maybe_not(g, gen_reg(g, 'p'));
    default:  return code >= 'a' ? gen_reg(g, code) : gen_source(g, (char)(code - 'A' + 'a'));
    }
}

static void operands_of(generator *g, const char *codes, const char *opcode, char *to, size_t size)
{
    char first[8], second[8];
    size_t n = 0;
    types_of(opcode, first, second);
    while (*codes && n < size) {
        char *rest, code = *codes++;
        unsigned number = (unsigned)strtoul(codes, &rest, 10);
        codes = *rest == ',' ? rest + 1 : rest;
        n += (size_t)snprintf(to + n, size - n, "%s%s", n ? ", " : "", one_operand(g, code, number, first, second));
    }
}

static const form *pick(generator *g, const form *forms, size_t count)
{
    unsigned all = 0;
    for (size_t i = 0; i < count; i++) all += forms[i].weight;
    unsigned at = gen_below(g, all);
    while (at >= forms->weight) at -= forms++->weight;
    return forms;
}
#define PICK_FORM(g, forms) pick((g), forms, sizeof(forms) / sizeof *(forms))

static void emit_form(generator *g, const form *f)
{
    char opcode[64], operands[160];
    expand(g, f->opcode, opcode, sizeof opcode);
    operands_of(g, f->operands, opcode, operands, sizeof operands);
    gen_emit(g, "%s %s", opcode, operands);
}

void gen_integer_form(generator *g) { emit_form(g, PICK_FORM(g, integer_forms)); }
void gen_float_statement(generator *g) { emit_form(g, PICK_FORM(g, float_forms)); }
void gen_convert_statement(generator *g) { emit_form(g, PICK_FORM(g, conversions)); }

// A comparison into the predicate, at times its inverse into another one.
static void compare_into(generator *g, const char *predicate)
{
    const form *f = PICK_FORM(g, comparisons);
    char opcode[64], operands[160], pair[32];
    expand(g, f->opcode, opcode, sizeof opcode);
    operands_of(g, f->operands, opcode, operands, sizeof operands);
    snprintf(pair, sizeof pair, "%s", predicate);
    if (gen_chance(g, 20)) snprintf(pair, sizeof pair, "%s|%s", predicate, gen_other_reg(g, 'p', predicate));
    else if (gen_chance(g, 3)) snprintf(pair, sizeof pair, "%s|_", predicate);
    gen_emit(g, "%s %s, %s", opcode, pair, operands);
}

void gen_predicate_statement(generator *g)
{
    if (gen_chance(g, 50)) emit_form(g, PICK_FORM(g, predicate_forms));
    else compare_into(g, gen_reg(g, 'p'));
}

const char *gen_random_predicate(generator *g)
{
    const char *p = gen_reg(g, 'p');
    compare_into(g, p);
    return p;
}
