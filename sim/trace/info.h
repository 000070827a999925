// SPDX-License-Identifier: BSD-3-Clause
// Statistics of a trace beyond instruction counts: memory accesses by space, lines touched, unknown opcodes. Collected while
// trace_kernel_open reads the file; `warplock trace info` prints them.
#ifndef WARPLOCK_SIM_TRACE_INFO_H
#define WARPLOCK_SIM_TRACE_INFO_H

#include "sim/trace/trace.h"

enum { INFO_LINE = 128, INFO_UNKNOWN = 64 };   // bytes of a line; unknown opcodes counted separately

// Distinct lines of global memory, as sets of 4096 adjacent lines, up to a limit: 24 MB.
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
    uint64_t lines;                    // distinct lines of INFO_LINE bytes per access: requests. Not for shared memory
} info_memory;

typedef struct {
    info_memory memory[TRACE_SPACES];
    uint64_t    full, none;            // warp instructions of all 32 lanes, of no lane
    struct { char opcode[64]; uint64_t warp_insns; } unknown[INFO_UNKNOWN];
    unsigned    unknown_count;
    uint64_t    unknown_others;        // warp instructions with further ones
    footprint  *kernel, *all;          // of this kernel, of all since info_new; the owner's
} trace_info;

void info_watch(void *info, const trace_insn *, const trace_step *);    // a trace_watcher

#endif
