// SPDX-License-Identifier: BSD-3-Clause
// Random choices, operands, and basic blocks: their text, their ends and their order in the PTX.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/generator.h"

// splitmix64
uint32_t gen_word(generator *g)
{
    uint64_t z = g->random += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return (uint32_t)((z ^ z >> 31) >> 16);
}

uint32_t gen_below(generator *g, uint32_t limit) { return gen_word(g) % limit; }
bool     gen_chance(generator *g, unsigned percent) { return gen_below(g, 100) < percent; }

static void text_reserve(text *t, size_t more)
{
    if (t->length + more + 1 <= t->capacity) return;
    t->capacity = 2 * t->capacity + more + 64;
    t->text = realloc(t->text, t->capacity);
    if (!t->text) abort();
}

static void text_add_list(text *t, const char *format, va_list list)
{
    va_list again;
    va_copy(again, list);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    text_reserve(t, (size_t)n);
    vsnprintf(t->text + t->length, (size_t)n + 1, format, list);
    t->length += (size_t)n;
}

void gen_text(text *t, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    text_add_list(t, format, list);
    va_end(list);
}

static void emit_list(generator *g, const char *format, va_list list)
{
    text *t = &g->blocks[g->here].body;
    text_add_list(t, format, list);
    gen_text(t, ";\n");
}

void gen_emit(generator *g, const char *format, ...)
{
    va_list list;
    text *t = &g->blocks[g->here].body;
    if (gen_chance(g, 12)) gen_text(t, "\t@%s%s ", gen_chance(g, 50) ? "!" : "", gen_reg(g, 'p'));
    else gen_text(t, "\t");
    va_start(list, format);
    emit_list(g, format, list);
    va_end(list);
}

void gen_emit_always(generator *g, const char *format, ...)
{
    va_list list;
    gen_text(&g->blocks[g->here].body, "\t");
    va_start(list, format);
    emit_list(g, format, list);
    va_end(list);
}

static char *ring_entry(void)
{
    static char ring[32][40];
    static unsigned at;
    return ring[at++ % 32];
}

const char *gen_reg(generator *g, char class)
{
    char *name = ring_entry();
    switch (class) {
    case 'p': sprintf(name, "%%p%u", gen_below(g, PREDICATES)); break;
    case 'h': sprintf(name, "%%rs%u", gen_below(g, HALVES)); break;
    case 'w': sprintf(name, "%%r%u", gen_below(g, WORDS)); break;
    case 'd': sprintf(name, "%%rd%u", gen_below(g, LONGS)); break;
    case 'f': sprintf(name, "%%f%u", gen_below(g, FLOATS)); break;
    default: sprintf(name, "%%fd%u", gen_below(g, DOUBLES)); break;
    }
    return name;
}

const char *gen_other_reg(generator *g, char class, const char *taken)
{
    for (;;) {
        const char *name = gen_reg(g, class);
        if (strcmp(name, taken) != 0) return name;
    }
}

const char *gen_number_text(generator *g, long long value)
{
    (void)g;
    char *name = ring_entry();
    sprintf(name, "%lld", value);
    return name;
}

static const char *float_constant(generator *g)
{
    static const uint32_t special[] = {0,          0x80000000, 0x3f800000, 0xbf800000, 0x7f800000,
                                       0xff800000, 0x00000001, 0x7f7fffff, 0x00800000, 0x3f000000,
                                       0x4f000000, 0xcf000000, 0x7fc00000};
    char *name = ring_entry();
    uint32_t common = 0x3c000000 + (gen_word(g) & 0x87ffffff);
    sprintf(name, "0f%08X", gen_chance(g, 40) ? PICK(g, special) : common);
    return name;
}

static const char *double_constant(generator *g)
{
    static const uint64_t special[] = {
        0, UINT64_C(1) << 63,  0x3ff0000000000000, 0x7ff0000000000000, 0xfff0000000000000,
        1, 0x7fefffffffffffff, 0x3fe0000000000000, 0x43e0000000000000, 0x7ff8000000000000};
    char *name = ring_entry();
    uint64_t common = ((uint64_t)(0x3f800000 + (gen_word(g) & 0x80ffffff)) << 32) | gen_word(g);
    sprintf(name, "0d%016llX", (unsigned long long)(gen_chance(g, 40) ? PICK(g, special) : common));
    return name;
}

static const char *integer_constant(generator *g, char class)
{
    static const long long special[] = {0, 1, -1, 2, 3, 7, 255, 256, -128, 32767, -32768, 65535, 31, 32, 33, 63, 64};
    long long value = PICK(g, special);
    if (class == 'h') return gen_number_text(g, gen_chance(g, 50) ? (int16_t)value : (int16_t)gen_word(g));
    if (gen_chance(g, 15)) value = class == 'w' ? -2147483647 - 1 : -9223372036854775807 - 1;
    else if (gen_chance(g, 15)) value = class == 'w' ? 2147483647 : 9223372036854775807;
    else if (gen_chance(g, 40)) value = (int32_t)gen_word(g);
    return gen_number_text(g, value);
}

