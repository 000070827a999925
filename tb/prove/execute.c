// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/execute.h"

#include <stdio.h>
#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/pointers.h"
#include "tb/prove/prove.h"
#include "tb/prove/unwritten.h"

static bool begins(const char *text, const char *with) { return strncmp(text, with, strlen(with)) == 0; }
static LLVMValueRef argument(LLVMValueRef call, unsigned number) { return LLVMGetOperand(call, number); }

// The functions that step.c calls; what they mean is said there.
static bool harness_call(const char *name, LLVMValueRef call, literal where, value *result)
{
    char text[256];
    if (strcmp(name, "prove_in") == 0) {
        word v = word_zero(64);
        const uint64_t at = number_of_constant(argument(call, 1)), width = number_of_constant(argument(call, 2));
        for (uint64_t i = 0; i < width; i++) {
            snprintf(text, sizeof text, "%s[%u]", text_of(argument(call, 0)), (unsigned)(at + i));
            v.bits[i] = bit_named(text);
        }
        *result = value_of_word(v);
        return true;
    }
    if (strcmp(name, "prove_memory") == 0 || strcmp(name, "prove_vector") == 0) {
        const ports_contents *memory = ports_begin(text_of(argument(call, 0)), (unsigned)number_of_constant(argument(call, 2)),
                                                   (int)number_of_constant(argument(call, 3)), strcmp(name, "prove_vector") == 0);
        memory_has_ports(pointer_of(argument(call, 1)), memory, (int64_t)number_of_constant(argument(call, 4)));
        return true;
    }
    if (strcmp(name, "prove_any_word") == 0) {
        *result = value_of_word(word_extend(ports_any(memory_contents(pointer_of(argument(call, 0)))), 32, false));
        return true;
    }
    if (strcmp(name, "prove_know_word") == 0) {
        ports_know(memory_contents(pointer_of(argument(call, 0))), word_of(argument(call, 1)), word_of(argument(call, 2)).bits[0], word_of(argument(call, 3)));
        return true;
    }
    if (strcmp(name, "prove_out_memory") == 0) {
        const ports_contents *memory = memory_contents(pointer_of(argument(call, 1)));
        for (unsigned k = 0; k < ports_count(memory); k++)
            for (int b = 0; b < ports_width(memory); b++) {
                snprintf(text, sizeof text, "%s[%u][%d]", text_of(argument(call, 0)), k, b);
                result_is(text, ports_read(memory, word_number(32, k)).bits[b]);
            }
        ports_set_result(memory);
        return true;
    }
    if (strcmp(name, "prove_out") == 0) {
        const word v = word_used(argument(call, 3), where);
        const uint64_t at = number_of_constant(argument(call, 1)), width = number_of_constant(argument(call, 2));
        literal over = ZERO;
        for (uint64_t i = 0; i < (uint64_t)v.width; i++) {
            if (i >= width) { over = or2(over, v.bits[i]); continue; }
            snprintf(text, sizeof text, "%s[%u]", text_of(argument(call, 0)), (unsigned)(at + i));
            result_is(text, v.bits[i]);
        }
        snprintf(text, sizeof text, "bits above the width of %s[%u]", text_of(argument(call, 0)), (unsigned)at);
        must_be_zero(text, over);
        return true;
    }
    if (strcmp(name, "prove_absent") == 0) {
        snprintf(text, sizeof text, "%s[%u]", text_of(argument(call, 0)), (unsigned)number_of_constant(argument(call, 1)));
        bit_is_zero(text);
        return true;
    }
    if (strcmp(name, "prove_assume") == 0) { assume(or2(not1(where), word_used(argument(call, 0), where).bits[0])); return true; }
    if (strcmp(name, "prove_relied_on") == 0) {
        must_hold_apart(text_of(argument(call, 0)), word_used(argument(call, 1), where).bits[0], where);
        return true;
    }
    if (strcmp(name, "prove_check") == 0) {
        const literal claimed = and2(where, word_used(argument(call, 1), where).bits[0]);
        must_be_as_claimed(text_of(argument(call, 0)), word_used(argument(call, 2), claimed).bits[0], claimed);
        return true;
    }
    // What a variable holds before it is written (locals_main.c).
    if (begins(name, "prove_unwritten.")) {
        const int width = width_of(LLVMTypeOf(call));
        *result = value_of_word(word_zero(width));
        result->unwritten = prove_zeros((size_t)width, sizeof(literal));
        for (int i = 0; i < width; i++) result->unwritten[i] = ONE;
        return true;
    }
    return false;
}

