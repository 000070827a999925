// SPDX-License-Identifier: BSD-3-Clause
// A pipeline register of a few slots between two stages: any free slot takes an instruction, the oldest leaves first.
//
// Models GPGPU-Sim's register_set. The slots are an unordered array, as it does not matter which one an instruction is in.
#ifndef WARPLOCK_SIM_CORE_LATCH_H
#define WARPLOCK_SIM_CORE_LATCH_H

#include "sim/core/inflight.h"

enum { LATCH_SLOTS = 8 };

typedef struct {
    inflight *slot[LATCH_SLOTS];
    uint8_t   used, slots;
    uint8_t   taken;                    // with core.sub_cores, before the collectors: schedulers whose register is full; with 2, also after them
} latch;

static inline bool latch_has_room(const latch *l) { return l->used < l->slots; }
static inline void latch_put(latch *l, inflight *insn) { l->slot[l->used++] = insn; }

static inline unsigned latch_oldest_slot(const latch *l)
{
    unsigned oldest = 0;
    for (unsigned i = 1; i < l->used; i++)
        if (l->slot[i]->age < l->slot[oldest]->age)
            oldest = i;
    return oldest;
}

static inline inflight *latch_take(latch *l, unsigned slot)
{
    inflight *insn = l->slot[slot];
    l->slot[slot] = l->slot[--l->used];
    return insn;
}

// Index of the instruction issued through this scheduler; l->used if there is none.
static inline unsigned latch_slot_of(const latch *l, unsigned scheduler)
{
    unsigned slot = 0;
    while (slot < l->used && l->slot[slot]->scheduler != scheduler)
        slot++;
    return slot;
}

// The oldest instruction, NULL when empty.
static inline inflight *latch_oldest(const latch *l) { return l->used ? l->slot[latch_oldest_slot(l)] : NULL; }

static inline inflight *latch_take_oldest(latch *l)
{
    return latch_take(l, latch_oldest_slot(l));
}

#endif
