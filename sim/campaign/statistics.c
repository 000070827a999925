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

static double inverse(double value)
{
    return 1 / value;
}

double arithmetic_mean(const double *values, unsigned count)
{
    return mean_of(values, count, NULL);
}

// Of a value of 0 the logarithm is minus infinity and the inverse infinity, and the means are 0, as they should be.
double geometric_mean(const double *values, unsigned count)
{
    return exp(mean_of(values, count, log));
}

double harmonic_mean(const double *values, unsigned count)
{
    return 1 / mean_of(values, count, inverse);
}

double mean_by(mean_kind kind, const double *values, unsigned count)
{
    return kind == ARITHMETIC ? arithmetic_mean(values, count)
         : kind == GEOMETRIC ? geometric_mean(values, count) : harmonic_mean(values, count);
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
