// SPDX-License-Identifier: BSD-3-Clause
// Means over kernels. A value that is NAN (a run that failed or was not made) is left out; NAN when nothing is left.
#ifndef WARPLOCK_SIM_CAMPAIGN_TERMS_STATISTICS_H
#define WARPLOCK_SIM_CAMPAIGN_TERMS_STATISTICS_H

#include <stdbool.h>

typedef enum { ARITHMETIC, GEOMETRIC, HARMONIC, MEAN_KINDS } mean_kind;

double arithmetic_mean(const double *values, unsigned count);
double geometric_mean(const double *values, unsigned count);           // of values >= 0; 0 when any is
double harmonic_mean(const double *values, unsigned count);            // of values >= 0; 0 when any is
double mean_by(mean_kind, const double *values, unsigned count);
double standard_deviation(const double *values, unsigned count);       // of the population

// Several seeds of one thing: their mean and how far from it the mean of all seeds may be, with 95 % confidence by Student's t
// distribution (half of the two-sided interval). It takes seeds for independent and what they give for normally distributed.
typedef struct { double mean, half; unsigned count; } spread;          // half: NAN of less than two

spread spread_of(const double *values, unsigned count);
bool spread_covers(const spread *, double value);                      // the interval has it; false of less than two
double student_quantile(double within, unsigned degrees);              // t with P(|T| <= t) = within

#endif
