// SPDX-License-Identifier: BSD-3-Clause
// Checks a recording against itself, in every cycle: every block input against other blocks' outputs and the place's events and
// levels; and the actions against the blocks' outputs. hardware.md 0, 1 and 6; docs/check.md.
#ifndef WARPLOCK_SIM_CHECK_CHECK_H
#define WARPLOCK_SIM_CHECK_CHECK_H

#include "sim/check/recording.h"

enum { FINDINGS_MAX = 64, FINDING_NAME = 96, FINDING_TEXT = 240, CHECK_PATH = 1100 };

typedef struct {
    char     name[FINDING_NAME];        // "wire oaws_dlc.coalesce_pc", "rule grant"
    uint64_t cycle;
    int      warp;                      // -1: none
    char     text[FINDING_TEXT];
    char     block[64];                 // whose recording shows it
} finding;

typedef struct {
    finding  found[FINDINGS_MAX];       // the first of each name, in order
    unsigned findings;
    uint64_t violations;                // all of them
    unsigned wires, unreached;          // the blocks' inputs, and those compared with nothing
    char     unreached_name[RECORDED_MAX * 4][FINDING_NAME];    // some of these
    uint64_t comparisons, issues, loads;
    bool     known_policy;              // else checks only what all policies share
} check_result;

// False and a message if a block of the policy is missing.
bool check_complete(const recorded *, char *error, size_t error_size);
void check_recording(const recorded *, check_result *);

#endif
