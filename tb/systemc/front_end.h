// The scheduling front end of one SM as the C side sees it: its ports as structs, their table, and the same wiring of
// the C models, which the SystemC module is compared with. See docs/systemc.md.
#ifndef WARPLOCK_TB_SYSTEMC_FRONT_END_H
#define WARPLOCK_TB_SYSTEMC_FRONT_END_H

#include "rtl_c/oaws_dlc.h"
#include "tb/lockstep.h"

#define BLOCK front_end
#define TABLE "tb/systemc/front_end.def"
#include "rtl_c/table_structs.h"

enum { FE_ORDER, FE_RANK, FE_OCW, FE_DLC, FE_MISSPRED, FE_QUALIFY, FE_ARBITER, FE_BLOCKS_MAX = FE_ARBITER + S_MAX };

// Rows of front_end.def at the geometry this program is built for; ends with a NULL name.
extern const block_field front_end_fields[];
extern const block_param front_end_params[];   // N, S, M, SETS, ENTRIES, ACROSS, NUMBERS

// The blocks in chain order, the arbiters last; opened in a lockstep run, whose other side is the SystemC module.
typedef struct {
    lockstep *run;
    block    *blocks[FE_BLOCKS_MAX];
    unsigned  count, warps, schedulers;
} front_end_models;

// Adds the models to the run, reset; rtl gives the other side of each name. False and a message when one is not built.
bool front_end_models_open(front_end_models *, lockstep *run, const verilated_ops *(*rtl)(const char *block),
                           char *error, size_t error_size);
void front_end_models_reset(front_end_models *);
// Outputs of a cycle whose inputs, late ones included, are known; then its edge. `out` is zero where no field is.
void front_end_models_out(front_end_models *, const struct front_end_in *in, struct front_end_out *out);
void front_end_models_edge(front_end_models *, const struct front_end_in *in, const struct front_end_out *out);

#endif
