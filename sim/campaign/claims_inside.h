// SPDX-License-Identifier: BSD-3-Clause
// What the files that measure claims share: sim/campaign/claims.h.
#ifndef WARPLOCK_SIM_CAMPAIGN_CLAIMS_INSIDE_H
#define WARPLOCK_SIM_CAMPAIGN_CLAIMS_INSIDE_H

#include "sim/campaign/claims.h"

// A function with a `seed` measures on the runs of this one, or on those of all: then a number is the mean over the seeds.
enum { ALL_SEEDS = CAMPAIGN_SEEDS };
// How many those are: a kernel or a system that a claim chooses is chosen by the seeds of the tables.
unsigned claim_seeds(const campaign *, const claim *);

// claims_measure.c: each kernel's quotient; returns of how many kernels.
unsigned claim_kernel_values(campaign *, const claim *, const char *system, unsigned seed,
                             double values[static CAMPAIGN_KERNELS]);
// The three means as the claim has its unit: (mean - less) * times.
void claim_take_means(const claim *, measurement *, const double *values, unsigned count, double less, double times);
// The number that ends the name of a system; 0: there is none.
double claim_number_behind(const char *system);

// claims_sweep.c
void claim_measure_trend(campaign *, const claim *, unsigned seed, measurement *);
void claim_measure_peak(campaign *, const claim *, unsigned seed, measurement *);
void claim_measure_spread(campaign *, const claim *, unsigned seed, measurement *);

#endif
