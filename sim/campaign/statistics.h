// Means over kernels. A value that is NAN (a run that failed or was not made) is left out; NAN when nothing is left.
#ifndef WARPLOCK_SIM_CAMPAIGN_STATISTICS_H
#define WARPLOCK_SIM_CAMPAIGN_STATISTICS_H

double arithmetic_mean(const double *values, unsigned count);
double geometric_mean(const double *values, unsigned count);           // of values > 0
double standard_deviation(const double *values, unsigned count);       // of the population
double largest_distance(const double *values, unsigned count, double from);     // the value furthest from `from`

#endif
