// SPDX-License-Identifier: BSD-3-Clause
// Scoreboard of one SM: which registers of which warp have a write on its way. RAW and WAW hazards hold an instruction back.
//
// GPGPU-Sim's Scoreboard: a register is reserved at issue and released at write-back; an instruction collides when any of
// its sources, destinations, its guard or its address base is reserved. WAR cannot happen: issue is in order and operands
// are read before a later result of the same warp is written.
#ifndef WARPLOCK_SIM_CORE_SCOREBOARD_H
#define WARPLOCK_SIM_CORE_SCOREBOARD_H

#include "sim/frontend/program.h"

typedef struct scoreboard {
    uint64_t *bits;                                 // a row of `words` words per warp, a bit a register
    uint64_t *data;                                 // the same, of registers that a load or atomic writes; NULL: not kept
    uint32_t  warps, words;                         // words: as the kernel with the most registers so far needs them
    bool      keeps_data;
    uint32_t  pending[64];                          // reserved registers of each warp
} scoreboard;

// No registers yet: scoreboard_fit makes room for those of a kernel (kernel.registers). What is reserved stays so.
void scoreboard_open(scoreboard *, unsigned warps, bool keep_data);
void scoreboard_fit(scoreboard *, uint32_t registers);
void scoreboard_close(scoreboard *);

static inline uint64_t *scoreboard_row(const scoreboard *board, unsigned warp)
{
    return board->bits + (size_t)warp * board->words;
}

static inline bool scoreboard_reserved(const scoreboard *board, unsigned warp, uint16_t reg)
{
    return scoreboard_row(board, warp)[reg / 64] >> (reg % 64) & 1;
}

bool scoreboard_collides(const scoreboard *, unsigned warp, const insn *);
bool scoreboard_needs_data(const scoreboard *, unsigned warp, const insn *);    // D-33; where `data` is kept
void scoreboard_reserve(scoreboard *, unsigned warp, const insn *);
void scoreboard_release(scoreboard *, unsigned warp, const insn *);
// Where data are kept: what brings them has been issued, is over. A generic access is in the space that its lanes were in.
bool scoreboard_brings_data(const insn *, uint8_t space);
void scoreboard_mark_data(scoreboard *, unsigned warp, const insn *, bool outstanding);

#endif
