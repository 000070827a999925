// SPDX-License-Identifier: BSD-3-Clause
// Conversion to 16-bit formats. Rounding twice can go wrong at a tie. It cannot if the first rounding is to odd and the wider
// format has at least two more bits (Boldo and Melquiond, "Emulation of a FMA and correctly-rounded sums: proved algorithms
// using rounding to odd", IEEE Transactions on Computers 57, 2008).
#ifndef WARPLOCK_CUDA_ROUND_ODD_H
#define WARPLOCK_CUDA_ROUND_ODD_H

#define WARPLOCK_BOTH static __inline__ __host__ __device__ __attribute__((unused))

WARPLOCK_BOTH float warplock_odd_float(double x)
{
    float f = (float)x;
    unsigned bits;

    if ((double)f == x || x != x)
        return f;
    __builtin_memcpy(&bits, &f, sizeof bits);
    if ((f < 0 ? -(double)f : (double)f) > (x < 0 ? -x : x))
        bits--;
    bits |= 1;
    __builtin_memcpy(&f, &bits, sizeof f);
    return f;
}

// The sum of two numbers with its exact error (Knuth): an inexact sum becomes the neighbour with an odd last bit.
WARPLOCK_BOTH double warplock_odd_sum(double x, double y)
{
    double sum = x + y, part = sum - x, error = (x - (sum - part)) + (y - part);
    unsigned long long bits;

    if (sum - sum != 0 || error == 0)                   // infinite, NaN, or exact
        return sum;
    __builtin_memcpy(&bits, &sum, sizeof bits);
    if (!(bits & 1))
        bits += (error > 0) == (sum > 0) ? 1 : -1;
    __builtin_memcpy(&sum, &bits, sizeof sum);
    return sum;
}

WARPLOCK_BOTH double warplock_odd_double(unsigned long long x)
{
    return x >> 53 ? (double)(x >> 11 | ((x & 0x7ff) != 0)) * 2048 : (double)x;
}

#endif
