// SPDX-License-Identifier: BSD-3-Clause
// Where an address is in memory, from the machine's keys alone: dram.controllers, dram.controller_bit, dram.map,
// dram.partition_indexing, l2.sub_partitions.
#ifndef WARPLOCK_SIM_CHECK_ADDRESS_MAP_H
#define WARPLOCK_SIM_CHECK_ADDRESS_MAP_H

#include "sim/machine/machine.h"

typedef struct { uint64_t controller, bank, row, column, partition; } checked_location;
checked_location check_locate(const machine *, uint64_t address);
// The address in this column of the same row of the same controller's bank.
checked_location check_beside(const machine *, uint64_t address, uint64_t column);

#endif
