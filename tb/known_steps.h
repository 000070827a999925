// SPDX-License-Identifier: BSD-3-Clause
// Steps of a tuple that its Verilog has been compared in, or will be: another with the same registers and inputs, of whichever
// instance, which leaves the model with the same outputs and registers, need not be compared again. A Verilog module is a
// function of its registers and inputs; one in KNOWN_STEPS_AGAIN of the steps that are known is compared all the same, so that one
// with a register that the table does not name is found out.
//
// Whole structs are kept and compared, no sums of them: what is called known is known. As much as fits into a fixed room; a
// newer step takes the place of an older one.
#ifndef WARPLOCK_TB_KNOWN_STEPS_H
#define WARPLOCK_TB_KNOWN_STEPS_H

#include "rtl_c/block.h"

enum { KNOWN_STEPS_AGAIN = 64 };

typedef struct known_steps known_steps;

// Those of this tuple, in a list that grows by them; closed together.
known_steps *known_steps_of(known_steps **all, const block_ops *);
void known_steps_close(known_steps *all);
// The step that meets the registers q under these inputs, has these outputs and leaves the registers d; NULL: the outputs alone.
// True when it is known; else it is from now on, and the caller owes the comparison.
bool known_step(known_steps *, const void *q, const void *in, const void *out, const void *d);

#endif
