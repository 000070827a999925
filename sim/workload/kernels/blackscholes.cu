// SPDX-License-Identifier: BSD-3-Clause
// NVIDIA's sample of the formula of Black and Scholes: the prices of European options, a call and a put for
// each, by a polynomial for the normal distribution (Abramowitz and Stegun 26.2.17). A thread takes the option
// as many further on as there are threads: three coalesced loads, two stores, some seventy operations, with a
// dozen of the SFU.
#include "cuda.h"

// Of the underlying, a year.
#define RATE       0.02f
#define VOLATILITY 0.3f

__device__ static inline float exponential(float x)
{
    return __nvvm_ex2_approx_f(1.44269504f * x);
}

__device__ static inline float normal(float x)
{
    float k = __nvvm_div_approx_f(1, 1 + 0.2316419f * (x < 0 ? -x : x));
    float sum = k * (0.31938153f + k * (-0.356563782f + k * (1.781477937f + k * (-1.821255978f + k * 1.330274429f))));
    float beyond = 0.39894228f * exponential(-0.5f * x * x) * sum;

    return x > 0 ? 1 - beyond : beyond;
}

__global__ void blackscholes(float *calls, float *puts, const float *prices, const float *strikes, const float *years,
                             int count)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
        float price = prices[i], strike = strikes[i], time = years[i];
        float deviation = VOLATILITY * __nvvm_sqrt_approx_f(time);
        float gain = 0.69314718f * __nvvm_lg2_approx_f(__nvvm_div_approx_f(price, strike));
        float d = __nvvm_div_approx_f(gain + (RATE + 0.5f * VOLATILITY * VOLATILITY) * time, deviation);
        float asset = normal(d), cash = normal(d - deviation), worth = strike * exponential(-RATE * time);

        calls[i] = price * asset - worth * cash;
        puts[i] = worth * (1 - cash) - price * (1 - asset);
    }
}
