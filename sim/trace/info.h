// SPDX-License-Identifier: BSD-3-Clause
// What a trace holds beyond its counts of instructions: memory accesses by space, the lines they touch, unknown opcodes. Seen
// while trace_kernel_open passes over the file; `warplock trace info` prints it.
#ifndef WARPLOCK_SIM_TRACE_INFO_H
#define WARPLOCK_SIM_TRACE_INFO_H

#include "sim/trace/trace.h"

enum { INFO_LINE = 128, INFO_UNKNOWN = 64 };   // bytes of a line; unknown opcodes that are told apart

// Distinct lines of global memory, as sets of 4096 lines side by side, at most so many: 24 MB.
enum { FOOTPRINT_SETS = 48 << 10 };
typedef struct footprint footprint;
footprint *footprint_new(void);
void       footprint_free(footprint *);
void       footprint_clear(footprint *);
void       footprint_add(footprint *, uint64_t line);
uint64_t   footprint_lines(const footprint *);
bool       footprint_complete(const footprint *);      // false: it is at least footprint_lines

typedef struct {
    uint64_t accesses;                 // warp instructions with an address
    uint64_t lanes, bytes;             // that they access
    uint64_t lines;                    // of INFO_LINE bytes, of each access the distinct ones: requests. Not of shared memory
} info_memory;

typedef struct {
    info_memory memory[TRACE_SPACES];
    uint64_t    full, none;            // warp instructions of all 32 lanes, of no lane
    struct { char opcode[64]; uint64_t warp_insns; } unknown[INFO_UNKNOWN];
    unsigned    unknown_count;
    uint64_t    unknown_others;        // warp instructions of further ones
    footprint  *kernel, *all;          // of this kernel, of all since info_new; the owner's
} trace_info;

void info_watch(void *info, const trace_insn *, const trace_step *);    // a trace_watcher

#endif
