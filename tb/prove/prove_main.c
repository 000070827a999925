// SPDX-License-Identifier: BSD-3-Clause
// prove_step MODEL.bc RTL.aag OUT [reset | sides MODEL_SIDE.aig RTL_SIDE.aig | alone]: one step of a block (or its reset), both
// sides in one graph; what hashing does not close is written as AIGER, an output per piece that is left, to OUT.aig, and with each read
// of a memory put in its place to OUT.whole.aig. Prints `obligations N, N
// of the table, closed by hashing N, pieces left N, nodes N`. With `sides` also what each side makes of outputs and next
// registers, for vectors.c. With `alone` what the code asks of itself is executed, without Verilog. Exit status 0, or 2 with a
// line that says what could not be read or executed.
#include <llvm-c/BitReader.h>
#include <stdio.h>
#include <string.h>

#include "tb/prove/execute.h"
#include "tb/prove/obligations.h"
#include "tb/prove/ports.h"
#include "tb/prove/prove.h"
#include "tb/prove/rtl.h"

static void write_obligations(const char *out, bool resolved)
{
    char path[4096];
    snprintf(path, sizeof path, "%s.%s", out, resolved ? "whole.aig" : "aig");
    if (!obligations_write(path, resolved)) prove_refuse("%s: cannot be written", path);
}

int main(int count, char **arguments)
{
    const char *use = count > 4 ? arguments[4] : "";
    const bool  reset = strcmp(use, "reset") == 0, sides = strcmp(use, "sides") == 0, alone = strcmp(use, "alone") == 0;
    if (count != (sides ? 7 : reset || alone ? 5 : 4)) prove_refuse("expected MODEL.bc RTL.aag OUT [reset | sides MODEL_SIDE.aig RTL_SIDE.aig | alone]");
    LLVMMemoryBufferRef buffer;
    LLVMModuleRef module;
    char *error = NULL;
    if (LLVMCreateMemoryBufferWithContentsOfFile(arguments[1], &buffer, &error)) prove_refuse("%s: %s", arguments[1], error);
    if (LLVMParseBitcode2(buffer, &module)) prove_refuse("%s: no bitcode", arguments[1]);
    values_begin(module);
    const LLVMValueRef function = LLVMGetNamedFunction(module, reset ? "prove_reset" : alone ? "prove_alone" : "prove_step");
    if (!function) prove_refuse("%s: no step", arguments[1]);
    execute_function(function);
    if (!alone) rtl_read(arguments[2], reset);
    ports_assume();
    if (assumed_nothing()) prove_refuse("the invariant holds of no state");
    write_obligations(arguments[3], false);
    if (ports_are_used()) write_obligations(arguments[3], true);
    for (int rtl = 0; sides && rtl <= 1; rtl++)
        if (!results_write(arguments[5 + rtl], rtl)) prove_refuse("%s: cannot be written", arguments[5 + rtl]);
    printf("obligations %zu, %zu of the table, closed by hashing %zu, pieces left %zu, nodes %u\n", n_obligations(), n_of_table(),
           n_closed_by_hashing(), n_left(), graph_size());
    return 0;
}
