// SPDX-License-Identifier: BSD-3-Clause
#include "sim/cudart/sizes.h"

size_t size_product(size_t a, size_t b)
{
    size_t product;

    return __builtin_mul_overflow(a, b, &product) ? SIZE_MAX : product;
}

size_t size_sum(size_t a, size_t b)
{
    size_t sum;

    return __builtin_add_overflow(a, b, &sum) ? SIZE_MAX : sum;
}

size_t size_of_box(size_t width, size_t height, size_t depth)
{
    return width && height && depth ? size_product(size_product(width, height), depth) : 0;
}

size_t size_pitch(size_t width)
{
    return size_product(width / SIZE_PITCH + (width % SIZE_PITCH != 0), SIZE_PITCH);
}

bool size_within(size_t at, size_t count, size_t of)
{
    return at <= of && count <= of - at;
}

size_t size_span(const size_t box[3], size_t pitch, size_t rows)
{
    return size_sum(size_product(size_sum(size_product(box[2] - 1, rows), box[1] - 1), pitch), box[0]);
}
