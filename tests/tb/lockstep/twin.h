// SPDX-License-Identifier: BSD-3-Clause
// A small block that stands twice, once as the model and once in place of the Verilog, for tests of the lockstep runner.
#ifndef WARPLOCK_TESTS_TB_LOCKSTEP_TWIN_H
#define WARPLOCK_TESTS_TB_LOCKSTEP_TWIN_H

#include "tb/lockstep/internal.h"

enum { CELLS = 4 };

struct in { uint8_t add; uint8_t note; uint8_t look_late; };
struct out { uint8_t sum; uint32_t odd; };               // three bytes of padding after sum
struct state { uint8_t total; uint8_t pair[2]; uint8_t cell[CELLS]; };

typedef struct { struct in in; struct out out; struct state q; uint64_t edges; } twin;      // the second one

// What goes wrong in the second one, from which of its edges on, and how often it was asked since the run was opened.
enum wrong { NOTHING, OUTPUT, REGISTER, RESET, LATE_EARLY, MEMORY, MOVES_AT_REST };
extern enum wrong twin_wrong;
extern uint64_t twin_wrong_at;
extern unsigned twin_outs, twin_edges, twin_settled;

extern const block_ops twin_model;
extern const verilated_ops twin_ops;
extern const verilated_ops twin_by_halves;               // which cannot do a cycle in one evaluation

lockstep *twin_run(blocks_mode mode, lockstep_when when, bool check_late);
void twin_step(lockstep *run, block *b, uint64_t cycle, unsigned add, unsigned late);

#endif
