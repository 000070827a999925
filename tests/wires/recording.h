// SPDX-License-Identifier: BSD-3-Clause
// A recording of `warplock run --record` in memory: what the SM did, and what went over the wires to and from its
// blocks. For the checker of wires; docs/lockstep.md describes the files.
#ifndef WARPLOCK_TESTS_WIRES_RECORDING_H
#define WARPLOCK_TESTS_WIRES_RECORDING_H

#include "tb/stimulus.h"

enum { RECORDED_MAX = 12 };

typedef struct {
    char           name[32];                // "oaws_dlc", "warp_arbiter.1"
    stimulus       inputs;
    unsigned char *outputs;                 // one struct a step
} recorded_block;

typedef struct {
    uint64_t cycle;
    char    *words;                         // "fill 3 32 48 ld.global 50 other"
} recorded_event;

typedef struct {
    recorded_block  block[RECORDED_MAX];
    unsigned        blocks;
    char            policy[32];
    recorded_event *event;
    size_t          events;
    char           *sm, *machine;           // the files
    size_t          cycles;                 // that every block has
} recorded;

// Ends the program with a message and status 2 when the folder is not a recording.
void recorded_open(recorded *, const char *folder);
void recorded_close(recorded *);
// A key of the machine, "l1d" "sets"; ends the program when there is none.
unsigned recorded_key(const recorded *, const char *section, const char *key, char *text, size_t size);
const recorded_block *recorded_find(const recorded *, const char *name);     // NULL: the policy has none of that name
const void *recorded_in(const recorded_block *, size_t cycle);
const void *recorded_out(const recorded_block *, size_t cycle);

#endif
