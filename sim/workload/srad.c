// srad: 2 steps of SRAD (Rodinia's first version: its kernels srad and srad2), pixels between 1 and e. What Rodinia's
// other kernels and its host compute from the whole image before a step, the noise, is computed here for all steps. The
// reference does what the PTX does, in fp32: fused multiply-adds, sums from the left. Results are equal.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { STEPS = 2, THREADS = 256 };
enum { NORTH, SOUTH, WEST, EAST, SIDES };

typedef struct {
    uint32_t rows, columns;
    float   *image, *coefficient, *derivative[SIDES];
} field;

// The pixel on a side; at the border the pixel itself. Columns lie one after the other.
static uint32_t neighbour(const field *f, uint32_t at, int side)
{
    uint32_t row = at % f->rows, column = at / f->rows;

    switch (side) {
    case NORTH: return row > 0 ? at - 1 : at;
    case SOUTH: return row + 1 < f->rows ? at + 1 : at;
    case WEST:  return column > 0 ? at - f->rows : at;
    default:    return column + 1 < f->columns ? at + f->rows : at;
    }
}

// Variance over the square of the mean, of the whole image.
static float noise(const field *f)
{
    uint32_t pixels = f->rows * f->columns;
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
    uint32_t pixels = f->rows * f->columns;

    for (uint32_t at = 0; at < pixels; at++) {
        float d[SIDES];

        for (int side = 0; side < SIDES; side++)
            f->derivative[side][at] = d[side] = f->image[neighbour(f, at, side)] - f->image[at];
        f->coefficient[at] = diffusion(f->image[at], d, noise);
    }
    for (uint32_t at = 0; at < pixels; at++) {
        float here = f->coefficient[at];
        float divergence = f->coefficient[neighbour(f, at, SOUTH)] * f->derivative[SOUTH][at];

        divergence = fmaf(here, f->derivative[NORTH][at], divergence);
        divergence = fmaf(here, f->derivative[WEST][at], divergence);
        divergence = fmaf(f->coefficient[neighbour(f, at, EAST)], f->derivative[EAST][at], divergence);
        f->image[at] = fmaf(divergence, 0.125f, f->image[at]);
    }
}

// The row or column of the neighbour on a side, for `count` rows or columns.
static void add_neighbours(job *j, const char *name, uint32_t count, bool before)
{
    int32_t *at = workload_data(j, name, SCALAR_S32, count);

    for (uint32_t i = 0; i < count; i++)
        at[i] = (int32_t)(before ? (i > 0 ? i - 1 : i) : (i + 1 < count ? i + 1 : i));
}

static void launch_step(job *j, uint32_t rows, uint32_t columns, int number)
{
    workload_extent grid = workload_ctas(rows * columns, THREADS), block = { THREADS, 1 };

    workload_launch(j, &j->steps, "srad", grid, block, "bbbbbbbbbbbiii", "north", "south", "west", "east", "image",
                    "noise", "d_north", "d_south", "d_west", "d_east", "coefficient", (int)rows, (int)columns, number);
    workload_launch(j, &j->steps, "srad2", grid, block, "bbbbbbbbii", "south", "east", "d_north", "d_south", "d_west",
                    "d_east", "coefficient", "image", (int)rows, (int)columns);
}

static void build(job *j, workload_size size)
{
    static const char *const derivatives[SIDES] = { "d_north", "d_south", "d_west", "d_east" };
    uint32_t rows = size.rows, columns = size.columns, pixels = rows * columns;
    const float *image = workload_reals(j, "image", SCALAR_F32, pixels, 1, 1, 2.71828);
    float *noises = workload_data(j, "noise", SCALAR_F32, STEPS);
    field f = { .rows = rows, .columns = columns };

    add_neighbours(j, "north", rows, true);
    add_neighbours(j, "south", rows, false);
    add_neighbours(j, "west", columns, true);
    add_neighbours(j, "east", columns, false);
    workload_none(j, "coefficient", SCALAR_F32, pixels);
    for (int side = 0; side < SIDES; side++)
        workload_none(j, derivatives[side], SCALAR_F32, pixels);
    for (int i = 0; i < STEPS; i++)
        launch_step(j, rows, columns, i);
    f.image = workload_want(j, "image", 0, 0);
    f.coefficient = workload_want(j, "coefficient", 0, 0);
    for (int side = 0; side < SIDES; side++)
        f.derivative[side] = workload_want(j, derivatives[side], 0, 0);
    memcpy(f.image, image, pixels * sizeof *image);
    for (int i = 0; i < STEPS; i++) {
        noises[i] = noise(&f);
        step(&f, noises[i]);
    }
}

const workload workload_srad = {
    .name = "srad", .help = "diffusion in an image, Rodinia: two coalesced kernels a step, divisions, many stores",
    .size_help = "rows x columns of the image", .size = { 64, 64 }, .low = { 2, 2 }, .high = { 1 << 16, 1 << 16 },
    .most = 1 << 24, .paper_size = { 512, 512 },
    .bound = "equal", .build = build,
};
