// SPDX-License-Identifier: BSD-3-Clause
// The tuples of blocks: a model, and its Verilog, for each set of structural parameters. None is part of the program: each
// is built on demand and kept in a cache (docs/geometry.md).
//
// A command that may run long notes all that it will need in a list and makes them at once, side by side, before it
// starts; what was not noted is made when it is looked for.
#ifndef WARPLOCK_TB_TUPLES_H
#define WARPLOCK_TB_TUPLES_H

#include "tb/verilated.h"

enum { TUPLE_PARAMS = 8, TUPLE_CONFIG = 64, TUPLE_ERROR = 2048 };

typedef struct {
    const block_ops *described;                 // the block (tb/blocks.h)
    unsigned         values[TUPLE_PARAMS];      // of its parameters, in its order
    char             config[TUPLE_CONFIG];      // "n40_s4_sets32"
} tuple;

typedef struct { tuple *tuples; unsigned count, room; } tuple_list;     // wanted, each once; begins as zeros

// The model for these parameters, with its Verilog if asked for; parameters of other blocks are ignored. NULL and a
// message on failure.
const block_ops *tuple_find(const char *block, const block_param *params, bool verilog, char *error, size_t error_size);
// The same by its name.
const block_ops *tuple_named(const char *block, const char *config, bool verilog, char *error, size_t error_size);
// The Verilog of a model that was found with it; NULL for any other.
const verilated_ops *tuple_verilog(const block_ops *);

// Notes these parameters, or this name; false and a message when there is no such block.
bool tuple_note(tuple_list *, const char *block, const block_param *params, char *error, size_t error_size);
bool tuple_note_named(tuple_list *, const char *block, const char *config, char *error, size_t error_size);
// Makes all of the list. False and a message when one fails.
bool tuples_make(const tuple_list *, bool verilog, char *error, size_t error_size);
void tuples_forget(tuple_list *);

#endif
