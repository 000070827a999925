// SPDX-License-Identifier: BSD-3-Clause
// How many 32-bit registers a thread needs, which decides how many CTAs fit an SM. PTX has as many registers as it likes;
// GPGPU-Sim takes the number from ptxas. It follows from these habits of ptxas (read off its machine code for stencils,
// products, sums and searches on sm_75; docs/frontend.md compares):
//   - the loads of a block go first, with what their addresses need, as far up as stores, barriers and calls allow, so that all
//     their results are live at once; beyond 63 registers it puts no more together;
//   - of shared memory, whose data come soon, ten loads are in flight at once; the next goes when one of them has been read;
//   - an address that several of these loads use stays until the last has gone: an earlier load may still read it;
//   - a float multiply-add reads one loaded value from an odd register and its sum from an even one; even registers that other
//     values do not fill stay empty;
//   - a parameter, its generic address, and a constant at a known address stay in constant memory;
//   - 64-bit values take an aligned pair, predicates nothing; a stack pointer, two registers of the hardware's and, in a block
//     that makes addresses by mul.wide, its factor come on top.
// Spilling, unrolling and what ptxas knows of pointers (restrict) are not modelled.
#include "sim/frontend/parse/load_order.h"

#include <string.h>

enum { HOIST_LIMIT = 63, HARDWARE_REGISTERS = 2 };

typedef enum { REGISTER_NO, REGISTER_EITHER, REGISTER_ODD, REGISTER_PAIR, REGISTER_KINDS } register_kind;

typedef struct {
    const program  *program;
    const function *function;
    liveness        live;
    uint8_t        *kind;                       // register_kind by register index
    bool            has_factor;
    load_window     window;
    uint8_t         value_kind[WINDOW_VALUES];
    bool            value_live[WINDOW_VALUES];
    uint64_t       *before;                     // registers whose value from before the window is live
    uint32_t        held[REGISTER_KINDS];
} counter;

typedef struct { uint32_t to, next; } copy;     // next: the next copy from the same register + 1

static bool is_copy(const insn *k)
{
    return k->n_src == 1 && k->n_dst == 1 && k->memory == MEMORY_NONE && (insn_is(k, "cvta.") || insn_is(k, "mov."));
}

static uint8_t *declared_kinds(const counter *c, program *p, const function *f)
{
    uint8_t *declared = program_alloc(p, c->live.n + 1);
    for (const symbol *r = f->used_registers; r != NULL; r = r->next) {
        if (c->live.dense[r->number] != 0) {
            declared[liveness_index(&c->live, r->number)] =
                r->type == TYPE_pred ? REGISTER_NO : type_bytes(r->type) == 8 ? REGISTER_PAIR : REGISTER_EITHER;
        }
    }
    return declared;
}

// A register is a parameter or constant unless something else, or a copy of a register that is neither, is ever written to it.
// Follows the copies of each register that is neither.
static void find_kinds(counter *c, program *p, const function *f)
{
    const uint8_t *declared = declared_kinds(c, p, f);
    copy *copies = program_alloc(p, (f->count + 1) * sizeof *copies);
    uint32_t *first = program_alloc(p, (c->live.n + 1) * sizeof *first), n_copies = 0;      // first copy from it + 1
    uint32_t *pending = program_alloc(p, (c->live.n + 1) * sizeof *pending), n_pending = 0;
    for (uint32_t i = 0; i < f->count; i++) {
        const insn *k = &c->program->insns[f->first + i];
        if (is_copy(k)) {
            uint32_t from = liveness_index(&c->live, k->src[0]);
            copies[n_copies] = (copy){ liveness_index(&c->live, k->dst[0]), first[from] };
            first[from] = ++n_copies;
        }
        for (uint32_t r = 0; r < k->n_dst && !is_copy(k) && !load_is_operand(k); r++) {
            uint32_t x = liveness_index(&c->live, k->dst[r]);
            if (c->kind[x] == REGISTER_NO && declared[x] != REGISTER_NO) {
                c->kind[x] = declared[x];
                pending[n_pending++] = x;
            }
        }
    }
    while (n_pending > 0) {
        uint32_t none = pending[--n_pending];
        for (uint32_t next = first[none]; next != 0; next = copies[next - 1].next) {
            uint32_t x = copies[next - 1].to;
            if (c->kind[x] == REGISTER_NO && declared[x] != REGISTER_NO) {
                c->kind[x] = declared[x];
                pending[n_pending++] = x;
            }
        }
    }
}

