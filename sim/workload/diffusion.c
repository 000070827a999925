// SPDX-License-Identifier: BSD-3-Clause
#include "sim/workload/diffusion.h"

#include <math.h>
#include <string.h>

static const char *const derivatives[SIDES] = { "d_north", "d_south", "d_west", "d_east" };

typedef struct { const diffusion_shape *shape; float *image, *coefficient, *derivative[SIDES]; } field;

// The pixel on a side; at the border the pixel itself.
static uint32_t neighbour(const diffusion_shape *s, uint32_t at, int side)
{
    uint32_t row = at / s->down % s->rows, column = at / s->right % s->columns;

    switch (side) {
    case NORTH: return row > 0 ? at - s->down : at;
    case SOUTH: return row + 1 < s->rows ? at + s->down : at;
    case WEST:  return column > 0 ? at - s->right : at;
    default:    return column + 1 < s->columns ? at + s->right : at;
    }
}

// Variance over the square of the mean, of the whole image.
static float noise(const field *f)
{
    uint32_t pixels = f->shape->rows * f->shape->columns;
    double sum = 0, squares = 0, mean;

    for (uint32_t at = 0; at < pixels; at++) {
        sum += f->image[at];
        squares += (double)f->image[at] * f->image[at];
    }
    mean = sum / pixels;
    return (float)((squares / pixels - mean * mean) / (mean * mean));
}

static float diffusion(float here, const float d[SIDES], float noise)
{
    float squares = fmaf(d[EAST], d[EAST], fmaf(d[WEST], d[WEST], fmaf(d[NORTH], d[NORTH], d[SOUTH] * d[SOUTH])));
    float gradient = squares / (here * here);
    float laplacian = (d[NORTH] + d[SOUTH] + d[WEST] + d[EAST]) / here;
    float denominator = fmaf(laplacian, 0.25f, 1);
    float q = fmaf(gradient, 0.5f, laplacian * laplacian * -0.0625f) / (denominator * denominator);
    float c = 1 / ((q - noise) / (noise * (noise + 1)) + 1);

    return c < 0 ? 0 : c > 1 ? 1 : c;
}

static void step(const field *f, float noise)
{
    const diffusion_shape *s = f->shape;
    uint32_t pixels = s->rows * s->columns;

    for (uint32_t at = 0; at < pixels; at++) {
        float d[SIDES];

        for (int side = 0; side < SIDES; side++)
            f->derivative[side][at] = d[side] = f->image[neighbour(s, at, side)] - f->image[at];
        f->coefficient[at] = diffusion(f->image[at], d, noise);
    }
    for (uint32_t at = 0; at < pixels; at++) {
        float here = f->coefficient[at];
        float divergence = f->coefficient[neighbour(s, at, SOUTH)] * f->derivative[SOUTH][at];

        divergence = fmaf(here, f->derivative[NORTH][at], divergence);
        divergence = fmaf(here, f->derivative[WEST][at], divergence);
        divergence = fmaf(f->coefficient[neighbour(s, at, EAST)], f->derivative[EAST][at], divergence);
        f->image[at] = fmaf(divergence, 0.125f, f->image[at]);
    }
}

void diffusion_inputs(job *j, const diffusion_shape *s)
{
    uint64_t pixels = (uint64_t)s->rows * s->columns;

    workload_reals(j, "image", SCALAR_F32, pixels, 1, 1, 2.71828);
    workload_data(j, "noise", SCALAR_F32, DIFFUSION_STEPS);
    workload_none(j, "coefficient", SCALAR_F32, pixels);
    for (int side = 0; side < SIDES; side++)
        workload_none(j, derivatives[side], SCALAR_F32, pixels);
}

void diffusion_reference(job *j, const diffusion_shape *s)
{
    const job_buffer *image = &j->buffers[job_find_buffer(j, "image")];
    float *noises = j->buffers[job_find_buffer(j, "noise")].data;
    field f = { .shape = s };

    f.image = workload_want(j, "image", 0, 0);
    f.coefficient = workload_want(j, "coefficient", 0, 0);
    for (int side = 0; side < SIDES; side++)
        f.derivative[side] = workload_want(j, derivatives[side], 0, 0);
    memcpy(f.image, image->data, image->count * sizeof(float));
    for (int i = 0; i < DIFFUSION_STEPS; i++) {
        noises[i] = noise(&f);
        step(&f, noises[i]);
    }
}
