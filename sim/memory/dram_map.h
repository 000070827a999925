// SPDX-License-Identifier: BSD-3-Clause
// Where an address lies: controller, slice, bank, row, column; and its address within the slice.
//
// Models GPGPU-Sim's addrdec with `dramid@controller_bit`: the bits above controller_bit are divided by the number of
// controllers, the remainder is the controller, the quotient joins the low bits again, and dram.map names the bits of the
// result. The lowest bank bits number the slices of a controller. The place within the slice, with the controller and those
// bank bits taken out, is what indexes the slice's sets (l2_cache_config::set_index). With a power-of-two number of
// controllers the division takes a bit field out.
//
// dram.partition_indexing random is GPGPU-Sim's partition indexing 4: bank, row and column are the address's own, but each piece
// of 2^controller_bit / (slices of a controller) bytes lies in a slice drawn at random, of any controller. GPGPU-Sim draws it by
// rand() when the piece is first touched; here a hash of the piece's number draws it, so that it does not depend on the order of
// accesses. The place names the slice that the map would give in its bits from PLACE_DRAWN on, above what indexes the sets: two
// pieces in one slice never share a place.
//
// dram.partition_indexing ipoly is GPGPU-Sim's partition indexing 2: the slice is the number that the address's bits above the
// controller's and the slice's make with the map's slice, by IPOLY (sim/memory/ipoly.h). Bank, row, column and place are the
// address's own; the slice and those bits tell the map's slice, so that the place is one address's alone. Does not model the other
// partition indexings.
//
// Example (gtx480): 0xC0000400 >> 8 = 0xC00004 = 6 * 0x200000 + 4: controller 4; bits 0x20000000 remain; bank bit 8 is 0:
// slice 8; row 0, since bits 16 to 27 of the rest are 0.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_MAP_H
#define WARPLOCK_SIM_MEMORY_DRAM_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

enum { MAP_RUNS = 16, PLACE_DRAWN = 48 };

typedef struct {                        // some bits of an address, packed together: runs of neighbouring bits
    unsigned runs;
    struct { uint8_t from, to, length; } run[MAP_RUNS];
} map_field;

typedef struct {
    uint32_t controllers, controller_bit, slices_per_controller;
    uint64_t inverse;                   // 2^64 / controllers, rounded up: a product instead of a division; 0 with one controller
    uint32_t indexing;                  // dram.partition_indexing
    unsigned spread_bit;                // ipoly: the lowest bit of the rest that goes into the slice beside the map's
    map_field bank, row, column;
    uint64_t named;                     // bits of the rest that bank, row and column are made of
    unsigned slice_bits;
    uint8_t slice_bit[6];               // bits of the rest that number the slices of a controller, lowest first
} dram_map;

typedef struct {
    uint32_t controller, slice, bank, row, column;
    uint64_t place;                     // address within the slice
} dram_location;

void dram_map_open(dram_map *, const machine *);
dram_location dram_map_locate(const dram_map *, uint64_t address);
uint64_t dram_map_address(const dram_map *, uint32_t slice, uint64_t place);      // the inverse
// The inverse by controller, bank, row and column. The bits that the map names for none of these are `beyond`, the same for all
// of a row that is open: dram_map_beyond of any address in it.
uint64_t dram_map_beyond(const dram_map *, uint64_t address);
uint64_t dram_map_compose(const dram_map *, uint32_t controller, uint32_t bank, uint32_t row, uint32_t column, uint64_t beyond);

#endif
