// SPDX-License-Identifier: BSD-3-Clause
// Heart muscle cells, a cell a thread, after Rodinia's Myocyte, a stiff system solved by few warps in one long
// launch: here the model of Beeler and Reuter (1977), eight variables by Euler's method. As in Rodinia all values
// of all steps lie in global memory, a variable's of all cells one after the other, and a step reads those of the
// one before. The coefficients of the twelve rates are loads, too, uniform ones. Exponentials are the kernel's own.
#include "cuda.h"

enum { VOLTAGE, CALCIUM, GATES, VARIABLES = 8, COEFFICIENTS = 7 };
static const float by = 1.0f / 64;     // ms
enum { STIMULATED = 128 };              // steps

// 2^t: a power by the exponent's bits, the rest, between -0.5 and 0.5, by the series.
__device__ static float power_of_2(float t)
{
    t = t < -126 ? -126 : t > 126 ? 126 : t;
    int whole = (int)(t < 0 ? t - 0.5f : t + 0.5f);
    float rest = t - (float)whole;
    float sum = 1.540353e-4f;

    sum = __builtin_fmaf(sum, rest, 1.3333558e-3f);
    sum = __builtin_fmaf(sum, rest, 9.618129e-3f);
    sum = __builtin_fmaf(sum, rest, 5.5504109e-2f);
    sum = __builtin_fmaf(sum, rest, 0.24022651f);
    sum = __builtin_fmaf(sum, rest, 0.69314718f);
    sum = __builtin_fmaf(sum, rest, 1);
    return sum * __nvvm_bitcast_i2f((whole + 127) << 23);
}

__device__ static float exponential(float x)
{
    return power_of_2(x * 1.44269504f);
}

// The exponent from its bits, the mantissa's logarithm by the series of the inverse hyperbolic tangent.
__device__ static float logarithm(float x)
{
    int bits = __nvvm_bitcast_f2i(x);
    int exponent = (bits >> 23) - 127;
    float mantissa = __nvvm_bitcast_i2f((bits & 0x7fffff) | 0x3f800000);
    float ratio = (mantissa - 1) / (mantissa + 1);
    float square = ratio * ratio;
    float sum = __builtin_fmaf(square, 0.11111111f, 0.14285714f);

    sum = __builtin_fmaf(sum, square, 0.2f);
    sum = __builtin_fmaf(sum, square, 0.33333333f);
    sum = __builtin_fmaf(sum, square, 1);
    return __builtin_fmaf((float)exponent, 0.69314718f, 2 * ratio * sum);
}

// A gate opens or shuts at a rate of this form.
__device__ static float rate(const float *c, float voltage)
{
    float beyond = voltage + c[2];
    float dividend = __builtin_fmaf(c[3], voltage + c[4], c[0] * exponential(c[1] * beyond));

    return dividend / (exponential(c[5] * beyond) + c[6]);
}

__device__ static float potassium(float voltage, float gate)
{
    float constant = __builtin_fmaf(4, exponential(0.04f * (voltage + 85)), -4) /
                     (exponential(0.08f * (voltage + 53)) + exponential(0.04f * (voltage + 53)));
    float rectified = 0.2f * (voltage + 23) / (1 - exponential(-0.04f * (voltage + 23)));
    float delayed = __builtin_fmaf(0.8f, exponential(0.04f * (voltage + 77)), -0.8f) /
                    exponential(0.04f * (voltage + 35));

    return __builtin_fmaf(gate, delayed, 0.35f * (constant + rectified));
}

__global__ void myocyte(const float *rates, const float *stimuli, float *values, int cells, int steps)
{
    int cell = blockIdx.x * blockDim.x + threadIdx.x;

    if (cell >= cells)
        return;
    float stimulus = stimuli[cell];

    for (int step = 0; step < steps; step++) {
        float *now = &values[step * VARIABLES * cells + cell];
        float voltage = now[VOLTAGE * cells], calcium = now[CALCIUM * cells];
        float m = now[3 * cells], h = now[4 * cells], j = now[5 * cells], d = now[6 * cells], f = now[7 * cells];
        float sodium = __builtin_fmaf(4 * m * m * m * h, j, 0.003f), slow = 0.09f * d * f;
        float driving = __builtin_fmaf(13.0287f, logarithm(calcium), voltage + 82.3f);
        float current = __builtin_fmaf(sodium, 50 - voltage, step < STIMULATED ? stimulus : 0);

        current = __builtin_fmaf(-slow, driving, current) - potassium(voltage, now[GATES * cells]);
        now[(VARIABLES + VOLTAGE) * cells] = __builtin_fmaf(by, current, voltage);
        now[(VARIABLES + CALCIUM) * cells] = __builtin_fmaf(
            by, __builtin_fmaf(0.07f, 1e-7f - calcium, -1e-7f * (slow * driving)), calcium);
        for (int gate = 0; gate < VARIABLES - GATES; gate++) {
            float opens = 0, shuts = 0, open, change;

            for (int way = 0; way < 2; way++) {
                opens = shuts;
                shuts = rate(&rates[(2 * gate + way) * COEFFICIENTS], voltage);
            }
            open = now[(GATES + gate) * cells];
            change = __builtin_fmaf(-open, opens + shuts, opens);
            now[(VARIABLES + GATES + gate) * cells] = __builtin_fmaf(by, change, open);
        }
    }
}
