// SPDX-License-Identifier: BSD-3-Clause
// Stimuli of the block benches: per block a list of phases, directed or constrained random, that push every register to
// both ends of its range, legal inputs and illegal ones.
#ifndef WARPLOCK_TB_STIMULI_STIMULI_H
#define WARPLOCK_TB_STIMULI_STIMULI_H

#include "rtl_c/block.h"

typedef struct { uint64_t state; } random_source;      // SplitMix64

static inline uint64_t random_word(random_source *r)
{
    uint64_t z = r->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
static inline unsigned random_below(random_source *r, unsigned limit)
{
    return (unsigned)((random_word(r) >> 32) * limit >> 32);
}
static inline bool random_percent(random_source *r, unsigned percent) { return random_below(r, 100) < percent; }
// Bits set with a chance of eighths / 8.
uint64_t random_bits(random_source *r, unsigned width, unsigned eighths);

typedef struct {
    const block_ops *ops;
    random_source    random;
    unsigned         phase;
    uint64_t         step;             // in this phase, from 0
    unsigned         value[4];         // for the phase's own use; 0 when it begins
    const void      *load;             // registers that early gives both sides from this cycle on; NULL: unchanged
} stimuli_state;

typedef struct {
    const char *name;
    unsigned  (*cycles)(const block_ops *ops);                         // length of one pass
    void      (*early)(stimuli_state *s, const void *q, void *in);     // sets every early input
    void      (*late)(stimuli_state *s, const void *q, const void *out, void *in);
    bool        resets;                // the bench resets the block now and then in this phase
} stimuli_phase;

typedef struct {
    const char          *block;
    const stimuli_phase *phases;       // ends with a NULL name; the bench runs them in order, repeatedly
} stimuli;

extern const stimuli *const stimuli_table[];           // of every file here that is named after a block; ends with NULL

unsigned stimuli_param(const block_ops *ops, const char *name);
// Every input of the kind gets a value of its width: uniform, or one of the ends, or one bit.
void stimuli_random_inputs(stimuli_state *s, field_kind kind, void *in);
// The same as early and late of a phase.
void stimuli_any_early(stimuli_state *s, const void *q, void *in);
void stimuli_any_late(stimuli_state *s, const void *q, const void *out, void *in);

#endif
