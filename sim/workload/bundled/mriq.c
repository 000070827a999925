// SPDX-License-Identifier: BSD-3-Clause
// mriq: the matrix Q of magnetic resonance imaging (Parboil), up to 128 samples a launch; the samples' weights, which Parboil
// squares up in a launch of its own, are computed here. The reference takes sine and cosine and sums as the PTX does:
// results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { SAMPLES = 128, SAMPLES_MOST = 1024, THREADS = 256 };      // the first two as in kernels/mriq.cu

// As in kernels/mriq.cu.
typedef struct { float x, y, z, weight; } sample;
typedef struct { const float *x, *y, *z; } places;

static const sample *make_samples(job *j, uint32_t count)
{
    sample *samples = workload_data(j, "samples", SCALAR_F32, (uint64_t)count * (sizeof *samples / 4));
    uint32_t state = workload_stream(j, 1);

    for (uint32_t i = 0; i < count; i++) {
        float drawn[5];

        for (int k = 0; k < 5; k++)
            drawn[k] = (float)job_lcg(&state) / (1 << 23) - 1;
        samples[i] = (sample){ drawn[0], drawn[1], drawn[2], fmaf(drawn[3], drawn[3], drawn[4] * drawn[4]) };
    }
    return samples;
}

static void reference(const sample *samples, uint32_t count, const places *p, uint32_t voxel, float *real,
                      float *imaginary)
{
    for (uint32_t i = 0; i < count; i++) {
        const sample *s = &samples[i];
        float phase = 6.2831853f * fmaf(s->z, p->z[voxel], fmaf(s->x, p->x[voxel], s->y * p->y[voxel]));

        *real = fmaf(s->weight, (float)cos(phase), *real);
        *imaginary = fmaf(s->weight, (float)sin(phase), *imaginary);
    }
}

static void build(job *j, workload_size size)
{
    uint32_t voxels = size.rows, count = size.columns, part = size.rounds;
    const sample *samples = make_samples(j, count);
    const places p = { workload_reals(j, "x", SCALAR_F32, voxels, 2, -0.5, 0.5),
                       workload_reals(j, "y", SCALAR_F32, voxels, 3, -0.5, 0.5),
                       workload_reals(j, "z", SCALAR_F32, voxels, 4, -0.5, 0.5) };
    float *real, *imaginary;

    workload_zero(j, "real", SCALAR_F32, voxels);
    workload_zero(j, "imaginary", SCALAR_F32, voxels);
    for (uint32_t first = 0; first < count; first += part)
        workload_launch(j, &j->steps, part > SAMPLES ? "mriq_most" : "mriq", workload_ctas(voxels, THREADS),
                        (workload_extent){ THREADS, 1 }, "bbbbbbiii", "samples", "x", "y", "z", "real", "imaginary", (int)voxels, (int)first,
                        (int)(count - first < part ? count - first : part));
    real = workload_want(j, "real", 0, 0);
    imaginary = workload_want(j, "imaginary", 0, 0);
    for (uint32_t voxel = 0; voxel < voxels; voxel++)
        reference(samples, count, &p, voxel, &real[voxel], &imaginary[voxel]);
}

const workload workload_mriq = {
    .name = "mriq", .help = "calibration of a scanner, Parboil: a sine and a cosine a step, data that all lanes share",
    .size_help = "voxels x samples x samples of a launch", .size = { 512, 136, SAMPLES }, .low = { 1, 1, 1 },
    .high = { 1 << 20, 1 << 14, SAMPLES_MOST }, .most = 1 << 26, .paper_size = { 1 << 15, 512, SAMPLES },
    .shapes = { { "kaws-long", { 1 << 15, SAMPLES_MOST, SAMPLES_MOST } } },
    .bound = "equal", .build = build, .same_run = true,
};
