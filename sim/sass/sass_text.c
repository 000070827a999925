// SPDX-License-Identifier: BSD-3-Clause
// Registers: PTX has as many as it likes, of any size; a machine has R0 to R254 of 32 bits, and a line names the first of several
// that are moved together. So registers of a vector are consecutive, 64-bit ones that are moved or computed with are pairs, and
// after R254 numbers are reused.
#include "sim/sass/sass_text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REGISTERS = 255, NUMBERS = 1 << 16, WORDS = 256 };

typedef struct { uint16_t of[NUMBERS]; uint32_t used; } allocation;      // from 1 on; 0: none

static const char *const opcodes[LATENCY_COUNT] = {
    [LATENCY_INT_ADD] = "IADD",  [LATENCY_INT_MAX] = "IMNMX", [LATENCY_INT_MUL] = "IMUL",   [LATENCY_INT_MAD] = "IMAD",
    [LATENCY_INT_MUL24] = "IMUL", [LATENCY_INT_MAD24] = "IMAD", [LATENCY_INT_DIV] = "MUFU.RCP",
    [LATENCY_FP_ADD] = "FADD",   [LATENCY_FP_MAX] = "FMNMX",  [LATENCY_FP_MUL] = "FMUL",    [LATENCY_FP_MAD] = "FFMA",
    [LATENCY_FP_DIV] = "MUFU.RCP",
    [LATENCY_DP_ADD] = "DADD",   [LATENCY_DP_MAX] = "DMNMX",  [LATENCY_DP_MUL] = "DMUL",    [LATENCY_DP_MAD] = "DFMA",
    [LATENCY_DP_DIV] = "MUFU.RCP64H",
    [LATENCY_SFU] = "MUFU.EX2",  [LATENCY_SHUFFLE] = "SHFL.IDX",
};

static bool is_double(const insn *i)
{
    return i->latency == LATENCY_DP_ADD || i->latency == LATENCY_DP_MAX || i->latency == LATENCY_DP_MUL || i->latency == LATENCY_DP_MAD;
}

// --- registers

static void give(allocation *a, const uint16_t *numbers, unsigned n, unsigned words)
{
    const uint32_t all = n * words, align = all > 2 ? 4 : all;
    uint32_t at;

    if (!n)
        return;                                 // a reduction has no result
    for (unsigned i = 0; i < n; i++)
        if (a->of[numbers[i]])
            return;                             // it has registers already
    at = (a->used + align - 1) / align * align;
    if (at % REGISTERS + all > REGISTERS)
        at = (at / REGISTERS + 1) * REGISTERS;
    for (unsigned i = 0; i < n; i++)
        a->of[numbers[i]] = (uint16_t)((at + i * words) % REGISTERS + 1);
    a->used = at + all;
}

// Sources of a memory instruction that are stored or combined: before the address and the guard.
static unsigned data_sources(const insn *i)
{
    const unsigned guard = (i->flags & INSN_PREDICATED) != 0, all = i->n_src > guard ? i->n_src - guard : 0u;
    const unsigned elements = i->element ? i->width / i->element : 1;

    if (i->memory == MEMORY_STORE)
        return all < elements ? all : elements;
    return i->memory == MEMORY_ATOMIC && all ? all - 1 : 0;
}

static void give_registers(allocation *a, const kernel *k)
{
    for (uint32_t p = 0; p < k->n_insns; p++) {
        const insn *i = &k->insns[p];
        const unsigned words = i->element > 4 ? 2 : 1;

        if (i->memory == MEMORY_LOAD || i->memory == MEMORY_ATOMIC)
            give(a, i->dst, i->n_dst, words);
        if (i->memory == MEMORY_STORE)
            give(a, i->src, data_sources(i), words);
    }
    for (uint32_t p = 0; p < k->n_insns; p++) {
        const insn *i = &k->insns[p];

        for (unsigned r = 0; r < i->n_dst; r++)
            give(a, &i->dst[r], 1, is_double(i) ? 2 : 1);
        for (unsigned r = 0; r < i->n_src; r++)
            give(a, &i->src[r], 1, is_double(i) && r + 1 < i->n_src ? 2 : 1);
    }
}

// --- words

