// SPDX-License-Identifier: BSD-3-Clause
// The policies and observers of --policy and --observe.
#ifndef WARPLOCK_SIM_RUN_POLICIES_H
#define WARPLOCK_SIM_RUN_POLICIES_H

#include "sim/campaign/terms/system.h"
#include "sim/policy/policy.h"
#include "sim/report/report.h"
#include "sim/run/options.h"

enum { CLI_POLICIES_MAX = REPORT_COLUMNS_MAX };

typedef struct {
    const policy *policy[CLI_POLICIES_MAX];             // for a search, that of the systems it tries
    const best_word *search[CLI_POLICIES_MAX];          // NULL: no search
    unsigned      count;
    unsigned      baseline;                             // the one that speedups compare with
    const policy *observers[OBSERVERS_MAX + 1];         // ends with NULL
    tuple_list    wanted;                               // of their blocks
} cli_policies;

// False after a message: for an unknown name, and, unless functional, for a policy that does not suit the machine.
bool cli_choose_policies(const cli_options *, const machine *, cli_policies *);
void cli_forget_policies(cli_policies *);
// Makes their missing blocks. False after a message.
bool cli_make_blocks(const cli_options *, const cli_policies *);

#endif
