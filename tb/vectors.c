// SPDX-License-Identifier: BSD-3-Clause
// Vector files: the C model's inputs and outputs, which the benches in tb/verilog replay without any C.
//
// One line is one cycle: reset, then each row of the table in turn, an input, an expected output before the edge or an
// expected register after it, each one hexadecimal number. tb/verilog/harness.sh prints what reads them.
#include "tb/vectors.h"

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

void vectors_write(FILE *file, const block_ops *ops, bool reset, const void *in, const void *out, const void *q)
{
    fprintf(file, "%d", reset);
    for (const block_field *f = ops->fields; f->name; f++)
        if (f->kind != FIELD_MEM) {
            fputc(' ', file);
            write_number(file, f, field_is_input(f) ? in : f->kind == FIELD_OUT ? out : q);
        }
    fputc('\n', file);
}
