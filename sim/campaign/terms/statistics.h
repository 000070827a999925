// SPDX-License-Identifier: BSD-3-Clause
// Means over kernels. NAN values (a run that failed or was not made) are left out; NAN when nothing is left.
#ifndef WARPLOCK_SIM_CAMPAIGN_TERMS_STATISTICS_H
#define WARPLOCK_SIM_CAMPAIGN_TERMS_STATISTICS_H

#include <stdbool.h>

typedef enum { ARITHMETIC, GEOMETRIC, HARMONIC, MEAN_KINDS } mean_kind;

double arithmetic_mean(const double *values, unsigned count);
double geometric_mean(const double *values, unsigned count);           // of values >= 0; 0 when any is
double harmonic_mean(const double *values, unsigned count);            // of values >= 0; 0 when any is
double mean_by(mean_kind, const double *values, unsigned count);
double standard_deviation(const double *values, unsigned count);       // of the population

// The mean over several seeds and half of its two-sided 95 % confidence interval, by Student's t distribution. It assumes that
// seeds are independent and their values normally distributed.
typedef struct { double mean, half; unsigned count; } spread;          // half: NAN of less than two

spread spread_of(const double *values, unsigned count);
bool spread_covers(const spread *, double value);                      // the interval includes it; false for less than two
double student_quantile(double within, unsigned degrees);              // t with P(|T| <= t) = within

#endif
