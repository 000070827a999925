// SPDX-License-Identifier: BSD-3-Clause
// A matrix product as a launch of kernels/product.h, and its reference, for 2mm and 3mm.
//
// The result buffer starts at zero. No term is negative, so the error bound of a product with `inner` terms is
// matrix_bound(inner) plus the bounds of its factors.
#ifndef WARPLOCK_SIM_WORKLOAD_PRODUCT_H
#define WARPLOCK_SIM_WORKLOAD_PRODUCT_H

#include <stdlib.h>
#include <string.h>

#include "sim/workload/matrix.h"

static inline void product_launch(job *j, const char *left, const char *right, const char *result, uint32_t rows,
                                  uint32_t inner, uint32_t columns)
{
    workload_launch(j, &j->steps, "product", (workload_extent){ (columns + 31) / 32, (rows + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbbiii", left, right, result, (int)rows, (int)inner, (int)columns);
}

// Row by row of the second matrix: each sum's terms in their order, and what is read lies together.
static inline void product_reference(const float *left, const float *right, float *result, uint32_t rows,
                                     uint32_t inner, uint32_t columns)
{
    double *sums = malloc(columns * sizeof *sums);

    if (!sums)
        abort();
    for (uint32_t row = 0; row < rows; row++) {
        memset(sums, 0, columns * sizeof *sums);
        for (uint32_t k = 0; k < inner; k++)
            for (uint32_t column = 0; column < columns; column++)
                sums[column] += (double)left[(uint64_t)row * inner + k] * right[(uint64_t)k * columns + column];
        for (uint32_t column = 0; column < columns; column++)
            result[(uint64_t)row * columns + column] = (float)sums[column];
    }
    free(sums);
}

#endif
