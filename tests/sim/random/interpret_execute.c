// SPDX-License-Identifier: BSD-3-Clause
// One instruction of the interpreter: memory, control flow, arrival at barriers.
//
// A generic address is: below 4 GB global, 0x1_0000_0000.. shared, 0x2_0000_0000.. local, 0x3_0000_0000.. constants,
// 0x4_0000_0000.. parameters. Module variables lie at GLOBALS_BASE. No kernel may let an address be seen in its output.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/sim/random/interpreter_internal.h"

static const uint64_t shared_window = UINT64_C(0x100000000), local_window = UINT64_C(0x200000000),
                      constant_window = UINT64_C(0x300000000), param_window = UINT64_C(0x400000000);

void interpreter_fail(world *w, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(w->error, w->error_bytes, format, list);
    va_end(list);
    longjmp(w->failed, 1);
}

// Memory that nothing has written yet: different in each order of threads, so that a read of it shows.
int interpreter_poison(const world *w) { return w->job->in_turn ? 0 : w->job->reverse ? 0x2c : 0xd3; }

static uint8_t *within(uint8_t *base, uint64_t limit, uint64_t offset, uint64_t bytes)
{
    return bytes <= limit && offset <= limit - bytes ? base + offset : NULL;
}

static uint8_t *global_at(thread *t, uint64_t address, uint64_t bytes)
{
    const interpreter_job *job = t->world->job;
    for (size_t i = 0; i < job->buffer_count; i++) {
        const interpreter_buffer *b = &job->buffers[i];
        uint8_t *at = address < b->address ? NULL : within(b->data, b->bytes, address - b->address, bytes);
        if (at) return at;
    }
    if (address < GLOBALS_BASE) return NULL;
    return within(t->world->code.globals, BANK_BYTES, address - GLOBALS_BASE, bytes);
}

// The space of a generic address; the address becomes one in that space.
static unsigned space_at(uint64_t *address)
{
    static const struct { unsigned space; const uint64_t *window; } spaces[] = {
        {PARAM, &param_window}, {CONSTANT, &constant_window}, {LOCAL, &local_window}, {SHARED, &shared_window}};
    for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++) {
        if (*address < *spaces[i].window) continue;
        *address -= *spaces[i].window;
        return spaces[i].space;
    }
    return GLOBAL;
}

static uint8_t *memory_at(thread *t, const instruction *in, uint64_t address, unsigned bytes)
{
    frame *f = &t->frames[t->depth];
    unsigned space = in->space;
    uint64_t offset = address;
    if (space == GENERIC) space = space_at(&offset);
    if (space == SHARED && in->src[0].based &&
        t->world->code.functions[f->at.function].bits[in->src[0].regs[0]] == 32) {
        offset = low_bits(offset, 32);
    }
    uint8_t *at = NULL;
    switch (space) {
    case GLOBAL: at = global_at(t, offset, bytes); break;
    case SHARED: at = within(t->world->cta.shared, t->world->cta.shared_bytes, offset, bytes); break;
    case LOCAL: at = within(t->local, LOCAL_BYTES, offset, bytes); break;
    case CONSTANT: at = within(t->world->code.constants, BANK_BYTES, offset, bytes); break;
    default: at = within(f->param, PARAM_BYTES, offset, bytes); break;
    }
    if (!at || offset % bytes) {
        interpreter_fail(t->world, "line %u: thread %u: %u bytes at 0x%llx", in->line, t->linear, bytes,
                         (unsigned long long)address);
    }
    return at;
}

static uint64_t special(const thread *t, unsigned number)
{
    const interpreter_job *job = t->world->job;
    if (number < 3) return t->tid[number];
    if (number < 6) return job->block[number - 3];
    if (number < 9) return t->ctaid[number - 6];
    if (number < 12) return job->grid[number - 9];
    uint32_t lane = t->linear % 32, below = (UINT32_C(1) << lane) - 1, here = UINT32_C(1) << lane;
    switch (number) {
    case 12: return lane;
    case 13: return here;              // lanemask eq, lt, le, gt, ge
    case 14: return below;
    case 15: return below | here;
    case 16: return ~(below | here);
    default: return ~below & 0xffffffff;
    }
}

