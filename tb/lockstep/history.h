// SPDX-License-Identifier: BSD-3-Clause
// The last steps of an instance, which its failure pack replays: of each what has changed in its inputs since the one before. A segment
// that is full becomes the older one, and a new one starts at the registers of its first step.
#ifndef WARPLOCK_TB_LOCKSTEP_HISTORY_H
#define WARPLOCK_TB_LOCKSTEP_HISTORY_H

#include "tb/stimuli/stimulus.h"

typedef struct {
    bool           from_reset;
    void          *q;                  // registers at its start, unless from_reset
    unsigned char *before;             // inputs that the changes of its first step begin from
    size_t         steps;
    uint64_t      *words;              // of each step: cycle, edges, which words of the inputs have changed, these words
    size_t         n_words, room;
} history_segment;

typedef struct {
    const block_ops *ops;
    size_t           capacity;         // steps of a segment
    uint64_t        *changed;          // a bit for each word of the inputs: may differ from the last step's
    unsigned         n_changed;        // words of such bits
    bool             check_late;
    history_segment  segments[2];      // [0] is being filled; both are empty after a reset
} history;

// At least the last `steps` steps.
void history_open(history *, const block_ops *, size_t steps);
void history_close(history *);
// Begins again, from a reset and inputs of 0.
void history_reset(history *);
// The first step will be from these registers, with changes from these inputs.
void history_begin(history *, const void *q, const void *before);
// A word of the inputs has changed since the last step.
static inline void history_changed(history *h, size_t word) { h->changed[word / 64] |= UINT64_C(1) << word % 64; }
// A step with these inputs, whole chunks of them (chunks.h), or several in a row. A new segment begins from q and the inputs `seen`,
// from which no word differs that has not been said to have changed.
void history_add(history *, uint64_t cycle, uint64_t edges, const void *in, const void *q, const void *seen);
// Opens a stimulus: all steps.
void history_stimulus(const history *, stimulus *, const char *instance, uint64_t seed);

#endif
