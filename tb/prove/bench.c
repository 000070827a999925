// SPDX-License-Identifier: BSD-3-Clause
#include "tb/prove/bench.h"

#include <string.h>

#include "tb/field.h"

void bench_begin(FILE *file, const block_ops *ops)
{
    fputs("module bench;\n    reg clk_i = 0, rst_i = 0;\n", file);
    for (const block_field *f = ops->fields; f->name; f++)
        if (!field_is_state(f)) fprintf(file, "    %s [%u:0] %s_%s;\n", f->kind == FIELD_OUT ? "wire" : "reg", f->width * f->count - 1, f->name, f->kind == FIELD_OUT ? "o" : "i");
    fprintf(file, "    %s #(", ops->block);
    for (const block_param *p = ops->params; p->name; p++) fprintf(file, "%s.%s(%u)", p == ops->params ? "" : ", ", p->name, p->value);
    fputs(") dut (.clk_i(clk_i), .rst_i(rst_i)", file);
    for (const block_field *f = ops->fields; f->name; f++) {
        const char *end = f->kind == FIELD_OUT ? "o" : "i";
        if (!field_is_state(f)) fprintf(file, ", .%s_%s(%s_%s)", f->name, end, f->name, end);
    }
    fputs(");\n    initial begin\n", file);
}

void bench_end(FILE *file) { fputs("    end\nendmodule\n", file); }

static void write_bits(FILE *file, const block_field *f, const void *structure, unsigned first, unsigned end)
{
    fprintf(file, "%u'b", (end - first) * f->width);
    for (unsigned e = end; e-- > first;)
        for (unsigned b = f->width; b-- > 0;) fputc('0' + (int)(field_get(f, structure, e) >> b & 1), file);
    fputs(";\n", file);
}

void bench_set_inputs(FILE *file, const block_ops *ops, const void *in)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        if (!field_is_input(f)) continue;
        fprintf(file, "        %s_i = ", f->name);
        write_bits(file, f, in, 0, f->count);
    }
}

void bench_set_registers(FILE *file, const block_ops *ops, const void *q)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        if (!field_is_state(f)) continue;
        const unsigned each = f->kind == FIELD_MEM ? 1 : f->count;
        for (unsigned e = 0; e < f->count; e += each) {
            fprintf(file, f->kind == FIELD_MEM ? "        dut.%s_q[%u] = " : "        dut.%s_q = ", f->name, e);
            write_bits(file, f, q, e, e + each);
        }
    }
}

void bench_show_outputs(FILE *file, const block_ops *ops)
{
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind == FIELD_OUT) fprintf(file, "        $display(\"%s_o %%b\", %s_o);\n", f->name, f->name);
}

void bench_show_registers(FILE *file, const block_ops *ops, bool memories)
{
    for (const block_field *f = ops->fields; f->name; f++) {
        if (!field_is_state(f)) continue;
        for (unsigned e = 0; f->kind == FIELD_MEM && memories && e < f->count; e++)
            fprintf(file, "        $display(\"%s_q[%u] %%b\", dut.%s_q[%u]);\n", f->name, e, f->name, e);
        if (f->kind != FIELD_MEM) fprintf(file, "        $display(\"%s_q %%b\", dut.%s_q);\n", f->name, f->name);
    }
}

bool bench_read(const block_ops *ops, char *line, bench_line *shown)
{
    char *digits = strchr(line, ' ');
    const size_t length = strcspn(line, "[ ");
    if (!digits || length < 3) return false;
    *digits++ = '\0';
    digits[strcspn(digits, "\n")] = '\0';
    *shown = (bench_line){.is_output = line[length - 1] == 'o', .digits = digits};
    if (sscanf(line + length, "[%u]", &shown->first) != 1) shown->first = 0;
    for (const block_field *f = ops->fields; f->name; f++)
        if (strlen(f->name) == length - 2 && memcmp(f->name, line, length - 2) == 0 && (shown->is_output ? f->kind == FIELD_OUT : field_is_state(f))) shown->field = f;
    if (!shown->field) return false;
    const unsigned count = shown->field->kind == FIELD_MEM ? 1 : shown->field->count;
    shown->count = strlen(digits) == count * shown->field->width && shown->first + count <= shown->field->count ? count : 0;
    return true;
}

bool bench_value(const bench_line *shown, unsigned element, uint64_t *value, uint64_t *unknown)
{
    const unsigned width = shown->field->width;
    *value = *unknown = 0;
    for (unsigned b = 0; b < width; b++) {
        const char c = shown->digits[(shown->count - element) * width - 1 - b];
        *value |= (uint64_t)(c == '1') << b;
        *unknown |= (uint64_t)(c != '0' && c != '1') << b;
    }
    return !*unknown;
}
