// SPDX-License-Identifier: BSD-3-Clause
// The order in which ptxas would issue a stretch of a block: loads first, with what their addresses need. At most ten loads of
// shared memory, whose data come soon, are in flight at once.
#ifndef WARPLOCK_SIM_FRONTEND_PARSE_LOAD_ORDER_H
#define WARPLOCK_SIM_FRONTEND_PARSE_LOAD_ORDER_H

#include "sim/frontend/parse/liveness.h"

// Instructions ordered together: n^2 steps each.
enum { WINDOW = 192, WINDOW_VALUES = WINDOW * INSN_MAX_DST };

typedef struct { uint64_t bits[(WINDOW + 63) / 64]; } window_set;

// A value is what one destination of an instruction in the window writes: instruction * INSN_MAX_DST + destination.
typedef struct {
    const insn *insns;                              // of the window
    uint32_t    count;
    uint32_t   *latest;                             // by register index: last value of the window + 1, 0: none
    uint32_t    source[WINDOW][INSN_MAX_SRC];       // value read + 1; 0: the register's value before the window
    uint32_t    former[WINDOW_VALUES];              // by value: the previous value of its register, as in source
    window_set  after[WINDOW];                      // instructions that must come before
    window_set  early;                              // loads and what their addresses need
    uint8_t     order[WINDOW];
} load_window;

// `latest` has one entry per register of `live`. `hoist`: loads first; otherwise the order stays.
void load_order(load_window *, const liveness *live, bool hoist);

bool load_is_operand(const insn *);                 // of a parameter, or of a constant at a known address: instructions can use it as an operand
bool load_is_hoisted(const insn *);                 // any other load from memory
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
