// mutants BLOCK CONFIG COUNT SEED: runs the block bench against each mutant 1..COUNT of a netlist made by
// tests/tb/mutants.sh and prints `caught NUMBER line` or `survived NUMBER`; number 0 is the unchanged netlist, which
// must pass. mutants BLOCK CONFIG: prints the Verilog of the proof: a miter of two netlists whose registers are
// outputs, to be shown never to trigger, together with the ranges that the table gives to the registers, which make the
// induction strong enough.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/bench.h"

unsigned mutant_selected;      // read by tests/tb/mutant_glue.cpp

static void print_bits(const block_field *f)
{
    if (f->width * f->count > 1)
        printf("[%u:0] ", f->width * f->count - 1);
}

static void print_proof(const block_ops *ops)
{
    printf("module proof(input clk_i, input rst_i");
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind <= FIELD_IN_LATE) {
            printf(", input ");
            print_bits(f);
            printf("%s_i", f->name);
        }
    printf(");\n    wire trigger;\n");
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == FIELD_REG) {
            printf("    wire ");
            print_bits(f);
            printf("%s_q;\n", f->name);
        }
    printf("    miter both(.in_clk_i(clk_i), .in_rst_i(rst_i), .trigger(trigger)");
    for (const block_field *f = ops->fields; f->name; f++) {
        if (f->kind <= FIELD_IN_LATE)
            printf(", .in_%s_i(%s_i)", f->name, f->name);
        if (f->kind == FIELD_REG)
            printf(", .gold_%s_q(%s_q)", f->name, f->name);
    }
    printf(");\n    always @* begin\n        assert (!trigger);\n");
    for (const block_field *f = ops->fields; f->name; f++)
        for (unsigned element = 0; f->kind == FIELD_REG && element < f->count; element++)
            printf("        assert (%s_q[%u:%u] >= %u'd%llu && %s_q[%u:%u] <= %u'd%llu);\n", f->name,
                   (element + 1) * f->width - 1, element * f->width, f->width, (unsigned long long)f->low, f->name,
                   (element + 1) * f->width - 1, element * f->width, f->width, (unsigned long long)f->high);
    printf("    end\nendmodule\n");
}

int main(int count, char **words)
{
    bench_options options = {.when = LOCKSTEP_EVERY, .no_pack = true};
    const block_ops *const *ops = block_table;
    bench_result result;

    if (count != 3 && count != 5) {
        fputs("mutants: expected BLOCK CONFIG [COUNT SEED]\n", stderr);
        return 2;
    }
    while (*ops && (strcmp((*ops)->block, words[1]) != 0 || strcmp((*ops)->config, words[2]) != 0))
        ops++;
    if (!*ops) {
        fprintf(stderr, "mutants: %s %s, expected a tuple of rtl_c/configs.def\n", words[1], words[2]);
        return 2;
    }
    if (count == 3) {
        print_proof(*ops);
        return 0;
    }
    options.seed = strtoull(words[4], NULL, 10);
    for (unsigned mutant = 0; mutant <= strtoul(words[3], NULL, 10); mutant++) {
        mutant_selected = mutant;
        block_bench_run(*ops, &options, &result);
        if (mutant == 0 && result.failed) {
            printf("the unchanged netlist fails: %s\n", result.message);
            return 1;
        }
        if (result.failed)
            printf("caught %u %s\n", mutant, result.message);
        else if (mutant != 0)
            printf("survived %u\n", mutant);
    }
    return 0;
}
