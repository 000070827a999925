// SPDX-License-Identifier: BSD-3-Clause
// What a Liberty library must be for its cells to be mapped to and timed; what is not so ends with 2, file and line.
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBERTY_CHECK_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBERTY_CHECK_H

#include "synth_estimates/liberty_tree.h"

// Units, templates, cells with pins, functions, arcs and tables.
void liberty_check(const liberty_node *library);
// Of a cell that is mapped to also functions, area, loads, and arcs of its outputs: from what is in their functions, and
// from the clock of a flip-flop, CLOCK; NULL: it is none.
void liberty_check_used(const liberty_node *library, const liberty_node *cell, const char *clock);
const liberty_node *liberty_broken(const liberty_node *cell); // its first function that is none; NULL: all are
_Noreturn void liberty_refuse_function(const liberty_node *broken);
// A cell of that name in the library; NULL: none.
const liberty_node *liberty_cell(const liberty_node *library, const char *name);
// The template that a table names. Where the library does not declare it (ASAP7's flip-flops name templates of a file
// of their own) and the table has its own indices, one of the kind and the dimensions says what these are, if all such
// ones that are declared agree; else ends with 2. NULL: a scalar.
const liberty_node *liberty_template(const liberty_node *library, const liberty_node *table);
bool liberty_is_table(const liberty_node *node); // of delays, edges, constraints or energies

#endif
