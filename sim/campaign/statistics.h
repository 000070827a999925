// Means over kernels. A value that is NAN (a run that failed or was not made) is left out; NAN when nothing is left.
#ifndef WARPLOCK_SIM_CAMPAIGN_STATISTICS_H
#define WARPLOCK_SIM_CAMPAIGN_STATISTICS_H

typedef enum { ARITHMETIC, GEOMETRIC, HARMONIC, MEAN_KINDS } mean_kind;

double arithmetic_mean(const double *values, unsigned count);
double geometric_mean(const double *values, unsigned count);           // of values >= 0; 0 when any is
double harmonic_mean(const double *values, unsigned count);            // of values >= 0; 0 when any is
double mean_by(mean_kind, const double *values, unsigned count);
double standard_deviation(const double *values, unsigned count);       // of the population

#endif
