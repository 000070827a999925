// SPDX-License-Identifier: BSD-3-Clause
// Cells of a Liberty library by what they do.
#ifndef WARPLOCK_SYNTH_ESTIMATES_LIBERTY_CELLS_H
#define WARPLOCK_SYNTH_ESTIMATES_LIBERTY_CELLS_H

#include "synth_estimates/liberty_tree.h"

enum { LIBERTY_PINS = 3 };

// Truth tables over up to three pins: the first is 1 in half of the eight columns, the last in every other one.
enum {
    LIBERTY_ALL = 0xff,
    LIBERTY_FIRST = 0xf0,
    LIBERTY_SECOND = 0xcc,
    LIBERTY_THIRD = 0xaa,
    LIBERTY_NAND = LIBERTY_ALL & ~(LIBERTY_FIRST & LIBERTY_SECOND),
    LIBERTY_XOR = LIBERTY_FIRST ^ LIBERTY_SECOND
};
// Whether the text is that function of the pins; a pin that is NULL is none.
bool liberty_is_function(const char *text, unsigned table, const char *const pins[LIBERTY_PINS]);
// What is expected AT where the text is no function of any pins; NULL: it is one.
const char *liberty_no_function(const char *text, const char **at);
size_t liberty_name(const char *at); // characters of the name of a pin, or of the constant, that begins there

const liberty_node *liberty_pin(const liberty_node *cell, const char *direction, size_t number); // NULL: no such one
size_t liberty_pins(const liberty_node *cell, const char *direction);
bool liberty_has_no_load(const liberty_node *pin); // an input that leaves it to the library's default_input_pin_cap
bool liberty_has_state(const liberty_node *cell);
double liberty_area(const liberty_node *cell);
bool liberty_smaller(const liberty_node *cell, const liberty_node *best); // best NULL: there is none yet
// A gate of one or two inputs and one output, which always drives.
bool liberty_is_gate(const liberty_node *cell, size_t inputs, unsigned table);

#endif
