// SPDX-License-Identifier: BSD-3-Clause
// How step.c speaks to what executes it: prove_step, on literals (execute.c).
//
// Bits `at`.. of a port or register, "ready_i", "inflight_q"; of a memory (MEM row) a word, by its number.
#ifndef WARPLOCK_TB_PROVE_STEP_H
#define WARPLOCK_TB_PROVE_STEP_H

#include <stdbool.h>
#include <stdint.h>

uint64_t prove_in(const char *name, unsigned at, unsigned width);
uint64_t prove_word(const char *name, unsigned number, unsigned width);
void     prove_absent(const char *name, unsigned at);                               // a register bit that does not exist
void     prove_out(const char *name, unsigned at, unsigned width, uint64_t value);  // "charge_o", "inflight_d"
void     prove_out_word(const char *name, unsigned number, unsigned width, uint64_t value);
void     prove_assume(bool fact);
void     prove_check(const char *name, bool where, bool fact);
// A model's own is prove_relied_on (rtl_c/bits.h).

void prove_step(void);      // one step from any state that satisfies the invariant, under any inputs
void prove_reset(void);     // the reset
void prove_alone(void);     // what is asked of C code without Verilog

#endif
