// SPDX-License-Identifier: BSD-3-Clause
// jpeg: the decoder of a JPEG file behind its entropy decoder (the OWL paper has one of a third party): two launches
// for each of 3 planes, then one for their colours. The reference sums up all 8 terms of each sample of a row or column, where the kernel
// shares them; its fused multiply-adds in fp32 round as the kernel's: results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { BLOCK = 8, WIDTH = 32, HEIGHT = 16, SIDE = 16, CENTRE = 128 };

// Of the picture, and of the planes of colour differences half of it.
typedef struct { const char *coefficients, *quantisation, *samples; uint32_t width, height; int coarse; } plane;

static const float *make_quantisation(job *j, const plane *p)
{
    float *table = workload_data(j, p->quantisation, SCALAR_F32, BLOCK * BLOCK);

    for (int i = 0; i < BLOCK * BLOCK; i++)
        table[i] = (float)(p->coarse * (4 + i / BLOCK + i % BLOCK));
    return table;
}

// Blocks whose mean is anything, and whose frequencies are the smaller the finer they are, most of them 0.
static const float *make_coefficients(job *j, const plane *p, uint32_t input)
{
    float *all = workload_data(j, p->coefficients, SCALAR_F32, (uint64_t)p->width * p->height);
    uint32_t state = workload_stream(j, input);

    for (uint32_t i = 0; i < p->width * p->height; i++) {
        const int fine = (int)(i / p->width % BLOCK + i % p->width % BLOCK);
        const int most = (fine ? 96 / (fine * fine + 3) : 192) / p->coarse;

        all[i] = (float)((int)(job_lcg(&state) % (2 * (uint32_t)most + 1)) - most);
    }
    return all;
}

// What a unit of frequency u adds to sample x.
static float wave(int u, int x)
{
    return u ? (float)(cos((2 * x + 1) * u * M_PI / 16) / 2) : (float)sqrt(0.125);
}

static void transform(const float *from, float *to, int step)
{
    for (int x = 0; x < BLOCK; x++) {
        const float fourth = wave(4, x) < 0 ? -from[4 * step] : from[4 * step];
        float even = from[6 * step] * wave(6, x), odd = from[3 * step] * wave(3, x);

        even = fmaf(from[0] + fourth, wave(0, x), fmaf(from[2 * step], wave(2, x), even));
        odd = fmaf(from[step], wave(1, x), odd);
        for (int u = 5; u <= 7; u += 2)
            odd = fmaf(from[u * step], wave(u, x), odd);
        to[x * step] = even + odd;
    }
}

static float within_byte(float value)
{
    return value < 0 ? 0 : value > 255 ? 255 : value;
}

static void block_reference(const plane *p, const float *coefficients, float *samples)
{
    float values[BLOCK * BLOCK], rows[BLOCK * BLOCK];

    for (int i = 0; i < BLOCK * BLOCK; i++)
        values[i] = coefficients[(uint32_t)(i / BLOCK) * p->width + (uint32_t)(i % BLOCK)];
    for (int line = 0; line < BLOCK; line++)
        transform(&values[line * BLOCK], &rows[line * BLOCK], 1);
    for (int column = 0; column < BLOCK; column++)
        transform(&rows[column], &values[column], BLOCK);
    for (int i = 0; i < BLOCK * BLOCK; i++)
        samples[(uint32_t)(i / BLOCK) * p->width + (uint32_t)(i % BLOCK)] = within_byte(values[i] + CENTRE);
}

static const float *decode_plane(job *j, const plane *p, uint32_t input)
{
    const workload_extent grid = { p->width / WIDTH, p->height / HEIGHT }, block = { WIDTH, HEIGHT / BLOCK };
    const workload_extent squares = { p->width / SIDE, p->height / SIDE }, square = { SIDE, SIDE };
    const float *table = make_quantisation(j, p), *coefficients = make_coefficients(j, p, input);
    float *multiplied, *samples;

    workload_none(j, p->samples, SCALAR_F32, (uint64_t)p->width * p->height);
    workload_launch(j, &j->steps, "jpeg_dequantise", squares, square, "bbi", p->coefficients, p->quantisation, (int)p->width);
    workload_launch(j, &j->steps, "jpeg_transform", grid, block, "bbi", p->coefficients, p->samples, (int)p->width);
    multiplied = workload_want(j, p->coefficients, 0, 0);
    for (uint32_t i = 0; i < p->width * p->height; i++)
        multiplied[i] = coefficients[i] * table[i / p->width % BLOCK * BLOCK + i % p->width % BLOCK];
    samples = workload_want(j, p->samples, 0, 0);
    for (uint32_t y = 0; y < p->height; y += BLOCK)
        for (uint32_t x = 0; x < p->width; x += BLOCK)
            block_reference(p, &multiplied[y * p->width + x], &samples[y * p->width + x]);
    return samples;
}

static uint32_t to_byte(float value)
{
    return (uint32_t)(within_byte(value) + 0.5f);
}

static uint32_t colour(float light, float blue, float red)
{
    return to_byte(fmaf(red, 1.402f, light)) | to_byte(fmaf(red, -0.714136f, fmaf(blue, -0.344136f, light))) << 8 |
           to_byte(fmaf(blue, 1.772f, light)) << 16;
}

static void build(job *j, workload_size size)
{
    const uint32_t width = (size.columns + 2 * WIDTH - 1) / (2 * WIDTH) * (2 * WIDTH);
    const uint32_t height = (size.rows + 2 * HEIGHT - 1) / (2 * HEIGHT) * (2 * HEIGHT);
    const plane planes[] = {
        { "light_coefficients", "light_quantisation", "light", width, height, 1 },
        { "blue_coefficients", "blue_quantisation", "blue", width / 2, height / 2, 2 },
        { "red_coefficients", "red_quantisation", "red", width / 2, height / 2, 2 },
    };
    const workload_extent grid = { width / SIDE, height / SIDE }, block = { SIDE, SIDE };
    const float *samples[3];
    uint32_t *picture;

    for (uint32_t i = 0; i < 3; i++)
        samples[i] = decode_plane(j, &planes[i], i + 1);
    workload_none(j, "picture", SCALAR_U32, (uint64_t)width * height);
    workload_launch(j, &j->steps, "jpeg_colours", grid, block, "bbbbi", "light", "blue", "red", "picture", (int)width);
    picture = workload_want(j, "picture", 0, 0);
    for (uint32_t i = 0; i < width * height; i++) {
        const uint32_t there = i / width / 2 * (width / 2) + i % width / 2;

        picture[i] = colour(samples[0][i], samples[1][there] - CENTRE, samples[2][there] - CENTRE);
    }
}

const workload workload_jpeg = {
    .name = "jpeg", .help = "decoding of a JPEG picture: cosine transforms of 8 x 8 blocks, then colours",
    .size_help = "rows x columns of the picture, rounded up to 32 x 64", .size = { 32, 64 }, .low = { 1, 1 },
    .high = { 8192, 8192 }, .most = 1 << 24, .paper_size = { 512, 512 },
    .shapes = { { "owl", { 768, 1024 } } },
    .bound = "equal", .build = build, .same_run = true,
};
