// SPDX-License-Identifier: BSD-3-Clause
// Operand collectors over the banked register file of one SM.
//
// GPGPU-Sim's opndcoll_rfu_t. An instruction leaves its issue slot for a free collector unit of its kind, asks the banks
// for its source registers, and goes on to the unit's input slot when all have come. Per cycle a bank does one access; a
// write-back goes first. A collector takes what all banks have for it (GPGPU-Sim 4), or one operand (GPGPU-Sim 3), and
// then banks and collectors are matched by a wavefront allocator whose first diagonal rotates: core.collector_reads.
// Register number n of warp w lies in bank (n + w) mod banks; the guard predicate is not read.
// Order within a cycle: units that are ready go on, reads are matched, instructions enter collectors, bank writes end.
//
// With core.generic_collectors all kinds share units and ports, SP first, then SFU; with core.sub_cores the registers of a
// scheduler's warps lie in banks of its own: n of warp w in its (n + w) mod (banks / schedulers)-th one.
// With core.sub_cores 2 (GPGPU-Sim 4.1 on) the generic units, too, are of a scheduler each, as are the slots behind them. A port in
// takes the oldest instruction of each kind, in the order SP, SFU, LD/ST, tensor, DP, INT, if its scheduler has a unit free: those
// behind it wait, whosever they are. A port out serves the first scheduler that has a unit ready whose slot is empty.
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
    inflight *insn;                                 // NULL: free
    uint32_t  not_ready;                            // operands still to come, one bit each
    uint8_t   kind;                                 // of the set that it belongs to or works for
} collector_unit;

typedef struct {                                    // the collectors of one kind of unit; generic ones are in all sets
    uint8_t first, count, ports;
    uint32_t busy, ready;                           // units that hold an instruction; of these, with all operands
    uint8_t last[8];                                // of each output port: the unit served last
    latch  *in, *out;
} collector_set;

typedef struct collectors {
    collector_unit unit[COLLECTOR_UNITS];
    collector_set  set[UNIT_COUNT];
    unsigned units, banks, square;                  // square: side of the allocator's request matrix
    unsigned steps;                                 // a cycle
    bool generic, plain;                            // plain: a step a cycle, units of one kind each, banks for all warps
    bool repeats;                                   // core.repeated_reads
    unsigned kinds;                                 // unit_kinds
    unsigned schedulers, units_each;                // of core.sub_cores 2: units of a scheduler; 0: units of all
    uint8_t last[8][SCHEDULERS_MAX];                // then: of each output port and scheduler the unit served last, counted in the scheduler
    unsigned banks_each;                            // that the registers of a warp lie in
    unsigned mask_each;                             // the same less one where that is a power of two, else 0: no division then
    uint8_t first_bank[N_MAX];                      // of each warp: the first of them
    unsigned first_diagonal;
    uint32_t reads;                                 // core.collector_reads
    uint64_t waiting;                               // banks with a read request
    uint64_t written;                               // banks that a write-back has taken in this cycle
    uint16_t head[REGISTER_BANKS], tail[REGISTER_BANKS];    // queue of each bank; an entry is unit * INSN_MAX_SRC + operand
    uint16_t next[COLLECTOR_UNITS * INSN_MAX_SRC];
} collectors;

// in and out: the slots before and behind the collectors, one latch per kind of unit.
void collectors_open(collectors *, const machine *, latch in[UNIT_COUNT], latch out[UNIT_COUNT]);
void collectors_cycle(collectors *);
bool collectors_wait(const collectors *, unsigned kind);   // one of that kind has all its operands, and no place behind the collectors
bool collectors_stuck(const collectors *);          // a cycle would do nothing but turn the allocator
void collectors_skip(collectors *, uint64_t cycles);// that many idle cycles at once
// Takes the banks of destinations not yet written; false when one is busy. `written` keeps what has been granted.
bool collectors_write(collectors *, const insn *, unsigned warp, uint8_t *written);

#endif
