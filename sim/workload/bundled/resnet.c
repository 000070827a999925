// SPDX-License-Identifier: BSD-3-Clause
// resnet: a small residual network (after Tango's ResNet): a convolution on an image of 3 channels, pooling, blocks
// of three convolutions around which their input goes, averages and classes. Blocks are four times as wide as their inner
// layers; the first one's input is widened by a convolution of its own. The reference sums in the kernels' order by fused
// multiply-adds in fp32: results are equal.
#include <math.h>
#include <stdio.h>

#include "sim/workload/workload.h"

enum { COLOURS = 3, WIDE = 4, THREADS_MAX = 256, NAME = 24 };

typedef struct { job *j; uint32_t threads, inputs, buffers; } network;      // inputs: of random numbers

// The output of a layer; `want` is what the reference has come to.
typedef struct { char name[NAME]; uint32_t channels, side; float *want; } tensor;

static uint32_t pixels(const tensor *t) { return t->side * t->side; }

static void launch_channels(const network *n, const char *kernel, uint32_t channels, const char *args, const char *first,
                            const char *second, int number)
{
    workload_extent grid = { channels, 1 }, block = { n->threads, 1 };

    if (second)
        workload_launch(n->j, &n->j->steps, kernel, grid, block, args, first, second, number);
    else
        workload_launch(n->j, &n->j->steps, kernel, grid, block, args, first, number);
}

static tensor new_tensor(network *n, uint32_t channels, uint32_t side)
{
    tensor t = { .channels = channels, .side = side };

    snprintf(t.name, NAME, "layer%u", n->buffers++);
    workload_none(n->j, t.name, SCALAR_F32, channels * side * side);
    t.want = workload_want(n->j, t.name, 0, 0);
    return t;
}

// Random numbers under a name of their own.
static const float *new_reals(network *n, char name[static NAME], uint32_t count, double low, double high)
{
    snprintf(name, NAME, "weights%u", n->inputs++);
    return workload_reals(n->j, name, SCALAR_F32, count, n->inputs, low, high);
}

static float window_sum(const tensor *in, const float *weight, int window, int top, int left)
{
    float sum = 0;
    int side = (int)in->side;

    for (uint32_t channel = 0; channel < in->channels; channel++)
        for (int line = top; line < top + window; line++)
            for (int column = left; column < left + window; column++, weight++)
                if (line >= 0 && line < side && column >= 0 && column < side)
                    sum = fmaf(in->want[channel * pixels(in) + (uint32_t)(line * side + column)], *weight, sum);
    return sum;
}

// Weights so that outputs are about as large as inputs.
static tensor convolve(network *n, const tensor *in, uint32_t channels, int window, uint32_t stride)
{
    tensor out = new_tensor(n, channels, (in->side + stride - 1) / stride);
    uint32_t terms = in->channels * (uint32_t)(window * window);
    const double most = sqrt(3.0 / terms);
    char name[NAME];
    const float *weights = new_reals(n, name, channels * terms, -most, most);
    workload_extent grid = { channels, 1 }, block = { n->threads, 1 };

    if (window == 1)
        workload_launch(n->j, &n->j->steps, "rn_mix", grid, block, "bbbii", in->name, name, out.name, (int)in->channels,
                        (int)pixels(in));
    else
        workload_launch(n->j, &n->j->steps, "rn_convolve", grid, block, "bbbiiii", in->name, name, out.name,
                        (int)in->channels, (int)in->side, (int)out.side, (int)stride);
    for (uint32_t channel = 0; channel < channels; channel++)
        for (uint32_t pixel = 0; pixel < pixels(&out); pixel++)
            out.want[channel * pixels(&out) + pixel] =
                window_sum(in, &weights[channel * terms], window, (int)(pixel / out.side * stride) - window / 2,
                           (int)(pixel % out.side * stride) - window / 2);
    return out;
}

// Mean, variance, scale and shift of each channel.
static void normalise(network *n, tensor *t)
{
    char name[NAME];
    const float *statistics = new_reals(n, name, 4 * t->channels, 0.25, 1.25);

    launch_channels(n, "rn_normalise", t->channels, "bbi", t->name, name, (int)pixels(t));
    for (uint32_t i = 0; i < t->channels * pixels(t); i++) {
        const float *of = &statistics[4 * (i / pixels(t))];
        float scale = of[2] * (float)(1 / sqrt(of[1] + 1e-5f));

        t->want[i] = fmaf(t->want[i] - of[0], scale, of[3]);
    }
}

static void rectify(network *n, tensor *t)
{
    launch_channels(n, "rn_rectify", t->channels, "bi", t->name, NULL, (int)pixels(t));
    for (uint32_t i = 0; i < t->channels * pixels(t); i++)
        t->want[i] = t->want[i] > 0 ? t->want[i] : 0;
}

static tensor convolve_and_rectify(network *n, const tensor *in, uint32_t channels, int window, uint32_t stride)
{
    tensor t = convolve(n, in, channels, window, stride);

    normalise(n, &t);
    rectify(n, &t);
    return t;
}

