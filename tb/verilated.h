// SPDX-License-Identifier: BSD-3-Clause
// The Verilog side of a block: one Verilated module per tuple behind plain C functions.
//
// Structs are those of rtl_c/<block>.h, zero in every byte that no field uses, so that memcmp with the model's settles
// most cycles. A struct returned stays valid, at the same address, until the model is closed; each call refreshes it.
// One cycle is: out (early inputs, clock low, settle), then edge (late inputs and the rising clock in one evaluation).
// Late ports keep the values of the last edge during out, so that a module that looks at them early is found out.
#ifndef WARPLOCK_TB_VERILATED_H
#define WARPLOCK_TB_VERILATED_H

#include "rtl_c/block.h"

typedef struct {
    const char *block, *config;
    void       *(*open)(void);
    void        (*close)(void *model);
    const void *(*out)(void *model, const void *in);       // -> outputs
    const void *(*settle)(void *model, const void *in);    // the late inputs too, clock still low -> outputs
    const void *(*edge)(void *model, const void *in);      // -> registers; memories are as at the last call of state
    const void *(*reset)(void *model);                     // one edge under reset -> registers and memories
    const void *(*state)(void *model);                     // -> registers and memories
    void        (*load)(void *model, const void *q);       // overwrites registers and memories, whatever the clock does
    // All of a cycle in one evaluation: the clock edge that ends the one before, if `edge`, and these inputs, late ones
    // too -> outputs. Then registers as they are. NULL: cannot.
    const void *(*evaluate)(void *model, const void *in, bool edge);
    const void *(*registers)(void *model);
    // Overwrites registers, not memories; seen in the next evaluation. NULL: cannot.
    void        (*put_registers)(void *model, const void *q);
} verilated_ops;

// Of each shared object: what it calls for memory that is not to be had; set by whoever loads it.
typedef void verilated_no_memory_call(size_t bytes);
extern verilated_no_memory_call *verilated_no_memory;

#endif
