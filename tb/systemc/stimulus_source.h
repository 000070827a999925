// SPDX-License-Identifier: BSD-3-Clause
// Where the front end's inputs come from, cycle by cycle: random traffic, or a recording of the simulator.
#ifndef WARPLOCK_TB_SYSTEMC_STIMULUS_SOURCE_H
#define WARPLOCK_TB_SYSTEMC_STIMULUS_SOURCE_H

#include "tb/systemc/front_end.h"

typedef struct stimulus_source {
    // Early inputs of the next cycle, which may be a reset; false when there is none. The first cycle is a reset.
    bool (*early)(struct stimulus_source *, struct front_end_in *in, bool *reset);
    // Late inputs, after the outputs that follow from the early ones.
    void (*late)(struct stimulus_source *, const struct front_end_out *out, struct front_end_in *in);
    // After the cycle has been checked: NULL, or which inputs of the models differ from the recording's.
    const char *(*checked)(struct stimulus_source *, const front_end_models *models);
    void (*describe)(const struct stimulus_source *, FILE *);      // what it did, in a few words
    void (*close)(struct stimulus_source *);
} stimulus_source;

// A small platform that reacts to the grants: warps with instructions, an LD/ST unit, MSHRs; kernels differ in all that
// is configured. Between kernels sometimes inputs that no platform gives, then a reset.
stimulus_source *traffic_open(uint64_t cycles, uint64_t seed);
// What `warplock run --record FOLDER` left. NULL and a message when its geometry is another one.
stimulus_source *recorded_open(const char *folder, char *error, size_t error_size);

#endif
