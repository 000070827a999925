// SPDX-License-Identifier: BSD-3-Clause
// One line for the runs that differ only by seed: the mean and half of its 95 % interval (statistics.h). With a baseline, also
// the mean quotient over the baseline's run of the same seed, marked where its interval includes 1.
#ifndef WARPLOCK_SIM_CAMPAIGN_RESULTS_MEANS_H
#define WARPLOCK_SIM_CAMPAIGN_RESULTS_MEANS_H

#include "sim/campaign/results/list.h"
#include "sim/campaign/results/table.h"

// `baseline`: a policy, "" for none. False and a message when the store cannot be read or no run is of that policy.
bool means_print(query *, const list_fields *, const char *baseline, table_form, FILE *, char *message, size_t size);

#endif
