// SPDX-License-Identifier: BSD-3-Clause
// The structural parameters of a machine's blocks, from the rows of block_params.def: an SM opens its blocks with
// these, and the overhead report measures them at these.
#ifndef WARPLOCK_SIM_MACHINE_BLOCK_PARAMS_H
#define WARPLOCK_SIM_MACHINE_BLOCK_PARAMS_H

#include "rtl_c/block.h"
#include "sim/machine/machine.h"

enum {
    BLOCK_PARAMS = 0        // rows of the table
#define MACHINE_PARAM(name, section, key, least, most, words) + 1
#define DERIVED_PARAM(name, value, least, most, keys, words) + 1
#define PAPER_PARAM(name, value, words) + 1
#define ASKED_PARAM(name, value, words) + 1
#include "sim/machine/block_params.def"
};

// Fills params, which ends with a NULL name: with all rows, for an SM whose policy asks for these numbers of warp_rank;
// or only with those that machine and papers give.
void block_params_of(const machine *, unsigned numbers, block_param params[static BLOCK_PARAMS + 1]);
void block_params_of_machine(const machine *, block_param params[static BLOCK_PARAMS + 1]);
// Whether the block can be built for some geometry with these parameters. A block with a register per set, MSHR, ...
// ends where its table does; a machine without such a block may be larger. If not, a message that names `who` needs it.
bool block_params_fit(const char *block, const block_param *params, const char *who, char *error, size_t error_size);

#endif
