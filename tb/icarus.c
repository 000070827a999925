// The testbench that replays recorded stimuli in Icarus Verilog, printed from a block's table.
//
// One line of vectors.txt is one cycle: reset, inputs, expected outputs before the edge, expected registers after it,
// each field one hexadecimal number. Late inputs are X until half a clock before the edge while the outputs are
// compared with !==, so an output that looks at them, or any X after reset, fails.
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tb/bench.h"
#include "tb/field.h"

// A vector is one number: its elements as bits, most significant digit first.
static void write_number(FILE *file, const block_field *field, const void *structure)
{
    unsigned bits = field->width * field->count;
    for (unsigned digit = (bits + 3) / 4; digit-- > 0;) {
        unsigned value = 0;
        for (unsigned bit = 0; bit < 4 && digit * 4 + bit < bits; bit++) {
            unsigned place = digit * 4 + bit;
            value |= (unsigned)(field_get(field, structure, place / field->width) >> place % field->width & 1) << bit;
        }
        fprintf(file, "%x", value);
    }
}

static bool is_vector_field(const block_field *field) { return field->kind != FIELD_MEM; }

void icarus_write_vector(FILE *file, const block_ops *ops, bool reset, const void *in, const void *out, const void *q)
{
    fprintf(file, "%d", reset);
    for (const block_field *f = ops->fields; f->name; f++)
        if (is_vector_field(f)) {
            fputc(' ', file);
            write_number(file, f, field_is_input(f) ? in : f->kind == FIELD_OUT ? out : q);
        }
    fputc('\n', file);
}

static void print_range(FILE *file, const block_field *f)
{
    unsigned bits = f->width * f->count;
    if (bits > 1)
        fprintf(file, "[%u:0] ", bits - 1);
}

static void print_declarations(FILE *file, const block_ops *ops)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        if (!is_vector_field(f))
            continue;
        fprintf(file, "    reg ");
        print_range(file, f);
        fprintf(file, "%s_%s;\n", f->name, field_is_input(f) ? "next" : f->kind == FIELD_OUT ? "out" : "register");
        if (field_is_state(f))
            continue;
        fprintf(file, "    %s ", field_is_input(f) ? "reg" : "wire");
        print_range(file, f);
        fprintf(file, "%s_%s;\n", f->name, field_is_input(f) ? "i" : "o");
    }
}

static void print_instance(FILE *file, const block_ops *ops)
{
    const char *comma = "";
    fprintf(file, "    %s #(", ops->block);
    for (const block_param *p = ops->params; p->name; p++, comma = ", ")
        fprintf(file, "%s.%s(%u)", comma, p->name, p->value);
    fprintf(file, ") dut (.clk_i(clk_i), .rst_i(rst_i)");
    for (const block_field *f = ops->fields; f->name; f++)
        if (!field_is_state(f)) {
            const char *suffix = field_is_input(f) ? "i" : "o";
            fprintf(file, ",\n        .%s_%s(%s_%s)", f->name, suffix, f->name, suffix);
        }
    fprintf(file, ");\n\n");
}

static void print_scan(FILE *file, const block_ops *ops)
{
    unsigned fields = 1;
    fprintf(file, "            fields = $fscanf(file, \"%%b");
    for (const block_field *f = ops->fields; f->name; f++)
        if (is_vector_field(f)) {
            fprintf(file, " %%h");
            fields++;
        }
    fprintf(file, "\", reset_next");
    for (const block_field *f = ops->fields; f->name; f++)
        if (is_vector_field(f))
            fprintf(file, ", %s_%s", f->name, field_is_input(f) ? "next" : f->kind == FIELD_OUT ? "out" : "register");
    fprintf(file, ");\n            if (fields != %u) done = 1;\n", fields);
}

static void print_puts(FILE *file, const block_ops *ops, field_kind kind, bool unknown)
{
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == kind && unknown)
            fprintf(file, "                %s_i = {%u{1'bx}};\n", f->name, f->width * f->count);
        else if (f->kind == kind)
            fprintf(file, "                %s_i = %s_next;\n", f->name, f->name);
}

static void print_checks(FILE *file, const block_ops *ops, field_kind kind, const char *moment)
{
    const char *actual_prefix = kind == FIELD_OUT ? "" : "dut.", *suffix = kind == FIELD_OUT ? "o" : "q";
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == kind) {
            fprintf(file, "                if (%s%s_%s !== %s_%s) begin\n", actual_prefix, f->name, suffix, f->name,
                    kind == FIELD_OUT ? "out" : "register");
            fprintf(file,
                    "                    if (failures < 5) $display(\"cycle %%0d: %s %s%s: Icarus %%h, recorded %%h\", "
                    "cycle, %s%s_%s, %s_%s);\n",
                    field_kind_word(f), f->name, moment, actual_prefix, f->name, suffix, f->name,
                    kind == FIELD_OUT ? "out" : "register");
            fprintf(file, "                    failures = failures + 1;\n                end\n");
        }
}

bool icarus_write_testbench(const block_ops *ops, const char *folder)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/testbench.v", folder);
    file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "// %s %s: replays vectors.txt; printed by block_bench from rtl_c/%s.def.\nmodule testbench;\n",
            ops->block, ops->config, ops->block);
    fprintf(file, "    reg clk_i, rst_i, reset_next;\n    integer file, fields, cycle, failures, done;\n"
                  "    reg [8*400-1:0] path;\n\n");
    print_declarations(file, ops);
    print_instance(file, ops);
    fprintf(file, "    initial begin\n        if (!$value$plusargs(\"vectors=%%s\", path)) $finish;\n"
                  "        file = $fopen(path, \"r\");\n        clk_i = 0;\n        rst_i = 1;\n        cycle = 0;\n"
                  "        failures = 0;\n        done = 0;\n        while (!done) begin\n");
    print_scan(file, ops);
    fprintf(file,
            "            if (!done) begin\n                if (reset_next) begin\n                    rst_i = 1;\n"
            "                    #1 clk_i = 1;\n                    #1 clk_i = 0;\n                    rst_i = 0;\n"
            "                end\n");
    print_puts(file, ops, FIELD_IN_LATE, true);
    print_puts(file, ops, FIELD_IN, false);
    fprintf(file, "                #1;\n");
    print_checks(file, ops, FIELD_OUT, "");
    print_puts(file, ops, FIELD_IN_LATE, false);
    fprintf(file, "                #1;\n");
    print_checks(file, ops, FIELD_OUT, " with the late inputs");
    fprintf(file, "                clk_i = 1;\n                #1;\n");
    print_checks(file, ops, FIELD_REG, "");
    fprintf(file,
            "                clk_i = 0;\n                cycle = cycle + 1;\n            end\n        end\n"
            "        $display(\"%s %s: %%0d cycles, %%0d differences\", cycle, failures);\n        $finish;\n    end\n"
            "endmodule\n",
            ops->block, ops->config);
    return fclose(file) == 0;
}
