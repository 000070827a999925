// SPDX-License-Identifier: BSD-3-Clause
// walsh: dyadic convolutions, vector by vector (NVIDIA's samples): both vectors are transformed, multiplied element
// by element and transformed back. The second vector has 128 elements, the others are zero. The reference takes
// the levels one by one, from the widest on, as the kernels' pairs of levels do: the same sums and differences
// in fp32, results are equal.
#include <stdlib.h>

#include "sim/workload/workload.h"

enum { PART = 2048, THREADS = 256, SECOND = 128, MODULATE_CTAS = 128 };        // the first as in kernels/walsh.cu

static void transform_launches(job *j, const char *values, uint32_t vectors, uint32_t length)
{
    uint32_t parts = vectors;

    for (; length > PART; length /= 4, parts *= 4)
        workload_launch(j, &j->steps, "walsh_levels", (workload_extent){ length / 4 / THREADS, parts },
                        (workload_extent){ THREADS, 1 }, "bi", values, (int)(length / 4));
    workload_launch(j, &j->steps, "walsh_part", (workload_extent){ parts, 1 }, (workload_extent){ length / 4, 1 }, "bi",
                    values, (int)length);
}

static void transform(float *values, uint32_t length)
{
    for (uint32_t half = length / 2; half > 0; half /= 2) {
        for (uint32_t i = 0; i < length; i++) {
            if (!(i & half)) {
                float one = values[i], other = values[i + half];

                values[i] = one + other;
                values[i + half] = one - other;
            }
        }
    }
}

static void reference(const float *first, const float *second, uint32_t length, float *want)
{
    float *other = malloc(length * sizeof *other);

    if (!other)
        abort();
    for (uint32_t i = 0; i < length; i++) {
        want[i] = first[i];
        other[i] = second[i];
    }
    transform(want, length);
    transform(other, length);
    for (uint32_t i = 0; i < length; i++)
        want[i] *= other[i] / (float)length;
    transform(want, length);
    free(other);
}

static void build(job *j, workload_size size)
{
    uint32_t vectors = size.rows, length = 32, state = workload_stream(j, 2);
    const float *first;
    float *second, *want;
    uint64_t count;

    while (length < size.columns)
        length *= 2;
    count = (uint64_t)vectors * length;
    first = workload_reals(j, "first", SCALAR_F32, count, 1, 0, 1);
    second = workload_data(j, "second", SCALAR_F32, count);
    for (uint64_t i = 0; i < count; i++)
        second[i] = i % length < SECOND ? (float)job_lcg(&state) / (1 << 24) : 0;
    transform_launches(j, "first", vectors, length);
    transform_launches(j, "second", vectors, length);
    workload_launch(j, &j->steps, "walsh_modulate", (workload_extent){ MODULATE_CTAS, 1 },
                    (workload_extent){ THREADS, 1 }, "bbii", "first", "second", (int)count, (int)length);
    transform_launches(j, "first", vectors, length);
    want = workload_want(j, "first", 0, 0);
    for (uint32_t i = 0; i < vectors; i++)
        reference(&first[(uint64_t)i * length], &second[(uint64_t)i * length], length, &want[(uint64_t)i * length]);
}

const workload workload_walsh = {
    .name = "walsh", .help = "fast Walsh transforms, NVIDIA's samples: two levels a launch, the rest in shared memory",
    .size_help = "vectors x elements of each, filled up to a power of two", .size = { 1, 4096 }, .low = { 1, 1 },
    .high = { 1 << 13, 1 << 24 }, .most = 1 << 25, .paper_size = { 1, 1 << 20 },
    .shapes = { { "owl", { 1, 1 << 17 } } },
    .bound = "equal", .build = build, .same_run = true,
};
