// A matrix product as a launch of kernels/product.h, and its reference, for 2mm and 3mm.
//
// The buffer of the result is zero before. No term is negative: the bound of a product with `inner` terms is
// matrix_bound(inner), to which the bounds of its factors are added.
#ifndef WARPLOCK_SIM_WORKLOAD_PRODUCT_H
#define WARPLOCK_SIM_WORKLOAD_PRODUCT_H

#include "sim/workload/matrix.h"

static inline void product_launch(job *j, const char *left, const char *right, const char *result, uint32_t rows,
                                  uint32_t inner, uint32_t columns)
{
    workload_launch(j, &j->steps, "product", (workload_extent){ (columns + 31) / 32, (rows + 7) / 8 },
                    (workload_extent){ 32, 8 }, "bbbiii", left, right, result, (int)rows, (int)inner, (int)columns);
}

static inline void product_reference(const float *left, const float *right, float *result, uint32_t rows,
                                     uint32_t inner, uint32_t columns)
{
    matrix second = { right, columns };

    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < columns; column++)
            result[(uint64_t)row * columns + column] =
                (float)matrix_column(&second, inner, column, &left[(uint64_t)row * inner]);
}

#endif
