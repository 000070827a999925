// SPDX-License-Identifier: BSD-3-Clause
// backprop: the input layer of a network and 16 hidden units (Rodinia). Between its two kernels Rodinia's host sums up
// the hidden units, works out their errors and restores the weights; here the errors are random, the weights come twice.
// The reference does what the PTX does, in fp32: the same tree, fused multiply-adds. Results are equal.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { HIDDEN = 16, ROW = HIDDEN + 1 };

// What a CTA makes of its 16 rows of weights, and its share of the hidden units' sums.
static void forward(const float *input, float *weights, float *partial)
{
    for (int to = 0; to < HIDDEN; to++) {
        for (int from = 0; from < HIDDEN; from++)
            weights[from * ROW + to] *= input[from];
        for (int half = 1; half < HIDDEN; half *= 2)
            for (int from = 0; from < HIDDEN; from += 2 * half)
                weights[from * ROW + to] += weights[(from + half) * ROW + to];
        partial[to] = weights[to];
    }
}

// A row of weights without the bias's column. The bias has no input: its errors are multiplied by the rate alone.
static void adjust(const float *delta, float first, float second, float *weights, float *change)
{
    for (int to = 1; to <= HIDDEN; to++) {
        change[to] = fmaf(first * delta[to], second, 0.3f * change[to]);
        weights[to] += change[to];
    }
}

static void build(job *j, workload_size size)
{
    uint32_t groups = size.rows, rows = groups * HIDDEN + 1, count = rows * ROW;
    const float *input = workload_reals(j, "input", SCALAR_F32, rows, 1, 0, 1);
    const float *delta = workload_reals(j, "delta", SCALAR_F32, ROW, 2, -1, 1);
    const float *initial = workload_reals(j, "weights", SCALAR_F32, count, 3, -1, 1);
    const float *changes = workload_reals(j, "change", SCALAR_F32, count, 4, -1, 1);
    workload_extent grid = { groups, 1 }, block = { HIDDEN, HIDDEN };
    float *products, *partial, *weights, *change;

    memcpy(workload_data(j, "products", SCALAR_F32, count), initial, count * sizeof *initial);
    workload_none(j, "partial", SCALAR_F32, groups * HIDDEN);
    workload_launch(j, &j->steps, "layer_forward", grid, block, "bbb", "input", "products", "partial");
    workload_launch(j, &j->steps, "adjust_weights", grid, block, "bbbb", "delta", "input", "weights", "change");
    products = workload_want(j, "products", 0, 0);
    partial = workload_want(j, "partial", 0, 0);
    memcpy(products, initial, count * sizeof *initial);
    for (uint32_t group = 0; group < groups; group++)
        forward(&input[group * HIDDEN + 1], &products[(group * HIDDEN + 1) * ROW + 1], &partial[group * HIDDEN]);
    weights = workload_want(j, "weights", 0, 0);
    change = workload_want(j, "change", 0, 0);
    memcpy(weights, initial, count * sizeof *initial);
    memcpy(change, changes, count * sizeof *changes);
    adjust(delta, 1, 0.3f, weights, change);
    for (uint32_t row = 1; row < rows; row++)
        adjust(delta, 0.3f, input[row], &weights[row * ROW], &change[row * ROW]);
}

const workload workload_backprop = {
    .name = "backprop", .help = "a layer of a network, Rodinia: sums by a tree in shared memory, then new weights",
    .size_help = "groups of 16 input units", .size = { 64 }, .low = { 1 }, .high = { 1 << 16 }, .paper_size = { 3072 },
    .shapes = { { "bucl", { 768 } }, { "owl", { 2048 } } },
    .bound = "equal", .build = build, .same_run = true,
};
