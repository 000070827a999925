// SPDX-License-Identifier: BSD-3-Clause
// What of an instruction's result comes of memory that nobody has written. It goes from operands to results until something
// is made to depend on it: which way the program takes, where it reads or writes, what it puts out (word_used, values.h).
#ifndef WARPLOCK_TB_PROVE_UNWRITTEN_H
#define WARPLOCK_TB_PROVE_UNWRITTEN_H

#include "tb/prove/values.h"

// Of each bit of a result of that width; NULL: it is all written. Each bit of a copy, a cut, a shift by a constant, a bitwise
// operation is that of its operands' bits; of all else each bit is unwritten where one bit of an operand is.
literal *unwritten_result(LLVMValueRef instruction, int width);

#endif
