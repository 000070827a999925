// A campaign whose results are written by hand: six divergent kernels and two coherent ones under every system that the
// tables and claims of both campaigns ask for. Each counter is `its number under GTO` times a factor of the system,
// given in by_hand.c, so that a table made of another counter, system or mean has other numbers.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_BY_HAND_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_BY_HAND_H

#include "sim/campaign/campaign.h"

enum { BY_HAND_KERNELS = 8, BY_HAND_DIVERGENT = 6 };

// `program` and `size` go into the keys. campaign_end() ends it.
void by_hand_begin(campaign *, const char *program, const char *size);

#endif
