// Recording: the inputs of one SM's blocks, cycle by cycle, as stimulus files (tb/stimulus.h), one per instance.
#ifndef WARPLOCK_TB_RECORD_H
#define WARPLOCK_TB_RECORD_H

#include "tb/lockstep.h"
#include "tb/stimulus.h"

// False and a message when the folder could not be made at the end.
bool record_possible(const char *folder, char *error, size_t error_size);
// A recording for the instance if it is one to be recorded, else NULL: "sm 3" records "sm 3" and "sm 3 sched 1".
stimulus *record_open(const lockstep_options *options, const block_ops *ops, const char *instance);
void record_step(stimulus *, const lockstep_options *options, uint64_t cycle, const void *in);
void record_close(stimulus *);

#endif
