// SPDX-License-Identifier: BSD-3-Clause
// mutants BLOCK CONFIG COUNT SEED: runs the block bench against each mutant 1..COUNT of a netlist made by
// tests/tb/mutants.sh and prints `caught NUMBER line` or `survived NUMBER`; number 0 is the unchanged netlist, which
// must pass. mutants BLOCK CONFIG: prints the Verilog of the proof of equivalence, one step of two netlists (`miter`, made
// by Yosys, registers turned into inputs .q and outputs .d) from the same state, which satisfies the invariant.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tb/bench/bench.h"
#include "tb/field.h"

unsigned mutant_selected;      // read by tests/tb/mutant_glue.cpp
extern const verilated_ops mutants_rtl;     // the netlist's, by the linker (tests/tb/mutants.sh)

// ` [high:0]` before the name of a value of more than one bit.
static void print_value(const char *before, const block_field *f, const char *after)
{
    printf("%s ", before);
    if (f->width * f->count > 1)
        printf("[%u:0] ", f->width * f->count - 1);
    printf("%s%s", f->name, after);
}

// A register's name, or that of one of its bits.
static void print_bit(const char *before, const block_field *f, const char *suffix, unsigned bit, const char *after)
{
    printf("%s%s%s", before, f->name, suffix);
    if (f->width * f->count > 1)
        printf("[%u]", bit);
    printf("%s", after);
}

// The words of a memory, which Yosys names alike and does not split: between before and after the name and number of each
// and its bits of the whole.
static void print_words(const char *before, const block_field *f, const char *suffix, const char *whole)
{
    for (unsigned word = 0; word < f->count; word++)
        printf("%s%s_q[%u]%s (%s%s[%u +: %u])", before, f->name, word, suffix, f->name, whole, word * f->width, f->width);
}

// The bits of a register at the miter, as Yosys has split and named them. Those that do not exist (REG_PART) are 0.
static void print_bits(const block_field *f)
{
    if (f->kind == FIELD_MEM) {
        print_words(",\n        .\\in_", f, ".q", "_q");
        print_words(",\n        .\\gold_", f, ".d", "_gold");
        print_words(",\n        .\\gate_", f, ".d", "_gate");
        return;
    }
    for (unsigned bit = 0; bit < (unsigned)f->width * f->count; bit++)
        if (field_mask(f, bit / f->width) >> (bit % f->width) & 1) {
            print_bit(",\n        .\\in_", f, "_q", bit, ".q ");
            print_bit("(", f, "_q", bit, ")");
            print_bit(", .\\gold_", f, "_q", bit, ".d ");
            print_bit("(", f, "_gold", bit, ")");
            print_bit(", .\\gate_", f, "_q", bit, ".d ");
            print_bit("(", f, "_gate", bit, ")");
        }
}
static void print_missing(const block_field *f)
{
    for (unsigned bit = 0; bit < (unsigned)f->width * f->count; bit++)
        if (!(field_mask(f, bit / f->width) >> (bit % f->width) & 1)) {
            print_bit("    assign ", f, "_gold", bit, " = 1'b0;\n");
            print_bit("    assign ", f, "_gate", bit, " = 1'b0;\n");
        }
}

static void print_step(const block_ops *ops)
{
    printf("module step(input clk_i, input rst_i, output wrong, output wrong_reset");
    for (const block_field *f = ops->fields; f->name; f++) {
        if (f->kind <= FIELD_IN_LATE)
            print_value(", input", f, "_i");
        if (field_is_state(f))
            print_value(", input", f, "_q");
    }
    printf(");\n    wire trigger, invariant;\n");
    for (const block_field *f = ops->fields; f->name; f++)
        if (field_is_state(f)) {
            print_value("    wire", f, "_gold;\n");
            print_value("    wire", f, "_gate;\n");
        }
    printf("    miter both(.in_clk_i(clk_i), .in_rst_i(rst_i), .trigger(trigger)");
    for (const block_field *f = ops->fields; f->name; f++) {
        if (f->kind <= FIELD_IN_LATE)
            printf(",\n        .in_%s_i(%s_i)", f->name, f->name);
        if (field_is_state(f))
            print_bits(f);
    }
    printf(");\n    properties states(.invariant(invariant)");
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == FIELD_REG)
            printf(", .\\block.%s_q (%s_q)", f->name, f->name);
        else if (f->kind == FIELD_MEM)
            print_words(", .\\block.", f, "", "_q");
    printf(");\n    assign wrong = invariant && trigger;\n    assign wrong_reset = rst_i && (1'b0");
    for (const block_field *f = ops->fields; f->name; f++)
        if (field_is_state(f))
            printf(" || %s_gold != %s_gate", f->name, f->name);
    printf(");\n");
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == FIELD_REG)
            print_missing(f);
    printf("endmodule\n");
}

int main(int count, char **words)
{
    bench_options options = {.when = LOCKSTEP_EVERY, .no_pack = true, .rtl = &mutants_rtl};
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
        print_step(*ops);
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
