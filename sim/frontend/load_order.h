// SPDX-License-Identifier: BSD-3-Clause
// The order in which ptxas would issue a stretch of a block: loads first, with what their addresses need; of shared memory, whose
// data come soon, only ten are on their way at once.
#ifndef WARPLOCK_SIM_FRONTEND_LOAD_ORDER_H
#define WARPLOCK_SIM_FRONTEND_LOAD_ORDER_H

#include "sim/frontend/liveness.h"

// Instructions that are looked at together: n^2 steps each.
enum { WINDOW = 192, WINDOW_VALUES = WINDOW * INSN_MAX_DST };

typedef struct { uint64_t bits[(WINDOW + 63) / 64]; } window_set;

// A value is what one destination of one instruction of the window writes: instruction * INSN_MAX_DST + destination.
typedef struct {
    const insn *insns;                              // of the window
    uint32_t    count;
    uint32_t   *latest;                             // by register index: last value of the window + 1, 0: none
    uint32_t    source[WINDOW][INSN_MAX_SRC];       // value read + 1, 0: what the register held before the window
    uint32_t    former[WINDOW_VALUES];              // by value: the one before it in its register, as in source
    window_set  after[WINDOW];                      // which must have been issued
    window_set  early;                              // loads and what their addresses need
    uint8_t     order[WINDOW];
} load_window;

// `latest` has a place per register of `live`. `hoist`: loads first; otherwise the order stays.
void load_order(load_window *, const liveness *live, bool hoist);

bool load_is_operand(const insn *);                 // of a parameter, or of a constant at a known address: instructions read it where it lies
bool load_is_hoisted(const insn *);                 // any other load of memory
bool insn_is(const insn *, const char *opcode);     // begins with it, as written

static inline void window_add(window_set *s, uint32_t i)
{
    s->bits[i / 64] |= 1ull << i % 64;
}

static inline void window_drop(window_set *s, uint32_t i)
{
    s->bits[i / 64] &= ~(1ull << i % 64);
}

static inline bool window_has(const window_set *s, uint32_t i)
{
    return (s->bits[i / 64] >> i % 64 & 1) != 0;
}

#endif
