// SPDX-License-Identifier: BSD-3-Clause
// Address map: division by the number of controllers, then bit fields.
#include "sim/memory/dram_map.h"

#include "sim/blocks/packed_bits.h"
#include "sim/memory/ipoly.h"

enum { MAP_BITS = 32 };

static unsigned length_of(const map_field *field, unsigned run) { return (unsigned)__builtin_popcount(field->run[run].mask); }

static void add_bit(map_field *field, unsigned from)      // bits come lowest first
{
    unsigned to = 0;
    field->bits |= UINT64_C(1) << from;
    for (unsigned i = 0; i < field->runs; i++)
        to += length_of(field, i);
    if (field->runs && field->run[field->runs - 1].from + length_of(field, field->runs - 1) == from) {
        field->run[field->runs - 1].mask = 2 * field->run[field->runs - 1].mask + 1;
        return;
    }
    field->run[field->runs].from = (uint8_t)from;
    field->run[field->runs].to = (uint8_t)to;
    field->run[field->runs++].mask = 1;
}

static inline uint32_t pack(const map_field *field, uint64_t address)
{
    return (uint32_t)packed_bits(address, field->bits);
}

// Back to where pack took it from.
static inline uint64_t unpack(const map_field *field, uint32_t packed)
{
    uint64_t address = 0;
    for (unsigned i = 0; i < field->runs; i++)
        address |= (uint64_t)(packed >> field->run[i].to & field->run[i].mask) << field->run[i].from;
    return address;
}

static inline uint64_t low_bits(unsigned count)
{
    return (UINT64_C(1) << count) - 1;
}

void dram_map_open(dram_map *map, const machine *machine)
{
    char letters[MAP_BITS] = { 0 };
    unsigned count = 0;
    *map = (dram_map){ .controllers = machine->dram.controllers, .controller_bit = machine->dram.controller_bit,
                       .inverse = machine->dram.controllers > 1 ? UINT64_MAX / machine->dram.controllers + 1 : 0,
                       .indexing = machine->dram.partition_indexing,
                       .slices_per_controller = machine->l2.sub_partitions / machine->dram.controllers };
    for (const char *at = machine->dram.map; *at && count < MAP_BITS; at++)
        if (*at != '.')
            letters[count++] = *at;
    for (unsigned bit = 0; bit < count; bit++) {
        switch (letters[count - 1 - bit]) {
        case 'R':
            add_bit(&map->row, bit);
            break;
        case 'B':
            add_bit(&map->bank, bit);
            if (1u << map->slice_bits < map->slices_per_controller)
                map->slice_bit[map->slice_bits++] = (uint8_t)bit;
            break;
        case 'C': case 'S':                // the burst's bytes belong to the column
            add_bit(&map->column, bit);
            break;
        }
    }
    map->spread_bit = map->controller_bit + map->slice_bits;
    map->named = unpack(&map->bank, UINT32_MAX) | unpack(&map->row, UINT32_MAX) | unpack(&map->column, UINT32_MAX);
}

// Exact, since the remainder in `inverse` is below 32 and an address above controller_bit below 2^59 (Granlund and Montgomery, Division
// by Invariant Integers, 1994).
static inline uint64_t divided(const dram_map *map, uint64_t high)
{
    return map->inverse ? (uint64_t)((unsigned __int128)high * map->inverse >> 64) : high;
}

static inline uint64_t rest_of(const dram_map *map, uint64_t address, uint32_t *controller)
{
    uint64_t high = address >> map->controller_bit, quotient = divided(map, high);
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
    dram_location location = { .controller = controller, .bank = pack(&map->bank, rest),
                               .row = pack(&map->row, rest), .column = pack(&map->column, rest), .place = rest };
    location.slice = location.controller * map->slices_per_controller + (location.bank & (map->slices_per_controller - 1));
    for (unsigned i = map->slice_bits; i--;) {
        unsigned bit = map->slice_bit[i];
        location.place = location.place >> (bit + 1) << bit | (location.place & low_bits(bit));
    }
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
    uint64_t rest = place;
    for (unsigned i = 0; i < map->slice_bits; i++) {
        unsigned bit = map->slice_bit[i];
        rest = rest >> bit << (bit + 1) | (rest & low_bits(bit));
    }
    if (map->indexing == PARTITION_IPOLY)
        slice = spread_slice(map, rest, slice);
    const uint32_t controller = slice / map->slices_per_controller, inner = slice % map->slices_per_controller;
    for (unsigned i = 0; i < map->slice_bits; i++)
        rest |= (uint64_t)(inner >> i & 1) << map->slice_bit[i];
    return address_of(map, rest, controller);
}

uint64_t dram_map_beyond(const dram_map *map, uint64_t address)
{
    uint32_t controller;
    return rest_of(map, address, &controller) & ~map->named;
}

uint64_t dram_map_compose(const dram_map *map, uint32_t controller, uint32_t bank, uint32_t row, uint32_t column, uint64_t beyond)
{
    uint64_t rest = unpack(&map->bank, bank) | unpack(&map->row, row) | unpack(&map->column, column) | beyond;
    if (map->indexing == PARTITION_IPOLY)
        controller ^= spread_slice(map, rest, 0) / map->slices_per_controller;
    return address_of(map, rest, controller);
}
