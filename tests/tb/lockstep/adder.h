// SPDX-License-Identifier: BSD-3-Clause
// A block that adds, so that registers and outputs come again, for tests of steps that were compared before (tb/lockstep/known_steps.h). In
// place of its Verilog stands another that counts its edges, which no row of its table names.
#ifndef WARPLOCK_TESTS_TB_LOCKSTEP_ADDER_H
#define WARPLOCK_TESTS_TB_LOCKSTEP_ADDER_H

#include "tb/lockstep/known_steps.h"
#include "tb/lockstep/internal.h"

struct in { uint8_t add, late, unread; };
struct out { uint8_t sum, odd; };
struct state { uint8_t total, last; };

// What goes wrong in the one that stands for the Verilog: in outputs the last bit of the sum, in registers that of the total.
typedef struct {
    uint64_t outputs_from, registers_from;     // edge of an instance from which on they are wrong; 0: none
    bool     outputs;                          // from now on, of all
    bool     unread_is_read, moves_at_rest, put_nothing;
    uint8_t  add, total;                       // the registers behind each step that adds so much to that; add 0: none
} adder_faults;
extern adder_faults adder_wrong;

// Of all instances since the run was opened.
extern unsigned adder_edges, adder_evaluations, adder_puts;

extern const block_ops adder_model;
extern const verilated_ops adder_verilog;

lockstep *adder_run(lockstep_when);
block *adder_add(lockstep *, const char *name);
void adder_step(lockstep *, block *, uint64_t cycle, unsigned add, unsigned late);
// The run has failed and says so; what a pack of it holds, replayed from there on with every step, says the same.
void adder_expect_failure(const lockstep *, const char *line);

#endif
