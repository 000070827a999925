// SPDX-License-Identifier: BSD-3-Clause
// Words of literals, the lowest bit first, and C's arithmetic on them. Both operands of an operation are of one width, and so
// is its result unless it says otherwise. Adders, comparators and multipliers have one form, which cells.v gives to those of
// the Verilog: sums of the same operands in the same order become the same nodes.
#ifndef WARPLOCK_TB_PROVE_WORD_H
#define WARPLOCK_TB_PROVE_WORD_H

#include "tb/prove/graph.h"

typedef struct { int width; literal *bits; } word;

typedef enum { SHIFT_LEFT, SHIFT_RIGHT, SHIFT_SIGNED } word_shift_kind;

word    word_zero(int width);
word    word_number(int width, uint64_t number);         // the bits above 63 are 0
bool    word_is_number(word a, uint64_t *number);        // whether all bits are constant; then their value, the low 64
word    word_extend(word a, int width, bool sign);       // or cut
word    word_not(word a);
word    word_bitwise(word a, word b, literal (*operation)(literal, literal));
word    word_add(word a, word b, literal carry, literal *carry_out);      // carry_out may be NULL
word    word_subtract(word a, word b, literal *no_borrow);                // no_borrow may be NULL
word    word_multiply(word a, word b);
word    word_divide(word a, word b, word *rest);         // unsigned; rest may be NULL
word    word_divide_signed(word a, word b, word *rest);
word    word_shift(word a, word by, word_shift_kind kind);
word    word_choose(literal condition, word then, word otherwise);
word    word_flip_sign(word a);                          // signed order becomes unsigned order
word    word_count_ones(word a);
literal word_equal(word a, word b);
literal word_less(word a, word b);                       // unsigned

#endif
