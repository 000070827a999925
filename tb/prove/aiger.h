// SPDX-License-Identifier: BSD-3-Clause
// Combinational AIGER in the binary form, as obligations_write and ABC write it.
#ifndef WARPLOCK_TB_PROVE_AIGER_H
#define WARPLOCK_TB_PROVE_AIGER_H

#include <stdint.h>

// Inputs are 1..n_inputs, ands follow; a literal is variable << 1 | inverted, variable 0 is false.
typedef struct {
    uint32_t   n_inputs, n_outputs, n_ands;
    uint32_t  *outputs;                                  // literals
    uint32_t (*ands)[2];                                 // of variable n_inputs + 1 + i
    char     **input_names, **output_names;              // NULL where the file names none
} aiger;

aiger aiger_read(const char *path);                      // refuses what is damaged, and registers

// Values of all variables of 64 assignments at once, a bit of values[v] each; the caller sets those of inputs. Of one alone
// all bits are alike.
void     aiger_evaluate(const aiger *a, uint64_t *values);
static inline uint64_t aiger_value(const uint64_t *values, uint32_t literal) { return values[literal >> 1] ^ -(uint64_t)(literal & 1); }

#endif
