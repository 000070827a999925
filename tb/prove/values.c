// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/values.h"

#include <stdio.h>
#include <string.h>

#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"

static LLVMTargetDataRef layout;

void values_begin(LLVMModuleRef module) { layout = LLVMGetModuleDataLayout(module); }
LLVMTargetDataRef values_layout(void) { return layout; }

noreturn void refuse_instruction(const char *what, LLVMValueRef instruction)
{
    prove_refuse("%s: %s", what, LLVMPrintValueToString(instruction));
}

int width_of(LLVMTypeRef type)
{
    if (LLVMGetTypeKind(type) != LLVMIntegerTypeKind) prove_refuse("expected an integer, seen the type %s", LLVMPrintTypeToString(type));
    return (int)LLVMGetIntTypeWidth(type);
}

literal *unwritten_choose(literal condition, int width, const literal *then, const literal *otherwise)
{
    if (!then && !otherwise) return NULL;
    literal *chosen = prove_zeros((size_t)width, sizeof *chosen), any = ZERO;
    for (int i = 0; i < width; i++) {
        chosen[i] = choose1(condition, then ? then[i] : ZERO, otherwise ? otherwise[i] : ZERO);
        any |= chosen[i];
    }
    return any ? chosen : NULL;
}

value value_choose(literal condition, value then, value otherwise)
{
    if (then.is_pointer) return value_of_pointer(pointer_choose(condition, then.pointer, otherwise.pointer));
    value chosen = value_of_word(word_choose(condition, then.word, otherwise.word));
    chosen.unwritten = unwritten_choose(condition, chosen.word.width, then.unwritten, otherwise.unwritten);
    return chosen;
}

// Of each instruction its value, and of a phi what is pending: open addressing.
typedef struct { LLVMValueRef key; value now, pending; } binding;
static binding *bindings;
static size_t   room, used;

static binding *binding_of(LLVMValueRef key)
{
    if (2 * (used + 1) >= room) {
        binding *old = bindings;
        const size_t old_room = room;
        room = room ? 2 * room : 1 << 12;
        bindings = prove_zeros(room, sizeof *bindings);
        used = 0;
        for (size_t i = 0; i < old_room; i++) if (old[i].key) *binding_of(old[i].key) = old[i];
    }
    size_t at = ((uintptr_t)key >> 4) * 11400714819323198485u >> 20 & (room - 1);
    while (bindings[at].key && bindings[at].key != key) at = (at + 1) & (room - 1);
    if (!bindings[at].key) {
        bindings[at].key = key;
        used++;
    }
    return &bindings[at];
}

void   value_bind(LLVMValueRef instruction, value v) { binding_of(instruction)->now = v; }
value *value_pending(LLVMValueRef phi) { return &binding_of(phi)->pending; }

static void fill(int object, int64_t at, LLVMValueRef constant)
{
    const LLVMTypeRef type = LLVMTypeOf(constant);
    const LLVMTypeKind kind = LLVMGetTypeKind(type);
    if (LLVMIsNull(constant) || LLVMIsUndef(constant)) {
        memory_fill(object, at, word_zero((int)LLVMABISizeOfType(layout, type) * 8));
    } else if (kind == LLVMIntegerTypeKind) {
        memory_fill(object, at, word_extend(word_of(constant), (int)LLVMABISizeOfType(layout, type) * 8, false));
    } else if (kind == LLVMArrayTypeKind) {
        const int64_t step = (int64_t)LLVMABISizeOfType(layout, LLVMGetElementType(type));
        for (unsigned i = 0; i < LLVMGetArrayLength(type); i++)
            fill(object, at + i * step, LLVMIsAConstantDataArray(constant) ? LLVMGetElementAsConstant(constant, i) : LLVMGetOperand(constant, i));
    } else if (kind == LLVMStructTypeKind) {
        for (unsigned i = 0; i < LLVMCountStructElementTypes(type); i++)
            fill(object, at + (int64_t)LLVMOffsetOfElement(layout, type, i), LLVMGetOperand(constant, i));
    }                                                    // a pointer in a constant is left unwritten: reading it is noticed
}

