// SPDX-License-Identifier: BSD-3-Clause
// weather: a step of clouds and rain in columns of air (after WP, in the samples of GPGPU-Sim: 9 x 8 CTAs of 8 x 8 columns), one
// launch. The air is saturated in places and holds clouds and rain in others. The reference takes the steps of
// kernels/weather.cu in fp32, with its fused multiply-adds: results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { SIDE = 8, LEVELS_MAX = 40 };

static const float seconds = 20;

// As in kernels/weather.cu.
typedef struct { float *temperature, *vapour, *cloud, *rain; const float *pressure, *density, *thickness; } fields;

static float power(float x, float exponent)
{
    return x > 0 ? (float)exp2((double)(exponent * (float)log2(x))) : 0;
}

static float fall_speed(float rain, float density)
{
    return 36.34f * power(0.001f * rain, 0.1364f) * (float)(1 / sqrt(density));
}

static float saturation(float temperature, float pressure)
{
    const float ratio = (float)exp2((double)(24.914f * ((temperature - 273.16f) / (temperature - 35.86f))));

    return 0.622f * (610.78f * ratio) / fmaf(ratio, -610.78f, pressure);
}

static float let_fall(const fields *f, float *column, uint32_t at, uint32_t plane, uint32_t levels)
{
    float most = 0, fallen = 0, part;
    int steps;

    for (uint32_t level = 0; level < levels; level++) {
        const uint32_t here = level * plane + at;
        const float density = f->density[here];
        const float reach = seconds * fall_speed(density * f->rain[here], density) / f->thickness[here];

        column[level] = f->rain[here];
        most = reach > most ? reach : most;
    }
    steps = 1 + (int)most;
    part = seconds / (float)steps;
    for (int step = 0; step < steps; step++) {
        float above = 0;

        for (uint32_t level = levels; level-- > 0;) {
            const uint32_t here = level * plane + at;
            const float density = f->density[here], rain = density * column[level], speed = fall_speed(rain, density);
            const float left = fmaf(part, fmaf(-rain, speed, above) / (density * f->thickness[here]), column[level]);

            column[level] = left > 0 ? left : 0;
            above = rain * speed;
        }
        fallen = fmaf(part, above, fallen);
    }
    return fallen;
}

static float evaporation(float lack, float most, float mass, float pressure, float density)
{
    const float air = fmaf(30.39f, power(mass, 0.2046f), 1.6f) * power(mass, 0.525f);

    return lack / most * air / ((9.584e6f / (pressure * most) + 2.03e4f) * density) * seconds;
}

static void change(const fields *f, float rain, uint32_t here)
{
    const float pressure = f->pressure[here], density = f->density[here], old = f->temperature[here];
    const float most = saturation(old, pressure), colder = old - 35.86f, cloud = f->cloud[here];
    const float surplus = cloud - 0.001f > 0 ? cloud - 0.001f : 0;
    float grown = fmaf(0.001f, surplus, 2.2f * cloud * power(rain, 0.875f)) * seconds, condensed, evaporated = 0, lack;

    grown = grown < cloud ? grown : cloud;
    condensed = (f->vapour[here] - most) / fmaf(most / (colder * colder), 10236000.0f, 1);
    condensed = condensed > -(cloud - grown) ? condensed : -(cloud - grown);
    lack = most - (f->vapour[here] - condensed);
    rain += grown;
    if (lack > 0 && rain > 0)
        evaporated = evaporation(lack, most, 0.001f * density * rain, pressure, density);
    evaporated = evaporated < rain ? evaporated : rain;
    f->temperature[here] = fmaf(evaporated, -2488.0f, fmaf(condensed, 2488.0f, old));
    f->vapour[here] = f->vapour[here] - condensed + evaporated;
    f->cloud[here] = cloud - grown + condensed;
    f->rain[here] = rain - evaporated;
}

// Layers of 250 m and more, colder and thinner with height; half of the cells have no cloud, and most no rain.
static void make_air(const fields *f, float *pressure, float *density, float *thickness, uint32_t plane, uint32_t levels,
                     uint32_t state)
{
    for (uint32_t i = 0; i < plane * levels; i++) {
        const uint32_t level = i / plane;
        const double height = 125 + 250.0 * level + 5.0 * level * level;
        const double drawn = job_lcg(&state) / (double)(1 << 24), other = job_lcg(&state) / (double)(1 << 24);

        pressure[i] = (float)(1e5 * exp(-height / 8000));
        f->temperature[i] = (float)(298 - 0.0065 * height + drawn);
        density[i] = pressure[i] / (287 * f->temperature[i]);
        thickness[i] = (float)(250 + 10.0 * level);
        f->vapour[i] = saturation(f->temperature[i], pressure[i]) * (float)(0.7 + 0.4 * drawn);
        f->cloud[i] = other > 0.5 ? (float)(0.004 * (other - 0.5)) : 0;
        f->rain[i] = other > 0.7 ? (float)(0.01 * (other - 0.7)) : 0;
    }
}

static void build(job *j, workload_size size)
{
    static const char *const names[] = { "temperature", "vapour", "cloud", "rain" };
    const uint32_t plane = size.rows * size.columns, levels = size.rounds;
    const workload_extent grid = { workload_ctas(size.columns, SIDE).x, workload_ctas(size.rows, SIDE).x };
    float *held[4], column[LEVELS_MAX], *pressure, *density, *thickness, *ground;
    fields f;

    for (int i = 0; i < 4; i++)
        held[i] = workload_data(j, names[i], SCALAR_F32, (uint64_t)plane * levels);
    pressure = workload_data(j, "pressure", SCALAR_F32, (uint64_t)plane * levels);
    density = workload_data(j, "density", SCALAR_F32, (uint64_t)plane * levels);
    thickness = workload_data(j, "thickness", SCALAR_F32, (uint64_t)plane * levels);
    workload_zero(j, "ground", SCALAR_F32, plane);
    f = (fields){ held[0], held[1], held[2], held[3], pressure, density, thickness };
    make_air(&f, pressure, density, thickness, plane, levels, workload_stream(j, 1));
    workload_launch(j, &j->steps, "weather", grid, (workload_extent){ SIDE, SIDE }, "bbbbbbbbiii", names[0], names[1],
                    names[2], names[3], "pressure", "density", "thickness", "ground", (int)size.columns, (int)size.rows,
                    (int)levels);
    for (int i = 0; i < 4; i++) {
        float *want = workload_want(j, names[i], 0, 0);

        for (uint32_t k = 0; k < plane * levels; k++)
            want[k] = held[i][k];
        held[i] = want;
    }
    f = (fields){ held[0], held[1], held[2], held[3], pressure, density, thickness };
    ground = workload_want(j, "ground", 0, 0);
    for (uint32_t at = 0; at < plane; at++) {
        ground[at] += let_fall(&f, column, at, plane, levels);
        for (uint32_t level = 0; level < levels; level++)
            change(&f, column[level], level * plane + at);
    }
}

const workload workload_weather = {
    .name = "weather", .help = "clouds and rain of a forecast: a thread a column of air, in shared memory; 3 CTAs an SM",
    .size_help = "rows x columns of columns of air x layers", .size = { 16, 16, 12 }, .low = { 1, 1, 1 },
    .high = { 1024, 1024, LEVELS_MAX }, .most = 1 << 18, .paper_size = { 64, 72, 27 },
    .bound = "equal", .build = build,
};
