// SPDX-License-Identifier: BSD-3-Clause
// particlefilter: a particle filter follows a disk through the frames of a noisy video (Rodinia). The reference computes in
// fp32 what the PTX does: results are equal. Rodinia's likelihood divides by 50 in double, where its exponential still
// fits; here by 400, and the exponential is that of base 2.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { THREADS = 512, SIDE = 128, RADIUS = 5, BACKGROUND = 100, OBJECT = 228, BOX = 2 * RADIUS + 1,
       PIXELS_MAX = BOX * BOX };

typedef struct {
    uint32_t particles, pixels, frames;
    int32_t *around, *places, *seeds;
    uint8_t *video;
    float   *x, *y, *x_chosen, *y_chosen, *weights, *cumulated;
} filter;

// The pixels of a disk around its centre: pairs of column and line.
static uint32_t disk(int32_t around[2 * PIXELS_MAX])
{
    uint32_t count = 0;

    for (int32_t column = -RADIUS; column <= RADIUS; column++) {
        for (int32_t line = -RADIUS; line <= RADIUS; line++) {
            if (column * column + line * line >= RADIUS * RADIUS)
                continue;
            around[2 * count] = column;
            around[2 * count++ + 1] = line;
        }
    }
    return count;
}

// The disk starts in the middle and moves by (1, -2) a frame. The frames of a place lie side by side.
static void make_video(uint8_t *video, uint32_t frames, uint32_t state)
{
    for (uint32_t place = 0; place < SIDE * SIDE; place++) {
        for (uint32_t frame = 0; frame < frames; frame++) {
            int32_t column = (int32_t)(place / SIDE) - (int32_t)(SIDE / 2 + frame);
            int32_t line = (int32_t)(place % SIDE) - (int32_t)(SIDE / 2) + 2 * (int32_t)frame;
            bool inside = column * column + line * line < RADIUS * RADIUS;

            video[place * frames + frame] = (uint8_t)((inside ? OBJECT : BACKGROUND) + job_lcg(&state) % 21 - 10);
        }
    }
}

static float uniform(int32_t *seed)
{
    uint32_t next = (uint32_t)*seed * 1103515245u + 12345u;

    memcpy(seed, &next, sizeof next);
    return (float)((next >> 9) + 1) * 0x1p-23f;
}

static float normal(int32_t *seed)
{
    float distance = sqrtf(-1.3862944f * (float)log2(uniform(seed)));

    return distance * (float)cos(6.2831853f * uniform(seed));
}

static void weigh(const filter *f, uint32_t i, uint32_t frame)
{
    int32_t sum = 0;

    f->x[i] = fmaf(5, normal(&f->seeds[i]), f->x_chosen[i] + 1);
    f->y[i] = fmaf(2, normal(&f->seeds[i]), f->y_chosen[i] - 2);
    for (uint32_t p = 0; p < f->pixels; p++) {
        int32_t column = (int32_t)(f->x[i] + 0.5f) + f->around[2 * p];
        int32_t line = (int32_t)(f->y[i] + 0.5f) + f->around[2 * p + 1];
        int32_t place = (column * SIDE + line) * (int32_t)f->frames + (int32_t)frame, pixel;

        if (place < 0 || place >= (int32_t)(SIDE * SIDE * f->frames))
            place = 0;
        f->places[i * f->pixels + p] = place;
        pixel = f->video[place];
        sum += (pixel - BACKGROUND) * (pixel - BACKGROUND) - (pixel - OBJECT) * (pixel - OBJECT);
    }
    f->weights[i] = (float)exp2((float)sum / (float)(400 * f->pixels)) / (float)f->particles;
}

// The weights of a CTA by a tree, as its threads add them.
static float cta_sum(const filter *f, uint32_t first)
{
    float sums[THREADS] = { 0 };

    for (uint32_t i = 0; i < THREADS && first + i < f->particles; i++)
        sums[i] = f->weights[first + i];
    for (uint32_t half = THREADS / 2; half > 0; half /= 2)
        for (uint32_t i = 0; i < half; i++)
            sums[i] += sums[i + half];
    return sums[0];
}

