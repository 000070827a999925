// SPDX-License-Identifier: BSD-3-Clause
// Sizes, offsets and bounds requested by programs: all their sums and products are computed here. On overflow of 64 bits the
// result is SIZE_MAX, which every bounds check refuses.
#ifndef WARPLOCK_SIM_CUDART_SIZES_H
#define WARPLOCK_SIM_CUDART_SIZES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SIZE_PITCH = 512 };                                  // rows of pitched memory begin at multiples of it
// The largest textures of CUDA's devices of compute capability 3.5: of an array in each direction; of memory in texels; of
// memory in rows, in texels each way and in bytes of a row (CUDA C++ Programming Guide, technical specifications).
enum { SIZE_TEXELS = 65536, SIZE_LINEAR_TEXELS = 1 << 27, SIZE_PITCHED_TEXELS = 65000, SIZE_PITCHED_BYTES = 1048544 };

size_t size_product(size_t, size_t);
size_t size_sum(size_t, size_t);
size_t size_of_box(size_t width, size_t height, size_t depth);
size_t size_pitch(size_t width);
// Whether `count` from `at` on fit in `of`.
bool   size_within(size_t at, size_t count, size_t of);
// Bytes from a box's first to its last (box: bytes of a row, rows, planes; none of them 0), in rows `pitch` bytes apart and
// planes of `rows` rows.
size_t size_span(const size_t box[3], size_t pitch, size_t rows);

#endif
