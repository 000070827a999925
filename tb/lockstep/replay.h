// SPDX-License-Identifier: BSD-3-Clause
// One instance, model and Verilog, under a recorded stimulus (tb/lockstep/replay.c).
#ifndef WARPLOCK_TB_LOCKSTEP_REPLAY_H
#define WARPLOCK_TB_LOCKSTEP_REPLAY_H

#include "tb/lockstep.h"
#include "tb/stimuli/stimulus.h"

// Starts from its registers and inputs, ends with it or at a difference; writes each step to `vectors`, unless NULL.
void stimulus_play(lockstep *, block *, const stimulus *, FILE *vectors);

#endif
