// SPDX-License-Identifier: BSD-3-Clause
// Executes a function of the model once, on literals: each basic block where its path condition holds, a loop until its
// condition is constant.
#ifndef WARPLOCK_TB_PROVE_EXECUTE_H
#define WARPLOCK_TB_PROVE_EXECUTE_H

#include "tb/prove/values.h"

value execute_instruction(LLVMValueRef instruction, literal where);
void  execute_function(LLVMValueRef function);           // flow.c; without arguments

#endif