static uint64_t register_value(const thread *t, unsigned number)
{
    const frame *f = &t->frames[t->depth];
    if (!f->written[number]) {
        const function *fn = &t->world->code.functions[f->at.function];
        interpreter_fail(t->world, "line %u: thread %u: reads a register that nothing has written",
                         fn->code[f->at.pc > 0 ? f->at.pc - 1 : 0].line, t->linear);
    }
    return f->reg[number];
}

static uint64_t element(const thread *t, const operand *o, unsigned i)
{
    return o->regs[i] == NUMBER ? o->numbers[i] : register_value(t, o->regs[i]);
}

uint64_t interpreter_operand(thread *t, const operand *o, unsigned element_bits)
{
    switch (o->kind) {
    case REGISTER: return o->negated ? !(register_value(t, o->regs[0]) & 1) : register_value(t, o->regs[0]);
    case SPECIAL: return special(t, o->regs[0]);
    case VECTOR: {
        uint64_t packed = 0;
        for (unsigned i = 0; i < o->count; i++)
            packed |= low_bits(element(t, o, i), element_bits) << (i * element_bits);
        return packed;
    }
    case ADDRESS: return o->value + (o->based ? register_value(t, o->regs[0]) : 0);
    default: return o->value;
    }
}

void interpreter_set_register(thread *t, unsigned number, uint64_t value)
{
    if (number == SINK) return;
    frame *f = &t->frames[t->depth];
    f->written[number] = true;
    f->reg[number] = low_bits(value, t->world->code.functions[f->at.function].bits[number]);
}

static uint64_t loaded(const uint8_t *at, unsigned bytes)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (uint64_t)at[i] << (8 * i);
    return value;
}

static void stored(uint8_t *at, unsigned bytes, uint64_t value)
{
    for (unsigned i = 0; i < bytes; i++) at[i] = (uint8_t)(value >> (8 * i));
}

// A whole vector must be aligned; elements are then accessed one by one.
static void do_load(thread *t, const instruction *in)
{
    unsigned bytes = in->type.bits / 8, count = in->dst.kind == VECTOR ? in->dst.count : 1;
    uint8_t *at = memory_at(t, in, interpreter_operand(t, &in->src[0], 0), bytes * count);
    for (unsigned i = 0; i < count; i++) {
        uint64_t value = loaded(at + i * bytes, bytes);
        interpreter_set_register(t, in->dst.regs[i], in->type.kind == 's' ? (uint64_t)sign_extended(value, in->type.bits) : value);
    }
}

static void do_store(thread *t, const instruction *in)
{
    unsigned bytes = in->type.bits / 8, count = in->src[1].kind == VECTOR ? in->src[1].count : 1;
    uint8_t *at = memory_at(t, in, interpreter_operand(t, &in->src[0], 0), bytes * count);
    for (unsigned i = 0; i < count; i++) {
        if (count > 1 && in->src[1].regs[i] == SINK) continue;
        stored(at + i * bytes, bytes, count > 1 ? element(t, &in->src[1], i) : interpreter_operand(t, &in->src[1], 0));
    }
}

static uint64_t atomic_result(thread *t, const instruction *in, uint64_t old, uint64_t b, uint64_t c)
{
    unsigned bits = in->type.bits;
    uint64_t pair[3] = {old, b, c};
    const mnemonic *table = in->type.kind == 'f' ? float_mnemonics : integer_mnemonics;
    const char *name = has(in, MOD_add) ? "add" : has(in, MOD_min) ? "min" : has(in, MOD_max) ? "max" : NULL;
    b = low_bits(b, bits);
    if (has(in, MOD_and)) return old & b;
    if (has(in, MOD_or)) return old | b;
    if (has(in, MOD_xor)) return old ^ b;
    if (has(in, MOD_exch)) return b;
    if (has(in, MOD_cas)) return old == b ? c : old;
    if (has(in, MOD_inc)) return old >= b ? 0 : old + 1;
    if (has(in, MOD_dec)) return old == 0 || old > b ? b : old - 1;
    for (; name && table->name; table++) {
        if (strcmp(table->name, name) == 0) return table->value(t, in, pair);
    }
    interpreter_fail(t->world, "line %u: atomic operation expected", in->line);
}

