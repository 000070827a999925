// SPDX-License-Identifier: BSD-3-Clause
// Scoreboard of one SM: the registers of each warp with a pending write. RAW and WAW hazards hold an instruction back.
//
// Models GPGPU-Sim's Scoreboard: a register is reserved at issue and released at write-back. An instruction collides when any
// of its sources, its destinations, its guard or its address base is reserved. WAR hazards cannot happen: issue is in order,
// and operands are read before a later result of the same warp is written.
#ifndef WARPLOCK_SIM_CORE_SCOREBOARD_H
#define WARPLOCK_SIM_CORE_SCOREBOARD_H

#include "sim/frontend/program.h"

typedef struct scoreboard {
    uint64_t *bits;                                 // a row of `words` words per warp, one bit per register
    uint64_t *data;                                 // the same for registers written by a load or atomic; NULL: not kept
    uint32_t  warps, words;                         // words: enough for the largest kernel so far
    bool      keeps_data;
    uint32_t  pending[64];                          // reserved registers of each warp
} scoreboard;

// Starts without registers; scoreboard_fit makes room for those of a kernel (kernel.registers) and keeps what is reserved.
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
bool scoreboard_needs_data(const scoreboard *, unsigned warp, const insn *);    // D-33; only if `data` is kept
void scoreboard_reserve(scoreboard *, unsigned warp, const insn *);
void scoreboard_release(scoreboard *, unsigned warp, const insn *);
// Only if `data` is kept: a load or atomic was issued, is complete. A generic access counts in the space of its lanes.
bool scoreboard_brings_data(const insn *, uint8_t space);
void scoreboard_mark_data(scoreboard *, unsigned warp, const insn *, bool outstanding);

#endif
