// SPDX-License-Identifier: BSD-3-Clause
// Benches of a block in plain Verilog, for Icarus, made of its table, and what they print: a line `NAME_o BITS`, `NAME_q BITS`,
// of a memory `NAME_q[NUMBER] BITS` for each port or register.
#ifndef WARPLOCK_TB_PROVE_BENCH_H
#define WARPLOCK_TB_PROVE_BENCH_H

#include <stdio.h>

#include "rtl_c/block.h"

void bench_begin(FILE *file, const block_ops *ops);      // to the block's instance `dut` and `initial begin`
void bench_set_inputs(FILE *file, const block_ops *ops, const void *in);
void bench_set_registers(FILE *file, const block_ops *ops, const void *q);
void bench_show_outputs(FILE *file, const block_ops *ops);
void bench_show_registers(FILE *file, const block_ops *ops, bool memories);
void bench_end(FILE *file);

// A line that a bench has printed: elements first..first + count - 1 of an output or register. Too few or too many digits: count 0.
typedef struct { const block_field *field; bool is_output; unsigned first, count; const char *digits; } bench_line;
bool bench_read(const block_ops *ops, char *line, bench_line *shown);        // takes the line apart; false: it is none of these
// The value of an element of it; false when a bit is not 0 or 1, which is then set in *unknown.
bool bench_value(const bench_line *shown, unsigned element, uint64_t *value, uint64_t *unknown);

#endif