static const char *memory_opcode(const insn *i)
{
    static const char *const loads[] = { [SPACE_GLOBAL] = "LDG", [SPACE_LOCAL] = "LDL", [SPACE_SHARED] = "LDS", [SPACE_CONST] = "LDC",
                                         [SPACE_PARAM] = "LDC", [SPACE_GENERIC] = "LD", [SPACE_TEXTURE] = "TEX", [SPACE_NONE] = "LD" };
    static const char *const stores[] = { [SPACE_GLOBAL] = "STG", [SPACE_LOCAL] = "STL", [SPACE_SHARED] = "STS", [SPACE_CONST] = "ST",
                                          [SPACE_PARAM] = "ST", [SPACE_GENERIC] = "ST", [SPACE_TEXTURE] = "ST", [SPACE_NONE] = "ST" };

    if (i->memory == MEMORY_ATOMIC)
        return i->space == SPACE_SHARED ? "ATOMS.ADD" : i->space == SPACE_GENERIC ? "ATOM.ADD" : i->n_dst ? "ATOMG.ADD" : "RED.ADD";
    return (i->memory == MEMORY_STORE ? stores : loads)[i->space];
}

static void name_opcode(const insn *i, char name[static 32])
{
    static const char *const widths[] = { [1] = ".U8", [2] = ".U16", [4] = "", [8] = ".64", [16] = ".128" };

    if (i->memory != MEMORY_NONE)
        snprintf(name, 32, "%s%s%s", memory_opcode(i), i->flags & INSN_PAST_L1D ? ".CG" : i->flags & INSN_AT_L1D ? ".CI" : "",
                 i->space == SPACE_TEXTURE || i->width > 16 || !widths[i->width] ? "" : widths[i->width]);
    else
        snprintf(name, 32, "%s", i->flags & INSN_BARRIER ? i->flags & INSN_ARRIVES ? "BAR.ARV" : i->n_dst ? "BAR.RED" : "BAR.SYNC"
                 : i->flags & INSN_MEMBAR ? "MEMBAR.GL" : i->flags & INSN_EXIT ? "EXIT" : i->flags & INSN_RET ? "RET"
                 : i->flags & INSN_CALL ? "CAL" : i->flags & INSN_OF_TABLE ? "BRX" : i->flags & INSN_BRANCH ? "BRA" : opcodes[i->latency] ? opcodes[i->latency]
                 : i->n_src > 1 ? "LOP" : i->n_dst ? "MOV" : "NOP");
}

static void print_register(FILE *file, const allocation *a, uint16_t number)
{
    fprintf(file, "R%u ", a->of[number] - 1u);
}

// The address first; what is stored last, by its first register.
static void print_sources(FILE *file, const allocation *a, const insn *i)
{
    const unsigned data = i->memory == MEMORY_NONE ? 0 : data_sources(i), shown = i->memory == MEMORY_STORE && data ? 1 : data;

    fprintf(file, "%u ", i->n_src - data + shown);
    for (unsigned r = data; r < i->n_src; r++)
        print_register(file, a, i->src[r]);
    for (unsigned r = 0; r < shown; r++)
        print_register(file, a, i->src[r]);
}

static char *words_of(const allocation *a, const insn *i, uint32_t width)
{
    const unsigned n_dst = i->n_dst > 1 ? 1 : i->n_dst;
    char name[32], *words = NULL;
    size_t length;
    FILE *file = open_memstream(&words, &length);

    if (!file)
        abort();
    name_opcode(i, name);
    fprintf(file, "%u ", n_dst);
    for (unsigned r = 0; r < n_dst; r++)
        print_register(file, a, i->dst[r]);
    fprintf(file, "%s ", name);
    print_sources(file, a, i);
    fprintf(file, "%" PRIu32, width);
    if (fclose(file) != 0)
        abort();
    return words;
}

sass_text *sass_text_new(const kernel *k)
{
    sass_text *all = calloc(k->n_insns + 1, sizeof *all);
    allocation *a = calloc(1, sizeof *a);

    if (!all || !a)
        abort();
    give_registers(a, k);
    for (uint32_t p = 0; p < k->n_insns; p++) {
        const insn *i = &k->insns[p];

        all[p].pc = p / 3 * 32 + 8 + p % 3 * 8;
        all[p].width = i->memory == MEMORY_NONE || i->space == SPACE_TEXTURE ? 0 : i->width;
        all[p].words = words_of(a, i, all[p].width);
    }
    free(a);
    return all;
}

void sass_text_free(sass_text *text)
{
    for (sass_text *at = text; at && at->words; at++)
        free(at->words);
    free(text);
}
