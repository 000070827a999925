// A system is a policy with the parameters that the papers vary, under the words that the papers' claims use (rows of
// system_words.def): POLICY, then words with a number or alone. "POLICY MSHR 48" is that policy with l1d.mshrs = 48. Of
// the best of a paper's limits there is one per kernel: the system with the highest IPC among those that a campaign
// tries; it is resolved by campaign_find and never run by that name.
#ifndef WARPLOCK_SIM_CAMPAIGN_SYSTEM_H
#define WARPLOCK_SIM_CAMPAIGN_SYSTEM_H

#include <stdbool.h>

enum { SYSTEM_NAME = 48, SYSTEM_SETS = 4 };

typedef struct {
    char     name[SYSTEM_NAME];
    char     policy[24];
    char     sets[SYSTEM_SETS][40];             // as --set takes them
    unsigned n_sets;
} campaign_system;

// False when its policy is not built, or for words that mean nothing here.
bool system_resolve(const char *name, campaign_system *);

// A list of systems: a word "a,b" stands for either, so that "a,b MSHR 32,96" are four, the first word changing
// fastest. The index-th; false past the last one, and for a name that is too long.
bool system_choose(const char *systems, unsigned index, char name[static SYSTEM_NAME]);

#endif
