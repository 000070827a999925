// SPDX-License-Identifier: BSD-3-Clause
// What may be done to one line of a kernel to make it simpler. Nothing here is sure to keep a failure: that is tried.
#ifndef WARPLOCK_TESTS_SIM_RANDOM_SHRINK_STEPS_H
#define WARPLOCK_TESTS_SIM_RANDOM_SHRINK_STEPS_H

#include "tests/sim/random/random_kernel.h"
#include "tests/sim/random/shrink_text.h"

// In this order: a jump to a jump, a jump in front of where it leads, guards, elements of vectors, 1 or a value that was
// seen instead of what computes it, one of the sources instead, a move into those that read it.
enum { SHRINK_JUMP, SHRINK_LAYOUT, SHRINK_GUARD, SHRINK_ELEMENT, SHRINK_SEEN, SHRINK_SOURCE, SHRINK_MOVE, SHRINK_STEPS };

unsigned ptx_line_count(const char *text);
// The choice-th way to do it to a line (from 0 on): false when there are no more. *made: a new text, or NULL: not this one.
bool shrink_step(const char *ptx, unsigned which, unsigned at, unsigned choice, const interpreter_watch *, char **made);
bool shrink_moves_lines(unsigned which);
// The values that each line wrote; shrink_unwatch frees them.
void shrink_watch(const random_kernel *, interpreter_watch *);
void shrink_unwatch(interpreter_watch *);
// Without the parameter of an entry, in the text and in the launches of the entry. False: it is the last one.
bool shrink_parameter(random_kernel *, const char *entry, uint32_t number);

#endif
