// SPDX-License-Identifier: BSD-3-Clause
// Which keys the systems of a campaign sweep, and which of their policies read each. A key that no policy reads gives the same
// run for every value.
#ifndef WARPLOCK_SIM_CAMPAIGN_AXES_H
#define WARPLOCK_SIM_CAMPAIGN_AXES_H

#include "sim/campaign/campaign.h"
#include "sim/campaign/simulator/simulator.h"

enum { AXES_MAX = 64, AXES_POLICIES = 64 };

typedef struct {
    char     key[SYSTEM_SET];
    bool     swept;                             // some list of systems gives it several values
    uint64_t read, unread;                      // policies that read it on some machine; on none: simulator_policy_bits()
    char     readers[SIMULATOR_READERS];            // what would read it, when there is no `read`
} campaign_axis;

typedef struct { campaign_axis axes[AXES_MAX]; unsigned n; } campaign_axes;

// Adds a key that every run has, once. Leaves out keys beyond the table's end.
void campaign_axes_add(campaign_axes *, const char *key);
// Adds every swept key and finds who reads each key: a swept one among the systems that sweep it, others among all.
void campaign_axes_find(campaign *, campaign_axes *);
// Their names, separated by commas.
void campaign_axes_policies(uint64_t policies, char words[static SIMULATOR_READERS]);

#endif
