// SPDX-License-Identifier: BSD-3-Clause
// fft: transforms of random complex points (Parboil). The reference is the definition, in double, with the turns
// in a table. The bound: a pass makes sums of a point and another one that is turned. An angle is off by 2 u of
// up to pi (u = 2^-24), its cosine and sine by a rounding each, the turned point by three and the sums by one:
// at most 12 u of the points' length altogether (2 pi + sqrt 2 + 3 + 1 = 11.7), and a pass stretches an error
// as it does the points. The length of all results is sqrt(points) times that of the points, which is at most
// sqrt(2 points): 12 sqrt(2) u a pass.
#include <math.h>
#include <stdlib.h>

#include "sim/workload/workload.h"

typedef struct { float real, imaginary; } point;        // as in kernels/fft.cu

static void reference(const point *in, uint32_t points, const double *cosines, point *want)
{
    for (uint32_t k = 0; k < points; k++) {
        double real = 0, imaginary = 0;

        for (uint32_t i = 0; i < points; i++) {
            uint32_t turn = i * k % points;
            double cosine = cosines[turn], sine = -cosines[(turn + 3 * points / 4) % points];

            real += in[i].real * cosine - in[i].imaginary * sine;
            imaginary += in[i].real * sine + in[i].imaginary * cosine;
        }
        want[k] = (point){ (float)real, (float)imaginary };
    }
}

static void build(job *j, workload_size size)
{
    uint32_t transforms = size.rows, points = 4, passes = 0;
    const char *from = "source", *to = "work";
    double *cosines;
    const point *in;
    uint64_t count;
    point *want;

    while (points < size.columns)
        points *= 2;
    count = (uint64_t)transforms * points;
    in = workload_reals(j, "source", SCALAR_F32, 2 * count, 1, -1, 1);
    workload_zero(j, "work", SCALAR_F32, 2 * count);
    for (uint32_t span = 1; span < points; span *= 2, passes++) {
        const char *next = from;

        workload_launch(j, &j->steps, "fft_pass", (workload_extent){ transforms, 1 },
                        (workload_extent){ points / 2, 1 }, "bbii", from, to, (int)points, (int)span);
        from = to;
        to = next;
    }
    want = workload_want(j, from, 17.0 * passes * points / (1 << 24), 0);
    cosines = malloc(points * sizeof *cosines);
    if (!cosines)
        abort();
    for (uint32_t i = 0; i < points; i++)
        cosines[i] = cos(2 * acos(-1) / points * i);
    for (uint32_t i = 0; i < transforms; i++)
        reference(&in[(uint64_t)i * points], points, cosines, &want[(uint64_t)i * points]);
    free(cosines);
}

const workload workload_fft = {
    .name = "fft", .help = "fast Fourier transforms, Parboil: a CTA a transform, a launch a pass through memory",
    .size_help = "transforms x points of each, filled up to a power of two", .size = { 24, 64 }, .low = { 1, 1 },
    .high = { 1 << 16, 1 << 10 }, .most = 1 << 24, .paper_size = { 2048, 256 },
    .shapes = { { "owl", { 1536, 256 } } },
    .bound = "17 points log2(points) / 2^24 absolute", .build = build, .same_run = true,
};
