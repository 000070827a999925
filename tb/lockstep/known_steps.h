// SPDX-License-Identifier: BSD-3-Clause
// Steps of a tuple whose Verilog has been compared, or will be. A Verilog module is a function of its registers and inputs, so a
// step with the same registers and inputs, in any instance, need not be compared again if the model gives the same outputs and
// registers. One in KNOWN_STEPS_AGAIN known steps is compared anyway, to detect registers missing from the table.
//
// A part of a run (tb/lockstep.h) has those of the run and its own of this cycle, which the others get to know between cycles: what is
// known hangs on no thread.
//
// A step is known by the sum of its registers and inputs, 128 bits, not by their bytes: that one passes for another has a chance below
// 2^-80 in a run of 10^7 steps. (Explicit-state model checkers call this hash compaction.) Outputs and the registers after are what the
// model makes of these: sums of 32 and 64 bits find out a model that is no function. Storage is fixed: newer steps replace older ones.
#ifndef WARPLOCK_TB_LOCKSTEP_KNOWN_STEPS_H
#define WARPLOCK_TB_LOCKSTEP_KNOWN_STEPS_H

#include "rtl_c/block.h"
#include "tb/lockstep/chunks.h"

enum { KNOWN_STEPS_AGAIN = 64 };

typedef struct known_steps known_steps;

// Those of this tuple, added to a list; closed together. A part's are its own, and those of the shared list; NULL: it is no part.
known_steps *known_steps_of(known_steps **all, known_steps **shared, const block_ops *);
// Between cycles: the other parts know the steps of this list, too.
void known_steps_share(known_steps *all);
void known_steps_close(known_steps *all);
// What a step is known by: the sum of its registers' words (chunks.h), whose places count from 0, and its inputs', from here on.
enum { KNOWN_INPUTS = 1 << 20 };
// The step of this sum may be asked for soon: its place, which the processor seldom has at hand, is fetched meanwhile.
void known_step_soon(const known_steps *, const chunk_sum *step);
// The step of this sum with these outputs, to registers of the sum `left`; NULL: outputs only.
// True if it is known. Otherwise it is from now on, and the caller must compare it.
bool known_step(known_steps *, const chunk_sum *step, const void *out, const chunk_sum *left);

#endif
