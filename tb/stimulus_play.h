// SPDX-License-Identifier: BSD-3-Clause
// One instance, model and Verilog, under a recorded stimulus (tb/replay.c).
#ifndef WARPLOCK_TB_STIMULUS_PLAY_H
#define WARPLOCK_TB_STIMULUS_PLAY_H

#include "tb/lockstep.h"
#include "tb/stimulus.h"

// From its registers and inputs on, until they differ or it ends; each step to `vectors`, unless that is NULL.
void stimulus_play(lockstep *, block *, const stimulus *, FILE *vectors);

#endif
