// SPDX-License-Identifier: BSD-3-Clause
// The tuples of blocks: those of rtl_c/configs.def, which are part of the program, and any others, which are built when
// a machine has them and kept in a cache (docs/geometry.md). Whoever looks for one here does not learn which it was.
//
// A command that may run long notes all that it will need in a list and makes them at once before it starts; whatever
// is looked for and was not noted is made then.
#ifndef WARPLOCK_TB_TUPLES_H
#define WARPLOCK_TB_TUPLES_H

#include "tb/verilated.h"

enum { TUPLE_PARAMS = 8, TUPLE_CONFIG = 64, TUPLES_NOTED = 64, TUPLE_ERROR = 2048 };

typedef struct {
    const block_ops *nearest;                   // at hand; the block's name, the names and the order of parameters are its
    unsigned         values[TUPLE_PARAMS];      // of the block's parameters, in that order
    char             config[TUPLE_CONFIG];      // "n40_s4_sets32"
} tuple;

typedef struct { tuple tuples[TUPLES_NOTED]; unsigned count; } tuple_list;      // wanted, each once

// Of the block's tuples at hand the one nearest to the parameters that are its own, others are ignored; *exact: it is
// the one. NULL and a message: there is no such block.
const block_ops *tuple_nearest(const char *block, const block_param *params, bool *exact, char *error,
                               size_t error_size);
// The model for these parameters, with its Verilog when it is asked for; built when it is not at hand. NULL and a
// message when it cannot be.
const block_ops *tuple_find(const char *block, const block_param *params, bool verilog, char *error, size_t error_size);
// The same by its name.
const block_ops *tuple_named(const char *block, const char *config, bool verilog, char *error, size_t error_size);
// The Verilog of a model that was found with it; NULL for any other.
const verilated_ops *tuple_verilog(const block_ops *);

// Notes these parameters; false and a message when there is no such block.
bool tuple_note(tuple_list *, const char *block, const block_param *params, char *error, size_t error_size);
// Makes whatever of the list is not at hand. False and a message when one cannot be made.
bool tuples_make(const tuple_list *, bool verilog, char *error, size_t error_size);

#endif
