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

// The highest bits of four words.
static inline unsigned times_highest_bits(times_vector four)
{
#ifdef __AVX__
    typedef double doubles __attribute__((vector_size(32)));
    return (unsigned)__builtin_ia32_movmskpd256((doubles)four);
#else
    four >>= 63;
    return (unsigned)(four[0] | four[1] << 1 | four[2] << 2 | four[3] << 3);
#endif
}

// One bit for each of the first `count` (<= 64) that is not after `now`. Times and now lie below 2^63 but for UINT64_MAX: one is after
// now where the difference has the highest bit, or it itself.
static inline uint64_t times_come(const uint64_t *times, unsigned count, uint64_t now)
{
    uint64_t come = 0;
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; i += TIMES_TOGETHER) {
        const times_vector four = times_at(&times[i]);
        come |= (uint64_t)times_highest_bits(~((now - four) | four)) << i;
    }
    return come;
}

static inline uint64_t times_lowest(times_vector four)
{
    const uint64_t a = four[0] < four[1] ? four[0] : four[1], b = four[2] < four[3] ? four[2] : four[3];
    return a < b ? a : b;
}

static inline uint64_t times_first(const uint64_t *times, unsigned count)
{
    times_vector first = times_at(times);
#pragma GCC unroll 1
    for (unsigned i = TIMES_TOGETHER; i < count; i += TIMES_TOGETHER) {
        const times_vector four = times_at(&times[i]), before = (times_vector)(four < first);
        first = (four & before) | (first & ~before);
    }
    return times_lowest(first);
}

// Of those after `now`.
static inline uint64_t times_first_after(const uint64_t *times, unsigned count, uint64_t now)
{
    times_vector first = (times_vector){0} - 1;
#pragma GCC unroll 1
    for (unsigned i = 0; i < count; i += TIMES_TOGETHER) {
        const times_vector four = times_at(&times[i]), before = (times_vector)(four < first) & (times_vector)(four > now);
        first = (four & before) | (first & ~before);
    }
    return times_lowest(first);
}

#endif
