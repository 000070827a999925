// SPDX-License-Identifier: BSD-3-Clause
// The block bench: one block in one configuration under its stimuli, C model against Verilog on every cycle.
//
// Besides the comparison it demands that an idle claim is true (the C model's step changes nothing), that cycles claimed
// to count leave what as many steps leave, that the block's invariant holds after every edge, that late inputs change no
// output, and that resets in mid-run work; it measures the range that every register reached.
#ifndef WARPLOCK_TB_BENCH_BENCH_H
#define WARPLOCK_TB_BENCH_BENCH_H

#include <stdio.h>

#include "tb/lockstep.h"

typedef struct {
    uint64_t      cycles;              // 0: one pass over the stimuli, at least 20,000
    uint64_t      seed;
    lockstep_when when;
    bool          no_late_check;       // speed measurement: as the simulator calls it
    bool          no_pack;
    const char   *pack_dir, *replay, *command, *wave_path;
    uint64_t      wave_start, wave_cycles;
    uint64_t      phase_cycles;        // at most so many cycles of each phase; 0: all
    const char   *vectors_path;        // write a line of vectors for each cycle there, or NULL
    const verilated_ops *rtl;          // Verilog of the caller's instead of the tuple's, or NULL
} bench_options;

enum { BENCH_REGISTERS_MAX = 64 };

typedef struct {
    bool            failed;            // message holds what failed
    char            message[400], pack[512];
    lockstep_counts counts;
    uint64_t        cycles, idle_claims, count_claims;
    double          seconds;
    uint64_t low[BENCH_REGISTERS_MAX], high[BENCH_REGISTERS_MAX]; // per FIELD_REG and FIELD_MEM row, table order
} bench_result;

void block_bench_run(const block_ops *ops, const bench_options *options, bench_result *result);
// Prints the range of every register; false when an end that the table names was not reached.
bool bench_print_ranges(const block_ops *ops, const bench_result *result, FILE *file);

#endif
