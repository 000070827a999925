// SPDX-License-Identifier: BSD-3-Clause
// What is proven of one step of a block: inputs and registers by name, shared by both sides; what each side makes of them;
// facts that are assumed; and obligations, each a literal that must be false.
//
// A bit of a port or register is named as the Verilog names it: "ready_i[3]", "inflight_q[0]", of a memory "tags_q[5][0]"
// (word, bit). The next value of a register has its name with _d.
#ifndef WARPLOCK_TB_PROVE_OBLIGATIONS_H
#define WARPLOCK_TB_PROVE_OBLIGATIONS_H

#include <stdio.h>

#include "tb/prove/graph.h"

literal bit_named(const char *name);                        // made when there is none yet
bool    bit_is_known(const char *name);
void    bit_is_zero(const char *name);                      // this register bit does not exist: both sides read 0

typedef struct { const char *name; literal value, rtl; bool compared; } model_result;     // rtl: the Verilog's, once it is compared
void    result_is(const char *name, literal value);         // what the model makes of an output or a next register
model_result *result_named(const char *name);               // NULL: none
size_t  n_results(void);
const model_result *result_at(size_t index);
// What one side alone makes of outputs and next registers, as AIGER, an output each; false if it cannot be written.
bool    results_write(const char *path, bool rtl);

// Facts and obligations are kept in pieces, which hold together: what a piece speaks of is less than the whole speaks of.
void    assume(literal fact);
void    assume_whole(literal fact);                         // in one piece
bool    assumed_nothing(void);                              // the facts are plainly false
// Of the block's table: how many there are follows from it.
void    must_equal(const char *name, literal x, literal y);
void    must_be_zero(const char *name, literal x);
void    must_be_as_claimed(const char *name, literal holds, literal where); // in pieces as small as those of facts
// Of the model's code.
void    must_hold(const char *name, literal holds, literal where);
void    must_hold_apart(const char *name, literal holds, literal where);    // in pieces as small as those of facts

size_t  n_obligations(void);                                // as many as these were called
size_t  n_of_table(void);
size_t  n_closed_by_hashing(void);                          // of them
size_t  n_left(void);                                       // pieces of the others

// What is left, as binary AIGER: an output for each piece, true where it is broken, named after its obligation; then one
// named ASSUMED for each fact. False if it cannot be written.
#define ASSUMED "assumed"
bool    obligations_write(const char *path, bool resolved);      // memories' reads put in their place (ports.h)

#endif
