// SPDX-License-Identifier: BSD-3-Clause
// `warplock run --policy NAME` where NAME stands for the best of some systems: the search, before the run of the best.
#ifndef WARPLOCK_SIM_CLI_SEARCH_H
#define WARPLOCK_SIM_CLI_SEARCH_H

#include "sim/campaign/engine/search.h"
#include "sim/run/policies.h"

typedef struct {
    bool        open;
    campaign_file *of;                              // that says nothing
    const char *sets[CLI_WORDS_MAX + 1];
    campaign    campaign;
} cli_search;

// The policy of the best of the row's systems for the bundled kernel; the machine gets what that system sets. Opens what it
// needs the first time. NULL after a message; *status then says what the command ends with.
const policy *cli_search_best(cli_search *, const cli_options *, machine *, const best_word *, const char *kernel, run_curve *,
                              run_status *status);
// False after a message when a search is asked for and cannot be: of kernels of the user, as results are kept by name
// and size, or of KERNEL:SIZE.
bool cli_search_allowed(const cli_options *, const cli_policies *, bool own_kernels, bool own_sizes);
// That a store can hold the limit, a number of 63 bits; false after a message.
bool cli_limit_allowed(const cli_options *);
void cli_search_close(cli_search *);

#endif
