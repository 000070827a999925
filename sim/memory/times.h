// SPDX-License-Identifier: BSD-3-Clause
// Arrays of times: which are due, and which is first. UINT64_MAX: none. Four are compared at once, so an array's length is a
// multiple of four, padded with UINT64_MAX.
#ifndef WARPLOCK_SIM_MEMORY_TIMES_H
#define WARPLOCK_SIM_MEMORY_TIMES_H

#include <stdint.h>
#include <string.h>

typedef uint64_t times_vector __attribute__((vector_size(32)));
enum { TIMES_TOGETHER = sizeof(times_vector) / sizeof(uint64_t) };

static inline void times_none(uint64_t *times, unsigned count) { memset(times, 0xff, count * sizeof *times); }

static inline times_vector times_at(const uint64_t *times)
{
    times_vector four;
    memcpy(&four, times, sizeof four);
    return four;
}

// One bit for each of the first `count` (<= 64) that is not after `now`.
static inline uint64_t times_come(const uint64_t *times, unsigned count, uint64_t now)
{
    times_vector come = {0}, bits = {1, 2, 4, 8};
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; i += TIMES_TOGETHER, bits <<= TIMES_TOGETHER)
        come |= (times_vector)(times_at(&times[i]) <= now) & bits;
    return come[0] | come[1] | come[2] | come[3];
}

static inline uint64_t times_first(const uint64_t *times, unsigned count)
{
    times_vector first = times_at(times);
#pragma GCC unroll 1
    for (unsigned i = TIMES_TOGETHER; i < count; i += TIMES_TOGETHER) {
        const times_vector four = times_at(&times[i]), before = (times_vector)(four < first);
        first = (four & before) | (first & ~before);
    }
    const uint64_t a = first[0] < first[1] ? first[0] : first[1], b = first[2] < first[3] ? first[2] : first[3];
    return a < b ? a : b;
}

#endif