static void do_atomic(thread *t, const instruction *in)
{
    unsigned bytes = in->type.bits / 8;
    uint8_t *at = memory_at(t, in, interpreter_operand(t, &in->src[0], 0), bytes);
    uint64_t old = loaded(at, bytes);
    uint64_t c = in->sources > 2 ? interpreter_operand(t, &in->src[2], 0) : 0;
    stored(at, bytes, atomic_result(t, in, old, interpreter_operand(t, &in->src[1], 0), c));
    if (in->dst.kind == REGISTER) interpreter_set_register(t, in->dst.regs[0], old);
}

// cvta.space makes a generic address, cvta.to.space the reverse.
static void do_cvta(thread *t, const instruction *in)
{
    uint64_t window = in->space == SHARED ? shared_window : in->space == LOCAL ? local_window
                    : in->space == CONSTANT ? constant_window : in->space == PARAM ? param_window : 0;
    uint64_t a = interpreter_operand(t, &in->src[0], 0);
    interpreter_set_register(t, in->dst.regs[0], has(in, MOD_to) ? a - window : a + window);
}

static void do_branch(thread *t, const instruction *in) { t->frames[t->depth].at.pc = (uint16_t)in->target; }

static void do_exit(thread *t, const instruction *in)
{
    (void)in;
    t->done = true;
}

// bar.sync, bar.red and bar.arrive, of all threads or of a number of them.
static void do_barrier(thread *t, const instruction *in)
{
    if (has(in, MOD_warp)) return;           // the lanes of a warp stand together wherever this is generated
    const operand *threads = &in->src[1];
    bool counted = in->sources > (has(in, MOD_red) ? 2 : 1);
    t->barrier = (uint8_t)(interpreter_operand(t, &in->src[0], 0) & 15);
    t->wanted = counted ? (uint32_t)interpreter_operand(t, threads, 0) : 0;
    if (has(in, MOD_arrive)) {
        t->arrived |= (uint16_t)(1u << t->barrier);
        return;
    }
    t->waiting = in;
}

// The window of an entry's parameters lies in that of global memory (PTX ISA, "isspacep").
static void do_isspacep(thread *t, const instruction *in)
{
    uint64_t a = interpreter_operand(t, &in->src[0], 0);
    unsigned space = space_at(&a);
    interpreter_set_register(t, in->dst.regs[0], space == in->space || (space == PARAM && in->space == GLOBAL));
}

static void do_together(thread *t, const instruction *in) { t->gathering = in; }

void interpreter_sources(thread *t, const instruction *in, uint64_t *a, uint64_t *b, uint64_t *c)
{
    uint64_t *to[] = {a, b, c};
    for (unsigned i = 0; i < 3; i++) *to[i] = i < in->sources ? interpreter_operand(t, &in->src[i], 0) : 0;
}

void interpreter_results(thread *t, const instruction *in, uint64_t value, bool second)
{
    if (in->dst.kind == REGISTER) interpreter_set_register(t, in->dst.regs[0], value);
    if (in->dst2.kind == REGISTER) interpreter_set_register(t, in->dst2.regs[0], second);
}

static void do_break(thread *t, const instruction *in)
{
    interpreter_fail(t->world, "line %u: thread %u: brkpt or trap", in->line, t->linear);
}

static void do_nothing(thread *t, const instruction *in) { (void)t, (void)in; }

static void do_call(thread *t, const instruction *in)
{
    const function *callee = &t->world->code.functions[in->callee];
    if (t->depth + 1 >= MAX_DEPTH) interpreter_fail(t->world, "line %u: calls nest too deeply", in->line);
    frame *from = &t->frames[t->depth++], *to = &t->frames[t->depth];
    memset(to->param, interpreter_poison(t->world), sizeof to->param);
    for (unsigned i = 0; i < callee->formal_count; i++) {
        memcpy(to->param + callee->formals[i].offset, from->param + in->call_args[i], callee->formals[i].bytes);
    }
    memset(to->written, 0, sizeof to->written);
    to->at = (place){in->callee, 0};
}

static void do_return(thread *t, const instruction *in)
{
    if (t->depth == 0) {
        do_exit(t, in);
        return;
    }
    frame *from = &t->frames[t->depth--], *to = &t->frames[t->depth];
    const function *callee = &t->world->code.functions[from->at.function];
    const instruction *call = &t->world->code.functions[to->at.function].code[to->at.pc - 1];
    if (callee->has_result)
        memcpy(to->param + call->call_result, from->param + callee->result.offset, callee->result.bytes);
}