// The one loaded value among the sources of a float product, if it is one: it wants an odd register.
static void find_odd(counter *c, uint32_t i)
{
    const insn *k = &c->window.insns[i];
    uint32_t loads = 0, value = 0;
    for (uint32_t r = 0; r < k->n_src; r++) {
        uint32_t v = c->window.source[i][r];
        if (v != 0 && load_is_hoisted(&c->window.insns[(v - 1) / INSN_MAX_DST])) {
            loads++;
            value = v - 1;
        }
    }
    if (loads == 1 && c->value_kind[value] == REGISTER_EITHER) {
        c->value_kind[value] = REGISTER_ODD;
    }
}

static void find_value_kinds(counter *c)
{
    c->has_factor = false;
    for (uint32_t i = 0; i < c->window.count; i++) {
        const insn *k = &c->window.insns[i];
        c->has_factor = c->has_factor || insn_is(k, "mul.wide") || insn_is(k, "mad.wide");
        for (uint32_t r = 0; r < k->n_dst; r++) {
            c->value_kind[i * INSN_MAX_DST + r] = c->kind[liveness_index(&c->live, k->dst[r])];
        }
        if (insn_is(k, "fma.rn.f32") || insn_is(k, "mad.f32") || insn_is(k, "mad.rn.f32") || insn_is(k, "mul.f32")) {
            find_odd(c, i);
        }
    }
}

static void hold_register(counter *c, uint32_t x)
{
    if ((c->before[x / 64] >> x % 64 & 1) == 0) {
        c->before[x / 64] |= 1ull << x % 64;
        c->held[c->kind[x]]++;
    }
}

static void hold_value(counter *c, uint32_t value)
{
    c->held[c->value_kind[value]] += !c->value_live[value];
    c->value_live[value] = true;
}

// A value of the window, or what the register held before it.
static void hold_source(counter *c, uint32_t source, uint32_t number)
{
    if (source != 0) {
        hold_value(c, source - 1);
    } else {
        hold_register(c, liveness_index(&c->live, number));
    }
}

static void hold_sources(counter *c, uint32_t i)
{
    const insn *k = &c->window.insns[i];
    for (uint32_t r = 0; r < k->n_src; r++) {
        hold_source(c, c->window.source[i][r], k->src[r]);
    }
}

// Where the guard of a predicated instruction is false, its register keeps its old value.
static void release_results(counter *c, uint32_t i)
{
    const insn *k = &c->window.insns[i];
    for (uint32_t r = 0; r < k->n_dst; r++) {
        uint32_t value = i * INSN_MAX_DST + r;
        bool     live = c->value_live[value];
        c->held[c->value_kind[value]] -= live;
        c->value_live[value] = false;
        if (live && (k->flags & INSN_PREDICATED) != 0) {
            hold_source(c, c->window.former[value], k->dst[r]);
        }
    }
}

static bool has_shared_address(const counter *c, uint32_t load)
{
    const load_window *w = &c->window;
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t r = 0; i != load && load_is_hoisted(&w->insns[i]) && r < w->insns[i].n_src; r++) {
            if (w->source[i][r] == w->source[load][0] && w->insns[i].src[r] == w->insns[load].src[0]) {
                return true;
            }
        }
    }
    return false;
}

