// SPDX-License-Identifier: BSD-3-Clause
// See sim/trace/opcodes.h. Suffixes tell how wide an access is, how it is cached, how many registers a result takes.
#include "sim/trace/opcodes.h"

#include <stdlib.h>
#include <string.h>

const char *const generation_names[GENERATIONS] = { "Kepler", "Maxwell and Pascal", "Volta", "Turing", "Ampere and Ada",
                                                    "Hopper" };

const char *const trace_class_names[TRACE_CLASSES] = {
#define TRACE_CLASS(NAME, key, words, ...) [TRACE_OP_##NAME] = words,
#include "sim/trace/classes.def"
};
const char *const trace_class_keys[TRACE_CLASSES] = {
#define TRACE_CLASS(NAME, key, ...) [TRACE_OP_##NAME] = #key,
#include "sim/trace/classes.def"
};

// The letters of opcodes.def.
enum {
    K = 1 << GENERATION_KEPLER, M = 1 << GENERATION_MAXWELL, V = 1 << GENERATION_VOLTA, T = 1 << GENERATION_TURING,
    A = 1 << GENERATION_AMPERE, H = 1 << GENERATION_HOPPER,
    KM = K | M, AH = A | H, TAH = T | AH, VTAH = V | TAH, MVTAH = M | VTAH, KMVTAH = K | MVTAH
};
enum { TRACE_0 = 0 };

