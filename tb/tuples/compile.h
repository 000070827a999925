// SPDX-License-Identifier: BSD-3-Clause
// Builds one file of the cache: its name, whose key covers all that decides its contents except the compilers, and the
// command lines.
#ifndef WARPLOCK_TB_TUPLES_COMPILE_H
#define WARPLOCK_TB_TUPLES_COMPILE_H

#include "tb/tuples/build.h"
#include "tb/tuples/cache.h"
#include "tb/tuples/tools.h"

// How much effort goes into Verilog, least first: a file built with more also serves a request for less.
typedef enum { EFFORT_USUAL, EFFORT_BEST, EFFORTS } tuple_effort;
// From WARPLOCK_TUPLES; the usual one when it is not set. False: it is none of them, which `names` lists.
bool tuple_effort_wanted(tuple_effort *, const char **names);

typedef enum { PRODUCT_MODEL, PRODUCT_VERILOG, PRODUCT_RUNTIME } product_kind;     // the last: Verilator's, for all
// tuple: NULL for the runtime. effort: of Verilog.
void product_name(const tuple_build *, product_kind, tuple_effort, char name[static CACHE_NAME]);

// The commands; each is run in the folder of sources and leaves its file in the private folder of the cache.
void compile_model(const tuple_cache *, const tuple_build *, const char *name, tool_run *);
void compile_verilog(const tuple_cache *, const tuple_build *, tuple_effort, const char *name, tool_run *);
void compile_runtime(const tuple_cache *, const char *name, tool_run *);
// What all Verilog includes, for all compilations in this private folder after it.
void compile_header(const tuple_cache *, tuple_effort, tool_run *);
// Links the object of the Verilog and the runtime, at `runtime`, to the shared object `name`.
void link_verilog(const tuple_cache *, const char *name, const char *runtime, tool_run *);

#endif
