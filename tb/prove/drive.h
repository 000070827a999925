// SPDX-License-Identifier: BSD-3-Clause
// One tuple driven by random inputs from reset: the compiled model, or the Verilog as Verilator compiles it, as lockstep drives it.
// Linked with the model as `vectors_model`, and with the Verilog as `vectors_rtl` where it is to be driven.
#ifndef WARPLOCK_TB_PROVE_DRIVE_H
#define WARPLOCK_TB_PROVE_DRIVE_H

#include "rtl_c/block.h"

extern const block_ops vectors_model;

// Of the cycle: registers, inputs as outputs see them (late ones are others then), inputs, outputs, next registers.
typedef struct { void *q, *early, *in, *out, *d; } drive_cycle;
extern drive_cycle drive;

uint64_t drive_bits(void);              // random, apart from what is drawn for inputs
void drive_begin(bool verilog);         // after reset
// The inputs of step `number`, which come in this order alone: each port keeps to a manner of its own for a while (rare ones, rare
// zeros, small numbers, none, all, seldom another), ports that choose a mode to a value.
void drive_draw(long number);
// Draws, and makes outputs and next registers. The model finds random bytes in its outputs, as it found old ones in the
// simulator: what it does not write shows.
void drive_step(long number);
// Whether what the model says of so many cycles to come under these inputs (<block>_count) is what it does in them. Of one it is proven.
bool drive_counts(void);
void drive_end_step(void);              // the next registers are the registers
bool drive_is_as_reset(void);

#endif