const char *gen_number(generator *g, char class)
{
    if (class == 'f') return float_constant(g);
    return class == 'g' ? double_constant(g) : integer_constant(g, class);
}

const char *gen_source(generator *g, char class)
{
    return class == 'p' || gen_chance(g, 75) ? gen_reg(g, class) : gen_number(g, class);
}

const char *gen_word_source(generator *g, uint32_t limit)
{
    return gen_chance(g, 70) ? gen_number_text(g, gen_below(g, limit)) : gen_reg(g, 'w');
}

const char *gen_maybe_not(generator *g, const char *predicate)
{
    char *name = ring_entry();
    sprintf(name, "%s%s", gen_chance(g, 40) ? "!" : "", predicate);
    return name;
}

char gen_class_of_type(const char *type)
{
    bool is_float = type[0] == 'f';
    if (strcmp(type, "pred") == 0) return 'p';
    if (strcmp(type + 1, "64") == 0) return is_float ? 'g' : 'd';
    if (strcmp(type + 1, "32") == 0) return is_float ? 'f' : 'w';
    return 'h';
}

const char *gen_seen_float(generator *g, char class, unsigned number)
{
    const char *value = gen_reg(g, class), *type = class == 'f' ? "f32" : "f64";
    char *name = ring_entry();
    sprintf(name, class == 'f' ? "%%clean%u" : "%%cleand%u", number);
    gen_emit_always(g, "setp.nan.%s %%isnan, %s, %s", type, value, value);
    gen_emit_always(g, "selp.%s %s, %s, %s, %%isnan", type, name, class == 'f' ? "0f7FC00000" : "0d7FF8000000000000",
                    value);
    return name;
}

int gen_new_block(generator *g)
{
    if (g->block_count == MAX_BLOCKS) abort();
    basic_block *b = &g->blocks[g->block_count];
    text kept = b->body;
    kept.length = 0;
    *b = (basic_block){.body = kept, .open = true};
    gen_text(&b->body, "%s", "");
    return g->block_count++;
}

void gen_jump(generator *g, int target)
{
    basic_block *b = &g->blocks[g->here];
    if (!b->open) return;
    b->open = false;
    b->end = ENDS_IN_JUMP;
    b->next = target;
}

void gen_branch(generator *g, const char *guard, bool uniform, int taken, int next)
{
    basic_block *b = &g->blocks[g->here];
    b->open = false;
    b->end = ENDS_IN_BRANCH;
    b->uniform = uniform;
    b->taken = taken;
    b->next = next;
    strcpy(b->guard, guard);
}

void gen_return_here(generator *g)
{
    basic_block *b = &g->blocks[g->here];
    b->open = false;
    b->end = gen_chance(g, 30) ? ENDS_IN_EXIT : ENDS_IN_RETURN;
    if (g->in_function) b->end = ENDS_IN_RETURN;
}

void gen_enter(generator *g, int block) { g->here = block; }

static const char *label_of(generator *g, int block)
{
    char *name = ring_entry();
    sprintf(name, g->plain_labels ? "BB%d_%d" : "$L__BB%d_%d", g->function_number, block);
    return name;
}

// A fall-through needs no jump, but sometimes gets one.
static void end_block(generator *g, const basic_block *b, int following)
{
    const char *uni = gen_chance(g, 50) ? ".uni" : "";
    if (b->end == ENDS_IN_RETURN || b->end == ENDS_IN_EXIT) {
        gen_text(&g->out, "\t%s;\n", b->end == ENDS_IN_EXIT ? "exit" : "ret");
        return;
    }
    if (b->end == ENDS_IN_BRANCH) {
        gen_text(&g->out, "\t@%s bra%s %s;\n", b->guard, b->uniform ? uni : "", label_of(g, b->taken));
    }
    if (b->next != following || gen_chance(g, 10)) gen_text(&g->out, "\tbra%s %s;\n", uni, label_of(g, b->next));
}

void gen_lay_out_blocks(generator *g)
{
    int order[MAX_BLOCKS];
    for (int i = 0; i < g->block_count; i++) order[i] = i;
    for (int i = g->block_count - 1; g->shuffled && i > 1; i--) {         // the entry stays first
        int j = 1 + (int)gen_below(g, (uint32_t)i);
        int kept = order[i];
        order[i] = order[j];
        order[j] = kept;
    }
    for (int i = 0; i < g->block_count; i++) {
        const basic_block *b = &g->blocks[order[i]];
        gen_text(&g->out, "%s:\n%s", label_of(g, order[i]), b->body.text);
        end_block(g, b, i + 1 < g->block_count ? order[i + 1] : -1);
    }
    g->block_count = 0;
}
