// SPDX-License-Identifier: BSD-3-Clause
// What --policy and --observe name.
#ifndef WARPLOCK_SIM_RUN_POLICIES_H
#define WARPLOCK_SIM_RUN_POLICIES_H

#include "sim/campaign/terms/system.h"
#include "sim/policy/policy.h"
#include "sim/report/report.h"
#include "sim/run/options.h"

enum { CLI_POLICIES_MAX = REPORT_COLUMNS_MAX };

typedef struct {
    const policy *policy[CLI_POLICIES_MAX];             // of the systems that a search tries, theirs
    const best_word *search[CLI_POLICIES_MAX];          // NULL: it is no search
    unsigned      count;
    unsigned      baseline;                             // the one that speedups are over
    const policy *observers[OBSERVERS_MAX + 1];         // ends with NULL
    tuple_list    wanted;                               // of their blocks
} cli_policies;

// False after a message: for an unknown name, and unless functional for a policy that the machine cannot have.
bool cli_choose_policies(const cli_options *, const machine *, cli_policies *);
void cli_forget_policies(cli_policies *);
// Makes those of their blocks that are missing. False after a message.
bool cli_make_blocks(const cli_options *, const cli_policies *);

#endif
