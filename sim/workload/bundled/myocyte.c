// SPDX-License-Identifier: BSD-3-Clause
// myocyte: cells at rest, excited by currents of 15 to 30 uA/cm2 for 2 ms, in steps of 1/64 ms. Functions are
// those of kernels/myocyte.cu, rounded alike: results are equal.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

// As in kernels/myocyte.cu.
enum { VOLTAGE, CALCIUM, GATES, VARIABLES = 8, COEFFICIENTS = 7, RATES = 2 * (VARIABLES - GATES) };

enum { THREADS = 32 };

enum { STIMULATED = 128 };                  // steps
static const float by = 1.0f / 64;         // ms

// At rest: voltage in mV, calcium in mol/l, the gates x1, m, h, j, d, f.
static const float rest[VARIABLES] = { -84.57f, 1e-7f, 0.0057f, 0.011f, 0.988f, 0.975f, 0.003f, 1 };

// Opening and shutting of each gate: (c0 exp(c1 (V + c2)) + c3 (V + c4)) / (exp(c5 (V + c2)) + c6), per ms.
static const float coefficients[RATES][COEFFICIENTS] = {
    { 0.0005f, 0.083f, 50,   0, 0,  0.057f, 1 }, { 0.0013f, -0.06f, 20,  0, 0, -0.04f,  1 },
    { 0,       0,      47,  -1, 47, -0.1f, -1 }, { 40,     -0.056f, 72,  0, 0,  0,      0 },
    { 0.126f, -0.25f,  77,   0, 0,  0,      0 }, { 1.7f,    0,      22.5f, 0, 0, -0.082f, 1 },
    { 0.055f, -0.25f,  78,   0, 0, -0.2f,   1 }, { 0.3f,    0,      32,  0, 0, -0.1f,   1 },
    { 0.095f, -0.01f,  -5,   0, 0, -0.072f, 1 }, { 0.07f,  -0.017f, 44,  0, 0,  0.05f,  1 },
    { 0.012f, -0.008f, 28,   0, 0,  0.15f,  1 }, { 0.0065f, -0.02f, 30,  0, 0, -0.2f,   1 },
};

static float exponential(float x)
{
    static const float series[] = {
        1.540353e-4f, 1.3333558e-3f, 9.618129e-3f, 5.5504109e-2f, 0.24022651f, 0.69314718f, 1,
    };
    float t = fminf(fmaxf(x * 1.44269504f, -126), 126), sum = series[0];
    int whole = (int)(t + copysignf(0.5f, t));

    for (size_t i = 1; i < sizeof series / sizeof series[0]; i++)
        sum = fmaf(sum, t - (float)whole, series[i]);
    return ldexpf(sum, whole);
}

static float logarithm(float x)
{
    static const float series[] = { 0.11111111f, 0.14285714f, 0.2f, 0.33333333f, 1 };
    int exponent;
    float mantissa = 2 * frexpf(x, &exponent), ratio = (mantissa - 1) / (mantissa + 1), sum = series[0];

    for (size_t i = 1; i < sizeof series / sizeof series[0]; i++)
        sum = fmaf(sum, ratio * ratio, series[i]);
    return fmaf((float)(exponent - 1), 0.69314718f, 2 * ratio * sum);
}

static float rate(const float c[COEFFICIENTS], float voltage)
{
    float grows = exponential(c[1] * (voltage + c[2]));

    return fmaf(c[3], voltage + c[4], c[0] * grows) / (exponential(c[5] * (voltage + c[2])) + c[6]);
}

static float potassium(float voltage, float gate)
{
    float constant = fmaf(4, exponential(0.04f * (voltage + 85)), -4) /
                     (exponential(0.08f * (voltage + 53)) + exponential(0.04f * (voltage + 53)));
    float rectified = 0.2f * (voltage + 23) / (1 - exponential(-0.04f * (voltage + 23)));
    float delayed = fmaf(0.8f, exponential(0.04f * (voltage + 77)), -0.8f) / exponential(0.04f * (voltage + 35));

    return fmaf(gate, delayed, 0.35f * (constant + rectified));
}

static void step(const float now[VARIABLES], float next[VARIABLES], float stimulus)
{
    const float *gate = &now[GATES], voltage = now[VOLTAGE];
    float sodium = fmaf(4 * gate[1] * gate[1] * gate[1] * gate[2], gate[3], 0.003f), slow = 0.09f * gate[4] * gate[5];
    float driving = fmaf(13.0287f, logarithm(now[CALCIUM]), voltage + 82.3f);
    float current = fmaf(-slow, driving, fmaf(sodium, 50 - voltage, stimulus)) - potassium(voltage, gate[0]);

    next[VOLTAGE] = fmaf(by, current, voltage);
    next[CALCIUM] = fmaf(by, fmaf(0.07f, 1e-7f - now[CALCIUM], -1e-7f * (slow * driving)), now[CALCIUM]);
    for (int i = 0; i < VARIABLES - GATES; i++) {
        float opens = rate(coefficients[2 * i], voltage), shuts = rate(coefficients[2 * i + 1], voltage);

        next[GATES + i] = fmaf(by, fmaf(-gate[i], opens + shuts, opens), gate[i]);
    }
}

static void build(job *j, workload_size size)
{
    uint32_t cells = size.rows, steps = size.columns;
    const float *stimuli;
    float *values, *want;

    memcpy(workload_data(j, "rates", SCALAR_F32, RATES * COEFFICIENTS), coefficients, sizeof coefficients);
    stimuli = workload_reals(j, "stimuli", SCALAR_F32, cells, 1, 15, 30);
    values = workload_data(j, "values", SCALAR_F32, (steps + 1ull) * VARIABLES * cells);
    for (uint32_t i = 0; i < VARIABLES * cells; i++)
        values[i] = rest[i / cells];
    workload_launch(j, &j->steps, "myocyte", workload_ctas(cells, THREADS), (workload_extent){ THREADS, 1 }, "bbbii",
                    "rates", "stimuli", "values", (int)cells, (int)steps);
    want = workload_want(j, "values", 0, 0);
    memcpy(want, values, VARIABLES * cells * sizeof *want);
    for (uint32_t cell = 0; cell < cells; cell++) {
        float now[VARIABLES], next[VARIABLES];

        memcpy(now, rest, sizeof now);
        for (uint32_t i = 1; i <= steps; i++) {
            step(now, next, i <= STIMULATED ? stimuli[cell] : 0);
            for (uint32_t k = 0; k < VARIABLES; k++)
                want[(i * VARIABLES + (uint64_t)k) * cells + cell] = now[k] = next[k];
        }
    }
}

const workload workload_myocyte = {
    .name = "myocyte", .help = "heart muscle cells, after Rodinia: a few warps for long, exponentials, uniform loads",
    .size_help = "cells x steps of 1/64 ms", .size = { 48, 3 }, .low = { 1, 1 }, .high = { 1 << 16, 1 << 14 },
    .most = 1 << 22, .paper_size = { 64, 256 },
    .bound = "equal", .build = build, .same_run = true,
};
