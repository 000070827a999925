// SPDX-License-Identifier: BSD-3-Clause
// The wires between the blocks of one place, as rtl_c/wires.def has them: after a block's outputs have been evaluated they
// are copied to the inputs that they drive. A wire has no logic. Where its ends lie is in the blocks' own tables: no block's
// name or header stands here.
#ifndef WARPLOCK_SIM_BLOCKS_WIRES_H
#define WARPLOCK_SIM_BLOCKS_WIRES_H

#include "tb/lockstep.h"

typedef enum { WIRED, ONE_EACH, PAIRED } wire_kind;    // WIRE, WIRE_EACH, WIRE_PAIRS
typedef struct { wire_kind kind; const char *source, *output, *receiver, *input; } wire_row;

typedef struct {
    const wire_row *row;
    const void     *output;             // what is copied
    void           *input;              // to where
    size_t          bytes;              // of the input
    uint64_t        own;                // WIRE_PAIRS: warps of the receiver's scheduler, one bit each; else 0
    unsigned        first, step;        // and the lowest of them, and how far they lie apart
} wire;

// Appends to `wires` those that lead from one block to any of the `receivers`; returns how many there are then, at most `most`.
unsigned wires_from(const block *, block *const *receivers, unsigned n_receivers, wire *wires, unsigned count, unsigned most);
void wires_drive(const wire *wires, unsigned count);

#endif
