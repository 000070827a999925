// SPDX-License-Identifier: BSD-3-Clause
// A whole number in text, the one rule for options, keys, sizes, seeds, stimuli and the answers of a queue
// (docs/command_line.md#numbers): decimal digits, no blank, no sign, no leading zero, at most 2^64 - 1.
#ifndef WARPLOCK_TB_WHOLE_NUMBER_H
#define WARPLOCK_TB_WHOLE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

// Whether such a number, from low to high, is at *at; then *at moves past it. Else *at and *number are unchanged.
bool whole_number_at(const char **at, uint64_t low, uint64_t high, uint64_t *number);
// The same for a text that is nothing else.
bool whole_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);
// Bits as in recordings: 1 to 16 hexadecimal digits, nothing before them.
bool hexadecimal_at(const char **at, uint64_t *number);

#endif
