// SPDX-License-Identifier: BSD-3-Clause
// Where an address lies in a cache: line, sectors, set. The hashes are GPGPU-Sim's: Fermi's for 32 and 64 sets, IPOLY for 16, 32 and 64.
#include "sim/memory/cache.h"

#include "sim/blocks/packed_bits.h"
#include "sim/machine/machine.h"
#include "sim/memory/ipoly.h"

static inline uint32_t log2_of(uint32_t power_of_two)
{
    return (uint32_t)__builtin_ctz(power_of_two);
}

enum { FERMI_BITS = 1 << 13 | 1 << 14 | 1 << 15 | 1 << 17 | 1 << 19 };

// Index bits XOR those bits of the address; a sixth index bit is taken as it is.
static uint32_t fermi_hash(uint64_t address, uint32_t linear)
{
    return linear ^ (uint32_t)packed_bits(address, FERMI_BITS);
}

uint32_t cache_set_of(const cache_geometry *geometry, uint64_t address)
{
    uint64_t line_number = address >> log2_of(geometry->line_bytes);
    uint32_t mask = geometry->sets - 1;
    uint32_t linear = (uint32_t)line_number & mask;
    if (geometry->index == INDEX_HASH)
        return fermi_hash(address, linear) & mask;
    if (geometry->index == INDEX_IPOLY)
        return ipoly_hash(line_number, geometry->sets);
    if (geometry->index == INDEX_XOR)
        return linear ^ ((uint32_t)(line_number >> log2_of(geometry->sets)) & mask);
    return linear;
}
