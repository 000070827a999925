// SPDX-License-Identifier: BSD-3-Clause
// What the unit tests of the golden models share: finding a model, stepping it with every general rule checked, random
// numbers.
#ifndef WARPLOCK_TESTS_RTL_C_MODELS_H
#define WARPLOCK_TESTS_RTL_C_MODELS_H

#include "rtl_c/block.h"

const block_ops *model_find(const char *block, const char *config);      // fails the test when it is not built
unsigned model_param(const block_ops *model, const char *name);

// The next model of a block after `previous` (NULL: the first) in the table, NULL after the last.
const block_ops *model_after(const char *block, const block_ops *previous);

// One cycle: out, next, commit. Fails the test when an output or register exceeds its width, the invariant breaks, a late
// input reaches an output, a step changes a register although the block claimed to be idle, or what is counted leaves
// something else.
void model_step(const block_ops *model, void *q, const void *in, void *out);

// xorshift64*; the seed must not be 0.
uint64_t random_bits(uint64_t *seed);
uint64_t random_mask(uint64_t *seed, unsigned width, unsigned percent);   // each bit set with that probability
unsigned random_below(uint64_t *seed, unsigned limit);

#endif
