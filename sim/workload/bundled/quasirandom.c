// SPDX-License-Identifier: BSD-3-Clause
// quasirandom: points of Sobol's sequence in 3 dimensions, shifted at random, and normal deviates of them (NVIDIA's samples);
// every round goes on where the one before it ended. The reference does in fp32 what the PTX does: results are equal.
#include <math.h>

#include "sim/workload/workload.h"

enum { BITS = 31, DIMENSIONS = 3, ROW = BITS + 1, THREADS = 128, CTAS = 128 };      // the first two as in kernels/quasirandom.cu

// A row of the table: the dimension's shift, then what each bit of a point's index adds to its number (Bratley and Fox, ACM
// TOMS 659, whose m_k these are, shifted), by the primitive polynomials 1, x + 1 and x^2 + x + 1.
static void make_row(uint32_t *row, uint32_t degree, uint32_t shift)
{
    uint32_t m[ROW] = { 0, 1, degree ? 3 : 1 };

    for (uint32_t k = 3; k <= BITS; k++) {
        m[k] = degree ? m[k - degree] ^ m[k - degree] << degree : 1;
        if (degree == 2)
            m[k] ^= m[k - 1] << 1;
    }
    row[0] = shift;
    for (uint32_t k = 1; k <= BITS; k++)
        row[k] = m[k] << (BITS - k);
}

static const uint32_t *make_table(job *j)
{
    uint32_t *table = workload_data(j, "table", SCALAR_U32, DIMENSIONS * ROW), state = workload_stream(j, 1);

    for (uint32_t dimension = 0; dimension < DIMENSIONS; dimension++) {
        uint32_t high = job_lcg(&state) << 7;

        make_row(&table[dimension * ROW], dimension, high | (job_lcg(&state) & 0x7f));
    }
    return table;
}

static float point(const uint32_t *row, uint32_t index)
{
    uint32_t number = row[0];

    for (uint32_t bit = 1; bit <= BITS; bit++)
        if (index >> (bit - 1) & 1)
            number ^= row[bit];
    return ((float)(number >> 8) + 0.5f) * 0x1p-23f;
}

// The polynomial of `count` coefficients, the highest one first.
static float polynomial(const float *coefficients, uint32_t count, float x)
{
    float sum = coefficients[0];

    for (uint32_t i = 1; i < count; i++)
        sum = fmaf(sum, x, coefficients[i]);
    return sum;
}

// Moro's inversion of the normal distribution ("The full Monte", Risk 8/2, 1995).
static float moro(float x)
{
    static const float over[] = { -25.44106049637f, 41.39119773534f, -18.61500062529f, 2.50662823884f };
    static const float under[] = { 3.13082909833f, -21.06224101826f, 23.08336743743f, -8.47351093090f, 1 };
    static const float tail[] = { 3.960315187e-7f, 2.888167364e-7f, 3.21767881768e-5f, 3.951896511919e-4f,
                                  3.8405729373609e-3f, 2.76438810333863e-2f, 1.607979714918209e-1f,
                                  9.761690190917186e-1f, 3.374754822726147e-1f };
    float y = x - 0.5f, z = y * y;

    if (z < 0.1764f)
        return y * (polynomial(over, 4, z) / polynomial(under, 5, z));
    z = -0.69314718f * (float)log2(y > 0 ? 1 - x : x);
    z = polynomial(tail, 9, 0.69314718f * (float)log2(z));
    return y < 0 ? -z : z;
}

static void build(job *j, workload_size size)
{
    uint32_t count = size.rows, rounds = size.columns, all = count * rounds * DIMENSIONS;
    const uint32_t *table = make_table(j);
    workload_extent grid = workload_ctas(count, THREADS);
    float *points, *deviates;

    grid.x = grid.x < CTAS ? grid.x : CTAS;
    workload_none(j, "points", SCALAR_F32, all);
    workload_none(j, "deviates", SCALAR_F32, all);
    for (uint32_t round = 0; round < rounds; round++) {
        workload_launch(j, &j->steps, "qr_points", grid, (workload_extent){ THREADS, DIMENSIONS }, "bbii", "table",
                        "points", (int)count, (int)(round * count));
        workload_launch(j, &j->steps, "qr_normal", grid, (workload_extent){ THREADS, 1 }, "bbii", "points", "deviates",
                        (int)(count * DIMENSIONS), (int)(round * count * DIMENSIONS));
    }
    points = workload_want(j, "points", 0, 0);
    deviates = workload_want(j, "deviates", 0, 0);
    for (uint32_t at = 0; at < all; at++) {
        uint32_t dimension = at / count % DIMENSIONS;

        points[at] = point(&table[dimension * ROW], at / (count * DIMENSIONS) * count + at % count);
        deviates[at] = moro(points[at]);
    }
}

const workload workload_quasirandom = {
    .name = "quasirandom", .help = "quasirandom numbers, NVIDIA's samples: bits of an index, then normal deviates",
    .size_help = "points x rounds", .size = { 256, 2 }, .low = { 1, 1 }, .high = { 1 << 20, 1 << 10 },
    .most = 1 << 22, .paper_size = { 1 << 14, 21 },
    .shapes = { { "kaws-long", { 1 << 18, 3 } } },
    .bound = "equal", .build = build,
};
