// SPDX-License-Identifier: BSD-3-Clause
// Recording: inputs and outputs of the blocks of one place, cycle by cycle: one stimulus file (tb/stimulus.h) and one file of
// outputs per instance, and texts that the simulator attaches (lockstep_attach).
#ifndef WARPLOCK_TB_RECORD_H
#define WARPLOCK_TB_RECORD_H

#include "tb/lockstep.h"
#include "tb/stimulus.h"

typedef struct recording recording;
typedef struct record_text record_text;

// False and a message when the folder could not be made at the end.
bool record_possible(const char *folder, char *error, size_t error_size);
// A recording for the instance if its place is to be recorded, else NULL; schedulers belong to their SM.
recording *record_open(const block *);
void record_step(recording *, const lockstep_options *options, uint64_t cycle, const void *in, const void *out);
void record_clear(recording *);
void record_close(recording *);
void record_close_texts(record_text *);

#endif
