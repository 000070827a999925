// SPDX-License-Identifier: BSD-3-Clause
// What builds one file of the cache: its name, whose key holds all that decides what is in it but the compilers, and the
// command lines.
#ifndef WARPLOCK_TB_TUPLES_COMPILE_H
#define WARPLOCK_TB_TUPLES_COMPILE_H

#include "tb/tuples/build.h"
#include "tb/tuples/cache.h"
#include "tb/tuples/tools.h"

// How much effort goes into Verilog, least first: whatever is built with more serves whoever asks for less.
typedef enum { EFFORT_USUAL, EFFORT_BEST, EFFORTS } tuple_effort;
// Of WARPLOCK_TUPLES; the usual one when it is not set. False: it is none of them, `names` says which there are.
bool tuple_effort_wanted(tuple_effort *, const char **names);

typedef enum { PRODUCT_MODEL, PRODUCT_VERILOG, PRODUCT_RUNTIME } product_kind;     // the last: Verilator's, for all
// tuple: NULL for the runtime. effort: of Verilog.
void product_name(const tuple_build *, product_kind, tuple_effort, char name[static CACHE_NAME]);

// The commands; each is run in the folder of sources and leaves its file in the private folder of the cache.
void compile_model(const tuple_cache *, const tuple_build *, const char *name, tool_run *);
void compile_verilog(const tuple_cache *, const tuple_build *, tuple_effort, const char *name, tool_run *);
void compile_runtime(const tuple_cache *, const char *name, tool_run *);
// What all Verilog includes, for whatever is compiled in this private folder after it.
void compile_header(const tuple_cache *, tuple_effort, tool_run *);
// The object of the Verilog and the runtime, which lies at `runtime`, become the shared object `name`.
void link_verilog(const tuple_cache *, const char *name, const char *runtime, tool_run *);

#endif
