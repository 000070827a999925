// SPDX-License-Identifier: BSD-3-Clause
// The start of the files of a place's recording: machine.ini, levels.txt, and the event lines (docs/events.md).
#ifndef WARPLOCK_SIM_EVENTS_PLACE_LOG_H
#define WARPLOCK_SIM_EVENTS_PLACE_LOG_H

#include "sim/events/level_log.h"
#include "sim/machine/machine.h"
#include "tb/lockstep.h"

// The file of the lines, with its head; NULL: this place is not recorded. *cycles: its window.
FILE *place_log_open(level_log *levels, lockstep *run, block_place place, const machine *m, const char *policy, uint64_t *cycles);

#endif