static void reference_frame(const filter *f, uint32_t frame)
{
    float total = 0, sum = 0, first;

    for (uint32_t i = 0; i < f->particles; i++)
        weigh(f, i, frame);
    for (uint32_t i = 0; i < f->particles; i += THREADS)
        total += cta_sum(f, i);
    for (uint32_t i = 0; i < f->particles; i++) {
        f->weights[i] /= total;
        f->cumulated[i] = sum += f->weights[i];
    }
    first = uniform(&f->seeds[0]) / (float)f->particles;
    for (uint32_t i = 0, found = 0; i < f->particles; i++) {
        while (found + 1 < f->particles && !(f->cumulated[found] >= first + (float)i / (float)f->particles))
            found++;
        f->x_chosen[i] = f->x[found];
        f->y_chosen[i] = f->y[found];
    }
}

static void launch_frame(job *j, const filter *f, uint32_t frame)
{
    workload_extent grid = workload_ctas(f->particles, THREADS), block = { THREADS, 1 }, one = { 1, 1 };
    int particles = (int)f->particles;

    workload_launch(j, &j->steps, "pf_likelihood", grid, block, "bbbbbbbbbbiiiii", "x_chosen", "y_chosen", "x", "y", "seeds",
                    "around", "places", "video", "weights", "partial", particles, (int)f->pixels, SIDE, (int)f->frames,
                    (int)frame);
    workload_launch(j, &j->steps, "pf_sum", one, one, "bi", "partial", (int)grid.x);
    workload_launch(j, &j->steps, "pf_normalise", grid, block, "bbi", "weights", "partial", particles);
    workload_launch(j, &j->steps, "pf_cumulate", one, one, "bbbbi", "weights", "cumulated", "seeds", "first", particles);
    workload_launch(j, &j->steps, "pf_resample", grid, block, "bbbbbbi", "x", "y", "cumulated", "first", "x_chosen",
                    "y_chosen", particles);
}

static float *centre(job *j, const char *name, uint32_t particles)
{
    float *at = workload_data(j, name, SCALAR_F32, particles);

    for (uint32_t i = 0; i < particles; i++)
        at[i] = SIDE / 2;
    return at;
}

static void build(job *j, workload_size size)
{
    filter f = { .particles = size.rows, .frames = size.columns };
    const uint64_t bytes = f.particles * sizeof(float);
    int32_t around[2 * PIXELS_MAX], *seeds;
    uint32_t state = workload_stream(j, 1);
    float *x = centre(j, "x_chosen", f.particles), *y = centre(j, "y_chosen", f.particles);

    f.pixels = disk(around);
    f.around = workload_data(j, "around", SCALAR_S32, 2 * f.pixels);
    memcpy(f.around, around, 2 * f.pixels * sizeof *around);
    f.video = workload_data(j, "video", SCALAR_U8, (uint64_t)SIDE * SIDE * f.frames);
    make_video(f.video, f.frames, workload_stream(j, 2));
    seeds = workload_data(j, "seeds", SCALAR_S32, f.particles);
    for (uint32_t i = 0; i < f.particles; i++)
        seeds[i] = (int32_t)job_lcg(&state);
    workload_none(j, "places", SCALAR_S32, (uint64_t)f.particles * f.pixels);
    for (size_t i = 0; i < 4; i++)
        workload_none(j, (const char *[]){ "x", "y", "weights", "cumulated" }[i], SCALAR_F32, f.particles);
    workload_none(j, "partial", SCALAR_F32, (f.particles + THREADS - 1) / THREADS);
    workload_none(j, "first", SCALAR_F32, 1);
    for (uint32_t frame = 0; frame < f.frames; frame++)
        launch_frame(j, &f, frame);

    f.places = workload_want(j, "places", 0, 0);
    f.seeds = memcpy(workload_want(j, "seeds", 0, 0), seeds, bytes);
    f.x = workload_want(j, "x", 0, 0);
    f.y = workload_want(j, "y", 0, 0);
    f.weights = workload_want(j, "weights", 0, 0);
    f.cumulated = workload_want(j, "cumulated", 0, 0);
    f.x_chosen = memcpy(workload_want(j, "x_chosen", 0, 0), x, bytes);
    f.y_chosen = memcpy(workload_want(j, "y_chosen", 0, 0), y, bytes);
    for (uint32_t frame = 0; frame < f.frames; frame++)
        reference_frame(&f, frame);
}

const workload workload_particlefilter = {
    .name = "particlefilter", .help = "tracking in a video, Rodinia: a divergent kernel, serial sums, a search, frame by frame",
    .size_help = "particles x frames", .size = { 48, 1 }, .low = { 1, 1 }, .high = { 1 << 16, 64 }, .most = 1 << 20,
    .paper_size = { 2048, 9 },
    .shapes = { { "bucl", { 1024, 2 } } },
    .bound = "equal", .build = build,
};
