// SPDX-License-Identifier: BSD-3-Clause
// Records inputs and outputs of one place's blocks, cycle by cycle: per instance a stimulus file (tb/stimuli/stimulus.h) and a file of
// outputs, and texts that the simulator attaches (lockstep_attach).
#ifndef WARPLOCK_TB_LOCKSTEP_RECORD_H
#define WARPLOCK_TB_LOCKSTEP_RECORD_H

#include "tb/lockstep.h"
#include "tb/stimuli/stimulus.h"

typedef struct recording recording;
typedef struct record_text record_text;

// False and a message when the folder could not be made at the end.
bool record_possible(const char *folder, char *error, size_t error_size);
// A recording for the instance if its place is recorded, else NULL; schedulers belong to their SM.
recording *record_open(const block *);
void record_step(recording *, const lockstep_options *options, uint64_t cycle, const void *in, const void *out);
void record_clear(recording *);
void record_close(recording *);
void record_close_texts(record_text *);

#endif
