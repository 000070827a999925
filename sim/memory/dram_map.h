// SPDX-License-Identifier: BSD-3-Clause
// Maps an address to controller, slice, bank, row and column, and to an address within the slice.
//
// Models GPGPU-Sim's addrdec with `dramid@controller_bit`. The bits above controller_bit are divided by the number of
// controllers: the remainder is the controller, the quotient is put back above the low bits, and dram.map names the bits of
// the result. The lowest bank bits number a controller's slices. The place within the slice, without the controller and those
// bank bits, indexes the slice's sets (l2_cache_config::set_index). With a power-of-two number of controllers the division
// extracts a bit field.
//
// dram.partition_indexing random is GPGPU-Sim's partition indexing 4. Bank, row and column stay the address's own, but each piece
// of 2^controller_bit / (slices of a controller) bytes is in a random slice of any controller. GPGPU-Sim draws it by rand() at
// the first touch; here a hash of the piece's number does, so that the order of accesses does not matter. The place holds the
// map's own slice in its bits from PLACE_DRAWN on, above those that index the sets, so two pieces in one slice never share a place.
//
// dram.partition_indexing ipoly is GPGPU-Sim's partition indexing 2. IPOLY (sim/memory/ipoly.h) hashes the map's slice with the
// address bits above those of controller and slice. Bank, row, column and place stay the address's own; the slice and those bits
// give back the map's slice, so a place belongs to one address. Not modelled: the other partition indexings.
//
// Example (gtx480): 0xC0000400 >> 8 = 0xC00004 = 6 * 0x200000 + 4: controller 4; bits 0x20000000 remain; bank bit 8 is 0:
// slice 8; row 0, since bits 16 to 27 of the rest are 0.
#ifndef WARPLOCK_SIM_MEMORY_DRAM_MAP_H
#define WARPLOCK_SIM_MEMORY_DRAM_MAP_H

#include <stdbool.h>
#include <stdint.h>

#include "sim/machine/machine.h"

enum { MAP_RUNS = 16, PLACE_DRAWN = 48 };

typedef struct {                        // some bits of an address, packed: runs of neighbouring bits
    uint64_t bits;                      // all of them
    unsigned runs;
    struct { uint32_t mask; uint8_t from, to; } run[MAP_RUNS];           // mask: as many ones as the run has bits
} map_field;

typedef struct {
    uint32_t controllers, controller_bit, slices_per_controller;
    uint64_t inverse;                   // 2^64 / controllers, rounded up: a multiplication for a division; 0 with one controller
    uint32_t indexing;                  // dram.partition_indexing
    unsigned spread_bit;                // ipoly: lowest bit of the rest that is hashed with the map's slice
    map_field bank, row, column;
    uint64_t named;                     // bits of the rest that make up bank, row and column
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
// The inverse from controller, bank, row and column. `beyond` holds the bits that the map uses for none of these. They are the
// same for all of an open row: dram_map_beyond of any address in it.
uint64_t dram_map_beyond(const dram_map *, uint64_t address);
uint64_t dram_map_compose(const dram_map *, uint32_t controller, uint32_t bank, uint32_t row, uint32_t column, uint64_t beyond);

#endif
