// SPDX-License-Identifier: BSD-3-Clause
// One instance, model and Verilog, under a recorded stimulus (tb/lockstep/replay.c).
#ifndef WARPLOCK_TB_LOCKSTEP_REPLAY_H
#define WARPLOCK_TB_LOCKSTEP_REPLAY_H

#include "tb/lockstep.h"
#include "tb/stimuli/stimulus.h"

// From its registers and inputs on, until they differ or it ends; each step to `vectors`, unless that is NULL.
void stimulus_play(lockstep *, block *, const stimulus *, FILE *vectors);

#endif
