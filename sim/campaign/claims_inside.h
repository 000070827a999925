// SPDX-License-Identifier: BSD-3-Clause
// What the files that measure claims share: sim/campaign/claims.h.
#ifndef WARPLOCK_SIM_CAMPAIGN_CLAIMS_INSIDE_H
#define WARPLOCK_SIM_CAMPAIGN_CLAIMS_INSIDE_H

#include "sim/campaign/claims.h"

// `seed`: measures on the runs of this seed, or with ALL_SEEDS on all; a number is then the mean over the seeds.
enum { ALL_SEEDS = CAMPAIGN_SEEDS };
// How many ALL_SEEDS are: those of tables for a claim that chooses a kernel or a system.
unsigned claim_seeds(const campaign *, const claim *);

// claims_measure.c: each kernel's quotient; returns how many kernels.
unsigned claim_kernel_values(campaign *, const claim *, const char *system, unsigned seed,
                             double values[static CAMPAIGN_KERNELS]);
// The three means in the claim's unit: (mean - less) * times.
void claim_take_means(const claim *, measurement *, const double *values, unsigned count, double less, double times);
// The number at the end of a system's name; 0: there is none.
double claim_number_behind(const char *system);

// claims_sweep.c
void claim_measure_trend(campaign *, const claim *, unsigned seed, measurement *);
void claim_measure_peak(campaign *, const claim *, unsigned seed, measurement *);
void claim_measure_spread(campaign *, const claim *, unsigned seed, measurement *);

#endif
