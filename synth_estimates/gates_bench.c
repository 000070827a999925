// SPDX-License-Identifier: BSD-3-Clause
// Prints the bench of a mapped netlist. It resets the netlist, which begins with every flip-flop at x, as a recording
// begins, then gives it the inputs of each line of vectors and compares each output with the C model's at the end of
// the cycle, x being no value of a model. Cells have no delay: a net changes at most once after each edge of clock or
// input, so that glitches are not counted. From cycle +from on the nets' changes are dumped, those of the wires
// alone, not of the cells' insides.
#include "synth_estimates/gates.h"

static unsigned bits_of(const block_field *field) { return (unsigned)field->width * field->count; }
static bool is_input(const block_field *field) { return field->kind <= FIELD_IN_LATE; }

// What stands in a line of vectors: all but memories.
static bool in_vectors(const block_field *field) { return field->kind != FIELD_MEM; }

static void print_declarations(FILE *out, const block_ops *ops)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        unsigned high = bits_of(f) - 1;
        if (is_input(f)) fprintf(out, "    reg [%u:0] %s_i;\n", high, f->name);
        if (f->kind == FIELD_OUT)
            fprintf(out, "    wire [%u:0] %s_o;\n    reg [%u:0] %s_o_want;\n", high, f->name, high, f->name);
        if (f->kind == FIELD_REG) fprintf(out, "    reg [%u:0] %s_q_unused;\n", high, f->name);
    }
    fprintf(out, "\n    %s netlist (\n        .clk_i(clk_i), .rst_i(rst_i)", ops->block);
    for (const block_field *f = ops->fields; f->name; f++) {
        if (is_input(f)) fprintf(out, ",\n        .%s_i(%s_i)", f->name, f->name);
        if (f->kind == FIELD_OUT) fprintf(out, ",\n        .%s_o(%s_o)", f->name, f->name);
    }
    fprintf(out, "\n    );\n\n");
}

static void print_read(FILE *out, const block_ops *ops)
{
    unsigned fields = 1;
    fprintf(out, "    task read;\n        begin\n            fields = $fscanf(vectors, \"%%b");
    for (const block_field *f = ops->fields; f->name; f++)
        if (in_vectors(f)) fprintf(out, " %%h");
    fprintf(out, "\", reset");
    for (const block_field *f = ops->fields; f->name; f++)
        if (in_vectors(f)) {
            const char *suffix = is_input(f) ? "_i" : f->kind == FIELD_OUT ? "_o_want" : "_q_unused";
            fprintf(out, ",\n                %s%s", f->name, suffix);
            fields++;
        }
    fprintf(out, ");\n            complete = fields == %u;\n        end\n    endtask\n\n", fields);
}

static void print_compare(FILE *out, const block_ops *ops)
{
    fprintf(out, "    task compare;\n        begin\n");
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == FIELD_OUT)
            fprintf(out,
                    "            compared = compared + 1;\n            if (%s_o !== %s_o_want) begin\n"
                    "                if (different == 0) $display(\"cycle %%0d: output %s: expected %%h, seen %%h\", cycle, "
                    "%s_o_want, %s_o);\n                different = different + 1;\n            end\n",
                    f->name, f->name, f->name, f->name, f->name);
    fprintf(out, "        end\n    endtask\n\n");
}

void overhead_gates_bench(FILE *out, const block_ops *ops)
{
    fprintf(out, "// Printed by synth_estimates/gates_bench.c from rtl_c/%s.def, for its tuple %s.\n", ops->block,
            ops->config);
    fprintf(out, "`timescale 1ns/10ps\nmodule gates_tb;\n    reg clk_i, rst_i, reset, complete;\n"
                 "    integer vectors, fields, cycle, from, compared, different;\n    reg [8*1024-1:0] path;\n");
    print_declarations(out, ops);
    print_read(out, ops);
    print_compare(out, ops);
    fprintf(out,
            "    initial begin\n"
            "        clk_i = 0; rst_i = 1; cycle = 0; compared = 0; different = 0;\n"
            "        if (!$value$plusargs(\"from=%%d\", from)) from = 0;\n"
            "        if ($value$plusargs(\"dump=%%s\", path)) $dumpfile(path); else from = -1;\n"
            "        if (!$value$plusargs(\"vectors=%%s\", path)) $finish;\n"
            "        vectors = $fopen(path, \"r\");\n"
            "        read;\n"
            "        #5 clk_i = 1; #5 clk_i = 0;\n"
            "        while (complete) begin\n"
            "            rst_i = reset;\n"
            "            if (cycle == from) $dumpvars(1, netlist);\n"
            "            #4 compare;\n"
            "            #1 clk_i = 1; #5 clk_i = 0;\n"
            "            cycle = cycle + 1;\n"
            "            read;\n"
            "        end\n"
            "        $display(\"%%0d cycles, %%0d outputs compared, %%0d different\", cycle, compared, different);\n"
            "        $finish;\n"
            "    end\nendmodule\n");
}
