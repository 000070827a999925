// SPDX-License-Identifier: BSD-3-Clause
// Which keys the systems of a campaign sweep, and under which of their policies a run reads each: a key that nobody reads has
// equal runs for every value.
#ifndef WARPLOCK_SIM_CAMPAIGN_AXES_H
#define WARPLOCK_SIM_CAMPAIGN_AXES_H

#include "sim/campaign/campaign.h"
#include "sim/policy/readers.h"

enum { AXES_MAX = 64, AXES_POLICIES = 64 };

typedef struct {
    char     key[SYSTEM_SET];
    bool     swept;                             // it has several values in some list of systems
    uint64_t read, unread;                      // policies that read it on some machine, and that do not on any: bits of policy_table
    char     readers[READERS_WORDS];            // what would read it, when there is no `read`
} campaign_axis;

typedef struct { campaign_axis axes[AXES_MAX]; unsigned n; } campaign_axes;

// Adds a key that every run has, once; what is more than fits is left out.
void campaign_axes_add(campaign_axes *, const char *key);
// Adds every key that is swept, and looks at each system of the campaign: of a key that is swept at those that sweep it.
void campaign_axes_find(campaign *, campaign_axes *);
// Their names, divided by commas.
void campaign_axes_policies(uint64_t policies, char words[static READERS_WORDS]);

#endif