// llvm.{u,s}{add,sub,mul}.with.overflow: computed wide enough; the overflow stands above the result's bits.
static word with_overflow(const char *name, word a, word b)
{
    const bool sign = name[5] == 's';
    const char operation = name[6];
    const int  width = a.width, wide = operation == 'm' ? 2 * width : width + 1;
    const word x = word_extend(a, wide, sign), y = word_extend(b, wide, sign);
    const word exact = operation == 'a' ? word_add(x, y, ZERO, NULL) : operation == 's' ? word_subtract(x, y, NULL) : word_multiply(x, y);
    word result = word_extend(exact, width + 1, false);
    result.bits[width] = not1(word_equal(word_extend(word_extend(exact, width, false), wide, sign), exact));
    return result;
}

static value call(LLVMValueRef in, literal where)
{
    const char *name = LLVMGetValueName(LLVMGetCalledValue(in));
    value result = {0};
    if (harness_call(name, in, where, &result)) return result;
    if (begins(name, "llvm.ubsantrap") || begins(name, "llvm.trap")) {
        char text[64];
        snprintf(text, sizeof text, "undefined behaviour, kind %u", LLVMGetNumArgOperands(in) ? (unsigned)number_of_constant(argument(in, 0)) : 0);
        must_hold(text, ZERO, where);
        return result;
    }
    if (begins(name, "llvm.experimental.noalias") || begins(name, "llvm.dbg") || begins(name, "llvm.lifetime")) return result;
    if (begins(name, "llvm.memcpy")) {
        memory_copy(pointer_of(argument(in, 0)), pointer_of(argument(in, 1)), (int64_t)number_of_constant(argument(in, 2)), where);
        return result;
    }
    if (begins(name, "llvm.memset")) {
        memory_set(pointer_of(argument(in, 0)), word_used(argument(in, 1), where), (int64_t)number_of_constant(argument(in, 2)), where);
        return result;
    }
    if (!begins(name, "llvm.")) refuse_instruction("a call that is not inlined", in);
    const word a = word_of(argument(in, 0)), b = LLVMGetNumArgOperands(in) > 1 ? word_of(argument(in, 1)) : a;
    if (strstr(name, ".with.overflow")) return value_of_word(with_overflow(name, a, b));
    const literal less = a.width != b.width ? ZERO : word_less(a, b);
    if (begins(name, "llvm.umin")) return value_of_word(word_choose(less, a, b));
    if (begins(name, "llvm.umax")) return value_of_word(word_choose(less, b, a));
    if (begins(name, "llvm.smin")) return value_of_word(word_choose(word_less(word_flip_sign(a), word_flip_sign(b)), a, b));
    if (begins(name, "llvm.smax")) return value_of_word(word_choose(word_less(word_flip_sign(a), word_flip_sign(b)), b, a));
    if (begins(name, "llvm.ctpop")) return value_of_word(word_count_ones(a));
    refuse_instruction("an intrinsic that is not known", in);
}

static word compare(LLVMValueRef in)
{
    const value left = value_of(LLVMGetOperand(in, 0)), right = value_of(LLVMGetOperand(in, 1));
    word a = left.word, b = right.word, result = word_zero(1);
    literal holds = ZERO;
    const LLVMIntPredicate predicate = LLVMGetICmpPredicate(in);
    if (left.is_pointer && LLVMIsAConstantPointerNull(LLVMGetOperand(in, 1)) && (predicate == LLVMIntEQ || predicate == LLVMIntNE)) {
        result.bits[0] = pointer_is_null(left.pointer) ^ (predicate == LLVMIntNE);
        return result;
    }
    if (left.is_pointer || right.is_pointer) refuse_instruction("pointers compared", in);
    if (predicate >= LLVMIntSGT) {
        a = word_flip_sign(a);
        b = word_flip_sign(b);
    }
    switch (predicate) {
    case LLVMIntEQ: holds = word_equal(a, b); break;
    case LLVMIntNE: holds = not1(word_equal(a, b)); break;
    case LLVMIntULT: case LLVMIntSLT: holds = word_less(a, b); break;
    case LLVMIntUGT: case LLVMIntSGT: holds = word_less(b, a); break;
    case LLVMIntULE: case LLVMIntSLE: holds = not1(word_less(b, a)); break;
    case LLVMIntUGE: case LLVMIntSGE: holds = not1(word_less(a, b)); break;
    }
    result.bits[0] = holds;
    return result;
}

