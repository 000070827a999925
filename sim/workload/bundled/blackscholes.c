// SPDX-License-Identifier: BSD-3-Clause
// blackscholes: options of random price, strike and time (NVIDIA's samples, in their ranges). The reference
// takes the error function of libm, in double. The bound, with u = 2^-24: the logarithm's argument, constant
// and result, the drift and their sum are 13.2 u off, d by that through a deviation of at least 0.15 and by 4 u
// of its own size; the normal distribution has a slope of at most 0.4, times d at most 0.25: 36 u, 38 u for the
// other d. Its polynomial is 24 u off by k, 22 u by its roundings, the density 3 u, the formula itself 7.5e-8:
// 90 u. A price is up to 30 times that, and a worth of up to 100 times it and 5 u more of its own: 12,500 u
// with the roundings of the sum, 7.5e-4.
#include <math.h>

#include "sim/workload/workload.h"

enum { THREADS = 128, CTAS_MAX = 480 };
static const double rate = 0.02, volatility = 0.3;      // as in kernels/blackscholes.cu

static double normal(double x)
{
    return 0.5 * erfc(-x / sqrt(2));
}

static void build(job *j, workload_size size)
{
    uint32_t count = size.rows;
    workload_extent grid = workload_ctas(count, THREADS);
    const float *prices, *strikes, *years;
    float *calls, *puts;

    grid.x = grid.x < CTAS_MAX ? grid.x : CTAS_MAX;
    workload_zero(j, "calls", SCALAR_F32, count);
    workload_zero(j, "puts", SCALAR_F32, count);
    prices = workload_reals(j, "prices", SCALAR_F32, count, 1, 5, 30);
    strikes = workload_reals(j, "strikes", SCALAR_F32, count, 2, 1, 100);
    years = workload_reals(j, "years", SCALAR_F32, count, 3, 0.25, 10);
    workload_launch(j, &j->steps, "blackscholes", grid, (workload_extent){ THREADS, 1 }, "bbbbbi", "calls", "puts",
                    "prices", "strikes", "years", (int)count);
    calls = workload_want(j, "calls", 7.5e-4, 0);
    puts = workload_want(j, "puts", 7.5e-4, 0);
    for (uint32_t i = 0; i < count; i++) {
        double deviation = volatility * sqrt(years[i]), worth = strikes[i] * exp(-rate * years[i]);
        double d = (log((double)prices[i] / strikes[i]) + rate * years[i]) / deviation + deviation / 2;

        calls[i] = (float)(prices[i] * normal(d) - worth * normal(d - deviation));
        puts[i] = (float)(worth * normal(deviation - d) - prices[i] * normal(-d));
    }
}

const workload workload_blackscholes = {
    .name = "blackscholes", .help = "prices of options, NVIDIA's samples: a dozen operations of the SFU on three loads",
    .size_help = "options", .size = { 3000 }, .low = { 1 }, .high = { 1 << 24 }, .paper_size = { 1 << 20 },
    .bound = "7.5e-4 absolute", .build = build, .same_run = true,
};
