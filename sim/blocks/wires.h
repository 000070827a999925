// SPDX-License-Identifier: BSD-3-Clause
// The wires between the blocks of one place, from rtl_c/wires.def: once a block's outputs are evaluated, they are copied to
// the inputs that they drive. A wire has no logic. The blocks' own tables say where its ends are, so no block is named here.
#ifndef WARPLOCK_SIM_BLOCKS_WIRES_H
#define WARPLOCK_SIM_BLOCKS_WIRES_H

#include "tb/lockstep.h"

typedef enum { WIRED, ONE_EACH, PAIRED } wire_kind;    // WIRE, WIRE_EACH, WIRE_PAIRS
typedef struct { wire_kind kind; const char *source, *output, *receiver, *input; } wire_row;

typedef struct {
    const wire_row *row;
    const void     *output;             // source
    void           *input;              // destination
    size_t          bytes;              // of the input
    uint64_t        own;                // WIRE_PAIRS: warps of the receiver's scheduler, one bit each; else 0
} wire;

// Appends to `wires` those from one block to any of the `receivers`; returns the new count, at most `most`.
unsigned wires_from(const block *, block *const *receivers, unsigned n_receivers, wire *wires, unsigned count, unsigned most);
void wires_drive(const wire *wires, unsigned count);

#endif