value value_of_step(LLVMValueRef step)
{
    const LLVMValueRef base = LLVMGetOperand(step, 0);
    pointer p = pointer_of(base);
    LLVMTypeRef type = LLVMGetElementType(LLVMTypeOf(base));
    for (int i = 1; i < LLVMGetNumOperands(step); i++) {
        const LLVMValueRef index = LLVMGetOperand(step, (unsigned)i);
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            const unsigned element = (unsigned)number_of_constant(index);
            const int64_t at = (int64_t)LLVMOffsetOfElement(layout, type, element);
            type = LLVMStructGetTypeAtIndex(type, element);
            p = pointer_member(p, at, (int64_t)LLVMABISizeOfType(layout, type));
            continue;
        }
        if (i > 1) type = LLVMGetElementType(type);
        p = pointer_stepped(p, word_of(index), (int64_t)LLVMABISizeOfType(layout, type));
    }
    return value_of_pointer(p);
}

// What LLVM leaves open: any value at all, another one each time, and nobody has written it.
static value undefined(int width)
{
    static unsigned count;
    char name[48];
    word any = word_zero(width);
    for (int i = 0; i < width; i++) {
        snprintf(name, sizeof name, "undefined %u[%d]", count, i);
        any.bits[i] = graph_input(name);
    }
    count++;
    value v = value_of_word(any);
    v.unwritten = prove_zeros((size_t)width, sizeof *v.unwritten);
    for (int i = 0; i < width; i++) v.unwritten[i] = ONE;
    return v;
}

static value constant_value(LLVMValueRef operand)
{
    if (LLVMIsAGlobalVariable(operand)) {
        if (!LLVMIsGlobalConstant(operand)) refuse_instruction("a variable outside the block's registers", operand);
        const int object = memory_object((int64_t)LLVMABISizeOfType(layout, LLVMGetElementType(LLVMTypeOf(operand))));
        fill(object, 0, LLVMGetInitializer(operand));
        return value_of_pointer(pointer_to(object, 0));
    }
    if (LLVMIsAConstantExpr(operand)) {
        if (LLVMGetConstOpcode(operand) == LLVMGetElementPtr) return value_of_step(operand);
        if (LLVMGetConstOpcode(operand) == LLVMBitCast) return value_of(LLVMGetOperand(operand, 0));
    }
    refuse_instruction("no value for", operand);
}

value value_of(LLVMValueRef operand)
{
    if (LLVMIsUndef(operand) || LLVMIsPoison(operand)) return undefined(width_of(LLVMTypeOf(operand)));
    if (LLVMIsAConstantInt(operand)) {
        const int width = width_of(LLVMTypeOf(operand));
        if (width > 64) refuse_instruction("a constant of more than 64 bits", operand);
        return value_of_word(word_number(width, LLVMConstIntGetZExtValue(operand)));
    }
    if (LLVMIsAConstantPointerNull(operand)) return value_of_pointer(pointer_null());
    binding *b = binding_of(operand);
    if (b->now.known) return b->now;
    const value v = constant_value(operand);             // may add bindings
    value_bind(operand, v);
    return v;
}

word word_of(LLVMValueRef operand)
{
    const value v = value_of(operand);
    if (v.is_pointer) refuse_instruction("a pointer as a number", operand);
    return v.word;
}

word word_used(LLVMValueRef operand, literal where)
{
    const value v = value_of(operand);
    literal unwritten = ZERO;
    for (int i = 0; v.unwritten && i < v.word.width; i++) unwritten = or2(unwritten, v.unwritten[i]);
    if (unwritten != ZERO) must_hold("written before it is read", not1(under(where, unwritten)), where);
    return word_of(operand);
}

pointer pointer_of(LLVMValueRef operand)
{
    const value v = value_of(operand);
    if (!v.is_pointer) refuse_instruction("a number as a pointer", operand);
    return v.pointer;
}

uint64_t number_of_constant(LLVMValueRef operand)
{
    uint64_t number;
    if (!word_is_number(word_of(operand), &number)) refuse_instruction("expected a constant", operand);
    return number;
}

const char *text_of(LLVMValueRef operand)
{
    size_t length;
    while (!LLVMIsAGlobalVariable(operand)) operand = LLVMGetOperand(operand, 0);
    return LLVMGetAsString(LLVMGetInitializer(operand), &length);
}
