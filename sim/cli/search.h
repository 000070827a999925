// SPDX-License-Identifier: BSD-3-Clause
// `warplock run --policy NAME` where NAME stands for the best of some systems: the search, before the run of the best.
#ifndef WARPLOCK_SIM_CLI_SEARCH_H
#define WARPLOCK_SIM_CLI_SEARCH_H

#include "sim/campaign/engine/search.h"
#include "sim/run/policies.h"

typedef struct {
    bool        open;
    campaign_file *of;                              // an empty one
    const char *sets[CLI_WORDS_MAX + 1];
    campaign    campaign;
} cli_search;

// The policy of the best of the row's systems for the bundled kernel; the machine gets that system's settings. Opens what
// it needs the first time. NULL after a message, with the command's exit status in *status.
const policy *cli_search_best(cli_search *, const cli_options *, machine *, const best_word *, const char *kernel, run_curve *,
                              run_status *status);
// False after a message when a search is asked for and impossible: for a user's kernels, as results are stored by name
// and size, or for KERNEL:SIZE.
bool cli_search_allowed(const cli_options *, const cli_policies *, bool own_kernels, bool own_sizes);
// Whether a store can hold the limit, 63 bits; false after a message.
bool cli_limit_allowed(const cli_options *);
void cli_search_close(cli_search *);

#endif
