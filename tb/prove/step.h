// SPDX-License-Identifier: BSD-3-Clause
// How step.c speaks to what executes it: prove_step, on literals (execute.c).
//
// Bits `at`.. of a port or register, "ready_i", "inflight_q".
#ifndef WARPLOCK_TB_PROVE_STEP_H
#define WARPLOCK_TB_PROVE_STEP_H

#include <stdbool.h>
#include <stdint.h>

uint64_t prove_in(const char *name, unsigned at, unsigned width);
// A memory (MEM row) by its ports (ports.h): these are its words. Any word of it, by its number; what it holds after the step.
void     prove_memory(const char *name, const void *words, unsigned count, unsigned width, unsigned bytes_each);
unsigned prove_any_word(const void *words);
void     prove_know_word(const void *words, unsigned number, bool known, uint64_t word);     // of a memory that is read for nothing else yet
// Registers in a vector that are read and written by an index as a memory is; these are its elements.
void     prove_vector(const char *name, const void *elements, unsigned count, unsigned width, unsigned bytes_each);
void     prove_out_memory(const char *name, const void *words);
void     prove_absent(const char *name, unsigned at);                               // a register bit that does not exist
void     prove_out(const char *name, unsigned at, unsigned width, uint64_t value);  // "charge_o", "inflight_d"
void     prove_assume(bool fact);
void     prove_check(const char *name, bool where, bool fact);
// A model's own is prove_relied_on (rtl_c/bits.h).

void prove_step(void);      // one step from any state that satisfies the invariant, under any inputs
void prove_reset(void);     // the reset
void prove_alone(void);     // what is asked of C code without Verilog

#endif
