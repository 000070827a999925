// SPDX-License-Identifier: BSD-3-Clause
// A whole number as it is written, the one rule of options, keys, sizes, seeds, stimuli and the answers of a queue
// (docs/command_line.md#numbers): decimal digits, no blank, no sign, no leading zero, at most 2^64 - 1.
#ifndef WARPLOCK_TB_WHOLE_NUMBER_H
#define WARPLOCK_TB_WHOLE_NUMBER_H

#include <stdbool.h>
#include <stdint.h>

// Whether such a number, from low to high, stands at *at: then *at is behind it. Else *at and *number stay as they were.
bool whole_number_at(const char **at, uint64_t low, uint64_t high, uint64_t *number);
// The same of a text that is nothing else.
bool whole_number(const char *text, uint64_t low, uint64_t high, uint64_t *number);
// Bits as recordings have them: 1 to 16 hexadecimal digits, nothing before them.
bool hexadecimal_at(const char **at, uint64_t *number);

#endif
