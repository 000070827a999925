// SPDX-License-Identifier: BSD-3-Clause
// Similarity scores of documents (after Mars): each thread maps a pair of documents to the cosine of the angle
// between their features. Features lie document by document; the pairs of a CTA follow one another, so that most
// of its threads share the first document and neighbouring lanes read the rows of neighbouring ones, 32 lines
// a load. As Mars does it, the lengths of both are summed up beside the product, for every pair anew. There is
// nothing to reduce.
#include "cuda.h"

struct pair { int first, second; };

__global__ void similarity(const float *features, const pair *pairs, float *scores, pair *documents, int count,
                           int columns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;

    if (i < count) {
        pair p = pairs[i];
        const float *a = features + p.first * columns, *b = features + p.second * columns;
        float product = 0, first = 0, second = 0;

        for (int k = 0; k < columns; k++) {
            product += a[k] * b[k];
            first += a[k] * a[k];
            second += b[k] * b[k];
        }
        scores[i] = product / (__nvvm_sqrt_rn_f(first) * __nvvm_sqrt_rn_f(second));
        documents[i] = p;
    }
}
