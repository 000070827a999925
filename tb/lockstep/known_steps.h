// SPDX-License-Identifier: BSD-3-Clause
// Steps of a tuple whose Verilog has been compared, or will be. A Verilog module is a function of its registers and inputs, so a
// step with the same registers and inputs, in any instance, need not be compared again if the model gives the same outputs and
// registers. One in KNOWN_STEPS_AGAIN known steps is compared anyway, to detect registers missing from the table.
//
// Whole structs are kept and compared, not hashes, so a known step is certain. Storage is fixed: newer steps replace older ones.
#ifndef WARPLOCK_TB_LOCKSTEP_KNOWN_STEPS_H
#define WARPLOCK_TB_LOCKSTEP_KNOWN_STEPS_H

#include "rtl_c/block.h"

enum { KNOWN_STEPS_AGAIN = 64 };

typedef struct known_steps known_steps;

// Those of this tuple, added to a list; closed together.
known_steps *known_steps_of(known_steps **all, const block_ops *);
void known_steps_close(known_steps *all);
// The step from registers q under these inputs, with these outputs, to registers d; NULL: outputs only.
// True if it is known. Otherwise it is from now on, and the caller must compare it.
bool known_step(known_steps *, const void *q, const void *in, const void *out, const void *d);

#endif
