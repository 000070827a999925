// SPDX-License-Identifier: BSD-3-Clause
// The scheduling front end of one SM as the C side sees it: its ports as structs, their table, and the same wiring of
// the C models, which the SystemC module and verilog/warp_front_end.v are compared with. See docs/systemc.md.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_H

#include "rtl_c/oaws_dlc.h"
#include "tb/lockstep.h"

#define BLOCK front_end
#define TABLE "tb/systemc/front_end.def"
#include "rtl_c/table_structs.h"

enum { FRONT_END_BASE, FRONT_END_OAWS, FRONT_END_CCWS, FRONT_END_KAWS, FRONT_END_BUCL, FRONT_END_OWL };   // SYSTEM
// FE_ARBITER is the first scheduler's.
enum { FE_ORDER, FE_RANK, FE_OCW, FE_DLC, FE_MISSPRED, FE_QUALIFY, FE_VTA, FE_LLS, FE_LLDS, FE_PROGRESS, FE_BYPASS, FE_GROUPS,
       FE_ARBITER, FE_SHARE = FE_ARBITER + S_MAX, FE_BLOCKS };

// Rows of front_end.def at the geometry this program is built for; ends with a NULL name.
extern const block_field front_end_fields[];
extern const block_param front_end_params[];   // N, S, M, ...
bool front_end_has(unsigned block);             // whether the system has this one of FE_ORDER ...
const char *front_end_name(unsigned block);     // of FE_ORDER ...
bool front_end_arbiter(unsigned block);         // FE_ARBITER ..

// The blocks in chain order, NULL where the system has none; opened in a lockstep run, whose other
// side is the SystemC module, or of the C models alone.
typedef struct {
    lockstep *run;
    block    *blocks[FE_BLOCKS];
    unsigned  warps, schedulers;
} front_end_models;

// Adds the models to the run, reset; rtl gives the other side of each name (NULL: none). False and a message if one is
// not built.
bool front_end_models_open(front_end_models *, lockstep *run, const verilated_ops *(*rtl)(const char *block),
                           char *error, size_t error_size);
void front_end_models_reset(front_end_models *);
// Outputs of a cycle, by its early inputs (what issues, by hold too); then the blocks' late inputs; then its edge,
// which has them put too. `out` is zero where no field is.
void front_end_models_out(front_end_models *, const struct front_end_in *in, struct front_end_out *out);
void front_end_models_late(front_end_models *, const struct front_end_in *in, const struct front_end_out *out);
void front_end_models_edge(front_end_models *, const struct front_end_in *in, const struct front_end_out *out);

#endif
