// SPDX-License-Identifier: BSD-3-Clause
#include "sim/frontend/load_order.h"

#include <string.h>

bool insn_is(const insn *k, const char *opcode)
{
    size_t n = strlen(opcode);
    return k->code->text_length >= n && memcmp(k->code->text, opcode, n) == 0;
}

bool load_is_hoisted(const insn *k)
{
    return k->memory == MEMORY_LOAD && k->space != SPACE_PARAM && (k->flags & INSN_PREDICATED) == 0;
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

static void find_early(load_window *w)
{
    memset(&w->early, 0, sizeof w->early);
    for (uint32_t i = w->count; i-- > 0;) {
        if (load_is_hoisted(&w->insns[i])) {
            window_add(&w->early, i);
        }
        for (uint32_t r = 0; window_has(&w->early, i) && r < w->insns[i].n_src; r++) {
            if (w->source[i][r] != 0) {
                window_add(&w->early, (w->source[i][r] - 1) / INSN_MAX_DST);
            }
        }
    }
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

// The first ready early instruction, else the first ready one. There is always one: the first that is not issued.
static uint32_t pick(const load_window *w, const window_set *issued)
{
    uint32_t other = w->count;
    for (uint32_t i = 0; i < w->count; i++) {
        if (!window_has(issued, i) && is_ready(w, i, issued)) {
            if (window_has(&w->early, i)) {
                return i;
            }
            other = other < w->count ? other : i;
        }
    }
    return other;
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
    find_early(w);
    window_set issued = { { 0 } };
    for (uint32_t n = 0; n < w->count; n++) {
        w->order[n] = (uint8_t)(hoist ? pick(w, &issued) : n);
        window_add(&issued, w->order[n]);
    }
}
