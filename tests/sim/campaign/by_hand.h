// SPDX-License-Identifier: BSD-3-Clause
// A campaign whose results are written by hand: six divergent kernels and two coherent ones under every system that the
// tables and claims of both campaigns ask for. Each counter is `its number under GTO` times a factor of the system,
// given in by_hand.c, so that a table made of another counter, system or mean has other numbers.
#ifndef WARPLOCK_TESTS_SIM_CAMPAIGN_BY_HAND_H
#define WARPLOCK_TESTS_SIM_CAMPAIGN_BY_HAND_H

#include "sim/campaign/campaign.h"

enum { BY_HAND_KERNELS = 8, BY_HAND_DIVERGENT = 6 };

// A bundled campaign, loaded once.
const campaign_file *by_hand_file(const char *name);
// The campaign of this name on its machine with these bundled kernels, nothing kept beside sums, and no result.
void by_hand_empty(campaign *, const char *name, const char *const *kernels, unsigned n_kernels);

// The simulator that was built with the tests.
const char *by_hand_warplock(void);
// `program` and `size` go into the keys. campaign_end() ends it.
void by_hand_begin(campaign *, const char *program, const char *size);

// A result of one run, as a store would have it.
void by_hand_put(campaign *, const char *kernel, const char *system, unsigned seed, const char *json);
// A campaign of OAWS's with two divergent kernels and a coherent one, their results by by_hand_put.
void by_hand_few(campaign *);

#endif
