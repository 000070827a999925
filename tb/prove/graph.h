// SPDX-License-Identifier: BSD-3-Clause
// Boolean functions as and-inverter literals with one node for each function that is made twice in the same way.
//
// A literal is node << 1 | inverted. Node 0 is the constant false; a node is an input, or the and of two literals. Every
// function is made of and2, so that what C says and what Verilog says meet in one node wherever they say it alike, and what
// is left for a solver is only what they say differently.
#ifndef WARPLOCK_TB_PROVE_GRAPH_H
#define WARPLOCK_TB_PROVE_GRAPH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t literal;
enum { ZERO = 0, ONE = 1 };

static inline literal not1(literal x) { return x ^ 1; }

literal graph_input(const char *name);          // a new input; the name is copied
literal and2(literal a, literal b);
literal or2(literal a, literal b);
literal xor2(literal a, literal b);
literal choose1(literal condition, literal then, literal otherwise);

// x as it is where `condition` holds, as far as its top shows it: a smaller literal, equal to x under the condition.
literal under(literal condition, literal x);

// a and b as ands of what both need, and of what only one does: a = *common & *of_a. As far as some steps down show it.
void graph_split(literal a, literal b, literal *common, literal *of_a, literal *of_b);

uint32_t    graph_size(void);                   // nodes, numbered from 0
bool        graph_is_and(uint32_t node);
void        graph_operands(uint32_t node, literal *a, literal *b);
const char *graph_input_name(uint32_t node);    // NULL for what is no input

#endif
