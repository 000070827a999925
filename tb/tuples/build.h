// SPDX-License-Identifier: BSD-3-Clause
// Builds tuples of blocks and keeps them in the cache, one shared object for a model and one for its Verilog; those
// there are only loaded. Source: docs/geometry.md.
#ifndef WARPLOCK_TB_TUPLES_BUILD_H
#define WARPLOCK_TB_TUPLES_BUILD_H

#include "tb/verilated.h"

enum { TUPLE_REASON = 1600 };

typedef struct {
    const char         *block, *config;
    const block_param  *params;                 // their names
    const unsigned     *values;
    bool                with_verilog;
    const block_ops    *model;                  // not NULL at first: only the Verilog is wanted
    const verilated_ops *verilog;
} tuple_build;

// Fills in model and verilog of each, all of them or none; tells on stderr what it builds. False, the number of one
// that failed, and why. WARPLOCK_TUPLES sets how much effort goes into Verilog (tb/tuples/compile.h).
bool tuples_build(tuple_build *, unsigned count, unsigned *failed, char reason[static TUPLE_REASON]);

#endif
