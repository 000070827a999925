// SPDX-License-Identifier: BSD-3-Clause
// See sim/check/address_map.h.
#include "sim/check/address_map.h"

#include <string.h>

enum { MAP_LETTERS = 32 };

// With random indexing, the sub-partition of an address: splitmix64's finalizer of its piece's number (docs/memory.md).
static uint64_t drawn_partition(const machine *m, uint64_t slices, uint64_t address)
{
    const uint64_t unit = UINT64_C(1) << m->dram.controller_bit;
    uint64_t hash = address / (unit / slices);
    hash = (hash ^ (hash >> 30)) * 0xBF58476D1CE4E5B9u;
    hash = (hash ^ (hash >> 27)) * 0x94D049BB133111EBu;
    return (hash ^ (hash >> 31)) % m->l2.sub_partitions;
}

// With IPOLY, each address bit above those that number slices adds the remainder of its power of x, divided by the polynomial.
static uint64_t spread_partition(const machine *m, uint64_t high, uint64_t partition)
{
    const unsigned degree = m->l2.sub_partitions == 16 ? 4 : m->l2.sub_partitions == 32 ? 5 : 6;
    const unsigned taken = degree == 4 ? 13 : degree == 5 ? 15 : 19;
    uint64_t left = m->l2.sub_partitions == 32 ? 5 : 3;               // of x^degree
    for (unsigned bit = 0; bit < taken; bit++) {
        if (high >> bit & 1)
            partition ^= left;
        left <<= 1;
        if (left >> degree & 1)
            left = (left ^ UINT64_C(1) << degree) ^ (degree == 5 ? 5 : 3);
    }
    return partition;
}

// The letters name the bits left without the controller, highest first: R row, B bank, C column, S byte in the column. The
// sub-partition is the lowest bits of the bank, in its controller.
checked_location check_locate(const machine *m, uint64_t address)
{
    const uint64_t high = address >> m->dram.controller_bit, below = (UINT64_C(1) << m->dram.controller_bit) - 1;
    const uint64_t rest = (high / m->dram.controllers) << m->dram.controller_bit | (address & below);
    const uint64_t slices = m->l2.sub_partitions >= m->dram.controllers ? m->l2.sub_partitions / m->dram.controllers : 1;
    checked_location at = {.controller = high % m->dram.controllers};
    unsigned letters = 0, banks = 0, rows = 0, columns = 0;
    char letter[MAP_LETTERS];
    for (const char *map = m->dram.map; *map && letters < MAP_LETTERS; map++)
        if (*map != '.')
            letter[letters++] = *map;
    for (unsigned bit = 0; bit < letters; bit++) {
        const uint64_t value = rest >> bit & 1;
        switch (letter[letters - 1 - bit]) {
        case 'R': at.row |= value << rows++; break;
        case 'B': at.bank |= value << banks++; break;
        default:  at.column |= value << columns++; break;
        }
    }
    at.partition = at.controller * slices + at.bank % slices;
    if (m->dram.partition_indexing == PARTITION_RANDOM)
        at.partition = drawn_partition(m, slices, address);
    else if (m->dram.partition_indexing == PARTITION_IPOLY)
        at.partition = spread_partition(m, high / m->l2.sub_partitions, at.partition);
    at.controller = at.partition / slices;
    return at;
}

// Exchanges the column's bits, and tries which controller number in the address leads to the same controller.
checked_location check_beside(const machine *m, uint64_t address, uint64_t column)
{
    const uint64_t below = (UINT64_C(1) << m->dram.controller_bit) - 1;
    uint64_t rest = ((address >> m->dram.controller_bit) / m->dram.controllers) << m->dram.controller_bit | (address & below);
    const checked_location here = check_locate(m, address);
    unsigned bit = 0, columns = 0;
    for (const char *letter = m->dram.map + strlen(m->dram.map); letter-- > m->dram.map;) {
        if (*letter == '.')
            continue;
        if (*letter != 'R' && *letter != 'B' && *letter != '0')
            rest = (rest & ~(UINT64_C(1) << bit)) | (column >> columns++ & 1) << bit;
        bit++;
    }
    for (uint64_t named = 0; named < m->dram.controllers; named++) {
        const uint64_t high = (rest >> m->dram.controller_bit) * m->dram.controllers + named;
        const checked_location beside = check_locate(m, high << m->dram.controller_bit | (rest & below));
        if (beside.controller == here.controller)
            return beside;
    }
    return here;
}
