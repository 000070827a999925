// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/unwritten.h"

#include "tb/prove/prove.h"

static literal any_of(const value *v)
{
    literal any = ZERO;
    for (int i = 0; v->unwritten && i < v->word.width; i++) any = or2(any, v->unwritten[i]);
    return any;
}

static literal bit_of(const value *v, int bit) { return v->unwritten && bit >= 0 && bit < v->word.width ? v->unwritten[bit] : ZERO; }

// Where one of the two alone decides: a bit of an and that is 0, of an or that is 1.
static literal of_bitwise(LLVMOpcode code, const value *a, const value *b, int bit)
{
    const literal deciding = code == LLVMAnd ? ZERO : ONE;
    if (code != LLVMXor && bit_of(a, bit) == ZERO && a->word.bits[bit] == deciding) return ZERO;
    if (code != LLVMXor && bit_of(b, bit) == ZERO && b->word.bits[bit] == deciding) return ZERO;
    return or2(bit_of(a, bit), bit_of(b, bit));
}

literal *unwritten_result(LLVMValueRef in, int width)
{
    const LLVMOpcode code = LLVMGetInstructionOpcode(in);
    const int n_operands = code == LLVMCall ? (int)LLVMGetNumArgOperands(in) : LLVMGetNumOperands(in);
    value   operands[3] = {0};
    literal any = ZERO, found = ZERO;
    if (n_operands > 3) refuse_instruction("an instruction with many operands", in);
    for (int i = 0; i < n_operands; i++) {
        operands[i] = value_of(LLVMGetOperand(in, (unsigned)i));
        if (!operands[i].is_pointer) any = or2(any, any_of(&operands[i]));
    }
    if (any == ZERO) return NULL;
    literal *result = prove_zeros((size_t)width, sizeof *result);
    uint64_t by = 0;
    const bool shifts = code == LLVMShl || code == LLVMLShr, by_constant = shifts && word_is_number(operands[1].word, &by);
    for (int i = 0; i < width; i++) {
        switch (code) {
        case LLVMFreeze: case LLVMBitCast: case LLVMZExt: case LLVMTrunc: result[i] = bit_of(&operands[0], i); break;
        case LLVMSExt: result[i] = bit_of(&operands[0], i < operands[0].word.width ? i : operands[0].word.width - 1); break;
        case LLVMAnd: case LLVMOr: case LLVMXor: result[i] = of_bitwise(code, &operands[0], &operands[1], i); break;
        case LLVMShl: case LLVMLShr:
            result[i] = !by_constant ? any : by >= (uint64_t)width ? ZERO : bit_of(&operands[0], code == LLVMShl ? i - (int)by : i + (int)by);
            break;
        case LLVMSelect:
            result[i] = or2(any_of(&operands[0]), choose1(operands[0].word.bits[0], bit_of(&operands[1], i), bit_of(&operands[2], i)));
            break;
        default: result[i] = any;
        }
        found = or2(found, result[i]);
    }
    return found == ZERO ? NULL : result;
}
