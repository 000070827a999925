// SPDX-License-Identifier: BSD-3-Clause
// prove_step MODEL.bc RTL.aag OUT.aig [reset|model|rtl|alone]: one step of a block (or its reset), both sides in one graph; what hashing does
// not close is written as AIGER, an output per piece that is left. Prints `obligations N, N of the table, closed by hashing N,
// pieces left N, nodes N`. With `model` or `rtl` what one side alone makes of outputs and next registers is written, for
// vectors.c. With `alone` what the code asks of itself is executed, without Verilog. Exit status 0, or 2 with a line that says what could not be read or executed.
#include <llvm-c/BitReader.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/execute.h"
#include "tb/prove/obligations.h"
#include "tb/prove/prove.h"
#include "tb/prove/rtl.h"

int main(int count, char **arguments)
{
    const char *use = count == 5 ? arguments[4] : "";
    const bool  reset = strcmp(use, "reset") == 0, model = strcmp(use, "model") == 0, rtl = strcmp(use, "rtl") == 0;
    const bool  alone = strcmp(use, "alone") == 0;
    if (count < 4 || count > 5 || (count == 5 && !reset && !model && !rtl && !alone))
        prove_refuse("expected MODEL.bc RTL.aag OUT.aig [reset|model|rtl|alone]");
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *error = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(arguments[1], &buffer, &error)) prove_refuse("%s: %s", arguments[1], error);
    if (LLVMParseBitcode2(buffer, &module)) prove_refuse("%s: no bitcode", arguments[1]);
    values_begin(module);
    const LLVMValueRef function = LLVMGetNamedFunction(module, reset ? "prove_reset" : alone ? "prove_alone" : "prove_step");
    if (!function) prove_refuse("%s: no step", arguments[1]);
    execute_function(function);
    if (!model && !alone) rtl_read(arguments[2], reset ? RTL_RESET : rtl ? RTL_ALONE : RTL_STEP);
    if (model || rtl) return results_write(arguments[3]) ? 0 : 2;
    if (assumed_nothing()) prove_refuse("the invariant holds of no state");
    if (!obligations_write(arguments[3])) prove_refuse("%s: cannot be written", arguments[3]);
    printf("obligations %zu, %zu of the table, closed by hashing %zu, pieces left %zu, nodes %u\n", n_obligations(), n_of_table(),
           n_closed_by_hashing(), n_left(), graph_size());
    return 0;
}