// mov.b64 {%r1, %r2}, %rd1 unpacks; every other mov is a value.
static void do_unpack(thread *t, const instruction *in)
{
    uint64_t value = interpreter_operand(t, &in->src[0], 0);
    unsigned part = in->type.bits / in->dst.count;
    for (unsigned i = 0; i < in->dst.count; i++) interpreter_set_register(t, in->dst.regs[i], value >> (i * part));
}

uint64_t interpreter_value(thread *t, const operand *o) { return interpreter_operand(t, o, 0); }

uint64_t interpreter_element(thread *t, const operand *o, unsigned i)
{
    return o->kind == VECTOR ? element(t, o, i) : interpreter_operand(t, o, 0);
}

void interpreter_set(thread *t, unsigned reg, uint64_t value) { interpreter_set_register(t, reg, value); }

const uint8_t *interpreter_bytes(thread *t, const instruction *in, uint64_t address, unsigned bytes)
{
    const uint8_t *at = global_at(t, address, bytes);
    if (!at) interpreter_fail(t->world, "line %u: a texel at 0x%llx", in->line, (unsigned long long)address);
    return at;
}

const mnemonic effect_mnemonics[] = {{"ld", NULL, do_load},
                                     {"st", NULL, do_store},
                                     {"atom", NULL, do_atomic},
                                     {"red", NULL, do_atomic},
                                     {"cvta", NULL, do_cvta},
                                     {"bra", NULL, do_branch},
                                     {"exit", NULL, do_exit},
                                     {"ret", NULL, do_return},
                                     {"call", NULL, do_call},
                                     {"bar", NULL, do_barrier},
                                     {"membar", NULL, do_nothing},
                                     {"nanosleep", NULL, do_nothing},
                                     {"prefetch", NULL, do_nothing},
                                     {"prefetchu", NULL, do_nothing},
                                     {"isspacep", NULL, do_isspacep},
                                     {"brkpt", NULL, do_break},
                                     {"unpack", NULL, do_unpack},
                                     {"ldu", NULL, do_load},
                                     {"tex", NULL, interpreter_texture_lookup},
                                     {"barrier", NULL, do_barrier},
                                     {"fence", NULL, do_nothing},
                                     {"trap", NULL, do_break},
                                     {"shfl", NULL, do_together},
                                     {"vote", NULL, do_together},
                                     {"match", NULL, do_together},
                                     {"redux", NULL, do_together},
                                     {"elect", NULL, do_together},
                                     {"activemask", NULL, do_together},
                                     {NULL, NULL, NULL}};

// A NaN with other bits, so that a kernel that lets them be seen gives two results in the two directions.
static uint64_t other_nan(uint64_t raw, unsigned bits)
{
    uint64_t sign = UINT64_C(1) << (bits - 1), infinity = bits == 64 ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    return (raw & ~sign) > infinity ? (raw ^ sign) | 1 : raw;
}

static void execute_one(thread *t, const instruction *in)
{
    if (in->guard >= 0 && (register_value(t, (unsigned)in->guard) & 1) == in->guard_negated) return;
    if (in->effect) {
        in->effect(t, in);
        return;
    }
    uint64_t source[MAX_SOURCES] = {0};
    for (unsigned i = 0; i < in->sources; i++) {
        const operand *o = &in->src[i];
        source[i] = interpreter_operand(t, o, o->kind == VECTOR ? in->type.bits / o->count : 0);
    }
    uint64_t value = in->value(t, in, source);
    if (in->makes_float && t->world->job->reverse) value = other_nan(value, in->type.bits);
    interpreter_set_register(t, in->dst.regs[0], value);
}

void interpreter_execute(thread *t, const instruction *in)
{
    interpreter_watch *watch = t->world->job->watch;
    execute_one(t, in);
    if (!watch) return;
    watch->steps++;
    if (t->steps > watch->longest) watch->longest = t->steps;
    if (in->line >= watch->lines || in->dst.kind != REGISTER || t->done) return;
    if (!t->frames[t->depth].written[in->dst.regs[0]]) return;
    uint64_t value = t->frames[t->depth].reg[in->dst.regs[0]];
    if (!watch->seen[in->line]) watch->first[in->line] = value;
    if (value > watch->most[in->line]) watch->most[in->line] = value;
    watch->seen[in->line] = true;
}
