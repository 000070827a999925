// SPDX-License-Identifier: BSD-3-Clause
#include "sim/frontend/parse/load_order.h"

#include <string.h>

enum { SHARED_TOGETHER = 10 };

bool insn_is(const insn *k, const char *opcode)
{
    size_t n = strlen(opcode);
    return k->code->text_length >= n && memcmp(k->code->text, opcode, n) == 0;
}

bool load_is_operand(const insn *k)
{
    return k->memory == MEMORY_LOAD && (k->space == SPACE_PARAM || (k->space == SPACE_CONST && k->n_src == 0));
}

bool load_is_hoisted(const insn *k)
{
    return k->memory == MEMORY_LOAD && !load_is_operand(k) && (k->flags & (INSN_PREDICATED | INSN_TO_SHARED)) == 0;
}

static bool comes_soon(const insn *k)
{
    return load_is_hoisted(k) && k->space == SPACE_SHARED;
}

static bool is_fence(const insn *k)
{
    return k->memory == MEMORY_ATOMIC || (k->flags & (INSN_BARRIER | INSN_MEMBAR | INSN_CALL)) != 0;
}

static bool may_alias(const insn *load, const insn *store)
{
    return load->space == store->space || load->space == SPACE_GENERIC || store->space == SPACE_GENERIC;
}

static bool keeps_order(const insn *first, const insn *second)
{
    bool store = second->memory == MEMORY_STORE, stored = first->memory == MEMORY_STORE;
    return is_fence(first) || is_fence(second) || second->code->flow != FLOW_NEXT || (store && stored) ||
        (second->memory == MEMORY_LOAD && stored && may_alias(second, first)) ||
        (store && first->memory == MEMORY_LOAD && may_alias(first, second));
}

static void depend_on_values(load_window *w, const liveness *live, uint32_t i)
{
    const insn *k = &w->insns[i];
    for (uint32_t r = 0; r < k->n_src; r++) {
        w->source[i][r] = w->latest[liveness_index(live, k->src[r])];
        if (w->source[i][r] != 0) {
            window_add(&w->after[i], (w->source[i][r] - 1) / INSN_MAX_DST);
        }
    }
    for (uint32_t r = 0; r < k->n_dst; r++) {
        uint32_t *latest = &w->latest[liveness_index(live, k->dst[r])];
        bool older = *latest != 0 && (*latest - 1) / INSN_MAX_DST != i;     // not another result of its own
        if (older && (k->flags & INSN_PREDICATED) != 0) {                 // where the guard is false it stays
            window_add(&w->after[i], (*latest - 1) / INSN_MAX_DST);
        }
        w->former[i * INSN_MAX_DST + r] = older || *latest == 0 ? *latest : w->former[*latest - 1];
        *latest = i * INSN_MAX_DST + r + 1;
    }
}

// Loads, of shared memory or not, and what their addresses need.
static void find_early(const load_window *w, bool shared, window_set *early)
{
    memset(early, 0, sizeof *early);
    for (uint32_t i = w->count; i-- > 0;) {
        if (load_is_hoisted(&w->insns[i]) && (shared || !comes_soon(&w->insns[i]))) {
            window_add(early, i);
        }
        for (uint32_t r = 0; window_has(early, i) && r < w->insns[i].n_src; r++) {
            if (w->source[i][r] != 0) {
                window_add(early, (w->source[i][r] - 1) / INSN_MAX_DST);
            }
        }
    }
}

// Loads of shared memory whose value an instruction of the window reads.
static window_set find_awaited(const load_window *w)
{
    window_set awaited = { { 0 } };
    for (uint32_t i = 0; i < w->count; i++) {
        for (uint32_t r = 0; r < w->insns[i].n_src; r++) {
            uint32_t from = (w->source[i][r] - 1) / INSN_MAX_DST;
            if (w->source[i][r] != 0 && comes_soon(&w->insns[from])) {
                window_add(&awaited, from);
            }
        }
    }
    return awaited;
}

static bool is_ready(const load_window *w, uint32_t i, const window_set *issued)
{
    for (uint32_t word = 0; word < sizeof issued->bits / sizeof *issued->bits; word++) {
        if ((w->after[i].bits[word] & ~issued->bits[word]) != 0) {
            return false;
        }
    }
    return true;
}

// The first ready instruction of `early`, else the first ready one that is not early, else the first ready one. There is always
// one: the first that is not issued.
static uint32_t pick(const load_window *w, const window_set *early, const window_set *issued)
{
    uint32_t other = w->count, last = w->count;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!window_has(issued, i) && is_ready(w, i, issued)) {
            if (window_has(early, i)) {
                return i;
            }
            uint32_t *first = window_has(&w->early, i) ? &last : &other;
            *first = *first < w->count ? *first : i;
        }
    }
    return other < w->count ? other : last;
}

// Loads of shared memory that have been issued but not read.
static uint32_t on_their_way(const window_set *awaited, const window_set *issued)
{
    uint32_t count = 0;
    for (uint32_t word = 0; word < sizeof issued->bits / sizeof *issued->bits; word++) {
        count += (uint32_t)__builtin_popcountll(awaited->bits[word] & issued->bits[word]);
    }
    return count;
}

static void put_in_order(load_window *w)
{
    window_set issued = { { 0 } }, awaited = find_awaited(w), not_shared;
    find_early(w, false, &not_shared);
    for (uint32_t n = 0; n < w->count; n++) {
        bool     full = on_their_way(&awaited, &issued) >= SHARED_TOGETHER;
        uint32_t i = pick(w, full ? &not_shared : &w->early, &issued);
        w->order[n] = (uint8_t)i;
        window_add(&issued, i);
        for (uint32_t r = 0; r < w->insns[i].n_src; r++) {
            if (w->source[i][r] != 0) {
                window_drop(&awaited, (w->source[i][r] - 1) / INSN_MAX_DST);
            }
        }
    }
}

void load_order(load_window *w, const liveness *live, bool hoist)
{
    memset(w->latest, 0, live->n * sizeof *w->latest);
    memset(w->after, 0, w->count * sizeof *w->after);
    for (uint32_t i = 0; i < w->count; i++) {
        depend_on_values(w, live, i);
        for (uint32_t j = 0; j < i && hoist; j++) {
            if (keeps_order(&w->insns[j], &w->insns[i])) {
                window_add(&w->after[i], j);
            }
        }
    }
    find_early(w, true, &w->early);
    for (uint32_t n = 0; n < w->count && !hoist; n++) {
        w->order[n] = (uint8_t)n;
    }
    if (hoist) {
        put_in_order(w);
    }
}