static value load(LLVMValueRef in, literal where)
{
    if (LLVMGetTypeKind(LLVMTypeOf(in)) == LLVMPointerTypeKind) return value_of_pointer(pointer_load(pointer_of(LLVMGetOperand(in, 0)), where));
    literal *unwritten = NULL;
    value v = value_of_word(memory_load(pointer_of(LLVMGetOperand(in, 0)), width_of(LLVMTypeOf(in)), where, &unwritten));
    v.unwritten = unwritten;
    return v;
}

static void store(LLVMValueRef in, literal where)
{
    const value v = value_of(LLVMGetOperand(in, 0));
    if (v.is_pointer) pointer_store(pointer_of(LLVMGetOperand(in, 1)), v.pointer, where);
    else memory_store(pointer_of(LLVMGetOperand(in, 1)), v.word, v.unwritten, where);
}

static value execute(LLVMValueRef in, literal where)
{
#define OPERAND(number) LLVMGetOperand(in, number)
#define WORD(number) word_of(OPERAND(number))
    const LLVMOpcode code = LLVMGetInstructionOpcode(in);
    word rest;
    switch (code) {
    case LLVMAlloca:
        return value_of_pointer(pointer_to(memory_object((int64_t)LLVMABISizeOfType(values_layout(), LLVMGetAllocatedType(in))), 0));
    case LLVMLoad: return load(in, where);
    case LLVMStore: store(in, where); return (value){0};
    case LLVMGetElementPtr:
        for (int i = 1; i < LLVMGetNumOperands(in); i++) word_used(OPERAND((unsigned)i), where);
        return value_of_step(in);
    case LLVMBitCast: case LLVMFreeze: return value_of(OPERAND(0));
    case LLVMZExt: case LLVMTrunc: return value_of_word(word_extend(WORD(0), width_of(LLVMTypeOf(in)), false));
    case LLVMSExt: return value_of_word(word_extend(WORD(0), width_of(LLVMTypeOf(in)), true));
    case LLVMSelect:
        if (value_of(OPERAND(1)).is_pointer) word_used(OPERAND(0), where);
        return value_choose(WORD(0).bits[0], value_of(OPERAND(1)), value_of(OPERAND(2)));
    case LLVMAdd: return value_of_word(word_add(WORD(0), WORD(1), ZERO, NULL));
    case LLVMSub: return value_of_word(word_subtract(WORD(0), WORD(1), NULL));
    case LLVMMul: return value_of_word(word_multiply(WORD(0), WORD(1)));
    case LLVMUDiv: return value_of_word(word_divide(WORD(0), WORD(1), NULL));
    case LLVMURem: word_divide(WORD(0), WORD(1), &rest); return value_of_word(rest);
    case LLVMSDiv: return value_of_word(word_divide_signed(WORD(0), WORD(1), NULL));
    case LLVMSRem: word_divide_signed(WORD(0), WORD(1), &rest); return value_of_word(rest);
    case LLVMShl: return value_of_word(word_shift(WORD(0), WORD(1), SHIFT_LEFT));
    case LLVMLShr: return value_of_word(word_shift(WORD(0), WORD(1), SHIFT_RIGHT));
    case LLVMAShr: return value_of_word(word_shift(WORD(0), WORD(1), SHIFT_SIGNED));
    case LLVMAnd: return value_of_word(word_bitwise(WORD(0), WORD(1), and2));
    case LLVMOr: return value_of_word(word_bitwise(WORD(0), WORD(1), or2));
    case LLVMXor: return value_of_word(word_bitwise(WORD(0), WORD(1), xor2));
    case LLVMICmp: return value_of_word(compare(in));
    case LLVMExtractValue: {                             // of what an operation with overflow gives
        const word pair = WORD(0);
        if (LLVMGetIndices(in)[0] == 0) return value_of_word(word_extend(pair, pair.width - 1, false));
        return value_of_word((word){1, pair.bits + pair.width - 1});
    }
    case LLVMCall: return call(in, where);
    default: refuse_instruction("an instruction that is not known", in);
    }
}

value execute_instruction(LLVMValueRef in, literal where)
{
    value v = execute(in, where);
    if (v.known && !v.is_pointer && !v.unwritten && LLVMGetInstructionOpcode(in) != LLVMLoad) v.unwritten = unwritten_result(in, v.word.width);
    return v;
}
