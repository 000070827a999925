// SPDX-License-Identifier: BSD-3-Clause
// The list of blocks, and the tuples of each that are benched, proven and measured. Models are built by tb/tuples.h.
#ifndef WARPLOCK_TB_BLOCKS_H
#define WARPLOCK_TB_BLOCKS_H

#include "rtl_c/block.h"

// Every block of rtl_c/places.def as its table describes it: block, names and order of parameters, names, forms and words
// of fields, sizes of structs. Its config is "described"; parameter values and field widths are those of its first tuple.
// Its functions end the program. Ends with NULL.
extern const block_ops *const described_blocks[];
// NULL: no such block.
const block_ops *block_described(const char *block);
// The maximum of each parameter of a described block, in order.
const unsigned *block_most(const block_ops *described);

// The tuples of rtl_c/configs.def, in its order; ends with a NULL block.
typedef struct { const char *block, *config; } config_row;
extern const config_row config_rows[];

#endif