// After the last of the loads that go together: the addresses that they share are still held.
static void hold_addresses(counter *c, uint32_t last)
{
    const load_window *w = &c->window;
    for (uint32_t n = last + 1; n-- > 0 && window_has(&w->early, w->order[n]);) {
        if (load_is_hoisted(&w->insns[w->order[n]]) && has_shared_address(c, w->order[n])) {
            hold_sources(c, w->order[n]);
        }
    }
}

// Callees are added to their callers, so only the kernel counts what every thread has.
static uint32_t registers_held(const counter *c)
{
    uint32_t stack = c->function->is_entry, hardware = c->function->is_entry ? HARDWARE_REGISTERS : 0;
    uint32_t odd = c->held[REGISTER_ODD], either = c->held[REGISTER_EITHER] + stack + c->has_factor;
    return 2 * c->held[REGISTER_PAIR] + (odd > either ? 2 * odd : odd + either) + hardware;
}

// Most registers held at once in the window in its order; `live`: live after it.
static uint32_t window_peak(counter *c, const uint64_t *live, bool hoist)
{
    const load_window *w = &c->window;
    memset(c->held, 0, sizeof c->held);
    memset(c->value_live, 0, sizeof c->value_live);
    memset(c->before, 0, c->live.words * sizeof *c->before);
    for (uint32_t x = 0; x < c->live.n; x++) {
        if ((live[x / 64] >> x % 64 & 1) != 0) {
            if (w->latest[x] != 0) {
                hold_value(c, w->latest[x] - 1);
            } else {
                hold_register(c, x);
            }
        }
    }
    uint32_t peak = registers_held(c);
    for (uint32_t n = w->count; n-- > 0;) {
        bool ends = n + 1 == w->count || !window_has(&w->early, w->order[n + 1]);
        if (hoist && ends && window_has(&w->early, w->order[n])) {
            hold_addresses(c, n);
            peak = registers_held(c) > peak ? registers_held(c) : peak;
        }
        release_results(c, w->order[n]);
        hold_sources(c, w->order[n]);
        peak = registers_held(c) > peak ? registers_held(c) : peak;
    }
    return peak;
}

static uint32_t block_peak(counter *c, const flow_graph *g, uint32_t block, uint64_t *live, bool hoist)
{
    uint32_t peak = 0, first = flow_first(g, block);
    liveness_out(&c->live, g, block, live);
    for (uint32_t end = flow_last(g, block) + 1; end > first; end -= c->window.count) {
        c->window.count = end - first < WINDOW ? end - first : WINDOW;
        c->window.insns = &c->program->insns[c->function->first + end - c->window.count];
        load_order(&c->window, &c->live, hoist);
        find_value_kinds(c);
        uint32_t here = window_peak(c, live, hoist);
        peak = here > peak ? here : peak;
        for (uint32_t i = c->window.count; i-- > 0;) {
            liveness_step_back(&c->live, &c->window.insns[i], live);
        }
    }
    return peak;
}

void registers_count(program *p, function *f)
{
    flow_graph *g = flow_build(p, f);
    counter *c = program_alloc(p, sizeof *c);
    c->program = p;
    c->function = f;
    c->live = liveness_build(p, f, g);
    c->kind = program_alloc(p, c->live.n + 1);
    c->before = program_alloc(p, (c->live.words + 1) * sizeof *c->before);
    c->window.latest = program_alloc(p, (c->live.n + 1) * sizeof *c->window.latest);
    uint64_t *live = program_alloc(p, (c->live.words + 1) * sizeof *live);
    find_kinds(c, p, f);
    for (uint32_t b = 0; b < flow_blocks(g); b++) {
        uint32_t in_order = block_peak(c, g, b, live, false), hoisted = block_peak(c, g, b, live, true);
        uint32_t limited = hoisted < HOIST_LIMIT ? hoisted : HOIST_LIMIT;
        uint32_t needed = limited > in_order ? limited : in_order;
        f->live_registers = needed > f->live_registers ? needed : f->live_registers;
        f->ordered_registers = in_order > f->ordered_registers ? in_order : f->ordered_registers;
    }
}
