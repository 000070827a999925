// SPDX-License-Identifier: BSD-3-Clause
// prove_locals IN.bc OUT.bc: locals begin unwritten. clang leaves that open in its code, so its passes may take what was not
// written for whatever suits them, and what is read of it is gone before it is asked. Here each variable is given the value of a
// call, prove_unwritten.BITS, which no pass knows anything of: where the variable is made, and where the program comes
// to its declaration, which clang has marked (-ftrivial-auto-var-init=pattern, "auto-init"). Pointers become null, which is
// out of bounds. Nothing that the passes see is undefined then. Once its function has ended, a variable that a pointer may still
// lead to is unwritten again. Exit status 0, or 2 with a line that says what could not be read.
#include <llvm-c/BitReader.h>
#include <llvm-c/BitWriter.h>
#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/prove.h"

static LLVMModuleRef  module;
static LLVMContextRef context;
static LLVMBuilderRef builder;

static void give_attribute(LLVMValueRef function, const char *name)
{
    const unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    if (!kind) prove_refuse("LLVM knows no attribute %s", name);
    LLVMAddAttributeAtIndex(function, LLVMAttributeFunctionIndex, LLVMCreateEnumAttribute(context, kind, 0));
}

// A call for each variable and place, by its number: two are not taken for one. It may stand on any path.
static LLVMValueRef unwritten_number(LLVMTypeRef type)
{
    static unsigned count;
    char name[32];
    LLVMTypeRef  parameter = LLVMInt32TypeInContext(context), function_type = LLVMFunctionType(type, &parameter, 1, false);
    LLVMValueRef number = LLVMConstInt(parameter, count++, false);
    snprintf(name, sizeof name, "prove_unwritten.%u", LLVMGetIntTypeWidth(type));
    LLVMValueRef function = LLVMGetNamedFunction(module, name);
    if (!function) {
        function = LLVMAddFunction(module, name, function_type);
        give_attribute(function, "readnone"), give_attribute(function, "nounwind");
        give_attribute(function, "willreturn"), give_attribute(function, "speculatable");
    }
    return LLVMBuildCall2(builder, function_type, function, &number, 1, "");
}

static void leave_unwritten(LLVMTypeRef type, LLVMValueRef at)
{
    LLVMValueRef index[2] = {LLVMConstInt(LLVMInt32TypeInContext(context), 0, false), NULL};
    unsigned     count = 0;
    switch (LLVMGetTypeKind(type)) {
    case LLVMIntegerTypeKind: LLVMBuildStore(builder, unwritten_number(type), at); return;
    case LLVMPointerTypeKind: LLVMBuildStore(builder, LLVMConstNull(type), at); return;
    case LLVMStructTypeKind: count = LLVMCountStructElementTypes(type); break;
    case LLVMArrayTypeKind: count = LLVMGetArrayLength(type); break;
    default: prove_refuse("a variable of the type %s", LLVMPrintTypeToString(type));
    }
    for (unsigned i = 0; i < count; i++) {
        index[1] = LLVMConstInt(LLVMInt32TypeInContext(context), i, false);
        LLVMTypeRef element = LLVMGetTypeKind(type) == LLVMArrayTypeKind ? LLVMGetElementType(type) : LLVMStructGetTypeAtIndex(type, i);
        leave_unwritten(element, LLVMBuildInBoundsGEP2(builder, type, at, index, 2, ""));
    }
}

static bool is_marked(LLVMValueRef instruction)
{
    LLVMValueRef node = LLVMGetMetadata(instruction, LLVMGetMDKindIDInContext(context, "annotation", 10)), operands[4];
    if (!node) return false;
    const unsigned count = LLVMGetMDNodeNumOperands(node);
    if (count > 4) prove_refuse("too many annotations");
    LLVMGetMDNodeOperands(node, operands);
    for (unsigned i = 0; i < count; i++) {
        unsigned length;
        const char *text = LLVMGetMDString(operands[i], &length);
        if (text && length == 9 && memcmp(text, "auto-init", 9) == 0) return true;
    }
    return false;
}

// What a marked instruction writes to: the variable, of which it writes all or, of a small one, a part at a time. One that the
// function returns may be its caller's, an argument.
static LLVMValueRef variable_of(LLVMValueRef pointer)
{
    while (!LLVMIsAAllocaInst(pointer) && !LLVMIsAArgument(pointer)) {
        if (!LLVMIsAInstruction(pointer)) prove_refuse("what is left unwritten is no variable");
        pointer = LLVMGetOperand(pointer, 0);
    }
    return pointer;
}

// Whether its address goes anywhere but into a load or a store of its own.
static bool escapes(LLVMValueRef address)
{
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsALoadInst(user) || (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) != address)) continue;
        if ((LLVMIsAGetElementPtrInst(user) || LLVMIsABitCastInst(user)) && !escapes(user)) continue;
        if (LLVMIsAMemIntrinsic(user)) continue;
        return true;
    }
    return false;
}

static void end_variables(LLVMValueRef function, LLVMValueRef before)
{
    for (LLVMValueRef in = LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(function)); in; in = LLVMGetNextInstruction(in)) {
        if (!LLVMIsAAllocaInst(in) || !escapes(in)) continue;
        LLVMPositionBuilderBefore(builder, before);
        leave_unwritten(LLVMGetAllocatedType(in), in);
    }
}

static void in_function(LLVMValueRef function)
{
    LLVMValueRef last = NULL;
    give_attribute(function, "null_pointer_is_valid");
    for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function); block; block = LLVMGetNextBasicBlock(block))
        for (LLVMValueRef in = LLVMGetFirstInstruction(block), next; in; in = next) {
            next = LLVMGetNextInstruction(in);
            if (LLVMIsAAllocaInst(in)) {
                if (!LLVMIsConstant(LLVMGetOperand(in, 0))) prove_refuse("an array whose length is no constant");
                LLVMPositionBuilderBefore(builder, next);
                leave_unwritten(LLVMGetAllocatedType(in), in);
                last = NULL;
            } else if (is_marked(in)) {
                if (LLVMIsAStoreInst(in) || LLVMIsACallInst(in)) {
                    LLVMValueRef variable = variable_of(LLVMGetOperand(in, LLVMIsAStoreInst(in) ? 1 : 0));
                    LLVMPositionBuilderBefore(builder, in);
                    if (variable != last) leave_unwritten(LLVMGetElementType(LLVMTypeOf(variable)), variable);
                    last = variable;
                    LLVMInstructionEraseFromParent(in);
                }
            } else {
                if (LLVMIsAReturnInst(in)) end_variables(function, in);
                last = NULL;
            }
        }
}

int main(int count, char **arguments)
{
    LLVMMemoryBufferRef buffer;
    char *error = NULL;
    if (count != 3) prove_refuse("expected IN.bc OUT.bc");
    if (LLVMCreateMemoryBufferWithContentsOfFile(arguments[1], &buffer, &error)) prove_refuse("%s: %s", arguments[1], error);
    if (LLVMParseBitcode2(buffer, &module)) prove_refuse("%s: no bitcode", arguments[1]);
    context = LLVMGetModuleContext(module);
    builder = LLVMCreateBuilderInContext(context);
    for (LLVMValueRef function = LLVMGetFirstFunction(module); function; function = LLVMGetNextFunction(function))
        if (!LLVMIsDeclaration(function)) in_function(function);
    if (LLVMWriteBitcodeToFile(module, arguments[2]) != 0) prove_refuse("%s: cannot be written", arguments[2]);
    return 0;
}
