// SPDX-License-Identifier: BSD-3-Clause
// Address map: division by the number of controllers, then bit fields.
#include "sim/memory/dram_map.h"

#include "sim/blocks/gather_bits.h"
#include "sim/memory/ipoly.h"

enum { MAP_BITS = 32 };

static inline uint64_t low_bits(unsigned count)
{
    return (UINT64_C(1) << count) - 1;
}

void dram_map_open(dram_map *map, const machine *machine)
{
    char letters[MAP_BITS] = { 0 };
    unsigned count = 0;
    *map = (dram_map){ .controllers = machine->dram.controllers, .controller_bit = machine->dram.controller_bit,
                       .indexing = machine->dram.partition_indexing,
                       .slices_per_controller = machine->l2.sub_partitions / machine->dram.controllers };
    for (const char *at = machine->dram.map; *at && count < MAP_BITS; at++)
        if (*at != '.')
            letters[count++] = *at;
    for (unsigned bit = 0; bit < count; bit++) {
        switch (letters[count - 1 - bit]) {
        case 'R':
            map->row |= UINT64_C(1) << bit;
            break;
        case 'B':
            map->bank |= UINT64_C(1) << bit;
            if (1u << map->slice_bits < map->slices_per_controller) {
                map->slice |= UINT64_C(1) << bit;
                map->slice_bits++;
            }
            break;
        case 'C': case 'S':                // the burst's bytes belong to the column
            map->column |= UINT64_C(1) << bit;
            break;
        }
    }
    map->spread_bit = map->controller_bit + map->slice_bits;
}

static inline uint64_t rest_of(const dram_map *map, uint64_t address, uint32_t *controller)
{
    uint64_t high = address >> map->controller_bit, quotient = high / map->controllers;
    *controller = (uint32_t)(high - quotient * map->controllers);
    return quotient << map->controller_bit | (address & low_bits(map->controller_bit));
}

// Its inverse.
static inline uint64_t address_of(const dram_map *map, uint64_t rest, uint32_t controller)
{
    uint64_t high = (rest >> map->controller_bit) * map->controllers + controller;
    return high << map->controller_bit | (rest & low_bits(map->controller_bit));
}

// Any slice, evenly: the finalizer of splitmix64 over the number of the piece.
static uint32_t drawn_slice(const dram_map *map, uint64_t address)
{
    uint64_t piece = address >> (map->controller_bit - map->slice_bits);
    piece = (piece ^ piece >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    piece = (piece ^ piece >> 27) * UINT64_C(0x94D049BB133111EB);
    return (uint32_t)((piece ^ piece >> 31) % (map->controllers * map->slices_per_controller));
}

// IPOLY's slice of the map's, and the map's of IPOLY's: the bits above are added to it, which is an exclusive or.
static inline uint32_t spread_slice(const dram_map *map, uint64_t rest, uint32_t slice)
{
    const uint32_t slices = map->controllers * map->slices_per_controller;
    return ipoly_hash((rest >> map->spread_bit) * slices | slice, slices);
}

dram_location dram_map_locate(const dram_map *map, uint64_t address)
{
    uint32_t controller;
    uint64_t rest = rest_of(map, address, &controller);
    dram_location location = { .controller = controller, .bank = (uint32_t)gather_bits(rest, map->bank),
                               .row = (uint32_t)gather_bits(rest, map->row), .column = (uint32_t)gather_bits(rest, map->column),
                               .place = gather_bits(rest, ~map->slice) };
    location.slice = location.controller * map->slices_per_controller + (location.bank & (map->slices_per_controller - 1));
    if (map->indexing == PARTITION_CONSECUTIVE)
        return location;
    if (map->indexing == PARTITION_IPOLY) {
        location.slice = spread_slice(map, rest, location.slice);
    } else {
        location.place |= (uint64_t)location.slice << PLACE_DRAWN;
        location.slice = drawn_slice(map, address);
    }
    location.controller = location.slice / map->slices_per_controller;
    return location;
}

uint64_t dram_map_address(const dram_map *map, uint32_t slice, uint64_t place)
{
    if (map->indexing == PARTITION_RANDOM) {
        slice = (uint32_t)(place >> PLACE_DRAWN);
        place &= low_bits(PLACE_DRAWN);
    }
    const uint64_t rest = scatter_bits(place, ~map->slice);
    if (map->indexing == PARTITION_IPOLY)
        slice = spread_slice(map, rest, slice);
    const uint32_t controller = slice / map->slices_per_controller, inner = slice % map->slices_per_controller;
    return address_of(map, rest | scatter_bits(inner, map->slice), controller);
}

uint64_t dram_map_beyond(const dram_map *map, uint64_t address)
{
    uint32_t controller;
    return rest_of(map, address, &controller) & ~(map->bank | map->row | map->column);
}

uint64_t dram_map_compose(const dram_map *map, uint32_t controller, uint32_t bank, uint32_t row, uint32_t column, uint64_t beyond)
{
    const uint64_t rest = scatter_bits(bank, map->bank) | scatter_bits(row, map->row) | scatter_bits(column, map->column) | beyond;
    if (map->indexing == PARTITION_IPOLY)
        controller ^= spread_slice(map, rest, 0) / map->slices_per_controller;
    return address_of(map, rest, controller);
}
