// SPDX-License-Identifier: BSD-3-Clause
// The wires between the blocks of one place, as rtl_c/wires.def has them: after a block's outputs have been evaluated they
// are copied to the inputs that they drive. A wire has no logic.
#ifndef WARPLOCK_SIM_BLOCKS_WIRES_H
#define WARPLOCK_SIM_BLOCKS_WIRES_H

#include "tb/lockstep.h"

typedef struct wire {
    void       (*copy)(const struct wire *);
    const block *from;
    block       *to;
    uint64_t     own;                   // warps of the receiver's scheduler, one bit each
} wire;

// Appends to `wires` those that lead from one block to any of the `receivers`; returns how many there are then, at most `most`.
unsigned wires_from(const block *, block *const *receivers, unsigned n_receivers, wire *wires, unsigned count, unsigned most);

static inline void wires_drive(const wire *wires, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        wires[i].copy(&wires[i]);
}

#endif