const opcode_row opcode_rows[] = {
#define OPCODE(name, generations, op_class, memory, space, flags) \
    { name, generations, TRACE_OP_##op_class, TRACE_##memory, TRACE_##space, TRACE_##flags },
#include "sim/trace/opcodes.def"
};
const size_t opcode_row_count = sizeof opcode_rows / sizeof opcode_rows[0];

bool opcode_generation(uint32_t binary_version, generation *g)
{
    static const struct { uint32_t first, last; generation generation; } rows[] = {
        { 30, 37, GENERATION_KEPLER }, { 50, 62, GENERATION_MAXWELL }, { 70, 72, GENERATION_VOLTA },
        { 75, 75, GENERATION_TURING }, { 80, 89, GENERATION_AMPERE },  { 90, 90, GENERATION_HOPPER }
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (binary_version >= rows[i].first && binary_version <= rows[i].last) {
            *g = rows[i].generation;
            return true;
        }
    return false;
}

// --- suffixes
typedef struct { const char *text; size_t length; } word;

static bool is(word w, const char *text) { return strlen(text) == w.length && memcmp(w.text, text, w.length) == 0; }

// The next suffix after a dot; false past the last.
static bool next_suffix(const char **at, word *w)
{
    if (**at != '.')
        return false;
    w->text = ++*at;
    w->length = strcspn(w->text, ".");
    *at += w->length;
    return true;
}

static bool has(const char *opcode, const char *suffix)
{
    const char *at = opcode + strcspn(opcode, ".");

    for (word w; next_suffix(&at, &w);)
        if (is(w, suffix))
            return true;
    return false;
}

// Bits of a type: .64, .U8, .S16, .F32, .F16x2, .BF16_V2, .B32; 0: not a type.
static unsigned type_bits(word w)
{
    static const struct { const char *text; unsigned bits; } rows[] = {
        { "8", 8 },    { "U8", 8 },   { "S8", 8 },     { "16", 16 },       { "U16", 16 },    { "S16", 16 }, { "F16", 16 },
        { "32", 32 },  { "U32", 32 }, { "S32", 32 },   { "F32", 32 },      { "64", 64 },     { "U64", 64 }, { "S64", 64 },
        { "F64", 64 }, { "B32", 32 }, { "B64", 64 },   { "F16x2", 32 },    { "BF16x2", 32 }, { "128", 128 },
        { "U128", 128 }, { "B128", 128 }, { "F16X2", 32 }, { "BF16_V2", 32 }
    };

    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (is(w, rows[i].text))
            return rows[i].bits;
    return 0;
}

// From the first suffix that is a type; `otherwise` without one.
static unsigned first_type(const char *opcode, unsigned otherwise)
{
    const char *at = opcode + strcspn(opcode, ".");

    for (word w; next_suffix(&at, &w);)
        if (type_bits(w))
            return type_bits(w);
    return otherwise;
}

// LDSM, STSM: 1, 2 or 4 matrices, each a register per lane.
static unsigned matrices(const char *opcode)
{
    return has(opcode, "4") ? 4 : has(opcode, "2") ? 2 : 1;
}

// Registers of a lane for the sum of a matrix multiply-add: M x N numbers in 32 lanes. The shape is the first suffix that
// begins with a digit: 884, 8816, 88128 are 8 x 8, 1688, 16816, 16832 are 16 x 8.
static unsigned sum_registers(const char *opcode)
{
    bool half = false, wide = strncmp(opcode, "DMMA", 4) == 0;
    const char *at = opcode + strcspn(opcode, ".");
    unsigned numbers = 2;
    word w;

    for (bool first = true; next_suffix(&at, &w);)
        if (w.text[0] >= '0' && w.text[0] <= '9')
            numbers = w.text[0] == '1' ? 4 : 2;
        else if (first && (is(w, "F16") || is(w, "F32"))) {
            half = is(w, "F16");
            first = false;
        }
    // two fp16 numbers a register; a step of Volta's 884 writes two registers whatever the type
    return wide ? 4 : half ? 2 : numbers;
}

// Other destinations than memory's that take two registers.
static bool is_wide(const trace_insn *insn, const char *name, size_t length)
{
    switch (insn->op_class) {
    case TRACE_OP_DP_ADD:
    case TRACE_OP_DP_MAX:
    case TRACE_OP_DP_MUL:
    case TRACE_OP_DP_MAD:
        return true;
    case TRACE_OP_CONVERT:             // the first type is the result's
        return first_type(insn->opcode, 32) == 64;
    default:
        return has(insn->opcode, "WIDE") || (length == 4 && memcmp(name, "CS2R", 4) == 0 && !has(insn->opcode, "32"));
    }
}

static void decode_memory(trace_insn *insn, word name)
{
    const char *opcode = insn->opcode;
    bool matrix = is(name, "LDSM") || is(name, "STSM");
    unsigned bits = matrix ? 32 * matrices(opcode) : first_type(opcode, 32);

    insn->width = (uint8_t)(bits / 8);
    if (has(opcode, "CG") || has(opcode, "BYPASS") || (has(opcode, "STRONG") && !has(opcode, "CTA") && !has(opcode, "SM")))
        insn->flags |= TRACE_PAST_L1D;
    if (has(opcode, "CI") || has(opcode, "CONSTANT") || has(opcode, "NC"))
        insn->flags |= TRACE_READ_ONLY;
    if (has(opcode, "CV"))
        insn->flags |= TRACE_VOLATILE;
    insn->dst_registers = (uint8_t)(!insn->n_dst ? 0 : bits > 32 ? bits / 32 : 1);
}

static const opcode_row *find(word name, generation g)
{
    for (const opcode_row *row = opcode_rows; row < opcode_rows + opcode_row_count; row++)
        if (is(name, row->name) && row->generations >> g & 1)
            return row;
    return NULL;
}

bool opcode_decode(trace_insn *insn, generation g)
{
    word name = { insn->opcode, strcspn(insn->opcode, ".") };
    const opcode_row *row = find(name, g);

    insn->dst_registers = insn->n_dst ? 1 : 0;
    if (!row) {
        insn->op_class = TRACE_OP_INT_ADD;
        insn->flags = TRACE_UNKNOWN;
        return false;
    }
    insn->op_class = row->op_class;
    insn->memory = row->memory;
    insn->space = row->space;
    insn->flags = row->flags;
    if (insn->flags & TRACE_IS_BARRIER && has(insn->opcode, "ARV"))
        insn->flags |= TRACE_ARRIVES;
    if (row->memory)
        decode_memory(insn, name);
    else if (insn->n_dst && row->op_class == TRACE_OP_TENSOR)
        insn->dst_registers = (uint8_t)sum_registers(insn->opcode);
    else if (insn->n_dst && is_wide(insn, name.text, name.length))
        insn->dst_registers = 2;
    return true;
}
