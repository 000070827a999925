// SPDX-License-Identifier: BSD-3-Clause
// What a value of LLVM's is while the model is executed: a word, or a pointer.
#ifndef WARPLOCK_TB_PROVE_VALUES_H
#define WARPLOCK_TB_PROVE_VALUES_H

#include <llvm-c/Core.h>
#include <llvm-c/Target.h>

#include <stdnoreturn.h>

#include "tb/prove/memory.h"

// `unwritten`: of each bit of a word, where it comes of memory that nobody has written; NULL: nowhere.
typedef struct { bool known, is_pointer; word word; pointer pointer; literal *unwritten; } value;

static inline value value_of_word(word w) { return (value){.known = true, .word = w}; }
static inline value value_of_pointer(pointer p) { return (value){.known = true, .is_pointer = true, .pointer = p}; }
value value_choose(literal condition, value then, value otherwise);
// Of a word what is unwritten in either, each where it counts; NULL when nothing is.
literal *unwritten_choose(literal condition, int width, const literal *then, const literal *otherwise);

void          values_begin(LLVMModuleRef module);
LLVMTargetDataRef values_layout(void);
value         value_of(LLVMValueRef operand);            // a constant, or what it was last bound to
word          word_of(LLVMValueRef operand);
pointer       pointer_of(LLVMValueRef operand);
// The word of an operand that something is made to depend on where `where` holds: what of it was not written is an obligation.
word          word_used(LLVMValueRef operand, literal where);
uint64_t      number_of_constant(LLVMValueRef operand);  // refuses what is not constant
const char   *text_of(LLVMValueRef operand);             // of a constant string
void          value_bind(LLVMValueRef instruction, value v);
value        *value_pending(LLVMValueRef phi);           // what arrives at a phi before its block runs
int           width_of(LLVMTypeRef type);                // bits of an integer; refuses others
value         value_of_step(LLVMValueRef getelementptr);

// What cannot be executed: an instruction in LLVM's words.
noreturn void refuse_instruction(const char *what, LLVMValueRef instruction);

#endif
