// SPDX-License-Identifier: BSD-3-Clause
// similarity: the cosine of the angle between the features of every pair of documents (after Mars' Similarity
// Score).  The pairs are listed by the host, as Mars does. The reference sums by the same fused multiply-adds:
// results are equal.
#include <math.h>
#include <string.h>

#include "sim/workload/workload.h"

enum { THREADS = 256 };

// As in kernels/similarity.cu.
typedef struct { int32_t first, second; } pair;

static float cosine(const float *a, const float *b, uint32_t columns)
{
    float product = 0, first = 0, second = 0;

    for (uint32_t k = 0; k < columns; k++) {
        product = fmaf(a[k], b[k], product);
        first = fmaf(a[k], a[k], first);
        second = fmaf(b[k], b[k], second);
    }
    return product / (sqrtf(first) * sqrtf(second));
}

static void build(job *j, workload_size size)
{
    const uint32_t documents = size.rows, columns = size.columns, count = documents * (documents - 1) / 2;
    const float *features = workload_reals(j, "features", SCALAR_F32, (uint64_t)documents * columns, 1, 0.125, 1);
    pair *pairs = workload_data(j, "pairs", SCALAR_S32, 2 * (uint64_t)count), *p = pairs;
    float *scores;

    for (uint32_t first = 0; first < documents; first++)
        for (uint32_t second = first + 1; second < documents; second++)
            *p++ = (pair){ (int32_t)first, (int32_t)second };
    workload_none(j, "scores", SCALAR_F32, count);
    workload_none(j, "documents", SCALAR_S32, 2 * (uint64_t)count);
    workload_launch(j, &j->steps, "similarity", workload_ctas(count, THREADS), (workload_extent){ THREADS, 1 },
                    "bbbbii", "features", "pairs", "scores", "documents", (int)count, (int)columns);
    scores = workload_want(j, "scores", 0, 0);
    memcpy(workload_want(j, "documents", 0, 0), pairs, count * sizeof *pairs);
    for (uint32_t i = 0; i < count; i++)
        scores[i] = cosine(&features[(uint64_t)(uint32_t)pairs[i].first * columns],
                           &features[(uint64_t)(uint32_t)pairs[i].second * columns], columns);
}

const workload workload_similarity = {
    .name = "similarity", .help = "similarity scores after Mars: pairs of documents, features document by document",
    .size_help = "documents x features", .size = { 40, 16 }, .low = { 2, 1 }, .high = { 4096, 4096 },
    .most = 1 << 22, .paper_size = { 512, 128 },
    .shapes = { { "owl", { 239, 64 } } },
    .bound = "equal", .build = build,
};
