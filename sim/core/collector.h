// SPDX-License-Identifier: BSD-3-Clause
// Operand collectors over the banked register file of one SM.
//
// Models GPGPU-Sim's opndcoll_rfu_t. An instruction moves from its issue slot to a free collector unit of its kind, requests
// its source registers from the banks, and moves to the unit's input slot once it has them all. A bank does one access a
// cycle; write-backs have priority. A collector accepts operands from all banks at once (GPGPU-Sim 4), or one a cycle
// (GPGPU-Sim 3); then a wavefront allocator with a rotating first diagonal matches banks and collectors (core.collector_reads).
// Register n of warp w is in bank (n + w) mod banks. The guard predicate is not read.
// Order within a cycle: ready units move on, reads are matched, instructions enter collectors, bank writes end.
//
// With core.generic_collectors all kinds share units and ports, SP first, then SFU. With core.sub_cores each scheduler has its
// own banks: register n of warp w is in bank (n + w) mod (banks / schedulers) of its scheduler.
// With core.sub_cores 2 (GPGPU-Sim 4.1 and later) each scheduler also has its own generic units and the slots behind them. An input
// port takes the oldest instruction of each kind, in the order SP, SFU, LD/ST, tensor, DP, INT, if its scheduler has a free unit;
// otherwise all instructions behind it wait. An output port serves the first scheduler with a ready unit and an empty slot.
//
// Not modelled: register-file ports wider than a warp.
#ifndef WARPLOCK_SIM_CORE_COLLECTOR_H
#define WARPLOCK_SIM_CORE_COLLECTOR_H

#include "rtl_c/block.h"
#include "sim/core/latch.h"
#include "sim/core/units.h"
#include "sim/events/levels.h"
#include "sim/machine/machine.h"

enum { COLLECTOR_UNITS = 96, REGISTER_BANKS = 64, COLLECTOR_NONE = 0xffff };

typedef struct {
    inflight *insn;                                 // of a busy one
    uint32_t  not_ready;                            // operands still missing, one bit each
    uint8_t   kind;                                 // the set that it belongs to or works for
} collector_unit;

typedef struct {                                    // collectors of one kind of unit; generic ones are in every set
    uint8_t first, count, ports;
    uint32_t busy, all, ready;                      // units that hold an instruction; all; of the busy ones those with all operands
    uint8_t last[8];                                // unit served last, by output port
    latch  *in, *out;
} collector_set;

typedef struct collectors {
    collector_unit unit[COLLECTOR_UNITS];
    collector_set  set[UNIT_COUNT];
    unsigned units, banks, square;                  // square: size of the allocator's request matrix
    unsigned steps;                                 // per cycle
    bool generic, plain;                            // plain: one step a cycle, no generic units, banks shared by all warps
    bool repeats;                                   // core.repeated_reads
    unsigned kinds;                                 // unit_kinds
    unsigned schedulers, units_each;                // units of each scheduler (core.sub_cores 2); 0: units are shared
    uint8_t last[8][SCHEDULERS_MAX];                // then: unit served last, by output port and scheduler, numbered within the scheduler
    unsigned banks_each;                            // banks that hold a warp's registers
    unsigned mask_each;                             // banks_each - 1 if banks_each is a power of two (saves a division), else 0
    uint8_t first_bank[N_MAX];                      // the first of these, by warp
    unsigned first_diagonal;
    uint32_t reads;                                 // core.collector_reads
    uint64_t waiting;                               // banks with a read request
    uint64_t written;                               // banks taken by a write-back in this cycle
    uint16_t head[REGISTER_BANKS], tail[REGISTER_BANKS];    // queue of each bank; entries are unit * INSN_MAX_SRC + operand
    uint16_t next[COLLECTOR_UNITS * INSN_MAX_SRC];
} collectors;

// in, out: the slots before and behind the collectors, one latch per kind of unit.
void collectors_open(collectors *, const machine *, latch in[UNIT_COUNT], latch out[UNIT_COUNT]);
void collectors_cycle(collectors *);
bool collectors_wait(const collectors *, unsigned kind);   // one of that kind has all its operands but finds no free slot
bool collectors_stuck(const collectors *);          // a cycle would only rotate the allocator
void collectors_skip(collectors *, uint64_t cycles);// skips that many idle cycles
// Takes the banks of destinations not yet written; false if one is busy. `written` records what was granted.
bool collectors_write(collectors *, const insn *, unsigned warp, uint8_t *written);

#endif
