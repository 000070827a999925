// SPDX-License-Identifier: BSD-3-Clause
// IPOLY: a number modulo an irreducible polynomial over GF(2). GPGPU-Sim so hashes lines to sets and addresses to L2 slices
// (Rau, "Pseudo-randomly interleaved memory", ISCA 1991): x^4 + x + 1 for 16 places, x^5 + x^2 + 1 for 32, x^6 + x + 1 for 64.
// It uses 13, 15 and 19 bits above the place's own.
//
// Example: 64 places, the number 0x41 = x^6 + 1: x^6 is x + 1, so the place is (x + 1) + 1 = x, place 2.
#ifndef WARPLOCK_SIM_MEMORY_IPOLY_H
#define WARPLOCK_SIM_MEMORY_IPOLY_H

#include <stdint.h>

// places: 16, 32 or 64.
static inline uint32_t ipoly_hash(uint64_t number, uint32_t places)
{
    const unsigned degree = (unsigned)__builtin_ctz(places), above = places == 16 ? 13 : places == 32 ? 15 : 19;
    const uint32_t polynomial = places == 16 ? 0x13 : places == 32 ? 0x25 : 0x43;
    uint32_t rest = (uint32_t)(number & ((UINT64_C(1) << (degree + above)) - 1));
    for (unsigned bit = degree + above; bit-- > degree;)
        if (rest >> bit & 1u)
            rest ^= polynomial << (bit - degree);
    return rest;
}

#endif
