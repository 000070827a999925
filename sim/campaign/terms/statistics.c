// SPDX-License-Identifier: BSD-3-Clause
#include "sim/campaign/terms/statistics.h"

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

// For a value of 0 the logarithm is minus infinity, the inverse infinity and both means 0, as they should be.
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

// The probability that |T| of Student's distribution with these degrees of freedom is at most t, by the finite series of
// Abramowitz and Stegun, Handbook of Mathematical Functions, 26.7.3 and 26.7.4.
static double student_within(double t, unsigned degrees)
{
    double angle = atan(t / sqrt(degrees)), cosine = cos(angle), term = degrees % 2 ? cosine : 1, sum = 0;

    for (unsigned k = degrees % 2 ? 3 : 2; k <= degrees; k += 2) {
        sum += term;
        term *= cosine * cosine * (k - 1) / k;
    }
    return degrees % 2 ? 2 / acos(-1) * (angle + sin(angle) * sum) : sin(angle) * sum;
}

double student_quantile(double within, unsigned degrees)
{
    double low = 0, high = 1;

    while (student_within(high, degrees) < within)
        high *= 2;
    for (unsigned i = 0; i < 60; i++) {
        double middle = (low + high) / 2;

        *(student_within(middle, degrees) < within ? &low : &high) = middle;
    }
    return (low + high) / 2;
}

spread spread_of(const double *values, unsigned count)
{
    spread s = { .mean = arithmetic_mean(values, count), .half = NAN };
    double squares = 0;

    for (unsigned i = 0; i < count; i++) {
        if (!isnan(values[i])) {
            squares += (values[i] - s.mean) * (values[i] - s.mean);
            s.count++;
        }
    }
    if (s.count > 1)
        s.half = student_quantile(0.95, s.count - 1) * sqrt(squares / (s.count - 1) / s.count);
    return s;
}

bool spread_covers(const spread *s, double value)
{
    return s->count > 1 && fabs(s->mean - value) <= s->half;
}
