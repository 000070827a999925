// SPDX-License-Identifier: BSD-3-Clause
// The clouds and the rain of a weather forecast, a column of air a thread, after the WP of GPGPU-Sim's samples, which is one
// large kernel of the WRF model: here by Kessler's parametrisation with the numbers of Klemp and Wilhelmson (J. Atmos. Sci. 35,
// 1978). Rain falls from layer to layer, in as many steps as its speed wants; then in each layer water condenses or evaporates,
// cloud water becomes rain and rain evaporates. Fields lie plane by plane; a CTA has 8 x 8 columns. The rain of its columns waits
// in shared memory, of which three CTAs fill 32 KB: 6 warps, as many as there.
#include "cuda.h"

enum { SIDE = 8, COLUMNS = SIDE * SIDE, LEVELS_MAX = 40 };

#define SECONDS 20.0f                           // a step of the model

struct fields { float *temperature, *vapour, *cloud, *rain; const float *pressure, *density, *thickness; };

__device__ static inline float mad(float a, float b, float c)
{
    return __nvvm_fma_rn_f(a, b, c);
}

__device__ static inline float power(float x, float exponent)
{
    return x > 0 ? __nvvm_ex2_approx_f(exponent * __nvvm_lg2_approx_f(x)) : 0;
}

// Of rain of so many kg in a cubic metre of air, in m/s.
__device__ static inline float fall_speed(float rain, float density)
{
    return 36.34f * power(0.001f * rain, 0.1364f) * __nvvm_rsqrt_approx_f(density);
}

// Kg/kg at which air is saturated; temperature in K, pressure in Pa.
__device__ static inline float saturation(float temperature, float pressure)
{
    float exponent = 24.914f * __nvvm_div_approx_f(temperature - 273.16f, temperature - 35.86f);
    float pressure_of_water = 610.78f * __nvvm_ex2_approx_f(exponent);

    return __nvvm_div_approx_f(0.622f * pressure_of_water, pressure - pressure_of_water);
}

// Of the column whose lowest layer lies at `at`, layers `plane` apart; what has come to the ground, in kg/m2.
__device__ static inline float let_fall(const fields *f, float *column, int at, int plane, int levels)
{
    float most = 0, fallen = 0;

    for (int level = 0; level < levels; level++) {
        int here = level * plane + at;
        float density = f->density[here], rain = f->rain[here];
        float reach = __nvvm_div_approx_f(SECONDS * fall_speed(density * rain, density), f->thickness[here]);

        column[level * COLUMNS] = rain;
        most = reach > most ? reach : most;
    }
    int steps = 1 + (int)most;
    float seconds = __nvvm_div_approx_f(SECONDS, (float)steps);

    for (int step = 0; step < steps; step++) {
        float above = 0;

        for (int level = levels - 1; level >= 0; level--) {
            int here = level * plane + at;
            float density = f->density[here], rain = column[level * COLUMNS];
            float flux = density * rain * fall_speed(density * rain, density);
            float mass = density * f->thickness[here];

            rain = mad(seconds, __nvvm_div_approx_f(above - flux, mass), rain);
            column[level * COLUMNS] = rain > 0 ? rain : 0;
            above = flux;
        }
        fallen = mad(seconds, above, fallen);
    }
    return fallen;
}

// A layer of the column.
__device__ static inline void change(const fields *f, float rain, int here)
{
    float temperature = f->temperature[here], pressure = f->pressure[here], density = f->density[here];
    float vapour = f->vapour[here], cloud = f->cloud[here];
    float grown = mad(0.001f, cloud - 0.001f > 0 ? cloud - 0.001f : 0, 2.2f * cloud * power(rain, 0.875f)) * SECONDS;

    grown = grown < cloud ? grown : cloud;
    cloud -= grown;
    rain += grown;

    float most = saturation(temperature, pressure), colder = temperature - 35.86f;
    float slope = mad(__nvvm_div_approx_f(most, colder * colder), 10236000.0f, 1);
    float condensed = __nvvm_div_approx_f(vapour - most, slope);

    condensed = condensed > -cloud ? condensed : -cloud;
    temperature = mad(condensed, 2488.0f, temperature);
    vapour -= condensed;
    cloud += condensed;

    float lack = most - vapour, evaporated = 0, mass = 0.001f * density * rain;

    if (lack > 0 && rain > 0) {
        float air = mad(30.39f, power(mass, 0.2046f), 1.6f) * power(mass, 0.525f);
        float heat = (__nvvm_div_approx_f(9.584e6f, pressure * most) + 2.03e4f) * density;

        evaporated = __nvvm_div_approx_f(__nvvm_div_approx_f(lack, most) * air, heat) * SECONDS;
        evaporated = evaporated < rain ? evaporated : rain;
    }
    f->temperature[here] = mad(evaporated, -2488.0f, temperature);
    f->vapour[here] = vapour + evaporated;
    f->cloud[here] = cloud;
    f->rain[here] = rain - evaporated;
}

__global__ void weather(float *temperature, float *vapour, float *cloud, float *rain, const float *pressure,
                        const float *density, const float *thickness, float *ground, int width, int height, int levels)
{
    __shared__ float columns[LEVELS_MAX * COLUMNS];
    fields f = { temperature, vapour, cloud, rain, pressure, density, thickness };
    int x = blockIdx.x * SIDE + threadIdx.x, y = blockIdx.y * SIDE + threadIdx.y, at = y * width + x;
    float *own = columns + threadIdx.y * SIDE + threadIdx.x;

    if (x >= width || y >= height)
        return;
    ground[at] += let_fall(&f, own, at, width * height, levels);
    for (int level = 0; level < levels; level++)
        change(&f, own[level * COLUMNS], level * width * height + at);
}
