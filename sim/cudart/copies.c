// SPDX-License-Identifier: BSD-3-Clause
// Copies of boxes between memory and arrays, as cudaMemcpy3DParms describes them.
#include "sim/cudart/cudart.h"
#include "sim/cudart/sizes.h"

// One end of a 3D copy. Positions in arrays count elements, others bytes.
static cudaError_t find_end(cudaArray_t array, const cudaPitchedPtr *p, memory_plane *end, size_t *element)
{
    cudaError_t error = cudaSuccess;

    *element = 1;
    if ((array != NULL) == (p->ptr != NULL))
        return cudaErrorInvalidValue;
    if (array)
        error = array_plane(array, end, element, NULL, NULL);
    else
        *end = (memory_plane){ p->ptr, p->pitch, p->ysize };
    return error;
}

// Whether `count` at a position fit; size 0: an absent dimension.
static bool lies_in(size_t at, size_t count, size_t of)
{
    return size_within(at, count, of ? of : 1);
}

// The copy lies within the array, or within pitched rows whose start fits in 64 bits; the end is its first byte from here on.
static cudaError_t move_end(cudaArray_t array, const cudaPos *at, const size_t size[3], size_t element, memory_plane *end)
{
    const size_t x = size_product(at->x, element), row = size_sum(size_product(at->z, end->rows), at->y);
    const size_t offset = size_sum(size_product(row, end->pitch), x);
    memory_plane plane;
    cudaExtent all;

    if (!array && !size_within(x, size[0], end->pitch))
        return cudaErrorInvalidPitchValue;
    if (size_sum((uintptr_t)end->at, offset) == SIZE_MAX)
        return cudaErrorInvalidValue;
    end->at = (void *)((uintptr_t)end->at + offset);
    if (array && (array_plane(array, &plane, &element, NULL, &all) || !size_within(x, size[0], plane.pitch) ||
                  !lies_in(at->y, size[1], all.height) || !lies_in(at->z, size[2], all.depth)))
        return cudaErrorInvalidValue;
    return cudaSuccess;
}

cudaError_t copy_parameters(const cudaMemcpy3DParms *p)
{
    size_t to_element, from_element;
    memory_plane to, from;
    cudaError_t error = find_end(p->dstArray, &p->dstPtr, &to, &to_element);

    if (!error)
        error = find_end(p->srcArray, &p->srcPtr, &from, &from_element);
    if (!error && p->dstArray && p->srcArray && to_element != from_element)
        error = cudaErrorInvalidValue;
    if (!error) {
        const size_t element = p->dstArray ? to_element : from_element;
        const size_t size[3] = { size_product(p->extent.width, element), p->extent.height, p->extent.depth };

        error = move_end(p->dstArray, &p->dstPos, size, to_element, &to);
        if (!error)
            error = move_end(p->srcArray, &p->srcPos, size, from_element, &from);
        if (!error)
            error = memory_copy_box(&to, &from, size, p->kind);
    }
    return error;
}
