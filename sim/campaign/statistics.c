#include "sim/campaign/statistics.h"

#include <math.h>
#include <stddef.h>

static double mean_of(const double *values, unsigned count, double (*of)(double))
{
    double sum = 0;
    unsigned seen = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            sum += of ? of(values[i]) : values[i];
            seen++;
        }
    }
    return seen ? sum / seen : NAN;
}

double arithmetic_mean(const double *values, unsigned count)
{
    return mean_of(values, count, NULL);
}

double geometric_mean(const double *values, unsigned count)
{
    return exp(mean_of(values, count, log));
}

double standard_deviation(const double *values, unsigned count)
{
    double mean = arithmetic_mean(values, count), sum = 0;
    unsigned seen = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            sum += (values[i] - mean) * (values[i] - mean);
            seen++;
        }
    }
    return seen ? sqrt(sum / seen) : NAN;
}

double largest_distance(const double *values, unsigned count, double from)
{
    double furthest = NAN;

    for (unsigned i = 0; i < count; i++)
        if (!isnan(values[i]) && (isnan(furthest) || fabs(values[i] - from) > fabs(furthest - from)))
            furthest = values[i];
    return furthest;
}