static tensor pool(network *n, const tensor *in)
{
    tensor out = new_tensor(n, in->channels, (in->side + 1) / 2);
    int side = (int)in->side, out_side = (int)out.side;

    workload_launch(n->j, &n->j->steps, "rn_pool", (workload_extent){ in->channels, 1 },
                    (workload_extent){ n->threads, 1 }, "bbii", in->name, out.name, side, out_side);
    for (uint32_t i = 0; i < in->channels * pixels(in); i++) {
        uint32_t line = i % pixels(in) / in->side, column = i % in->side;

        // A pixel at an odd place lies in the windows of two.
        for (uint32_t y = line / 2; y <= (line + 1) / 2 && y < out.side; y++)
            for (uint32_t x = column / 2; x <= (column + 1) / 2 && x < out.side; x++) {
                float *most = &out.want[i / pixels(in) * pixels(&out) + y * out.side + x];

                *most = in->want[i] > *most ? in->want[i] : *most;
            }
    }
    return out;
}

static void add(network *n, tensor *t, const tensor *more)
{
    launch_channels(n, "rn_add", t->channels, "bbi", t->name, more->name, (int)pixels(t));
    for (uint32_t i = 0; i < t->channels * pixels(t); i++)
        t->want[i] += more->want[i];
}

static tensor residual_block(network *n, const tensor *in, uint32_t inner)
{
    tensor t = convolve_and_rectify(n, in, inner, 1, 1), around = *in;

    t = convolve_and_rectify(n, &t, inner, 3, 1);
    t = convolve(n, &t, WIDE * inner, 1, 1);
    normalise(n, &t);
    if (in->channels != t.channels) {
        around = convolve(n, in, t.channels, 1, 1);
        normalise(n, &around);
    }
    add(n, &t, &around);
    rectify(n, &t);
    return t;
}

// As the threads do: each its own share, then a tree.
static float sum_of_threads(const network *n, const float *values, const float *weights, uint32_t count)
{
    float sums[THREADS_MAX] = { 0 };

    for (uint32_t i = 0; i < count; i++) {
        float *sum = &sums[i % n->threads];

        *sum = weights ? fmaf(values[i], weights[i], *sum) : *sum + values[i];
    }
    for (uint32_t half = n->threads / 2; half > 0; half /= 2)
        for (uint32_t i = 0; i < half; i++)
            sums[i] += sums[i + half];
    return sums[0];
}

static tensor average(network *n, const tensor *in)
{
    tensor out = new_tensor(n, in->channels, 1);

    launch_channels(n, "rn_average", in->channels, "bbi", in->name, out.name, (int)pixels(in));
    for (uint32_t channel = 0; channel < in->channels; channel++)
        out.want[channel] = sum_of_threads(n, &in->want[channel * pixels(in)], NULL, pixels(in)) / (float)pixels(in);
    return out;
}

static void classify(network *n, const tensor *in, uint32_t classes)
{
    tensor out = new_tensor(n, classes, 1);
    char name[NAME];
    const float *weights = new_reals(n, name, classes * in->channels, -1, 1);

    workload_launch(n->j, &n->j->steps, "rn_classify", (workload_extent){ classes, 1 }, (workload_extent){ n->threads, 1 },
                    "bbbi", in->name, name, out.name, (int)in->channels);
    for (uint32_t i = 0; i < classes; i++)
        out.want[i] = sum_of_threads(n, in->want, &weights[i * in->channels], in->channels);
}

// A thread for each pixel of a block, as far as there are threads.
static uint32_t threads_for(uint32_t side)
{
    uint32_t threads = 32, block_side = ((side + 1) / 2 + 1) / 2;

    while (threads < THREADS_MAX && threads < block_side * block_side)
        threads *= 2;
    return threads;
}

static void build(job *j, workload_size size)
{
    network n = { .j = j, .threads = threads_for(size.rows) };
    tensor t = { .name = "image", .channels = COLOURS, .side = size.rows };

    t.want = workload_reals(j, "image", SCALAR_F32, COLOURS * pixels(&t), ++n.inputs, 0, 1);
    t = convolve_and_rectify(&n, &t, size.columns, 3, 2);
    t = pool(&n, &t);
    for (uint32_t i = 0; i < size.rounds; i++)
        t = residual_block(&n, &t, size.columns);
    t = average(&n, &t);
    classify(&n, &t, size.columns);
}

const workload workload_resnet = {
    .name = "resnet", .help = "a residual network after Tango's: many launches, a CTA a channel, uniform weights",
    .size_help = "side of the image x channels of inner layers x blocks", .size = { 64, 2, 1 }, .low = { 1, 1, 1 },
    .high = { 512, 64, 16 }, .most = 1 << 14, .paper_size = { 64, 64, 3 },
    .shapes = { { "kaws-long", { 128, 64, 1 } } },
    .bound = "equal", .build = build, .same_run = true,
};
